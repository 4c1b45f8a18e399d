/* Errors in words: contradictions of a snapshot, and rejected moves. */
#include "games/doppelkopf/knowledge/refusal.h"
#include "games/doppelkopf/text/notation.h"

/* {0} is a card or a number, {1} a number. */
static const struct refusal {
	const char *code;
	struct mk_phrase phrase;
} refusals[REFUSALS] = {
	[REFUSED_IMPOSSIBLE] = {"impossible_card",
		MK_PHRASE("This card contradicts the game so far: {0}.",
			"Efter det, der er sket, kan det kort ikke ligge der: {0}.",
			"Nach dem bisherigen Verlauf kann diese Karte dort nicht liegen: {0}.",
			"Μετά από όσα έγιναν αυτό το φύλλο δεν μπορεί να είναι εκεί: {0}.")},
	[REFUSED_GONE] = {"card_gone", MK_PHRASE("Both cards have been seen elsewhere: {0}.",
					       "Begge kort er set andre steder: {0}.",
					       "Beide Karten waren schon woanders zu sehen: {0}.",
					       "Και τα δύο φύλλα φάνηκαν αλλού: {0}.")},
	[REFUSED_EXCLUDED] = {"card_excluded",
		MK_PHRASE("This player cannot have that card: {0}.",
			"Den spiller kan ikke have det kort: {0}.",
			"Dieser Spieler kann die Karte nicht haben: {0}.",
			"Αυτός ο παίκτης δεν μπορεί να έχει αυτό το φύλλο: {0}.")},
	[REFUSED_NOT_HELD] = {"not_in_hand",
		MK_PHRASE("You do not hold that card: {0}.", "Du har ikke det kort: {0}.",
			"Du hast diese Karte nicht: {0}.", "Δεν έχεις αυτό το φύλλο: {0}.")},
	[REFUSED_MUST_FOLLOW] = {"must_follow",
		MK_PHRASE("You must follow suit: {0} is not allowed.",
			"Der skal bekendes kulør: {0} er ikke tilladt.",
			"Es muss bedient werden: {0} ist nicht erlaubt.",
			"Πρέπει να ακολουθήσεις το χρώμα: δεν επιτρέπεται {0}.")},
	[REFUSED_OTHER_TURN] = {"other_turn",
		MK_PHRASE("It is another player's turn: {0} is too early.",
			"Det er en andens tur: {0} kommer for tidligt.",
			"Ein anderer ist an der Reihe: {0} kommt zu früh.",
			"Είναι η σειρά άλλου, δεν παίζεται ακόμη: {0}.")},
	[REFUSED_NOT_OVER] = {"deal_not_over",
		MK_PHRASE("The last deal is not over yet.", "Det forrige spil er ikke slut endnu.",
			"Das letzte Spiel ist noch nicht zu Ende.",
			"Η προηγούμενη μοιρασιά δεν τελείωσε ακόμη.")},
	[REFUSED_NO_HAND] = {"hand_wanted", MK_PHRASE("A new deal begins with your hand.",
						    "Et nyt spil begynder med dine kort.",
						    "Ein neues Spiel beginnt mit deinem Blatt.",
						    "Μια νέα μοιρασιά αρχίζει με τα φύλλα σου.")},
	[REFUSED_HAND_CARD] = {"no_such_card",
		MK_PHRASE("A card of this hand is not in the deck.",
			"Et af kortene hører ikke til kortspillet.",
			"Eine Karte dieses Blatts gehört nicht zum Kartenspiel.",
			"Ένα από τα φύλλα δεν υπάρχει στην τράπουλα.")},
	[REFUSED_HAND_COUNT] = {"wrong_count",
		MK_PHRASE("A hand has {0} cards, not {1}.", "En hånd har {0} kort, ikke {1}.",
			"Ein Blatt hat {0} Karten, nicht {1}.",
			"Ένα χέρι έχει {0} φύλλα, όχι {1}.")},
	[REFUSED_NO_CARD_YET] = {"wrong_phase",
		MK_PHRASE("No card can be played yet.", "Der kan ikke spilles kort endnu.",
			"Es kann noch keine Karte gespielt werden.",
			"Δεν μπορεί να παιχτεί ακόμη φύλλο.")},
	[REFUSED_NOT_IN_DECK] = {"no_such_card",
		MK_PHRASE("This card is not in the deck: {0}.",
			"Det kort hører ikke til kortspillet: {0}.",
			"Diese Karte gehört nicht zum Kartenspiel: {0}.",
			"Αυτό το φύλλο δεν υπάρχει στην τράπουλα: {0}.")},
	[REFUSED_ONLY_TWO] = {"card_gone", MK_PHRASE("There are only two of this card: {0}.",
						   "Der er kun to af det kort: {0}.",
						   "Von dieser Karte gibt es nur zwei: {0}.",
						   "Υπάρχουν μόνο δύο τέτοια φύλλα: {0}.")},
	[REFUSED_WHICH_PARTY] = {"unknown_party",
		MK_PHRASE("For which team: Re or Kontra?", "For hvilket parti: re eller kontra?",
			"Für welche Partei: Re oder Kontra?", "Για ποια πλευρά: re ή kontra;")},
	[REFUSED_OTHER_PARTY] = {"other_party",
		MK_PHRASE("This player belongs to the other team.",
			"Den spiller hører til det andet parti.",
			"Dieser Spieler gehört zur anderen Partei.",
			"Αυτός ο παίκτης ανήκει στην άλλη πλευρά.")},
	[REFUSED_BEFORE_RESERVATIONS] = {"too_early",
		MK_PHRASE("Nothing can be announced before the reservation round is over.",
			"Der kan ikke meldes noget, før forbeholdsrunden er slut.",
			"Vor dem Ende der Vorbehaltsrunde kann nichts angesagt werden.",
			"Δεν δηλώνεται τίποτε πριν τελειώσει ο γύρος των επιφυλάξεων.")},
	[REFUSED_BEFORE_PARTNER] = {"too_early",
		MK_PHRASE("Nothing can be announced before the marriage has found its partner.",
			"Der kan ikke meldes noget, før brylluppet har fundet en makker.",
			"Vor der Klärung der Hochzeit kann nichts angesagt werden.",
			"Δεν δηλώνεται τίποτε πριν βρεθεί ο συμπαίκτης του γάμου.")},
	[REFUSED_TOO_LATE] = {"too_late",
		MK_PHRASE("This cannot be announced: it is too late, or it was announced already.",
			"Det kan ikke meldes: det er for sent, eller det er allerede sagt.",
			"Das kann nicht angesagt werden: Es ist zu spät, oder es wurde schon gesagt.",
			"Αυτό δεν μπορεί να δηλωθεί: είναι αργά ή έχει ήδη δηλωθεί.")},
	[REFUSED_ROUND_OVER] = {"wrong_phase",
		MK_PHRASE("The reservation round is over.", "Forbeholdsrunden er slut.",
			"Die Vorbehaltsrunde ist vorbei.", "Ο γύρος των επιφυλάξεων τελείωσε.")},
	[REFUSED_RESERVATION] = {"not_allowed",
		MK_PHRASE("This reservation is not allowed, or not with this hand.",
			"Det forbehold er ikke tilladt, eller ikke med de kort.",
			"Dieser Vorbehalt ist nicht erlaubt, oder nicht mit diesem Blatt.",
			"Αυτή η επιφύλαξη δεν επιτρέπεται, ή όχι με αυτά τα φύλλα.")},
	[REFUSED_PASSED_COUNT] = {"wrong_count",
		MK_PHRASE("That is not the number of cards that are given away.",
			"Det er ikke det antal kort, der gives videre.",
			"So viele Karten werden nicht abgegeben.",
			"Δεν είναι αυτός ο αριθμός των φύλλων που δίνονται.")},
	[REFUSED_TRUMPS_FIRST] = {"must_follow",
		MK_PHRASE("All trumps are given away first: {0} has to wait.",
			"Først gives alle trumfer videre: {0} må vente.",
			"Zuerst werden alle Trümpfe abgegeben: {0} muss warten.",
			"Πρώτα δίνονται όλα τα ατού, όχι ακόμη: {0}.")},
	[REFUSED_UNNAMED] = {"unnamed_reservation",
		MK_PHRASE("Which game is played? Name the reservation.",
			"Hvilket spil spilles der? Forbeholdet skal nævnes.",
			"Welches Spiel wird gespielt? Der Vorbehalt muss genannt werden.",
			"Ποιο παιχνίδι παίζεται; Η επιφύλαξη πρέπει να κατονομαστεί.")},
	[REFUSED_TAKEN_COUNT] = {"wrong_count",
		MK_PHRASE("Which cards do you take? There must be {0}.",
			"Hvilke kort tager du? Der skal være {0}.",
			"Welche Karten nimmst du? Es müssen {0} sein.",
			"Ποια φύλλα παίρνεις; Πρέπει να είναι {0}.")},
	[REFUSED_TAKEN_GONE] = {"card_gone",
		MK_PHRASE("Fewer of this card are left: {0}.",
			"Så mange er der ikke tilbage af det kort: {0}.",
			"So viele sind von dieser Karte nicht mehr übrig: {0}.",
			"Δεν απομένουν τόσα τέτοια φύλλα: {0}.")},
	[REFUSED_FACE_DOWN] = {"unseen_card",
		MK_PHRASE("This card is passed face down: you cannot see it.",
			"Kortet gives videre med bagsiden op: du kan ikke se det.",
			"Diese Karte wird verdeckt weitergegeben: Du kannst sie nicht sehen.",
			"Αυτό το φύλλο δίνεται κλειστό: δεν μπορείς να το δεις.")},
	[REFUSED_WHICH_CARD] = {"missing_card",
		MK_PHRASE("Which card?", "Hvilket kort?", "Welche Karte?", "Ποιο φύλλο;")},
	[REFUSED_SWINES] = {"not_allowed",
		MK_PHRASE("Pigs cannot be announced here, or not any more.",
			"Svin kan ikke meldes her, eller ikke mere.",
			"Schweine können hier nicht angesagt werden, oder nicht mehr.",
			"Γουρούνια δεν μπορούν να δηλωθούν εδώ, ή όχι πια.")},
	[REFUSED_SEAT] = {"invalid_seat",
		MK_PHRASE("The seats are 0 to 3.", "Pladserne er 0 til 3.",
			"Die Plätze sind 0 bis 3.", "Οι θέσεις είναι από 0 έως 3.")},
	[REFUSED_PHASE] = {"wrong_phase",
		MK_PHRASE("That is not possible in this phase.", "Det er ikke tid til det nu.",
			"Das ist jetzt nicht an der Reihe.", "Δεν είναι τώρα η στιγμή για αυτό.")},
	[REFUSED_MOVE] = {"illegal_move",
		MK_PHRASE("There is no such move.", "Det træk findes ikke.",
			"Einen solchen Zug gibt es nicht.", "Δεν υπάρχει τέτοια κίνηση.")},
	[REFUSED_CARD_TOO_OFTEN] = {"card_gone",
		MK_PHRASE("The hand lists a card more often than the deck contains it.",
			"Et af dine egne kort er nævnt flere gange, end det er i kortspillet.",
			"Eine Karte des eigenen Blatts ist öfter genannt, als sie im Spiel ist.",
			"Ένα από τα δικά σου φύλλα αναφέρεται πιο συχνά απ' όσο υπάρχει στην τράπουλα.")},
	[REFUSED_OTHER_LEADER] = {"other_turn",
		MK_PHRASE("Another player leads this trick.",
			"Det er en anden, der spiller ud til dette stik.",
			"Zu diesem Stich spielt ein anderer aus.",
			"Σε αυτή την μπάζα παίζει πρώτος άλλος παίκτης.")},
	[REFUSED_WRONG_PHASE] = {"wrong_phase",
		MK_PHRASE("The table does not match this phase of the deal.",
			"Bordet passer ikke til denne fase af spillet.",
			"Der Tisch passt nicht zu dieser Phase des Spiels.",
			"Το τραπέζι δεν ταιριάζει με αυτή τη φάση του παιχνιδιού.")},
	[REFUSED_MISSED_EVENT] = {"missed_event",
		MK_PHRASE("Events are missing: the last one known is number {0}.",
			"Der mangler hændelser: den sidste kendte er nummer {0}.",
			"Es fehlen Ereignisse: Das letzte bekannte ist Nummer {0}.",
			"Λείπουν συμβάντα: το τελευταίο γνωστό είναι το {0}.")},
	[REFUSED_OLD_EVENT] = {"old_event",
		MK_PHRASE("Event {0} was another one.", "Hændelse {0} var en anden.",
			"Ereignis {0} war ein anderes.", "Το συμβάν {0} ήταν άλλο.")},
	[REFUSED_ANNOUNCE_FIRST] = {"must_announce",
		MK_PHRASE("You have to make the announcement first.",
			"Du skal først komme med meldingen.",
			"Zuerst muss die Ansage gemacht werden.",
			"Πρώτα πρέπει να κάνεις τη δήλωση.")},
};

