/* Errors for unknown names, with a suggestion of a similar known name. */
#ifndef BASE_UNKNOWN_H
#define BASE_UNKNOWN_H

#include <makker/status.h>
#include <makker/text.h>
#include <stddef.h>

enum { UNKNOWN_LIST = 96 };

/* An unknown name, compared with the known ones one by one. */
struct unknown {
	const char *name;
	size_t length;
	const char *closest; /* of the offered names; NULL: none is similar */
	unsigned distance;
	struct mk_text list; /* of all offered names, while it is short */
	char bytes[UNKNOWN_LIST];
};

void unknown_init(struct unknown *unknown, const char *name, size_t length);

/* `known` must live as long as `unknown`. */
void unknown_offer(struct unknown *unknown, const char *known);

/* Sets MK_MALFORMED or another `status`: `unknown member "stok", did you mean "stock"?` */
enum mk_status unknown_fail(const struct unknown *unknown, enum mk_status status, const char *code,
	const char *where, const char *kind, struct mk_error *error);

#endif
