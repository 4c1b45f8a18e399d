/* Several findings as one. */
#include "games/klondike/tracking/join.h"

#include "games/klondike/table/rules.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/revise.h"

void paths_begin(struct paths *paths, const struct klondike_view *view)
{
	memset(paths, 0, sizeof *paths);
	paths->count = view->alternatives + 1;
	for (int number = 0; number < paths->count; number++) {
		paths->path[number].from = (uint8_t)number;
		paths->path[number].odds = (int16_t)klondike_odds(view, number);
	}
}

/* What followed explanation `next->from` of those kept until now, and then what `next` says. */
static bool go_on(struct path *path, const struct paths *until, const struct path *next, int most)
{
	const struct path *before = &until->path[next->from];
	bool revises = next->revised.was != MK_NO_CARD;

	if (next->from >= until->count || before->step_count + next->step_count > most ||
		(revises && (before->step_count || before->revised.was != MK_NO_CARD))) {
		return false;
	}
	*path = *before;
	if (revises) {
		path->revised = next->revised;
	}
	memcpy(path->steps + path->step_count, next->steps,
		next->step_count * sizeof next->steps[0]);
	path->step_count = (uint8_t)(path->step_count + next->step_count);
	path->odds = next->odds;
	return true;
}

static struct path path_of(const struct mk_finding *finding)
{
	struct path path = {.revised = finding->revised,
		.from = finding->from,
		.step_count = finding->move_count};

	memcpy(path.steps, finding->moves, sizeof path.steps);
	return path;
}

static struct path path_of_other(const struct mk_alternative *other)
{
	struct path path = {.revised = other->revised,
		.from = other->from,
		.step_count = other->move_count,
		.odds = other->odds};

	memcpy(path.steps, other->moves, sizeof other->moves);
	return path;
}

bool paths_add(struct paths *paths, const struct mk_finding *finding)
{
	struct paths next = {.count = finding->alternative_count + 1};
	struct path path = path_of(finding);

	if (finding->move_count == 0 && !finding->weighed) {
		return true; /* all is kept as it was */
	}
	if (!go_on(&next.path[0], paths, &path, MK_MAX_FINDING_MOVES)) {
		return false;
	}
	for (int i = 0; i < finding->alternative_count; i++) {
		path = path_of_other(&finding->alternatives[i]);
		if (!go_on(&next.path[i + 1], paths, &path, MK_MAX_ALTERNATIVE_MOVES)) {
			return false;
		}
	}
	*paths = next;
	return true;
}

/* The moves, and the cards that they turned up. */
static void tell_steps(
	const struct path *path, const struct klondike_view *view, struct mk_finding *finding)
{
	struct klondike_view table;

	finding->move_count = 0;
	finding->revealed_count = 0;
	if (!klondike_explanation(view, path->from, &table)) {
		return;
	}
	if (path->revised.was != MK_NO_CARD) {
		(void)klondike_revise(&table, path->revised);
		conclude_revealed(finding, path->revised.position, path->revised.card, 0);
	}
	for (int i = 0; i < path->step_count; i++) {
		conclude_step(finding, &table, &path->steps[i]);
		klondike_play(&table, path->steps[i].move, path->steps[i].revealed);
	}
}

void paths_tell(
	const struct paths *paths, const struct klondike_view *view, struct mk_finding *finding)
{
	finding->from = paths->path[0].from;
	finding->revised = paths->path[0].revised;
	tell_steps(&paths->path[0], view, finding);
	finding->weighed = finding->move_count == 0;
	if (finding->move_count > 1) {
		finding->explanation = MK_SEVERAL_MOVES;
	}
	finding->alternative_count = (uint8_t)(paths->count - 1);
	for (int i = 0; i < finding->alternative_count; i++) {
		const struct path *path = &paths->path[i + 1];
		struct mk_alternative *other = &finding->alternatives[i];

		*other = (struct mk_alternative){.from = path->from,
			.move_count = path->step_count,
			.odds = path->odds,
			.revised = path->revised};
		memcpy(other->moves, path->steps, sizeof other->moves);
	}
}
