/* The rules of 10-20-30 in words. */
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/words.h"

static bool is_optional(const struct mk_rules *rules)
{
	return rules->value[OPTION_REMOVAL] == OPTIONAL;
}

static bool is_mandatory(const struct mk_rules *rules)
{
	return rules->value[OPTION_REMOVAL] == MANDATORY;
}

static bool is_forced(const struct mk_rules *rules)
{
	return rules->value[OPTION_REMOVAL] == FORCED;
}

static bool is_late(const struct mk_rules *rules)
{
	return rules->value[OPTION_LATE] != 0;
}

static bool is_prompt(const struct mk_rules *rules)
{
	return !is_late(rules);
}

static bool stuck_loses(const struct mk_rules *rules)
{
	return rules->value[OPTION_STUCK] != 0;
}

static bool stuck_draws(const struct mk_rules *rules)
{
	return !stuck_loses(rules);
}

static const struct mk_rulebook_paragraph aim[] = {
	{.text = MK_PHRASE(
		 "Take all cards of the seven columns back into the deck, three at a time. When the table is empty, you have won.",
		 "Få alle kort fra de syv kolonner tilbage i bunken, tre ad gangen. Når bordet er tomt, har du vundet.",
		 "Bringe alle Karten der sieben Spalten zurück in den Stapel, immer drei auf einmal. Ist der Tisch leer, hast du gewonnen.",
		 "Γύρισε όλα τα φύλλα των επτά στηλών στην τράπουλα, τρία τρία. Όταν αδειάσει το τραπέζι, κέρδισες.")},
};

static const struct mk_rulebook_paragraph deal[] = {
	{.text = MK_PHRASE(
		 "Shuffle one deck of 52 cards and hold it face down. Deal a card face up to each of seven columns, from left to right.",
		 "Bland et spil på 52 kort, og hold det med bagsiden opad. Giv ét åbent kort til hver af syv kolonner, fra venstre mod højre.",
		 "Mische ein Spiel mit 52 Karten und halte es verdeckt. Gib je eine offene Karte in sieben Spalten, von links nach rechts.",
		 "Ανακάτεψε μια τράπουλα 52 φύλλων και κράτα την κλειστή. Μοίρασε από ένα ανοιχτό φύλλο σε επτά στήλες, από αριστερά προς τα δεξιά.")},
	{.text = MK_PHRASE(
		 "Go on in the same way, row by row: the next card always goes to the next column, below the cards that lie there, so that all of them remain visible.",
		 "Fortsæt på samme måde, række for række: det næste kort lægges altid i den næste kolonne, neden for kortene dér, så alle kan ses.",
		 "Gib so weiter, Reihe für Reihe: Die nächste Karte kommt immer in die nächste Spalte, unter die Karten, die dort liegen, sodass alle sichtbar bleiben.",
		 "Συνέχισε με τον ίδιο τρόπο, σειρά σειρά: το επόμενο φύλλο πηγαίνει πάντα στην επόμενη στήλη, κάτω από όσα είναι εκεί, ώστε να φαίνονται όλα.")},
};

