/* Admission control. */
#include "api/pipeline/admission.h"

#include "base/limits.h"
#include "store/store.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

/* Local programs are not counted, unless rate_limit_local is on. */
static bool is_address_counted(const struct call *call)
{
	return !http_request_peer(call->request).local || call->api->options.rate_limit_local;
}

static enum stage_result refuse_limit(struct call *call, enum limit_id id)
{
	struct mk_error error;

	limits_refuse(call->api->options.limits, id, &error);
	call_fail(call, &error);
	return STAGE_RESPONDED;
}

static bool take_rate(
	struct call *call, struct rate_limiter *limiter, const void *key, size_t length)
{
	return rates_take(&call->api->rates, limiter, key, length, call->since_ns);
}

/* ---- host ----------------------------------------------------------------------------------- */

/* Browsers read a name that ends in a number as an address; names of the DNS do not. */
static bool is_numeric_host(const char *host, size_t length)
{
	return length > 0 && host[0] <= '9' && strspn(host, "0123456789.") == length;
}

static bool is_localhost(const char *host, size_t length)
{
	static const char name[] = "localhost";
	size_t before = length - (sizeof name - 1);

	return length >= sizeof name - 1 &&
	       strncasecmp(host + before, name, sizeof name - 1) == 0 &&
	       (before == 0 || host[before - 1] == '.');
}

static bool is_host_listed(const char *host, size_t length, const char *const *list)
{
	for (; list && *list; list++) {
		if (strcmp(*list, "*") == 0 ||
			(strlen(*list) == length && strncasecmp(*list, host, length) == 0)) {
			return true;
		}
	}
	return false;
}

bool host_is_known(const char *host, const char *const *list)
{
	size_t length = (size_t)(strchrnul(host, ':') - host);

	return host[0] == '[' || is_numeric_host(host, length) || is_localhost(host, length) ||
	       is_host_listed(host, length, list);
}

/* Only HTTP/1.0 may omit Host, and no browser speaks that. */
static bool is_host_allowed(const struct call *call, const char *host)
{
	return !host || host_is_known(host, call->api->options.hosts);
}

/*
 * Checks both the Host of the client and the host forwarded by a proxy, because a page can choose
 * the former.
 */
enum stage_result admission_check_host(struct call *call)
{
	const char *given = http_request_header(call->request, "Host");
	const char *host = http_request_host(call->request);

	if (!call->api->options.checks_host ||
		(is_host_allowed(call, given) && (host == given || is_host_allowed(call, host)))) {
		return STAGE_PASSED;
	}
	call_refuse(
		call, 421, "host_not_allowed", "host name not allowed; add it to --allowed-hosts");
	return STAGE_RESPONDED;
}

/* ---- origin --------------------------------------------------------------------------------- */

/* A proxy in front may end TLS, so both schemes are those of this server. */
bool origin_is_own(const char *origin, const char *host)
{
	static const char *const schemes[] = {"http://", "https://"};

	for (size_t i = 0; host && i < sizeof schemes / sizeof schemes[0]; i++) {
		size_t length = strlen(schemes[i]);

		if (strncasecmp(origin, schemes[i], length) == 0) {
			return strcasecmp(origin + length, host) == 0;
		}
	}
	return false;
}

bool origin_is_listed(const char *origin, const char *const *list)
{
	for (; list && *list; list++) {
		if (strcmp(*list, "*") == 0 || strcasecmp(*list, origin) == 0) {
			return true;
		}
	}
	return false;
}

enum stage_result admission_check_origin(struct call *call)
{
	const char *origin = http_request_header(call->request, "Origin");

	if (!origin || origin_is_own(origin, http_request_header(call->request, "Host")) ||
		origin_is_own(origin, http_request_host(call->request))) {
		return STAGE_PASSED;
	}
	if (origin_is_listed(origin, call->api->options.origins)) {
		call->cross_origin = origin;
		return STAGE_PASSED;
	}
	call_refuse(call, 403, "origin_not_allowed", "origin not allowed");
	return STAGE_RESPONDED;
}

/* ---- rates and load ------------------------------------------------------------------------- */

/* Ids are random: 16 of their digits distinguish them. */
static uint64_t session_key(const struct call *call)
{
	uint64_t halves[2];

	memcpy(halves, call->id, sizeof halves);
	return halves[0] ^ halves[1] * 31;
}

static bool take_address_rate(struct call *call, struct rate_limiter *limiter)
{
	struct http_peer peer = http_request_peer(call->request);

	return take_rate(call, limiter, &peer.number, sizeof peer.number);
}

enum stage_result admission_check_address(struct call *call)
{
	struct mk_error error;

	if (!is_address_counted(call)) {
		return STAGE_PASSED;
	}
	if (!take_address_rate(call, &call->api->rates.by_address)) {
		return refuse_limit(call, LIMIT_RATE_LIMIT_PER_ADDRESS);
	}
	if (admission_claim(call, &call->claims, LIMIT_ADDRESS_REQUESTS, &error) != MK_OK) {
		call_fail(call, &error);
		return STAGE_RESPONDED;
	}
	return STAGE_PASSED;
}

enum stage_result admission_check_rejections(struct call *call)
{
	if (!is_address_counted(call) || take_address_rate(call, &call->api->rates.by_rejection)) {
		return STAGE_PASSED;
	}
	return refuse_limit(call, LIMIT_ADDRESS_REJECTIONS);
}

