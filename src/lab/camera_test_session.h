/* The session of a camera test: requests to the daemon, and its table against the true one. */
#ifndef LAB_CAMERA_TEST_SESSION_H
#define LAB_CAMERA_TEST_SESSION_H

#include "lab/camera_test_game.h"

#include <jansson.h>

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

#endif
