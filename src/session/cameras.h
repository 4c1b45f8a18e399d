/*
 * The last frame of each camera of a session: late and repeated frames are ignored, missing ones
 * are detected.
 */
#ifndef SESSION_CAMERAS_H
#define SESSION_CAMERAS_H

#include "base/limits.h"

#include <makker/finding.h>
#include <stdbool.h>
#include <stdint.h>

enum { CAMERAS_KNOWN = MAX_CAMERAS, CAMERA_NAME_SIZE = MAX_CAMERA_LENGTH + 1 };

/*
 * Counts of a camera's readings (as in struct mk_reading_tally) and of the content of its pictures.
 */
struct camera_rates {
	uint32_t readings, misread, chances, again;
	uint32_t moved, idle; /* pictures of a change, and of an unchanged table */
	/* Pictures while cards were unconfirmed: of the same table, and of another one. */
	uint32_t retaken, unasked;
	uint32_t several; /* of `moved`: pictures of more than one move although none was missing */
	/*
	 * Pictures that arrived while another one was needed (one was unclear, or a question is
	 * open): of the same table, and of another one.
	 */
	uint32_t as_wanted, went_on;
	/*
	 * Pictures that arrived after missing ones; of these, pictures of an unchanged table; and,
	 * where the number of moves is certain, pictures that show at least one move but at most
	 * one for each missing picture, and pictures that show one move more than pictures are
	 * missing.
	 */
	uint32_t gaps, no_move, some_moves, all_moves;
};

struct camera {
	char name[CAMERA_NAME_SIZE];
	struct camera_rates rates;
	int64_t frame;
	int owed;        /* missing frames before the refused ones */
	int64_t refused; /* a later frame that arrived, but could not be read */
	int steady;      /* number of recent consecutive frames */
	int idle;        /* recent balance of unchanged pictures against moves */
	bool resumed;    /* loaded from a journal that does not have all of its frames */
};

/* The most recently used first; a ninth camera replaces the least recently used one. */
struct cameras {
	unsigned count;
	struct camera known[CAMERAS_KNOWN];
};

/* The rates of a camera; all 0 if it is unknown. */
struct camera_rates cameras_rates(const struct cameras *cameras, const char *camera);

/* Sets the rates; an unknown camera is added without a frame, as the least recently used one. */
void cameras_set_rates(
	struct cameras *cameras, const char *camera, const struct camera_rates *rates);

/*
 * The expectations for a camera with these rates. `confidence` and `repeats` are the prior of a
 * plain code and of a repeated misreading; they weigh like FIRST_READINGS readings and
 * FIRST_CHANCES misreadings.
 */
float camera_confidence(const struct camera_rates *rates, float confidence);
float camera_repeats(const struct camera_rates *rates, float repeats);

/* The probability that a picture of this camera shows an unchanged table. */
float camera_unchanged(const struct camera_rates *rates, bool numbered);

/*
 * The same while cards are unconfirmed: some cameras then repeat pictures, others send one picture
 * per move.
 */
float camera_retaken(const struct camera_rates *rates);

/* The same while another picture is needed, because one was ambiguous or a question is open. */
float camera_as_wanted(const struct camera_rates *rates);

/*
 * The probabilities that a missing picture would have shown a move, and that the next picture that
 * arrives shows another one. A camera may lose pictures at random: then both are the same as for
 * any picture (a fraction `unchanged` shows an unchanged table). Or it loses only pictures of
 * moves, and the next one arrives after the player's next move.
 */
struct camera_gap {
	float missing_moved, next_moved;
};
struct camera_gap camera_gap(const struct camera_rates *rates, float unchanged);

/*
 * The probability that a picture of a change shows more than one move although none is known to be
 * missing.
 */
float camera_several(const struct camera_rates *rates);

/*
 * camera_may_skip(): a camera without frame numbers may skip pictures, so often that a draw may
 * have been two; true for every camera at first. The second function: there is evidence of
 * skipping.
 */
bool camera_may_skip(const struct camera_rates *rates);
bool camera_skips(const struct camera_rates *rates);

/*
 * The probability that a camera without frame numbers often skips pictures, given its pictures; 1
 * if there is evidence. And the maximum over the cameras that have shown a change.
 */
float camera_suspected(const struct camera_rates *rates);
float cameras_most_suspected(const struct cameras *cameras);

/* True if `camera` has sent frame `number` or a later one. `cameras` may be NULL: none. */
bool cameras_sent(const struct cameras *cameras, const char *camera, int64_t number);

/*
 * The number of missing frames before `number` that may have shown moves. It is 0 for a camera
 * whose numbers are not consecutive; a camera that takes pictures at intervals mostly misses
 * pictures of an unchanged table; and another camera may have seen a missing frame's move.
 */
int cameras_missed(const struct cameras *cameras, const char *camera, int64_t number);

/* Records a frame that could not be read: it may be sent again, and does not count as missing. */
void cameras_refuse(struct cameras *cameras, const char *camera, int64_t number);

/* Records the result of its last frame: a move, or an unchanged table. */
void cameras_record_result(struct cameras *cameras, const char *camera, bool moved);

/*
 * Marks the cameras as loaded from a journal without the pictures of an unchanged table: frames
 * that seem to be missing before the next one were mostly such pictures, and count as two at most.
 */
void cameras_resume(struct cameras *cameras);

/* Records a new frame. True: another camera was evicted for it. */
bool cameras_note(struct cameras *cameras, const char *camera, int64_t number);

#endif
