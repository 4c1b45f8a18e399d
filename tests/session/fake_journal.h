/* A journal whose answers the test gives by hand, one call after another. */
#ifndef TESTS_SESSION_FAKE_JOURNAL_H
#define TESTS_SESSION_FAKE_JOURNAL_H

#include "port/journal.h"

enum {
	FAKE_SESSIONS = 96,
	FAKE_EVENTS = 400,
	FAKE_CALLS = 64,
	FAKE_BODY = 512,
	FAKE_INDEXED = 128 /* events in one index_events() */
};

struct fake_call {
	char what[12]; /* "create", "append", "load", "from_state", "tops", "index", "list",
			  "remove", "confirm" */
	struct journal_session session;
	char rules[256];
	struct journal_event event;
	char body[FAKE_BODY];
	struct journal_event indexed[FAKE_INDEXED]; /* their states are copies, too */
	size_t indexed_count;
	uint64_t after;
	uint64_t upto;
	int64_t at_ms;
	unsigned limit;
	bool has_once;
	struct journal_idempotency idempotency;
	journal_done *done;
	journal_loaded *loaded;
	journal_tops *tops;
	journal_listed *listed;
	void *context;
};

struct fake_kept {
	struct journal_session session;
	char rules[256];
	struct journal_event events[FAKE_EVENTS];
	char bodies[FAKE_EVENTS][FAKE_BODY];
	char *states[FAKE_EVENTS]; /* of the events; or NULL */
	size_t count;
};

struct fake_journal {
	struct journal journal;
	struct fake_kept kept[FAKE_SESSIONS]; /* without an id: free */
	struct fake_call calls[FAKE_CALLS];   /* not answered yet, the oldest first */
	size_t call_count;
	unsigned loads;     /* of any kind, ever */
	size_t body_length; /* of the last event; FAKE_BODY bytes of it are kept */
	struct journal_follower *followers;
};

struct fake_journal *fake_create(void);

/* One to which others write, too. */
struct fake_journal *fake_create_shared(void);

/* Another daemon takes so many counters from the toy's pile: an event of the next version. */
void fake_write(struct fake_journal *fake, const char *id, int taken);
/* Or does anything else: the event's kind and body. */
void fake_write_event(
	struct fake_journal *fake, const char *id, const char *kind, const char *body);
/* Announcements may have been lost: the followed sessions are compared. */
void fake_gap(struct fake_journal *fake);

/* Announces its write; 0: that the session was removed. */
void fake_announce(struct fake_journal *fake, const char *id, uint64_t version);
void fake_destroy(struct fake_journal *fake);

/* The kind of the oldest waiting call; "" when none waits. */
const char *fake_wants(const struct fake_journal *fake);

/* Carries the oldest call out and answers it. */
void fake_answer(struct fake_journal *fake);
void fake_answer_all(struct fake_journal *fake);

/* Answers the oldest call with `status` instead of carrying it out. */
void fake_refuse(struct fake_journal *fake, enum mk_status status);

/* The session of that id as the journal has it, or NULL: to look at and to damage. */
struct fake_kept *fake_find(struct fake_journal *fake, const char *id);

#endif
