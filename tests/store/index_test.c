/* The index of events, `top` and `state`: written with them or later, and read from. */
#include "store/port.h"

#include "store/postgres.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVERY_JOURNAL(sentence) EVERY_JOURNAL_OF(index, sentence)

static struct journal_event indexed(uint64_t version, uint64_t top, const char *state)
{
	struct journal_event its = event(version);

	its.top = top;
	its.state = state;
	return its;
}

static void append_indexed(
	struct port *port, int number, uint64_t version, uint64_t top, const char *state)
{
	struct journal_event its = indexed(version, top, state);

	cr_assert_eq(append_event(port, number, &its), MK_OK);
}

/* Session `number`: each event is a step; those whose place in `marks` is not a blank have a state
 * of that letter. */
static void fill_with_states(struct port *port, int number, const char *marks)
{
	struct journal_session session = row(number, 0);

	cr_assert_eq(create(port, &session), MK_OK);
	for (uint64_t version = 1; version <= strlen(marks); version++) {
		char state[2] = {marks[version - 1]};

		append_indexed(port, number, version, version, state[0] == ' ' ? NULL : state);
	}
}

static void assert_state(const struct journal_event *its, const char *state)
{
	if (state) {
		cr_assert_not_null(its->state, "version %d", (int)its->version);
		cr_assert_str_eq(its->state, state);
	} else {
		cr_assert_null(its->state, "version %d", (int)its->version);
	}
}

/* ---- written with the event ----------------------------------------------------------------- */

EVERY_JOURNAL(an_event_is_read_with_its_top_and_its_state)
{
	struct found found;

	port_fill(port, 1, 1);
	append_indexed(port, 1, 2, 2, "a|b {\"c\": 'd'} \xc3\xb8");
	append_indexed(port, 1, 3, 1, "");
	append_indexed(port, 1, 4, INT64_MAX, NULL);
	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 4);
	cr_assert_eq(found.events[0].top, 0, "not indexed");
	assert_state(&found.events[0], NULL);
	cr_assert_eq(found.events[1].top, 2);
	assert_state(&found.events[1], "a|b {\"c\": 'd'} \xc3\xb8");
	cr_assert_eq(found.events[2].top, 1);
	assert_state(&found.events[2], "");
	cr_assert_eq(found.events[3].top, INT64_MAX);
	assert_state(&found.events[3], NULL);
	for (uint64_t version = 1; version <= 4; version++) {
		cr_assert_str_eq(found.bodies[version - 1], event(version).body);
		cr_assert_str_eq(found.events[version - 1].kind, event(version).kind);
		cr_assert_eq(found.events[version - 1].at_ms, event(version).at_ms);
	}
}

struct sizes {
	unsigned answers;
	size_t body, state;
};

static void note_sizes(void *context, enum mk_status status, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	struct sizes *sizes = context;

	cr_assert_eq(status, MK_OK);
	cr_assert_not_null(session);
	cr_assert_eq(count, 1);
	sizes->answers++;
	sizes->body = strspn(events[0].body, "b");
	sizes->state = strspn(events[0].state, "s");
	cr_assert_eq(events[0].body[sizes->body] | events[0].state[sizes->state], '\0');
}

EVERY_JOURNAL(the_longest_state_is_kept_behind_the_longest_body)
{
	static char body[16384], state[JOURNAL_MAX_STATE + 1];
	struct journal_event its = indexed(1, 1, state);
	struct journal_session session = row(1, 0);
	struct sizes sizes = {.answers = 0};

	memset(body, 'b', sizeof body - 1);
	memset(state, 's', sizeof state - 1);
	its.body = body;
	create(port, &session);
	cr_assert_eq(append_event(port, 1, &its), MK_OK);
	port->journal->methods->load_from_state(
		port->journal, session.id, 1, 1, note_sizes, &sizes);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert_eq(sizes.answers, 1);
	cr_assert_eq(sizes.body, sizeof body - 1);
	cr_assert_eq(sizes.state, JOURNAL_MAX_STATE);
}

static struct journal_event replacing(uint64_t version, const char *state, uint64_t replaced)
{
	struct journal_event its = indexed(version, version, state);

	its.drops_state_of = replaced;
	return its;
}

static void assert_states(
	struct port *port, int number, const char *first, const char *second, const char *third)
{
	struct found found;

