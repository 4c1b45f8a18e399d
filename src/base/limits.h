/*
 * The limits of every resource that a client can use up, and the effect of exceeding them.
 *
 * One row per limit. The rows give the options of the configuration, docs/limits.md
 * (`makkerd --limits` prints it), the metrics makker_limit*, and the values that the code enforces:
 * a fixed limit is the constant MAX_..., a configured one is read from a struct limits.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <makker/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct mk_text;

/*
 * The subject of a limit. A token is the hash of the bearer token where auth = token, else the
 * client's address. Limits per address do not apply to programs on this machine unless
 * rate_limit_local is on; neither do limits per token that stand for such an address, except those
 * of keys.
 */
enum limit_scope {
	LIMIT_FOR_ADDRESS,
	LIMIT_FOR_TOKEN,
	LIMIT_FOR_SESSION,
	LIMIT_FOR_REQUEST,
	LIMIT_FOR_DAEMON
};

/* When a changed value takes effect. */
enum limit_reload { AT_START, AT_RELOAD };

/*
 * Configurable rows: id; option name; default, minimum, maximum; unit; scope; reload; HTTP status
 * and code of the rejection, or 0, "" and the effect; description. With a minimum of 0, 0 means no
 * limit unless the description says otherwise.
 */
/* clang-format off */
#define LIMITS_CONFIGURED(ROW) \
	ROW(RATE_LIMIT_PER_ADDRESS, rate_limit_per_address, 200, 0, 1000000, "requests/s", ADDRESS, AT_RELOAD, \
		429, "too_many_requests", NULL, \
		"requests from one address, in bursts of four times as many; one on which the event loop works for " \
		"longer than a millisecond counts as one more for each, and one for which a session is read from the " \
		"store, because it is not in memory, as one more") \
	ROW(ADDRESS_REJECTIONS, address_rejections, 20, 0, 1000000, "requests/s", ADDRESS, AT_RELOAD, \
		429, "too_many_rejections", NULL, \
		"malformed requests from one address that the HTTP server rejects, in bursts of four times as many; " \
		"they count against `rate_limit_per_address` as well, beyond which the connection is closed without a response") \
	ROW(ADDRESS_CONNECTIONS, address_connections, 1000, 0, 100000, "connections", ADDRESS, AT_RELOAD, \
		0, "", "the new connection is closed", \
		"open connections of one address; trusted proxies are not counted") \
	ROW(ADDRESS_REQUESTS, address_requests, 500, 0, 100000, "requests", ADDRESS, AT_RELOAD, \
		429, "too_many_open_requests", NULL, \
		"unanswered requests of one address, long polls included") \
	ROW(ADDRESS_BODY_BYTES, address_body_bytes, 4194304, 0, 1000000000, "bytes", ADDRESS, AT_RELOAD, \
		429, "too_many_body_bytes", NULL, \
		"request bodies of one address in memory") \
	ROW(ADDRESS_SUBSCRIBERS, address_subscribers, 1600, 0, 100000, "subscribers", ADDRESS, AT_RELOAD, \
		429, "too_many_subscribers", NULL, \
		"streams, websockets and long polls of one address; never more than half of `max_subscribers`") \
	ROW(ADDRESS_SUBSCRIBER_BYTES, address_subscriber_bytes, 16777216, 0, 1000000000, "bytes", ADDRESS, AT_RELOAD, \
		0, "", "the subscriber that needs more is disconnected", \
		"messages that wait for slow subscribers of one address, beyond the first 16 KB of each") \
	ROW(TOKEN_SESSIONS_PER_HOUR, token_sessions_per_hour, 10000, 0, 1000000, "sessions/h", TOKEN, AT_RELOAD, \
		429, "too_many_new_sessions", NULL, \
		"sessions that one token creates; a whole hour's number at once") \
	ROW(TOKEN_SESSIONS, token_sessions, 100000, 0, 1000000000, "sessions", TOKEN, AT_RELOAD, \
		429, "too_many_token_sessions", NULL, \
		"sessions that one token has created and that still exist; imported ones are not counted") \
	ROW(TOKEN_SUBSCRIBERS, token_subscribers, 1600, 0, 100000, "subscribers", TOKEN, AT_RELOAD, \
		429, "too_many_subscribers", NULL, \
		"streams, websockets and long polls of one token; never more than half of `max_subscribers`") \
	ROW(TOKEN_POLLS, token_polls, 400, 0, 100000, "long polls", TOKEN, AT_RELOAD, \
		429, "too_many_polls", NULL, \
		"long polls of one token") \
	ROW(TOKEN_SIMULATIONS, token_simulations, 6, 0, 1000, "simulations", TOKEN, AT_RELOAD, \
		429, "too_many_simulations", NULL, \
		"running simulations of one token; those resumed after a restart are not counted") \
	ROW(TOKEN_REVIEWS, token_reviews, 4, 0, 1000, "reviews", TOKEN, AT_RELOAD, \
		429, "too_many_reviews", NULL, \
		"running reviews that one token has started") \
	ROW(TOKEN_SEARCHES, token_searches, 32, 0, 10000, "requests", TOKEN, AT_RELOAD, \
		429, "too_many_searches", NULL, \
		"requests of one token that wait for a search; snapshots beyond it are answered with the static evaluation") \
	ROW(TOKEN_KEYS, token_keys, 20000, 1, 1000000, "keys", TOKEN, AT_RELOAD, \
		0, "", "the oldest of this token is dropped", \
		"stored Idempotency-Keys of one token, for 24 hours at most") \
	ROW(TOKEN_KEY_BYTES, token_key_bytes, 16777216, 65536, 1000000000, "bytes", TOKEN, AT_RELOAD, \
		0, "", "the oldest of this token is dropped", \
		"stored keys and responses of one token") \
	ROW(RATE_LIMIT_PER_SESSION, rate_limit_per_session, 100, 0, 1000000, "requests/s", SESSION, AT_RELOAD, \
		429, "too_many_requests", NULL, \
		"requests for one session, in bursts of four times as many; each millisecond that the event loop works " \
		"on a request or on messages for its subscribers counts as one more") \
	ROW(SESSION_EVENTS, max_session_events, 10000, 1, 1000000, "events", SESSION, AT_START, \
		409, "too_many_events", NULL, \
		"changes in the journal of one session") \
	ROW(SESSION_BYTES, max_session_bytes, 67108864, 65536, 1000000000, "bytes", SESSION, AT_START, \
		409, "session_too_large", NULL, \
		"bytes in the journal of one session: events and the states beside them") \
	ROW(CORRECTIONS, max_corrections, 64, 1, 10000, "corrections", SESSION, AT_START, \
		409, "too_many_corrections", NULL, \
		"corrections of one session in effect") \
	ROW(REVIEW_BYTES, max_review_bytes, 16777216, 65536, 1000000000, "bytes", SESSION, AT_START, \
		409, "review_too_large", NULL, \
		"the decisions of a review, each with its table") \
	ROW(MAX_QUEUED_CHANGES, max_queued_changes, 64, 1, 10000, "changes", SESSION, AT_START, \
		429, "too_many_changes", NULL, \
		"changes that wait for one session") \
	ROW(SESSION_SUBSCRIBERS, session_subscribers, 3200, 0, 100000, "subscribers", SESSION, AT_RELOAD, \
		429, "too_many_subscribers", NULL, \
		"streams, websockets and long polls of one session; never more than half of `max_subscribers`") \
	ROW(SESSION_POLLS, session_polls, 800, 0, 100000, "long polls", SESSION, AT_RELOAD, \
		429, "too_many_polls", NULL, \
		"long polls of one session") \
	ROW(SESSION_KEYS, session_keys, 20000, 1, 1000000, "keys", SESSION, AT_RELOAD, \
		0, "", "the oldest of this session is dropped", \
		"stored Idempotency-Keys of one session") \
	ROW(SESSION_KEY_BYTES, session_key_bytes, 16777216, 65536, 1000000000, "bytes", SESSION, AT_RELOAD, \
		0, "", "the oldest of this session is dropped", \
		"stored keys and responses of one session") \
	ROW(CONNECTIONS, max_connections, 8000, 1, 100000, "connections", DAEMON, AT_START, \
		0, "", "an idle connection is closed, first those that never sent a request", \
		"open connections, subscribers included") \
	ROW(SUBSCRIBERS, max_subscribers, 6400, 0, 100000, "subscribers", DAEMON, AT_RELOAD, \
		503, "too_many_subscribers", NULL, \
		"streams, websockets and long polls together, at most four fifths of the connections; 0: none") \
	ROW(BODY_BYTES_TOTAL, body_bytes, 67108864, 0, 1000000000, "bytes", DAEMON, AT_RELOAD, \
		503, "busy", NULL, \
		"request bodies in memory") \
	ROW(SUBSCRIBER_BYTES, subscriber_bytes, 67108864, 0, 1000000000, "bytes", DAEMON, AT_RELOAD, \
		0, "", "the subscriber that needs more is disconnected", \
		"messages that wait for slow subscribers, beyond the first 16 KB of each") \
	ROW(SESSIONS, max_sessions, 0, 0, 1000000000, "sessions", DAEMON, AT_START, \
		429, "too_many_sessions", NULL, \
		"stored sessions") \
	ROW(SESSION_CACHE_SIZE, session_cache_size, 1000, 0, 1000000, "sessions", DAEMON, AT_START, \
		0, "", "the session idle for longest is evicted", \
		"idle sessions in memory; 0: none") \
	ROW(SIMULATIONS, max_running_simulations, 8, 0, 1000, "simulations", DAEMON, AT_START, \
		429, "too_many_simulations", NULL, \
		"running simulations; 0: none") \
	ROW(MAX_FINISHED_SIMULATIONS, max_finished_simulations, 100, 0, 10000, "simulations", DAEMON, AT_START, \
		0, "", "the oldest is removed", \
		"finished simulations that are kept; 0: none") \
	ROW(REVIEWS, max_running_reviews, 16, 0, 1000, "reviews", DAEMON, AT_START, \
		429, "too_many_reviews", NULL, \
		"running reviews; 0: none") \
	ROW(FINISHED_REVIEWS, max_finished_reviews, 100, 1, 10000, "reviews", DAEMON, AT_START, \
		0, "", "the one that was read least recently is dropped", \
		"finished reviews in memory") \
	ROW(FINISHED_REVIEW_BYTES, finished_review_bytes, 33554432, 65536, 4000000000, "bytes", DAEMON, AT_START, \
		0, "", "the one that was read least recently is dropped", \
		"finished reviews in memory") \
	ROW(PONDERED_SESSIONS, max_pondered_sessions, 16, 1, 10000, "sessions", DAEMON, AT_START, \
		0, "", "the one that began longest ago is dropped", \
		"sessions whose next tables are searched while their players move, 2.5 MB each") \
	ROW(MAX_QUEUED_SEARCHES, max_queued_searches, 64, 1, 10000, "searches", DAEMON, AT_START, \
		503, "busy", NULL, \
		"searches that wait for a thread; those of one session take turns with those of others, so a client has a turn for each of its tables; snapshots beyond it are answered with the static evaluation") \
	ROW(MAX_QUEUED_WRITES, max_queued_writes, 8192, 1, 1000000, "writes", DAEMON, AT_RELOAD, \
		503, "store_busy", NULL, \
		"calls that wait for the store; beyond it POST, PATCH and DELETE are rejected") \
	ROW(STORE_TIMEOUT, store_timeout_s, 5, 1, 3600, "seconds", DAEMON, AT_RELOAD, \
		503, "store_unavailable", NULL, \
		"how long a call waits for a store that does not respond; a change may be applied all the same") \
	ROW(KEYS, keys, 1000000, 1, 100000000, "keys", DAEMON, AT_RELOAD, \
		0, "", "the oldest is dropped", \
		"stored Idempotency-Keys") \
	ROW(KEY_BYTES, key_bytes, 268435456, 65536, 4000000000, "bytes", DAEMON, AT_RELOAD, \
		0, "", "the oldest is dropped", \
		"stored keys and responses") \
	ROW(LOG_LINES, log_lines, 1000, 0, 1000000, "lines/s", DAEMON, AT_RELOAD, \
		0, "", "the line is suppressed and counted in the next one", \
		"lines about requests in the log")

