/*
 * The state of a session after one of its events, as the journal keeps it beside the event.
 *
 * It lets a session be loaded, and a step be undone, without replaying everything before. A state
 * that is missing, damaged or of another version of the program is computed again from the events
 * (session/history/index.h). It is a copy of what replaying them gives, except that the state of
 * the last event may know more, with the frames until then: pictures of an unchanged table and
 * pictures that are not accepted are no events, but the state says so once they have confirmed all
 * cards of it, and whether the last one was refused, and why. Without it the cards are unconfirmed
 * again, and the table counts as known until the next picture.
 */
#ifndef SESSION_HISTORY_STATE_H
#define SESSION_HISTORY_STATE_H

#include "port/journal.h"
#include "session/cameras.h"
#include "session/session.h"

#include <makker/game.h>

struct state {
	struct mk_view *view;
	struct mk_view *before; /* the table before the steps of `last`; meaningless without them */
	bool has_before;
	bool concluded;            /* `last` is there: something was concluded */
	struct mk_finding last;    /* the last conclusion */
	enum session_sync refused; /* after a picture that was not accepted; else SESSION_IN_SYNC */
	/* The next three mean something after such a picture alone. */
	struct mk_finding refusal; /* the finding of the picture */
	struct mk_repair repair;   /* the repair that was proposed; of event 0: none */
	struct mk_tracker *memory; /* the tracker's memory of the pictures; NULL: none */
	struct cameras cameras;    /* the last frame of each camera */
	uint64_t bytes; /* of the bodies of all events so far, and of the states before this one */
	struct mk_world *world; /* of a practice table, else NULL; then the next three are unused */
	struct mk_view *buffer; /* for a view of that world */
	uint64_t shown;         /* the steps up to here that have shown something hidden */
	bool assisted;          /* such a step was taken back */
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

/* The state before the first event: of a practice table, as it was dealt. */
void state_begin(struct state *state, const struct session *session);

/*
 * The player goes back (or forth) from `from` to `to`, which then knows whether something was
 * seen that is hidden there. At the end of a game all is seen.
 */
void state_note_undo(struct state *to, const struct state *from, const struct mk_game *game);

/*
 * Writes the state as text. False: it does not fit `size` bytes (JOURNAL_MAX_STATE suffices for
 * every view of up to 10 KB), and `text` is "".
 */
bool state_write(const struct state *state, const struct mk_game *game,
	const struct state_place *place, char *text, size_t size);

/*
 * The same back. False where the text was not written by this program for this game and place, or
 * is damaged: `state` is as it was.
 */
bool state_read(struct state *state, const struct mk_game *game, const struct state_place *place,
	const char *text);

/* Copies everything but the pointers, and no memory of pictures; both belong to `game`. */
void state_copy(struct state *to, const struct state *from, const struct mk_game *game);

#endif
