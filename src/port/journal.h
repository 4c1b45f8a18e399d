/*
 * The journal: durable sessions and their events in order, simulations, idempotency records.
 *
 * Every call completes through a callback on the loop thread, never within the call. Writes take
 * effect and complete in the order of the calls; a read sees every write that was complete when it
 * was requested. MK_OK means durable: the write survives kill -9 and power loss. With any other
 * status nothing has changed.
 */
#ifndef PORT_JOURNAL_H
#define PORT_JOURNAL_H

#include "base/limits.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SESSION_ID_SIZE = 33, SESSION_NAME_SIZE = 97, OWNER_DIGEST_BYTES = 16 };

/* The row of a session: enough to list it without replaying its events. */
struct journal_session {
	char id[SESSION_ID_SIZE]; /* 32 hex digits */
	char game[24];
	char preset[24];
	char strategy[24];
	char language[4];
	char name[SESSION_NAME_SIZE]; /* UTF-8; `named` false: null */
	bool named;
	char status[12];  /* "waiting", "playing", ... */
	uint64_t version; /* of the last event */
	int64_t created_ms;
	int64_t updated_ms;
	uint32_t advised;  /* moves that were made while a move was suggested */
	uint32_t followed; /* those of them that were the suggested one */
	const char *rules; /* JSON object of all options, borrowed for the call or the callback */
	const char *token_hashes; /* what tokens are compared with; NULL: none; borrowed likewise */
	/*
	 * Of a practice table: what the program dealt from, JSON; NULL: none; borrowed likewise.
	 * Secret: nothing but the session itself reads it.
	 */
	const char *deal;
	/* Digest of the token, or of the address, that creates it and that it is counted for; zero:
	 * it is counted for none. Read by `create` alone. */
	unsigned char owner[OWNER_DIGEST_BYTES];
};

static inline bool journal_is_owned(const struct journal_session *session)
{
	static const unsigned char none[OWNER_DIGEST_BYTES];

	return memcmp(session->owner, none, sizeof none) != 0;
}

/* One accepted change. `version` is the one it led to. `body` is JSON, borrowed like `rules`. */
struct journal_event {
	uint64_t version;
	int64_t at_ms;
	char kind[16]; /* "snapshot", "move", "undo", "change", ... */
	const char *body;
	/*
	 * The version of the step that the session stands on after this event: its own for a step,
	 * an earlier one after an undo. 0: the beginning, or not indexed (see index_events).
	 */
	uint64_t top;
	/* The session's state after this event, as text without meaning for the store
	 * (session/history/state.h), borrowed like `body`; NULL: this event has none. At most
	 * JOURNAL_MAX_STATE bytes. */
	const char *state;
	/* For `append`: an earlier event whose state is dropped in the transaction; 0: none. */
	uint64_t drops_state_of;
};
enum { JOURNAL_MAX_STATE = 64 * 1024, JOURNAL_MAX_REVIEW = MAX_REVIEW_RECORD_BYTES };

struct journal_page {
	const char *after; /* the session that the page starts behind, which may be gone; NULL: from
			      the newest */
	int64_t after_ms;  /* its created_ms */
	const char *game;  /* NULL: all */
	const char *status;
	unsigned limit;
};

/* How many tables of a game ended alike, with about the same respect for what was suggested. */
struct journal_outcome_count {
	char game[24];
	char status[12]; /* "won", "lost", "drawn" or "stopped", of which `advised` is false */
	bool advised;    /* see journal_followed_advice() */
	uint64_t tables;
};

/* True for the status of a game that has ended. */
static inline bool journal_has_ended(const char *status)
{
	return strcmp(status, "won") == 0 || strcmp(status, "lost") == 0 ||
	       strcmp(status, "drawn") == 0 || strcmp(status, "stopped") == 0;
}

/*
 * True if a game followed the advice: three of four moves, because where the computer's own moves
 * count as well, two of three are as suggested whatever the player does.
 */
