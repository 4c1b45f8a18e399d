/* Alpha-beta over the last tricks. */
#include "games/doppelkopf/advice/endgame.h"

#include <string.h>

/* A position in the middle of a trick; `best` is the kind that wins so far. */
struct position {
	doko_set hand[DOKO_SEATS];
	uint8_t leader, count, led, best, best_seat, augen;
	uint8_t tricks; /* to play, this one included */
	uint8_t left;   /* Augen in the hands */
};

/* ---- Setting up ----------------------------------------------------------------------------- */

static void fill_between(struct doko_endgame *endgame, int low)
{
	for (int high = 0; high < DOKO_KINDS; high++) {
		doko_set between = 0;

		for (int kind = 0; kind < DOKO_KINDS; kind++) {
			if (endgame->colour_of[kind] == endgame->colour_of[low] &&
				endgame->power[kind] > endgame->power[low] &&
				endgame->power[kind] < endgame->power[high]) {
				between |= DOKO_BOTH(kind);
			}
		}
		endgame->between[low][high] = between;
		endgame->between[high][low] |= between;
	}
}

void doko_endgame_init(struct doko_endgame *endgame, const struct doko_table *table, unsigned re)
{
	const struct doko_order *order = doko_table_order(table);
	const uint8_t *rule = table->rules.of;
	bool trump = order->colour_of[DOKO_DULLE] == DOKO_TRUMP;

	memset(endgame, 0, sizeof *endgame);
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		endgame->power[kind] = (uint8_t)doko_power(table, order, kind);
		endgame->colour_of[kind] = order->colour_of[kind];
	}
	memcpy(endgame->colour, order->colour, sizeof endgame->colour);
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		fill_between(endgame, kind);
	}
	endgame->re = re;
	endgame->second_dulle = trump && rule[SECOND_DULLE] &&
				!(rule[FIRST_DULLE_WITH_SWINES] && table->swines != DOKO_NOBODY);
	endgame->second_dulle_last = endgame->second_dulle && !rule[SECOND_DULLE_NOT_LAST];
}

/* ---- Memory --------------------------------------------------------------------------------- */

static struct doko_proven *entry_of(struct doko_endgame *endgame, const struct position *position)
{
	uint64_t hash = position->leader;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		hash = (hash ^ position->hand[seat]) * 0x9e3779b97f4a7c15;
		hash ^= hash >> 32;
	}
	return &endgame->proven[hash >> 7 & ((1 << DOKO_ENDGAME_BITS) - 1)];
}

static bool is_same(const struct doko_endgame *endgame, const struct doko_proven *entry,
	const struct position *position)
{
	return entry->age == endgame->age + 1 && entry->leader == position->leader &&
	       memcmp(entry->hand, position->hand, sizeof entry->hand) == 0;
}

static void remember(
	struct doko_endgame *endgame, const struct position *position, int wanted, bool reached)
{
	struct doko_proven *entry = entry_of(endgame, position);

	if (!is_same(endgame, entry, position)) {
		memcpy(entry->hand, position->hand, sizeof entry->hand);
		entry->age = endgame->age + 1;
		entry->leader = position->leader;
		entry->least = 0;
		entry->most = position->left;
	}
	if (reached && wanted > entry->least) {
		entry->least = (uint8_t)wanted;
	} else if (!reached && wanted - 1 < entry->most) {
		entry->most = (uint8_t)(wanted - 1);
	}
}

/* ---- Cards ---------------------------------------------------------------------------------- */

static bool takes(const struct doko_endgame *endgame, const struct position *position, int kind)
{
	int colour = endgame->colour_of[kind];

	if (position->count == 0) {
		return true;
	}
	if (kind == DOKO_DULLE && position->best == DOKO_DULLE) {
		return position->tricks > 1 ? endgame->second_dulle : endgame->second_dulle_last;
	}
	return (colour == DOKO_TRUMP || colour == position->led) &&
	       endgame->power[kind] >
		       (endgame->colour_of[position->best] == colour ||
					       endgame->colour_of[position->best] == DOKO_TRUMP
				       ? endgame->power[position->best]
				       : 0);
}

/* What is tried first: what wins, or gives to the partner, or keeps from the others. */
static int promise(
	const struct doko_endgame *endgame, const struct position *position, int seat, int kind)
{
	int augen = doko_card_points[kind], power = endgame->power[kind];
	bool own = (endgame->re >> seat & 1) == (endgame->re >> position->best_seat & 1);

	if (position->count == 0) {
		return 2 * power + augen;
	}
	if (takes(endgame, position, kind)) {
		if (position->count == 3) {
			return own ? 4 * augen - power : 300 + 4 * augen - power;
		}
		return own ? augen : 200 + power;
	}
	return own ? 100 + 4 * augen : 100 - 4 * augen - power / 8;
}

struct choice {
	uint8_t kind[DOKO_KINDS];
	int16_t promise[DOKO_KINDS];
	int count;
};

/* Does a card do the same as one that is in the list: no other card could tell them apart. */
static bool is_repeated(
	const struct doko_endgame *endgame, const struct choice *choice, doko_set others, int kind)
{
	for (int i = 0; i < choice->count; i++) {
		int other = choice->kind[i];

		if (endgame->colour_of[other] == endgame->colour_of[kind] &&
			doko_card_points[other] == doko_card_points[kind] &&
			!(others & (endgame->between[other][kind] | DOKO_BOTH(other) |
					   DOKO_BOTH(kind)))) {
			return true;
		}
	}
	return false;
}

