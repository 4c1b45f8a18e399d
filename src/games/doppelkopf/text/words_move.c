/* Moves in words, those of the advised player and of others. */
#include "games/doppelkopf/text/notation.h"

/* ---- Names ---------------------------------------------------------------------------------- */

/* The others as the advised player sees them, as subjects of a sentence. */
static const struct mk_phrase players[DOKO_SEATS] = {
	[1] = MK_PHRASE("The player on your left", "Spilleren til venstre", "Der Spieler links",
		"Ο παίκτης αριστερά"),
	[2] = MK_PHRASE("The player opposite", "Spilleren overfor", "Der Spieler gegenüber",
		"Ο παίκτης απέναντι"),
	[3] = MK_PHRASE("The player on your right", "Spilleren til højre", "Der Spieler rechts",
		"Ο παίκτης δεξιά"),
};

/* Announcements by level; the first of each pair is that of kontra. */
static const struct mk_phrase levels[][2] = {
	[DOKO_ANNOUNCED] = {MK_PHRASE("Kontra", "kontra", "Kontra", "kontra"),
		MK_PHRASE("Re", "re", "Re", "re")},
	[DOKO_NO_90] = {MK_PHRASE("no 90", "ingen 90", "keine 90", "κάτω από 90"),
		MK_PHRASE("no 90", "ingen 90", "keine 90", "κάτω από 90")},
	[DOKO_NO_60] = {MK_PHRASE("no 60", "ingen 60", "keine 60", "κάτω από 60"),
		MK_PHRASE("no 60", "ingen 60", "keine 60", "κάτω από 60")},
	[DOKO_NO_30] = {MK_PHRASE("no 30", "ingen 30", "keine 30", "κάτω από 30"),
		MK_PHRASE("no 30", "ingen 30", "keine 30", "κάτω από 30")},
	[DOKO_BLACK] = {MK_PHRASE("black", "sort", "schwarz", "καμία μπάζα"),
		MK_PHRASE("black", "sort", "schwarz", "καμία μπάζα")},
};

static const struct mk_phrase swines[2] = {
	MK_PHRASE("pigs", "svin", "Schweine", "γουρούνια"),
	MK_PHRASE("super pigs", "hypersvin", "Hyperschweine", "υπεργουρούνια"),
};

static const struct mk_phrase reservations[DOKO_RESERVATIONS] = {
	[DOKO_HEALTHY] = MK_PHRASE("“healthy” (no reservation)", "intet forbehold", "gesund",
		"«gesund» (χωρίς επιφύλαξη)"),
	[DOKO_MARRIAGE_FOREIGN] = MK_PHRASE("a marriage", "bryllup", "Hochzeit", "γάμος"),
	[DOKO_MARRIAGE_COLOUR] = MK_PHRASE("a marriage with the first side suit trick",
		"bryllup med første stik i sidefarve", "Hochzeit mit dem ersten Fehlstich",
		"γάμος με την πρώτη μπάζα χωρίς ατού"),
	[DOKO_MARRIAGE_CLUBS] =
		MK_PHRASE("a marriage with the first clubs trick", "bryllup med første klørstik",
			"Hochzeit mit dem ersten Kreuzstich", "γάμος με την πρώτη μπάζα σπαθί"),
	[DOKO_MARRIAGE_SPADES] =
		MK_PHRASE("a marriage with the first spades trick", "bryllup med første sparstik",
			"Hochzeit mit dem ersten Pikstich", "γάμος με την πρώτη μπάζα μπαστούνι"),
	[DOKO_MARRIAGE_HEARTS] = MK_PHRASE("a marriage with the first hearts trick",
		"bryllup med første hjerterstik", "Hochzeit mit dem ersten Herzstich",
		"γάμος με την πρώτη μπάζα κούπα"),
	[DOKO_MARRIAGE_TRUMPS] =
		MK_PHRASE("a marriage with the first trump trick", "bryllup med første trumfstik",
			"Hochzeit mit dem ersten Trumpfstich", "γάμος με την πρώτη μπάζα ατού"),
	[DOKO_RESERVE_POVERTY] = MK_PHRASE("poverty", "fattigdom", "Armut", "φτώχεια"),
	[DOKO_RESERVE_THROW] = MK_PHRASE("throw in", "kast ind", "schmeißen", "πέταγμα"),
	[DOKO_RESERVE_SOLO] = MK_PHRASE("clubs solo", "klørsolo", "Kreuzsolo", "σόλο σπαθί"),
	[DOKO_RESERVE_SOLO + 1] = MK_PHRASE("spades solo", "sparsolo", "Piksolo", "σόλο μπαστούνι"),
	[DOKO_RESERVE_SOLO + 2] = MK_PHRASE("hearts solo", "hjertersolo", "Herzsolo", "σόλο κούπα"),
	[DOKO_RESERVE_SOLO + 3] = MK_PHRASE("diamonds solo", "rudersolo", "Karosolo", "σόλο καρό"),
	[DOKO_RESERVE_SOLO + 4] =
		MK_PHRASE("queens solo", "damesolo", "Damensolo", "σόλο με ντάμες"),
	[DOKO_RESERVE_SOLO + 5] =
		MK_PHRASE("jacks solo", "knægtesolo", "Bubensolo", "σόλο με βαλέδες"),
	[DOKO_RESERVE_SOLO + 6] = MK_PHRASE(
		"solo without trumps", "solo uden trumf", "Fleischlos", "σόλο χωρίς ατού"),
	[DOKO_RESERVE_SOLO + 7] =
		MK_PHRASE("kings solo", "kongesolo", "Königssolo", "σόλο με ρηγάδες"),
	[DOKO_RESERVE_SOLO + 8] = MK_PHRASE("queens and jacks solo", "dame-knægte-solo",
		"Damen-Buben-Solo", "σόλο με ντάμες και βαλέδες"),
	[DOKO_RESERVE_SOLO + 9] = MK_PHRASE("kings and jacks solo", "konge-knægte-solo",
		"Königs-Buben-Solo", "σόλο με ρηγάδες και βαλέδες"),
	[DOKO_RESERVE_SOLO + 10] = MK_PHRASE("kings and queens solo", "konge-dame-solo",
		"Königs-Damen-Solo", "σόλο με ρηγάδες και ντάμες"),
	[DOKO_RESERVE_SOLO + 11] = MK_PHRASE("kings, queens and jacks solo",
		"konge-dame-knægte-solo", "Köhlersolo", "σόλο με ρηγάδες, ντάμες και βαλέδες"),
	[DOKO_RESERVE_SOME] = MK_PHRASE("a reservation", "forbehold", "Vorbehalt", "επιφύλαξη"),
};

