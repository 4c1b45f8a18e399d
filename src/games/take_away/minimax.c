/*
 * Minimax to the end of the game tree, as the original program plays: +1 for the mover, -1 for the
 * other one.
 *
 * The original program looks at 13 cards at most. With 20 the tree is too large to be walked
 * through leaf by leaf, but it has at most 2^20 different positions: each is judged once and
 * remembered.
 */
#include "games/take_away/minimax.h"

enum { POSITIONS = 1 << MINIMAX_CARDS, VALUES_A_BYTE = 4 };

/* Two bits a position: 0 is not known yet. */
enum value { UNKNOWN, WON, LOST };

struct tree {
	const struct take_away_view *table; /* as it is at the root */
	uint32_t left[GROUPS];
	uint32_t weight[GROUPS]; /* of a card of the group in a position's number */
	uint64_t nodes;
	uint8_t known[POSITIONS / VALUES_A_BYTE];
};

/* A position's number: the groups are its digits, each to the base of its size and one. */
static void number_positions(struct tree *tree)
{
	uint32_t weight = 1;

	for (unsigned group = 0; group < tree->table->count; group++) {
		tree->weight[group] = weight;
		weight *= tree->table->left[group] + 1;
	}
	memset(tree->known, 0, (weight + VALUES_A_BYTE - 1) / VALUES_A_BYTE);
}

static enum value recall(const struct tree *tree, uint32_t position)
{
	return tree->known[position / VALUES_A_BYTE] >> 2 * (position % VALUES_A_BYTE) & 3;
}

static void remember(struct tree *tree, uint32_t position, enum value value)
{
	tree->known[position / VALUES_A_BYTE] |= (uint8_t)(value << 2 * (position % VALUES_A_BYTE));
}

static enum value judge(struct tree *tree, uint32_t position);

/* Is there a move after which the other one has lost? */
static bool has_win(struct tree *tree, uint32_t position)
{
	bool is_over = true;

	for (unsigned group = 0; group < tree->table->count; group++) {
		uint32_t limit = tree->table->limit[group];

		for (uint32_t taken = 1; taken <= limit && taken <= tree->left[group]; taken++) {
			enum value after;

			is_over = false;
			tree->left[group] -= taken;
			after = judge(tree, position - taken * tree->weight[group]);
			tree->left[group] += taken;
			if (after == LOST) {
				return true;
			}
		}
	}
	return is_over && tree->table->misere;
}

static enum value judge(struct tree *tree, uint32_t position)
{
	enum value value = recall(tree, position);

	if (value == UNKNOWN) {
		tree->nodes++;
		value = has_win(tree, position) ? WON : LOST;
		remember(tree, position, value);
	}
	return value;
}

uint64_t take_away_minimax(const struct take_away_view *view, const struct mk_move *moves,
	size_t count, int8_t *values)
{
	struct tree tree;
	uint32_t root = 0;

	tree.table = view;
	tree.nodes = 0;
	memcpy(tree.left, view->left, sizeof tree.left);
	number_positions(&tree);
	for (unsigned group = 0; group < view->count; group++) {
		root += view->left[group] * tree.weight[group];
	}
	for (size_t i = 0; i < count; i++) {
		unsigned group = moves[i].from;

		tree.left[group] -= moves[i].count;
		values[i] =
			judge(&tree, root - moves[i].count * tree.weight[group]) == LOST ? 1 : -1;
		tree.left[group] += moves[i].count;
	}
	return tree.nodes;
}
