/*
 * Hearing what others announce.
 *
 * A connection of its own, on which nothing else is asked: PostgreSQL hands announcements over
 * between two statements.
 */
#include "store/postgres_listener.h"

#include "session/journal.h"
#include "store/opened.h"

#include <stdlib.h>
#include <string.h>

enum { LISTEN, STATEMENTS };
static const char *const sql[STATEMENTS] = {[LISTEN] = "LISTEN makker"};

struct postgres_listener {
	struct postgres_listener_options options;
	struct postgres_connection *connection;
	bool hears;
	void (*closed)(void *context);
	void *closed_context;
};

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
	}
}

static void on_synced(void *context)
{
	struct postgres_listener *listener = context;

	listener->hears = true;
	listener->options.came(listener->options.context);
}

static void on_lost(const char *why, void *context)
{
	struct postgres_listener *listener = context;

	listener->hears = false;
	listener->options.went(why, listener->options.context);
}

/* "e<id>:<version>"; what a later version of ours announces otherwise is passed over. */
static void take_word(struct postgres_listener *listener, const char *word, int peer)
{
	size_t length = strcspn(word, ":");
	char id[SESSION_ID_ROOM];

	if (length == SESSION_ID_ROOM && word[length] == ':') {
		memcpy(id, word + 1, SESSION_ID_ROOM - 1);
		id[SESSION_ID_ROOM - 1] = '\0';
		listener->options.heard(peer, word[0], id, strtoull(word + length + 1, NULL, 10),
			listener->options.context);
	}
}

static void on_notified(const PGnotify *notice, void *context)
{
	for (const char *word = notice->extra; *word; word += strspn(word, " ")) {
		take_word(context, word, notice->be_pid);
		word += strcspn(word, " ");
	}
}

struct postgres_listener *postgres_listener_create(const struct postgres_listener_options *options)
{
	struct postgres_listener *listener = store_room(NULL, sizeof *listener);

	*listener = (struct postgres_listener){.options = *options};
	listener->connection = postgres_connection_create(&(struct postgres_user){
		.loop = options->loop,
		.hosts = options->hosts,
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

bool postgres_listener_hears(const struct postgres_listener *listener)
{
	return listener->hears;
}

static void on_connection_closed(void *context)
{
	struct postgres_listener *listener = context;

	listener->closed(listener->closed_context);
	free(listener);
}

void postgres_listener_close(
	struct postgres_listener *listener, void (*closed)(void *context), void *context)
{
	listener->closed = closed;
	listener->closed_context = context;
	postgres_connection_close(listener->connection, on_connection_closed, listener);
}
