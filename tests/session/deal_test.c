/* Deals as the journal has them; a stored deck is not trusted. */
#include "session/deal.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct mk_game *klondike(void)
{
	return mk_game_find("klondike");
}

/* Every card once, the aces first. */
static struct deal given_deck(void)
{
	struct deal deal = {.seed = 7, .deck_count = MK_DECK};

	for (int i = 0; i < MK_DECK; i++) {
		deal.deck[i] = (mk_card)(MK_FIRST_CARD + i);
	}
	return deal;
}

static bool deals_the_same(const struct deal *one, const struct deal *other)
{
	const struct mk_game *game = klondike();
	struct mk_world *first = calloc(1, game->world_size), *second = calloc(1, game->world_size);
	bool is_same;

	deal_world(one, game, &game->presets[0].rules, first);
	deal_world(other, game, &game->presets[0].rules, second);
	is_same = memcmp(first, second, game->world_size) == 0;
	free(first);
	free(second);
	return is_same;
}

Test(deal, a_given_deck_is_read_as_it_was_written)
{
	struct deal deal = given_deck(), read;
	char text[DEAL_TEXT_SIZE];

	deal_write(text, &deal);
	cr_assert(deal_read(text, klondike(), &read), "%s", text);
	cr_assert_eq(read.deck_count, MK_DECK);
	cr_assert_eq(memcmp(read.deck, deal.deck, sizeof deal.deck), 0);
	cr_assert(deals_the_same(&read, &deal));
}

Test(deal, the_deck_counts_and_not_the_seed)
{
	struct deal deal = given_deck(), by_seed = {.seed = 7};

	cr_assert_not(deals_the_same(&deal, &by_seed));
}

Test(deal, a_stored_deck_that_is_none_is_not_dealt)
{
	struct deal deal = given_deck(), by_seed = {.seed = 7};

	deal.deck[3] = deal.deck[4];
	cr_assert(deals_the_same(&deal, &by_seed), "a card twice");
	deal = given_deck();
	deal.deck_count = 10;
	cr_assert(deals_the_same(&deal, &by_seed), "too few");
}

Test(deal, stored_text_that_is_no_deck_is_refused)
{
	static const char *const texts[] = {"{\"seed\":7,\"deck\":5}", "{\"seed\":7,\"deck\":\"\"}",
		"{\"seed\":7,\"deck\":\"AS2\"}", "{\"seed\":7,\"deck\":\"1X\"}"};
	struct deal read;

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		cr_assert_not(deal_read(texts[i], klondike(), &read), "%s", texts[i]);
	}
}
