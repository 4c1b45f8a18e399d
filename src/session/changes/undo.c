/*
 * Undo and redo.
 *
 * The steps of a session form a tree: the parent of a step is the current step at the time when it
 * was accepted. Undo goes to an earlier step, redo towards the step accepted last. The table after
 * a step never changes, so both are a replay from the nearest stored state.
 *
 * At a table with opponents only the person's steps are counted: undo goes to the table before one
 * of them, redo to the table after one and all replies to it. Only the journal knows which events
 * are replies; it is read backwards from the step where counting begins.
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

	/* At a table with opponents. */
	uint64_t *tops; /* of the events, `count` of them */
	size_t count;
	uint64_t step;    /* the next step of the path to examine */
	uint64_t end;     /* the examination stops before this step */
	uint64_t *starts; /* the steps before the person's moves found so far, the last one first */
	size_t start_count;
};

/* ---- the target ----------------------------------------------------------------------------- */

/* The parent of `step`; 0: the beginning. */
static uint64_t step_below(const uint64_t *tops, uint64_t step)
{
	uint64_t parent = step > 1 ? tops[step - 2] : 0;

	/* It is always an earlier one; the check prevents endless loops with a damaged journal. */
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

/* The current step after `steps` were undone (negative: redone). */
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

/* ---- the replay ----------------------------------------------------------------------------- */

static void undo_destroy(struct undo *undo)
{
	walk_finish(&undo->walker.walk);
	free(undo->tops);
	free(undo->starts);
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

static void undo_fail(struct undo *undo, const struct mk_error *error)
{
	struct change *change = undo->change;
	struct cached_session *cached = change->cached;

	session_turn_begin(cached);
	if (strcmp(error->code, "not_indexed") == 0) {
		change_reindex(change);
	} else {
		change_fail(change, error);
	}
	undo_destroy(undo);
	session_turn_end(cached);
}

static void go_to_target(struct undo *undo)
{
	undo->walker.goal = undo->change->top;
	walker_start(&undo->walker, undo->change->top);
}

/* ---- with opponents ------------------------------------------------------------------------- */

/* The event stores the number of all steps, as at other tables. */
static void note_steps(struct undo *undo)
{
	uint64_t top = undo->count > 0 ? undo->tops[undo->count - 1] : 0;
	uint64_t from = step_depth(undo->tops, top), to = step_depth(undo->tops, undo->change->top);

	undo->change->event.steps = from > to ? (int)(from - to) : -(int)(to - from);
}

/*
 * Finds the target of undoing `steps` of the person's moves, after the path was examined from the
 * current step down; or of redoing them with their replies, after it was examined from the last
 * step down to the current one.
 */
static enum mk_status find_own_target(struct undo *undo, struct mk_error *error)
{
	int steps = undo->change->undo_steps;
	size_t wanted = steps > 0 ? (size_t)steps : (size_t) - (long long)steps;
	size_t found = undo->start_count;

	if (wanted > found) {
		return steps > 0 ? refuse_steps(error, SESSION_ERROR_NOTHING_TO_UNDO,
					   SESSION_ERROR_LESS_TO_UNDO, found)
				 : refuse_steps(error, SESSION_ERROR_NOTHING_TO_REDO,
					   SESSION_ERROR_LESS_TO_REDO, found);
	}
	if (steps > 0) {
		undo->change->top = undo->starts[wanted - 1];
	} else {
		undo->change->top = wanted == found ? last_step(undo->tops, undo->count)
						    : undo->starts[found - wanted - 1];
	}
	note_steps(undo);
	return MK_OK;
}

static bool has_found_own(const struct undo *undo)
{
	int steps = undo->change->undo_steps;

	return undo->step <= undo->end || (steps > 0 && undo->start_count == (size_t)steps);
}

/* Examines the steps of the path among these events. False: unexpected events. */
static bool take_own_steps(struct undo *undo, const struct journal_event *events, size_t count)
{
	while (!has_found_own(undo) && count > 0 && undo->step >= events[0].version) {
		size_t place = (size_t)(undo->step - events[0].version);
		bool replies;

		if (place >= count || events[place].version != undo->step) {
			return false;
		}
		replies = strcmp(events[place].kind, event_kind_name(EVENT_REPLY)) == 0;
		undo->step = step_below(undo->tops, undo->step);
		if (!replies) {
			undo->starts[undo->start_count++] = undo->step;
		}
	}
	return count > 0;
}

static void read_own_steps(struct undo *undo);

static void on_own_steps(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct undo *undo = context;
	struct mk_error error;

	(void)row;
	if (status == MK_OK && !take_own_steps(undo, events, count)) {
		status = MK_IO;
	}
	if (status != MK_OK) {
		journal_fail(status, &error);
		undo_fail(undo, &error);
	} else if (!has_found_own(undo)) {
		read_own_steps(undo);
	} else if (find_own_target(undo, &error) == MK_OK) {
		go_to_target(undo);
	} else {
		undo_fail(undo, &error);
	}
}

/* The page of events that ends with the next step. */
static void read_own_steps(struct undo *undo)
{
	struct journal *journal = undo->walker.journal;
	uint64_t after = undo->step > WALK_PAGE ? undo->step - WALK_PAGE : 0;

	journal->methods->load(journal, undo->walker.id, after, WALK_PAGE, on_own_steps, undo);
}

/* False without memory. */
static bool keep_tops(struct undo *undo, const uint64_t *tops, size_t count)
{
	undo->tops = malloc((count + 1) * sizeof *tops);
	undo->starts = malloc((count + 1) * sizeof *tops);
	if (!undo->tops || !undo->starts) {
		return false;
	}
	if (count > 0) {
		memcpy(undo->tops, tops, count * sizeof *tops);
	}
	undo->count = count;
	return true;
}

static void count_own_steps(struct undo *undo, const uint64_t *tops, size_t count)
{
	uint64_t top = count > 0 ? tops[count - 1] : 0;
	bool back = undo->change->undo_steps > 0;
	struct mk_error error;

	if (!keep_tops(undo, tops, count)) {
		fail_no_memory(&error);
		undo_fail(undo, &error);
		return;
	}
	undo->step = back ? top : last_step(tops, count);
	undo->end = back ? 0 : top;
	if (!has_found_own(undo)) {
		read_own_steps(undo);
	} else if (find_own_target(undo, &error) == MK_OK) {
		go_to_target(undo);
	} else {
		undo_fail(undo, &error);
	}
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
	} else if (cached->session.deal && cached->session.deal->opponents) {
		count_own_steps(undo, tops, count);
		return;
	} else {
		status = find_target(tops, count, change->undo_steps, &change->top, &error);
	}
	if (status == MK_OK) {
		go_to_target(undo);
	} else {
		undo_fail(undo, &error);
	}
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
	undo->walker.phases = change->condition.phases;
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
	change->event.steps = change->undo_steps = steps;
	change_submit(change, sessions, id);
}
