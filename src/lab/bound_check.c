/*
 * Checks of the bound. Endgames are solved by enumeration: every macro-move, every order of the
 * hidden cards.
 */
#include "lab/bound_check.h"
#include "games/klondike/search/policy.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_GAME_STEPS = 400, MAX_FLOOD = 3000, MAX_WORK = 300000, VERDICT_LIMIT = 1000000 };

/* ---- The policy ----------------------------------------------------------------------------- */

static ladder_set hidden_cards(
	const struct solver_deal *deal, const struct bound_position *position)
{
	uint8_t cards[BOUND_HIDDEN_PLACES];
	size_t count = bound_position_hidden_cards(deal, position, cards);
	ladder_set hidden = 0;

	for (size_t i = 0; i < count; i++) {
		hidden |= LADDER_BIT(cards[i]);
	}
	return hidden;
}

/* With draws of three, a position counts turned cards and a table counts places. */
static uint8_t turned_places(const struct solver_deal *deal, const struct solver_node *node)
{
	uint32_t rest = node->rest;

	if (!deal->three || node->turned == 0) {
		return node->turned;
	}
	for (int i = 1; i < node->turned; i++) {
		rest &= rest - 1;
	}
	return (uint8_t)(__builtin_ctz(rest) + 1);
}

static void read_table(const struct solver_deal *deal, const struct bound_position *position,
	struct reduced *table)
{
	const struct solver_node *node = &position->node;

	*table = (struct reduced){
		.shown = node->shown,
		.first = node->first,
		.wanted = node->wanted,
		.seen = LADDER_DECK & ~hidden_cards(deal, position),
		.rest = node->rest,
		.known = position->known,
		.hidden = node->hidden,
		.turned = turned_places(deal, node),
		.shuffles = (int16_t)(deal->redeals == MK_UNLIMITED ? MK_UNLIMITED
								    : deal->redeals - node->used),
		.three = deal->three,
		.kept = true,
		.cleared = deal->cleared,
	};
	for (int suit = 0; suit < MK_SUITS; suit++) {
		table->height[suit] = (uint8_t)solver_height(node, suit);
	}
	memcpy(table->left, node->left, sizeof table->left);
	memcpy(table->original, deal->original, sizeof table->original);
	memcpy(table->stock, deal->stock, sizeof table->stock);
	memcpy(table->column_of, deal->column_of, sizeof table->column_of);
}

/* The policy for these rules and for a player who knows this much of the stock. */
static const struct policy *policy_of(
	const struct solver_deal *deal, const struct klondike_world *world)
{
	struct klondike_rules rules = world->known.rules;

	rules.kept = true;
	rules.stock_known = rules.stock_known || deal->stock_is_free;
	return policy_for(&rules);
}

/*
 * A player: the policy, optionally with knowledge of all cards, which it uses to leave out losing
 * macro-moves.
 */
struct player {
	struct klondike_solver *solver;
	const struct policy *policy;
	bool sees;
};

static bool loses(const struct player *player, const struct solver_deal *deal,
	const struct bound_position *position, struct klondike_macro step)
{
	struct bound_position after;

	bound_position_take(deal, position, step, &after);
	return klondike_solve_position(player->solver, deal, &after.node, VERDICT_LIMIT) ==
	       MK_UNWINNABLE;
}

/* Removes the losing macro-moves, unless all lose. */
static size_t leave_out_losing(const struct player *player, const struct solver_deal *deal,
	const struct bound_position *position, struct klondike_macro *steps, size_t count)
{
	struct klondike_macro good[REDUCED_STEPS];
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (!loses(player, deal, position, steps[i])) {
			good[kept++] = steps[i];
		}
	}
	if (kept == 0) {
		return count;
	}
	memcpy(steps, good, kept * sizeof *steps);
	return kept;
}

/* The player's macro-move; STEP_NONE if there is none. */
static struct klondike_macro choose(const struct player *player, const struct solver_deal *deal,
	const struct bound_position *position)
{
	struct klondike_macro steps[REDUCED_STEPS];
	struct reduced table;
	size_t count;

	read_table(deal, position, &table);
	count = reduced_is_won(&table) ? 0 : reduced_steps(&table, steps);
	if (count == 0) {
		return (struct klondike_macro){STEP_NONE, 0};
	}
	if (player->sees) {
		count = leave_out_losing(player, deal, position, steps, count);
	}
	return policy_choose(player->policy, &table, steps, count);
}

void bound_play(struct klondike_solver *solver, const struct klondike_world *world, bool sees,
	const struct bound_options *options, struct bound_played *played)
{
	struct player player = {solver, NULL, sees};
	struct solver_deal deal;
	struct bound_position position;
	struct klondike_macro step;
	struct reduced table;

	*played = (struct bound_played){.steps = 0};
	bound_position_begin(&deal, &position, world);
	player.policy = policy_of(&deal, world);
	step = choose(&player, &deal, &position);
	for (; step.kind != STEP_NONE && played->steps < MAX_GAME_STEPS; played->steps++) {
		struct bound_position before = position;

		bound_position_take(&deal, &before, step, &position);
		/* Otherwise the worlds stay the same, and nothing is paid. */
		if (bound_position_hidden(&position) < bound_position_hidden(&before)) {
			played->paid += bound_share_of(solver, &deal, &position, options) -
					bound_share_after(solver, &deal, &before, step, options);
		}
		step = choose(&player, &deal, &position);
	}
	read_table(&deal, &position, &table);
	played->won = reduced_is_won(&table);
}

