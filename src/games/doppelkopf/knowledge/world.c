/* Worlds: dealing, moves, and invariants. */
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/table/table.h"

#include <string.h>

/* ---- Dealing -------------------------------------------------------------------------------- */

static int fill_deck(const struct doko_rules *rules, uint8_t deck[DOKO_CARDS])
{
	int count = 0;

	for (doko_set left = doko_deck(rules->of[NINES]); left; left &= left - 1) {
		deck[count++] = (uint8_t)doko_first(left);
	}
	return count;
}

static void deal_hands(
	const struct doko_rules *rules, struct mk_rng *rng, doko_set hand[DOKO_SEATS])
{
	uint8_t deck[DOKO_CARDS];
	int count = fill_deck(rules, deck);

	memset(hand, 0, DOKO_SEATS * sizeof *hand);
	for (int i = 0; i < count; i++) {
		int other = i + (int)mk_rng_below(rng, (uint32_t)(count - i));
		uint8_t card = deck[other];

		deck[other] = deck[i];
		hand[i & 3] = doko_add(hand[i & 3], card);
	}
}

void doko_world_begin(struct doko_world *world, const doko_set hand[DOKO_SEATS])
{
	struct doko_table table = world->table;

	memset(world, 0, sizeof *world);
	world->table = table;
	memcpy(world->hand, hand, sizeof world->hand);
	world->events = 1;
	doko_sheet_begin(&world->sheet, &table.rules, table.first);
}

/*
 * The seed of the next deals of the match, from a copy of the generator: `rng` itself does not
 * advance, so a sequence of first deals does not depend on it.
 */
static uint64_t seed_of_next(const struct mk_rng *rng)
{
	struct mk_rng copy = *rng;

	return mk_rng_next(&copy);
}

/* Begins a match with its first deal; the leader is random. */
static void begin_match(struct doko_world *world, const struct doko_rules *rules,
	const doko_set hand[DOKO_SEATS], struct mk_rng *rng)
{
	struct doko_sheet sheet;

	doko_sheet_begin(&sheet, rules, (int)mk_rng_below(rng, DOKO_SEATS));
	doko_table_begin(&world->table, rules, sheet.first);
	doko_sheet_deal(&sheet, &world->table);
	doko_world_begin(world, hand);
	world->seed = seed_of_next(rng);
}

void doko_deal(struct mk_world *opaque, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct doko_rules unpacked;
	doko_set hand[DOKO_SEATS];

	doko_rules_unpack(rules, &unpacked);
	deal_hands(&unpacked, rng, hand);
	begin_match((struct doko_world *)opaque, &unpacked, hand, rng);
}

mk_cards doko_deck_cards(const struct mk_rules *rules)
{
	struct doko_rules unpacked;
	mk_cards cards = 0;

	doko_rules_unpack(rules, &unpacked);
	for (doko_set left = doko_deck(unpacked.of[NINES]); left; left &= left - 1) {
		cards |= MK_CARD_BIT(doko_card(doko_first(left)));
	}
	return cards;
}

/* `deck` holds the hands of seats 0 to 3, one after another. */
void doko_deal_deck(struct mk_world *opaque, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng)
{
	struct doko_rules unpacked;
	doko_set hand[DOKO_SEATS] = {0};
	int count, size;

	doko_rules_unpack(rules, &unpacked);
	count = doko_count(doko_deck(unpacked.of[NINES]));
	size = count / DOKO_SEATS;
	for (int i = 0; i < count; i++) {
		hand[i / size] = doko_add(hand[i / size], doko_kind(deck[i]));
	}
	begin_match((struct doko_world *)opaque, &unpacked, hand, rng);
}

/* ---- The next deal of a match --------------------------------------------------------------- */

struct doko_sheet doko_world_sheet(const struct doko_world *world)
{
	struct doko_sheet sheet = world->sheet;

	if (world->table.phase == DOKO_OVER) {
		doko_sheet_add(&sheet, &world->table, world->table.re);
	}
	return sheet;
}

bool doko_next_deal(const struct mk_world *opaque, struct mk_move *move)
{
	const struct doko_world *world = world_of(opaque);
	struct doko_sheet sheet;

	if (world->table.phase != DOKO_OVER) {
		return false;
	}
	sheet = doko_world_sheet(world);
	*move = doko_blank_move(DOKO_DEAL, sheet.first);
	return !doko_sheet_is_full(&sheet, &world->table.rules);
}

