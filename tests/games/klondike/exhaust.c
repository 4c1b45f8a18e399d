#include "games/klondike/exhaust.h"

#include "games/klondike/naive.h"

#include <string.h>

enum { MAX_TABLES = 20000, SLOTS = 65536 };

/* The tables that were reached; `slot` holds their numbers + 1, by hash. */
struct reached {
	struct klondike_view table[MAX_TABLES];
	int slot[SLOTS];
	int count;
};

/* Counters do not make another table. */
static void forget_counters(struct klondike_view *view)
{
	view->just_moved = MK_NO_CARD;
	view->column_to_column = 0;
	view->idle = 0;
	view->turned_from = 0;
	view->returned = false;
}

static unsigned hash_of(const struct klondike_view *view)
{
	uint64_t words[(sizeof *view + 7) / 8] = {0};
	uint64_t hash = 14695981039346656037u;

	memcpy(words, view, sizeof *view);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		hash = (hash ^ words[i]) * 1099511628211u;
		hash ^= hash >> 32;
	}
	return (unsigned)(hash % SLOTS);
}

static bool remember(struct reached *reached, const struct klondike_view *view)
{
	unsigned at = hash_of(view);

	for (; reached->slot[at]; at = (at + 1) % SLOTS) {
		if (memcmp(&reached->table[reached->slot[at] - 1], view, sizeof(*view)) == 0) {
			return true;
		}
	}
	if (reached->count == MAX_TABLES) {
		return false;
	}
	memcpy(&reached->table[reached->count++], view, sizeof(*view));
	reached->slot[at] = reached->count;
	return true;
}

/* Would this card of the pile be played, were it the waste's front? */
static bool is_playable(const struct klondike_view *view, mk_card card)
{
	struct mk_move moves[MK_MAX_MOVES];
	struct klondike_view with = *view;
	size_t count;

	with.pile_count = 1;
	with.turned = 1;
	with.pile[0] = card;
	count = naive_moves(&with, moves);
	for (size_t i = 0; i < count; i++) {
		if (moves[i].from == DRAW_PILE && moves[i].kind != SHUFFLE) {
			return true;
		}
	}
	return false;
}

/* A pile that will be mixed, or was, can bring any of its cards that are not turned for this pass.
 */
static bool may_bring_something(const struct klondike_view *view)
{
	mk_cards cards = view->pile_loose;
	int unknown = 0;

	for (int i = view->shuffles ? 0 : view->turned; i < view->pile_count; i++) {
		unknown += view->pile[i] == MK_NO_CARD;
		cards |= MK_CARD_BIT(view->pile[i]);
	}
	if (unknown > __builtin_popcountll(view->pile_loose)) {
		return true;
	}
	for (int card = MK_FIRST_CARD; card <= MK_LAST_CARD; card++) {
		if (cards >> card & 1 && is_playable(view, (mk_card)card)) {
			return true;
		}
	}
	return false;
}

static bool has_open_order(const struct klondike_view *view)
{
	return !view->rules.kept && (view->shuffles != 0 || view->pile_loose);
}

static bool is_turning(struct mk_move move)
{
	return move.kind == DRAW || move.kind == SHUFFLE;
}

static bool is_something(const struct klondike_view *view, struct mk_move move)
{
	if (is_turning(move)) {
		return has_open_order(view) ? may_bring_something(view)
					    : klondike_turns_up(view, move, NULL) != MK_NO_SEAT;
	}
	return move.from == DRAW_PILE ||
	       (move.from < COLUMNS && move.cut == 1 && view->unseen[move.from]);
}

static bool is_cleared(const struct klondike_view *view)
{
	return view->rules.cleared && view->foundation[0] + view->foundation[1] +
						      view->foundation[2] + view->foundation[3] ==
					      MK_DECK;
}

static enum exhausted try_all(struct reached *reached, const struct klondike_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = naive_moves(view, moves);

	for (size_t i = 0; i < count; i++) {
		struct klondike_view next;

		if (is_something(view, moves[i])) {
			return SOMETHING_MAY_HAPPEN;
		}
		if (is_turning(moves[i]) && has_open_order(view)) {
			continue;
		}
		memcpy(&next, view, sizeof next);
		klondike_play(&next, moves[i], MK_NO_CARD);
		forget_counters(&next);
		if (is_cleared(&next)) {
			return SOMETHING_MAY_HAPPEN;
		}
		if (!remember(reached, &next)) {
			return TOO_MANY_TABLES;
		}
	}
	return NOTHING_HAPPENS;
}

enum exhausted exhaust(const struct klondike_view *view)
{
	static struct reached reached; /* megabytes, of which most calls need little */
	struct klondike_view first;
	enum exhausted end = NOTHING_HAPPENS;

	reached.count = 0;
	memset(reached.slot, 0, sizeof reached.slot);
	memcpy(&first, view, sizeof first);
	forget_counters(&first);
	(void)remember(&reached, &first);
	for (int i = 0; i < reached.count && end == NOTHING_HAPPENS; i++) {
		end = try_all(&reached, &reached.table[i]);
	}
	return end;
}
