/*
 * What libmicrohttpd's parser lets pass and must not: a proxy in front may read such a request
 * differently, and then one client's bytes become another client's request (RFC 9112, 11.2).
 */
#include "http/internal.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct check {
	struct http_line *lines; /* room for MAX_HEADERS */
	const char *next;        /* where the next header line must begin, NULL: layout unknown */
	unsigned headers;
	unsigned hosts;
	unsigned lengths;
	unsigned encodings;
	unsigned long long length;
	bool chunked;
	const char *detail; /* the first fault */
};

/* What bytes are, a bit each. */
enum { CONTROL = 1, BLANK = 2, TOKEN = 4, PERCENT = 8 };

/* RFC 9110, 5.6.2 says what stands in a token. */
static const unsigned char kinds[256] = {
	[0 ... 8] = CONTROL,
	['\t'] = BLANK,
	[10 ... 31] = CONTROL,
	[' '] = BLANK,
	['!'] = TOKEN,
	['#'] = TOKEN,
	['$'] = TOKEN,
	['%'] = TOKEN | PERCENT,
	['&'] = TOKEN,
	['\''] = TOKEN,
	['*'] = TOKEN,
	['+'] = TOKEN,
	['-'] = TOKEN,
	['.'] = TOKEN,
	['0' ... '9'] = TOKEN,
	['A' ... 'Z'] = TOKEN,
	['^' ... 'z'] = TOKEN,
	['|'] = TOKEN,
	['~'] = TOKEN,
	[0x7f] = CONTROL,
};

/* The kinds of all bytes that stand in the text. */
static unsigned kinds_in(const char *text, size_t length)
{
	unsigned found = 0;

	for (size_t i = 0; i < length; i++) {
		found |= kinds[(unsigned char)text[i]];
	}
	return found;
}

bool check_target(const char *target, size_t length)
{
	unsigned found = kinds_in(target, length);

	return length > 0 && (found & (CONTROL | BLANK)) == 0 &&
	       ((found & PERCENT) == 0 || !memmem(target, length, "%00", 3));
}

static bool is_token(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if ((kinds[(unsigned char)text[i]] & TOKEN) == 0) {
			return false;
		}
	}
	return length > 0;
}

static bool is_value(const char *text, size_t length)
{
	return (kinds_in(text, length) & CONTROL) == 0;
}

/*
 * Version 0.9.75 cuts its buffer into strings: a NUL over the colon, two over CR and LF. When each
 * header begins two bytes behind the one before, there was no bare LF, no NUL inside a line and no
 * folded line.
 */
static bool is_in_place(
	struct check *check, const char *name, size_t name_length, const char *value, size_t length)
{
	const char *after_colon = name + name_length + 1;

	if (!check->next) {
		return true;
	}
	if (name != check->next || value < after_colon) {
		return false;
	}
	check->next = value + length + 2;
	return strspn(after_colon, " \t") >= (size_t)(value - after_colon);
}

static bool is_named(const char *name, size_t length, const char *wanted, size_t wanted_length)
{
	return length == wanted_length && strncasecmp(name, wanted, length) == 0;
}
#define IS_NAMED(name, length, wanted) is_named(name, length, wanted, sizeof(wanted) - 1)

static void count_header(
	struct check *check, const char *name, size_t name_length, const char *value, size_t length)
{
	if (IS_NAMED(name, name_length, "Host")) {
		check->hosts++;
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
	check->lines[check->headers - 1] = (struct http_line){name, name_length, value};
	if (!is_in_place(check, name, name_length, value, length)) {
		check->detail = "A header line is folded, holds a NUL or does not end with CR LF.";
	} else if (!is_token(name, name_length)) {
		check->detail = "A header has a name that is no token.";
	} else if (!is_value(value, length)) {
		check->detail = "A header has a value with control characters.";
	} else {
		count_header(check, name, name_length, value, length);
	}
	return check->detail ? MHD_NO : MHD_YES;
}

static const char *framing_fault(const struct check *check, const char *version)
{
	bool is_old = strcmp(version, MHD_HTTP_VERSION_1_0) == 0;

	if (check->hosts > 1 || (check->hosts == 0 && !is_old)) {
		return "There must be one Host header.";
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

static size_t header_size(struct http_request *request)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
		request->connection->mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

	return info ? info->header_size : 0;
}

/* The request line: method, one space, target, one space, version; nothing else between them. */
static bool is_line_in_place(const struct http_request *request)
{
	return request->raw_target == request->method + strlen(request->method) + 1 &&
	       request->version == request->raw_target + request->raw_target_length + 1;
}

static struct http_fault bad_request(const char *detail)
{
	return (struct http_fault){MHD_HTTP_BAD_REQUEST, "bad_request", detail};
}

static struct http_fault check_lines(struct http_request *request, size_t size, struct check *check)
{
	bool layout_known = request->connection->server->layout_known;

	if (layout_known && !is_line_in_place(request)) {
		return bad_request("The request line is malformed.");
	}
	check->next = layout_known ? request->version + strlen(request->version) + 2 : NULL;
	MHD_get_connection_values_n(request->connection->mhd, MHD_HEADER_KIND, check_line, check);
	if (check->headers > MAX_HEADERS) {
		return (struct http_fault){MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE,
			"header_too_large", "There are more than 100 headers."};
	}
	if (!check->detail && check->next && check->next + 2 != request->method + size) {
		check->detail = "The header does not end with an empty line.";
	}
	return check->detail ? bad_request(check->detail) : (struct http_fault){0};
}

struct http_fault check_header(struct http_request *request)
{
	struct check check = {
		.lines = mk_arena_take(request->arena, MAX_HEADERS * sizeof *check.lines)};
	size_t size = header_size(request);
	struct http_fault fault;

	if (!check.lines) {
		return (struct http_fault){MHD_HTTP_SERVICE_UNAVAILABLE, "busy",
			"There is not enough memory just now."};
	}
	if (size > MAX_HEADER_BYTES) {
		return (struct http_fault){MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE,
			"header_too_large", "The header is larger than 16 KiB."};
	}
	if (request->bad_target || !is_token(request->method, strlen(request->method))) {
		return bad_request("The request line is malformed.");
	}
	fault = check_lines(request, size, &check);
	if (fault.status) {
		return fault;
	}
	check.detail = framing_fault(&check, request->version);
	if (check.detail) {
		return bad_request(check.detail);
	}
	if (check.length > request->connection->server->options.body_limit) {
		return (struct http_fault){MHD_HTTP_CONTENT_TOO_LARGE, "too_large",
			"The body is larger than is accepted here."};
	}
	return lines_keep(request, check.lines, check.headers);
}
