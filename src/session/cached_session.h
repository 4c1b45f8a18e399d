/*
 * A session in memory, as the files of this folder share it.
 *
 * A cached session is reference-counted (subscriber, change, load, running callback). Without
 * references it is idle and may be evicted; the journal has all of it.
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

/* True if it was accepted: then a walk along the events leads to it (session/history/walk.h). */
static inline bool finding_is_accepted(const struct mk_finding *finding)
{
	return finding && finding->explanation != MK_UNCHANGED &&
	       finding->explanation < MK_LOOK_AGAIN;
}

/* See session_state.c. */
enum cached_session_state {
	CACHED_UNLOADED, /* only the id is known; loaded at the next use */
	CACHED_LOADING,  /* the journal is being read: all, or what is newer */
	CACHED_INDEXING, /* the events are being indexed; then it is loaded */
	/* The session is known from here on ... */
	CACHED_IDLE,
	CACHED_CHANGING,   /* the first change is being worked out */
	CACHED_STORING,    /* its event, or the removal, is on its way to the journal */
	CACHED_CONFIRMING, /* it wrote nothing: the journal confirms the version that it is about */
	/* ... up to here. */
	CACHED_DELETED /* the journal has it no more; freed with the last reference */
};

/* A walk along a session's subscribers, which may leave meanwhile. */
struct broadcast {
	enum session_notification notification;
	bool ended;                         /* SESSION_ENDED follows */
	struct session_subscriber *present; /* NULL when it has left */
	struct session_subscriber *next;
	struct broadcast *outer;
	struct broadcast *later; /* among the unsent */
};

struct cached_session {
	struct session session; /* what the others see of it */
	struct sessions *sessions;
	enum cached_session_state state; /* set by cached_session_enter() alone */
	bool in_table;                   /* found by its id; else freed with the last reference */
	unsigned turns;                  /* nested turns: see session_turn_begin() */
	unsigned refs;
	struct cached_session *previous, *next; /* among the idle */
	bool uncompacted;                       /* among the idle */

	bool stale;                       /* loaded again as soon as no change is under way */
	bool reindex;                     /* likewise, and its events are indexed then */
	struct journal_follower follower; /* while it has subscribers, and other processes write */
	struct catchup *catchup;          /* while it is LOADING or INDEXING */
	struct pending_read *pending_reads;
	struct cached_session *reading_previous, *reading_next;
	struct change *changes; /* the first is the one that is being carried out */
	unsigned change_count;

	/* Of the last event, as session/history/walk.h has them. */
	uint64_t top;
	uint64_t state_at; /* the last version that is stored with a state */
	uint64_t bytes;    /* of the bodies and states of all events; after loading without the last
			      state */
	/*
	 * The last event whose state is there alone for what pictures without events have brought
	 * (0: none), and its top.
	 */
	uint64_t confirmed_at, confirmed_top;
	/* `refused` of the last event's state in the journal, see struct state. */
	enum session_sync stored_refused;

	struct session_subscriber *subscribers;
	struct broadcast *broadcasts; /* under way, the innermost first */
	/*
	 * Those that the turn had no time for, the oldest first: copies. All but advice, which a
	 * newer version contains, keep the session in a turn (session_turn_begin()).
	 */
	struct broadcast *unsent;
	bool has_unsent, unsent_holds_turn;
	bool has_due_reads; /* the turn had no time for all pending reads */
	struct cached_session *unsent_previous, *unsent_next;
	struct cached_session *subscribed_previous,
		*subscribed_next; /* among those that have subscribers */

	/* The storage behind session.view, .before, .observed, .rules_json and .locks. */
	char *rules_json;
	char *token_hashes;
	struct deal deal; /* session.deal points here, or is NULL */
	struct mk_view *view;
	struct mk_view *before;       /* the table before the steps of `concluded` */
	struct mk_finding *observed;  /* there while it is known */
	struct mk_finding *concluded; /* see cached_session_conclusion() */
	bool has_concluded;           /* one was accepted since the session began */
	bool concludes;               /* it is `observed`; `concluded` is meaningless then */
	struct mk_repair repair;
	/* Of a practice table, else NULL: as of struct state. No client sees it. */
	struct mk_world *world;
	uint64_t shown;
	/* The choice of an opponent's move that is under way (opponent.h), or that is tried again:
	 * there was no place for it, or the reply could not be stored. */
	struct opponent_job *opponent;
	bool opponent_due;
	struct cached_session *due_previous, *due_next;
	bool opponent_stopped; /* at that version there will be no reply */
	uint64_t opponent_stopped_at;
	unsigned char *compacted;   /* what it holds, packed (rest.h); NULL: it is not */
	bool compacted_has_finding; /* while compacted: there is a finding */

