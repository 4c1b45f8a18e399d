/*
 * How often somebody may ask: token buckets, so that a burst is let through and a flood is not.
 *
 * A fixed table: who floods us from many addresses makes it forget those that have been quiet the
 * longest, and those had their full burst anyway.
 */
#ifndef API_PIPELINE_RATES_H
#define API_PIPELINE_RATES_H

#include <stdbool.h>
#include <stdint.h>

enum { RATES_SETS = 1024, RATES_WAYS = 4 };

/* A burst is what may come in so many seconds, at once. */
enum { RATES_BURST_S = 4 };

/* Somebody, and until when his bucket is used up: empty in the past, full a burst from now. */
struct rate {
	uint64_t key;
	int64_t used_until_ns;
};

struct rate_limiter {
	unsigned rate;    /* 0: no limit */
	int64_t one_ns;   /* between two at that rate */
	int64_t burst_ns; /* what this much time allows may come at once */
	struct rate (*sets)[RATES_WAYS];
	uint64_t refused;
};

/* False without memory; with 0 none is needed. */
bool rates_init(struct rate_limiter *rate_limiter, unsigned per_second);
/* The same, a whole hour's number at once. */
bool rates_init_hourly(struct rate_limiter *rate_limiter, unsigned per_hour);
void rates_finish(struct rate_limiter *rate_limiter);

/*
 * May `key` ask once more, `now_ns` being any clock that does not go back? Keys are hashes that
 * others cannot foresee.
 */
bool rate_limiter_take(struct rate_limiter *rate_limiter, uint64_t key, int64_t now_ns);

#endif