/*
 * Rows that cannot be configured: id (of MAX_...); name; value; unit; scope; HTTP status and code of
 * the refusal, or what happens instead; a sentence.
 */
#define LIMITS_FIXED(ROW) \
	ROW(HEADER_BYTES, header_bytes, 16384, "bytes", REQUEST, 431, "header_too_large", NULL, \
		"the request line and the header of a request") \
	ROW(HEADERS, headers, 100, "lines", REQUEST, 431, "header_too_large", NULL, \
		"header lines of a request") \
	ROW(BODY_BYTES, request_body_bytes, 64 << 10, "bytes", REQUEST, 413, "too_large", NULL, \
		"the body of a request") \
	ROW(JSON_DEPTH, json_depth, 16, "levels", REQUEST, 400, "invalid_json", NULL, \
		"how deep JSON in a body is nested") \
	ROW(JSON_VALUES, json_values, 4096, "values", REQUEST, 400, "invalid_json", NULL, \
		"values in the JSON of a body") \
	ROW(KEY_LENGTH, key_length, 255, "bytes", REQUEST, 400, "invalid_idempotency_key", NULL, \
		"an Idempotency-Key") \
	ROW(KEY_HOURS, key_hours, 24, "hours", TOKEN, 0, "", "the request takes effect again", \
		"how long an Idempotency-Key is stored") \
	ROW(UNREAD_BYTES, unread_bytes, 262144, "bytes", REQUEST, 0, "", \
		"nothing more is sent until the client reads", \
		"answers on one connection that the client has not read, in the kernel's memory") \
	ROW(TOKEN_LENGTH, token_length, 256, "bytes", REQUEST, 401, "token_required", NULL, \
		"a bearer token") \
	ROW(NAME_LENGTH, name_length, 96, "bytes", SESSION, 400, "invalid_name", NULL, \
		"the name of a session, in UTF-8") \
	ROW(CAMERA_LENGTH, camera_length, 64, "bytes", REQUEST, 400, "invalid_name", NULL, \
		"the name of a camera, in UTF-8") \
	ROW(CAMERAS, cameras, 8, "cameras", SESSION, 0, "", "the least recently seen one is dropped", \
		"cameras whose frame numbers are kept") \
	ROW(TABLE_BYTES, table_bytes, 10240 - 1, "bytes", REQUEST, 422, "table_too_large", NULL, \
		"a whole table in a body, as compact JSON") \
	ROW(EVENT_BYTES, event_bytes, 16384 - 1, "bytes", SESSION, 422, "event_too_large", NULL, \
		"one change in the journal; all changes are smaller") \
	ROW(UNDO_STEPS, undo_steps, 1000, "steps", REQUEST, 400, "invalid_value", NULL, \
		"steps that one undo takes back") \
	ROW(PAGE_LENGTH, page_length, 100, "rows", REQUEST, 400, "invalid_query", NULL, \
		"sessions or simulations in one page of a list") \
	ROW(HISTORY_LENGTH, history_length, 500, "changes", REQUEST, 400, "invalid_query", NULL, \
		"changes in one page of a history") \
	ROW(WAIT_SECONDS, wait_seconds, 60, "seconds", REQUEST, 400, "invalid_query", NULL, \
		"how long a long poll waits") \
	ROW(THINK_MS, think_ms, 60000, "milliseconds", REQUEST, 400, "invalid_query", NULL, \
		"the time for a search that a request names") \
	ROW(SIMULATED_GAMES, simulated_games, 1000000000, "games", REQUEST, 400, "invalid_value", NULL, \
		"games of one simulation") \
	ROW(CORRECTING, corrections_at_once, 8, "corrections", DAEMON, 503, "busy", NULL, \
		"corrections and repairs that are computed at the same time; each holds its session's events") \
	ROW(REPLAYS, replays, 8, "games", DAEMON, 429, "too_many_replays", NULL, \
		"games of simulations that are being replayed") \
	ROW(SESSION_REVIEWS, session_reviews, 1, "reviews", SESSION, 429, "too_many_reviews", NULL, \
		"running reviews of one version of a session; one of an older version is cancelled") \
	ROW(REVIEW_RECORD_BYTES, review_record_bytes, 256 << 10, "bytes", SESSION, \
		0, "", "the review is computed again after a restart", \
		"the review of a session in the store") \
	ROW(REVIEW_MS, review_ms, 1000, "milliseconds", REQUEST, 400, "invalid_query", NULL, \
		"the time for each decision of a review") \
	ROW(REVIEW_NODES, review_nodes, 20000, "playouts", REQUEST, 400, "invalid_query", NULL, \
		"playouts for each decision of a review") \
	ROW(RESPONSE_BYTES, response_bytes, 4 << 20, "bytes", REQUEST, 500, "response_too_large", NULL, \
		"a response; all responses are smaller") \
	ROW(KEY_RESPONSE_BYTES, key_response_bytes, 256 << 10, "bytes", REQUEST, \
		0, "", "a repeated request is answered from the current state", \
		"a response that is stored with its Idempotency-Key") \
	ROW(MEMORY_KEYS, memory_keys, 4096, "keys", DAEMON, 0, "", "the oldest is dropped", \
		"keys in memory, of one token half of them; a store other than memory: has more") \
	ROW(MEMORY_KEY_BYTES, memory_key_bytes, 16 << 20, "bytes", DAEMON, \
		0, "", "the oldest is dropped", \
		"responses of keys in memory, of one token half of it") \
	ROW(QUEUE_BYTES, queue_bytes, 256 << 10, "bytes", REQUEST, 0, "", "the subscriber is disconnected", \
		"messages that wait for one subscriber") \
	ROW(MESSAGE_BYTES, message_bytes, 64 << 10, "bytes", REQUEST, 0, "", "the websocket is closed (1009)", \
		"a message from a websocket client") \
	ROW(WEBSOCKET_RATE, websocket_rate, 64 << 10, "bytes/s", REQUEST, 0, "", "the websocket is closed (1008)", \
		"bytes from one websocket client, in bursts of four times as many") \
	ROW(QR_LENGTH, qr_length, 255, "bytes", REQUEST, 400, "invalid_host", NULL, \
		"the host in the address of a QR code; a longer `public_url` is not accepted at the start") \
	ROW(LOG_VALUE, log_value, 256, "bytes", REQUEST, 0, "", "the value is truncated", \
		"a value in a log line")
