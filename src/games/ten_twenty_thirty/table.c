/* The view: legal moves, outcomes, repetitions. */
#include "games/ten_twenty_thirty/table.h"

/* ---- Moves ---------------------------------------------------------------------------------- */

static unsigned first_of(unsigned combos, const uint8_t order[COMBOS])
{
	for (int i = 0; i < COMBOS; i++) {
		if (combos >> order[i] & 1) {
			return 1U << order[i];
		}
	}
	return 0;
}

unsigned tens_combos(const struct tens_view *view, int column)
{
	unsigned combos;

	if (!view->late && column != view->last) {
		return 0;
	}
	combos = core_combos(&view->core, column);
	return view->removal == FORCED ? first_of(combos, view->order) : combos;
}

/* In a column of three cards, all combos are the same three, so only B3 is listed. */
static unsigned listed_combos(const struct tens_view *view, int column)
{
	unsigned combos = tens_combos(view, column);

	return combos >> B3 & 1 && view->core.count[column] == 3 ? 1U << B3 : combos;
}

static size_t removals(const struct tens_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = 0;

	for (int i = 0; i < COLUMNS; i++) {
		int column = (view->last + i) % COLUMNS; /* the last combo first */
		unsigned combos = listed_combos(view, column);

		for (int combo = T2B1; combo < COMBOS; combo++) {
			if (combos >> combo & 1) {
				moves[count++] = remove_move(column, combo);
			}
		}
	}
	return count;
}

size_t tens_moves(const struct tens_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = removals(view, moves);

	if (view->core.left > 0 && !core_is_cleared(&view->core) &&
		(view->removal == OPTIONAL || count == 0)) {
		moves[count++] = deal_move(&view->core);
	}
	return count;
}

bool tens_is_legal(const struct tens_view *view, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	if (move.kind == REMOVE && move.from < COLUMNS && move.cut < COMBOS) {
		struct mk_move plain = remove_move(move.from, move.cut);

		return memcmp(&plain, &move, sizeof move) == 0 &&
		       tens_combos(view, move.from) >> move.cut & 1;
	}
	count = tens_moves(view, moves);
	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof move) == 0) {
			return true;
		}
	}
	return false;
}

enum mk_outcome tens_outcome(const struct mk_view *opaque)
{
	const struct tens_view *view = view_of(opaque);
	struct mk_move moves[MK_MAX_MOVES];

	if (view->core.opened == 0) {
		return MK_WAITING;
	}
	if (core_is_cleared(&view->core)) {
		return MK_WON;
	}
	if (view->repeated) {
		return view->stuck_loses ? MK_LOST : MK_DRAWN;
	}
	return view->core.left > 0 || removals(view, moves) > 0 ? MK_PLAYING : MK_LOST;
}

/* ---- Repeats -------------------------------------------------------------------------------- */

static uint8_t logged(struct mk_move move)
{
	return (uint8_t)(move.kind == DEAL ? move.to : 8 + move.from * 4 + move.cut);
}

static void step_back(struct core *core, uint8_t entry)
{
	if (entry < COLUMNS) {
		core_undeal(core, entry);
	} else {
		core_unremove(core, (entry - 8) / 4, (enum combo)((entry - 8) % 4));
	}
}

static int known_cards(const struct core *core)
{
	return core->left > 0 && core_upcoming(core, 0) == MK_NO_CARD;
}

/* True if the table has been like this before. While new cards come up, every table is new. */
static bool repeats(const struct tens_view *view)
{
	struct core core = view->core;

	for (int i = view->log_length; i-- > 0 && !known_cards(&core);) {
		step_back(&core, view->log[i]);
		if (core_is_same(&core, &view->core)) {
			return true;
		}
	}
	return false;
}

static void note(struct tens_view *view, struct mk_move move)
{
	if (view->log_length == LOG) {
		memmove(view->log, view->log + LOG / 2, LOG / 2);
		memset(view->log + LOG / 2, 0, LOG / 2);
		view->log_length = LOG / 2;
	}
	view->log[view->log_length++] = logged(move);
}

/* ---- Playing -------------------------------------------------------------------------------- */

