/* A session in memory: its life, and what it shows. */
#include "session/cached_session.h"

#include "session/history/event.h"

#include "base/limits.h"
#include "session/compaction.h"
#include "session/history/row.h"
#include "session/session_search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

struct live *cached_session_create(struct sessions *sessions, const char *id)
{
	struct live *live = calloc(1, sizeof *live);

	if (!live) {
		return NULL;
	}
	live->sessions = sessions;
	live->holds = 1;
	snprintf(live->session.id, sizeof live->session.id, "%s", id);
	return live;
}

bool cached_session_set_rules_json(struct live *live, struct session *session)
{
	if (!live->rules_json) {
		live->rules_json = row_rules(session);
	}
	session->rules_json = live->rules_json;
	return live->rules_json != NULL;
}

bool cached_session_set_token_hashes(struct live *live, struct session *session, const char *locks)
{
	if (locks && !live->locks) {
		live->locks = strdup(locks);
	}
	session->locks = live->locks;
	return !locks || live->locks;
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
bool cached_session_insert(struct live *live)
{
	struct sessions *sessions = live->sessions;

	live->entered = true;
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(element) (element)->entered = false
	HASH_ADD_STR(sessions->lives, session.id, live);
	sessions->figures.loaded += live->entered;
	return live->entered;
}

void cached_session_unlink(struct live *live)
{
	HASH_DEL(live->sessions->lives, live);
	live->sessions->figures.loaded--;
	live->entered = false;
}

bool cached_session_reserve_finding(struct live *live)
{
	if (!live->observed) {
		live->observed = calloc(1, sizeof *live->observed);
	}
	if (!live->concluded) {
		live->concluded = calloc(1, sizeof *live->concluded);
	}
	return live->observed && live->concluded;
}

/* Frees the tables that are held now, except those that are kept on. */
static void hold_views(struct live *live, struct mk_view *view, struct mk_view *before)
{
	if (live->view != view && live->view != before) {
		free(live->view);
	}
	if (live->before != view && live->before != before) {
		free(live->before);
	}
	live->view = view;
	live->before = before;
}

void cached_session_destroy(struct live *live)
{
	cached_session_abort_load(live);
	advice_cache_release(&live->sessions->advice_cache, &live->session);
	free(live->rules_json);
	free(live->locks);
	free(live->resting);
	free(live->observed);
	free(live->concluded);
	free(live->cameras);
	free(live->intent);
	free(live->memory);
	hold_views(live, NULL, NULL);
	free(live);
}

static void doze_off(struct sessions *sessions)
{
	struct live *live = sessions->awake;

	rest_begin(live);
	live->awake = false;
	sessions->awake = live->next;
	sessions->awake_count--;
}

static void leave_idle(struct live *live)
{
	struct sessions *sessions = live->sessions;

	if (sessions->awake == live) {
		sessions->awake = live->next;
	}
	sessions->awake_count -= live->awake;
	DL_DELETE2(sessions->idle, live, previous, next);
	sessions->idle_count--;
}

static void join_idle(struct live *live)
{
	struct sessions *sessions = live->sessions;

	DL_APPEND2(sessions->idle, live, previous, next);
	sessions->idle_count++;
	live->awake = true;
	sessions->awake_count++;
	if (!sessions->awake) {
		sessions->awake = live;
	}
	while (sessions->awake_count > sessions->options.awake) {
		doze_off(sessions);
	}
}

static void forget_idle(struct live *live)
{
	leave_idle(live);
	cached_session_unlink(live);
	cached_session_destroy(live);
}

bool cached_session_evict(struct sessions *sessions, const char *id)
{
	struct live *live;

	HASH_FIND(hh, sessions->lives, id, strlen(id), live);
	if (live && (live->holds > 0 || sessions->held_back > 0)) {
		return false;
	}
	if (live) {
		forget_idle(live);
	}
	return true;
}

void cached_session_ref(struct live *live)
{
	if (live->holds++ == 0) {
		leave_idle(live);
		rest_end(live);
	}
}

void cached_session_unref(struct live *live)
{
	struct sessions *sessions = live->sessions;

	if (--live->holds > 0) {
		return;
	}
	if (live->state != CACHED_KNOWN && live->entered) {
		cached_session_unlink(live);
	}
	if (!live->entered) {
		cached_session_destroy(live);
		return;
	}
	join_idle(live);
	while (sessions->idle_count > sessions->options.kept && sessions->held_back == 0) {
		assert(sessions->idle);
		limits_count(sessions->options.limits, LIMIT_SESSION_CACHE_SIZE);
		/* It leaves the list first. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
		forget_idle(sessions->idle);
	}
}

const struct session *cached_session_refresh(struct live *live)
{
	const struct mk_advice *advice;

	advice_cache_get(&live->sessions->advice_cache, &live->session, live->thinking != NULL);
	advice = live->session.advice;
	if (advice && advice->suggestion >= 0) {
		live->suggestion = advice->moves[advice->suggestion].move;
	}
	live->suggested = !advice                   ? SUGGESTION_UNKNOWN
			  : advice->suggestion >= 0 ? SUGGESTION_MADE
						    : SUGGESTION_NONE;
	return &live->session;
}

const struct mk_move *cached_session_suggestion(struct live *live)
{
	if (live->suggested == SUGGESTION_UNKNOWN) {
		cached_session_refresh(live);
	}
	return live->suggested == SUGGESTION_MADE ? &live->suggestion : NULL;
}

static void note_conclusion(struct live *live, const struct mk_finding *observed)
{
	if (finding_is_accepted(observed)) {
		*live->concluded = *observed;
	}
	live->has_concluded = observed && (live->has_concluded || finding_is_accepted(observed));
}

void cached_session_install(
	struct live *live, const struct session *next, struct mk_view *view, struct mk_view *before)
{
	bool same = view == live->view && next->strategy == live->session.strategy;
	const struct mk_advice *advice = same ? live->session.advice : NULL;

	if (!same) {
		thinking_stop(live);
		advice_cache_release(&live->sessions->advice_cache, &live->session);
		live->suggested = SUGGESTION_UNKNOWN;
		live->tables++;
	}
	if (next->observed) {
		*live->observed = *next->observed;
	}
	note_conclusion(live, next->observed);
	hold_views(live, view, before);
	live->session = *next;
	live->session.view = view;
	live->session.before = finding_is_accepted(next->observed) ? before : NULL;
	live->session.observed = next->observed ? live->observed : NULL;
	live->session.advice = advice;
	live->session.edition = 0;
	live->session.repair = NULL;
}

/*
 * No number comes twice, neither after a session was forgotten nor, but for a chance of one in
 * thousands of millions, after a restart or at another daemon: what was shown is kept nowhere.
 */
void cached_session_bump_revision(struct live *live)
{
	struct sessions *sessions = live->sessions;

	sessions->editions++;
	sessions->editions += sessions->editions == 0;
	live->session.edition = sessions->editions;
}

void cached_session_set_repair(struct live *live, const struct mk_repair *repair)
{
	live->repair = *repair;
	live->session.repair = &live->repair;
	cached_session_bump_revision(live);
}

/* The same again is no news. (Were its padding another, it would be: that does no harm.) */
static bool is_news(
	const struct live *live, enum session_sync sync, const struct mk_finding *finding)
{
	struct mk_finding seen = *finding, before = *live->observed;
	bool same;

	/* How many pictures it took, and how they were read, is no news. */
	seen.pictures = before.pictures = 0;
	seen.tally = before.tally = (struct mk_reading_tally){0};
	/* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	same = memcmp(&before, &seen, sizeof seen) == 0;

	return !same || live->session.sync != sync || !live->session.observed ||
	       live->session.before || live->session.repair;
}

void cached_session_set_finding(
	struct live *live, enum session_sync sync, const struct mk_finding *finding)
{
	if (is_news(live, sync, finding)) {
		cached_session_bump_revision(live);
	}
	*live->observed = *finding;
	live->session.before = NULL;
	live->session.repair = NULL;
	live->session.observed = live->observed;
	live->session.sync = sync;
}

struct mk_tracker *cached_session_tracker(struct live *live)
{
	const struct mk_game *game = live->session.game;

	if (!live->memory && game->track_snapshot) {
		live->memory = calloc(1, game->tracker_size);
	}
	return live->memory;
}

void cached_session_reset_tracker(struct live *live)
{
	free(live->memory);
	live->memory = NULL;
}

void cached_session_record_frame(struct live *live, const char *camera, int64_t number)
{
	if (!live->cameras) {
		live->cameras = calloc(1, sizeof *live->cameras);
	}
	if (live->cameras && cameras_note(live->cameras, camera, number)) {
		limits_count(live->sessions->options.limits, LIMIT_CAMERAS);
	}
}

void cached_session_note_rates(struct live *live, const struct event *event)
{
	if (event->rated && !live->cameras) {
		live->cameras = calloc(1, sizeof *live->cameras);
	}
	if (event->rated && live->cameras) {
		cameras_set_rates(live->cameras, event->camera, &event->rate_limiter);
	}
}
