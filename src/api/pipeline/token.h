/*
 * Tokens: what a client shows to be let in, and what is kept to know it again.
 *
 * A token is chance (192 bits) behind a few letters that say what it is for. Kept is only its
 * lock, a hash from which nobody finds the token.
 */
#ifndef API_PIPELINE_TOKEN_H
#define API_PIPELINE_TOKEN_H

#include "base/limits.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>

/* Whom a session has tokens for. */
enum role { ROLE_CAMERA, ROLE_COMPANION, ROLE_OWNER, ROLES };

enum {
	TOKEN_ROOM = 37, /* "mkc_" and 32 letters */
	LOCK_LENGTH = 64,
	LOCK_ROOM = LOCK_LENGTH + 1,
	TOKEN_HASHES_SIZE = ROLES * LOCK_LENGTH + 1,
	SHORTEST_TOKEN = 16,
	LONGEST_TOKEN = MAX_TOKEN_LENGTH,
};

struct tokens {
	char of[ROLES][TOKEN_ROOM];
};

/* "camera", "companion", "owner". */
const char *role_name(enum role role);

/* New tokens of a session, and their locks one behind the other. */
void tokens_make(struct tokens *tokens, char locks[TOKEN_HASHES_SIZE]);

/* Has it the form of a session's token? Says nothing about whether there is such a session. */
bool token_is_of_session(const char *token, size_t length);

/* The lock of whatever a client shows. */
void token_hash(const char *token, size_t length, char lock[LOCK_ROOM]);

/* Are they the same? Takes as long whether they are or not. */
bool token_hash_equal(const char *lock, const char *other);

/* Whose lock is it among those of a session (NULL: it has none)? -1: nobody's. */
int token_hashes_find_role(const char *locks, const char *lock);

/*
 * Can it be the token of the configuration? At least 16 of the letters that RFC 6750 allows, so
 * that it goes through every header. MK_MALFORMED, without saying what it is.
 */
enum mk_status token_check(const char *token, struct mk_error *error);

#endif