static inline bool journal_followed_advice(uint32_t advised, uint32_t followed)
{
	return followed > 0 && 4 * (uint64_t)followed >= 3 * (uint64_t)advised;
}

/* A run of simulated games, with the statistics of those played so far. */
struct journal_simulation {
	char id[SESSION_ID_SIZE];
	char status[12]; /* "running", "finished" or "cancelled" */
	int64_t created_ms;
	int64_t updated_ms;
	const char *spec;       /* JSON, borrowed for the call or the callback */
	const char *statistics; /* likewise */
	bool is_new;            /* for save_simulation: adds the run; else it must exist */
	/*
	 * Where other processes can write: how long the run belongs to the process that saves it,
	 * from now on; 0: any process may claim it. Of a loaded row: how much of that is left.
	 */
	uint32_t lease_ms;
};

/*
 * An operation that takes effect once, however often it is requested. Its record is written in the
 * transaction of the change and kept for a day, within the limits of its owner, of the session and
 * of the journal (token_keys, ..., base/limits.h): beyond them the oldest records are dropped.
 */
enum { KEY_DIGEST_BYTES = 32, KEY_LIFETIME_MS = MAX_KEY_HOURS * 3600 * 1000 };
struct journal_idempotency {
	unsigned char key[KEY_DIGEST_BYTES];            /* owner, operation and key */
	unsigned char request_digest[KEY_DIGEST_BYTES]; /* the same key must not come with another
							   request */
	int64_t at_ms;
	char id[SESSION_ID_SIZE]; /* what it has changed or made; "": nothing */
	uint64_t version;         /* the session's, to which it led */
	const void *answer;       /* response as the caller wrote it; NULL: none; borrowed */
	size_t length;            /* at most MAX_KEY_RESPONSE_BYTES */
	unsigned char owner[OWNER_DIGEST_BYTES]; /* digest of the token, or of the address, it came
						    from */
	char session[SESSION_ID_SIZE]; /* that the request named; "": none. For counting */
};

/* MK_BUSY: the store did not respond in time, and may have made the change. */
typedef void journal_done(void *context, enum mk_status status);
typedef void journal_idempotency_found(
	void *context, enum mk_status status, const struct journal_idempotency *idempotency);
typedef void journal_loaded(void *context, enum mk_status status,
	const struct journal_session *session, const struct journal_event *events, size_t count);
/* tops[i] is journal_event.top of version i + 1. */
typedef void journal_tops(void *context, enum mk_status status, const uint64_t *tops, size_t count);
typedef void journal_listed(void *context, enum mk_status status,
	const struct journal_session *sessions, size_t count, bool more);

typedef void journal_tallied(void *context, enum mk_status status,
	const struct journal_outcome_count *tallies, size_t count);

/* `review` is borrowed for the callback. */
typedef void journal_review_loaded(void *context, enum mk_status status, const char *review);

typedef void journal_simulations(void *context, enum mk_status status,
	const struct journal_simulation *simulations, size_t count);

/*
 * A session whose newer versions are reported. Embedded in the struct of its owner, which keeps
 * version and at_ms up to date; called on the loop thread, never from inside a call to the journal.
 */
struct journal_follower {
	char id[SESSION_ID_SIZE];
	uint64_t version; /* that its owner has */
	int64_t at_ms;    /* updated_ms of that version */
	/* Another process may have written a newer version, or removed the session. */
	void (*on_newer)(struct journal_follower *follower);
	void *context;
	struct journal_follower *previous, *next; /* the journal's own use */
};

/* Receives what other processes do to simulations; otherwise like a follower. */
struct journal_subscriber {
	/* A simulation was saved, claimed or removed. */
	void (*on_simulation_changed)(struct journal_subscriber *subscriber, const char *id);
	/* Notifications may have been lost: compare all cached sessions with the journal. */
	void (*on_gap)(struct journal_subscriber *subscriber);
	void *context;
};

struct journal {
	const struct journal_methods *methods;
};

