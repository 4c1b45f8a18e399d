/* The teams of the others as far as the own queens of clubs show them: none is re that cannot be.
 */
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/reporting.h"

enum { RE = DOKO_RE, CONTRA = DOKO_KONTRA, OPEN = DOKO_TEAM_UNKNOWN };

static const char one_queen[] = "HT CQ SQ CJ DJ DA DK D9 CA CT SA S9";
static const char both_queens[] = "HT CQ CQ CJ DJ DA DK D9 CA CT SA S9";
static const char no_queen[] = "HT SQ SQ CJ DJ DA DK D9 CA CT SA S9";

static enum mk_status announce(struct doko_view *view, int seat, int party)
{
	return report(view, doko_announcement(seat, party, DOKO_ANNOUNCED));
}

static void check_parties(const struct doko_view *view, const int party[DOKO_SEATS])
{
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		cr_expect_eq(doko_event_party(view, seat), party[seat], "seat %d", seat);
	}
}

Test(own_queens, and_the_other_one_played_leave_the_rest_contra)
{
	struct doko_view view;

	tell_hand(&view, one_queen);
	tell_trick(&view, (const char *const[]){"CA", "CA", "CQ", "CK"});
	check_parties(&view, (const int[]){RE, CONTRA, RE, CONTRA});
	cr_expect_neq(announce(&view, 1, RE), MK_OK);
	cr_expect_neq(announce(&view, 3, RE), MK_OK);
	cr_expect_eq(announce(&view, 1, CONTRA), MK_OK);
	check_parties(&view, (const int[]){RE, CONTRA, RE, CONTRA});
}

Test(own_queens, identify_the_team_of_an_announcement)
{
	struct doko_view view;
	struct mk_move said = doko_announcement(1, CONTRA, DOKO_ANNOUNCED);

	tell_hand(&view, one_queen);
	tell_trick(&view, (const char *const[]){"CA", "CA", "CQ", "CK"});
	said.cut = 0;
	cr_expect_eq(report(&view, said), MK_OK);
	cr_expect_eq(view.table.said[0].party, CONTRA);
}

Test(own_queens, and_another_re_leave_no_third_queen)
{
	struct doko_view view;

	tell_hand(&view, one_queen);
	cr_assert_eq(tell_card(&view, 0, "D9"), MK_OK);
	cr_assert_eq(announce(&view, 1, RE), MK_OK);
	check_parties(&view, (const int[]){RE, RE, CONTRA, CONTRA});
	cr_assert_eq(tell_card(&view, 1, "HJ"), MK_OK);
	cr_expect_not(doko_can_play(&view, DOKO_CLUB_QUEEN));
	cr_expect_neq(tell_card(&view, 2, "CQ"), MK_OK);
	cr_expect_neq(announce(&view, 2, RE), MK_OK);
	cr_expect_eq(tell_card(&view, 2, "DQ"), MK_OK);
}

Test(own_queens, are_a_silent_solo_when_they_are_both)
{
	struct doko_view view;

	tell_hand(&view, both_queens);
	cr_assert_eq(tell_card(&view, 0, "D9"), MK_OK);
	check_parties(&view, (const int[]){RE, CONTRA, CONTRA, CONTRA});
	for (int seat = 1; seat < DOKO_SEATS; seat++) {
		cr_expect_neq(announce(&view, seat, RE), MK_OK);
	}
	cr_expect_eq(announce(&view, 1, CONTRA), MK_OK);
	cr_expect_eq(announce(&view, 0, RE), MK_OK);
}

Test(own_queens, that_are_missing_make_the_last_one_re)
{
	struct doko_view view;

	tell_hand(&view, no_queen);
	cr_assert_eq(tell_card(&view, 0, "D9"), MK_OK);
	check_parties(&view, (const int[]){CONTRA, OPEN, OPEN, OPEN});
	cr_assert_eq(announce(&view, 1, CONTRA), MK_OK);
	cr_assert_eq(report(&view, doko_announcement(2, CONTRA, DOKO_NO_90)), MK_OK);
	check_parties(&view, (const int[]){CONTRA, CONTRA, CONTRA, RE});
}

/* In a marriage or a solo queens of clubs are cards like others. */
Test(own_queens, tell_nothing_in_other_games)
{
	struct doko_view view;

	tell_hand(&view, both_queens);
	cr_assert_eq(report(&view, doko_reservation(0, DOKO_MARRIAGE_FOREIGN, 0)), MK_OK);
	check_parties(&view, (const int[]){OPEN, OPEN, OPEN, OPEN});
	cr_assert_eq(tell_card(&view, 0, "S9"), MK_OK);
	check_parties(&view, (const int[]){RE, OPEN, OPEN, OPEN});
	cr_assert_eq(tell_card(&view, 1, "SA"), MK_OK);
	cr_assert_eq(tell_card(&view, 2, "SK"), MK_OK);
	cr_assert_eq(tell_card(&view, 3, "SK"), MK_OK);
	check_parties(&view, (const int[]){RE, RE, CONTRA, CONTRA});
	cr_expect_eq(announce(&view, 1, RE), MK_OK);
}
