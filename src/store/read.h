/* One read of a store: its parameters and its result. */
#ifndef STORE_READ_H
#define STORE_READ_H

#include "port/journal.h"
#include "store/store_base.h"

struct mk_arena;

enum read_kind {
	READ_LOAD,
	READ_LOAD_FROM_STATE,
	READ_TOPS,
	READ_LIST,
	READ_UNUSED,
	READ_TALLY,
	READ_REVIEW,
	READ_SIMULATIONS,
	READ_COUNT,
	READ_ONCE
};
enum { READ_KINDS = READ_ONCE + 1 };

/* Callback of the count of sessions, used by the stores themselves. */
typedef void read_counted(void *context, enum mk_status status, uint64_t sessions);

struct store_read {
	struct store_task task; /* first: a task is its reading */
	enum read_kind kind;
	void *context;
	union {
		journal_loaded *loaded;
		journal_tops *tops_loaded;
		journal_listed *listed;
		journal_tallied *tallied;
		journal_review_loaded *review_loaded;
		journal_simulations *simulations_loaded;
		read_counted *counted;
		journal_idempotency_found *once_found;
	};

	char id[SESSION_ID_SIZE]; /* to load, or to list behind; "": from the newest */
	uint64_t after;
	uint64_t upto; /* a version */
	unsigned limit;
	int64_t before_ms;
	int64_t after_ms; /* when the session to list behind was created */
	int64_t since_ms; /* only a later record counts; its key is in `idempotency` */
	char game[sizeof(((struct journal_session *)0)->game)]; /* "": all */
	char state[sizeof(((struct journal_session *)0)->status)];

	enum mk_status status;
	struct mk_arena *arena; /* holds what follows */
	struct journal_session *sessions;
	struct journal_event *events;
	uint64_t *tops;
	struct journal_outcome_count *tallies;
	const char *review;
	struct journal_simulation *simulations;
	struct journal_idempotency idempotency;
	size_t count; /* of the events, the tops, the sessions in a list or in all, the others */
	bool more;
};

/*
 * The maximum size of a result; more is MK_FULL. A whole session is read only for export: 10,000
 * events of 16 KB, and their states. A page has at most 500 events, each with a state.
 */
enum { READ_MAX_BYTES = 256 * 1024 * 1024, READ_MAX_PAGE_BYTES = 48 * 1024 * 1024 };

struct store_read *read_load(
	const char *id, uint64_t after, unsigned limit, journal_loaded *loaded, void *context);
struct store_read *read_load_from_state(
	const char *id, uint64_t upto, unsigned limit, journal_loaded *loaded, void *context);
struct store_read *read_tops(const char *id, uint64_t upto, journal_tops *loaded, void *context);
struct store_read *read_list(
	const struct journal_page *page, journal_listed *listed, void *context);
struct store_read *read_unused(
	int64_t before_ms, unsigned limit, journal_listed *listed, void *context);
struct store_read *read_tally(journal_tallied *tallied, void *context);
struct store_read *read_review(const char *id, journal_review_loaded *loaded, void *context);
/* `id` NULL: all. */
struct store_read *read_simulations(const char *id, journal_simulations *loaded, void *context);
struct store_read *read_once(const unsigned char key[KEY_DIGEST_BYTES], int64_t since_ms,
	journal_idempotency_found *found, void *context);
struct store_read *read_count(read_counted *counted, void *context);

static inline struct store_read *read_of(struct store_task *task)
{
	return (struct store_read *)(void *)task;
}

/* Reserves the next result, not counted by `count` yet; NULL: too many. */
struct journal_session *read_reserve_session(struct store_read *read);
struct journal_event *read_reserve_event(struct store_read *read);
uint64_t *read_reserve_top(struct store_read *read);
struct journal_outcome_count *read_reserve_tally(struct store_read *read);
struct journal_simulation *read_reserve_simulation(struct store_read *read);

/*
 * Adds the top of the next version: MK_IO where that is not `version`, since one is missing then;
 * MK_FULL.
 */
enum mk_status read_add_top(struct store_read *read, uint64_t version, uint64_t top);

/* A list is requested with one more than its limit, to see whether there are more. */
void read_cut_page(struct store_read *read);

/* The arena of the results; NULL without memory. */
struct mk_arena *read_arena(const struct store_read *read);

/* Drops the results. */
void read_clear(struct store_read *read);

/* Passes the results, or the failure, to the callback and frees the read. */
void read_answer(struct store_read *read);

#endif
