/* A store, opened by its URL without a daemon: the journal's calls, each waited for. */
#ifndef CLI_LEDGER_H
#define CLI_LEDGER_H

#include "port/journal.h"

#include <makker/status.h>
#include <stdbool.h>

struct ledger;

/* Nobody else may use the store meanwhile. With `must_exist` nothing is created. */
struct ledger *ledger_open(const char *url, bool must_exist, struct mk_error *error);

/* Finishes what waits. */
void ledger_close(struct ledger *ledger);

/* Every session's id, the newest first; to be freed. NULL with `error`, and when there is none. */
char (*ledger_ids(struct ledger *ledger, size_t *count, struct mk_error *error))[SESSION_ID_ROOM];

/* One session with all its events: `loaded` is called before this returns. */
void ledger_load(struct ledger *ledger, const char *id, journal_loaded *loaded, void *context);

/* A session to be added, and what became of it. All that it points to is borrowed for the call. */
struct ledger_entry {
	struct journal_session session;
	const struct journal_event *events; /* version 1 and so on, session.version of them */
	enum mk_status status;              /* MK_CONFLICT: its id is there already */
	uint64_t held;                      /* events that were there already */
	size_t refused;                     /* events that were not taken */
	bool remains;                       /* a part of it could not be taken back */
};

/*
 * Adds sessions, many at a time, since all that waits together is written together. Each is added
 * with all its events or not at all; what an earlier call that was killed left of one is completed.
 */
void ledger_add(struct ledger *ledger, struct ledger_entry *entries, size_t count);

#endif
