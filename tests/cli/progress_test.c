/* The progress bar's line. */
#include "cli/progress.c" /* the program's own part, in no library */

#include <criterion/criterion.h>

static const int64_t second = 1000000000;

static const char *line(int width, uint64_t done, uint64_t total, int64_t elapsed_ns)
{
	static char buffer[LINE_SIZE];
	struct mk_text out;

	mk_text_fixed(&out, buffer, sizeof buffer);
	progress_write(&out, width, done, total, elapsed_ns, "won 45.6 %");
	return buffer;
}

Test(progress, the_bar_is_as_full_as_the_work_is_done)
{
	cr_assert_str_eq(line(80, 50, 200, 10 * second),
		"[########.........................]  25 %  50 of 200  won 45.6 %  5/s  0:30 left");
}

Test(progress, no_time_is_shown_in_the_first_second)
{
	cr_assert_str_eq(line(60, 50, 200, second / 2),
		"[#######......................]  25 %  50 of 200  won 45.6 %");
}

Test(progress, no_time_is_shown_before_the_first_result)
{
	cr_assert_str_eq(line(60, 0, 200, 10 * second),
		"[..............................]   0 %  0 of 200  won 45.6 %");
}

Test(progress, hours_are_shown_as_hours)
{
	cr_assert(strstr(line(200, 1, 7205, second), "  2:00:04 left"));
}

Test(progress, the_end_is_a_full_bar_with_nothing_left)
{
	const char *end = line(200, 200, 200, 10 * second);

	cr_assert(strstr(end, "#] 100 %  200 of 200"));
	cr_assert(strstr(end, "  0:00 left"));
}

Test(progress, a_narrow_terminal_gets_no_bar_and_no_second_line)
{
	cr_assert_str_eq(line(20, 50, 200, 10 * second), "  25 %  50 of 200  w");
}

Test(progress, work_without_an_end_has_neither_bar_nor_remaining_time)
{
	cr_assert_str_eq(line(80, 50, PROGRESS_ENDLESS, 10 * second), " 50  won 45.6 %  5/s");
}
