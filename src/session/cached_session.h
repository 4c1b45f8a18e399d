/*
 * A session in memory, as the files of this folder share it.
 *
 * A live session is held by whatever still needs it: a listener, a change, a loading, a callback
 * that is running. What nobody holds is idle: it may be forgotten, the journal has it all.
 */
#ifndef SESSION_LIVE_H
#define SESSION_LIVE_H

#include "base/id_hash.h"
#include "session/advice_cache.h"
#include "session/cameras.h"
#include "session/sessions.h"

#include <makker/search.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct change;
struct event;
struct pending_read;
struct pursuit;
struct thinking;

static inline bool outcome_is_over(enum mk_outcome outcome)
{
	return outcome == MK_WON || outcome == MK_LOST || outcome == MK_DRAWN;
}

/* Was it accepted? Then it is what a walk along the events comes to (session/history/walk.h). */
static inline bool finding_is_accepted(const struct mk_finding *finding)
{
	return finding && finding->explanation != MK_UNCHANGED &&
	       finding->explanation < MK_LOOK_AGAIN;
}

enum cached_session_state {
	CACHED_UNKNOWN, /* only the id is known; loaded at the next use */
	CACHED_LOADING,
	CACHED_KNOWN,
};

/* A walk along a session's listeners, which may leave meanwhile. */
struct telling {
	struct session_subscriber *present; /* NULL when it has left */
	struct session_subscriber *next;
	struct telling *outer;
};

struct live {
	struct session session; /* what the others see of it */
	struct sessions *sessions;
	enum cached_session_state state;
	bool entered; /* in the table; else it goes when the last lets go */
	bool working; /* changes are being carried out: the next one waits until this is over */
	unsigned holds;
	struct live *previous, *next; /* among the idle */
	bool awake;                   /* among the idle: it was not put to rest */

	/* Where others write to the journal, too (see follow.h). Askings are counted in rounds. */
	bool following; /* the journal is being asked whether there is something newer */
	bool behind;    /* there is, or may be: it is asked as soon as nothing is being written */
	uint64_t round, load_round, follow_round;
	uint64_t asked_version; /* what it was when the journal was asked */
	struct pursuit
		*pursuit; /* while it is loaded from a stored state on (pursuit.c); or NULL */
	bool indexing;    /* its events are being indexed (indexing.h) */
	bool reindex;     /* they must be, as soon as it is loaded again */

	struct pending_read
		*pending_reads; /* wait until it is known, and known to be the present one */
	struct change *changes; /* the first is the one that is being carried out */
	unsigned change_count;

	/* Of the last event, as session/history/walk.h has them. */
	uint64_t top;
	uint64_t state_at; /* the last version that is stored with a state */
	uint64_t bytes;    /* of the bodies of all events */

	struct session_subscriber *listeners;
	struct telling *broadcasts;               /* under way, the innermost first */
	struct live *heard_previous, *heard_next; /* among those that have listeners */

	/* What session.view, .before, .observed, .rules_json and .locks point at. */
	char *rules_json;
	char *locks;
	struct mk_view *view;
	struct mk_view *before;       /* the table before the steps of `concluded` */
	struct mk_finding *observed;  /* there while it is known */
	struct mk_finding *concluded; /* likewise: the last one that was accepted */
	bool has_concluded;           /* there was one; else `concluded` is meaningless */
	struct mk_repair repair;
	unsigned char *resting; /* what it holds, packed (rest.h); NULL: it is not */
	bool observes;          /* while it rests: is there something observed? */

	uint64_t tables;           /* counts how often the view, or the strategy, has changed */
	struct thinking *thinking; /* by the session's own strategy, about this table; or NULL */
	struct mk_search_memo *intent; /* of the last thought; NULL until there was one */
	struct mk_tracker
		*memory;         /* of the pictures; NULL: the game keeps none, or has no memory */
	struct cameras *cameras; /* NULL until the first numbered frame */
	struct mk_move suggestion; /* the player was told this one last */
	enum { SUGGESTION_UNKNOWN, SUGGESTION_NONE, SUGGESTION_MADE } suggested;
	UT_hash_handle hh;
};

struct sessions {
	struct sessions_options options;
	struct live *lives; /* by id */
	struct live *idle;  /* the longest idle first */
	unsigned idle_count;
	struct live *awake; /* the first of the idle that was not put to rest; NULL: none */
	unsigned awake_count;
	unsigned held_back;   /* above 0: no idle session is forgotten just now */
	struct live *heard;   /* those that have listeners */
	struct live *compare; /* of these, the next one to compare with the journal; or NULL */
	bool shared;          /* others write to the journal */
	struct journal_subscriber subscriber;
	unsigned opening;    /* new ones on their way into the journal */
	unsigned indexing;   /* sessions whose events are being indexed */
	unsigned correcting; /* corrections and repairs that hold copies of events */
	bool leaving;        /* the farewell was said: what is still computed comes too late */
	struct advice_cache advice_cache;
	struct change *spare_changes; /* over, kept for the next ones */
	unsigned spare_count;
	uint32_t editions;         /* the last one that was given to a session */
	struct thinking *thoughts; /* all that are under way */
	struct sessions_figures figures;
};

/* The session in memory of which an answer has shown `session`. */
static inline struct live *cached_session_of(const struct session *session)
{
	return (struct live *)session;
}

/* ---- life ----------------------------------------------------------------------------------- */

