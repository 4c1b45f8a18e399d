/* Findings and their open questions as JSON. */
#include "api/views/finding_json.h"

#include "base/json.h"
#include "base/json_fragment.h"

#include <makker/search.h>
#include <string.h>

/* The questions, in this order: which hypothesis is true, conflicts, doubts, unreadable slots. */

enum { MAX_CARDS = 8, ANSWER_SIZE = 1536 };

/* Number of snapshots before the player is asked: another snapshot mostly answers the question. */
enum { ASK_AFTER = 5 };

struct question {
	uint8_t position, index;
	uint8_t count;
	mk_card cards[MAX_CARDS]; /* MK_NO_CARD: an empty place */
};

struct questions {
	int count;
	struct question question[MK_MAX_PLACES];
};

/* The question about a place, created if needed; NULL when there are too many. */
static struct question *question_about(struct questions *questions, int position, int index)
{
	for (int i = 0; i < questions->count; i++) {
		if (questions->question[i].position == position &&
			questions->question[i].index == index) {
			return &questions->question[i];
		}
	}
	if (questions->count == MK_MAX_PLACES) {
		return NULL;
	}
	questions->question[questions->count] =
		(struct question){.position = (uint8_t)position, .index = (uint8_t)index};
	return &questions->question[questions->count++];
}

static void offer_card(struct question *question, mk_card card)
{
	if (question && question->count < MAX_CARDS &&
		!memchr(question->cards, card, question->count)) {
		question->cards[question->count++] = card;
	}
}

/* The expected card is the likelier answer, because single readings are wrong more often. */
static void add_conflict(struct questions *questions, const struct mk_conflict *conflict)
{
	struct question *question = question_about(questions, conflict->position, 0);

	for (unsigned i = 0; i < conflict->expected_count; i++) {
		offer_card(question, conflict->expected[i]);
	}
	offer_card(question, conflict->seen);
}

static void collect_of_finding(struct questions *questions, const struct mk_finding *finding)
{
	for (unsigned i = 0; i < finding->conflict_count; i++) {
		add_conflict(questions, &finding->conflicts[i]);
	}
	for (unsigned i = 0; i < finding->doubt_count; i++) {
		const struct mk_place *doubt = &finding->doubts[i];

		offer_card(question_about(questions, doubt->position, doubt->index), doubt->card);
	}
	for (unsigned i = 0; i < finding->unreadable_count; i++) {
		(void)question_about(questions, finding->unreadable[i], 0);
	}
}

/* ---- Which hypothesis is true --------------------------------------------------------------- */

bool question_json_is_open(const struct session *session)
{
	return session->outcome != MK_STOPPED && session_asks_which(session);
}

static void write_choice(struct mk_text *out, const struct session *session, int number)
{
	mk_json_open_object(out, "correction");
	mk_json_int(out, "question", (long long)session->version);
	mk_json_int(out, "answer", number + 1);
	mk_json_close_object(out);
}

static const struct mk_phrase as_shown =
	MK_PHRASE("As it is shown", "Som det vises", "Wie es gezeigt wird", "Όπως φαίνεται");

/* Hypotheses whose answers have the same text share one answer, that of the likeliest. */
static bool is_said_before(char text[][ANSWER_SIZE], int count)
{
	for (int i = 0; i < count; i++) {
		if (strcmp(text[i], text[count]) == 0) {
			return true;
		}
	}
	return false;
}

/* Number of answers that fit on a phone; less likely ones are entered as a correction. */
enum { MAX_ANSWERS = 8 };

/* Numbers of dropped hypotheses have no answer. */
static void write_answers(
	struct mk_text *out, const struct session *session, enum mk_language language)
{
	const struct mk_notation *notation = session->game->notation;
	char text[MAX_ANSWERS][ANSWER_SIZE];
	struct mk_text answer;
	int count = 0;

