/*
 * FreeCell as JSON and on one line. Snapshots and tables have the same members, whole columns with
 * the front card last: {"cells":["4S"],"foundations":["AC"],"columns":[["JD","KD"],...]}. On a
 * line: four cells, four foundations, eight columns, cards of a column apart by blanks, "XX" for
 * nothing.
 */
#include "base/json.h"
#include "games/common/move_error.h"
#include "games/freecell/game.h"

#include <jansson.h>
#include <stdio.h>
#include <strings.h>

/* The piles in the order of the one-line form. */
static const struct group {
	const char *name;
	uint8_t first, count;
} groups[] = {
	{"cells", FIRST_CELL, CELLS},
	{"foundations", FIRST_FOUNDATION, MK_SUITS},
	{"columns", 0, COLUMNS},
};
enum { GROUPS = sizeof groups / sizeof *groups };

const struct mk_member freecell_table_members[] = {
	{"cells", NULL}, {"foundations", NULL}, {"columns", NULL}, {0}};
const struct mk_member freecell_move_members[] = {{"kind", NULL}, {"from", NULL}, {"to", NULL},
	{"count", NULL}, {"card", NULL}, {"revealed", NULL}, {0}};

/* ---- Piles ---------------------------------------------------------------------------------- */

struct pile_reader {
	struct freecell_view table;
	mk_cards seen;
	struct mk_error *error;
};

static enum mk_status read_slot(struct pile_reader *reader, unsigned position, const char *word,
	size_t length, const char *where)
{
	struct freecell_view *table = &reader->table;
	mk_card card = mk_card_read(word, length);

	if ((length == 2 && strncasecmp(word, "XX", 2) == 0) || (length == 1 && *word == '-')) {
		return MK_OK;
	}
	if (length == 2 && strncasecmp(word, "UU", 2) == 0) {
		card = FREECELL_UNREADABLE;
	} else if (card == MK_NO_CARD) {
		return mk_fail_bad_card(reader->error, where, word, length);
	} else if (reader->seen & MK_CARD_BIT(card)) {
		return move_error_duplicate_card(reader->error, where, card);
	} else {
		reader->seen |= MK_CARD_BIT(card);
	}
	if (position >= FIRST_FOUNDATION && card == FREECELL_UNREADABLE) {
		table->up[position - FIRST_FOUNDATION] = FREECELL_UP_UNREADABLE;
	} else if (position >= FIRST_FOUNDATION) {
		if (position != FIRST_FOUNDATION + mk_suit(card)) {
			return mk_fail(reader->error, MK_IMPOSSIBLE, "invalid_card", where,
				"foundations are clubs, diamonds, hearts and spades");
		}
		table->up[mk_suit(card)] = (uint8_t)mk_rank(card);
	} else if (position >= FIRST_CELL) {
		table->cell[position - FIRST_CELL] = card;
	} else if (table->count[position] == COLUMN_SIZE) {
		return mk_fail_expected_in(reader->error, "invalid_slot_count", where,
			MK_WANTED_NUMBER_IN, 0, COLUMN_SIZE);
	} else {
		table->column[position][table->count[position]++] = card;
	}
	return MK_OK;
}

static enum mk_status read_json_slot(
	struct pile_reader *reader, unsigned position, const json_t *json, const char *where)
{
	if (json_is_null(json)) {
		return MK_OK;
	}
	if (!json_is_string(json)) {
		return mk_fail_expected(reader->error, "invalid_type", where, MK_WANTED_CARD);
	}
	return read_slot(
		reader, position, json_string_value(json), json_string_length(json), where);
}

static enum mk_status read_pile(
	struct pile_reader *reader, unsigned position, const json_t *json, const char *where)
{
	enum mk_status status = MK_OK;
	char slot[64];