static void list_cards(const struct doko_endgame *endgame, const struct position *position,
	int seat, struct choice *choice)
{
	doko_set hand = position->hand[seat];
	doko_set follow = position->count ? hand & endgame->colour[position->led] : 0;
	doko_set others = position->hand[(seat + 1) & 3] | position->hand[(seat + 2) & 3] |
			  position->hand[(seat + 3) & 3];

	if (position->count) {
		others |= DOKO_BOTH(position->best);
	}
	choice->count = 0;
	for (doko_set left = (follow ? follow : hand) & DOKO_ONE_EACH; left; left &= left - 1) {
		int kind = doko_first(left), to = choice->count;
		int16_t promised;

		if (is_repeated(endgame, choice, others, kind)) {
			continue;
		}
		promised = (int16_t)promise(endgame, position, seat, kind);
		for (; to > 0 && choice->promise[to - 1] < promised; to--) {
			choice->kind[to] = choice->kind[to - 1];
			choice->promise[to] = choice->promise[to - 1];
		}
		choice->kind[to] = (uint8_t)kind;
		choice->promise[to] = promised;
		choice->count++;
	}
}

/* ---- Search --------------------------------------------------------------------------------- */

static bool reaches(struct doko_endgame *endgame, const struct position *position, int wanted);

/* After `kind` of the seat to move. */
static bool reaches_with(struct doko_endgame *endgame, const struct position *position, int seat,
	int kind, int wanted)
{
	struct position next = *position;

	next.hand[seat] = doko_remove(next.hand[seat], kind);
	next.augen = (uint8_t)(next.augen + doko_card_points[kind]);
	next.left = (uint8_t)(next.left - doko_card_points[kind]);
	if (takes(endgame, position, kind)) {
		next.best = (uint8_t)kind;
		next.best_seat = (uint8_t)seat;
	}
	if (position->count == 0) {
		next.led = endgame->colour_of[kind];
	}
	if (++next.count == 4) {
		if (endgame->re >> next.best_seat & 1) {
			wanted -= next.augen;
		}
		next.leader = next.best_seat;
		next.count = 0;
		next.augen = 0;
		next.tricks--;
	}
	return reaches(endgame, &next, wanted);
}

static bool try_cards(struct doko_endgame *endgame, const struct position *position, int wanted)
{
	int seat = (position->leader + position->count) & 3;
	bool re = endgame->re >> seat & 1;
	struct choice choice;

	endgame->nodes++;
	list_cards(endgame, position, seat, &choice);
	for (int i = 0; i < choice.count; i++) {
		if (reaches_with(endgame, position, seat, choice.kind[i], wanted) == re) {
			return re;
		}
	}
	return !re;
}

static bool reaches(struct doko_endgame *endgame, const struct position *position, int wanted)
{
	const struct doko_proven *entry;
	bool reached;

	if (wanted <= 0) {
		return true;
	}
	if (wanted > position->left + position->augen) {
		return false;
	}
	if (position->count || position->tricks < 2) {
		return try_cards(endgame, position, wanted);
	}
	entry = entry_of(endgame, position);
	if (is_same(endgame, entry, position)) {
		if (wanted <= entry->least || wanted > entry->most) {
			return wanted <= entry->least;
		}
	}
	reached = try_cards(endgame, position, wanted);
	remember(endgame, position, wanted, reached);
	return reached;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void take_position(const struct doko_world *world, struct position *position)
{
	const struct doko_table *table = &world->table;
	const uint8_t *card = table->card + (table->played & ~3);
	const struct doko_order *order = doko_table_order(table);
	int left = 0;

	memset(position, 0, sizeof *position);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		position->hand[seat] = world->hand[seat];
		left += doko_set_augen(world->hand[seat]);
	}
	position->left = (uint8_t)left;
	position->leader = table->leader[table->tricks];
	position->count = table->played & 3;
	position->tricks = (uint8_t)(doko_hand_size(table) - table->tricks);
	for (int i = 0; i < position->count; i++) {
		position->augen = (uint8_t)(position->augen + doko_card_points[card[i]]);
	}
	if (position->count) {
		int best = doko_best_card(table, card, position->count, position->tricks == 1);

		position->led = order->colour_of[card[0]];
		position->best = card[best];
		position->best_seat = (position->leader + best) & 3;
	}
}

bool doko_endgame_reaches(struct doko_endgame *endgame, const struct doko_world *world, int wanted)
{
	struct position position;

	take_position(world, &position);
	return reaches(endgame, &position, wanted);
}

/* Halves what is possible; what one question has proven helps the next. */
int doko_endgame_value(struct doko_endgame *endgame, const struct doko_world *world)
{
	struct position position;
	int least = 0, most;

	take_position(world, &position);
	most = position.left + position.augen;
	while (least < most) {
		int middle = (least + most + 1) / 2;

		if (reaches(endgame, &position, middle)) {
			least = middle;
		} else {
			most = middle - 1;
		}
	}
	return least;
}
