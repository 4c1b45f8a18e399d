/*
 * Idempotency-Key: a POST with a key takes effect once; a repeated request gets the first response.
 *
 * The store writes the record of the key in the transaction of the change, and the encrypted
 * response after it, so both hold for MAX_KEY_HOURS, across restarts, and at every daemon of the
 * store. A key that is not in memory is looked up before the request is applied. If the daemon dies
 * between the two steps, the response is reconstructed while the session is still at the version
 * that the change led to. For a request that changed nothing the store keeps only the record; once
 * its response is evicted from memory, the current session is the response. Rejections are kept in
 * memory only, and so is everything if the store keeps no records.
 *
 * Beyond the limits (token_keys, session_keys, keys and their bytes; base/limits.h) the oldest keys
 * of the same token, of the same session or of all are dropped; in memory one token occupies at
 * most half. Entries belong to the path and the token of the request, so no client sees responses
 * of another.
 */
#ifndef API_PIPELINE_IDEMPOTENCY_H
#define API_PIPELINE_IDEMPOTENCY_H

#include "api/pipeline/call.h"

struct journal_idempotency;

/* The entries in memory: at most MAX_MEMORY_KEYS with MAX_MEMORY_KEY_BYTES of responses. NULL
 * without memory. */
struct idempotency_cache *idempotency_create(void);
void idempotency_destroy(struct idempotency_cache *cache);

/*
 * Stage: passes a request without a key and the first one with a key, after the look-up in the
 * store. A repeated request gets the first response; 422 if its body differs, 409 while the first
 * one is in progress or if no response is available any more.
 */
enum stage_result idempotency_check(struct call *call);

/*
 * Stage of a call with a response: waits if another daemon may have applied a request with the same
 * key at the same time; its response then replaces this one.
 */
enum stage_result idempotency_confirm(struct call *call);

/* Keeps the response of a call with a key, unless a later attempt may succeed. */
void idempotency_record_response(struct call *call);

/* Ends the entry of a call that ends without a response. */
void idempotency_abandon(struct call *call);

/* The record that is to be written with the change of the call; NULL: it may be applied any number
 * of times. */
struct journal_idempotency *idempotency_record(const struct call *call);

/* True if the first request with the call's key has changed something. */
bool idempotency_has_changed(const struct call *call);

/*
 * Responds 409 "response_unavailable" with the effect of the first request. `reason` ends the
 * sentence.
 */
void idempotency_fail_no_response(struct call *call, const char *reason);

#endif
