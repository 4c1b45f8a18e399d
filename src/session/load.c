/* Finding a session, and who waits until it is in memory and the present one. */
#include "port/journal_error.h"
#include "session/cached_session.h"
#include "session/session_error.h"
#include "session/staleness.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* ---- who waited ----------------------------------------------------------------------------- */

static void errand_serve(struct live *live, const struct pending_read *pending_read)
{
	if (pending_read->listener) {
		cached_session_subscribe(
			live, pending_read->listener, pending_read->answer, pending_read->context);
	} else if (pending_read->opens) {
		cached_session_ref(live);
		pending_read->answer(pending_read->context, MK_OK, &live->session, NULL);
	} else {
		pending_read->answer(
			pending_read->context, MK_OK, cached_session_refresh(live), NULL);
	}
}

static void errand_fail(struct pending_read *pending_read, const struct mk_error *error)
{
	if (pending_read->listener) {
		pending_read->listener->of = NULL;
	}
	pending_read->answer(pending_read->context, error->status, NULL, error);
}

/* Who asks again in the answer comes behind them and waits for the next asking. */
void pending_reads_complete(struct live *live, uint64_t round, const struct mk_error *error)
{
	struct pending_read *pending_read = NULL;

	DL_FOREACH2(live->pending_reads, pending_read, next)
	{
		pending_read->due = pending_read->round <= round;
	}
	while (live->pending_reads && live->pending_reads->due) {
		pending_read = live->pending_reads;
		DL_DELETE2(live->pending_reads, pending_read, previous, next);
		if (error) {
			errand_fail(pending_read, error);
		} else {
			errand_serve(live, pending_read);
		}
		free(pending_read);
		cached_session_unref(live);
	}
}

static void errand_wait(struct live *live, const struct pending_read *wish)
{
	struct pending_read *pending_read = malloc(sizeof *pending_read);
	struct mk_error error;

	if (!pending_read) {
		fail_no_memory(&error);
		wish->answer(wish->context, error.status, NULL, &error);
		return;
	}
	*pending_read = *wish;
	/* What is on its way already may have been read before the last change elsewhere. */
	pending_read->round = live->sessions->shared ? live->round + 1 : 0;
	if (pending_read->listener) {
		pending_read->listener->of = live;
	}
	cached_session_ref(live);
	DL_APPEND2(live->pending_reads, pending_read, previous, next);
}

void pending_read_serve(struct live *live, const struct pending_read *pending_read)
{
	if (live->state == CACHED_KNOWN && (!live->sessions->shared || pending_read->opens)) {
		errand_serve(live, pending_read);
		return;
	}
	errand_wait(live, pending_read);
	if (live->state == CACHED_UNKNOWN) {
		cached_session_load(live);
	}
	staleness_check(live);
}

/* ---- finding -------------------------------------------------------------------------------- */

static bool is_id(const char *id)
{
	return strlen(id) == SESSION_ID_ROOM - 1 &&
	       strspn(id, "0123456789abcdef") == SESSION_ID_ROOM - 1;
}

/* One that is not in memory yet; NULL without memory. */
static struct live *enter(struct sessions *sessions, const char *id)
{
	struct live *live = cached_session_create(sessions, id);

	if (live && !cached_session_insert(live)) {
		cached_session_unref(live);
		return NULL;
	}
	return live;
}

struct live *cached_session_acquire(
	struct sessions *sessions, const char *id, struct mk_error *error)
{
	struct live *live;

	HASH_FIND(hh, sessions->lives, id, strlen(id), live);
	if (live) {
		cached_session_ref(live);
	} else if (!is_id(id)) {
		journal_fail(MK_NOT_FOUND, error);
		return NULL;
	} else {
		live = enter(sessions, id);
	}
	if (!live) {
		fail_no_memory(error);
	}
	return live;
}

struct live *cached_session_acquire_loaded(
	struct sessions *sessions, const char *id, struct mk_error *error)
{
	struct live *live = cached_session_acquire(sessions, id, error);

	if (live && live->state == CACHED_UNKNOWN) {
		cached_session_load(live);
	}
	return live;
}