	if (position >= FIRST_CELL) {
		return read_json_slot(reader, position, json, where);
	}
	if (!json_is_array(json)) {
		return mk_fail(reader->error, MK_MALFORMED, "invalid_type", where,
			"must be a list of cards");
	}
	for (size_t i = 0; i < json_array_size(json) && status == MK_OK; i++) {
		snprintf(slot, sizeof slot, "%s/%zu", where, i);
		status = read_json_slot(reader, position, json_array_get(json, i), slot);
	}
	return status;
}

static enum mk_status read_group(
	struct pile_reader *reader, const struct group *group, const json_t *json)
{
	enum mk_status status = MK_OK;
	char where[32];

	snprintf(where, sizeof where, "/%s", group->name);
	if (!json_is_array(json)) {
		return mk_fail(reader->error, MK_MALFORMED, json ? "invalid_type" : "missing_field",
			where, "must be a list");
	}
	if (json_array_size(json) != group->count) {
		return mk_fail_expected_in(reader->error, "invalid_slot_count", where,
			MK_WANTED_SLOT_COUNT, group->count, (long long)json_array_size(json));
	}
	for (unsigned i = 0; i < json_array_size(json) && status == MK_OK; i++) {
		snprintf(where, sizeof where, "/%s/%u", group->name, i);
		status = read_pile(reader, group->first + i, json_array_get(json, i), where);
	}
	return status;
}

static enum mk_status read_groups(struct pile_reader *reader, const json_t *json)
{
	enum mk_status status = MK_OK;

	for (int i = 0; i < GROUPS && status == MK_OK; i++) {
		status = read_group(reader, &groups[i], json_object_get(json, groups[i].name));
	}
	return status;
}

enum mk_status freecell_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error)
{
	struct pile_reader reader = {.error = error};
	enum mk_status status = read_groups(&reader, json);

	if (status == MK_OK) {
		memcpy(seen, &reader.table, sizeof reader.table);
	}
	return status;
}

/* ---- One line ------------------------------------------------------------------------------- */

static unsigned position_of_slot(unsigned slot)
{
	return slot < CELLS + MK_SUITS ? FIRST_CELL + slot : slot - CELLS - MK_SUITS;
}

/* The cards of one slot, apart by blanks. */
static enum mk_status read_line_slot(
	struct pile_reader *reader, unsigned slot, const char *text, const char *end)
{
	enum mk_status status = MK_OK;
	char where[16];

	snprintf(where, sizeof where, "/%u", slot);
	while (status == MK_OK && text < end) {
		size_t length = strcspn(text, " \t\r\n,");

		length = length < (size_t)(end - text) ? length : (size_t)(end - text);
		if (length > 0) {
			status = read_slot(reader, position_of_slot(slot), text, length, where);
		}
		text += length + 1;
	}
	return status;
}

enum mk_status freecell_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error)
{
	struct pile_reader reader = {.error = error};
	enum mk_status status = MK_OK;
	const char *end = line + length;
	unsigned slot = 0;

	for (; status == MK_OK && line <= end && slot < POSITIONS; slot++) {
		const char *comma = memchr(line, ',', (size_t)(end - line));

		comma = comma ? comma : end;
		status = read_line_slot(&reader, slot, line, comma);
		line = comma + 1;
	}
	if (status == MK_OK && (slot < POSITIONS || line <= end)) {
		return mk_fail_expected_in(error, "invalid_slot_count", "", MK_WANTED_SLOT_COUNT,
			POSITIONS, slot < POSITIONS ? slot : POSITIONS + 1);
	}
	if (status == MK_OK) {
		memcpy(seen, &reader.table, sizeof reader.table);
	}
	return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static const char *slot_code(const struct freecell_view *table, unsigned position, unsigned index)
{
	mk_card card = position < FIRST_CELL ? table->column[position][index]
		       : position < FIRST_FOUNDATION
			       ? table->cell[position - FIRST_CELL]
			       : freecell_foundation(table, position - FIRST_FOUNDATION);

	return card == FREECELL_UNREADABLE ? "UU" : mk_card_code(card);
}

static void write_group(
	struct mk_text *out, const struct group *group, const struct freecell_view *table)
{
	mk_json_open_array(out, group->name);
	for (unsigned at = group->first; at < group->first + group->count; at++) {
		if (at >= FIRST_CELL) {
			mk_json_literal(out, NULL, slot_code(table, at, 0));
			continue;
		}
		mk_json_open_array(out, NULL);
		for (unsigned i = 0; i < table->count[at]; i++) {
			mk_json_literal(out, NULL, slot_code(table, at, i));
		}
		mk_json_close_array(out);
	}
	mk_json_close_array(out);
}

void freecell_write_table(struct mk_text *out, const struct mk_view *view)
{
	for (int i = 0; i < GROUPS; i++) {
		write_group(out, &groups[i], freecell_of(view));
	}
}

void freecell_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *seen)
{
	mk_json_open_object(out, key);
	freecell_write_table(out, (const struct mk_view *)seen);
	mk_json_close_object(out);
}

