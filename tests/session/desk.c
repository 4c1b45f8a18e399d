#include "session/desk.h"

#include "base/clock.h"
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct desk desk;
struct limits desk_limits;

static int64_t now_ms(void)
{
	return desk.now++;
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
		.journal = &desk.fake->journal,
		.limits = &desk_limits,
		.workers = desk.workers,
		.turn = desk.turn,
		.kept = kept,
		.waiting_limit = 2,
		.now_ms = now_ms,
		.random = count_up,
		.find_game = toy_find,
	};

	limits_init(&desk_limits);
	desk.sessions = sessions_create(&options);
}

void desk_open_with(unsigned kept)
{
	desk = (struct desk){.fake = fake_create(), .now = 1000};
	start(kept);
}

void desk_open_with_workers(struct worker_pool *workers)
{
	desk = (struct desk){.fake = fake_create(), .workers = workers, .now = 1000};
	start(8);
}

void desk_open_in_turns(const struct turn_options *turn)
{
	desk = (struct desk){.fake = fake_create(), .turn = *turn, .now = 1000};
	start(8);
}

void desk_open_shared(void)
{
	desk = (struct desk){.fake = fake_create_shared(), .now = 1000};
	start(8);
}

void desk_close(void)
{
	sessions_destroy(desk.sessions);
	fake_destroy(desk.fake);
}

void desk_restart(void)
{
	sessions_destroy(desk.sessions);
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

void desk_open_session(void)
{
	struct session_spec spec = {
		.game = &toy_game,
		.preset = &toy_game.presets[0],
		.rules = toy_game.presets[0].rules,
		.strategy = &toy_game.strategies[0],
		.language = MK_DANISH,
	};

	sessions_add(desk.sessions, &spec, note, &desk.last);
	fake_answer_all(desk.fake);
	cr_assert_eq(desk.last.status, MK_OK);
	memcpy(desk.id, desk.last.session.id, sizeof desk.id);
}

void see_frame(int left, const char *camera, int64_t frame, struct answer *answer)
{
	struct mk_snapshot snapshot = {left};
	struct session_frame its = {.camera = camera, .numbered = true, .number = frame};

	sessions_post_snapshot(
		desk.sessions, desk.id, &toy_game, &snapshot, &its, &always, note, answer);
}

void see(int left, struct answer *answer)
{
	struct mk_snapshot snapshot = {left};
	struct session_frame frame = {0};

	sessions_post_snapshot(
		desk.sessions, desk.id, &toy_game, &snapshot, &frame, &always, note, answer);
}

void take_back(int steps, struct answer *answer)
{
	sessions_undo(desk.sessions, desk.id, steps, &always, note, answer);
}

void find(struct answer *answer)
{
	sessions_get(desk.sessions, desk.id, note, answer);
}

struct answer seen(int left)
{
	struct answer answer = {0};

	see(left, &answer);
	fake_answer_all(desk.fake);
	return answer;
}

struct answer seen_frame(int left, const char *camera, int64_t frame)
{
	struct answer answer = {0};

	see_frame(left, camera, frame, &answer);
	fake_answer_all(desk.fake);
	return answer;
}

struct answer moved(int count)
{
	struct answer answer = {0};
	json_t *move = json_pack("{s:i}", "count", count);

	sessions_post_move(desk.sessions, desk.id, move, &always, note, &answer);
	json_decref(move);
	fake_answer_all(desk.fake);
	return answer;
}

struct answer undone(int steps)
{
	struct answer answer = {0};

	take_back(steps, &answer);
	fake_answer_all(desk.fake);
	return answer;
}

struct answer found(void)
{
	struct answer answer = {0};

	find(&answer);
	fake_answer_all(desk.fake);
	return answer;
}

static void notify(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	struct ear *ear = (struct ear *)(void *)subscriber;
	int64_t end_ns = clock_ticks_ns() + ear->takes_ns;

	while (ear->takes_ns > 0 && clock_ticks_ns() < end_ns) {
	}
	cr_assert_lt(ear->count, EAR_SIZE);
	ear->subscribed[ear->count].notification = notification;
	ear->subscribed[ear->count].version = session->version;
	ear->subscribed[ear->count].final = session->advice && session->advice->final;
	ear->subscribed[ear->count++].left = session->view->left;
	if (ear->leaves) {
		sessions_unsubscribe(ear->leaves, subscriber);
	}
}

void ear_listen(struct ear *ear, struct answer *answer)
{
	ear->subscriber.notify = notify;
	sessions_subscribe(desk.sessions, desk.id, &ear->subscriber, note, answer);
}
