/*
 * One list of what is open: which explanation is true, then conflicts, doubts, and slots that
 * cannot be read.
 */
#include "api/views/asks_json.h"

#include "base/json.h"

#include <string.h>

enum { MOST_CARDS = 8, ANSWER_ROOM = 256 };

/* Another picture mostly settles it: so many are awaited before the player is asked. */
enum { ASK_AFTER = 5 };

struct ask {
	uint8_t position, index;
	uint8_t count;
	mk_card cards[MOST_CARDS]; /* MK_NO_CARD: an empty place */
};

struct asks {
	int count;
	struct ask ask[MK_MAX_PLACES];
};

/* The question about that place, a new one where there is none yet; NULL when there are too many.
 */
static struct ask *ask_about(struct asks *asks, int position, int index)
{
	for (int i = 0; i < asks->count; i++) {
		if (asks->ask[i].position == position && asks->ask[i].index == index) {
			return &asks->ask[i];
		}
	}
	if (asks->count == MK_MAX_PLACES) {
		return NULL;
	}
	asks->ask[asks->count] =
		(struct ask){.position = (uint8_t)position, .index = (uint8_t)index};
	return &asks->ask[asks->count++];
}

static void offer(struct ask *ask, mk_card card)
{
	if (ask && ask->count < MOST_CARDS && !memchr(ask->cards, card, ask->count)) {
		ask->cards[ask->count++] = card;
	}
}

/* What is expected there is the likelier answer: single readings are wrong more often. */
static void ask_about_clash(struct asks *asks, const struct mk_conflict *clash)
{
	struct ask *ask = ask_about(asks, clash->position, 0);

	for (unsigned i = 0; i < clash->expected_count; i++) {
		offer(ask, clash->expected[i]);
	}
	offer(ask, clash->seen);
}

static void collect(struct asks *asks, const struct mk_finding *finding)
{
	for (unsigned i = 0; i < finding->conflict_count; i++) {
		ask_about_clash(asks, &finding->conflicts[i]);
	}
	for (unsigned i = 0; i < finding->doubt_count; i++) {
		const struct mk_place *doubt = &finding->doubts[i];

		offer(ask_about(asks, doubt->position, doubt->index), doubt->card);
	}
	for (unsigned i = 0; i < finding->unreadable_count; i++) {
		(void)ask_about(asks, finding->unreadable[i], 0);
	}
}

/* ---- Which explanation is true -------------------------------------------------------------- */

bool asks_json_has_question(const struct session *session)
{
	return session->game->explanations && session->game->explanations(session->view) > 1;
}

static void write_choice(struct mk_text *out, const struct session *session, int number)
{
	mk_json_open_object(out, "correction");
	mk_json_int(out, "question", (long long)session->version);
	mk_json_int(out, "answer", number + 1);
	mk_json_close_object(out);
}

/* The numbers of dropped explanations have no answer. */
static void write_choices(
	struct mk_text *out, const struct session *session, enum mk_language language)
{
	const struct mk_notation *notation = session->game->notation;
	char room[ANSWER_ROOM];
	struct mk_text answer;

	mk_json_open_array(out, "answers");
	for (int number = 0; number <= MK_MAX_ALTERNATIVES; number++) {
		mk_text_fixed(&answer, room, sizeof room);
		if (!notation->describe_answer(&answer, language, session->view, number)) {
			continue;
		}
		mk_json_open_object(out, NULL);
		mk_json_string(out, "text", room);
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
	write_choices(out, session, language);
	mk_json_close_object(out);
}

/* ---- Which card lies there ------------------------------------------------------------------ */

static const struct mk_phrase no_card =
	MK_PHRASE("No card", "Intet kort", "Keine Karte", "Κανένα φύλλο");

static void write_card_answer(
	struct mk_text *out, const struct ask *ask, mk_card card, enum mk_language language)
{
	mk_json_open_object(out, NULL);
	mk_json_string(out, "text",
		card == MK_NO_CARD ? mk_phrase_in(&no_card, language)
				   : mk_card_name(language, card));
	mk_json_open_object(out, "correction");
	mk_json_int(out, "position", ask->position);
	if (ask->index > 0) {
		mk_json_int(out, "index", ask->index);
	}
	mk_json_literal(out, "card", mk_card_code(card));
	mk_json_close_object(out);
	mk_json_close_object(out);
}

static void write_ask(struct mk_text *out, const char *key, const struct ask *ask,
	const struct session *session, enum mk_language language)
{
	mk_json_open_object(out, key);
	mk_json_literal(out, "code", "which_card");
	mk_json_int(out, "position", ask->position);
	if (ask->index > 0) {
		mk_json_int(out, "index", ask->index);
	}
	mk_json_open_array(out, "cards");
	for (unsigned i = 0; i < ask->count; i++) {
		mk_json_literal(out, NULL, mk_card_code(ask->cards[i]));
	}
	mk_json_close_array(out);
	mk_json_open_string(out, "text");
	session->game->notation->describe_message(
		out, language, session->view, session->observed, NULL);
	mk_json_close_string(out);
	mk_json_open_array(out, "answers");
	for (unsigned i = 0; i < ask->count; i++) {
		write_card_answer(out, ask, ask->cards[i], language);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

/* ---- All of them ---------------------------------------------------------------------------- */

static void collect_open(struct asks *asks, const struct session *session)
{
	const struct mk_finding *finding = session->observed;

	asks->count = 0;
	if (finding && session->game->track_snapshot &&
		(finding->explanation == MK_LOOK_AGAIN ||
			finding->explanation == MK_CONTRADICTION)) {
		collect(asks, finding);
	}
}

void asks_json_write(struct mk_text *out, const struct session *session, enum mk_language language)
{
	struct asks asks;

	collect_open(&asks, session);
	mk_json_open_array(out, "asks");
	if (asks_json_has_question(session)) {
		write_question(out, NULL, session, language);
	}
	for (int i = 0; i < asks.count; i++) {
		write_ask(out, NULL, &asks.ask[i], session, language);
	}
	mk_json_close_array(out);
}

void asks_json_write_first(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language)
{
	struct asks asks;

	collect_open(&asks, session);
	if (asks_json_has_question(session)) {
		write_question(out, key, session, language);
	} else if (asks.count > 0 && session->observed->pictures >= ASK_AFTER) {
		write_ask(out, key, &asks.ask[0], session, language);
	} else {
		mk_json_null(out, key);
	}
}
