/*
 * All sessions of this daemon. Changes of a session run one after another; each is durable before
 * it completes. Idle sessions are evicted and loaded again from the journal.
 *
 * Callbacks run on the loop thread, possibly before the call returns; `session` is borrowed for the
 * callback. On failure `session` is NULL and `error` is set, unless documented otherwise; else
 * `error` is NULL. Every call completes once.
 */
#ifndef SESSION_SESSIONS_H
#define SESSION_SESSIONS_H

#include "port/turn.h"
#include "session/deal.h"
#include "session/session.h"

enum session_notification {
	SESSION_CHANGED,  /* the current session: at first, after a change, when in sync again */
	SESSION_ADVICE,   /* better advice for the same table; the last one is final */
	SESSION_CONFLICT, /* a rejected snapshot: session->observed has the reason */
	SESSION_REVIEW,   /* a review of this version is finished */
	SESSION_ENDED,    /* after the SESSION_CHANGED by which the game was won, lost or drawn */
	SESSION_DELETED,  /* the last one; the subscription has ended */
	SESSION_SHUTDOWN, /* the daemon stops */
};

/*
 * The first member of the subscriber's own struct, zeroed before its first use. `notify` is called
 * on the loop thread; `session` is borrowed for the call.
 */
struct session_subscriber {
	void (*notify)(struct session_subscriber *subscriber,
		enum session_notification notification, const struct session *session);
	struct session_subscriber *next, *previous; /* the session's own use */
	void *of;                                   /* the session's own use */
};

struct sessions;
struct worker_pool;
struct journal_idempotency;
struct limits;

struct sessions_options {
	struct journal *journal;
	struct worker_pool *workers;   /* NULL: static evaluation only */
	struct worker_pool *reviewers; /* of idle priority; NULL: there are no reviews */
	struct worker_pool *ponderers; /* of idle priority; NULL: nothing is pondered */
	uint32_t pondering_ms;         /* processor time for the tables after one table; 0: none */
	bool pondering_gives_way;      /* pauses while other programs need the processor */
	unsigned search_threads;       /* of a search on `workers`; scales the time of pondering: at
					  least 1 with `ponderers` */
	struct limits *limits;         /* limits of sessions, see base/limits.h; NULL: defaults */
	unsigned limit;                /* maximum number of sessions in the journal; 0: unlimited */
	unsigned kept;                 /* maximum number of idle sessions in memory */
	unsigned uncompacted;          /* maximum number of uncompacted ones; see compaction.h */
	unsigned waiting_limit;        /* maximum number of waiting changes of one session */
	float confidence;              /* probability that a plain code is correct; 0: always */
	bool auto_repair;              /* a unique repair of a contradiction is applied at once */
	float repeats;                 /* rate of repeated misreadings */
	uint32_t listener_budget_ms;   /* time per turn for events of other daemons */
	struct turn_options turn;      /* `leave` asks for sessions_continue() */
	int64_t (*now_ms)(void);       /* the wall clock; tests replace it */
	void (*random)(void *bytes, size_t length); /* for ids */
	/* Finds games by name; NULL: mk_game_find(). Tests replace it. */
	const struct mk_game *(*find_game)(const char *name);
};

struct sessions *sessions_create(const struct sessions_options *options);
/* Only after the journal has stopped, when no call is pending. */
void sessions_destroy(struct sessions *sessions);

typedef void sessions_callback(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error);

struct phases;

/* The specification of a new session. */
struct session_spec {
	const struct mk_game *game;
	const struct mk_preset *preset;
	struct mk_rules rules;
	const struct mk_strategy *strategy;
	enum mk_language language;
	const char *name;         /* NULL: none */
	const char *token_hashes; /* hashes of its tokens; NULL: none */
	const struct json_t
		*table;     /* the table of a game in progress; NULL: before the first card */
	bool program_deals; /* a practice table: of a game that mk_game_can_deal(), without table */
	bool has_seed;      /* of `deal`; else a secret one is made */
	struct deal deal;   /* without `opponents`: deal_default_opponents() */
	struct journal_idempotency *idempotency; /* see struct change_precondition */
	unsigned char owner[OWNER_DIGEST_BYTES]; /* see struct journal_session */
};
/*
 * MK_FULL "too_many_sessions" at the limit of the journal, "too_many_token_sessions" at that of the
 * owner.
 */
void sessions_add(struct sessions *sessions, const struct session_spec *spec,
	sessions_callback *answer, void *context);

void sessions_get(
	struct sessions *sessions, const char *id, sessions_callback *answer, void *context);

/*
 * Finds the session as this daemon has it, without a query for a newer version, and keeps it in
 * memory until sessions_release(): sessions_read() and the changes below then need no look-up. The
 * advice of the session may be out of date. On failure nothing is kept.
 */
void sessions_open(
	struct sessions *sessions, const char *id, sessions_callback *answer, void *context);
