/* What a session holds, packed into one block and back. */
#include "session/compaction.h"

#include "session/cached_session.h"
#include "session/zero_rle.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 7 };

/* One of a session's blocks of plain data; NULL where it has none. */
struct part {
	void **block;
	size_t size;
};

static void list_parts(struct live *live, struct part parts[PARTS])
{
	const struct mk_game *game = live->session.game;
	const struct part all[PARTS] = {
		{(void **)&live->view, game->view_size},
		{(void **)&live->before, game->view_size},
		{(void **)&live->observed, sizeof *live->observed},
		{(void **)&live->concluded, sizeof *live->concluded},
		{(void **)&live->memory, game->tracker_size},
		{(void **)&live->intent, sizeof *live->intent},
		{(void **)&live->cameras, sizeof *live->cameras},
	};

	memcpy(parts, all, sizeof all);
}

static void drop(struct part parts[PARTS])
{
	for (int i = 0; i < PARTS; i++) {
		free(*parts[i].block);
		*parts[i].block = NULL;
	}
}

/* The session shows what its parts hold. */
static void show(struct live *live, bool observed)
{
	live->session.view = live->view;
	live->session.observed = observed ? live->observed : NULL;
	live->session.before = finding_is_accepted(live->session.observed) ? live->before : NULL;
}

/* ---- to rest -------------------------------------------------------------------------------- */

/* All parts, a byte in front of each that says whether it is there. */
static size_t room_of(const struct part parts[PARTS])
{
	size_t room = 0;

	for (int i = 0; i < PARTS; i++) {
		room += 1 + (*parts[i].block ? ZERO_RLE_BOUND(parts[i].size) : 0);
	}
	return room;
}

static size_t write_parts(unsigned char *out, const struct part parts[PARTS])
{
	size_t length = 0;

	for (int i = 0; i < PARTS; i++) {
		out[length++] = *parts[i].block != NULL;
		if (*parts[i].block) {
			length += zero_rle_encode(out + length, *parts[i].block, parts[i].size);
		}
	}
	return length;
}

void rest_begin(struct live *live)
{
	struct part parts[PARTS];
	unsigned char *room;
	size_t length;

	if (live->state != CACHED_KNOWN || live->resting) {
		return;
	}
	list_parts(live, parts);
	room = malloc(room_of(parts));
	if (!room) {
		return;
	}
	length = write_parts(room, parts);
	live->resting = malloc(length);
	if (live->resting) {
		memcpy(live->resting, room, length);
		live->observes = live->session.observed != NULL;
		drop(parts);
		show(live, false);
	}
	free(room);
}

/* ---- and back ------------------------------------------------------------------------------- */

static bool read_parts(const unsigned char *thin, struct part parts[PARTS])
{
	for (int i = 0; i < PARTS; i++) {
		if (*thin++) {
			*parts[i].block = malloc(parts[i].size);
			if (!*parts[i].block) {
				return false;
			}
			thin += zero_rle_decode(thin, *parts[i].block, parts[i].size);
		}
	}
	return true;
}

void rest_end(struct live *live)
{
	struct part parts[PARTS];

	if (!live->resting) {
		return;
	}
	list_parts(live, parts);
	if (!read_parts(live->resting, parts)) {
		drop(parts);
		advice_cache_release(&live->sessions->advice_cache, &live->session);
		live->state = CACHED_UNKNOWN;
	}
	show(live, live->observes && live->observed);
	free(live->resting);
	live->resting = NULL;
}
