/* Corrections are searched beside the loop: what happens meanwhile, and when it comes too late. */
#include "session/changes/change_job.h"

#include "base/limits.h"

#include "session/fake_pool.h"
#include "session/session_fixture.h"

#include <criterion/criterion.h>

static struct fake_pool fake_pool;

static void let_go(bool run)
{
	struct job *job = fake_pool_take(&fake_pool, 0);

	if (run) {
		job->run(job, NULL);
	}
	job->done(job);
	fake_answer_all(fixture.fake);
}

/* 10, 9 and 7 counters: versions 1 to 3. */
static void open_desk(void)
{
	fake_pool_init(&fake_pool, FAKE_POOL_SIZE);
	fixture_open_with_workers(&fake_pool.workers);
	fixture_open_session();
	seen(10);
	seen(9);
	seen(7);
}

TestSuite(job, .init = open_desk, .fini = fixture_close);

/* The last step took one more than was seen. */
static void correct(struct answer *answer)
{
	const struct session_correction request = {.counts = true, .count = {"left", 6, 0}};

	sessions_correct(fixture.sessions, fixture.id, &request, &always, note, answer);
	fake_answer_all(fixture.fake);
}

Test(job, the_session_is_read_while_its_correction_is_searched)
{
	struct answer answer = {0};

	correct(&answer);
	cr_assert_eq(answer.count, 0);
	cr_assert_eq(found().left, 7);
	let_go(true);
	cr_assert_eq(answer.count, 1);
	cr_assert_eq(answer.status, MK_OK);
	cr_assert_eq(answer.left, 6);
	cr_assert_eq(answer.session.version, 4);
}

Test(job, its_other_changes_wait)
{
	struct answer answer = {0}, next = {0};

	correct(&answer);
	see(5, &next);
	fake_answer_all(fixture.fake);
	cr_assert_eq(next.count, 0);
	let_go(true);
	cr_assert_eq(answer.session.version, 4);
	cr_assert_eq(next.session.version, 5);
	cr_assert_eq(next.left, 5);
}

Test(job, without_time_for_it_nothing_is_changed)
{
	struct answer answer = {0};

	fake_pool.most = 0;
	correct(&answer);
	cr_assert_eq(answer.status, MK_BUSY);
	cr_assert_str_eq(answer.code, "busy");
	cr_assert_eq(found().session.version, 3);
}

Test(job, a_result_after_the_shutdown_changes_nothing)
{
	struct answer answer = {0};

	correct(&answer);
	sessions_shutdown(fixture.sessions);
	let_go(true);
	cr_assert_eq(answer.status, MK_BUSY);
	cr_assert_eq(found().session.version, 3);
}

Test(job, a_job_that_never_ran_changes_nothing)
{
	struct answer answer = {0};

	correct(&answer);
	let_go(false);
	cr_assert_eq(answer.status, MK_BUSY);
	cr_assert_eq(found().session.version, 3);
}

/* A session of its own for each: they differ by their ids alone. */
static void correct_another(struct answer *answer)
{
	fixture_open_session();
	seen(10);
	seen(9);
	correct(answer);
}

Test(job, the_number_of_concurrent_jobs_is_limited)
{
	static struct answer answers[MAX_CORRECTING + 2];

	for (int i = 0; i < MAX_CORRECTING; i++) {
		correct_another(&answers[i]);
		cr_assert_eq(answers[i].count, 0);
	}
	correct_another(&answers[MAX_CORRECTING]);
	cr_assert_eq(answers[MAX_CORRECTING].status, MK_BUSY);
	cr_assert_str_eq(answers[MAX_CORRECTING].code, "busy");
	cr_assert_eq(fixture_limits.refused[LIMIT_CORRECTING], 1);
	cr_assert_eq(found().session.version, 2);
	let_go(true);
	cr_assert_eq(answers[0].status, MK_OK);
	correct_another(&answers[MAX_CORRECTING + 1]);
	cr_assert_eq(answers[MAX_CORRECTING + 1].count, 0);
	for (int i = 0; i < MAX_CORRECTING; i++) {
		let_go(true);
	}
	cr_assert_eq(answers[MAX_CORRECTING + 1].status, MK_OK);
}
