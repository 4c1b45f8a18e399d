/* A file's bytes in memory, in pieces of one size. */
#include "store/sqlite/mirror.h"

#include <stdlib.h>
#include <string.h>

static size_t min_size(size_t one, size_t other)
{
	return one < other ? one : other;
}

/* How many bytes from `at` on are in the same piece. */
static size_t rest_of_piece(int64_t at)
{
	return MIRROR_PIECE_SIZE - (size_t)(at % MIRROR_PIECE_SIZE);
}

bool mirror_write(struct sqlite_mirror *mirror, int64_t at, const void *bytes, size_t count)
{
	const unsigned char *from = bytes;

	while (count > 0 && at < MIRROR_LIMIT) {
		unsigned char **piece = &mirror->pieces[at / MIRROR_PIECE_SIZE];
		size_t part = min_size(count, rest_of_piece(at));

		if (!*piece) {
			*piece = malloc(MIRROR_PIECE_SIZE);
		}
		if (!*piece) {
			return false;
		}
		memcpy(*piece + at % MIRROR_PIECE_SIZE, from, part);
		at += (int64_t)part;
		from += part;
		count -= part;
	}
	return true;
}

const unsigned char *mirror_read(const struct sqlite_mirror *mirror, int64_t at, size_t *count)
{
	const unsigned char *piece =
		at < MIRROR_LIMIT ? mirror->pieces[at / MIRROR_PIECE_SIZE] : NULL;

	if (!piece) {
		return NULL;
	}
	*count = min_size(*count, rest_of_piece(at));
	return piece + at % MIRROR_PIECE_SIZE;
}

bool mirror_has(
	const struct sqlite_mirror *mirror, int64_t at, const unsigned char *bytes, size_t count)
{
	while (count > 0) {
		size_t part = count;
		const unsigned char *kept = mirror_read(mirror, at, &part);

		if (!kept) {
			return true;
		}
		if (memcmp(kept, bytes, part) != 0) {
			return false;
		}
		at += (int64_t)part;
		bytes += part;
		count -= part;
	}
	return true;
}

void mirror_copy(const struct sqlite_mirror *mirror, int64_t at, unsigned char *bytes, size_t count)
{
	while (count > 0) {
		size_t part = count;
		const unsigned char *kept = mirror_read(mirror, at, &part);

		if (!kept) {
			return;
		}
		memcpy(bytes, kept, part);
		at += (int64_t)part;
		bytes += part;
		count -= part;
	}
}

static void free_from(struct sqlite_mirror *mirror, size_t first)
{
	for (size_t i = first; i < MIRROR_MAX_PIECES && mirror->pieces[i]; i++) {
		free(mirror->pieces[i]);
		mirror->pieces[i] = NULL;
	}
}

void mirror_shrink(struct sqlite_mirror *mirror)
{
	free_from(mirror, MIRROR_USUAL_PIECES);
}

void mirror_finish(struct sqlite_mirror *mirror)
{
	free_from(mirror, 0);
}
