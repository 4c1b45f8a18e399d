/* A store that is opened without a daemon: the calls of the journal, each synchronous. */
#ifndef CLI_OFFLINE_STORE_H
#define CLI_OFFLINE_STORE_H

#include "port/journal.h"
#include "session/history/index.h"

#include <argp.h>
#include <makker/status.h>
#include <stdbool.h>

struct offline_store;

/* The required option --store, for commands that open a store; its input is a `const char **`. */
extern const struct argp offline_store_argp;

/* No daemon may use a SQLite store meanwhile. Unless `must_exist`, a missing store is created. */
struct offline_store *offline_store_open(const char *url, bool must_exist, struct mk_error *error);

/* Completes pending calls. */
void offline_store_close(struct offline_store *store);

/* The ids of all sessions, the newest first; the caller frees them. NULL with `error`, or if none.
 */
char (*offline_store_ids(
	struct offline_store *store, size_t *count, struct mk_error *error))[SESSION_ID_SIZE];

/* Loads a session with all its events; `loaded` is called before this returns. */
void offline_store_load(
	struct offline_store *store, const char *id, journal_loaded *loaded, void *context);

/* A session to add, and the result. Pointers are borrowed for the call. */
struct offline_store_entry {
	struct journal_session session;
	const struct journal_event *events; /* version 1 and so on, session.version of them */
	enum mk_status status;              /* MK_CONFLICT: the id exists */
	uint64_t existing;                  /* events that existed before */
	size_t refused;                     /* events that failed */
	bool begun;                         /* its first events existed before; they are kept */
	bool partial;                       /* a part of it could not be removed */
	size_t turn; /* number of entries before it with its id, for which it waits */
};

/*
 * Adds sessions in one batch, because pending writes are committed together. Each is added with all
 * its events or not at all. A part that an earlier call left behind is completed; if that fails, it
 * stays. Entries with the same id are added one after the other.
 */
void offline_store_add(
	struct offline_store *store, struct offline_store_entry *entries, size_t count);

/*
 * Replays the session.version events of the session, as a daemon does when it opens it. `index`
 * receives their index, which the caller releases with index_finish(). After an error `index` needs
 * no release, and no daemon can open the session, except that MK_BUSY means a lack of memory.
 */
enum mk_status session_replay(const struct journal_session *session,
	const struct journal_event *events, struct index *index, struct mk_error *error);

#endif
