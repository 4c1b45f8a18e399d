/*
 * Compaction of idle sessions in memory: zeros, most of their bytes, are run-length encoded. It is
 * lossless.
 */
#ifndef SESSION_COMPACTION_H
#define SESSION_COMPACTION_H

#include <stddef.h>

struct cached_session;

/* Compacts an idle loaded session; without memory it stays as it is. */
void session_compact(struct cached_session *cached);

/*
 * Unpacks it before use. Without memory the session becomes unloaded, to be restored from the
 * journal.
 */
void session_expand(struct cached_session *cached);

/* ---- run-length encoding of zeros ----------------------------------------------------------- */

/* The maximum encoded size of `size` bytes. */
#define ZERO_RLE_BOUND(size) ((size) + (size) / 128 + 1)

/* Encodes the bytes; returns the encoded size. */
size_t zero_rle_encode(unsigned char *out, const void *bytes, size_t size);

/* Decodes `size` bytes from the output of zero_rle_encode(); returns the number of bytes read. */
size_t zero_rle_decode(const unsigned char *thin, void *bytes, size_t size);

#endif
