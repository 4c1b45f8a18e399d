/*
 * A simulated camera with reading errors, and a simulated player's mishaps.
 *
 * Error rates are per slot and picture. A misreading repeats unchanged in the next picture of the
 * same card at the same slot with probability `repeat`, and so on.
 */
#ifndef LAB_CAMERA_H
#define LAB_CAMERA_H

#include <makker/game.h>

enum { CAMERA_SLOTS = 32, BURST_PICTURES = 10 };

struct camera_model {
	double misread;    /* reads another card, for the first time or again */
	double unreadable; /* reads nothing */
	double repeat;     /* probability that a misreading recurs in the next picture */
	double occlusion;  /* pictures with a hand over the table, which hides most slots */
	double bursts;     /* a slot becomes unreadable for BURST_PICTURES */
	bool fronts_only;  /* sees front cards only, like the camera of the original program */
	bool fanned;       /* sees all face-up cards of a column */
};

struct camera {
	const struct mk_game *game;
	struct camera_model model;
	struct mk_rng rng;
	struct {
		bool active; /* the last picture misread the slot */
		struct mk_slot real, shown;
	} wrong[CAMERA_SLOTS];
	int blind[CAMERA_SLOTS]; /* pictures in which the slot is still unreadable */
};

void camera_init(struct camera *camera, const struct mk_game *game,
	const struct camera_model *model, uint64_t seed);

/* Writes one picture of the table into `seen` (snapshot_size bytes). */
void camera_observe(struct camera *camera, const struct mk_world *world, struct mk_snapshot *seen);

/* ---- Mishaps -------------------------------------------------------------------------------- */

/* Fractions of pictures or of moves. */
struct mishap_rates {
	double twice;     /* pictures posted twice, the second with its own number */
	double late;      /* pictures posted again after the next one */
	double middle;    /* moves with a picture taken during the move */
	double unchanged; /* moves preceded by another picture of the same table */
	double hasty;     /* moves followed at once by another, without a gap in the numbers */
	double takeback;  /* moves taken back after the daemon has accepted them */
	double swap;      /* moves that swap two front cards for MISTAKE_PICTURES */
	double forget;    /* moves after which a card stays face down for MISTAKE_PICTURES */
	bool unnumbered;  /* pictures have no numbers */
};

/* Pictures until the player notices a mistake. */
enum { MISTAKE_PICTURES = 3 };

struct mishaps {
	const struct mk_game *game;
	struct mishap_rates rates;
	struct mk_rng rng;
	int swapped[2], swap_pictures;
	int face_down, down_pictures;
};

void mishaps_init(struct mishaps *mishaps, const struct mk_game *game,
	const struct mishap_rates *rates, uint64_t seed);

/* Draws whether an event of this rate happens now. */
bool mishaps_happens(struct mishaps *mishaps, double rate);

/* Draws the player's mistakes of a move; `before` is the view before it, `after` the picture. */
void mishaps_after_move(struct mishaps *mishaps, struct mk_move move, const struct mk_view *before,
	const struct mk_snapshot *after);

/* Applies the current mistakes of the player to a picture. */
void mishaps_distort(struct mishaps *mishaps, struct mk_snapshot *seen);

/* Turns `after` into a picture during the move: the card has left, but not arrived. */
void mishaps_halve(const struct mishaps *mishaps, struct mk_move move,
	const struct mk_snapshot *before, struct mk_snapshot *after);

#endif
