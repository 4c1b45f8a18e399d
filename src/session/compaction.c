/* The blocks of an idle session, packed into one and back. */
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

static void list_parts(struct cached_session *cached, struct part parts[PARTS])
{
	const struct mk_game *game = cached->session.game;
	const struct part all[PARTS] = {
		{(void **)&cached->view, game->view_size},
		{(void **)&cached->before, game->view_size},
		{(void **)&cached->observed, sizeof *cached->observed},
		{(void **)&cached->concluded, sizeof *cached->concluded},
		{(void **)&cached->memory, game->tracker_size},
		{(void **)&cached->intent, sizeof *cached->intent},
		{(void **)&cached->cameras, sizeof *cached->cameras},
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
static void show(struct cached_session *cached, bool observed)
{
	cached->session.view = cached->view;
	cached->session.observed = observed ? cached->observed : NULL;
	cached->session.before =
		finding_is_accepted(cached->session.observed) ? cached->before : NULL;
}

/* ---- to rest -------------------------------------------------------------------------------- */

/* All parts, each after a byte that says whether it is present. */
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

void session_compact(struct cached_session *cached)
{
	struct part parts[PARTS];
	unsigned char *room;
	size_t length;

	if (cached->state != CACHED_IDLE || cached->compacted) {
		return;
	}
	list_parts(cached, parts);
	room = malloc(room_of(parts));
	if (!room) {
		return;
	}
	length = write_parts(room, parts);
	cached->compacted = malloc(length);
	if (cached->compacted) {
		memcpy(cached->compacted, room, length);
		cached->compacted_has_finding = cached->session.observed != NULL;
		drop(parts);
		show(cached, false);
	}
	free(room);
}

/* ---- and back ------------------------------------------------------------------------------- */

static bool unpack_parts(const unsigned char *thin, struct part parts[PARTS])
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

void session_expand(struct cached_session *cached)
{
	struct part parts[PARTS];

	if (!cached->compacted) {
		return;
	}
	list_parts(cached, parts);
	if (!unpack_parts(cached->compacted, parts)) {
		drop(parts);
		advice_cache_release(&cached->sessions->advice_cache, &cached->session);
		cached_session_enter(cached, CACHED_UNLOADED);
	}
	show(cached, cached->compacted_has_finding && cached->observed);
	free(cached->compacted);
	cached->compacted = NULL;
}
