/* Reading and writing cards. */
#include <makker/card.h>
#include <string.h>

/* The value of a rank's letter, 0 for all others. */
static const uint8_t ranks[256] = {
	['A'] = 1,
	['2'] = 2,
	['3'] = 3,
	['4'] = 4,
	['5'] = 5,
	['6'] = 6,
	['7'] = 7,
	['8'] = 8,
	['9'] = 9,
	['0'] = 10,
	['T'] = 10,
	['J'] = 11,
	['Q'] = 12,
	['K'] = 13,
	['a'] = 1,
	['t'] = 10,
	['j'] = 11,
	['q'] = 12,
	['k'] = 13,
};

/* One more than the suit of a letter, 0 for all others. */
static const uint8_t suits[256] = {
	['C'] = 1,
	['D'] = 2,
	['H'] = 3,
	['S'] = 4,
	['c'] = 1,
	['d'] = 2,
	['h'] = 3,
	['s'] = 4,
};

/* Reads a rank at the front of the text; 0 if there is none. */
static int take_rank(const char **text, size_t *length)
{
	int rank;

	if (*length >= 2 && (*text)[0] == '1' && (*text)[1] == '0') {
		*text += 2;
		*length -= 2;
		return 10;
	}
	rank = *length ? ranks[(unsigned char)**text] : 0;
	if (rank) {
		(*text)++;
		(*length)--;
	}
	return rank;
}

/* One of the suit signs, black and white forms alike; -1 when it is none. */
static int suit_of_sign(const char *sign)
{
	/* Last bytes of U+2660 to U+2667, by suit. */
	static const char last[MK_SUITS][2] = {
		{'\xa3', '\xa7'}, {'\xa6', '\xa2'}, {'\xa5', '\xa1'}, {'\xa0', '\xa4'}};

	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (sign[2] == last[suit][0] || sign[2] == last[suit][1]) {
			return suit;
		}
	}
	return -1;
}

/* Reads a suit, a letter or a sign; -1 if there is none. */
static int take_suit(const char **text, size_t *length)
{
	bool sign = *length >= 3 && memcmp(*text, "\xe2\x99", 2) == 0;
	int suit;

	if (*length == 0) {
		return -1;
	}
	suit = sign ? suit_of_sign(*text) : suits[(unsigned char)**text] - 1;
	if (suit >= 0) {
		*text += sign ? 3 : 1;
		*length -= sign ? 3 : 1;
	}
	return suit;
}

mk_card mk_card_read(const char *text, size_t length)
{
	int rank = take_rank(&text, &length);
	int suit = take_suit(&text, &length);

	if (rank == 0) {
		rank = take_rank(&text, &length);
	}
	if (rank == 0 || suit < 0 || length != 0) {
		return MK_NO_CARD;
	}
	return MK_CARD(rank, suit);
}

const char *mk_card_code(mk_card card)
{
	static const char codes[MK_LAST_CARD + 1][3] = {"XX", "XX", "XX", "XX", "AC", "AD", "AH",
		"AS", "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S", "4C", "4D", "4H", "4S", "5C",
		"5D", "5H", "5S", "6C", "6D", "6H", "6S", "7C", "7D", "7H", "7S", "8C", "8D", "8H",
		"8S", "9C", "9D", "9H", "9S", "0C", "0D", "0H", "0S", "JC", "JD", "JH", "JS", "QC",
		"QD", "QH", "QS", "KC", "KD", "KH", "KS"};

	return codes[card <= MK_LAST_CARD ? card : MK_NO_CARD];
}
