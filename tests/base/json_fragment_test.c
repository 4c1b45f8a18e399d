#include "base/json.h"
#include "base/json_fragment.h"

#include <criterion/criterion.h>
#include <math.h>

static char buffer[256];
static struct mk_text out;

static void start(void)
{
	mk_text_fixed(&out, buffer, sizeof buffer);
}

TestSuite(piece, .init = start);

Test(piece, a_list_ends_without_a_comma)
{
	char *at = mk_json_fragments_begin(&out, 64);

	at = mk_put(at, "[");
	at = mk_put_number(at, 7);
	at = mk_put_literal(at, "8D", 2);
	at = mk_put_close(at, "],");
	mk_json_fragments_end(&out, at);
	cr_assert_str_eq(buffer, "[7,\"8D\"]");
	cr_assert_eq(out.length, strlen(buffer));
}

Test(piece, an_empty_list_closes_behind_its_opening)
{
	char *at = mk_json_fragments_begin(&out, 64);

	at = mk_put_key(at, "cards");
	at = mk_put(at, "[");
	at = mk_put_close(at, "],");
	mk_json_fragments_end(&out, at);
	cr_assert_str_eq(buffer, "\"cards\":[]");
}

Test(piece, numbers_have_all_their_digits)
{
	char *at = mk_json_fragments_begin(&out, 4 * MK_NUMBER_PIECE);

	at = mk_put_number(at, 0);
	at = mk_put_number(at, 9);
	at = mk_put_number(at, 10);
	at = mk_put_number(at, 18446744073709551615ULL);
	mk_json_fragments_end(&out, at);
	cr_assert_str_eq(buffer, "0,9,10,18446744073709551615");
}

Test(piece, stands_among_values_that_were_written_otherwise)
{
	char *at;

	mk_json_open_object(&out, NULL);
	mk_json_int(&out, "a", 1);
	at = mk_json_fragments_begin(&out, 64);
	at = mk_put_key(at, "b");
	at = mk_put_number(at, 2);
	mk_json_fragments_end(&out, at);
	mk_json_int(&out, "c", 3);
	mk_json_close_object(&out);
	cr_assert_str_eq(buffer, "{\"a\":1,\"b\":2,\"c\":3}");
}

Test(piece, begins_only_where_there_is_room_for_all)
{
	mk_text_fixed(&out, buffer, 16);
	cr_assert_null(mk_json_fragments_begin(&out, 16));
	cr_assert(out.truncated);
	cr_assert_str_eq(buffer, "");
}

Test(piece, a_real_has_the_decimals_that_it_needs)
{
	char *at = mk_json_fragments_begin(&out, 5 * MK_REAL_PIECE);

	at = mk_put_real(at, 0.25, 4);
	at = mk_put_real(at, -1.00004, 4);
	at = mk_put_real(at, 999999999.0, 3);
	at = mk_put_real(at, 1e9, 3);
	at = mk_put_real(at, (double)NAN, 3);
	mk_json_fragments_end(&out, at);
	cr_assert_str_eq(buffer, "0.25,-1,999999999,null,null");
}

Test(piece, truth_is_a_word_of_its_own)
{
	char *at = mk_json_fragments_begin(&out, 16);

	at = mk_put_bool(at, true);
	at = mk_put_bool(at, false);
	mk_json_fragments_end(&out, at);
	cr_assert_str_eq(buffer, "true,false");
}
