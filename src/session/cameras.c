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

void cameras_note(struct cameras *cameras, const char *camera, int64_t number)
{
	struct camera *known = cameras->known;
	unsigned i = find_camera(cameras, camera);
	struct camera noted = {.frame = number};

	snprintf(noted.name, sizeof noted.name, "%s", camera);
	if (i == cameras->count) {
		cameras->count += cameras->count < CAMERAS_KNOWN;
		i = cameras->count - 1;
	}
	memmove(&known[1], &known[0], i * sizeof known[0]);
	known[0] = noted;
}
