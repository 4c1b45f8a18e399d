/*
 * A change of a session, from the request to the response.
 *
 * The changes of a session run one after another. Each prepares the next state of the session
 * separately; when the journal has stored the event, it becomes the current one. So clients see
 * only durable states, and a failure changes nothing.
 */
#ifndef SESSION_CHANGE_H
#define SESSION_CHANGE_H

#include "session/cached_session.h"
#include "session/history/event.h"

#include <stdalign.h>
#include <stddef.h>

/*
 * The members before `next` are zero-initialized. The rest is large, and each kind of change writes
 * the members that it uses.
 */
struct change {
	struct change *earlier, *later; /* in the session's queue */
	struct sessions *sessions;
	size_t capacity; /* bytes of `more` */
	struct cached_session *cached;
	const struct change_kind *kind;
	unsigned repeated; /* number of retries because others were first */
	bool reindexed;    /* the events were already indexed for it */
	void (*end)(struct change *change);
	enum session_notification notification; /* sent to the subscribers */
	struct change_precondition condition;
	sessions_callback *answer;
	void *context;

	/* The request. */
	bool done, typed; /* of a snapshot, see struct session_frame */
	struct mk_text *why;
	union {
		struct {
			const struct mk_game *game;
			struct mk_snapshot *seen;
		} snapshot;
		struct json_t *move;
		struct mk_move reply; /* of an opponent */
		int undo_steps;       /* as requested */
		struct session_correction correction;
		struct session_choice {
			uint64_t question;
			int number;
		} choice;
		struct {
			bool speaks, plans, renames, named, stops, goes_on;
			enum mk_language language;
			const struct mk_strategy *strategy; /* or by its name */
			char strategy_name[sizeof(((struct journal_session *)0)->strategy)];
			char name[SESSION_NAME_SIZE];
		} patch;
	};

	/* The result; `next.observed` points into the event. */
	struct mk_view *view;   /* NULL: the table is unchanged */
	struct mk_view *before; /* NULL: the current view, if the finding has steps */
	struct mk_world *world; /* of a practice table, with `shown`; NULL: unchanged */
	uint64_t shown;
	uint64_t top;              /* of the event; an undo sets it before change_store() */
	struct mk_tracker *memory; /* the tracker after a background job, see
				      snapshot_keep_evidence(); or NULL */
	bool keeps_pictures; /* the player reported the table; evidence of its snapshots is kept */
	bool snapshot_first; /* a count that is meaningless without the newest snapshot */
	bool awaits_next;    /* a later snapshot is unexplained: the next one decides */
	enum session_sync refused; /* `refused` of the stored state, see struct state */
	enum {
		PICTURE_UNRATED, /* it says nothing about how often the camera takes pictures */
		PICTURE_OF_MOVE,
		PICTURE_UNCHANGED
	} shows;
	bool has_state;               /* the event is stored with the state that it leads to ... */
	bool is_transient;            /* ... which the next one replaces, see struct state */
	size_t body_size, state_size; /* stored with the event; 0: none */
	char *requested_hashes;       /* as in struct session_change; NULL: unchanged */
	char *token_hashes;           /* stored with the event; NULL: unchanged */
	struct mk_repair proposal;    /* of a contradiction */
	bool has_proposal;
	/* Not initialized; only the members above are zeroed. */
	struct session next;
	struct event event;
	struct mk_error error;   /* the result */
	struct mk_error refusal; /* of a snapshot, during the search for an explanation */
	alignas(max_align_t) unsigned char more[];
};

struct change_kind {
	/*
	 * Carries out the change on the current session, of which `next` is a copy; completes now
	 * or later by one of the functions below.
	 */
	void (*carry_out)(struct change *change);
	void (*discard)(struct change *change); /* frees its resources; NULL: none */
	bool takes_stopped; /* handles sessions whose game was given up; other changes fail there */
};

/* A change with `more` bytes of payload; NULL, and completed, without memory. */
struct change *change_create(struct sessions *sessions, const struct change_kind *kind,
	const struct change_precondition *condition, sessions_callback *answer, void *context,
	size_t more);

/* Completes a change that cannot be queued with an error, and frees it. */
void change_reject(struct change *change, const struct mk_error *error);

/* Queues the change at the session of that id. */
void change_submit(struct change *change, struct sessions *sessions, const char *id);

