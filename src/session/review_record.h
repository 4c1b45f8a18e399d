/*
 * The stored form of a partial or finished review: after a restart it is continued with the same
 * values.
 *
 * The decisions themselves are not in it, because the events have them. A record that is damaged,
 * of another version of the session, of another budget or of another layout is not read.
 */
#ifndef SESSION_REVIEW_RECORD_H
#define SESSION_REVIEW_RECORD_H

#include "session/history/decisions.h"
#include "session/verdict.h"

#include <makker/review.h>

/* Where a record belongs. */
struct review_record_place {
	const char *id;
	uint64_t version;
	const struct mk_game *game;
	uint32_t ms, nodes; /* the budget */
};

struct review_progress {
	size_t valued;  /* number of valued decisions */
	bool is_closed; /* the last of them has its `after` */
	bool is_judged; /* `verdict` is final */
	struct mk_review_account account;
	struct mk_reviewer_progress reviewer;
	struct verdict verdict;
};

/* NULL without memory, or if it is longer than JOURNAL_MAX_REVIEW. Freed by the caller. */
char *review_record_write(const struct review_record_place *place,
	const struct review_progress *progress, const struct decisions *decisions,
	const struct mk_review_step *steps);

/*
 * Fills `progress` and, of the decisions that are valued, the step and what was found better.
 * False: it is not a record of this place and of these decisions, and nothing is changed.
 */
bool review_record_read(const struct review_record_place *place, const char *text,
	struct review_progress *progress, struct decisions *decisions,
	struct mk_review_step *steps);

#endif
