/* Answers in gzip. */
#ifndef API_PIPELINE_GZIP_H
#define API_PIPELINE_GZIP_H

#include <stdbool.h>
#include <stddef.h>

struct mk_arena;

struct gzip_bytes {
	const char *bytes; /* NULL: it would not be shorter, or there is no memory */
	size_t length;
};

/* `bytes` in gzip (RFC 1952), in the arena. */
struct gzip_bytes gzip_pack(struct mk_arena *arena, const char *bytes, size_t length);

#endif
