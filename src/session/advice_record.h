/*
 * The advice at the time of a move. It is stored with the move, because another version of the
 * program, or another search, would advise differently.
 */
#ifndef SESSION_ADVISED_H
#define SESSION_ADVISED_H

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
	bool known; /* false: nothing was advised, and the rest means nothing */
	struct expected table;
	bool suggests;
	struct mk_move suggestion;
	struct expected suggested;
	bool ranked; /* the move that was made (the first of several) was among the ranked ones */
	struct expected made;
};

/* The session's present advice about the move that was made at its table. */
struct advised advised_of(const struct session *session, const struct mk_finding *made);

/* The member "advised" of an event's body; nothing where nothing was advised. */
/* A move as the journal has it, an array of numbers; and back, false where it is none. */
void advised_write_move(struct mk_text *out, const char *key, const struct mk_move *move);
bool advised_read_move(const struct json_t *list, struct mk_move *move);

void advised_write(struct mk_text *out, const struct advised *advised);

/*
 * The same back from an event's body. MK_MALFORMED when it is none that was written here; whether
 * the suggestion is legal is not known here.
 */
enum mk_status advised_read(
	const struct json_t *body, struct advised *advised, struct mk_error *error);

#endif
