/*
 * Reviews of sessions: valuations of all decisions of the person at the table (makker/review.h),
 * computed in the background at idle priority.
 *
 * A review belongs to one version: to its moves, without undone ones. It is kept in memory. The
 * journal stores the values of the last review of each session, at most a second old: a review that
 * was evicted, or interrupted by a restart, continues from there. It uses views only, so it reveals
 * nothing that the player could not see.
 */
#ifndef SESSION_REVIEW_H
#define SESSION_REVIEW_H

#include "session/history/decisions.h"
#include "session/sessions.h"

#include <makker/review.h>

/* For each decision. Without `ms` the same session has the same review. */
struct review_budget {
	uint32_t ms;    /* 0: no limit of time */
	uint32_t nodes; /* playouts; 0: no limit of these */
};

struct review {
	char id[SESSION_ID_SIZE];
	uint64_t version;
	const struct mk_game *game;
	struct review_budget budget;
	bool is_finished;
	bool is_listed; /* the decisions are known: `count` is */
	size_t count;
	size_t settled; /* number of leading decisions with all their values */
	const struct review_decision *decisions;
	const struct mk_review_step *steps; /* of each decision */
	const unsigned char *views;         /* the table before each decision, view_size bytes */
	/*
	 * At a practice table for one person whose game is over: whether the deal could have been
	 * won, with all of its cards known.
	 */
	bool has_verdict;
	enum mk_verdict verdict;
};

/* The table before the decision; a copy is made into `buffer`, of the game's view_size. */
const struct mk_view *review_view(
	const struct review *review, size_t decision, struct mk_view *buffer);

/* Called once when its review has ended in any way. */
struct review_end {
	void (*ended)(void *context);
	void *context;
};

/*
 * The review of the session's present version, running or finished; NULL with MK_OK: there is none.
 * A review that failed is reported once, and gone. Borrowed until the loop's next turn.
 */
enum mk_status sessions_find_review(struct sessions *sessions, const struct session *session,
	const struct review_budget *budget, const struct review **shown, struct mk_error *error);

/*
 * Starts one that was not found; those of older versions are cancelled. `ended` is copied, and
 * called after MK_OK only. MK_CONFLICT "no_review" where the game has none; MK_FULL
 * "too_many_reviews".
 */
enum mk_status sessions_start_review(struct sessions *sessions, const struct session *session,
	const struct review_budget *budget, const struct review_end *ended,
	const struct review **shown, struct mk_error *error);

/* The session was deleted: its reviews are dropped. */
void reviews_drop(struct sessions *sessions, const char *id);

/* At the stop: all end soon. */
void reviews_cancel_all(struct sessions *sessions);

/* Frees all, when no job runs any more. */
void reviews_free(struct sessions *sessions);

#endif
