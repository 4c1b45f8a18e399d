/* The effect of a move on the view, with all counters. */
#include "games/klondike/table/table.h"

#include <assert.h>

/* The cards that a move lifts. */
struct hand {
	int count;
	mk_card card[COLUMN_UP];
};

static int least(int a, int b)
{
	return a < b ? a : b;
}

void klondike_begin(struct klondike_view *view, const struct klondike_rules *rules)
{
	memset(view, 0, sizeof(*view));
	view->rules = *rules;
	view->pile_count = PILE;
	view->shuffles = rules->shuffles;
	for (int column = 0; column < COLUMNS; column++) {
		view->unseen[column] = (uint8_t)column;
	}
}

void klondike_start(struct klondike_view *view, const mk_card front[COLUMNS], mk_card waste)
{
	view->started = true;
	for (int column = 0; column < COLUMNS; column++) {
		view->up[column] = 1;
		view->column[column][0] = front[column];
	}
	if (waste != MK_NO_CARD) {
		view->turned = view->rules.draw;
		view->counted = view->turned;
		view->pile[view->turned - 1] = waste;
	}
	klondike_recount(view);
}

void klondike_recount(struct klondike_view *view)
{
	mk_cards cards = 0;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < view->up[column]; i++) {
			cards |= MK_CARD_BIT(view->column[column][i]);
		}
	}
	view->face_up = cards & MK_WHOLE_DECK;
}

/* ---- What is known -------------------------------------------------------------------------- */

static mk_cards pile_cards(const struct klondike_view *view)
{
	mk_cards cards = 0;

	for (int i = 0; i < view->pile_count; i++) {
		cards |= MK_CARD_BIT(view->pile[i]);
	}
	return cards & MK_WHOLE_DECK;
}

mk_cards klondike_foundation_cards(const struct klondike_view *view)
{
	static const mk_cards clubs = MK_WHOLE_DECK / 15; /* every fourth bit, from the ace up */
	mk_cards cards = 0;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		mk_cards lower = MK_CARD_BIT(MK_CARD(view->foundation[suit] + 1, 0)) - 1;

		cards |= (clubs & lower) << suit;
	}
	return cards;
}

mk_cards klondike_seen_cards(const struct klondike_view *view)
{
	return klondike_foundation_cards(view) | view->face_up | pile_cards(view) |
	       view->pile_loose;
}

static int unseen_in_columns(const struct klondike_view *view)
{
	int unseen = 0;

	for (int column = 0; column < COLUMNS; column++) {
		unseen += view->unseen[column];
	}
	return unseen;
}

/* The only member of a set of one card. */
static mk_card only_card(mk_cards cards)
{
	return (mk_card)__builtin_ctzll(cards);
}

/* The card that must come up if every other place of the table is known. */
static mk_card last_unseen_card(const struct klondike_view *view)
{
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(view);

	return __builtin_popcountll(unseen) == 1 ? only_card(unseen) : MK_NO_CARD;
}

static mk_card known_in_column(const struct klondike_view *view)
{
	return unseen_in_columns(view) == 1 ? last_unseen_card(view) : MK_NO_CARD;
}

/* The card at an unknown place of the pile, if it is the only such place. */
static mk_card last_pile_card(const struct klondike_view *view, mk_cards loose)
{
	if (loose) {
		return only_card(loose);
	}
	return unseen_in_columns(view) == 0 ? last_unseen_card(view) : MK_NO_CARD;
}

static mk_card known_in_pile(const struct klondike_view *view, int place)
{
	int unknown = 0;

	if (view->pile[place] != MK_NO_CARD) {
		return view->pile[place];
	}
	for (int i = view->pile_count; i-- > 0 && unknown < 2;) {
		unknown += view->pile[i] == MK_NO_CARD;
	}
	return unknown == 1 ? last_pile_card(view, view->pile_loose) : MK_NO_CARD;
}

/*
 * The card that comes up after mixing, if it is certain: every place is unknown then, so only in a
 * pile of one card.
 */
static mk_card known_after_mixing(const struct klondike_view *view)
{
	return view->pile_count == 1 ? last_pile_card(view, pile_cards(view) | view->pile_loose)
				     : MK_NO_CARD;
}

int klondike_next_front(const struct klondike_view *view, struct mk_move move)
{
	int left = klondike_left(view);

	if (move.more[0] == NOT_TURNED || (move.kind == DRAW && move.more[0] == EARLIER)) {
		return -1;
	}
	if (move.kind == DRAW) {
		return view->turned + least(view->rules.draw, left) - 1;
	}
	if (move.kind == SHUFFLE) {
		return least(view->rules.draw, view->pile_count) - 1;
	}
	if (view->turned > 1) {
		return view->turned - 2;
	}
	return left ? least(view->rules.draw, left) : -1;
}

