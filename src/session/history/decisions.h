/*
 * The decisions of a session: the tables at which the person in the first seat had a choice, with
 * the moves made; on the turn of another seat, the tables at which this one made an announcement.
 */
#ifndef SESSION_HISTORY_DECISIONS_H
#define SESSION_HISTORY_DECISIONS_H

#include <makker/review.h>

struct events;
struct limits;
struct session;

struct review_decision {
	uint64_t version; /* version of the event with the move */
	struct mk_played_move made;
	bool came_up; /* since the previous decision a card was revealed, or others have moved */
	bool has_better;
	struct mk_move better; /* the best move; `line` is the rest of its plan */
	uint8_t kind;          /* of the mistake, where it is one: a row of the game's mistakes */
	uint8_t line_length;
	struct mk_move line[MK_MAX_LINE];
};

/* All zero at first; decisions_finish() frees it. */
struct decisions {
	size_t count;
	struct review_decision *list;
	unsigned char *views; /* the table before each decision */
	struct mk_view *end;  /* the table after the last event */
	bool came_up;         /* since the last decision */
	size_t capacity;
};

/*
 * Walks the steps of `events` (events_read_path()). MK_OVER "review_too_large" beyond
 * LIMIT_REVIEW_BYTES. On any thread.
 */
enum mk_status decisions_read(struct decisions *decisions, const struct session *session,
	const struct events *events, struct limits *limits, struct mk_error *error);
void decisions_finish(struct decisions *decisions);

#endif
