/* The special points of finished tricks in the table: each is there as soon as the trick is, and
 * certain once the known teams leave no doubt. */
#include "games/doppelkopf/reporting.h"
#include "games/doppelkopf/text/notation.h"

#include <jansson.h>

enum { BUFFER_SIZE = 16384 };

static const char hand[] = "HT CQ CA SA ST SK S9 HA HK H9 DK DK";

/* The special points of a trick as "fox_caught? doppelkopf": a question mark where uncertain. */
static void check_special(const struct doko_view *view, size_t trick, const char *expected)
{
	static char bytes[BUFFER_SIZE], found[BUFFER_SIZE];
	struct mk_text text, words;
	json_t *table, *special, *point;
	size_t place;

	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_text_char(&text, '{');
	doko_write_table(&text, (const struct mk_view *)view);
	mk_text_char(&text, '}');
	table = json_loads(bytes, 0, NULL);
	cr_assert_not_null(table, "%s", bytes);
	special =
		json_object_get(json_array_get(json_object_get(table, "tricks"), trick), "special");
	cr_assert(json_is_array(special), "%s", bytes);
	mk_text_fixed(&words, found, sizeof found);
	json_array_foreach(special, place, point)
	{
		mk_text_format(&words, "%s%s%s", place ? " " : "",
			json_string_value(json_object_get(point, "what")),
			json_is_true(json_object_get(point, "certain")) ? "" : "?");
	}
	mk_text_char(&words, '\0');
	json_decref(table);
	cr_expect_str_eq(found, expected);
}

Test(special_points, of_a_fox_are_uncertain_until_the_teams_are_known)
{
	struct doko_view view;

	tell_hand(&view, hand);
	tell_trick(&view, (const char *const[]){"HT", "DA", "D9", "DJ"});
	check_special(&view, 0, "fox_caught?");
	tell_trick(&view, (const char *const[]){"CA", "CT", "CQ", "CK"});
	check_special(&view, 0, "fox_caught");
	check_special(&view, 1, "");
}

Test(special_points, fall_away_when_the_fox_was_the_partners)
{
	struct doko_view view;

	tell_hand(&view, hand);
	tell_trick(&view, (const char *const[]){"HT", "DA", "D9", "DJ"});
	tell_trick(&view, (const char *const[]){"CA", "CQ", "CT", "CK"});
	check_special(&view, 0, "");
}

Test(special_points, of_a_doppelkopf_are_certain_at_once_and_stay_with_their_trick)
{
	struct doko_view view;

	tell_hand(&view, hand);
	tell_trick(&view, (const char *const[]){"CA", "CT", "CA", "CT"});
	check_special(&view, 0, "doppelkopf");
	tell_trick(&view, (const char *const[]){"HT", "DA", "DA", "DJ"});
	check_special(&view, 0, "doppelkopf");
	check_special(&view, 1, "fox_caught fox_caught?");
}
