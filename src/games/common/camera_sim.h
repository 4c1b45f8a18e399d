/* Simulated cameras and players in front of a tracker, and games that others recorded. */
#ifndef GAMES_COMMON_CAMERA_SIM_H
#define GAMES_COMMON_CAMERA_SIM_H

#include <makker/finding.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;
struct mk_world;
struct mk_view;
struct mk_snapshot;

enum mk_slot_kind { MK_SLOT_ABSENT, MK_SLOT_UNREADABLE, MK_SLOT_EMPTY, MK_SLOT_BACK, MK_SLOT_CARD };

/* The reading of one slot; `card` with MK_SLOT_CARD. */
struct mk_slot {
	enum mk_slot_kind kind;
	mk_card card;
};

/* How a place really is: the card that lies there (MK_NO_CARD: none), or (with a name) a count. */
struct mk_ground_truth {
	struct mk_count count;
	struct mk_place place;
	bool hidden; /* wrong, but invisible at the table */
};

/* The game's part of a simulated camera and player, which measure a tracker. */
struct mk_camera_sim {
	int slots;     /* at most 32 */
	uint32_t seen; /* those that a plain camera sees, a bit each; more is seen by better ones */
	struct mk_slot (*get)(const struct mk_snapshot *seen, int slot);
	void (*set)(struct mk_snapshot *seen, int slot, struct mk_slot slot_seen);
	/* Adds what a camera sees that has all face-up cards in view. */
	void (*add_fanned_cards)(const struct mk_world *world, struct mk_snapshot *seen);
	/*
	 * Finds the errors of the view, visible ones first; writes at most `capacity` of them.
	 * Returns their number; 0: the view is true.
	 */
	size_t (*find_errors)(const struct mk_world *world, const struct mk_view *view,
		struct mk_ground_truth *truths, size_t capacity);
	/*
	 * The table as described by a player without memory. `view` is the view
	 * of the world, and loses the hidden cards.
	 */
	void (*forget_hidden)(struct mk_view *view);
	/*
	 * A tracker that takes everything on trust: the suggestion was followed, and what is read
	 * is there.
	 */
	void (*trusting_update)(struct mk_view *view, const struct mk_snapshot *seen,
		const struct mk_move *suggested);
};

/* ---- Recorded games ------------------------------------------------------------------------- */

/* Counts of comparisons with recorded values. */
struct mk_record_counts {
	uint64_t games, moves, choices, scores, cases; /* choices: the allowed actions of a seat */
	uint64_t differences;
};

/* Games that others recorded with their own verdicts, as JSON in a form that the game knows. */
struct mk_game_records {
	/*
	 * Replays `records` (an array), adds to `recorded` and reports every difference: `record`
	 * is its index in the array.
	 */
	void (*check)(const struct json_t *records, struct mk_record_counts *recorded,
		void (*differs)(void *owner, size_t record, const char *what), void *owner);
};

#endif
