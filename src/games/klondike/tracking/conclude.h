/* Functions that fill struct mk_finding. */
#ifndef KLONDIKE_TRACKING_CONCLUDE_H
#define KLONDIKE_TRACKING_CONCLUDE_H

#include "games/klondike/table/codes.h"
#include "games/klondike/table/table.h"
#include "games/klondike/tracking/explain.h"

/* Adds the positions of `slots` to those that could not be read. */
void conclude_unreadable(struct mk_finding *finding, unsigned slots);

/* Adds a newly revealed card; `index` as in struct mk_place. */
void conclude_revealed(struct mk_finding *finding, int position, mk_card card, int index);

/* Adds a move, and the card that it turned up on the table `before`. */
void conclude_step(struct mk_finding *finding, const struct klondike_view *before,
	const struct mk_played_move *step);

/* Adds the revised card if its place is known; it must be the first card added. */
void conclude_revised(struct mk_finding *finding, const struct klondike_view *after);

/* True if the revised card was in front at that time. */
bool finding_revises_front(const struct mk_finding *finding);

/* Adds a conflict at `position`, where `card` is read, without expected cards. */
struct mk_conflict *finding_add_conflict(
	struct mk_finding *finding, int position, enum klondike_conflict reason, mk_card card);

/* Fills `finding` with the conflicts of the best hypothesis that leaves slots unexplained. */
void finding_set_contradiction(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/* Fills `error` with the first conflict of a contradiction. */
enum mk_status conclude_conflict(const struct mk_finding *finding, struct mk_error *error);

/* Several findings merged into one: the moves after snapshots that were not clear individually. */

/* A kept table after the findings so far, as moves from one of the tables kept at the start. */
struct path {
	struct mk_revision revised; /* applied before the steps */
	struct mk_played_move steps[MK_MAX_FINDING_MOVES];
	uint8_t step_count;
	uint8_t from; /* number of the table kept at the start */
	int16_t odds; /* as in struct mk_alternative */
};

struct paths {
	struct path path[1 + MAX_ALTERNATIVES];
	int count;
	uint8_t gaps;   /* as in struct mk_finding: the maximum of the findings */
	uint8_t hidden; /* the same maximum, without HIDDEN_NONE */
};

/* Initializes `paths` before the first finding. */
void paths_begin(struct paths *paths, const struct klondike_view *view);

/*
 * Appends a finding. Returns false, with `paths` unchanged, if the merged moves exceed the capacity
 * of a finding, or if a card of the start table is revised a second time.
 */
bool paths_add(struct paths *paths, const struct mk_finding *finding);

/* Turns `finding`, the last one that was appended, into the finding of all moves since `view`. */
void paths_conclude(
	const struct paths *paths, const struct klondike_view *view, struct mk_finding *finding);

#endif
