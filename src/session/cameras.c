/* The last frame of each camera. */
#include "session/cameras.h"

#include <stdio.h>
#include <string.h>

/* The camera's place, or `count` when it is new. */
static unsigned find_camera(const struct cameras *cameras, const char *camera)
{
	unsigned i = 0;

	while (i < cameras->count && strcmp(cameras->known[i].name, camera) != 0) {
		i++;
	}
	return i;
}

bool cameras_sent(const struct cameras *cameras, const char *camera, int64_t number)
{
	unsigned i;

	if (!cameras) {
		return false;
	}
	i = find_camera(cameras, camera);
	return i < cameras->count && number <= cameras->known[i].frame;
}

/* Frames come one by one mostly: then a gap means something. */
enum { STEADY = 3, MOST_STEADY = 20, GAP_COSTS = 2, MOST_MISSED = 100 };

int cameras_missed(const struct cameras *cameras, const char *camera, int64_t number)
{
	unsigned i = cameras ? find_camera(cameras, camera) : 0;
	int64_t gap;

	if (!cameras || i == cameras->count || cameras->known[i].steady < STEADY) {
		return 0;
	}
	gap = number - cameras->known[i].frame - 1;
	return gap < MOST_MISSED ? (int)gap : MOST_MISSED;
}

static int steady_after(const struct camera *before, int64_t number)
{
	if (number - 1 == before->frame) {
		return before->steady < MOST_STEADY ? before->steady + 1 : MOST_STEADY;
	}
	return before->steady > GAP_COSTS ? before->steady - GAP_COSTS : 0;
}

void cameras_note(struct cameras *cameras, const char *camera, int64_t number)
{
	struct camera *known = cameras->known;
	unsigned i = find_camera(cameras, camera);
	struct camera noted = {.frame = number};

	snprintf(noted.name, sizeof noted.name, "%s", camera);
	if (i < cameras->count) {
		noted.steady = steady_after(&known[i], number);
	} else {
		cameras->count += cameras->count < CAMERAS_KNOWN;
		i = cameras->count - 1;
	}
	memmove(&known[1], &known[0], i * sizeof known[0]);
	known[0] = noted;
}
