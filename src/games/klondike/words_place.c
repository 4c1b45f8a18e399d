/* The twelve positions in words. */
#include "games/klondike/words.h"

static const struct mk_phrase piles[POSITIONS] = {
	{{"column 1", "søjle 1", "Spalte 1", "τη στήλη 1"}},
	{{"column 2", "søjle 2", "Spalte 2", "τη στήλη 2"}},
	{{"column 3", "søjle 3", "Spalte 3", "τη στήλη 3"}},
	{{"column 4", "søjle 4", "Spalte 4", "τη στήλη 4"}},
	{{"column 5", "søjle 5", "Spalte 5", "τη στήλη 5"}},
	{{"column 6", "søjle 6", "Spalte 6", "τη στήλη 6"}},
	{{"column 7", "søjle 7", "Spalte 7", "τη στήλη 7"}},
	{{"the foundation of clubs", "byggebunken for klør", "den Ablagestapel für Kreuz",
		"τη βάση για τα σπαθιά"}},
	{{"the foundation of diamonds", "byggebunken for ruder", "den Ablagestapel für Karo",
		"τη βάση για τα καρό"}},
	{{"the foundation of hearts", "byggebunken for hjerter", "den Ablagestapel für Herz",
		"τη βάση για τις κούπες"}},
	{{"the foundation of spades", "byggebunken for spar", "den Ablagestapel für Pik",
		"τη βάση για τα μπαστούνια"}},
	{{"the draw pile", "trækbunken", "den Ziehstapel", "την τράπουλα"}},
};

static const struct mk_phrase places[POSITIONS] = {
	{{"on column 1", "på søjle 1", "auf Spalte 1", "στη στήλη 1"}},
	{{"on column 2", "på søjle 2", "auf Spalte 2", "στη στήλη 2"}},
	{{"on column 3", "på søjle 3", "auf Spalte 3", "στη στήλη 3"}},
	{{"on column 4", "på søjle 4", "auf Spalte 4", "στη στήλη 4"}},
	{{"on column 5", "på søjle 5", "auf Spalte 5", "στη στήλη 5"}},
	{{"on column 6", "på søjle 6", "auf Spalte 6", "στη στήλη 6"}},
	{{"on column 7", "på søjle 7", "auf Spalte 7", "στη στήλη 7"}},
	{{"on the foundation of clubs", "i byggebunken for klør", "auf dem Ablagestapel für Kreuz",
		"στη βάση για τα σπαθιά"}},
	{{"on the foundation of diamonds", "i byggebunken for ruder",
		"auf dem Ablagestapel für Karo", "στη βάση για τα καρό"}},
	{{"on the foundation of hearts", "i byggebunken for hjerter",
		"auf dem Ablagestapel für Herz", "στη βάση για τις κούπες"}},
	{{"on the foundation of spades", "i byggebunken for spar", "auf dem Ablagestapel für Pik",
		"στη βάση για τα μπαστούνια"}},
	{{"in the draw pile", "i trækbunken", "auf dem Ziehstapel", "στην τράπουλα"}},
};

const char *klondike_pile_words(enum mk_language language, int position)
{
	return piles[position].in[language];
}

const char *klondike_place_words(enum mk_language language, int position)
{
	return places[position].in[language];
}
