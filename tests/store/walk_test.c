/* Walks over all sessions in memory take many turns of the loop. */
#include "store/memory/walk.h"

#include "base/clock.h"
#include "port/turn.h"
#include "store/port.h"

#include <criterion/criterion.h>
#include <string.h>

enum { SESSIONS = 5 * MEMORY_WALK_STEPS };

static struct port port;

static enum mk_status create_with(int number, const char *status)
{
	struct journal_session session = row(number, 0);

	strcpy(session.status, status);
	return create(&port, &session);
}

static void start(void)
{
	port_open(&port, "memory");
	cr_assert_eq(create_with(1, "won"), MK_OK);
	cr_assert_eq(create_with(2, "won"), MK_OK);
	for (int number = 3; number <= SESSIONS; number++) {
		cr_assert_eq(create_with(number, "playing"), MK_OK);
	}
}

static void stop(void)
{
	port_close(&port);
}

TestSuite(memory_walk, .init = start, .fini = stop);

struct page {
	bool answered, more;
	size_t count;
	char ids[4][SESSION_ID_SIZE];
};

static void note_page(void *context, enum mk_status status, const struct journal_session *sessions,
	size_t count, bool more)
{
	struct page *page = context;

	cr_assert_eq(status, MK_OK);
	cr_assert_not(page->answered);
	cr_assert_leq(count, 4);
	*page = (struct page){.answered = true, .more = more, .count = count};
	for (size_t i = 0; i < count; i++) {
		memcpy(page->ids[i], sessions[i].id, sizeof page->ids[i]);
		cr_assert_str_eq(sessions[i].rules, row(1, 0).rules);
	}
}

static void ask_for_won(struct page *page)
{
	static const struct journal_page won = {.status = "won", .limit = 3};

	*page = (struct page){0};
	port.journal->methods->list(port.journal, &won, note_page, page);
	if (port.journal->methods->deliver_ready) {
		port.journal->methods->deliver_ready(port.journal);
	}
}

static int turns_until(const bool *answered)
{
	int turns = 0;

	while (!*answered && turns < 100) {
		uv_run(&port.loop, UV_RUN_NOWAIT);
		turns++;
	}
	return turns;
}

Test(memory_walk, a_filtered_list_takes_several_turns_and_finds_all)
{
	struct page page;

	ask_for_won(&page);
	cr_assert_not(page.answered);
	cr_assert_geq(turns_until(&page.answered), 4);
	cr_assert_eq(page.count, 2);
	cr_assert_not(page.more);
	cr_assert_str_eq(page.ids[0], row(2, 0).id);
	cr_assert_str_eq(page.ids[1], row(1, 0).id);
}

static void remove_at_once(int number)
{
	static struct reply replies[4];
	struct reply *reply = &replies[number % 4];

	*reply = (struct reply){0};
	port.journal->methods->remove(
		port.journal, row(number, 0).id, INT64_MAX, note_reply, reply);
}

Test(memory_walk, a_row_removed_meanwhile_is_not_listed)
{
	struct page page;

	ask_for_won(&page);
	/* The next session to be read, and one that would be found. */
	remove_at_once(SESSIONS - MEMORY_WALK_STEPS);
	remove_at_once(1);
	turns_until(&page.answered);
	cr_assert_eq(page.count, 1);
	cr_assert_str_eq(page.ids[0], row(2, 0).id);
}

Test(memory_walk, a_found_row_that_is_removed_is_not_listed)
{
	struct page page;

	cr_assert_eq(create_with(SESSIONS + 1, "won"), MK_OK);
	ask_for_won(&page);
	remove_at_once(SESSIONS + 1);
	turns_until(&page.answered);
	cr_assert_eq(page.count, 2);
	cr_assert_str_eq(page.ids[0], row(2, 0).id);
}

