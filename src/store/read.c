/* Pending reads: created from calls of the port, completed once. */
#include "store/read.h"

#include "base/arena.h"
#include "base/name.h"
#include "store/store_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is asked for ---------------------------------------------------------------------- */

static struct store_read *new_read(enum read_kind kind, void *context)
{
	struct store_read *read = store_realloc(NULL, sizeof *read);

	*read = (struct store_read){.kind = kind, .context = context};
	return read;
}

struct store_read *read_load(
	const char *id, uint64_t after, unsigned limit, journal_loaded *loaded, void *context)
{
	struct store_read *read = new_read(READ_LOAD, context);

	read->loaded = loaded;
	read->after = after;
	read->limit = limit;
	snprintf(read->id, sizeof read->id, "%s", id);
	return read;
}

struct store_read *read_load_from_state(
	const char *id, uint64_t upto, unsigned limit, journal_loaded *loaded, void *context)
{
	struct store_read *read = new_read(READ_LOAD_FROM_STATE, context);

	read->loaded = loaded;
	read->upto = upto;
	read->limit = limit;
	snprintf(read->id, sizeof read->id, "%s", id);
	return read;
}

struct store_read *read_tops(const char *id, uint64_t upto, journal_tops *loaded, void *context)
{
	struct store_read *read = new_read(READ_TOPS, context);

	read->tops_loaded = loaded;
	read->upto = upto;
	snprintf(read->id, sizeof read->id, "%s", id);
	return read;
}

struct store_read *read_list(const struct journal_page *page, journal_listed *listed, void *context)
{
	struct store_read *read = new_read(READ_LIST, context);

	read->listed = listed;
	read->limit = page->limit;
	snprintf(read->id, sizeof read->id, "%s", page->after ? page->after : "");
	read->after_ms = page->after ? page->after_ms : INT64_MAX;
	snprintf(read->game, sizeof read->game, "%s", page->game ? page->game : "");
	snprintf(read->state, sizeof read->state, "%s", page->status ? page->status : "");
	return read;
}

struct store_read *read_unused(
	int64_t before_ms, unsigned limit, journal_listed *listed, void *context)
{
	struct store_read *read = new_read(READ_UNUSED, context);

	read->listed = listed;
	read->before_ms = before_ms;
	read->limit = limit;
	return read;
}

struct store_read *read_tally(journal_tallied *tallied, void *context)
{
	struct store_read *read = new_read(READ_TALLY, context);

	read->tallied = tallied;
	return read;
}

struct store_read *read_review(const char *id, journal_review_loaded *loaded, void *context)
{
	struct store_read *read = new_read(READ_REVIEW, context);

	read->review_loaded = loaded;
	snprintf(read->id, sizeof read->id, "%s", id);
	return read;
}

struct store_read *read_simulations(const char *id, journal_simulations *loaded, void *context)
{
	struct store_read *read = new_read(READ_SIMULATIONS, context);

	read->simulations_loaded = loaded;
	snprintf(read->id, sizeof read->id, "%s", id ? id : "");
	return read;
}

struct store_read *read_once(const unsigned char key[KEY_DIGEST_BYTES], int64_t since_ms,
	journal_idempotency_found *found, void *context)
{
	struct store_read *read = new_read(READ_ONCE, context);

	read->once_found = found;
	read->since_ms = since_ms;
	memcpy(read->idempotency.key, key, KEY_DIGEST_BYTES);
	return read;
}

struct store_read *read_count(read_counted *counted, void *context)
{
	struct store_read *read = new_read(READ_COUNT, context);

	read->counted = counted;
	return read;
}

/* ---- what was found ------------------------------------------------------------------------- */

struct mk_arena *read_arena(const struct store_read *read)
{
	return mk_arena_create(read->limit ? READ_MAX_PAGE_BYTES : READ_MAX_BYTES);
}

/* The next place of an array that grows by doubling; NULL past the arena's limit. */
static void *next_place(
	struct mk_arena *arena, void *array, void **place, size_t count, size_t size)
{
	bool full = (count & (count - 1)) == 0; /* 0, 1, 2, 4, ... */

