/* The rules of Doppelkopf in words: aim, deal and play. */
#include "games/doppelkopf/text/rulebook.h"

#include "games/doppelkopf/table/rules.h"

#define BY_OPTION(name, option) \
	static bool name(const struct mk_rules *rules) \
	{ \
		return rules->value[option] != 0; \
	}
#define BY_MISSING_OPTION(name, option) \
	static bool name(const struct mk_rules *rules) \
	{ \
		return rules->value[option] == 0; \
	}

BY_OPTION(has_nines, NINES)
BY_MISSING_OPTION(lacks_nines, NINES)
BY_OPTION(has_dullen, DULLEN)
BY_MISSING_OPTION(lacks_dullen, DULLEN)
BY_OPTION(has_swines, SWINES)
BY_OPTION(has_hyperswines, HYPERSWINES)
BY_OPTION(has_poverty, POVERTY)
BY_OPTION(has_fox, FOX)
BY_OPTION(has_charlie, CHARLIE)
BY_OPTION(has_mandatory_solos, DUTY_SOLI)
BY_OPTION(soloist_leads, SOLO_LEADS)
BY_MISSING_OPTION(dealers_left_leads, SOLO_LEADS)
BY_OPTION(doubles, RE_DOUBLES)
BY_MISSING_OPTION(adds_two, RE_DOUBLES)
BY_OPTION(must_announce_thirty, FIRST_TRICK_THIRTY)
BY_OPTION(has_reply, REPLY)

static bool second_dulle_beats(const struct mk_rules *rules)
{
	return rules->value[DULLEN] && rules->value[SECOND_DULLE];
}

static bool marriage_chooses(const struct mk_rules *rules)
{
	return rules->value[MARRIAGE_SUIT] || rules->value[MARRIAGE_SINGLE] ||
	       rules->value[MARRIAGE_TRUMP];
}

static bool may_throw(const struct mk_rules *rules)
{
	for (int option = THROW_NINES; option <= THROW_ONE_TRUMP; option++) {
		if (rules->value[option]) {
			return true;
		}
	}
	return false;
}

static bool has_house_solos(const struct mk_rules *rules)
{
	for (int option = SOLO_KINGS; option <= SOLO_KOEHLER; option++) {
		if (rules->value[option]) {
			return true;
		}
	}
	return false;
}

static bool has_other_points(const struct mk_rules *rules)
{
	return rules->value[FOX_LAST_TRICK] || rules->value[CATCH_CHARLIE] ||
	       rules->value[DULLE_CAUGHT] || rules->value[HEART_TRICK];
}

static bool has_bock(const struct mk_rules *rules)
{
	return rules->value[BOCK] > 1;
}

static const struct mk_rulebook_paragraph aim[] = {
	{.text = MK_PHRASE(
		 "Four players, two teams: Re and Kontra. In most games the holders of the two queens of clubs are Re, the other two are Kontra, and nobody knows at first who plays with whom.",
		 "Fire spillere, to partier: re og kontra. I de fleste spil er de to, der har klørdamerne, re, og de to andre kontra, og fra begyndelsen ved ingen, hvem der spiller sammen.",
		 "Vier Spieler, zwei Parteien: Re und Kontra. In den meisten Spielen sind die beiden mit den Kreuz-Damen Re, die anderen beiden Kontra, und anfangs weiß niemand, wer mit wem spielt.",
		 "Τέσσερις παίκτες, δύο πλευρές: Re και Kontra. Στα περισσότερα παιχνίδια Re είναι όσοι έχουν τις δύο ντάμες σπαθί και Kontra οι άλλοι δύο, και στην αρχή κανείς δεν ξέρει ποιος παίζει με ποιον.")},
	{.text = MK_PHRASE(
		 "The tricks hold 240 card points together. Re wins with 121 of them, Kontra with 120. Each game gives game points, which are added up over many games.",
		 "I stikkene ligger der i alt 240 øjne. Re vinder med 121 af dem, kontra med 120. Hvert spil giver spilpoint, som lægges sammen over mange spil.",
		 "In den Stichen liegen zusammen 240 Augen. Re gewinnt mit 121 davon, Kontra mit 120. Jedes Spiel bringt Spielpunkte, die über viele Spiele zusammengezählt werden.",
		 "Οι μπάζες έχουν μαζί 240 πόντους φύλλων. Το Re κερδίζει με 121, το Kontra με 120. Κάθε παιχνίδι δίνει πόντους παιχνιδιού, που αθροίζονται σε πολλά παιχνίδια.")},
};

