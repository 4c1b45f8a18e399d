/* What is in use, by address, token and session. */
#include "api/pipeline/quota.h"

#include "api/pipeline/call.h"
#include "api/pipeline/owner.h"

#include <string.h>

void quotas_init(struct quotas *quotas, void (*random)(void *bytes, size_t length))
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		quotas->of[i] = (struct counts){.room = 0};
		random(&quotas->of[i].seed, sizeof quotas->of[i].seed);
	}
}

void quotas_finish(struct quotas *quotas)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		counts_finish(&quotas->of[i]);
	}
}

bool quota_counts_address(const struct call *call)
{
	return !http_request_peer(call->request).local || call->api->options.rate_limit_local;
}

/* ---- who ------------------------------------------------------------------------------------ */

static uint64_t token_key(const struct call *call)
{
	unsigned char owner[ONCE_OWNER];
	uint64_t key;

	owner_of(call, owner);
	memcpy(&key, owner, sizeof key);
	return key;
}

/* Ids are random: 16 of their digits tell one from another. */
static uint64_t session_key(const struct call *call)
{
	uint64_t halves[2];

	memcpy(halves, call->id, sizeof halves);
	return halves[0] ^ halves[1] * 31;
}

/* False: nobody is counted. */
static bool find_key(const struct call *call, enum limit_scope scope, uint64_t *key)
{
	switch (scope) {
	case LIMIT_FOR_ADDRESS:
		*key = http_request_peer(call->request).number;
		return quota_counts_address(call);
	case LIMIT_FOR_TOKEN:
		*key = token_key(call);
		return call->lock[0] || quota_counts_address(call);
	case LIMIT_FOR_SESSION:
		*key = session_key(call);
		return true;
	case LIMIT_FOR_REQUEST:
	case LIMIT_FOR_DAEMON:
		return false;
	}
	return false;
}

/* ---- how much ------------------------------------------------------------------------------- */

static bool is_of_subscribers(enum limit_id id)
{
	return id == LIMIT_ADDRESS_SUBSCRIBERS || id == LIMIT_TOKEN_SUBSCRIBERS ||
	       id == LIMIT_SESSION_SUBSCRIBERS;
}

/* Whatever is configured, nobody takes more than half of all places for subscribers. */
static uint64_t most_of(const struct api *api, enum limit_id id)
{
	uint64_t most = limits_value(api->options.limits, id);
	uint64_t half = ((uint64_t)api->options.listener_limit + 1) / 2;

	return is_of_subscribers(id) && (most == 0 || most > half) ? half : most;
}

enum mk_status claims_take(
	struct claims *claims, struct call *call, enum limit_id id, struct mk_error *error)
{
	struct api *api = call->api;
	uint64_t key;

	if (!find_key(call, limit_rows[id].scope, &key)) {
		return MK_OK;
	}
	if (claims->count == MAX_CLAIMS ||
		!counts_take(&api->quotas.of[id], key, 1, most_of(api, id))) {
		return limits_refuse(api->options.limits, id, error);
	}
	claims->of[claims->count++] = (struct claim){id, key};
	return MK_OK;
}

static unsigned place_in(const struct claims *claims, enum limit_id id)
{
	unsigned i = 0;

	while (i < claims->count && claims->of[i].id != id) {
		i++;
	}
	return i;
}

bool claims_have(const struct claims *claims, enum limit_id id)
{
	return place_in(claims, id) < claims->count;
}

void claims_move(struct claims *from, struct claims *to, enum limit_id id)
{
	unsigned place = place_in(from, id);

	if (place < from->count) {
		to->of[to->count++] = from->of[place];
		from->of[place] = from->of[--from->count];
	}
}

void claims_give(struct claims *claims, struct api *api)
{
	for (unsigned i = 0; i < claims->count; i++) {
		counts_give(&api->quotas.of[claims->of[i].id], claims->of[i].key, 1);
	}
	claims->count = 0;
}
