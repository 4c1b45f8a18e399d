/* Errors of sessions, for all games, in the languages of the players. */
#ifndef SESSION_SESSION_ERROR_H
#define SESSION_SESSION_ERROR_H

#include <makker/card.h>
#include <makker/status.h>

enum session_error {
	SESSION_ERROR_GAME_OVER,
	SESSION_ERROR_NOT_BEGUN,
	SESSION_ERROR_OTHER_GAME,             /* a picture of {0}, another game's name */
	SESSION_ERROR_EVENT_REVEALED_NO_CARD, /* of a place, which is named by an event: */
	SESSION_ERROR_NO_EVENT_REVEALED_CARD, /* by none */
	SESSION_ERROR_NO_CARD_KNOWN,
	SESSION_ERROR_CARD_SEEN, /* {0} where no card can be */
	SESSION_ERROR_WHICH_CARD,
	SESSION_ERROR_AMBIGUOUS_PLACE,
	SESSION_ERROR_COUNT_BEFORE_SNAPSHOT,
	SESSION_ERROR_LOST_COUNT,
	SESSION_ERROR_CONTRADICTS, /* the finding of event {0} */
	SESSION_ERROR_NO_CORRECTIONS,
	SESSION_ERROR_NO_TABLE,
	SESSION_ERROR_TABLE_UNKNOWN,
	SESSION_ERROR_NOTHING_TO_UNDO,
	SESSION_ERROR_LESS_TO_UNDO, /* {0} steps, which are too few */
	SESSION_ERROR_NOTHING_TO_REDO,
	SESSION_ERROR_LESS_TO_REDO,
	SESSION_ERROR_TOO_MANY_EVENTS, /* {0} of them, as many as a session may have */
	SESSION_ERROR_SESSION_TOO_LARGE,
	SESSION_ERROR_NO_SNAPSHOT,
	SESSION_ERROR_SESSION_DELETED,
	SESSION_ERROR_NO_MEMORY,
	SESSION_ERROR_NO_TIME,
	SESSION_ERROR_TOO_MANY_SESSIONS, /* {0} of them */
	SESSION_ERROR_NAME_TOO_LONG,     /* more than {0} bytes */
	SESSION_ERROR_OTHER_VERSION,     /* {0} is the session's */
	SESSION_ERROR_UNKNOWN_STRATEGY,
	SESSION_ERROR_TOO_MANY_CORRECTIONS, /* likewise, since the beginning or the last entered
					     * table
					     */
	SESSION_ERROR_QUESTION_GONE,
	SESSION_ERROR_NO_REPLAY,
	SESSION_ERROR_PROGRAM_DEALS,
	SESSION_ERROR_CANNOT_DEAL, /* {0}: the games for which the program can */
	SESSION_ERROR_NOT_YOUR_TURN,
	SESSION_ERROR_TWO_DEALS, /* {0}: the option that says the cards as well */
	SESSION_ERROR_COUNT
};

/* Fills `error` with the error at `where`; returns its status. */
enum mk_status session_fail(struct mk_error *error, enum session_error which, const char *where);

/* The same with the argument of the sentence; a text must outlive the error. */
enum mk_status session_fail_with(struct mk_error *error, enum session_error which,
	const char *where, struct mk_phrase_arg word);

/* Its sentence. */
const struct mk_phrase *session_error_phrase(enum session_error which);

enum mk_status fail_no_memory(struct mk_error *error);

/* A session's name that is too long; NULL is valid. */
enum mk_status fail_name(const char *name, struct mk_error *error);

/* A game's error about a table, as an error of the member `table`. Returns its status. */
enum mk_status fail_table(const struct mk_error *cause, struct mk_error *error);

#endif
