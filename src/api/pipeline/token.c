/* Tokens and their hashes, by libsodium. */
#include "api/pipeline/token.h"

#include <sodium.h>
#include <string.h>

enum { PREFIX_LENGTH = 4, RANDOM_BYTES = 24, HASH_BYTES = TOKEN_HASH_LENGTH / 2 };

static const struct {
	const char *name;
	const char *prefix;
} roles[ROLE_COUNT] = {
	[ROLE_CAMERA] = {"camera", "mkc_"},
	[ROLE_COMPANION] = {"companion", "mkp_"},
	[ROLE_OWNER] = {"owner", "mko_"},
};

const char *role_name(enum role role)
{
	return roles[role].name;
}

int role_find(const char *name)
{
	int found = -1;

	for (int i = 0; i < ROLE_COUNT; i++) {
		found = strcmp(roles[i].name, name) == 0 ? i : found;
	}
	return found;
}

static void make_token(enum role role, char token[TOKEN_SIZE])
{
	unsigned char random[RANDOM_BYTES];

	randombytes_buf(random, sizeof random);
	memcpy(token, roles[role].prefix, PREFIX_LENGTH);
	sodium_bin2base64(token + PREFIX_LENGTH, TOKEN_SIZE - PREFIX_LENGTH, random, sizeof random,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(random, sizeof random);
}

void tokens_make(struct session_tokens *tokens, char hashes[TOKEN_HASHES_SIZE])
{
	tokens_change((1u << ROLE_COUNT) - 1, 0, tokens, hashes);
}

void tokens_change(unsigned renewed, unsigned revoked, struct session_tokens *tokens,
	char hashes[TOKEN_HASHES_SIZE])
{
	memset(tokens, 0, sizeof *tokens);
	hashes[TOKEN_HASHES_SIZE - 1] = '\0';
	for (int i = 0; i < ROLE_COUNT; i++) {
		char *token = tokens->of[i].token;
		char *hash = hashes + (ptrdiff_t)i * TOKEN_HASH_LENGTH;
		char written[TOKEN_HASH_SIZE];

		memset(hash, revoked >> i & 1 ? '0' : '-', TOKEN_HASH_LENGTH);
		if (renewed >> i & 1) {
			tokens->of[i].role = roles[i].name;
			make_token((enum role)i, token);
			token_hash(token, strlen(token), written);
			memcpy(hash, written, TOKEN_HASH_LENGTH);
		}
	}
}

bool token_is_of_session(const char *token, size_t length)
{
	for (int i = 0; i < ROLE_COUNT; i++) {
		if (length == TOKEN_SIZE - 1 &&
			memcmp(token, roles[i].prefix, PREFIX_LENGTH) == 0) {
			return true;
		}
	}
	return false;
}

void token_hash(const char *token, size_t length, char hash[TOKEN_HASH_SIZE])
{
	unsigned char bytes[HASH_BYTES];

	crypto_generichash(bytes, sizeof bytes, (const unsigned char *)token, length, NULL, 0);
	sodium_bin2hex(hash, TOKEN_HASH_SIZE, bytes, sizeof bytes);
}

bool token_hash_equal(const char *hash, const char *other)
{
	return sodium_memcmp(hash, other, TOKEN_HASH_LENGTH) == 0;
}

/* Compares with all hashes, so that the time does not depend on which one matches. */
int token_hashes_find_role(const char *hashes, const char *hash)
{
	int found = -1;

	if (!hashes || strlen(hashes) != TOKEN_HASHES_SIZE - 1) {
		return -1;
	}
	for (int i = 0; i < ROLE_COUNT; i++) {
		found = token_hash_equal(hashes + (ptrdiff_t)i * TOKEN_HASH_LENGTH, hash) ? i
											  : found;
	}
	return found;
}

bool token_hash_list_has(const struct token_hash_list *tokens, const char *hash)
{
	bool found = false;

	for (int i = 0; i < LISTED_TOKENS; i++) {
		const char *one = tokens->hashes[i];

		found |= one[0] && hash[0] && token_hash_equal(hash, one);
	}
	return found;
}

enum mk_status token_check(const char *token, struct mk_error *error)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789-._~+/=";
	size_t length = strlen(token);

	if (length < MIN_TOKEN_LENGTH || length > MAX_TOKEN_LENGTH ||
		strspn(token, letters) != length || token_is_of_session(token, length)) {
		return mk_fail(error, MK_MALFORMED, "invalid_token", "",
			"admin_token: %d to %d letters, digits or -._~+/= are wanted",
			MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH);
	}
	return MK_OK;
}
