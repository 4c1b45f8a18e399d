/* The taker of a poverty has reserved a marriage: the queens of clubs may be returned. */
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/table/table.h"
#include "games/doppelkopf/words.h"

#include <criterion/criterion.h>

enum { HOUSE = 1, OWN = 0, POOR = 1, OTHER = 2, TAKER = 3 };

static enum mk_status happen(struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	enum mk_status status = doko_event_check(view, move, error);

	if (status == MK_OK) {
		doko_event_apply(view, move);
	}
	return status;
}

static void must_happen(struct doko_view *view, struct mk_move move)
{
	struct mk_error error;

	cr_assert_eq(happen(view, move, &error), MK_OK, "%s: %s", error.where, error.detail);
}

/* Until the three cards are back, all of them trumps. */
static void exchange(struct doko_view *view)
{
	static const int said[] = {
		DOKO_HEALTHY, DOKO_RESERVE_POVERTY, DOKO_HEALTHY, DOKO_MARRIAGE_FOREIGN};
	struct mk_move back = doko_blank_move(DOKO_RETURN, TAKER);

	doko_init_view((struct mk_view *)view, &doko_presets[HOUSE].rules);
	must_happen(view, doko_pack(doko_blank_move(DOKO_DEAL, OWN),
				  doko_words("D9 DK HT SQ SJ CA CT SA ST HA HK H9")));
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		must_happen(view, doko_reservation(seat, said[seat], seat == POOR ? 3 : 0));
	}
	for (int i = 0; i < 3; i++) {
		must_happen(view, doko_blank_move(DOKO_PASS_CARD, POOR));
	}
	must_happen(view, doko_blank_move(DOKO_REFUSE, OTHER));
	must_happen(view, doko_blank_move(DOKO_TAKE, TAKER));
	back.to = 1;
	for (int i = 0; i < 3; i++) {
		must_happen(view, back);
	}
	must_happen(view, doko_card_move(DOKO_PLAY, OWN, doko_word("D9")));
}

Test(exchange, may_bring_the_queens_of_a_reserved_marriage_back)
{
	struct doko_view view;

	exchange(&view);
	must_happen(&view, doko_card_move(DOKO_PLAY, POOR, DOKO_CLUB_QUEEN));
	cr_expect(doko_can_play(&view, doko_word("DJ")));
	cr_expect_not(doko_can_play(&view, DOKO_CLUB_QUEEN));
}

/* ---- Swines ------------------------------------------------------------------------------- */

static struct mk_move swines(int seat)
{
	return doko_blank_move(DOKO_SWINE, seat);
}

/* Until `shifted` of the poor player's cards are given away. */
static void begin_exchange(struct doko_view *view, const char *hand, int shifted)
{
	doko_init_view((struct mk_view *)view, &doko_presets[HOUSE].rules);
	must_happen(view, doko_pack(doko_blank_move(DOKO_DEAL, OWN), doko_words(hand)));
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		must_happen(view,
			doko_reservation(seat, seat == POOR ? DOKO_RESERVE_POVERTY : DOKO_HEALTHY,
				seat == POOR ? 3 : 0));
	}
	for (int i = 0; i < shifted; i++) {
		must_happen(view, doko_blank_move(DOKO_PASS_CARD, POOR));
	}
}

static const char *const plain_hand = "D9 DK HT SQ SJ CA CT SA ST HA HK H9";

static void refuses(struct doko_view *view, struct mk_move move)
{
	struct mk_error error;

	cr_expect_eq(happen(view, move, &error), MK_IMPOSSIBLE);
	cr_expect_str_eq(error.code, "not_allowed");
}

static void give_back(struct doko_view *view, int trumps)
{
	struct mk_move back = doko_blank_move(DOKO_RETURN, TAKER);

	for (int i = 0; i < 3; i++) {
		back.to = i < trumps;
		must_happen(view, back);
	}
}

Test(exchange, swines_of_the_poor_player_are_announced_before_he_passes_them)
{
	struct doko_view view;

	begin_exchange(&view, plain_hand, 0);
	must_happen(&view, swines(POOR));
	cr_expect_eq(view.table.swines, POOR);
	must_happen(&view, doko_blank_move(DOKO_PASS_CARD, POOR));
	cr_expect_eq(view.table.swines, DOKO_NO_SEAT, "the cards are on their way to another hand");
	refuses(&view, swines(POOR));
}

Test(exchange, swines_of_the_taker_are_announced_before_he_takes_and_stay)
{
	struct doko_view view;

	begin_exchange(&view, plain_hand, 3);
	must_happen(&view, doko_blank_move(DOKO_REFUSE, OTHER));
	must_happen(&view, swines(TAKER));
	must_happen(&view, doko_blank_move(DOKO_TAKE, TAKER));
	give_back(&view, 0);
	cr_expect_eq(view.table.phase, DOKO_PLAYING);
	cr_expect_eq(view.table.swines, TAKER);
}

Test(exchange, swines_are_announced_again_where_the_taker_gives_trumps_back)
{
	struct doko_view view;

	begin_exchange(&view, plain_hand, 3);
	must_happen(&view, doko_blank_move(DOKO_REFUSE, OTHER));
	must_happen(&view, swines(TAKER));
	must_happen(&view, doko_blank_move(DOKO_TAKE, TAKER));
	give_back(&view, 1);
	cr_expect_eq(view.table.swines, DOKO_NO_SEAT);
	must_happen(&view, swines(TAKER));
}

Test(exchange, swines_may_come_with_the_cards_that_are_taken)
{
	struct doko_view view;

	begin_exchange(&view, plain_hand, 3);
	must_happen(&view, doko_blank_move(DOKO_REFUSE, OTHER));
	must_happen(&view, doko_blank_move(DOKO_TAKE, TAKER));
	refuses(&view, swines(OTHER));
	must_happen(&view, swines(TAKER));
}

Test(exchange, swines_of_the_others_hold)
{
	struct doko_view view;

	begin_exchange(&view, "DA DA HT SQ SJ CA CT SA ST HA HK H9", 3);
	must_happen(&view, swines(OWN));
	must_happen(&view, doko_blank_move(DOKO_REFUSE, OTHER));
	must_happen(&view, doko_blank_move(DOKO_TAKE, TAKER));
	give_back(&view, 2);
	cr_expect_eq(view.table.swines, OWN);
}

Test(exchange, brings_them_to_no_other_seat)
{
	struct mk_error error;
	struct doko_view view;

	exchange(&view);
	must_happen(&view, doko_card_move(DOKO_PLAY, POOR, doko_word("DA")));
	cr_expect_eq(happen(&view, doko_card_move(DOKO_PLAY, OTHER, DOKO_CLUB_QUEEN), &error),
		MK_IMPOSSIBLE);
	cr_expect_str_eq(error.code, "card_excluded");
	must_happen(&view, doko_card_move(DOKO_PLAY, OTHER, doko_word("DJ")));
	must_happen(&view, doko_card_move(DOKO_PLAY, TAKER, DOKO_CLUB_QUEEN));
}
