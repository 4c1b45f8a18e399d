/* Piles as JSON, as a line and as JSON pointers, and their comparison. */
#include "base/json.h"
#include "games/common/line.h"
#include "games/common/move_error.h"

#include <jansson.h>
#include <makker/game.h>
#include <stdio.h>

enum { PILE_POINTER = 48, PILE_TITLE = 96 };

/* NOLINTBEGIN(bugprone-macro-parentheses): a name is no expression. */
#define FOR_EACH_KIND(kind, kinds) \
	for (const struct mk_pile_kind *kind = (kinds); kind->name; kind++)
/* NOLINTEND(bugprone-macro-parentheses) */

const struct mk_pile_kind *mk_pile_kind_at(const struct mk_pile_kind *kinds, int position)
{
	FOR_EACH_KIND(kind, kinds)
	{
		if (position >= kind->first && position < kind->first + kind->count) {
			return kind;
		}
	}
	return NULL;
}

const struct mk_phrase *mk_pile_titles(const struct mk_pile_kind *kind)
{
	return kind->count > 1 ? &kind->titles : &kind->title;
}

void mk_pile_write_title(struct mk_text *out, enum mk_language language,
	const struct mk_pile_kind *kinds, int position)
{
	const struct mk_pile_kind *kind = mk_pile_kind_at(kinds, position);

	if (!kind) {
		return;
	}
	mk_text_put(out, mk_phrase_in(&kind->title, language));
	if (kind->count > 1) {
		mk_text_format(out, " %d", position - kind->first + 1);
	}
}

int mk_pile_positions(const struct mk_pile_kind *kinds)
{
	int positions = 0;

	FOR_EACH_KIND(kind, kinds)
	{
		positions += kind->count;
	}
	return positions;
}

mk_card mk_pile_front(const struct mk_pile *pile)
{
	bool listed = pile->count > 0 && pile->count <= MK_MAX_PILE_CARDS;

	return listed && mk_is_card(pile->card[pile->count - 1]) ? pile->card[pile->count - 1]
								 : MK_NO_CARD;
}

void mk_piles_write_place(struct mk_text *out, const struct mk_pile_kind *kinds, int position)
{
	const struct mk_pile_kind *kind = mk_pile_kind_at(kinds, position);

	if (!kind) {
		return;
	}
	mk_text_char(out, '/');
	mk_text_put(out, kind->name);
	if (!kind->single) {
		mk_text_char(out, '/');
		mk_text_int(out, position - kind->first);
	}
}

/* Reduces a pile to what is visible: for a pile of fronts, the front card only. */
static void keep_visible(const struct mk_pile_kind *kind, struct mk_pile *pile)
{
	struct mk_pile visible = {.count = pile->count};

	switch (kind->content) {
	case MK_PILE_FRONT:
		visible.count = pile->count > 0;
		visible.card[0] = mk_pile_front(pile);
		break;
	case MK_PILE_CARDS:
		return;
	case MK_PILE_NUMBER:
		break;
	}
	*pile = visible;
}

void mk_piles_of_view(
	const struct mk_game *game, const struct mk_view *view, struct mk_piles *piles)
{
	memset(piles, 0, sizeof *piles);
	FOR_EACH_KIND(kind, game->piles)
	{
		for (int i = kind->first; i < kind->first + kind->count; i++) {
			game->pile(view, i, &piles->pile[i]);
			keep_visible(kind, &piles->pile[i]);
		}
	}
}

/* ---- Writing -------------------------------------------------------------------------------- */

static const char *slot_word(mk_card slot)
{
	return slot == MK_CARD_UNREADABLE  ? "UU"
	       : slot == MK_CARD_FACE_DOWN ? "BACK"
					   : mk_card_code(slot);
}