int klondike_turns_up(const struct klondike_view *view, struct mk_move move, mk_card *known)
{
	mk_card card = MK_NO_CARD;
	int position = MK_NO_SEAT;

	if (move.from < COLUMNS) {
		if (move.cut == 1 || view->up[move.from] == 1) {
			position = view->unseen[move.from] ? move.from : MK_NO_SEAT;
			card = position == MK_NO_SEAT ? MK_NO_CARD : known_in_column(view);
		}
	} else if (move.from == DRAW_PILE) {
		int place = klondike_next_front(view, move);

		position = place < 0 ? MK_NO_SEAT : DRAW_PILE;
		if (place >= 0) {
			card = move.kind == SHUFFLE && !view->rules.kept
				       ? known_after_mixing(view)
				       : known_in_pile(view, place);
		}
	}
	if (known) {
		*known = card;
	}
	return card == MK_NO_CARD ? position : MK_NO_SEAT;
}

/* ---- Playing -------------------------------------------------------------------------------- */

static void lift_from_pile(struct klondike_view *view, struct hand *hand)
{
	int place = --view->turned;

	hand->count = 1;
	hand->card[0] = view->pile[place];
	view->pile_count--;
	memmove(view->pile + place, view->pile + place + 1, (size_t)(view->pile_count - place));
	view->pile[view->pile_count] = MK_NO_CARD;
	view->gaps &= ~(1U << place);
	view->counted = (uint8_t)least(view->counted, place);
}

static void lift_from_column(struct klondike_view *view, int column, int keep, struct hand *hand)
{
	hand->count = view->up[column] - keep;
	memcpy(hand->card, view->column[column] + keep, (size_t)hand->count);
	memset(view->column[column] + keep, MK_NO_CARD, (size_t)hand->count);
	view->up[column] = (uint8_t)keep;
}

static void lift(struct klondike_view *view, struct mk_move move, struct hand *hand)
{
	if (move.from == DRAW_PILE) {
		lift_from_pile(view, hand);
	} else if (move.from < COLUMNS) {
		lift_from_column(view, move.from, move.cut - 1, hand);
	} else {
		view->foundation[mk_suit(move.card)]--;
		hand->count = 1;
		hand->card[0] = move.card;
	}
}

static void lay(struct klondike_view *view, int position, const struct hand *hand)
{
	if (position >= FIRST_FOUNDATION) {
		view->foundation[mk_suit(hand->card[0])]++;
		return;
	}
	memcpy(view->column[position] + view->up[position], hand->card, (size_t)hand->count);
	view->up[position] = (uint8_t)(view->up[position] + hand->count);
}

/* Mixes the pile: its cards stay known, their places do not. */
static void mix(struct klondike_view *view)
{
	view->pile_loose |= pile_cards(view);
	memset(view->pile, MK_NO_CARD, sizeof(view->pile));
}

static void turn_pile(struct klondike_view *view)
{
	view->turned = (uint8_t)(view->turned + least(view->rules.draw, klondike_left(view)));
}

/* Puts `card` in front of the waste, if it is given. */
static void see_front(struct klondike_view *view, mk_card card)
{
	if (card != MK_NO_CARD && view->turned) {
		view->pile[view->turned - 1] = card;
		view->pile_loose &= ~MK_CARD_BIT(card);
	}
}

static void turn_column(struct klondike_view *view, int column, mk_card card)
{
	if (view->up[column] == 0 && view->unseen[column]) {
		view->unseen[column]--;
		view->up[column] = 1;
		view->column[column][0] = card;
		view->face_up |= MK_CARD_BIT(card) & MK_WHOLE_DECK;
	}
}

static uint8_t one_more(uint8_t count)
{
	return count < UINT8_MAX ? (uint8_t)(count + 1) : count;
}

/*
 * `idle` is reset only by progress: a card turned up, taken from the pile, or put on a foundation.
 * Moving cards back and forth between columns must not keep a player turning endlessly.
 */
static void count_move(struct klondike_view *view, struct mk_move move, bool forward)
{
	bool turning = move.kind == DRAW || move.kind == SHUFFLE;

	view->column_to_column =
		move.kind == COLUMN_TO_COLUMN ? one_more(view->column_to_column) : 0;
	if (!turning) {
		view->just_moved = move.card;
	} else if (view->idle < UINT16_MAX) {
		view->idle++;
	}
	if (forward) {
		view->idle = 0;
		view->turned_from = 0;
	}
}

static void play_turning(struct klondike_view *view, struct mk_move move)
{
	if (move.kind == SHUFFLE) {
		view->turned = 0;
		view->counted = 0;
		view->gaps = 0;
		view->shuffles = (int16_t)(view->shuffles - (view->shuffles > 0));
		if (!view->rules.kept) {
			mix(view);
		}
	}
	if (move.more[0] != NOT_TURNED) {
		turn_pile(view);
	}
}

