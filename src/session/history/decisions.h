/*
 * The decisions of a session: the tables at which the person in the first seat had a choice, and
 * the moves that were made there; on the turn of another seat, those at which this one has spoken.
 */
#ifndef SESSION_HISTORY_DECISIONS_H
#define SESSION_HISTORY_DECISIONS_H

#include <makker/review.h>

struct events;
struct limits;
struct session;

struct review_decision {
	uint64_t version; /* of the event that has the move */
	struct mk_played_move made;
	bool came_up; /* since the decision before: a card was shown, or others have moved */
	bool has_better;
	struct mk_move better; /* the best move, and what was planned to follow */
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
