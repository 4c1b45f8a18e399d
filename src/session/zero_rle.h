/* Run-length encoding of zeros, for the data of idle sessions. */
#ifndef SESSION_THIN_H
#define SESSION_THIN_H

#include <stddef.h>

/* The most bytes that `size` bytes can become. */
#define ZERO_RLE_BOUND(size) ((size) + (size) / 128 + 1)

/* Writes the bytes without their runs of zeros; returns how many it wrote. */
size_t zero_rle_encode(unsigned char *out, const void *bytes, size_t size);

/* Makes of what zero_rle_encode() wrote the `size` bytes again; returns how many it read. */
size_t zero_rle_decode(const unsigned char *thin, void *bytes, size_t size);

#endif
