/* What cannot be, in words: contradictions of a snapshot, and moves that are refused. */
#include "games/doppelkopf/notation.h"
#include "games/doppelkopf/refusal.h"

/* {0} is a card or a number, {1} a number. */
static const struct refusal {
	const char *code;
	struct mk_phrase phrase;
} refusals[REFUSALS] = {
	[REFUSED_IMPOSSIBLE] = {"impossible_card",
		{{
			[MK_ENGLISH] =
				"After all that happened before this card cannot be there: {0}.",
			[MK_DANISH] = "Efter det, der er sket, kan det kort ikke ligge der: {0}.",
			[MK_GERMAN] =
				"Nach allem Bisherigen kann diese Karte dort nicht liegen: {0}.",
			[MK_GREEK] =
				"Μετά από όσα έγιναν αυτό το φύλλο δεν μπορεί να είναι εκεί: {0}.",
		}}},
	[REFUSED_GONE] = {"card_gone",
		{{
			[MK_ENGLISH] = "Both cards have been seen elsewhere: {0}.",
			[MK_DANISH] = "Begge kort er set andre steder: {0}.",
			[MK_GERMAN] = "Beide Karten waren schon woanders zu sehen: {0}.",
			[MK_GREEK] = "Και τα δύο φύλλα φάνηκαν αλλού: {0}.",
		}}},
	[REFUSED_EXCLUDED] = {"card_excluded",
		{{
			[MK_ENGLISH] = "This player cannot have that card: {0}.",
			[MK_DANISH] = "Den spiller kan ikke have det kort: {0}.",
			[MK_GERMAN] = "Dieser Spieler kann die Karte nicht haben: {0}.",
			[MK_GREEK] = "Αυτός ο παίκτης δεν μπορεί να έχει αυτό το φύλλο: {0}.",
		}}},
	[REFUSED_NOT_HELD] = {"not_in_hand",
		{{
			[MK_ENGLISH] = "You do not hold that card: {0}.",
			[MK_DANISH] = "Du har ikke det kort: {0}.",
			[MK_GERMAN] = "Du hast diese Karte nicht: {0}.",
			[MK_GREEK] = "Δεν έχεις αυτό το φύλλο: {0}.",
		}}},
	[REFUSED_MUST_FOLLOW] = {"must_follow",
		{{
			[MK_ENGLISH] =
				"The suit that was led has to be followed: {0} is not allowed.",
			[MK_DANISH] = "Der skal bekendes kulør: {0} er ikke tilladt.",
			[MK_GERMAN] = "Es muss bedient werden: {0} ist nicht erlaubt.",
			[MK_GREEK] = "Πρέπει να ακολουθήσεις το χρώμα: δεν επιτρέπεται {0}.",
		}}},
	[REFUSED_OTHER_TURN] = {"other_turn",
		{{
			[MK_ENGLISH] = "It is another player's turn: {0} is too early.",
			[MK_DANISH] = "Det er en andens tur: {0} kommer for tidligt.",
			[MK_GERMAN] = "Ein anderer ist an der Reihe: {0} kommt zu früh.",
			[MK_GREEK] = "Είναι η σειρά άλλου, δεν παίζεται ακόμη: {0}.",
		}}},
	[REFUSED_NOT_OVER] = {"deal_not_over",
		{{
			[MK_ENGLISH] = "The last deal is not over yet.",
			[MK_DANISH] = "Det forrige spil er ikke slut endnu.",
			[MK_GERMAN] = "Das letzte Spiel ist noch nicht zu Ende.",
			[MK_GREEK] = "Η προηγούμενη μοιρασιά δεν τελείωσε ακόμη.",
		}}},
	[REFUSED_NO_HAND] = {"hand_wanted",
		{{
			[MK_ENGLISH] = "A new deal begins with your hand.",
			[MK_DANISH] = "Et nyt spil begynder med dine kort.",
			[MK_GERMAN] = "Ein neues Spiel beginnt mit deinem Blatt.",
			[MK_GREEK] = "Μια νέα μοιρασιά αρχίζει με τα φύλλα σου.",
		}}},
	[REFUSED_HAND_CARD] = {"no_such_card",
		{{
			[MK_ENGLISH] = "A card of this hand is not in the deck.",
			[MK_DANISH] = "Et af kortene hører ikke til kortspillet.",
			[MK_GERMAN] = "Eine Karte dieses Blatts gehört nicht zum Kartenspiel.",
			[MK_GREEK] = "Ένα από τα φύλλα δεν υπάρχει στην τράπουλα.",
		}}},
	[REFUSED_HAND_COUNT] = {"wrong_count",
		{{
			[MK_ENGLISH] = "A hand has {0} cards, not {1}.",
			[MK_DANISH] = "En hånd har {0} kort, ikke {1}.",
			[MK_GERMAN] = "Ein Blatt hat {0} Karten, nicht {1}.",
			[MK_GREEK] = "Ένα χέρι έχει {0} φύλλα, όχι {1}.",
		}}},
	[REFUSED_NO_CARD_YET] = {"wrong_phase",
		{{
			[MK_ENGLISH] = "No card can be played yet.",
			[MK_DANISH] = "Der kan ikke spilles kort endnu.",
			[MK_GERMAN] = "Es kann noch keine Karte gespielt werden.",
			[MK_GREEK] = "Δεν μπορεί να παιχτεί ακόμη φύλλο.",
		}}},
	[REFUSED_NOT_IN_DECK] = {"no_such_card",
		{{
			[MK_ENGLISH] = "This card is not in the deck: {0}.",
			[MK_DANISH] = "Det kort hører ikke til kortspillet: {0}.",
			[MK_GERMAN] = "Diese Karte gehört nicht zum Kartenspiel: {0}.",
			[MK_GREEK] = "Αυτό το φύλλο δεν υπάρχει στην τράπουλα: {0}.",
		}}},
	[REFUSED_ONLY_TWO] = {"card_gone",
		{{
			[MK_ENGLISH] = "There are only two of this card: {0}.",
			[MK_DANISH] = "Der er kun to af det kort: {0}.",
			[MK_GERMAN] = "Von dieser Karte gibt es nur zwei: {0}.",
			[MK_GREEK] = "Υπάρχουν μόνο δύο τέτοια φύλλα: {0}.",
		}}},
	[REFUSED_WHICH_PARTY] = {"unknown_party",
		{{
			[MK_ENGLISH] = "For which party: re or contra?",
			[MK_DANISH] = "For hvilket parti: re eller kontra?",
			[MK_GERMAN] = "Für welche Partei: Re oder Kontra?",
			[MK_GREEK] = "Για ποια πλευρά: re ή kontra;",
		}}},
	[REFUSED_OTHER_PARTY] = {"other_party",
		{{
			[MK_ENGLISH] = "This player is of the other party.",
			[MK_DANISH] = "Den spiller hører til det andet parti.",
			[MK_GERMAN] = "Dieser Spieler gehört zur anderen Partei.",
			[MK_GREEK] = "Αυτός ο παίκτης ανήκει στην άλλη πλευρά.",
		}}},
	[REFUSED_BEFORE_RESERVATIONS] = {"too_early",
		{{
			[MK_ENGLISH] =
				"Nothing can be announced before the reservation round is over.",
			[MK_DANISH] = "Der kan ikke meldes noget, før forbeholdsrunden er slut.",
			[MK_GERMAN] =
				"Vor dem Ende der Vorbehaltsrunde kann nichts angesagt werden.",
			[MK_GREEK] = "Δεν δηλώνεται τίποτε πριν τελειώσει ο γύρος των επιφυλάξεων.",
		}}},
	[REFUSED_BEFORE_PARTNER] = {"too_early",
		{{
			[MK_ENGLISH] =
				"Nothing can be announced before the marriage has found its partner.",
			[MK_DANISH] =
				"Der kan ikke meldes noget, før brylluppet har fundet en makker.",
			[MK_GERMAN] = "Vor der Klärung der Hochzeit kann nichts angesagt werden.",
			[MK_GREEK] = "Δεν δηλώνεται τίποτε πριν βρεθεί ο συμπαίκτης του γάμου.",
		}}},
	[REFUSED_TOO_LATE] = {"too_late",
		{{
			[MK_ENGLISH] =
				"This cannot be announced: it is too late, or it was said already.",
			[MK_DANISH] =
				"Det kan ikke meldes: det er for sent, eller det er allerede sagt.",
			[MK_GERMAN] =
				"Das kann nicht angesagt werden: Es ist zu spät, oder es wurde schon gesagt.",
			[MK_GREEK] = "Αυτό δεν μπορεί να δηλωθεί: είναι αργά ή έχει ήδη δηλωθεί.",
		}}},
	[REFUSED_ROUND_OVER] = {"wrong_phase",
		{{
			[MK_ENGLISH] = "The reservation round is over.",
			[MK_DANISH] = "Forbeholdsrunden er slut.",
			[MK_GERMAN] = "Die Vorbehaltsrunde ist vorbei.",
			[MK_GREEK] = "Ο γύρος των επιφυλάξεων τελείωσε.",
		}}},
	[REFUSED_RESERVATION] = {"not_allowed",
		{{
			[MK_ENGLISH] = "This reservation is not allowed, or not with this hand.",
			[MK_DANISH] = "Det forbehold er ikke tilladt, eller ikke med de kort.",
			[MK_GERMAN] =
				"Dieser Vorbehalt ist nicht erlaubt, oder nicht mit diesem Blatt.",
			[MK_GREEK] = "Αυτή η επιφύλαξη δεν επιτρέπεται, ή όχι με αυτά τα φύλλα.",
		}}},
	[REFUSED_PASSED_COUNT] = {"wrong_count",
		{{
			[MK_ENGLISH] = "That is not the number of cards that are given away.",
			[MK_DANISH] = "Det er ikke det antal kort, der gives videre.",
			[MK_GERMAN] = "So viele Karten werden nicht abgegeben.",
			[MK_GREEK] = "Δεν είναι αυτός ο αριθμός των φύλλων που δίνονται.",
		}}},
	[REFUSED_TRUMPS_FIRST] = {"must_follow",
		{{
			[MK_ENGLISH] = "All trumps are given away first: {0} has to wait.",
			[MK_DANISH] = "Først gives alle trumfer videre: {0} må vente.",
			[MK_GERMAN] = "Zuerst werden alle Trümpfe abgegeben: {0} muss warten.",
			[MK_GREEK] = "Πρώτα δίνονται όλα τα ατού, όχι ακόμη: {0}.",
		}}},
	[REFUSED_UNNAMED] = {"unnamed_reservation",
		{{
			[MK_ENGLISH] = "Which game is played? The reservation has to be named.",
			[MK_DANISH] = "Hvilket spil spilles der? Forbeholdet skal nævnes.",
			[MK_GERMAN] =
				"Welches Spiel wird gespielt? Der Vorbehalt muss genannt werden.",
			[MK_GREEK] = "Ποιο παιχνίδι παίζεται; Η επιφύλαξη πρέπει να κατονομαστεί.",
		}}},
	[REFUSED_TAKEN_COUNT] = {"wrong_count",
		{{
			[MK_ENGLISH] = "Which cards do you take? There must be {0}.",
			[MK_DANISH] = "Hvilke kort tager du? Der skal være {0}.",
			[MK_GERMAN] = "Welche Karten nimmst du? Es müssen {0} sein.",
			[MK_GREEK] = "Ποια φύλλα παίρνεις; Πρέπει να είναι {0}.",
		}}},
	[REFUSED_TAKEN_GONE] = {"card_gone",
		{{
			[MK_ENGLISH] = "There are not so many of this card left: {0}.",
			[MK_DANISH] = "Så mange er der ikke tilbage af det kort: {0}.",
			[MK_GERMAN] = "So viele sind von dieser Karte nicht mehr übrig: {0}.",
			[MK_GREEK] = "Δεν απομένουν τόσα τέτοια φύλλα: {0}.",
		}}},
	[REFUSED_FACE_DOWN] = {"unseen_card",
		{{
			[MK_ENGLISH] = "This card is passed face down: you cannot see it.",
			[MK_DANISH] = "Kortet gives videre med bagsiden op: du kan ikke se det.",
			[MK_GERMAN] =
				"Diese Karte wird verdeckt weitergegeben: Du kannst sie nicht sehen.",
			[MK_GREEK] = "Αυτό το φύλλο δίνεται κλειστό: δεν μπορείς να το δεις.",
		}}},
	[REFUSED_WHICH_CARD] = {"missing_card", {{
							[MK_ENGLISH] = "Which card?",
							[MK_DANISH] = "Hvilket kort?",
							[MK_GERMAN] = "Welche Karte?",
							[MK_GREEK] = "Ποιο φύλλο;",
						}}},
	[REFUSED_SWINES] = {"not_allowed",
		{{
			[MK_ENGLISH] = "Swines cannot be announced here, or not any more.",
			[MK_DANISH] = "Svin kan ikke meldes her, eller ikke mere.",
			[MK_GERMAN] =
				"Schweine können hier nicht angesagt werden, oder nicht mehr.",
			[MK_GREEK] = "Γουρούνια δεν μπορούν να δηλωθούν εδώ, ή όχι πια.",
		}}},
	[REFUSED_SEAT] = {"bad_seat", {{
					      [MK_ENGLISH] = "The seats are 0 to 3.",
					      [MK_DANISH] = "Pladserne er 0 til 3.",
					      [MK_GERMAN] = "Die Plätze sind 0 bis 3.",
					      [MK_GREEK] = "Οι θέσεις είναι από 0 έως 3.",
				      }}},
	[REFUSED_PHASE] = {"wrong_phase", {{
						  [MK_ENGLISH] = "It is not the time for that.",
						  [MK_DANISH] = "Det er ikke tid til det nu.",
						  [MK_GERMAN] = "Das ist jetzt nicht an der Reihe.",
						  [MK_GREEK] = "Δεν είναι τώρα η στιγμή για αυτό.",
					  }}},
	[REFUSED_MOVE] = {"illegal_move", {{
						  [MK_ENGLISH] = "There is no such move.",
						  [MK_DANISH] = "Det træk findes ikke.",
						  [MK_GERMAN] = "Einen solchen Zug gibt es nicht.",
						  [MK_GREEK] = "Δεν υπάρχει τέτοια κίνηση.",
					  }}},
	[REFUSED_TOLD_TOO_OFTEN] = {"card_gone",
		{{
			[MK_ENGLISH] = "A card of the own hand is told more often than it is "
				       "in the deck.",
			[MK_DANISH] = "Et af dine egne kort er nævnt flere gange, end det er i "
				      "kortspillet.",
			[MK_GERMAN] = "Eine Karte des eigenen Blatts ist öfter genannt, als sie im "
				      "Spiel ist.",
			[MK_GREEK] = "Ένα από τα δικά σου φύλλα αναφέρεται πιο συχνά απ' όσο "
				     "υπάρχει στην τράπουλα.",
		}}},
	[REFUSED_OTHER_LEADER] = {"other_turn",
		{{
			[MK_ENGLISH] = "Another player leads to this trick.",
			[MK_DANISH] = "Det er en anden, der spiller ud til dette stik.",
			[MK_GERMAN] = "Zu diesem Stich spielt ein anderer aus.",
			[MK_GREEK] = "Σε αυτή τη μπάζα παίζει πρώτος άλλος παίκτης.",
		}}},
	[REFUSED_TOLD_PHASE] = {"wrong_phase",
		{{
			[MK_ENGLISH] = "By what is told of it the deal is in another phase.",
			[MK_DANISH] = "Efter det, der er fortalt, er spillet et andet sted.",
			[MK_GERMAN] = "Nach dem, was angegeben ist, ist das Spiel woanders.",
			[MK_GREEK] = "Με όσα δηλώθηκαν, η μοιρασιά είναι σε άλλη φάση.",
		}}},
	[REFUSED_MISSED_EVENT] = {"missed_event",
		{{
			[MK_ENGLISH] = "Events are missing: the last one known is number {0}.",
			[MK_DANISH] = "Der mangler hændelser: den sidste kendte er nummer {0}.",
			[MK_GERMAN] = "Es fehlen Ereignisse: Das letzte bekannte ist Nummer {0}.",
			[MK_GREEK] = "Λείπουν συμβάντα: το τελευταίο γνωστό είναι το {0}.",
		}}},
	[REFUSED_OLD_EVENT] = {"old_event", {{
						    [MK_ENGLISH] = "Event {0} was another one.",
						    [MK_DANISH] = "Hændelse {0} var en anden.",
						    [MK_GERMAN] = "Ereignis {0} war ein anderes.",
						    [MK_GREEK] = "Το συμβάν {0} ήταν άλλο.",
					    }}},
};

