/*
 * The state of a session after one of its events, stored with the event.
 *
 * It lets a session be loaded, and a step be undone, without replaying everything before. A state
 * that is missing, damaged or of another version of the program is computed again from the events
 * (session/history/index.h). It equals the result of a replay, except that the state of the last
 * event has more: snapshots of an unchanged table and refused snapshots are not events, and the
 * evidence of snapshots is in no event. In a game with a tracker the state of the last event is
 * stored anew with each snapshot, and has all that they have shown, so that a restart changes
 * nothing (`complete`). Such a state is transient: the next one replaces it. If it is missing, the
 * cards are unconfirmed again, and the table counts as known until the next snapshot.
 */
#ifndef SESSION_HISTORY_STATE_H
#define SESSION_HISTORY_STATE_H

#include "port/journal.h"
#include "session/cameras.h"
#include "session/session.h"

#include <makker/game.h>

struct state {
	struct mk_view *view;
	struct mk_view *before; /* the table before the steps of `last`; undefined without steps */
	bool has_before;
	bool concluded;            /* `last` is set */
	struct mk_finding last;    /* the last conclusion */
	enum session_sync refused; /* after a picture that was not accepted; else SESSION_IN_SYNC */
	bool unchanged;            /* the last picture showed an unchanged table */
	struct mk_finding newest;  /* the finding of such a picture, of either kind */
	struct mk_repair repair;   /* after a picture that was not accepted; event 0: none */
	struct mk_tracker *memory; /* the tracker; NULL: none */
	bool complete;          /* no picture came since; `sync` and the cameras are up to date */
	enum session_sync sync; /* of the session; undefined if the state is not complete */
	uint8_t transient; /* number of events since the last state that stays; 0: this one stays */
	struct cameras cameras; /* the last frame of each camera */
	uint64_t bytes; /* of the bodies of all events so far, and of the states before this one */
	struct mk_world *world; /* of a practice table, else NULL; then the next three are unused */
	struct mk_view *buffer; /* for a view of that world */
	uint64_t shown;         /* the steps so far that have revealed hidden cards */
	bool assisted;          /* such a step was undone */
};

/* Where a state belongs: it is read back for the same event of the same session only. */
struct state_place {
	const char *id;
	uint64_t version, top; /* as journal_event has them */
};

/*
 * Allocates the two views for the session's game, all zero, and at a practice table the world;
 * false without memory.
 */
bool state_init(struct state *state, const struct session *session);
void state_finish(struct state *state);

/* Drops what pictures have shown beyond the last event. */
void state_drop_evidence(struct state *state);

/* The state before the first event; for a practice table the deal. */
void state_begin(struct state *state, const struct session *session);

/*
 * Updates `to` after an undo or redo from `from`: records whether cards were revealed that are
 * hidden at `to`. At the end of a game all cards are revealed.
 */
void state_note_undo(struct state *to, const struct state *from, const struct mk_game *game);

/*
 * Writes the state as text. False: it does not fit `size` bytes (JOURNAL_MAX_STATE suffices for
 * every view of up to 10 KB), and `text` is "".
 */
bool state_write(const struct state *state, const struct mk_game *game,
	const struct state_place *place, char *text, size_t size);

/*
 * Reads it. False, with `state` unchanged, if the text was not written by this program for this
 * game and place, or is damaged.
 */
bool state_read(struct state *state, const struct mk_game *game, const struct state_place *place,
	const char *text);

/* Copies everything except the pointers and the tracker; both states belong to `game`. */
void state_copy(struct state *to, const struct state *from, const struct mk_game *game);

#endif
