/* Handlers of the test server: at once, later, never, and endless. */
#include "http/handlers.h"

#include "base/arena.h"
#include "base/limits.h"

atomic_int handlers_gone;
atomic_int handlers_closed;
atomic_int handlers_slow;
atomic_int handlers_kept;

static void reply_text(struct http_request *request, const char *text, size_t length)
{
	struct http_response reply = {.status = 200, .content_type = "text/plain"};

	reply.body = text;
	reply.length = length;
	http_request_respond(request, &reply);
}

static void hello(struct http_request *request, struct rig *rig)
{
	(void)rig;
	reply_text(request, "hello", 5);
}

static void echo(struct http_request *request, struct rig *rig)
{
	size_t length;
	const char *body = http_request_body(request, &length);

	(void)rig;
	reply_text(request, body, length);
}

/* Method, path, a header and two query values, each as the layer gives them. */
static void describe(struct http_request *request, struct rig *rig)
{
	const char *header = http_request_header(request, "x-test");
	const char *value = http_request_query(request, "a");
	const char *flag = http_request_query(request, "flag");
	char *text = mk_arena_alloc(http_request_arena(request), 512);

	(void)rig;
	http_request_label(request, "/describe");
	snprintf(text, 512, "%s %s %s [%s] [%s]", http_request_method(request),
		http_request_path(request), header ? header : "-", value ? value : "-",
		flag ? flag : "-");
	reply_text(request, text, strlen(text));
}

static void teapot(struct http_request *request, struct rig *rig)
{
	struct http_header headers[] = {{"X-Kind", "oolong"}, {"X-Request", "1"}};
	struct http_response reply = {
		.status = 418, .headers = headers, .header_count = 2, .close = true};

	(void)rig;
	http_request_respond(request, &reply);
}

static void big(struct http_request *request, struct rig *rig)
{
	const char *n = http_request_query(request, "n");
	size_t length = n ? strtoul(n, NULL, 10) : 0;
	char *bytes = mk_arena_alloc(http_request_arena(request), length);

	if (!bytes) {
		rig_refuse(request, 400, "too_large", "", rig);
		return;
	}
	memset(bytes, 'x', length);
	reply_text(request, bytes, length);
}

/* ---- Later ---------------------------------------------------------------------------------- */

struct later {
	uv_timer_t timer;
	struct http_request *request;
};

static void free_handle(uv_handle_t *handle)
{
	free(handle->data);
}

static void on_later(uv_timer_t *timer)
{
	struct later *later = timer->data;

	if (later->request) {
		reply_text(later->request, "late", 4);
	}
	uv_close((uv_handle_t *)timer, free_handle);
}

static void later_gone(void *context)
{
	struct later *later = context;

	later->request = NULL;
	atomic_fetch_add(&handlers_gone, 1);
}

static void later(struct http_request *request, struct rig *rig)
{
	const char *ms = http_request_query(request, "ms");
	struct later *later = calloc(1, sizeof *later);

	later->request = request;
	uv_timer_init(&rig->loop, &later->timer);
	later->timer.data = later;
	uv_timer_start(&later->timer, on_later, strtoul(ms ? ms : "10", NULL, 10), 0);
	http_request_on_disconnect(request, later_gone, later);
	atomic_fetch_add(&handlers_kept, 1);
}

static void never_gone(void *context)
{
	(void)context;
	atomic_fetch_add(&handlers_gone, 1);
}

static void never(struct http_request *request, struct rig *rig)
{
	(void)rig;
	http_request_on_disconnect(request, never_gone, NULL);
	atomic_fetch_add(&handlers_kept, 1);
}

static struct http_request *held_request;

static void held(struct http_request *request, struct rig *rig)
{
	(void)rig;
	held_request = request;
	http_request_on_disconnect(request, never_gone, NULL);
	atomic_fetch_add(&handlers_kept, 1);
}

void handlers_let_go(struct rig *rig)
{
	(void)rig;
	reply_text(held_request, "late", 4);
}

/* ---- Streams -------------------------------------------------------------------------------- */

struct flood {
	uv_timer_t timer;
	struct http_stream *stream;
	int left; /* lines; -1: until the reader is too slow */
};

static void on_stream_closed(struct http_stream *stream, void *context)
{
	struct flood *flood = context;

	(void)stream;
	flood->stream = NULL;
	uv_close((uv_handle_t *)&flood->timer, free_handle);
	atomic_fetch_add(&handlers_closed, 1);
}

static void on_flood(uv_timer_t *timer)
{
	static char block[32768];
	struct flood *flood = timer->data;

	memset(block, 'y', sizeof block);
	if (!http_stream_send(flood->stream, block, sizeof block)) {
		atomic_fetch_add(&handlers_slow, 1);
		uv_timer_stop(timer);
		http_stream_end(flood->stream);
	}
}

static void on_line(uv_timer_t *timer)
{
	struct flood *flood = timer->data;
	char line[32];

	snprintf(line, sizeof line, "line %d\n", flood->left);
	http_stream_send(flood->stream, line, strlen(line));
	if (--flood->left == 0) {
		uv_timer_stop(timer);
		http_stream_end(flood->stream);
	}
}

static struct flood *start_stream(struct http_request *request, struct rig *rig)
{
	struct http_header headers[] = {{"Cache-Control", "no-store"}};
	struct flood *flood = calloc(1, sizeof *flood);

	uv_timer_init(&rig->loop, &flood->timer);
	flood->timer.data = flood;
	flood->stream = http_request_stream(
		request, "application/x-ndjson", headers, 1, on_stream_closed, flood);
	return flood;
}

static void lines(struct http_request *request, struct rig *rig)
{
	const char *count = http_request_query(request, "n");
	struct flood *flood = start_stream(request, rig);

	flood->left = count ? atoi(count) : 3;
	uv_timer_start(&flood->timer, on_line, 5, 5);
}

static void flood(struct http_request *request, struct rig *rig)
{
	struct flood *flood = start_stream(request, rig);

	uv_timer_start(&flood->timer, on_flood, 1, 1);
}

/* As much at once as may wait for one reader, then one byte more. */
static void brim(struct http_request *request, struct rig *rig)
{
	static char block[MAX_QUEUE_BYTES];
	struct flood *flood = start_stream(request, rig);

	memset(block, 'y', sizeof block);
	if (http_stream_send(flood->stream, block, sizeof block) &&
		!http_stream_send(flood->stream, "z", 1)) {
		atomic_fetch_add(&handlers_slow, 1);
	}
	http_stream_end(flood->stream);
}

/* Says one thing at once, and nothing after it. */
static void quiet(struct http_request *request, struct rig *rig)
{
	struct flood *flood = start_stream(request, rig);

	(void)flood;
}

static const struct {
	const char *path;
	void (*handle)(struct http_request *request, struct rig *rig);
} routes[] = {
	{"/hello", hello},
	{"/echo", echo},
	{"/describe", describe},
	{"/describe me", describe},
	{"/teapot", teapot},
	{"/big", big},
	{"/later", later},
	{"/held", held},
	{"/never", never},
	{"/lines", lines},
	{"/flood", flood},
	{"/brim", brim},
	{"/quiet", quiet},
};

void handle(struct http_request *request, void *context)
{
	const char *path = http_request_path(request);

	for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
		if (strcmp(routes[i].path, path) == 0) {
			routes[i].handle(request, context);
			return;
		}
	}
	rig_refuse(request, 404, "not_found", "", context);
}
