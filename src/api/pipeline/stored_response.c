/* Stored responses and their encryption. */
#include "api/pipeline/stored_response.h"

#include "api/pipeline/authorization.h"
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

/* Separates this key from others that are derived from the same values. */
static const char purpose[] = "makker: an answer that is kept, 1";

struct stored_response stored_response_of(const struct call *call)
{
	const struct call_response *current = &call->response;
	struct stored_response response = {.status = current->status,
		.bytes = current->bytes ? current->bytes : "",
		.length = current->length};

	strncpy(response.type, current->type ? current->type : "", sizeof response.type - 1);
	memcpy(response.etag, call->etag, sizeof response.etag);
	memcpy(response.location, call->location, sizeof response.location);
	return response;
}

/* ---- sent again ----------------------------------------------------------------------------- */

static void restore_headers(struct call *call, const struct stored_response *response)
{
	call->header_count = 0;
	memcpy(call->etag, response->etag, sizeof call->etag);
	memcpy(call->location, response->location, sizeof call->location);
	if (call->etag[0]) {
		call_header(call, "ETag", call->etag);
	}
	if (call->location[0]) {
		call_header(call, "Location", call->location);
	}
	/* It may contain new tokens. */
	if (authorization_required(call)) {
		call_header(call, "Cache-Control", "no-store");
	}
}

void stored_response_send(struct call *call, const struct stored_response *response)
{
	struct mk_text text;

	call_text(call, &text, response->length + STORED_TYPE_SIZE + 2);
	mk_text_add(&text, response->type, strlen(response->type) + 1);
	mk_text_add(&text, response->bytes, response->length);
	if (text.truncated) {
		call_fail_busy(call);
		return;
	}
	restore_headers(call, response);
	call_respond_bytes(call, response->status, response->type[0] ? text.bytes : NULL,
		text.bytes + strlen(response->type) + 1, response->length);
}

/* ---- encrypted ------------------------------------------------------------------------------ */

static void hash_part(crypto_generichash_state *state, const char *part, size_t length)
{
	crypto_generichash_update(state, (const unsigned char *)part, length);
	crypto_generichash_update(state, (const unsigned char *)"", 1);
}

static void derive_key(const struct call *call, unsigned char secret[SECRET])
{
	const char *key = http_request_header(call->request, "Idempotency-Key");
	const char *path = http_request_path(call->request);
	size_t length = 0;
	const char *token =
		authorization_required(call) ? authorization_token(call, &length) : NULL;
	crypto_generichash_state state;

	crypto_generichash_init(&state, (const unsigned char *)purpose, sizeof purpose, SECRET);
	hash_part(&state, token ? token : "", token ? length : 0);
	hash_part(&state, path, strlen(path));
	hash_part(&state, key, strlen(key));
	crypto_generichash_final(&state, secret, SECRET);
	sodium_memzero(&state, sizeof state);
}

/* Values, each ended by a NUL, then the body. */
static bool write_plain_response(struct call *call, const struct stored_response *response,
	const char **plain, size_t *length)
{
	char status[STATUS_DIGITS];
	struct mk_text text;

	call_text(call, &text, response->length + sizeof *response);
	mk_text_add(
		&text, status, (size_t)snprintf(status, sizeof status, "%d", response->status) + 1);
	mk_text_add(&text, response->type, strlen(response->type) + 1);
	mk_text_add(&text, response->etag, strlen(response->etag) + 1);
	mk_text_add(&text, response->location, strlen(response->location) + 1);
	mk_text_add(&text, response->bytes, response->length);
	*plain = text.bytes;
	*length = text.length;
	return !text.truncated;
}

const void *stored_response_encrypt(
	struct call *call, const struct stored_response *response, size_t *encrypted_length)
{
	unsigned char secret[SECRET];
	unsigned char *encrypted;
	const char *plain;
	size_t length;

	if (!write_plain_response(call, response, &plain, &length)) {
		return NULL;
	}
	*encrypted_length = NONCE + MAC + length;
	encrypted = mk_arena_alloc(http_request_arena(call->request), *encrypted_length);
	if (encrypted) {
		derive_key(call, secret);
		randombytes_buf(encrypted, NONCE);
		crypto_secretbox_easy(
			encrypted + NONCE, (const unsigned char *)plain, length, encrypted, secret);
		sodium_memzero(secret, sizeof secret);
	}
	return encrypted;
}

/* The next value; NULL: there is none, or it does not fit into `size` bytes. */
static const char *next_value(const char **at, size_t *left, size_t size)
{
	const char *value = *at;
	const char *end = memchr(value, '\0', *left);

	if (!end || (size_t)(end - value) >= size) {
		return NULL;
	}
	*left -= (size_t)(end - value) + 1;
	*at = end + 1;
	return value;
}

static bool read_response(const char *plain, size_t length, struct stored_response *response)
{
	const char *status = next_value(&plain, &length, STATUS_DIGITS);
	const char *type = status ? next_value(&plain, &length, sizeof response->type) : NULL;
	const char *etag = type ? next_value(&plain, &length, sizeof response->etag) : NULL;
	const char *location = etag ? next_value(&plain, &length, sizeof response->location) : NULL;

	if (!location) {
		return false;
	}
	*response = (struct stored_response){
		.status = (int)strtol(status, NULL, 10), .bytes = plain, .length = length};
	strncpy(response->type, type, sizeof response->type - 1);
	strncpy(response->etag, etag, sizeof response->etag - 1);
	strncpy(response->location, location, sizeof response->location - 1);
	return true;
}

bool stored_response_decrypt(const struct call *call, const void *encrypted,
	size_t encrypted_length, struct stored_response *response)
{
	const unsigned char *bytes = encrypted;
	unsigned char secret[SECRET];
	char *plain;
	bool opened;

	if (encrypted_length < NONCE + MAC) {
		return false;
	}
	plain = mk_arena_alloc(http_request_arena(call->request), encrypted_length);
	if (!plain) {
		return false;
	}
	derive_key(call, secret);
	opened = crypto_secretbox_open_easy((unsigned char *)plain, bytes + NONCE,
			 encrypted_length - NONCE, bytes, secret) == 0;
	sodium_memzero(secret, sizeof secret);
	return opened && read_response(plain, encrypted_length - NONCE - MAC, response);
}
