/*
 * A session in memory; shared by the files of this folder.
 *
 * A cached session is reference-counted (subscriber, change, load, running callback). Without
 * references it is idle and may be evicted; it can be restored from the journal.
 */
#ifndef SESSION_CACHED_SESSION_H
#define SESSION_CACHED_SESSION_H

#include "base/hash.h"
#include "session/advice_cache.h"
#include "session/cameras.h"
#include "session/deal.h"
#include "session/sessions.h"

#include <makker/search.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct change;
struct event;
struct pending_read;
struct catchup;
struct session_search;
struct pondering;
struct opponent_job;

static inline bool outcome_is_over(enum mk_outcome outcome)
{
	return outcome != MK_WAITING && outcome != MK_PLAYING;
}

/* True if it was accepted: a replay of the events then leads to it (session/history/walk.h). */
static inline bool finding_is_accepted(const struct mk_finding *finding)
{
	return finding && finding->explanation != MK_UNCHANGED &&
	       finding->explanation < MK_LOOK_AGAIN;
}

/* See session_state.c. */
enum cached_session_state {
	CACHED_UNLOADED, /* only the id is known; loaded at the next use */
	CACHED_LOADING,  /* the journal is being read: all events or the newer ones */
	CACHED_INDEXING, /* the events are being indexed; then it is loaded */
	/* From here on the session is loaded ... */
	CACHED_IDLE,
	CACHED_CHANGING,   /* the first change is being computed */
	CACHED_STORING,    /* its event, or the removal, is being written to the journal */
	CACHED_CONFIRMING, /* it wrote nothing: the journal confirms its version */
	/* ... up to here. */
	CACHED_DELETED /* removed from the journal; freed with the last reference */
};

/* An iteration over a session's subscribers, which may unsubscribe meanwhile. */
struct broadcast {
	enum session_notification notification;
	bool ended;                         /* SESSION_ENDED follows */
	struct session_subscriber *present; /* NULL when it has unsubscribed */
	struct session_subscriber *next;
	struct broadcast *outer;
	struct broadcast *later; /* in the list of unsent broadcasts */
};

struct cached_session {
	struct session session; /* the public part */
	struct sessions *sessions;
	enum cached_session_state state; /* set by cached_session_enter() alone */
	bool in_table;  /* in the table by id; false: freed with the last reference */
	unsigned turns; /* nested turns: see session_turn_begin() */
	unsigned refs;
	struct cached_session *previous, *next; /* in the list of idle sessions */
	bool uncompacted;                       /* among the idle */

	bool stale;   /* reload as soon as no change is in progress */
	bool reindex; /* reload likewise, and index its events */
	struct journal_follower
		follower;        /* used while it has subscribers and other processes write */
	struct catchup *catchup; /* while it is LOADING or INDEXING */
	struct pending_read *pending_reads;
	struct cached_session *reading_previous, *reading_next;
	struct change *changes; /* the first one is being carried out */
	unsigned change_count;

	/* Of the last event, see session/history/walk.h. */
	uint64_t top;
	uint64_t state_at; /* the last version stored with a state that stays */
	uint64_t bytes;    /* size of the bodies and states of all events; after loading without the
			      last state */
	/* The event with a transient state (see struct state; 0: none), and its top. */
	uint64_t transient_at, transient_top;
	/* `refused` of the last event's state in the journal, see struct state. */
	enum session_sync stored_refused;

	struct session_subscriber *subscribers;
	struct broadcast *broadcasts; /* running, the innermost first */
	/*
	 * Copies of broadcasts beyond the turn's budget, the oldest first. All except advice, which
	 * a newer version includes, keep the session in a turn (session_turn_begin()).
	 */
	struct broadcast *unsent;
	bool has_unsent, unsent_holds_turn;
	bool has_due_reads; /* pending reads are left beyond the turn's budget */
	struct cached_session *unsent_previous, *unsent_next;
	struct cached_session *subscribed_previous,
		*subscribed_next; /* in the list of sessions with subscribers */

