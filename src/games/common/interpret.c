/* Interprets snapshots of piles by moves, and findings from the journal. */
#include "games/common/interpret.h"

#include "base/alloc.h"
#include "games/common/move_error.h"

#include <stdalign.h>
#include <stdlib.h>

enum { MAX_EXPLAINED = 4, PILES_OF_A_MOVE = 2 };

enum mk_explanation explanation_of(
	const struct mk_finding *finding, const struct mk_move *suggested)
{
	if (finding->move_count == 0) {
		return MK_UNCHANGED;
	}
	if (finding->move_count > 1) {
		return MK_SEVERAL_MOVES;
	}
	return suggested && memcmp(&finding->moves[0].move, suggested, sizeof *suggested) == 0
		       ? MK_SUGGESTED_MOVE
		       : MK_OTHER_MOVE;
}

/* ---- The first snapshot --------------------------------------------------------------------- */

/*
 * Stores in the finding what set_table() was given: the cards in their order, and the numbers of
 * cards.
 */
static void record_piles(
	const struct mk_game *game, const struct mk_piles *piles, struct mk_finding *finding)
{
	int positions = mk_pile_positions(game->piles);

	for (int i = 0; i < positions; i++) {
		const struct mk_pile *pile = &piles->pile[i];
		bool listed = mk_pile_kind_at(game->piles, i)->content != MK_PILE_NUMBER;

		finding->counted[finding->counted_count++] = pile->count;
		for (uint32_t n = 0; listed && pile->count != MK_PILE_UNSEEN && n < pile->count &&
				     finding->revealed_count < MK_MAX_REVEALED;
			n++) {
			finding->revealed[finding->revealed_count++] =
				(struct mk_place){(uint8_t)i, pile->card[n], (uint8_t)(n + 1)};
		}
	}
}

