/*
 * Replays the path with all later corrections. A step of several moves (a late snapshot of a
 * camera) is divided into its moves.
 */
#include "session/history/decisions.h"

#include "base/limits.h"
#include "session/deal.h"
#include "session/history/events.h"
#include "session/history/walk.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

struct steps {
	struct decisions *decisions;
	const struct session *session;
	const struct path *path;
	struct limits *limits;
	struct mk_view *view, *before, *after; /* buffers; `before` a move, `after` it */
};

static size_t bytes_of(const struct mk_game *game, size_t count)
{
	return count *
	       (sizeof(struct review_decision) + sizeof(struct mk_review_step) + game->view_size);
}

/* ---- one table ------------------------------------------------------------------------------ */

/* True if the first seat is to move, and the move is its own. */
static bool is_own_decision(
	const struct mk_game *game, const struct mk_view *view, const struct mk_move *move)
{
	if (game->is_own_move) {
		return game->is_own_move(view, move);
	}
	return game->outcome(view) == MK_PLAYING &&
	       (game->seats == 1 ||
		       (mk_game_is_open(game) &&
			       mk_game_seat_to_move(game, (const struct mk_world *)view) == 0));
}

static bool is_out_of_turn(
	const struct mk_game *game, const struct mk_view *view, const struct mk_move *move)
{
	return game->out_of_turn && game->out_of_turn->is_one(view, move);
}

static bool has_choice(const struct mk_game *game, const struct mk_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];

	return game->view_moves(view, moves) > 1;
}

/* ---- the list ------------------------------------------------------------------------------- */

static bool grow(struct decisions *decisions, const struct mk_game *game, struct mk_error *error)
{
	size_t capacity = decisions->capacity ? 2 * decisions->capacity : FIRST_CAPACITY;
	struct review_decision *list;
	unsigned char *views;

	if (decisions->count < decisions->capacity) {
		return true;
	}
	list = realloc(decisions->list, capacity * sizeof *list);
	if (list) {
		decisions->list = list;
	}
	views = realloc(decisions->views, capacity * game->view_size);
	if (views) {
		decisions->views = views;
	}
	if (!list || !views) {
		fail_no_memory(error);
		return false;
	}
	decisions->capacity = capacity;
	return true;
}

/* The decision at steps->before. */
static bool add(struct steps *steps, uint64_t version, const struct mk_played_move *made,
	struct mk_error *error)
{
	struct decisions *decisions = steps->decisions;
	const struct mk_game *game = steps->session->game;

	if (bytes_of(game, decisions->count + 1) >
		limits_value(steps->limits, LIMIT_REVIEW_BYTES)) {
		limits_refuse(steps->limits, LIMIT_REVIEW_BYTES, error);
		return false;
	}
	if (!grow(decisions, game, error)) {
		return false;
	}
	memcpy(decisions->views + decisions->count * game->view_size, steps->before,
		game->view_size);
	decisions->list[decisions->count++] = (struct review_decision){
		.version = version, .made = *made, .came_up = decisions->came_up};
	decisions->came_up = false;
	return true;
}

/* ---- one step ------------------------------------------------------------------------------- */

/*
 * Completes the view with the data that a replay adds only at its end (see apply_finding of struct
 * mk_game).
 */
static void complete(const struct mk_game *game, struct mk_view *view)
{
	static const struct mk_finding present = {.explanation = MK_UNCHANGED};
	struct mk_error ignored;

	mk_game_apply_finding(game, view, &present, &ignored);
}

/* False with `error`. `*known` becomes false if the table after the move is not known. */
static bool take_move(struct steps *steps, uint64_t version, const struct mk_played_move *made,
	bool *known, struct mk_error *error)
{
	const struct mk_game *game = steps->session->game;
	struct decisions *decisions = steps->decisions;
	struct mk_finding finding;
	struct mk_error ignored;
	bool unasked = is_out_of_turn(game, steps->before, &made->move);
	bool shows_nothing;

	if (!unasked && !is_own_decision(game, steps->before, &made->move)) {
		decisions->came_up = true;
	} else if ((unasked || has_choice(game, steps->before)) &&
		   !add(steps, version, made, error)) {
		return false;
	}
	shows_nothing = mk_game_table_after(game, steps->before, made, steps->after);
	decisions->came_up = decisions->came_up || !shows_nothing;
	*known = mk_game_apply_reported_move(game, steps->before, made->move, made->revealed,
			 &finding, &ignored) == MK_OK;
	return true;
}

static bool take_moves(struct steps *steps, uint64_t version, const struct mk_finding *finding,
	struct mk_error *error)
{
	bool known = true;

	memcpy(steps->before, steps->view, steps->session->game->view_size);
	complete(steps->session->game, steps->before);
	if (finding->move_count == 0) {
		/* A card was read, or a question answered: the view has changed. */
		steps->decisions->came_up = true;
	}
	for (int i = 0; i < finding->move_count && known; i++) {
		if (!take_move(steps, version, &finding->moves[i], &known, error)) {
			return false;
		}
	}
	steps->decisions->came_up = steps->decisions->came_up || !known;
	return true;
}

static bool take_step(struct steps *steps, size_t place, struct mk_error *error)
{
	const struct path_step *step = &steps->path->steps[place];
	struct mk_finding finding;
	struct mk_error cause;

	path_finding(steps->path, place, &finding);
	if (walk_is_plain(step->kind)) {
		if (!take_moves(steps, step->version, &finding, error)) {
			return false;
		}
	} else {
		steps->decisions->came_up = true;
	}
	if (path_apply(steps->path, place, steps->session, steps->view, &cause) != MK_OK) {
		walk_broken(step->version, &cause, error);
		return false;
	}
	return true;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool begin(const struct session *session, struct mk_view *view, struct mk_error *error)
{
	struct mk_world *world;

	session->game->init_view(view, &session->rules);
	if (!session->deal) {
		return true;
	}
	world = calloc(1, session->game->world_size);
	if (!world) {
		fail_no_memory(error);
		return false;
	}
	deal_world(session->deal, session->game, &session->rules, world);
	deal_view(session->game, world, view);
	free(world);
	return true;
}

static enum mk_status walk_steps(struct steps *steps, struct mk_error *error)
{
	if (!begin(steps->session, steps->view, error)) {
		return error->status;
	}
	for (size_t i = 0; i < steps->path->taken; i++) {
		if (!take_step(steps, i, error)) {
			return error->status;
		}
	}
	complete(steps->session->game, steps->view);
	return MK_OK;
}

enum mk_status decisions_read(struct decisions *decisions, const struct session *session,
	const struct events *events, struct limits *limits, struct mk_error *error)
{
	size_t size = session->game->view_size;
	struct path path = {0};
	struct steps steps = {
		.decisions = decisions, .session = session, .path = &path, .limits = limits};
	enum mk_status status;

	decisions->end = steps.view = calloc(1, size);
	steps.before = calloc(1, size);
	steps.after = calloc(1, size);
	if (!steps.view || !steps.before || !steps.after || !path_init(&path, events->count)) {
		status = fail_no_memory(error);
	} else {
		status = events_walk(events, session->game, &path, error);
	}
	if (status == MK_OK) {
		status = walk_steps(&steps, error);
	}
	path_finish(&path);
	free(steps.before);
	free(steps.after);
	return status;
}

void decisions_finish(struct decisions *decisions)
{
	free(decisions->list);
	free(decisions->views);
	free(decisions->end);
	*decisions = (struct decisions){0};
}
