/*
 * Which frame each camera of a session sent last, so that late and repeated ones change nothing,
 * and missing ones are noticed.
 */
#ifndef SESSION_CAMERAS_H
#define SESSION_CAMERAS_H

#include "base/limits.h"

#include <makker/finding.h>
#include <stdbool.h>
#include <stdint.h>

enum { CAMERAS_KNOWN = MAX_CAMERAS, CAMERA_NAME_SIZE = MAX_CAMERA_LENGTH + 1 };

/* How a camera has read so far, as struct mk_reading_tally counts, and what its pictures showed. */
struct camera_rates {
	uint32_t readings, misread, chances, again;
	uint32_t moved, idle; /* pictures of a change, and of a table on which nothing was done */
	/* Pictures that came while cards were unconfirmed: of the same table, and of another one.
	 */
	uint32_t retaken, unasked;
	uint32_t
		several; /* of `moved`: pictures of more than one move, none of which was missing */
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
	int owed;        /* frames that were missing before the refused ones */
	int64_t refused; /* a later one that came, but could not be read at all */
	int steady;      /* how many frames came one after another lately */
	int idle;        /* how much more often lately they showed nothing new than a move */
	bool resumed;    /* read from the journal, which has not all of its frames */
};

/* The most recent first; a ninth camera takes the place of the one that was silent longest. */
struct cameras {
	unsigned count;
	struct camera known[CAMERAS_KNOWN];
};

/* The rates of a camera; all 0 where it is not known. */
struct camera_rates cameras_rates(const struct cameras *cameras, const char *camera);

/*
 * Sets them; a camera that is not known becomes known, without a frame, and as the one that was
 * silent longest.
 */
void cameras_set_rates(
	struct cameras *cameras, const char *camera, const struct camera_rates *rates);

/*
 * The expectations for a camera with these rates. `confidence` and `repeats` are the prior of a
 * plain code and of a repeated misreading; they weigh like FIRST_READINGS readings and
 * FIRST_CHANCES misreadings.
 */
float camera_confidence(const struct camera_rates *rates, float confidence);
float camera_repeats(const struct camera_rates *rates, float repeats);

/* How likely a picture of this camera shows a table on which nothing was done. */
float camera_unchanged(const struct camera_rates *rates, bool numbered);

/*
 * ... while cards are unconfirmed: some cameras repeat pictures then, others send one picture per
 * move.
 */
float camera_retaken(const struct camera_rates *rates);

/* ... while another picture is needed, because one was unclear or a question is open. */
float camera_as_wanted(const struct camera_rates *rates);

/*
 * How likely a missing picture would have shown a move, and how likely the next picture that
 * arrives shows another one. A camera may lose pictures at random: then both are as likely as in
 * any picture (the table is unchanged in a share `unchanged` of them). Or it loses only pictures of
 * moves, and the next one arrives after the player's next move.
 */
struct camera_gap {
	float missing_moved, next_moved;
};
struct camera_gap camera_gap(const struct camera_rates *rates, float unchanged);

/*
 * How likely a picture of a change shows more than one move although none is known to be missing.
 */
float camera_several(const struct camera_rates *rates);

/*
 * May a camera that does not number its pictures skip some, so often that a draw may have been two?
 * At first each may. And has it been seen to?
 */
bool camera_may_skip(const struct camera_rates *rates);
bool camera_skips(const struct camera_rates *rates);

/*
 * How likely a camera that does not number its pictures skips some often, by what it has shown; 1
 * for one that was seen to. And the likeliest of those that have shown a change.
 */
float camera_suspected(const struct camera_rates *rates);
float cameras_most_suspected(const struct cameras *cameras);

/* True if `camera` has sent frame `number` or a later one. `cameras` may be NULL: none. */
bool cameras_sent(const struct cameras *cameras, const char *camera, int64_t number);

/*
 * How many frames are missing before `number` that were taken for moves. A camera that does not
 * number its pictures one by one misses none; one that takes pictures by the clock mostly misses
 * pictures of a table that did not change; and what one camera misses another may have seen.
 */
int cameras_missed(const struct cameras *cameras, const char *camera, int64_t number);

/* A frame came that is no snapshot: it may come again, but it is not missing. */
void cameras_refuse(struct cameras *cameras, const char *camera, int64_t number);

/* The result of its last frame: a move, or the table as it was known. */
void cameras_record_result(struct cameras *cameras, const char *camera, bool moved);

/*
 * The cameras come from the journal. Pictures of an unchanged table are not in it, so what seems to
 * be missing before the next frame were mostly such pictures: it counts as two pictures at most.
 */
void cameras_resume(struct cameras *cameras);

/* Remembers the frame, which was not sent before. True: another camera was forgotten for it. */
bool cameras_note(struct cameras *cameras, const char *camera, int64_t number);

#endif
