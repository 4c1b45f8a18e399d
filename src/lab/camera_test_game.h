/*
 * A game of a simulated player with a simulated camera at a session of a daemon.
 *
 * After each move the camera posts pictures until the daemon has accepted one. After `ask_after`
 * pictures of an unchanged table the player answers an open question with one correction. If the
 * suggested move is impossible because a card is not at its recorded place, the player corrects
 * that unasked.
 */
#ifndef LAB_CAMERA_TEST_GAME_H
#define LAB_CAMERA_TEST_GAME_H

#include "cli/client.h"
#include "cli/game_args.h"
#include "lab/camera.h"

struct camera_test_options {
	struct camera_model camera;
	struct mishap_rates mishaps;
	double deviation; /* moves that deviate from the suggestion */
	double missed;    /* moves without a picture */
	int ask_after;
	bool trusting; /* also evaluate a tracker that trusts every reading */
	bool show;
	unsigned pause_ms; /* with `show` */
};

/* Totals of the games. */
struct camera_test_counts {
	uint64_t games;
	uint64_t won;
	uint64_t intact;              /* the final table of the daemon is true */
	uint64_t always_true;         /* and so was every accepted one before */
	uint64_t fixed_by_correction; /* of the others: fixed by one correction */
	uint64_t fixed_by_table;      /* of the rest: fixed by entering the table */
	uint64_t moves, snapshots;
	uint64_t questions;       /* answered by the player */
	uint64_t corrections;     /* of the player, unasked */
	uint64_t silent;          /* times that a false table was in_sync */
	uint64_t silent_games;    /* games in which that happened */
	uint64_t trusting_intact; /* games whose final table the trusting tracker has */
};

/* Plays one game; equal seeds give equal games. */
enum mk_status camera_test_play(struct client *client, const struct game_selection *selection,
	const struct camera_test_options *options, uint64_t seed, struct camera_test_counts *counts,
	struct mk_error *error);

#endif
