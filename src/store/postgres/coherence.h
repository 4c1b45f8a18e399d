/*
 * Coherence between the processes that write to one database: whether a version is the newest, and
 * the notifications of newer ones.
 *
 * Others announce their writes a moment after the commit, so an announcement alone proves nothing:
 * a confirmation reads the session's row. All confirmations of a session that come while its row is
 * being read share the next reading, because that row may be older than they are.
 */
#ifndef STORE_POSTGRES_COHERENCE_H
#define STORE_POSTGRES_COHERENCE_H

#include "port/journal.h"
#include "store/read.h"
#include "store/write.h"

#include <uv.h>

struct journal_check;
struct check_waiter;
struct followed;

/* Zero-initialized, except `load` and `answering_end`. */
struct postgres_coherence {
	/* Reads the session's row: journal_methods.load() of the store itself. */
	void (*load)(struct journal *journal, const char *id, uint64_t after, unsigned limit,
		journal_loaded *loaded, void *context);
	struct journal *journal;
	struct journal_check *checks;                    /* by id: whose row is being read */
	struct check_waiter *answering, **answering_end; /* whose row was read, the oldest first */
	struct followed *followed;                       /* by id */
	struct journal_follower *followers;
	struct journal_follower *next_compared; /* after a gap; NULL: none is left */
	unsigned comparing;
};

/* As journal_methods.confirm, follow and unfollow. */
void postgres_coherence_confirm(struct postgres_coherence *coherence, const char *id,
	uint64_t version, int64_t at_ms, journal_done *done, void *context);
/* Completes one confirmation whose row was read; false: there is none. */
bool postgres_coherence_answer_next(struct postgres_coherence *coherence);
void postgres_coherence_follow(
	struct postgres_coherence *coherence, struct journal_follower *follower);
void postgres_coherence_unfollow(
	struct postgres_coherence *coherence, struct journal_follower *follower);

/* Another process has announced this version (0: the removal) of a session. */
void postgres_coherence_on_announcement(
	struct postgres_coherence *coherence, const char *id, uint64_t version);

/* Announcements may have been lost: compares the followed sessions, some at a time. */
void postgres_coherence_on_gap(struct postgres_coherence *coherence);

/* ---- the number of sessions ----------------------------------------------------------------- */

/* Queried every two seconds; creations and removals of this daemon count at once. */
struct postgres_count {
	uint64_t sessions;
	uint64_t made; /* of this daemon since the last query */
	bool asked;
	uv_timer_t timer;
	void (*ask)(struct postgres_count *count); /* sends postgres_count_read() */
};

/* Starts with `sessions`. `ask` may be called until the timer is closed. */
void postgres_count_begin(struct postgres_count *count, struct uv_loop_s *loop, uint64_t sessions,
	void (*ask)(struct postgres_count *count));

struct store_read *postgres_count_read(struct postgres_count *count);

/* Called for each completed write. */
void postgres_count_note(struct postgres_count *count, const struct store_write *write);

#endif
