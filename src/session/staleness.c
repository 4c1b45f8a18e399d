/* Asking the journal whether there is something newer, and what comes of that. */
#include "session/staleness.h"

#include "port/journal_error.h"
#include "session/change.h"
#include "session/session_error.h"

#include <string.h>

/* Sessions that are compared with the journal at once. */
enum { MAX_COMPARED = 64 };

static void compare_some(struct sessions *sessions);

/* The first change is being written, or works something out: it will see by itself. */
static bool is_writing(const struct live *live)
{
	return live->changes && live->changes->started && !live->changes->checking;
}

/* ---- the answer ----------------------------------------------------------------------------- */

/* What is in memory is what there is: who waited to know that goes on. */
static void go_on(struct live *live, uint64_t round)
{
	struct change *change = live->changes;

	pending_reads_complete(live, round, NULL);
	if (change && change == live->changes && change->checking && change->round <= round) {
		change->checking = false;
		change->end(change);
	}
}

static void fail(struct live *live, uint64_t round)
{
	struct change *change = live->changes;
	struct mk_error error;

	journal_fail(MK_IO, &error);
	pending_reads_complete(live, round, &error);
	if (change && change == live->changes && change->checking) {
		change_fail_now(change, &error);
	}
}

/*
 * Neither newer, nor older than when we asked (a database that was put back), nor another of the
 * same number (a server that went on without what was written last).
 */
static bool is_present(const struct live *live, const struct journal_session *row)
{
	const struct session *session = &live->session;

	return row->version == session->version
		       ? row->updated_ms == session->updated_ms
		       : row->version < session->version && row->version >= live->asked_version;
}

static void arrive(struct live *live, enum mk_status status, const struct journal_session *row)
{
	bool gone = status == MK_NOT_FOUND;

	if (status == MK_OK && is_present(live, row)) {
		go_on(live, live->follow_round);
	} else if (status != MK_OK && !gone) {
		fail(live, live->follow_round);
	} else if (is_writing(live)) {
		live->behind = true;
	} else if (gone) {
		cached_session_drop_deleted(live);
	} else {
		cached_session_load(live);
	}
}

static void on_asked(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct live *live = context;

	(void)events;
	(void)count;
	struct sessions *sessions = live->sessions;

	live->following = false;
	changes_pause(live);
	if (live->state == CACHED_KNOWN) {
		arrive(live, status, row);
	}
	changes_resume(live);
	cached_session_unref(live);
	compare_some(sessions);
}

/* ---- asking --------------------------------------------------------------------------------- */

static bool must_ask(const struct live *live)
{
	const struct change *change = live->changes;

	if (live->state != CACHED_KNOWN || live->following) {
		return false;
	}
	if (live->behind) {
		return !is_writing(live);
	}
	return live->pending_reads || (change && change->checking);
}

/* The row alone is wanted: versions past the last there can be. */
void staleness_check(struct live *live)
{
	struct journal *journal = live->sessions->options.journal;

	if (live->sessions->shared && must_ask(live)) {
		live->following = true;
		live->behind = false;
		live->follow_round = ++live->round;
		live->asked_version = live->session.version;
		cached_session_ref(live);
		journal->methods->load(journal, live->session.id, UINT64_MAX, 1, on_asked, live);
	}
}

/* ---- others --------------------------------------------------------------------------------- */

/* Nobody uses it: who wants it next finds it in the journal. */
static bool let_go(struct live *live)
{
	return live->holds == 0 && cached_session_evict(live->sessions, live->session.id);
}

/* What could not be loaded is loaded again where somebody listens: nobody else would ask. */
static void look_again(struct live *live)
{
	if (let_go(live)) {
		return;
	}
	if (live->state == CACHED_UNKNOWN && live->listeners) {
		cached_session_load(live);
	} else {
		live->behind = true;
		staleness_check(live);
	}
}

static void on_changed(struct journal_subscriber *subscriber, const char *id, uint64_t version)
{
	struct sessions *sessions = subscriber->context;
	struct live *live;

	HASH_FIND(hh, sessions->lives, id, strlen(id), live);
	if (live &&
		(version == 0 || live->state != CACHED_KNOWN || version > live->session.version)) {
		look_again(live);
	}
}

/*
 * Only sessions with listeners: whoever reads or changes another asks the journal first. Some at a
 * time, the next ones when the journal has answered for these.
 */
static void compare_some(struct sessions *sessions)
{
	for (unsigned count = 0; sessions->compare && count < MAX_COMPARED; count++) {
		struct live *live = sessions->compare;

		sessions->compare = live->heard_next;
		look_again(live);
	}
}

static void on_missed(struct journal_subscriber *subscriber)
{
	struct sessions *sessions = subscriber->context;

	sessions->compare = sessions->heard;
	compare_some(sessions);
}

void staleness_subscribe(struct sessions *sessions)
{
	struct journal *journal = sessions->options.journal;

	if (journal->methods->subscribe) {
		sessions->shared = true;
		sessions->subscriber = (struct journal_subscriber){
			.on_session_changed = on_changed, .on_gap = on_missed, .context = sessions};
		journal->methods->subscribe(journal, &sessions->subscriber);
	}
}