/* False if the order of the stock is known: then each card that comes up is the next one. */
static bool may_have_gaps(const struct klondike_view *view)
{
	return view->rules.draw == 1 && klondike_left(view) > 0 &&
	       view->pile[view->turned] == MK_NO_CARD;
}

/* Returns true if the game progressed. */
static bool play_cards(struct klondike_view *view, struct mk_move move, mk_card revealed)
{
	struct hand hand;
	bool gap = move.from == DRAW_PILE && view->gaps & 1U << (view->turned - 1);

	view->returned |= move.from >= FIRST_FOUNDATION && move.from < DRAW_PILE;
	lift(view, move, &hand);
	lay(view, move.to, &hand);
	if (move.to >= FIRST_FOUNDATION) {
		view->face_up &= ~MK_CARD_BIT(move.card);
	} else if (move.from >= FIRST_FOUNDATION) {
		view->face_up |= MK_CARD_BIT(move.card);
	}
	if (move.from == DRAW_PILE) {
		if (view->turned == 0 && move.more[0] != NOT_TURNED) {
			turn_pile(view);
			/* The gap beneath the moved card may have held the next card and others. */
			view->gaps |= gap && may_have_gaps(view) ? 1U : 0;
		}
		view->returned = false;
		return true;
	}
	if (move.from < COLUMNS && view->up[move.from] == 0 && view->unseen[move.from]) {
		turn_column(view, move.from, revealed);
		view->returned = false;
		return true;
	}
	return move.kind == TO_FOUNDATION;
}

/* ---- Cards that no picture showed ----------------------------------------------------------- */

void klondike_count_waste(struct klondike_view *view)
{
	view->counted = view->turned;
	view->gaps = 0;
}

void klondike_doubt_waste(struct klondike_view *view)
{
	if (may_have_gaps(view)) {
		view->gaps |= ((1U << view->turned) - 1) & ~((1U << view->counted) - 1);
	}
}

bool klondike_has_gap(const struct klondike_view *view, int place)
{
	return place < view->turned && view->gaps & 1U << place && may_have_gaps(view);
}

void klondike_fill_gap(struct klondike_view *view, int place)
{
	uint32_t below = (1U << place) - 1;

	memmove(view->pile + place + 1, view->pile + place, (size_t)(view->turned - place));
	view->pile[place] = MK_NO_CARD;
	view->turned++;
	/* More unseen cards may lie beneath that one. */
	view->gaps =
		(view->gaps & below) | 1U << place | (view->gaps & ~below & ~(1U << place)) << 1;
}

/* The cards above the lowest gap, except the front one, may lie at any place above it. */
static void scatter_in_gaps(struct klondike_view *view, int cards)
{
	mk_card front = klondike_front(view, DRAW_PILE);

	for (int i = __builtin_ctz(view->gaps); i < view->turned; i++) {
		view->pile_loose |= MK_CARD_BIT(view->pile[i]) & MK_WHOLE_DECK;
		view->pile[i] = MK_NO_CARD;
	}
	view->turned = (uint8_t)(view->turned + cards);
	see_front(view, front);
}

bool klondike_settle_left(struct klondike_view *view, int left)
{
	int unseen = klondike_left(view) - left;

	if (unseen < 0 || (unseen > 0 && view->gaps == 0)) {
		return false;
	}
	if (unseen > 0) {
		scatter_in_gaps(view, unseen);
	}
	klondike_count_waste(view);
	return true;
}

/* ---- Cards that no picture showed, and that are on their foundations ------------------------- */

/* The next card of each foundation. */
static mk_cards next_on_foundations(const struct klondike_view *view)
{
	mk_cards next = 0;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		next |= MK_CARD_BIT(MK_CARD(view->foundation[suit] + 1, suit));
	}
	return next & MK_WHOLE_DECK;
}

/* The place of the pile's last unknown card; -1 if there is none. */
static int unknown_place(const struct klondike_view *view)
{
	int place = view->pile_count - 1;

	while (place >= 0 && view->pile[place] != MK_NO_CARD) {
		place--;
	}
	return place;
}

/* Bit mask of the columns with face-down cards. */
static unsigned unseen_columns(const struct klondike_view *view)
{
	unsigned columns = 0;

	for (int column = 0; column < COLUMNS; column++) {
		columns |= (unsigned)(view->unseen[column] > 0) << column;
	}
	return columns;
}

enum { ALL_PILES = (1 << POSITIONS) - 1 };

