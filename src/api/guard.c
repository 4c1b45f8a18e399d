/* Rates, Host and Origin. */
#include "api/guard.h"

#include "api/call.h"
#include "api/host.h"
#include "api/origin.h"

#include <sodium.h>
#include <string.h>

bool guard_init(struct guard *guard, const struct api_options *options)
{
	options->random(guard->secret, sizeof guard->secret);
	return rates_init(&guard->by_address, options->address_rate) &&
	       rates_init(&guard->by_session, options->session_rate);
}

static bool change_rate(struct rates *rates, unsigned per_second)
{
	struct rates changed;

	if (rates->per_second == per_second) {
		return true;
	}
	if (!rates_init(&changed, per_second)) {
		return false;
	}
	changed.refused = rates->refused;
	rates_finish(rates);
	*rates = changed;
	return true;
}

bool guard_reconfigure(struct guard *guard, const struct api_options *options)
{
	return change_rate(&guard->by_address, options->address_rate) &&
	       change_rate(&guard->by_session, options->session_rate);
}

void guard_finish(struct guard *guard)
{
	rates_finish(&guard->by_address);
	rates_finish(&guard->by_session);
}

static bool refuse(struct call *call, int http, const char *code, const char *detail)
{
	call_problem(call, &(struct problem){.http = http, .code = code, .detail = detail});
	return false;
}

/* ---- how often ------------------------------------------------------------------------------ */

static bool take_at(const struct guard *guard, struct rates *rates, const void *who, size_t length,
	int64_t now_ns)
{
	unsigned char hash[crypto_shorthash_BYTES];
	uint64_t key;

	crypto_shorthash(hash, who, length, guard->secret);
	memcpy(&key, hash, sizeof key);
	return rates_take(rates, key, now_ns);
}

static bool take(struct call *call, struct rates *rates, const void *who, size_t length)
{
	return take_at(&call->api->guard, rates, who, length, call->since_ns);
}

/* Programs on this machine are its owner's, and tests may hurry. */
static bool is_hurried(const struct call *call)
{
	return !http_request_peer(call->request).local || call->api->options.local_rates;
}

bool guard_counts(struct guard *guard, const struct api_options *options,
	const struct http_peer *peer, int64_t now_ns)
{
	return !peer || (peer->local && !options->local_rates) ||
	       take_at(guard, &guard->by_address, &peer->number, sizeof peer->number, now_ns);
}

static bool check_address(struct call *call)
{
	struct http_peer peer = http_request_peer(call->request);

	return !is_hurried(call) ||
	       take(call, &call->api->guard.by_address, &peer.number, sizeof peer.number) ||
	       refuse(call, 429, "too_many_requests", "too many requests come from this address");
}

bool guard_admits_session(struct call *call)
{
	return !call->id[0] || !is_hurried(call) ||
	       take(call, &call->api->guard.by_session, call->id, strlen(call->id)) ||
	       refuse(call, 429, "too_many_requests", "too many requests are about this session");
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
	       refuse(call, 421, "unknown_host",
		       "by this name nobody finds this daemon: --hosts lists those it has");
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
	return refuse(call, 403, "origin_not_allowed", "pages of this origin may not ask here");
}

bool guard_admits(struct call *call)
{
	return check_host(call) && check_origin(call) && check_address(call);
}
