/* Accepted findings for the journal: the data for replay, and the suggestion of that time. */
#include "base/json.h"
#include "games/klondike/text/notation.h"

#include <jansson.h>
#include <stdio.h>

/* ---- Writing -------------------------------------------------------------------------------- */

enum {
	REVISION_SIZE = 64 + 2 * CARD_PIECE,
	STEP_SIZE = 96 + 2 * CARD_PIECE,
	PLACE_SIZE = 48 + CARD_PIECE,
	SLOT_SIZE = 4, /* "255," */
	NAMES_SIZE = 192,
	ALTERNATIVE_SIZE = 48 + REVISION_SIZE + MK_MAX_ALTERNATIVE_MOVES * STEP_SIZE,
};

static char *put_step(char *at, const struct mk_played_move *step)
{
	at = mk_put(at, "{\"type\":");
	at = mk_put_number(at, step->move.kind);
	at = mk_put_key(at, "from");
	at = mk_put_number(at, step->move.from);
	at = mk_put_key(at, "to");
	at = mk_put_number(at, step->move.to);
	at = mk_put_key(at, "cut");
	at = mk_put_number(at, step->move.cut);
	if (step->move.card != MK_NO_CARD) {
		at = mk_put_key(at, "card");
		at = klondike_put_card(at, step->move.card);
	}
	if (step->revealed != MK_NO_CARD) {
		at = mk_put_key(at, "revealed");
		at = klondike_put_card(at, step->revealed);
	}
	if (step->move.more[0] == NOT_TURNED) {
		at = mk_put(at, "\"not_turned\":true,");
	} else if (step->move.more[0] == EARLIER) {
		at = mk_put(at, "\"earlier\":true,");
	}
	return mk_put_close(at, "},");
}

static char *put_place(char *at, const struct mk_place *place)
{
	at = mk_put(at, "{\"position\":");
	at = mk_put_number(at, place->position);
	if (place->index) {
		at = mk_put_key(at, "index");
		at = mk_put_number(at, place->index);
	}
	if (place->card != MK_NO_CARD) {
		at = mk_put_key(at, "card");
		at = klondike_put_card(at, place->card);
	}
	return mk_put_close(at, "},");
}

static char *put_revision(char *at, const struct mk_revision *revision)
{
	at = mk_put(at, "\"revised\":{\"position\":");
	at = mk_put_number(at, revision->position);
	at = mk_put_key(at, "was");
	at = klondike_put_card(at, revision->was);
	at = mk_put_key(at, "card");
	at = klondike_put_card(at, revision->card);
	return mk_put_close(at, "},");
}

static char *put_alternative(char *at, const struct mk_alternative *alternative)
{
	at = mk_put(at, "{\"from\":");
	at = mk_put_number(at, alternative->from);
	at = mk_put_key(at, "odds_against");
	at = mk_put_number(at, (unsigned)-alternative->odds);
	at = mk_put(at, "\"moves\":[");
	for (int i = 0; i < alternative->move_count; i++) {
		at = put_step(at, &alternative->moves[i]);
	}
	at = mk_put_close(at, "],");
	if (alternative->revised.was != MK_NO_CARD) {
		at = put_revision(at, &alternative->revised);
	}
	return mk_put_close(at, "},");
}

/* Usually a single table is left; then nothing is written. */
static char *put_alternatives(char *at, const struct mk_finding *finding)
{
	if (finding->from) {
		at = mk_put_key(at, "from");
		at = mk_put_number(at, finding->from);
	}
	if (finding->weighed) {
		at = mk_put(at, "\"weighed\":true,");
	}
	if (finding->alternative_count) {
		at = mk_put(at, "\"alternatives\":[");
		for (int i = 0; i < finding->alternative_count; i++) {
			at = put_alternative(at, &finding->alternatives[i]);
		}
		at = mk_put_close(at, "],");
	}
	return at;
}

static char *put_unconfirmed(char *at, mk_cards cards)
{
	at = mk_put(at, "\"unconfirmed\":[");
	for (; cards; cards &= cards - 1) {
		at = klondike_put_card(at, (mk_card)__builtin_ctzll(cards));
	}
	return mk_put_close(at, "],");
}