/* Of what is told without a card: a reservation, an announcement. */
static const struct mk_phrase no_card_clash = {{
	[MK_ENGLISH] = "That cannot be, after all that happened before.",
	[MK_DANISH] = "Det kan ikke passe med det, der er sket.",
	[MK_GERMAN] = "Das kann nach allem Bisherigen nicht sein.",
	[MK_GREEK] = "Αυτό δεν γίνεται, μετά από όσα έγιναν.",
}};

static const struct mk_phrase no_card_turn = {{
	[MK_ENGLISH] = "It is another player's turn.",
	[MK_DANISH] = "Det er en anden, der har tur.",
	[MK_GERMAN] = "Ein anderer ist an der Reihe.",
	[MK_GREEK] = "Είναι η σειρά άλλου παίκτη.",
}};

static const struct mk_phrase party_over = {{
	[MK_ENGLISH] = "The party is over.",
	[MK_DANISH] = "Partiet er slut.",
	[MK_GERMAN] = "Die Partie ist zu Ende.",
	[MK_GREEK] = "Η παρτίδα τελείωσε.",
}};

/* Of what is told without a card there is most to say where somebody else has his turn. */
static const struct mk_phrase *without_card(unsigned reason)
{
	return reason == REFUSED_OTHER_TURN ? &no_card_turn : &no_card_clash;
}