Test(memory_walk, a_page_that_is_soon_full_is_answered_at_once)
{
	struct page page;

	for (int number = 1; number <= 4; number++) {
		cr_assert_eq(create_with(SESSIONS + number, "won"), MK_OK);
	}
	ask_for_won(&page);
	cr_assert(page.answered);
	cr_assert_eq(page.count, 3);
	cr_assert(page.more);
}

static void note_tallies(void *context, enum mk_status status,
	const struct journal_outcome_count *tallies, size_t count)
{
	struct page *page = context;

	cr_assert_eq(status, MK_OK);
	cr_assert_eq(count, 1);
	page->answered = true;
	page->count = (size_t)tallies[0].tables;
}

Test(memory_walk, counting_takes_several_turns_too)
{
	struct page page = {0};

	port.journal->methods->tally(port.journal, note_tallies, &page);
	cr_assert_geq(turns_until(&page.answered), 4);
	cr_assert_eq(page.count, 2);
}

Test(memory_walk, unused_ones_are_looked_for_in_several_turns_from_the_oldest)
{
	struct page page = {0};

	port.journal->methods->list_unused(port.journal, 1, 3, note_page, &page);
	cr_assert_geq(turns_until(&page.answered), 4);
	cr_assert_eq(page.count, 0);
	page = (struct page){0};
	port.journal->methods->list_unused(port.journal, INT64_MAX, 3, note_page, &page);
	turns_until(&page.answered);
	cr_assert_eq(page.count, 3);
	cr_assert_str_eq(page.ids[0], row(1, 0).id);
}

Test(memory_walk, a_stop_waits_for_the_answer)
{
	struct page page;

	ask_for_won(&page);
	port_stop(&port);
	cr_assert(page.answered);
	cr_assert(port_reopen(&port));
}

/* ---- what is due ---------------------------------------------------------------------------- */

enum {
	CALLS = 100,
	MAX_A_TURN = 1 + TURN_QUEUES_NS / TURN_ENTRY_NS,
	MAX_AT_ONCE = 64, /* without a turn of the loop */
};

static unsigned answered;
static int64_t takes_ns;

static void take_time(void *context, enum mk_status status, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	int64_t until_ns = clock_ticks_ns() + takes_ns;

	(void)events;
	cr_assert_eq(status, MK_NOT_FOUND);
	cr_assert_null(session);
	cr_assert_eq(count, 0);
	cr_assert_eq(*(unsigned *)context, answered++, "in the order of the calls");
	while (clock_ticks_ns() < until_ns) {
	}
}

static void call_all(unsigned places[CALLS])
{
	for (unsigned i = 0; i < CALLS; i++) {
		places[i] = i;
		port.journal->methods->load(port.journal, "none", 0, 1, take_time, &places[i]);
	}
	cr_assert_eq(answered, 0);
}

static void open_empty(void)
{
	port_open(&port, "memory");
}

TestSuite(memory_turns, .init = open_empty, .fini = stop);

Test(memory_turns, a_turn_answers_as_many_calls_as_it_has_time_for)
{
	unsigned places[CALLS];

	takes_ns = TURN_ENTRY_NS;
	call_all(places);
	for (unsigned before = 0; answered < CALLS; before = answered) {
		uv_run(&port.loop, UV_RUN_NOWAIT);
		cr_assert_leq(answered - before, MAX_A_TURN);
		cr_assert_gt(answered, before);
	}
}

Test(memory_turns, a_request_completes_so_many_at_most)
{
	unsigned places[CALLS];

	call_all(places);
	port.journal->methods->deliver_ready(port.journal);
	cr_assert_eq(answered, MAX_AT_ONCE);
	port.journal->methods->deliver_ready(port.journal);
	cr_assert_eq(answered, CALLS);
}

Test(memory_turns, the_end_waits_for_all_answers)
{
	unsigned places[CALLS];

	takes_ns = TURN_ENTRY_NS / 4;
	call_all(places);
	uv_run(&port.loop, UV_RUN_NOWAIT);
	cr_assert_lt(answered, CALLS);
	port_stop(&port);
	cr_assert_eq(answered, CALLS);
	port_reopen(&port);
}
