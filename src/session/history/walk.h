/*
 * A walk along the events of a session, from a stored state or from the beginning.
 *
 * Loading, undo, redo and history use it. It only goes forward: an event that is not a plain step
 * from the table before it (an undo, a correction, a set table) has a stored state, and so does at
 * least every MAX_STEPS_BETWEEN_STATES-th step. So a walk to any version takes at most that many
 * steps, however long the journal is.
 */
#ifndef SESSION_HISTORY_WALK_H
#define SESSION_HISTORY_WALK_H

#include "session/history/event.h"
#include "session/history/state.h"

enum { MAX_STEPS_BETWEEN_STATES = 64 };

/* Events per page of the journal, which the loop processes in under 5 ms. */
enum { WALK_PAGE = 80 };

struct walk {
	const struct session *session; /* its game and rules; borrowed */
	struct state state;
	uint64_t at;       /* the version of the last event that was taken; 0: none */
	uint64_t top;      /* journal_event.top of that event */
	uint64_t state_at; /* the last version with a stored state that stays; 0: none */
	/* The event after which a transient state is stored (0: none), and its top. */
	uint64_t transient_at, transient_top;
	struct event event; /* of version `read`: see walk_read() */
	uint64_t read;
};

/* At version 0; false without memory. */
bool walk_init(struct walk *walk, const struct session *session);
void walk_finish(struct walk *walk);

enum walk_result {
	WALK_OK,
	WALK_NOT_INDEXED, /* the event is stored without its index: see session/history/index.h */
	WALK_BROKEN,      /* the event is impossible; `error` has the reason */
};

/* Reads the event into walk->event, if it is not there already. Not needed before walk_take(). */
enum mk_status walk_read(
	struct walk *walk, const struct journal_event *row, struct mk_error *error);

/* Takes one event. The first may be any that has a state; the next is always the following version.
 */
enum walk_result walk_take(
	struct walk *walk, const struct journal_event *row, struct mk_error *error);

/* Applies a snapshot or move to the state, whatever its version. */
enum mk_status walk_play(struct walk *walk, const struct event *event, struct mk_error *error);

/* True if an event of this kind is a step that can be undone. */
bool walk_is_step(enum event_kind kind);

/*
 * True for steps that are played on the table before them. Events of other kinds but "change" have
 * states.
 */
bool walk_is_plain(enum event_kind kind);

/* True if tops[i] is valid after version i + 1: one of the steps up to then, or 0. */
bool walk_tops_are_sound(const uint64_t *tops, size_t count);

/* MK_BUSY "not_indexed": see WALK_NOT_INDEXED. */
enum mk_status walk_not_indexed(struct mk_error *error);

/*
 * MK_IO "session_corrupt": event `version` of the journal is impossible. A cause of MK_BUSY (out of
 * memory) is no damage and is passed on.
 */
enum mk_status walk_broken(uint64_t version, const struct mk_error *cause, struct mk_error *error);

/* ---- reading along -------------------------------------------------------------------------- */

struct phases;

/*
 * A walk that reads its events from the journal, page by page. The first member of a struct of its
 * user, which stays until `done` was called.
 */
struct walker {
	struct walk walk;
	struct journal *journal;
	char id[SESSION_ID_SIZE];
	uint64_t goal;         /* the version to walk to; UINT64_MAX: to the end */
	struct phases *phases; /* of the request whose work this is; NULL: not measured */
	/*
	 * Called before each event is applied; false ends the walk before the event. May be NULL.
	 */
	bool (*visit)(struct walker *walker, const struct journal_event *row);
	/* The walk has ended: at its goal, at the last event or where `visit` ended it. */
	void (*done)(struct walker *walker, enum mk_status status, const struct mk_error *error);
};

/*
 * Starts at the last state up to version `from`. `walker` has its walk (initialised, at version 0),
 * journal, id, goal and functions. MK_BUSY with code "not_indexed": see WALK_NOT_INDEXED.
 */
void walker_start(struct walker *walker, uint64_t from);

#endif