/* clang-format on */

#define LIMIT_ID(id, ...) LIMIT_##id,
enum limit_id { LIMITS_CONFIGURED(LIMIT_ID) LIMITS_FIXED(LIMIT_ID) LIMIT_COUNT };
#undef LIMIT_ID

#define LIMIT_CONSTANT(id, name, value, ...) MAX_##id = (value),
enum { LIMITS_FIXED(LIMIT_CONSTANT) };
#undef LIMIT_CONSTANT

enum { LIMIT_CODE_SIZE = 32 };

struct limit_row {
	const char *name;
	uint64_t value; /* the default */
	uint64_t least, most;
	const char *unit;
	enum limit_scope scope;
	bool configured;
	enum limit_reload reload;
	int http; /* of the refusal; 0: nothing is refused */
	/* Likewise, or "". Rows may share a code; where its address is that of a row, the row's
	 * limit was exceeded (see count_refusal() in api/pipeline/call.c). */
	char code[LIMIT_CODE_SIZE];
	const char *effect; /* the effect if nothing is refused, or NULL */
	const char *about;
};

extern const struct limit_row limit_rows[LIMIT_COUNT];

/* "address", "token", ... */
const char *limit_scope_name(enum limit_scope scope);

/*
 * The values in effect and their counters, one struct per daemon. Values change on the loop thread,
 * counters on any thread. NULL means default values without counters in every function.
 */
struct limits {
	atomic_uint_least64_t value[LIMIT_COUNT];
	atomic_uint_least64_t refused[LIMIT_COUNT]; /* requests refused, rows dropped, ... */
	atomic_uint_least64_t used[LIMIT_COUNT];    /* where limits_take() counts */
};

void limits_init(struct limits *limits);

uint64_t limits_value(const struct limits *limits, enum limit_id id);

/* Counts one refused, dropped, closed or truncated item. */
void limits_count(struct limits *limits, enum limit_id id);

/*
 * Counts the refusal and fills `error` (may be NULL) with the row's code and sentence. Returns its
 * status, for `return limits_refuse(...)`.
 */
enum mk_status limits_refuse(struct limits *limits, enum limit_id id, struct mk_error *error);

/*
 * Takes `amount` of the daemon's total. False, and counted as a refusal, if that would exceed the
 * limit; a limit of 0 is unlimited.
 */
bool limits_take(struct limits *limits, enum limit_id id, uint64_t amount);
void limits_give(struct limits *limits, enum limit_id id, uint64_t amount);

/* All rows as the tables of docs/limits.md. */
void limits_write(struct mk_text *out);

#endif
