/*
 * A change of a session, from the request to the response.
 *
 * The changes of a session run one after another. Each prepares the next state of the session
 * beside the current one; when the journal has stored the event, the next state becomes the current
 * one. So only durable states are shown, and a failure changes nothing.
 */
#ifndef SESSION_CHANGE_H
#define SESSION_CHANGE_H

#include "session/cached_session.h"
#include "session/history/event.h"

#include <stdalign.h>
#include <stddef.h>

/*
 * The members before `next` begin as zeros. The rest is large, and each kind of change writes what
 * it uses.
 */
struct change {
	struct change *earlier, *later; /* in the session's queue */
	struct sessions *sessions;
	size_t capacity; /* bytes of `more` */
	struct cached_session *cached;
	const struct change_kind *kind;
	unsigned repeated; /* how often others were first */
	bool reindexed;    /* the events were indexed for it already */
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
	struct mk_view *view;   /* NULL: the table stays as it is */
	struct mk_view *before; /* NULL: it was the present one, if the finding has steps */
	struct mk_world *world; /* of a practice table, with `shown`; NULL: stays as it is */
	uint64_t shown;
	uint64_t top; /* of the event; an undo sets it before change_store() */
	struct mk_tracker
		*memory; /* the result of a look in a job, see snapshot_keep_evidence(); or NULL */
	bool keeps_pictures;          /* a table of the player's word; pictures of it still count */
	bool snapshot_first;          /* a count that is nothing without the newest snapshot */
	bool awaits_next;             /* a snapshot since is not understood: the next one decides */
	enum session_sync refused;    /* by the state that is stored with it, see struct state */
	bool has_state;               /* the event is stored with the state that it leads to */
	size_t body_size, state_size; /* that the event is stored with; 0: none */
	char *requested_hashes;       /* as struct session_change has them; NULL: they stay */
	char *token_hashes;           /* that the event is stored with; likewise */
	struct mk_repair proposal;    /* of a contradiction */
	bool has_proposal;
	/* Written before they are read; a change begins with zeros above. */
	struct session next;
	struct event event;
	struct mk_error error;   /* what it ends with */
	struct mk_error refusal; /* of a snapshot, during the search for an explanation */
	alignas(max_align_t) unsigned char more[];
};

struct change_kind {
	/*
	 * Carries out the change on the present session, of which `next` is a copy: ends, now or
	 * later, in one of the ways below.
	 */
	void (*carry_out)(struct change *change);
	void (*discard)(struct change *change); /* frees what it keeps; NULL: nothing */
	bool takes_stopped; /* decides what is possible where the game was given up; else nothing is
			     */
};

/* A change with `more` bytes of payload; NULL, and completed, without memory. */
struct change *change_create(struct sessions *sessions, const struct change_kind *kind,
	const struct change_precondition *condition, sessions_callback *answer, void *context,
	size_t more);

/* Answers a change that can't even be handed over, and frees it. */
void change_reject(struct change *change, const struct mk_error *error);

/* Queues the change at the session of that id. */
void change_submit(struct change *change, struct sessions *sessions, const char *id);

/*
 * A copy of the present view to work on, and of the world of a practice table; false (and the
 * change has failed) without memory.
 */
bool change_copy_view(struct change *change);

/* True, and the change has failed, at a practice table: there are no pictures or corrections, which
 * is said of the member `where`. */
bool change_fails_at_practice(struct change *change, const char *where);

/*
 * ---- how it ends ----------------------------------------------------------------------------
 *
 * Where others write to the journal, what ends without writing may rest on an old state: it ends
 * once the journal has confirmed the version; else the change is carried out again.
 */

/* Nothing was changed. */
void change_fail(struct change *change, const struct mk_error *error);

/* The present session is the answer, without anything for the journal. */
void change_complete_unchanged(struct change *change);

/*
 * The same, and notifies the subscribers of what a snapshot was taken for although it changed
 * nothing.
 */
void change_report(struct change *change, enum session_notification notification);

/*
 * Ends a contradictory snapshot: the response has the error and the session, and the subscribers
 * are notified.
 */
void change_report_contradiction(struct change *change, const struct mk_error *error);

/* `next` becomes the present session when the journal has the event. */
void change_store(struct change *change);

/*
 * Pictures have confirmed cards of the present table, or one shows it that was refused before: the
 * last event gets the state with the change's view and frame, so that a restart does not doubt them
 * again. Then `confirmed` ends the change. No new version.
 */
void change_store_confirmed(struct change *change, void (*confirmed)(struct change *change));

/*
 * A picture was not accepted: likewise, so that after a restart the table does not count as known,
 * and the question that was asked is asked again. Nothing is stored where the state says it
 * already.
 */
void change_store_refused(struct change *change, enum session_sync sync,
	const struct mk_finding *finding, void (*refused)(struct change *change));

/* Deletes the session in the journal. */
void change_remove(struct change *change);

/* ---- pictures ------------------------------------------------------------------------------- */

/*
 * After a rejected snapshot: searches for one earlier misreading that explains it. Ends the change.
 */
void change_repair(struct change *change, const struct mk_error *refusal);

/*
 * The end of that without one, or with one that the player has to confirm; NULL: none. Subscribers
 * are notified of the contradiction.
 */
void change_end_contradiction(struct change *change, const struct mk_repair *proposal);

/* After snapshot_apply_reported(): the reported card explains the newest snapshot. Ends the change.
 */
void change_take_answer(struct change *change);

/*
 * ... or contradicts it. False, and nothing has ended: it contradicts what is known otherwise, and
 * that may be put right.
 */
bool change_refuse_answer(struct change *change);

/* Carries out change->choice: one of several explanations becomes the only one. */
void change_choose(struct change *change);

/*
 * The newest snapshot is not understood, and the count of the correction explains it. False, with
 * nothing done, if it does not; `snapshot_first` then says whether it must not be put right without
 * explaining it.
 */
bool change_explain_by_count(struct change *change);

/* Settles what is open by the count of the correction; false, with nothing done, if it does not. */
bool change_settle_by_count(struct change *change);

/* Likewise by its card, where the newest snapshot was understood. */
bool change_settle_by_card(struct change *change);

/*
 * Stores that `card` is the believed one, as the player has checked. It is unconfirmed in the
 * change's view (a copy of the session's where it has none).
 */
void change_confirm_card(struct change *change, mk_card card);

/* ---- for the session itself ----------------------------------------------------------------- */

/* Carries out the first change of an idle session. */
void change_start(struct change *change);

/* Frees what the change has prepared: it is carried out again. */
void change_drop_results(struct change *change);

/* Frees the changes that are kept for the next requests. */
void changes_free_spare(struct sessions *sessions);

/* Has the events indexed, then starts the change again. Once per change; then it fails. */
void change_reindex(struct change *change);

/* Closes the open question. */
void change_fail_now(struct change *change, const struct mk_error *error);

/* All changes that wait fail. */
void changes_fail(struct cached_session *cached, const struct mk_error *error);

#endif
