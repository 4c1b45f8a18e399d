/* The public course of one deal: tricks, teams, marriages. */
#include "games/doppelkopf/table/table.h"

#include <string.h>

void doko_table_begin(struct doko_table *table, const struct doko_rules *rules, int first)
{
	struct doko_rules kept = *rules;

	memset(table, 0, sizeof *table);
	table->rules = kept;
	table->phase = DOKO_RESERVING;
	table->first = (uint8_t)first;
	table->turn = (uint8_t)first;
	table->soloist = DOKO_NO_SEAT;
	table->partner = DOKO_NO_SEAT;
	table->forced = DOKO_NO_SEAT;
	table->swines = DOKO_NO_SEAT;
	table->hyperswines = DOKO_NO_SEAT;
	table->must_announce = DOKO_NO_SEAT;
	table->bock = 1;
}

static bool has_played(const struct doko_table *table, int seat)
{
	int in_trick = table->played & 3;
	int place = (seat - table->leader[table->tricks]) & 3;

	return place < in_trick;
}

int doko_cards_left(const struct doko_table *table, int seat)
{
	return doko_hand_size(table) - table->tricks -
	       (table->phase == DOKO_PLAYING && has_played(table, seat));
}

doko_set doko_legal_cards(const struct doko_table *table, doko_set hand)
{
	const struct doko_order *order = doko_table_order(table);
	doko_set follow;

	if ((table->played & 3) == 0) {
		return hand;
	}
	follow = hand & order->colour[order->colour_of[table->card[table->played & ~3]]];
	return follow ? follow : hand;
}

/* ---- Tricks --------------------------------------------------------------------------------- */

int doko_power(const struct doko_table *table, const struct doko_order *order, int kind)
{
	int low = table->rules.of[NINES] ? order->low : order->ace + DOKO_KING;

	if (table->swines != DOKO_NO_SEAT && kind == order->ace) {
		return DOKO_SWINE_POWER;
	}
	if (table->hyperswines != DOKO_NO_SEAT && kind == low) {
		return DOKO_HYPERSWINE_POWER;
	}
	return order->power[kind];
}

/* True if a second ten of hearts beats the first in this trick. */
static bool second_dulle_wins(const struct doko_table *table, bool last)
{
	const uint8_t *rule = table->rules.of;

	return rule[DULLEN] && rule[SECOND_DULLE] && !(rule[SECOND_DULLE_NOT_LAST] && last) &&
	       !(rule[FIRST_DULLE_WITH_SWINES] && table->swines != DOKO_NO_SEAT);
}

static int strength(
	const struct doko_table *table, const struct doko_order *order, int led, int kind)
{
	int colour = order->colour_of[kind];

	return colour == DOKO_TRUMP || colour == led ? doko_power(table, order, kind) : 0;
}

int doko_best_card(const struct doko_table *table, const uint8_t *card, int count, bool last)
{
	const struct doko_order *order = doko_table_order(table);
	int led = order->colour_of[card[0]];
	int best = 0, most = strength(table, order, led, card[0]);

	for (int i = 1; i < count; i++) {
		int power = strength(table, order, led, card[i]);

		if (power > most || (power == most && card[i] == DOKO_DULLE &&
					    order->colour_of[DOKO_DULLE] == DOKO_TRUMP &&
					    second_dulle_wins(table, last))) {
			best = i;
			most = power;
		}
	}
	return best;
}

/* ---- Teams ---------------------------------------------------------------------------------- */

enum { EVERYBODY = 15 };

/* Two players of re, or three of kontra, determine the other team. */
static void complete_parties(struct doko_table *table)
{
	if (__builtin_popcount(table->re) == 2) {
		table->contra = EVERYBODY & ~table->re;
	} else if (__builtin_popcount(table->contra) == 3) {
		table->re = EVERYBODY & ~table->contra;
	}
}

void doko_know_party(struct doko_table *table, int seat, int party)
{
	if (party == DOKO_RE) {
		table->re |= (uint8_t)(1 << seat);
	} else {
		table->contra |= (uint8_t)(1 << seat);
	}
	complete_parties(table);
}

static void settle_parties(struct doko_table *table)
{
	table->re = (uint8_t)(1 << table->soloist);
	if (table->partner != DOKO_NO_SEAT) {
		table->re |= (uint8_t)(1 << table->partner);
	}
	table->contra = EVERYBODY & ~table->re;
}

int doko_copies_played(const struct doko_table *table, int seat, int kind)
{
	int copies = 0;

	for (int i = 0; i < table->played; i++) {
		int player = (table->leader[i / 4] + i % 4) & 3;

		copies += player == seat && table->card[i] == kind;
	}
	return copies;
}

/*
 * In a normal game, a queen of clubs reveals re. A player who discards on a led trump and is not
 * known as re is kontra.
 */
