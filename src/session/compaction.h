/*
 * Compaction of idle sessions in memory: zeros, most of their bytes, are run-length encoded. It is
 * lossless, because the evidence of snapshots is in no journal.
 */
#ifndef SESSION_COMPACTION_H
#define SESSION_COMPACTION_H

#include <stddef.h>

struct cached_session;

/* Compacts an idle loaded session; without memory it stays as it is. */
void session_compact(struct cached_session *cached);

/* It is about to be used. Without memory nothing is known of it any more: the journal has it. */
void session_expand(struct cached_session *cached);

/* ---- run-length encoding of zeros ----------------------------------------------------------- */

/* The most bytes that `size` bytes can become. */
#define ZERO_RLE_BOUND(size) ((size) + (size) / 128 + 1)

/* Writes the bytes without their runs of zeros; returns how many it wrote. */
size_t zero_rle_encode(unsigned char *out, const void *bytes, size_t size);

/* Makes of what zero_rle_encode() wrote the `size` bytes again; returns how many it read. */
size_t zero_rle_decode(const unsigned char *thin, void *bytes, size_t size);

#endif
