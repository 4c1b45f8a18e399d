/* Statuses and errors of every call that can fail. */
#ifndef MAKKER_STATUS_H
#define MAKKER_STATUS_H

#include <makker/phrase.h>

/* Few values, so that one place can map them all (the service: to HTTP codes). */
enum mk_status {
	MK_OK,
	MK_MALFORMED,  /* not understood: no such card, wrong type, a line with 11 slots */
	MK_IMPOSSIBLE, /* understood, but it cannot be: an illegal move, rules that exclude each
			  other */
	MK_CONFLICT,   /* contradicts what is known */
	MK_NOT_FOUND,
	MK_OVER, /* no more of it: the game has ended, a limit of the session is reached */
	MK_BUSY, /* try again later */
	MK_FULL, /* a limit is reached */
	MK_IO,   /* the store failed */
};

/*
 * Details for whom they help. `where` is a JSON pointer (RFC 6901) into the input, "" for the whole
 * of it. `code` is a stable snake_case word that clients may test; it always points at a string
 * that lives as long as the program. `message` has the sentence where it is for players, in any
 * language; `detail` is then that sentence in English.
 */
struct mk_error {
	enum mk_status status;
	const char *code;
	char where[96];
	char detail[192];
	struct mk_message message; /* without a phrase: it is for programmers, in English only */
};

/*
 * Fills `error` (which may be NULL) and returns `status`, so that a failing function can say
 * `return mk_fail(error, MK_MALFORMED, "invalid_card", "/columns/3", "'%s' is no card", word);`
 */
enum mk_status mk_fail(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const char *what, ...) __attribute__((format(printf, 5, 6)));

/* The same with a sentence for players: `phrase`, filled with `words` (at most MK_MAX_PHRASE_ARGS).
 */
enum mk_status mk_fail_localized(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const struct mk_phrase *phrase, const struct mk_phrase_arg *words,
	size_t count);

/*
 * MK_MALFORMED "invalid_card": the input is not a card. It is quoted: plain letters only, and the
 * beginning of a long word. `length` 0: nothing was given.
 */
enum mk_status mk_fail_bad_card(
	struct mk_error *error, const char *where, const char *word, size_t length);

/* The expected kind of value at a place of the input; numbers in brackets are arguments. */
enum mk_wanted {
	MK_WANTED_CARD,
	MK_WANTED_CARD_OR_COUNT,
	MK_WANTED_NUMBER,
	MK_WANTED_NUMBER_IN, /* (least, most) */
	MK_WANTED_STEPS,     /* (most) to take back, or as a negative number to do again */
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

/* MK_MALFORMED, with a sentence for players: what is wanted at `where`. */
enum mk_status mk_fail_expected(
	struct mk_error *error, const char *code, const char *where, enum mk_wanted thing);
enum mk_status mk_fail_expected_in(struct mk_error *error, const char *code, const char *where,
	enum mk_wanted thing, long long first, long long second);

/* "missing_field", MK_MALFORMED: the member at `where` ("/name") is not there. */
enum mk_status mk_fail_missing(struct mk_error *error, const char *where);

/* MK_IMPOSSIBLE: `name` names nothing there. It is quoted as a card is. */
enum mk_status mk_fail_unknown(
	struct mk_error *error, const char *code, const char *where, const char *name);

/* The failure of `cause` as one of what stands at `where`. `cause` may be `error`. */
enum mk_status mk_fail_at(struct mk_error *error, const struct mk_error *cause, const char *where);

/* Writes what `error` says, in `language` where it is for players. */
void mk_error_write(struct mk_text *out, enum mk_language language, const struct mk_error *error);

/* The status in one English word for logs ("ok", "malformed", ...). Never NULL. */
const char *mk_status_name(enum mk_status status);

/*
 * Static analysis sees one file at a time and would follow a failure that returns MK_OK: these
 * attributes state that it does not.
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