static char *put_finding(char *at, const struct mk_finding *finding)
{
	at = mk_put(at, "\"moves\":[");
	for (int i = 0; i < finding->move_count; i++) {
		at = put_step(at, &finding->moves[i]);
	}
	at = mk_put_close(at, "],");
	if (finding->revealed_count) {
		at = mk_put(at, "\"revealed\":[");
		for (int i = 0; i < finding->revealed_count; i++) {
			at = put_place(at, &finding->revealed[i]);
		}
		at = mk_put_close(at, "],");
	}
	/* Usually all slots are read; then nothing is written. */
	if (finding->unreadable_count) {
		at = mk_put(at, "\"unreadable\":[");
		for (int i = 0; i < finding->unreadable_count; i++) {
			at = mk_put_number(at, finding->unreadable[i]);
		}
		at = mk_put_close(at, "],");
	}
	if (finding->revised.was != MK_NO_CARD) {
		at = put_revision(at, &finding->revised);
	}
	if (finding->unconfirmed) {
		at = put_unconfirmed(at, finding->unconfirmed);
	}
	if (finding->gaps) {
		at = mk_put_key(at, "gaps");
		at = mk_put_number(at, finding->gaps);
	}
	if (finding->hidden) {
		at = mk_put_key(at, "hidden");
		at = mk_put_number(at, finding->hidden);
	}
	return put_alternatives(at, finding);
}

void klondike_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	size_t capacity = NAMES_SIZE + REVISION_SIZE + finding->move_count * (size_t)STEP_SIZE +
			  finding->revealed_count * (size_t)PLACE_SIZE +
			  finding->unreadable_count * (size_t)SLOT_SIZE +
			  finding->alternative_count * (size_t)ALTERNATIVE_SIZE +
			  (size_t)__builtin_popcountll(finding->unconfirmed) * CARD_PIECE;
	char *at;

	mk_json_open_object(out, key);
	mk_json_literal(out, "explanation", mk_explanation_name(finding->explanation));
	at = mk_json_fragments_begin(out, capacity);
	if (at) {
		mk_json_fragments_end(out, put_finding(at, finding));
	}
	mk_json_close_object(out);
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* State of reading a finding; `where` is the member being read. */
struct reader {
	struct mk_finding finding;
	char where[48];
	struct mk_error *error;
};

static enum mk_status fail(const struct reader *reader, const char *what)
{
	return mk_fail(reader->error, MK_MALFORMED, "invalid_finding", reader->where, "%s", what);
}

static enum mk_status read_byte(
	struct reader *reader, const json_t *json, const char *name, int most, uint8_t *byte)
{
	const json_t *member = json_object_get(json, name);

	if (!json_is_integer(member) || json_integer_value(member) < 0 ||
		json_integer_value(member) > most) {
		return fail(reader, "a number is missing, or too large");
	}
	*byte = (uint8_t)json_integer_value(member);
	return MK_OK;
}

/* A missing card is MK_NO_CARD. */
static enum mk_status read_card(
	struct reader *reader, const json_t *json, const char *name, mk_card *card)
{
	const json_t *member = json_object_get(json, name);

	if (!member) {
		return MK_OK;
	}
	*card = json_is_string(member)
			? mk_card_read(json_string_value(member), json_string_length(member))
			: MK_NO_CARD;
	return *card == MK_NO_CARD ? fail(reader, "this is no card") : MK_OK;
}

static enum mk_status read_step(
	struct reader *reader, const json_t *json, struct mk_played_move *step)
{
	struct mk_move *move = &step->move;
	enum mk_status status = read_byte(reader, json, "type", FOUNDATION_TO_COLUMN, &move->kind);

	if (status == MK_OK) {
		status = read_byte(reader, json, "from", DRAW_PILE, &move->from);
	}
	if (status == MK_OK) {
		status = read_byte(reader, json, "to", DRAW_PILE, &move->to);
	}
	if (status == MK_OK) {
		status = read_byte(reader, json, "cut", COLUMN_UP, &move->cut);
	}
	if (status == MK_OK) {
		status = read_card(reader, json, "card", &move->card);
	}
	if (status == MK_OK) {
		status = read_card(reader, json, "revealed", &step->revealed);
	}
	if (status == MK_OK && move->kind < TO_FOUNDATION) {
		status = fail(reader, "there is no such type of move");
	}
	move->more[0] = json_is_true(json_object_get(json, "not_turned")) ? NOT_TURNED
			: json_is_true(json_object_get(json, "earlier"))  ? EARLIER
									  : 0;
	return status;
}

