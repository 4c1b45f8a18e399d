/*
 * Idempotency-Key: a POST that comes again is answered as the first time, and carried out once.
 *
 * That it was carried out is written by the store in the same step as what it changed, and its
 * answer behind that, sealed; so it is known for 24 hours, also after a restart, and at every
 * daemon of the same store. A key that is not in memory is looked up before anything is carried
 * out. What died between the two steps is told from what is there now, as long as that is at the
 * version that it had led to. Of a request that changed nothing the store keeps only that it was
 * carried out: once its answer has left the memory, the present session is the answer. Refusals are
 * kept in memory only; where the store keeps nothing, all is.
 *
 * Beyond the limits (token_keys, session_keys, keys and their bytes; base/limits.h) the oldest keys
 * of the same token, of the same session or of all are dropped; in memory one token occupies at
 * most half.
 *
 * What is kept belongs to the path and the token of the request, so that nobody sees another's
 * answers.
 */
#ifndef API_PIPELINE_REPEAT_H
#define API_PIPELINE_REPEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call;
struct journal_idempotency;
struct repeat;
struct key_owner;

/* All zero: none. The oldest answers go where there are more than MAX_MEMORY_KEYS or
 * MAX_MEMORY_KEY_BYTES. */
struct repeats {
	struct repeat *kept; /* by key, the oldest first */
	struct key_owner *owners;
	size_t count;
	size_t bytes;
};

void repeats_finish(struct repeats *repeats);

/*
 * Has the call's route handle it, now or when the store has been asked, unless its key has been
 * seen: then it is answered as the first time; 422 where the body is another, 409 while the first
 * is still being carried out, or when nobody can tell the answer any more.
 */
void repeat_begin(struct call *call);

/* What the call may be carried out as only once, for who has it carried out; NULL: as often as it
 * is asked for. */
struct journal_idempotency *idempotency_record(const struct call *call);

/* Has what was carried out before with the call's key changed anything? */
bool repeat_changed(const struct call *call);

/*
 * The call is about to be answered: true when that must wait, since another daemon may have carried
 * it out. What is told then may be another answer.
 */
bool repeat_waits(
	struct call *call, int status, const char *type, const char *bytes, size_t length);

/* An answer is on its way: kept where the call has a key and another try would not end better. */
void repeat_keep(struct call *call, int status, const char *type, const char *bytes, size_t length);

/* The call ends without an answer. */
void repeat_abandon(struct call *call);

/*
 * It was carried out before and can't be told as then: 409 "response_unavailable", which says what
 * it has led to. `why` ends the sentence.
 */
void idempotency_fail_no_response(struct call *call, const char *why);

#endif
