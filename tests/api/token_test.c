#include "api/pipeline/token.h"

#include <criterion/criterion.h>
#include <string.h>

static struct session_tokens made;
static char locks[TOKEN_HASHES_SIZE];

static void make(void)
{
	tokens_make(&made, locks);
}

static int find(const char *token)
{
	char lock[TOKEN_HASH_SIZE];

	token_hash(token, strlen(token), lock);
	return token_hashes_find_role(locks, lock);
}

TestSuite(token, .init = make);

Test(token, each_role_is_known_by_its_own)
{
	for (int i = 0; i < ROLE_COUNT; i++) {
		cr_expect_eq(find(made.of[i].token), i);
		cr_expect(token_is_of_session(made.of[i].token, strlen(made.of[i].token)));
	}
}

Test(token, one_letter_more_less_or_other_is_invalid)
{
	char token[TOKEN_SIZE + 1];

	for (size_t at = 0; at < TOKEN_SIZE - 1; at++) {
		strcpy(token, made.of[ROLE_OWNER].token);
		token[at] ^= 1;
		cr_expect_eq(find(token), -1);
	}
	strcpy(token, made.of[ROLE_OWNER].token);
	strcat(token, "A");
	cr_expect_eq(find(token), -1);
	token[TOKEN_SIZE - 2] = '\0';
	cr_expect_eq(find(token), -1);
	cr_expect_eq(find(""), -1);
}

Test(token, no_two_are_alike_and_no_lock_shows_its_token)
{
	struct session_tokens others;
	char other_locks[TOKEN_HASHES_SIZE];

	tokens_make(&others, other_locks);
	for (int i = 0; i < ROLE_COUNT; i++) {
		cr_expect_str_neq(made.of[i].token, others.of[i].token);
		cr_expect_null(strstr(locks, made.of[i].token + 4));
	}
	cr_expect_str_neq(locks, other_locks);
}

Test(token, a_change_keeps_revokes_and_renews)
{
	struct session_tokens changed;
	char hashes[TOKEN_HASHES_SIZE], hash[TOKEN_HASH_SIZE];

	tokens_change(1u << ROLE_CAMERA, 1u << ROLE_OWNER, &changed, hashes);
	cr_assert_eq(strlen(hashes), TOKEN_HASHES_SIZE - 1);
	cr_expect_str_eq(changed.of[ROLE_CAMERA].role, "camera");
	cr_expect_null(changed.of[ROLE_COMPANION].role);
	cr_expect_null(changed.of[ROLE_OWNER].role);
	token_hash(changed.of[ROLE_CAMERA].token, strlen(changed.of[ROLE_CAMERA].token), hash);
	cr_expect_eq(memcmp(hashes, hash, TOKEN_HASH_LENGTH), 0);
	for (int i = 0; i < TOKEN_HASH_LENGTH; i++) {
		cr_expect_eq(hashes[ROLE_COMPANION * TOKEN_HASH_LENGTH + i], '-');
		cr_expect_eq(hashes[ROLE_OWNER * TOKEN_HASH_LENGTH + i], '0');
	}
}

Test(token, a_session_without_valid_token_hashes_accepts_no_token)
{
	char lock[TOKEN_HASH_SIZE];

	token_hash(made.of[0].token, strlen(made.of[0].token), lock);
	cr_expect_eq(token_hashes_find_role(NULL, lock), -1);
	cr_expect_eq(token_hashes_find_role("", lock), -1);
	cr_expect_eq(token_hashes_find_role(lock, lock), -1, "one lock is not three");
}

Test(token, the_administrators_must_be_long_and_fit_into_a_header)
{
	static const char *const bad[] = {"", "fifteen-letters", "a blank is not allowed",
		"nor\na-line-end-here", "nor-are-\"quotes\"-here"};
	struct mk_error error;

	cr_expect_eq(token_check("sixteen-letters.", &error), MK_OK);
	cr_expect_eq(token_check("YWJjZGVmZ2hpamtsbW5vcA==", &error), MK_OK);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		cr_expect_eq(token_check(bad[i], &error), MK_MALFORMED, "%s", bad[i]);
	}
	cr_expect_eq(token_check(made.of[0].token, &error), MK_MALFORMED,
		"it would look like a session's");
}
