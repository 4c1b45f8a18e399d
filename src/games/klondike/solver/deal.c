/* Parses complete deals. */
#include "games/klondike/solver/deal.h"
#include "games/klondike/table/rules.h"
#include "games/klondike/table/table.h"

#include <jansson.h>
#include <stdio.h>

enum { CARD_LETTERS = 2, DEAL_LETTERS = MK_DECK * CARD_LETTERS };

static enum mk_status fail_card(int number, const char *text, struct mk_error *error)
{
	char where[16];

	snprintf(where, sizeof where, "/%d", number);
	return mk_fail(error, MK_MALFORMED, "invalid_card", where, "card %d, '%.2s', is not a card",
		number + 1, text);
}

/* Names the first missing card too: it is the one that was meant. */
static enum mk_status fail_duplicate(
	int number, const mk_card cards[MK_DECK], const char *text, struct mk_error *error)
{
	char where[16];
	int first = 0;
	mk_cards there = 0, missing;

	while (cards[first] != cards[number]) {
		first++;
	}
	for (int i = 0; i < MK_DECK; i++) {
		mk_card card =
			mk_card_read(text + (ptrdiff_t)(i - number) * CARD_LETTERS, CARD_LETTERS);

		there |= card == MK_NO_CARD ? 0 : MK_CARD_BIT(card);
	}
	missing = MK_WHOLE_DECK & ~there;
	snprintf(where, sizeof where, "/%d", number);
	return mk_fail(error, MK_MALFORMED, "duplicate_card", where,
		"card %d, '%.2s', is also card %d; missing: %s", number + 1, text, first + 1,
		mk_card_code((mk_card)__builtin_ctzll(missing)));
}

static enum mk_status read_cards(const char *text, mk_card cards[MK_DECK], struct mk_error *error)
{
	mk_cards seen = 0;

	for (int i = 0; i < MK_DECK; i++, text += CARD_LETTERS) {
		cards[i] = mk_card_read(text, CARD_LETTERS);
		if (cards[i] == MK_NO_CARD) {
			return fail_card(i, text, error);
		}
		if (seen & MK_CARD_BIT(cards[i])) {
			return fail_duplicate(i, cards, text, error);
		}
		seen |= MK_CARD_BIT(cards[i]);
	}
	return MK_OK;
}

/* Seed of the redeals (FNV-1a): the same deal is always mixed in the same way. */
static uint64_t hash_of(const mk_card cards[MK_DECK])
{
	uint64_t hash = 14695981039346656037u;

	for (int i = 0; i < MK_DECK; i++) {
		hash = (hash ^ cards[i]) * 1099511628211u;
	}
	return hash;
}

/* Deals the table as it is before the first draw, or with the first card up if the rules say so. */
static void lay_out(struct klondike_world *world, const mk_card *cards)
{
	struct klondike_view *known = &world->known;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < column; i++) {
			world->under[column][i] = *cards++;
		}
		known->unseen[column] = (uint8_t)column;
		known->up[column] = 1;
		known->column[column][0] = *cards++;
	}
	for (int i = 0; i < PILE; i++) {
		world->pile[i] = cards[i];
		known->pile[i] = known->rules.stock_known ? cards[i] : MK_NO_CARD;
	}
	known->pile_count = PILE;
	known->started = true;
	if (known->rules.first_card_up) {
		known->turned = known->rules.draw;
		known->counted = known->turned;
		known->pile[known->turned - 1] = world->pile[known->turned - 1];
	}
	klondike_recount(known);
}

enum mk_status klondike_read_deal(const char *text, size_t length, const struct mk_rules *rules,
	struct mk_world *world, struct mk_error *error)
{
	struct klondike_world dealt = {0};
	struct klondike_rules unpacked;
	mk_card cards[MK_DECK];
	enum mk_status status;

	if (length != DEAL_LETTERS) {
		return mk_fail(error, MK_MALFORMED, "invalid_deal", "",
			"a deal has 104 letters, 2 a card, not %zu", length);
	}
	status = read_cards(text, cards, error);
	if (status != MK_OK) {
		return status;
	}
	klondike_rules_unpack(rules, &unpacked);
	klondike_begin(&dealt.known, &unpacked);
	lay_out(&dealt, cards);
	mk_rng_init(&dealt.mixing, hash_of(cards), 0);
	*(struct klondike_world *)world = dealt;
	return MK_OK;
}

/* ---- A table's JSON with the names of its face-down cards, as a whole table ----------------- */

struct completing {
	struct klondike_world world;
	const json_t *columns;
	mk_cards known; /* places of the named cards */
	struct mk_error *error;
};

