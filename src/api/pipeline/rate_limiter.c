/* Rates (the "generic cell rate algorithm": a bucket is one moment in time). */
#include "api/pipeline/rate_limiter.h"

#include <stdlib.h>

static const int64_t second_ns = 1000000000;

static bool init(struct rate_limiter *rate_limiter, unsigned rate, int64_t of_ns, int64_t burst_ns)
{
	*rate_limiter = (struct rate_limiter){.rate = rate};
	if (rate == 0) {
		return true;
	}
	rate_limiter->one_ns = of_ns / (int64_t)rate;
	rate_limiter->burst_ns = burst_ns;
	rate_limiter->sets = calloc(RATES_SETS, sizeof *rate_limiter->sets);
	return rate_limiter->sets != NULL;
}

bool rates_init(struct rate_limiter *rate_limiter, unsigned per_second)
{
	return init(rate_limiter, per_second, second_ns, RATES_BURST_S * second_ns);
}

bool rates_init_hourly(struct rate_limiter *rate_limiter, unsigned per_hour)
{
	return init(rate_limiter, per_hour, 3600 * second_ns, 3600 * second_ns);
}

void rates_finish(struct rate_limiter *rate_limiter)
{
	free(rate_limiter->sets);
}

/* Returns the bucket of the key, or the least recently used one of the set. */
static struct rate *find(struct rate set[RATES_WAYS], uint64_t key, int64_t now_ns)
{
	struct rate *quietest = &set[0];

	for (int i = 0; i < RATES_WAYS; i++) {
		if (set[i].key == key) {
			return &set[i];
		}
		if (set[i].used_until_ns < quietest->used_until_ns) {
			quietest = &set[i];
		}
	}
	*quietest = (struct rate){.key = key, .used_until_ns = now_ns};
	return quietest;
}

bool rate_limiter_take(struct rate_limiter *rate_limiter, uint64_t key, int64_t now_ns)
{
	int64_t from_ns;
	struct rate *rate;

	if (rate_limiter->rate == 0) {
		return true;
	}
	rate = find(rate_limiter->sets[key % RATES_SETS], key, now_ns);
	from_ns = rate->used_until_ns > now_ns ? rate->used_until_ns : now_ns;
	if (from_ns + rate_limiter->one_ns > now_ns + rate_limiter->burst_ns) {
		rate_limiter->refused++;
		return false;
	}
	rate->used_until_ns = from_ns + rate_limiter->one_ns;
	return true;
}
