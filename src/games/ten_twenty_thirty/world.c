/* Complete tables. */
#include "games/ten_twenty_thirty/world.h"

#include "games/ten_twenty_thirty/forced.h"
#include "games/ten_twenty_thirty/rules.h"

int tens_shuffle_unseen(const struct tens_view *view, struct mk_rng *rng, uint8_t cards[MK_DECK])
{
	int count = 0;

	if (view->unknown == 0) {
		return 0;
	}
	for (mk_cards unseen = tens_unseen(view); unseen; unseen &= unseen - 1) {
		int at = (int)mk_rng_below(rng, (uint32_t)count + 1);

		cards[count] = cards[at];
		cards[at] = (uint8_t)__builtin_ctzll(unseen);
		count++;
	}
	return count;
}

/* Removes the next card from the hidden ones and returns it. */
static uint8_t next_card(struct tens_world *world)
{
	uint8_t card;

	if (world->known.unknown == 0) {
		return tens_next_card(&world->known);
	}
	card = world->hidden[0];
	memmove(world->hidden, world->hidden + 1, MK_DECK - 1);
	world->hidden[MK_DECK - 1] = MK_NO_CARD;
	return card;
}

static void play(struct tens_world *world, struct mk_move move)
{
	tens_play(&world->known, move, move.kind == DEAL ? next_card(world) : MK_NO_CARD);
	if (world->known.unknown == 0) {
		memset(world->hidden, 0, sizeof world->hidden);
	}
}

/* Seven cards are dealt before the first choice. */
static void deal_columns(struct tens_world *world)
{
	for (int column = 0; column < COLUMNS; column++) {
		play(world, deal_move(&world->known.core));
	}
}

void tens_deal(struct mk_world *opaque, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct tens_world *world = (struct tens_world *)opaque;

	memset(world, 0, sizeof *world);
	tens_init_view((struct mk_view *)&world->known, rules);
	tens_shuffle_unseen(&world->known, rng, world->hidden);
	deal_columns(world);
}

mk_cards tens_deck_cards(const struct mk_rules *rules)
{
	(void)rules;
	return MK_WHOLE_DECK;
}

void tens_deal_deck(struct mk_world *opaque, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng)
{
	struct tens_world *world = (struct tens_world *)opaque;

	(void)rng;
	memset(world, 0, sizeof *world);
	tens_init_view((struct mk_view *)&world->known, rules);
	memcpy(world->hidden, deck, MK_DECK);
	deal_columns(world);
}

int tens_seat_to_move(const struct mk_world *world)
{
	return tens_outcome((const struct mk_view *)&world_of(world)->known) == MK_PLAYING
		       ? 0
		       : MK_NO_SEAT;
}

size_t tens_world_moves(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES])
{
	return tens_moves(&world_of(world)->known, moves);
}

void tens_apply(struct mk_world *world, struct mk_move move)
{
	play((struct tens_world *)world, move);
}

/* The view says which card comes, if it is known. */
mk_card tens_card_turned_up(const struct mk_world *opaque, struct mk_move move)
{
	const struct tens_world *world = world_of(opaque);

	return move.kind == DEAL && world->known.unknown > 0 ? world->hidden[0] : MK_NO_CARD;
}

void tens_reveal_all(struct mk_world *opaque)
{
	struct tens_world *world = (struct tens_world *)opaque;
	struct core *core = &world->known.core;

	for (int i = 0; i < world->known.unknown; i++) {
		core->deck[(core->front + i) & RING_MASK] = world->hidden[i];
	}
	world->known.unknown = 0;
	memset(world->hidden, 0, sizeof world->hidden);
}

uint32_t tens_play_forced(struct mk_world *opaque)
{
	struct tens_view *known = &((struct tens_world *)opaque)->known;
	struct core *core = &known->core;
	uint8_t left = core->left;
	struct forced forced;

	if (known->removal != FORCED || tens_seat_to_move(opaque) == MK_NO_SEAT) {
		return 0;
	}
	tens_reveal_all(opaque);
	forced_settle(core, known->last, known->order);
	forced = forced_play(core, known->order);
	known->dealt += forced.dealt;
	known->repeated = forced.verdict == FORCED_DRAW;
	/* Each triplet returned three cards to the deck. */
	return forced.dealt + (core->left + forced.dealt - left) / 3;
}

void tens_payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	payoff[0] = core_is_cleared(&world_of(world)->known.core) ? 1 : 0;
}

uint32_t tens_length(const struct mk_world *world)
{
	return world_of(world)->known.dealt;
}

const char *tens_check_invariants(const struct mk_world *opaque)
{
	const struct tens_world *world = world_of(opaque);
	const struct core *core = &world->known.core;
	mk_cards unseen = tens_unseen(&world->known), hidden = 0;
	int cards = core->left;

	for (int column = 0; column < COLUMNS; column++) {
		cards += core->count[column];
	}
	for (int i = 0; i < world->known.unknown; i++) {
		hidden |= MK_CARD_BIT(world->hidden[i]);
	}
	if (cards != MK_DECK) {
		return "there are not 52 cards";
	}
	if (world->known.unknown > core->left || hidden != unseen) {
		return "the hidden cards are not those that were never seen";
	}
	return NULL;
}

const struct mk_view *tens_view_of_seat(
	const struct mk_world *world, int seat, struct mk_view *buffer)
{
	(void)seat;
	(void)buffer;
	return (const struct mk_view *)&world_of(world)->known;
}

bool tens_sample_world(const struct mk_view *view, struct mk_rng *rng, struct mk_world *opaque)
{
	struct tens_world *world = (struct tens_world *)opaque;

	memset(world, 0, sizeof *world);
	memcpy(&world->known, view, sizeof world->known);
	tens_shuffle_unseen(&world->known, rng, world->hidden);
	return true;
}
