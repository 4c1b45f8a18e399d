/* A request that was carried out is recognized again: by every journal that has such records. */
#include "store/port.h"

#include "base/limits.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

static struct port_kind keepers[] = {{"sqlite"}, {"postgres"}};

/* A test of each of them, with an open port. */
#define EVERY_KEEPER(sentence) \
	ParameterizedTestParameters(idempotency, sentence) \
	{ \
		return cr_make_param_array( \
			struct port_kind, keepers, sizeof keepers / sizeof keepers[0]); \
	} \
	static void sentence(struct port *port); \
	ParameterizedTest(struct port_kind *kind, idempotency, sentence) \
	{ \
		struct port port; \
\
		port_open(&port, kind->name); \
		sentence(&port); \
		port_close(&port); \
	} \
	static void sentence(struct port *port)

enum { NOW_MS = 2 * KEY_LIFETIME_MS, BUFFER_SIZE = 64 };

/* ---- calls ---------------------------------------------------------------------------------- */

/* The record of a request for session `number`, with a key of its own, that leads to `version`. */
static struct journal_idempotency wanted(int key, int number, uint64_t version)
{
	struct journal_idempotency idempotency = {.at_ms = NOW_MS, .version = version};

	memset(idempotency.key, key, sizeof idempotency.key);
	memset(idempotency.request_digest, key + 1, sizeof idempotency.request_digest);
	snprintf(idempotency.id, sizeof idempotency.id, "%s", row(number, 0).id);
	return idempotency;
}

static enum mk_status wait_for(struct port *port, const struct reply *reply)
{
	cr_assert_not(reply->answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(reply->answered);
	return reply->status;
}

static enum mk_status create_once(
	struct port *port, int number, const struct journal_idempotency *idempotency)
{
	struct journal_session session = row(number, 0);
	struct reply reply = {0};

	port->journal->methods->create(port->journal, &session, idempotency, note_reply, &reply);
	return wait_for(port, &reply);
}

static enum mk_status append_once(struct port *port, int number, uint64_t version,
	const struct journal_idempotency *idempotency)
{
	struct journal_session session = row(number, version);
	struct journal_event its = event(version);
	struct reply reply = {0};

	port->journal->methods->append(
		port->journal, &session, &its, idempotency, note_reply, &reply);
	return wait_for(port, &reply);
}

static enum mk_status save_once(
	struct port *port, int number, const struct journal_idempotency *idempotency)
{
	struct journal_simulation run = {.status = "running",
		.created_ms = 1000,
		.spec = "{}",
		.statistics = "{}",
		.is_new = idempotency != NULL};
	struct reply reply = {0};

	snprintf(run.id, sizeof run.id, "%032x", (unsigned)number);
	port->journal->methods->save_simulation(
		port->journal, &run, idempotency, note_reply, &reply);
	return wait_for(port, &reply);
}

static enum mk_status save(
	struct port *port, const struct journal_idempotency *idempotency, const char *answer)
{
	struct journal_idempotency stored = *idempotency;
	struct reply reply = {0};

	stored.answer = answer;
	stored.length = strlen(answer);
	port->journal->methods->save_response(port->journal, &stored, note_reply, &reply);
	return wait_for(port, &reply);
}

static enum mk_status forget(struct port *port, int64_t before_ms, unsigned limit)
{
	struct reply reply = {0};

	port->journal->methods->purge_idempotency(
		port->journal, before_ms, limit, note_reply, &reply);
	return wait_for(port, &reply);
}

struct known {
	bool answered;
	enum mk_status status;
	struct journal_idempotency idempotency;
	char answer[BUFFER_SIZE]; /* "": none */
};

static void note_known(
	void *context, enum mk_status status, const struct journal_idempotency *idempotency)
{
	struct known *known = context;

	cr_assert_not(known->answered, "answered twice");
	known->answered = true;
	known->status = status;
	cr_assert_eq(idempotency != NULL, status == MK_OK);
	if (idempotency) {
		known->idempotency = *idempotency;
		cr_assert_lt(idempotency->length, BUFFER_SIZE);
		memcpy(known->answer, idempotency->answer ? idempotency->answer : "",
			idempotency->length);
	}
}

static struct known look(
	struct port *port, const struct journal_idempotency *idempotency, int64_t since_ms)
{
	struct known known = {.answered = false};

