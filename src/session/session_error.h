/* Why a change cannot be made, whatever the game, said to players. */
#ifndef SESSION_REFUSAL_H
#define SESSION_REFUSAL_H

#include <makker/card.h>
#include <makker/status.h>

enum refusal {
	REFUSAL_GAME_OVER,
	REFUSAL_OTHER_GAME,         /* a picture of {0}, another game's name */
	REFUSAL_EVENT_TOLD_NO_CARD, /* of a place, which is named by an event: */
	REFUSAL_NO_EVENT_TOLD_CARD, /* by none */
	REFUSAL_NO_CARD_KNOWN,
	REFUSAL_CARD_SEEN, /* {0}, where no card is to lie */
	REFUSAL_WHICH_CARD,
	REFUSAL_AMBIGUOUS_PLACE,
	REFUSAL_CONTRADICTS, /* what event {0} told */
	REFUSAL_NO_CORRECTIONS,
	REFUSAL_NO_TABLE,
	REFUSAL_TABLE_UNKNOWN,
	REFUSAL_NOTHING_TO_UNDO,
	REFUSAL_LESS_TO_UNDO, /* {0} steps, which are too few */
	REFUSAL_NOTHING_TO_REDO,
	REFUSAL_LESS_TO_REDO,
	REFUSAL_TOO_MANY_EVENTS, /* {0} of them, as many as a session may have */
	REFUSAL_SESSION_TOO_LARGE,
	REFUSAL_NO_SNAPSHOT,
	REFUSAL_UNKNOWN_SESSION,
	REFUSAL_SESSION_DELETED,
	REFUSAL_DONE_BEFORE,
	REFUSAL_STORE_UNAVAILABLE,
	REFUSAL_NO_MEMORY,
	REFUSAL_NO_TIME,
	REFUSAL_TOO_MANY_SESSIONS, /* {0} of them */
	REFUSAL_NAME_TOO_LONG,     /* more than {0} bytes */
	REFUSAL_OTHER_VERSION,     /* {0} is the session's */
	REFUSAL_UNKNOWN_STRATEGY,
	REFUSAL_TOO_MANY_CORRECTIONS, /* likewise, since the beginning or the last told table */
	REFUSAL_QUESTION_GONE,
	REFUSALS
};

/* Fills `error` with the refusal at `where`, and answers its status. */
enum mk_status refuse(struct mk_error *error, enum refusal refusal, const char *where);

/* The same where the sentence has a card, a number or a text (that lives on) in it. */
enum mk_status session_fail_with(
	struct mk_error *error, enum refusal refusal, const char *where, struct mk_phrase_arg word);

#endif
