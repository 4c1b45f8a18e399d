/*
 * Quotas of addresses, tokens and sessions: rates, and concurrent use (requests, subscribers, long
 * polls, searches, simulations).
 */
#ifndef API_PIPELINE_QUOTA_H
#define API_PIPELINE_QUOTA_H

#include "base/counts.h"
#include "base/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct api_options;

/* ---- rates ---------------------------------------------------------------------------------- */

enum {
	RATES_SETS = 1024,
	RATES_WAYS = 4,
	RATES_BURST_S = 4, /* a burst is the requests of this many seconds at once */
};

/*
 * If `empty_until_ns` is in the past, the bucket is full; if it is one burst in the future, it is
 * empty.
 */
struct rate_bucket {
	uint64_t key;
	int64_t empty_until_ns;
};

/*
 * Token buckets of one rate, in a table of fixed size. A flood from many addresses evicts those
 * that have been quiet the longest, whose buckets are full anyway.
 */
struct rate_limiter {
	unsigned rate;    /* 0: unlimited */
	int64_t one_ns;   /* between two requests at that rate */
	int64_t burst_ns; /* a burst is the requests of this time */
	struct rate_bucket (*sets)[RATES_WAYS];
	uint64_t refused;
};

/* Initializes a limiter. False without memory; a rate of 0 needs none. */
bool rate_limiter_init(struct rate_limiter *limiter, unsigned per_second);
/* The same with a rate per hour; a burst is the number of an hour. */
bool rate_limiter_init_hourly(struct rate_limiter *limiter, unsigned per_hour);
void rate_limiter_deinit(struct rate_limiter *limiter);

/* Takes one; false if `key` has none left. Keys are unpredictable hashes; the clock of `now_ns` is
 * monotonic. */
bool rate_limiter_take(struct rate_limiter *limiter, uint64_t key, int64_t now_ns);

/* Takes `count` more, even beyond the limit: later requests are then rejected for longer. */
void rate_limiter_charge(
	struct rate_limiter *limiter, uint64_t key, unsigned count, int64_t now_ns);

/* The rates of the API. */
struct rates {
	struct rate_limiter by_address;
	struct rate_limiter by_session;
	struct rate_limiter by_rejection; /* of an address */
	struct rate_limiter by_creation;  /* of sessions, by token */
	unsigned char secret[16];         /* key of the hashes */
};

/* False without memory; rates_deinit() must be called in either case. */
bool rates_init(struct rates *rates, const struct api_options *options);
/*
 * Applies changed rates; a limiter whose rate changes begins with full buckets. False without
 * memory.
 */
bool rates_change(struct rates *rates, const struct api_options *options);
void rates_deinit(struct rates *rates);

/* Takes one of `limiter`, one of these rates, for a key of `length` bytes. */
bool rates_take(const struct rates *rates, struct rate_limiter *limiter, const void *key,
	size_t length, int64_t now_ns);

/* rate_limiter_charge() for a key of `length` bytes. */
void rates_charge(const struct rates *rates, struct rate_limiter *limiter, const void *key,
	size_t length, unsigned count, int64_t now_ns);

/* ---- use at a time -------------------------------------------------------------------------- */

enum { MAX_CLAIMS = 6 };

/* The resources of one request or subscriber; all zero: none. */
struct claims {
	struct claim {
		enum limit_id id;
		uint64_t key;
	} of[MAX_CLAIMS];
	unsigned count;
};

struct quotas {
	struct counts of[LIMIT_COUNT]; /* only limits counted here have entries */
};

void quotas_init(struct quotas *quotas, void (*random)(void *bytes, size_t length));
void quotas_deinit(struct quotas *quotas);

/* Takes one of `id` for `key`, unless `max` (0: unlimited) are in use. */
bool claims_add(
	struct claims *claims, struct quotas *quotas, enum limit_id id, uint64_t key, uint64_t max);

/* True if the claims include one of `id`. */
bool claims_have(const struct claims *claims, enum limit_id id);

/* Moves one of `id`, if there is one, to `to`, which must have space. */
void claims_move(struct claims *from, struct claims *to, enum limit_id id);

/* Returns everything; the claims are then empty. */
void claims_return(struct claims *claims, struct quotas *quotas);

#endif
