#include "store/port.h"

#include "store/postgres.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct port_kind port_kinds[PORT_KINDS] = {{"memory"}, {"sqlite"}, {"postgres"}};

void port_open(struct port *port, const char *kind)
{
	const char *files = getenv("TMPDIR");

	*port = (struct port){0};
	snprintf(port->folder, sizeof port->folder, "%s/makker-store-XXXXXX",
		files ? files : "/tmp");
	cr_assert_not_null(mkdtemp(port->folder));
	if (strcmp(kind, "memory") == 0) {
		snprintf(port->url, sizeof port->url, "memory:");
	} else if (strcmp(kind, "postgres") == 0) {
		postgres_database(port->url, sizeof port->url);
	} else {
		snprintf(port->url, sizeof port->url, "sqlite:%s/test.db", port->folder);
	}
	cr_assert(port_reopen(port), "%s", port->error.detail);
}

bool port_reopen(struct port *port)
{
	uv_loop_init(&port->loop);
	port->journal = store_open(port->url, &port->loop, &port->error);
	return port->journal != NULL;
}

static void on_stopped(void *context)
{
	*(bool *)context = true;
}

void port_stop(struct port *port)
{
	bool stopped = false;

	if (port->journal) {
		port->journal->methods->stop(port->journal, on_stopped, &stopped);
		uv_run(&port->loop, UV_RUN_DEFAULT);
		cr_assert(stopped);
		port->journal->methods->destroy(port->journal);
		port->journal = NULL;
	}
	cr_assert_eq(uv_loop_close(&port->loop), 0, "a handle is still open");
}

void port_close(struct port *port)
{
	char command[160];

	port_stop(port);
	snprintf(command, sizeof command, "rm -rf '%s'", port->folder);
	cr_assert_eq(system(command), 0);
}

const char *port_path(const struct port *port)
{
	return strchr(port->url, ':') + 1;
}

struct journal_session row(int number, uint64_t version)
{
	struct journal_session session = {
		.game = "klondike",
		.preset = "syvkabale",
		.strategy = "classic",
		.language = "da",
		.name = "køkken",
		.named = true,
		.status = "playing",
		.version = version,
		.created_ms = 1000 + number,
		.updated_ms = 2000 + (int64_t)version,
		.rules = "{\"draw\":1}",
	};

	snprintf(session.id, sizeof session.id, "%032x", (unsigned)number);
	return session;
}

struct journal_event event(uint64_t version)
{
	return (struct journal_event){
		.version = version,
		.at_ms = 3000 + (int64_t)version,
		.kind = "snapshot",
		.body = "{\"finding\":[\"ruder otte → kolonne 5\"]}",
	};
}

/* ---- calls ---------------------------------------------------------------------------------- */

void note_reply(void *context, enum mk_status status)
{
	static unsigned turn;
	struct reply *reply = context;

	cr_assert_not(reply->answered, "answered twice");
	*reply = (struct reply){.answered = true, .turn = ++turn, .status = status};
}

/* A journal lets the loop end when nothing waits any more. */
static enum mk_status wait_for(struct port *port, const struct reply *reply)
{
	cr_assert_not(reply->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(reply->answered);
	return reply->status;
}

enum mk_status create(struct port *port, const struct journal_session *session)
{
	struct reply reply = {0};

	port->journal->methods->create(port->journal, session, NULL, note_reply, &reply);
	return wait_for(port, &reply);
}

enum mk_status append_event(struct port *port, int number, const struct journal_event *its)
{
	struct journal_session session = row(number, its->version);
	struct reply reply = {0};

	port->journal->methods->append(port->journal, &session, its, NULL, note_reply, &reply);
	return wait_for(port, &reply);
}

enum mk_status append(struct port *port, int number, uint64_t version)
{
	struct journal_event its = event(version);

	return append_event(port, number, &its);
}

enum mk_status index_events(
	struct port *port, int number, const struct journal_event *events, size_t count)
{
	struct journal_session session = row(number, 0);
	struct reply reply = {0};

	port->journal->methods->index_events(
		port->journal, session.id, events, count, note_reply, &reply);
	return wait_for(port, &reply);
}

enum mk_status drop(struct port *port, int number)
{
	struct journal_session session = row(number, 0);
	struct reply reply = {0};

