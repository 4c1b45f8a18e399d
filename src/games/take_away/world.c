/* The rules of take-away. */
#include "games/take_away/world.h"

#include "games/take_away/refusal.h"
#include "games/take_away/rules.h"
#include "games/take_away/theory.h"

/*
 * Bounds of a random deal: groups, and cards of a group; with the original program's bounds, also
 * cards in total.
 */
enum {
	MAX_DEALT = 5,
	MAX_CARDS_DEALT = 9,
	MAX_HOMEWORK = 4,
	MAX_HOMEWORK_DEALT = 3,
	MAX_HOMEWORK_CARDS = 13
};

static const struct take_away_view *table_of(const struct mk_world *world)
{
	return (const struct take_away_view *)world;
}

/* ---- What lies there ------------------------------------------------------------------------ */

uint64_t take_away_cards(const struct take_away_view *view)
{
	uint64_t cards = 0;

	for (unsigned group = 0; group < view->count; group++) {
		cards += view->left[group];
	}
	return cards;
}

bool take_away_is_legal(const struct take_away_view *view, struct mk_move move)
{
	return move.kind == TAKE && move.from < view->count && move.count >= 1 &&
	       move.count <= most_of(view, move.from);
}

void take_away_take(struct take_away_view *view, struct mk_move move)
{
	view->left[move.from] -= move.count;
	view->turn = view->turn == USER ? ADVISOR : USER;
}

/* The seat to move has lost if no card is left; if the last card loses, the opponent has. */
enum mk_outcome take_away_outcome(const struct mk_view *view)
{
	const struct take_away_view *table = view_of(view);
	bool mover_wins = table->misere;

	if (table->count == 0) {
		return MK_WAITING;
	}
	if (take_away_cards(table) > 0) {
		return MK_PLAYING;
	}
	return (table->turn == USER) == mover_wins ? MK_WON : MK_LOST;
}

/* ---- Moves ---------------------------------------------------------------------------------- */

static bool fits(const struct take_away_view *view)
{
	uint64_t count = 0;

	for (unsigned group = 0; group < view->count; group++) {
		count += most_of(view, group);
	}
	return count <= MK_MAX_MOVES;
}

static size_t list_all(const struct take_away_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = 0;

	for (unsigned group = 0; group < view->count; group++) {
		for (uint32_t taken = 1; taken <= most_of(view, group); taken++) {
			moves[count++] = take(group, taken);
		}
	}
	return count;
}

static size_t add(struct mk_move moves[MK_MAX_MOVES], size_t count, struct mk_move move)
{
	for (size_t i = 0; i < count; i++) {
		if (moves[i].from == move.from && moves[i].count == move.count) {
			return count;
		}
	}
	if (count < MK_MAX_MOVES && move.count > 0) {
		moves[count++] = move;
	}
	return count;
}

static size_t list_some(const struct take_away_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = take_away_wins(view, moves);

	if (count == 0) {
		count = add(moves, count, take_away_hardest(view));
	}
	for (unsigned group = 0; group < view->count; group++) {
		count = add(moves, count, take(group, most_of(view, group) ? 1 : 0));
	}
	for (unsigned group = 0; group < view->count; group++) {
		count = add(moves, count, take(group, most_of(view, group)));
	}
	return count;
}

size_t take_away_view_moves(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	const struct take_away_view *table = view_of(view);

	return fits(table) ? list_all(table, moves) : list_some(table, moves);
}

/* ---- Worlds --------------------------------------------------------------------------------- */

static unsigned count_limits(const struct take_away_view *view)
{
	unsigned count = 0;

	while (count < GROUPS && view->limit[count]) {
		count++;
	}
	return count;
}

/*
 * Adds random cards until there are `total` together. False if the groups hold more, or cannot hold
 * as many.
 */
static bool fill_up(const struct take_away_view *view, struct mk_rng *rng, uint32_t left[GROUPS],
	unsigned count)
{
	uint64_t missing = view->total;

	for (unsigned group = 0; group < count; group++) {
		if (left[group] > missing) {
			return false;
		}
		missing -= left[group];
	}
	for (unsigned group = 0; group < count && missing > 0; group++) {
		uint64_t share = 2 * missing / (count - group) + 1;
		uint64_t more = group + 1 < count ? mk_rng_below(rng, (uint32_t)share) : missing;
		uint64_t capacity = GROUP_CARDS - left[group];

		more = more < missing ? more : missing;
		more = more < capacity ? more : capacity;
		left[group] += (uint32_t)more;
		missing -= more;
	}
	for (unsigned group = 0; group < count && missing > 0; group++) {
		uint64_t capacity = GROUP_CARDS - left[group];
		uint64_t more = missing < capacity ? missing : capacity;

		left[group] += (uint32_t)more;
		missing -= more;
	}
	return missing == 0;
}

/* The minimum number of cards at the start of a group with this limit (0: none). */
static uint32_t fewest_of(const struct take_away_view *view, uint32_t limit)
{
	return limit ? limit + view->homework : 1u + view->homework;
}

/* As many groups as the rules have limits; otherwise a random number that `total` suffices for. */
static unsigned count_groups(const struct take_away_view *view, struct mk_rng *rng)
{
	unsigned limits = count_limits(view), most = view->homework ? MAX_HOMEWORK : MAX_DEALT;
	uint32_t enough = view->total / fewest_of(view, 0);
	unsigned count;

	if (limits > 0) {
		return limits;
	}
	count = 2 + mk_rng_below(rng, most - 1);
	if (view->total > (uint64_t)count * GROUP_CARDS) {
		return most;
	}
	if (view->total && enough < count) {
		return enough > 0 ? enough : 1;
	}
	return count;
}

