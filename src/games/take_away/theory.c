/* The theory of take-away. */
#include "games/take_away/theory.h"

/*
 * Of a large group, only this many of the smallest and of the largest numbers are compared, fewer
 * if there are many groups: the cost of each comparison grows with the number of groups.
 */
enum { COMPARED = 8, COMPARED_GROUPS = 16 };

/* The table as two numbers. */
struct sum {
	uint32_t grundy;
	unsigned large; /* number of groups with a value of 2 or more */
};

static struct sum sum_of(const struct take_away_view *view)
{
	struct sum sum = {0, 0};

	for (unsigned group = 0; group < view->count; group++) {
		uint32_t worth = take_away_worth(view, group);

		sum.grundy ^= worth;
		sum.large += worth > 1;
	}
	return sum;
}

static bool wins(const struct take_away_view *view, struct sum sum)
{
	return view->misere && sum.large == 0 ? sum.grundy == 0 : sum.grundy != 0;
}

/* The sum without one group of that value. */
static struct sum apart(struct sum sum, uint32_t worth)
{
	return (struct sum){sum.grundy ^ worth, sum.large - (worth > 1)};
}

/* The value of the group after a winning move, which makes the position lost for the opponent. */
static uint32_t wanted_worth(const struct take_away_view *view, struct sum others)
{
	if (view->misere && others.large == 0) {
		return others.grundy ^ 1; /* leaves an odd number of single cards */
	}
	return others.grundy;
}

/*
 * How many cards to take so that the value of the group changes from `now` to `worth`; 0 if that is
 * not possible.
 */
static uint32_t taken_to(
	const struct take_away_view *view, unsigned group, uint32_t now, uint32_t worth)
{
	uint32_t round = view->limit[group] + 1;
	uint32_t taken;

	if (worth == now || worth >= round) {
		return 0;
	}
	taken = now > worth ? now - worth : now + round - worth;
	return taken <= most_of(view, group) ? taken : 0;
}

uint32_t take_away_grundy(const struct take_away_view *view)
{
	return sum_of(view).grundy;
}

bool take_away_is_won(const struct take_away_view *view)
{
	return wins(view, sum_of(view));
}

size_t take_away_wins(const struct take_away_view *view, struct mk_move moves[GROUPS])
{
	struct sum sum = sum_of(view);
	size_t count = 0;

	for (unsigned group = 0; wins(view, sum) && group < view->count; group++) {
		uint32_t worth = take_away_worth(view, group);
		uint32_t taken =
			taken_to(view, group, worth, wanted_worth(view, apart(sum, worth)));

		if (taken > 0) {
			moves[count++] = take(group, taken);
		}
	}
	return count;
}

bool take_away_is_winning(const struct take_away_view *view, struct mk_move move)
{
	struct take_away_view after = *view;

	take_away_take(&after, move);
	return !take_away_is_won(&after);
}

/*
 * The value of each group, computed once (one division each) for callers that compare many moves of
 * a table.
 */
struct worths {
	struct sum sum;
	uint32_t of[GROUPS];
};

static void find_worths(const struct take_away_view *view, struct worths *worths)
{
	worths->sum = sum_of(view);
	for (unsigned group = 0; group < view->count; group++) {
		worths->of[group] = take_away_worth(view, group);
	}
}

/* The number of moves in take_away_wins() after the move, computed without playing it. */
static size_t count_replies(
	const struct take_away_view *view, const struct worths *worths, struct mk_move move)
{
	struct take_away_view one = {.misere = view->misere, .count = 1};
	struct sum others = apart(worths->sum, worths->of[move.from]), sum;
	size_t count = 0;
	uint32_t left;

	one.left[0] = view->left[move.from] - move.count;
	one.limit[0] = view->limit[move.from];
	left = take_away_worth(&one, 0);
	sum = (struct sum){others.grundy ^ left, others.large + (left > 1)};
	if (!wins(view, sum)) {
		return 0;
	}
	count += taken_to(&one, 0, left, wanted_worth(view, others)) > 0;
	for (unsigned group = 0; group < view->count; group++) {
		uint32_t worth = worths->of[group];

		if (group != move.from) {
			uint32_t wanted = wanted_worth(view, apart(sum, worth));

			count += taken_to(view, group, worth, wanted) > 0;
		}
	}
	return count;
}

size_t take_away_replies(const struct take_away_view *view, struct mk_move move)
{
	struct worths worths;

	find_worths(view, &worths);
	return count_replies(view, &worths, move);
}

/* The best move so far. */
struct hardest {
	struct mk_move move;
	size_t replies;
};

static void compare(const struct take_away_view *view, const struct worths *worths,
	struct mk_move move, struct hardest *hardest)
{
	size_t replies = count_replies(view, worths, move);

	if (hardest->move.kind == 0 || replies < hardest->replies ||
		(replies == hardest->replies && move.count < hardest->move.count)) {
		*hardest = (struct hardest){move, replies};
	}
}

struct mk_move take_away_hardest(const struct take_away_view *view)
{
	uint32_t compared = view->count > COMPARED_GROUPS
				    ? (uint32_t)COMPARED * COMPARED_GROUPS / view->count
				    : COMPARED;
	struct hardest hardest = {.move = {.kind = 0}};
	struct worths worths;

	find_worths(view, &worths);
	for (unsigned group = 0; group < view->count; group++) {
		uint32_t most = most_of(view, group);

		for (uint32_t taken = 1; taken <= most; taken++) {
			compare(view, &worths, take(group, taken), &hardest);
			if (taken == compared && most > 2 * compared) {
				taken = most - compared;
			}
		}
	}
	return hardest.move;
}
