/* The contract of every journal. */
#include "store/port.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>
#include <string.h>

#define EVERY_JOURNAL(sentence) EVERY_JOURNAL_OF(journal, sentence)

static void assert_same_row(const struct journal_session *one, const struct journal_session *other)
{
	cr_assert_str_eq(one->id, other->id);
	cr_assert_str_eq(one->game, other->game);
	cr_assert_str_eq(one->preset, other->preset);
	cr_assert_str_eq(one->strategy, other->strategy);
	cr_assert_str_eq(one->language, other->language);
	cr_assert_eq(one->named, other->named);
	cr_assert_str_eq(one->name, other->name);
	cr_assert_str_eq(one->status, other->status);
	cr_assert_eq(one->version, other->version);
	cr_assert_eq(one->created_ms, other->created_ms);
	cr_assert_eq(one->updated_ms, other->updated_ms);
	cr_assert_str_eq(one->rules, other->rules);
}

EVERY_JOURNAL(a_created_session_is_found_without_events)
{
	struct journal_session session = row(1, 0);
	struct found found;

	cr_assert_eq(create(port, &session), MK_OK);
	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, 0);
	assert_same_row(&found.rows[0], &session);
}

EVERY_JOURNAL(a_session_may_have_no_name)
{
	struct journal_session session = row(2, 0);
	struct found found;

	session.name[0] = '\0';
	session.named = false;
	create(port, &session);
	load(port, 2, 0, 0, &found);
	assert_same_row(&found.rows[0], &session);
}

EVERY_JOURNAL(token_hashes_stay_until_an_event_brings_others)
{
	struct journal_session locked = row(1, 0), open = row(2, 0);
	struct found found;

	locked.token_hashes = "one two three";
	create(port, &locked);
	create(port, &open);
	append(port, 1, 1);
	load(port, 1, 0, 0, &found);
	cr_assert_str_eq(found.rows[0].token_hashes, "one two three");
	load(port, 2, 0, 0, &found);
	cr_assert_null(found.rows[0].token_hashes);
}

EVERY_JOURNAL(an_event_can_bring_other_token_hashes)
{
	struct journal_session guarded = row(1, 0), open = row(2, 0);
	struct found found;

	guarded.token_hashes = "one two three";
	create(port, &guarded);
	create(port, &open);
	append(port, 2, 1);
	for (int number = 1; number <= 2; number++) {
		struct journal_session changed = row(number, 0);
		struct journal_event next = event((uint64_t)number);
		struct reply reply = {0};

		changed.token_hashes = "one four three";
		port->journal->methods->append(
			port->journal, &changed, &next, NULL, note_reply, &reply);
		uv_run(&port->loop, UV_RUN_DEFAULT);
		cr_assert_eq(reply.status, MK_OK);
	}
	append(port, 1, 2);
	for (int number = 1; number <= 2; number++) {
		load(port, number, 0, 0, &found);
		cr_assert_str_eq(found.rows[0].token_hashes, "one four three");
		cr_assert_eq(found.count, 2);
	}
}

EVERY_JOURNAL(a_deal_is_kept_as_it_was_created)
{
	struct journal_session dealt = row(1, 0), open = row(2, 0);
	struct journal_page all = {.limit = 5};
	struct found found;

	dealt.deal = "{\"seed\":7}";
	create(port, &dealt);
	create(port, &open);
	append(port, 1, 1);
	load(port, 1, 0, 0, &found);
	cr_assert_str_eq(found.rows[0].deal, "{\"seed\":7}");
	load_from_state(port, 1, UINT64_MAX, 0, &found);
	cr_assert_str_eq(found.rows[0].deal, "{\"seed\":7}");
	load(port, 2, 0, 0, &found);
	cr_assert_null(found.rows[0].deal);
	list(port, &all, &found);
	cr_assert_eq(found.count, 2);
}

EVERY_JOURNAL(an_id_is_given_once)
{
	struct journal_session session = row(1, 0), other = row(1, 0);
	struct found found;

	other.language[0] = 'e';
	cr_assert_eq(create(port, &session), MK_OK);
	cr_assert_eq(create(port, &other), MK_CONFLICT);
	load(port, 1, 0, 0, &found);
	assert_same_row(&found.rows[0], &session);
}

