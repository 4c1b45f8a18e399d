/*
 * The header of a request whose framing is right (mhd/framing.h): its target, its lines, and the
 * checks that reject it before a handler is called.
 */

#include "http/internal.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- The target: a path, an absolute form (RFC 9112, 3.2.2), or a star ---------------------- */

/*
 * Characters of a host and its port. No `@`: the user information before it would look like the
 * host.
 */
static const char authority_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
					"0123456789-._~!$&'()*+,;=:[]";

static struct target read_address(struct mk_arena *arena, const char *target, size_t scheme)
{
	const char *from = target + scheme;
	size_t length = strspn(from, authority_letters);
	const char *authority;

	if (length == 0 || from[0] == ':' || !strchr("/?", from[length])) {
		return (struct target){.form = TARGET_BAD};
	}
	authority = mk_arena_copy(arena, from, length);
	return (struct target){
		.form = authority ? TARGET_PATH : TARGET_BAD,
		.skipped = scheme + length,
		.authority = authority,
		.is_secure = scheme == sizeof "https://" - 1,
	};
}

struct target target_read(struct mk_arena *arena, const char *target)
{
	static const char *const schemes[] = {"http://", "https://"};

	/* A NUL would end the path here, but not for other parsers. */
	if ((strchr(target, '%') && strstr(target, "%00")) || reader_is_refused(target)) {
		return (struct target){.form = TARGET_BAD};
	}
	if (target[0] == '/') {
		return (struct target){.form = TARGET_PATH};
	}
	if (strcmp(target, "*") == 0) {
		return (struct target){.form = TARGET_STAR};
	}
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		size_t length = strlen(schemes[i]);

		if (strncasecmp(target, schemes[i], length) == 0) {
			return read_address(arena, target, length);
		}
	}
	return (struct target){.form = TARGET_BAD};
}

/* ---- Header lines of one name --------------------------------------------------------------- */

/*
 * A list in several lines equals the list in one line (RFC 9110, 5.3). A single-value header must
 * not be repeated: the first value is used here, and a proxy that uses the last one would see
 * another request.
 */

/* The headers that are used here, apart from those of framing. */
static const char *const single[] = {"Authorization", "Content-Type", "Idempotency-Key",
	"Last-Event-ID", "Origin", "Sec-WebSocket-Key", "Sec-WebSocket-Version"};

static bool is_single(const char *name)
{
	for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
		if (strcasecmp(name, single[i]) == 0) {
			return true;
		}
	}
	return false;
}

static bool is_like(const struct http_line *line, const struct http_line *other)
{
	return line->name && line->name_length == other->name_length &&
	       strncasecmp(line->name, other->name, line->name_length) == 0;
}

/* Trailing blanks are not part of a value; libmicrohttpd leaves them. */
static size_t length_of(const struct http_line *line)
{
	size_t length = line->value_length;

	while (length > 0 && (line->value[length - 1] == ' ' || line->value[length - 1] == '\t')) {
		length--;
	}
	return length;
}

/* The number of lines with the name of the first, and the length of their values joined. */
static unsigned measure(const struct http_line *lines, unsigned count, size_t *buffer)
{
	unsigned found = 1;

	*buffer = length_of(&lines[0]) + sizeof ", ";
	for (unsigned i = 1; i < count; i++) {
		if (is_like(&lines[i], &lines[0])) {
			*buffer += length_of(&lines[i]) + sizeof ", ";
			found++;
		}
	}
	return found;
}

/* "first, second"; takes the names of all lines but the first. */
static void join(struct http_line *lines, unsigned count, char *all)
{
	char *at = all;

	for (unsigned i = 0; i < count; i++) {
		if (is_like(&lines[i], &lines[0])) {
			at = at == all ? at : mempcpy(at, ", ", 2);
			at = mempcpy(at, lines[i].value, length_of(&lines[i]));
			lines[i].name = i == 0 ? lines[i].name : NULL;
		}
	}
	*at = '\0';
	lines[0].value = all;
	lines[0].value_length = (size_t)(at - all);
}

static struct http_error settle(struct mk_arena *arena, struct http_line *lines, unsigned count)
{
	size_t capacity;
	unsigned found = measure(lines, count, &capacity);
	char *all;

	if (found > 1 && is_single(lines[0].name)) {
		return (struct http_error){
			MHD_HTTP_BAD_REQUEST, "invalid_request", "Duplicate single-value header."};
	}
	if (found == 1 && length_of(&lines[0]) == lines[0].value_length) {
		return (struct http_error){0};
	}
	all = mk_arena_alloc(arena, capacity);
	if (!all) {
		return (struct http_error){MHD_HTTP_SERVICE_UNAVAILABLE, "busy",
			"There is not enough memory at the moment."};
	}
	join(lines, count, all);
	return (struct http_error){0};
}

struct http_error lines_keep(struct http_request *request, struct http_line *lines, unsigned count)
{
	struct http_error fault = {0};

	request->lines = lines;
	request->line_count = 0;
	request->name_lengths = 0;
	for (unsigned i = 0; i < count && !fault.status; i++) {
		if (lines[i].name) {
			fault = settle(request->arena, &lines[i], count - i);
			request->name_lengths |= name_length_bit(lines[i].name_length);
			lines[request->line_count++] = lines[i];
		}
	}
	return fault;
}

/* ---- The checks ----------------------------------------------------------------------------- */

struct check {
	struct http_line *lines; /* capacity MAX_HEADERS */
	unsigned headers;
	unsigned hosts;
	bool bad_expectation;
	bool bad_host;
	unsigned lengths;
	unsigned encodings;
	unsigned long long length;
	bool chunked;
};