void sessions_release(const struct session *session);

/* Like sessions_get(), for a session that the caller has opened. */
void sessions_read(const struct session *session, sessions_callback *answer, void *context);

/* The search time for the session's strategy, if it has a search. */
struct search_deadline {
	uint32_t budget_ms; /* 0: its static evaluation */
	int64_t since_ns;   /* of clock_ticks_ns(): from when the budget counts */
	bool waits;         /* completes after the search; else at once */
};

/*
 * The conditions of a change. MK_CONFLICT with code "version_mismatch" if they do not hold; MK_OVER
 * with "already_applied" if a change with the idempotency key was applied before.
 */
struct change_precondition {
	bool any_version; /* true: no If-Match */
	uint64_t version;
	struct search_deadline deadline; /* with the search that follows */
	/* The session, if the caller has opened it; NULL: looked up by its id. */
	const struct session *session;
	/*
	 * Called with the context of the callback each time that the change begins, with the
	 * session that it will change: another change, or another process, may have revoked the
	 * permission. False: MK_IMPOSSIBLE with code "not_permitted". NULL: always permitted.
	 */
	bool (*is_permitted)(void *context, const struct session *session);
	struct phases *phases; /* measured until completion; NULL: not needed */
	/*
	 * Idempotency record (if the journal keeps them); NULL: none. Borrowed until completion;
	 * its id, version and time are set when the change is submitted to the journal, and its id
	 * is "" if nothing was stored.
	 */
	struct journal_idempotency *idempotency;
};

struct session_frame {
	const char *camera; /* NULL: none ("") */
	bool numbered;
	int64_t number;
	bool done;           /* the player has moved since the last snapshot */
	bool typed;          /* a person typed it: no misreadings */
	struct mk_text *why; /* receives the explanation, until completion; NULL: not needed */
};

/*
 * One snapshot; `seen`, a snapshot of `game`, is copied. MK_CONFLICT with code "wrong_game" where
 * the session plays another. A contradiction is MK_CONFLICT with code "snapshot_contradiction"
 * *and* the session, whose `observed` has the conflicts; subscribers are notified. For an older or
 * repeated frame the result is the current state.
 */
void sessions_post_snapshot(struct sessions *sessions, const char *id, const struct mk_game *game,
	const struct mk_snapshot *seen, const struct session_frame *frame,
	const struct change_precondition *condition, sessions_callback *answer, void *context);

/* Records the frame of a snapshot that could not be read. */
void sessions_record_bad_frame(
	struct sessions *sessions, const char *id, const struct session_frame *frame);

/*
 * A move that the client reports: read against the view when its turn comes. `json` is kept by
 * reference.
 */
void sessions_post_move(struct sessions *sessions, const char *id, struct json_t *json,
	const struct change_precondition *condition, sessions_callback *answer, void *context);

/*
 * Chooses the true hypothesis: `number`, in the game's numbering, at version `question`.
 * MK_IMPOSSIBLE with code "question_gone" if the session has another version, or keeps only one
 * hypothesis.
 */
void sessions_choose(struct sessions *sessions, const char *id, uint64_t question, int number,
	const struct change_precondition *condition, sessions_callback *answer, void *context);

/*
 * Advice for the current table by `strategy` (NULL: the session's own), with as long a search. The
 * session of the callback has it, a borrowed copy if the strategy is another one. Call it from a
 * callback about that session. MK_BUSY if it should wait for a search and no thread is available in
 * time: the session then has the current advice.
 */
void sessions_advise(struct sessions *sessions, const char *id, const struct mk_strategy *strategy,
	const struct search_deadline *deadline, sessions_callback *answer, void *context);

/* Undoes `steps` accepted snapshots or moves; negative: redoes them. */
void sessions_undo(struct sessions *sessions, const char *id, int steps,
	const struct change_precondition *condition, sessions_callback *answer, void *context);

/* A player's correction: a card at a place, or a count. */
struct session_correction {
	bool counts;
	bool by_event; /* the place is that of the reading in `event`; else of the current table */
	bool empty;    /* no card; else MK_NO_CARD is an unknown one */
	uint64_t event;
	struct mk_place place;
	struct mk_count count;
};

/*
 * Corrects a misreading, however old: everything since is replayed. MK_CONFLICT with code
 * "correction_contradicts" if a later event is then impossible; `where` names it. While a snapshot
 * is unclear, a card at a place answers the question about that snapshot; a known card that the
 * snapshot shows elsewhere is never corrected by it.
 */
void sessions_correct(struct sessions *sessions, const char *id,
	const struct session_correction *request, const struct change_precondition *condition,
	sessions_callback *answer, void *context);

/*
 * Sets the whole table to `table`, whatever was known before. No new version if it is the known
 * table. MK_MALFORMED or MK_IMPOSSIBLE, with the place below "/table", if it is not a table of this
 * game and these rules.
 */
