/*
 * The life cycle of a cached session: its states and transitions, and the reads and changes that
 * wait for them.
 *
 *     UNLOADED --> LOADING <--> INDEXING
 *                   |   ^
 *                   v   | another process has written, or an index is missing
 *     (new) -----> IDLE --> CHANGING --> STORING
 *                   ^          |           |
 *                   |          v           |
 *                   |      CONFIRMING      |
 *                   +----------+-----------+
 *
 * A failure of LOADING or INDEXING leads back to UNLOADED; a removal leads from any state to
 * DELETED. Changes run one after another: CHANGING, STORING and CONFIRMING are about the first one
 * in the queue. Where other processes write to the journal, whatever is answered without a write is
 * confirmed by the journal first, or what is newer is loaded.
 */
#include "base/clock.h"
#include "port/journal.h"
#include "session/cached_session.h"
#include "session/change.h"
#include "session/opponent.h"
#include "session/review.h"
#include "session/session_error.h"
#include "session/session_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* ---- states --------------------------------------------------------------------------------- */

#define TO(state) (1U << CACHED_##state)

static const unsigned transitions[] = {
	[CACHED_UNLOADED] = TO(LOADING) | TO(IDLE) | TO(DELETED),
	[CACHED_LOADING] = TO(IDLE) | TO(INDEXING) | TO(UNLOADED) | TO(DELETED),
	[CACHED_INDEXING] = TO(LOADING) | TO(UNLOADED) | TO(DELETED),
	[CACHED_IDLE] = TO(CHANGING) | TO(LOADING) | TO(UNLOADED) | TO(DELETED),
	[CACHED_CHANGING] = TO(STORING) | TO(CONFIRMING) | TO(IDLE) | TO(LOADING) | TO(DELETED),
	[CACHED_STORING] = TO(CONFIRMING) | TO(IDLE) | TO(LOADING) | TO(DELETED),
	[CACHED_CONFIRMING] = TO(IDLE) | TO(LOADING) | TO(DELETED),
	[CACHED_DELETED] = 0,
};

void cached_session_enter(struct cached_session *cached, enum cached_session_state next)
{
	bool exists = transitions[cached->state] & 1U << next;

	assert(exists);
	(void)exists;
	cached->state = next;
}

bool cached_session_is_known(const struct cached_session *cached)
{
	return cached->state >= CACHED_IDLE && cached->state <= CACHED_CONFIRMING;
}

void cached_session_load(struct cached_session *cached)
{
	if (cached->state >= CACHED_CHANGING && cached->changes) {
		change_drop_results(cached->changes);
	}
	cached_session_enter(cached, CACHED_LOADING);
	cached->stale = false;
	catchup_start(cached);
}

void session_turn_begin(struct cached_session *cached)
{
	cached_session_ref(cached);
	cached->turns++;
}

void session_turn_end(struct cached_session *cached)
{
	while (cached->turns == 1 && cached->state == CACHED_IDLE) {
		if (cached->stale || cached->reindex) {
			cached_session_load(cached);
		} else if (cached->changes) {
			change_start(cached->changes);
		} else if (!opponent_begin(cached)) {
			break;
		}
	}
	cached->turns--;
	cached_session_unref(cached);
}

/* ---- reads ---------------------------------------------------------------------------------- */

/* A call that reads a session and waits for it to be loaded or confirmed. */
struct pending_read {
	struct pending_read *previous, *next;
	struct cached_session *cached;
	struct session_read request; /* without `answer`: cancelled, while it is being confirmed */
	uint64_t version;            /* that is being confirmed */
	bool confirming;             /* else it waits for the end of loading */
	bool confirm_loaded;         /* loading began before the read: its result is confirmed */
	bool due;
	struct mk_error error; /* of a due one; MK_OK: it is served */
};

