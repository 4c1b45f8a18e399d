/* When to ask which kept table is true, and the answers. */
#include "games/klondike/tracking/question.h"
#include "games/klondike/table/kept.h"

#include <math.h>
#include <stdlib.h>

/*
 * Thresholds of the question, as shares of the total weight. A move of the draw pile on the
 * likeliest table may be illegal with a probability of up to 0.45: the front card of the waste is
 * covered by the next draw, so the move cannot wait. Moves between columns can, and moves that are
 * too often illegal are not suggested (klondike_is_likely()). The redeal count may differ with a
 * probability of up to 0.1: otherwise a wrong count would change the plan of the whole game.
 */
static const float most_illegal = 0.45F, most_shuffled = 0.1F;

/*
 * Cost of an answer after which another question is due, and of a table that is not offered as an
 * answer, so that the player has to enter it.
 */
static const float cost_of_another = 1, cost_of_table = 5;

/* ---- The explanations ----------------------------------------------------------------------- */

struct kept {
	int number;
	float weight;
	uint64_t signs[ASPECTS]; /* hash of each aspect; equal if the aspect is equal */
	int16_t shuffles;
	bool over;
	size_t count;
	uint64_t moves[MK_MAX_MOVES]; /* legal moves, see number_of() */
};

struct all_kept {
	int count;
	struct kept of[1 + MAX_ALTERNATIVES];
};

mk_card klondike_waste_card(const struct klondike_view *table, int below)
{
	return table->turned > below ? table->pile[table->turned - 1 - below] : MK_NO_CARD;
}

/* FNV-1a hash. */
static uint64_t hash(uint64_t hash, const void *bytes, size_t size)
{
	const uint8_t *byte = bytes;

	for (size_t i = 0; i < size; i++) {
		hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
	}
	return hash;
}

static uint64_t hash_waste(uint64_t sign, const struct klondike_view *table, int cards)
{
	for (int below = 0; below < cards; below++) {
		mk_card card = klondike_waste_card(table, below);
		bool lies = table->turned > below;

		sign = hash(hash(sign, &card, sizeof card), &lies, sizeof lies);
	}
	return sign;
}

static uint64_t sign_of(const struct klondike_view *table, enum klondike_aspect aspect)
{
	uint64_t sign = UINT64_C(14695981039346656037);
	int left = klondike_left(table);

	switch (aspect) {
	case FOUNDATIONS:
		return hash(sign, table->foundation, sizeof table->foundation);
	case FACE_DOWN:
		return hash(sign, table->unseen, sizeof table->unseen);
	case COVERED:
		return hash(sign, table->column, sizeof table->column);
	case COUNTS:
		sign = hash(sign, &left, sizeof left);
		return hash(sign, &table->shuffles, sizeof table->shuffles);
	case BENEATH:
		return hash_waste(sign, table, 2);
	case WASTE:
		return hash_waste(sign, table, PILE);
	case ASPECTS:
		break;
	}
	return sign;
}

/* Encodes the move as one number. */
static uint64_t number_of(const struct mk_move *move)
{
	return (uint64_t)move->kind << 32 | (uint64_t)move->from << 24 | (uint64_t)move->to << 16 |
	       (uint64_t)move->cut << 8 | move->card;
}

/* True for a draw, a redeal, or a move of the front card of the waste. */
static bool is_of_pile(uint64_t move)
{
	return (move >> 24 & 0xFF) == DRAW_PILE;
}

static void list_kept(struct all_kept *all, const struct klondike_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];
	struct klondike_view table;

	all->count = 0;
	for (int number = 0; number <= view->alternatives; number++) {
		struct kept *kept = &all->of[all->count];

		if (!klondike_explanation(view, number, &table)) {
			continue;
		}
		all->count++;
		kept->number = number;
		kept->weight = klondike_weight(view, number);
		kept->shuffles = table.shuffles;
		kept->over = klondike_outcome(&table) > MK_PLAYING;
		kept->count = klondike_moves(&table, moves);
		for (size_t i = 0; i < kept->count; i++) {
			kept->moves[i] = number_of(&moves[i]);
		}
		for (enum klondike_aspect aspect = 0; aspect < ASPECTS; aspect++) {
			kept->signs[aspect] = sign_of(&table, aspect);
		}
	}
}

static bool is_among(const struct kept *kept, uint32_t which)
{
	return which & UINT32_C(1) << kept->number;
}

/* ---- When to ask ---------------------------------------------------------------------------- */

static bool contains(const struct kept *kept, uint64_t move)
{
	size_t i = 0;

	while (i < kept->count && kept->moves[i] != move) {
		i++;
	}
	return i < kept->count;
}

/* Total weight of the tables in `which` on which the move is not legal. */
static float illegal_weight(const struct all_kept *all, uint32_t which, uint64_t move)
{
	float illegal = 0;

	for (int i = 0; i < all->count; i++) {
		if (is_among(&all->of[i], which) && !contains(&all->of[i], move)) {
			illegal += all->of[i].weight;
		}
	}
	return illegal;
}

/*
 * True if a move is in doubt that cannot wait: one of the draw pile, or any move if no other move
 * is certain enough.
 */