static const struct mk_rulebook_paragraph
	moves
		[] =
			{
				{.text = MK_PHRASE(
					 "An ace counts 1, the cards from two to ten count what is printed on them, jack, queen and king count 10 each.",
					 "Et es tæller 1, kortene fra to til ti tæller deres tal, og knægt, dame og konge tæller 10 hver.",
					 "Ein Ass zählt 1, die Karten von Zwei bis Zehn zählen ihre Zahl, Bube, Dame und König je 10.",
					 "Ο άσος μετράει 1, τα φύλλα από δύο ως δέκα όσο γράφουν, και βαλές, ντάμα και ρήγας από 10.")},
				{.text = MK_PHRASE(
					 "As soon as a column has three cards or more, three that add up to 10, 20 or 30 may leave it: the last three, or the first and the last two, or the first two and the last. It is always three, and no other three count, even if their sum fits.",
					 "Så snart en kolonne har mindst tre kort, kan tre, der giver 10, 20 eller 30, tages væk: de tre sidste, eller det første og de to sidste, eller de to første og det sidste. Det er altid tre, og andre tre gælder ikke, selv om summen passer.",
					 "Sobald eine Spalte mindestens drei Karten hat, können drei davon gehen, die 10, 20 oder 30 ergeben: die letzten drei, oder die erste und die letzten beiden, oder die ersten beiden und die letzte. Es sind immer drei, und andere drei gelten nicht, auch wenn die Summe stimmt.",
					 "Μόλις μια στήλη έχει τρία φύλλα ή περισσότερα, μπορούν να φύγουν τρία που δίνουν άθροισμα 10, 20 ή 30: τα τρία τελευταία, ή το πρώτο και τα δύο τελευταία, ή τα δύο πρώτα και το τελευταίο. Είναι πάντα τρία, και άλλη τριάδα δεν μετράει, ακόμη κι αν βγαίνει το άθροισμα.")},
				{.text = MK_PHRASE(
					 "The three go under the deck in the order in which they lay, the first one first: they will come again.",
					 "De tre lægges nederst i bunken i den rækkefølge, de lå, det første først: de kommer igen.",
					 "Die drei kommen unter den Stapel, in der Reihenfolge, in der sie lagen, die erste zuerst: Sie kommen wieder.",
					 "Τα τρία μπαίνουν κάτω από την τράπουλα με τη σειρά που ήταν, το πρώτο πρώτο: θα ξαναβγούν.")},
				{.applies = is_optional,
					.text = MK_PHRASE(
						"You may also leave three cards that fit where they are.",
						"Du må også lade tre kort, der passer, blive liggende.",
						"Drei passende Karten darfst du auch liegen lassen.",
						"Μπορείς και να αφήσεις τρία φύλλα που ταιριάζουν στη θέση τους.")},
				{.applies = is_mandatory,
					.text = MK_PHRASE(
						"Three cards that fit must leave the column; where more than one choice fits, you choose.",
						"Tre kort, der passer, skal væk; er der flere muligheder, vælger du.",
						"Drei passende Karten müssen weg; gibt es mehrere Möglichkeiten, wählst du.",
						"Τρία φύλλα που ταιριάζουν πρέπει να φύγουν· αν υπάρχουν περισσότερες δυνατότητες, διαλέγεις εσύ.")},
				{.applies = is_forced,
					.text = MK_PHRASE(
						"Three cards that fit must leave the column, and where more than one choice fits, the order given below decides. So you have nothing to choose: the deal decides the game.", "Tre kort, der passer, skal væk, og er der flere muligheder, gælder rækkefølgen nedenfor. Du har altså intet at vælge: kortene afgør spillet.", "Drei passende Karten müssen weg, und gibt es mehrere Möglichkeiten, gilt die Reihenfolge unten. Du hast also nichts zu wählen: Die Karten entscheiden das Spiel.",
						"Τρία φύλλα που ταιριάζουν πρέπει να φύγουν, και αν υπάρχουν περισσότερες δυνατότητες, ισχύει η σειρά που γράφει παρακάτω. Δεν έχεις λοιπόν τίποτα να διαλέξεις: το παιχνίδι το κρίνουν τα φύλλα.")},
				{.text = MK_PHRASE(
					 "If three others fit after that, they go in the same way before you deal on.",
					 "Passer tre andre derefter, kan de tages på samme måde, før du giver videre.",
					 "Passen danach drei andere, gehen sie ebenso, bevor du weitergibst.",
					 "Αν ύστερα ταιριάζουν άλλα τρία, φεύγουν με τον ίδιο τρόπο πριν συνεχίσεις το μοίρασμα.")},
				{.applies = is_late,
					.text = MK_PHRASE(
						"You may take three from any column, also later, as long as that column has not got its next card. After that it is too late.",
						"Du må tage tre fra enhver kolonne, også senere, så længe kolonnen ikke har fået sit næste kort. Derefter er det for sent.",
						"Du darfst aus jeder Spalte drei nehmen, auch später, solange diese Spalte ihre nächste Karte nicht bekommen hat. Danach ist es zu spät.",
						"Μπορείς να πάρεις τρία από οποιαδήποτε στήλη, και αργότερα, όσο η στήλη δεν έχει πάρει το επόμενο φύλλο της. Ύστερα είναι αργά.")},
				{.applies = is_prompt,
					.text = MK_PHRASE(
						"Three cards leave only the column that has just got a card.",
						"Tre kort kan kun gå fra den kolonne, der lige har fået et kort.",
						"Drei Karten gehen nur aus der Spalte, die gerade eine Karte bekommen hat.",
						"Τρία φύλλα φεύγουν μόνο από τη στήλη που μόλις πήρε φύλλο.")},
				{.text = MK_PHRASE(
					 "A column from which the last cards have gone is closed: no card is dealt to it any more.",
					 "En kolonne, hvor de sidste kort er taget, er lukket: den får ikke flere kort.",
					 "Eine Spalte, aus der die letzten Karten gegangen sind, ist geschlossen: Sie bekommt keine Karte mehr.",
					 "Μια στήλη που άδειασε έκλεισε: δεν μοιράζεται πια φύλλο σε αυτήν.")},
				{.text = MK_PHRASE(
					 "The game is lost when the deck is empty and nothing can be removed.",
					 "Spillet er tabt, når bunken er tom, og ingen kort kan tages væk.",
					 "Verloren ist, wenn der Stapel leer ist und nichts mehr gehen kann.",
					 "Χάνεις όταν τελειώσει η τράπουλα και τίποτα δεν μπορεί να φύγει.")},
				{.applies = stuck_loses,
					.text = MK_PHRASE(
						"It is lost, too, when it goes round in circles: the same table with the same deck comes again.",
						"Det er også tabt, når det går i ring: det samme bord med den samme bunke kommer igen.",
						"Verloren ist auch, wenn sich das Spiel im Kreis dreht: Derselbe Tisch mit demselben Stapel kehrt wieder.",
						"Χάνεις και όταν το παιχνίδι κάνει κύκλους: ξανάρχεται το ίδιο τραπέζι με την ίδια τράπουλα.")},
				{.applies = stuck_draws,
					.text = MK_PHRASE(
						"It is drawn when it goes round in circles: the same table with the same deck comes again.",
						"Det er uafgjort, når det går i ring: det samme bord med den samme bunke kommer igen.",
						"Unentschieden ist, wenn sich das Spiel im Kreis dreht: Derselbe Tisch mit demselben Stapel kehrt wieder.",
						"Είναι ισόπαλο όταν το παιχνίδι κάνει κύκλους: ξανάρχεται το ίδιο τραπέζι με την ίδια τράπουλα.")},
};