void freecell_write_line(struct mk_text *out, const struct mk_snapshot *seen)
{
	const struct freecell_view *table = (const struct freecell_view *)seen;

	for (unsigned slot = 0; slot < POSITIONS; slot++) {
		unsigned at = position_of_slot(slot);
		unsigned count = at < FIRST_CELL ? table->count[at] : 1;

		mk_text_put(out, slot ? "," : "");
		mk_text_put(out, count ? "" : "XX");
		for (unsigned i = 0; i < count; i++) {
			mk_text_put(out, i ? " " : "");
			mk_text_put(out, slot_code(table, at, i));
		}
	}
}

void freecell_write_place(struct mk_text *out, int position)
{
	int group = position < FIRST_CELL ? 2 : position < FIRST_FOUNDATION ? 0 : 1;

	mk_text_format(out, "/%s/%d", groups[group].name, position - groups[group].first);
}

/* A table on which no card is known yet is written with empty piles. */
enum mk_status freecell_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error)
{
	struct freecell_view begun;
	struct pile_reader reader = {.error = error};
	struct mk_finding finding;
	enum mk_status status = read_groups(&reader, json);

	freecell_init_view((struct mk_view *)&begun, rules);
	if (status == MK_OK && (reader.seen || reader.table.up[0])) {
		begun = (struct freecell_view){.cells = begun.cells, .in_suit = begun.in_suit};
		status = freecell_apply_snapshot((struct mk_view *)&begun,
			(const struct mk_snapshot *)&reader.table, NULL, &finding, error);
		if (status == MK_OK && !begun.known) {
			status = mk_fail(error, MK_MALFORMED, "invalid_card", "/columns",
				"every card of a table is known");
		}
	}
	if (status == MK_OK) {
		memcpy(view, &begun, sizeof begun);
	}
	return status;
}

/* ---- Moves ---------------------------------------------------------------------------------- */

static const char *const kinds[] = {
	[TO_COLUMN] = "to_column", [TO_CELL] = "to_cell", [TO_FOUNDATION] = "to_foundation"};

void freecell_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	(void)view;
	mk_json_literal(out, "kind", kinds[move.kind]);
	mk_json_int(out, "from", move.from);
	mk_json_int(out, "to", move.to);
	mk_json_int(out, "count", move.cut);
	mk_json_literal(out, "card", mk_card_code(move.card));
}

static void write_short_place(struct mk_text *out, unsigned position)
{
	if (position < FIRST_CELL) {
		mk_text_int(out, position + 1);
	} else {
		mk_text_char(out,
			position < FIRST_FOUNDATION ? (char)('a' + position - FIRST_CELL) : 'h');
	}
}

/* The notation of FreeCell players: columns 1 to 8, cells a to d, h for home. */
void freecell_write_short(struct mk_text *out, struct mk_move move)
{
	write_short_place(out, move.from);
	write_short_place(out, move.to);
	if (move.cut > 1) {
		mk_text_format(out, "(%d)", move.cut);
	}
}