EVERY_JOURNAL(an_appended_event_is_found_with_its_row_up_to_date)
{
	struct journal_session session = row(1, 0), now = row(1, 1);
	struct journal_event first = event(1);
	struct found found;

	create(port, &session);
	cr_assert_eq(append(port, 1, 1), MK_OK);
	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 1);
	assert_same_row(&found.rows[0], &now);
	cr_assert_eq(found.events[0].version, 1);
	cr_assert_eq(found.events[0].at_ms, first.at_ms);
	cr_assert_str_eq(found.events[0].kind, first.kind);
	cr_assert_str_eq(found.events[0].body, first.body);
}

EVERY_JOURNAL(an_append_leaves_what_was_created_for_good)
{
	struct journal_session session = row(1, 0), changed = row(1, 1);
	struct journal_event first = event(1);
	struct reply reply = {0};
	struct found found;

	create(port, &session);
	strcpy(changed.game, "other");
	strcpy(changed.preset, "other");
	strcpy(changed.language, "de");
	strcpy(changed.strategy, "search");
	strcpy(changed.status, "won");
	changed.named = false;
	changed.created_ms = 1;
	changed.rules = NULL;
	port->journal->methods->append(port->journal, &changed, &first, NULL, note_reply, &reply);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	load(port, 1, 0, 0, &found);
	cr_assert_str_eq(found.rows[0].game, "klondike");
	cr_assert_str_eq(found.rows[0].preset, "syvkabale");
	cr_assert_str_eq(found.rows[0].rules, session.rules);
	cr_assert_eq(found.rows[0].created_ms, session.created_ms);
	cr_assert_str_eq(found.rows[0].language, "de");
	cr_assert_str_eq(found.rows[0].strategy, "search");
	cr_assert_str_eq(found.rows[0].status, "won");
	cr_assert_not(found.rows[0].named);
}

EVERY_JOURNAL(an_append_with_a_wrong_version_changes_nothing)
{
	struct journal_session session = row(1, 0), now = row(1, 1);
	struct found found;

	create(port, &session);
	cr_assert_eq(append(port, 1, 1), MK_OK);
	cr_assert_eq(append(port, 1, 1), MK_CONFLICT);
	cr_assert_eq(append(port, 1, 3), MK_CONFLICT);
	cr_assert_eq(append(port, 1, 0), MK_CONFLICT);
	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 1);
	assert_same_row(&found.rows[0], &now);
	cr_assert_eq(append(port, 1, 2), MK_OK);
}

EVERY_JOURNAL(a_session_that_is_not_there_is_not_found)
{
	struct found found;

	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_NOT_FOUND);
	cr_assert_eq(append(port, 1, 1), MK_NOT_FOUND);
	cr_assert_eq(drop(port, 1), MK_NOT_FOUND);
}

EVERY_JOURNAL(a_removed_session_is_gone_with_its_events)
{
	struct journal_session session = row(1, 0), other = row(2, 0);
	struct found found;

	create(port, &session);
	create(port, &other);
	append(port, 1, 1);
	append(port, 2, 1);
	cr_assert_eq(drop(port, 2), MK_OK);
	load(port, 2, 0, 0, &found);
	cr_assert_eq(found.status, MK_NOT_FOUND);
	cr_assert_eq(create(port, &other), MK_OK);
	load(port, 2, 0, 0, &found);
	cr_assert_eq(found.count, 0);
	load(port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 1, "the other one keeps its events");
}

/* A store with other writers is not counted. */
static uint64_t counted(const struct port *port, uint64_t expected)
{
	const struct journal_methods *methods = port->journal->methods;

	return methods->count ? methods->count(port->journal) : expected;
}

EVERY_JOURNAL(sessions_are_counted_as_they_come_and_go)
{
	struct journal_session session = row(1, 0), other = row(2, 0);

	cr_assert_eq(counted(port, 0), 0);
	create(port, &session);
	create(port, &other);
	cr_assert_eq(create(port, &other), MK_CONFLICT);
	cr_assert_eq(counted(port, 2), 2);
	drop(port, 1);
	drop(port, 1);
	cr_assert_eq(counted(port, 1), 1);
}

