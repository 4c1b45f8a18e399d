/*
 * Header lines of one name: a list in several lines is the same as in one (RFC 9110, 5.3). Of what
 * is no list there must not be two: who looks at the first would do something else than a proxy
 * that looks at the last.
 */
#include "http/internal.h"

#include "base/arena.h"

#include <string.h>
#include <strings.h>

/* Those that mean something here, besides what framing demands. */
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

/* Blanks behind a value are no part of it; libmicrohttpd leaves them. */
static size_t length_of(const char *value)
{
	size_t length = strlen(value);

	while (length > 0 && strchr(" \t", value[length - 1])) {
		length--;
	}
	return length;
}

/* How many lines have the name of the first, and how much room their values take in one. */
static unsigned measure(const struct http_line *lines, unsigned count, size_t *room)
{
	unsigned found = 0;

	*room = 0;
	for (unsigned i = 0; i < count; i++) {
		if (is_like(&lines[i], &lines[0])) {
			*room += length_of(lines[i].value) + sizeof ", ";
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
			at = mempcpy(at, lines[i].value, length_of(lines[i].value));
			lines[i].name = i == 0 ? lines[i].name : NULL;
		}
	}
	*at = '\0';
	lines[0].value = all;
}

static struct http_error settle(struct mk_arena *arena, struct http_line *lines, unsigned count)
{
	size_t room;
	unsigned found = measure(lines, count, &room);
	char *all;

	if (found > 1 && is_single(lines[0].name)) {
		return (struct http_error){
			MHD_HTTP_BAD_REQUEST, "invalid_request", "Duplicate single-value header."};
	}
	if (found == 1 && lines[0].value[length_of(lines[0].value)] == '\0') {
		return (struct http_error){0};
	}
	all = mk_arena_alloc(arena, room);
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
	for (unsigned i = 0; i < count && !fault.status; i++) {
		if (lines[i].name) {
			fault = settle(request->arena, &lines[i], count - i);
			lines[request->line_count++] = lines[i];
		}
	}
	return fault;
}
