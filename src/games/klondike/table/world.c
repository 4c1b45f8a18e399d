/* Complete tables: dealing, moves, and what a camera sees of them. */
#include "games/klondike/table/world.h"
#include "games/klondike/table/rules.h"

static void mix(mk_card *card, int count, struct mk_rng *rng)
{
	for (int i = count - 1; i > 0; i--) {
		int other = (int)mk_rng_below(rng, (uint32_t)i + 1);
		mk_card held = card[i];

		card[i] = card[other];
		card[other] = held;
	}
}

/* ---- Dealing -------------------------------------------------------------------------------- */

static const mk_card *deal_columns(struct klondike_world *world, const mk_card *deck)
{
	mk_card front[COLUMNS];

	for (int column = 0; column < COLUMNS; column++) {
		memcpy(world->under[column], deck, (size_t)column);
		front[column] = deck[column];
		deck += column + 1;
	}
	klondike_start(&world->known, front, MK_NO_CARD);
	return deck;
}

static void deal_pile(struct klondike_world *world, const mk_card *deck)
{
	struct klondike_view *known = &world->known;

	memcpy(world->pile, deck, PILE);
	if (known->rules.stock_known) {
		memcpy(known->pile, deck, PILE);
	}
	if (known->rules.first_card_up) {
		known->turned = known->rules.draw;
		known->counted = known->turned;
		known->pile[known->turned - 1] = deck[known->turned - 1];
	}
}

mk_cards klondike_deck_cards(const struct mk_rules *rules)
{
	(void)rules;
	return MK_WHOLE_DECK;
}

void klondike_deal(struct mk_world *opaque, const struct mk_rules *rules, struct mk_rng *rng)
{
	mk_card deck[MK_DECK];

	for (int i = 0; i < MK_DECK; i++) {
		deck[i] = (mk_card)(MK_FIRST_CARD + i);
	}
	mix(deck, MK_DECK, rng);
	klondike_deal_deck(opaque, rules, deck, rng);
}

void klondike_deal_deck(struct mk_world *opaque, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng)
{
	struct klondike_world *world = (struct klondike_world *)opaque;
	struct klondike_rules unpacked;

	memset(world, 0, sizeof(*world));
	klondike_rules_unpack(rules, &unpacked);
	klondike_begin(&world->known, &unpacked);
	deal_pile(world, deal_columns(world, deck));
	mk_rng_init(&world->mixing, mk_rng_next(rng), 0);
}

/* ---- Playing -------------------------------------------------------------------------------- */

int klondike_seat_to_move(const struct mk_world *world)
{
	return klondike_outcome(&world_of(world)->known) == MK_PLAYING ? 0 : MK_NO_SEAT;
}

size_t klondike_world_moves(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES])
{
	return klondike_moves(&world_of(world)->known, moves);
}

/* The hidden card of `column` that comes up when all its face-up cards leave it. */
static mk_card take_under(struct klondike_world *world, int column)
{
	mk_card *under = &world->under[column][world->known.unseen[column] - 1];
	mk_card card = *under;

	*under = MK_NO_CARD;
	return card;
}

static mk_card turn_pile(struct klondike_world *world, struct mk_move move)
{
	struct klondike_view *known = &world->known;
	int place;
	mk_card card;

	if (move.kind == SHUFFLE && !known->rules.kept) {
		mix(world->pile, known->pile_count, &world->mixing);
	}
	place = klondike_next_front(known, move);
	card = place < 0 ? MK_NO_CARD : world->pile[place];
	if (move.kind != DRAW && move.kind != SHUFFLE) {
		mk_card *gone = world->pile + known->turned - 1;

		memmove(gone, gone + 1, (size_t)klondike_left(known));
		world->pile[known->pile_count - 1] = MK_NO_CARD;
	}
	return card;
}

