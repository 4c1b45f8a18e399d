#include "session/session_fixture.h"

#include "base/clock.h"
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct fixture fixture;
struct limits fixture_limits;

static int64_t now_ms(void)
{
	return fixture.now++;
}

/* Different numbers, the same ones in every run. */
static void count_up(void *bytes, size_t length)
{
	static unsigned char next = 1;

	memset(bytes, next++, length);
}

static void start(unsigned kept)
{
	struct sessions_options options = {
		.journal = &fixture.fake->journal,
		.limits = &fixture_limits,
		.workers = fixture.workers,
		.turn = fixture.turn,
		.kept = kept,
		.waiting_limit = 2,
		.now_ms = now_ms,
		.random = count_up,
		.find_game = toy_find,
	};

	limits_init(&fixture_limits);
	fixture.sessions = sessions_create(&options);
}

void fixture_open_with(unsigned kept)
{
	fixture = (struct fixture){.fake = fake_create(), .now = 1000};
	start(kept);
}

void fixture_open_with_workers(struct worker_pool *workers)
{
	fixture = (struct fixture){.fake = fake_create(), .workers = workers, .now = 1000};
	start(8);
}

void fixture_open_in_turns(const struct turn_options *turn)
{
	fixture = (struct fixture){.fake = fake_create(), .turn = *turn, .now = 1000};
	start(8);
}

void fixture_open_shared(void)
{
	fixture = (struct fixture){.fake = fake_create_shared(), .now = 1000};
	start(8);
}

void fixture_close(void)
{
	sessions_destroy(fixture.sessions);
	fake_destroy(fixture.fake);
}

void fixture_restart(void)
{
	sessions_destroy(fixture.sessions);
	start(8);
}

void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct answer *answer = context;

	cr_assert_eq(status != MK_OK, error != NULL);
	*answer = (struct answer){
		.count = answer->count + 1,
		.status = status,
		.has_session = session != NULL,
		.before = -1,
	};
	snprintf(answer->code, sizeof answer->code, "%s", error ? error->code : "");
	answer->is_localized = error && error->message.phrase;
	snprintf(answer->where, sizeof answer->where, "%s", error ? error->where : "");
	if (!session) {
		return;
	}
	answer->session = *session;
	answer->left = session->view->left;
	answer->has_observed = session->observed != NULL;
	if (session->observed) {
		answer->explanation = session->observed->explanation;
	}
	if (session->before) {
		answer->before = session->before->left;
	}
	answer->final = session->advice && session->advice->final;
	answer->wanted_ms = session->advice ? session->advice->shortened.requested_ms : 0;
	answer->given_ms = session->advice ? session->advice->shortened.granted_ms : 0;
	answer->value = session->advice ? session->advice->value : NAN;
	if (session->advice && session->advice->suggestion >= 0) {
		answer->suggested = session->advice->moves[session->advice->suggestion].move.count;
	}
}

void fixture_open_session(void)
{
	struct session_spec spec = {
		.game = &toy_game,
		.preset = &toy_game.presets[0],
		.rules = toy_game.presets[0].rules,
		.strategy = &toy_game.strategies[0],
		.language = MK_DANISH,
	};

	sessions_add(fixture.sessions, &spec, note, &fixture.last);
	fake_answer_all(fixture.fake);
	cr_assert_eq(fixture.last.status, MK_OK);
	memcpy(fixture.id, fixture.last.session.id, sizeof fixture.id);
}

void see_frame(int left, const char *camera, int64_t frame, struct answer *answer)
{
	struct mk_snapshot snapshot = {left};
	struct session_frame its = {.camera = camera, .numbered = true, .number = frame};

	sessions_post_snapshot(
		fixture.sessions, fixture.id, &toy_game, &snapshot, &its, &always, note, answer);
}

void see(int left, struct answer *answer)
{
	struct mk_snapshot snapshot = {left};
	struct session_frame frame = {0};

	sessions_post_snapshot(
		fixture.sessions, fixture.id, &toy_game, &snapshot, &frame, &always, note, answer);
}

void take_back(int steps, struct answer *answer)
{
	sessions_undo(fixture.sessions, fixture.id, steps, &always, note, answer);
}

void find(struct answer *answer)
{
	sessions_get(fixture.sessions, fixture.id, note, answer);
}

struct answer seen(int left)
{
	struct answer answer = {0};

	see(left, &answer);
	fake_answer_all(fixture.fake);
	return answer;
}

struct answer seen_frame(int left, const char *camera, int64_t frame)
{
	struct answer answer = {0};

	see_frame(left, camera, frame, &answer);
	fake_answer_all(fixture.fake);
	return answer;
}

struct answer moved(int count)
{
	struct answer answer = {0};
	json_t *move = json_pack("{s:i}", "count", count);

	sessions_post_move(fixture.sessions, fixture.id, move, &always, note, &answer);
	json_decref(move);
	fake_answer_all(fixture.fake);
	return answer;
}

struct answer undone(int steps)
{
	struct answer answer = {0};

	take_back(steps, &answer);
	fake_answer_all(fixture.fake);
	return answer;
}

struct answer found(void)
{
	struct answer answer = {0};

	find(&answer);
	fake_answer_all(fixture.fake);
	return answer;
}

static void notify(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	struct recorder *recorder = (struct recorder *)(void *)subscriber;
	int64_t end_ns = clock_ticks_ns() + recorder->takes_ns;

	while (recorder->takes_ns > 0 && clock_ticks_ns() < end_ns) {
	}
	cr_assert_lt(recorder->count, RECORDER_SIZE);
	recorder->subscribed[recorder->count].notification = notification;
	recorder->subscribed[recorder->count].version = session->version;
	recorder->subscribed[recorder->count].final = session->advice && session->advice->final;
	recorder->subscribed[recorder->count++].left = session->view->left;
	if (recorder->leaves) {
		sessions_unsubscribe(recorder->leaves, subscriber);
	}
}

void recorder_subscribe(struct recorder *recorder, struct answer *answer)
{
	recorder->subscriber.notify = notify;
	sessions_subscribe(fixture.sessions, fixture.id, &recorder->subscriber, note, answer);
}