mk_cards tens_unseen(const struct tens_view *view)
{
	const struct core *core = &view->core;
	mk_cards seen = 0;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < core->count[column]; i++) {
			seen |= MK_CARD_BIT(core_card(core, column, i));
		}
	}
	for (int i = view->unknown; i < core->left; i++) {
		seen |= MK_CARD_BIT(core_upcoming(core, i));
	}
	return MK_WHOLE_DECK & ~seen;
}

void tens_know_last(struct tens_view *view)
{
	if (view->unknown == 1) {
		view->core.deck[view->core.front] = (uint8_t)__builtin_ctzll(tens_unseen(view));
		view->unknown = 0;
	}
}

void tens_play(struct tens_view *view, struct mk_move move, uint8_t card)
{
	if (move.kind == REMOVE) {
		core_remove(&view->core, move.from, (enum combo)move.cut);
	} else {
		view->last = view->core.next;
		core_deal(&view->core, card);
		view->dealt++;
		if (view->unknown > 0) {
			view->unknown--;
			tens_know_last(view);
		}
	}
	note(view, move);
	view->repeated = view->unknown == 0 && repeats(view);
}

/* ---- Taking over ---------------------------------------------------------------------------- */

/*
 * The column that is dealt to next. Triplets do not change the number of cards of a column modulo
 * three: the first columns have one card more, modulo three, than the others.
 */
static bool find_next(struct tens_view *view, const uint8_t count[COLUMNS])
{
	int first = -1, changed = -1, before = -1;

	for (int column = 0; column < COLUMNS; column++) {
		if (core_is_gone(&view->core, column)) {
			continue;
		}
		if (first < 0) {
			first = column;
		} else if (changed < 0 && count[column] % 3 != count[before] % 3) {
			changed = column;
		} else if (count[column] % 3 != count[before] % 3) {
			return false;
		}
		before = column;
	}
	if (changed >= 0 && count[first] % 3 != (count[changed] + 1) % 3) {
		return false;
	}
	view->core.next = (uint8_t)(changed >= 0 ? changed : first < 0 ? 0 : first);
	return true;
}

/* The column before the next one. */
static void find_last(struct tens_view *view)
{
	view->last = NO_COLUMN;
	for (int i = 1; i <= COLUMNS; i++) {
		int column = (view->core.next + COLUMNS - i) % COLUMNS;

		if ((view->core.opened >> column & 1) && !core_is_gone(&view->core, column)) {
			view->last = (uint8_t)column;
			return;
		}
	}
}

/* In the first round there is one card in each column up to the last one. */
static bool open_columns(
	struct tens_view *view, const uint8_t count[COLUMNS], int total, uint32_t dealt)
{
	view->core.opened = (1 << COLUMNS) - 1;
	if (dealt >= COLUMNS) {
		return true;
	}
	for (int column = 0; column < COLUMNS; column++) {
		if (count[column] > 1) {
			return true;
		}
	}
	for (int column = 0; column < total; column++) {
		if (count[column] != 1) {
			return true; /* columns were emptied: a game near its end */
		}
	}
	view->core.opened = (uint8_t)((1 << total) - 1);
	return total > 0;
}

bool tens_set_table(struct tens_view *view, const struct mk_piles *seen, uint32_t dealt)
{
	struct tens_view next = *view;
	uint8_t count[COLUMNS];
	int total = 0;

	for (int i = 0; i < COLUMNS; i++) {
		count[i] = (uint8_t)seen->pile[i].count;
		memcpy(next.core.column[i], seen->pile[i].card, count[i]);
		next.core.count[i] = count[i];
		total += count[i];
	}
	dealt = dealt ? dealt : (uint32_t)total;
	if (total == 0 || !open_columns(&next, count, total, dealt)) {
		return false;
	}
	next.core.left = (uint8_t)(MK_DECK - total);
	next.core.front = 0;
	memset(next.core.deck, 0, sizeof next.core.deck);
	next.unknown = next.core.left;
	next.dealt = dealt;
	if (next.core.opened != (1 << COLUMNS) - 1) {
		next.core.next = (uint8_t)total;
	} else if (!find_next(&next, count)) {
		return false;
	}
	find_last(&next);
	tens_know_last(&next);
	*view = next;
	return true;
}