static const struct mk_rulebook_paragraph deal[] =
	{
		{.applies = has_nines,
			.text = MK_PHRASE(
				"Take 48 cards: ace, ten, king, queen, jack and nine of each suit, every card twice. Deal four times three cards to each, clockwise, first to the dealer's left: everybody gets twelve.",
				"Tag 48 kort: es, ti, konge, dame, knægt og ni i hver farve, hvert kort to gange. Giv tre kort ad gangen med uret, først til spilleren til venstre for giveren, til alle har tolv.",
				"Man nimmt 48 Karten: Ass, Zehn, König, Dame, Bube und Neun jeder Farbe, jede Karte doppelt. Gegeben wird viermal drei Karten, im Uhrzeigersinn, zuerst links vom Geber: Jeder bekommt zwölf.",
				"Παίρνετε 48 φύλλα: άσο, δέκα, ρήγα, ντάμα, βαλέ και εννιά κάθε χρώματος, κάθε φύλλο δύο φορές. Μοιράζονται τέσσερις φορές από τρία, δεξιόστροφα, πρώτα σε όποιον κάθεται αριστερά από εκείνον που μοιράζει: ο καθένας παίρνει δώδεκα.")},
		{.applies = lacks_nines,
			.text = MK_PHRASE(
				"Take 40 cards: ace, ten, king, queen and jack of each suit, every card twice, without the nines. Deal clockwise, first to the dealer's left: everybody gets ten.",
				"Tag 40 kort: es, ti, konge, dame og knægt i hver farve, hvert kort to gange, uden niere. Giv med uret, først til spilleren til venstre for giveren, til alle har ti.",
				"Man nimmt 40 Karten: Ass, Zehn, König, Dame und Bube jeder Farbe, jede Karte doppelt, ohne Neunen. Gegeben wird im Uhrzeigersinn, zuerst links vom Geber: Jeder bekommt zehn.",
				"Παίρνετε 40 φύλλα: άσο, δέκα, ρήγα, ντάμα και βαλέ κάθε χρώματος, κάθε φύλλο δύο φορές, χωρίς εννιάρια. Μοιράζονται δεξιόστροφα, πρώτα σε όποιον κάθεται αριστερά από εκείνον που μοιράζει: ο καθένας παίρνει δέκα.")},
		{.text =
				MK_PHRASE(
					"Then all say in turn, first the player on the dealer's left, whether they are healthy (a normal game suits them) or have a reservation: a marriage, a solo, or what else the rules allow. After the game the next player to the left deals.", "Derefter siger alle efter tur, først spilleren til venstre for giveren, om de er raske (et normalt spil passer dem) eller har forbehold: bryllup, solo eller hvad reglerne ellers tillader. Efter spillet giver den næste til venstre.", "Danach sagen alle der Reihe nach, zuerst links vom Geber, ob sie gesund sind (ein Normalspiel ist ihnen recht) oder einen Vorbehalt haben: Hochzeit, Solo oder was die Regeln sonst erlauben. Nach dem Spiel gibt der Nächste links.",
					"Ύστερα δηλώνουν όλοι με τη σειρά, πρώτα όποιος κάθεται αριστερά από εκείνον που μοίρασε, αν είναι εντάξει (τους κάνει το κανονικό παιχνίδι) ή αν έχουν επιφύλαξη: γάμο, σόλο ή ό,τι άλλο επιτρέπουν οι κανόνες. Μετά το παιχνίδι μοιράζει ο επόμενος στα αριστερά.")},
};