/* ---- Sentences ------------------------------------------------------------------------------ */

/* {0}: the card or the announcement; {1}: the name of another player. */
static const struct mk_phrase own[DOKO_MOVE_KINDS] = {
	[DOKO_PLAY] = MK_PHRASE("Play {0}.", "Spil {0}.", "Spiele {0}.", "Παίξε {0}."),
	[DOKO_ANNOUNCE] = MK_PHRASE("Announce {0}.", "Meld {0}.", "Sag {0} an.", "Δήλωσε {0}."),
	[DOKO_RESERVE] = MK_PHRASE("Say: {0}.", "Sig: {0}.", "Sag „{0}“.", "Πες: {0}."),
	[DOKO_PASS_CARD] =
		MK_PHRASE("Give {0} away.", "Giv {0} videre.", "Gib {0} ab.", "Δώσε {0}."),
	[DOKO_TAKE] = MK_PHRASE("Take the cards of the poverty.", "Tag fattigdommens kort.",
		"Nimm die Armut mit.", "Πάρε τα φύλλα της φτώχειας."),
	[DOKO_REFUSE] =
		MK_PHRASE("Do not take the cards of the poverty.", "Tag ikke fattigdommens kort.",
			"Nimm die Armut nicht mit.", "Μην πάρεις τα φύλλα της φτώχειας."),
	[DOKO_RETURN] = MK_PHRASE(
		"Give {0} back.", "Giv {0} tilbage.", "Gib {0} zurück.", "Επίστρεψε {0}."),
	[DOKO_SWINE] = MK_PHRASE("Announce {0}.", "Meld {0}.", "Sag {0} an.", "Δήλωσε {0}."),
	[DOKO_DEAL] = MK_PHRASE("Enter your hand.", "Indtast dine kort.", "Gib dein Blatt ein.",
		"Καταχώρισε τα φύλλα σου."),
};