	load(port, number, 0, 0, &found);
	cr_assert_eq(found.count, 3);
	assert_state(&found.events[0], first);
	assert_state(&found.events[1], second);
	assert_state(&found.events[2], third);
	cr_assert_eq(found.events[1].top, 2);
}

EVERY_JOURNAL(an_event_drops_the_state_of_an_earlier_one)
{
	struct journal_event its = replacing(3, "c", 2);

	fill_with_states(port, 1, "ab");
	cr_assert_eq(append_event(port, 1, &its), MK_OK);
	assert_states(port, 1, "a", NULL, "c");
}

EVERY_JOURNAL(an_event_that_is_not_added_drops_nothing)
{
	struct journal_event its = replacing(3, "d", 2);

	fill_with_states(port, 1, "abc");
	cr_assert_eq(append_event(port, 1, &its), MK_CONFLICT);
	assert_states(port, 1, "a", "b", "c");
}

EVERY_JOURNAL(events_at_once_drop_the_states_of_their_own_sessions)
{
	enum { SESSIONS = 3 };
	struct reply replies[SESSIONS] = {{0}};

	for (int i = 0; i < SESSIONS; i++) {
		fill_with_states(port, i + 1, "ab");
	}
	for (int i = 0; i < SESSIONS; i++) {
		struct journal_session session = row(i + 1, 3);
		struct journal_event its = replacing(3, "c", (uint64_t)i);

		port->journal->methods->append(
			port->journal, &session, &its, NULL, note_reply, &replies[i]);
	}
	uv_run(&port->loop, UV_RUN_DEFAULT);
	assert_states(port, 1, "a", "b", "c");
	assert_states(port, 2, NULL, "b", "c");
	assert_states(port, 3, "a", NULL, "c");
}

/* Changes of several sessions that wait for the same commit may be written together. */
EVERY_JOURNAL(each_of_many_events_at_once_has_its_own_top_and_state)
{
	enum { SESSIONS = 5 };
	static const char *const states[SESSIONS] = {"one", NULL, "", "four", NULL};
	struct reply replies[SESSIONS] = {{0}};
	struct found found;

	for (int i = 0; i < SESSIONS; i++) {
		port_fill(port, i + 1, 1);
	}
	for (int i = 0; i < SESSIONS; i++) {
		struct journal_session session = row(i + 1, 2);
		struct journal_event its = indexed(2, (uint64_t)i, states[i]);

		port->journal->methods->append(
			port->journal, &session, &its, NULL, note_reply, &replies[i]);
	}
	uv_run(&port->loop, UV_RUN_DEFAULT);
	for (int i = 0; i < SESSIONS; i++) {
		cr_assert_eq(replies[i].status, MK_OK);
		load(port, i + 1, 1, 0, &found);
		cr_assert_eq(found.events[0].top, (uint64_t)i);
		assert_state(&found.events[0], states[i]);
	}
}

EVERY_JOURNAL(a_change_with_a_key_keeps_the_top_and_the_state_as_well)
{
	struct journal_idempotency idempotency = {
		.key = {1}, .request_digest = {2}, .at_ms = KEY_LIFETIME_MS, .version = 1};
	struct journal_session session = row(1, 1);
	struct journal_event its = indexed(1, 1, "with a key");
	struct reply reply = {0};
	struct found found;

	port_fill(port, 1, 0);
	strcpy(idempotency.id, session.id);
	port->journal->methods->append(
		port->journal, &session, &its, &idempotency, note_reply, &reply);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert_eq(reply.status, MK_OK);
	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.events[0].top, 1);
	assert_state(&found.events[0], "with a key");
}

EVERY_JOURNAL(an_event_that_is_refused_leaves_no_state)
{
	struct journal_event wrong = indexed(3, 3, "wrong");
	struct found found;

	port_fill(port, 1, 1);
	cr_assert_eq(append_event(port, 1, &wrong), MK_CONFLICT);
	load_from_state(port, 1, UINT64_MAX, 0, &found);
	cr_assert_eq(found.count, 1);
	assert_state(&found.events[0], NULL);
}

/* ---- reading from a state on ---------------------------------------------------------------- */

