/*
 * Sequences of pictures: several together may settle what one alone does not.
 *
 * The newest picture is tried alone, then with more and more of those before it, as long as the
 * table may have been the same. A slot that reads as a card that no move explains, where the known
 * card was read well before, is one misreading: it blocks nothing.
 */
#ifndef KLONDIKE_TRACKING_WATCH_H
#define KLONDIKE_TRACKING_WATCH_H

#include "games/klondike/table/table.h"

enum { MAX_PICTURES = 16, MAX_NAMED = 8 };

/* A slot that keeps reading as another card than the known one. */
struct suspicious_slot {
	uint8_t value;    /* the card that it reads as; MK_NO_CARD: it is seen to be empty */
	uint8_t pictures; /* that read so, one after another */
	uint8_t scenes;   /* accepted changes meanwhile */
};

/*
 * The last draw, while no other move followed. Perhaps nothing was drawn: the pictures that showed
 * its card were misread, and the card in front before is in front still.
 */
struct last_draw {
	mk_card card; /* MK_NO_CARD: the last move was none */
	bool suggested;
	bool later; /* other moves were seen with it: it was not the first since a suggestion */
	float unchanged; /* how likely it was not made, before the picture that showed it */
	float undone;    /* ... by the pictures since: the logarithm of the odds */
	bool doubted;    /* one of them showed another card; before that `doubt` says it all */
};

struct klondike_tracker {
	/*
	 * Of the camera that sent the newest picture, as in struct mk_snapshot_context: an answer
	 * of the player, which comes from no camera, is about that picture.
	 */
	float confidence, repeats, unchanged, several, missing_moved, next_moved, as_wanted,
		suspected;
	bool may_skip, skips;
	struct klondike_snapshot seen[MAX_PICTURES]; /* since the last clear one; newest last */
	uint8_t count;
	uint8_t fresh;        /* pictures since the table was last clear */
	uint8_t missed;       /* pictures that never came since the table was last clear */
	bool done;            /* the player said that something was done since it was last clear */
	bool had_done;        /* some picture of this camera came with `done` */
	bool done_means_move; /* ... and one that was asked for came without: `done` always means a
			       * move
			       */
	bool ignored_done;    /* a `done` was ignored before that was known */
	bool typed;           /* a person typed the newest of them */
	bool went_on;         /* `done` came again after a picture that was not understood */
	bool overflowed;      /* since then more unclear pictures came than are kept */
	bool lost;            /* one of them left more explanations than were kept or looked for */
	uint8_t clear; /* the newest of them showed the known table, as far as it could be read */
	bool rested;   /* pictures have shown that nothing was done since the last change */
	uint8_t agreed[MK_LAST_CARD + 1]; /* scenes in which a card was read at its place */
	struct suspicious_slot odd[POSITIONS];
	uint8_t judged; /* so many of `seen` were compared with the table that was accepted last */
	/* Logarithms: how likely an unconfirmed card is another one; 0: no picture was compared. */
	float doubt[MK_LAST_CARD + 1];
	struct last_draw draw;
	mk_card last[POSITIONS]; /* the card that the last picture compared showed there, if any */
	unsigned misread;        /* slots at which that is not the front card */
	uint8_t together;        /* accepted pictures in a row with two such slots or more */
	struct mk_place named[MAX_NAMED]; /* cards that the player named in the newest pictures */
	uint8_t hint_at[MAX_NAMED];       /* the picture that was the newest one then */
	uint8_t named_count;
};

enum mk_status klondike_track_snapshot(struct mk_view *view, struct mk_tracker *opaque,
	const struct mk_snapshot *seen, const struct mk_snapshot_context *occasion,
	struct mk_finding *finding, struct mk_error *error);

/* Slot of struct mk_game, see there. */
void klondike_track_move(struct mk_tracker *opaque, const struct mk_finding *reported);

#endif
