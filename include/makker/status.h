/* What every call that can fail answers, and where the fault lies. */
#ifndef MAKKER_STATUS_H
#define MAKKER_STATUS_H

/* Few values, so that one place can map them all (the service: to HTTP codes). */
enum mk_status {
	MK_OK,
	MK_MALFORMED,  /* not understood: no such card, wrong type, a line with 11 slots */
	MK_IMPOSSIBLE, /* understood, but it cannot be: an illegal move, rules that exclude each
			  other */
	MK_CONFLICT,   /* contradicts what is known */
	MK_NOT_FOUND,
	MK_OVER, /* the game has ended */
	MK_BUSY, /* try again later */
	MK_FULL, /* a limit is reached */
	MK_IO,   /* the store failed */
};

/*
 * Details for whom they help. `where` is a JSON pointer (RFC 6901) into the input, "" for the whole
 * of it. `code` is a stable snake_case word that clients may test; it always points at a string
 * that lives as long as the program.
 */
struct mk_error {
	enum mk_status status;
	const char *code;
	char where[96];
	char what[192];
};

/*
 * Fills `error` (which may be NULL) and returns `status`, so that a failing function can say
 * `return mk_fail(error, MK_MALFORMED, "bad_card", "/columns/3", "'%s' is no card", word);`
 */
enum mk_status mk_fail(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const char *what, ...) __attribute__((format(printf, 5, 6)));

/* The status in one English word for logs ("ok", "malformed", ...). Never NULL. */
const char *mk_status_name(enum mk_status status);

#endif
