/* Bringing a session into memory, and what waits for that. */
#include "base/clock.h"
#include "session/change.h"
#include "session/fault.h"
#include "session/follow.h"
#include "session/live.h"
#include "session/replay.h"
#include "session/row.h"
#include "session/thinking.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* ---- from the journal ----------------------------------------------------------------------- */

static void adopt(struct live *live, struct session *next, const struct replay *replay)
{
	next->observed = replay->has_observed ? &replay->observed : NULL;
	next->outcome = next->game->outcome(replay->view);
	live_become_take(live, next, replay->view, replay->before);
	live_forget_pictures(live);
	/* The most recent one is noted last. */
	for (unsigned i = replay->cameras.count; i-- > 0;) {
		const struct camera *camera = &replay->cameras.known[i];

		live_note_frame(live, camera->name, camera->frame);
	}
}

static enum mk_status restore(struct live *live, const struct journal_session *row,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	struct session next;
	struct replay replay;
	enum mk_status status = row_read(row, &live->sessions->options, &next, error);

	if (status == MK_OK && (!live_make_room(live) || !live_write_rules(live, &next) ||
				       !live_write_locks(live, &next, row->locks))) {
		status = fault_no_memory(error);
	}
	if (status == MK_OK) {
		status = replay_events(&next, events, count, 0, &replay, error);
	}
	if (status == MK_OK) {
		adopt(live, &next, &replay);
	}
	return status;
}

/* ---- who waited ----------------------------------------------------------------------------- */

static void errand_serve(struct live *live, const struct errand *errand)
{
	if (errand->listener) {
		live_join(live, errand->listener, errand->answer, errand->context);
	} else {
		errand->answer(errand->context, MK_OK, live_show(live), NULL);
	}
}

static void errand_fail(struct errand *errand, const struct mk_error *error)
{
	if (errand->listener) {
		errand->listener->of = NULL;
	}
	errand->answer(errand->context, error->status, NULL, error);
}

/* Who asks again in the answer comes behind them and waits for the next asking. */
void errands_end(struct live *live, uint64_t round, const struct mk_error *error)
{
	struct errand *errand = NULL;

	DL_FOREACH2(live->errands, errand, next)
	{
		errand->due = errand->round <= round;
	}
	while (live->errands && live->errands->due) {
		errand = live->errands;
		DL_DELETE2(live->errands, errand, previous, next);
		if (error) {
			errand_fail(errand, error);
		} else {
			errand_serve(live, errand);
		}
		free(errand);
		live_release(live);
	}
}

static void errand_wait(struct live *live, const struct errand *wish)
{
	struct errand *errand = malloc(sizeof *errand);
	struct mk_error error;

	if (!errand) {
		fault_no_memory(&error);
		wish->answer(wish->context, error.status, NULL, &error);
		return;
	}
	*errand = *wish;
	/* What is on its way already may have been read before the last change elsewhere. */
	errand->round = live->sessions->shared ? live->round + 1 : 0;
	if (errand->listener) {
		errand->listener->of = live;
	}
	live_hold(live);
	DL_APPEND2(live->errands, errand, previous, next);
}

void errand_run(struct live *live, const struct errand *errand)
{
	if (live->state == LIVE_KNOWN && !live->sessions->shared) {
		errand_serve(live, errand);
		return;
	}
	errand_wait(live, errand);
	if (live->state == LIVE_UNKNOWN) {
		live_load(live);
	}
	follow_on(live);
}

/* ---- loading -------------------------------------------------------------------------------- */

/* Does what was over before not end once more? */
static bool has_ended(const struct live *live, bool was_over)
{
	return !was_over && outcome_is_over(live->session.outcome);
}

/* All who wait are served, and who listened to an older state hears of the new one. */
static void welcome(struct live *live, bool was_over)
{
	struct telling telling;

	telling_begin(&telling, live);
	errands_end(live, live->load_round, NULL);
	telling_tell(&telling, live, SESSION_CHANGED, has_ended(live, was_over));
	telling_end(&telling, live);
}

