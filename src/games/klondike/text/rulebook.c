/* The rules of Klondike in words. */
#include "games/klondike/table/rules.h"
#include "games/klondike/text/words.h"

static bool is_turned_up(const struct mk_rules *rules)
{
	struct klondike_rules unpacked;

	klondike_rules_unpack(rules, &unpacked);
	return !unpacked.cleared;
}

static bool is_cleared(const struct mk_rules *rules)
{
	return !is_turned_up(rules);
}

static bool begins_turned(const struct mk_rules *rules)
{
	return rules->value[OPTION_FIRST_CARD_UP] != 0;
}

static bool begins_with_stock(const struct mk_rules *rules)
{
	return !begins_turned(rules);
}

static bool draws_one(const struct mk_rules *rules)
{
	return rules->value[OPTION_DRAW] == 1;
}

static bool draws_three(const struct mk_rules *rules)
{
	return !draws_one(rules);
}

static bool is_kept(const struct mk_rules *rules)
{
	struct klondike_rules unpacked;

	klondike_rules_unpack(rules, &unpacked);
	return unpacked.kept;
}

static bool is_shuffled(const struct mk_rules *rules)
{
	return !is_kept(rules);
}

static bool is_limited(const struct mk_rules *rules)
{
	return rules->value[OPTION_SHUFFLES] != MK_UNLIMITED;
}

static bool is_unlimited(const struct mk_rules *rules)
{
	return !is_limited(rules);
}

static bool returns(const struct mk_rules *rules)
{
	return rules->value[OPTION_FOUNDATION_RETURN] != 0;
}

static bool stays(const struct mk_rules *rules)
{
	return !returns(rules);
}

static const struct mk_rulebook_paragraph aim[] = {
	{.applies = is_turned_up,
		.text = MK_PHRASE(
			"Turn up every card. You have won as soon as no card in the columns lies face down; the cards need not all be on the foundations.",
			"Få vendt alle kort. Du har vundet, så snart der ikke ligger flere kort i kolonnerne med bagsiden opad; kortene behøver ikke alle at være i grundbunkerne.",
			"Decke alle Karten auf. Gewonnen hast du, sobald in den Spalten keine Karte mehr verdeckt liegt; die Karten müssen nicht alle auf den Ablagestapeln liegen.",
			"Άνοιξε όλα τα φύλλα. Κερδίζεις μόλις δεν μείνει κλειστό φύλλο στις στήλες· δεν χρειάζεται να ανέβουν όλα τα φύλλα στις βάσεις.")},
	{.applies = is_cleared,
		.text = MK_PHRASE(
			"Bring all 52 cards to the four foundations, each suit from the ace to the king.",
			"Få alle 52 kort op i de fire grundbunker, hver kulør fra es til konge.",
			"Bringe alle 52 Karten auf die vier Ablagestapel, jede Farbe vom Ass bis zum König.",
			"Ανέβασε και τα 52 φύλλα στις τέσσερις βάσεις, κάθε φυλή από τον άσο ως τον ρήγα.")},
};

