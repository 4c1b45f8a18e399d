/* Deletes sessions unchanged for session_ttl_days. */
#include "session/cached_session.h"
#include "session/sessions.h"

#include <stdlib.h>

/* There are never so many in use: a daemon has fewer connections. */
enum { MOST_LISTED = 1 << 20 };

struct expiry {
	struct sessions *sessions;
	void (*done)(void *context, unsigned removed, bool more);
	void *context;
	unsigned waiting; /* answers that are to come; one is the list's */
	unsigned removed;
	unsigned gone; /* these, and those that another daemon has removed or changed */
	unsigned limit;
	unsigned listed; /* how many the list may have */
	bool full;       /* a full page: there may be more */
	int64_t before_ms;
};

static void ask(struct expiry *expiry);

static void expiry_completed(struct expiry *expiry)
{
	if (--expiry->waiting == 0) {
		expiry->done(expiry->context, expiry->removed, expiry->full && expiry->gone > 0);
		free(expiry);
	}
}

static void on_removed(void *context, enum mk_status status)
{
	struct expiry *expiry = context;

	expiry->removed += status == MK_OK;
	expiry->gone += status != MK_IO && status != MK_BUSY;
	expiry_completed(expiry);
}

/* All that were listed are in use: those behind them shall not wait for that. */
static bool look_further(struct expiry *expiry)
{
	bool may = expiry->sessions->evictions_blocked == 0 && expiry->listed < MOST_LISTED;

	if (may) {
		expiry->listed *= 2;
		ask(expiry);
	}
	return may;
}

/*
 * A session with a subscriber or a running change is kept; so is one that another daemon has
 * changed since the list was read.
 */
static void on_unused(void *context, enum mk_status status, const struct journal_session *unused,
	size_t count, bool more)
{
	struct expiry *expiry = context;
	struct journal *journal = expiry->sessions->options.journal;
	unsigned asked = 0;

	(void)status;
	(void)more;
	expiry->full = count >= expiry->listed;
	for (size_t i = 0; i < count && asked < expiry->limit; i++) {
		if (cached_session_evict(expiry->sessions, unused[i].id)) {
			asked++;
			expiry->waiting++;
			journal->methods->remove(
				journal, unused[i].id, expiry->before_ms, on_removed, expiry);
		}
	}
	if (asked == 0 && expiry->full && look_further(expiry)) {
		return;
	}
	expiry_completed(expiry);
}

static void ask(struct expiry *expiry)
{
	struct journal *journal = expiry->sessions->options.journal;

	journal->methods->list_unused(
		journal, expiry->before_ms, expiry->listed, on_unused, expiry);
}

void sessions_expire(struct sessions *sessions, int64_t before_ms, unsigned limit,
	void (*done)(void *context, unsigned removed, bool more), void *context)
{
	struct expiry *expiry = malloc(sizeof *expiry);

	if (!expiry) {
		done(context, 0, false);
		return;
	}
	*expiry = (struct expiry){.sessions = sessions,
		.done = done,
		.context = context,
		.waiting = 1,
		.limit = limit,
		.listed = limit,
		.before_ms = before_ms};
	ask(expiry);
}
