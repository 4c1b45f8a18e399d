/* Findings as JSON. */
#include "api/views/finding_json.h"

#include "api/views/asks_json.h"
#include "base/json.h"
#include "base/json_fragment.h"

#include <string.h>

/* ---- moves ---------------------------------------------------------------------------------- */

static void write_card(struct mk_text *out, const char *key, mk_card card)
{
	mk_json_literal(out, key, mk_card_code(card));
}

static void write_step(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, const struct mk_played_move *step)
{
	mk_json_open_object(out, NULL);
	mk_move_write(out, game, language, view, step->move);
	if (step->revealed == MK_NO_CARD) {
		mk_json_null(out, "revealed");
	} else {
		write_card(out, "revealed", step->revealed);
	}
	mk_json_close_object(out);
}

/* Brings `view` past one step; false where the step alone cannot be replayed. */
static bool walk(
	const struct mk_game *game, struct mk_view *view, const struct mk_played_move *step)
{
	struct mk_finding one = {.explanation = MK_OTHER_MOVE, .move_count = 1};

	one.moves[0] = *step;
	return game->apply_finding(view, &one, NULL) == MK_OK;
}

/* Puts the card of the table that was misread right; false where that alone cannot be replayed. */
static bool revise(
	const struct mk_game *game, struct mk_view *view, const struct mk_finding *finding)
{
	struct mk_finding one = {
		.explanation = MK_UNCHANGED, .weighed = true, .revised = finding->revised};

	return finding->revised.was == MK_NO_CARD || game->apply_finding(view, &one, NULL) == MK_OK;
}

/* Each move is worded on the table as it was before that move. */
static void write_steps(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *before, const struct mk_finding *finding)
{
	_Alignas(max_align_t) char room[2048];
	struct mk_view *view = (struct mk_view *)room;
	bool plain = finding->move_count == 1 && finding->revised.was == MK_NO_CARD;

	if (plain || game->view_size > sizeof room) {
		write_step(out, game, language, before, &finding->moves[0]);
		return;
	}
	memcpy(view, before, game->view_size);
	if (!revise(game, view, finding)) {
		return;
	}
	write_step(out, game, language, view, &finding->moves[0]);
	for (unsigned i = 1; i < finding->move_count; i++) {
		if (!walk(game, view, &finding->moves[i - 1])) {
			return;
		}
		write_step(out, game, language, view, &finding->moves[i]);
	}
}

void finding_json_moves(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *before, const struct mk_finding *finding)
{
	mk_json_open_array(out, "moves");
	if (before && finding->move_count > 0) {
		write_steps(out, game, language, before, finding);
	}
	mk_json_close_array(out);
}

/* ---- places --------------------------------------------------------------------------------- */

enum { PLACE_ROOM = sizeof "{\"position\":255,\"card\":\"8D\",\"index\":255}," };

static char *put_place(char *at, const struct mk_place *place)
{
	at = mk_put(at, "{\"position\":");
	at = mk_put_number(at, place->position);
	at = mk_put_key(at, "card");
	at = mk_put_literal(at, mk_card_code(place->card), 2);
	if (place->index > 0) {
		at = mk_put_key(at, "index");
		at = mk_put_number(at, place->index);
	}
	return mk_put_close(at, "},");
}

static void write_places(
	struct mk_text *out, const char *key, const struct mk_place *places, unsigned count)
{
	char *at;

	mk_json_open_array(out, key);
	at = count ? mk_json_fragments_begin(out, (size_t)count * PLACE_ROOM) : NULL;
	for (unsigned i = 0; at && i < count; i++) {
		at = put_place(at, &places[i]);
	}
	if (at) {
		mk_json_fragments_end(out, at);
	}
	mk_json_close_array(out);
}

void finding_json_revealed(struct mk_text *out, const struct mk_finding *finding)
{
	write_places(out, "revealed", finding->revealed, finding->revealed_count);
}

static void write_unreadable(struct mk_text *out, const struct mk_finding *finding)
{
	mk_json_open_array(out, "unreadable");
	for (unsigned i = 0; i < finding->unreadable_count; i++) {
		mk_json_int(out, NULL, finding->unreadable[i]);
	}
	mk_json_close_array(out);
}

/* ---- cards that may be others --------------------------------------------------------------- */

static void write_revised(struct mk_text *out, const struct mk_revision *revised)
{
	mk_json_open_object(out, "revised");
	mk_json_int(out, "position", revised->position);
	write_card(out, "was", revised->was);
	write_card(out, "card", revised->card);
	mk_json_close_object(out);
}

static void write_unconfirmed(struct mk_text *out, const struct session *session)
{
	const struct mk_game *game = session->game;
	mk_cards cards = game->unconfirmed ? game->unconfirmed(session->view) : 0;

	mk_json_open_array(out, "unconfirmed");
	for (; cards; cards &= cards - 1) {
		write_card(out, NULL, (mk_card)__builtin_ctzll(cards));
	}
	mk_json_close_array(out);
}

