/* The clocks of the system; writing and checking of time stamps. */
#include "base/clock.h"

#include "base/digits.h"

#include <errno.h>
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

int64_t clock_thread_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void clock_sleep_ms(unsigned ms)
{
	struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};

	while (nanosleep(&left, &left) != 0 && errno == EINTR) {
	}
}

struct date {
	unsigned year, month, day;
};

/*
 * The civil date of a day counted from 0000-01-01 (Howard Hinnant's days algorithm). Its eras of
 * 400 years begin on the first of March, 60 days later: one more era keeps all that above zero.
 */
static struct date civil(unsigned days)
{
	unsigned z = days + 146097 - 60;
	unsigned era = z / 146097;
	unsigned day_of_era = z - era * 146097;
	unsigned year_of_era =
		(day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
	unsigned day_of_year =
		day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	unsigned month = (5 * day_of_year + 2) / 153;
	unsigned calendar_month = month < 10 ? month + 3 : month - 9;

	return (struct date){
		.year = year_of_era + era * 400 - 400 + (calendar_month <= 2),
		.month = calendar_month,
		.day = day_of_year - (153 * month + 2) / 5 + 1,
	};
}

/* Times outside of this range are written as the first or the last one. */
static const int64_t first_ms = -62167219200000;
static const int64_t last_ms = 253402300799999;

static int64_t writable(int64_t wall_ms)
{
	return wall_ms < first_ms ? first_ms : wall_ms > last_ms ? last_ms : wall_ms;
}

/* Counts from the first representable time, so that no number is negative. */
char *clock_put(char *at, int64_t wall_ms)
{
	uint64_t since = (uint64_t)(writable(wall_ms) - first_ms);
	unsigned ms = (unsigned)(since % 86400000);
	unsigned seconds = ms / 1000;
	struct date date = civil((unsigned)(since / 86400000));

	at = digits_put_two(at, date.year / 100);
	at = digits_put_two(at, date.year % 100);
	*at++ = '-';
	at = digits_put_two(at, date.month);
	*at++ = '-';
	at = digits_put_two(at, date.day);
	*at++ = 'T';
	at = digits_put_two(at, seconds / 3600);
	*at++ = ':';
	at = digits_put_two(at, seconds / 60 % 60);
	*at++ = ':';
	at = digits_put_two(at, seconds % 60);
	*at++ = '.';
	*at++ = (char)('0' + ms % 1000 / 100);
	at = digits_put_two(at, ms % 100);
	*at++ = 'Z';
	return at;
}

void clock_write(struct mk_text *out, int64_t wall_ms)
{
	char stamp[CLOCK_LENGTH];

	clock_put(stamp, wall_ms);
	mk_text_add(out, stamp, sizeof stamp);
}

/* ---- Checking ------------------------------------------------------------------------------- */

/* Reads a number of `digits` digits from `least` to `most`; false if there is none. */
static bool take_digits(const char **at, int digits, int least, int most, int *number)
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

	return take_digits(at, 4, 0, 9999, &year) && take_letter(at, "-") &&
	       take_digits(at, 2, 1, 12, &month) && take_letter(at, "-") &&
	       take_digits(at, 2, 1, days_of(month, year), &day);
}

/* Second 60 is a leap second. */
static bool take_clock(const char **at)
{
	int number;
	size_t decimals;

	if (!take_digits(at, 2, 0, 23, &number) || !take_letter(at, ":") ||
		!take_digits(at, 2, 0, 59, &number) || !take_letter(at, ":") ||
		!take_digits(at, 2, 0, 60, &number)) {
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
	       (take_letter(at, "+-") && take_digits(at, 2, 0, 23, &number) &&
		       take_letter(at, ":") && take_digits(at, 2, 0, 59, &number));
}

bool clock_is_time(const char *text)
{
	return take_date(&text) && take_letter(&text, "Tt") && take_clock(&text) &&
	       take_offset(&text) && *text == '\0';
}
