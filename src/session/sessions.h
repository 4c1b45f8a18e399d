/*
 * All sessions of this daemon. Changes to one session are carried out one after another; each is
 * durable before it is answered. Sessions that nobody uses are forgotten here and loaded from the
 * journal when somebody asks.
 *
 * Callbacks run on the loop thread, perhaps before the call returns; `session` is borrowed for the
 * callback. On failure `session` is NULL and `error` says why, except where said otherwise; else
 * `error` is NULL. Every call is answered once.
 */
#ifndef SESSION_SESSIONS_H
#define SESSION_SESSIONS_H

#include "session/session.h"
#include "session/subscriber.h"

struct sessions;
struct worker_pool;
struct journal_idempotency;
struct limits;

struct sessions_options {
	struct journal *journal;
	struct worker_pool *workers; /* NULL: strategies only judge at once */
	struct limits *limits;  /* those of a session, see base/limits.h; NULL: their defaults */
	unsigned limit;         /* sessions that the journal may have; 0: any number */
	unsigned kept;          /* how many idle sessions stay in memory */
	unsigned awake;         /* how many of them uncompacted; see compaction.h */
	unsigned waiting_limit; /* changes that may wait for one session */
	float confidence;       /* how far a plain code is trusted; 0: fully */
	bool auto_repair; /* the only misreading that explains a contradiction is put right at once
			   */
	float repeats;    /* how often a misreading comes again */
	uint32_t listener_budget_ms; /* how long is thought of what other daemons played */
	int64_t (*now_ms)(void);     /* the wall clock; a test holds it still */
	void (*random)(void *bytes, size_t length); /* for ids */
	/* The games by name; NULL: mk_game_find(). A test brings its own. */
	const struct mk_game *(*find_game)(const char *name);
};

struct sessions *sessions_create(const struct sessions_options *options);
/* Only when the journal has stopped: then nothing waits for it any more. */
void sessions_destroy(struct sessions *sessions);

typedef void sessions_answer(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error);

/* The specification of a new session. */
struct session_spec {
	const struct mk_game *game;
	const struct mk_preset *preset;
	struct mk_rules rules;
	const struct mk_strategy *strategy;
	enum mk_language language;
	const char *name;  /* NULL: none */
	const char *locks; /* what its tokens will be compared with; NULL: none */
	const struct json_t
		*table; /* the game is in progress and lies like this; NULL: it begins */
	struct journal_idempotency *once; /* see struct change_precondition */
	unsigned char owner[ONCE_OWNER];  /* see struct journal_session */
};
/*
 * MK_FULL "too_many_sessions" where there are as many as there may be, "too_many_token_sessions"
 * where the owner has as many.
 */
void sessions_add(struct sessions *sessions, const struct session_spec *wish,
	sessions_answer *answer, void *context);

void sessions_get(
	struct sessions *sessions, const char *id, sessions_answer *answer, void *context);

/*
 * Finds the session as this daemon knows it, without a query for a newer version, and keeps it in
 * memory until sessions_release(): sessions_read() and the changes below then need no look-up. The
 * advice of the session in the answer may be out of date. On failure nothing is kept.
 */
void sessions_open(
	struct sessions *sessions, const char *id, sessions_answer *answer, void *context);
void sessions_release(const struct session *session);

/* sessions_get() of a session that the caller has opened. */
void sessions_read(const struct session *session, sessions_answer *answer, void *context);

/* How long the session's strategy may think, if it is one that searches. */
struct search_deadline {
	uint32_t budget_ms; /* 0: its instant judgement is wanted */
	int64_t since_ns;   /* of clock_ticks_ns(): from when the budget counts */
	bool waits;         /* the answer comes when it has thought; else at once */
};

/*
 * Under which a change is carried out. MK_CONFLICT with code "version_mismatch" where it does not
 * hold; MK_OVER with "already_applied" where what may be carried out once has been.
 */
struct change_precondition {
	bool any_version; /* true: no If-Match */
	uint64_t version;
	struct search_deadline patience; /* with the thought about what follows */
	/* The session, if the caller has opened it; NULL: it is looked up by its id. */
	const struct session *session;
	/*
	 * Carried out once only (where the journal keeps such things); NULL: whenever it is asked
	 * for. Borrowed until the answer; its id, version and time are filled in when the change is
	 * on its way to the journal, and its id is "" where nothing has come of that.
	 */
	struct journal_idempotency *once;
};

struct session_frame {
	const char *camera; /* NULL: not said (then "") */
	bool numbered;
	int64_t number;
	bool done;           /* the player says that something was done since the last picture */
	bool typed;          /* a person typed it: no camera's doubts */
	struct mk_text *why; /* takes what was weighed, until the answer; NULL: not wanted */
};

/*
 * One snapshot; `seen`, a sighting of `game`, is copied. MK_CONFLICT with code "wrong_game" where
 * the session plays another. A contradiction is MK_CONFLICT with code "snapshot_contradiction"
 * *and* the session, whose `observed` has the conflicts; subscribers are notified. An older or
 * repeated frame answers the present state.
 */
void sessions_post_snapshot(struct sessions *sessions, const char *id, const struct mk_game *game,
	const struct mk_snapshot *seen, const struct session_frame *frame,
	const struct change_precondition *condition, sessions_answer *answer, void *context);

/* A snapshot of this frame came, but could not be read at all. */
void sessions_record_bad_frame(
	struct sessions *sessions, const char *id, const struct session_frame *frame);

/*
 * A move that the client reports: read against the view when its turn comes. `json` is
 * kept by reference.
 */