void sessions_set_table(struct sessions *sessions, const char *id, const struct json_t *table,
	const struct change_precondition *condition, sessions_callback *answer, void *context);

/* The properties that PATCH may change; absent ones stay. */
struct session_change {
	const enum mk_language *language;
	const struct mk_strategy *strategy; /* one of the session's game; NULL: stays */
	const char *strategy_name;          /* or its name; NULL: stays */
	bool renames;
	const char *name; /* NULL with `renames`: no name any more */
	bool stops;       /* the player gives the game up */
	bool goes_on; /* the player resumes it; not possible at a practice table, which has shown
			 its deal */
	/*
	 * Replace the present ones; a '-' keeps the present character, or means '0' if there is
	 * none. NULL: all stay.
	 */
	const char *token_hashes;
};

/*
 * MK_IMPOSSIBLE with code "unknown_strategy" where the session's game has no such strategy; MK_OVER
 * "game_over" if a finished game is given up or resumed, MK_CONFLICT "not_begun" if it has not
 * begun. An update that changes nothing makes no new version.
 */
void sessions_update(struct sessions *sessions, const char *id, const struct session_change *update,
	const struct change_precondition *condition, sessions_callback *answer, void *context);

void sessions_remove(struct sessions *sessions, const char *id,
	const struct change_precondition *condition, sessions_callback *answer, void *context);

/*
 * Deletes a session whose journal cannot be read ("session_corrupt"): it is not opened before. The
 * callback has no session.
 */
void sessions_remove_unreadable(
	struct sessions *sessions, const char *id, sessions_callback *answer, void *context);

/*
 * Deletes sessions unchanged since `before_ms` that are not in use, the oldest first, at most
 * `limit`; `done` receives their number, and whether there may be more. (Other daemons delete the
 * same ones.)
 */
void sessions_expire(struct sessions *sessions, int64_t before_ms, unsigned limit,
	void (*done)(void *context, unsigned removed, bool more), void *context);

/*
 * Completes calls of a journal whose results are available, so that their requests need not wait
 * for the loop. Must not be called within a callback.
 */
void sessions_deliver_ready(struct sessions *sessions);

/* Lists sessions directly from the journal. */
void sessions_list(struct sessions *sessions, const struct journal_page *page,
	journal_listed *listed, void *context);
void sessions_count_outcomes(struct sessions *sessions, journal_tallied *tallied, void *context);

/* The accepted events of a session (its id, game and rules are read, and borrowed until the end):
 * see session/history/history.h. */
struct history_visit;
void sessions_history(struct sessions *sessions, const struct session *session,
	const struct history_visit *wanted);

/*
 * Subscribes to a session. After MK_OK the subscriber gets the current session, then each change,
 * in order, none twice. Unsubscribing is always allowed, also within a call to the subscriber or
 * the callback; before completion it cancels the callback.
 */
void sessions_subscribe(struct sessions *sessions, const char *id,
	struct session_subscriber *subscriber, sessions_callback *answer, void *context);
void sessions_unsubscribe(struct sessions *sessions, struct session_subscriber *subscriber);

/*
 * Continues notifications and completions of pending reads that exceed a turn of the loop. The
 * session's next change begins when all subscribers have been notified.
 */
void sessions_continue(struct sessions *sessions);

/*
 * Called once a second: retries moves of opponents for which the queue of the worker pool was full,
 * or that could not be stored.
 */
void sessions_resume_opponents(struct sessions *sessions);

/* Notifies all subscribers of the shutdown (they unsubscribe themselves); cancels all searches. */
void sessions_shutdown(struct sessions *sessions);

/* Totals of the searches of one strategy. */
struct strategy_figures {
	const struct mk_game *game;
	const struct mk_strategy *strategy; /* NULL: this row and all later ones are unused */
	uint64_t advices, worlds, nodes;
	uint64_t shortened; /* searches with less time than requested */
	double seconds;
};
enum { SESSIONS_STRATEGIES = 32 };

struct sessions_figures {
	unsigned loaded;
	unsigned subscribers;
	uint64_t opened;
	unsigned reviewing;         /* running reviews */
	uint64_t reviews;           /* started */
	unsigned thinking;          /* running and queued searches */
	uint64_t thoughts, refused; /* started searches, and refused ones */
	uint64_t ponderings;        /* begun */
	/*
	 * Ended by an expected table with advice, by an expected one without advice yet, or by an
	 * unexpected one; not counted: the end of the game and a change of strategy.
	 */
	uint64_t ponderings_met, ponderings_early, ponderings_missed;
	uint64_t findings[MK_CONTRADICTION + 1]; /* snapshots by explanation */
	struct strategy_figures strategies[SESSIONS_STRATEGIES];
};
struct sessions_figures sessions_figures(const struct sessions *sessions);

#endif
