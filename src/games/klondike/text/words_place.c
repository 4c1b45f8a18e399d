/* The names of the twelve positions. */
#include "games/klondike/text/words.h"

static const struct mk_phrase piles[POSITIONS] = {
	MK_PHRASE("column 1", "kolonne 1", "Spalte 1", "τη στήλη 1"),
	MK_PHRASE("column 2", "kolonne 2", "Spalte 2", "τη στήλη 2"),
	MK_PHRASE("column 3", "kolonne 3", "Spalte 3", "τη στήλη 3"),
	MK_PHRASE("column 4", "kolonne 4", "Spalte 4", "τη στήλη 4"),
	MK_PHRASE("column 5", "kolonne 5", "Spalte 5", "τη στήλη 5"),
	MK_PHRASE("column 6", "kolonne 6", "Spalte 6", "τη στήλη 6"),
	MK_PHRASE("column 7", "kolonne 7", "Spalte 7", "τη στήλη 7"),
	MK_PHRASE("the foundation of clubs", "grundbunken for klør", "den Ablagestapel für Kreuz",
		"τη βάση για τα σπαθιά"),
	MK_PHRASE("the foundation of diamonds", "grundbunken for ruder",
		"den Ablagestapel für Karo", "τη βάση για τα καρό"),
	MK_PHRASE("the foundation of hearts", "grundbunken for hjerter",
		"den Ablagestapel für Herz", "τη βάση για τις κούπες"),
	MK_PHRASE("the foundation of spades", "grundbunken for spar", "den Ablagestapel für Pik",
		"τη βάση για τα μπαστούνια"),
	MK_PHRASE("the waste", "trækbunken", "den Ziehstapel", "τη στοίβα"),
};

static const struct mk_phrase places[POSITIONS] = {
	MK_PHRASE("in column 1", "i kolonne 1", "in Spalte 1", "στη στήλη 1"),
	MK_PHRASE("in column 2", "i kolonne 2", "in Spalte 2", "στη στήλη 2"),
	MK_PHRASE("in column 3", "i kolonne 3", "in Spalte 3", "στη στήλη 3"),
	MK_PHRASE("in column 4", "i kolonne 4", "in Spalte 4", "στη στήλη 4"),
	MK_PHRASE("in column 5", "i kolonne 5", "in Spalte 5", "στη στήλη 5"),
	MK_PHRASE("in column 6", "i kolonne 6", "in Spalte 6", "στη στήλη 6"),
	MK_PHRASE("in column 7", "i kolonne 7", "in Spalte 7", "στη στήλη 7"),
	MK_PHRASE("on the foundation of clubs", "i grundbunken for klør",
		"auf dem Ablagestapel für Kreuz", "στη βάση για τα σπαθιά"),
	MK_PHRASE("on the foundation of diamonds", "i grundbunken for ruder",
		"auf dem Ablagestapel für Karo", "στη βάση για τα καρό"),
	MK_PHRASE("on the foundation of hearts", "i grundbunken for hjerter",
		"auf dem Ablagestapel für Herz", "στη βάση για τις κούπες"),
	MK_PHRASE("on the foundation of spades", "i grundbunken for spar",
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