static void deal_next(struct doko_world *world)
{
	struct doko_sheet sheet = doko_world_sheet(world);
	struct doko_rules rules = world->table.rules;
	uint16_t deals = (uint16_t)(world->deals + 1);
	uint64_t seed = world->seed;
	doko_set hand[DOKO_SEATS];
	struct mk_rng rng;

	mk_rng_init(&rng, seed, deals);
	deal_hands(&rules, &rng, hand);
	doko_table_begin(&world->table, &rules, sheet.first);
	doko_sheet_deal(&sheet, &world->table);
	doko_world_begin(world, hand);
	world->sheet = sheet;
	world->seed = seed;
	world->deals = deals;
}

/* ---- Playing -------------------------------------------------------------------------------- */

int doko_seat_to_move(const struct mk_world *world)
{
	int turn = world_of(world)->table.turn;

	return turn == DOKO_NO_SEAT ? MK_NO_SEAT : turn;
}

size_t doko_world_moves(const struct mk_world *opaque, struct mk_move moves[MK_MAX_MOVES])
{
	const struct doko_world *world = world_of(opaque);
	int turn = world->table.turn;

	if (turn == DOKO_NO_SEAT) {
		return 0;
	}
	return doko_own_moves(&world->table, world->hand[turn], world->re >> turn & 1, moves);
}

unsigned doko_re_seats(const struct doko_table *table, const doko_set hand[DOKO_SEATS])
{
	unsigned re = 0;

	if (table->type != DOKO_NORMAL) {
		return table->re;
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		re |= (unsigned)(doko_copies(hand[seat], DOKO_CLUB_QUEEN) > 0) << seat;
	}
	return re;
}

void doko_world_settle(struct doko_world *world)
{
	if (world->table.phase != DOKO_PLAYING && world->table.phase != DOKO_OVER) {
		return;
	}
	if (world->table.played == 0 || world->table.type != DOKO_NORMAL) {
		world->re = (uint8_t)doko_re_seats(&world->table, world->hand);
	}
}

static void give(struct doko_world *world, int seat, int kind)
{
	world->hand[seat] = doko_remove(world->hand[seat], kind);
	world->given[seat] = doko_add(world->given[seat], kind);
}

static void receive(struct doko_world *world, int seat, doko_set cards)
{
	world->hand[seat] = doko_join(world->hand[seat], cards);
	world->taken[seat] = doko_join(world->taken[seat], cards);
}

/* Applies the effect of a move on the hands. */
static void move_cards(struct doko_world *world, struct mk_move move, int kind)
{
	int seat = move.from;

	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		world->hand[seat] = doko_remove(world->hand[seat], kind);
		return;
	case DOKO_PASS_CARD:
		give(world, seat, kind);
		world->shifted = doko_add(world->shifted, kind);
		return;
	case DOKO_TAKE:
		receive(world, seat, world->shifted);
		world->shifted = 0;
		return;
	case DOKO_RETURN:
		give(world, seat, kind);
		receive(world, world->table.soloist, DOKO_ONE(kind));
		return;
	case DOKO_ANNOUNCE:
	case DOKO_RESERVE:
	case DOKO_REFUSE:
	case DOKO_SWINE:
	case DOKO_DEAL:
	case DOKO_MOVE_KINDS:
		return;
	}
}

void doko_apply(struct mk_world *opaque, struct mk_move move)
{
	struct doko_world *world = (struct doko_world *)opaque;
	int kind = move.card ? doko_kind(move.card) : 0;
	int tricks = world->table.tricks;

	if (move.kind == DOKO_DEAL) {
		deal_next(world);
		return;
	}
	move_cards(world, move, kind);
	doko_table_apply(&world->table, move);
	if (move.kind != DOKO_PLAY || world->table.tricks != tricks) {
		doko_world_settle(world);
	}
	world->events++;
	world->last = move;
}

void doko_payoff(const struct mk_world *opaque, double payoff[MK_MAX_SEATS])
{
	const struct doko_world *world = world_of(opaque);
	struct doko_score score;

	memset(&score, 0, sizeof score);
	if (world->table.phase == DOKO_OVER) {
		doko_score(&world->table, world->re, &score);
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		payoff[seat] = score.seat[seat];
	}
}

