/* How many sessions one owner may have created that still exist. */
#include "base/limits.h"
#include "store/port.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

#define EVERY_JOURNAL(sentence) EVERY_JOURNAL_OF(owned, sentence)

static struct limits limits;

static void limit(struct port *port, uint64_t sessions)
{
	limits_init(&limits);
	limits.value[LIMIT_TOKEN_SESSIONS] = sessions;
	store_limit(port->journal, &limits);
}

/* `owner` 0: none. */
static enum mk_status create_owned(struct port *port, int number, int owner)
{
	struct journal_session session = row(number, 0);

	memset(session.owner, owner, sizeof session.owner);
	return create(port, &session);
}

EVERY_JOURNAL(an_owner_has_as_many_sessions_as_the_limit_says)
{
	limit(port, 2);
	cr_assert_eq(create_owned(port, 1, 'a'), MK_OK);
	cr_assert_eq(create_owned(port, 2, 'a'), MK_OK);
	cr_assert_eq(create_owned(port, 3, 'a'), MK_FULL);
	cr_assert_eq(create_owned(port, 3, 'b'), MK_OK, "another owner has its own");
	cr_assert_eq(create_owned(port, 1, 'b'), MK_CONFLICT);
	cr_assert_eq(drop(port, 1), MK_OK);
	cr_assert_eq(create_owned(port, 4, 'a'), MK_OK, "a place was given back");
	cr_assert_eq(create_owned(port, 5, 'a'), MK_FULL);
	cr_assert_eq(append(port, 4, 1), MK_OK);
	cr_assert_eq(drop(port, 4), MK_OK);
	cr_assert_eq(create_owned(port, 5, 'a'), MK_OK, "also of one that was changed");
	cr_assert_eq(create_owned(port, 6, 'a'), MK_FULL);
}

EVERY_JOURNAL(without_an_owner_or_a_limit_nothing_is_refused)
{
	limit(port, 1);
	for (int number = 1; number <= 5; number++) {
		cr_assert_eq(create_owned(port, number, 0), MK_OK);
	}
	limit(port, 0);
	for (int number = 6; number <= 10; number++) {
		cr_assert_eq(create_owned(port, number, 'a'), MK_OK);
	}
}

EVERY_JOURNAL(a_lower_limit_holds_for_what_comes)
{
	limit(port, 5);
	for (int number = 1; number <= 5; number++) {
		cr_assert_eq(create_owned(port, number, 'a'), MK_OK);
	}
	limit(port, 2);
	cr_assert_eq(create_owned(port, 6, 'a'), MK_FULL);
	for (int number = 1; number <= 3; number++) {
		cr_assert_eq(drop(port, number), MK_OK);
		cr_assert_eq(create_owned(port, 6, 'a'), MK_FULL);
	}
	cr_assert_eq(drop(port, 4), MK_OK);
	cr_assert_eq(create_owned(port, 6, 'a'), MK_OK);
}

static struct port_kind keepers[] = {{"sqlite"}, {"postgres"}};

ParameterizedTestParameters(owned, sessions_are_counted_across_a_restart)
{
	return cr_make_param_array(struct port_kind, keepers, sizeof keepers / sizeof keepers[0]);
}

ParameterizedTest(struct port_kind *kind, owned, sessions_are_counted_across_a_restart)
{
	struct port port;

	port_open(&port, kind->name);
	limit(&port, 3);
	for (int number = 1; number <= 3; number++) {
		cr_assert_eq(create_owned(&port, number, 'a'), MK_OK);
	}
	cr_assert_eq(drop(&port, 3), MK_OK);
	for (int restart = 0; restart < 3; restart++) {
		port_stop(&port);
		cr_assert(port_reopen(&port), "%s", port.error.detail);
		limit(&port, 3);
		cr_assert_eq(create_owned(&port, 3, 'a'), MK_OK);
		cr_assert_eq(create_owned(&port, 4, 'a'), MK_FULL);
		cr_assert_eq(drop(&port, restart % 2 ? 3 : 1), MK_OK);
		cr_assert_eq(create_owned(&port, restart % 2 ? 3 : 1, 'a'), MK_OK);
		cr_assert_eq(drop(&port, 3), MK_OK);
	}
	port_close(&port);
}

ParameterizedTestParameters(owned, a_refused_creation_does_not_take_its_key)
{
	return cr_make_param_array(struct port_kind, keepers, sizeof keepers / sizeof keepers[0]);
}

static enum mk_status create_with_key(struct port *port, int number, int key)
{
	struct journal_session session = row(number, 0);
	struct journal_idempotency idempotency = {.at_ms = 2 * KEY_LIFETIME_MS};
	struct reply reply = {0};

	memset(idempotency.key, key, sizeof idempotency.key);
	memset(session.owner, 'a', sizeof session.owner);
	memcpy(idempotency.id, session.id, sizeof idempotency.id);
	port->journal->methods->create(port->journal, &session, &idempotency, note_reply, &reply);
	uv_run(&port->loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

ParameterizedTest(struct port_kind *kind, owned, a_refused_creation_does_not_take_its_key)
{
	struct port port;

	port_open(&port, kind->name);
	limit(&port, 1);
	cr_assert_eq(create_with_key(&port, 1, 1), MK_OK);
	cr_assert_eq(create_with_key(&port, 2, 2), MK_FULL);
	cr_assert_eq(create_with_key(&port, 3, 1), MK_OVER, "a repeated request is not refused");
	cr_assert_eq(drop(&port, 1), MK_OK);
	cr_assert_eq(create_with_key(&port, 2, 2), MK_OK);
	port_close(&port);
}
