/* Reads the events, computes the index and stores it. */
#include "session/history/index.h"

#include "port/journal.h"
#include "port/worker_pool.h"
#include "session/history/events.h"
#include "session/history/row.h"
#include "session/session_error.h"

#include <stdlib.h>

/* Entries that are stored in one transaction. */
enum { CHUNK = 512 };

struct indexing {
	struct job job; /* first */
	struct cached_session *cached;
	struct events events;
	struct session session; /* game, rules, version */
	struct index index;
	size_t stored; /* number of stored entries */
	bool ran;
	enum mk_status status;
	struct mk_error error;
};

static void finish(struct indexing *indexing)
{
	struct cached_session *cached = indexing->cached;

	cached->sessions->indexing--;
	catchup_indexed(cached, indexing->status, &indexing->error);
	index_finish(&indexing->index);
	events_finish(&indexing->events);
	free(indexing);
	cached_session_unref(cached);
}

/* ---- storing -------------------------------------------------------------------------------- */

static void store_next(struct indexing *indexing);

static void on_index_stored(void *context, enum mk_status status)
{
	struct indexing *indexing = context;

	if (status == MK_OK) {
		store_next(indexing);
		return;
	}
	indexing->status = journal_fail(status, &indexing->error);
	finish(indexing);
}

static void store_next(struct indexing *indexing)
{
	struct journal *journal = indexing->cached->sessions->options.journal;
	size_t left = indexing->index.count - indexing->stored;
	size_t count = left < CHUNK ? left : CHUNK;
	const struct journal_event *entries = indexing->index.entries + indexing->stored;

	if (indexing->cached->sessions->shutting_down) {
		indexing->status = mk_fail(
			&indexing->error, MK_BUSY, "busy", "", "the daemon is being stopped");
		count = 0;
	}
	if (count == 0) {
		finish(indexing);
		return;
	}
	indexing->stored += count;
	journal->methods->index_events(
		journal, indexing->session.id, entries, count, on_index_stored, indexing);
}

/* ---- computing ------------------------------------------------------------------------------ */

static void run(struct job *job, struct mk_executor *executor)
{
	struct indexing *indexing = (struct indexing *)job;

	(void)executor;
	indexing->status = index_build(&indexing->index, &indexing->session, indexing->events.rows,
		indexing->events.count, &indexing->error);
	events_finish(&indexing->events); /* too long for the loop */
	indexing->ran = true;
}

/* The daemon stops, and the journal may be closed already. */
static void on_computed(struct job *job)
{
	struct indexing *indexing = (struct indexing *)job;

	if (indexing->cached->sessions->shutting_down || !indexing->ran) {
		indexing->status = mk_fail(
			&indexing->error, MK_BUSY, "busy", "", "the daemon is being stopped");
	}
	if (indexing->status == MK_OK) {
		store_next(indexing);
	} else {
		finish(indexing);
	}
}

static void compute_index(struct indexing *indexing)
{
	struct worker_pool *workers = indexing->cached->sessions->options.workers;

	indexing->job = (struct job){.run = run, .done = on_computed};
	if (!workers) {
		run(&indexing->job, NULL);
		on_computed(&indexing->job);
	} else if (!workers->methods->submit(workers, &indexing->job)) {
		indexing->status = mk_fail(
			&indexing->error, MK_BUSY, "busy", "", "server overloaded, retry later");
		finish(indexing);
	}
}

/* ---- reading -------------------------------------------------------------------------------- */

static void on_events(struct events *events, enum mk_status status, const struct mk_error *error)
{
	struct indexing *indexing = events->context;

	if (status != MK_OK) {
		indexing->status = status;
		indexing->error = *error;
		finish(indexing);
		return;
	}
	compute_index(indexing);
}

bool indexing_start(struct cached_session *cached, const struct session *session)
{
	struct indexing *indexing;

	if (cached->sessions->indexing >= MAX_INDEXING) {
		return false;
	}
	indexing = calloc(1, sizeof *indexing);
	if (!indexing) {
		return false;
	}
	cached_session_ref(cached);
	cached->sessions->indexing++;
	indexing->cached = cached;
	indexing->session = (struct session){.game = session->game,
		.preset = session->preset,
		.rules = session->rules,
		.deal = session->deal,
		.version = session->version};
	row_put(indexing->session.id, sizeof indexing->session.id, cached->session.id);
	indexing->events.journal = cached->sessions->options.journal;
	indexing->events.upto = session->version;
	indexing->events.done = on_events;
	indexing->events.context = indexing;
	row_put(indexing->events.id, sizeof indexing->events.id, cached->session.id);
	events_read_all(&indexing->events);
	return true;
}