static enum mk_status read_place(struct reader *reader, const json_t *json, struct mk_place *place)
{
	enum mk_status status = read_byte(reader, json, "position", DRAW_PILE, &place->position);

	if (status == MK_OK && json_object_get(json, "index")) {
		status = read_byte(reader, json, "index", PILE, &place->index);
	}
	if (status == MK_OK) {
		status = read_card(reader, json, "card", &place->card);
	}
	if (status == MK_OK && place->card == MK_NO_CARD) {
		status = fail(reader, "a card is missing");
	}
	return status;
}

/* The list `name`; NULL if it is missing or longer than `most`. */
static const json_t *find_list(
	struct reader *reader, const json_t *json, const char *name, size_t most)
{
	const json_t *list = json_object_get(json, name);

	snprintf(reader->where, sizeof reader->where, "/%s", name);
	return json_is_array(list) && json_array_size(list) <= most ? list : NULL;
}

/* At most `most` moves. */
static enum mk_status read_moves(struct reader *reader, const json_t *json, size_t most,
	struct mk_played_move *steps, uint8_t *count)
{
	const json_t *list = find_list(reader, json, "moves", most);
	enum mk_status status = list ? MK_OK : fail(reader, "must be a list of moves");

	for (size_t i = 0; i < json_array_size(list) && status == MK_OK; i++) {
		snprintf(reader->where, sizeof reader->where, "/moves/%zu", i);
		status = read_step(reader, json_array_get(list, i), &steps[(*count)++]);
	}
	return status;
}

static enum mk_status read_steps(struct reader *reader, const json_t *json)
{
	struct mk_finding *finding = &reader->finding;

	return read_moves(reader, json, MK_MAX_FINDING_MOVES, finding->moves, &finding->move_count);
}

static enum mk_status read_revision(
	struct reader *reader, const json_t *json, struct mk_revision *revision)
{
	const json_t *member = json_object_get(json, "revised");
	enum mk_status status;

	if (!member) {
		return MK_OK;
	}
	strcpy(reader->where, "/revised");
	status = read_byte(reader, member, "position", DRAW_PILE, &revision->position);
	if (status == MK_OK) {
		status = read_card(reader, member, "was", &revision->was);
	}
	if (status == MK_OK) {
		status = read_card(reader, member, "card", &revision->card);
	}
	if (status == MK_OK && (revision->was == MK_NO_CARD || revision->card == MK_NO_CARD)) {
		status = fail(reader, "two cards are wanted");
	}
	return status;
}

static enum mk_status read_alternative(
	struct reader *reader, const json_t *json, struct mk_alternative *alternative)
{
	const json_t *odds = json_object_get(json, "odds_against");
	enum mk_status status =
		read_byte(reader, json, "from", MK_MAX_ALTERNATIVES, &alternative->from);

	if (status == MK_OK && (!json_is_integer(odds) || json_integer_value(odds) < 0 ||
				       json_integer_value(odds) > INT16_MAX)) {
		status = fail(reader, "odds_against is a number from 0 to 32767");
	}
	if (status == MK_OK) {
		alternative->odds = (int16_t)-json_integer_value(odds);
		status = read_moves(reader, json, MK_MAX_ALTERNATIVE_MOVES, alternative->moves,
			&alternative->move_count);
	}
	if (status == MK_OK) {
		status = read_revision(reader, json, &alternative->revised);
	}
	return status;
}

static enum mk_status read_alternatives(struct reader *reader, const json_t *json)
{
	const json_t *list;
	struct mk_finding *finding = &reader->finding;
	enum mk_status status = MK_OK;

