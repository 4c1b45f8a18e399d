/* The accepted events of a session in order, each with its effect at the time. */
#ifndef SESSION_HISTORY_HISTORY_H
#define SESSION_HISTORY_HISTORY_H

#include "port/journal.h"
#include "session/advice_record.h"
#include "session/session.h"

struct phases;

/* Everything is borrowed for the visit. */
struct history_entry {
	uint64_t version;
	int64_t at_ms;
	const char *kind;
	/*
	 * Of a snapshot, a move or an answer; of a correction that changed earlier findings, the
	 * new one of the newest snapshot; else NULL.
	 */
	const struct mk_finding *finding;
	bool answered;                 /* it is an answer */
	const struct mk_view *before;  /* the table before the finding's steps */
	const struct advised *advised; /* before the finding's steps; NULL: nothing */
	const char *line;              /* the snapshot in the one-line form; NULL where not kept */
	int steps;                     /* of an undo, else 0 */
	const char *status; /* the resulting status of a change: the game was given up or resumed;
			       else NULL */
	const struct correction *correction; /* of a correction, else NULL */
};

/*
 * Visits the events after version `after`, in order, until `visit` returns false, then calls
 * `done`. The journal is read page by page. MK_IO with code "session_corrupt" for impossible
 * events, after the visits of the valid ones before.
 */
struct history_visit {
	uint64_t after;
	bool (*visit)(void *context, const struct history_entry *entry);
	void (*done)(void *context, enum mk_status status, const struct mk_error *error);
	void *context;
	struct phases *phases; /* of the request whose work this is; NULL: not measured */
};

#endif
