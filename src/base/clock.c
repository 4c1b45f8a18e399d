/* The clocks of the system, and how a time is written and checked. */
#include "base/clock.h"

#include <string.h>
#include <time.h>

int64_t clock_wall_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_ticks_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

struct date {
	int64_t year, month, day;
};

/* The civil date of a day counted from 1970-01-01 (Howard Hinnant's days algorithm). */
static struct date civil(int64_t days)
{
	int64_t z = days + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	int64_t day_of_era = z - era * 146097;
	int64_t year_of_era =
		(day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
	int64_t day_of_year =
		day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	int64_t month = (5 * day_of_year + 2) / 153;
	int64_t calendar_month = month < 10 ? month + 3 : month - 9;

	return (struct date){
		.year = year_of_era + era * 400 + (calendar_month <= 2),
		.month = calendar_month,
		.day = day_of_year - (153 * month + 2) / 5 + 1,
	};
}

static void write_two(char *at, unsigned number)
{
	at[0] = (char)('0' + number / 10 % 10);
	at[1] = (char)('0' + number % 10);
}

void clock_write(struct mk_text *out, int64_t wall_ms)
{
	char stamp[] = "0000-00-00T00:00:00.000Z";
	int64_t days = (wall_ms >= 0 ? wall_ms : wall_ms - 86399999) / 86400000;
	unsigned ms = (unsigned)(wall_ms - days * 86400000);
	struct date date = civil(days);

	write_two(stamp, (unsigned)date.year / 100);
	write_two(stamp + 2, (unsigned)date.year);
	write_two(stamp + 5, (unsigned)date.month);
	write_two(stamp + 8, (unsigned)date.day);
	write_two(stamp + 11, ms / 3600000);
	write_two(stamp + 14, ms / 60000 % 60);
	write_two(stamp + 17, ms / 1000 % 60);
	write_two(stamp + 20, ms % 1000 / 10);
	stamp[22] = (char)('0' + ms % 10);
	mk_text_add(out, stamp, sizeof stamp - 1);
}

/* ---- Checking ------------------------------------------------------------------------------- */

/* Takes a number of `digits` digits from `least` to `most`; false when none stands there. */
static bool take_number(const char **at, int digits, int least, int most, int *number)
{
	int value = 0;

	for (int i = 0; i < digits; i++, (*at)++) {
		if (**at < '0' || **at > '9') {
			return false;
		}
		value = value * 10 + (**at - '0');
	}
	*number = value;
	return value >= least && value <= most;
}

static bool take_letter(const char **at, const char *letters)
{
	if (!**at || !strchr(letters, **at)) {
		return false;
	}
	(*at)++;
	return true;
}

static int days_of(int month, int year)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

static bool take_date(const char **at)
{
	int year, month, day;

	return take_number(at, 4, 0, 9999, &year) && take_letter(at, "-") &&
	       take_number(at, 2, 1, 12, &month) && take_letter(at, "-") &&
	       take_number(at, 2, 1, days_of(month, year), &day);
}

/* Second 60 is a leap second. */
static bool take_clock(const char **at)
{
	int number;
	size_t decimals;

	if (!take_number(at, 2, 0, 23, &number) || !take_letter(at, ":") ||
		!take_number(at, 2, 0, 59, &number) || !take_letter(at, ":") ||
		!take_number(at, 2, 0, 60, &number)) {
		return false;
	}
	if (!take_letter(at, ".")) {
		return true;
	}
	decimals = strspn(*at, "0123456789");
	*at += decimals;
	return decimals > 0;
}

static bool take_offset(const char **at)
{
	int number;

	return take_letter(at, "Zz") ||
	       (take_letter(at, "+-") && take_number(at, 2, 0, 23, &number) &&
		       take_letter(at, ":") && take_number(at, 2, 0, 59, &number));
}

bool clock_is_time(const char *text)
{
	return take_date(&text) && take_letter(&text, "Tt") && take_clock(&text) &&
	       take_offset(&text) && *text == '\0';
}
