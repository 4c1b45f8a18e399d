/* Reading whole deals. */
#include "games/klondike/solver/deal.h"

#include "games/klondike/table/rules.h"
#include "games/klondike/table/table.h"

#include <stdio.h>

enum { CARD_LETTERS = 2, DEAL_LETTERS = MK_DECK * CARD_LETTERS };

static enum mk_status bad_card(
	int number, const char *code, const char *text, struct mk_error *error)
{
	char where[16];

	snprintf(where, sizeof where, "/%d", number);
	return mk_fail(error, MK_MALFORMED, code, where, "card %d: '%.2s'", number + 1, text);
}

static enum mk_status read_cards(const char *text, mk_card cards[MK_DECK], struct mk_error *error)
{
	mk_cards seen = 0;

	for (int i = 0; i < MK_DECK; i++, text += CARD_LETTERS) {
		cards[i] = mk_card_read(text, CARD_LETTERS);
		if (cards[i] == MK_NO_CARD) {
			return bad_card(i, "invalid_card", text, error);
		}
		if (seen & MK_CARD_BIT(cards[i])) {
			return bad_card(i, "duplicate_card", text, error);
		}
		seen |= MK_CARD_BIT(cards[i]);
	}
	return MK_OK;
}

/* The same deal is always mixed in the same way (FNV-1a). */
static uint64_t hash_of(const mk_card cards[MK_DECK])
{
	uint64_t hash = 14695981039346656037u;

	for (int i = 0; i < MK_DECK; i++) {
		hash = (hash ^ cards[i]) * 1099511628211u;
	}
	return hash;
}

/* As the table lies before the first draw, or with the first card up where the rules say so. */
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
