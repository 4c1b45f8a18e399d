/* What always holds for a whole table. */
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/table/announce.h"

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

/* Each card of the deck is there once: in a hand, on the table, or being passed. */
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

/* Nobody holds a colour that he did not follow. */
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

/* What was said is true of the hands. */
static const char *claims_broken(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;

	if (table->type == DOKO_MARRIAGE && !has_all(world, table->soloist, DOKO_CLUB_QUEEN)) {
		return "the bridegroom had not both queens of clubs";
	}
	if (table->swines != DOKO_NOBODY &&
		!has_all(world, table->swines, doko_swine_kind(table))) {
		return "swines were announced that are not there";
	}
	if (table->hyperswines != DOKO_NOBODY &&
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

const char *doko_broken(const struct mk_world *room)
{
	static const char *(*const checks[])(const struct doko_world *world) = {
		cards_broken, counts_broken, voids_broken, claims_broken, parties_broken};

	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		const char *broken = checks[i](world_of(room));

		if (broken) {
			return broken;
		}
	}
	return NULL;
}
