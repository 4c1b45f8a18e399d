/* The sentences of refused changes. */
#include "session/refusal.h"

static const struct {
	enum mk_status status;
	const char *code;
	struct mk_phrase phrase;
} refusals[REFUSALS] = {
	[REFUSAL_GAME_OVER] = {MK_OVER, "game_over",
		{{
			[MK_ENGLISH] = "This game is over.",
			[MK_DANISH] = "Spillet er slut.",
			[MK_GERMAN] = "Dieses Spiel ist zu Ende.",
			[MK_GREEK] = "Αυτό το παιχνίδι τελείωσε.",
		}}},
	[REFUSAL_OTHER_GAME] = {MK_CONFLICT, "other_game",
		{{
			[MK_ENGLISH] = "Another game is played here: {0}.",
			[MK_DANISH] = "Her spilles et andet spil: {0}.",
			[MK_GERMAN] = "Hier wird etwas anderes gespielt: {0}.",
			[MK_GREEK] = "Εδώ παίζεται άλλο παιχνίδι: {0}.",
		}}},
	[REFUSAL_EVENT_TOLD_NO_CARD] = {MK_IMPOSSIBLE, "no_card_known",
		{{
			[MK_ENGLISH] = "This event told no card at this place.",
			[MK_DANISH] = "Den hændelse viste intet kort på det sted.",
			[MK_GERMAN] = "Dieses Ereignis hat dort keine Karte gezeigt.",
			[MK_GREEK] = "Αυτό το συμβάν δεν έδειξε φύλλο σε αυτή τη θέση.",
		}}},
	[REFUSAL_NO_EVENT_TOLD_CARD] = {MK_IMPOSSIBLE, "no_card_known",
		{{
			[MK_ENGLISH] = "No card has been told at this place yet.",
			[MK_DANISH] = "Der er endnu ikke vist noget kort på det sted.",
			[MK_GERMAN] = "Dort wurde noch keine Karte gezeigt.",
			[MK_GREEK] = "Σε αυτή τη θέση δεν φάνηκε ακόμη φύλλο.",
		}}},
	[REFUSAL_NO_CARD_KNOWN] = {MK_IMPOSSIBLE, "no_card_known",
		{{
			[MK_ENGLISH] = "No card is known to lie there.",
			[MK_DANISH] = "Jeg kender ikke noget kort dér.",
			[MK_GERMAN] = "Dort ist keine Karte bekannt.",
			[MK_GREEK] = "Δεν γνωρίζω κανένα φύλλο εκεί.",
		}}},
	[REFUSAL_CARD_SEEN] = {MK_CONFLICT, "correction_contradicts",
		{{
			[MK_ENGLISH] = "I saw {0} there, and nothing else explains that.",
			[MK_DANISH] = "Jeg så {0} dér, og intet andet forklarer det.",
			[MK_GERMAN] = "Dort habe ich {0} gesehen, und nichts anderes erklärt das.",
			[MK_GREEK] = "Είδα εκεί {0} και τίποτε άλλο δεν το εξηγεί.",
		}}},
	[REFUSAL_WHICH_CARD] = {MK_IMPOSSIBLE, "bad_correction",
		{{
			[MK_ENGLISH] = "Which card was it?",
			[MK_DANISH] = "Hvilket kort var det?",
			[MK_GERMAN] = "Welche Karte war es?",
			[MK_GREEK] = "Ποιο φύλλο ήταν;",
		}}},
	[REFUSAL_AMBIGUOUS_PLACE] = {MK_CONFLICT, "ambiguous_place",
		{{
			[MK_ENGLISH] = "Which card is meant? One that was refused is told anew; "
				       "for one that lies there, give its event or its index.",
			[MK_DANISH] = "Hvilket kort menes der? Blev det afvist, så fortæl det på "
				      "ny; ligger det der, så angiv dets hændelse eller indeks.",
			[MK_GERMAN] = "Welche Karte ist gemeint? Eine abgelehnte wird neu "
				      "gezeigt; für eine, die dort liegt, gib ihr Ereignis oder "
				      "ihren Index an.",
			[MK_GREEK] = "Ποιο φύλλο εννοείς; Αν απορρίφθηκε, δείξε το ξανά· αν "
				     "βρίσκεται εκεί, δώσε το συμβάν ή τον αριθμό του.",
		}}},
	[REFUSAL_CONTRADICTS] = {MK_CONFLICT, "correction_contradicts",
		{{
			[MK_ENGLISH] = "That does not fit the rest of the game (event {0}).",
			[MK_DANISH] = "Det passer ikke med resten af spillet (hændelse {0}).",
			[MK_GERMAN] = "Das passt nicht zum Rest des Spiels (Ereignis {0}).",
			[MK_GREEK] = "Δεν ταιριάζει με το υπόλοιπο παιχνίδι (συμβάν {0}).",
		}}},
	[REFUSAL_NO_CORRECTIONS] = {MK_IMPOSSIBLE, "no_corrections",
		{{
			[MK_ENGLISH] = "Such a thing cannot be put right in this game.",
			[MK_DANISH] = "Den slags kan ikke rettes i dette spil.",
			[MK_GERMAN] = "So etwas lässt sich in diesem Spiel nicht berichtigen.",
			[MK_GREEK] = "Κάτι τέτοιο δεν διορθώνεται σε αυτό το παιχνίδι.",
		}}},
	[REFUSAL_NO_TABLE] = {MK_IMPOSSIBLE, "no_table",
		{{
			[MK_ENGLISH] = "A whole table cannot be told in this game.",
			[MK_DANISH] = "I dette spil kan man ikke angive et helt bord.",
			[MK_GERMAN] = "In diesem Spiel lässt sich kein ganzer Tisch angeben.",
			[MK_GREEK] = "Σε αυτό το παιχνίδι δεν δίνεται ολόκληρο τραπέζι.",
		}}},
	[REFUSAL_TABLE_UNKNOWN] = {MK_IMPOSSIBLE, "broken_table",
		{{
			[MK_ENGLISH] = "No card of this table is known.",
			[MK_DANISH] = "Intet kort på bordet er kendt.",
			[MK_GERMAN] = "Auf diesem Tisch ist keine Karte bekannt.",
			[MK_GREEK] = "Κανένα φύλλο αυτού του τραπεζιού δεν είναι γνωστό.",
		}}},
	[REFUSAL_NOTHING_TO_UNDO] = {MK_CONFLICT, "nothing_to_undo",
		{{
			[MK_ENGLISH] = "There is nothing to take back.",
			[MK_DANISH] = "Der er ikke noget at tage tilbage.",
			[MK_GERMAN] = "Es gibt nichts zurückzunehmen.",
			[MK_GREEK] = "Δεν υπάρχει τίποτε να αναιρεθεί.",
		}}},
	[REFUSAL_LESS_TO_UNDO] = {MK_CONFLICT, "nothing_to_undo",
		{{
			[MK_ENGLISH] = "That is too far back: steps so far: {0}.",
			[MK_DANISH] = "Så langt kan man ikke gå tilbage: skridt indtil nu: {0}.",
			[MK_GERMAN] = "So weit geht es nicht zurück: Schritte bisher: {0}.",
			[MK_GREEK] = "Δεν γίνεται τόσο πίσω: βήματα ως τώρα: {0}.",
		}}},
	[REFUSAL_NOTHING_TO_REDO] = {MK_CONFLICT, "nothing_to_undo",
		{{
			[MK_ENGLISH] = "Nothing was taken back that could be done again.",
			[MK_DANISH] = "Der er ikke taget noget tilbage, som kan gentages.",
			[MK_GERMAN] = "Es wurde nichts zurückgenommen, was wiederkommen könnte.",
			[MK_GREEK] = "Δεν αναιρέθηκε τίποτε που να μπορεί να επανέλθει.",
		}}},
	[REFUSAL_LESS_TO_REDO] = {MK_CONFLICT, "nothing_to_undo",
		{{
			[MK_ENGLISH] = "Not so much was taken back: steps: {0}.",
			[MK_DANISH] = "Så meget er der ikke taget tilbage: skridt: {0}.",
			[MK_GERMAN] = "So viel wurde nicht zurückgenommen: Schritte: {0}.",
			[MK_GREEK] = "Δεν αναιρέθηκαν τόσα: βήματα: {0}.",
		}}},
	[REFUSAL_TOO_MANY_EVENTS] = {MK_OVER, "too_many_events",
		{{
			[MK_ENGLISH] = "This table has reached its limit of {0} changes. "
				       "Start a new table to go on playing.",
			[MK_DANISH] = "Bordet har nået grænsen på {0} ændringer. "
				      "Start et nyt bord for at spille videre.",
			[MK_GERMAN] = "Dieser Tisch hat die Grenze von {0} Änderungen erreicht. "
				      "Zum Weiterspielen bitte einen neuen Tisch anlegen.",
			[MK_GREEK] = "Αυτό το τραπέζι έφτασε το όριο των {0} αλλαγών. "
				     "Για να συνεχίσεις, άνοιξε νέο τραπέζι.",
		}}},
	[REFUSAL_TOO_MANY_CORRECTIONS] = {MK_OVER, "too_many_corrections",
		{{
			[MK_ENGLISH] = "This game has been corrected {0} times already. "
				       "Enter the whole table instead.",
			[MK_DANISH] = "Spillet er allerede rettet {0} gange. "
				      "Angiv i stedet hele bordet.",
			[MK_GERMAN] = "Dieses Spiel wurde schon {0}-mal berichtigt. "
				      "Gib stattdessen den ganzen Tisch ein.",
			[MK_GREEK] = "Αυτό το παιχνίδι έχει ήδη διορθωθεί {0} φορές. "
				     "Δώσε αντί γι’ αυτό ολόκληρο το τραπέζι.",
		}}},
};

enum mk_status refuse(struct mk_error *error, enum refusal refusal, const char *where)
{
	return mk_refuse(error, refusals[refusal].status, refusals[refusal].code, where,
		&refusals[refusal].phrase, NULL, 0);
}

enum mk_status refuse_with(
	struct mk_error *error, enum refusal refusal, const char *where, struct mk_word word)
{
	return mk_refuse(error, refusals[refusal].status, refusals[refusal].code, where,
		&refusals[refusal].phrase, &word, 1);
}
