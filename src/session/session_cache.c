/* A session in memory: its life cycle and its representation. */
#include "base/limits.h"
#include "base/sanitizer.h"
#include "session/cached_session.h"
#include "session/compaction.h"
#include "session/history/event.h"
#include "session/history/row.h"
#include "session/opponent.h"
#include "session/pondering.h"
#include "session/session_search.h"
#include "session/sessions.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

struct cached_session *cached_session_create(struct sessions *sessions, const char *id)
{
	struct cached_session *cached = calloc(1, sizeof *cached);

	if (!cached) {
		return NULL;
	}
	cached->sessions = sessions;
	cached->refs = 1;
	snprintf(cached->session.id, sizeof cached->session.id, "%s", id);
	return cached;
}

bool cached_session_set_rules_json(struct cached_session *cached, struct session *session)
{
	if (!cached->rules_json) {
		cached->rules_json = row_rules(session);
	}
	session->rules_json = cached->rules_json;
	return cached->rules_json != NULL;
}

void cached_session_take_token_hashes(struct cached_session *cached, char *token_hashes)
{
	free(cached->token_hashes);
	cached->token_hashes = token_hashes;
	cached->session.token_hashes = token_hashes;
}

bool cached_session_set_token_hashes(
	struct cached_session *cached, struct session *session, const char *token_hashes)
{
	char *copy;

	if (token_hashes &&
		(!cached->token_hashes || strcmp(cached->token_hashes, token_hashes) != 0)) {
		copy = strdup(token_hashes);
		if (!copy) {
			return false;
		}
		cached_session_take_token_hashes(cached, copy);
	}
	session->token_hashes = cached->token_hashes;
	return true;
}

bool cached_session_set_deal(
	struct cached_session *cached, struct session *session, const char *deal)
{
	session->deal = deal ? &cached->deal : NULL;
	return !deal || deal_read(deal, session->game, &cached->deal);
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
bool cached_session_insert(struct cached_session *cached)
{
	struct sessions *sessions = cached->sessions;

	cached->in_table = true;
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(element) (element)->in_table = false
	HASH_ADD_STR(sessions->by_id, session.id, cached);
	sessions->figures.loaded += cached->in_table;
	return cached->in_table;
}

void cached_session_unlink(struct cached_session *cached)
{
	HASH_DEL(cached->sessions->by_id, cached);
	cached->sessions->figures.loaded--;
	cached->in_table = false;
}

bool cached_session_reserve_finding(struct cached_session *cached)
{
	if (!cached->observed) {
		cached->observed = calloc(1, sizeof *cached->observed);
	}
	if (!cached->concluded) {
		cached->concluded = calloc(1, sizeof *cached->concluded);
	}
	return cached->observed && cached->concluded;
}

/* ---- spare views ---------------------------------------------------------------------------- */

/* About the number of concurrent changes under load. */
enum { MAX_SPARE_VIEWS = 128 };

/* The list node in an unused view. */
struct spare_view {
	struct spare_view *next;
	size_t size;
};

struct mk_view *sessions_take_view(struct sessions *sessions, size_t size)
{
	struct spare_view *spare = sessions->spare_views;