	finding->weighed = json_is_true(json_object_get(json, "weighed"));
	if (json_object_get(json, "from")) {
		status = read_byte(reader, json, "from", MK_MAX_ALTERNATIVES, &finding->from);
	}
	if (status != MK_OK || !json_object_get(json, "alternatives")) {
		return status;
	}
	list = find_list(reader, json, "alternatives", MK_MAX_ALTERNATIVES);
	if (!list) {
		return fail(reader, "must be a list of at most seven explanations");
	}
	for (size_t i = 0; i < json_array_size(list) && status == MK_OK; i++) {
		status = read_alternative(reader, json_array_get(list, i),
			&finding->alternatives[finding->alternative_count++]);
	}
	return status;
}

static enum mk_status read_revealed(struct reader *reader, const json_t *json)
{
	const json_t *list = find_list(reader, json, "revealed", MK_MAX_REVEALED);
	struct mk_finding *finding = &reader->finding;
	enum mk_status status = MK_OK;

	if (json_object_get(json, "revealed") && !list) {
		status = fail(reader, "must be a list of places");
	}
	for (size_t i = 0; i < json_array_size(list) && status == MK_OK; i++) {
		snprintf(reader->where, sizeof reader->where, "/revealed/%zu", i);
		status = read_place(reader, json_array_get(list, i),
			&finding->revealed[finding->revealed_count++]);
	}
	return status;
}

static enum mk_status read_unreadable(struct reader *reader, const json_t *json)
{
	const json_t *list = find_list(reader, json, "unreadable", MK_MAX_PLACES);
	struct mk_finding *finding = &reader->finding;

	if (!json_object_get(json, "unreadable")) {
		return MK_OK;
	}
	if (!list) {
		return fail(reader, "must be a list of positions");
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *position = json_array_get(list, i);

		if (!json_is_integer(position) || json_integer_value(position) < 0 ||
			json_integer_value(position) > DRAW_PILE) {
			return fail(reader, "this is no position");
		}
		finding->unreadable[finding->unreadable_count++] =
			(uint8_t)json_integer_value(position);
	}
	return MK_OK;
}

static enum mk_status read_unconfirmed(struct reader *reader, const json_t *json)
{
	const json_t *list = find_list(reader, json, "unconfirmed", MK_DECK);

	if (!json_object_get(json, "unconfirmed")) {
		return MK_OK;
	}
	if (!list) {
		return fail(reader, "must be a list of cards");
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *code = json_array_get(list, i);
		mk_card card = json_is_string(code) ? mk_card_read(json_string_value(code),
							      json_string_length(code))
						    : MK_NO_CARD;

		if (card == MK_NO_CARD) {
			return fail(reader, "this is no card");
		}
		reader->finding.unconfirmed |= MK_CARD_BIT(card);
	}
	return MK_OK;
}

/* Only accepted findings are ever stored. */
static enum mk_status read_explanation(struct reader *reader, const json_t *json)
{
	const char *name = json_string_value(json_object_get(json, "explanation"));

	strcpy(reader->where, "/explanation");
	for (int i = MK_FIRST; i <= MK_SEVERAL_MOVES; i++) {
		if (name && strcmp(name, mk_explanation_name((enum mk_explanation)i)) == 0) {
			reader->finding.explanation = (enum mk_explanation)i;
			return MK_OK;
		}
	}
	return fail(reader, "this is no accepted finding");
}

enum mk_status klondike_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error)
{
	struct reader reader = {.error = error};
	enum mk_status status = read_explanation(&reader, json);

	if (status == MK_OK) {
		status = read_steps(&reader, json);
	}
	if (status == MK_OK) {
		status = read_revealed(&reader, json);
	}
	if (status == MK_OK) {
		status = read_unreadable(&reader, json);
	}
	if (status == MK_OK) {
		status = read_revision(&reader, json, &reader.finding.revised);
	}
	if (status == MK_OK) {
		status = read_unconfirmed(&reader, json);
	}
	if (status == MK_OK && json_object_get(json, "gaps")) {
		strcpy(reader.where, "/gaps");
		status = read_byte(&reader, json, "gaps", GAPS_MAX, &reader.finding.gaps);
	}
	if (status == MK_OK && json_object_get(json, "hidden")) {
		strcpy(reader.where, "/hidden");
		status = read_byte(&reader, json, "hidden", HIDDEN_NONE, &reader.finding.hidden);
	}
	if (status == MK_OK) {
		status = read_alternatives(&reader, json);
	}
	if (status == MK_OK) {
		*finding = reader.finding;
	}
	return status;
}
