/*
 * A simulated player and a simulated camera at a daemon's table.
 *
 * After each move the camera posts pictures by itself until the daemon has understood one. What it
 * still asks after `patience` pictures of a table that did not change is a question: the player
 * looks at the one place that it names and answers with one correction. So is a suggestion that
 * cannot be followed, since a card in it is not where the daemon believes it: then the player puts
 * that right without being asked.
 */
#ifndef CLI_SITTING_H
#define CLI_SITTING_H

#include "cli/client.h"
#include "cli/game_args.h"
#include "lab/camera.h"
#include "lab/mishap.h"

struct sitting_habits {
	struct camera_habits camera;
	struct mishap_habits mishaps;
	double deviation; /* moves that are another than the suggested one */
	double missed;    /* moves of which no picture comes */
	int patience;
	bool trusting; /* asks too what a tracker that trusts everything would know */
	bool show;
	unsigned pause_ms; /* with `show` */
};

/* What became of the games. */
struct sitting_counts {
	uint64_t games;
	uint64_t won;
	uint64_t intact;      /* what is known at the end is true */
	uint64_t always_true; /* ... and so was everything that was accepted on the way */
	uint64_t mended;      /* of the others: one correction of a place made it true */
	uint64_t retold;      /* of those that are left: telling the whole table did */
	uint64_t moves, snapshots;
	uint64_t questions;    /* answered by the player */
	uint64_t corrections;  /* made by the player unasked */
	uint64_t silent;       /* times that something false was shown as certain (in_sync) */
	uint64_t silent_games; /* games in which that happened */
	uint64_t trusted;      /* games that the trusting tracker kept track of to the end */
};

/* Plays one game; the same seed is the same game. */
enum mk_status sitting_play(struct client *client, const struct chosen *chosen,
	const struct sitting_habits *habits, uint64_t seed, struct sitting_counts *counts,
	struct mk_error *error);

#endif