static const struct mk_rulebook_paragraph moves[] = {
	{.text = MK_PHRASE("Card points: ace 11, ten 10, king 4, queen 3, jack 2, nine 0.",
		 "Øjne: es 11, ti 10, konge 4, dame 3, knægt 2, ni 0.",
		 "Augen: Ass 11, Zehn 10, König 4, Dame 3, Bube 2, Neun 0.",
		 "Πόντοι φύλλων: άσος 11, δέκα 10, ρήγας 4, ντάμα 3, βαλές 2, εννιά 0.")},
	{.applies = has_dullen,
		.text = MK_PHRASE(
			"Trumps of the normal game, from high to low: ♥10; the queens ♣ ♠ ♥ ♦; the jacks ♣ ♠ ♥ ♦; then ♦ ace, ten, king and nine. Clubs, spades and hearts are side suits: ace, ten, king, nine (hearts without its ten).",
			"Trumf i det normale spil, fra høj til lav: ♥10; damerne ♣ ♠ ♥ ♦; knægtene ♣ ♠ ♥ ♦; derefter ♦ es, ti, konge og ni. Klør, spar og hjerter er sidefarver: es, ti, konge, ni (hjerter uden tieren).",
			"Trümpfe im Normalspiel, von oben nach unten: ♥10; die Damen ♣ ♠ ♥ ♦; die Buben ♣ ♠ ♥ ♦; dann ♦ Ass, Zehn, König und Neun. Kreuz, Pik und Herz sind Fehlfarben: Ass, Zehn, König, Neun (Herz ohne die Zehn).",
			"Ατού στο κανονικό παιχνίδι, από πάνω προς τα κάτω: ♥10· οι ντάμες ♣ ♠ ♥ ♦· οι βαλέδες ♣ ♠ ♥ ♦· ύστερα ♦ άσος, δέκα, ρήγας και εννιά. Σπαθιά, μπαστούνια και κούπες δεν είναι ατού: άσος, δέκα, ρήγας, εννιά (οι κούπες χωρίς το δέκα).")},
	{.applies = lacks_dullen,
		.text = MK_PHRASE(
			"Trumps of the normal game, from high to low: the queens ♣ ♠ ♥ ♦; the jacks ♣ ♠ ♥ ♦; then ♦ ace, ten, king and nine. Clubs, spades and hearts are side suits: ace, ten, king, nine.",
			"Trumf i det normale spil, fra høj til lav: damerne ♣ ♠ ♥ ♦; knægtene ♣ ♠ ♥ ♦; derefter ♦ es, ti, konge og ni. Klør, spar og hjerter er sidefarver: es, ti, konge, ni.",
			"Trümpfe im Normalspiel, von oben nach unten: die Damen ♣ ♠ ♥ ♦; die Buben ♣ ♠ ♥ ♦; dann ♦ Ass, Zehn, König und Neun. Kreuz, Pik und Herz sind Fehlfarben: Ass, Zehn, König, Neun.",
			"Ατού στο κανονικό παιχνίδι, από πάνω προς τα κάτω: οι ντάμες ♣ ♠ ♥ ♦· οι βαλέδες ♣ ♠ ♥ ♦· ύστερα ♦ άσος, δέκα, ρήγας και εννιά. Σπαθιά, μπαστούνια και κούπες δεν είναι ατού: άσος, δέκα, ρήγας, εννιά.")},
	{.applies = lacks_nines,
		.text = MK_PHRASE("In this variant there are no nines.",
			"I denne variant er der ingen niere.",
			"In dieser Variante gibt es keine Neunen.",
			"Σε αυτή την παραλλαγή δεν υπάρχουν εννιάρια.")},
	{.text = MK_PHRASE(
		 "The player on the dealer's left leads to the first trick, later whoever won the last one. You must follow suit, and all trumps together count as one suit; if you cannot, you may play anything. The highest trump wins, otherwise the highest card of the suit that was led; of two equal cards the first.",
		 "Spilleren til venstre for giveren spiller ud til første stik, derefter den, der tog det sidste. Man skal bekende, og alle trumfer regnes for én farve; kan man ikke, må man spille hvad som helst. Højeste trumf tager stikket, ellers højeste kort i den udspillede farve; af to ens det første.",
		 "Zum ersten Stich spielt aus, wer links vom Geber sitzt, danach, wer den letzten Stich gemacht hat. Man muss bedienen, wobei alle Trümpfe zusammen eine Farbe sind; wer nicht bedienen kann, darf spielen, was er will. Der höchste Trumpf sticht, sonst die höchste Karte der angespielten Farbe; von zwei gleichen die erste.", "Την πρώτη μπάζα την ανοίγει όποιος κάθεται αριστερά από εκείνον που μοίρασε, τις επόμενες όποιος πήρε την τελευταία. Πρέπει να ακολουθείς στο χρώμα, και όλα τα ατού μαζί είναι ένα χρώμα· αν δεν μπορείς, παίζεις ό,τι θέλεις. Κερδίζει το ανώτερο ατού, αλλιώς το ανώτερο φύλλο του χρώματος που άνοιξε· από δύο ίδια το πρώτο.")},
	{.applies = second_dulle_beats,
		.text = MK_PHRASE(
			"One exception: the second ten of hearts in a trick beats the first.",
			"En undtagelse: den anden hjerter ti i et stik slår den første.",
			"Eine Ausnahme: Die zweite Dulle im Stich sticht die erste.",
			"Μία εξαίρεση: το δεύτερο δέκα κούπα σε μια μπάζα κερδίζει το πρώτο.")},
	{.applies = has_swines,
		.text = MK_PHRASE(
			"A player who holds both aces of diamonds may announce them as pigs: they are then the highest trumps.",
			"Den, der har begge ruderesser, må melde dem som svin: de er så de højeste trumfer.",
			"Wer beide Karo-Asse hat, darf sie als Schweine ansagen: Sie sind dann die höchsten Trümpfe.",
			"Όποιος έχει και τους δύο άσους καρό μπορεί να τους δηλώσει γουρούνια: γίνονται τα ανώτερα ατού.")},
	{.applies = has_hyperswines,
		.text = MK_PHRASE(
			"Once there are pigs, both lowest trumps in one hand may be announced as super pigs, which rank above them.",
			"Når der er svin, må begge de laveste trumfer på én hånd meldes som hypersvin, som går over dem.",
			"Gibt es Schweine, dürfen die beiden niedrigsten Trümpfe in einer Hand als Hyperschweine angesagt werden, die noch darüber stehen.",
			"Όταν υπάρχουν γουρούνια, τα δύο κατώτερα ατού σε ένα χέρι δηλώνονται υπεργουρούνια, που είναι ακόμη ανώτερα.")},
	{.text = MK_PHRASE(
		 "Marriage: whoever holds both queens of clubs may say so. The first trick that another player wins decides the partner, within the number of tricks given below; otherwise the holder plays alone. A holder who says nothing plays a silent solo against the other three.", "Bryllup: den, der har begge klørdamer, kan melde det. Den, der som den første af de andre tager et stik, bliver makker; det skal ske inden for det antal stik, der står nedenfor, ellers spiller man alene. Den, der ikke siger noget, spiller en stille solo mod de tre andre.", "Hochzeit: Wer beide Kreuz-Damen hat, kann sie anmelden. Der erste Stich, den ein anderer macht, bestimmt den Partner, innerhalb der Stiche, die unten stehen; sonst spielt man allein. Wer nichts sagt, spielt ein stilles Solo gegen die drei anderen.", "Γάμος: όποιος έχει και τις δύο ντάμες σπαθί μπορεί να το δηλώσει. Η πρώτη μπάζα που παίρνει άλλος ορίζει τον συμπαίκτη, μέσα στον αριθμό μπαζών που γράφει παρακάτω· αλλιώς παίζει χωρίς συμπαίκτη. Όποιος δεν πει τίποτα παίζει σιωπηλό σόλο εναντίον των άλλων τριών.")},
	{.applies = marriage_chooses,
		.text = MK_PHRASE(
			"The holder may also name a kind of trick that is to decide: the first with trumps, or the first in a side suit.",
			"Den, der melder bryllup, må også nævne, hvilken slags stik der skal afgøre det: det første med trumf eller det første i en sidefarve.",
			"Wer die Hochzeit hat, darf auch sagen, welcher Stich entscheidet: der erste Trumpfstich oder der erste Fehlstich.",
			"Όποιος δηλώνει γάμο μπορεί και να ορίσει ποια μπάζα θα κρίνει: την πρώτη με ατού ή την πρώτη χωρίς ατού.")},
	{.applies = has_poverty,
		.text = MK_PHRASE(
			"Poverty: with three trumps at most you may ask for a partner. The others are asked in turn; whoever agrees takes your trumps and gives as many cards back, and the two of you are Re. If nobody agrees, the cards are dealt again.",
			"Fattigdom: med højst tre trumfer kan du bede om en makker. De andre spørges efter tur; den, der siger ja, tager dine trumfer og giver lige så mange kort tilbage, og I to er re. Siger ingen ja, gives der om.",
			"Armut: Mit höchstens drei Trümpfen kannst du einen Partner suchen. Die anderen werden der Reihe nach gefragt; wer mitgeht, nimmt deine Trümpfe und gibt ebenso viele Karten zurück, und ihr beide seid Re. Geht niemand mit, wird neu gegeben.",
			"Φτώχεια: με το πολύ τρία ατού μπορείς να ζητήσεις συμπαίκτη. Οι άλλοι ερωτώνται με τη σειρά· όποιος δεχτεί παίρνει τα ατού σου και επιστρέφει ίσα φύλλα, και οι δυο σας είστε Re. Αν δεν δεχτεί κανείς, τα φύλλα ξαναμοιράζονται.")},
	{.text = MK_PHRASE(
		 "Solo: one player against the other three, with the trumps of his choice: the normal ones with another suit instead of diamonds, only the queens, only the jacks, or none at all.",
		 "Solo: én spiller mod de tre andre med trumfer efter eget valg: de normale med en anden farve i stedet for ruder, kun damerne, kun knægtene eller slet ingen.",
		 "Solo: einer gegen die drei anderen, mit Trümpfen seiner Wahl: Farbsolo (eine andere Farbe statt Karo), Damensolo, Bubensolo oder Fleischlos (ohne Trumpf).",
		 "Σόλο: ένας εναντίον των άλλων τριών, με ατού της επιλογής του: τα κανονικά με άλλο χρώμα αντί για καρό, μόνο οι ντάμες, μόνο οι βαλέδες ή κανένα.")},
	{.applies = has_house_solos,
		.text = MK_PHRASE(
			"There are also solos in which the kings are trumps, or two or all three of kings, queens and jacks.",
			"Der er også soloer med kongerne som trumf, eller med to af eller alle tre: konger, damer og knægte.",
			"Dazu kommen Königssolo, Damen-Buben-, Königs-Buben- und Königs-Damen-Solo und der Köhler (alle drei Bilder).",
			"Υπάρχουν και σόλο με ατού τους ρηγάδες, ή δύο από ρηγάδες, ντάμες και βαλέδες, ή και τα τρία.")},
	{.applies = soloist_leads,
		.text = MK_PHRASE("The soloist leads to the first trick.",
			"Solisten spiller ud til første stik.",
			"Der Solist spielt zum ersten Stich aus.",
			"Ο παίκτης του σόλο ανοίγει την πρώτη μπάζα.")},
	{.applies = dealers_left_leads,
		.text = MK_PHRASE(
			"In a solo, too, the player on the dealer's left leads, unless it is a mandatory one.",
			"Også i en solo spiller spilleren til venstre for giveren ud, medmindre det er en pligtsolo.",
			"Auch im Solo spielt aus, wer links vom Geber sitzt, außer beim Pflichtsolo.",
			"Και στο σόλο ανοίγει όποιος κάθεται αριστερά από εκείνον που μοίρασε, εκτός αν είναι υποχρεωτικό.")},
	{.applies = has_mandatory_solos,
		.text = MK_PHRASE(
			"Everybody must play a mandatory solo in the course of the match. If the games run out, the players who still owe one must play it.",
			"Alle skal spille en pligtsolo i løbet af partiet. Når der ikke er spil nok tilbage, må de, der mangler, spille deres.", "Jeder muss im Lauf der Partie sein Pflichtsolo spielen. Reichen die Spiele nicht mehr, wird vorgeführt, wer noch eins schuldet.", "Ο καθένας πρέπει να παίξει στη διάρκεια της παρτίδας ένα υποχρεωτικό σόλο. Όταν τα παιχνίδια τελειώνουν, όποιος το χρωστάει το παίζει αναγκαστικά.")},
	{.applies = may_throw,
		.text = MK_PHRASE(
			"A very poor hand may be thrown in: the same dealer deals again. When that is allowed is given below.",
			"En meget dårlig hånd må kastes ind: den samme giver igen. Hvornår det er tilladt, står nedenfor.",
			"Ein sehr schlechtes Blatt darf geschmissen werden: Derselbe Geber gibt neu. Wann das erlaubt ist, steht unten.",
			"Ένα πολύ κακό χέρι επιτρέπεται να πεταχτεί: μοιράζει ξανά ο ίδιος. Πότε επιτρέπεται γράφει παρακάτω.")},
	{.text =
			MK_PHRASE(
				"Announcements: whoever believes in winning says Re or Kontra, which also shows the team. After that the team may announce that the others stay below 90, below 60, below 30 or without a trick (black). For each of these you must still have the number of cards in hand that is given below. A team that misses what it announced has lost.",
				"Meldinger: den, der tror på sejren, siger re eller kontra og viser dermed sit parti. Derefter må partiet melde, at de andre kommer under 90, under 60, under 30 eller slet ikke får stik (sort). Til hver melding skal man stadig have så mange kort på hånden, som der står nedenfor. Et parti, der ikke når, hvad det har meldt, har tabt.", "Ansagen: Wer an den Sieg glaubt, sagt Re oder Kontra und zeigt damit seine Partei. Danach darf die Partei absagen: keine 90, keine 60, keine 30, schwarz (kein Stich für die anderen). Dafür muss man noch so viele Karten auf der Hand haben, wie unten steht. Wer seine Absage verfehlt, hat verloren.", "Δηλώσεις: όποιος πιστεύει στη νίκη λέει Re ή Kontra και δείχνει έτσι την πλευρά του. Ύστερα η πλευρά μπορεί να δηλώσει ότι οι άλλοι θα μείνουν κάτω από 90, κάτω από 60, κάτω από 30 ή χωρίς μπάζα. Για κάθε δήλωση πρέπει να έχεις ακόμη στο χέρι τόσα φύλλα όσα γράφει παρακάτω. Όποια πλευρά δεν πετύχει ό,τι δήλωσε έχασε.")},
	{.applies = has_reply,
		.text = MK_PHRASE(
			"To an announcement the other team may still reply with its Re or Kontra, with one card less in hand than that announcement needed.",
			"På en melding må det andet parti stadig svare med sit re eller kontra, med ét kort mindre på hånden, end meldingen krævede.",
			"Auf eine Ansage darf die andere Partei mit ihrem Re oder Kontra noch erwidern, mit einer Karte weniger auf der Hand, als die Ansage brauchte.",
			"Σε μια δήλωση η άλλη πλευρά μπορεί ακόμη να απαντήσει με το δικό της Re ή Kontra, με ένα φύλλο λιγότερο στο χέρι από όσα χρειαζόταν η δήλωση.")},
	{.applies = must_announce_thirty,
		.text = MK_PHRASE(
			"The winner of a first trick of 30 card points or more must announce.",
			"Den, der tager et første stik på mindst 30 øjne, skal melde.",
			"Wer einen ersten Stich mit mindestens 30 Augen macht, muss ansagen.",
			"Όποιος πάρει πρώτη μπάζα με 30 πόντους ή περισσότερους πρέπει να δηλώσει.")},
	{.text =
			MK_PHRASE(
				"Game points for the winning team: 1 for winning; 1 each if the others are below 90, below 60, below 30, without a trick; 1 for each of these that was announced; 1 for 120 card points reached against “no 90” (90 against “no 60”, and so on). If only Kontra was announced, Re wins with 120.", "Spilpoint til det vindende parti: 1 for at vinde; 1 for hver af disse: de andre under 90, under 60, under 30, uden stik; 1 for hver af dem, der blev meldt; 1 for at have nået 120 øjne mod »ingen 90« (90 mod »ingen 60« og så videre). Er kun kontra meldt, vinder re med 120.",
				"Spielpunkte der Gewinner: 1 für den Gewinn; je 1, wenn die anderen unter 90, unter 60, unter 30, schwarz sind; je 1 für jede Absage davon; 1 für 120 Augen gegen „keine 90“ (90 gegen „keine 60“ und so weiter). Wurde nur Kontra angesagt, gewinnt Re mit 120.",
				"Πόντοι παιχνιδιού για τους νικητές: 1 για τη νίκη· από 1 αν οι άλλοι έμειναν κάτω από 90, κάτω από 60, κάτω από 30, χωρίς μπάζα· από 1 για καθένα από αυτά που δηλώθηκε· 1 για 120 πόντους φύλλων κόντρα στο «κάτω από 90» (90 κόντρα στο «κάτω από 60» και ούτω καθεξής). Αν δηλώθηκε μόνο Kontra, το Re κερδίζει με 120.")},
	{.applies = adds_two,
		.text = MK_PHRASE("An announced Re and an announced Kontra add 2 each.",
			"Et meldt re og et meldt kontra giver 2 hver.",
			"Ein angesagtes Re und ein angesagtes Kontra zählen je 2.",
			"Το δηλωμένο Re και το δηλωμένο Kontra δίνουν από 2.")},
	{.applies = doubles,
		.text = MK_PHRASE("An announced Re and an announced Kontra double the value each.",
			"Et meldt re og et meldt kontra fordobler hver værdien.",
			"Ein angesagtes Re und ein angesagtes Kontra verdoppeln jeweils den Wert.",
			"Το δηλωμένο Re και το δηλωμένο Kontra διπλασιάζουν το καθένα την αξία.")},
	{.text = MK_PHRASE(
		 "Special points, for either team: 1 for Kontra that wins against the queens of clubs, 1 for a trick of 40 card points or more (a Doppelkopf).",
		 "Særpoint, til begge partier: 1 til kontra for at vinde mod klørdamerne, 1 for et stik på mindst 40 øjne (en doppelkopf).",
		 "Sonderpunkte, für beide Parteien: 1 für Kontra, das gegen die Alten gewinnt, 1 für einen Stich mit mindestens 40 Augen (einen Doppelkopf).",
		 "Ειδικοί πόντοι, για κάθε πλευρά: 1 στο Kontra που κερδίζει ενάντια στις ντάμες σπαθί, 1 για μπάζα με 40 πόντους ή περισσότερους (ένα Doppelkopf).")},
	{.applies = has_fox,
		.text = MK_PHRASE(
			"1 for each ace of diamonds (fox) that is caught from the others.",
			"1 for hvert ruder es (ræv), der fanges fra de andre.",
			"1 für jeden Fuchs (Karo-Ass), den man den anderen fängt.",
			"1 για κάθε άσο καρό (αλεπού) που πιάνεται από τους άλλους.")},
	{.applies = has_charlie,
		.text = MK_PHRASE("1 for a jack of clubs (Charlie) that wins the last trick.",
			"1 for en klør knægt (Karlchen), der tager sidste stik.",
			"1 für ein Karlchen (Kreuz-Bube), das den letzten Stich macht.",
			"1 για βαλέ σπαθί (Karlchen) που παίρνει την τελευταία μπάζα.")},
	{.applies = has_other_points,
		.text = MK_PHRASE("Further special points are given below.",
			"Flere særpoint står nedenfor.", "Weitere Sonderpunkte stehen unten.",
			"Άλλοι ειδικοί πόντοι γράφονται παρακάτω.")},
	{.text = MK_PHRASE(
		 "The winners write the points as won, the others as lost. In a solo there are no special points; the soloist counts three times, once with each of the others.",
		 "Vinderne skriver pointene som vundet, de andre som tabt. I en solo er der ingen særpoint; solisten regner tre gange, én gang med hver af de andre.",
		 "Den Gewinnern werden die Punkte gutgeschrieben, den anderen abgezogen. Im Solo gibt es keine Sonderpunkte; der Solist zählt dreifach, einmal mit jedem der anderen.",
		 "Οι νικητές γράφουν τους πόντους ως κέρδος, οι άλλοι ως ζημιά. Στο σόλο δεν υπάρχουν ειδικοί πόντοι· ο παίκτης του σόλο μετράει τρεις φορές, μία με τον καθένα.")},
	{.applies = has_bock,
		.text = MK_PHRASE(
			"After certain events, given below, the next four games are Bock games and count more.",
			"Efter visse begivenheder, som står nedenfor, er de næste fire spil bockspil og tæller mere.",
			"Nach bestimmten Anlässen, die unten stehen, sind die nächsten vier Spiele Bockspiele und zählen mehr.",
			"Μετά από ορισμένα γεγονότα, που γράφονται παρακάτω, τα επόμενα τέσσερα παιχνίδια είναι Bock και μετρούν περισσότερο.")},
};

