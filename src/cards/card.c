/* Reading and writing cards. */
#include <makker/card.h>
#include <string.h>

/* The value of a rank's letter, 0 when it is none. */
static int rank_of(char letter)
{
	static const char letters[] = "A234567890JQK";
	const char *found;

	if (letter == 'T' || letter == 't') {
		return 10;
	}
	if (letter >= 'a' && letter <= 'z') {
		letter = (char)(letter - 'a' + 'A');
	}
	found = letter ? strchr(letters, letter) : NULL;
	return found ? (int)(found - letters) + 1 : 0;
}

/* Takes a rank from the front of the text; 0 when none stands there. */
static int take_rank(const char **text, size_t *length)
{
	int rank;

	if (*length >= 2 && (*text)[0] == '1' && (*text)[1] == '0') {
		*text += 2;
		*length -= 2;
		return 10;
	}
	rank = *length ? rank_of(**text) : 0;
	if (rank) {
		(*text)++;
		(*length)--;
	}
	return rank;
}

/* Takes a suit, a letter or a sign (black and white forms alike); -1 when none stands there. */
static int take_suit(const char **text, size_t *length)
{
	static const char letters[] = "CDHScdhs";
	/* Last bytes of U+2660 to U+2667, by suit. */
	static const char signs[MK_SUITS][2] = {
		{'\xa3', '\xa7'}, {'\xa6', '\xa2'}, {'\xa5', '\xa1'}, {'\xa0', '\xa4'}};
	const char *found;

	if (*length >= 3 && memcmp(*text, "\xe2\x99", 2) == 0) {
		for (int suit = 0; suit < MK_SUITS; suit++) {
			if ((*text)[2] == signs[suit][0] || (*text)[2] == signs[suit][1]) {
				*text += 3;
				*length -= 3;
				return suit;
			}
		}
		return -1;
	}
	found = *length && **text ? strchr(letters, **text) : NULL;
	if (!found) {
		return -1;
	}
	(*text)++;
	(*length)--;
	return (int)(found - letters) % MK_SUITS;
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