	if (full) {
		array = mk_arena_grow(arena, array, count * size, (count ? 2 * count : 1) * size);
	}
	*place = array ? (char *)array + count * size : NULL;
	return array;
}

/* The array moves as it grows; where it cannot, it stays where it was. */
#define RESERVE(type, name, array) \
	type *name(struct store_read *read) \
	{ \
		void *place; \
		void *larger = next_place( \
			read->arena, read->array, &place, read->count, sizeof *read->array); \
\
		read->array = larger ? larger : read->array; \
		return place; \
	}

RESERVE(struct journal_session, read_reserve_session, sessions)
RESERVE(struct journal_event, read_reserve_event, events)
RESERVE(uint64_t, read_reserve_top, tops)
RESERVE(struct journal_outcome_count, read_reserve_tally, tallies)
RESERVE(struct journal_simulation, read_reserve_simulation, simulations)

enum mk_status read_add_top(struct store_read *read, uint64_t version, uint64_t top)
{
	uint64_t *buffer = version == read->count + 1 ? read_reserve_top(read) : NULL;

	if (!buffer) {
		return version == read->count + 1 ? MK_FULL : MK_IO;
	}
	*buffer = top;
	read->count++;
	return MK_OK;
}

void read_cut_page(struct store_read *read)
{
	if (read->limit && read->count > read->limit) {
		read->count = read->limit;
		read->more = true;
	}
}

/* ---- the answer ----------------------------------------------------------------------------- */

/*
 * Names are checked before they are written; those that an older version or another program wrote
 * are repaired, so that what is shown and exported has no controls. The store itself stays as it
 * is until the session is renamed.
 */
static void repair_names(const struct store_read *read, size_t count)
{
	for (size_t i = 0; read->sessions && i < count; i++) {
		struct journal_session *session = &read->sessions[i];

		if (session->named) {
			name_repair(session->name, sizeof session->name);
			session->named = session->name[0] != '\0';
		}
	}
}

static void answer_loaded(const struct store_read *read)
{
	repair_names(read, 1);
	read->loaded(read->context, read->status, read->sessions, read->events, read->count);
}

static void answer_tops(const struct store_read *read)
{
	read->tops_loaded(read->context, read->status, read->tops, read->count);
}

static void answer_listed(const struct store_read *read)
{
	repair_names(read, read->count);
	read->listed(read->context, read->status, read->sessions, read->count, read->more);
}

static void answer_tallied(const struct store_read *read)
{
	read->tallied(read->context, read->status, read->tallies, read->count);
}

static void answer_review(const struct store_read *read)
{
	read->review_loaded(read->context, read->status, read->review);
}

static void answer_simulations(const struct store_read *read)
{
	read->simulations_loaded(read->context, read->status, read->simulations, read->count);
}

static void answer_counted(const struct store_read *read)
{
	read->counted(read->context, read->status, read->count);
}

static void answer_once(const struct store_read *read)
{
	read->once_found(
		read->context, read->status, read->status == MK_OK ? &read->idempotency : NULL);
}

static void (*const answers[READ_KINDS])(const struct store_read *read) = {
	[READ_LOAD] = answer_loaded,
	[READ_LOAD_FROM_STATE] = answer_loaded,
	[READ_TOPS] = answer_tops,
	[READ_LIST] = answer_listed,
	[READ_UNUSED] = answer_listed,
	[READ_TALLY] = answer_tallied,
	[READ_REVIEW] = answer_review,
	[READ_SIMULATIONS] = answer_simulations,
	[READ_COUNT] = answer_counted,
	[READ_ONCE] = answer_once,
};

void read_clear(struct store_read *read)
{
	read->sessions = NULL;
	read->events = NULL;
	read->tops = NULL;
	read->tallies = NULL;
	read->review = NULL;
	read->simulations = NULL;
	read->count = 0;
	read->more = false;
}

void read_answer(struct store_read *read)
{
	if (read->status != MK_OK) {
		read_clear(read);
	}
	answers[read->kind](read);
	mk_arena_destroy(read->arena);
	free(read);
}
