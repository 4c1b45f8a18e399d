/*
 * A copy of the beginning of a file in memory, in pieces that never move: the bytes written to the
 * write-ahead log since its restart. It reveals damage and repairs it.
 */
#ifndef STORE_SQLITE_MIRROR_H
#define STORE_SQLITE_MIRROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A log restarts at about 16 MB; it grows beyond only while another program reads an old state of
 * the database. Bytes beyond the limit are not kept.
 */
enum {
	MIRROR_PIECE_SIZE = 64 * 1024,
	MIRROR_MAX_PIECES = 1024,
	MIRROR_USUAL_PIECES = 272 /* kept allocated for the next log */
};
#define MIRROR_LIMIT ((int64_t)MIRROR_PIECE_SIZE * MIRROR_MAX_PIECES)

struct sqlite_mirror {
	unsigned char *pieces[MIRROR_MAX_PIECES];
};

/* Keeps bytes of the file, as far as they are below the limit. False without memory. */
bool mirror_write(struct sqlite_mirror *mirror, int64_t at, const void *bytes, size_t count);

/*
 * The kept bytes from `at` on: at most `*count`, which becomes how many there are in one piece.
 * NULL where none are kept.
 */
const unsigned char *mirror_read(const struct sqlite_mirror *mirror, int64_t at, size_t *count);

/* True if these are the kept bytes. Bytes that are not kept are not compared. */
bool mirror_has(
	const struct sqlite_mirror *mirror, int64_t at, const unsigned char *bytes, size_t count);

/* Copies the kept ones over `bytes`; others stay. */
void mirror_copy(
	const struct sqlite_mirror *mirror, int64_t at, unsigned char *bytes, size_t count);

/* The file restarts: frees the memory of an unusually long one. */
void mirror_shrink(struct sqlite_mirror *mirror);
void mirror_finish(struct sqlite_mirror *mirror);

#endif
