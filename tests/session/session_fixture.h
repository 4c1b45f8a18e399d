/*
 * Fixture of the session tests: sessions of toy games on the fake journal, and records of the
 * answers and notifications.
 */
#ifndef TESTS_SESSION_SESSION_FIXTURE_H
#define TESTS_SESSION_SESSION_FIXTURE_H

#include "base/limits.h"
#include "session/fake_journal.h"
#include "session/sessions.h"
#include "session/toy.h"

struct answer {
	unsigned count; /* number of answers */
	enum mk_status status;
	char code[32]; /* "" without an error */
	char where[96];
	bool is_localized; /* the error is said in the player's language */
	bool has_session;
	struct session session; /* a copy; its pointers may be gone */
	bool has_observed;
	enum mk_explanation explanation;
	int left;           /* of its view */
	int before;         /* likewise, -1: none */
	unsigned suggested; /* how many to take; 0: no suggestion */
	bool final;
	uint32_t wanted_ms, given_ms; /* of an advice that was shortened */
	double value;
};

enum { RECORDER_SIZE = 400 };

/* A subscriber that records its notifications; static, as it outlives the test's function. */
struct recorder {
	struct session_subscriber subscriber; /* first */
	unsigned count;
	struct {
		enum session_notification notification;
		uint64_t version;
		int left;
		bool final;
	} subscribed[RECORDER_SIZE];
	struct sessions *leaves; /* unsubscribes with the first notification; NULL: stays */
	int64_t takes_ns;        /* so long for each */
};

struct fixture {
	struct fake_journal *fake;
	struct sessions *sessions;
	struct worker_pool *workers; /* NULL: none */
	struct turn_options turn; /* without `leave`: a notification takes one turn of the loop */
	int64_t now;
	struct answer last;
	char id[SESSION_ID_SIZE]; /* of the session that fixture_open_session() opened last */
};
extern struct fixture fixture;
extern struct limits fixture_limits; /* begin anew with each start */

static const struct change_precondition always = {.any_version = true};

/* A new fixture; at most two changes may wait. */
void fixture_open_with(unsigned kept);
void fixture_open_with_workers(struct worker_pool *workers);
void fixture_open_in_turns(const struct turn_options *turn);
/* On a journal that other daemons write to. */
void fixture_open_shared(void);
void fixture_close(void);

/* As if the daemon were started again on the same journal. */
void fixture_restart(void);

/* A durable session of preset "ten". */
void fixture_open_session(void);

/* Records the answer in `context`, a struct answer. */
void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error);

/* Short forms on the session of the fixture; the answer goes to `answer`. */
void see(int left, struct answer *answer);
void see_frame(int left, const char *camera, int64_t frame, struct answer *answer);
void take_back(int steps, struct answer *answer);
void find(struct answer *answer);

/* The same, answered by the journal at once. */
struct answer seen(int left);
struct answer seen_frame(int left, const char *camera, int64_t frame);
struct answer moved(int count);
struct answer undone(int steps);
struct answer found(void);

void recorder_subscribe(struct recorder *recorder, struct answer *answer);

#endif