static const struct mk_rulebook_paragraph deal[] = {
	{.text = MK_PHRASE(
		 "Shuffle one deck of 52 cards. Lay out seven columns side by side: one card in the first, two in the second, and so on up to seven in the last. All are face down but the front card of each column, which you turn up.",
		 "Bland et spil på 52 kort. Læg syv kolonner ved siden af hinanden: ét kort i den første, to i den anden og så videre til syv i den sidste. Alle ligger med bagsiden opad undtagen det forreste i hver kolonne, som du vender.",
		 "Mische ein Spiel mit 52 Karten. Lege sieben Spalten nebeneinander aus: eine Karte in die erste, zwei in die zweite und so weiter bis sieben in die letzte. Alle liegen verdeckt bis auf die vorderste jeder Spalte, die du aufdeckst.",
		 "Ανακάτεψε μια τράπουλα 52 φύλλων. Στρώσε επτά στήλες τη μία δίπλα στην άλλη: ένα φύλλο στην πρώτη, δύο στη δεύτερη και ούτω καθεξής, επτά στην τελευταία. Όλα είναι κλειστά εκτός από το μπροστινό κάθε στήλης, που το ανοίγεις.")},
	{.text = MK_PHRASE(
		 "The other 24 cards are the stock, face down. Leave room beside it for the waste, and for the four foundations.",
		 "De øvrige 24 kort er trækbunken, med bagsiden opad. Hold plads ved siden af den til de vendte kort og til de fire grundbunker.",
		 "Die übrigen 24 Karten sind der Ziehstapel, verdeckt. Lass daneben Platz für die aufgedeckten Karten und für die vier Ablagestapel.",
		 "Τα υπόλοιπα 24 φύλλα είναι η στοίβα, κλειστή. Άφησε δίπλα της χώρο για τα φύλλα που θα ανοίγεις και για τις τέσσερις βάσεις.")},
	{.applies = begins_turned,
		.text = MK_PHRASE(
			"Before your first move the stock is turned once: its first card lies face up in the waste.",
			"Før dit første træk vendes der én gang fra trækbunken, så du kan se dens første kort.",
			"Vor deinem ersten Zug wird einmal vom Ziehstapel aufgedeckt: Seine erste Karte liegt offen.",
			"Πριν από την πρώτη σου κίνηση η στοίβα ανοίγεται μία φορά: το πρώτο της φύλλο φαίνεται.")},
	{.applies = begins_with_stock,
		.text = MK_PHRASE("No card of the stock is turned over yet when you begin.",
			"Der er endnu ikke vendt kort fra trækbunken, når du begynder.",
			"Vom Ziehstapel ist zu Beginn noch nichts aufgedeckt.",
			"Όταν αρχίζεις, δεν έχει ανοιχτεί ακόμη φύλλο από τη στοίβα.")},
};