static void write_cards_of(struct mk_text *out, const char *key, const struct mk_pile *pile)
{
	mk_json_open_array(out, key);
	for (uint32_t i = 0; i < pile->count; i++) {
		mk_json_literal(out, NULL, slot_word(pile->card[i]));
	}
	mk_json_close_array(out);
}

static void write_pile(struct mk_text *out, const char *key, const struct mk_pile_kind *kind,
	const struct mk_pile *pile)
{
	if (pile->count == MK_PILE_UNSEEN) {
		mk_json_literal(out, key, "UU");
		return;
	}
	switch (kind->content) {
	case MK_PILE_FRONT:
		mk_json_literal(out, key, slot_word(pile->count ? pile->card[0] : MK_NO_CARD));
		return;
	case MK_PILE_CARDS:
		write_cards_of(out, key, pile);
		return;
	case MK_PILE_NUMBER:
		mk_json_int(out, key, pile->count);
		return;
	}
}

void mk_piles_write(
	struct mk_text *out, const struct mk_pile_kind *kinds, const struct mk_piles *piles)
{
	FOR_EACH_KIND(kind, kinds)
	{
		const struct mk_pile *pile = &piles->pile[kind->first];

		if (kind->single) {
			if (!kind->optional || pile->count != MK_PILE_UNSEEN) {
				write_pile(out, kind->name, kind, pile);
			}
			continue;
		}
		mk_json_open_array(out, kind->name);
		for (int i = 0; i < kind->count; i++) {
			write_pile(out, NULL, kind, &pile[i]);
		}
		mk_json_close_array(out);
	}
}

static void put_line_pile(
	struct mk_text *out, const struct mk_pile_kind *kind, const struct mk_pile *pile)
{
	if (pile->count == MK_PILE_UNSEEN) {
		mk_text_put(out, "UU");
	} else if (kind->content == MK_PILE_NUMBER) {
		mk_text_int(out, pile->count);
	} else if (pile->count == 0) {
		mk_text_put(out, kind->content == MK_PILE_FRONT ? "XX" : "-");
	}
	for (uint32_t i = 0;
		kind->content != MK_PILE_NUMBER && i < pile->count && pile->count != MK_PILE_UNSEEN;
		i++) {
		mk_text_put(out, i ? " " : "");
		mk_text_put(out, slot_word(pile->card[i]));
	}
}

void mk_piles_write_line(
	struct mk_text *out, const struct mk_pile_kind *kinds, const struct mk_piles *piles)
{
	bool comma = false;

	FOR_EACH_KIND(kind, kinds)
	{
		for (int i = 0; i < kind->count && !kind->optional; i++) {
			mk_text_put(out, comma ? "," : "");
			put_line_pile(out, kind, &piles->pile[kind->first + i]);
			comma = true;
		}
	}
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* State of reading piles; `read` are the cards so far, `where` the pointer of the place. */
struct pile_reader {
	const struct mk_game *game;
	struct mk_piles piles;
	mk_cards read;
	struct mk_error *error;
	char where[PILE_POINTER];
};

static void point_to(struct pile_reader *reader, int position)
{
	struct mk_text text;

	mk_text_fixed(&text, reader->where, sizeof reader->where);
	mk_piles_write_place(&text, reader->game->piles, position);
}

static enum mk_status expected(
	const struct pile_reader *reader, const char *code, enum mk_wanted thing)
{
	return mk_fail_expected(reader->error, code, reader->where, thing);
}

/* Appends a card, "UU" or "BACK" to the pile. */
static enum mk_status append_slot(struct pile_reader *reader, const struct mk_pile_kind *kind,
	struct mk_pile *pile, const char *word, size_t length)
{
	mk_card slot = line_is_word(word, length, "UU")     ? MK_CARD_UNREADABLE
		       : line_is_word(word, length, "BACK") ? MK_CARD_FACE_DOWN
							    : mk_card_read(word, length);