static void learn_party(struct doko_table *table, int seat, int kind)
{
	const struct doko_order *order = doko_table_order(table);
	int led = order->colour_of[table->card[table->played & ~3]];

	if (table->type != DOKO_NORMAL) {
		return;
	}
	if (kind == DOKO_CLUB_QUEEN) {
		doko_know_party(table, seat, DOKO_RE);
		if (doko_copies_played(table, seat, DOKO_CLUB_QUEEN) == 1) {
			table->contra = EVERYBODY & ~table->re;
		}
	} else if ((table->played & 3) && led == DOKO_TRUMP &&
		   order->colour_of[kind] != DOKO_TRUMP && !(table->re & 1 << seat)) {
		doko_know_party(table, seat, DOKO_KONTRA);
	}
}

/* ---- Marriages ------------------------------------------------------------------------------ */

static bool colour_fits(int reservation, int colour)
{
	switch (reservation) {
	case DOKO_MARRIAGE_COLOUR:
		return colour != DOKO_TRUMP;
	case DOKO_MARRIAGE_CLUBS:
		return colour == DOKO_CLUBS;
	case DOKO_MARRIAGE_SPADES:
		return colour == DOKO_SPADES;
	case DOKO_MARRIAGE_HEARTS:
		return colour == DOKO_HEARTS;
	case DOKO_MARRIAGE_TRUMPS:
		return colour == DOKO_TRUMP;
	default:
		return true;
	}
}

/* True if no card is left with which a trick of the wanted suit class could be led. */
static bool is_colour_gone(const struct doko_table *table, int reservation)
{
	const struct doko_order *order = doko_table_order(table);
	doko_set left = doko_deck(table->rules.of[NINES]);

	for (int i = 0; i < table->played; i++) {
		left = doko_remove(left, table->card[i]);
	}
	for (int colour = 0; colour < DOKO_SUIT_CLASSES; colour++) {
		if ((left & order->colour[colour]) && colour_fits(reservation, colour)) {
			return false;
		}
	}
	return true;
}

/*
 * Decides a marriage by the trick that was just completed, if possible: its winner becomes the
 * partner, or the bridegroom stays alone because no further trick can decide.
 */
static void clarify(struct doko_table *table, int winner)
{
	const struct doko_order *order = doko_table_order(table);
	int led = order->colour_of[table->card[table->played - 4]];
	int wanted = table->reservation[table->soloist];

	if (winner != table->soloist && colour_fits(wanted, led)) {
		table->partner = (uint8_t)winner;
	} else if (table->tricks < table->rules.of[MARRIAGE_TRICKS] &&
		   table->tricks < doko_hand_size(table) && !is_colour_gone(table, wanted)) {
		return;
	}
	table->clarified = table->tricks;
	settle_parties(table);
}

bool doko_counts_as_solo(const struct doko_table *table)
{
	return doko_is_solo(table->type) ||
	       (table->type == DOKO_MARRIAGE && table->clarified && table->partner == DOKO_NO_SEAT);
}

/* ---- Playing -------------------------------------------------------------------------------- */

void doko_table_lead(struct doko_table *table)
{
	const uint8_t *rule = table->rules.of;
	bool solo = doko_is_solo(table->type);

	table->phase = DOKO_PLAYING;
	table->turn = table->first;
	if (solo && (rule[SOLO_LEADS] || (table->duty && rule[DUTY_LEADS]))) {
		table->turn = table->soloist;
	}
	table->leader[0] = table->turn;
	if (solo || table->type == DOKO_POVERTY) {
		settle_parties(table);
	} else if (table->type == DOKO_MARRIAGE) {
		table->re = (uint8_t)(1 << table->soloist);
	}
}

void doko_table_end(struct doko_table *table)
{
	table->phase = DOKO_OVER;
	table->turn = DOKO_NO_SEAT;
}

/*
 * The winner of a first trick of 30 card points or more must announce, if the rules say so: in
 * normal games, and by another option in marriages.
 */
static void oblige(struct doko_table *table, int winner, int augen)
{
	const uint8_t *rule = table->rules.of;

	if (table->tricks == 1 && augen >= 30 && rule[FIRST_TRICK_THIRTY] &&
		(table->type == DOKO_NORMAL ||
			(table->type == DOKO_MARRIAGE && rule[THIRTY_IN_MARRIAGE]))) {
		table->must_announce = (uint8_t)winner;
	}
}

static void finish_trick(struct doko_table *table)
{
	const uint8_t *card = table->card + table->played - 4;
	bool last = table->tricks == doko_hand_size(table) - 1;
	int winner = (table->leader[table->tricks] + doko_best_card(table, card, 4, last)) & 3;
	int augen = doko_card_points[card[0]] + doko_card_points[card[1]] +
		    doko_card_points[card[2]] + doko_card_points[card[3]];

	table->tricks++;
	table->leader[table->tricks] = (uint8_t)winner;
	table->augen[winner] = (uint8_t)(table->augen[winner] + augen);
	table->won[winner]++;
	table->turn = (uint8_t)winner;
	if (table->type == DOKO_MARRIAGE && !table->clarified) {
		clarify(table, winner);
	}
	oblige(table, winner, augen);
	if (last) {
		doko_table_end(table);
	}
}

void doko_table_play(struct doko_table *table, int kind)
{
	learn_party(table, table->turn, kind);
	table->card[table->played++] = (uint8_t)kind;
	table->turn = (table->turn + 1) & 3;
	if ((table->played & 3) == 0) {
		finish_trick(table);
	}
}