	if (!spare || spare->size != size) {
		return malloc(size);
	}
	sessions->spare_views = spare->next;
	sessions->spare_view_count--;
	return (struct mk_view *)spare;
}

static void keep_spare_view(struct cached_session *cached, struct mk_view *view)
{
	struct sessions *sessions = cached->sessions;
	struct spare_view *spare = (struct spare_view *)view;
	size_t size = view ? cached->session.game->view_size : 0;

	if (!KEEPS_SPARE || size < sizeof *spare || sessions->spare_view_count == MAX_SPARE_VIEWS) {
		free(view);
		return;
	}
	*spare = (struct spare_view){sessions->spare_views, size};
	sessions->spare_views = spare;
	sessions->spare_view_count++;
}

void sessions_free_spare_views(struct sessions *sessions)
{
	while (sessions->spare_views) {
		struct spare_view *spare = sessions->spare_views;

		sessions->spare_views = spare->next;
		free(spare);
	}
}

/* Replaces the current views and frees those that are not reused. */
static void hold_views(struct cached_session *cached, struct mk_view *view, struct mk_view *before)
{
	if (cached->view != view && cached->view != before) {
		keep_spare_view(cached, cached->view);
	}
	if (cached->before != view && cached->before != before) {
		keep_spare_view(cached, cached->before);
	}
	cached->view = view;
	cached->before = before;
}

void cached_session_destroy(struct cached_session *cached)
{
	catchup_abort(cached);
	opponent_forget(cached);
	broadcasts_discard(cached);
	advice_cache_release(&cached->sessions->advice_cache, &cached->session);
	pondering_drop(cached);
	free(cached->rules_json);
	free(cached->token_hashes);
	free(cached->compacted);
	free(cached->observed);
	free(cached->concluded);
	free(cached->cameras);
	free(cached->intent);
	free(cached->memory);
	free(cached->view);
	free(cached->before);
	free(cached->world);
	free(cached);
}

static void doze_off(struct sessions *sessions)
{
	struct cached_session *cached = sessions->uncompacted;

	session_compact(cached);
	cached->uncompacted = false;
	sessions->uncompacted = cached->next;
	sessions->uncompacted_count--;
}

static void leave_idle(struct cached_session *cached)
{
	struct sessions *sessions = cached->sessions;

	if (sessions->uncompacted == cached) {
		sessions->uncompacted = cached->next;
	}
	sessions->uncompacted_count -= cached->uncompacted;
	DL_DELETE2(sessions->idle, cached, previous, next);
	sessions->idle_count--;
}

static void join_idle(struct cached_session *cached)
{
	struct sessions *sessions = cached->sessions;

	DL_APPEND2(sessions->idle, cached, previous, next);
	sessions->idle_count++;
	cached->uncompacted = true;
	sessions->uncompacted_count++;
	if (!sessions->uncompacted) {
		sessions->uncompacted = cached;
	}
	while (sessions->uncompacted_count > sessions->options.uncompacted) {
		doze_off(sessions);
	}
}

static void forget_idle(struct cached_session *cached)
{
	leave_idle(cached);
	cached_session_unlink(cached);
	cached_session_destroy(cached);
}

bool cached_session_evict(struct sessions *sessions, const char *id)
{
	struct cached_session *cached;

	HASH_FIND(hh, sessions->by_id, id, strlen(id), cached);
	if (cached && (cached->refs > 0 || sessions->evictions_blocked > 0)) {
		return false;
	}
	if (cached) {
		forget_idle(cached);
	}
	return true;
}

void cached_session_ref(struct cached_session *cached)
{
	if (cached->refs++ == 0) {
		leave_idle(cached);
		session_expand(cached);
	}
}

void cached_session_unref(struct cached_session *cached)
{
	struct sessions *sessions = cached->sessions;

	if (--cached->refs > 0) {
		return;
	}
	if (!cached_session_is_known(cached) && cached->in_table) {
		cached_session_unlink(cached);
	}
	if (!cached->in_table) {
		cached_session_destroy(cached);
		return;
	}
	join_idle(cached);
	while (sessions->idle_count > sessions->options.kept && sessions->evictions_blocked == 0) {
		assert(sessions->idle);
		limits_count(sessions->options.limits, LIMIT_SESSION_CACHE_SIZE);
		/* It leaves the list first. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
		forget_idle(sessions->idle);
	}
}

const struct session *cached_session_refresh(struct cached_session *cached)
{
	const struct mk_advice *advice;

	/* The player is advised when it is the player's turn. */
	if (cached->session.opponent_moves || cached->session.outcome == MK_STOPPED) {
		cached->suggested = SUGGESTION_NONE;
		return &cached->session;
	}
	advice_cache_get(&cached->sessions->advice_cache, &cached->session, cached->search != NULL);
	advice = cached->session.advice;
	if (advice && advice->suggestion >= 0) {
		cached->suggestion = advice->moves[advice->suggestion].move;
	}
	cached->suggested = !advice                   ? SUGGESTION_UNKNOWN
			    : advice->suggestion >= 0 ? SUGGESTION_MADE
						      : SUGGESTION_NONE;
	return &cached->session;
}

const struct mk_move *cached_session_suggestion(struct cached_session *cached)
{
	if (cached->suggested == SUGGESTION_UNKNOWN) {
		cached_session_refresh(cached);
	}
	return cached->suggested == SUGGESTION_MADE ? &cached->suggestion : NULL;
}

static void keep_conclusion(struct cached_session *cached)
{
	if (cached->concludes) {
		mk_finding_replace(cached->concluded, cached->observed);
		cached->concludes = false;
	}
}

const struct mk_finding *cached_session_conclusion(const struct cached_session *cached)
{
	if (!cached->has_concluded) {
		return NULL;
	}
	return cached->concludes ? cached->observed : cached->concluded;
}

static void take_finding(struct cached_session *cached, const struct mk_finding *observed)
{
	bool accepted = finding_is_accepted(observed);

	if (observed && !accepted) {
		keep_conclusion(cached);
	}
	if (observed && observed != cached->observed) {
		mk_finding_replace(cached->observed, observed);
	}
	cached->concludes = accepted;
	cached->has_concluded = observed && (cached->has_concluded || accepted);
}

void cached_session_install(struct cached_session *cached, const struct session *next,
	struct mk_view *view, struct mk_view *before)
{
	bool same = view == cached->view && next->strategy == cached->session.strategy &&
		    next->outcome == cached->session.outcome;
	const struct mk_advice *advice = same ? cached->session.advice : NULL;

	if (!same) {
		session_search_cancel(cached);
		opponent_cancel(cached);
		advice_cache_release(&cached->sessions->advice_cache, &cached->session);
		cached->suggested = SUGGESTION_UNKNOWN;
		cached->tables++;
	}
	broadcasts_forget_advice(cached);
	take_finding(cached, next->observed);
	hold_views(cached, view, before);
	cached->session = *next;
	cached->session.view = view;
	cached->session.before = finding_is_accepted(next->observed) ? before : NULL;
	cached->session.observed = next->observed ? cached->observed : NULL;
	cached->session.advice = advice;
	cached->session.revision = 0;
	cached->session.repair = NULL;
	cached_session_note_version(cached);
	if (!same) {
		pondering_meet(cached);
	}
}

void cached_session_remember_plan(struct cached_session *cached, const struct mk_search_memo *plan)
{
	if (!cached->intent) {
		cached->intent = malloc(sizeof *cached->intent);
	}
	if (cached->intent) {
		*cached->intent = *plan;
	}
}

void cached_session_note_turn(struct cached_session *cached)
{
	cached->session.opponent_moves = cached->world && cached->session.outcome != MK_STOPPED &&
					 deal_program_moves(cached->session.game, cached->world);
}

/*
 * No number is used twice: neither after an eviction nor, with a probability of one in billions,
 * after a restart or by another daemon. Revisions are not stored.
 */
void cached_session_bump_revision(struct cached_session *cached)
{
	struct sessions *sessions = cached->sessions;

	sessions->last_revision++;
	sessions->last_revision += sessions->last_revision == 0;
	cached->session.revision = sessions->last_revision;
}

void cached_session_set_repair(struct cached_session *cached, const struct mk_repair *repair)
{
	cached->repair = *repair;
	cached->session.repair = &cached->repair;
	cached_session_bump_revision(cached);
}

/* Equal findings need no notification. (Different padding causes one, which is harmless.) */
bool cached_session_is_news(const struct cached_session *cached, enum session_sync sync,
	const struct mk_finding *finding)
{
	struct mk_finding seen = {0}, before = *cached->observed;
	bool same;

	mk_finding_copy(&seen, finding);
	/* The number of snapshots and their readings do not count as a change. */
	seen.pictures = before.pictures = 0;
	seen.tally = before.tally = (struct mk_reading_tally){0};
	/* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	same = memcmp(&before, &seen, sizeof seen) == 0;

	return !same || cached->session.sync != sync || !cached->session.observed ||
	       cached->session.before || cached->session.repair;
}

void cached_session_set_finding(
	struct cached_session *cached, enum session_sync sync, const struct mk_finding *finding)
{
	if (cached_session_is_news(cached, sync, finding)) {
		cached_session_bump_revision(cached);
	}
	keep_conclusion(cached);
	mk_finding_replace(cached->observed, finding);
	cached->session.before = NULL;
	cached->session.repair = NULL;
	cached->session.observed = cached->observed;
	cached->session.sync = sync;
}

struct mk_tracker *cached_session_tracker(struct cached_session *cached)
{
	const struct mk_game *game = cached->session.game;

	if (!cached->memory && game->track_snapshot) {
		cached->memory = calloc(1, game->tracker_size);
	}
	return cached->memory;
}

void cached_session_reset_tracker(struct cached_session *cached)
{
	free(cached->memory);
	cached->memory = NULL;
}

/* ---- expiry --------------------------------------------------------------------------------- */

/* More than the sessions in use, since a daemon has fewer connections. */
enum { MAX_LISTED = 1 << 20 };

struct expiry {
	struct sessions *sessions;
	void (*done)(void *context, unsigned removed, bool more);
	void *context;
	unsigned waiting; /* pending callbacks, that of the list included */
	unsigned removed;
	unsigned gone; /* `removed`, and sessions that another daemon has removed or changed */
	unsigned limit;
	unsigned listed; /* limit of the list */
	bool full;       /* a full page: there may be more */
	int64_t before_ms;
};

static void ask(struct expiry *expiry);

static void expiry_completed(struct expiry *expiry)
{
	if (--expiry->waiting == 0) {
		expiry->done(expiry->context, expiry->removed, expiry->full && expiry->gone > 0);
		free(expiry);
	}
}

static void on_removed(void *context, enum mk_status status)
{
	struct expiry *expiry = context;

	expiry->removed += status == MK_OK;
	expiry->gone += status != MK_IO && status != MK_BUSY;
	expiry_completed(expiry);
}

/* If all listed sessions are in use, lists further ones. */
static bool look_further(struct expiry *expiry)
{
	bool may = expiry->sessions->evictions_blocked == 0 && expiry->listed < MAX_LISTED;

	if (may) {
		expiry->listed *= 2;
		ask(expiry);
	}
	return may;
}

/*
 * A session with a subscriber or a running change is kept; so is one that another daemon has
 * changed since the list was read.
 */
static void on_unused(void *context, enum mk_status status, const struct journal_session *unused,
	size_t count, bool more)
{
	struct expiry *expiry = context;
	struct journal *journal = expiry->sessions->options.journal;
	unsigned asked = 0;

	(void)status;
	(void)more;
	expiry->full = count >= expiry->listed;
	for (size_t i = 0; i < count && asked < expiry->limit; i++) {
		if (cached_session_evict(expiry->sessions, unused[i].id)) {
			asked++;
			expiry->waiting++;
			journal->methods->remove(
				journal, unused[i].id, expiry->before_ms, on_removed, expiry);
		}
	}
	if (asked == 0 && expiry->full && look_further(expiry)) {
		return;
	}
	expiry_completed(expiry);
}

static void ask(struct expiry *expiry)
{
	struct journal *journal = expiry->sessions->options.journal;

	journal->methods->list_unused(
		journal, expiry->before_ms, expiry->listed, on_unused, expiry);
}

void sessions_expire(struct sessions *sessions, int64_t before_ms, unsigned limit,
	void (*done)(void *context, unsigned removed, bool more), void *context)
{
	struct expiry *expiry = malloc(sizeof *expiry);

	if (!expiry) {
		done(context, 0, false);
		return;
	}
	*expiry = (struct expiry){.sessions = sessions,
		.done = done,
		.context = context,
		.waiting = 1,
		.limit = limit,
		.listed = limit,
		.before_ms = before_ms};
	ask(expiry);
}
