/*
 * Baseline strategies: random, one trick, several tricks.
 *
 * The two that look ahead give all lines of play the same weight, like the play tree of the first
 * designs, but sample them: enumerating all lines would take minutes per card.
 */
#include "games/doppelkopf/advice/rank.h"

#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/bidding.h"
#include "games/doppelkopf/knowledge/sampler.h"

#include <math.h>

enum { DEALS = 60, TRICKS_OF_TREE = 3 };

/*
 * One in this many: random solos, of all reservations; announcements, of all turns where one is
 * allowed.
 */
enum { RARELY_SOLO = 10, RARELY_ANNOUNCE = 12 };

static bool is_mine(const struct doko_view *view)
{
	return view->table.turn == view->seat;
}

static bool pick_suggested(void (*rank)(const struct mk_view *view, struct mk_advice *advice),
	const struct mk_view *view, struct mk_move *move)
{
	struct mk_advice advice;

	rank(view, &advice);
	if (advice.suggestion >= 0) {
		*move = advice.moves[advice.suggestion].move;
	}
	return advice.suggestion >= 0;
}

/* ---- random --------------------------------------------------------------------------------- */

/* Picks a random move of a kind; false if there is none. */
static bool pick_of(
	const struct mk_advice *advice, int kind, struct mk_rng *rng, struct mk_move *move)
{
	uint32_t seen = 0;

	for (size_t i = 0; i < advice->count; i++) {
		if (advice->moves[i].move.kind == kind && mk_rng_below(rng, ++seen) == 0) {
			*move = advice->moves[i].move;
		}
	}
	return seen > 0;
}

static struct mk_move any_move(const struct doko_view *view, const struct mk_advice *advice)
{
	struct mk_move move = advice->moves[0].move;
	struct mk_rng rng;

	mk_rng_init(&rng, doko_digest(view), 1);
	if (view->table.phase == DOKO_RESERVING) {
		if (view->table.forced == view->seat || mk_rng_below(&rng, RARELY_SOLO) == 0) {
			pick_of(advice, DOKO_RESERVE, &rng, &move);
		} else {
			doko_bid(&view->table, view->hand, view->party, &move);
		}
		return move;
	}
	if (view->table.phase == DOKO_PLAYING && mk_rng_below(&rng, RARELY_ANNOUNCE) == 0 &&
		pick_of(advice, DOKO_ANNOUNCE, &rng, &move)) {
		return move;
	}
	if (!pick_of(advice, DOKO_PLAY, &rng, &move)) {
		move = advice->moves[mk_rng_below(&rng, (uint32_t)advice->count)].move;
	}
	return move;
}

void doko_random_rank(const struct mk_view *opaque, struct mk_advice *advice)
{
	const struct doko_view *view = view_of(opaque);

	doko_rank_nothing(view, advice);
	if (is_mine(view)) {
		doko_rank_suggest(advice, any_move(view, advice));
	}
}

bool doko_random_pick(const struct mk_view *view, struct mk_move *move)
{
	return pick_suggested(doko_random_rank, view, move);
}

/* ---- tricks and tree ------------------------------------------------------------------------ */

/* Card points of the own team, as far as it is known, minus those of the others. */
static int lead_of(const struct doko_view *view, const struct doko_world *world)
{
	unsigned own = view->party == DOKO_RE ? view->table.re : view->table.contra;
	int lead = 0;

	own |= 1u << view->seat;
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		int augen = world->table.augen[seat];

		lead += own >> seat & 1 ? augen : -augen;
	}
	return lead;
}

static void try_cards(const struct doko_view *view, const struct doko_world *deal, int tricks,
	struct mk_rng *rng, struct mk_advice *advice)
{
	for (size_t i = 0; i < advice->count; i++) {
		struct mk_ranked_move *ranked = &advice->moves[i];
		struct doko_world world = *deal;

		if (ranked->move.kind == DOKO_PLAY) {
			doko_apply((struct mk_world *)&world, ranked->move);
			doko_playout_random(&world, view->table.tricks + tricks, rng);
			ranked->value += lead_of(view, &world);
		}
	}
}

static void weigh_cards(const struct doko_view *view, int tricks, struct mk_advice *advice)
{
	struct doko_constraints facts;
	struct doko_sampler sampler;
	struct doko_world deal;
	struct mk_rng rng;

	mk_rng_init(&rng, doko_digest(view), 2);
	doko_constraints(view, &facts);
	if (!doko_sampler_init(&sampler, &facts, view->seat)) {
		return;
	}
	for (size_t i = 0; i < advice->count; i++) {
		if (advice->moves[i].move.kind == DOKO_PLAY) {
			advice->moves[i].value = 0;
		}
	}
	for (int i = 0; i < DEALS; i++) {
		doko_guess_from(view, &sampler, &rng, &deal);
		try_cards(view, &deal, tricks, &rng, advice);
	}
}

/* Removes the values: they are card points, not game points, so only the order is reported. */
static void forget_values(struct mk_advice *advice)
{
	for (size_t i = 0; i < advice->count; i++) {
		advice->moves[i].value = NAN;
	}
	advice->value = NAN;
}

static void look_ahead(const struct doko_view *view, int tricks, struct mk_advice *advice)
{
	struct mk_move move;

	doko_rank_nothing(view, advice);
	if (!is_mine(view) || advice->count == 0) {
		return;
	}
	if (doko_bid(&view->table, view->hand, view->party, &move)) {
		doko_rank_suggest(advice, move);
		return;
	}
	if (doko_has_choice(view, advice)) {
		weigh_cards(view, tricks, advice);
		doko_rank_sort(advice);
		forget_values(advice);
	}
	doko_rank_suggest(advice, advice->moves[0].move);
}

void doko_tricks_rank(const struct mk_view *view, struct mk_advice *advice)
{
	look_ahead(view_of(view), 1, advice);
}

bool doko_tricks_pick(const struct mk_view *view, struct mk_move *move)
{
	return pick_suggested(doko_tricks_rank, view, move);
}

void doko_tree_rank(const struct mk_view *view, struct mk_advice *advice)
{
	look_ahead(view_of(view), TRICKS_OF_TREE, advice);
}

bool doko_tree_pick(const struct mk_view *view, struct mk_move *move)
{
	return pick_suggested(doko_tree_rank, view, move);
}
