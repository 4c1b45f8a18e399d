/* A request: from its first line to the last byte of the answer. */
#include "http/internal.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/sanitizer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utlist.h>

enum {
	REQUEST_MEMORY = 8 * 1024 * 1024, /* besides the body: for the response */
	MAX_SPARE = 128,   /* 20 KB each: about as many as wait for the disk at a time */
	FIRST_SIZE = 4096, /* for a body of unknown length */
	SWALLOW_FACTOR =
		16,         /* multiple of the limit that is read before a client is disconnected */
	REPLY_SECONDS = 60, /* deadline for a client to receive a response */
};

/*
 * ---- Memory ----------------------------------------------------------------------------------
 *
 * A request lies at the beginning of its arena and returns to the system with it; malloc() would
 * keep the memory of a flood of connections. (This still holds for the 0.5 KB that libmicrohttpd
 * allocates for each connection besides its pool, and for struct http_connection.)
 */

/* NULL without memory; after a reset of the arena the address is the same. */
static struct http_request *put_into(struct mk_arena *arena)
{
	struct http_request *request = mk_arena_alloc(arena, sizeof *request);

	_Static_assert(sizeof *request <= 4096, "it must fit into the first block");
	if (request) {
		request->arena = arena;
	}
	return request;
}

static struct http_request *take_request(struct http_server *server)
{
	struct http_request *request = server->spare;
	struct mk_arena *arena;

	if (request) {
		LL_DELETE(server->spare, request);
		server->spare_count--;
		if (server->unused_spare > server->spare_count) {
			server->unused_spare = server->spare_count;
		}
		return request;
	}
	arena = mk_arena_create_mapped(REQUEST_MEMORY + server->options.body_limit);
	return arena ? put_into(arena) : NULL;
}

static void free_request(struct http_request *request)
{
	mk_arena_destroy(request->arena);
}

static void give_back(struct http_server *server, struct http_request *request)
{
	if (!KEEPS_SPARE || server->spare_count >= MAX_SPARE) {
		free_request(request);
		return;
	}
	mk_arena_reset(request->arena);
	request = put_into(request->arena);
	LL_PREPEND(server->spare, request);
	server->spare_count++;
}

static void free_spare(struct http_server *server, unsigned kept)
{
	while (server->spare_count > kept) {
		struct http_request *request = server->spare;

		LL_DELETE(server->spare, request);
		server->spare_count--;
		free_request(request);
	}
}

void requests_free_spare(struct http_server *server)
{
	free_spare(server, 0);
}

bool requests_return_spare(struct http_server *server)
{
	free_spare(server, server->spare_count - server->unused_spare);
	server->unused_spare = server->spare_count;
	return server->spare_count == 0;
}

/* ---- Begin and end -------------------------------------------------------------------------- */

