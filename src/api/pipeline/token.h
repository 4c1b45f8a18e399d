/*
 * Bearer tokens. A token is 192 random bits after a prefix that names its role; the daemon stores
 * only its hash.
 */
#ifndef API_PIPELINE_TOKEN_H
#define API_PIPELINE_TOKEN_H

#include "base/limits.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>

/* The roles that have a token for each session. */
enum role { ROLE_CAMERA, ROLE_COMPANION, ROLE_OWNER, ROLE_COUNT };

/* "camera", "companion" or "owner". */
const char *role_name(enum role role);

enum {
	TOKEN_SIZE = 37, /* "mkc_" and 32 letters */
	TOKEN_HASH_LENGTH = 64,
	TOKEN_HASH_SIZE = TOKEN_HASH_LENGTH + 1,
	TOKEN_HASHES_SIZE = ROLE_COUNT * TOKEN_HASH_LENGTH + 1,
	LISTED_TOKENS = 2, /* more than one, so that clients can switch to a new token */
	MIN_TOKEN_LENGTH = 16,
};

/* New tokens of a session, with the names of their roles ("camera", "companion", "owner"). */
struct session_tokens {
	struct named_token {
		const char *role; /* NULL: none of this role */
		char token[TOKEN_SIZE];
	} of[ROLE_COUNT];
};

/* Makes the tokens of a new session, and their hashes one after another. */
void tokens_make(struct session_tokens *tokens, char hashes[TOKEN_HASHES_SIZE]);

/*
 * For a change of a session's tokens: makes tokens for the roles in `renewed` (one bit each), and
 * the requested hashes: for roles in `revoked` a hash that no token has, for all others a '-' for
 * each character (struct session_change).
 */
void tokens_change(unsigned renewed, unsigned revoked, struct session_tokens *tokens,
	char hashes[TOKEN_HASHES_SIZE]);

/* The role of this name; -1: none. */
int role_find(const char *name);

/* True if it has the form of a session's token, whether or not there is such a session. */
bool token_is_of_session(const char *token, size_t length);

/* Hashes of several valid tokens, such as those of the administrator; "": none. */
struct token_hash_list {
	char hashes[LISTED_TOKENS][TOKEN_HASH_SIZE];
};

/* False for the hash "" of a call without a token. */
bool token_hash_list_has(const struct token_hash_list *tokens, const char *hash);

/* Writes the hash of any token. */
void token_hash(const char *token, size_t length, char hash[TOKEN_HASH_SIZE]);

/* True if two hashes are equal; in constant time. */
bool token_hash_equal(const char *hash, const char *other);

/* The role whose hash `hash` is among those of a session (NULL: it has none); -1: none. */
int token_hashes_find_role(const char *hashes, const char *hash);

/*
 * Checks the administrator's token of the configuration: at least 16 of the characters that RFC
 * 6750 allows, so that every header can carry it. MK_MALFORMED, without the token in the error.
 */
enum mk_status token_check(const char *token, struct mk_error *error);

#endif
