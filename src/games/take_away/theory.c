/* The theory of take-away. */
#include "games/take_away/theory.h"

/* Of a large group so many of the smallest and of the largest numbers are compared. */
enum { COMPARED = 8 };

/* The table in two numbers. */
struct sum {
	uint32_t grundy;
	unsigned large; /* groups worth 2 or more */
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

/* The sum of all groups but one. */
static struct sum without(const struct take_away_view *view, struct sum sum, unsigned group)
{
	uint32_t worth = take_away_worth(view, group);

	return (struct sum){sum.grundy ^ worth, sum.large - (worth > 1)};
}

/* The value of the group after a winning move: then the other side has lost. */
static uint32_t wanted_worth(const struct take_away_view *view, struct sum others)
{
	if (view->misere && others.large == 0) {
		return others.grundy ^ 1; /* an odd number of single cards is left */
	}
	return others.grundy;
}

/* How many to take so that the group is worth `worth`; 0: that cannot be. */
static uint32_t taken_to(const struct take_away_view *view, unsigned group, uint32_t worth)
{
	uint32_t now = take_away_worth(view, group);
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
		uint32_t wanted = wanted_worth(view, without(view, sum, group));
		uint32_t taken = taken_to(view, group, wanted);

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

size_t take_away_replies(const struct take_away_view *view, struct mk_move move)
{
	struct take_away_view after = *view;
	struct mk_move replies[GROUPS];

	take_away_take(&after, move);
	return take_away_wins(&after, replies);
}

/* The best so far. */
struct hardest {
	struct mk_move move;
	size_t replies;
};

static void compare(const struct take_away_view *view, struct mk_move move, struct hardest *hardest)
{
	size_t replies = take_away_replies(view, move);

	if (hardest->move.kind == 0 || replies < hardest->replies ||
		(replies == hardest->replies && move.count < hardest->move.count)) {
		*hardest = (struct hardest){move, replies};
	}
}

struct mk_move take_away_hardest(const struct take_away_view *view)
{
	struct hardest hardest = {.move = {.kind = 0}};

	for (unsigned group = 0; group < view->count; group++) {
		uint32_t most = most_of(view, group);

		for (uint32_t taken = 1; taken <= most; taken++) {
			compare(view, take(group, taken), &hardest);
			if (taken == COMPARED && most > 2 * COMPARED) {
				taken = most - COMPARED;
			}
		}
	}
	return hardest.move;
}
