/* Rows, column by column. */
#include "store/postgres/rows.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy(const PGresult *rows, int row, int column, char *field, size_t room)
{
	snprintf(field, room, "%s", PQgetvalue(rows, row, column));
}

static const char *keep(const PGresult *rows, int row, int column, struct mk_arena *arena)
{
	return mk_arena_copy(
		arena, PQgetvalue(rows, row, column), (size_t)PQgetlength(rows, row, column));
}

static int64_t number(const PGresult *rows, int row, int column)
{
	return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

bool postgres_take_session(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_session *session = read_session_room(read);

	if (!session) {
		return false;
	}
	*session = (struct journal_session){.version = (uint64_t)number(rows, row, 8),
		.created_ms = number(rows, row, 9),
		.updated_ms = number(rows, row, 10),
		.advised = (uint32_t)number(rows, row, 11),
		.followed = (uint32_t)number(rows, row, 12),
		.named = !PQgetisnull(rows, row, 6),
		.rules = keep(rows, row, 3, read->arena)};
	copy(rows, row, 0, session->id, sizeof session->id);
	copy(rows, row, 1, session->game, sizeof session->game);
	copy(rows, row, 2, session->preset, sizeof session->preset);
	copy(rows, row, 4, session->strategy, sizeof session->strategy);
	copy(rows, row, 5, session->language, sizeof session->language);
	copy(rows, row, 6, session->name, sizeof session->name);
	copy(rows, row, 7, session->status, sizeof session->status);
	if (!PQgetisnull(rows, row, 13)) {
		session->locks = keep(rows, row, 13, read->arena);
		return session->rules && session->locks;
	}
	return session->rules != NULL;
}

bool postgres_take_event(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_event *event = read_event_room(read);

	if (!event) {
		return false;
	}
	event->version = (uint64_t)number(rows, row, 8);
	event->at_ms = number(rows, row, 9);
	copy(rows, row, 7, event->kind, sizeof event->kind);
	event->top = (uint64_t)number(rows, row, 10);
	event->body = keep(rows, row, 3, read->arena);
	event->state = NULL;
	if (!PQgetisnull(rows, row, 13)) {
		event->state = keep(rows, row, 13, read->arena);
		return event->body && event->state;
	}
	return event->body != NULL;
}

enum mk_status postgres_take_top(const PGresult *rows, int row, struct store_read *read)
{
	return read_add_top(read, (uint64_t)number(rows, row, 0), (uint64_t)number(rows, row, 1));
}

bool postgres_take_tally(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_outcome_count *tally = read_tally_room(read);

	if (!tally) {
		return false;
	}
	copy(rows, row, 0, tally->game, sizeof tally->game);
	copy(rows, row, 1, tally->status, sizeof tally->status);
	tally->advised = number(rows, row, 2) != 0;
	tally->tables = (uint64_t)number(rows, row, 3);
	return true;
}

bool postgres_take_simulation(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_simulation *simulation = read_simulation_room(read);

	if (!simulation) {
		return false;
	}
	copy(rows, row, 0, simulation->id, sizeof simulation->id);
	copy(rows, row, 1, simulation->status, sizeof simulation->status);
	simulation->created_ms = number(rows, row, 2);
	simulation->updated_ms = number(rows, row, 3);
	simulation->spec = keep(rows, row, 4, read->arena);
	simulation->statistics = keep(rows, row, 5, read->arena);
	simulation->is_new = false;
	simulation->lease_ms = (uint32_t)number(rows, row, 6);
	return simulation->spec && simulation->statistics;
}

/* Bytes are written in hexadecimal; NULL: there are none, or no memory. */
static const void *keep_bytes(
	const PGresult *rows, int column, size_t *length, struct mk_arena *arena)
{
	const char *text = PQgetvalue(rows, 0, column);
	unsigned char *bytes = NULL;
	const void *kept = NULL;

	if (!PQgetisnull(rows, 0, column)) {
		bytes = PQunescapeBytea((const unsigned char *)text, length);
	}
	if (bytes) {
		kept = mk_arena_copy(arena, (const char *)bytes, *length);
		PQfreemem(bytes);
	}
	return kept;
}

bool postgres_take_once(const PGresult *rows, struct store_read *read)
{
	struct journal_idempotency *once = &read->once;
	size_t length = 0;
	const void *wish = keep_bytes(rows, 0, &length, read->arena);

	if (!wish || length != ONCE_DIGEST) {
		return false;
	}
	memcpy(once->wish, wish, ONCE_DIGEST);
	once->at_ms = number(rows, 0, 1);
	copy(rows, 0, 2, once->id, sizeof once->id);
	once->version = (uint64_t)number(rows, 0, 3);
	once->answer = keep_bytes(rows, 4, &once->length, read->arena);
	return true;
}