/* ---- Endgames ------------------------------------------------------------------------------- */

/*
 * Takes a random macro-move, unless it leads to a dead end: a card of the stock that was played for
 * nothing.
 */
static bool step_at_random(
	const struct solver_deal *deal, struct bound_position *position, struct mk_rng *rng)
{
	struct klondike_macro steps[BOUND_STEPS];
	struct bound_position after;
	size_t count = bound_position_steps(deal, position, steps);

	if (count == 0) {
		return false;
	}
	bound_position_take(deal, position, steps[mk_rng_below(rng, (uint32_t)count)], &after);
	if (bound_position_steps(deal, &after, steps) > 0) {
		*position = after;
	}
	return true;
}

bool bound_endgame(const struct klondike_world *world, int hidden, struct mk_rng *rng,
	struct solver_deal *deal, struct bound_position *position)
{
	bound_position_begin(deal, position, world);
	for (int i = 0; i < MAX_GAME_STEPS && bound_position_hidden(position) > hidden; i++) {
		if (!step_at_random(deal, position, rng)) {
			return false;
		}
	}
	return bound_position_hidden(position) > 1 && bound_position_hidden(position) <= hidden;
}

struct endgame {
	struct klondike_solver *solver;
	int work; /* remaining node budget */
};

/* Writes permutation `number` (from 0) of the hidden cards; false if there are no more. */
static bool arrange(const struct solver_deal *deal, const struct bound_position *position,
	unsigned number, struct solver_deal *world)
{
	uint8_t cards[BOUND_HIDDEN_PLACES], arranged[BOUND_HIDDEN_PLACES];
	size_t count = bound_position_hidden_cards(deal, position, cards);

	for (size_t i = 0; i < count; i++) {
		size_t other = number % (unsigned)(i + 1);

		number /= (unsigned)(i + 1);
		arranged[i] = cards[i];
		arranged[i] = arranged[other];
		arranged[other] = cards[i];
	}
	bound_position_arrange(deal, position, arranged, world);
	return number == 0;
}

static double seen_share(struct endgame *endgame, const struct solver_deal *deal,
	const struct bound_position *position)
{
	struct solver_deal world;
	double won = 0;
	unsigned count = 0;

	for (; arrange(deal, position, count, &world); count++) {
		won += klondike_solve_position(endgame->solver, &world, &position->node,
			       VERDICT_LIMIT) == MK_WINNABLE;
	}
	return won / count;
}

static double best_of(struct endgame *endgame, const struct solver_deal *deal,
	const struct bound_position *position);

/* The expected value after a macro-move that reveals a card. */
static double mean_after(struct endgame *endgame, const struct solver_deal *deal,
	const struct bound_position *position, struct klondike_macro step)
{
	struct solver_deal world;
	double sum = 0;
	unsigned count = 0;

	for (; arrange(deal, position, count, &world); count++) {
		struct bound_position after;

		bound_position_take(&world, position, step, &after);
		sum += best_of(endgame, &world, &after);
	}
	return sum / count;
}

static bool is_among(const struct solver_deal *deal, const struct bound_position *positions,
	size_t count, const struct bound_position *position)
{
	struct bound_key key = bound_position_key(deal, position);

	for (size_t i = 0; i < count; i++) {
		struct bound_key other = bound_position_key(deal, &positions[i]);

		if (memcmp(&key, &other, sizeof key) == 0) {
			return true;
		}
	}
	return false;
}

/*
 * Searches all positions that can be reached without revealing a card; the value is that of the
 * best macro-move that reveals one.
 */
static double flood(struct endgame *endgame, const struct solver_deal *deal,
	const struct bound_position *first, double most, struct bound_position *positions)
{
	size_t count = 1;
	double best = 0;

	positions[0] = *first;
	for (size_t i = 0; i < count && best < most; i++) {
		struct klondike_macro steps[BOUND_STEPS];
		struct bound_position here = positions[i];
		size_t steps_count = bound_position_steps(deal, &here, steps);

		if (endgame->work-- <= 0) {
			return best;
		}
		for (size_t j = 0; j < steps_count && best < most; j++) {
			struct bound_position after;

			bound_position_take(deal, &here, steps[j], &after);
			if (bound_position_hidden(&after) < bound_position_hidden(&here)) {
				double mean = mean_after(endgame, deal, &here, steps[j]);

				best = mean > best ? mean : best;
			} else if (!is_among(deal, positions, count, &after)) {
				if (count == MAX_FLOOD) {
					endgame->work = 0;
					return best;
				}
				positions[count++] = after;
			}
		}
	}
	return best;
}

/* The optimal value; bounded by the seer's. */
static double best_of(struct endgame *endgame, const struct solver_deal *deal,
	const struct bound_position *position)
{
	double most = seen_share(endgame, deal, position);
	struct bound_position *positions;
	double best;

	if (bound_position_is_known(deal, position) || most == 0 || endgame->work <= 0) {
		return most;
	}
	positions = malloc(MAX_FLOOD * sizeof *positions);
	if (!positions) {
		endgame->work = 0;
		return 0;
	}
	best = flood(endgame, deal, position, most - 1e-9, positions);
	free(positions);
	return best;
}

bool bound_solve_endgame(struct klondike_solver *solver, const struct solver_deal *deal,
	const struct bound_position *position, struct bound_optimum *optimum)
{
	struct endgame endgame = {solver, MAX_WORK};

	optimum->seen = seen_share(&endgame, deal, position);
	optimum->best = best_of(&endgame, deal, position);
	return endgame.work > 0;
}