static enum mk_status interpret_first(const struct mk_game *game, struct mk_view *view,
	const struct mk_piles *seen, struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status;

	*finding = (struct mk_finding){.explanation = MK_LOOK_AGAIN};
	if (mk_piles_list_unreadable(game->piles, seen, finding) > 0) {
		return MK_OK;
	}
	status = game->set_table(view, seen, error);
	if (status == MK_OK) {
		*finding = (struct mk_finding){.explanation = MK_FIRST};
		record_piles(game, seen, finding);
	}
	return status;
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* State of a search for moves; `views` is scratch space with one view for each depth. */
struct explaining {
	const struct mk_game *game;
	const struct mk_piles *seen;
	struct mk_finding *finding;
	unsigned char *views;
	struct mk_piles known;
};

static struct mk_view *view_at_depth(const struct explaining *explaining, int depth)
{
	size_t align = alignof(max_align_t);
	size_t size = (explaining->game->view_size + align - 1) / align * align;

	return (struct mk_view *)(void *)(explaining->views + (size_t)depth * size);
}

static int differing_piles(struct explaining *explaining, const struct mk_view *view)
{
	mk_piles_of_view(explaining->game, view, &explaining->known);
	return mk_piles_compare(
		explaining->game->piles, explaining->seen, &explaining->known, NULL, 0);
}

/*
 * Plays a move on a copy of the view at this depth. If it turns up a card, that is the front card
 * seen at its target.
 */
static bool try_move(struct explaining *explaining, int depth, struct mk_played_move *played)
{
	const struct mk_game *game = explaining->game;
	struct mk_view *view = view_at_depth(explaining, depth);
	struct mk_view *next = view_at_depth(explaining, depth - 1);
	mk_card front = mk_pile_front(&explaining->seen->pile[played->move.to % MK_MAX_PILES]);
	struct mk_finding ignored;

	memcpy(next, view, game->view_size);
	if (mk_game_apply_reported_move(game, next, played->move, MK_NO_CARD, &ignored, NULL) ==
		MK_OK) {
		return true;
	}
	played->revealed = front;
	return front != MK_NO_CARD && !mk_game_is_open(game) &&
	       mk_game_apply_reported_move(game, next, played->move, front, &ignored, NULL) ==
		       MK_OK;
}

/* Finds exactly `depth` moves from the view at this depth to what was seen. */
static bool find_moves(struct explaining *explaining, int depth)
{
	const struct mk_game *game = explaining->game;
	struct mk_view *view = view_at_depth(explaining, depth);
	struct mk_finding *finding = explaining->finding;
	struct mk_move moves[MK_MAX_MOVES];
	int differing = differing_piles(explaining, view);
	size_t count;

	if (depth == 0 || differing > depth * PILES_OF_A_MOVE) {
		return depth == 0 && differing == 0;
	}
	count = game->view_moves(view, moves);
	for (size_t i = 0; i < count; i++) {
		struct mk_played_move played = {.move = moves[i]};

		if (!try_move(explaining, depth, &played)) {
			continue;
		}
		finding->moves[finding->move_count++] = played;
		if (find_moves(explaining, depth - 1)) {
			return true;
		}
		finding->move_count--;
	}
	return false;
}

enum mk_status contradict_piles(const struct mk_game *game, const struct mk_view *view,
	const struct mk_piles *seen, struct mk_finding *finding, struct mk_error *error)
{
	struct mk_piles known;
	char where[48];
	struct mk_text text;

	*finding = (struct mk_finding){.explanation = MK_CONTRADICTION};
	mk_piles_of_view(game, view, &known);
	finding->conflict_count = (uint8_t)mk_piles_compare(
		game->piles, seen, &known, finding->conflicts, MK_MAX_PLACES);
	mk_text_fixed(&text, where, sizeof where);
	mk_place_write(&text, game, finding->conflicts[0].position);
	return move_error_contradiction(error, where);
}

/*
 * True if the snapshot does not show what happened: every readable pile is unchanged, and others
 * are unreadable.
 */
static bool is_too_unclear(
	const struct mk_game *game, const struct mk_piles *seen, struct mk_finding *finding)
{
	struct mk_finding unclear = {.explanation = MK_LOOK_AGAIN};

	if (finding->move_count > 0 || mk_piles_list_unreadable(game->piles, seen, &unclear) == 0) {
		return false;
	}
	*finding = unclear;
	return true;
}

static enum mk_status interpret_moves(struct explaining *explaining, struct mk_view *view,
	const struct mk_move *suggested, struct mk_error *error)
{
	const struct mk_game *game = explaining->game;
	struct mk_finding *finding = explaining->finding;

	for (int depth = 0; depth <= MAX_EXPLAINED; depth++) {
		*finding = (struct mk_finding){.explanation = MK_UNCHANGED};
		memcpy(view_at_depth(explaining, depth), view, game->view_size);
		if (!find_moves(explaining, depth)) {
			continue;
		}
		if (!is_too_unclear(game, explaining->seen, finding)) {
			finding->explanation = explanation_of(finding, suggested);
			memcpy(view, view_at_depth(explaining, 0), game->view_size);
		}
		return MK_OK;
	}
	*finding = (struct mk_finding){.explanation = MK_LOOK_AGAIN};
	return mk_piles_list_unreadable(game->piles, explaining->seen, finding) > 0
		       ? MK_OK
		       : contradict_piles(game, view, explaining->seen, finding, error);
}

enum mk_status interpret_piles(const struct mk_game *game, struct mk_view *view,
	const struct mk_piles *seen, const struct mk_move *suggested, struct mk_finding *finding,
	struct mk_error *error)
{
	struct explaining explaining = {.game = game, .seen = seen, .finding = finding};
	enum mk_status status;

	if (game->outcome(view) == MK_WAITING) {
		return interpret_first(game, view, seen, finding, error);
	}
	explaining.views = xmalloc((MAX_EXPLAINED + 1) * (game->view_size + alignof(max_align_t)));
	status = interpret_moves(&explaining, view, suggested, error);
	free(explaining.views);
	return status;
}

/* ---- Findings ------------------------------------------------------------------------------- */

enum mk_status finding_error(struct mk_error *error, const char *what)
{
	return mk_fail(error, MK_IMPOSSIBLE, "invalid_finding", "", "%s", what);
}

enum mk_status finding_part_of(
	const struct mk_finding *finding, enum finding_part *part, struct mk_error *error)
{
	if (finding->move_count > MK_MAX_FINDING_MOVES ||
		finding->revealed_count > MK_MAX_REVEALED ||
		finding->counted_count > MK_MAX_COUNTED) {
		return finding_error(error, "its counts are impossible");
	}
	switch (finding->explanation) {
	case MK_FIRST:
		*part = FINDING_FIRST;
		return MK_OK;
	case MK_SUGGESTED_MOVE:
	case MK_OTHER_MOVE:
	case MK_SEVERAL_MOVES:
		*part = FINDING_MOVES;
		return MK_OK;
	case MK_UNCHANGED:
		*part = FINDING_UNCHANGED;
		return MK_OK;
	case MK_LOOK_AGAIN:
	case MK_CONTRADICTION:
		break;
	}
	return finding_error(error, "this finding was never accepted");
}

static bool collect_piles(
	const struct mk_game *game, const struct mk_finding *finding, struct mk_piles *piles)
{
	int positions = mk_pile_positions(game->piles);
	uint8_t listed[MK_MAX_PILES] = {0};
	mk_cards cards = 0;

	memset(piles, 0, sizeof *piles);
	if (finding->counted_count != positions) {
		return false;
	}
	for (int i = 0; i < positions; i++) {
		piles->pile[i].count = finding->counted[i];
	}
	for (int i = 0; i < finding->revealed_count; i++) {
		const struct mk_place *place = &finding->revealed[i];

		if (place->position >= positions || !mk_is_card(place->card) ||
			place->index != listed[place->position] + 1 ||
			listed[place->position] >= MK_MAX_PILE_CARDS ||
			(cards & MK_CARD_BIT(place->card) && !game->has_duplicate_cards)) {
			return false;
		}
		cards |= MK_CARD_BIT(place->card);
		piles->pile[place->position].card[listed[place->position]++] = place->card;
	}
	for (int i = 0; i < positions; i++) {
		const struct mk_pile_kind *kind = mk_pile_kind_at(game->piles, i);

		if (kind->content == MK_PILE_NUMBER ? listed[i] > 0
						    : piles->pile[i].count != listed[i]) {
			return false;
		}
		if (piles->pile[i].count > kind->max && piles->pile[i].count != MK_PILE_UNSEEN) {
			return false;
		}
	}
	return true;
}

static enum mk_status repeat_first(const struct mk_game *game, struct mk_view *view,
	const struct mk_finding *finding, struct mk_error *error)
{
	struct mk_piles piles;

	if (game->outcome(view) != MK_WAITING) {
		return finding_error(error, "the game has begun already");
	}
	if (!game->set_table || !collect_piles(game, finding, &piles)) {
		return finding_error(error, "a card cannot lie there");
	}
	return game->set_table(view, &piles, error);
}

static enum mk_status repeat_moves(const struct mk_game *game, struct mk_view *view,
	const struct mk_finding *finding, struct mk_error *error)
{
	struct mk_view *next = xmalloc(game->view_size);
	enum mk_status status = MK_OK;
	struct mk_finding ignored;

	memcpy(next, view, game->view_size);
	for (int i = 0; i < finding->move_count && status == MK_OK; i++) {
		const struct mk_played_move *played = &finding->moves[i];

		status = mk_game_apply_reported_move(
			game, next, played->move, played->revealed, &ignored, error);
	}
	if (status == MK_OK) {
		memcpy(view, next, game->view_size);
	}
	free(next);
	return status;
}

enum mk_status repeat_finding(const struct mk_game *game, struct mk_view *view,
	const struct mk_finding *finding, struct mk_error *error)
{
	enum finding_part part = FINDING_UNCHANGED;
	enum mk_status status = finding_part_of(finding, &part, error);

	if (status != MK_OK || part == FINDING_UNCHANGED) {
		return status;
	}
	return part == FINDING_FIRST && finding->move_count == 0
		       ? repeat_first(game, view, finding, error)
		       : repeat_moves(game, view, finding, error);
}
