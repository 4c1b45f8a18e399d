/*
 * Streams of a simulation: its current state, its progress several times a second, and the final
 * numbers, which end the stream.
 */
#include "api/handlers/handlers.h"
#include "api/handlers/stream.h"
#include "api/views/simulation_json.h"
#include "base/arena.h"
#include "base/json.h"
#include "simulation/simulations.h"
#include "ws/ws.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_SIZE = 8 * 1024, MESSAGE_LIMIT = 64 * 1024, ARENA_SIZE = 2 * MESSAGE_LIMIT };

struct simulation_stream {
	struct waiter waiter; /* first; subscribes to no session */
	struct simulation_subscriber subscriber;
	struct stream stream;
};

static void free_simulation_stream(void *context)
{
	struct simulation_stream *stream = context;

	simulations_unsubscribe(&stream->subscriber);
	waiter_remove(&stream->waiter);
	free(stream);
}

/* The last message, written once for all its receivers. */
struct simulation_message {
	uint64_t notification;
	struct mk_arena *arena;
	struct mk_text text;
	struct stream_message message;
};

/* NULL without memory. */
static struct simulation_message *find_message(struct api *api)
{
	struct simulation_message *message = api->simulation_message;

	if (!message) {
		message = calloc(1, sizeof *message);
		api->simulation_message = message;
	}
	if (message && !message->arena) {
		message->arena = mk_arena_create(ARENA_SIZE);
	}
	return message && message->arena ? message : NULL;
}

void simulation_message_destroy(struct simulation_message *message)
{
	if (message) {
		mk_arena_destroy(message->arena);
		free(message);
	}
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

static bool send_state(struct simulation_stream *stream, const struct simulation *simulation)
{
	struct simulation_message *last = find_message(stream->waiter.api);

	if (!last) {
		return false;
	}
	if (last->notification != simulation->notification) {
		last->notification = simulation->notification;
		mk_arena_reset(last->arena);
		mk_text_init(&last->text, last->arena, MESSAGE_SIZE, MESSAGE_LIMIT);
		write_message(&last->text, &last->message, simulation);
	}
	return !last->text.truncated && stream_send(&stream->stream, &last->message);
}

static void send_progress(struct simulation_stream *stream, const struct simulation *simulation)
{
	waiter_reschedule(&stream->waiter, stream_ping_ms(stream->waiter.api));
	if (!stream->stream.closing && !send_state(stream, simulation)) {
		stream_end(&stream->stream, WS_TRY_AGAIN, "too slow");
	}
}

static void on_notification(struct simulation_subscriber *subscriber,
	enum simulation_notification kind, const struct simulation *simulation)
{
	struct simulation_stream *stream =
		(struct simulation_stream *)((char *)subscriber -
					     offsetof(struct simulation_stream, subscriber));

	switch (kind) {
	case SIMULATION_PROGRESS:
		send_progress(stream, simulation);
		return;
	case SIMULATION_ENDED:
		send_progress(stream, simulation);
		stream_end(&stream->stream, WS_NORMAL, "ended");
		return;
	case SIMULATION_SHUTDOWN:
		stream_end(&stream->stream, WS_GOING_AWAY, "the daemon stops");
		return;
	}
}

static void ping_stream(struct waiter *waiter)
{
	struct simulation_stream *stream = (struct simulation_stream *)waiter;

	waiter_reschedule(waiter, stream_ping_ms(waiter->api));
	if (!stream->stream.closing && !stream_ping(&stream->stream)) {
		stream_end(&stream->stream, WS_TRY_AGAIN, "too slow");
	}
}

static void end_revoked_stream(struct waiter *waiter)
{
	struct simulation_stream *stream = (struct simulation_stream *)waiter;

	stream_end(&stream->stream, WS_POLICY, "the token is not valid any more");
}

static struct simulation_stream *create_stream(
	struct call *call, const struct stream_form *form, struct mk_error *error)
{
	struct simulation_stream *stream = calloc(1, sizeof *stream);

	if (!stream) {
		mk_fail(error, MK_BUSY, "busy", "", "out of memory, retry later");
		return NULL;
	}
	stream->waiter.due = ping_stream;
	stream->waiter.revoked = end_revoked_stream;
	stream->subscriber.notify = on_notification;
	stream->stream =
		(struct stream){.form = form, .closed = free_simulation_stream, .context = stream};
	if (waiter_add(&stream->waiter, call, false, stream_ping_ms(call->api), error) != MK_OK) {
		free(stream);
		return NULL;
	}
	return stream;
}

/* The simulation exists, and nothing removes it before the subscription. */
static void start_stream(struct call *call, const struct stream_form *form)
{
	struct simulations *simulations = call->api->options.simulations;
	struct mk_error error;
	struct simulation_stream *stream = create_stream(call, form, &error);
	char id[SESSION_ID_SIZE];

	if (!stream) {
		call_fail(call, &error);
		return;
	}
	memcpy(id, call->id, sizeof id);
	if (!stream_open(&stream->stream, call)) {
		free_simulation_stream(stream);
		return;
	}
	simulations_subscribe(simulations, id, &stream->subscriber, &error);
}

void simulation_events_get(struct call *call)
{
	const struct stream_form *form;
	struct mk_error error;

	if (!simulations_find(call->api->options.simulations, call->id, &error)) {
		call_fail(call, &error);
	} else if (strcmp(http_request_method(call->request), "HEAD") == 0) {
		call_respond_bytes(call, 200, call->route->offers[call->offer], NULL, 0);
	} else if ((form = stream_choose(call)) != NULL) {
		start_stream(call, form);
	}
}
