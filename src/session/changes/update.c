/* Changes of properties outside the table: language, strategy, name, tokens; giving up. */
#include "session/change.h"
#include "session/history/row.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

static bool has_strategy(const struct mk_game *game, const struct mk_strategy *strategy)
{
	for (size_t i = 0; i < game->strategy_count; i++) {
		if (&game->strategies[i] == strategy) {
			return true;
		}
	}
	return false;
}

/* The requested strategy; NULL if the game does not have it. */
static const struct mk_strategy *wished_strategy(const struct change *change)
{
	const struct mk_game *game = change->next.game;
	const struct mk_strategy *strategy = change->patch.strategy;

	if (!strategy) {
		return mk_strategy_find(game, change->patch.strategy_name);
	}
	return has_strategy(game, strategy) ? strategy : NULL;
}

/* The hashes that result from the present ones and the requested ones. False without memory. */
static bool replace_token_hashes(struct change *change)
{
	const char *present = change->cached->session.token_hashes;
	const char *requested = change->requested_hashes;
	size_t length = present ? strlen(present) : 0;

	free(change->token_hashes); /* of an earlier attempt, when another process was first */
	change->token_hashes = strdup(requested);
	if (!change->token_hashes) {
		return false;
	}
	for (size_t i = 0; requested[i]; i++) {
		if (requested[i] == '-') {
			change->token_hashes[i] = i < length ? present[i] : '0';
		}
	}
	return true;
}

/* Gives the game up. */
static bool stop(struct change *change, struct mk_error *error)
{
	struct session *next = &change->next;

	if (next->outcome != MK_PLAYING && next->outcome != MK_STOPPED) {
		session_fail(error,
			next->outcome == MK_WAITING ? SESSION_ERROR_NOT_BEGUN
						    : SESSION_ERROR_GAME_OVER,
			"/status");
		return false;
	}
	next->outcome = MK_STOPPED;
	next->opponent_moves = false;
	return true;
}

/* Resumes a game that was given up, unless its hidden cards have been shown. */
static bool go_on(struct change *change, struct mk_error *error)
{
	struct session *next = &change->next;

	if (next->outcome == MK_STOPPED && !next->deal) {
		next->outcome = next->game->outcome(change->cached->view);
	}
	if (next->outcome != MK_PLAYING) {
		session_fail(error,
			next->outcome == MK_WAITING ? SESSION_ERROR_NOT_BEGUN
						    : SESSION_ERROR_GAME_OVER,
			"/status");
		return false;
	}
	return true;
}

static bool apply_update(struct change *change, struct mk_error *error)
{
	struct session *next = &change->next;

	if (change->patch.plans) {
		next->strategy = wished_strategy(change);
		if (!next->strategy) {
			session_fail(error, SESSION_ERROR_UNKNOWN_STRATEGY, "/strategy");
			return false;
		}
	}
	if (change->patch.speaks) {
		next->language = change->patch.language;
	}
	if (change->patch.renames) {
		next->named = change->patch.named;
		memcpy(next->name, change->patch.name, sizeof next->name);
	}
	if ((change->patch.stops && !stop(change, error)) ||
		(change->patch.goes_on && !go_on(change, error))) {
		return false;
	}
	if (change->requested_hashes && !replace_token_hashes(change)) {
		fail_no_memory(error);
		return false;
	}
	return true;
}

static bool differs(const struct session *one, const struct session *other)
{
	return one->language != other->language || one->strategy != other->strategy ||
	       one->named != other->named || strcmp(one->name, other->name) != 0 ||
	       one->outcome != other->outcome;
}

static void carry_out_patch(struct change *change)
{
	struct mk_error error;

	if (!apply_update(change, &error)) {
		change_fail(change, &error);
	} else if (change->requested_hashes || differs(&change->next, &change->cached->session)) {
		change_store(change);
	} else {
		change_complete_unchanged(change);
	}
}

static const struct change_kind patch = {.carry_out = carry_out_patch, .takes_stopped = true};

static void take_update(struct change *change, const struct session_change *update)
{
	change->patch.speaks = update->language != NULL;
	change->patch.plans = update->strategy || update->strategy_name;
	change->patch.renames = update->renames;
	change->patch.language = update->language ? *update->language : MK_ENGLISH;
	change->patch.strategy = update->strategy;
	row_put(change->patch.strategy_name, sizeof change->patch.strategy_name,
		update->strategy_name ? update->strategy_name : "");
	change->patch.stops = update->stops;
	change->patch.goes_on = update->goes_on;
	change->patch.named = update->name != NULL;
	memset(change->patch.name, 0, sizeof change->patch.name);
	row_put(change->patch.name, sizeof change->patch.name, update->name ? update->name : "");
}

void sessions_update(struct sessions *sessions, const char *id, const struct session_change *update,
	const struct change_precondition *condition, sessions_callback *answer, void *context)
{
	struct change *change = change_create(sessions, &patch, condition, answer, context, 0);
	struct mk_error error;

	if (!change) {
		return;
	}
	if (fail_name(update->name, &error) != MK_OK) {
		change_reject(change, &error);
		return;
	}
	change->event.kind = EVENT_CHANGE;
	change->event.numbered = false;
	take_update(change, update);
	if (update->token_hashes) {
		change->requested_hashes = strdup(update->token_hashes);
		if (!change->requested_hashes) {
			fail_no_memory(&error);
			change_reject(change, &error);
			return;
		}
	}
	change_submit(change, sessions, id);
}