/* Distinct within a process and not guessable from one another at a glance: a mixed counter. */
static void write_id(struct http_server *server, char id[REQUEST_ID_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	uint64_t mixed = server->next_id += 0x9e3779b97f4a7c15;

	mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
	mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
	mixed ^= mixed >> 31;
	for (int i = 0; i < 16; i++) {
		id[i] = digits[mixed >> (60 - 4 * i) & 15];
	}
	id[16] = '\0';
}

struct http_request *request_begin(struct http_connection *connection, const char *target)
{
	struct http_server *server = connection->server;
	struct http_request *request = take_request(server);

	if (!request) {
		return NULL;
	}
	*request = (struct http_request){
		.arena = request->arena,
		.connection = connection,
		.stage = REQUEST_OPENING,
		.method = "",
		.version = "",
		.path = "",
		.label = "",
		.peer = connection->peer,
		.started_ns = server->now_ns,
	};
	request->target = target_read(request->arena, target);
	request->has_query = strchr(target, '?') != NULL;
	write_id(server, request->id);
	server->figures.requests_running++;
	server->begun++;
	connection->request = request;
	connection_set_deadline(connection, server->options.header_timeout_s);
	return request;
}

/* Without memory libmicrohttpd rejects a request itself. */
static int status_of(const struct http_request *request)
{
	const union MHD_ConnectionInfo *info;

	if (request->status || request->stage >= REQUEST_HELD) {
		return request->status;
	}
	info = MHD_get_connection_info(request->connection->mhd, MHD_CONNECTION_INFO_HTTP_STATUS);
	return info ? (int)info->http_status : 0;
}

static void report_finished(const struct http_request *request)
{
	const struct http_server *server = request->connection->server;
	const struct http_options *options = &server->options;
	struct http_access_record outcome = {
		.id = request->id,
		.method = request->method,
		.path = request->path,
		.label = request->label,
		.peer = request->peer,
		.is_long = request->is_long,
		.rejected = request->rejected,
		.status = status_of(request),
		.body_bytes = request->length,
		.reply_bytes = request->reply_bytes,
		.elapsed_ns = server->now_ns - request->started_ns,
	};

	memcpy(outcome.notes, request->notes, sizeof outcome.notes);
	if (options->finished) {
		options->finished(&outcome, options->context);
	}
}

void request_end(struct http_request *request)
{
	struct http_connection *connection = request->connection;
	struct http_server *server = connection->server;

	if (request->stage < REQUEST_HELD) {
		connection->cut_short = true;
	}
	connection->request = NULL;
	watch_remove(request);
	if (request->stream) {
		stream_closed(request->stream);
	}
	/* The header may have been written before the stop began, without "Connection: close". */
	if (server->stopping && !connection->cut_short) {
		connection_abort(connection);
	}
	if (request->upgrading) {
		upgrade_failed(request);
	}
	server->now_ns = clock_ticks_ns();
	report_finished(request);
	limits_forget_body(request);
	server->figures.requests_running--;
	connection_set_deadline(connection, server->options.idle_timeout_s);
	give_back(server, request);
	server->is_now_fresh = true;
}

/* ---- Stages --------------------------------------------------------------------------------- */

/* A waiting or held request means a suspended connection; only this function changes both. */
void request_enter(struct http_request *request, enum request_stage stage)
{
	struct http_connection *connection = request->connection;

	if (stage == REQUEST_WAITING) {
		MHD_suspend_connection(connection->mhd);
		watch_add(request);
		connection_set_deadline(connection, 0);
	} else if (request->stage == REQUEST_WAITING) {
		watch_remove(request);
		MHD_resume_connection(connection->mhd);
		connection->server->dirty = true;
	} else if (stage == REQUEST_HELD) {
		MHD_suspend_connection(connection->mhd);
		DL_APPEND(connection->server->held, request);
		connection_set_deadline(connection, 0);
	}
	if (stage == REQUEST_RESPONDED) {
		connection_set_deadline(connection, REPLY_SECONDS);
	}
	request->stage = stage;
}

bool request_cancel(struct http_request *request)
{
	void (*gone)(void *context) = request->gone;

	if (!gone || request->stage != REQUEST_WAITING) {
		return false;
	}
	request->gone = NULL;
	gone(request->gone_context);
	return true;
}

static void refuse_plainly(struct http_request *request, int status, const char *detail)
{
	struct http_response reply = {
		.status = status,
		.content_type = "text/plain",
		.body = detail,
		.length = strlen(detail),
		.close = true,
	};

	http_request_respond(request, &reply);
}

void request_refuse(struct http_request *request, int status, const char *code, const char *detail)
{
	const struct http_options *options = &request->connection->server->options;

	request->connection->cut_short = request->stage == REQUEST_OPENING;
	if (options->refuse) {
		options->refuse(request, status, code, detail, options->context);
	}
	if (request->stage < REQUEST_RESPONDED) {
		refuse_plainly(request, status, detail);
	}
}

/* A lack of memory is not the client's fault. */
static bool is_fault_of_client(const struct http_error *fault)
{
	return fault->status != MHD_HTTP_SERVICE_UNAVAILABLE;
}

/* Behind a proxy the client is known only after the header. */
static const struct http_peer *known_peer(const struct http_request *request)
{
	return request->stage == REQUEST_OPENING && forwarded_is_expected(request->connection)
		       ? NULL
		       : &request->peer;
}

void request_reject(struct http_request *request, const struct http_error *fault)
{
	const struct http_options *options = &request->connection->server->options;

	request->rejected = is_fault_of_client(fault);
	if (request->rejected && options->rejected &&
		!options->rejected(known_peer(request), fault->status, options->context)) {
		request_enter(request, REQUEST_ABANDONED);
		return;
	}
	request_refuse(request, fault->status, fault->code, fault->detail);
}

/*
 * One "name=value" of the query. Most lookups find nothing. "?flag" has no value, which differs
 * from an absent flag.
 */
struct argument {
	const char *name, *value;
	struct argument *previous, *next;
};

static enum MHD_Result note_argument(void *context, enum MHD_ValueKind kind, const char *name,
	size_t name_size, const char *value, size_t value_size)
{
	struct http_request *request = context;
	struct argument *argument = mk_arena_alloc(request->arena, sizeof *argument);

	(void)kind;
	(void)name_size;
	(void)value_size;
	if (!argument) {
		return MHD_NO;
	}
	*argument = (struct argument){.name = name, .value = value ? value : ""};
	DL_APPEND2(request->arguments, argument, previous, next);
	return MHD_YES;
}

/* An address without a path means the root. */
static const char *path_of(const struct http_request *request, const char *target)
{
	const char *path = target + request->target.skipped;

	return *path || !request->target.authority ? path : "/";
}

/* The host of an absolute target replaces that of the header (RFC 9112, 3.2.2). */
static void take_authority(struct http_request *request)
{
	for (unsigned i = 0; request->target.authority && i < request->line_count; i++) {
		if (strcasecmp(request->lines[i].name, MHD_HTTP_HEADER_HOST) == 0) {
			request->lines[i].value = request->target.authority;
			request->lines[i].value_length = strlen(request->target.authority);
		}
	}
}

/* The connection is not known to be secure for that host (RFC 9110, 7.4). */
static const struct http_error not_secure = {MHD_HTTP_MISDIRECTED_REQUEST, "host_not_allowed",
	"A target of https is served over a secure connection only."};

static void open_request(
	struct http_request *request, const char *target, const char *method, const char *version)
{
	struct http_connection *connection = request->connection;
	struct http_error fault;

	if (reader_is_refused(target)) {
		request_reject(request, connection->framing.fault);
		return;
	}
	request->path = path_of(request, target);
	request->method = method;
	request->version = version;
	if (request->has_query) {
		MHD_get_connection_values_n(
			connection->mhd, MHD_GET_ARGUMENT_KIND, note_argument, request);
	}
	fault = check_header(request);
	if (fault.status) {
		request_reject(request, &fault);
		return;
	}
	take_authority(request);
	forwarded_read(request);
	if (request->target.is_secure && !request->secure) {
		request_reject(request, &not_secure);
		return;
	}
	request_enter(request, REQUEST_RECEIVING);
	connection_set_deadline(connection, connection->server->options.body_timeout_s);
}

/* ---- The body ------------------------------------------------------------------------------- */

/* Reserves `wanted` bytes and a NUL; a body of known length is never moved. */
static bool make_room(struct http_request *request, size_t wanted)
{
	size_t limit = request->connection->server->options.body_limit;
	size_t capacity = request->capacity ? request->capacity * 2 : request->announced;
	char *body;

	if (wanted < request->capacity) {
		return true;
	}
	if (wanted > limit) {
		return false;
	}
	capacity = capacity < FIRST_SIZE ? FIRST_SIZE : capacity;
	capacity = capacity < wanted ? wanted : capacity;
	capacity = capacity > limit ? limit : capacity;
	if (!limits_admit_body(request, capacity + 1)) {
		return false;
	}
	body = mk_arena_grow(request->arena, request->body, request->capacity, capacity + 1);
	if (!body) {
		return false;
	}
	request->body = body;
	request->capacity = capacity + 1;
	return true;
}

static void discard_body(struct http_request *request, size_t length)
{
	size_t limit = request->connection->server->options.body_limit;

	request->too_large = true;
	request->swallowed += length;
	if (request->swallowed > limit * SWALLOW_FACTOR) {
		connection_abort(request->connection);
	}
}

static void take_bytes(struct http_request *request, const char *bytes, size_t length)
{
	if (request->too_large || !make_room(request, request->length + length)) {
		discard_body(request, length);
		return;
	}
	memcpy(request->body + request->length, bytes, length);
	request->length += length;
	request->body[request->length] = '\0';
}

/* ---- The way through ------------------------------------------------------------------------ */

/* A small number: they are handled even if the turn is over by then. */
enum { RELEASED_AT_ONCE = 4 };

void requests_release(struct http_server *server)
{
	for (int i = 0; server->held && i < RELEASED_AT_ONCE; i++) {
		struct http_request *request = server->held;

		DL_DELETE(server->held, request);
		request->released = true;
		MHD_resume_connection(request->connection->mhd);
		server->dirty = true;
	}
}

/*
 * libmicrohttpd parses the next request of a pipeline from its buffer, even after the end of the
 * turn, so the turn is checked here, too. A request that was held before is not held again, or
 * others could starve it.
 */
static bool is_held(struct http_request *request)
{
	if (request->stage == REQUEST_HELD) {
		return !request->released;
	}
	if (!turn_is_over(request->connection->server)) {
		return false;
	}
	request_enter(request, REQUEST_HELD);
	return true;
}

static void hand_over(struct http_request *request)
{
	const struct http_options *options = &request->connection->server->options;

	if (is_held(request)) {
		return;
	}

	if (request->too_large) {
		const struct http_error fault = limits_fault(request);

		request_refuse(request, fault.status, fault.code, fault.detail);
		return;
	}
	connection_touch(request->connection);
	connection_set_deadline(request->connection, 0);
	request_enter(request, REQUEST_HANDLING);
	options->handle(request, options->context);
	if (request->stage == REQUEST_HANDLING) {
		request_enter(request, REQUEST_WAITING);
	}
}

/*
 * libmicrohttpd calls this after the header, with each piece of the body, and once more when the
 * body is complete; and again after a resume when no response is queued. A response between the
 * header and the end of the body would abort the upload.
 */
enum MHD_Result request_advance(struct http_request *request, const char *target,
	const char *method, const char *version, const char *bytes, size_t *length)
{
	if (request->stage == REQUEST_OPENING) {
		open_request(request, target, method, version);
	} else if (request->stage == REQUEST_RECEIVING && *length > 0) {
		take_bytes(request, bytes, *length);
		*length = 0;
	} else if (request->stage == REQUEST_RECEIVING || request->stage == REQUEST_HELD) {
		hand_over(request);
	}
	return request->stage == REQUEST_ABANDONED ? MHD_NO : MHD_YES;
}

/* ---- The interface for handlers ------------------------------------------------------------- */

int64_t http_request_time_ns(const struct http_request *request)
{
	return request->connection->server->now_ns;
}

const char *http_request_id(const struct http_request *request)
{
	return request->id;
}

const char *http_request_method(const struct http_request *request)
{
	return request->method;
}

const char *http_request_version(const struct http_request *request)
{
	return request->version;
}

const char *http_request_path(const struct http_request *request)
{
	return request->path;
}

/* Most look-ups find nothing. */
const char *http_request_find_header(
	const struct http_request *request, const char *name, size_t length)
{
	if (!(request->name_lengths & name_length_bit(length))) {
		return NULL;
	}
	for (unsigned i = 0; i < request->line_count; i++) {
		const struct http_line *line = &request->lines[i];

		if (line->name_length == length && strncasecmp(line->name, name, length) == 0) {
			return line->value;
		}
	}
	return NULL;
}

const char *http_request_query(const struct http_request *request, const char *name)
{
	for (const struct argument *at = request->arguments; at; at = at->next) {
		if (at->name[0] == name[0] && strcmp(at->name, name) == 0) {
			return at->value;
		}
	}
	return NULL;
}

void http_request_each_query(const struct http_request *request,
	bool (*each)(void *context, const char *name), void *context)
{
	const struct argument *at = request->arguments;

	while (at && each(context, at->name)) {
		at = at->next;
	}
}

const char *http_request_body(const struct http_request *request, size_t *length)
{
	*length = request->length;
	return request->body ? request->body : "";
}

struct http_peer http_request_peer(const struct http_request *request)
{
	return request->peer;
}

const char *http_request_host(const struct http_request *request)
{
	const char *host = request->target.authority;

	host = host ? host : http_request_header(request, MHD_HTTP_HEADER_HOST);
	return request->forwarded_host ? request->forwarded_host : host;
}

bool http_request_is_secure(const struct http_request *request)
{
	return request->secure;
}

struct limits *http_request_limits(const struct http_request *request)
{
	return request->connection->server->options.limits;
}

struct mk_arena *http_request_arena(struct http_request *request)
{
	return request->arena;
}

void http_request_label(struct http_request *request, const char *label)
{
	request->label = label;
}

void http_request_note(struct http_request *request, enum http_note note, const char *text)
{
	request->notes[note] = text;
}

void http_request_expect_wait(struct http_request *request)
{
	request->is_long = true;
}

void http_request_on_disconnect(
	struct http_request *request, void (*gone)(void *context), void *context)
{
	request->gone = gone;
	request->gone_context = context;
}

void http_request_on_half_closed(
	struct http_request *request, void (*half_closed)(void *context), void *context)
{
	request->half_closed = half_closed;
	request->half_closed_context = context;
}
