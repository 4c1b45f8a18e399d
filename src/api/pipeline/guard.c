/* Rates, Host and Origin. */
#include "api/pipeline/guard.h"

#include "api/pipeline/call.h"
#include "api/pipeline/host.h"
#include "api/pipeline/origin.h"
#include "api/pipeline/owner.h"
#include "api/pipeline/quota.h"
#include "base/limits.h"
#include "store/store.h"

#include <sodium.h>
#include <string.h>

static unsigned rate_of(const struct api_options *options, enum limit_id id)
{
	return (unsigned)limits_value(options->limits, id);
}

bool guard_init(struct guard *guard, const struct api_options *options)
{
	options->random(guard->secret, sizeof guard->secret);
	return rates_init(&guard->by_address, options->rate_limit_per_address) &&
	       rates_init(&guard->by_session, options->rate_limit_per_session) &&
	       rates_init(&guard->by_rejection, rate_of(options, LIMIT_ADDRESS_REJECTIONS)) &&
	       rates_init_hourly(
		       &guard->by_creation, rate_of(options, LIMIT_TOKEN_SESSIONS_PER_HOUR));
}

static bool change_rate(struct rate_limiter *rate_limiter, unsigned rate, bool hourly)
{
	struct rate_limiter changed;

	if (rate_limiter->rate == rate) {
		return true;
	}
	if (!(hourly ? rates_init_hourly : rates_init)(&changed, rate)) {
		return false;
	}
	changed.refused = rate_limiter->refused;
	rates_finish(rate_limiter);
	*rate_limiter = changed;
	return true;
}

bool guard_reconfigure(struct guard *guard, const struct api_options *options)
{
	return change_rate(&guard->by_address, options->rate_limit_per_address, false) &&
	       change_rate(&guard->by_session, options->rate_limit_per_session, false) &&
	       change_rate(
		       &guard->by_rejection, rate_of(options, LIMIT_ADDRESS_REJECTIONS), false) &&
	       change_rate(
		       &guard->by_creation, rate_of(options, LIMIT_TOKEN_SESSIONS_PER_HOUR), true);
}

void guard_finish(struct guard *guard)
{
	rates_finish(&guard->by_address);
	rates_finish(&guard->by_session);
	rates_finish(&guard->by_rejection);
	rates_finish(&guard->by_creation);
}

static bool refuse(struct call *call, int http, const char *code, const char *detail)
{
	call_problem(call, &(struct problem){.http = http, .code = code, .detail = detail});
	return false;
}

/* ---- how often ------------------------------------------------------------------------------ */

static bool take_at(const struct guard *guard, struct rate_limiter *rate_limiter, const void *who,
	size_t length, int64_t now_ns)
{
	unsigned char hash[crypto_shorthash_BYTES];
	uint64_t key;

	crypto_shorthash(hash, who, length, guard->secret);
	memcpy(&key, hash, sizeof key);
	return rate_limiter_take(rate_limiter, key, now_ns);
}

static bool take(
	struct call *call, struct rate_limiter *rate_limiter, const void *who, size_t length)
{
	return take_at(&call->api->guard, rate_limiter, who, length, call->since_ns);
}

static bool refuse_limit(struct call *call, enum limit_id id)
{
	struct mk_error error;

	limits_refuse(call->api->options.limits, id, &error);
	call_fail(call, &error);
	return false;
}

bool guard_counts(struct guard *guard, const struct api_options *options,
	const struct http_peer *peer, int64_t now_ns)
{
	return !peer || (peer->local && !options->rate_limit_local) ||
	       take_at(guard, &guard->by_address, &peer->number, sizeof peer->number, now_ns);
}

static bool check_rate(struct call *call, struct rate_limiter *rate_limiter, enum limit_id id)
{
	struct http_peer peer = http_request_peer(call->request);

	return !quota_counts_address(call) ||
	       take(call, rate_limiter, &peer.number, sizeof peer.number) || refuse_limit(call, id);
}

bool guard_admits_rejection(struct call *call)
{
	return check_rate(call, &call->api->guard.by_rejection, LIMIT_ADDRESS_REJECTIONS);
}

/* How many of its requests are not answered yet. */
static bool check_open_requests(struct call *call)
{
	struct mk_error error;

	if (claims_take(&call->claims, call, LIMIT_ADDRESS_REQUESTS, &error) == MK_OK) {
		return true;
	}
	call_fail(call, &error);
	return false;
}

/* What only reads asks nothing of the store that could wait for long. */
static bool writes(const struct call *call)
{
	return call->route && strcmp(call->route->method, "GET") != 0;
}

/* Where the store is slower than the clients memory would fill with what waits for it. */
static bool check_store(struct call *call)
{
	const struct api_options *options = &call->api->options;
	uint64_t most = limits_value(options->limits, LIMIT_MAX_QUEUED_WRITES);

	return !writes(call) || store_waiting(options->journal) < most ||
	       refuse_limit(call, LIMIT_MAX_QUEUED_WRITES);
}

bool guard_admits_creation(struct call *call)
{
	unsigned char owner[ONCE_OWNER];

	return !owner_is_counted(call, owner) ||
	       take(call, &call->api->guard.by_creation, owner, sizeof owner) ||
	       refuse_limit(call, LIMIT_TOKEN_SESSIONS_PER_HOUR);
}

bool guard_admits_session(struct call *call)
{
	return !call->id[0] || !quota_counts_address(call) ||
	       take(call, &call->api->guard.by_session, call->id, strlen(call->id)) ||
	       refuse_limit(call, LIMIT_RATE_LIMIT_PER_SESSION);
}

/* ---- by which name -------------------------------------------------------------------------- */

/* Only HTTP/1.0 may come without a Host, and no browser speaks that. */
static bool is_ours(const struct call *call, const char *host)
{
	return !host || host_is_known(host, call->api->options.hosts);
}

/* Both what the client asked a proxy for and what that asks for: a page can write the former. */
static bool check_host(struct call *call)
{
	return !call->api->options.checks_host ||
	       (is_ours(call, http_request_header(call->request, "Host")) &&
		       is_ours(call, http_request_host(call->request))) ||
	       refuse(call, 421, "host_not_allowed",
		       "host name not allowed; add it to --allowed-hosts");
}

/* ---- from which page ------------------------------------------------------------------------ */

/* Pages of other origins may ask only where they are listed. */
static bool check_origin(struct call *call)
{
	const char *origin = http_request_header(call->request, "Origin");

	if (!origin || origin_is_own(origin, http_request_header(call->request, "Host")) ||
		origin_is_own(origin, http_request_host(call->request))) {
		return true;
	}
	if (origin_is_listed(origin, call->api->options.origins)) {
		call->cross_origin = origin;
		return true;
	}
	return refuse(call, 403, "origin_not_allowed", "origin not allowed");
}

bool admission_check(struct call *call)
{
	return check_host(call) && check_origin(call) &&
	       check_rate(call, &call->api->guard.by_address, LIMIT_RATE_LIMIT_PER_ADDRESS) &&
	       check_open_requests(call) && check_store(call);
}
