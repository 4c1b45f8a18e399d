/*
 * Tracker: several snapshots together may settle what a single one does not.
 *
 * The newest snapshot is interpreted first, then together with more and more of the preceding ones,
 * as long as the table may have been the same. If a slot reads as a card that no move explains, and
 * its known card was well read before, the reading counts as a misreading and does not block the
 * snapshot.
 */
#ifndef KLONDIKE_TRACKING_WATCH_H
#define KLONDIKE_TRACKING_WATCH_H

#include "games/klondike/table/table.h"

enum { MAX_PICTURES = 16, MAX_NAMED = 8 };

/* A slot that repeatedly reads as another card than the known one. */
struct suspicious_slot {
	uint8_t value;    /* the card that is read; MK_NO_CARD: the slot reads as empty */
	uint8_t pictures; /* number of consecutive snapshots with this reading */
	uint8_t scenes;   /* number of changes accepted meanwhile */
};

/*
 * The last draw, while no other move has followed it. Perhaps it was not made: the snapshots that
 * showed its card were misread, and the previous front card is still in front.
 */
struct last_draw {
	mk_card card; /* MK_NO_CARD: the last move was no draw that can be undone */
	bool suggested;
	bool later; /* it was seen together with other moves, so it was not the first move since a
		       suggestion */
	float unchanged; /* prior probability that it was not made, before the snapshot that showed
			    it */
	float undone;    /* log-odds that it was not made, from the snapshots since */
	bool doubted; /* `undone` is in use: a snapshot showed another card. Before that, `doubt` of
			 the card has the same information */
};

struct klondike_tracker {
	/*
	 * Parameters of the camera that sent the newest snapshot, as in struct mk_snapshot_context.
	 * A hint of the player, which comes from no camera, refers to that snapshot.
	 */
	float confidence, repeats, unchanged, several, missing_moved, next_moved, as_wanted,
		suspected;
	bool may_skip, skips;
	struct klondike_snapshot seen[MAX_PICTURES]; /* since the last clear one; newest last */
	uint8_t count;
	uint8_t fresh;        /* number of snapshots since the table was last clear */
	uint8_t missed;       /* number of missing snapshots since the table was last clear */
	bool done;            /* the player has reported a move since the table was last clear */
	bool had_done;        /* a snapshot of this camera came with `done` */
	bool done_means_move; /* a requested snapshot then came without `done`, so `done` always
				 means a move */
	bool ignored_done;    /* a `done` was ignored before `done_means_move` was known */
	bool typed;           /* a person typed the newest snapshot */
	bool went_on;         /* `done` came again after a snapshot that was not understood */
	bool overflowed; /* since the table was last clear, more unclear snapshots arrived than are
			    kept */
	bool lost;       /* one of them left more hypotheses than were kept or searched */
	uint8_t clear; /* the newest snapshot showed the known table, as far as it could be read */
	bool rested;   /* snapshots have shown that nothing was done since the last change */
	uint8_t agreed[MK_LAST_CARD + 1]; /* accepted changes that confirmed the card */
	struct suspicious_slot odd[POSITIONS];
	uint8_t judged; /* number of `seen` that were compared with the last accepted table */
	/* Log-odds that an unconfirmed card is another one; 0: no snapshot was compared. */
	float doubt[MK_LAST_CARD + 1];
	struct last_draw draw;
	mk_card last[POSITIONS]; /* shown in the last compared snapshot, if any */
	unsigned misread;        /* bit mask of the slots at which `last` is not the front card */
	uint8_t together; /* number of consecutive accepted snapshots with two such slots or more */
	struct mk_place named[MAX_NAMED]; /* hints: cards named by the player */
	uint8_t hint_at[MAX_NAMED];       /* index in `seen` of the hint's snapshot */
	uint8_t named_count;
};

enum mk_status klondike_track_snapshot(struct mk_view *view, struct mk_tracker *opaque,
	const struct mk_snapshot *seen, const struct mk_snapshot_context *occasion,
	struct mk_finding *finding, struct mk_error *error);

/* Member of struct mk_game, see there. */
void klondike_track_move(struct mk_tracker *opaque, const struct mk_finding *reported);

#endif