	uint64_t tables; /* counts how often the view, or the strategy, has changed */
	struct session_search
		*search; /* by the session's own strategy, about this table; or NULL */
	struct mk_search_memo *intent; /* of the last search; NULL: none */
	struct pondering *pondering;   /* of the tables that come next; NULL: none */
	struct mk_tracker
		*memory;         /* of the pictures; NULL: the game keeps none, or has no memory */
	struct cameras *cameras; /* NULL until the first numbered frame */
	struct mk_move suggestion; /* shown to the player last */
	enum { SUGGESTION_UNKNOWN, SUGGESTION_NONE, SUGGESTION_MADE } suggested;
	UT_hash_handle hh;
};

struct sessions {
	struct sessions_options options;
	struct cached_session *by_id; /* by id */
	struct cached_session *idle;  /* the longest idle first */
	unsigned idle_count;
	struct cached_session
		*uncompacted; /* the first of the idle that was not put to rest; NULL: none */
	unsigned uncompacted_count;
	unsigned evictions_blocked;        /* above 0: no idle session is forgotten just now */
	struct cached_session *subscribed; /* those that have subscribers */
	struct cached_session *unsent;     /* whose notifications have not reached all */
	struct cached_session *reading;    /* whose waiting reads are not all completed */
	bool shared;                       /* other processes write to the journal */
	unsigned opening;                  /* new ones on their way into the journal */
	unsigned indexing;                 /* sessions whose events are being indexed */
	unsigned correcting;               /* corrections and repairs that hold copies of events */
	bool shutting_down; /* subscribers have the shutdown notification; results of jobs are
			       dropped */
	struct advice_cache advice_cache;
	struct change *spare_changes; /* over, kept for the next ones */
	unsigned spare_count;
	struct spare_view *spare_views; /* likewise */
	unsigned spare_view_count;
	uint32_t last_revision;          /* the last one that was given to a session */
	struct session_search *searches; /* all that are under way */
	struct pondering *ponderings;    /* whose results are there, the longest ago first */
	struct opponent_job *opponents;  /* as `searches` */
	struct review_job *reviews;      /* running and kept, see review.h */
	unsigned saving_reviews;         /* writes of them that the journal has not answered */
	struct cached_session *opponents_due;
	struct sessions_figures figures;
};

/* The session in memory of which an answer has shown `session`. */
static inline struct cached_session *cached_session_of(const struct session *session)
{
	return (struct cached_session *)session;
}

/* ---- life ----------------------------------------------------------------------------------- */

/*
 * Room for a table of `size` bytes, for free(); NULL without memory. Each change needs one, and it
 * is too large for the lists of free memory that malloc() looks at first: those that sessions give
 * up are kept for the next changes.
 */
struct mk_view *sessions_take_view(struct sessions *sessions, size_t size);
void sessions_free_spare_views(struct sessions *sessions);

/* A new one with one reference that is not in the cache; NULL without memory. */
struct cached_session *cached_session_create(struct sessions *sessions, const char *id);

/* Lets `session`, which is to be shown, have its rules as JSON. False without memory. */
bool cached_session_set_rules_json(struct cached_session *cached, struct session *session);

/* With a copy of these token hashes, which are the session's from now on; NULL: they stay. False
 * without memory. */
bool cached_session_set_token_hashes(
	struct cached_session *cached, struct session *session, const char *token_hashes);

/* The same with hashes that become the session's to free. */
void cached_session_take_token_hashes(struct cached_session *cached, char *token_hashes);

/* Lets `session` have the deal of its row; NULL: it has none. False: the text is no deal. */
bool cached_session_set_deal(
	struct cached_session *cached, struct session *session, const char *deal);

/* Puts it into the table, where it is found by its id. False without memory. */
bool cached_session_insert(struct cached_session *cached);

/* Reserves memory for a finding. False without memory. */
bool cached_session_reserve_finding(struct cached_session *cached);

/* Takes it out of the table. */
void cached_session_unlink(struct cached_session *cached);

/* Removes it from memory; false if it is in use. */
bool cached_session_evict(struct sessions *sessions, const char *id);

void cached_session_ref(struct cached_session *cached);

/* Lets go; `live` may be gone then. */
void cached_session_unref(struct cached_session *cached);

/* Frees it even with references: only at the end. */
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

/* The plan that the session's search follows from now on; nothing happens without memory. */
void cached_session_remember_plan(struct cached_session *cached, const struct mk_search_memo *plan);

/* The move that was suggested to the player last, or NULL. */
const struct mk_move *cached_session_suggestion(struct cached_session *cached);

/*
 * Makes `next` what is known; where table or strategy are others, the advice for what was known
 * until now is forgotten. Its finding is copied. The two tables are taken, also when they are those
 * of now (both as they are, or its view as the one before the new); `before` may be NULL.
 */
void cached_session_install(struct cached_session *cached, const struct session *next,
	struct mk_view *view, struct mk_view *before);

/* The last finding that was accepted; NULL: none. */
const struct mk_finding *cached_session_conclusion(const struct cached_session *cached);

/* After the world of a practice table has changed: whose turn it is. */
void cached_session_note_turn(struct cached_session *cached);

