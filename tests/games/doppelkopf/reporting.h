/* A view of seat 0 that receives what happens, cards in the words of words.h. */
#ifndef TESTS_GAMES_DOPPELKOPF_REPORTING_H
#define TESTS_GAMES_DOPPELKOPF_REPORTING_H

#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/words.h"

#include <criterion/criterion.h>

static inline enum mk_status report(struct doko_view *view, struct mk_move move)
{
	struct mk_finding finding;

	return doko_apply_reported_move((struct mk_view *)view, move, MK_NO_CARD, &finding, NULL);
}

/* Seat 0 has this hand and leads; no seat owes a solo. */
static inline void tell_hand(struct doko_view *view, const char *hand)
{
	struct mk_rules rules = doko_presets[0].rules;

	rules.value[DUTY_SOLI] = 0;
	doko_init_view((struct mk_view *)view, &rules);
	cr_assert_eq(
		report(view, doko_pack(doko_blank_move(DOKO_DEAL, 0), doko_words(hand))), MK_OK);
}

static inline enum mk_status tell_card(struct doko_view *view, int seat, const char *card)
{
	return report(view, doko_card_move(DOKO_PLAY, seat, doko_word(card)));
}

/* The trick that seat 0 leads to. */
static inline void tell_trick(struct doko_view *view, const char *const card[DOKO_SEATS])
{
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		cr_assert_eq(tell_card(view, seat, card[seat]), MK_OK, "seat %d", seat);
	}
}

#endif