static const struct mk_phrase others[DOKO_MOVE_KINDS] = {
	[DOKO_PLAY] = MK_PHRASE(
		"{1} plays {0}.", "{1} spiller {0}.", "{1} spielt {0}.", "{1} παίζει {0}."),
	[DOKO_ANNOUNCE] = MK_PHRASE(
		"{1} announces {0}.", "{1} melder {0}.", "{1} sagt {0} an.", "{1} δηλώνει {0}."),
	[DOKO_RESERVE] =
		MK_PHRASE("{1} says: {0}.", "{1} siger: {0}.", "{1} sagt: {0}.", "{1} λέει: {0}."),
	[DOKO_PASS_CARD] = MK_PHRASE("{1} gives a card away.", "{1} giver et kort videre.",
		"{1} gibt eine Karte ab.", "{1} δίνει ένα φύλλο."),
	[DOKO_TAKE] = MK_PHRASE("{1} takes the cards.", "{1} tager kortene.",
		"{1} nimmt die Armut mit.", "{1} παίρνει τα φύλλα."),
	[DOKO_REFUSE] = MK_PHRASE("{1} does not take the cards.", "{1} tager ikke kortene.",
		"{1} nimmt die Armut nicht mit.", "{1} δεν παίρνει τα φύλλα."),
	[DOKO_RETURN] = MK_PHRASE("{1} gives a card back.", "{1} giver et kort tilbage.",
		"{1} gibt eine Karte zurück.", "{1} επιστρέφει ένα φύλλο."),
	[DOKO_SWINE] = MK_PHRASE(
		"{1} announces {0}.", "{1} melder {0}.", "{1} sagt {0} an.", "{1} δηλώνει {0}."),
	[DOKO_DEAL] = MK_PHRASE("Enter your hand.", "Indtast dine kort.", "Gib dein Blatt ein.",
		"Καταχώρισε τα φύλλα σου."),
};

/* German players announce (ansagen) Re and Kontra, but renounce (absagen) points: keine 90 and
 * beyond. */
static const struct mk_phrase own_renounces =
	MK_PHRASE("Announce {0}.", "Meld {0}.", "Sag {0} ab.", "Δήλωσε {0}.");
static const struct mk_phrase other_renounces =
	MK_PHRASE("{1} announces {0}.", "{1} melder {0}.", "{1} sagt {0} ab.", "{1} δηλώνει {0}.");

/* A passed card that the advised player sees. */
static const struct mk_phrase gives_back = MK_PHRASE("{1} gives {0} back.",
	"{1} giver {0} tilbage.", "{1} gibt {0} zurück.", "{1} επιστρέφει {0}.");

static const struct mk_phrase hand =
	MK_PHRASE("your hand", "dine kort", "dein Blatt", "τα φύλλα σου");

const char *doko_player_name(enum mk_language language, int place)
{
	return mk_phrase_in(&players[place], language);
}

const char *doko_level_name(enum mk_language language, int party, int level)
{
	return mk_phrase_in(&levels[level][party == DOKO_RE], language);
}

/* The card (as the object of the sentence) or the announcement of a move. */
static struct mk_phrase_arg object_of(enum mk_language language, struct mk_move move)
{
	const struct mk_phrase *words = move.kind == DOKO_DEAL ? &hand : NULL;

	if (move.card != MK_NO_CARD) {
		return (struct mk_phrase_arg){.kind = MK_ARG_OBJECT, .card = move.card};
	}
	if (move.kind == DOKO_ANNOUNCE && move.to >= DOKO_ANNOUNCED && move.to <= DOKO_BLACK) {
		return (struct mk_phrase_arg){.kind = MK_ARG_TEXT,
			.text = doko_level_name(language, doko_party_of(move), move.to)};
	}
	if (move.kind == DOKO_SWINE) {
		words = &swines[move.to != 0];
	} else if (move.kind == DOKO_RESERVE && move.to < DOKO_RESERVATIONS) {
		words = &reservations[move.to];
	}
	return (struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = mk_phrase_in(words, language)};
}

void doko_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move)
{
	if (move.card != MK_NO_CARD) {
		mk_text_put(out, mk_card_name(language, move.card));
	} else {
		mk_text_put(out, object_of(language, move).text);
	}
}

void doko_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *opaque, struct mk_move move)
{
	int place = (move.from - view_of(opaque)->seat) & 3;
	struct mk_phrase_arg words[2] = {object_of(language, move)};
	bool renounces = move.kind == DOKO_ANNOUNCE && move.to > DOKO_ANNOUNCED;
	const struct mk_phrase *phrase = &others[move.kind];

	if (place == 0 || move.kind == DOKO_DEAL) {
		phrase = renounces ? &own_renounces : &own[move.kind];
		mk_phrase_write(out, language, phrase, words, 1);
		return;
	}
	if (renounces) {
		phrase = &other_renounces;
	} else if (move.kind == DOKO_RETURN && move.card != MK_NO_CARD) {
		phrase = &gives_back;
	}
	words[1] = (struct mk_phrase_arg){
		.kind = MK_ARG_TEXT, .text = doko_player_name(language, place)};
	mk_phrase_write(out, language, phrase, words, 2);
}