/*
 * If the store is slower than the clients, waiting requests would fill the memory. Reads never wait
 * long.
 */
enum stage_result admission_check_store(struct call *call)
{
	const struct api_options *options = &call->api->options;

	if (strcmp(call->route->method, "GET") == 0 ||
		store_waiting(options->journal) <
			limits_value(options->limits, LIMIT_MAX_QUEUED_WRITES)) {
		return STAGE_PASSED;
	}
	return refuse_limit(call, LIMIT_MAX_QUEUED_WRITES);
}

enum stage_result admission_check_session(struct call *call)
{
	if (!call->id[0] || !is_address_counted(call)) {
		return STAGE_PASSED;
	}
	if (take_rate(call, &call->api->rates.by_session, call->id, strlen(call->id))) {
		call->counts_for_session = true;
		call->version_before = call->session ? call->session->version : 0;
		return STAGE_PASSED;
	}
	return refuse_limit(call, LIMIT_RATE_LIMIT_PER_SESSION);
}

void admission_charge(struct call *call, unsigned count, int64_t now_ns)
{
	struct rates *rates = &call->api->rates;
	struct http_peer peer;

	if (count == 0 || !is_address_counted(call)) {
		return;
	}
	peer = http_request_peer(call->request);
	rates_charge(rates, &rates->by_address, &peer.number, sizeof peer.number, count, now_ns);
	if (call->counts_for_session) {
		rates_charge(rates, &rates->by_session, call->id, strlen(call->id), count, now_ns);
	}
}

/*
 * True for a change and for a snapshot that contradicts the table; a snapshot of the unchanged
 * table sends no messages.
 */
static bool sends_messages(const struct call *call)
{
	return call->counts_for_session && call->session &&
	       strcmp(call->route->method, "GET") != 0 &&
	       (call->session->version != call->version_before || call->response.status == 409);
}

/* Counts all subscribers, since the loop writes their messages. */
void admission_charge_messages(struct call *call, int64_t now_ns)
{
	const struct counts *subscribers = &call->api->quotas.of[LIMIT_SESSION_SUBSCRIBERS];

	if (sends_messages(call)) {
		admission_charge(call,
			(unsigned)(counts_of(subscribers, session_key(call)) / MESSAGES_CHARGED),
			now_ns);
	}
}

enum stage_result admission_check_creation(struct call *call)
{
	unsigned char owner[OWNER_DIGEST_BYTES];

	if (!admission_counted_owner(call, owner) ||
		take_rate(call, &call->api->rates.by_creation, owner, sizeof owner)) {
		return STAGE_PASSED;
	}
	return refuse_limit(call, LIMIT_TOKEN_SESSIONS_PER_HOUR);
}

/* ---- owners and claims ---------------------------------------------------------------------- */

void admission_owner(const struct call *call, unsigned char owner[OWNER_DIGEST_BYTES])
{
	struct http_peer peer = http_request_peer(call->request);

	if (call->token_hash[0]) {
		crypto_generichash(owner, OWNER_DIGEST_BYTES,
			(const unsigned char *)call->token_hash, strlen(call->token_hash), NULL, 0);
	} else {
		crypto_generichash(owner, OWNER_DIGEST_BYTES, (const unsigned char *)&peer.number,
			sizeof peer.number, NULL, 0);
	}
}

bool admission_counted_owner(const struct call *call, unsigned char owner[OWNER_DIGEST_BYTES])
{
	if (!call->token_hash[0] && !is_address_counted(call)) {
		return false;
	}
	admission_owner(call, owner);
	return true;
}

/* False if the limit does not apply to the call. */
static bool find_claim_key(const struct call *call, enum limit_scope scope, uint64_t *key)
{
	unsigned char owner[OWNER_DIGEST_BYTES];

	switch (scope) {
	case LIMIT_FOR_ADDRESS:
		*key = http_request_peer(call->request).number;
		return is_address_counted(call);
	case LIMIT_FOR_TOKEN:
		if (!admission_counted_owner(call, owner)) {
			return false;
		}
		memcpy(key, owner, sizeof *key);
		return true;
	case LIMIT_FOR_SESSION:
		*key = session_key(call);
		return true;
	case LIMIT_FOR_REQUEST:
	case LIMIT_FOR_DAEMON:
		return false;
	}
	return false;
}

static bool is_limit_of_subscribers(enum limit_id id)
{
	return id == LIMIT_ADDRESS_SUBSCRIBERS || id == LIMIT_TOKEN_SUBSCRIBERS ||
	       id == LIMIT_SESSION_SUBSCRIBERS;
}

/* One token may use at most half of the capacity for subscribers, whatever the configuration. */
static uint64_t max_in_use(const struct api *api, enum limit_id id)
{
	uint64_t max = limits_value(api->options.limits, id);
	uint64_t half = ((uint64_t)api->options.listener_limit + 1) / 2;

	return is_limit_of_subscribers(id) && (max == 0 || max > half) ? half : max;
}

enum mk_status admission_claim(
	struct call *call, struct claims *claims, enum limit_id id, struct mk_error *error)
{
	struct api *api = call->api;
	uint64_t key;

	if (!find_claim_key(call, limit_rows[id].scope, &key) ||
		claims_add(claims, &api->quotas, id, key, max_in_use(api, id))) {
		return MK_OK;
	}
	return limits_refuse(api->options.limits, id, error);
}
