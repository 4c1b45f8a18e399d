/* Finding a session, and who waits until it is in memory and the present one. */
#include "session/fault.h"
#include "session/follow.h"
#include "session/live.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

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
	if (live->state == LIVE_KNOWN && (!live->sessions->shared || errand->may_be_old)) {
		errand_serve(live, errand);
		return;
	}
	errand_wait(live, errand);
	if (live->state == LIVE_UNKNOWN) {
		live_load(live);
	}
	follow_on(live);
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
