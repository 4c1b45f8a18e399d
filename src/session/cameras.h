/*
 * Which frame each camera of a session sent last, so that late and repeated ones change nothing,
 * and missing ones are noticed.
 */
#ifndef SESSION_CAMERAS_H
#define SESSION_CAMERAS_H

#include <stdbool.h>
#include <stdint.h>

enum { CAMERAS_KNOWN = 8, CAMERA_ROOM = 65 };

struct camera {
	char name[CAMERA_ROOM];
	int64_t frame;
	int owed;        /* frames that were missing before the refused ones */
	int64_t refused; /* a later one that came, but could not be read at all */
	int steady;      /* how many frames came one after another lately */
	int idle;        /* how much more often lately they showed nothing new than a move */
};

/* The most recent first; a ninth camera takes the place of the one that was silent longest. */
struct cameras {
	unsigned count;
	struct camera known[CAMERAS_KNOWN];
};

/* Has `camera` sent frame `number` or a later one already? `cameras` may be NULL: none is known. */
bool cameras_sent(const struct cameras *cameras, const char *camera, int64_t number);

/*
 * How many frames are missing before `number` that were taken for moves. A camera that does not
 * number its pictures one by one misses none; one that takes pictures by the clock mostly misses
 * pictures of a table that did not change; and what one camera misses another may have seen.
 */
int cameras_missed(const struct cameras *cameras, const char *camera, int64_t number);

/* A frame came that is no snapshot: it may come again, but it is not missing. */
void cameras_refuse(struct cameras *cameras, const char *camera, int64_t number);

/* What its last frame showed: a move, or the table just as it was known to lie. */
void cameras_tell(struct cameras *cameras, const char *camera, bool moved);

/* Remembers the frame, which was not sent before. True: another camera was forgotten for it. */
bool cameras_note(struct cameras *cameras, const char *camera, int64_t number);

#endif
