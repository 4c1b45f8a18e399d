/* The rules of take-away in words. */
#include "games/take_away/rules.h"
#include "games/take_away/words.h"

/* The choices of "last_card" in their order. */
static bool last_card_wins(const struct mk_rules *rules)
{
	return rules->value[OPTION_LAST_CARD] == 0;
}

static bool last_card_loses(const struct mk_rules *rules)
{
	return !last_card_wins(rules);
}

static bool is_small(const struct mk_rules *rules)
{
	return rules->value[OPTION_HOMEWORK] != 0;
}

static bool is_free(const struct mk_rules *rules)
{
	return !is_small(rules);
}

static bool user_begins(const struct mk_rules *rules)
{
	return rules->value[OPTION_FIRST] == USER;
}

static bool other_begins(const struct mk_rules *rules)
{
	return !user_begins(rules);
}

static const struct mk_rulebook_paragraph aim[] = {
	{.applies = last_card_wins,
		.text = MK_PHRASE(
			"Two players take cards from the table in turn. The player who takes the last card wins.",
			"To spillere tager på skift kort fra bordet. Den, der tager det sidste kort, vinder.",
			"Zwei Spieler nehmen abwechselnd Karten vom Tisch. Wer die letzte Karte nimmt, gewinnt.",
			"Δύο παίκτες παίρνουν εναλλάξ φύλλα από το τραπέζι. Κερδίζει όποιος πάρει το τελευταίο φύλλο.")},
	{.applies = last_card_loses,
		.text = MK_PHRASE(
			"Two players take cards from the table in turn. The player who takes the last card loses.",
			"To spillere tager på skift kort fra bordet. Den, der tager det sidste kort, taber.",
			"Zwei Spieler nehmen abwechselnd Karten vom Tisch. Wer die letzte Karte nimmt, verliert.",
			"Δύο παίκτες παίρνουν εναλλάξ φύλλα από το τραπέζι. Χάνει όποιος πάρει το τελευταίο φύλλο.")},
};

static const struct mk_rulebook_paragraph deal[] = {
	{.applies = is_free,
		.text = MK_PHRASE(
			"Lay any cards on the table in groups, for example three, four and five. Only their number counts, not their faces; there may be up to 64 groups of any size.",
			"Læg nogle kort på bordet i grupper, for eksempel tre, fire og fem. Kun antallet tæller, ikke hvilke kort det er; der må være op til 64 grupper af enhver størrelse.",
			"Lege beliebige Karten in Gruppen auf den Tisch, zum Beispiel drei, vier und fünf. Nur die Anzahl zählt, nicht das Kartenbild; erlaubt sind bis zu 64 Gruppen jeder Größe.",
			"Βάλε στο τραπέζι όποια φύλλα θέλεις σε ομάδες, για παράδειγμα τρία, τέσσερα και πέντε. Μετράει μόνο το πλήθος, όχι ποια είναι τα φύλλα· επιτρέπονται ως 64 ομάδες οποιουδήποτε μεγέθους.")},
	{.applies = is_small,
		.text = MK_PHRASE(
			"Lay at most 13 cards on the table in at most four groups, at least two in each. Only their number counts, not their faces.",
			"Læg højst 13 kort på bordet i højst fire grupper med mindst to i hver. Kun antallet tæller, ikke hvilke kort det er.",
			"Lege höchstens 13 Karten in höchstens vier Gruppen auf den Tisch, mindestens zwei in jede. Nur die Anzahl zählt, nicht das Kartenbild.",
			"Βάλε στο τραπέζι το πολύ 13 φύλλα σε το πολύ τέσσερις ομάδες, τουλάχιστον δύο στην καθεμιά. Μετράει μόνο το πλήθος, όχι ποια είναι τα φύλλα.")},
	{.applies = is_free,
		.text = MK_PHRASE(
			"Agree for each group how many cards may be taken at once at most. If you agree on nothing, a whole group may be taken.",
			"Aftal for hver gruppe, hvor mange kort man højst må tage ad gangen. Er der ikke aftalt noget, må man tage en hel gruppe.",
			"Vereinbart für jede Gruppe, wie viele Karten man höchstens auf einmal nehmen darf. Ohne Vereinbarung darf man eine ganze Gruppe nehmen.",
			"Συμφωνήστε για κάθε ομάδα πόσα φύλλα το πολύ παίρνει κανείς μαζί. Αν δεν συμφωνήσετε κάτι, μπορεί να πάρει και ολόκληρη την ομάδα.")},
	{.applies = is_small,
		.text = MK_PHRASE(
			"Agree for each group how many cards may be taken at once at most: fewer than the group has at the start.",
			"Aftal for hver gruppe, hvor mange kort man højst må tage ad gangen: færre, end gruppen har fra start.",
			"Vereinbart für jede Gruppe, wie viele Karten man höchstens auf einmal nehmen darf: weniger, als die Gruppe anfangs hat.",
			"Συμφωνήστε για κάθε ομάδα πόσα φύλλα το πολύ παίρνει κανείς μαζί: λιγότερα από όσα έχει η ομάδα στην αρχή.")},
};