	/* The storage of session.view, .before, .observed, .rules_json and .token_hashes. */
	char *rules_json;
	char *token_hashes;
	struct deal deal; /* session.deal points here, or is NULL */
	struct mk_view *view;
	struct mk_view *before;       /* the table before the steps of `concluded` */
	struct mk_finding *observed;  /* allocated while the session is loaded */
	struct mk_finding *concluded; /* see cached_session_conclusion() */
	bool has_concluded;           /* a finding was accepted since the session began */
	bool concludes; /* the conclusion is `observed`; `concluded` is then undefined */
	struct mk_repair repair;
	/*
	 * The world of a practice table, else NULL: see struct state. It is never sent to clients.
	 */
	struct mk_world *world;
	uint64_t shown;
	/*
	 * The choice of an opponent's move (opponent.h) that is running, or that is retried because
	 * the queue was full or the reply could not be stored.
	 */
	struct opponent_job *opponent;
	bool opponent_due;
	struct cached_session *due_previous, *due_next;
	bool opponent_stopped; /* no reply follows at that version */
	uint64_t opponent_stopped_at;
	unsigned char *compacted;   /* its compacted content (compaction.h); NULL: not compacted */
	bool compacted_has_finding; /* while compacted: there is a finding */

	uint64_t tables; /* number of changes of the view or the strategy */
	struct session_search
		*search; /* by the session's own strategy, about this table; or NULL */
	struct mk_search_memo *intent; /* of the last search; NULL: none */
	struct pondering *pondering;   /* of the expected next tables; NULL: none */
	struct mk_tracker *memory;     /* the tracker; NULL: the game has none, or out of memory */
	struct cameras *cameras;       /* NULL until the first numbered frame */
	struct mk_move suggestion;     /* the last one shown to the player */
	enum { SUGGESTION_UNKNOWN, SUGGESTION_NONE, SUGGESTION_MADE } suggested;
	UT_hash_handle hh;
};

struct sessions {
	struct sessions_options options;
	struct cached_session *by_id; /* by id */
	struct cached_session *idle;  /* the longest idle first */
	unsigned idle_count;
	struct cached_session
		*uncompacted; /* the first idle session that is not compacted; NULL: none */
	unsigned uncompacted_count;
	unsigned evictions_blocked;        /* above 0: no idle session is evicted */
	struct cached_session *subscribed; /* sessions with subscribers */
	struct cached_session *unsent;     /* sessions with undelivered notifications */
	struct cached_session *reading;    /* sessions with due pending reads */
	bool shared;                       /* other processes write to the journal */
	unsigned opening;                  /* new sessions being written to the journal */
	unsigned indexing;                 /* sessions whose events are being indexed */
	unsigned correcting;               /* corrections and repairs that hold copies of events */
	bool shutting_down; /* subscribers have the shutdown notification; results of jobs are
			       dropped */
	struct advice_cache advice_cache;
	struct change *spare_changes; /* finished changes kept for reuse */
	unsigned spare_count;
	struct spare_view *spare_views; /* kept for reuse */
	unsigned spare_view_count;
	uint32_t last_revision;          /* the last one assigned to a session */
	struct session_search *searches; /* all running searches */
	struct pondering *ponderings;    /* all jobs, running or finished, the oldest first */
	struct opponent_job *opponents;  /* all running choices */
	struct review_job *reviews;      /* running and finished reviews, see review.h */
	unsigned saving_reviews;         /* pending writes of reviews to the journal */
	struct cached_session *opponents_due;
	struct sessions_figures figures;
};

/* The cached session that contains `session`. */
static inline struct cached_session *cached_session_of(const struct session *session)
{
	return (struct cached_session *)session;
}

/* ---- life ----------------------------------------------------------------------------------- */

/*
 * Allocates a view of `size` bytes, freed with free(); NULL without memory. Each change needs one,
 * and it is too large for the caches of malloc(), so released views are kept for the next changes.
 */
struct mk_view *sessions_take_view(struct sessions *sessions, size_t size);
void sessions_free_spare_views(struct sessions *sessions);

