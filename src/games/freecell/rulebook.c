/* The rules of FreeCell in words. */
#include "games/freecell/game.h"

static bool builds_in_suit(const struct mk_rules *rules)
{
	return rules->value[OPTION_BUILD] == IN_SUIT;
}

static bool builds_alternating(const struct mk_rules *rules)
{
	return !builds_in_suit(rules);
}

static const struct mk_rulebook_paragraph aim[] = {
	{.text = MK_PHRASE(
		 "Bring all 52 cards to the four foundations, each suit from the ace to the king. Every card is visible from the start: only planning counts.",
		 "Få alle 52 kort op i de fire grundbunker, hver kulør fra es til konge. Alle kort er synlige fra begyndelsen, så alt er et spørgsmål om at planlægge.",
		 "Bringe alle 52 Karten auf die vier Ablagestapel, jede Farbe vom Ass bis zum König. Alle Karten sind von Anfang an zu sehen: Es kommt allein aufs Planen an.",
		 "Ανέβασε και τα 52 φύλλα στις τέσσερις βάσεις, κάθε φυλή από τον άσο ως τον ρήγα. Όλα τα φύλλα φαίνονται από την αρχή: το μόνο που μετράει είναι το σχέδιο.")},
};

static const struct mk_rulebook_paragraph deal[] = {
	{.text = MK_PHRASE(
		 "Shuffle one deck of 52 cards and deal it face up in eight columns, a card to each in turn from left to right, until none is left: the first four columns get seven cards, the others six.",
		 "Bland et spil på 52 kort, og giv dem åbne i otte kolonner, ét kort ad gangen til hver fra venstre mod højre, til der ikke er flere: de fire første kolonner får syv kort, de andre seks.",
		 "Mische ein Spiel mit 52 Karten und gib sie offen in acht Spalten, reihum je eine von links nach rechts, bis alle verteilt sind: Die ersten vier Spalten bekommen sieben Karten, die anderen sechs.",
		 "Ανακάτεψε μια τράπουλα 52 φύλλων και μοίρασέ τα ανοιχτά σε οκτώ στήλες, ένα σε καθεμιά από αριστερά προς τα δεξιά, ώσπου να τελειώσουν: οι τέσσερις πρώτες στήλες παίρνουν επτά φύλλα, οι άλλες έξι.")},
	{.text = MK_PHRASE(
		 "Leave room above the columns for the free cells on the left and the four foundations on the right. All are empty.",
		 "Hold plads over kolonnerne til de frie celler til venstre og de fire grundbunker til højre. De er alle tomme.",
		 "Lass über den Spalten Platz für die freien Zellen links und die vier Ablagestapel rechts. Alle sind leer.",
		 "Άφησε χώρο πάνω από τις στήλες: αριστερά για τα ελεύθερα κελιά, δεξιά για τις τέσσερις βάσεις. Όλα είναι άδεια.")},
};

static const struct mk_rulebook_paragraph moves[] = {
	{.text = MK_PHRASE(
		 "You move one card at a time: the front card of a column or a card in a free cell.",
		 "Du flytter ét kort ad gangen: det forreste i en kolonne eller et kort i en fri celle.",
		 "Du bewegst immer nur eine Karte: die vorderste einer Spalte oder eine aus einer freien Zelle.",
		 "Μετακινείς ένα φύλλο κάθε φορά: το μπροστινό μιας στήλης ή ένα φύλλο από ελεύθερο κελί.")},
	{.applies = builds_alternating,
		.text = MK_PHRASE(
			"On a column a card must be one lower than the front card and of the other colour: a black seven on a red eight.",
			"I en kolonne lægges det på et kort, der er én højere og har den anden farve: en sort syver på en rød otter.",
			"In einer Spalte muss sie um eins niedriger als die vorderste und von der anderen Farbe sein: eine schwarze Sieben auf eine rote Acht.",
			"Σε στήλη πρέπει να είναι κατά ένα μικρότερο από το μπροστινό και από το άλλο χρώμα: ένα μαύρο επτά πάνω σε κόκκινο οκτώ.")},
	{.applies = builds_in_suit,
		.text = MK_PHRASE(
			"On a column a card must be one lower than the front card and of the same suit: the seven of spades on the eight of spades.",
			"I en kolonne lægges det på et kort, der er én højere og af samme kulør: spar syv på spar otte.",
			"In einer Spalte muss sie um eins niedriger als die vorderste und von derselben Farbe sein: die Pik-Sieben auf die Pik-Acht.",
			"Σε στήλη πρέπει να είναι κατά ένα μικρότερο από το μπροστινό και της ίδιας φυλής: το επτά μπαστούνι πάνω στο οκτώ μπαστούνι.")},
	{.text = MK_PHRASE("Any card may go to an empty column.",
		 "I en tom kolonne må der lægges et hvilket som helst kort.",
		 "In eine leere Spalte darf jede Karte.",
		 "Σε κενή στήλη πηγαίνει οποιοδήποτε φύλλο.")},
	{.text = MK_PHRASE("A free cell holds one card, of any kind, until it fits elsewhere.",
		 "En fri celle har plads til ét kort, hvilket som helst, til det passer et andet sted.",
		 "Eine freie Zelle nimmt eine beliebige Karte auf, bis diese woanders passt.",
		 "Ένα ελεύθερο κελί χωράει ένα φύλλο, όποιο κι αν είναι, ώσπου να ταιριάξει αλλού.")},
	{.text = MK_PHRASE(
		 "Each suit has a foundation, which begins with the ace and goes up to the king. A card on a foundation stays there.",
		 "Hver kulør har en grundbunke, som begynder med esset og går op til kongen. Et kort, der ligger i en grundbunke, bliver liggende.",
		 "Jede Farbe hat einen Ablagestapel, der mit dem Ass beginnt und bis zum König geht. Was dort liegt, bleibt dort.",
		 "Κάθε φυλή έχει μια βάση, που αρχίζει με τον άσο και φτάνει ως τον ρήγα. Όποιο φύλλο ανέβει στη βάση μένει εκεί.")},
	{.text = MK_PHRASE(
		 "Cards that are in sequence at the front of a column may be moved together where free cells and empty columns would let you move them one by one: one card more than there are free cells, and twice as many for each empty column besides the target.",
		 "Kort, der ligger i rækkefølge forrest i en kolonne, må flyttes samlet, når frie celler og tomme kolonner er nok til at flytte dem ét ad gangen: ét kort mere, end der er frie celler, og dobbelt så mange for hver tom kolonne, der ikke er målet.",
		 "Karten, die vorn in einer Spalte in der Reihenfolge liegen, darfst du zusammen bewegen, wenn freie Zellen und leere Spalten reichen, um sie einzeln zu bewegen: eine Karte mehr, als Zellen frei sind, und doppelt so viele für jede leere Spalte außer dem Ziel.",
		 "Φύλλα που είναι στη σειρά μπροστά σε μια στήλη μεταφέρονται μαζί, όταν τα ελεύθερα κελιά και οι κενές στήλες αρκούν για να μεταφερθούν ένα ένα: ένα φύλλο παραπάνω από τα άδεια κελιά, και διπλάσια για κάθε κενή στήλη πέρα από εκείνη του προορισμού.")},
	{.text = MK_PHRASE("The game is lost when no card can be moved.",
		 "Spillet er tabt, når ingen kort kan flyttes.",
		 "Verloren ist, wenn sich keine Karte mehr bewegen lässt.",
		 "Χάνεις όταν κανένα φύλλο δεν μπορεί να μετακινηθεί.")},
};

