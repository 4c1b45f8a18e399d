/*
 * A simulated camera: what it sees of a table is not always what lies there.
 *
 * Rates are per slot and picture. A misreading repeats, exactly the same, in the next picture of
 * the same card at the same slot as often as the habits say; then again as often, and so on.
 */
#ifndef CLI_CAMERA_H
#define CLI_CAMERA_H

#include <makker/game.h>

enum { CAMERA_SLOTS = 32, BURST_PICTURES = 10 };

struct camera_habits {
	double misread;    /* another card is read, whether anew or again */
	double unreadable; /* nothing is read */
	double repeat;     /* how often a misreading comes again in the next picture */
	double hand;       /* pictures with a hand over the table: most slots are hidden */
	double bursts;     /* a slot cannot be read from now on, for BURST_PICTURES */
	bool plain;        /* sees front cards only, as the original program's camera does */
	bool spread;       /* sees all face-up cards of a column */
};

struct camera {
	const struct mk_game *game;
	struct camera_habits habits;
	struct mk_rng rng;
	struct {
		bool active; /* the last picture misread the slot */
		struct mk_slot real, shown;
	} wrong[CAMERA_SLOTS];
	int blind[CAMERA_SLOTS]; /* pictures for which the slot cannot be read */
};

void camera_init(struct camera *camera, const struct mk_game *game,
	const struct camera_habits *habits, uint64_t seed);

/* One picture of the table into `seen` (the game's snapshot_size bytes). */
void camera_look(struct camera *camera, const struct mk_world *world, struct mk_snapshot *seen);

#endif