/* Creates a session with one reference, not in the cache; NULL without memory. */
struct cached_session *cached_session_create(struct sessions *sessions, const char *id);

/* Sets the rules of `session` as JSON. False without memory. */
bool cached_session_set_rules_json(struct cached_session *cached, struct session *session);

/* Replaces the token hashes by a copy of these; NULL: unchanged. False without memory. */
bool cached_session_set_token_hashes(
	struct cached_session *cached, struct session *session, const char *token_hashes);

/* The same; the session takes ownership of the hashes. */
void cached_session_take_token_hashes(struct cached_session *cached, char *token_hashes);

/* Sets the deal of `session` from its row; NULL: none. False: invalid text. */
bool cached_session_set_deal(
	struct cached_session *cached, struct session *session, const char *deal);

/* Inserts it into the table by id. False without memory. */
bool cached_session_insert(struct cached_session *cached);

/* Reserves memory for a finding. False without memory. */
bool cached_session_reserve_finding(struct cached_session *cached);

/* Removes it from the table. */
void cached_session_unlink(struct cached_session *cached);

/* Removes it from memory; false if it is in use. */
bool cached_session_evict(struct sessions *sessions, const char *id);

void cached_session_ref(struct cached_session *cached);

/* Releases a reference; `cached` may be freed. */
void cached_session_unref(struct cached_session *cached);

/* Frees it even with references; only at the shutdown. */
void cached_session_destroy(struct cached_session *cached);

/*
 * Sets the table `table` (JSON) in a session without events, as the first event of its journal.
 * Completes like every change.
 */
void cached_session_set_table(
	struct cached_session *cached, const char *table, sessions_callback *answer, void *context);

/* ---- what it shows -------------------------------------------------------------------------- */

/* The session for responses, its advice up to date. */
const struct session *cached_session_refresh(struct cached_session *cached);

/* Sets the plan that the session's search follows; no effect without memory. */
void cached_session_remember_plan(struct cached_session *cached, const struct mk_search_memo *plan);

/* The move that was suggested to the player last, or NULL. */
const struct mk_move *cached_session_suggestion(struct cached_session *cached);

/*
 * Makes `next` the current state; if table or strategy differ, the previous advice is dropped. The
 * finding is copied. Takes ownership of the two views, also when they are the current ones (both
 * unchanged, or the current view as `before`); `before` may be NULL.
 */
void cached_session_install(struct cached_session *cached, const struct session *next,
	struct mk_view *view, struct mk_view *before);

/* The last finding that was accepted; NULL: none. */
const struct mk_finding *cached_session_conclusion(const struct cached_session *cached);

/* Updates whose turn it is after a change of a practice table's world. */
void cached_session_note_turn(struct cached_session *cached);

/* True if the representation would change, apart from the number of snapshots. */
bool cached_session_is_news(const struct cached_session *cached, enum session_sync sync,
	const struct mk_finding *finding);

/* Stores the finding of a snapshot that changed nothing. */
void cached_session_set_finding(
	struct cached_session *cached, enum session_sync sync, const struct mk_finding *finding);

/* The representation has changed, the version has not. */
void cached_session_bump_revision(struct cached_session *cached);

/* Stores the repair that would explain the contradiction. */
void cached_session_set_repair(struct cached_session *cached, const struct mk_repair *repair);

/* The tracker of earlier snapshots; NULL if the game has none. */
struct mk_tracker *cached_session_tracker(struct cached_session *cached);

/* Discards the evidence of snapshots after another kind of change of the table. */
void cached_session_reset_tracker(struct cached_session *cached);

/* ---- subscribers ---------------------------------------------------------------------------- */

/*
 * A broadcast reaches the subscribers at its beginning: later ones receive the new state when they
 * subscribe. Subscribers beyond the turn's budget are reached in the next turns, in order; the
 * session does not change until then.
 */
void broadcast_begin(struct broadcast *broadcast, struct cached_session *cached);
void broadcast_send(struct broadcast *broadcast, struct cached_session *cached,
	enum session_notification notification, bool ended);
