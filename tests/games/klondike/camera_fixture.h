/* A simulated table with a player and a camera, and what is learnt from its snapshots. */
#ifndef TESTS_KLONDIKE_CAMERA_FIXTURE_H
#define TESTS_KLONDIKE_CAMERA_FIXTURE_H

#include "games/klondike/helpers.h"

/* How the player plays and how well the camera sees. */
struct habit {
	double deviation;  /* share of moves that are not the suggested one */
	double unreadable; /* share of slots read UU */
};

struct simulated {
	struct klondike_world world;
	struct klondike_view view; /* what was learnt */
	struct mk_rng rng;
	struct habit habit;
	struct mk_finding finding; /* of the last snapshot */
	int asked;                 /* number of unclear snapshots */
	int moves;                 /* made so far */
};

/* Deals game `number` of a preset (NULL: the first); nothing is learnt yet. */
void simulated_deal(
	struct simulated *simulated, const char *preset, int number, const struct habit *habit);

/* The suggestion for the player: a move that goes forward, else a turn of the draw pile. */
bool simulated_suggestion(const struct simulated *simulated, struct mk_move *move);

/*
 * The player's next move: mostly the suggested one, now and then any other. False when the game has
 * ended or goes nowhere.
 */
bool simulated_choose(struct simulated *simulated, struct mk_move *move);

void simulated_play(struct simulated *simulated, struct mk_move move);

/* The present snapshot of the camera. */
struct klondike_snapshot simulated_look(struct simulated *simulated);

/*
 * Shows the table, again and again as long as that is asked for (or only hidden slots can be the
 * reason that nothing seems to have happened). Checks what must hold for every snapshot: a view is
 * never broken, and untouched where nothing was accepted.
 */
enum mk_status simulated_show(struct simulated *simulated, const struct mk_move *suggested);

/* Would a camera see that `move` was made? (Not when a pile of a few cards starts again.) */
bool simulated_shows(const struct simulated *simulated, struct mk_move move);

/* Is known what is true, up to cards of the pile that no frame has shown? */
bool simulated_agrees(const struct simulated *simulated);

#endif