/* The session as it was at an earlier version; what changes without the table is that of now. */
static enum mk_status restore_at(struct live *live, const struct journal_session *row,
	const struct journal_event *events, uint64_t version, struct mk_error *error)
{
	struct journal_session past = *row;

	past.version = version;
	past.updated_ms = events[version - 1].at_ms;
	return restore(live, &past, events, version, error);
}

/* Who listens hears of each version that others have made before the last. */
static enum mk_status catch_up(struct live *live, const struct journal_session *row,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	enum mk_status status = MK_OK;

	while (status == MK_OK && live->listeners && live->session.version + 1 < row->version &&
		live->session.version < count) {
		bool was_over = outcome_is_over(live->session.outcome);
		struct telling telling;

		status = restore_at(live, row, events, live->session.version + 1, error);
		if (status == MK_OK) {
			telling_begin(&telling, live);
			telling_tell(&telling, live, SESSION_CHANGED, has_ended(live, was_over));
			telling_end(&telling, live);
		}
	}
	return status;
}

/* What others have played is thought about here, too, where somebody looks on. */
static void think(struct live *live)
{
	const struct session_patience patience = {
		.budget_ms = live->sessions->options.listener_budget_ms,
		.since_ns = clock_ticks_ns(),
	};

	if (live->listeners) {
		thinking_begin(live, &patience, NULL, NULL);
	}
}

static enum mk_status arrive(struct live *live, const struct journal_session *row,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	bool known = live->view != NULL, was_over;
	enum mk_status status = MK_OK;

	live->state = LIVE_KNOWN;
	if (known) {
		status = catch_up(live, row, events, count, error);
	}
	was_over = !known || outcome_is_over(live->session.outcome);
	if (status == MK_OK) {
		status = restore(live, row, events, count, error);
	}
	if (status == MK_OK) {
		think(live);
		welcome(live, was_over);
	}
	return status;
}

static void give_up(struct live *live, const struct mk_error *error)
{
	live->state = LIVE_UNKNOWN;
	errands_end(live, UINT64_MAX, error);
	changes_fail(live, error);
}

static void on_loaded(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct live *live = context;
	struct mk_error error;

	changes_pause(live);
	if (status == MK_OK) {
		status = arrive(live, row, events, count, &error);
	} else {
		fault_journal(status, &error);
	}
	if (status == MK_NOT_FOUND) {
		live_bury(live);
	} else if (status != MK_OK) {
		give_up(live, &error);
	}
	changes_resume(live);
	live_release(live);
}

void live_load(struct live *live)
{
	struct journal *journal = live->sessions->options.journal;

	live_hold(live);
	live->state = LIVE_LOADING;
	live->behind = false;
	live->load_round = ++live->round;
	changes_begin_again(live);
	journal->methods->load(journal, live->session.id, 0, 0, on_loaded, live);
}

void live_bury(struct live *live)
{
	struct mk_error error;

	thinking_stop(live);
	if (live->entered) {
		live_remove(live);
	}
	fault_journal(MK_NOT_FOUND, &error);
	give_up(live, &error);
	live_tell_deleted(live);
}

/* ---- finding -------------------------------------------------------------------------------- */

static bool is_id(const char *id)
{
	return strlen(id) == SESSION_ID_ROOM - 1 &&
	       strspn(id, "0123456789abcdef") == SESSION_ID_ROOM - 1;
}

/* One that is not in memory yet; NULL without memory. */
static struct live *enter(struct sessions *sessions, const char *id)
{
	struct live *live = live_create(sessions, id);

	if (live && !live_enter(live)) {
		live_release(live);
		return NULL;
	}
	return live;
}

struct live *live_reach(struct sessions *sessions, const char *id, struct mk_error *error)
{
	struct live *live;

	HASH_FIND(hh, sessions->lives, id, strlen(id), live);
	if (live) {
		live_hold(live);
	} else if (!is_id(id)) {
		fault_journal(MK_NOT_FOUND, error);
		return NULL;
	} else {
		live = enter(sessions, id);
	}
	if (!live) {
		fault_no_memory(error);
	}
	return live;
}

struct live *live_want(struct sessions *sessions, const char *id, struct mk_error *error)
{
	struct live *live = live_reach(sessions, id, error);

	if (live && live->state == LIVE_UNKNOWN) {
		live_load(live);
	}
	return live;
}