static const struct mk_rulebook_paragraph
	moves[] =
		{
			{.text = MK_PHRASE(
				 "In the columns you build downwards in alternating colours: a black seven goes on a red eight. When you move a face-up card, all cards on it move with it.",
				 "I kolonnerne bygger du nedad i skiftende farve: en sort syver lægges på en rød otter. Flytter du et vendt kort, følger alle kort oven på det med.",
				 "In den Spalten legst du abwärts, abwechselnd rot und schwarz: eine schwarze Sieben auf eine rote Acht. Eine offene Karte nimmt alle Karten mit, die auf ihr liegen.",
				 "Στις στήλες χτίζεις προς τα κάτω με εναλλασσόμενο χρώμα: ένα μαύρο επτά πάνω σε ένα κόκκινο οκτώ. Ένα ανοιχτό φύλλο μεταφέρεται μαζί με όλα όσα έχει πάνω του.")},
			{.text = MK_PHRASE(
				 "When a face-down card becomes the front card of its column, turn it up at once.",
				 "Når et skjult kort bliver det forreste i sin kolonne, vender du det med det samme.",
				 "Wird eine verdeckte Karte zur vordersten ihrer Spalte, deckst du sie sofort auf.",
				 "Όταν ένα κλειστό φύλλο γίνει το μπροστινό της στήλης του, το ανοίγεις αμέσως.")},
			{.text = MK_PHRASE(
				 "Only a king goes to an empty column, alone or with the cards on it.",
				 "I en tom kolonne må der kun lægges en konge, alene eller med kortene oven på.",
				 "In eine leere Spalte darf nur ein König, allein oder mit den Karten auf ihm.",
				 "Σε κενή στήλη πηγαίνει μόνο ρήγας, μόνος ή με όσα φύλλα έχει πάνω του.")},
			{.text = MK_PHRASE(
				 "Each suit has a foundation, which begins with the ace and goes up to the king. The front card of a column or of the waste may go there.",
				 "Hver kulør har en grundbunke, som begynder med esset og går op til kongen. Det forreste kort i en kolonne og det øverste vendte kort fra trækbunken må lægges der.",
				 "Jede Farbe hat einen Ablagestapel, der mit dem Ass beginnt und bis zum König geht. Dorthin darf die vorderste Karte einer Spalte oder die oberste aufgedeckte des Ziehstapels.",
				 "Κάθε φυλή έχει μια βάση, που αρχίζει με τον άσο και φτάνει ως τον ρήγα. Εκεί πηγαίνει το μπροστινό φύλλο μιας στήλης ή το πάνω ανοιχτό φύλλο της στοίβας.")},
			{.applies = returns,
				.text = MK_PHRASE(
					"The front card of a foundation may come back to a column where it fits.",
					"Det øverste kort i en grundbunke må tages tilbage til en kolonne, hvor det passer.",
					"Die oberste Karte eines Ablagestapels darf in eine Spalte zurück, wo sie passt.",
					"Το πάνω φύλλο μιας βάσης μπορεί να γυρίσει σε στήλη όπου ταιριάζει.")},
			{.applies = stays,
				.text = MK_PHRASE("A card on a foundation stays there.",
					"Et kort, der ligger i en grundbunke, bliver liggende.",
					"Was auf einem Ablagestapel liegt, bleibt dort.",
					"Όποιο φύλλο ανέβει στη βάση μένει εκεί.")},
			{.applies = draws_one,
				.text = MK_PHRASE(
					"Whenever you like, turn over the next card of the stock on to the waste. Of the waste only the front card can be played; then the one below it is free.",
					"Når du vil, vender du det næste kort fra trækbunken. Kun det øverste af de vendte kort kan spilles; derefter er det næste frit.",
					"Wann du willst, deckst du die nächste Karte des Ziehstapels auf. Nur die oberste der aufgedeckten Karten ist spielbar; danach die unter ihr.",
					"Όποτε θέλεις, ανοίγεις το επόμενο φύλλο της στοίβας. Από τα ανοιχτά παίζεται μόνο το πάνω· ύστερα ελευθερώνεται το αμέσως επόμενο.")},
			{.applies = draws_three,
				.text = MK_PHRASE("Whenever you like, turn over three cards of the stock together (the last time what is left). Only the front one can be played; after it the one below is free.",
					"Når du vil, vender du tre kort på én gang fra trækbunken (sidste gang dem, der er tilbage). Kun det øverste kan spilles; derefter er det næste frit.", "Wann du willst, deckst du drei Karten des Ziehstapels auf einmal auf (zuletzt die, die noch da sind). Nur die oberste ist spielbar; danach die unter ihr.", "Όποτε θέλεις, ανοίγεις τρία φύλλα μαζί από τη στοίβα (την τελευταία φορά όσα έμειναν). Παίζεται μόνο το πάνω· ύστερα ελευθερώνεται το αμέσως επόμενο.")},
			{.applies = is_shuffled,
				.text = MK_PHRASE(
					"When the stock is empty, shuffle the waste: it becomes the new stock.",
					"Når trækbunken er tom, blandes de vendte kort og bliver til en ny trækbunke.",
					"Ist der Ziehstapel leer, werden die aufgedeckten Karten gemischt und sind der neue Ziehstapel.",
					"Όταν αδειάσει η στοίβα, ανακατεύεις τα ανοιχτά της φύλλα και γίνονται η νέα στοίβα.")},
			{.applies = is_kept,
				.text = MK_PHRASE(
					"When the stock is empty, turn the waste over without shuffling: it becomes the new stock, in the same order.",
					"Når trækbunken er tom, vendes de vendte kort om uden at blande: de er den nye trækbunke i samme rækkefølge.",
					"Ist der Ziehstapel leer, werden die aufgedeckten Karten umgedreht, ohne zu mischen: Sie sind der neue Ziehstapel in derselben Reihenfolge.",
					"Όταν αδειάσει η στοίβα, γυρίζεις τα ανοιχτά της φύλλα χωρίς ανακάτεμα: γίνονται η νέα στοίβα με την ίδια σειρά.")},
			{.applies = is_limited,
				.text = MK_PHRASE(
					"You may do this only a few times; the number is given below. The game is lost when no move is left, the stock is empty and may not begin again.",
					"Det må du kun et bestemt antal gange, som står nedenfor. Spillet er tabt, når der ikke er flere træk, og trækbunken er tom og ikke må begynde forfra.",
					"Das geht nur so oft, wie es unten steht. Verloren ist, wenn kein Zug mehr möglich ist, der Ziehstapel leer ist und nicht von vorn beginnen darf.",
					"Αυτό επιτρέπεται μόνο όσες φορές γράφει παρακάτω. Χάνεις όταν δεν υπάρχει άλλη κίνηση και η στοίβα τελείωσε και δεν μπορεί να ξαναρχίσει.")},
			{.applies = is_unlimited,
				.text = MK_PHRASE(
					"You may do this as often as you like. The game is lost when no card of the stock helps any more.",
					"Det må du så tit, du vil. Spillet er tabt, når ingen kort fra trækbunken hjælper mere.",
					"Das geht, so oft du willst. Verloren ist, wenn keine Karte des Ziehstapels mehr hilft.",
					"Αυτό επιτρέπεται όσες φορές θέλεις. Χάνεις όταν κανένα φύλλο της στοίβας δεν βοηθά πια.")},
};