static const json_t *under(const struct completing *completing, int column)
{
	return json_object_get(json_array_get(completing->columns, (size_t)column), "under");
}

static enum mk_status read_name(
	struct completing *completing, const json_t *name, const char *where, mk_card *card)
{
	if (json_is_null(name)) {
		return MK_OK;
	}
	*card = json_is_string(name)
			? mk_card_read(json_string_value(name), json_string_length(name))
			: MK_NO_CARD;
	if (*card == MK_NO_CARD) {
		return mk_fail(
			completing->error, MK_MALFORMED, "invalid_card", where, "this is no card");
	}
	if ((completing->known | completing->world.known.pile_loose) & MK_CARD_BIT(*card)) {
		return mk_fail(completing->error, MK_IMPOSSIBLE, "duplicate_card", where,
			"%s lies elsewhere too", mk_card_code(*card));
	}
	completing->known |= MK_CARD_BIT(*card);
	return MK_OK;
}

static enum mk_status read_under(struct completing *completing, int column)
{
	const json_t *names = under(completing, column);
	int unseen = completing->world.known.unseen[column];
	enum mk_status status = MK_OK;
	char where[48];

	if (!names) {
		return MK_OK;
	}
	if (!json_is_array(names) || (int)json_array_size(names) != unseen) {
		snprintf(where, sizeof where, "/columns/%d/under", column);
		return mk_fail(completing->error, MK_MALFORMED, "invalid_slot_count", where,
			"must be a list of the %d face-down cards", unseen);
	}
	for (int i = 0; i < unseen && status == MK_OK; i++) {
		snprintf(where, sizeof where, "/columns/%d/under/%d", column, i);
		status = read_name(completing, json_array_get(names, (size_t)i), where,
			&completing->world.under[column][i]);
	}
	return status;
}

/* ---- What is not known ---------------------------------------------------------------------- */

/* Returns the next unknown place of the pile and its name as in the table's JSON. */
static mk_card *unknown_in_pile(struct completing *completing, char *where, size_t capacity)
{
	struct klondike_world *world = &completing->world;
	int turned = world->known.turned;

	for (int i = 0; i < world->known.pile_count; i++) {
		if (world->pile[i] == MK_NO_CARD) {
			snprintf(where, capacity,
				i < turned ? "/draw_pile/cards/%d" : "/draw_pile/known_order/%d",
				i < turned ? i : i - turned);
			return &world->pile[i];
		}
	}
	return NULL;
}

/* Returns the first place with an unknown card and its name; NULL if there is none. */
static mk_card *first_unknown(struct completing *completing, char *where, size_t capacity)
{
	struct klondike_world *world = &completing->world;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < world->known.unseen[column]; i++) {
			if (world->under[column][i] == MK_NO_CARD) {
				snprintf(where, capacity, "/columns/%d/under/%d", column, i);
				return &world->under[column][i];
			}
		}
	}
	return unknown_in_pile(completing, where, capacity);
}

/* A single card that is not named is the missing one. */
static enum mk_status fill_last(struct completing *completing)
{
	mk_cards missing = MK_WHOLE_DECK & ~completing->known;
	char where[48];
	mk_card *place = first_unknown(completing, where, sizeof where);

	if (!place) {
		return MK_OK;
	}
	if (missing & (missing - 1)) {
		return mk_fail(completing->error, MK_IMPOSSIBLE, "unknown_card", where,
			"not known which card lies here; the solver needs every card (\"under\" names "
			"a column's unseen ones, the deepest first)");
	}
	*place = (mk_card)__builtin_ctzll(missing);
	return MK_OK;
}

enum mk_status klondike_complete(const struct mk_view *view, const struct json_t *table,
	struct mk_world *world, struct mk_error *error)
{
	struct completing completing = {
		.world.known = *view_of(view),
		.columns = json_object_get(table, "columns"),
		.known = klondike_seen_cards(view_of(view)) & ~view_of(view)->pile_loose,
		.error = error,
	};
	enum mk_status status = MK_OK;

	mk_rng_init(&completing.world.mixing, 0, 0);
	for (int i = 0; i < PILE; i++) {
		completing.world.pile[i] = view_of(view)->pile[i];
	}
	for (int column = 0; column < COLUMNS && status == MK_OK; column++) {
		status = read_under(&completing, column);
	}
	if (status == MK_OK) {
		status = fill_last(&completing);
	}
	if (status == MK_OK) {
		*(struct klondike_world *)world = completing.world;
	}
	return status;
}
