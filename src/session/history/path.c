/*
 * Adding and undoing steps. Undone steps stay on the path until a new step is accepted, so that
 * they can be redone.
 */
#include "session/history/path.h"

#include "base/alloc.h"
#include "session/history/walk.h"
#include "session/session_error.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

bool path_init(struct path *path, size_t count)
{
	*path = (struct path){0};
	return path_make_room(path, count + 1);
}

bool path_make_room(struct path *path, size_t count)
{
	struct path_step *steps;

	if (count <= path->capacity) {
		return true;
	}
	steps = path->steps ? realloc(path->steps, count * sizeof *steps)
			    : large_alloc(count * sizeof *steps);
	if (steps) {
		path->steps = steps;
		path->capacity = count;
	}
	return steps != NULL;
}

static bool note_correction(struct path *path, size_t place)
{
	size_t count = path->correction_count;
	size_t *places = path->corrections;

	/* The array doubles whenever the count is a power of two. */
	if ((count & (count - 1)) == 0) {
		places = realloc(places, (count ? 2 * count : 1) * sizeof *places);
		if (!places) {
			return false;
		}
		path->corrections = places;
	}
	path->corrections[path->correction_count++] = place;
	return true;
}

static void forget_from(struct path *path, size_t first)
{
	for (size_t i = first; i < path->count; i++) {
		free(path->steps[i].text);
	}
	path->count = first;
	while (path->correction_count > 0 &&
		path->corrections[path->correction_count - 1] >= first) {
		path->correction_count--;
	}
}

void path_finish(struct path *path)
{
	forget_from(path, 0);
	free(path->steps);
	free(path->corrections);
	*path = (struct path){0};
}

bool path_seek(struct path *path, int back)
{
	size_t count = back > 0 ? (size_t)back : (size_t) - (long long)back;

	if (back > 0) {
		if (count > path->taken) {
			return false;
		}
		path->taken -= count;
	} else {
		if (count > path->count - path->taken) {
			return false;
		}
		path->taken += count;
	}
	return true;
}

/* A new step drops the undone ones. Takes ownership of the step's text. */
static bool put_step(struct path *path, const struct path_step *step)
{
	size_t place = path->taken;

	forget_from(path, place);
	if (step->kind == EVENT_CORRECTION && !note_correction(path, place)) {
		return false;
	}
	path->steps[place] = *step;
	path->steps[place].origin = step->kind == EVENT_TABLE ? place + 1
				    : place > 0               ? path->steps[place - 1].origin
							      : 0;
	path->count = path->taken = place + 1;
	return true;
}

static enum mk_status take_step(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error)
{
	struct path_step step = {.version = version,
		.kind = event->kind,
		.typed = event->kind == EVENT_SNAPSHOT && event->typed};
	bool snapshot = event->kind == EVENT_SNAPSHOT && event->line[0];
	bool has_text = snapshot || event->kind == EVENT_TABLE;

	if (event->kind == EVENT_CORRECTION) {
		step.correction = event->correction;
	} else {
		step.finding = event->finding;
	}
	if (has_text) {
		step.text = strdup(snapshot ? event->line : event->table);
	}
	if ((has_text && !step.text) || !put_step(path, &step)) {
		free(step.text);
		return mk_fail(error, MK_BUSY, "busy", "", "out of memory");
	}
	return MK_OK;
}

bool path_correct(struct path *path, uint64_t version, const struct correction *correction)
{
	const struct path_step step = {
		.version = version, .kind = EVENT_CORRECTION, .correction = *correction};

	return put_step(path, &step);
}

void path_drop(struct path *path)
{
	forget_from(path, --path->taken);
}

enum mk_status path_follow(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error)
{
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_ANSWER:
	case EVENT_REPLY:
	case EVENT_TABLE:
	case EVENT_CORRECTION:
		return take_step(path, version, event, error);
	case EVENT_UNDO:
		if (!path_seek(path, event->steps)) {
			return mk_fail(error, MK_IMPOSSIBLE, "invalid_event", "/steps",
				"there are not so many steps");
		}
		return MK_OK;
	case EVENT_CHANGE:
		return MK_OK;
	}
	return MK_MALFORMED;
}

/* ---- Walking -------------------------------------------------------------------------------- */

bool path_is_picture(const struct path *path, size_t place)
{
	return path->steps[place].kind == EVENT_SNAPSHOT && !path->steps[place].typed;
}

bool path_is_confirmed(
	const struct path *path, size_t place, const struct session *session, mk_card card)
{
	if (!session->game->unconfirmed || !path_is_picture(path, place)) {
		return false;
	}
	for (size_t i = place; i < path->taken; i++) {
		if (path_is_picture(path, i) &&
			(path->steps[i].finding.unconfirmed & MK_CARD_BIT(card)) == 0) {
			return true;
		}
	}
	return !session_is_unconfirmed(session, card);
}

size_t path_base(const struct path *path, size_t place)
{
	size_t origin = place > 0 ? path->steps[place - 1].origin : 0;

	return origin > 0 ? origin - 1 : 0;
}

