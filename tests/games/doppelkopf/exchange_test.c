/* A poverty's taker who had reserved a marriage: the queens of clubs may come back to the poor. */
#include "games/doppelkopf/event.h"
#include "games/doppelkopf/moves.h"
#include "games/doppelkopf/reserve.h"
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

	cr_assert_eq(happen(view, move, &error), MK_OK, "%s: %s", error.where, error.what);
}

/* Until the three cards are back, all of them trumps. */
static void exchange(struct doko_view *view)
{
	static const int said[] = {
		DOKO_HEALTHY, DOKO_RESERVE_POVERTY, DOKO_HEALTHY, DOKO_MARRIAGE_FOREIGN};
	struct mk_move back = doko_blank_move(DOKO_RETURN, TAKER);

	doko_begin((struct mk_view *)view, &doko_presets[HOUSE].rules);
	must_happen(view, doko_pack(doko_blank_move(DOKO_DEAL, OWN),
				  doko_words("D9 DK HT SQ SJ CA CT SA ST HA HK H9")));
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		must_happen(view, doko_reservation(seat, said[seat], seat == POOR ? 3 : 0));
	}
	for (int i = 0; i < 3; i++) {
		must_happen(view, doko_blank_move(DOKO_SHIFT, POOR));
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

Test(exchange, brings_them_to_nobody_else)
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
