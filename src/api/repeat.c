/* Answers that are kept for who asks again. */
#include "api/repeat.h"

#include "api/call.h"
#include "base/clock.h"

#define HASH_NONFATAL_OOM 1
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { DIGEST = 32, TYPE_ROOM = 48 };

static const int64_t lifetime_ns = (int64_t)24 * 3600 * 1000000000;

enum progress { RUNNING, ANSWERED, ABANDONED };

struct repeat {
	unsigned char key[DIGEST];  /* of path, token and Idempotency-Key */
	unsigned char body[DIGEST]; /* of what was asked */
	enum progress progress;
	int64_t since_ns;
	int status;
	char type[TYPE_ROOM]; /* "": no body */
	char etag[ETAG_ROOM];
	char location[LOCATION_ROOM];
	char *bytes;
	size_t length;
	UT_hash_handle hh;
};

/* ---- what is kept --------------------------------------------------------------------------- */

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static void forget(struct repeats *repeats, struct repeat *repeat)
{
	HASH_DEL(repeats->kept, repeat);
	repeats->count--;
	repeats->bytes -= repeat->length;
	if (repeat->bytes) {
		sodium_memzero(repeat->bytes, repeat->length); /* tokens may be in it */
	}
	free(repeat->bytes);
	free(repeat);
}

void repeats_finish(struct repeats *repeats)
{
	while (repeats->kept) {
		forget(repeats, repeats->kept);
	}
}

/* The oldest go first; those that are still running are needed. */
static void make_room(struct repeats *repeats)
{
	struct repeat *repeat = repeats->kept;
	int64_t old = clock_ticks_ns() - lifetime_ns;

	while (repeat && (repeats->count >= REPEAT_MOST || repeats->bytes > REPEAT_BYTES ||
				 repeat->since_ns < old)) {
		struct repeat *next = repeat->hh.next;

		if (repeat->progress != RUNNING) {
			forget(repeats, repeat);
		}
		repeat = next;
	}
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static struct repeat *add(struct repeats *repeats, const struct repeat *like)
{
	struct repeat *repeat = malloc(sizeof *repeat);

	if (!repeat) {
		return NULL;
	}
	*repeat = *like;
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(element) (element)->since_ns = -1
	HASH_ADD(hh, repeats->kept, key, DIGEST, repeat);
	if (repeat->since_ns < 0) {
		free(repeat);
		return NULL;
	}
	repeats->count++;
	return repeat;
}

/* ---- answers -------------------------------------------------------------------------------- */

static void refuse(struct call *call, int http, const char *code, const char *detail)
{
	call_problem(call, &(struct problem){.http = http, .code = code, .detail = detail});
}

static void answer_again(struct call *call, const struct repeat *repeat)
{
	struct mk_text text;

	if (repeat->etag[0]) {
		memcpy(call->etag, repeat->etag, sizeof call->etag);
		call_header(call, "ETag", call->etag);
	}
	if (repeat->location[0]) {
		memcpy(call->location, repeat->location, sizeof call->location);
		call_header(call, "Location", call->location);
		call_header(call, "Cache-Control", "no-store");
	}
	/* It may be forgotten before it is sent. */
	call_text(call, &text, repeat->length + TYPE_ROOM + 2);
	mk_text_add(&text, repeat->type, strlen(repeat->type) + 1);
	mk_text_add(&text, repeat->bytes, repeat->length);
	call_bytes(call, repeat->status, repeat->type[0] ? text.bytes : NULL,
		text.bytes + strlen(repeat->type) + 1, repeat->length);
}

static void meet(struct call *call, const struct repeat *first, const struct repeat *now)
{
	if (memcmp(first->body, now->body, DIGEST) != 0) {
		refuse(call, 422, "key_used", "this Idempotency-Key came with another body before");
	} else if (first->progress == RUNNING) {
		refuse(call, 409, "still_running", "the first request is still being carried out");
	} else if (first->progress == ABANDONED) {
		refuse(call, 409, "not_told",
			"the first request's client went away before it was answered; look at what "
			"is there now");
	} else {
		answer_again(call, first);
	}
}

/* ---- the way of a call ---------------------------------------------------------------------- */

static void add_part(crypto_generichash_state *state, const char *text)
{
	crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void describe(const struct call *call, const char *key, struct repeat *repeat)
{
	const char *type = http_request_header(call->request, "Content-Type");
	crypto_generichash_state state;
	size_t length;
	const char *body = http_request_body(call->request, &length);

	*repeat = (struct repeat){.progress = RUNNING, .since_ns = clock_ticks_ns()};
	crypto_generichash_init(&state, NULL, 0, DIGEST);
	add_part(&state, http_request_path(call->request));
	add_part(&state, call->lock);
	add_part(&state, key);
	crypto_generichash_final(&state, repeat->key, DIGEST);
	crypto_generichash_init(&state, NULL, 0, DIGEST);
	add_part(&state, type ? type : "");
	crypto_generichash_update(&state, (const unsigned char *)body, length);
	crypto_generichash_final(&state, repeat->body, DIGEST);
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
static void begin_with_key(struct call *call, const char *key)
{
	struct repeats *repeats = &call->api->repeats;
	struct repeat now;
	struct repeat *first;

	describe(call, key, &now);
	make_room(repeats);
	HASH_FIND(hh, repeats->kept, now.key, DIGEST, first);
	if (first) {
		meet(call, first, &now);
		return;
	}
	call->repeat = add(repeats, &now);
	if (call->repeat) {
		call->route->handle(call);
	} else {
		refuse(call, 503, "busy", "there is no memory for this just now");
	}
}

static bool is_key(const char *key)
{
	size_t length = strlen(key);

	for (const char *at = key; *at; at++) {
		if (*at < ' ' || *at > '~') {
			return false;
		}
	}
	return length > 0 && length <= LONGEST_KEY;
}

void repeat_begin(struct call *call)
{
	const char *key = strcmp(call->route->method, "POST") == 0
				  ? http_request_header(call->request, "Idempotency-Key")
				  : NULL;

	if (!key) {
		call->route->handle(call);
	} else if (is_key(key)) {
		begin_with_key(call, key);
	} else {
		refuse(call, 400, "bad_key",
			"an Idempotency-Key has 1 to 255 printable letters of ASCII");
	}
}

/* What will go better another time is no answer to keep. */
static bool is_lasting(int status)
{
	return status < 500 && status != 429;
}

void repeat_keep(struct call *call, int status, const char *type, const char *bytes, size_t length)
{
	struct repeats *repeats = &call->api->repeats;
	struct repeat *repeat = call->repeat;
	char *copy;

	if (!repeat) {
		return;
	}
	call->repeat = NULL;
	if (!is_lasting(status)) {
		forget(repeats, repeat);
		return;
	}
	copy = malloc(length + 1);
	if (!copy) {
		repeat->progress = ABANDONED;
		return;
	}
	memcpy(copy, bytes ? bytes : "", length);
	repeat->bytes = copy;
	repeat->length = length;
	repeat->status = status;
	repeat->progress = ANSWERED;
	repeats->bytes += length;
	strncpy(repeat->type, type ? type : "", sizeof repeat->type - 1);
	memcpy(repeat->etag, call->etag, sizeof repeat->etag);
	memcpy(repeat->location, call->location, sizeof repeat->location);
}

void repeat_abandon(struct call *call)
{
	if (call->repeat) {
		call->repeat->progress = ABANDONED;
		call->repeat = NULL;
	}
}