void klondike_apply(struct mk_world *opaque, struct mk_move move)
{
	struct klondike_world *world = (struct klondike_world *)opaque;
	mk_card revealed = MK_NO_CARD;

	if (move.from == DRAW_PILE) {
		revealed = turn_pile(world, move);
	} else if (move.from < COLUMNS && world->known.unseen[move.from] &&
		   (move.cut == 1 || world->known.up[move.from] == 1)) {
		revealed = take_under(world, move.from);
	}
	klondike_play(&world->known, move, revealed);
}

/* Carried out on a copy: with redeals that mix, only that shows which card comes up. */
mk_card klondike_card_turned_up(const struct mk_world *opaque, struct mk_move move)
{
	struct klondike_world world = *world_of(opaque);
	int position;

	if (!klondike_is_legal(&world.known, move)) {
		return MK_NO_CARD;
	}
	position = klondike_turns_up(&world.known, move, NULL);
	if (position == MK_NO_SEAT) {
		return MK_NO_CARD;
	}
	klondike_apply((struct mk_world *)&world, move);
	return klondike_front(&world.known, position);
}

void klondike_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	payoff[0] = klondike_outcome(&world_of(world)->known) == MK_WON ? 1 : 0;
}

/* ---- Looking -------------------------------------------------------------------------------- */

const struct mk_view *klondike_view_of_seat(
	const struct mk_world *world, int seat, struct mk_view *buffer)
{
	(void)seat;
	(void)buffer;
	return (const struct mk_view *)&world_of(world)->known;
}

static struct klondike_reading reading_of(mk_card card)
{
	struct klondike_reading reading = {.seen = SEEN_EMPTY};

	if (card != MK_NO_CARD) {
		reading.seen = SEEN_CARD;
		reading.candidates = 1;
		reading.candidate[0].card = card;
		reading.candidate[0].p = 1;
	}
	return reading;
}

static bool nothing_happened_yet(const struct klondike_view *known)
{
	return known->just_moved == MK_NO_CARD && known->idle == 0;
}

void klondike_observe(const struct mk_world *opaque, int seat, struct mk_snapshot *snapshot)
{
	const struct klondike_world *world = world_of(opaque);
	const struct klondike_view *known = &world->known;
	struct klondike_snapshot *seen = (struct klondike_snapshot *)snapshot;

	(void)seat;
	memset(seen, 0, sizeof(*seen));
	for (int column = 0; column < COLUMNS; column++) {
		seen->slot[column] = reading_of(klondike_front(known, column));
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int rank = known->foundation[suit];

		seen->slot[FIRST_FOUNDATION + suit] =
			reading_of(rank ? MK_CARD(rank, suit) : MK_NO_CARD);
	}
	seen->slot[DRAW_PILE] = reading_of(klondike_front(known, DRAW_PILE));
	seen->stock_seen = klondike_left(known) ? SEEN_BACK : SEEN_EMPTY;
	if (known->turned == 0 && known->pile_count) {
		seen->slot[DRAW_PILE].seen = SEEN_BACK;
	}
	if (known->rules.stock_known && nothing_happened_yet(known)) {
		seen->stock_count = PILE;
		memcpy(seen->stock, world->pile, PILE);
	}
}

/* ---- Checking ------------------------------------------------------------------------------- */

/* Checks that the known cards of the pile are true, and that every loose card is in it. */
static const char *pile_broken(const struct klondike_world *world)
{
	const struct klondike_view *known = &world->known;
	mk_cards unplaced = 0;

	for (int i = 0; i < PILE; i++) {
		if (i >= known->pile_count && world->pile[i] != MK_NO_CARD) {
			return "the draw pile has a card behind its end";
		}
		if (known->pile[i] == MK_NO_CARD) {
			unplaced |= MK_CARD_BIT(world->pile[i]);
		} else if (known->pile[i] != world->pile[i]) {
			return "a card that is known in the draw pile is another one";
		}
	}
	return known->pile_loose & ~unplaced ? "a card that is known in the draw pile is not there"
					     : NULL;
}

