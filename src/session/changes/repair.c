/* Searches for one misreading that explains a contradiction. */
#include "session/changes/repair.h"

#include <stdlib.h>
#include <string.h>

/* The state of the search; the path is restored after each attempt. */
struct repair_search {
	const struct repair_case *wanted;
	struct mk_view *view;
	struct mk_tracker *memory;
	struct mk_repair *repair;
	unsigned found;
	size_t spent;
	bool exhausted;     /* the budget ended before all attempts */
	mk_cards confirmed; /* cards confirmed by snapshots from the tried step on */
};

/* True if the view explains the snapshots by an explanation not beyond `last`. */
static bool is_explained(struct repair_search *search, enum mk_explanation last)
{
	const struct mk_game *game = search->wanted->session->game;
	struct mk_finding finding;
	struct mk_error error;

	search->spent += REPAIR_PICTURES;
	memcpy(search->memory, search->wanted->memory, game->tracker_size);
	return game->track_snapshot(search->view, search->memory, NULL, search->wanted->occasion,
		       &finding, &error) == MK_OK &&
	       finding.explanation <= last && finding.doubt_count == 0;
}

/* The number of replayed steps, the impossible event `version` included. */
static size_t steps_until(const struct path *path, uint64_t version)
{
	size_t steps = 0;

	while (steps < path->taken && path->steps[steps].version != version) {
		steps++;
	}
	return steps < path->taken ? steps + 1 : path->taken;
}

/* True if everything is explained when `was`, revealed by event `version`, is `card`. */
static bool works(struct repair_search *search, uint64_t version, mk_card was, mk_card card)
{
	struct path *path = search->wanted->path;
	struct path_end end = {.view = search->view};
	struct mk_error error;
	bool fits;

	if (!path_correct(
		    path, 0, &(struct correction){.event = version, .was = was, .card = card})) {
		return false;
	}
	fits = path_replay(path, search->wanted->session, &end, &error) == MK_OK;
	search->spent += fits ? path->taken : steps_until(path, end.broken);
	path_drop(path);
	return fits && is_explained(search, MK_SEVERAL_MOVES);
}

/* The moves since the step at `place`. */
static unsigned moves_since(const struct path *path, size_t place)
{
	unsigned moves = 0;

	for (size_t i = place; i < path->taken; i++) {
		moves += path->steps[i].kind == EVENT_SNAPSHOT || path->steps[i].kind == EVENT_MOVE
				 ? path->steps[i].finding.move_count
				 : 0;
	}
	return moves;
}

/* True if the next attempt could exceed the budget. */
static bool is_exhausted(struct repair_search *search)
{
	size_t most = search->wanted->path->taken + 1 + REPAIR_PICTURES;

	search->exhausted = search->exhausted || search->spent + most > search->wanted->budget;
	return search->exhausted;
}

static void try_card(
	struct repair_search *search, size_t place, const struct mk_place *revealed, mk_card card)
{
	const struct path *path = search->wanted->path;
	uint64_t version = path->steps[place].version;

	if (card == revealed->card || is_exhausted(search) ||
		!works(search, version, revealed->card, card)) {
		return;
	}
	if (search->found++ == 0) {
		*search->repair = (struct mk_repair){.event = version,
			.position = revealed->position,
			.index = revealed->index,
			.was = revealed->card,
			.card = card,
			.moves_ago = moves_since(path, place)};
	}
}

/*
 * True for a card that is not tried: a camera's snapshots that contradict cards which it has read
 * repeatedly, or which are unconfirmed but well read, are misread themselves, or moves were not
 * seen. Not for typed snapshots, since a person sees the cards, nor with full confidence, where no
 * card is read again.
 */
static bool is_certain(const struct repair_search *search, size_t place, mk_card card)
{
	const struct repair_case *wanted = search->wanted;
	const struct session *session = wanted->session;

	return session->game->unconfirmed && path_is_picture(wanted->path, place) &&
	       !wanted->occasion->typed && wanted->occasion->confidence < 1 &&
	       ((search->confirmed & MK_CARD_BIT(card)) || !session_is_unconfirmed(session, card) ||
		       (wanted->finding->well_read & MK_CARD_BIT(card)));
}

/* Steps are tried from the last one back, so confirmations of later steps add up. */
static void note_confirmed(struct repair_search *search, size_t place)
{
	if (path_is_picture(search->wanted->path, place)) {
		search->confirmed |= ~search->wanted->path->steps[place].finding.unconfirmed;
	}
}