EVERY_JOURNAL(events_are_read_in_parts)
{
	struct journal_session session = row(1, 0);
	struct found found;

	create(port, &session);
	for (uint64_t version = 1; version <= 12; version++) {
		append(port, 1, version);
	}
	load(port, 1, 3, 4, &found);
	cr_assert_eq(found.count, 4);
	cr_assert_eq(found.events[0].version, 4);
	cr_assert_eq(found.events[3].version, 7);
	load(port, 1, 10, 0, &found);
	cr_assert_eq(found.count, 2);
	load(port, 1, 12, 5, &found);
	cr_assert_eq(found.count, 0);
	load(port, 1, UINT64_MAX, 5, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, 0);
}

/* ---- listing -------------------------------------------------------------------------------- */

static void create_ten(struct port *port)
{
	for (int number = 10; number >= 1; number--) {
		struct journal_session session = row(number, 0);

		session.created_ms = 1000 + (number + 1) / 2; /* two at each moment */
		if (number % 3 == 0) {
			strcpy(session.game, "take-away");
		}
		if (number % 5 == 0) {
			strcpy(session.status, "won");
		}
		create(port, &session);
	}
}

static int number_of(const struct journal_session *session)
{
	return (int)strtol(session->id, NULL, 16);
}

EVERY_JOURNAL(sessions_are_listed_newest_first)
{
	struct journal_page page = {.limit = 0};
	struct found found;

	create_ten(port);
	list(port, &page, &found);
	cr_assert_eq(found.count, 10);
	cr_assert_not(found.more);
	for (int i = 0; i < 10; i++) {
		cr_assert_eq(number_of(&found.rows[i]), 10 - i);
	}
}

EVERY_JOURNAL(sessions_are_listed_page_after_page)
{
	struct journal_page page = {.limit = 4};
	struct found found;
	char after[SESSION_ID_SIZE];
	int expected = 10;

	create_ten(port);
	for (int i = 0; i < 3; i++) {
		list(port, &page, &found);
		cr_assert_eq(found.count, i < 2 ? 4 : 2);
		cr_assert_eq(found.more, i < 2);
		for (size_t at = 0; at < found.count; at++) {
			cr_assert_eq(number_of(&found.rows[at]), expected--);
		}
		memcpy(after, found.rows[found.count - 1].id, sizeof after);
		page.after = after;
		page.after_ms = found.rows[found.count - 1].created_ms;
	}
}

EVERY_JOURNAL(a_page_that_is_just_full_is_the_last)
{
	struct journal_page page = {.limit = 10};
	struct found found;

	create_ten(port);
	list(port, &page, &found);
	cr_assert_eq(found.count, 10);
	cr_assert_not(found.more);
}

EVERY_JOURNAL(sessions_are_listed_by_game_and_status)
{
	struct journal_page page = {.limit = 10, .game = "take-away"};
	struct found found;

	create_ten(port);
	list(port, &page, &found);
	cr_assert_eq(found.count, 3);
	page.game = NULL;
	page.status = "won";
	list(port, &page, &found);
	cr_assert_eq(found.count, 2);
	cr_assert_eq(number_of(&found.rows[0]), 10);
	page.game = "take-away";
	list(port, &page, &found);
	cr_assert_eq(found.count, 0);
	cr_assert_eq(found.status, MK_OK);
}

/* Those of all games that are being played, and those of one game however it stands. */
EVERY_JOURNAL(what_is_listed_by_one_of_both_comes_page_after_page_in_one_order)
{
	static const struct {
		struct journal_page page;
		int expected[8];
	} cases[] = {
		{{.limit = 2, .status = "playing"}, {9, 8, 7, 6, 4, 3, 2, 1}},
		{{.limit = 3, .game = "klondike"}, {10, 8, 7, 5, 4, 2, 1}},
	};

	create_ten(port);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct journal_page page = cases[i].page;
		struct found found = {.more = true};
		char after[SESSION_ID_SIZE];
		size_t seen = 0;

		while (found.more) {
			list(port, &page, &found);
			for (size_t at = 0; at < found.count; at++) {
				cr_assert_eq(number_of(&found.rows[at]), cases[i].expected[seen++]);
			}
			memcpy(after, found.rows[found.count - 1].id, sizeof after);
			page.after = after;
			page.after_ms = found.rows[found.count - 1].created_ms;
		}
		cr_assert_eq(seen, i == 0 ? 8 : 7);
	}
}