void broadcast_end(struct broadcast *broadcast, struct cached_session *cached);

/* All three steps in one. */
void cached_session_broadcast(
	struct cached_session *cached, enum session_notification notification);

/*
 * A newer version, whose notification includes advice, will reach all subscribers: drops
 * undelivered advice.
 */
void broadcasts_forget_advice(struct cached_session *cached);

/* Continues the delivery left for this turn; `all`: to the end. */
void broadcasts_continue(struct sessions *sessions, bool all);

/* Drops undelivered broadcasts; only at the shutdown. */
void broadcasts_discard(struct cached_session *cached);

/* Notifies all subscribers of the deletion and removes them. */
void cached_session_broadcast_deleted(struct cached_session *cached);

/* Completes the subscription, then delivers the current session. */
void cached_session_subscribe(struct cached_session *cached, struct session_subscriber *subscriber,
	sessions_callback *answer, void *context);

/* ---- states: session_state.c --------------------------------------------------------------- */

/* The only place where a state changes; asserts that the transition exists. */
void cached_session_enter(struct cached_session *cached, enum cached_session_state next);

bool cached_session_is_known(const struct cached_session *cached);

/*
 * Between begin and end the session stays in memory, and no other change begins even if callbacks
 * submit one. At the end of the outermost turn the session is loaded if that is due, else the
 * queued changes run as far as possible.
 */
void session_turn_begin(struct cached_session *cached);
void session_turn_end(struct cached_session *cached);

/* A call that reads a session. */
struct session_read {
	sessions_callback *answer;
	void *context;
	struct session_subscriber *subscriber; /* subscribes; NULL: reads only */
	bool opens; /* references the session, in the version known to this process */
};

/* Serves the read now, or once the session is loaded and confirmed to be the newest version. */
void cached_session_read(struct cached_session *cached, const struct session_read *request);

/* Drops the pending read by which `subscriber` subscribes. False: none. */
bool cached_session_cancel_read(
	struct cached_session *cached, const struct session_subscriber *subscriber);

/* Serves the reads that wait for the end of loading; with an error, fails all. */
void pending_reads_complete(struct cached_session *cached, const struct mk_error *error);

/* Completes the remaining due reads within the turn's budget, or all. */
void pending_reads_continue(struct sessions *sessions, bool all);

/* The first change has ended without an event: it ends once the version is confirmed. */
void cached_session_confirm_change(struct cached_session *cached);

/* Follows changes of the session by other processes, if there can be any. */
void cached_session_follow(struct cached_session *cached);
void cached_session_unfollow(struct cached_session *cached);
void cached_session_note_version(struct cached_session *cached);

/* The session of that id, referenced, loaded or not. NULL with `error`: it cannot exist. */
struct cached_session *cached_session_acquire(
	struct sessions *sessions, const char *id, struct mk_error *error);

/* The same; starts loading it if needed. */
struct cached_session *cached_session_acquire_loaded(
	struct sessions *sessions, const char *id, struct mk_error *error);

/* Loads it, or its newer events. The first change is then carried out again. */
void cached_session_load(struct cached_session *cached);

/* Fails all reads and changes of a session that cannot be loaded. */
void cached_session_give_up(struct cached_session *cached, const struct mk_error *error);

/* Indexes the events of the session as soon as no change is in progress. */
void cached_session_reindex(struct sessions *sessions, const char *id);

/* The session was deleted from the journal: reads and changes fail, subscribers are notified. */
void cached_session_drop_deleted(struct cached_session *cached);

/* ---- loading: catchup.c --------------------------------------------------------------------- */

/* Reads the journal from the known version on; ends in the state IDLE, or gives up. */
void catchup_start(struct cached_session *cached);

/* Frees what has been read so far. */
void catchup_abort(struct cached_session *cached);

/* Continues loading after an attempt to index the events. */
void catchup_indexed(
	struct cached_session *cached, enum mk_status status, const struct mk_error *error);

#endif