/* Closes piles without unseen cards, and removes cards from `gone` that are visible elsewhere. */
static void close_piles(struct klondike_view *view)
{
	unsigned may_stay = OPEN_SHUFFLE | OPEN_SURE;

	if (!view->open) {
		return;
	}
	may_stay |= unseen_columns(view) | (unknown_place(view) >= 0 ? 1U << DRAW_PILE : 0);
	view->gone &= ~(view->face_up | klondike_foundation_cards(view) |
			MK_CARD_BIT(klondike_front(view, DRAW_PILE)));
	view->open &= (uint16_t)(view->gone ? may_stay : OPEN_SHUFFLE | OPEN_SURE);
	if (!(view->open & ALL_PILES)) {
		view->gone = 0;
		view->open = view->open & OPEN_SHUFFLE ? view->open : 0;
	}
}

void klondike_close_all(struct klondike_view *view)
{
	view->open = 0;
	view->gone = 0;
}

/* True if the next card of the stock may be an unseen one. */
static bool may_draw_unseen(const struct klondike_view *view)
{
	return klondike_left(view) > 0 && view->pile[view->turned] == MK_NO_CARD;
}

static void open_piles(struct klondike_view *view, int position)
{
	unsigned open = (may_draw_unseen(view) ? 1U << DRAW_PILE : 0) |
			(position == MK_NO_SEAT ? 0 : 1U << position);
	mk_cards more = next_on_foundations(view) & ~view->gone & ~view->face_up;

	if (open) {
		view->gone |= more ? more & ~pile_cards(view) : 0;
		view->open |= (uint16_t)(view->gone ? open : 0);
	}
	if (klondike_left(view) == 0 && view->turned > view->rules.draw && view->shuffles) {
		view->open |= OPEN_SHUFFLE;
	}
}

void klondike_note_hidden(struct klondike_view *view, int position, enum klondike_hidden hidden)
{
	if (klondike_left(view) > 0) {
		view->open &= (uint16_t)~OPEN_SHUFFLE;
	}
	if (hidden == HIDDEN_PERHAPS || hidden == HIDDEN_SINCE) {
		open_piles(view, position);
	}
	if (hidden == HIDDEN_SINCE && view->open) {
		view->open |= OPEN_SURE;
	}
	close_piles(view);
}

bool klondike_put_gone(struct klondike_view *view, int position, mk_card card)
{
	int suit = mk_suit(card), place = unknown_place(view);

	if (view->foundation[suit] + 1 != mk_rank(card)) {
		return false;
	}
	if (position == DRAW_PILE) {
		if (place < 0 || place == view->turned - 1) {
			return false;
		}
		view->pile_count--;
		memmove(view->pile + place, view->pile + place + 1,
			(size_t)(view->pile_count - place));
		view->pile[view->pile_count] = MK_NO_CARD;
		view->turned = (uint8_t)(view->turned - (place < view->turned));
		view->pile_loose &= ~MK_CARD_BIT(card);
	} else if (view->unseen[position] && !(view->pile_loose & MK_CARD_BIT(card))) {
		view->unseen[position]--;
	} else {
		return false;
	}
	view->foundation[suit]++;
	return true;
}

void klondike_note_seen(struct klondike_view *view, const struct klondike_view *before,
	struct mk_move move, enum klondike_gaps gaps, enum klondike_hidden hidden)
{
	int position = klondike_turns_up(before, move, NULL);

	if (gaps == GAPS_UNDER_DRAWN && position == DRAW_PILE && view->turned &&
		(move.kind == SHUFFLE || klondike_left(view) < klondike_left(before)) &&
		may_have_gaps(view)) {
		view->gaps |= 1U << (view->turned - 1);
	}
	klondike_note_hidden(view, position, hidden);
}

/*
 * No card is left in the stock, so every unseen card of the pile lies in the waste. The last moves
 * put them on top, but each of them may lie in a gap.
 */
static void close_gaps(struct klondike_view *view)
{
	int lowest = __builtin_ctz(view->gaps), unseen = lowest;

	while (unseen < view->turned - 1 && view->pile[unseen] != MK_NO_CARD) {
		unseen++;
	}
	if (unseen < view->turned - 1) {
		scatter_in_gaps(view, 0);
	}
	klondike_count_waste(view);
}

void klondike_play(struct klondike_view *view, struct mk_move move, mk_card revealed)
{
	bool forward = false;

	if (move.more[0] == EARLIER && move.kind == DRAW) {
		klondike_fill_gap(view, view->turned - 1);
		return;
	}
	if (revealed == MK_NO_CARD) {
		(void)klondike_turns_up(view, move, &revealed);
	}
	if (move.kind == DRAW || move.kind == SHUFFLE) {
		view->turned_from = view->idle ? view->turned_from : view->turned;
		play_turning(view, move);
	} else {
		forward = play_cards(view, move, revealed);
	}
	if (move.from == DRAW_PILE) {
		see_front(view, revealed);
		if (view->gaps && klondike_left(view) == 0) {
			close_gaps(view);
		}
	}
	count_move(view, move, forward);
}