/* The number of corrections before the step at `place`. */
static size_t corrections_before(const struct path *path, size_t place)
{
	size_t low = 0, high = path->correction_count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (path->corrections[middle] < place) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

size_t path_active_corrections(const struct path *path)
{
	return corrections_before(path, path->taken) -
	       corrections_before(path, path_base(path, path->taken));
}

/* True if everything known at `place` comes from a table set since `event`. */
static bool table_was_set_since(const struct path *path, size_t place, uint64_t event)
{
	return path->steps[path_base(path, place)].version > event;
}

/* True if it may change the finding at `place`; of a table only cards that came with it. */
static bool concerns(const struct correction *correction, const struct path *path, size_t place)
{
	if (path->steps[place].kind == EVENT_TABLE) {
		return !correction->counts && correction->revised_count == 0 &&
		       correction->event == path->steps[place].version;
	}
	return correction->revised_count || !table_was_set_since(path, place, correction->event);
}

/* The next correction of the event at `place`, from the `*next`-th of all on; or NULL. */
static const struct correction *next_correction(const struct path *path, size_t place, size_t *next)
{
	while (*next < path->correction_count && path->corrections[*next] < path->taken) {
		const struct correction *correction =
			&path->steps[path->corrections[(*next)++]].correction;

		if (concerns(correction, path, place)) {
			return correction;
		}
	}
	return NULL;
}

void path_finding(const struct path *path, size_t place, struct mk_finding *finding)
{
	const struct correction *correction;
	size_t next = corrections_before(path, place + 1);

	if (path->steps[place].kind == EVENT_CORRECTION) {
		*finding = (struct mk_finding){0};
		return;
	}
	*finding = path->steps[place].finding;
	while ((correction = next_correction(path, place, &next)) != NULL) {
		correction_mend(correction, path->steps[place].version, finding);
	}
}

/* The same without a copy where nothing corrects it; `buffer` holds it otherwise. */
static const struct mk_finding *corrected_finding(
	const struct path *path, size_t place, struct mk_finding *buffer)
{
	size_t next = corrections_before(path, place + 1);

	if (!next_correction(path, place, &next)) {
		return &path->steps[place].finding;
	}
	path_finding(path, place, buffer);
	return buffer;
}

static enum mk_status walk_finding(const struct path *path, size_t place,
	const struct session *session, struct mk_view *view, struct mk_error *error)
{
	struct mk_finding buffer;

	return mk_game_apply_finding(
		session->game, view, corrected_finding(path, place, &buffer), error);
}

/* Replaces the table, whatever was known before. */
static enum mk_status walk_table(const struct path *path, size_t place,
	const struct session *session, struct mk_view *view, struct mk_error *error)
{
	json_t *json = json_loads(path->steps[place].text, 0, NULL);
	const struct correction *correction;
	size_t next = corrections_before(path, place + 1);
	enum mk_status status;

	while ((correction = next_correction(path, place, &next)) != NULL) {
		correction_mend_json(correction, json);
	}
	status = mk_view_read_table(session->game, json, &session->rules, view, error);
	json_decref(json);
	return status;
}

enum mk_status path_apply(const struct path *path, size_t place, const struct session *session,
	struct mk_view *view, struct mk_error *error)
{
	const struct path_step *step = &path->steps[place];

	switch (step->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_ANSWER:
	case EVENT_REPLY:
		return walk_finding(path, place, session, view, error);
	case EVENT_TABLE:
		return walk_table(path, place, session, view, error);
	case EVENT_CORRECTION:
		return step->correction.counts && step->correction.revised_count == 0
			       ? session->game->set_count(view, &step->correction.count, error)
			       : MK_OK;
	case EVENT_UNDO:
	case EVENT_CHANGE:
		break; /* never steps */
	}
	return MK_OK;
}

/* The place of the last finding since the last whole table, plus 1; 0: none. */
static size_t find_last_finding(const struct path *path)
{
	size_t base = path_base(path, path->taken);

	for (size_t i = path->taken; i > base; i--) {
		enum event_kind kind = path->steps[i - 1].kind;

		if (kind != EVENT_CORRECTION && kind != EVENT_TABLE) {
			return i;
		}
	}
	return 0;
}

static enum mk_status fail_at(const struct path *path, size_t place, const struct mk_error *cause,
	struct path_end *end, struct mk_error *error)
{
	end->broken = path->steps[place].version;
	end->cause = *cause;
	return walk_broken(end->broken, cause, error);
}

enum mk_status path_replay(const struct path *path, const struct session *session,
	struct path_end *end, struct mk_error *error)
{
	const struct mk_finding present = {.explanation = MK_UNCHANGED};
	const struct mk_game *game = session->game;
	size_t last = find_last_finding(path);
	struct mk_error cause;

	game->init_view(end->view, &session->rules);
	end->concluded = last > 0;
	/* Nothing before an entered whole table matters. */
	for (size_t i = path_base(path, path->taken); i < path->taken; i++) {
		if (end->before && i + 1 == last) {
			memcpy(end->before, end->view, game->view_size);
		}
		if (path_apply(path, i, session, end->view, &cause) != MK_OK) {
			return fail_at(path, i, &cause, end, error);
		}
	}
	if (end->last && last > 0) {
		path_finding(path, last - 1, end->last);
	}
	if (end->concluded && mk_game_apply_finding(game, end->view, &present, &cause) != MK_OK) {
		return fail_at(path, path->taken - 1, &cause, end, error);
	}
	return MK_OK;
}

enum mk_status replay_finalize(const struct session *session, const struct path *path,
	struct replay *replay, struct mk_error *error)
{
	struct mk_finding last = {0};
	struct path_end end = {
		malloc(session->game->view_size), malloc(session->game->view_size), .last = &last};
	enum mk_status status = end.view && end.before ? path_replay(path, session, &end, error)
						       : fail_no_memory(error);

	replay->broken = end.broken;
	replay->cause = end.cause;
	if (status != MK_OK) {
		free(end.view);
		free(end.before);
		return status;
	}
	*replay =
		(struct replay){.view = end.view, .has_observed = end.concluded, .observed = last};
	if (last.move_count > 0) {
		replay->before = end.before;
	} else {
		free(end.before);
	}
	return MK_OK;
}