/* ---- conflicts ------------------------------------------------------------------------------ */

static void write_reason(struct mk_text *out, const char *key, const struct mk_game *game,
	enum mk_language language, const struct mk_conflict *clash)
{
	mk_json_open_string(out, key);
	game->notation->describe_conflict(out, language, clash);
	mk_json_close_string(out);
}

static void write_cards(struct mk_text *out, const struct mk_conflict *clash)
{
	write_card(out, "seen", clash->seen);
	mk_json_open_array(out, "expected");
	for (unsigned i = 0; i < clash->expected_count; i++) {
		write_card(out, NULL, clash->expected[i]);
	}
	mk_json_close_array(out);
}

static void write_counts(struct mk_text *out, const struct mk_conflict *clash)
{
	mk_json_int(out, "seen", clash->seen_count);
	mk_json_open_array(out, "expected");
	mk_json_int(out, NULL, clash->likely_count);
	mk_json_close_array(out);
}

static void write_conflict(struct mk_text *out, const struct mk_game *game,
	enum mk_language language, const struct mk_conflict *clash)
{
	mk_json_open_object(out, NULL);
	mk_json_int(out, "position", clash->position);
	if (clash->counted) {
		write_counts(out, clash);
	} else {
		write_cards(out, clash);
	}
	mk_json_literal(out, "code", game->notation->conflict_reasons[clash->reason]);
	write_reason(out, "reason", game, language, clash);
	mk_json_close_object(out);
}

void finding_json_conflicts(
	struct mk_text *out, const struct session *session, enum mk_language language)
{
	const struct mk_finding *finding = session->observed;

	mk_json_open_array(out, "conflicts");
	for (unsigned i = 0; i < finding->conflict_count; i++) {
		write_conflict(out, session->game, language, &finding->conflicts[i]);
	}
	mk_json_close_array(out);
}

static void write_error(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_conflict *clash)
{
	mk_json_open_object(out, NULL);
	mk_json_open_string(out, "pointer");
	if (game->notation->write_conflict) {
		game->notation->write_conflict(out, clash);
	} else {
		game->notation->write_place(out, clash->position);
	}
	mk_json_close_string(out);
	mk_json_literal(out, "code", game->notation->conflict_reasons[clash->reason]);
	write_reason(out, "detail", game, language, clash);
	mk_json_close_object(out);
}

void finding_json_errors(
	struct mk_text *out, const struct session *session, enum mk_language language)
{
	for (unsigned i = 0; i < session->observed->conflict_count; i++) {
		write_error(out, session->game, language, &session->observed->conflicts[i]);
	}
}

/* ---- a repair ------------------------------------------------------------------------------- */

/* Where `card` is believed to lie now; false where it is not known to lie anywhere. */
static bool find_now(const struct session *session, mk_card card, struct mk_place *now)
{
	for (int position = 0; position < MK_MAX_PLACES; position++) {
		for (int index = 1; index <= MK_DECK; index++) {
			if (session->game->card_at(session->view, position, index) == card) {
				*now = (struct mk_place){(uint8_t)position, card, (uint8_t)index};
				return true;
			}
		}
	}
	return false;
}

static void write_repair(struct mk_text *out, const struct session *session)
{
	const struct mk_repair *repair = session->repair;
	struct mk_place now;

	mk_json_open_object(out, "repair");
	mk_json_int(out, "event", (long long)repair->event);
	mk_json_int(out, "position", repair->position);
	if (repair->index > 0) {
		mk_json_int(out, "index", repair->index);
	}
	mk_json_string(out, "card", repair->card == MK_NO_CARD ? "UU" : mk_card_code(repair->card));
	write_card(out, "was", repair->was);
	mk_json_int(out, "moves_ago", repair->moves_ago);
	mk_json_bool(out, "unique", repair->unique);
	if (find_now(session, repair->was, &now)) {
		write_places(out, "now", &now, 1);
	}
	mk_json_close_object(out);
}

/* ---- all of it ------------------------------------------------------------------------------ */

void finding_json_observed(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language)
{
	const struct mk_finding *finding = session->observed;

	mk_json_open_object(out, key);
	if (finding) {
		mk_json_literal(out, "explanation", mk_explanation_name(finding->explanation));
		finding_json_moves(out, session->game, language, session->before, finding);
		finding_json_revealed(out, finding);
		write_unreadable(out, finding);
		write_places(out, "doubts", finding->doubts, finding->doubt_count);
		if (finding->revised.was != MK_NO_CARD) {
			write_revised(out, &finding->revised);
		}
		write_unconfirmed(out, session);
		finding_json_conflicts(out, session, language);
		asks_json_write(out, session, language);
	}
	if (session->repair) {
		write_repair(out, session);
	}
	mk_json_close_object(out);
}