EVERY_JOURNAL(a_session_is_read_from_the_last_state_up_to_a_version_on)
{
	static const struct {
		uint64_t upto;
		unsigned limit;
		uint64_t first;
		size_t count;
	} cases[] = {
		{0, 0, 1, 12},
		{1, 0, 1, 12},
		{3, 0, 1, 12},
		{3, 2, 1, 2},
		{4, 0, 4, 9},
		{5, 0, 4, 9},
		{7, 3, 4, 3},
		{8, 0, 8, 5},
		{8, 1, 8, 1},
		{9, 0, 9, 4},
		{11, 4, 9, 4},
		{11, 3, 9, 3},
		{12, 0, 12, 1},
		{12, 64, 12, 1},
		{13, 0, 12, 1},
		{INT64_MAX, 0, 12, 1},
		{(uint64_t)INT64_MAX + 1, 0, 12, 1},
		{UINT64_MAX, 0, 12, 1},
		{UINT64_MAX, UINT32_MAX, 12, 1},
	};
	struct found found;

	/* Sessions before and behind it, with states where it has none. */
	fill_with_states(port, 1, "xxxxxxxxxxxxxxx");
	fill_with_states(port, 2, "   a   bc  d");
	fill_with_states(port, 3, "xxxxxxxxxxxxxxx");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		load_from_state(port, 2, cases[i].upto, cases[i].limit, &found);
		cr_assert_eq(found.status, MK_OK);
		cr_assert_eq(found.rows[0].version, 12);
		cr_assert_eq(found.count, cases[i].count, "case %zu: %zu", i, found.count);
		for (size_t at = 0; at < found.count; at++) {
			cr_assert_eq(found.events[at].version, cases[i].first + at);
			cr_assert_eq(found.events[at].top, cases[i].first + at);
		}
	}
	load_from_state(port, 2, 10, 0, &found);
	assert_state(&found.events[0], "c");
	assert_state(&found.events[1], NULL);
	assert_state(&found.events[3], "d");
	cr_assert_str_eq(found.bodies[1], event(10).body);
}

EVERY_JOURNAL(a_session_without_any_state_is_read_from_its_beginning)
{
	struct found found;

	fill_with_states(port, 1, "a");
	port_fill(port, 2, 5);
	load_from_state(port, 2, 5, 0, &found);
	cr_assert_eq(found.count, 5);
	cr_assert_eq(found.events[0].version, 1);
	load_from_state(port, 2, UINT64_MAX, 3, &found);
	cr_assert_eq(found.count, 3);
	cr_assert_eq(found.events[0].version, 1);
}

EVERY_JOURNAL(a_session_without_events_is_read_from_a_state_without_any)
{
	struct found found;

	port_fill(port, 1, 0);
	load_from_state(port, 1, UINT64_MAX, 0, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, 0);
	cr_assert_str_eq(found.rows[0].id, row(1, 0).id);
	load_tops(port, 1, UINT64_MAX, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, 0);
}

EVERY_JOURNAL(no_state_and_no_top_is_found_of_an_unknown_session)
{
	struct found found;

	fill_with_states(port, 1, "a");
	load_from_state(port, 2, UINT64_MAX, 0, &found);
	cr_assert_eq(found.status, MK_NOT_FOUND);
	cr_assert_eq(found.count, 0);
	load_tops(port, 2, UINT64_MAX, &found);
	cr_assert_eq(found.status, MK_NOT_FOUND);
	cr_assert_eq(found.count, 0);
}

EVERY_JOURNAL(states_go_with_their_session)
{
	struct found found;

	fill_with_states(port, 1, "abc");
	cr_assert_eq(drop(port, 1), MK_OK);
	load_from_state(port, 1, 3, 0, &found);
	cr_assert_eq(found.status, MK_NOT_FOUND);
	port_fill(port, 1, 3);
	load_from_state(port, 1, 3, 0, &found);
	cr_assert_eq(found.count, 3);
	assert_state(&found.events[2], NULL);
	load_tops(port, 1, 3, &found);
	cr_assert_eq(found.tops[2], 0);
}

/* ---- reading the tops ----------------------------------------------------------------------- */

EVERY_JOURNAL(the_tops_are_read_in_the_order_of_the_versions)
{
	static const uint64_t tops[] = {1, 2, 3, 2, 1, 6, 6, 0, 9};
	enum { TOPS = sizeof tops / sizeof tops[0] };
	static const struct {
		uint64_t upto;
		size_t count;
	} cases[] = {{0, 0}, {1, 1}, {4, 4}, {8, 8}, {9, 9}, {10, 9}, {INT64_MAX, 9},
		{(uint64_t)INT64_MAX + 1, 9}, {UINT64_MAX, 9}};
	struct found found;

	fill_with_states(port, 1, "xxxxxxxxxxxxxxx");
	port_fill(port, 2, 0);
	fill_with_states(port, 3, "xxxxxxxxxxxxxxx");
	for (uint64_t version = 1; version <= TOPS; version++) {
		append_indexed(port, 2, version, tops[version - 1], version == 5 ? "five" : NULL);
	}
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		load_tops(port, 2, cases[i].upto, &found);
		cr_assert_eq(found.status, MK_OK);
		cr_assert_eq(found.count, cases[i].count, "case %zu: %zu", i, found.count);
		cr_assert_arr_eq(found.tops, tops, found.count * sizeof tops[0]);
	}
}