	if (slot == MK_NO_CARD) {
		return mk_fail_bad_card(reader->error, reader->where, word, length);
	}
	if (pile->count >= kind->max || pile->count >= MK_MAX_PILE_CARDS) {
		return mk_fail_expected_in(reader->error, "invalid_slot_count", reader->where,
			MK_WANTED_SLOT_COUNT, kind->max, (long long)pile->count + 1);
	}
	if (mk_is_card(slot)) {
		if (reader->read & MK_CARD_BIT(slot) && !reader->game->has_duplicate_cards) {
			return move_error_duplicate_card(reader->error, reader->where, slot);
		}
		reader->read |= MK_CARD_BIT(slot);
	}
	pile->card[pile->count++] = slot;
	return MK_OK;
}

static enum mk_status read_front(struct pile_reader *reader, const struct mk_pile_kind *kind,
	struct mk_pile *pile, const char *word, size_t length)
{
	if (line_is_word(word, length, "XX") || line_is_word(word, length, "-")) {
		return MK_OK;
	}
	return append_slot(reader, kind, pile, word, length);
}

static enum mk_status read_listed(struct pile_reader *reader, const struct mk_pile_kind *kind,
	struct mk_pile *pile, const json_t *json)
{
	size_t length = strlen(reader->where);
	const json_t *member;
	enum mk_status status = MK_OK;
	size_t i;

	if (json_array_size(json) > kind->max) {
		return mk_fail_expected_in(reader->error, "invalid_slot_count", reader->where,
			MK_WANTED_SLOT_COUNT, kind->max, (long long)json_array_size(json));
	}
	json_array_foreach(json, i, member)
	{
		snprintf(reader->where + length, sizeof reader->where - length, "/%zu", i);
		status = json_is_string(member)
				 ? append_slot(reader, kind, pile, json_string_value(member),
					   json_string_length(member))
				 : expected(reader, "invalid_type", MK_WANTED_CARD);
		if (status != MK_OK) {
			return status;
		}
	}
	return status;
}

static enum mk_status read_number_of_cards(struct pile_reader *reader,
	const struct mk_pile_kind *kind, struct mk_pile *pile, const json_t *json)
{
	json_int_t number = json_integer_value(json);

	if (!json_is_integer(json)) {
		return expected(reader, "invalid_type", MK_WANTED_NUMBER);
	}
	if (number < 0 || number > (json_int_t)kind->max) {
		return mk_fail_expected_in(reader->error, "invalid_value", reader->where,
			MK_WANTED_NUMBER_IN, 0, kind->max);
	}
	pile->count = (uint32_t)number;
	return MK_OK;
}

static enum mk_status read_pile(struct pile_reader *reader, const struct mk_pile_kind *kind,
	int position, const json_t *json)
{
	struct mk_pile *pile = &reader->piles.pile[position];
	const char *word = json_string_value(json);
	size_t length = json_string_length(json);

	point_to(reader, position);
	if (word && line_is_word(word, length, "UU") && kind->content == MK_PILE_NUMBER) {
		pile->count = MK_PILE_UNSEEN;
		return MK_OK;
	}
	switch (kind->content) {
	case MK_PILE_FRONT:
		return word ? read_front(reader, kind, pile, word, length)
			    : expected(reader, "invalid_type", MK_WANTED_SLOT);
	case MK_PILE_CARDS:
		return json_is_array(json) ? read_listed(reader, kind, pile, json)
					   : expected(reader, "invalid_type", MK_WANTED_CARDS);
	case MK_PILE_NUMBER:
		break;
	}
	return read_number_of_cards(reader, kind, pile, json);
}

static enum mk_status read_missing(struct pile_reader *reader, const struct mk_pile_kind *kind)
{
	for (int i = 0; i < kind->count; i++) {
		reader->piles.pile[kind->first + i].count = MK_PILE_UNSEEN;
	}
	return kind->optional ? MK_OK : mk_fail_missing(reader->error, reader->where);
}

/* Reads the member of a kind: the pile itself, or exactly `count` piles. */
static enum mk_status read_kind(
	struct pile_reader *reader, const struct mk_pile_kind *kind, const json_t *json)
{
	const json_t *list = json_object_get(json, kind->name);
	enum mk_status status = MK_OK;

