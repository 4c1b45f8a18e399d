/*
 * Minimax to the end of the game tree, as in the original program: +1 for the mover, -1 for the
 * opponent.
 *
 * The original program searches at most 13 cards. With 20 the tree is too large to be searched leaf
 * by leaf, so a transposition table keeps the value of each position. Positions that differ only in
 * the order of equal groups are one: twenty groups of one card have 21 positions, not 2^20, and no
 * table of 20 cards has more than some thousand.
 */
#include "games/take_away/minimax.h"

enum { POSITIONS = 1 << MINIMAX_CARDS, VALUES_A_BYTE = 4 };

/* Two bits for each position; 0: not known yet. */
enum value { UNKNOWN, WON, LOST };

/* Groups with the same number of cards at the start and the same limit are adjacent. */
struct tree {
	unsigned count;
	bool misere;
	uint32_t left[GROUPS];
	uint32_t limit[GROUPS];
	bool is_like_last[GROUPS]; /* the group equals the one before it */
	uint32_t weight[GROUPS];   /* weight of a card of the group in the index of a position */
	uint64_t nodes;
	uint8_t known[POSITIONS / VALUES_A_BYTE];
};

/* A limit above the number of cards makes no difference. */
static uint32_t limit_of(const struct take_away_view *view, unsigned group)
{
	return view->limit[group] < view->left[group] ? view->limit[group] : view->left[group];
}

static bool stands_before(const struct tree *tree, unsigned at, uint32_t left, uint32_t limit)
{
	return tree->left[at] > left || (tree->left[at] == left && tree->limit[at] >= limit);
}

/* Orders the groups by size; `place` gets the index of each group of the table. */
static void place_groups(
	struct tree *tree, const struct take_away_view *view, unsigned place[GROUPS])
{
	unsigned order[GROUPS];

	for (unsigned group = 0; group < view->count; group++) {
		uint32_t left = view->left[group], limit = limit_of(view, group);
		unsigned at = group;

		for (; at > 0 && !stands_before(tree, at - 1, left, limit); at--) {
			tree->left[at] = tree->left[at - 1];
			tree->limit[at] = tree->limit[at - 1];
			order[at] = order[at - 1];
		}
		tree->left[at] = left;
		tree->limit[at] = limit;
		order[at] = group;
	}
	for (unsigned at = 0; at < view->count; at++) {
		place[order[at]] = at;
		tree->is_like_last[at] = at > 0 && tree->left[at] == tree->left[at - 1] &&
					 tree->limit[at] == tree->limit[at - 1];
	}
}

/*
 * Numbers the positions: the groups are the digits of the index, each in base of its size plus one.
 */
static void number_positions(struct tree *tree)
{
	uint32_t weight = 1;

	for (unsigned group = 0; group < tree->count; group++) {
		tree->weight[group] = weight;
		weight *= tree->left[group] + 1;
	}
	memset(tree->known, 0, (weight + VALUES_A_BYTE - 1) / VALUES_A_BYTE);
}

/* The index of the present position, with the larger of equal groups first. */
static uint32_t position_of(const struct tree *tree)
{
	uint32_t sorted[GROUPS], position = 0;

	for (unsigned group = 0; group < tree->count; group++) {
		unsigned at = group;

		for (; at > 0 && tree->is_like_last[at] && sorted[at - 1] < tree->left[group];
			at--) {
			sorted[at] = sorted[at - 1];
		}
		sorted[at] = tree->left[group];
	}
	for (unsigned group = 0; group < tree->count; group++) {
		position += sorted[group] * tree->weight[group];
	}
	return position;
}

static enum value recall(const struct tree *tree, uint32_t position)
{
	return tree->known[position / VALUES_A_BYTE] >> 2 * (position % VALUES_A_BYTE) & 3;
}

static void remember(struct tree *tree, uint32_t position, enum value value)
{
	tree->known[position / VALUES_A_BYTE] |= (uint8_t)(value << 2 * (position % VALUES_A_BYTE));
}

static enum value judge(struct tree *tree);

/* True if a move leads to a position that is lost for the opponent. */
static bool has_win(struct tree *tree)
{
	bool is_over = true;

	for (unsigned group = 0; group < tree->count; group++) {
		uint32_t limit = tree->limit[group];

		for (uint32_t taken = 1; taken <= limit && taken <= tree->left[group]; taken++) {
			enum value after;

			is_over = false;
			tree->left[group] -= taken;
			after = judge(tree);
			tree->left[group] += taken;
			if (after == LOST) {
				return true;
			}
		}
	}
	return is_over && tree->misere;
}

static enum value judge(struct tree *tree)
{
	uint32_t position = position_of(tree);
	enum value value = recall(tree, position);

	if (value == UNKNOWN) {
		tree->nodes++;
		value = has_win(tree) ? WON : LOST;
		remember(tree, position, value);
	}
	return value;
}

uint64_t take_away_minimax(
	const struct take_away_view *view, const struct mk_move *moves, size_t count, bool *wins)
{
	unsigned place[GROUPS];
	struct tree tree;

	tree.count = view->count;
	tree.misere = view->misere;
	tree.nodes = 0;
	place_groups(&tree, view, place);
	number_positions(&tree);
	for (size_t i = 0; i < count; i++) {
		uint32_t *left = &tree.left[place[moves[i].from]];

		*left -= moves[i].count;
		wins[i] = judge(&tree) == LOST;
		*left += moves[i].count;
	}
	return tree.nodes;
}
