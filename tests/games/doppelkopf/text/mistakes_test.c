/* Which kind of mistake a move is. */
#include "games/doppelkopf/doppelkopf.h"
#include "games/doppelkopf/knowledge/view.h"

#include <criterion/criterion.h>

static struct doko_view view;

static const char *kind_of(struct mk_move made, struct mk_move better)
{
	const struct mk_mistakes *mistakes = doppelkopf_game.mistakes;

	return mistakes->kinds[mistakes->kind_of((const struct mk_view *)&view, &made, &better)]
		.name;
}

/* A normal game in which these cards lie in the first trick. */
static void begin(int cards, int first)
{
	memset(&view, 0, sizeof view);
	view.table.rules = (struct doko_rules){.of = {[NINES] = 1, [DULLEN] = 1}};
	view.table.type = DOKO_NORMAL;
	view.table.swines = view.table.hyperswines = DOKO_NO_SEAT;
	view.table.played = (uint8_t)cards;
	view.table.card[0] = (uint8_t)first;
}

static struct mk_move play(int suit, int rank)
{
	struct mk_move move = doko_blank_move(DOKO_PLAY, 0);

	move.card = doko_card(DOKO_KIND(suit, rank));
	return move;
}

static struct mk_move announce(int level)
{
	struct mk_move move = doko_blank_move(DOKO_ANNOUNCE, 0);

	move.to = (uint8_t)level;
	return move;
}

Test(doppelkopf_mistakes, the_lead)
{
	struct mk_move trump = play(DOKO_SPADES, DOKO_QUEEN), ace = play(DOKO_CLUBS, DOKO_ACE);

	begin(0, 0);
	cr_assert_str_eq(kind_of(trump, ace), "led_trump");
	cr_assert_str_eq(kind_of(ace, trump), "led_side_suit");
	cr_assert_str_eq(kind_of(play(DOKO_CLUBS, DOKO_NINE), ace), "led_wrong_card");
	cr_assert_str_eq(kind_of(play(DOKO_DIAMONDS, DOKO_ACE), trump), "led_wrong_card");
}

Test(doppelkopf_mistakes, following)
{
	struct mk_move low = play(DOKO_DIAMONDS, DOKO_JACK), high = play(DOKO_HEARTS, DOKO_TEN);

	begin(2, DOKO_KIND(DOKO_CLUBS, DOKO_KING));
	cr_assert_str_eq(kind_of(low, play(DOKO_SPADES, DOKO_NINE)), "trumped");
	cr_assert_str_eq(kind_of(play(DOKO_SPADES, DOKO_NINE), low), "not_trumped");
	cr_assert_str_eq(kind_of(high, low), "too_high");
	cr_assert_str_eq(kind_of(low, high), "too_low");
	cr_assert_str_eq(
		kind_of(play(DOKO_CLUBS, DOKO_NINE), play(DOKO_CLUBS, DOKO_ACE)), "too_low");
	cr_assert_str_eq(kind_of(play(DOKO_SPADES, DOKO_ACE), play(DOKO_SPADES, DOKO_NINE)),
		"wrong_discard");
}

Test(doppelkopf_mistakes, announcements_and_the_bidding)
{
	struct mk_move reserve = doko_blank_move(DOKO_RESERVE, 0), other = reserve;
	struct mk_move take = doko_blank_move(DOKO_TAKE, 0),
		       refuse = doko_blank_move(DOKO_REFUSE, 0);

	begin(0, 0);
	other.to = 1;
	cr_assert_str_eq(kind_of(reserve, other), "wrong_reservation");
	cr_assert_str_eq(kind_of(take, refuse), "wrong_poverty");
	cr_assert_str_eq(kind_of(announce(0), play(DOKO_CLUBS, DOKO_ACE)), "announced_too_much");
	cr_assert_str_eq(kind_of(play(DOKO_CLUBS, DOKO_ACE), announce(0)), "announced_too_little");
	cr_assert_str_eq(kind_of(announce(2), announce(1)), "announced_too_much");
	cr_assert_str_eq(kind_of(announce(1), announce(2)), "announced_too_little");
}