	snprintf(reader->where, sizeof reader->where, "/%s", kind->name);
	if (!list) {
		return read_missing(reader, kind);
	}
	if (kind->single) {
		return read_pile(reader, kind, kind->first, list);
	}
	if (!json_is_array(list)) {
		return mk_fail_expected_in(reader->error, "invalid_type", reader->where,
			MK_WANTED_SLOTS, kind->count, 0);
	}
	if (json_array_size(list) != kind->count) {
		return mk_fail_expected_in(reader->error, "invalid_slot_count", reader->where,
			MK_WANTED_SLOT_COUNT, kind->count, (long long)json_array_size(list));
	}
	for (int i = 0; i < kind->count && status == MK_OK; i++) {
		status = read_pile(reader, kind, kind->first + i, json_array_get(list, (size_t)i));
	}
	return status;
}

enum mk_status mk_piles_read(const struct mk_game *game, const struct json_t *json,
	struct mk_piles *piles, struct mk_error *error)
{
	struct pile_reader reader = {.game = game, .error = error};
	enum mk_status status = json_is_object(json) ? MK_OK
						     : mk_fail_expected(error, "invalid_type", "",
							       MK_WANTED_OBJECT);

	for (const struct mk_pile_kind *kind = game->piles; kind->name && status == MK_OK; kind++) {
		status = read_kind(&reader, kind, json);
	}
	if (status == MK_OK) {
		*piles = reader.piles;
	}
	return status;
}

/* ---- One line ------------------------------------------------------------------------------- */

static enum mk_status read_line_number(struct pile_reader *reader, const struct mk_pile_kind *kind,
	struct mk_pile *pile, const char *word, size_t length)
{
	uint64_t number = 0;

	if (line_is_word(word, length, "UU")) {
		pile->count = MK_PILE_UNSEEN;
		return MK_OK;
	}
	for (size_t i = 0; i < length; i++) {
		if (word[i] < '0' || word[i] > '9' || number > kind->max) {
			return expected(reader, "invalid_value", MK_WANTED_NUMBER);
		}
		number = 10 * number + (uint64_t)(word[i] - '0');
	}
	if (number > kind->max) {
		return expected(reader, "invalid_value", MK_WANTED_NUMBER);
	}
	pile->count = (uint32_t)number;
	return MK_OK;
}

/* Reads the words of one slot of the line. */
static enum mk_status read_line_slot(struct pile_reader *reader, const struct mk_pile_kind *kind,
	int position, struct line_part slot)
{
	struct mk_pile *pile = &reader->piles.pile[position];
	enum mk_status status = MK_OK;
	struct line_part word;

	point_to(reader, position);
	if (slot.length == 0 && kind->content != MK_PILE_CARDS) {
		return expected(reader, "invalid_card", MK_WANTED_CARD);
	}
	while (status == MK_OK && line_take_word(&slot, &word)) {
		if (kind->content == MK_PILE_NUMBER) {
			status = read_line_number(reader, kind, pile, word.text, word.length);
		} else if (kind->content == MK_PILE_FRONT && pile->count > 0) {
			status = expected(reader, "invalid_value", MK_WANTED_CARD);
		} else {
			status = read_front(reader, kind, pile, word.text, word.length);
		}
	}
	return status;
}

/* The slots of the line are the piles whose kind is not optional. */
static int line_slots(const struct mk_pile_kind *kinds)
{
	int slots = 0;

	FOR_EACH_KIND(kind, kinds)
	{
		slots += kind->optional ? 0 : kind->count;
	}
	return slots;
}

static enum mk_status read_line_kind(
	struct pile_reader *reader, const struct mk_pile_kind *kind, struct line_part *rest)
{
	enum mk_status status = MK_OK;

