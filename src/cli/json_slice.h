/* Pieces of JSON text as they stand there, for values that must not be written anew. */
#ifndef CLI_SLICE_H
#define CLI_SLICE_H

#include <stddef.h>

struct slice {
	const char *at; /* NULL: there is none */
	size_t length;
};

/* The text is JSON that a parser has accepted. Names are compared as they are written. */
struct slice slice_member(const char *object, const char *name);

/* The first element of an array, and the next one behind another. */
struct slice slice_first(const char *array);
struct slice slice_next(struct slice element);

#endif
