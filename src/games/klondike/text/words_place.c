/* The twelve positions in words. */
#include "games/klondike/text/words.h"

static const struct mk_phrase piles[POSITIONS] = {
	MK_PHRASE("column 1", "søjle 1", "Spalte 1", "τη στήλη 1"),
	MK_PHRASE("column 2", "søjle 2", "Spalte 2", "τη στήλη 2"),
	MK_PHRASE("column 3", "søjle 3", "Spalte 3", "τη στήλη 3"),
	MK_PHRASE("column 4", "søjle 4", "Spalte 4", "τη στήλη 4"),
	MK_PHRASE("column 5", "søjle 5", "Spalte 5", "τη στήλη 5"),
	MK_PHRASE("column 6", "søjle 6", "Spalte 6", "τη στήλη 6"),
	MK_PHRASE("column 7", "søjle 7", "Spalte 7", "τη στήλη 7"),
	MK_PHRASE("the foundation of clubs", "byggebunken for klør", "den Ablagestapel für Kreuz",
		"τη βάση για τα σπαθιά"),
	MK_PHRASE("the foundation of diamonds", "byggebunken for ruder",
		"den Ablagestapel für Karo", "τη βάση για τα καρό"),
	MK_PHRASE("the foundation of hearts", "byggebunken for hjerter",
		"den Ablagestapel für Herz", "τη βάση για τις κούπες"),
	MK_PHRASE("the foundation of spades", "byggebunken for spar", "den Ablagestapel für Pik",
		"τη βάση για τα μπαστούνια"),
	MK_PHRASE("the waste", "trækbunken", "den Ziehstapel", "τη στοίβα"),
};

static const struct mk_phrase places[POSITIONS] = {
	MK_PHRASE("in column 1", "i søjle 1", "in Spalte 1", "στη στήλη 1"),
	MK_PHRASE("in column 2", "i søjle 2", "in Spalte 2", "στη στήλη 2"),
	MK_PHRASE("in column 3", "i søjle 3", "in Spalte 3", "στη στήλη 3"),
	MK_PHRASE("in column 4", "i søjle 4", "in Spalte 4", "στη στήλη 4"),
	MK_PHRASE("in column 5", "i søjle 5", "in Spalte 5", "στη στήλη 5"),
	MK_PHRASE("in column 6", "i søjle 6", "in Spalte 6", "στη στήλη 6"),
	MK_PHRASE("in column 7", "i søjle 7", "in Spalte 7", "στη στήλη 7"),
	MK_PHRASE("on the foundation of clubs", "i byggebunken for klør",
		"auf dem Ablagestapel für Kreuz", "στη βάση για τα σπαθιά"),
	MK_PHRASE("on the foundation of diamonds", "i byggebunken for ruder",
		"auf dem Ablagestapel für Karo", "στη βάση για τα καρό"),
	MK_PHRASE("on the foundation of hearts", "i byggebunken for hjerter",
		"auf dem Ablagestapel für Herz", "στη βάση για τις κούπες"),
	MK_PHRASE("on the foundation of spades", "i byggebunken for spar",
		"auf dem Ablagestapel für Pik", "στη βάση για τα μπαστούνια"),
	MK_PHRASE("on the waste", "i trækbunken", "auf dem Ziehstapel", "στη στοίβα"),
};

const char *klondike_pile_words(enum mk_language language, int position)
{
	return mk_phrase_in(&piles[position], language);
}

const char *klondike_place_words(enum mk_language language, int position)
{
	return mk_phrase_in(&places[position], language);
}
