/* Rates (the "generic cell rate algorithm": a bucket is one moment in time). */
#include "api/pipeline/rates.h"

#include <stdlib.h>

static const int64_t second_ns = 1000000000;

static bool init(struct rates *rates, unsigned rate, int64_t of_ns, int64_t burst_ns)
{
	*rates = (struct rates){.rate = rate};
	if (rate == 0) {
		return true;
	}
	rates->one_ns = of_ns / (int64_t)rate;
	rates->burst_ns = burst_ns;
	rates->sets = calloc(RATES_SETS, sizeof *rates->sets);
	return rates->sets != NULL;
}

bool rates_init(struct rates *rates, unsigned per_second)
{
	return init(rates, per_second, second_ns, RATES_BURST_S * second_ns);
}

bool rates_init_hourly(struct rates *rates, unsigned per_hour)
{
	return init(rates, per_hour, 3600 * second_ns, 3600 * second_ns);
}

void rates_finish(struct rates *rates)
{
	free(rates->sets);
}

/* The key's own place, or that of the one who has been quiet the longest. */
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

bool rates_take(struct rates *rates, uint64_t key, int64_t now_ns)
{
	int64_t from_ns;
	struct rate *rate;

	if (rates->rate == 0) {
		return true;
	}
	rate = find(rates->sets[key % RATES_SETS], key, now_ns);
	from_ns = rate->used_until_ns > now_ns ? rate->used_until_ns : now_ns;
	if (from_ns + rates->one_ns > now_ns + rates->burst_ns) {
		rates->refused++;
		return false;
	}
	rate->used_until_ns = from_ns + rates->one_ns;
	return true;
}