/* Deleting the last session of a page neither ends nor shifts the walk to the next page. */
EVERY_JOURNAL(a_page_behind_a_session_that_is_gone_begins_at_its_place)
{
	struct journal_page page = {
		.limit = 3, .after = "00000000000000000000000000000005", .after_ms = 1003};
	struct found found;

	create_ten(port);
	cr_assert_eq(drop(port, 5), MK_OK);
	list(port, &page, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, 3);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(number_of(&found.rows[i]), 4 - i);
	}
	cr_assert(found.more);
}

/* ---- order, and the end --------------------------------------------------------------------- */

enum { MANY = 1000 };

/* Appends versions 1 to MANY of session 1 without waiting for any answer. */
static void append_many(struct port *port, struct reply replies[MANY])
{
	for (unsigned i = 0; i < MANY; i++) {
		struct journal_session session = row(1, i + 1);
		struct journal_event its = event(i + 1);

		port->journal->methods->append(
			port->journal, &session, &its, NULL, note_reply, &replies[i]);
	}
}

EVERY_JOURNAL(a_thousand_appends_are_answered_in_order)
{
	static struct reply replies[MANY];
	struct journal_session session = row(1, 0);

	create(port, &session);
	append_many(port, replies);
	cr_assert_eq(store_figures(port->journal).waiting, MANY);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	for (unsigned i = 0; i < MANY; i++) {
		cr_assert(replies[i].answered);
		cr_assert_eq(replies[i].status, MK_OK);
		cr_assert(i == 0 || replies[i].turn > replies[i - 1].turn);
	}
	cr_assert_eq(store_figures(port->journal).appends, MANY);
	cr_assert_eq(store_figures(port->journal).waiting, 0);
}

EVERY_JOURNAL(stopping_answers_everything_that_waits)
{
	static struct reply replies[MANY];
	struct journal_session session = row(1, 0);

	create(port, &session);
	append_many(port, replies);
	port_stop(port);
	for (unsigned i = 0; i < MANY; i++) {
		cr_assert(replies[i].answered);
		cr_assert_eq(replies[i].status, MK_OK);
	}
	cr_assert(port_reopen(port));
}

struct chain {
	struct port *port;
	unsigned left;
	uint64_t version;
};

static void append_next(void *context, enum mk_status status)
{
	struct chain *chain = context;
	struct journal_session session = row(1, ++chain->version);
	struct journal_event its = event(chain->version);

	cr_assert_eq(status, MK_OK);
	if (chain->left-- > 0) {
		chain->port->journal->methods->append(
			chain->port->journal, &session, &its, NULL, append_next, chain);
	}
}

EVERY_JOURNAL(an_answer_may_ask_for_more_even_while_stopping)
{
	struct chain chain = {.port = port, .left = 5};
	struct journal_session session = row(1, 0);

	port->journal->methods->create(port->journal, &session, NULL, append_next, &chain);
	port_stop(port);
	cr_assert_eq(chain.version, 6);
	cr_assert(port_reopen(port));
}

EVERY_JOURNAL(a_journal_gets_ready)
{
	port_becomes_ready(port);
}

/* ---- What has ended ------------------------------------------------------------------------- */

static enum mk_status append_row(
	struct port *port, const struct journal_session *session, uint64_t version)
{
	struct journal_event last = event(version);
	struct reply reply = {.answered = false};

	port->journal->methods->append(port->journal, session, &last, NULL, note_reply, &reply);
	while (!reply.answered) {
		uv_run(&port->loop, UV_RUN_ONCE);
	}
	return reply.status;
}

/* Session `number` with one event, which ended the game so. */
static void play(
	struct port *port, int number, const char *status, uint32_t advised, uint32_t followed)
{
	struct journal_session session = row(number, 0);

