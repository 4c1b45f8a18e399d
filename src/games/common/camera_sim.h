/* Simulated cameras and players for testing a tracker, and recorded games of other programs. */
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

/*
 * The true state of a place: the card that lies there (MK_NO_CARD: none), or (with a name) a count.
 */
struct mk_ground_truth {
	struct mk_count count;
	struct mk_place place;
	bool hidden; /* wrong, but not visible at the table */
};

/* The game's part of a simulated camera and player, with which a tracker is measured. */
struct mk_camera_sim {
	int slots;     /* at most 32 */
	uint32_t seen; /* bit mask of the slots that a plain camera sees; better cameras see more */
	struct mk_slot (*get)(const struct mk_snapshot *seen, int slot);
	void (*set)(struct mk_snapshot *seen, int slot, struct mk_slot slot_seen);
	/* Adds what a camera sees if all face-up cards are visible. */
	void (*add_fanned_cards)(const struct mk_world *world, struct mk_snapshot *seen);
	/*
	 * Finds the errors of the view, visible ones first, and writes at most `capacity` of them.
	 * Returns their number; 0 if the view is true.
	 */
	size_t (*find_errors)(const struct mk_world *world, const struct mk_view *view,
		struct mk_ground_truth *truths, size_t capacity);
	/*
	 * Reduces `view`, the view of the world, to the table as a player without memory describes
	 * it: without hidden cards.
	 */
	void (*forget_hidden)(struct mk_view *view);
	/*
	 * Baseline tracker that trusts everything: the suggestion was followed, and every reading
	 * is right.
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

/* Recorded games of other programs with their results, as JSON in a form that the game can read. */
struct mk_game_records {
	/*
	 * Replays `records` (an array), adds to `recorded` and reports every difference: `record`
	 * is its index in the array.
	 */
	void (*check)(const struct json_t *records, struct mk_record_counts *recorded,
		void (*differs)(void *owner, size_t record, const char *what), void *owner);
};

#endif