	port->journal->methods->find_idempotency(
		port->journal, idempotency->key, since_ms, note_known, &known);
	cr_assert_not(known.answered, "answered from inside the call");
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(known.answered);
	return known;
}

static void assert_known(
	struct port *port, const struct journal_idempotency *idempotency, const char *answer)
{
	struct known known = look(port, idempotency, NOW_MS - KEY_LIFETIME_MS);

	cr_assert_eq(known.status, MK_OK);
	cr_assert_arr_eq(known.idempotency.key, idempotency->key, KEY_DIGEST_BYTES);
	cr_assert_arr_eq(
		known.idempotency.request_digest, idempotency->request_digest, KEY_DIGEST_BYTES);
	cr_assert_str_eq(known.idempotency.id, idempotency->id);
	cr_assert_eq(known.idempotency.version, idempotency->version);
	cr_assert_eq(known.idempotency.at_ms, idempotency->at_ms);
	cr_assert_eq(known.idempotency.answer != NULL, answer != NULL);
	cr_assert_str_eq(known.answer, answer ? answer : "");
}

static void assert_unknown(struct port *port, const struct journal_idempotency *idempotency)
{
	cr_assert_eq(look(port, idempotency, 0).status, MK_NOT_FOUND);
}

static uint64_t version_of(struct port *port, int number)
{
	struct found found;

	load(port, number, 0, 0, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, found.rows[0].version);
	return found.rows[0].version;
}

/* ---- with what they change ------------------------------------------------------------------ */

EVERY_KEEPER(what_was_never_wanted_is_not_known)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);

	assert_unknown(port, &idempotency);
}

EVERY_KEEPER(a_session_is_made_once_with_a_key)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0), again = wanted(1, 2, 0);
	struct found found;

	cr_assert_eq(create_once(port, 1, &idempotency), MK_OK);
	cr_assert_eq(create_once(port, 2, &again), MK_OVER);
	load(port, 2, 0, 0, &found);
	cr_assert_eq(found.status, MK_NOT_FOUND);
	assert_known(port, &idempotency, NULL);
}

EVERY_KEEPER(an_event_is_added_once_with_a_key)
{
	struct journal_idempotency idempotency = wanted(1, 1, 1), again = wanted(1, 1, 2);

	port_fill(port, 1, 0);
	cr_assert_eq(append_once(port, 1, 1, &idempotency), MK_OK);
	cr_assert_eq(append_once(port, 1, 2, &again), MK_OVER);
	cr_assert_eq(version_of(port, 1), 1);
	assert_known(port, &idempotency, NULL);
	cr_assert_eq(append(port, 1, 2), MK_OK);
}

EVERY_KEEPER(a_simulation_is_made_once_with_a_key)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0), again = wanted(1, 2, 0);

	cr_assert_eq(save_once(port, 1, &idempotency), MK_OK);
	cr_assert_eq(save_once(port, 2, &again), MK_OVER);
	cr_assert_eq(save_once(port, 1, NULL), MK_OK);
	assert_known(port, &idempotency, NULL);
}

EVERY_KEEPER(what_was_refused_is_not_kept)
{
	struct journal_idempotency idempotency = wanted(1, 1, 3);

	port_fill(port, 1, 1);
	cr_assert_eq(append_once(port, 1, 3, &idempotency), MK_CONFLICT);
	assert_unknown(port, &idempotency);
	cr_assert_eq(append_once(port, 2, 3, &idempotency), MK_NOT_FOUND);
	assert_unknown(port, &idempotency);
	cr_assert_eq(create_once(port, 1, &idempotency), MK_CONFLICT);
	assert_unknown(port, &idempotency);
	idempotency.version = 2;
	cr_assert_eq(append_once(port, 1, 2, &idempotency), MK_OK);
	assert_known(port, &idempotency, NULL);
}

