/*
 * Undo and redo.
 *
 * The steps of a session form a tree: each has the step before it, on which the session stood when
 * it was accepted. Undo goes to an earlier step, redo towards the step that was accepted last. The
 * table after a step never changes, so both are a walk from the nearest stored state.
 */
#include "port/journal.h"
#include "session/change.h"
#include "session/history/walk.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

struct undo {
	struct walker walker; /* first */
	struct change *change;
};

/* ---- where to ------------------------------------------------------------------------------- */

/* The step that `step` was put on; 0: the beginning. */
static uint64_t step_below(const uint64_t *tops, uint64_t step)
{
	uint64_t parent = step > 1 ? tops[step - 2] : 0;

	/* It always is an earlier one; a damaged journal must not lead round in a circle. */
	return parent < step ? parent : 0;
}

/* The number of steps from the beginning to `step`. */
static uint64_t step_depth(const uint64_t *tops, uint64_t step)
{
	uint64_t depth = 0;

	for (; step > 0; step = step_below(tops, step)) {
		depth++;
	}
	return depth;
}

/* The step accepted last: what was undone after it can be redone. */
static uint64_t last_step(const uint64_t *tops, size_t count)
{
	uint64_t step = count;

	while (step > 0 && tops[step - 1] != step) {
		step--;
	}
	return step;
}

static enum mk_status refuse_steps(
	struct mk_error *error, enum session_error none, enum session_error less, uint64_t steps)
{
	return steps == 0 ? session_fail(error, none, "/steps")
			  : session_fail_with(error, less, "/steps",
				    (struct mk_phrase_arg){
					    .kind = MK_ARG_NUMBER, .number = (long long)steps});
}

static uint64_t go_down(const uint64_t *tops, uint64_t step, uint64_t count)
{
	while (count-- > 0) {
		step = step_below(tops, step);
	}
	return step;
}

/* The step to stand on after `steps` were undone (negative: redone). */
static enum mk_status find_target(
	const uint64_t *tops, size_t count, int steps, uint64_t *target, struct mk_error *error)
{
	uint64_t top = count > 0 ? tops[count - 1] : 0, last = last_step(tops, count);
	uint64_t depth = step_depth(tops, top), deepest = step_depth(tops, last);
	uint64_t undone = deepest > depth ? deepest - depth : 0;
	uint64_t wanted = steps > 0 ? (uint64_t)steps : (uint64_t) - (long long)steps;

	if (steps > 0 && wanted > depth) {
		return refuse_steps(
			error, SESSION_ERROR_NOTHING_TO_UNDO, SESSION_ERROR_LESS_TO_UNDO, depth);
	}
	if (steps < 0 && wanted > undone) {
		return refuse_steps(
			error, SESSION_ERROR_NOTHING_TO_REDO, SESSION_ERROR_LESS_TO_REDO, undone);
	}
	*target = steps > 0 ? go_down(tops, top, wanted) : go_down(tops, last, undone - wanted);
	return MK_OK;
}

/* ---- going there ---------------------------------------------------------------------------- */

static void undo_destroy(struct undo *undo)
{
	walk_finish(&undo->walker.walk);
	free(undo);
}

/* The end of the walk is the result of the change. */
static void take_walk_state(struct change *change, struct state *state)
{
	const struct cached_session *cached = change->cached;

	if (state->world) {
		state_note_undo(state,
			&(struct state){.view = cached->view,
				.shown = cached->shown,
				.assisted = cached->session.assisted},
			cached->session.game);
		change->next.assisted = state->assisted;
		change->shown = state->shown;
		change->world = state->world;
		state->world = NULL;
	}
	change->view = state->view;
	state->view = NULL;
	if (state->has_before) {
		change->before = state->before;
		state->before = NULL;
	}
	change->event.finding = state->last;
	change->next.observed = state->concluded ? &change->event.finding : NULL;
	change->next.sync = session_sync_of(change->next.game, change->view);
}

static void on_walked(struct walker *walker, enum mk_status status, const struct mk_error *error)
{
	struct undo *undo = (struct undo *)walker;
	struct change *change = undo->change;
	struct cached_session *cached = change->cached;
	struct mk_error broken;

	session_turn_begin(cached);
	if (status == MK_OK && walker->walk.at != change->top) {
		status = journal_fail(MK_IO, &broken);
		error = &broken;
	}
	if (status == MK_OK) {
		take_walk_state(change, &walker->walk.state);
		change_store(change);
	} else if (strcmp(error->code, "not_indexed") == 0) {
		change_reindex(change);
	} else {
		change_fail(change, error);
	}
	undo_destroy(undo);
	session_turn_end(cached);
}

static void on_undo_tops(void *context, enum mk_status status, const uint64_t *tops, size_t count)
{
	struct undo *undo = context;
	struct change *change = undo->change;
	struct cached_session *cached = change->cached;
	struct mk_error error;

	if (status != MK_OK) {
		journal_fail(status, &error);
	} else if (count != cached->session.version) {
		status = journal_fail(MK_IO, &error);
	} else if (!walk_tops_are_sound(tops, count) ||
		   (count > 0 && tops[count - 1] != cached->top)) {
		status = walk_not_indexed(&error);
	} else {
		status = find_target(tops, count, change->event.steps, &change->top, &error);
	}
	if (status == MK_OK) {
		undo->walker.goal = change->top;
		walker_start(&undo->walker, change->top);
		return;
	}
	session_turn_begin(cached);
	if (strcmp(error.code, "not_indexed") == 0) {
		change_reindex(change);
	} else {
		change_fail(change, &error);
	}
	undo_destroy(undo);
	session_turn_end(cached);
}

static struct undo *undo_create(struct change *change)
{
	struct cached_session *cached = change->cached;
	struct undo *undo = calloc(1, sizeof *undo);

	if (!undo || !walk_init(&undo->walker.walk, &cached->session)) {
		free(undo);
		return NULL;
	}
	undo->change = change;
	undo->walker.journal = cached->sessions->options.journal;
	undo->walker.done = on_walked;
	memcpy(undo->walker.id, cached->session.id, sizeof undo->walker.id);
	return undo;
}

static void carry_out_undo(struct change *change)
{
	struct undo *undo = undo_create(change);
	struct mk_error error;

	if (!undo) {
		fail_no_memory(&error);
		change_fail(change, &error);
		return;
	}
	undo->walker.journal->methods->load_tops(undo->walker.journal, undo->walker.id,
		change->cached->session.version, on_undo_tops, undo);
}

static const struct change_kind undo_kind = {.carry_out = carry_out_undo};

void sessions_undo(struct sessions *sessions, const char *id, int steps,
	const struct change_precondition *condition, sessions_callback *answer, void *context)
{
	struct change *change = change_create(sessions, &undo_kind, condition, answer, context, 0);
	struct mk_error error;

	if (!change) {
		return;
	}
	if (steps == 0) {
		mk_fail(&error, MK_MALFORMED, "invalid_steps", "/steps",
			"must be an integer other than 0");
		change_reject(change, &error);
		return;
	}
	change->event.kind = EVENT_UNDO;
	change->event.numbered = false;
	change->event.steps = steps;
	change_submit(change, sessions, id);
}