static bool is_by_freedoko(const struct mk_rules *rules)
{
	return has_poverty(rules);
}

static const struct mk_rulebook_paragraph sources[] = {
	{.text = MK_PHRASE(
		 "These are based on the tournament rules of the German Doppelkopf association (Deutscher Doppelkopf-Verband). Most tables also have some rules of their own.",
		 "Rammen er turneringsreglerne fra det tyske doppelkopfforbund (Deutscher Doppelkopf-Verband). De fleste borde har desuden nogle regler for sig selv.",
		 "Den Rahmen geben die Turnierspielregeln des Deutschen Doppelkopf-Verbands. Die meisten Runden haben daneben ihre Hausregeln.",
		 "Βάση είναι οι κανόνες τουρνουά της γερμανικής ένωσης Doppelkopf (Deutscher Doppelkopf-Verband). Τα περισσότερα τραπέζια έχουν και δικούς τους κανόνες.")},
	{.applies = is_by_freedoko,
		.text = MK_PHRASE(
			"The house rules of this variant are those of the free program FreeDoko.",
			"Husreglerne i denne variant er dem fra det frie program FreeDoko.",
			"Die Hausregeln dieser Variante sind die des freien Programms FreeDoko.",
			"Οι πρόσθετοι κανόνες αυτής της παραλλαγής είναι του ελεύθερου προγράμματος FreeDoko.")},
};

const struct mk_rulebook doko_rulebook = {
	.aim = aim,
	.deal = deal,
	.moves = moves,
	.sources = sources,
	.glossary = doko_glossary,
	.aim_count = MK_RULEBOOK_COUNT(aim),
	.deal_count = MK_RULEBOOK_COUNT(deal),
	.move_count = MK_RULEBOOK_COUNT(moves),
	.source_count = MK_RULEBOOK_COUNT(sources),
	.term_count = DOKO_TERMS,
};