static void remove_third_event(const struct port *port)
{
	sqlite3 *database;

	if (strncmp(port->url, "sqlite:", 7) != 0) {
		postgres_run(port->url, "DELETE FROM makker.event WHERE version = 3");
		return;
	}
	cr_assert_eq(sqlite3_open(port_path(port), &database), SQLITE_OK);
	cr_assert_eq(
		sqlite3_exec(database, "DELETE FROM event WHERE version = 3", NULL, NULL, NULL),
		SQLITE_OK);
	sqlite3_close(database);
}

/* tops[i] would be that of another version. */
EVERY_JOURNAL(the_tops_of_a_journal_with_a_gap_are_not_read)
{
	struct found found;

	if (strncmp(port->url, "memory:", 7) == 0) {
		return; /* no other process writes there */
	}
	fill_with_states(port, 1, "     ");
	remove_third_event(port);
	load_tops(port, 1, 2, &found);
	cr_assert_eq(found.count, 2);
	load_tops(port, 1, 5, &found);
	cr_assert_eq(found.status, MK_IO);
	cr_assert_eq(found.count, 0);
}

/* ---- written later -------------------------------------------------------------------------- */

static void assert_tops(struct port *port, int number, const uint64_t *tops, size_t count)
{
	struct found found;

	load_tops(port, number, UINT64_MAX, &found);
	cr_assert_eq(found.count, count);
	cr_assert_arr_eq(found.tops, tops, count * sizeof tops[0]);
}

EVERY_JOURNAL(events_without_top_and_state_get_them_later)
{
	const struct journal_event events[] = {{.version = 1, .top = 1},
		{.version = 3, .top = 1, .state = "third"}, {.version = 2, .top = 2, .state = ""}};
	const struct journal_event again[] = {{.version = 3, .top = 3}};
	struct found before, found;

	port_fill(port, 1, 4);
	port_fill(port, 2, 4);
	load(port, 1, 0, 0, &before);
	cr_assert_eq(index_events(port, 1, events, 3), MK_OK);
	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 4);
	cr_assert_eq(found.rows[0].version, before.rows[0].version);
	cr_assert_eq(found.rows[0].updated_ms, before.rows[0].updated_ms);
	for (size_t i = 0; i < 4; i++) {
		cr_assert_str_eq(found.bodies[i], before.bodies[i]);
		cr_assert_str_eq(found.events[i].kind, before.events[i].kind);
		cr_assert_eq(found.events[i].at_ms, before.events[i].at_ms);
	}
	assert_state(&found.events[0], NULL);
	assert_state(&found.events[1], "");
	assert_state(&found.events[2], "third");
	assert_state(&found.events[3], NULL);
	assert_tops(port, 1, (const uint64_t[]){1, 2, 1, 0}, 4);
	assert_tops(port, 2, (const uint64_t[]){0, 0, 0, 0}, 4);
	load_from_state(port, 1, 4, 0, &found);
	cr_assert_eq(found.events[0].version, 3);
	cr_assert_eq(index_events(port, 1, again, 1), MK_OK);
	load_from_state(port, 1, 4, 0, &found);
	cr_assert_eq(found.events[0].version, 2, "the state of 3 has gone");
	assert_tops(port, 1, (const uint64_t[]){1, 2, 3, 0}, 4);
	cr_assert_eq(append(port, 1, 5), MK_OK);
}

