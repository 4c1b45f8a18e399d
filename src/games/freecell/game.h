/* Parts of FreeCell, for its row in freecell.c. */
#ifndef FREECELL_GAME_H
#define FREECELL_GAME_H

#include "games/freecell/table.h"

enum freecell_option { OPTION_DEAL, OPTION_CELLS, OPTION_BUILD, OPTIONS };
enum { ALTERNATING, IN_SUIT };
enum { PRESETS = 2 };
enum { SEARCH, HEURISTIC, STRATEGIES };

/* Reasons for and against a move: bits of mk_ranked_move.reasons. */
enum freecell_reason {
	REASON_GOES_UP,
	REASON_UNCOVERS,
	REASON_BUILDS,
	REASON_EMPTIES_COLUMN,
	REASON_FREES_CELL,
	REASON_FILLS_CELL,
	REASON_FILLS_COLUMN,
	REASON_ONLY_MOVE,
	REASONS
};

extern const struct mk_option freecell_options[OPTIONS];
extern const struct mk_preset freecell_presets[PRESETS];
extern const struct mk_strategy freecell_strategies[STRATEGIES];
extern const struct mk_pile_kind freecell_piles[];
extern const struct mk_notation freecell_notation;
extern const struct mk_rulebook freecell_rulebook;
extern const struct mk_mistakes freecell_mistakes;
extern const struct mk_solver_api freecell_solver;

/* An estimate of the work left, for ranking moves without a search: lower is better. */
int freecell_cost(const struct freecell_view *view);

/*
 * Finds the first move of a line to a win or, if none is found among a thousand positions, to the
 * position with the least work left. False if there is no move or no memory. Takes 0.3 ms, rarely
 * up to 7.
 */
bool freecell_look_ahead(const struct freecell_view *view, struct mk_move *first);

/*
 * Plays all moves to foundations that are safe; returns their number. `moves` gets them (NULL: not
 * wanted).
 */
size_t freecell_settle(struct freecell_view *view, struct mk_move moves[MK_DECK]);

/* Members of struct mk_game, see there. */
void freecell_init_view(struct mk_view *view, const struct mk_rules *rules);
void freecell_deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng);
mk_cards freecell_deck_cards(const struct mk_rules *rules);
void freecell_deal_deck(struct mk_world *world, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng);
int freecell_seat_to_move(const struct mk_world *world);
void freecell_apply(struct mk_world *world, struct mk_move move);
void freecell_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
const char *freecell_check_invariants(const struct mk_world *world);
void freecell_pile(const struct mk_view *view, int position, struct mk_pile *pile);
enum mk_status freecell_set_table(
	struct mk_view *view, const struct mk_piles *piles, struct mk_error *error);
enum mk_status freecell_apply_snapshot(struct mk_view *view, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);
enum mk_status freecell_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error);
enum mk_status freecell_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

#endif
