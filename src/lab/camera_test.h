/*
 * A game of a simulated player with a simulated camera at a session of a daemon.
 *
 * After each move the camera posts pictures until the daemon has accepted one. After `ask_after`
 * pictures of an unchanged table the player answers an open question with one correction. If the
 * suggested move is impossible because a card is not at its recorded place, the player corrects
 * that unasked.
 */
#ifndef LAB_CAMERA_TEST_H
#define LAB_CAMERA_TEST_H

#include "cli/client.h"
#include "cli/game_args.h"
#include "lab/lab.h"

#include <jansson.h>
#include <makker/game.h>

/* ---- the simulated camera ------------------------------------------------------------------- */

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

/* ---- the session of a game ------------------------------------------------------------------ */

enum { BODY_SIZE = 4096, MAX_DONE = 4, MAX_DIFFERENCES = 8 };

struct camera_test {
	struct client *client;
	const struct game_selection *selection;
	const struct camera_test_options *options;
	struct camera_test_counts *counts;
	struct mk_error *error;
	struct camera camera;
	struct mishaps mishaps;
	struct mk_rng rng;
	struct mk_world *world;
	struct mk_world *last;   /* when the daemon last accepted a picture */
	struct mk_world *undone; /* before the last move */
	struct mk_snapshot *seen;
	struct mk_snapshot *before; /* the table before the last move */
	struct mk_snapshot *late;   /* the picture that is posted again */
	int64_t late_frame;         /* 0: none */
	struct mk_view *known;      /* the last table of the daemon */
	struct mk_view *trusting;   /* the table of the trusting tracker */
	char id[64];
	int64_t frame;
	json_t *session;       /* the last response */
	json_int_t understood; /* the version of the last accepted picture */
	int moves;
	/* The moves since the last accepted picture, and the front cards after them. */
	struct done {
		struct mk_move move;
		mk_card front;
	} done[MAX_DONE];
	int done_count;
	bool accepted_error; /* a false table was accepted */
	bool silent;         /* the last response is false and in_sync */
	bool was_silent;     /* so was a response of this game */
	bool suggested;      /* `suggestion` is set */
	struct mk_move suggestion;
	bool first_picture; /* the trusting tracker uses only the first one after a move */
};

/* Creates the session; false with the error. */
bool camera_test_open(struct camera_test *test);
void camera_test_close(struct camera_test *test);

/* Posts to the session; a rejection because of the table is not a failure. */
bool camera_test_post(struct camera_test *test, const char *what, const char *body);

/* The same for a JSON value. */
bool camera_test_post_json(struct camera_test *test, const char *what, const json_t *json);

/* The question which of several explanations is true; NULL: none. */
const json_t *camera_test_question(const struct camera_test *test);

/* Corrects a card or a count. */
bool camera_test_correct(struct camera_test *test, const struct mk_ground_truth *truth);

/* Enters the visible table. */
bool camera_test_post_table(struct camera_test *test);

/* Reports a move with the card that it revealed. */
bool camera_test_post_move(struct camera_test *test, const struct done *done);

/* The state of the last response. */
json_int_t camera_test_version(const struct camera_test *test);
bool camera_test_in_sync(const struct camera_test *test);
bool camera_test_is_left_open(const struct camera_test *test);
bool camera_test_is_over(const struct camera_test *test);
void camera_test_find_suggestion(struct camera_test *test);

/*
 * The differences between the daemon's table and `world`: at most `capacity` (at least 1) are
 * written, their number is returned. The second function: true if the present table is wrong.
 */
size_t camera_test_differences(struct camera_test *test, const struct mk_world *world,
	struct mk_ground_truth *truths, size_t capacity);
bool camera_test_is_wrong(struct camera_test *test);

/* The true card at a place. */
mk_card camera_test_true_card(const struct camera_test *test, const struct mk_place *place);

/* ---- games ---------------------------------------------------------------------------------- */

struct camera_test_options {
	struct camera_model camera;
	struct mishap_rates mishaps;
	double deviation; /* moves that deviate from the suggestion */
	double missed;    /* moves without a picture */
	int ask_after;
	bool unanswered; /* the player answers and corrects nothing */
	bool trusting;   /* also evaluate a tracker that trusts every reading */
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
	uint64_t unanswered;      /* tables that were left without being accepted */
	uint64_t silent;          /* times that a false table was in_sync */
	uint64_t silent_games;    /* games in which that happened */
	uint64_t trusting_intact; /* games whose final table the trusting tracker has */
};

/* Plays one game; equal seeds give equal games. */
enum mk_status camera_test_play(struct client *client, const struct game_selection *selection,
	const struct camera_test_options *options, uint64_t seed, struct camera_test_counts *counts,
	struct mk_error *error);

#endif