static bool has_name(const char *name, size_t length, const char *wanted, size_t wanted_length)
{
	return length == wanted_length && strncasecmp(name, wanted, length) == 0;
}
#define IS_NAMED(name, length, wanted) has_name(name, length, wanted, sizeof(wanted) - 1)

/* The letters of a host's name (RFC 3986, 3.2.2). strspn() would build this table at each call. */
static const bool is_name_letter[256] = {
	['A' ... 'Z'] = true,
	['a' ... 'z'] = true,
	['0' ... '9'] = true,
	['-'] = true,
	['.'] = true,
	['_'] = true,
	['~'] = true,
	['%'] = true,
	['!'] = true,
	['$'] = true,
	['&'] = true,
	['\''] = true,
	['('] = true,
	[')'] = true,
	['*'] = true,
	['+'] = true,
	[';'] = true,
	['='] = true,
};

/* A name or address, and a port that may be empty (RFC 9112, 3.2); no list of them. */
static bool is_host(const char *value, size_t length)
{
	size_t host = 0;

	if (value[0] == '[') {
		host = 1 + strspn(value + 1, "0123456789ABCDEFabcdef:.");
		if (value[host++] != ']') {
			return false;
		}
	} else {
		while (is_name_letter[(unsigned char)value[host]]) {
			host++;
		}
	}
	return host == length ||
	       (value[host] == ':' && host + 1 + strspn(value + host + 1, "0123456789") == length);
}

static void count_header(
	struct check *check, const char *name, size_t name_length, const char *value, size_t length)
{
	if (IS_NAMED(name, name_length, "Host")) {
		check->hosts++;
		check->bad_host = check->bad_host || !is_host(value, length);
	} else if (IS_NAMED(name, name_length, "Expect")) {
		check->bad_expectation = check->bad_expectation ||
					 (length > 0 && !IS_NAMED(value, length, "100-continue"));
	} else if (IS_NAMED(name, name_length, "Content-Length")) {
		check->lengths++;
		check->length = strtoull(value, NULL, 10);
	} else if (IS_NAMED(name, name_length, "Transfer-Encoding")) {
		check->encodings++;
		check->chunked = IS_NAMED(value, length, "chunked");
	}
}

static enum MHD_Result check_line(void *context, enum MHD_ValueKind kind, const char *name,
	size_t name_length, const char *value, size_t length)
{
	struct check *check = context;

	(void)kind;
	if (++check->headers > MAX_HEADERS) {
		return MHD_NO;
	}
	check->lines[check->headers - 1] = (struct http_line){name, name_length, value, length};
	count_header(check, name, name_length, value, length);
	return MHD_YES;
}

static const char *framing_fault(const struct check *check, const char *version)
{
	bool is_old = strcmp(version, MHD_HTTP_VERSION_1_0) == 0;

	if (check->hosts > 1 || (check->hosts == 0 && !is_old)) {
		return "There must be one Host header.";
	}
	if (check->bad_host) {
		return "The Host header is malformed.";
	}
	if (check->lengths > 1) {
		return "There must not be more than one Content-Length.";
	}
	if (check->encodings > 0 && check->lengths > 0) {
		return "Content-Length and Transfer-Encoding exclude each other.";
	}
	if (check->encodings > 0 && (is_old || check->encodings > 1 || !check->chunked)) {
		return "The only Transfer-Encoding that is understood is chunked, in HTTP/1.1.";
	}
	return NULL;
}

static struct http_error bad_request(const char *detail)
{
	return (struct http_error){MHD_HTTP_BAD_REQUEST, "invalid_request", detail};
}

/* A star means the server as a whole; only OPTIONS is allowed. */
static struct http_error check_target(const struct http_request *request)
{
	bool is_options = strcmp(request->method, MHD_HTTP_METHOD_OPTIONS) == 0;

	if (strcmp(request->method, MHD_HTTP_METHOD_CONNECT) == 0) {
		return bad_request("This server is no proxy: CONNECT is not served.");
	}
	if (request->target.form == TARGET_BAD ||
		(request->target.form == TARGET_STAR && !is_options)) {
		return bad_request("The target of the request is malformed.");
	}
	return (struct http_error){0};
}

static struct http_error check_lines(struct http_request *request, struct check *check)
{
	const char *detail;

	MHD_get_connection_values_n(request->connection->mhd, MHD_HEADER_KIND, check_line, check);
	if (check->headers > MAX_HEADERS) {
		return (struct http_error){MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE,
			limit_rows[LIMIT_HEADERS].code, "There are more than 100 headers."};
	}
	detail = framing_fault(check, request->version);
	if (detail) {
		return bad_request(detail);
	}
	/*
	 * Rejected now: a client with an Expect header may wait for the response before it sends a
	 * body.
	 */
	if (check->bad_expectation && strcmp(request->version, MHD_HTTP_VERSION_1_0) != 0) {
		return (struct http_error){MHD_HTTP_EXPECTATION_FAILED, "expectation_failed",
			"Expect: only 100-continue is implemented."};
	}
	if (check->length > request->connection->server->options.body_limit) {
		return (struct http_error){MHD_HTTP_CONTENT_TOO_LARGE, "too_large",
			"The body is larger than is accepted here."};
	}
	request->announced = (size_t)check->length;
	return lines_keep(request, check->lines, check->headers);
}

struct http_error check_header(struct http_request *request)
{
	struct check check = {
		.lines = mk_arena_alloc(request->arena, MAX_HEADERS * sizeof *check.lines)};
	struct http_error fault = check_target(request);

	if (fault.status) {
		return fault;
	}
	if (!check.lines) {
		return (struct http_error){MHD_HTTP_SERVICE_UNAVAILABLE, "busy",
			"There is not enough memory at the moment."};
	}
	return check_lines(request, &check);
}