EVERY_KEEPER(of_those_that_come_together_with_a_key_one_is_carried_out)
{
	enum { TOGETHER = 8 };
	struct reply replies[TOGETHER] = {{0}};
	unsigned done = 0;

	for (int i = 0; i < TOGETHER; i++) {
		struct journal_session session = row(i + 1, 0);
		struct journal_idempotency idempotency = wanted(1, i + 1, 0);

		port->journal->methods->create(
			port->journal, &session, &idempotency, note_reply, &replies[i]);
	}
	uv_run(&port->loop, UV_RUN_DEFAULT);
	for (int i = 0; i < TOGETHER; i++) {
		struct found found;

		cr_assert(replies[i].answered);
		done += replies[i].status == MK_OK;
		load(port, i + 1, 0, 0, &found);
		cr_assert_eq(found.status, replies[i].status == MK_OK ? MK_OK : MK_NOT_FOUND);
	}
	cr_assert_eq(done, 1);
}

EVERY_KEEPER(keys_and_none_come_together_and_harm_each_other_not)
{
	enum { TOGETHER = 24 };
	struct reply replies[TOGETHER] = {{0}};

	for (int i = 0; i < TOGETHER; i++) {
		port_fill(port, i, 0);
	}
	for (int i = 0; i < TOGETHER; i++) {
		struct journal_session session = row(i, 1);
		struct journal_event its = event(1);
		/* Every third has a key of its own, every other third one of two. */
		struct journal_idempotency idempotency = wanted(i % 3 == 1 ? 100 + i : i % 2, i, 1);

		port->journal->methods->append(port->journal, &session, &its,
			i % 3 ? &idempotency : NULL, note_reply, &replies[i]);
	}
	uv_run(&port->loop, UV_RUN_DEFAULT);
	for (int i = 0; i < TOGETHER; i++) {
		cr_assert(
			replies[i].status == MK_OK || (i % 3 == 2 && replies[i].status == MK_OVER));
		cr_assert_eq(version_of(port, i), replies[i].status == MK_OK ? 1 : 0);
	}
	cr_assert_eq((replies[2].status == MK_OK) + (replies[8].status == MK_OK) +
			     (replies[14].status == MK_OK) + (replies[20].status == MK_OK),
		1);
}

EVERY_KEEPER(it_is_known_when_the_journal_is_opened_again)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);

	create_once(port, 1, &idempotency);
	save(port, &idempotency, "stored");
	port_stop(port);
	cr_assert(port_reopen(port));
	assert_known(port, &idempotency, "stored");
}

EVERY_KEEPER(it_is_known_when_its_session_is_gone)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);

	create_once(port, 1, &idempotency);
	cr_assert_eq(drop(port, 1), MK_OK);
	assert_known(port, &idempotency, NULL);
}

/* ---- answers -------------------------------------------------------------------------------- */

EVERY_KEEPER(the_first_response_is_kept)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);

	create_once(port, 1, &idempotency);
	cr_assert_eq(save(port, &idempotency, "first"), MK_OK);
	cr_assert_eq(save(port, &idempotency, "second"), MK_OK);
	assert_known(port, &idempotency, "first");
}

EVERY_KEEPER(bytes_of_any_kind_are_stored)
{
	const char bytes[] = {0, '\\', '"', (char)0xff, 0, 'x'};
	struct journal_idempotency idempotency = wanted(1, 1, 0), stored;
	struct reply reply = {0};
	struct known known;

	create_once(port, 1, &idempotency);
	stored = idempotency;
	stored.answer = bytes;
	stored.length = sizeof bytes;
	port->journal->methods->save_response(port->journal, &stored, note_reply, &reply);
	wait_for(port, &reply);
	known = look(port, &idempotency, 0);
	cr_assert_eq(known.idempotency.length, sizeof bytes);
	cr_assert_arr_eq(known.answer, bytes, sizeof bytes);
}

