/*
 * Watching a simulation: the present one first, then some times a second, at last its final
 * numbers; with them the stream ends.
 */
#include "api/handlers/handlers.h"
#include "api/handlers/stream.h"
#include "api/handlers/waiter.h"
#include "api/pipeline/call.h"
#include "api/views/simulation_json.h"
#include "base/arena.h"
#include "base/json.h"
#include "simulation/simulations.h"
#include "ws/ws.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_ROOM = 8 * 1024, MESSAGE_LIMIT = 64 * 1024, ARENA_ROOM = 2 * MESSAGE_LIMIT };

struct watcher {
	struct waiter waiter; /* first; listens to no session */
	struct simulation_listener listener;
	struct stream stream;
};

static uint64_t ping_ms(const struct api *api)
{
	return (uint64_t)api->options.ping_interval_s * 1000;
}

static void watcher_free(void *context)
{
	struct watcher *watcher = context;

	simulations_unsubscribe(&watcher->listener);
	waiter_remove(&watcher->waiter);
	free(watcher);
}

static void write_message(
	struct mk_text *out, struct stream_message *message, const struct simulation *simulation)
{
	long long played = (long long)simulation->statistics.games;

	*message = (struct stream_message){.sse = out};
	stream_message_open(out, "simulation", played);
	message->json_at = out->length;
	mk_json_open_object(out, NULL);
	mk_json_literal(out, "event", "simulation");
	mk_json_int(out, "id", played);
	simulation_json_write(out, "simulation", simulation);
	mk_json_close_object(out);
	message->json_length = out->length - message->json_at;
	stream_message_close(out);
}

static bool send_state(struct watcher *watcher, const struct simulation *simulation)
{
	struct mk_arena *arena = mk_arena_create(ARENA_ROOM);
	struct stream_message message;
	struct mk_text text;
	bool sent;

	if (!arena) {
		return false;
	}
	mk_text_init(&text, arena, MESSAGE_ROOM, MESSAGE_LIMIT);
	write_message(&text, &message, simulation);
	sent = !text.truncated && stream_send(&watcher->stream, &message);
	mk_arena_destroy(arena);
	return sent;
}

static void tell(struct watcher *watcher, const struct simulation *simulation)
{
	waiter_reschedule(&watcher->waiter, ping_ms(watcher->waiter.api));
	if (!watcher->stream.leaving && !send_state(watcher, simulation)) {
		stream_end(&watcher->stream, WS_TRY_AGAIN, "too slow");
	}
}

static void hear(struct simulation_listener *listener, enum simulation_notification news,
	const struct simulation *simulation)
{
	struct watcher *watcher =
		(struct watcher *)((char *)listener - offsetof(struct watcher, listener));

	switch (news) {
	case SIMULATION_PROGRESS:
		tell(watcher, simulation);
		return;
	case SIMULATION_ENDED:
		tell(watcher, simulation);
		stream_end(&watcher->stream, WS_NORMAL, "ended");
		return;
	case SIMULATION_SHUTDOWN:
		stream_end(&watcher->stream, WS_GOING_AWAY, "the daemon stops");
		return;
	}
}

static void due(struct waiter *waiter)
{
	struct watcher *watcher = (struct watcher *)waiter;

	waiter_reschedule(waiter, ping_ms(waiter->api));
	if (!watcher->stream.leaving && !stream_ping(&watcher->stream)) {
		stream_end(&watcher->stream, WS_TRY_AGAIN, "too slow");
	}
}

static struct watcher *create(
	struct call *call, const struct stream_form *form, struct mk_error *error)
{
	struct watcher *watcher = calloc(1, sizeof *watcher);

	if (!watcher) {
		mk_fail(error, MK_BUSY, "busy", "", "out of memory, retry later");
		return NULL;
	}
	watcher->waiter.due = due;
	watcher->listener.hear = hear;
	watcher->stream = (struct stream){.form = form, .closed = watcher_free, .context = watcher};
	if (waiter_add(&watcher->waiter, call, false, ping_ms(call->api), error) != MK_OK) {
		free(watcher);
		return NULL;
	}
	return watcher;
}

/* It is there, and nobody takes it away before we listen. */
static void watch(struct call *call, const struct stream_form *form)
{
	struct simulations *simulations = call->api->options.simulations;
	struct mk_error error;
	struct watcher *watcher = create(call, form, &error);
	char id[SESSION_ID_ROOM];

	if (!watcher) {
		call_fail(call, &error);
		return;
	}
	memcpy(id, call->id, sizeof id);
	if (!stream_open(&watcher->stream, call)) {
		watcher_free(watcher);
		return;
	}
	simulations_subscribe(simulations, id, &watcher->listener, &error);
}

void simulation_events_get(struct call *call)
{
	const struct stream_form *form;
	struct mk_error error;

	if (!simulations_find(call->api->options.simulations, call->id, &error)) {
		call_fail(call, &error);
	} else if (strcmp(http_request_method(call->request), "HEAD") == 0) {
		call_bytes(call, 200, call->route->offers[call->offer], NULL, 0);
	} else if ((form = stream_choose(call)) != NULL) {
		watch(call, form);
	}
}
