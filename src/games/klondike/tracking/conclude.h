/* Filling struct mk_finding. */
#ifndef KLONDIKE_TRACKING_CONCLUDE_H
#define KLONDIKE_TRACKING_CONCLUDE_H

#include "games/klondike/table/codes.h"
#include "games/klondike/table/table.h"
#include "games/klondike/tracking/explain.h"

/* Adds the positions of `slots` to those that could not be read. */
void conclude_unreadable(struct mk_finding *finding, unsigned slots);

/* Adds a card that was newly seen; `index` as in struct mk_place. */
void conclude_revealed(struct mk_finding *finding, int position, mk_card card, int index);

/* Adds a move and the card that it turned up in `before`. */
void conclude_step(struct mk_finding *finding, const struct klondike_view *before,
	const struct mk_played_move *step);

/* Adds the card that the finding revises, where its place is known; first of all. */
void conclude_revised(struct mk_finding *finding, const struct klondike_view *after);

/* True if that card was in front then. */
bool finding_revises_front(const struct mk_finding *finding);

/* Adds a conflict at `position`, where `card` is read, without any expectation. */
struct mk_conflict *finding_add_conflict(
	struct mk_finding *finding, int position, enum klondike_conflict reason, mk_card card);

/* Fills `finding` with the conflicts of the best explanation that leaves something unexplained. */
void finding_set_contradiction(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/* Fills `error` with the first conflict of a contradiction. */
enum mk_status conclude_conflict(const struct mk_finding *finding, struct mk_error *error);

/* Several findings as one: the moves after pictures that were not clear by themselves. */

/* How one of the explanations kept now follows from those that were kept at first. */
struct path {
	struct mk_revision revised; /* before the steps */
	struct mk_played_move steps[MK_MAX_FINDING_MOVES];
	uint8_t step_count;
	uint8_t from; /* the explanation kept at first that they start from */
	int16_t odds; /* as in struct mk_alternative */
};

struct paths {
	struct path path[1 + MAX_ALTERNATIVES];
	int count;
	uint8_t gaps;   /* as in struct mk_finding: the most of them */
	uint8_t hidden; /* likewise */
};

/* Nothing has followed yet. */
void paths_begin(struct paths *paths, const struct klondike_view *view);

/*
 * The finding follows. False where all of them together are more than a finding has places for, or
 * a card is revised after the first of them: then `paths` says nothing more.
 */
bool paths_add(struct paths *paths, const struct mk_finding *finding);

/* Makes `finding`, the last one added, the finding of all moves after `view`. */
void paths_conclude(
	const struct paths *paths, const struct klondike_view *view, struct mk_finding *finding);

#endif