/*
 * Checks that every place has a card, and that with the visible ones each card of the deck occurs
 * once.
 */
static const char *hidden_broken(const struct klondike_world *world)
{
	const struct klondike_view *known = &world->known;
	mk_cards placed = klondike_seen_cards(known) & ~known->pile_loose;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < COLUMN_UNDER; i++) {
			if ((i < known->unseen[column]) !=
				(world->under[column][i] != MK_NO_CARD)) {
				return "a column hides another number of cards than it has unseen";
			}
			placed |= MK_CARD_BIT(world->under[column][i]);
		}
	}
	for (int i = 0; i < PILE; i++) {
		placed |= MK_CARD_BIT(world->pile[i]);
	}
	/* 52 places (the view's invariant) and all 52 cards in them: none lies twice. */
	return (placed & ~MK_CARD_BIT(MK_NO_CARD)) == MK_WHOLE_DECK
		       ? NULL
		       : "a card is missing, or something is no card";
}

const char *klondike_check_invariants(const struct mk_world *opaque)
{
	const struct klondike_world *world = world_of(opaque);
	const char *broken = world->known.started ? klondike_view_broken(&world->known)
						  : "the game has not begun";

	if (!broken) {
		broken = pile_broken(world);
	}
	return broken ? broken : hidden_broken(world);
}

/* ---- Deals what is hidden, as it may be ----------------------------------------------------- */

/* The places with unknown cards; those of the pile come first, since loose cards lie only there. */
struct places {
	mk_card *card[PILE + COLUMNS * COLUMN_UNDER];
	int in_pile;
	int count;
};

static void find_places(
	struct klondike_world *world, const struct klondike_view *known, struct places *places)
{
	int count = 0;

	for (int i = 0; i < known->pile_count; i++) {
		if (known->pile[i] == MK_NO_CARD) {
			places->card[count++] = &world->pile[i];
		}
	}
	places->in_pile = count;
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < known->unseen[column]; i++) {
			places->card[count++] = &world->under[column][i];
		}
	}
	places->count = count;
}

/*
 * Puts each of `cards` at a random place from `first` up to `end`, with equal probability for all
 * assignments, and moves the used places to the front. Returns the first free place.
 */
static int place(struct places *places, int first, int end, mk_cards cards, struct mk_rng *rng)
{
	for (; cards; cards &= cards - 1, first++) {
		int other = first + (int)mk_rng_below(rng, (uint32_t)(end - first));
		mk_card *used = places->card[other];

		places->card[other] = places->card[first];
		places->card[first] = used;
		*used = (mk_card)__builtin_ctzll(cards);
	}
	return first;
}

/*
 * All consistent deals are equally likely: they are at the start, mixing keeps them so, and the
 * player's moves depended on seen cards only, so that seeing more only rules out deals. A
 * consistent deal is a one-to-one choice of an unknown place of the pile for every loose card, and
 * then of any other place for every unseen card. place() makes both choices uniformly, and the
 * number of second choices does not depend on the first. So each pair of choices, that is each
 * deal, has the same probability.
 */
bool klondike_guess(const struct mk_view *view, struct mk_rng *rng, struct mk_world *opaque)
{
	const struct klondike_view *known = view_of(view);
	struct klondike_world *world = (struct klondike_world *)opaque;
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(known);
	int loose = __builtin_popcountll(known->pile_loose);
	struct places places;
	int used;

	find_places(world, known, &places);
	if (!known->started || loose > places.in_pile ||
		places.count != loose + __builtin_popcountll(unseen)) {
		return false;
	}
	memset(world, 0, sizeof *world);
	klondike_copy_table(&world->known, known);
	memcpy(world->pile, known->pile, PILE);
	used = place(&places, 0, places.in_pile, known->pile_loose, rng);
	(void)place(&places, used, places.count, unseen, rng);
	mk_rng_init(&world->mixing, mk_rng_next(rng), 0);
	return true;
}