/*
 * Copies the current view, and the world of a practice table, to work on; false (and the change has
 * failed) without memory.
 */
bool change_copy_view(struct change *change);

/*
 * True, and the change has failed with an error at `where`, at a practice table, which has no
 * snapshots or corrections.
 */
bool change_fails_at_practice(struct change *change, const char *where);

/*
 * ---- completion -----------------------------------------------------------------------------
 *
 * If other processes write to the journal, a change without a write may rest on an old state: it
 * completes once the journal has confirmed the version; otherwise the change is carried out again.
 */

/* Fails without a change. */
void change_fail(struct change *change, const struct mk_error *error);

/* Completes with the current session, without a write. */
void change_complete_unchanged(struct change *change);

/* The same, and notifies the subscribers of the finding of a snapshot that changed nothing. */
void change_report(struct change *change, enum session_notification notification);

/*
 * Ends a contradictory snapshot: the response has the error and the session, and the subscribers
 * are notified.
 */
void change_report_contradiction(struct change *change, const struct mk_error *error);

/* Writes the event; `next` becomes the current session when it is stored. */
void change_store(struct change *change);

/*
 * A snapshot shows an unchanged table: stores the state with the change's view, frame and finding
 * with the last event, so that what it has confirmed survives a restart. Then `confirmed` ends the
 * change. No new version.
 */
void change_store_confirmed(struct change *change, void (*confirmed)(struct change *change));

/*
 * The same after a snapshot that was not accepted: after a restart the table does not count as
 * known, and the question is asked again. Nothing is stored before the first event, or if the
 * stored state is already the same.
 */
void change_store_refused(struct change *change, enum session_sync sync,
	const struct mk_finding *finding, void (*refused)(struct change *change));

/* The same after a snapshot that failed: what the tracker and the cameras keep of it. */
void change_store_evidence(struct change *change, void (*stored)(struct change *change));

/* Records the picture of the change, its frame and what it says of its camera. */
void change_note_picture(const struct change *change);

/*
 * True if each picture is stored with what it has shown, because the game combines several of them.
 */
bool session_stores_pictures(const struct session *session);

/* Deletes the session in the journal. */
void change_remove(struct change *change);

/* ---- pictures ------------------------------------------------------------------------------- */

/*
 * After a rejected snapshot: searches for one earlier misreading that explains it. Ends the change.
 */
void change_repair(struct change *change, const struct mk_error *refusal);

/*
 * Ends that search without a repair (NULL), or with one that the player has to confirm. Subscribers
 * are notified of the contradiction.
 */
void change_end_contradiction(struct change *change, const struct mk_repair *proposal);

/* After snapshot_apply_reported(): the reported card explains the newest snapshot. Ends the change.
 */
void change_take_answer(struct change *change);

/*
 * The reported card contradicts the snapshot. False, and the change has not ended: it contradicts
 * an earlier reading, which may be corrected.
 */
bool change_refuse_answer(struct change *change);

/* Carries out change->choice: one of several hypotheses becomes the only one. */
void change_choose(struct change *change);

/*
 * Explains the unexplained newest snapshot by the count of the correction. False, with nothing
 * changed, if it does not explain it; `snapshot_first` then says whether the count must not be
 * corrected without explaining the snapshot.
 */
bool change_explain_by_count(struct change *change);

/*
 * Resolves uncertainty by the count of the correction; false, with nothing changed, if it does not.
 */
bool change_settle_by_count(struct change *change);

/* The same by its card, if the newest snapshot was explained. */
bool change_settle_by_card(struct change *change);

/*
 * Stores the player's confirmation of the believed `card`, which is unconfirmed in the change's
 * view (a copy of the session's if it has none).
 */
void change_confirm_card(struct change *change, mk_card card);

/* ---- for the session itself ----------------------------------------------------------------- */

/* Carries out the first change of an idle session. */
void change_start(struct change *change);

/* Frees the prepared results of a change that is carried out again. */
void change_drop_results(struct change *change);

/* Frees the changes that are kept for the next requests. */
void changes_free_spare(struct sessions *sessions);

/* Has the events indexed, then starts the change again. Once per change; then it fails. */
void change_reindex(struct change *change);

/* Fails the change at once, without confirmation of the version by the journal. */
void change_fail_now(struct change *change, const struct mk_error *error);

/* Fails all queued changes. */
void changes_fail(struct cached_session *cached, const struct mk_error *error);

#endif