EVERY_KEEPER(an_answer_is_kept_where_nothing_was_changed)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);

	idempotency.id[0] = '\0';
	cr_assert_eq(save(port, &idempotency, "unchanged"), MK_OK);
	assert_known(port, &idempotency, "unchanged");
	cr_assert_eq(save(port, &idempotency, "another"), MK_OK);
	assert_known(port, &idempotency, "unchanged");
}

EVERY_KEEPER(an_answer_goes_to_no_other_change)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0), other = wanted(1, 1, 7),
				   nothing = idempotency;

	nothing.id[0] = '\0';
	create_once(port, 1, &idempotency);
	save(port, &other, "of another version");
	save(port, &nothing, "of no change");
	assert_known(port, &idempotency, NULL);
}

EVERY_KEEPER(an_answer_to_what_is_forgotten_is_none)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);

	cr_assert_eq(save(port, &idempotency, "too late"), MK_OK);
	assert_unknown(port, &idempotency);
}

/* ---- a day ---------------------------------------------------------------------------------- */

EVERY_KEEPER(it_is_known_for_a_day)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);

	create_once(port, 1, &idempotency);
	cr_assert_eq(look(port, &idempotency, NOW_MS - 1).status, MK_OK);
	cr_assert_eq(look(port, &idempotency, NOW_MS).status, MK_NOT_FOUND);
}

EVERY_KEEPER(after_a_day_the_key_is_free_whether_it_is_forgotten_or_not)
{
	struct journal_idempotency idempotency = wanted(1, 1, 1), later = wanted(1, 1, 2);

	port_fill(port, 1, 0);
	append_once(port, 1, 1, &idempotency);
	save(port, &idempotency, "yesterday");
	later.at_ms = NOW_MS + KEY_LIFETIME_MS - 1;
	cr_assert_eq(append_once(port, 1, 2, &later), MK_OVER);
	later.at_ms = NOW_MS + KEY_LIFETIME_MS;
	cr_assert_eq(append_once(port, 1, 2, &later), MK_OK);
	assert_known(port, &later, NULL);
}

EVERY_KEEPER(the_oldest_are_forgotten_a_few_at_a_time)
{
	struct journal_idempotency onces[6];
	unsigned known = 0;

	port_fill(port, 1, 0);
	for (int i = 0; i < 6; i++) {
		onces[i] = wanted(i, 1, (uint64_t)i + 1);
		onces[i].at_ms = NOW_MS + i;
		cr_assert_eq(append_once(port, 1, (uint64_t)i + 1, &onces[i]), MK_OK);
	}
	cr_assert_eq(forget(port, NOW_MS + 3, 2), MK_OK);
	for (int i = 0; i < 6; i++) {
		known += look(port, &onces[i], 0).status == MK_OK;
	}
	cr_assert_eq(known, 4);
	assert_unknown(port, &onces[0]);
	assert_unknown(port, &onces[1]);
	cr_assert_eq(forget(port, NOW_MS + 3, 100), MK_OK);
	assert_unknown(port, &onces[3]);
	assert_known(port, &onces[4], NULL);
}

EVERY_KEEPER(what_is_kept_lets_older_ones_go)
{
	struct journal_idempotency old[2] = {wanted(1, 1, 1), wanted(2, 1, 2)},
				   now = wanted(3, 1, 3);

	port_fill(port, 1, 0);
	append_once(port, 1, 1, &old[0]);
	append_once(port, 1, 2, &old[1]);
	now.at_ms = NOW_MS + KEY_LIFETIME_MS;
	append_once(port, 1, 3, &now);
	assert_unknown(port, &old[0]);
	assert_unknown(port, &old[1]);
	cr_assert_eq(look(port, &now, 0).status, MK_OK);
}

/* ---- limits --------------------------------------------------------------------------------- */

static struct limits limits;