/* Tries each card that is seen at an impossible place; without `named`, an unknown card. */
static void try_step(struct repair_search *search, size_t place, bool named)
{
	struct path *path = search->wanted->path;
	const struct mk_finding *contradiction = search->wanted->finding;
	struct mk_finding finding;

	path_finding(path, place, &finding);
	for (int i = 0; i < finding.revealed_count; i++) {
		if (is_certain(search, place, finding.revealed[i].card)) {
			continue;
		}
		if (!named) {
			try_card(search, place, &finding.revealed[i], MK_NO_CARD);
		}
		for (int k = 0; k < contradiction->conflict_count && named; k++) {
			if (contradiction->conflicts[k].seen != MK_NO_CARD) {
				try_card(search, place, &finding.revealed[i],
					contradiction->conflicts[k].seen);
			}
		}
	}
}

static void replay_path_steps(struct repair_search *search, bool named)
{
	const struct path *path = search->wanted->path;

	size_t origin = path_base(path, path->taken);

	search->confirmed = 0;
	for (size_t i = path->taken; i-- > origin && !search->exhausted;) {
		note_confirmed(search, i);
		if (path->steps[i].kind == EVENT_SNAPSHOT || path->steps[i].kind == EVENT_MOVE) {
			try_step(search, i, named);
		}
	}
}

/* Goes to the table before the newest step; false if that cannot be replayed. */
static bool go_before_newest(struct repair_search *search)
{
	const struct path *path = search->wanted->path;
	const struct mk_game *game = search->wanted->session->game;
	struct mk_error error;

	game->init_view(search->view, &search->wanted->session->rules);
	for (size_t i = 0; i + 1 < path->taken; i++) {
		if (path_apply(path, i, search->wanted->session, search->view, &error) != MK_OK) {
			return false;
		}
	}
	search->spent += path->taken;
	return true;
}

/*
 * Tries the assumption that the newest snapshot was misread: no move was made, and its card never
 * came up.
 */
static void try_nothing_done(struct repair_search *search)
{
	const struct path *path = search->wanted->path;
	const struct mk_game *game = search->wanted->session->game;
	struct mk_finding newest;
	const struct mk_place *shown = &newest.revealed[0];
	mk_card card;

	if (path->taken <= path_base(path, path->taken) ||
		path->steps[path->taken - 1].kind != EVENT_SNAPSHOT) {
		return;
	}
	note_confirmed(search, path->taken - 1);
	path_finding(path, path->taken - 1, &newest);
	if (newest.revealed_count != 1 || newest.explanation == MK_FIRST ||
		is_certain(search, path->taken - 1, shown->card) || is_exhausted(search) ||
		!go_before_newest(search)) {
		return;
	}
	card = mk_game_card_at(game, search->view, shown->position, 0);
	if (card != MK_NO_CARD && is_explained(search, MK_UNCHANGED)) {
		search->found++;
		*search->repair = (struct mk_repair){.event = path->steps[path->taken - 1].version,
			.position = shown->position,
			.index = shown->index,
			.was = shown->card,
			.card = card,
			.moves_ago = moves_since(path, path->taken - 1)};
	}
}

/*
 * True if one typing error in the line itself also explains the contradiction, unless it was typed
 * again. A camera's snapshot is refused only after several that agree.
 */
static bool may_be_mistyped(const struct repair_case *wanted)
{
	return wanted->occasion->typed && wanted->finding->conflict_count == 1 &&
	       wanted->finding->pictures < 2;
}

/* Repairs that name the card come before those that only reject the old one. */
bool repair_find(const struct repair_case *wanted, struct mk_repair *repair, size_t *spent)
{
	const struct mk_game *game = wanted->session->game;
	struct repair_search search = {.wanted = wanted,
		.view = malloc(game->view_size),
		.memory = malloc(game->tracker_size),
		.repair = repair};

	if (search.view && search.memory) {
		try_nothing_done(&search);
		replay_path_steps(&search, true);
		replay_path_steps(&search, false);
	}
	repair->unique = search.found == 1 && !search.exhausted && !may_be_mistyped(wanted);
	if (spent) {
		*spent = search.spent;
	}
	free(search.view);
	free(search.memory);
	return search.found > 0;
}