	create(port, &session);
	snprintf(session.status, sizeof session.status, "%s", status);
	session.version = 1;
	session.advised = advised;
	session.followed = followed;
	cr_assert_eq(append_row(port, &session, 1), MK_OK);
}

struct tallied {
	bool answered;
	uint64_t tables[2]; /* not as advised, as advised */
	uint64_t lost;
};

static void note_tallies(void *context, enum mk_status status,
	const struct journal_outcome_count *tallies, size_t count)
{
	struct tallied *tallied = context;

	cr_assert_eq(status, MK_OK);
	for (size_t i = 0; i < count; i++) {
		cr_assert_str_eq(tallies[i].game, row(1, 0).game);
		tallied->tables[tallies[i].advised] += tallies[i].tables;
		tallied->lost += strcmp(tallies[i].status, "lost") == 0 ? tallies[i].tables : 0;
	}
	tallied->answered = true;
}

static struct tallied count_ended(struct port *port)
{
	struct tallied tallied = {.answered = false};

	port->journal->methods->tally(port->journal, note_tallies, &tallied);
	while (!tallied.answered) {
		uv_run(&port->loop, UV_RUN_ONCE);
	}
	return tallied;
}

EVERY_JOURNAL(ended_tables_are_counted_by_end_and_by_followed_advice)
{
	struct tallied tallied;

	play(port, 1, "won", 4, 3);
	play(port, 2, "lost", 4, 2);
	play(port, 3, "lost", 0, 0);
	play(port, 4, "drawn", 100, 100);
	play(port, 5, "playing", 9, 9);
	tallied = count_ended(port);
	cr_assert_eq(tallied.tables[true], 2);
	cr_assert_eq(tallied.tables[false], 2);
	cr_assert_eq(tallied.lost, 2);
}

EVERY_JOURNAL(a_table_that_goes_on_or_away_has_not_ended)
{
	struct journal_session session = row(1, 2);

	play(port, 1, "won", 4, 4);
	play(port, 2, "won", 4, 4);
	play(port, 3, "lost", 4, 1);
	session.advised = session.followed = 4;
	cr_assert_eq(append_row(port, &session, 2), MK_OK);
	cr_assert_eq(drop(port, 3), MK_OK);
	cr_assert_eq(count_ended(port).tables[true], 1);
	cr_assert_eq(count_ended(port).tables[false], 0);
	strcpy(session.status, "lost");
	session.followed = 1;
	cr_assert_eq(append_row(port, &session, 3), MK_OK);
	session.followed = 3;
	cr_assert_eq(append_row(port, &session, 4), MK_OK);
	cr_assert_eq(count_ended(port).tables[true], 2);
	cr_assert_eq(count_ended(port).lost, 1);
}

EVERY_JOURNAL(what_was_not_changed_for_long_is_listed_the_oldest_first)
{
	struct found found;

	for (int number = 1; number <= 5; number++) {
		port_fill(port, number, number == 3 ? 7 : 0);
	}
	list_unused(port, row(3, 7).updated_ms, 10, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, 4);
	cr_assert_str_eq(found.rows[0].id, row(1, 0).id);
	cr_assert_str_eq(found.rows[2].id, row(4, 0).id);
	list_unused(port, row(3, 7).updated_ms + 1, 3, &found);
	cr_assert_eq(found.count, 3);
	cr_assert_str_eq(found.rows[2].id, row(3, 0).id);
	list_unused(port, row(1, 0).updated_ms, 10, &found);
	cr_assert_eq(found.count, 0);
}

EVERY_JOURNAL(what_was_changed_since_is_not_removed_as_unused)
{
	struct reply since = {0}, before = {0};

	port_fill(port, 1, 7);
	port->journal->methods->remove(
		port->journal, row(1, 0).id, row(1, 7).updated_ms, note_reply, &since);
	port->journal->methods->remove(
		port->journal, row(1, 0).id, row(1, 7).updated_ms + 1, note_reply, &before);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert_eq(since.status, MK_CONFLICT);
	cr_assert_eq(before.status, MK_OK);
	cr_assert_eq(drop(port, 1), MK_NOT_FOUND);
}