static void read_serve(struct cached_session *cached, const struct session_read *read)
{
	if (read->subscriber) {
		cached_session_subscribe(cached, read->subscriber, read->answer, read->context);
	} else if (read->opens) {
		cached_session_ref(cached);
		read->answer(read->context, MK_OK, &cached->session, NULL);
	} else {
		read->answer(read->context, MK_OK, cached_session_refresh(cached), NULL);
	}
}

static void read_fail(const struct session_read *read, const struct mk_error *error)
{
	if (read->subscriber) {
		read->subscriber->of = NULL;
	}
	read->answer(read->context, error->status, NULL, error);
}

/* A read with a confirmation under way is freed when that is answered. */
static void read_release(struct pending_read *read)
{
	struct cached_session *cached = read->cached;

	if (read->confirming) {
		read->request.answer = NULL;
		return;
	}
	free(read);
	cached_session_unref(cached);
}

/* `error` NULL: serves it. */
static void read_end(struct pending_read *read, const struct mk_error *error)
{
	struct cached_session *cached = read->cached;

	DL_DELETE2(cached->pending_reads, read, previous, next);
	if (error) {
		read_fail(&read->request, error);
	} else {
		read_serve(cached, &read->request);
	}
	read_release(read);
}

static void read_confirm(struct pending_read *read);

static void read_confirmed(struct pending_read *read, enum mk_status status)
{
	struct cached_session *cached = read->cached;
	bool newer = status == MK_CONFLICT || status == MK_NOT_FOUND;
	struct mk_error error;

	if (!newer && status != MK_OK) {
		journal_fail(MK_IO, &error);
		read_end(read, &error);
	} else if (!cached_session_is_known(cached)) {
		return; /* it is being reloaded, which began after the read */
	} else if (status == MK_OK) {
		read_end(read, NULL);
	} else if (read->version != cached->session.version) {
		read_confirm(read); /* a change of this daemon was stored meanwhile */
	} else if (cached->state == CACHED_IDLE && status == MK_NOT_FOUND) {
		cached_session_drop_deleted(cached);
	} else {
		cached->stale = true;
	}
}

static void on_read_confirmed(void *context, enum mk_status status)
{
	struct pending_read *read = context;
	struct cached_session *cached = read->cached;

	read->confirming = false;
	if (!read->request.answer) {
		read_release(read);
		return;
	}
	session_turn_begin(cached);
	read_confirmed(read, status);
	session_turn_end(cached);
}

static void read_confirm(struct pending_read *read)
{
	const struct session *session = &read->cached->session;
	struct journal *journal = read->cached->sessions->options.journal;

	read->confirming = true;
	read->confirm_loaded = false;
	read->version = session->version;
	journal->methods->confirm(journal, session->id, session->version, session->updated_ms,
		on_read_confirmed, read);
}

/* A read that a callback submits is not due: it waits for the next loading or confirmation. */
static struct pending_read *next_due(const struct cached_session *cached)
{
	struct pending_read *read = cached->pending_reads;