/* The author permits the use of the game on condition that he and his blog are named. */
static const struct mk_rulebook_paragraph sources[] = {
	{.text = MK_PHRASE(
		 "Nestor Louizidis made this game into a program and published both, the rules and the program, on his blog. Makker follows his description and thanks him for his work.",
		 "Nestor Louizidis lavede spillet som program og offentliggjorde både regler og program på sin blog. Makker følger hans beskrivelse og takker ham for hans arbejde.",
		 "Nestor Louizidis hat aus diesem Spiel ein Programm gemacht und beides, Regeln und Programm, in seinem Blog veröffentlicht. Makker folgt seiner Beschreibung und dankt ihm für seine Arbeit.",
		 "Ο Nestor Louizidis έκανε το παιχνίδι πρόγραμμα και δημοσίευσε κανόνες και πρόγραμμα στο ιστολόγιό του (blog). Το Makker ακολουθεί την περιγραφή του και τον ευχαριστεί για τη δουλειά του.")},
	{.applies = is_forced,
		.text = MK_PHRASE(
			"The variant without choices is the task 10-20-30 of the finals of the ACM programming contest in 1996.",
			"Varianten uden valg er opgaven 10-20-30 fra finalen i ACM's programmeringskonkurrence i 1996.",
			"Die Variante ohne Wahl ist die Aufgabe 10-20-30 aus dem Finale des ACM-Programmierwettbewerbs von 1996.",
			"Η παραλλαγή χωρίς επιλογές είναι το θέμα 10-20-30 στον τελικό του διαγωνισμού προγραμματισμού της ACM το 1996.")},
};

static const struct mk_rulebook_term glossary[] = {
	{.term = MK_PHRASE("deck", "bunke", "Stapel", "τράπουλα"),
		.meaning = MK_PHRASE(
			"the cards in your hand: dealt from the top, put back at the bottom",
			"kortene på hånden: de gives fra oven og lægges tilbage nederst",
			"die Karten in der Hand: von oben wird gegeben, unten kommen sie zurück",
			"τα φύλλα στο χέρι: μοιράζονται από πάνω και γυρίζουν από κάτω")},
	{.term = MK_PHRASE(
		 "top and bottom", "øverst og nederst", "oben und unten", "κορυφή και τέλος"),
		.meaning = MK_PHRASE(
			"the first card dealt to a column lies at its top, the last at its bottom",
			"det først givne kort i en kolonne ligger øverst, det sidste nederst",
			"die zuerst gegebene Karte einer Spalte liegt oben, die letzte unten",
			"το πρώτο φύλλο μιας στήλης είναι στην κορυφή, το τελευταίο στο τέλος της")},
	{.term = MK_PHRASE("B3", "B3", "B3", "B3"),
		.meaning = MK_PHRASE("the last three cards of a column",
			"de tre sidste kort i en kolonne", "die letzten drei Karten einer Spalte",
			"τα τρία τελευταία φύλλα μιας στήλης")},
	{.term = MK_PHRASE("T1B2", "T1B2", "T1B2", "T1B2"),
		.meaning = MK_PHRASE("the first and the last two", "det første og de to sidste",
			"die erste und die letzten beiden", "το πρώτο και τα δύο τελευταία")},
	{.term = MK_PHRASE("T2B1", "T2B1", "T2B1", "T2B1"),
		.meaning = MK_PHRASE("the first two and the last", "de to første og det sidste",
			"die ersten beiden und die letzte", "τα δύο πρώτα και το τελευταίο")},
};

const struct mk_rulebook tens_rulebook = {
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
