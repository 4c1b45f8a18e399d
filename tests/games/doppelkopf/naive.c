/* The tables of the rules as they are printed, and what follows from them. */
#include "games/doppelkopf/naive.h"

#include <stdio.h>
#include <string.h>

static const char queens[] = "CQ SQ HQ DQ ", jacks[] = "CJ SJ HJ DJ ", kings[] = "CK SK HK DK ";

static void name(int kind, char text[4])
{
	snprintf(text, 4, "%c%c ", "CSHD"[kind / 6], "ATKQJ9"[kind % 6]);
}

static const char *with_suit(const char *rest, bool dullen)
{
	static char list[2][80];
	char *text = list[dullen];

	snprintf(text, sizeof list[0], "%s%s%s%s", dullen ? "HT " : "", queens, jacks, rest);
	return text;
}

static const char *pictures(const char *first, const char *second, const char *third)
{
	static char list[80];

	snprintf(list, sizeof list, "%s%s%s", first, second, third);
	return list;
}

const char *naive_trumps(int type, bool dullen)
{
	switch ((enum doko_type)type) {
	case DOKO_CLUBS_SOLO:
		return with_suit("CA CT CK C9 ", dullen);
	case DOKO_SPADES_SOLO:
		return with_suit("SA ST SK S9 ", dullen);
	case DOKO_HEARTS_SOLO:
		return with_suit(dullen ? "HA HK H9 " : "HA HT HK H9 ", dullen);
	case DOKO_QUEENS_SOLO:
		return queens;
	case DOKO_JACKS_SOLO:
		return jacks;
	case DOKO_TRUMPLESS_SOLO:
		return "";
	case DOKO_KINGS_SOLO:
		return kings;
	case DOKO_QUEENS_JACKS_SOLO:
		return pictures(queens, jacks, "");
	case DOKO_KINGS_JACKS_SOLO:
		return pictures(kings, jacks, "");
	case DOKO_KINGS_QUEENS_SOLO:
		return pictures(kings, queens, "");
	case DOKO_KOEHLER_SOLO:
		return pictures(kings, queens, jacks);
	case DOKO_NORMAL:
	case DOKO_MARRIAGE:
	case DOKO_POVERTY:
	case DOKO_DIAMONDS_SOLO:
	case DOKO_THROWN:
		break;
	}
	return with_suit("DA DT DK D9 ", dullen);
}

/* How far down a list of words a card stands; -1: not in it. */
static int place_in(const char *list, int kind)
{
	char text[4];
	const char *found;

	name(kind, text);
	found = strstr(list, text);
	return found ? (int)(found - list) / 3 : -1;
}

/* 'T' for trump, else the suit's letter. */
static char colour(const struct doko_table *table, int kind)
{
	char text[4];

	name(kind, text);
	return place_in(naive_trumps(table->type, table->rules.of[DULLEN]), kind) >= 0 ? 'T'
										       : text[0];
}

bool naive_is_legal(const struct doko_table *table, doko_set hand, int count, int led, int kind)
{
	if (!(hand >> 2 * kind & 3)) {
		return false;
	}
	if (count == 0 || colour(table, kind) == colour(table, led)) {
		return true;
	}
	for (int other = 0; other < DOKO_KINDS; other++) {
		if ((hand >> 2 * other & 3) && colour(table, other) == colour(table, led)) {
			return false;
		}
	}
	return true;
}

/* Swines first, then the list of trumps; the smaller the higher. */
static int trump_place(const struct doko_table *table, int kind)
{
	const char *list = naive_trumps(table->type, table->rules.of[DULLEN]);
	char text[4];
	int suit = table->type == DOKO_CLUBS_SOLO    ? 'C'
		   : table->type == DOKO_SPADES_SOLO ? 'S'
		   : table->type == DOKO_HEARTS_SOLO ? 'H'
						     : 'D';

	name(kind, text);
	if (text[0] == suit && text[1] == 'A' && table->swines != DOKO_NO_SEAT) {
		return -1;
	}
	if (text[0] == suit && text[1] == (table->rules.of[NINES] ? '9' : 'K') &&
		table->hyperswines != DOKO_NO_SEAT) {
		return -2;
	}
	return place_in(list, kind);
}

static bool beats(const struct doko_table *table, int kind, int best, int led, bool last)
{
	const uint8_t *rule = table->rules.of;
	char own = colour(table, kind), other = colour(table, best);

	if (own == 'T' && other == 'T') {
		if (kind == best && kind == DOKO_DULLE) {
			return rule[DULLEN] && rule[SECOND_DULLE] &&
			       !(last && rule[SECOND_DULLE_NOT_LAST]) &&
			       !(rule[FIRST_DULLE_WITH_SWINES] && table->swines != DOKO_NO_SEAT);
		}
		return trump_place(table, kind) < trump_place(table, best);
	}
	if (own == 'T' || other == 'T') {
		return own == 'T';
	}
	return own == colour(table, led) &&
	       place_in("CA CT CK CQ CJ C9 ", kind % 6) < place_in("CA CT CK CQ CJ C9 ", best % 6);
}

int naive_winner(const struct doko_table *table, const uint8_t card[4], bool last)
{
	int best = 0;

	for (int place = 1; place < 4; place++) {
		if (beats(table, card[place], card[best], card[0], last)) {
			best = place;
		}
	}
	return best;
}
