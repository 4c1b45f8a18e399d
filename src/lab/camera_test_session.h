/* A simulated player's place at a daemon's table: what is sent there, and what is known there. */
#ifndef CLI_SEAT_H
#define CLI_SEAT_H

#include "lab/camera_test_game.h"

#include <jansson.h>

enum { BODY_ROOM = 4096, MOST_DONE = 4, MOST_DIFFERENCES = 8 };

struct sitting {
	struct client *client;
	const struct chosen *chosen;
	const struct sitting_habits *habits;
	struct sitting_counts *counts;
	struct mk_error *error;
	struct camera camera;
	struct mishaps mishaps;
	struct mk_rng rng;
	struct mk_world *world;
	struct mk_world *last;   /* as it was when the daemon last understood it */
	struct mk_world *undone; /* before the last move */
	struct mk_snapshot *seen;
	struct mk_snapshot *before; /* the table before the last move */
	struct mk_snapshot *late;   /* the picture that comes once more */
	int64_t late_frame;         /* 0: none */
	struct mk_view *known;      /* what the daemon told last */
	struct mk_view *trusting;   /* what the trusting tracker knows */
	char id[64];
	int64_t frame;
	json_t *session;       /* as it was answered last */
	json_int_t understood; /* the version of that */
	int moves;
	/* What the player did since the daemon last understood, and the cards in front of it then.
	 */
	struct done {
		struct mk_move move;
		mk_card front;
	} done[MOST_DONE];
	int done_count;
	bool strayed;    /* something false was accepted */
	bool silent;     /* what was answered last is false and in_sync */
	bool was_silent; /* so was an answer of this game */
	bool suggested;  /* `suggestion` is one */
	struct mk_move suggestion;
	bool first_picture; /* of this look: the trusting tracker takes no other */
};

/* The new session at the daemon; false (with the error) when it cannot be had. */
bool seat_open(struct sitting *sitting);
void seat_close(struct sitting *sitting);

/* Posts to the session; a refusal that is about the table is no failure. */
bool seat_post(struct sitting *sitting, const char *what, const char *body);

/* The same of a JSON value. */
bool seat_post_json(struct sitting *sitting, const char *what, const json_t *json);

/* The question which of several explanations is true, or NULL: none is asked. */
const json_t *seat_question(const struct sitting *sitting);

/* Puts a card or a count right. */
bool seat_correct(struct sitting *sitting, const struct mk_ground_truth *truth);

/* Tells the whole table as it lies open. */
bool seat_tell_table(struct sitting *sitting);

/* Tells one move, with the card that it laid bare. */
bool seat_tell(struct sitting *sitting, const struct done *done);

/* What the daemon answered last. */
json_int_t seat_version(const struct sitting *sitting);
bool seat_in_sync(const struct sitting *sitting);
bool seat_over(const struct sitting *sitting);
void seat_find_suggestion(struct sitting *sitting);

/*
 * What is known otherwise than it was in `world`, at most `room` (at least 1) of it; returns how
 * much. And is anything known otherwise than it is now?
 */
size_t seat_differences(struct sitting *sitting, const struct mk_world *world,
	struct mk_ground_truth *truths, size_t room);
bool seat_wrong(struct sitting *sitting);

/* The card that really lies there. */
mk_card seat_really(const struct sitting *sitting, const struct mk_place *place);

#endif
