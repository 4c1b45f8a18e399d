/*
 * Idempotency-Key: a POST that comes again is answered as the first time, and carried out once.
 *
 * Kept in memory, for 24 hours or until there are too many of them: a restart forgets. What is kept
 * belongs to the path and the token of the request, so that nobody sees another's answers.
 */
#ifndef API_REPEAT_H
#define API_REPEAT_H

#include <stddef.h>
#include <stdint.h>

struct call;
struct repeat;

enum { REPEAT_MOST = 4096, REPEAT_BYTES = 16 * 1024 * 1024, LONGEST_KEY = 255 };

/* All zero: none. The oldest answers go where there are more than REPEAT_MOST or REPEAT_BYTES. */
struct repeats {
	struct repeat *kept; /* by key, the oldest first */
	size_t count;
	size_t bytes;
};

void repeats_finish(struct repeats *repeats);

/*
 * Has the call's route handle it, unless its key has been seen: then it is answered as the first
 * time; 422 where the body is another, 409 while the first is still being carried out, or when its
 * client went away before the answer.
 */
void repeat_begin(struct call *call);

/* An answer is on its way: kept where the call has a key and another try would not end better. */
void repeat_keep(struct call *call, int status, const char *type, const char *bytes, size_t length);

/* The call ends without an answer. */
void repeat_abandon(struct call *call);

#endif