EVERY_JOURNAL(no_event_is_indexed_where_one_of_them_does_not_exist)
{
	static const uint64_t missing[] = {0, 4, (uint64_t)INT64_MAX + 1, UINT64_MAX};
	struct found found;

	port_fill(port, 1, 3);
	port_fill(port, 2, 9);
	for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
		const struct journal_event events[] = {{.version = 1, .top = 1, .state = "one"},
			{.version = missing[i], .top = 1, .state = "none"},
			{.version = 2, .top = 2, .state = "two"}};

		cr_assert_eq(index_events(port, 1, events, 3), MK_NOT_FOUND, "case %zu", i);
		cr_assert_eq(index_events(port, 3, events, 1), MK_NOT_FOUND);
	}
	assert_tops(port, 1, (const uint64_t[]){0, 0, 0}, 3);
	load_from_state(port, 1, 3, 0, &found);
	cr_assert_eq(found.events[0].version, 1);
	assert_state(&found.events[0], NULL);
}

EVERY_JOURNAL(no_events_are_indexed_at_all_where_there_is_a_session)
{
	port_fill(port, 1, 1);
	cr_assert_eq(index_events(port, 1, NULL, 0), MK_OK);
	cr_assert_eq(index_events(port, 2, NULL, 0), MK_NOT_FOUND);
}

/* It is carried out in the order of the calls, and its refusal concerns no other of its commit. */
EVERY_JOURNAL(an_event_is_indexed_right_behind_its_append)
{
	const struct journal_event known[] = {{.version = 1, .top = 1, .state = "indexed"}};
	const struct journal_event unknown[] = {{.version = 1, .top = 7}, {.version = 9}};
	struct journal_session session = row(1, 1), second = row(1, 2);
	struct journal_event first = event(1), next = indexed(2, 1, NULL);
	const struct journal_methods *methods = port->journal->methods;
	struct reply replies[5] = {{0}};
	struct found found;

	port_fill(port, 1, 0);
	methods->index_events(port->journal, session.id, known, 1, note_reply, &replies[0]);
	methods->append(port->journal, &session, &first, NULL, note_reply, &replies[1]);
	methods->index_events(port->journal, session.id, known, 1, note_reply, &replies[2]);
	methods->index_events(port->journal, session.id, unknown, 2, note_reply, &replies[3]);
	methods->append(port->journal, &second, &next, NULL, note_reply, &replies[4]);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert_eq(replies[0].status, MK_NOT_FOUND);
	cr_assert_eq(replies[1].status, MK_OK);
	cr_assert_eq(replies[2].status, MK_OK);
	cr_assert_eq(replies[3].status, MK_NOT_FOUND);
	cr_assert_eq(replies[4].status, MK_OK);
	assert_tops(port, 1, (const uint64_t[]){1, 1}, 2);
	load_from_state(port, 1, 2, 0, &found);
	assert_state(&found.events[0], "indexed");
}

EVERY_JOURNAL(tops_and_states_are_there_after_reopening)
{
	static const char state[] = "made later";
	const struct journal_event events[] = {
		{.version = 1, .top = 1, .state = state}, {.version = 2, .top = 1}};
	struct found found;

	if (strncmp(port->url, "memory:", 7) == 0) {
		return; /* everything goes with the process */
	}
	port_fill(port, 1, 2);
	append_indexed(port, 1, 3, 3, "made at once");
	cr_assert_eq(index_events(port, 1, events, 2), MK_OK);
	port_stop(port);
	cr_assert(port_reopen(port));
	assert_tops(port, 1, (const uint64_t[]){1, 1, 3}, 3);
	load_from_state(port, 1, 2, 0, &found);
	cr_assert_eq(found.count, 3);
	assert_state(&found.events[0], state);
	assert_state(&found.events[1], NULL);
	assert_state(&found.events[2], "made at once");
}

EVERY_JOURNAL(two_thousand_events_are_indexed_at_once)
{
	enum { MANY = 2000 };
	static struct journal_event events[MANY];
	static struct reply replies[MANY];
	struct journal_session session = row(1, 0);
	struct found found;

	create(port, &session);
	for (uint64_t i = 0; i < MANY; i++) {
		struct journal_session its_row = row(1, i + 1);
		struct journal_event its = event(i + 1);

		port->journal->methods->append(
			port->journal, &its_row, &its, NULL, note_reply, &replies[i]);
		events[i] = indexed(i + 1, i + 1, (i + 1) % 64 == 0 ? "state" : NULL);
	}
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert_eq(index_events(port, 1, events, MANY), MK_OK);
	load_from_state(port, 1, MANY, 0, &found);
	cr_assert_eq(found.events[0].version, MANY / 64 * 64);
	cr_assert_eq(found.count, MANY % 64 + 1);
	cr_assert_eq(found.events[found.count - 1].top, MANY);
}