/* Would that show something else than now? The number of snapshots does not count. */
bool cached_session_is_news(const struct cached_session *cached, enum session_sync sync,
	const struct mk_finding *finding);

/* Remembers what was concluded from a snapshot that changed nothing. */
void cached_session_set_finding(
	struct cached_session *cached, enum session_sync sync, const struct mk_finding *finding);

/* The representation has changed, the version has not. */
void cached_session_bump_revision(struct cached_session *cached);

/* Remembers what would explain it. */
void cached_session_set_repair(struct cached_session *cached, const struct mk_repair *repair);

/* The tracker of earlier snapshots; NULL if the game has none. */
struct mk_tracker *cached_session_tracker(struct cached_session *cached);

/* Discards the evidence of snapshots after the table has changed in another way. */
void cached_session_reset_tracker(struct cached_session *cached);

/* Remembers the frame; nothing happens without memory or where it has no number. */
void cached_session_record_frame(struct cached_session *cached, const char *camera, int64_t number);

/* Remembers the rates of the event's camera, where it has them. */
void cached_session_note_rates(struct cached_session *cached, const struct event *event);

/* ---- subscribers ---------------------------------------------------------------------------- */

/*
 * A broadcast reaches the subscribers of its beginning: one that joins later has received the new
 * state when it joined. Those for whom the turn of the loop has no time are reached in the next
 * ones, in order; the session stays as it is until then.
 */
void broadcast_begin(struct broadcast *broadcast, struct cached_session *cached);
void broadcast_send(struct broadcast *broadcast, struct cached_session *cached,
	enum session_notification notification, bool ended);
void broadcast_end(struct broadcast *broadcast, struct cached_session *cached);

/* The three in one. */
void cached_session_broadcast(
	struct cached_session *cached, enum session_notification notification);

/* A newer version is shown, which all subscribers will get: with advice, which need not be sent. */
void broadcasts_forget_advice(struct cached_session *cached);

/* Continues what was left for this turn; `all`: to the end. */
void broadcasts_continue(struct sessions *sessions, bool all);

/* Drops the rest: only at the end. */
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
 * Between the two the session stays in memory, and no other change begins, whatever callbacks
 * request. At the end of the outermost turn the session is loaded if that is due, else the queued
 * changes run as far as possible.
 */
void session_turn_begin(struct cached_session *cached);
void session_turn_end(struct cached_session *cached);

/* A call that reads a session. */
struct session_read {
	sessions_callback *answer;
	void *context;
	struct session_subscriber *subscriber; /* subscribes; NULL: reads only */
	bool opens; /* references the session, in whichever version this process has it */
};

/* Serves it now, or once the session is loaded and known to be the newest version. */
void cached_session_read(struct cached_session *cached, const struct session_read *request);

/* Drops the pending read by which `listener` subscribes. False: none. */
bool cached_session_cancel_read(
	struct cached_session *cached, const struct session_subscriber *subscriber);

/* Serves the reads that wait for the end of loading; with an error, fails all. */
void pending_reads_complete(struct cached_session *cached, const struct mk_error *error);

/* Completes the reads that were left over, as far as this turn of the loop has time; or all. */
void pending_reads_continue(struct sessions *sessions, bool all);

/* The first change has ended without an event: it ends once the version is confirmed. */
void cached_session_confirm_change(struct cached_session *cached);

/* Follows other processes' changes of the session from now on, where there can be any. */
void cached_session_follow(struct cached_session *cached);
void cached_session_unfollow(struct cached_session *cached);
void cached_session_note_version(struct cached_session *cached);

/* The session of that id, referenced, loaded or not. NULL with `error`: it cannot exist. */
struct cached_session *cached_session_acquire(
	struct sessions *sessions, const char *id, struct mk_error *error);

/* The same; begins to load it where needed. */
struct cached_session *cached_session_acquire_loaded(
	struct sessions *sessions, const char *id, struct mk_error *error);

/* Loads it, or what is newer. The first change is carried out again afterwards. */
void cached_session_load(struct cached_session *cached);

/* It cannot be loaded: all reads and changes fail. */
void cached_session_give_up(struct cached_session *cached, const struct mk_error *error);

/* Events of the session lack their index: they are indexed as soon as no change is under way. */
void cached_session_reindex(struct sessions *sessions, const char *id);

/* The journal has no such session any more: reads and changes fail, subscribers are notified. */
void cached_session_drop_deleted(struct cached_session *cached);

/* ---- loading: catchup.c --------------------------------------------------------------------- */

/* Reads the journal from the version that is known on; ends in the state IDLE, or gives up. */
void catchup_start(struct cached_session *cached);

/* Frees what has been read so far. */
void catchup_abort(struct cached_session *cached);

/* The events were indexed, or not: loading continues. */
void catchup_indexed(
	struct cached_session *cached, enum mk_status status, const struct mk_error *error);

#endif
