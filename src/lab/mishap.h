/*
 * What goes wrong at a simulated table besides misreadings: pictures that come twice, too late or
 * in the middle of a move, and the mistakes of a player.
 */
#ifndef CLI_MISHAP_H
#define CLI_MISHAP_H

#include <makker/game.h>

/* Shares, of pictures or of moves. */
struct mishap_habits {
	double twice;     /* pictures that are posted twice, the second with a number of its own */
	double late;      /* pictures that are posted once more after the next one */
	double middle;    /* moves with a picture in the middle of them */
	double unchanged; /* moves before which one more picture of the same table comes */
	double hasty;     /* moves after which another one is made at once, as no number shows */
	double takeback;  /* moves that the player takes back when they were understood */
	double swap;      /* moves with which two front cards are exchanged, for some pictures */
	double forget;    /* moves after which a card is not turned up, for some pictures */
	bool unnumbered;  /* pictures have no numbers */
};

/* How many pictures show a mistake before the player sees it. */
enum { MISTAKE_PICTURES = 3 };

struct mishaps {
	const struct mk_game *game;
	struct mishap_habits habits;
	struct mk_rng rng;
	int swapped[2], swap_pictures;
	int face_down, down_pictures;
};

void mishaps_init(struct mishaps *mishaps, const struct mk_game *game,
	const struct mishap_habits *habits, uint64_t seed);

/* Does what has this rate happen now? */
bool mishaps_happens(struct mishaps *mishaps, double rate);

/*
 * After a move: does the player make a mistake with it? `before` is what was known, `after` what
 * can be seen now.
 */
void mishaps_after_move(struct mishaps *mishaps, struct mk_move move, const struct mk_view *before,
	const struct mk_snapshot *after);

/* Changes a picture as the mistakes of the player do. */
void mishaps_distort(struct mishaps *mishaps, struct mk_snapshot *seen);

/* Of `after`, the picture in the middle of the move: the card is gone, and not there yet. */
void mishaps_halve(const struct mishaps *mishaps, struct mk_move move,
	const struct mk_snapshot *before, struct mk_snapshot *after);

#endif