	port->journal->methods->remove(port->journal, session.id, INT64_MAX, note_reply, &reply);
	return wait_for(port, &reply);
}

static void copy_row(struct found *found, size_t i, const struct journal_session *session)
{
	found->rows[i] = *session;
	snprintf(found->rules[i], PORT_BODY, "%s", session->rules);
	found->rows[i].rules = found->rules[i];
	if (session->token_hashes) {
		snprintf(found->token_hashes[i], PORT_BODY, "%s", session->token_hashes);
		found->rows[i].token_hashes = found->token_hashes[i];
	}
	if (session->deal) {
		snprintf(found->deals[i], PORT_BODY, "%s", session->deal);
		found->rows[i].deal = found->deals[i];
	}
}

static void note_loaded(void *context, enum mk_status status, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	struct found *found = context;

	cr_assert_leq(count, PORT_ROWS);
	found->answered = true;
	found->status = status;
	found->count = count;
	if (session) {
		copy_row(found, 0, session);
	}
	for (size_t i = 0; i < count; i++) {
		found->events[i] = events[i];
		snprintf(found->bodies[i], PORT_BODY, "%s", events[i].body);
		found->events[i].body = found->bodies[i];
		if (events[i].state) {
			snprintf(found->states[i], PORT_BODY, "%s", events[i].state);
			found->events[i].state = found->states[i];
		}
	}
}

static void note_tops(void *context, enum mk_status status, const uint64_t *tops, size_t count)
{
	struct found *found = context;

	cr_assert_leq(count, PORT_ROWS);
	found->answered = true;
	found->status = status;
	found->count = count;
	for (size_t i = 0; i < count; i++) {
		found->tops[i] = tops[i];
	}
}

static void note_listed(void *context, enum mk_status status,
	const struct journal_session *sessions, size_t count, bool more)
{
	struct found *found = context;

	cr_assert_leq(count, PORT_ROWS);
	found->answered = true;
	found->status = status;
	found->count = count;
	found->more = more;
	for (size_t i = 0; i < count; i++) {
		copy_row(found, i, &sessions[i]);
	}
}

void load(struct port *port, int number, uint64_t after, unsigned limit, struct found *found)
{
	struct journal_session session = row(number, 0);

	*found = (struct found){0};
	port->journal->methods->load(port->journal, session.id, after, limit, note_loaded, found);
	cr_assert_not(found->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(found->answered);
}

void load_from_state(
	struct port *port, int number, uint64_t upto, unsigned limit, struct found *found)
{
	struct journal_session session = row(number, 0);

	*found = (struct found){0};
	port->journal->methods->load_from_state(
		port->journal, session.id, upto, limit, note_loaded, found);
	cr_assert_not(found->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(found->answered);
}

void load_tops(struct port *port, int number, uint64_t upto, struct found *found)
{
	struct journal_session session = row(number, 0);

	*found = (struct found){0};
	port->journal->methods->load_tops(port->journal, session.id, upto, note_tops, found);
	cr_assert_not(found->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(found->answered);
}

void list(struct port *port, const struct journal_page *page, struct found *found)
{
	*found = (struct found){0};
	port->journal->methods->list(port->journal, page, note_listed, found);
	cr_assert_not(found->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(found->answered);
}

void port_fill(struct port *port, int number, uint64_t events)
{
	struct journal_session session = row(number, 0);

	cr_assert_eq(create(port, &session), MK_OK);
	for (uint64_t version = 1; version <= events; version++) {
		cr_assert_eq(append(port, number, version), MK_OK);
	}
}

bool port_is_ready(const struct port *port)
{
	return port->journal->methods->ready(port->journal);
}

static void on_tick(uv_timer_t *tick)
{
	(void)tick;
}

static void turn_until(struct port *port, bool ready)
{
	uv_timer_t tick; /* a loop in which nothing waits does not turn */

	uv_timer_init(&port->loop, &tick);
	uv_timer_start(&tick, on_tick, 10, 10);
	for (int i = 0; i < 6000 && port_is_ready(port) != ready; i++) {
		uv_run(&port->loop, UV_RUN_ONCE);
	}
	uv_close((uv_handle_t *)&tick, NULL);
	uv_run(&port->loop, UV_RUN_NOWAIT);
	cr_assert_eq(port_is_ready(port), ready);
}

void port_turn(struct port *port, unsigned ms)
{
	uv_timer_t end;

	uv_timer_init(&port->loop, &end);
	uv_timer_start(&end, on_tick, ms, 0);
	while (uv_is_active((uv_handle_t *)&end)) {
		uv_run(&port->loop, UV_RUN_ONCE);
	}
	uv_close((uv_handle_t *)&end, NULL);
	uv_run(&port->loop, UV_RUN_NOWAIT);
}

void port_becomes_ready(struct port *port)
{
	turn_until(port, true);
}

void port_becomes_unready(struct port *port)
{
	turn_until(port, false);
}

void list_unused(struct port *port, int64_t before_ms, unsigned limit, struct found *found)
{
	*found = (struct found){0};
	port->journal->methods->list_unused(port->journal, before_ms, limit, note_listed, found);
	cr_assert_not(found->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(found->answered);
}