/* A member as far as the client gave it: `most` + 1 where it did not. */
static enum mk_status read_number(const json_t *json, const char *name, unsigned most,
	unsigned *number, struct mk_error *error)
{
	const json_t *member = json_object_get(json, name);
	char where[16];

	snprintf(where, sizeof where, "/%s", name);
	*number = most + 1;
	if (!member || json_is_null(member)) {
		return MK_OK;
	}
	if (!json_is_integer(member)) {
		return mk_fail_expected(error, "invalid_type", where, MK_WANTED_NUMBER);
	}
	if (json_integer_value(member) < 0 || json_integer_value(member) > most) {
		return mk_fail_expected_in(
			error, "invalid_value", where, MK_WANTED_NUMBER_IN, 0, most);
	}
	*number = (unsigned)json_integer_value(member);
	return MK_OK;
}

/* True if `move` is what the client reports; a target equal to the listed one is taken over. */
static bool is_reported(const struct freecell_view *view, const unsigned reported[3], mk_card card,
	const char *kind, struct mk_move *move)
{
	bool other_target = reported[1] < POSITIONS && reported[1] != move->to;

	if (other_target && reported[1] < FIRST_FOUNDATION && move->kind != TO_FOUNDATION &&
		!freecell_front(view, move->to) && !freecell_front(view, reported[1])) {
		move->to = (uint8_t)reported[1];
		other_target = !freecell_allows(view, *move);
	}
	return !other_target && (!kind || strcmp(kind, kinds[move->kind]) == 0) &&
	       (reported[0] >= FIRST_FOUNDATION || reported[0] == move->from) &&
	       (reported[2] > MK_RANKS || reported[2] == move->cut) &&
	       (card == MK_NO_CARD || card == move->card);
}

static enum mk_status find_reported(const struct mk_view *view, const unsigned reported[3],
	mk_card card, const char *kind, struct mk_move *move, struct mk_error *error)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = freecell_of(view)->known ? freecell_moves(view, moves) : 0, found = 0;

	for (size_t i = 0; i < count; i++) {
		if (is_reported(freecell_of(view), reported, card, kind, &moves[i])) {
			moves[found++] = moves[i];
		}
	}
	if (found > 1) {
		return mk_fail(error, MK_IMPOSSIBLE, "ambiguous_move", "",
			"several legal moves are like this: say from, to and count");
	}
	if (found == 0) {
		return move_error_illegal(error, "");
	}
	*move = moves[0];
	return MK_OK;
}

static enum mk_status read_card(
	const json_t *json, const char *name, mk_card *card, struct mk_error *error)
{
	const json_t *member = json_object_get(json, name);
	char where[16];

	snprintf(where, sizeof where, "/%s", name);
	if (!member || json_is_null(member)) {
		return MK_OK;
	}
	*card = json_is_string(member)
			? mk_card_read(json_string_value(member), json_string_length(member))
			: MK_NO_CARD;
	return *card != MK_NO_CARD ? MK_OK
				   : mk_fail_bad_card(error, where, json_string_value(member),
					     json_string_length(member));
}

enum mk_status freecell_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	const json_t *kind = json_object_get(json, "kind");
	unsigned reported[3];
	mk_card card = MK_NO_CARD, turned_up = MK_NO_CARD;
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	if (kind && !json_is_null(kind) && !json_is_string(kind)) {
		return mk_fail_expected(error, "invalid_type", "/kind", MK_WANTED_TEXT);
	}
	status = read_number(json, "from", FIRST_FOUNDATION - 1, &reported[0], error);
	if (status == MK_OK) {
		status = read_number(json, "to", POSITIONS - 1, &reported[1], error);
	}
	if (status == MK_OK) {
		status = read_number(json, "count", MK_RANKS, &reported[2], error);
	}
	if (status == MK_OK) {
		status = read_card(json, "card", &card, error);
	}
	if (status == MK_OK) {
		status = read_card(json, "revealed", &turned_up, error);
	}
	if (status == MK_OK) {
		status = find_reported(view, reported, card, json_string_value(kind), move, error);
	}
	if (status == MK_OK) {
		*revealed = turned_up;
	}
	return status;
}

