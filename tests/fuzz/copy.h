/* A session as it was answered, to be compared with how it is answered elsewhere. */
#ifndef TESTS_FUZZ_COPY_H
#define TESTS_FUZZ_COPY_H

#include "session/sessions.h"

#include <stddef.h>

enum { COPY_SIZE = 1 << 13 }; /* for a view or a world of any game */

struct copy {
	enum mk_status status;
	struct session session; /* its pointers are gone */
	_Alignas(max_align_t) unsigned char view[COPY_SIZE];
};

/* An answer; `context` is the struct copy. */
void copy_take(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error);

/* Is everything that clients see the same? Two that are both not there are. */
bool copy_same(const struct copy *one, const struct copy *other);

#endif
