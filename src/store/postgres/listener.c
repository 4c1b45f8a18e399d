/*
 * Receives notifications of other daemons, on a connection of its own, because PostgreSQL delivers
 * notifications between two statements. The only statement on it reads, every second, the sequences
 * of all writers, which reveal lost notifications (parts.h).
 */
#include "store/postgres/listener.h"

#include "port/journal.h"
#include "store/postgres/parts.h"
#include "store/store_base.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { LOOK_EVERY_MS = 1000 };

enum { LISTEN, LOOK, STATEMENTS };
static const char *const sql[STATEMENTS] = {
	[LISTEN] = "LISTEN makker",
	[LOOK] = "SELECT name, number FROM makker.part",
};

struct postgres_listener {
	struct postgres_listener_options options;
	struct postgres_connection *connection;
	bool active;
	bool looks; /* and waits for what it sees */
	bool misses;
	struct postgres_parts parts;
	uv_timer_t timer;
	void (*closed)(void *context);
	void *closed_context;
};

/* ---- how far others have come --------------------------------------------------------------- */

static void on_timer(uv_timer_t *timer)
{
	struct postgres_listener *listener = timer->data;

	if (listener->active && !listener->looks && postgres_is_open(listener->connection)) {
		listener->looks = true;
		postgres_send(listener->connection, LOOK, NULL);
		postgres_sync(listener->connection);
	}
}

static void see(struct postgres_listener *listener, const PGresult *rows)
{
	for (int row = 0; row < PQntuples(rows); row++) {
		uint64_t number = strtoull(PQgetvalue(rows, row, 1), NULL, 10);

		if (!postgres_parts_see(&listener->parts, PQgetvalue(rows, row, 0), number)) {
			listener->misses = true;
		}
	}
	postgres_parts_sweep(&listener->parts);
}

/* ---- the connection ------------------------------------------------------------------------- */

static void on_opened(void *context)
{
	struct postgres_listener *listener = context;

	postgres_send(listener->connection, LISTEN, NULL);
	postgres_sync(listener->connection);
}

static void on_answered(const PGresult *result, void *context)
{
	struct postgres_listener *listener = context;

	if (!postgres_worked(result)) {
		postgres_drop(listener->connection);
	} else if (listener->looks) {
		see(listener, result);
	}
}

static void on_synced(void *context)
{
	struct postgres_listener *listener = context;

	listener->looks = false;
	if (!listener->active) {
		listener->active = true;
		listener->options.on_started(listener->options.context);
	} else if (listener->misses) {
		listener->misses = false;
		listener->options.on_missed(listener->options.context);
	}
}

static void on_lost(const char *why, void *context)
{
	struct postgres_listener *listener = context;

	listener->active = listener->looks = listener->misses = false;
	listener->options.on_stopped(why, listener->options.context);
}

/* ---- announcements -------------------------------------------------------------------------- */

static void receive_notification(
	struct postgres_listener *listener, int peer, char letter, const char *id, uint64_t number)
{
	if (letter != 'n') {
		listener->options.on_announcement(
			peer, letter, id, number, listener->options.context);
	} else if (!postgres_parts_announce(&listener->parts, id, number)) {
		listener->misses = true; /* reported at the next check */
	}
}

/* "e<id>:<version>"; letters of later versions are ignored. */
static void take_token(struct postgres_listener *listener, const char *word, int peer)
{
	size_t length = strcspn(word, ":");
	char id[SESSION_ID_SIZE];

	if (length == SESSION_ID_SIZE && word[length] == ':') {
		memcpy(id, word + 1, SESSION_ID_SIZE - 1);
		id[SESSION_ID_SIZE - 1] = '\0';
		receive_notification(
			listener, peer, word[0], id, strtoull(word + length + 1, NULL, 10));
	}
}

static void on_notified(const PGnotify *notice, void *context)
{
	for (const char *word = notice->extra; *word; word += strspn(word, " ")) {
		take_token(context, word, notice->be_pid);
		word += strcspn(word, " ");
	}
}

/* ---- life ----------------------------------------------------------------------------------- */

struct postgres_listener *postgres_listener_create(const struct postgres_listener_options *options)
{
	struct postgres_listener *listener = store_realloc(NULL, sizeof *listener);

	*listener = (struct postgres_listener){.options = *options};
	uv_timer_init(options->loop, &listener->timer);
	listener->timer.data = listener;
	uv_timer_start(&listener->timer, on_timer, LOOK_EVERY_MS, LOOK_EVERY_MS);
	uv_unref((uv_handle_t *)&listener->timer);
	listener->connection = postgres_connection_create(&(struct postgres_user){
		.loop = options->loop,
		.hosts = options->hosts,
		.limits = options->limits,
		.letter = 'l',
		.sql = sql,
		.statements = STATEMENTS,
		.opened = on_opened,
		.answered = on_answered,
		.synced = on_synced,
		.notified = on_notified,
		.lost = on_lost,
		.context = listener,
	});
	return listener;
}

bool postgres_listener_is_active(const struct postgres_listener *listener)
{
	return listener->active && !postgres_is_silent(listener->connection);
}

static void on_timer_closed(uv_handle_t *handle)
{
	struct postgres_listener *listener = handle->data;

	listener->closed(listener->closed_context);
	postgres_parts_finish(&listener->parts);
	free(listener);
}

static void on_connection_closed(void *context)
{
	struct postgres_listener *listener = context;

	uv_close((uv_handle_t *)&listener->timer, on_timer_closed);
}

void postgres_listener_close(
	struct postgres_listener *listener, void (*closed)(void *context), void *context)
{
	listener->closed = closed;
	listener->closed_context = context;
	postgres_connection_close(listener->connection, on_connection_closed, listener);
}