/* For events without a card: reservations, announcements. */
static const struct mk_phrase no_card_conflict = MK_PHRASE("That contradicts the game so far.",
	"Det kan ikke passe med det, der er sket.", "Das passt nicht zum bisherigen Verlauf.",
	"Αυτό δεν γίνεται, μετά από όσα έγιναν.");

static const struct mk_phrase no_card_turn =
	MK_PHRASE("It is another player's turn.", "Det er en anden, der har tur.",
		"Ein anderer ist an der Reihe.", "Είναι η σειρά άλλου παίκτη.");

static const struct mk_phrase party_over = MK_PHRASE(
	"The match is over.", "Partiet er slut.", "Die Partie ist zu Ende.", "Η παρτίδα τελείωσε.");

/* The conflict of an event without a card: that it is another seat's turn, or any other. */
static const struct mk_phrase *without_card(unsigned reason)
{
	return reason == REFUSED_OTHER_TURN ? &no_card_turn : &no_card_conflict;
}

void doko_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict)
{
	struct mk_phrase_arg word = {.kind = MK_ARG_CARD, .card = conflict->seen};

	if (conflict->seen == MK_NO_CARD) {
		mk_phrase_write(out, language, without_card(conflict->reason), NULL, 0);
		return;
	}
	mk_phrase_write(out, language, &refusals[conflict->reason].phrase, &word, 1);
}

