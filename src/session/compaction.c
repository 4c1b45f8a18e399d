/* Packs the blocks of an idle session into one, and unpacks them. */
#include "session/compaction.h"

#include "session/cached_session.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 8 };

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
		{(void **)&cached->world, game->world_size},
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

/* Sets the pointers of the session to its parts. */
static void show(struct cached_session *cached, bool observed)
{
	cached->session.view = cached->view;
	cached->session.observed = observed ? cached->observed : NULL;
	cached->session.before =
		finding_is_accepted(cached->session.observed) ? cached->before : NULL;
}

/* ---- packing -------------------------------------------------------------------------------- */

/* All parts, each after a byte that says whether it is present. */
static size_t room_of(const struct part parts[PARTS])
{
	size_t capacity = 0;

	for (int i = 0; i < PARTS; i++) {
		capacity += 1 + (*parts[i].block ? ZERO_RLE_BOUND(parts[i].size) : 0);
	}
	return capacity;
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
	unsigned char *buffer;
	size_t length;

	if (cached->state != CACHED_IDLE || cached->compacted) {
		return;
	}
	list_parts(cached, parts);
	buffer = malloc(room_of(parts));
	if (!buffer) {
		return;
	}
	length = write_parts(buffer, parts);
	cached->compacted = malloc(length);
	if (cached->compacted) {
		memcpy(cached->compacted, buffer, length);
		cached->compacted_has_finding = cached->session.observed != NULL;
		drop(parts);
		show(cached, false);
	}
	free(buffer);
}

/* ---- unpacking ------------------------------------------------------------------------------ */

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

/* ---- run-length encoding of zeros ----------------------------------------------------------- */

/*
 * A sequence of runs, each after a length byte: 0 to 127 for 1 to 128 literal bytes, 128 to 255 for
 * 1 to 128 zeros.
 */

enum { LONGEST = 128, ZEROS = 128, WORTH_A_RUN = 3 };

static size_t zeros_at(const unsigned char *bytes, size_t size)
{
	static const unsigned char zeros[LONGEST];
	size_t most = size < LONGEST ? size : LONGEST;
	size_t count = 0;
	uint64_t eight = 0;

	/* Tables are mostly zeros. */
	if (most == LONGEST && bytes[0] == 0 && memcmp(bytes, zeros, LONGEST) == 0) {
		return LONGEST;
	}
	while (most - count >= sizeof eight && eight == 0) {
		memcpy(&eight, bytes + count, sizeof eight);
		count += eight == 0 ? sizeof eight : 0;
	}
	while (count < most && bytes[count] == 0) {
		count++;
	}
	return count;
}

/* The distance to the next zeros that are long enough for a run. */
static size_t others_at(const unsigned char *bytes, size_t size)
{
	size_t count = 0;

	while (count < size && count < LONGEST &&
		(bytes[count] != 0 || zeros_at(bytes + count, size - count) < WORTH_A_RUN)) {
		count++;
	}
	return count;
}

size_t zero_rle_encode(unsigned char *out, const void *bytes, size_t size)
{
	const unsigned char *from = bytes, *end = from + size;
	unsigned char *to = out;

	while (from < end) {
		size_t zeros = zeros_at(from, (size_t)(end - from));
		size_t others;

		if (zeros >= WORTH_A_RUN || zeros == (size_t)(end - from)) {
			*to++ = (unsigned char)(ZEROS + zeros - 1);
			from += zeros;
			continue;
		}
		others = others_at(from, (size_t)(end - from));
		*to++ = (unsigned char)(others - 1);
		memcpy(to, from, others);
		to += others;
		from += others;
	}
	return (size_t)(to - out);
}

size_t zero_rle_decode(const unsigned char *thin, void *bytes, size_t size)
{
	const unsigned char *from = thin;
	unsigned char *to = bytes, *end = to + size;

	while (to < end) {
		bool zeros = *from >= ZEROS;
		size_t count = (size_t)(*from++ & (LONGEST - 1)) + 1;

		if (zeros) {
			memset(to, 0, count);
		} else {
			memcpy(to, from, count);
			from += count;
		}
		to += count;
	}
	return (size_t)(from - thin);
}