struct journal_methods {
	/*
	 * Adds a session without events. MK_CONFLICT if the id exists; MK_FULL if its owner has
	 * reached LIMIT_TOKEN_SESSIONS.
	 *
	 * With `idempotency` (NULL: none; copied) this and the next two methods also store the
	 * idempotency record in the same transaction: MK_OVER if there was one less than
	 * KEY_LIFETIME_MS ago. Not stored if find_idempotency is NULL.
	 */
	void (*create)(struct journal *journal, const struct journal_session *session,
		const struct journal_idempotency *idempotency, journal_done *done, void *context);
	/*
	 * Adds one event and updates the session's row in one transaction. MK_CONFLICT if the row's
	 * version is not event->version - 1; MK_NOT_FOUND without a session. Game, preset, rules,
	 * deal and created_ms keep their values, whatever `session` contains (`rules` may be NULL
	 * here), and so do token hashes of which `session` has none.
	 */
	void (*append)(struct journal *journal, const struct journal_session *session,
		const struct journal_event *event, const struct journal_idempotency *idempotency,
		journal_done *done, void *context);
	/* The session with its events past version `after`, oldest first, `limit` of them (0: all).
	 */
	void (*load)(struct journal *journal, const char *id, uint64_t after, unsigned limit,
		journal_loaded *loaded, void *context);
	/*
	 * The session with its events from a state on: first the last event up to version `upto`
	 * that has a state, or version 1 where none up to there has one; then those that follow,
	 * past `upto` too. `limit` of them in all (0: all). MK_NOT_FOUND.
	 */
	void (*load_from_state)(struct journal *journal, const char *id, uint64_t upto,
		unsigned limit, journal_loaded *loaded, void *context);
	/*
	 * `top` of each event up to version `upto`. MK_NOT_FOUND; MK_IO where a version is missing.
	 */
	void (*load_tops)(struct journal *journal, const char *id, uint64_t upto,
		journal_tops *loaded, void *context);
	/*
	 * Sets `top` and `state` of existing events (of each only `version`, `top` and `state` are
	 * read), all or none; other members and the session's row stay. For events that were
	 * written without them; watchers are not notified. MK_NOT_FOUND when the session or one of
	 * the events does not exist.
	 */
	void (*index_events)(struct journal *journal, const char *id,
		const struct journal_event *events, size_t count, journal_done *done,
		void *context);
	/* Newest first (by created_ms, then id). */
	void (*list)(struct journal *journal, const struct journal_page *page,
		journal_listed *listed, void *context);
	/* Those that were not changed since `before_ms`, the oldest first, `limit` of them. */
	void (*list_unused)(struct journal *journal, int64_t before_ms, unsigned limit,
		journal_listed *listed, void *context);
	/* All sessions that have ended, counted; in any order. */
	void (*tally)(struct journal *journal, journal_tallied *tallied, void *context);
	/*
	 * The session and its events. MK_NOT_FOUND when there is no such session; MK_CONFLICT when
	 * it was changed since `before_ms` (INT64_MAX: whenever that was).
	 */
	void (*remove)(struct journal *journal, const char *id, int64_t before_ms,
		journal_done *done, void *context);
	/*
	 * Adds a new simulation, or stores status and statistics of an existing one; its spec and
	 * created_ms stay. MK_CONFLICT if it is not running any more, or belongs to another
	 * process; MK_NOT_FOUND if it does not exist. With statistics NULL only the status changes,
	 * whichever process the simulation belongs to.
	 */
	void (*save_simulation)(struct journal *journal,
		const struct journal_simulation *simulation,
		const struct journal_idempotency *idempotency, journal_done *done, void *context);
	/* All of them, oldest first (by created_ms, then id); or the one of that id, if any. */
	void (*load_simulations)(struct journal *journal, const char *id,
		journal_simulations *loaded, void *context);
	/*
	 * Stores the review of a session, text without meaning for the store, of at most
	 * JOURNAL_MAX_REVIEW bytes. It replaces an older one and is removed with the session.
	 * MK_NOT_FOUND when there is no such session. NULL, like the next: no reviews are kept.
	 */
	void (*save_review)(struct journal *journal, const char *id, const char *review,
		journal_done *done, void *context);
	/* MK_NOT_FOUND when the session has none. */
	void (*load_review)(struct journal *journal, const char *id, journal_review_loaded *loaded,
		void *context);
	/* MK_NOT_FOUND if there is no such simulation. */
	void (*remove_simulation)(
		struct journal *journal, const char *id, journal_done *done, void *context);
	/*
	 * Takes over a running simulation for `lease_ms` if its lease has run out. MK_CONFLICT if
	 * it has not, or the simulation has ended; MK_NOT_FOUND. NULL: no other process writes to
	 * this journal.
	 */
	void (*claim_simulation)(struct journal *journal, const char *id, uint32_t lease_ms,
		journal_done *done, void *context);
	/*
	 * The record of this key since `since_ms`; MK_NOT_FOUND. NULL, like the two that follow: no
	 * records are kept.
	 */
	void (*find_idempotency)(struct journal *journal, const unsigned char key[KEY_DIGEST_BYTES],
		int64_t since_ms, journal_idempotency_found *found, void *context);
	/*
	 * Stores the response. Where something was changed (`id`) to what was kept with that
	 * change, unless it has an answer; else it is kept now, unless something is. `answer` may
	 * be NULL there: that the request changed nothing is all that is kept.
	 */
	void (*save_response)(struct journal *journal,
		const struct journal_idempotency *idempotency, journal_done *done, void *context);
	/* Those that were kept up to `before_ms`, the oldest first, `limit` of them. */
	void (*purge_idempotency)(struct journal *journal, int64_t before_ms, unsigned limit,
		journal_done *done, void *context);
	/*
	 * The four that follow are about other processes that write to the same journal; all NULL,
	 * like claim_simulation, where there can be none.
	 *
	 * MK_OK: this version of the session is the newest; MK_CONFLICT: it is not, or not of this
	 * journal's history; MK_NOT_FOUND. Sees every write that was answered before the call, by
	 * whichever process.
	 */
	void (*confirm)(struct journal *journal, const char *id, uint64_t version, int64_t at_ms,
		journal_done *done, void *context);
	/* Reports newer versions from now on until unfollow(). */
	void (*follow)(struct journal *journal, struct journal_follower *follower);
	void (*unfollow)(struct journal *journal, struct journal_follower *follower);
	/* Reports what happens to simulations, until the end; one subscriber. */
	void (*subscribe)(struct journal *journal, struct journal_subscriber *subscriber);
	/*
	 * Answers all calls that need not wait for anything. Called when a request has been carried
	 * out as far as possible, never from inside an answer. NULL: there are none.
	 */
	void (*deliver_ready)(struct journal *journal);
	/* The number of sessions, at once. NULL: not counted. */
	uint64_t (*count)(const struct journal *journal);
	/* True if it can serve (/readyz). */
	bool (*ready)(const struct journal *journal);
	/* Why it cannot, where that is known, in words that live as long as the journal. May be
	 * NULL, and answer NULL. */
	const char *(*obstacle)(const struct journal *journal);
	/* Finishes what waits, answers it, then `done`; destroy only after that. */
	void (*stop)(struct journal *journal, void (*done)(void *context), void *context);
	void (*destroy)(struct journal *journal);
};

/* ---- errors of the journal ------------------------------------------------------------------ */

/* The failures of a journal as errors for clients. */

/*
 * Fills `error` for a journal call that answered `status`: MK_NOT_FOUND "unknown_session", MK_OVER
 * "already_applied", else MK_IO "store_unavailable", which after MK_BUSY leaves open whether
 * anything was changed. Returns its status.
 */
enum mk_status journal_fail(enum mk_status status, struct mk_error *error);

#endif