static const struct mk_rulebook_paragraph sources[] = {
	{.applies = is_turned_up,
		.text = MK_PHRASE(
			"These are Danish house rules for Klondike, written down in the handbook of a program that advised players from pictures of the table; Makker began as its successor.",
			"Det er danske husregler for 7-kabalen, som de står i manualen til et program, der gav råd ud fra billeder af bordet; Makker begyndte som dets afløser.",
			"Das sind dänische Hausregeln der Klondike-Patience aus dem Handbuch eines Programms, das nach Bildern vom Tisch beriet; Makker begann als sein Nachfolger.",
			"Είναι δανέζικοι κανόνες του Klondike, από το εγχειρίδιο ενός προγράμματος που συμβούλευε βλέποντας εικόνες του τραπεζιού· το Makker ξεκίνησε ως διάδοχός του.")},
	{.applies = is_cleared,
		.text = MK_PHRASE(
			"These are the usual rules of Klondike, as books on patience and most computers have them.",
			"Det er de almindelige regler for 7-kabalen, som kabalebøger og de fleste computere har dem.",
			"Das sind die üblichen Regeln der Klondike-Patience, wie Patiencebücher und die meisten Computer sie haben.",
			"Είναι οι συνηθισμένοι κανόνες του Klondike, όπως στα βιβλία με πασιέντζες και στους περισσότερους υπολογιστές.")},
};

static const struct mk_rulebook_term glossary[] = {
	{.term = MK_PHRASE("column", "kolonne", "Spalte", "στήλη"),
		.meaning = MK_PHRASE(
			"one of the seven rows of overlapping cards; its front card is the one that no other covers",
			"en af de syv stakke, hvor kortene ligger ned over hinanden; det forreste er det, der ikke ligger noget på",
			"eine der sieben Reihen sich überdeckender Karten; die vorderste ist die, auf der keine liegt",
			"μία από τις επτά σειρές φύλλων που επικαλύπτονται· μπροστινό είναι εκείνο που δεν το σκεπάζει άλλο")},
	{.term = MK_PHRASE("foundation", "grundbunke", "Ablagestapel", "βάση"),
		.meaning = MK_PHRASE("the pile of one suit from the ace upwards",
			"bunken med én kulør fra esset og op",
			"der Stapel einer Farbe vom Ass aufwärts",
			"ο σωρός μιας φυλής, από τον άσο και πάνω")},
	{.term = MK_PHRASE("stock", "trækbunke", "Ziehstapel", "στοίβα"),
		.meaning = MK_PHRASE("the cards that were not dealt, face down",
			"de kort, der ikke blev givet, skjulte og vendte",
			"die Karten, die nicht ausgelegt wurden, verdeckt und aufgedeckt",
			"τα φύλλα που δεν μοιράστηκαν, κλειστά και ανοιχτά")},
	{.term = MK_PHRASE("waste", "vendte kort", "aufgedeckte Karten", "ανοιχτά της στοίβας"),
		.meaning = MK_PHRASE("the face-up cards beside the stock",
			"de kort fra trækbunken, der ligger med forsiden opad ved siden af",
			"die Karten des Ziehstapels, die offen daneben liegen",
			"τα φύλλα της στοίβας που είναι ανοιχτά δίπλα της")},
	{.term = MK_PHRASE("redeal", "begynde forfra", "von vorn beginnen", "η στοίβα ξαναρχίζει"),
		.meaning = MK_PHRASE("the waste becomes the stock again",
			"de vendte kort bliver til trækbunken igen",
			"die aufgedeckten Karten werden wieder zum Ziehstapel",
			"τα ανοιχτά φύλλα γίνονται πάλι στοίβα")},
	{.term = MK_PHRASE("run", "række", "Folge", "σειρά"),
		.meaning = MK_PHRASE(
			"face-up cards of a column that follow each other downwards in alternating colours",
			"vendte kort i en kolonne, der følger hinanden nedad i skiftende farve",
			"offene Karten einer Spalte, die abwärts abwechselnd rot und schwarz aufeinander folgen",
			"ανοιχτά φύλλα μιας στήλης που κατεβαίνουν με εναλλασσόμενο χρώμα")},
};

const struct mk_rulebook klondike_rulebook = {
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
