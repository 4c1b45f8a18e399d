/* One write of a store, with copies of its parameters. */
#ifndef STORE_WRITE_H
#define STORE_WRITE_H

#include "port/journal.h"
#include "store/store_base.h"

struct limits;

enum write_kind {
	WRITE_CREATE,
	WRITE_APPEND,
	WRITE_INDEX_EVENTS,
	WRITE_REMOVE,
	WRITE_SAVE_REVIEW,
	WRITE_SAVE_SIMULATION,
	WRITE_REMOVE_SIMULATION,
	WRITE_CLAIM_SIMULATION,
	WRITE_SAVE_RESPONSE,
	WRITE_FORGET_ONCE
};
enum { WRITE_KINDS = WRITE_FORGET_ONCE + 1 };

struct store_write {
	struct store_task task; /* first: a task is its write */
	enum write_kind kind;
	enum mk_status status; /* once it is done */
	journal_done *done;
	void *context;
	int64_t commit_ns; /* of the first of each transaction: how long it took */
	int64_t mark;      /* id by which a store finds it again; later writes have higher ones */
	bool doubtful;     /* connection lost during commit: outcome unknown */
	unsigned tries;    /* number of failed attempts */
	union {
		struct {
			/* For a removal, an index or a review the id alone. */
			struct journal_session session;
			struct journal_event event; /* for an append */
			uint64_t max_owned; /* for a creation: LIMIT_TOKEN_SESSIONS; 0: none */
			int64_t before_ms;  /* for a removal, of keys too */
			unsigned limit;     /* for a removal of keys */
		};
		struct {
			struct journal_simulation simulation; /* likewise; and lease_ms to claim */
			const char *process; /* the process that saves or claims it, if several
						share the store */
		};
	};
	struct journal_event *indexed; /* to index, their states in the same block; or NULL */
	size_t indexed_count;
	char *token_hashes; /* of a new session, or those that replace its own; NULL: none */
	char *deal;         /* likewise */
	struct journal_idempotency
		*idempotency; /* idempotency record or response to store; or NULL */
	/* The session's rules, the event's body and state, the review, the simulation's texts. */
	char text[];
};

struct store_write *write_create(const struct journal_session *session,
	const struct journal_idempotency *idempotency, const struct limits *limits,
	journal_done *done, void *context);
struct store_write *write_append(const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context);
struct store_write *write_index_events(const char *id, const struct journal_event *events,
	size_t count, journal_done *done, void *context);
struct store_write *write_remove(
	const char *id, int64_t before_ms, journal_done *done, void *context);
struct store_write *write_save_review(
	const char *id, const char *review, journal_done *done, void *context);
struct store_write *write_save_simulation(const struct journal_simulation *simulation,
	const struct journal_idempotency *idempotency, journal_done *done, void *context);
struct store_write *write_remove_simulation(const char *id, journal_done *done, void *context);

struct store_write *write_claim_simulation(
	const char *id, uint32_t lease_ms, journal_done *done, void *context);

struct store_write *write_save_response(
	const struct journal_idempotency *idempotency, journal_done *done, void *context);
struct store_write *write_forget_once(
	int64_t before_ms, unsigned limit, journal_done *done, void *context);

static inline struct store_write *write_of(struct store_task *task)
{
	return (struct store_write *)(void *)task;
}

/* Calls `done` with the status and frees the write. */
void write_answer(struct store_write *write);

struct store_figures;

/* Counts a completed write: the appended event, or the error for the client. */
void store_count_write(struct store_figures *figures, const struct store_write *write);

#endif
