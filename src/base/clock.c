/* The clocks of the system, and how a time is written. */
#include "base/clock.h"

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

static void write_digits(char *at, int64_t number, int count)
{
	unsigned rest = (unsigned)number;

	while (count-- > 0) {
		at[count] = (char)('0' + rest % 10);
		rest /= 10;
	}
}

void clock_write(struct mk_text *out, int64_t wall_ms)
{
	char stamp[] = "0000-00-00T00:00:00.000Z";
	int64_t days = (wall_ms >= 0 ? wall_ms : wall_ms - 86399999) / 86400000;
	unsigned ms = (unsigned)(wall_ms - days * 86400000);
	struct date date = civil(days);

	write_digits(stamp, date.year, 4);
	write_digits(stamp + 5, date.month, 2);
	write_digits(stamp + 8, date.day, 2);
	write_digits(stamp + 11, ms / 3600000, 2);
	write_digits(stamp + 14, ms / 60000 % 60, 2);
	write_digits(stamp + 17, ms / 1000 % 60, 2);
	write_digits(stamp + 20, ms % 1000, 3);
	mk_text_add(out, stamp, sizeof stamp - 1);
}
