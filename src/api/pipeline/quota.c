/* Rates (the generic cell rate algorithm: a bucket is one moment in time), and counts of use. */
#include "api/pipeline/quota.h"

#include "api/api.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- rates ---------------------------------------------------------------------------------- */

static const int64_t second_ns = 1000000000;

static bool init_limiter(
	struct rate_limiter *limiter, unsigned rate, int64_t period_ns, int64_t burst_ns)
{
	*limiter = (struct rate_limiter){.rate = rate};
	if (rate == 0) {
		return true;
	}
	limiter->one_ns = period_ns / (int64_t)rate;
	limiter->burst_ns = burst_ns;
	limiter->sets = calloc(RATES_SETS, sizeof *limiter->sets);
	return limiter->sets != NULL;
}

bool rate_limiter_init(struct rate_limiter *limiter, unsigned per_second)
{
	return init_limiter(limiter, per_second, second_ns, RATES_BURST_S * second_ns);
}

bool rate_limiter_init_hourly(struct rate_limiter *limiter, unsigned per_hour)
{
	return init_limiter(limiter, per_hour, 3600 * second_ns, 3600 * second_ns);
}

void rate_limiter_deinit(struct rate_limiter *limiter)
{
	free(limiter->sets);
}

/* Returns the bucket of the key, or the least recently used one of the set. */
static struct rate_bucket *find_bucket(
	struct rate_bucket set[RATES_WAYS], uint64_t key, int64_t now_ns)
{
	struct rate_bucket *oldest = &set[0];

	for (int i = 0; i < RATES_WAYS; i++) {
		if (set[i].key == key) {
			return &set[i];
		}
		if (set[i].empty_until_ns < oldest->empty_until_ns) {
			oldest = &set[i];
		}
	}
	*oldest = (struct rate_bucket){.key = key, .empty_until_ns = now_ns};
	return oldest;
}

bool rate_limiter_take(struct rate_limiter *limiter, uint64_t key, int64_t now_ns)
{
	int64_t from_ns;
	struct rate_bucket *bucket;

	if (limiter->rate == 0) {
		return true;
	}
	bucket = find_bucket(limiter->sets[key % RATES_SETS], key, now_ns);
	from_ns = bucket->empty_until_ns > now_ns ? bucket->empty_until_ns : now_ns;
	if (from_ns + limiter->one_ns > now_ns + limiter->burst_ns) {
		limiter->refused++;
		return false;
	}
	bucket->empty_until_ns = from_ns + limiter->one_ns;
	return true;
}

void rate_limiter_charge(struct rate_limiter *limiter, uint64_t key, unsigned count, int64_t now_ns)
{
	struct rate_bucket *bucket;

	if (limiter->rate == 0) {
		return;
	}
	bucket = find_bucket(limiter->sets[key % RATES_SETS], key, now_ns);
	if (bucket->empty_until_ns < now_ns) {
		bucket->empty_until_ns = now_ns;
	}
	bucket->empty_until_ns += count * limiter->one_ns;
}

static unsigned configured_rate(const struct api_options *options, enum limit_id id)
{
	return (unsigned)limits_value(options->limits, id);
}

bool rates_init(struct rates *rates, const struct api_options *options)
{
	options->random(rates->secret, sizeof rates->secret);
	return rate_limiter_init(&rates->by_address, options->rate_limit_per_address) &&
	       rate_limiter_init(&rates->by_session, options->rate_limit_per_session) &&
	       rate_limiter_init(
		       &rates->by_rejection, configured_rate(options, LIMIT_ADDRESS_REJECTIONS)) &&
	       rate_limiter_init_hourly(&rates->by_creation,
		       configured_rate(options, LIMIT_TOKEN_SESSIONS_PER_HOUR));
}

static bool change_rate(struct rate_limiter *limiter, unsigned rate,
	bool (*init)(struct rate_limiter *limiter, unsigned rate))
{
	struct rate_limiter changed;

	if (limiter->rate == rate) {
		return true;
	}
	if (!init(&changed, rate)) {
		return false;
	}
	changed.refused = limiter->refused;
	rate_limiter_deinit(limiter);
	*limiter = changed;
	return true;
}

bool rates_change(struct rates *rates, const struct api_options *options)
{
	return change_rate(
		       &rates->by_address, options->rate_limit_per_address, rate_limiter_init) &&
	       change_rate(
		       &rates->by_session, options->rate_limit_per_session, rate_limiter_init) &&
	       change_rate(&rates->by_rejection, configured_rate(options, LIMIT_ADDRESS_REJECTIONS),
		       rate_limiter_init) &&
	       change_rate(&rates->by_creation,
		       configured_rate(options, LIMIT_TOKEN_SESSIONS_PER_HOUR),
		       rate_limiter_init_hourly);
}

void rates_deinit(struct rates *rates)
{
	rate_limiter_deinit(&rates->by_address);
	rate_limiter_deinit(&rates->by_session);
	rate_limiter_deinit(&rates->by_rejection);
	rate_limiter_deinit(&rates->by_creation);
}

static uint64_t hash_key(const struct rates *rates, const void *key, size_t length)
{
	unsigned char hash[crypto_shorthash_BYTES];
	uint64_t hashed;

	crypto_shorthash(hash, key, length, rates->secret);
	memcpy(&hashed, hash, sizeof hashed);
	return hashed;
}

bool rates_take(const struct rates *rates, struct rate_limiter *limiter, const void *key,
	size_t length, int64_t now_ns)
{
	return limiter->rate == 0 ||
	       rate_limiter_take(limiter, hash_key(rates, key, length), now_ns);
}

void rates_charge(const struct rates *rates, struct rate_limiter *limiter, const void *key,
	size_t length, unsigned count, int64_t now_ns)
{
	if (limiter->rate > 0) {
		rate_limiter_charge(limiter, hash_key(rates, key, length), count, now_ns);
	}
}

/* ---- use at a time -------------------------------------------------------------------------- */

void quotas_init(struct quotas *quotas, void (*random)(void *bytes, size_t length))
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		quotas->of[i] = (struct counts){.capacity = 0};
		random(&quotas->of[i].seed, sizeof quotas->of[i].seed);
	}
}

void quotas_deinit(struct quotas *quotas)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		counts_finish(&quotas->of[i]);
	}
}

bool claims_add(
	struct claims *claims, struct quotas *quotas, enum limit_id id, uint64_t key, uint64_t max)
{
	if (claims->count == MAX_CLAIMS || !counts_take(&quotas->of[id], key, 1, max)) {
		return false;
	}
	claims->of[claims->count++] = (struct claim){id, key};
	return true;
}

static unsigned index_of_claim(const struct claims *claims, enum limit_id id)
{
	unsigned i = 0;

	while (i < claims->count && claims->of[i].id != id) {
		i++;
	}
	return i;
}

bool claims_have(const struct claims *claims, enum limit_id id)
{
	return index_of_claim(claims, id) < claims->count;
}

void claims_move(struct claims *from, struct claims *to, enum limit_id id)
{
	unsigned index = index_of_claim(from, id);

	if (index < from->count) {
		to->of[to->count++] = from->of[index];
		from->of[index] = from->of[--from->count];
	}
}

void claims_return(struct claims *claims, struct quotas *quotas)
{
	for (unsigned i = 0; i < claims->count; i++) {
		counts_give(&quotas->of[claims->of[i].id], claims->of[i].key, 1);
	}
	claims->count = 0;
}