	/* Those that ended left the list. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
	while (read && !read->due) {
		read = read->next;
	}
	return read;
}

static void read_complete(struct pending_read *read)
{
	bool fails = read->error.status != MK_OK;

	read->due = false;
	if (!fails && read->confirm_loaded) {
		read_confirm(read);
	} else {
		read_end(read, fails ? &read->error : NULL);
	}
}

static void join_reading(struct cached_session *cached)
{
	struct sessions *sessions = cached->sessions;
	const struct turn_options *turn = &sessions->options.turn;

	if (!cached->has_due_reads) {
		cached->has_due_reads = true;
		cached_session_ref(cached);
		DL_APPEND2(sessions->reading, cached, reading_previous, reading_next);
	}
	if (turn->leave) {
		turn->leave(turn->context);
	}
}

/*
 * Hundreds may wait, each for a response: those beyond the turn's budget complete in the next one.
 */
void pending_reads_complete(struct cached_session *cached, const struct mk_error *error)
{
	const struct turn_options *turn = &cached->sessions->options.turn;
	int64_t end_ns = turn->leave ? clock_ticks_ns() + TURN_ENTRY_NS : INT64_MAX;
	struct pending_read *read = NULL;

	DL_FOREACH2(cached->pending_reads, read, next)
	{
		read->due = error || !read->confirming;
		read->error = error ? *error : (struct mk_error){.status = MK_OK};
	}
	while ((read = next_due(cached)) != NULL) {
		if (clock_ticks_ns() >= end_ns) {
			join_reading(cached);
			return;
		}
		read_complete(read);
	}
}

/*
 * A session that is being reloaded completes all reads at the end of loading. True when the turn's
 * budget is used up.
 */
static bool continue_reads(struct cached_session *cached, bool all)
{
	struct sessions *sessions = cached->sessions;
	struct pending_read *read;
	bool spent = false;

	session_turn_begin(cached);
	while (!spent && (read = next_due(cached)) != NULL &&
		(read->error.status != MK_OK || cached_session_is_known(cached))) {
		read_complete(read);
		spent = !all && turn_is_spent(sessions->options.turn.loop);
	}
	DL_DELETE2(sessions->reading, cached, reading_previous, reading_next);
	cached->has_due_reads = false;
	if (spent && next_due(cached)) {
		join_reading(cached);
	}
	session_turn_end(cached);
	cached_session_unref(cached);
	return spent;
}

void pending_reads_continue(struct sessions *sessions, bool all)
{
	bool spent = false;

	while (sessions->reading && !spent) {
		spent = continue_reads(sessions->reading, all);
	}
}

static void read_wait(struct cached_session *cached, const struct session_read *request)
{
	struct pending_read *read = malloc(sizeof *read);
	struct mk_error error;

	if (!read) {
		fail_no_memory(&error);
		request->answer(request->context, error.status, NULL, &error);
		return;
	}
	*read = (struct pending_read){.cached = cached, .request = *request};
	if (request->subscriber) {
		request->subscriber->of = cached;
	}
	cached_session_ref(cached);
	DL_APPEND2(cached->pending_reads, read, previous, next);
	if (cached_session_is_known(cached)) {
		read_confirm(read);
	} else if (cached->state == CACHED_UNLOADED) {
		cached_session_load(cached);
	} else {
		read->confirm_loaded = cached->sessions->shared && !request->opens;
	}
}

void cached_session_read(struct cached_session *cached, const struct session_read *request)
{
	bool confirmed = !cached->sessions->shared || request->opens;

	if (cached_session_is_known(cached) && confirmed) {
		read_serve(cached, request);
	} else {
		read_wait(cached, request);
	}
}

bool cached_session_cancel_read(
	struct cached_session *cached, const struct session_subscriber *subscriber)
{
	struct pending_read *read = cached->pending_reads;