static const struct mk_rulebook_paragraph sources[] = {
	{.applies = builds_alternating,
		.text = MK_PHRASE(
			"Paul Alfille wrote the first FreeCell program in 1978; the game became known with Windows, whose numbered deals (by Jim Horne) Makker knows.",
			"Paul Alfille skrev det første FreeCell-program i 1978; spillet blev kendt med Windows, hvis nummererede spil (af Jim Horne) Makker kender.",
			"Das erste FreeCell-Programm schrieb Paul Alfille 1978; bekannt wurde das Spiel mit Windows, dessen nummerierte Spiele (von Jim Horne) Makker kennt.",
			"Το πρώτο πρόγραμμα FreeCell το έγραψε ο Paul Alfille το 1978· έγινε γνωστό με τα Windows, που τις αριθμημένες μοιρασιές τους (του Jim Horne) τις ξέρει το Makker.")},
	{.applies = builds_in_suit,
		.text = MK_PHRASE(
			"Baker's game is older than FreeCell; it is named after C. L. Baker, and Martin Gardner described it in Scientific American in 1968.",
			"Baker's Game er ældre end FreeCell; det er opkaldt efter C. L. Baker, og Martin Gardner beskrev det i Scientific American i 1968.",
			"Baker's Game ist älter als FreeCell; es heißt nach C. L. Baker, und Martin Gardner beschrieb es 1968 in Scientific American.",
			"Το Baker's Game είναι παλαιότερο από το FreeCell· πήρε το όνομά του από τον C. L. Baker, και ο Martin Gardner το περιέγραψε στο Scientific American το 1968.")},
};

static const struct mk_rulebook_term glossary[] = {
	{.term = MK_PHRASE("column", "kolonne", "Spalte", "στήλη"),
		.meaning = MK_PHRASE(
			"one of the eight rows of overlapping cards; its front card is the one that no other covers",
			"en af de otte stakke, hvor kortene ligger ned over hinanden; det forreste er det, der ikke ligger noget på",
			"eine der acht Reihen sich überdeckender Karten; die vorderste ist die, auf der keine liegt",
			"μία από τις οκτώ σειρές φύλλων που επικαλύπτονται· μπροστινό είναι εκείνο που δεν το σκεπάζει άλλο")},
	{.term = MK_PHRASE("free cell", "fri celle", "freie Zelle", "ελεύθερο κελί"),
		.meaning = MK_PHRASE("a place for one card", "en plads til ét kort",
			"ein Platz für eine Karte", "θέση για ένα φύλλο")},
	{.term = MK_PHRASE("foundation", "grundbunke", "Ablagestapel", "βάση"),
		.meaning = MK_PHRASE("the pile of one suit from the ace upwards",
			"bunken med én kulør fra esset og op",
			"der Stapel einer Farbe vom Ass aufwärts",
			"ο σωρός μιας φυλής, από τον άσο και πάνω")},
};

const struct mk_rulebook freecell_rulebook = {
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
