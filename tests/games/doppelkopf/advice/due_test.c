/* A strong hand where Re is due: it is suggested, stands first, and alone cannot wait. */
#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/reporting.h"

#include <math.h>

static void advise(struct mk_advice *advice)
{
	const struct mk_budget budget = {.worlds = 300};
	struct doko_view view;

	tell_hand(&view, "CQ SQ SQ HT HT CJ CJ DA D9 SA CA HQ");
	tell_trick(&view, (const char *const[]){"CA", "C9", "C9", "CK"});
	doko_search_rank((const struct mk_view *)&view, advice);
	doko_search_think((const struct mk_view *)&view, &budget, NULL, advice);
}

Test(due, what_is_suggested_stands_first_and_the_rest_by_value)
{
	static struct mk_advice advice;
	struct mk_move re = doko_announcement(0, DOKO_RE, DOKO_ANNOUNCED);

	advise(&advice);
	cr_assert_eq(advice.suggestion, 0);
	cr_expect_arr_eq(&advice.moves[0].move, &re, sizeof re);
	cr_expect_eq(advice.value, advice.moves[0].value);
	for (size_t i = 2; i < advice.count; i++) {
		cr_expect(isnan(advice.moves[i].value) ||
				  advice.moves[i - 1].value >= advice.moves[i].value,
			"move %zu", i);
	}
}

Test(due, only_the_next_level_cannot_wait)
{
	static struct mk_advice advice;
	size_t announcements = 0;

	advise(&advice);
	for (size_t i = 0; i < advice.count; i++) {
		const struct mk_ranked_move *ranked = &advice.moves[i];
		bool next = ranked->move.to == DOKO_ANNOUNCED;

		if (ranked->move.kind == DOKO_ANNOUNCE) {
			announcements++;
			cr_expect_eq(ranked->reasons >> REASON_LAST_CHANCE & 1, next);
			cr_expect(!next || !ranked->suppressed_by);
		}
	}
	cr_expect_eq(announcements, DOKO_BLACK);
}

/* Strategies without values, too. */
Test(due, what_any_strategy_suggests_stands_first)
{
	static struct mk_advice advice;
	struct doko_view view;

	tell_hand(&view, "CQ SQ SQ HT HT CJ CJ DA D9 SA CA HQ");
	for (size_t i = 0; i < DOKO_STRATEGIES; i++) {
		doko_strategies[i].evaluate((const struct mk_view *)&view, &advice);
		cr_expect_eq(advice.suggestion, 0, "%s", doko_strategies[i].name);
	}
}