	while (read && read->request.subscriber != subscriber) {
		read = read->next;
	}
	if (read) {
		read->request.subscriber->of = NULL;
		DL_DELETE2(cached->pending_reads, read, previous, next);
		read_release(read);
	}
	return read != NULL;
}

/* ---- changes -------------------------------------------------------------------------------- */

static void on_change_confirmed(void *context, enum mk_status status)
{
	struct cached_session *cached = context;
	struct mk_error error;

	session_turn_begin(cached);
	assert(cached->state == CACHED_CONFIRMING);
	if (status == MK_OK) {
		cached->changes->end(cached->changes);
	} else if (status == MK_CONFLICT) {
		cached_session_load(cached);
	} else if (status == MK_NOT_FOUND) {
		cached_session_drop_deleted(cached);
	} else {
		journal_fail(MK_IO, &error);
		change_fail_now(cached->changes, &error);
	}
	session_turn_end(cached);
	cached_session_unref(cached);
}

void cached_session_confirm_change(struct cached_session *cached)
{
	const struct session *session = &cached->session;
	struct journal *journal = cached->sessions->options.journal;

	cached_session_enter(cached, CACHED_CONFIRMING);
	cached_session_ref(cached);
	journal->methods->confirm(journal, session->id, session->version, session->updated_ms,
		on_change_confirmed, cached);
}

/* ---- other processes ------------------------------------------------------------------------ */

/* Reloads a session whose loading failed, since nothing else does while it is only followed. */
static void on_newer(struct journal_follower *follower)
{
	struct cached_session *cached = follower->context;

	session_turn_begin(cached);
	if (cached->state == CACHED_UNLOADED) {
		cached_session_load(cached);
	} else {
		cached->stale = true;
	}
	session_turn_end(cached);
}

void cached_session_follow(struct cached_session *cached)
{
	struct journal *journal = cached->sessions->options.journal;

	if (cached->sessions->shared) {
		cached->follower =
			(struct journal_follower){.on_newer = on_newer, .context = cached};
		memcpy(cached->follower.id, cached->session.id, sizeof cached->follower.id);
		cached_session_note_version(cached);
		journal->methods->follow(journal, &cached->follower);
	}
}

void cached_session_unfollow(struct cached_session *cached)
{
	struct journal *journal = cached->sessions->options.journal;

	if (cached->sessions->shared) {
		journal->methods->unfollow(journal, &cached->follower);
	}
}

void cached_session_note_version(struct cached_session *cached)
{
	cached->follower.version = cached->session.version;
	cached->follower.at_ms = cached->session.updated_ms;
}

/* ---- the end of loading, and of the session ------------------------------------------------- */

void cached_session_give_up(struct cached_session *cached, const struct mk_error *error)
{
	catchup_abort(cached);
	cached_session_enter(cached, CACHED_UNLOADED);
	cached->follower.version = 0; /* every version in the journal is newer */
	cached->follower.at_ms = 0;
	pending_reads_complete(cached, error);
	changes_fail(cached, error);
}

void cached_session_drop_deleted(struct cached_session *cached)
{
	struct mk_error error;

	session_search_cancel(cached);
	catchup_abort(cached);
	cached_session_enter(cached, CACHED_DELETED);
	if (cached->in_table) {
		cached_session_unlink(cached);
	}
	reviews_drop(cached->sessions, cached->session.id);
	journal_fail(MK_NOT_FOUND, &error);
	pending_reads_complete(cached, &error);
	changes_fail(cached, &error);
	cached_session_broadcast_deleted(cached);
}

void cached_session_reindex(struct sessions *sessions, const char *id)
{
	struct mk_error error;
	struct cached_session *cached = cached_session_acquire(sessions, id, &error);

	if (cached) {
		session_turn_begin(cached);
		cached->reindex = true;
		session_turn_end(cached);
		cached_session_unref(cached);
	}
}

/* ---- finding -------------------------------------------------------------------------------- */

static bool is_session_id(const char *id)
{
	return strlen(id) == SESSION_ID_SIZE - 1 &&
	       strspn(id, "0123456789abcdef") == SESSION_ID_SIZE - 1;
}

/* NULL if out of memory. */
static struct cached_session *insert_new(struct sessions *sessions, const char *id)
{
	struct cached_session *cached = cached_session_create(sessions, id);

	if (cached && !cached_session_insert(cached)) {
		cached_session_unref(cached);
		return NULL;
	}
	return cached;
}

struct cached_session *cached_session_acquire(
	struct sessions *sessions, const char *id, struct mk_error *error)
{
	struct cached_session *cached;

	HASH_FIND(hh, sessions->by_id, id, strlen(id), cached);
	if (cached) {
		cached_session_ref(cached);
	} else if (!is_session_id(id)) {
		journal_fail(MK_NOT_FOUND, error);
		return NULL;
	} else {
		cached = insert_new(sessions, id);
	}
	if (!cached) {
		fail_no_memory(error);
	}
	return cached;
}

struct cached_session *cached_session_acquire_loaded(
	struct sessions *sessions, const char *id, struct mk_error *error)
{
	struct cached_session *cached = cached_session_acquire(sessions, id, error);

	if (cached && cached->state == CACHED_UNLOADED) {
		cached_session_load(cached);
	}
	return cached;
}
