#include "base/clock.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <time.h>

static const char *written(int64_t wall_ms)
{
	static char buffer[64];
	struct mk_text out;

	mk_text_fixed(&out, buffer, sizeof buffer);
	clock_write(&out, wall_ms);
	return buffer;
}

Test(clock, writes_a_moment_in_utc)
{
	cr_assert_str_eq(written(0), "1970-01-01T00:00:00.000Z");
	cr_assert_str_eq(written(1795236120007), "2026-11-21T04:42:00.007Z");
	cr_assert_str_eq(written(951782400000), "2000-02-29T00:00:00.000Z");
	cr_assert_str_eq(written(-1), "1969-12-31T23:59:59.999Z");
}

/* The C library knows the calendar, too. */
static const char *by_library(int64_t wall_ms)
{
	static char buffer[64];
	time_t seconds = (time_t)(wall_ms / 1000);
	struct tm tm;

	gmtime_r(&seconds, &tm);
	snprintf(buffer, sizeof buffer, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", tm.tm_year + 1900,
		tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, (int)(wall_ms % 1000));
	return buffer;
}

Test(clock, knows_every_day_of_the_calendar)
{
	for (int64_t day = 0; day < 2932897; day += 7) {
		int64_t wall_ms = day * 86400000 + day * 7919 % 86400000;

		cr_assert_str_eq(written(wall_ms), by_library(wall_ms));
	}
}

Test(clock, clamps_moments_out_of_range)
{
	cr_assert_str_eq(written(-62167219200000), "0000-01-01T00:00:00.000Z");
	cr_assert_str_eq(written(-62162035200001), "0000-02-29T23:59:59.999Z");
	cr_assert_str_eq(written(253402300799999), "9999-12-31T23:59:59.999Z");
	cr_assert_str_eq(written(INT64_MAX), "9999-12-31T23:59:59.999Z");
	cr_assert_str_eq(written(INT64_MIN), "0000-01-01T00:00:00.000Z");
}

Test(clock, knows_a_moment_when_it_sees_one)
{
	cr_assert(clock_is_time("2026-11-21T04:42:00Z"));
	cr_assert(clock_is_time("2026-11-21t04:42:00.123456z"));
	cr_assert(clock_is_time("2024-02-29T23:59:60+01:00"));
	cr_assert(clock_is_time(written(1795236120007)));
}

Test(clock, takes_nothing_else_for_a_moment)
{
	static const char *const others[] = {"", "now", "2026-11-21", "2026-11-21T04:42Z",
		"2026-11-21T04:42:00", "2026-11-21 04:42:00Z", "2026-13-01T00:00:00Z",
		"2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T04:60:00Z",
		"2026-11-21T04:42:61Z", "2026-11-21T04:42:00.Z", "2026-11-21T04:42:00+1:00",
		"2026-11-21T04:42:00+01:00 ", "26-11-21T04:42:00Z", "2026-11-21T04:42:0\xc2\xb2Z"};

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		cr_expect_not(clock_is_time(others[i]), "%s", others[i]);
	}
}