/* Deals random groups, within the original program's bounds if these apply. */
static unsigned deal_groups(
	const struct take_away_view *view, struct mk_rng *rng, uint32_t left[GROUPS])
{
	uint32_t largest = view->homework ? MAX_HOMEWORK_DEALT : MAX_CARDS_DEALT;
	unsigned count = count_groups(view, rng);
	bool fixed = view->total || (view->homework && view->limit[0]);

	for (unsigned group = 0; group < count; group++) {
		uint32_t limit = view->limit[group];

		if (fixed) {
			left[group] = fewest_of(view, limit);
		} else if (limit) {
			left[group] = limit + 1 + mk_rng_below(rng, 2);
		} else {
			left[group] = 2 + mk_rng_below(rng, largest - 1);
		}
		left[group] = left[group] < GROUP_CARDS ? left[group] : GROUP_CARDS;
	}
	if (view->total) {
		fill_up(view, rng, left, count);
	}
	return count;
}

enum mk_status take_away_check_deal(const struct mk_rules *rules, struct mk_error *error)
{
	struct take_away_view view;
	unsigned limits;
	uint64_t fewest = 0;

	take_away_init_view((struct mk_view *)&view, rules);
	limits = count_limits(&view);
	for (unsigned group = 0; group < limits; group++) {
		fewest += fewest_of(&view, view.limit[group]);
	}
	fewest = limits ? fewest : fewest_of(&view, 0);
	if (view.count > 0) {
		return MK_OK;
	}
	if (view.homework && limits > MAX_HOMEWORK) {
		return take_away_refuse(error, REFUSED_MANY_GROUPS, "/rules/limits", 0, 0);
	}
	if (view.homework && (fewest > MAX_HOMEWORK_CARDS || view.total > MAX_HOMEWORK_CARDS)) {
		return take_away_refuse(error, REFUSED_MANY_CARDS,
			fewest > MAX_HOMEWORK_CARDS ? "/rules/limits" : "/rules/total",
			MAX_HOMEWORK_CARDS, 0);
	}
	if (view.total &&
		(view.total < fewest || (limits && view.total > (uint64_t)limits * GROUP_CARDS))) {
		return take_away_refuse(error, REFUSED_OTHER_TOTAL, "/rules/total",
			(long long)(view.total < fewest ? fewest : (uint64_t)limits * GROUP_CARDS),
			view.total);
	}
	return MK_OK;
}

/*
 * Random limits if the rules name none. With all but one as the limit, the second player would win.
 */
static void deal_limits(struct take_away_view *view, struct mk_rng *rng)
{
	for (unsigned group = 0; group < view->count; group++) {
		uint32_t most = view->left[group] - view->homework;

		view->limit[group] = 1 + mk_rng_below(rng, most);
	}
}

/*
 * Applies rules that fit no groups (take_away_check_deal()) as far as possible, since simulations
 * accept them.
 */
static void set_up_somehow(struct take_away_view *view, struct mk_rng *rng)
{
	uint32_t left[GROUPS];
	unsigned count = deal_groups(view, rng, left);

	bool limited = view->limit[0] != 0;

	if (take_away_set_up(view, left, count, "", NULL) != MK_OK) {
		view->total = 0;
		view->homework = 0;
		take_away_set_up(view, left, count, "", NULL);
	}
	if (!limited) {
		deal_limits(view, rng);
	}
}

void take_away_deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct take_away_view *view = (struct take_away_view *)world;

	take_away_init_view((struct mk_view *)view, rules);
	if (view->count == 0) {
		set_up_somehow(view, rng);
	}
}

int take_away_seat_to_move(const struct mk_world *world)
{
	return take_away_outcome((const struct mk_view *)world) == MK_PLAYING
		       ? table_of(world)->turn
		       : MK_NO_SEAT;
}

void take_away_apply(struct mk_world *world, struct mk_move move)
{
	take_away_take((struct take_away_view *)world, move);
}

void take_away_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	enum mk_outcome outcome = take_away_outcome((const struct mk_view *)world);

	payoff[USER] = outcome == MK_WON ? 1 : outcome == MK_LOST ? -1 : 0;
	payoff[ADVISOR] = -payoff[USER];
}

const char *take_away_check_invariants(const struct mk_world *world)
{
	const struct take_away_view *view = table_of(world);

	if (view->count > GROUPS || view->turn >= SEATS) {
		return "there are too many groups or players";
	}
	for (unsigned group = 0; group < GROUPS; group++) {
		if (group >= view->count
				? view->left[group] != 0
				: view->limit[group] < 1 || view->left[group] > GROUP_CARDS) {
			return "a group is too large, or nothing may be taken from it";
		}
	}
	return NULL;
}

void take_away_observe(const struct mk_world *world, int seat, struct mk_snapshot *seen)
{
	struct take_away_snapshot *snapshot = (struct take_away_snapshot *)seen;
	const struct take_away_view *view = table_of(world);

	(void)seat;
	memset(snapshot, 0, sizeof *snapshot);
	snapshot->count = view->count;
	memcpy(snapshot->seen, view->left, sizeof snapshot->seen);
}

/* ---- Piles ---------------------------------------------------------------------------------- */

const struct mk_pile_kind take_away_piles[] = {
	{.name = "groups",
		.title = MK_PHRASE("Group", "Gruppe", "Gruppe", "Ομάδα"),
		.titles = MK_PHRASE("Groups", "Grupper", "Gruppen", "Ομάδες"),
		.first = 0,
		.count = GROUPS,
		.varying = true,
		.content = MK_PILE_NUMBER,
		.max = GROUP_CARDS},
	{0},
};

void take_away_pile(const struct mk_view *view, int position, struct mk_pile *pile)
{
	pile->count =
		position < view_of(view)->count ? view_of(view)->left[position] : MK_PILE_UNSEEN;
}
