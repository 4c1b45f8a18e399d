/* Findings of snapshots, and impossible snapshots. */
#include "games/take_away/learn.h"

#include "games/take_away/positions.h"
#include "games/take_away/rules.h"
#include "games/take_away/world.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static struct mk_finding finding;
static struct mk_error error;

static enum mk_status show(struct take_away_view *view, const char *line)
{
	const struct mk_game *game = mk_game_find("take-away");
	struct take_away_snapshot seen;
	enum mk_status status = mk_snapshot_read_line(
		game, line, strlen(line), (struct mk_snapshot *)&seen, &error);

	return status == MK_OK ? take_away_apply_snapshot((struct mk_view *)view,
					 (const struct mk_snapshot *)&seen, NULL, &finding, &error)
			       : status;
}

static enum mk_status begin(struct take_away_view *view, const char *preset, const char *rules)
{
	const struct mk_game *game = mk_game_find("take-away");
	struct mk_rules read = mk_preset_find(game, preset)->rules;
	json_t *json = json_loads(rules, 0, NULL);
	enum mk_status status = mk_rules_read(game, json, "/rules", &read, &error);

	json_decref(json);
	if (status == MK_OK) {
		take_away_init_view((struct mk_view *)view, &read);
	}
	return status;
}

Test(take_away, a_group_that_shrank_is_the_move_that_was_made)
{
	struct take_away_view view = table_of("3 4 5");

	cr_assert_eq(show(&view, "3,4,2"), MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].move.from, 2);
	cr_assert_eq(finding.moves[0].move.count, 3);
	cr_assert_eq(view.left[2], 2);
	cr_assert_eq(view.turn, ADVISOR);
}

Test(take_away, two_groups_that_shrank_are_a_contradiction_and_change_nothing)
{
	struct take_away_view view = table_of("3 4 5");
	struct take_away_view before = view;

	cr_assert_eq(show(&view, "2,4,4"), MK_CONFLICT);
	cr_assert_eq(finding.conflict_count, 2);
	cr_assert_eq(finding.conflicts[1].position, 2);
	cr_assert_eq(finding.conflicts[1].reason, CONFLICT_SEVERAL);
	cr_assert_str_eq(error.where, "/groups/0");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

Test(take_away, a_group_that_grew_is_a_contradiction)
{
	struct take_away_view view = table_of("3 4 5");

	cr_assert_eq(show(&view, "3,6,5"), MK_CONFLICT);
	cr_assert_eq(finding.conflicts[0].position, 1);
	cr_assert_eq(finding.conflicts[0].reason, CONFLICT_GREW);
	cr_assert_eq(finding.conflicts[0].seen_count, 6);
	cr_assert_eq(finding.conflicts[0].likely_count, 4);
}

Test(take_away, more_cards_than_the_limit_cannot_be_taken_at_once)
{
	struct take_away_view view = table_of("9:2 4");

	cr_assert_eq(show(&view, "6,4"), MK_CONFLICT);
	cr_assert_eq(finding.conflicts[0].reason, CONFLICT_TOO_MANY);
	cr_assert_eq(finding.conflicts[0].likely_count, 7);
}

Test(take_away, a_group_that_cannot_be_counted_wants_another_look)
{
	struct take_away_view view = table_of("3 4 5");

	cr_assert_eq(show(&view, "3,UU,5"), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable[0], 1);
}

Test(take_away, lines_that_are_none_are_refused_with_their_place)
{
	struct take_away_view view = table_of("3 4 5");

	cr_assert_eq(show(&view, "3,4"), MK_IMPOSSIBLE);
	cr_assert_eq(show(&view, "3,x,5"), MK_MALFORMED);
	cr_assert_str_eq(error.where, "/1");
	cr_assert_eq(show(&view, ""), MK_MALFORMED);
	cr_assert_eq(show(&view, "3,4,5,"), MK_MALFORMED);
	cr_assert_eq(show(&view, "-1,4,5"), MK_MALFORMED);
	cr_assert_eq(show(&view, "3,4,1000000001"), MK_MALFORMED);
	cr_assert_eq(show(&view, " 3 , 4 ,5\r\n"), MK_OK);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
}

Test(take_away, moves_out_of_range_are_refused_with_their_place)
{
	static const struct {
		const char *json, *where;
	} bad[] = {
		{"{\"group\":3,\"count\":1}", "/group"},
		{"{\"group\":-1,\"count\":1}", "/group"},
		{"{\"group\":1,\"count\":3}", "/count"},
		{"{\"group\":1,\"count\":0}", "/count"},
		{"{\"group\":2,\"count\":1}", "/group"},
		{"{\"count\":1}", "/group"},
		{"{\"group\":1}", "/count"},
		{"{\"kind\":\"give\",\"group\":1,\"count\":1}", "/kind"},
		{"{\"group\":1.5,\"count\":1}", "/group"},
	};
	const struct mk_game *game = mk_game_find("take-away");
	struct take_away_view view = table_of("3 4:2 0:1");

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		json_t *json = json_loads(bad[i].json, 0, NULL);
		struct mk_move move;
		mk_card revealed;

		cr_assert_neq(mk_move_read(game, json, (const struct mk_view *)&view, &move,
				      &revealed, &error),
			MK_OK, "%s", bad[i].json);
		cr_assert_str_eq(error.where, bad[i].where, "%s", bad[i].json);
		json_decref(json);
	}
}