	mk_json_open_array(out, "answers");
	for (int number = 0; number <= MK_MAX_ALTERNATIVES && count < MAX_ANSWERS; number++) {
		mk_text_fixed(&answer, text[count], sizeof text[count]);
		if (!notation->describe_answer(&answer, language, session->view, number) ||
			is_said_before(text, count)) {
			continue;
		}
		mk_json_open_object(out, NULL);
		mk_json_string(out, "text",
			text[count][0] ? text[count] : mk_phrase_in(&as_shown, language));
		count++;
		mk_json_open_object(out, "means");
		notation->write_answer(out, session->view, number);
		mk_json_close_object(out);
		write_choice(out, session, number);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_question(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language)
{
	const struct mk_notation *notation = session->game->notation;
	int position;
	const char *code = notation->question(session->view, &position);

	mk_json_open_object(out, key);
	mk_json_literal(out, "code", code);
	mk_json_int(out, "question", (long long)session->version);
	mk_json_int(out, "position", position);
	mk_json_open_array(out, "cards");
	mk_json_close_array(out);
	mk_json_open_string(out, "text");
	notation->describe_question(out, language, session->view);
	mk_json_close_string(out);
	write_answers(out, session, language);
	mk_json_close_object(out);
}

/* ---- Which card lies there ------------------------------------------------------------------ */

static const struct mk_phrase no_card =
	MK_PHRASE("No card", "Intet kort", "Keine Karte", "Κανένα φύλλο");

static void write_card_answer(struct mk_text *out, const struct question *question, mk_card card,
	enum mk_language language)
{
	mk_json_open_object(out, NULL);
	mk_json_string(out, "text",
		card == MK_NO_CARD ? mk_phrase_in(&no_card, language)
				   : mk_card_name(language, card));
	mk_json_open_object(out, "correction");
	mk_json_int(out, "position", question->position);
	if (question->index > 0) {
		mk_json_int(out, "index", question->index);
	}
	mk_json_literal(out, "card", mk_card_code(card));
	mk_json_close_object(out);
	mk_json_close_object(out);
}

/*
 * Of several places of an ambiguous snapshot: keeps the uncertainty at the place of this question.
 */
static void keep_place(struct mk_finding *finding, const struct question *question)
{
	unsigned doubts = 0, unreadable = 0;

	for (unsigned i = 0; i < finding->doubt_count; i++) {
		const struct mk_place *doubt = &finding->doubts[i];

		if (doubt->position == question->position && doubt->index == question->index) {
			finding->doubts[doubts++] = *doubt;
		}
	}
	for (unsigned i = 0; i < finding->unreadable_count; i++) {
		if (finding->unreadable[i] == question->position) {
			finding->unreadable[unreadable++] = finding->unreadable[i];
		}
	}
	finding->doubt_count = (uint8_t)doubts;
	finding->unreadable_count = (uint8_t)unreadable;
}

static void write_place_text(struct mk_text *out, const struct question *question,
	const struct session *session, enum mk_language language)
{
	struct mk_finding finding = *session->observed;

	if (finding.explanation == MK_LOOK_AGAIN) {
		keep_place(&finding, question);
	}
	mk_json_open_string(out, "text");
	mk_describe_message(out, session->game, language, session->view, &finding, NULL);
	mk_json_close_string(out);
}

static void write_card_question(struct mk_text *out, const char *key,
	const struct question *question, const struct session *session, enum mk_language language)
{
	mk_json_open_object(out, key);
	mk_json_literal(out, "code", "which_card");
	mk_json_int(out, "position", question->position);
	if (question->index > 0) {
		mk_json_int(out, "index", question->index);
	}
	mk_json_open_array(out, "cards");
	for (unsigned i = 0; i < question->count; i++) {
		mk_json_literal(out, NULL, mk_card_code(question->cards[i]));
	}
	mk_json_close_array(out);
	write_place_text(out, question, session, language);
	mk_json_open_array(out, "answers");
	for (unsigned i = 0; i < question->count; i++) {
		write_card_answer(out, question, question->cards[i], language);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

/* ---- All of them ---------------------------------------------------------------------------- */

static void collect_open(struct questions *questions, const struct session *session)
{
	const struct mk_finding *finding = session->observed;

	questions->count = 0;
	if (finding && session->game->track_snapshot &&
		(finding->explanation == MK_LOOK_AGAIN ||
			finding->explanation == MK_CONTRADICTION)) {
		collect_of_finding(questions, finding);
	}
}

static void write_questions(
	struct mk_text *out, const struct session *session, enum mk_language language)
{
	struct questions questions;

	collect_open(&questions, session);
	mk_json_open_array(out, "asks");
	if (question_json_is_open(session)) {
		write_question(out, NULL, session, language);
	}
	for (int i = 0; i < questions.count; i++) {
		write_card_question(out, NULL, &questions.question[i], session, language);
	}
	mk_json_close_array(out);
}

/*
 * The newest snapshot may show another card: moves may have been made after the table in question.
 * The card that lies there now comes first, since the player sees only that one.
 */
static bool is_other_card_likely(const struct mk_finding *finding)
{
	if (!finding || finding->explanation != MK_LOOK_AGAIN) {
		return false;
	}
	for (unsigned i = 1; i < finding->doubt_count; i++) {
		if (finding->doubts[i].position == finding->doubts[i - 1].position &&
			finding->doubts[i].index == finding->doubts[i - 1].index) {
			return true;
		}
	}
	return false;
}

void question_json_write_first(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language)
{
	struct questions questions;

	collect_open(&questions, session);
	if (question_json_is_open(session) && !is_other_card_likely(session->observed)) {
		write_question(out, key, session, language);
	} else if (questions.count > 0 && session->observed->pictures >= ASK_AFTER) {
		write_card_question(out, key, &questions.question[0], session, language);
	} else {
		mk_json_null(out, key);
	}
}

/* ---- moves ---------------------------------------------------------------------------------- */

static void write_card_code(struct mk_text *out, const char *key, mk_card card)
{
	mk_json_literal(out, key, mk_card_code(card));
}

static void write_played_move(struct mk_text *out, const struct mk_game *game,
	enum mk_language language, const struct mk_view *view, const struct mk_played_move *step)
{
	mk_json_open_object(out, NULL);
	mk_move_write(out, game, language, view, step->move);
	if (step->revealed == MK_NO_CARD) {
		mk_json_null(out, "revealed");
	} else {
		write_card_code(out, "revealed", step->revealed);
	}
	mk_json_close_object(out);
}

/* Applies one step to `view`; false if the step cannot be replayed on its own. */
static bool apply_move(
	const struct mk_game *game, struct mk_view *view, const struct mk_played_move *step)
{
	struct mk_finding one = {.explanation = MK_OTHER_MOVE, .move_count = 1};

	one.moves[0] = *step;
	return mk_game_apply_finding(game, view, &one, NULL) == MK_OK;
}

/* Corrects the misread card of the table; false if that cannot be replayed on its own. */
static bool revise(
	const struct mk_game *game, struct mk_view *view, const struct mk_finding *finding)
{
	struct mk_finding one = {
		.explanation = MK_UNCHANGED, .weighed = true, .revised = finding->revised};

	return finding->revised.was == MK_NO_CARD ||
	       mk_game_apply_finding(game, view, &one, NULL) == MK_OK;
}

/* Each move is worded on the table as it was before that move. */
static void write_played_moves(struct mk_text *out, const struct mk_game *game,
	enum mk_language language, const struct mk_view *before, const struct mk_finding *finding)
{
	_Alignas(max_align_t) char buffer[MK_MAX_VIEW_SIZE];
	struct mk_view *view = (struct mk_view *)buffer;
	bool plain = finding->move_count == 1 && finding->revised.was == MK_NO_CARD;

	if (plain || game->view_size > sizeof buffer) {
		write_played_move(out, game, language, before, &finding->moves[0]);
		return;
	}
	memcpy(view, before, game->view_size);
	if (!revise(game, view, finding)) {
		return;
	}
	write_played_move(out, game, language, view, &finding->moves[0]);
	for (unsigned i = 1; i < finding->move_count; i++) {
		if (!apply_move(game, view, &finding->moves[i - 1])) {
			return;
		}
		write_played_move(out, game, language, view, &finding->moves[i]);
	}
}

void finding_json_moves(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *before, const struct mk_finding *finding)
{
	mk_json_open_array(out, "moves");
	if (before && finding->move_count > 0) {
		write_played_moves(out, game, language, before, finding);
	}
	mk_json_close_array(out);
}

/* ---- places --------------------------------------------------------------------------------- */

enum {
	CODE_SIZE = sizeof "\"8D\",",
	PLACE_SIZE = sizeof "{\"position\":255,\"card\":\"8D\",\"index\":255},",
};

static char *put_place_json(char *at, const struct mk_place *place)
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
	at = count ? mk_json_fragments_begin(out, (size_t)count * PLACE_SIZE) : NULL;
	for (unsigned i = 0; at && i < count; i++) {
		at = put_place_json(at, &places[i]);
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
	write_card_code(out, "was", revised->was);
	write_card_code(out, "card", revised->card);
	mk_json_close_object(out);
}

static void write_unconfirmed(struct mk_text *out, const struct session *session)
{
	const struct mk_game *game = session->game;
	mk_cards cards = game->unconfirmed ? game->unconfirmed(session->view) : 0;

	char *at = mk_json_fragments_begin(out,
		sizeof "\"unconfirmed\":[]," + (size_t)__builtin_popcountll(cards) * CODE_SIZE);

	if (!at) {
		return;
	}
	at = mk_put(at, "\"unconfirmed\":[");
	for (; cards; cards &= cards - 1) {
		at = mk_put_literal(at, mk_card_code((mk_card)__builtin_ctzll(cards)), 2);
	}
	mk_json_fragments_end(out, mk_put_close(at, "],"));
}

/* ---- conflicts ------------------------------------------------------------------------------ */

static void write_reason(struct mk_text *out, const char *key, const struct mk_game *game,
	enum mk_language language, const struct mk_conflict *conflict)
{
	mk_json_open_string(out, key);
	mk_describe_conflict(out, game, language, conflict);
	mk_json_close_string(out);
}

static void write_conflict_cards(struct mk_text *out, const struct mk_conflict *conflict)
{
	write_card_code(out, "seen", conflict->seen);
	mk_json_open_array(out, "expected");
	for (unsigned i = 0; i < conflict->expected_count; i++) {
		write_card_code(out, NULL, conflict->expected[i]);
	}
	mk_json_close_array(out);
}

static void write_conflict_counts(struct mk_text *out, const struct mk_conflict *conflict)
{
	mk_json_int(out, "seen", conflict->seen_count);
	mk_json_open_array(out, "expected");
	mk_json_int(out, NULL, conflict->likely_count);
	mk_json_close_array(out);
}

static void write_conflict(struct mk_text *out, const struct mk_game *game,
	enum mk_language language, const struct mk_conflict *conflict)
{
	mk_json_open_object(out, NULL);
	mk_json_int(out, "position", conflict->position);
	if (conflict->counted) {
		write_conflict_counts(out, conflict);
	} else {
		write_conflict_cards(out, conflict);
	}
	mk_json_literal(out, "code", mk_game_conflict_codes(game)[conflict->reason]);
	write_reason(out, "reason", game, language, conflict);
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
	const struct mk_conflict *conflict)
{
	mk_json_open_object(out, NULL);
	mk_json_open_string(out, "pointer");
	if (game->notation->write_conflict) {
		game->notation->write_conflict(out, conflict);
	} else {
		mk_place_write(out, game, conflict->position);
	}
	mk_json_close_string(out);
	mk_json_literal(out, "code", mk_game_conflict_codes(game)[conflict->reason]);
	write_reason(out, "detail", game, language, conflict);
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

/* The believed place of `card`; false if unknown. */
static bool find_now(const struct session *session, mk_card card, struct mk_place *now)
{
	for (int position = 0; position < MK_MAX_PLACES; position++) {
		for (int index = 1; index <= MK_DECK; index++) {
			if (mk_game_card_at(session->game, session->view, position, index) ==
				card) {
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
	write_card_code(out, "was", repair->was);
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
		write_questions(out, session, language);
	}
	if (session->repair) {
		write_repair(out, session);
	}
	mk_json_close_object(out);
}