void sessions_post_move(struct sessions *sessions, const char *id, struct json_t *json,
	const struct change_precondition *condition, sessions_answer *answer, void *context);

/*
 * Which of the explanations that the session keeps is true: `number` as the game numbers them, of
 * version `question`. MK_IMPOSSIBLE with code "question_gone" where the session has gone on.
 */
void sessions_choose(struct sessions *sessions, const char *id, uint64_t question, int number,
	const struct change_precondition *condition, sessions_answer *answer, void *context);

/*
 * Advice for the present table by `strategy` (NULL: the session's own), after as much thought. The
 * advice is that of the session in the answer, which is a borrowed copy where the strategy is
 * another one. To be called from an answer about that session. MK_BUSY where it was to be waited
 * for and there is no time for it: the session with what there is comes along.
 */
void sessions_advise(struct sessions *sessions, const char *id, const struct mk_strategy *strategy,
	const struct search_deadline *patience, sessions_answer *answer, void *context);

/* Takes back `steps` accepted snapshots or moves; negative: undoes the undoing. */
void sessions_undo(struct sessions *sessions, const char *id, int steps,
	const struct change_precondition *condition, sessions_answer *answer, void *context);

/* A player's correction: a card at a place, or a count. */
struct session_correction {
	bool counts;
	bool by_event; /* the place is that of the reading in `event`; else as the table lies now */
	bool empty;    /* no card lies there; else MK_NO_CARD is one that is not known */
	uint64_t event;
	struct mk_place place;
	struct mk_count count;
};

/*
 * Puts right what was read wrong, however long ago: everything since is replayed. MK_CONFLICT with
 * code "correction_contradicts" where a later event cannot have happened then; `where` names it.
 * While a picture is not clear, a card at a place answers what is asked about that picture; a known
 * card that the picture shows elsewhere is never put right by it.
 */
void sessions_correct(struct sessions *sessions, const char *id,
	const struct session_correction *wish, const struct change_precondition *condition,
	sessions_answer *answer, void *context);

/*
 * Corrects the whole table: it becomes `table`, whatever was concluded before.
 * A table that is known already makes no new version. MK_MALFORMED or MK_IMPOSSIBLE, with the place
 * below
 * "/table", where it is no table of this game and these rules.
 */
void sessions_set_table(struct sessions *sessions, const char *id, const struct json_t *table,
	const struct change_precondition *condition, sessions_answer *answer, void *context);

/* What PATCH may change; what is not named stays. */
struct session_change {
	const enum mk_language *language;
	const struct mk_strategy *strategy; /* one of the session's game; NULL: stays */
	const char *strategy_name;          /* or its name; NULL: stays */
	bool renames;
	const char *name; /* NULL with `renames`: no name any more */
};

/*
 * MK_IMPOSSIBLE with code "unknown_strategy" where the session's game has no such strategy. What
 * changes nothing is answered without a new version.
 */
void sessions_update(struct sessions *sessions, const char *id, const struct session_change *wish,
	const struct change_precondition *condition, sessions_answer *answer, void *context);

void sessions_remove(struct sessions *sessions, const char *id,
	const struct change_precondition *condition, sessions_answer *answer, void *context);

/*
 * Removes sessions that were not changed since `before_ms` and that nobody uses just now, the
 * oldest first, of at most `limit` of them; `done` says how many, and whether there may be more
 * that can be removed. (Other daemons remove the same ones.)
 */
void sessions_expire(struct sessions *sessions, int64_t before_ms, unsigned limit,
	void (*done)(void *context, unsigned removed, bool more), void *context);

/*
 * Has the journal answer what it can answer at once, so that who asked need not wait for the loop.
 * Not to be called from inside an answer.
 */
void sessions_deliver_ready(struct sessions *sessions);

/* Present sessions, straight from the journal. */
void sessions_list(struct sessions *sessions, const struct journal_page *page,
	journal_listed *listed, void *context);
void sessions_count_outcomes(struct sessions *sessions, journal_tallied *tallied, void *context);

/* The accepted events of a session (its id, game and rules are read, and borrowed until the end):
 * see session/history/history.h. */
struct history_visit;
void sessions_history(struct sessions *sessions, const struct session *session,
	const struct history_visit *wanted);

/*
 * Joins the listeners of a session. After the answer MK_OK the listener hears the present session,
 * then each change, in order, none twice. Leaving is always allowed, also from inside a call to the
 * listener or the answer; who leaves before the answer is not answered any more.
 */
void sessions_subscribe(struct sessions *sessions, const char *id,
	struct session_subscriber *listener, sessions_answer *answer, void *context);
void sessions_unsubscribe(struct sessions *sessions, struct session_subscriber *listener);

/* Notifies all subscribers of the shutdown (they unsubscribe themselves); cancels all searches. */
void sessions_shutdown(struct sessions *sessions);

/* Totals of the searches of one strategy. */
struct strategy_figures {
	const struct mk_game *game;
	const struct mk_strategy *strategy; /* NULL: this row and those behind it are free */
	uint64_t advices, worlds, nodes;
	uint64_t shortened; /* of the advices: those that had less time than was wanted */
	double seconds;
};
enum { SESSIONS_STRATEGIES = 32 };

struct sessions_figures {
	unsigned loaded;
	unsigned listeners;
	uint64_t opened;
	unsigned thinking;          /* thoughts that are under way or wait for a thread */
	uint64_t thoughts, refused; /* begun; and those for which there was no time */
	uint64_t findings[MK_CONTRADICTION + 1]; /* snapshots by explanation */
	struct strategy_figures strategies[SESSIONS_STRATEGIES];
};
struct sessions_figures sessions_figures(const struct sessions *sessions);

#endif