static void limit(struct port *port, enum limit_id id, uint64_t value)
{
	limits_init(&limits);
	limits.value[id] = value;
	store_limit(port->journal, &limits);
}

/* Key number `key` of owner `owner` about session `about`, without a change. */
static struct journal_idempotency owned(int key, int owner, int about)
{
	struct journal_idempotency idempotency = wanted(key, 0, 0);

	idempotency.id[0] = '\0';
	idempotency.at_ms = NOW_MS + key;
	memset(idempotency.owner, owner, sizeof idempotency.owner);
	snprintf(idempotency.session, sizeof idempotency.session, "%s", row(about, 0).id);
	return idempotency;
}

static void keep(struct port *port, int first, int last, int owner, int about, const char *answer)
{
	for (int key = first; key <= last; key++) {
		struct journal_idempotency idempotency = owned(key, owner, about);
		struct reply reply = {0};

		idempotency.answer = answer;
		idempotency.length = answer ? strlen(answer) : 0;
		port->journal->methods->save_response(
			port->journal, &idempotency, note_reply, &reply);
		cr_assert_eq(wait_for(port, &reply), MK_OK);
	}
}

/* Which of the keys are known, as letters: "--++". */
static void known_keys(struct port *port, int first, int last, char *marks)
{
	for (int key = first; key <= last; key++) {
		struct journal_idempotency idempotency = owned(key, 0, 0);

		*marks++ = look(port, &idempotency, 0).status == MK_OK ? '+' : '-';
	}
	*marks = '\0';
}

static void assert_keys(struct port *port, int first, const char *wanted_marks)
{
	char marks[BUFFER_SIZE];

	known_keys(port, first, first + (int)strlen(wanted_marks) - 1, marks);
	cr_assert_str_eq(marks, wanted_marks);
}

EVERY_KEEPER(beyond_its_limit_the_oldest_keys_of_an_owner_are_dropped)
{
	limit(port, LIMIT_TOKEN_KEYS, 3);
	keep(port, 1, 3, 'a', 1, NULL);
	keep(port, 11, 13, 'b', 1, NULL);
	assert_keys(port, 1, "+++");
	keep(port, 4, 5, 'a', 2, NULL);
	assert_keys(port, 1, "--+++");
	assert_keys(port, 11, "+++");
	cr_assert_eq(limits.refused[LIMIT_TOKEN_KEYS], 2);
}

EVERY_KEEPER(beyond_its_limit_the_oldest_keys_of_a_session_are_dropped)
{
	limit(port, LIMIT_SESSION_KEYS, 3);
	keep(port, 1, 3, 'a', 1, NULL);
	keep(port, 11, 13, 'a', 2, NULL);
	keep(port, 4, 5, 'b', 1, NULL);
	assert_keys(port, 1, "--+++");
	assert_keys(port, 11, "+++");
	cr_assert_eq(limits.refused[LIMIT_SESSION_KEYS], 2);
}

EVERY_KEEPER(beyond_its_limit_the_oldest_answers_of_an_owner_are_dropped)
{
	static char answer[BUFFER_SIZE];

	memset(answer, 'x', sizeof answer - 1);
	/* Each counts as 256 bytes and its answer. */
	limit(port, LIMIT_TOKEN_KEY_BYTES, 3 * (256 + BUFFER_SIZE - 1));
	keep(port, 1, 3, 'a', 1, answer);
	assert_keys(port, 1, "+++");
	keep(port, 4, 4, 'a', 1, answer);
	assert_keys(port, 1, "-+++");
	keep(port, 11, 13, 'b', 1, NULL);
	assert_keys(port, 1, "-+++");
	assert_keys(port, 11, "+++");
}