static const struct mk_rulebook_paragraph moves[] = {
	{.applies = user_begins,
		.text = MK_PHRASE("You begin; after that you take turns.",
			"Du begynder; derefter tager I på skift.",
			"Du beginnst; danach wechselt ihr euch ab.",
			"Αρχίζεις εσύ· ύστερα παίζετε εναλλάξ.")},
	{.applies = other_begins,
		.text = MK_PHRASE("The other side begins; after that you take turns.",
			"Modspilleren begynder; derefter tager I på skift.",
			"Der Gegner beginnt; danach wechselt ihr euch ab.",
			"Αρχίζει ο αντίπαλος· ύστερα παίζετε εναλλάξ.")},
	{.text = MK_PHRASE(
		 "On your turn, choose one group and take at least one card from it, at most as many as its limit allows. Passing is not allowed, nor is taking cards from two groups at once.",
		 "Når det er din tur, vælger du én gruppe og tager mindst ét kort fra den, højst så mange, som grænsen tillader. Man må ikke melde pas og ikke tage fra to grupper på én gang.",
		 "Bist du dran, wählst du eine Gruppe und nimmst mindestens eine Karte daraus, höchstens so viele, wie ihre Grenze erlaubt. Niemand darf aussetzen, und niemand darf aus zwei Gruppen zugleich nehmen.",
		 "Όταν είναι η σειρά σου, διαλέγεις μία ομάδα και παίρνεις από αυτήν τουλάχιστον ένα φύλλο, το πολύ όσα επιτρέπει το όριό της. Κανείς δεν μπορεί να πάει πάσο ούτε να πάρει από δύο ομάδες μαζί.")},
	{.text = MK_PHRASE("Cards that were taken are out of the game.",
		 "Kort, der er taget, er ude af spillet.", "Genommene Karten sind aus dem Spiel.",
		 "Όσα φύλλα πάρθηκαν είναι εκτός παιχνιδιού.")},
};

static const struct mk_rulebook_paragraph sources[] = {
	{.text = MK_PHRASE(
		 "Take-away is a form of Nim, for which Charles L. Bouton published the winning play in 1901. Makker uses his arithmetic, extended by the limits.",
		 "Spillet er en form for Nim; hvordan man vinder det, offentliggjorde Charles L. Bouton i 1901. Makker regner på samme måde, blot med grænserne taget med.",
		 "Das Spiel ist eine Form von Nim, für das Charles L. Bouton 1901 den Gewinnweg veröffentlichte. Makker rechnet nach ihm, um die Grenzen erweitert.",
		 "Το παιχνίδι είναι μια μορφή του Nim, για το οποίο ο Charles L. Bouton δημοσίευσε το 1901 τη νικηφόρα στρατηγική. Το Makker χρησιμοποιεί τους υπολογισμούς του, μαζί με τα όρια.")},
	{.applies = is_small,
		.text = MK_PHRASE(
			"The small game comes from a laboratory exercise of Greek students, whose program found its moves by minimax.",
			"Det lille spil stammer fra en øvelse af græske studerende, hvis program fandt sine træk med minimax.",
			"Das kleine Spiel stammt aus einer Übung griechischer Studierender, deren Programm seine Züge mit Minimax fand.",
			"Το μικρό παιχνίδι προέρχεται από εργαστηριακή άσκηση Ελληνίδων φοιτητριών, που το πρόγραμμά τους έβρισκε τις κινήσεις του με minimax.")},
};

static const struct mk_rulebook_term glossary[] = {
	{.term = MK_PHRASE("group", "gruppe", "Gruppe", "ομάδα"),
		.meaning = MK_PHRASE("cards that lie together; from one of them you take",
			"kort, der ligger sammen; fra én af dem tager du",
			"Karten, die beisammen liegen; aus einer davon nimmst du",
			"φύλλα που είναι μαζί· παίρνεις από μία από αυτές")},
	{.term = MK_PHRASE("limit", "grænse", "Grenze", "όριο"),
		.meaning = MK_PHRASE("the most cards that one move may take from the group",
			"det største antal kort, ét træk må tage fra gruppen",
			"so viele Karten darf ein Zug höchstens aus der Gruppe nehmen",
			"τα περισσότερα φύλλα που παίρνει μία κίνηση από την ομάδα")},
};

const struct mk_rulebook take_away_rulebook = {
	.aim = aim,
	.deal = deal,
	.moves = moves,
	.sources = sources,
	.glossary = glossary,
	.aim_count = MK_RULEBOOK_COUNT(aim),
	.deal_count = MK_RULEBOOK_COUNT(deal),
	.move_count = MK_RULEBOOK_COUNT(moves),
	.source_count = MK_RULEBOOK_COUNT(sources),
	.term_count = MK_RULEBOOK_COUNT(glossary),
};