static bool is_urgent(
	const struct all_kept *all, uint32_t which, const struct kept *likeliest, float together)
{
	bool doubted = false, another = false;

	for (size_t i = 0; i < likeliest->count; i++) {
		uint64_t move = likeliest->moves[i];

		if (illegal_weight(all, which, move) <= most_illegal * together) {
			another = true;
		} else if (is_of_pile(move)) {
			return true;
		} else {
			doubted = true;
		}
	}
	return doubted && !another;
}

/*
 * True if the tables in `which` differ in what matters now: the legal moves, the redeal count, or
 * whether the game is over.
 */
static bool differ_too_much(const struct all_kept *all, uint32_t which)
{
	const struct kept *likeliest = NULL;
	float together = 0, shuffled = 0;
	bool over = false;
	int count = 0;

	for (int i = 0; i < all->count; i++) {
		const struct kept *kept = &all->of[i];

		if (!is_among(kept, which)) {
			continue;
		}
		likeliest = likeliest ? likeliest : kept;
		count++;
		over |= kept->over;
		together += kept->weight;
		shuffled += kept->shuffles != likeliest->shuffles ? kept->weight : 0;
	}
	return count > 1 && (over || shuffled > most_shuffled * together ||
				    is_urgent(all, which, likeliest, together));
}

bool klondike_is_question_due(const struct klondike_view *view)
{
	struct all_kept all;

	list_kept(&all, view);
	return differ_too_much(&all, UINT32_MAX);
}

/* ---- The answers ---------------------------------------------------------------------------- */

/* Tables that are equal in some aspects. */
struct group {
	uint64_t sign;
	uint32_t kept;
	int number;
	float weight;
};

struct groups {
	int count;
	struct group of[1 + MAX_ALTERNATIVES];
};

static int by_weight(const void *left, const void *right)
{
	const struct group *a = left, *b = right;

	if (a->weight != b->weight) {
		return a->weight > b->weight ? -1 : 1;
	}
	return a->number - b->number;
}

static int by_number(const void *left, const void *right)
{
	const struct group *a = left, *b = right;

	return a->number - b->number;
}

static void add_to_group(struct groups *groups, const struct kept *kept, uint64_t sign)
{
	struct group *group = &groups->of[0];

	while (group < &groups->of[groups->count] && group->sign != sign) {
		group++;
	}
	if (group == &groups->of[groups->count]) {
		*group = (struct group){.sign = sign, .number = kept->number};
		groups->count++;
	}
	group->kept |= UINT32_C(1) << kept->number;
	group->weight += kept->weight;
}

/* Groups the tables by `aspects`, the likeliest group first. */
static void divide(struct groups *groups, const struct all_kept *all, unsigned aspects)
{
	groups->count = 0;
	for (int i = 0; i < all->count; i++) {
		uint64_t sign = 0;

		for (unsigned rest = aspects; rest; rest &= rest - 1) {
			sign = hash(sign, &all->of[i].signs[__builtin_ctz(rest)], sizeof sign);
		}
		add_to_group(groups, &all->of[i], sign);
	}
	qsort(groups->of, (size_t)groups->count, sizeof groups->of[0], by_weight);
}

/* Expected cost of an answer. */
static float cost_of(const struct groups *groups, const struct all_kept *all)
{
	float cost = 0, together = 0;

	for (int i = 0; i < groups->count; i++) {
		const struct group *group = &groups->of[i];

		together += group->weight;
		cost += group->weight * (i >= MAX_OFFERED ? cost_of_table
						: differ_too_much(all, group->kept)
							? cost_of_another
							: 0);
	}
	return cost / together;
}

/*
 * With gaps, the counts of two tables are upper bounds and both may be true, so they are no
 * answers.
 */
static unsigned aspects_asked(const struct klondike_view *view)
{
	unsigned aspects = 1U << FOUNDATIONS | 1U << FACE_DOWN | 1U << COVERED | 1U << WASTE;
	struct klondike_view table;
	bool gaps = false;

	for (int number = 0; number <= view->alternatives; number++) {
		gaps |= klondike_explanation(view, number, &table) && table.gaps;
	}
	return gaps ? aspects : aspects | 1U << COUNTS;
}

static void offer(struct klondike_question *question, struct groups *groups, unsigned aspects)
{
	question->aspects = aspects;
	question->count = groups->count < MAX_OFFERED ? groups->count : MAX_OFFERED;
	qsort(groups->of, (size_t)question->count, sizeof groups->of[0], by_number);
	for (int i = 0; i < question->count; i++) {
		question->answer[i].number = groups->of[i].number;
		question->answer[i].kept = groups->of[i].kept;
	}
}

void klondike_find_question(const struct klondike_view *view, struct klondike_question *question)
{
	const unsigned every = (1U << ASPECTS) - 1;
	struct groups best, groups;
	struct all_kept all;
	float least;

	list_kept(&all, view);
	divide(&best, &all, every);
	least = cost_of(&best, &all);
	question->aspects = every;
	for (unsigned rest = aspects_asked(view); rest && least > 0; rest &= rest - 1) {
		unsigned aspect = rest & -rest;
		float cost;

		divide(&groups, &all, aspect);
		cost = groups.count > 1 ? cost_of(&groups, &all) : INFINITY;
		if (cost < least) {
			least = cost;
			best = groups;
			question->aspects = aspect;
		}
	}
	offer(question, &best, question->aspects);
}