/* A new one that nobody else knows, held once; NULL without memory. */
struct live *cached_session_create(struct sessions *sessions, const char *id);

/* Lets `session`, which is to be shown, have its rules as JSON. False without memory. */
bool cached_session_set_rules_json(struct live *live, struct session *session);

/* The same with its locks, which are copied; NULL: it has none. */
bool cached_session_set_token_hashes(struct live *live, struct session *session, const char *locks);

/* Puts it into the table, where it is found by its id. False without memory. */
bool cached_session_insert(struct live *live);

/* Sees to it that there is room for what is observed. False without memory. */
bool cached_session_reserve_finding(struct live *live);

/* Takes it out of the table. */
void cached_session_unlink(struct live *live);

/* Sees to it that it is not in memory; false where somebody uses it. */
bool cached_session_evict(struct sessions *sessions, const char *id);

void cached_session_ref(struct live *live);

/* Lets go; `live` may be gone then. */
void cached_session_unref(struct live *live);

/* Frees it whoever holds it: only for the end. */
void cached_session_destroy(struct live *live);

/*
 * Takes a table over as `table` (JSON) tells it, in a session that nobody has played in; the first
 * event of its journal. Answers like every change.
 */
void cached_session_set_table(
	struct live *live, const char *table, sessions_answer *answer, void *context);

/* ---- what it shows -------------------------------------------------------------------------- */

/* The session as everybody may see it, its advice up to date. */
const struct session *cached_session_refresh(struct live *live);

/* The move that the player was told last, or NULL. */
const struct mk_move *cached_session_suggestion(struct live *live);

/*
 * Makes `next` what is known; where table or strategy are others, the advice for what was known
 * until now is forgotten. Its finding is copied. The two tables are taken, also when they are those
 * of now (both as they are, or its view as the one before the new); `before` may be NULL.
 */
void cached_session_install(struct live *live, const struct session *next, struct mk_view *view,
	struct mk_view *before);

/* Remembers what was concluded from a snapshot that changed nothing. */
void cached_session_set_finding(
	struct live *live, enum session_sync sync, const struct mk_finding *finding);

/* What is shown has changed, the version has not. */
void cached_session_bump_revision(struct live *live);

/* Remembers what would explain it. */
void cached_session_set_repair(struct live *live, const struct mk_repair *repair);

/* What earlier pictures said, to go on with; NULL where the game keeps nothing of them. */
struct mk_tracker *cached_session_tracker(struct live *live);

/* The table changed otherwise than by a picture: what the pictures said is of another table. */
void cached_session_reset_tracker(struct live *live);

/* Remembers the frame; nothing happens without memory or where it has no number. */
void cached_session_record_frame(struct live *live, const char *camera, int64_t number);

/* Remembers the rates of the event's camera, where it has them. */
void cached_session_note_rates(struct live *live, const struct event *event);

/* ---- who listens ---------------------------------------------------------------------------- */

/*
 * A telling reaches those who listen when it begins: who joins later has heard the new state
 * already when it joined.
 */
void broadcast_begin(struct telling *telling, struct live *live);
void broadcast_send(
	struct telling *telling, struct live *live, enum session_notification news, bool ended);
void broadcast_end(struct telling *telling, struct live *live);

/* Begins, tells and ends. */
void cached_session_broadcast(struct live *live, enum session_notification news);

/* Tells every listener that the session is gone; none is left. */
void cached_session_broadcast_deleted(struct live *live);

/* The answer to who wants to listen, then the present session. */
void cached_session_subscribe(struct live *live, struct session_subscriber *listener,
	sessions_answer *answer, void *context);

/* ---- who waits for it ----------------------------------------------------------------------- */

/* What only wants to read a session, and waits until it is loaded. */
struct pending_read {
	struct pending_read *previous, *next;
	sessions_answer *answer;
	void *context;
	struct session_subscriber *listener; /* NULL: does not want to listen */
	bool opens;     /* the session is opened, in whichever version this daemon knows */
	uint64_t round; /* the asking of the journal that answers it; 0: any */
	bool due;       /* the loading that it waited for is over */
};

/* Serves it now, or when the journal has told what is wanted of it. */
void pending_read_serve(struct live *live, const struct pending_read *pending_read);

/*
 * Serves the errands that waited for this asking or an earlier one, or fails them where there is an
 * error.
 */
void pending_reads_complete(struct live *live, uint64_t round, const struct mk_error *error);

/* The session of that id, held, whether it is loaded or not. NULL when there can be none (with
 * `error`). */
struct live *cached_session_acquire(
	struct sessions *sessions, const char *id, struct mk_error *error);

/* The same; loads it where needed. */
struct live *cached_session_acquire_loaded(
	struct sessions *sessions, const char *id, struct mk_error *error);

/* Brings it up to date from the journal (again); then the errands and changes go on (pursuit.c). */
void cached_session_load(struct live *live);

/* Drops what was read for that so far. */
void cached_session_abort_load(struct live *live);

/* Events of the session lack their index: they are indexed as soon as no change is under way. */
void cached_session_reindex(struct sessions *sessions, const char *id);

/* Its events were indexed, or not: loading goes on. */
void cached_session_indexed(struct live *live, enum mk_status status, const struct mk_error *error);

/* The journal has no such session any more: all who wait or listen are told so. */
void cached_session_drop_deleted(struct live *live);

#endif
