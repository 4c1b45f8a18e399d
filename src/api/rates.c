/* Rates (the "generic cell rate algorithm": a bucket is one moment in time). */
#include "api/rates.h"

#include <stdlib.h>

enum { SECOND_NS = 1000000000 };

bool rates_init(struct rates *rates, unsigned per_second)
{
	*rates = (struct rates){.per_second = per_second};
	if (per_second > 0) {
		rates->sets = calloc(RATES_SETS, sizeof *rates->sets);
	}
	return per_second == 0 || rates->sets;
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
	int64_t one_ns, from_ns;
	struct rate *rate;

	if (rates->per_second == 0) {
		return true;
	}
	one_ns = SECOND_NS / (int64_t)rates->per_second;
	rate = find(rates->sets[key % RATES_SETS], key, now_ns);
	from_ns = rate->used_until_ns > now_ns ? rate->used_until_ns : now_ns;
	if (from_ns + one_ns > now_ns + (int64_t)RATES_BURST_S * SECOND_NS) {
		rates->refused++;
		return false;
	}
	rate->used_until_ns = from_ns + one_ns;
	return true;
}
