/*
 * The advice at the time of a move. It is stored with the move, because another version of the
 * program, or another search, would advise differently.
 */
#ifndef SESSION_ADVICE_RECORD_H
#define SESSION_ADVICE_RECORD_H

#include <makker/game.h>
#include <makker/text.h>
#include <stdbool.h>

struct json_t;
struct session;

/* An estimate with its 95 % interval; NAN: none. */
struct expected {
	double value, low, high;
};

struct advised {
	bool known; /* false: there was no advice, and the other members are undefined */
	struct expected table;
	bool suggests;
	struct mk_move suggestion;
	struct expected suggested;
	bool ranked; /* the played move (the first of several) was among the ranked ones */
	struct expected made;
};

/* The session's current advice about the move played at its table. */
struct advised advised_of(const struct session *session, const struct mk_finding *made);

/* Writes and reads a move as an array of numbers, as in the journal; false if it is none. */
void advised_write_move(struct mk_text *out, const char *key, const struct mk_move *move);
bool advised_read_move(const struct json_t *list, struct mk_move *move);

/* Writes the member "advised" of an event's body; nothing without advice. */
void advised_write(struct mk_text *out, const struct advised *advised);

/*
 * Reads it from an event's body. MK_MALFORMED if it was not written by advised_write(); does not
 * check whether the suggestion is legal.
 */
enum mk_status advised_read(
	const struct json_t *body, struct advised *advised, struct mk_error *error);

#endif