Test(take_away, rules_with_groups_begin_the_game)
{
	struct take_away_view view;

	cr_assert_eq(begin(&view, "open",
			     "{\"groups\":[3,4,5],\"limits\":[2,4,1],"
			     "\"last_card\":\"loses\",\"first\":\"advisor\"}"),
		MK_OK);
	cr_assert_eq(take_away_outcome((struct mk_view *)&view), MK_PLAYING);
	cr_assert_eq(view.limit[0], 2);
	cr_assert_eq(view.turn, ADVISOR);
	cr_assert(view.misere);
}

Test(take_away, rules_that_cannot_be_are_refused_with_their_place)
{
	static const struct {
		const char *preset, *rules, *where;
	} bad[] = {
		{"open", "{\"groups\":[3,0]}", "/rules/groups/1"},
		{"open", "{\"groups\":[3,4],\"limits\":[3,5]}", "/rules/groups/1"},
		{"open", "{\"groups\":[3,4],\"limits\":[3]}", "/rules/groups/1"},
		{"open", "{\"groups\":[3],\"limits\":[3,4]}", "/rules/groups"},
		{"open", "{\"groups\":[3,4],\"total\":8}", "/rules/groups"},
		{"open", "{\"groups\":3}", "/rules/groups"},
		{"open", "{\"groups\":[3,\"4\"]}", "/rules/groups/1"},
		{"homework", "{\"groups\":[2,2,2,2,2]}", "/rules/groups/4"},
		{"homework", "{\"groups\":[7,7]}", "/rules/groups"},
		{"homework", "{\"groups\":[3,1]}", "/rules/groups/1"},
		{"homework", "{\"groups\":[3,4],\"limits\":[1,4]}", "/rules/groups/1"},
	};
	struct take_away_view view;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_neq(begin(&view, bad[i].preset, bad[i].rules), MK_OK, "%s", bad[i].rules);
		cr_assert_str_eq(error.where, bad[i].where, "%s: %s", bad[i].rules, error.where);
	}
}

Test(take_away, the_first_snapshot_gives_the_groups_if_the_rules_do_not)
{
	struct take_away_view view;

	cr_assert_eq(begin(&view, "homework", "{}"), MK_OK);
	cr_assert_eq(take_away_outcome((struct mk_view *)&view), MK_WAITING);
	cr_assert_eq(show(&view, "3,4,7"), MK_IMPOSSIBLE);
	cr_assert_eq(show(&view, "3,4,5"), MK_OK);
	cr_assert_eq(finding.explanation, MK_FIRST);
	cr_assert_eq(view.limit[2], 4);
}

Test(take_away, the_user_loses_when_the_computer_takes_the_last_card)
{
	struct take_away_view view = table_of("1");

	view.turn = ADVISOR;
	take_away_take(&view, take(0, 1));
	cr_assert_eq(take_away_outcome((struct mk_view *)&view), MK_LOST);
	view.misere = 1;
	cr_assert_eq(take_away_outcome((struct mk_view *)&view), MK_WON);
}

Test(take_away, findings_from_a_hostile_journal_are_refused)
{
	struct take_away_view view = table_of("3 4 5");
	struct mk_finding hostile = {.explanation = MK_OTHER_MOVE, .move_count = 1};

	hostile.moves[0].move = take(0, 4);
	cr_assert_eq(
		take_away_apply_finding((struct mk_view *)&view, &hostile, &error), MK_IMPOSSIBLE);
	hostile = (struct mk_finding){.explanation = MK_FIRST, .counted_count = 200};
	cr_assert_eq(
		take_away_apply_finding((struct mk_view *)&view, &hostile, &error), MK_IMPOSSIBLE);
	hostile = (struct mk_finding){.explanation = MK_SEVERAL_MOVES, .move_count = 200};
	cr_assert_eq(
		take_away_apply_finding((struct mk_view *)&view, &hostile, &error), MK_IMPOSSIBLE);
	cr_assert_eq(view.left[0], 3);
}
