#include "games/klondike/random_tables.h"

#include "games/klondike/table/rules.h"

static int any_value(const struct mk_option *option, struct mk_rng *rng)
{
	int count = 0;

	if (option->allowed) {
		while (option->allowed[count] >= 0) {
			count++;
		}
		return option->allowed[mk_rng_below(rng, (uint32_t)count)];
	}
	/* Few shuffles: with many, a game by chance would be mostly turning. */
	return option->unlimited
		       ? (int)mk_rng_below(rng, 5) - 1
		       : (int)mk_rng_below(rng, option->max > 5 ? 5 : (uint32_t)option->max + 1);
}

struct mk_rules random_rules(struct mk_rng *rng)
{
	struct mk_rules rules = {.value = {0}};

	for (int i = 0; i < OPTIONS; i++) {
		rules.value[i] = any_value(&klondike_options[i], rng);
	}
	return rules;
}

void random_deal(struct klondike_world *world, struct mk_rng *rng)
{
	struct mk_rules rules = random_rules(rng);

	klondike_deal((struct mk_world *)world, &rules, rng);
}

/* Turns up a card, or takes one out of the pile. */
static bool is_forward(const struct klondike_view *view, struct mk_move move)
{
	if (move.from == DRAW_PILE) {
		return move.kind != DRAW && move.kind != SHUFFLE;
	}
	return move.from < COLUMNS && move.cut == 1 && view->unseen[move.from];
}

bool random_step(struct klondike_world *world, struct mk_rng *rng)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(&world->known, moves);
	size_t chosen;

	if (count == 0 || klondike_seat_to_move((struct mk_world *)world) == MK_NO_SEAT) {
		return false;
	}
	chosen = mk_rng_below(rng, (uint32_t)count);
	for (int tries = 0; tries < 8 && !is_forward(&world->known, moves[chosen]); tries++) {
		chosen = mk_rng_below(rng, (uint32_t)count);
	}
	klondike_apply((struct mk_world *)world, moves[chosen]);
	return true;
}
