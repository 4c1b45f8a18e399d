/* Answers that are given again, and their sealed form. */
#include "api/pipeline/stored_response.h"

#include "base/arena.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
	NONCE = crypto_secretbox_NONCEBYTES,
	MAC = crypto_secretbox_MACBYTES,
	SECRET = crypto_secretbox_KEYBYTES,
	STATUS_DIGITS = 12,
};

/* What else is derived from the same things is something else. */
static const char purpose[] = "makker: an answer that is kept, 1";

struct repeat_answer repeat_answer_of(
	const struct call *call, int status, const char *type, const char *bytes, size_t length)
{
	struct repeat_answer answer = {
		.status = status, .bytes = bytes ? bytes : "", .length = length};

	strncpy(answer.type, type ? type : "", sizeof answer.type - 1);
	memcpy(answer.etag, call->etag, sizeof answer.etag);
	memcpy(answer.location, call->location, sizeof answer.location);
	return answer;
}

/* ---- given again ---------------------------------------------------------------------------- */

static void put_headers(struct call *call, const struct repeat_answer *answer)
{
	call->header_count = 0;
	memcpy(call->etag, answer->etag, sizeof call->etag);
	memcpy(call->location, answer->location, sizeof call->location);
	if (call->etag[0]) {
		call_header(call, "ETag", call->etag);
	}
	if (call->location[0]) {
		call_header(call, "Location", call->location);
	}
	/* New tokens are in it. */
	if (call->location[0] && authorization_required(call)) {
		call_header(call, "Cache-Control", "no-store");
	}
}

void repeat_answer_give(struct call *call, const struct repeat_answer *answer)
{
	struct mk_text text;

	call_text(call, &text, answer->length + REPEAT_TYPE_ROOM + 2);
	mk_text_add(&text, answer->type, strlen(answer->type) + 1);
	mk_text_add(&text, answer->bytes, answer->length);
	if (text.truncated) {
		call_problem(call, &(struct problem){.http = 503,
					   .code = "busy",
					   .detail = "out of memory, retry later"});
		return;
	}
	put_headers(call, answer);
	call_bytes(call, answer->status, answer->type[0] ? text.bytes : NULL,
		text.bytes + strlen(answer->type) + 1, answer->length);
}

/* ---- sealed --------------------------------------------------------------------------------- */

static void add_part(crypto_generichash_state *state, const char *part, size_t length)
{
	crypto_generichash_update(state, (const unsigned char *)part, length);
	crypto_generichash_update(state, (const unsigned char *)"", 1);
}

static void derive(const struct call *call, unsigned char secret[SECRET])
{
	const char *key = http_request_header(call->request, "Idempotency-Key");
	const char *path = http_request_path(call->request);
	size_t length = 0;
	const char *token = authorization_required(call) ? access_token(call, &length) : NULL;
	crypto_generichash_state state;

	crypto_generichash_init(&state, (const unsigned char *)purpose, sizeof purpose, SECRET);
	add_part(&state, token ? token : "", token ? length : 0);
	add_part(&state, path, strlen(path));
	add_part(&state, key, strlen(key));
	crypto_generichash_final(&state, secret, SECRET);
	sodium_memzero(&state, sizeof state);
}

/* Words, each ended by a zero, then the body. */
static bool write_plain(
	struct call *call, const struct repeat_answer *answer, const char **plain, size_t *length)
{
	char status[STATUS_DIGITS];
	struct mk_text text;

	call_text(call, &text, answer->length + sizeof *answer);
	mk_text_add(
		&text, status, (size_t)snprintf(status, sizeof status, "%d", answer->status) + 1);
	mk_text_add(&text, answer->type, strlen(answer->type) + 1);
	mk_text_add(&text, answer->etag, strlen(answer->etag) + 1);
	mk_text_add(&text, answer->location, strlen(answer->location) + 1);
	mk_text_add(&text, answer->bytes, answer->length);
	*plain = text.bytes;
	*length = text.length;
	return !text.truncated;
}

const void *repeat_answer_seal(
	struct call *call, const struct repeat_answer *answer, size_t *sealed_length)
{
	unsigned char secret[SECRET];
	unsigned char *sealed;
	const char *plain;
	size_t length;

	if (!write_plain(call, answer, &plain, &length)) {
		return NULL;
	}
	*sealed_length = NONCE + MAC + length;
	sealed = mk_arena_alloc(http_request_arena(call->request), *sealed_length);
	if (sealed) {
		derive(call, secret);
		randombytes_buf(sealed, NONCE);
		crypto_secretbox_easy(
			sealed + NONCE, (const unsigned char *)plain, length, sealed, secret);
		sodium_memzero(secret, sizeof secret);
	}
	return sealed;
}

/* The next word of what was written; NULL: there is none, or it is longer than `room`. */
static const char *next_word(const char **at, size_t *left, size_t room)
{
	const char *word = *at;
	const char *end = memchr(word, '\0', *left);

	if (!end || (size_t)(end - word) >= room) {
		return NULL;
	}
	*left -= (size_t)(end - word) + 1;
	*at = end + 1;
	return word;
}

static bool read_plain(const char *plain, size_t length, struct repeat_answer *answer)
{
	const char *status = next_word(&plain, &length, STATUS_DIGITS);
	const char *type = status ? next_word(&plain, &length, sizeof answer->type) : NULL;
	const char *etag = type ? next_word(&plain, &length, sizeof answer->etag) : NULL;
	const char *location = etag ? next_word(&plain, &length, sizeof answer->location) : NULL;

	if (!location) {
		return false;
	}
	*answer = (struct repeat_answer){
		.status = (int)strtol(status, NULL, 10), .bytes = plain, .length = length};
	strncpy(answer->type, type, sizeof answer->type - 1);
	strncpy(answer->etag, etag, sizeof answer->etag - 1);
	strncpy(answer->location, location, sizeof answer->location - 1);
	return true;
}

bool repeat_answer_open(const struct call *call, const void *sealed, size_t sealed_length,
	struct repeat_answer *answer)
{
	const unsigned char *bytes = sealed;
	unsigned char secret[SECRET];
	char *plain;
	bool opened;

	if (sealed_length < NONCE + MAC) {
		return false;
	}
	plain = mk_arena_alloc(http_request_arena(call->request), sealed_length);
	if (!plain) {
		return false;
	}
	derive(call, secret);
	opened = crypto_secretbox_open_easy((unsigned char *)plain, bytes + NONCE,
			 sealed_length - NONCE, bytes, secret) == 0;
	sodium_memzero(secret, sizeof secret);
	return opened && read_plain(plain, sealed_length - NONCE - MAC, answer);
}
