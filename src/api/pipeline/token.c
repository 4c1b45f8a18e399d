/* Tokens and their locks, by libsodium. */
#include "api/pipeline/token.h"

#include <sodium.h>
#include <string.h>

enum { PREFIX_LENGTH = 4, RANDOM_BYTES = 24, HASH_BYTES = LOCK_LENGTH / 2 };

static const struct {
	const char *name;
	const char *prefix;
} roles[ROLES] = {
	[ROLE_CAMERA] = {"camera", "mkc_"},
	[ROLE_COMPANION] = {"companion", "mkp_"},
	[ROLE_OWNER] = {"owner", "mko_"},
};

const char *role_name(enum role role)
{
	return roles[role].name;
}

static void make(enum role role, char token[TOKEN_ROOM])
{
	unsigned char chance[RANDOM_BYTES];

	randombytes_buf(chance, sizeof chance);
	memcpy(token, roles[role].prefix, PREFIX_LENGTH);
	sodium_bin2base64(token + PREFIX_LENGTH, TOKEN_ROOM - PREFIX_LENGTH, chance, sizeof chance,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(chance, sizeof chance);
}

void tokens_make(struct tokens *tokens, char locks[TOKEN_HASHES_SIZE])
{
	for (int i = 0; i < ROLES; i++) {
		char *token = tokens->of[i];

		make((enum role)i, token);
		token_hash(token, strlen(token), locks + (ptrdiff_t)i * LOCK_LENGTH);
	}
}

bool token_is_of_session(const char *token, size_t length)
{
	for (int i = 0; i < ROLES; i++) {
		if (length == TOKEN_ROOM - 1 &&
			memcmp(token, roles[i].prefix, PREFIX_LENGTH) == 0) {
			return true;
		}
	}
	return false;
}

void token_hash(const char *token, size_t length, char lock[LOCK_ROOM])
{
	unsigned char hash[HASH_BYTES];

	crypto_generichash(hash, sizeof hash, (const unsigned char *)token, length, NULL, 0);
	sodium_bin2hex(lock, LOCK_ROOM, hash, sizeof hash);
}

bool token_hash_equal(const char *lock, const char *other)
{
	return sodium_memcmp(lock, other, LOCK_LENGTH) == 0;
}

int token_hashes_find_role(const char *locks, const char *lock)
{
	int found = -1;

	if (!locks || strlen(locks) != TOKEN_HASHES_SIZE - 1) {
		return -1;
	}
	for (int i = 0; i < ROLES; i++) {
		found = token_hash_equal(locks + (ptrdiff_t)i * LOCK_LENGTH, lock) ? i : found;
	}
	return found;
}

enum mk_status token_check(const char *token, struct mk_error *error)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789-._~+/=";
	size_t length = strlen(token);

	if (length < SHORTEST_TOKEN || length > LONGEST_TOKEN || strspn(token, letters) != length ||
		token_is_of_session(token, length)) {
		return mk_fail(error, MK_MALFORMED, "invalid_token", "",
			"admin_token: %d to %d letters, digits or -._~+/= are wanted",
			SHORTEST_TOKEN, LONGEST_TOKEN);
	}
	return MK_OK;
}