/* ---- Findings ------------------------------------------------------------------------------- */

void freecell_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	mk_json_open_object(out, key);
	mk_json_literal(out, "explanation", mk_explanation_name(finding->explanation));
	mk_json_open_array(out, "moves");
	for (int i = 0; i < finding->move_count; i++) {
		mk_json_open_object(out, NULL);
		freecell_write_move(out, NULL, finding->moves[i].move);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
	mk_json_open_array(out, "revealed");
	for (int i = 0; i < finding->revealed_count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_int(out, "position", finding->revealed[i].position);
		mk_json_literal(out, "card", mk_card_code(finding->revealed[i].card));
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
	mk_json_open_array(out, "foundations");
	for (int i = 0; i < finding->counted_count; i++) {
		mk_json_int(out, NULL, finding->counted[i]);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

static bool read_found_move(const json_t *json, struct mk_move *move)
{
	unsigned from, to, count;
	const char *kind = json_string_value(json_object_get(json, "kind"));

	if (read_number(json, "from", FIRST_FOUNDATION - 1, &from, NULL) != MK_OK ||
		read_number(json, "to", POSITIONS - 1, &to, NULL) != MK_OK ||
		read_number(json, "count", MK_RANKS, &count, NULL) != MK_OK ||
		read_card(json, "card", &move->card, NULL) != MK_OK || !kind ||
		from >= FIRST_FOUNDATION || to >= POSITIONS || count > MK_RANKS) {
		return false;
	}
	for (uint8_t i = TO_COLUMN; i <= TO_FOUNDATION; i++) {
		move->kind = strcmp(kind, kinds[i]) == 0 ? i : move->kind;
	}
	move->from = (uint8_t)from;
	move->to = (uint8_t)to;
	move->cut = (uint8_t)count;
	return move->kind != 0;
}

static bool read_found_lists(const json_t *json, struct mk_finding *finding)
{
	const json_t *moves = json_object_get(json, "moves"), *member;
	const json_t *revealed = json_object_get(json, "revealed");
	const json_t *foundations = json_object_get(json, "foundations");
	unsigned position;
	size_t i;

	if (json_array_size(moves) > MK_MAX_FINDING_MOVES || json_array_size(revealed) > MK_DECK ||
		json_array_size(foundations) > MK_SUITS) {
		return false;
	}
	json_array_foreach(moves, i, member)
	{
		if (!read_found_move(member, &finding->moves[finding->move_count++].move)) {
			return false;
		}
	}
	json_array_foreach(revealed, i, member)
	{
		struct mk_place *place = &finding->revealed[finding->revealed_count++];

		if (read_number(member, "position", FIRST_FOUNDATION - 1, &position, NULL) !=
				MK_OK ||
			read_card(member, "card", &place->card, NULL) != MK_OK) {
			return false;
		}
		place->position = (uint8_t)position;
	}
	json_array_foreach(foundations, i, member)
	{
		json_int_t rank = json_integer_value(member);

		if (!json_is_integer(member) || rank < 0 || rank > MK_RANKS) {
			return false;
		}
		finding->counted[finding->counted_count++] = (uint32_t)rank;
	}
	return true;
}

enum mk_status freecell_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error)
{
	const char *name = json_string_value(json_object_get(json, "explanation"));
	struct mk_finding read = {.explanation = MK_CONTRADICTION};

	for (int i = MK_FIRST; name && i <= MK_SEVERAL_MOVES; i++) {
		if (strcmp(name, mk_explanation_name((enum mk_explanation)i)) == 0) {
			read.explanation = (enum mk_explanation)i;
		}
	}
	if (read.explanation == MK_CONTRADICTION || !read_found_lists(json, &read)) {
		return mk_fail(
			error, MK_MALFORMED, "invalid_finding", "", "this was never written");
	}
	*finding = read;
	return MK_OK;
}
