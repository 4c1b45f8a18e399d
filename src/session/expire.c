/* Sessions that nobody has used for long. */
#include "session/live.h"
#include "session/sessions.h"

#include <stdlib.h>

struct expiry {
	struct sessions *sessions;
	void (*done)(void *context, unsigned removed, bool more);
	void *context;
	unsigned waiting; /* answers that are to come; one is the list's */
	unsigned removed;
	unsigned gone; /* these, and those that another daemon has removed or changed */
	unsigned limit;
	bool full; /* the list had as many as it may have */
	int64_t before_ms;
};

static void answered(struct expiry *expiry)
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
	expiry->gone += status != MK_IO;
	answered(expiry);
}

/*
 * Who listens to a session, or changes it just now, keeps it; so does whoever has changed it since
 * the list was made, at another daemon.
 */
static void on_unused(void *context, enum mk_status status, const struct journal_session *unused,
	size_t count, bool more)
{
	struct expiry *expiry = context;
	struct journal *journal = expiry->sessions->options.journal;

	(void)status;
	(void)more;
	expiry->full = count >= expiry->limit;
	for (size_t i = 0; i < count; i++) {
		if (live_forget(expiry->sessions, unused[i].id)) {
			expiry->waiting++;
			journal->methods->remove(
				journal, unused[i].id, expiry->before_ms, on_removed, expiry);
		}
	}
	answered(expiry);
}

void sessions_expire(struct sessions *sessions, int64_t before_ms, unsigned limit,
	void (*done)(void *context, unsigned removed, bool more), void *context)
{
	struct journal *journal = sessions->options.journal;
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
		.before_ms = before_ms};
	journal->methods->list_unused(journal, before_ms, limit, on_unused, expiry);
}
