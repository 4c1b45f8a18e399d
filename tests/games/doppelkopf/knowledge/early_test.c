/* Before a deal, and before a marriage is decided: missing data is not read. */
#include "games/doppelkopf/knowledge/facts.h"
#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/table/table.h"

#include <criterion/criterion.h>

Test(early, a_table_without_a_deal_has_no_swines_and_no_constraints)
{
	struct doko_view view;
	struct doko_constraints facts;

	for (int preset = 0; preset < DOKO_PRESETS; preset++) {
		doko_init_view((struct mk_view *)&view, &doko_presets[preset].rules);
		doko_constraints(&view, &facts);
		for (int seat = 0; seat < DOKO_SEATS; seat++) {
			cr_assert_eq(facts.must[seat], 0);
		}
	}
}

Test(early, before_a_marriage_is_decided_no_seat_must_announce)
{
	struct doko_rules rules;
	struct doko_table table;

	doko_rules_unpack(&doko_presets[1].rules, &rules);
	rules.of[FIRST_TRICK_THIRTY] = rules.of[THIRTY_IN_MARRIAGE] = 1;
	doko_table_begin(&table, &rules, 0);
	table.type = DOKO_MARRIAGE;
	table.soloist = 2;
	doko_table_lead(&table);
	table.must_announce = 1;
	cr_assert_eq(doko_obliged(&table, 1, DOKO_TEAM_UNKNOWN), DOKO_SILENT);
	table.partner = 1;
	table.clarified = 1;
	cr_assert_eq(doko_obliged(&table, 1, DOKO_RE), DOKO_ANNOUNCED);
	cr_assert_eq(doko_obliged(&table, 0, DOKO_KONTRA), DOKO_SILENT);
}