void doko_say_clash(struct mk_text *out, enum mk_language language, const struct mk_clash *clash)
{
	struct mk_word word = {.kind = MK_WORD_CARD, .card = clash->seen};

	if (clash->seen == MK_NO_CARD) {
		mk_say(out, language, without_card(clash->reason), NULL, 0);
		return;
	}
	mk_say(out, language, &refusals[clash->reason].phrase, &word, 1);
}

enum mk_status doko_refuse(struct mk_error *error, enum doko_refusal refusal, const char *where)
{
	const struct refusal *why = &refusals[refusal];

	return mk_refuse(error, MK_IMPOSSIBLE, why->code, where, &why->phrase, NULL, 0);
}

enum mk_status doko_refuse_card(
	struct mk_error *error, enum doko_refusal refusal, const char *where, mk_card card)
{
	const struct refusal *why = &refusals[refusal];
	struct mk_word word = {.kind = MK_WORD_CARD, .card = card};

	return card == MK_NO_CARD
		       ? mk_refuse(error, MK_IMPOSSIBLE, why->code, where, without_card(refusal),
				 NULL, 0)
		       : mk_refuse(error, MK_IMPOSSIBLE, why->code, where, &why->phrase, &word, 1);
}

enum mk_status doko_refuse_count(
	struct mk_error *error, enum doko_refusal refusal, const char *where, int wanted, int told)
{
	const struct refusal *why = &refusals[refusal];
	struct mk_word words[] = {{.kind = MK_WORD_NUMBER, .number = wanted},
		{.kind = MK_WORD_NUMBER, .number = told}};

	return mk_refuse(error, MK_IMPOSSIBLE, why->code, where, &why->phrase, words, 2);
}

enum mk_status doko_refuse_turn(struct mk_error *error, int place)
{
	return mk_refuse(error, MK_IMPOSSIBLE, refusals[REFUSED_OTHER_TURN].code, "/seat",
		&doko_turns[place], NULL, 0);
}

enum mk_status doko_refuse_deal(struct mk_error *error)
{
	return mk_refuse(error, MK_OVER, "game_over", "", &party_over, NULL, 0);
}
