/* Statuses and errors of every call that can fail. */
#ifndef MAKKER_STATUS_H
#define MAKKER_STATUS_H

#include <makker/phrase.h>

/* Few values, so that one function can map them all (the service: to HTTP codes). */
enum mk_status {
	MK_OK,
	MK_MALFORMED,  /* invalid syntax: no such card, wrong type, a line with 11 slots */
	MK_IMPOSSIBLE, /* valid syntax, impossible content: an illegal move, rules that exclude each
			  other */
	MK_CONFLICT,   /* contradicts the view */
	MK_NOT_FOUND,
	MK_OVER, /* no more input possible: the game has ended, a limit of the session is reached */
	MK_BUSY, /* try again later */
	MK_FULL, /* a limit is reached */
	MK_IO,   /* the store failed */
};

/*
 * Details of a failure. `where` is a JSON pointer (RFC 6901) into the input, "" for the whole of
 * it. `code` is a stable snake_case word that clients may test; it always points at a string with
 * static lifetime. `message` has the sentence for players in any language; `detail` is then the
 * same sentence in English.
 */
struct mk_error {
	enum mk_status status;
	const char *code;
	char where[96];
	char detail[192];
	struct mk_message
		message; /* without a phrase: `detail` is for programmers, in English only */
};

/*
 * Fills `error` (may be NULL) and returns `status`, so that a failing function can write `return
 * mk_fail(error, MK_MALFORMED, "invalid_card", "/columns/3", "'%s' is no card", word);`
 */
enum mk_status mk_fail(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const char *what, ...) __attribute__((format(printf, 5, 6)));

/* The same with a sentence for players: `phrase`, filled with `words` (at most MK_MAX_PHRASE_ARGS).
 */
enum mk_status mk_fail_localized(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const struct mk_phrase *phrase, const struct mk_phrase_arg *words,
	size_t count);

/*
 * MK_MALFORMED "invalid_card": the input is not a card. The message quotes it: plain letters only,
 * long words truncated. `length` 0: the input is empty.
 */
enum mk_status mk_fail_bad_card(
	struct mk_error *error, const char *where, const char *word, size_t length);

/* The expected kind of value at a place of the input; numbers in brackets are arguments. */
enum mk_wanted {
	MK_WANTED_CARD,
	MK_WANTED_CARD_OR_COUNT,
	MK_WANTED_NUMBER,
	MK_WANTED_NUMBER_IN, /* (least, most) */
	MK_WANTED_STEPS,     /* (most) to undo, or as a negative number to redo */
	MK_WANTED_TEXT,
	MK_WANTED_BOOL,
	MK_WANTED_OBJECT,
	MK_WANTED_BODY,
	MK_WANTED_MEMBER, /* see mk_fail_missing() */
	MK_WANTED_SLOT,
	MK_WANTED_CARDS,       /* a list of them */
	MK_WANTED_SLOTS,       /* (how many) */
	MK_WANTED_SLOT_COUNT,  /* (how many, not how many) */
	MK_WANTED_CARDS_OF,    /* (how many) */
	MK_WANTED_CARDS_UP_TO, /* (at most) */
	MK_WANTED_LIST,
	MK_WANTED_LIST_UP_TO, /* (at most) */
	MK_WANTED_NUMBERS,    /* a list of them */
	MK_WANTED_NUMBERS_OF, /* (how many) */
	MK_WANTED_SINGLE,     /* no list */
	MK_WANTED_THINGS
};

/* MK_MALFORMED, with a sentence for players: the expected kind of value at `where`. */
enum mk_status mk_fail_expected(
	struct mk_error *error, const char *code, const char *where, enum mk_wanted thing);
enum mk_status mk_fail_expected_in(struct mk_error *error, const char *code, const char *where,
	enum mk_wanted thing, long long first, long long second);

/* "missing_field", MK_MALFORMED: the member at `where` ("/name") is missing. */
enum mk_status mk_fail_missing(struct mk_error *error, const char *where);

/* MK_IMPOSSIBLE: `name` is unknown at `where`. It is quoted like a card. */
enum mk_status mk_fail_unknown(
	struct mk_error *error, const char *code, const char *where, const char *name);

/* Copies the failure `cause` with the place `where`. `cause` may be `error`. */
enum mk_status mk_fail_at(struct mk_error *error, const struct mk_error *cause, const char *where);

/* Writes the message of `error`, in `language` if it is for players. */
void mk_error_write(struct mk_text *out, enum mk_language language, const struct mk_error *error);

/* The status in one English word for logs ("ok", "malformed", ...). Never NULL. */
const char *mk_status_name(enum mk_status status);

/*
 * Static analysis sees one file at a time and would follow paths on which a failing function
 * returns MK_OK; these attributes exclude them.
 */
#ifdef __clang_analyzer__
#define mk_fail(error, status, ...) ((mk_fail)((error), (status), __VA_ARGS__), (status))
#define mk_fail_localized(error, status, ...) \
	((mk_fail_localized)((error), (status), __VA_ARGS__), (status))
#define mk_fail_bad_card(...) ((mk_fail_bad_card)(__VA_ARGS__), MK_MALFORMED)
#define mk_fail_expected(...) ((mk_fail_expected)(__VA_ARGS__), MK_MALFORMED)
#define mk_fail_expected_in(...) ((mk_fail_expected_in)(__VA_ARGS__), MK_MALFORMED)
#define mk_fail_missing(...) ((mk_fail_missing)(__VA_ARGS__), MK_MALFORMED)
#define mk_fail_unknown(...) ((mk_fail_unknown)(__VA_ARGS__), MK_IMPOSSIBLE)
#endif

#endif