enum mk_status doko_refuse(struct mk_error *error, enum doko_refusal refusal, const char *where)
{
	const struct refusal *why = &refusals[refusal];

	return mk_fail_localized(error, MK_IMPOSSIBLE, why->code, where, &why->phrase, NULL, 0);
}

enum mk_status doko_refuse_card(
	struct mk_error *error, enum doko_refusal refusal, const char *where, mk_card card)
{
	const struct refusal *why = &refusals[refusal];
	struct mk_phrase_arg word = {.kind = MK_ARG_CARD, .card = card};

	return card == MK_NO_CARD ? mk_fail_localized(error, MK_IMPOSSIBLE, why->code, where,
					    without_card(refusal), NULL, 0)
				  : mk_fail_localized(error, MK_IMPOSSIBLE, why->code, where,
					    &why->phrase, &word, 1);
}

enum mk_status doko_refuse_count(
	struct mk_error *error, enum doko_refusal refusal, const char *where, int wanted, int given)
{
	const struct refusal *why = &refusals[refusal];
	struct mk_phrase_arg words[] = {{.kind = MK_ARG_NUMBER, .number = wanted},
		{.kind = MK_ARG_NUMBER, .number = given}};

	return mk_fail_localized(error, MK_IMPOSSIBLE, why->code, where, &why->phrase, words, 2);
}

enum mk_status doko_refuse_turn(struct mk_error *error, int place)
{
	return mk_fail_localized(error, MK_IMPOSSIBLE, refusals[REFUSED_OTHER_TURN].code, "/seat",
		&doko_turns[place], NULL, 0);
}

enum mk_status doko_refuse_deal(struct mk_error *error)
{
	return mk_fail_localized(error, MK_OVER, "game_over", "", &party_over, NULL, 0);
}