EVERY_KEEPER(what_is_kept_with_a_change_counts_with_its_answer)
{
	struct journal_idempotency onces[3];

	port_fill(port, 1, 0);
	limit(port, LIMIT_TOKEN_KEY_BYTES, 3 * 256 + 10);
	for (int i = 0; i < 3; i++) {
		onces[i] = wanted(i, 1, (uint64_t)i + 1);
		onces[i].at_ms = NOW_MS + i;
		cr_assert_eq(append_once(port, 1, (uint64_t)i + 1, &onces[i]), MK_OK);
	}
	assert_keys(port, 0, "+++");
	cr_assert_eq(save(port, &onces[2], "eleven bytes"), MK_OK);
	assert_keys(port, 0, "-++");
}

EVERY_KEEPER(the_newest_key_is_kept_however_large_its_answer)
{
	limit(port, LIMIT_TOKEN_KEY_BYTES, 10);
	keep(port, 1, 2, 'a', 1, "longer than the limit");
	assert_keys(port, 1, "-+");
}

EVERY_KEEPER(what_is_kept_counts_after_a_restart_too)
{
	limit(port, LIMIT_TOKEN_KEYS, 3);
	keep(port, 1, 3, 'a', 1, NULL);
	port_stop(port);
	cr_assert(port_reopen(port));
	limit(port, LIMIT_TOKEN_KEYS, 3);
	keep(port, 4, 4, 'a', 1, NULL);
	assert_keys(port, 1, "-+++");
}

EVERY_KEEPER(a_limit_that_is_lowered_is_reached_step_by_step)
{
	keep(port, 1, 20, 'a', 1, NULL);
	limit(port, LIMIT_TOKEN_KEYS, 2);
	keep(port, 21, 23, 'a', 1, NULL);
	assert_keys(port, 18, "----++");
}

EVERY_KEEPER(forgotten_keys_do_not_count)
{
	limit(port, LIMIT_TOKEN_KEYS, 3);
	keep(port, 1, 3, 'a', 1, NULL);
	cr_assert_eq(forget(port, NOW_MS + 2, 10), MK_OK);
	keep(port, 4, 5, 'a', 1, NULL);
	assert_keys(port, 1, "--+++");
	cr_assert_eq(limits.refused[LIMIT_TOKEN_KEYS], 0);
}

EVERY_KEEPER(what_was_refused_does_not_count)
{
	limit(port, LIMIT_TOKEN_KEYS, 3);
	keep(port, 1, 3, 'a', 1, NULL);
	for (int key = 4; key < 8; key++) {
		struct journal_idempotency idempotency = owned(key, 'a', 1);

		cr_assert_eq(append_once(port, 9, 1, &idempotency), MK_NOT_FOUND);
	}
	assert_keys(port, 1, "+++");
}

static void limit_all(const char *kind)
{
	struct port port;

	port_open(&port, kind);
	limit(&port, LIMIT_KEYS, 4);
	for (int key = 1; key <= 6; key++) {
		keep(&port, key, key, key, key, NULL);
	}
	assert_keys(&port, 1, "--++++");
	cr_assert_eq(limits.used[LIMIT_KEYS], 4);
	cr_assert_eq(limits.used[LIMIT_KEY_BYTES], 4 * 256);
	limits.value[LIMIT_KEY_BYTES] = 3 * 256;
	keep(&port, 7, 7, 7, 7, NULL);
	assert_keys(&port, 1, "----+++");
	port_close(&port);
}

Test(idempotency, beyond_the_limit_of_a_sqlite_journal_the_oldest_of_all_are_dropped)
{
	limit_all("sqlite");
}

/* ---- in memory ------------------------------------------------------------------------------ */

Test(idempotency, a_journal_in_memory_keeps_none_of_it)
{
	struct journal_idempotency idempotency = wanted(1, 1, 0);
	struct port port;

	port_open(&port, "memory");
	cr_assert_null(port.journal->methods->find_idempotency);
	cr_assert_null(port.journal->methods->save_response);
	cr_assert_null(port.journal->methods->purge_idempotency);
	cr_assert_eq(create_once(&port, 1, &idempotency), MK_OK);
	cr_assert_eq(create_once(&port, 2, &idempotency), MK_OK);
	port_close(&port);
}
