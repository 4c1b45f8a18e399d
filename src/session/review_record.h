/*
 * A review as far as it is valued, as the journal keeps it: after a restart it is continued, and
 * what was shown before is shown again.
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
	size_t valued;  /* so many of the decisions */
	bool is_closed; /* the last of them knows what came up after it */
	bool is_judged; /* `verdict` is final */
	struct mk_review_account account;
	struct mk_reviewer_progress reviewer;
	struct verdict verdict;
};

/* NULL: there is no memory, or it would be longer than JOURNAL_MAX_REVIEW. To be freed. */
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