	for (int i = 0; i < kind->count && status == MK_OK; i++) {
		if (kind->optional) {
			reader->piles.pile[kind->first + i].count = MK_PILE_UNSEEN;
		} else {
			status =
				read_line_slot(reader, kind, kind->first + i, line_take_slot(rest));
		}
	}
	return status;
}

enum mk_status mk_piles_read_line(const struct mk_game *game, const char *line, size_t length,
	struct mk_piles *piles, struct mk_error *error)
{
	struct pile_reader reader = {.game = game, .error = error};
	struct line_part rest = {line, length};
	int slots = line_count_slots(rest), wanted = line_slots(game->piles);
	enum mk_status status = MK_OK;

	if (slots != wanted) {
		return mk_fail_expected_in(
			error, "invalid_slot_count", "", MK_WANTED_SLOT_COUNT, wanted, slots);
	}
	for (const struct mk_pile_kind *kind = game->piles; kind->name && status == MK_OK; kind++) {
		status = read_line_kind(&reader, kind, &rest);
	}
	if (status == MK_OK) {
		*piles = reader.piles;
	}
	return status;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

/* The number of consecutive readable cards of a pile, from the deepest one. */
static uint32_t readable_cards(const struct mk_pile_kind *kind, const struct mk_pile *pile)
{
	uint32_t count = kind->content == MK_PILE_NUMBER ? pile->count : 0;

	while (count < pile->count && mk_is_card(pile->card[count])) {
		count++;
	}
	return count;
}

static bool is_readable_pile(const struct mk_pile_kind *kind, const struct mk_pile *pile)
{
	return pile->count == MK_PILE_UNSEEN ? kind->optional
					     : readable_cards(kind, pile) == pile->count;
}

int mk_piles_list_unreadable(
	const struct mk_pile_kind *kinds, const struct mk_piles *piles, struct mk_finding *finding)
{
	int unreadable = 0;

	FOR_EACH_KIND(kind, kinds)
	{
		for (int i = kind->first; i < kind->first + kind->count; i++) {
			if (is_readable_pile(kind, &piles->pile[i])) {
				continue;
			}
			unreadable++;
			if (finding->unreadable_count < MK_MAX_PLACES) {
				finding->unreadable[finding->unreadable_count++] = (uint8_t)i;
			}
		}
	}
	return unreadable;
}

enum mk_status mk_piles_check_readable(
	const struct mk_pile_kind *kinds, const struct mk_piles *piles, struct mk_error *error)
{
	struct mk_finding finding = {.unreadable_count = 0};
	char where[PILE_POINTER];
	const struct mk_pile_kind *kind;
	const struct mk_pile *pile;
	struct mk_text text;

	if (mk_piles_list_unreadable(kinds, piles, &finding) == 0) {
		return MK_OK;
	}
	kind = mk_pile_kind_at(kinds, finding.unreadable[0]);
	pile = &piles->pile[finding.unreadable[0]];
	mk_text_fixed(&text, where, sizeof where);
	mk_piles_write_place(&text, kinds, finding.unreadable[0]);
	if (kind->content == MK_PILE_CARDS && pile->count != MK_PILE_UNSEEN) {
		mk_text_format(&text, "/%u", (unsigned)readable_cards(kind, pile));
	}
	return mk_fail_expected(error, "invalid_card", where, MK_WANTED_CARD);
}

/* True if the pile differs; `conflict` then says in which respect. */
static bool differs(const struct mk_pile_kind *kind, const struct mk_pile *seen,
	const struct mk_pile *known, struct mk_conflict *conflict)
{
	if (seen->count == MK_PILE_UNSEEN || known->count == MK_PILE_UNSEEN) {
		return false;
	}
	for (uint32_t i = 0; kind->content != MK_PILE_NUMBER && i < seen->count && i < known->count;
		i++) {
		if (mk_is_card(seen->card[i]) && mk_is_card(known->card[i]) &&
			seen->card[i] != known->card[i]) {
			conflict->reason = MK_PILE_OTHER_CARD;
			conflict->seen = seen->card[i];
			conflict->other = known->card[i];
			conflict->expected_count = 1;
			conflict->expected[0] = known->card[i];
			return true;
		}
	}
	if (seen->count == known->count) {
		return false;
	}
	conflict->reason = MK_PILE_OTHER_NUMBER;
	conflict->counted = true;
	conflict->seen_count = seen->count;
	conflict->likely_count = known->count;
	return true;
}

int mk_piles_compare(const struct mk_pile_kind *kinds, const struct mk_piles *seen,
	const struct mk_piles *known, struct mk_conflict *conflicts, int capacity)
{
	int count = 0;

	FOR_EACH_KIND(kind, kinds)
	{
		for (int i = kind->first; i < kind->first + kind->count; i++) {
			struct mk_conflict conflict = {
				.position = (uint8_t)i, .at = (uint8_t)(i - kind->first)};

			if (!differs(kind, &seen->pile[i], &known->pile[i], &conflict)) {
				continue;
			}
			if (count < capacity) {
				conflicts[count] = conflict;
			}
			count++;
		}
	}
	return count;
}

const char *const mk_pile_conflict_codes[MK_PILE_CONFLICTS + 1] = {
	[MK_PILE_OTHER_CARD] = "other_card",
	[MK_PILE_OTHER_NUMBER] = "other_count",
};

/*
 * {0} is the pile, {1} the card seen and {2} the known one, both in the accusative, or the counts;
 * {3} and {4} are the names of these cards.
 */
static const struct mk_phrase conflict_phrases[MK_PILE_CONFLICTS] = {
	[MK_PILE_OTHER_CARD] = MK_PHRASE("{0}: I see {1}, but it must be {2}.",
		"{0}: jeg ser {1}, men det skal være {2}.",
		"{0}: Zu sehen ist {3}, es muss aber {4} sein.",
		"{0}: φαίνεται {3}, αλλά πρέπει να είναι {4}."),
	[MK_PILE_OTHER_NUMBER] = MK_PHRASE("{0}: I see this many cards: {1}. There must be {2}.",
		"{0}: så mange kort ser jeg: {1}. Der skal være {2}.",
		"{0}: So viele Karten sind zu sehen: {1}. Es müssen {2} sein.",
		"{0}: τόσα φύλλα φαίνονται: {1}. Πρέπει να είναι {2}."),
};

void mk_piles_describe_conflict(struct mk_text *out, enum mk_language language,
	const struct mk_pile_kind *kinds, const struct mk_conflict *conflict)
{
	char title[PILE_TITLE] = "";
	struct mk_phrase_arg args[] = {
		{.kind = MK_ARG_TEXT, .text = title},
		{.kind = MK_ARG_OBJECT, .card = conflict->seen},
		{.kind = MK_ARG_OBJECT, .card = conflict->other},
		{.kind = MK_ARG_CARD, .card = conflict->seen},
		{.kind = MK_ARG_CARD, .card = conflict->other},
	};
	struct mk_text text;

	mk_text_fixed(&text, title, sizeof title);
	mk_pile_write_title(&text, language, kinds, conflict->position);
	if (conflict->counted) {
		args[1] = (struct mk_phrase_arg){
			.kind = MK_ARG_NUMBER, .number = conflict->seen_count};
		args[2] = (struct mk_phrase_arg){
			.kind = MK_ARG_NUMBER, .number = conflict->likely_count};
	}
	mk_phrase_write(out, language,
		&conflict_phrases[conflict->reason < MK_PILE_CONFLICTS ? conflict->reason : 0],
		args, sizeof args / sizeof *args);
}