/* ---- Invariants ----------------------------------------------------------------------------- */

static doko_set played_cards(const struct doko_table *table)
{
	doko_set played = 0;

	for (int i = 0; i < table->played; i++) {
		if (doko_copies(played, table->card[i]) == 2) {
			return DOKO_ALL;
		}
		played = doko_add(played, table->card[i]);
	}
	return played;
}

/*
 * Checks that each card of the deck is in a hand, on the table, or being passed, as often as the
 * deck has it.
 */
static const char *cards_broken(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;
	doko_set deck = doko_deck(table->rules.of[NINES]);
	doko_set played = played_cards(table);

	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		int copies = doko_copies(played, kind) + doko_copies(world->shifted, kind);

		for (int seat = 0; seat < DOKO_SEATS; seat++) {
			copies += doko_copies(world->hand[seat], kind);
		}
		if (copies != doko_copies(deck, kind)) {
			return "a card is missing, or is there too often";
		}
	}
	return NULL;
}

static const char *counts_broken(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;
	bool passing = table->phase >= DOKO_SHIFTING && table->phase <= DOKO_RETURNING;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		int cards = doko_count(world->hand[seat]);

		if (table->phase == DOKO_PLAYING && cards != doko_cards_left(table, seat)) {
			return "a hand has another number of cards than its tricks leave it";
		}
		if (!passing && table->phase == DOKO_RESERVING && cards != doko_hand_size(table)) {
			return "a hand was not dealt in full";
		}
	}
	return NULL;
}

/* Checks that no seat holds a colour that it did not follow. */
static const char *voids_broken(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;
	const struct doko_order *order = doko_table_order(table);

	for (int i = 0; i < table->played; i++) {
		int seat = (table->leader[i / 4] + i % 4) & 3;
		int led = order->colour_of[table->card[i & ~3]];

		if (order->colour_of[table->card[i]] != led &&
			(world->hand[seat] & order->colour[led])) {
			return "a hand has a colour that it did not follow";
		}
	}
	return NULL;
}

static bool has_all(const struct doko_world *world, int seat, int kind)
{
	const struct doko_table *table = &world->table;
	int copies = doko_copies(world->hand[seat], kind);

	for (int i = 0; i < table->played; i++) {
		copies += table->card[i] == kind && ((table->leader[i / 4] + i % 4) & 3) == seat;
	}
	return copies == 2;
}

/* Checks that announcements agree with the hands. */
static const char *claims_broken(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;

	if (table->type == DOKO_MARRIAGE && !has_all(world, table->soloist, DOKO_CLUB_QUEEN)) {
		return "the bridegroom had not both queens of clubs";
	}
	if (table->swines != DOKO_NO_SEAT &&
		!has_all(world, table->swines, doko_swine_kind(table))) {
		return "swines were announced that are not there";
	}
	if (table->hyperswines != DOKO_NO_SEAT &&
		!has_all(world, table->hyperswines, doko_hyperswine_kind(table))) {
		return "hyperswines were announced that are not there";
	}
	return NULL;
}

static const char *parties_broken(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;
	unsigned re = world->re;

	if (table->phase != DOKO_PLAYING) {
		return NULL;
	}
	if (re == 0 || __builtin_popcount(re) > 2) {
		return "re has no player, or more than two";
	}
	if ((table->re & ~re) || (table->contra & re)) {
		return "a party is known that is another";
	}
	for (int i = 0; table->type == DOKO_NORMAL && i < table->played; i++) {
		int seat = (table->leader[i / 4] + i % 4) & 3;

		if (table->card[i] == DOKO_CLUB_QUEEN && !(re >> seat & 1)) {
			return "a queen of clubs was played by contra";
		}
	}
	for (int seat = 0; table->type == DOKO_NORMAL && seat < DOKO_SEATS; seat++) {
		if (doko_copies(world->hand[seat], DOKO_CLUB_QUEEN) && !(re >> seat & 1)) {
			return "contra holds a queen of clubs";
		}
	}
	return NULL;
}

const char *doko_check_invariants(const struct mk_world *opaque)
{
	static const char *(*const checks[])(const struct doko_world *world) = {
		cards_broken, counts_broken, voids_broken, claims_broken, parties_broken};

	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		const char *broken = checks[i](world_of(opaque));

		if (broken) {
			return broken;
		}
	}
	return NULL;
}
