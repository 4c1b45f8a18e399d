/* The sentences of refused changes. */
#include "session/refusal.h"

static const struct {
	enum mk_status status;
	const char *code;
	struct mk_phrase phrase;
} refusals[REFUSALS] = {
	[REFUSAL_GAME_OVER] = {MK_OVER, "game_over",
		MK_PHRASE("This game is over.", "Spillet er slut.", "Dieses Spiel ist zu Ende.",
			"Αυτό το παιχνίδι τελείωσε.")},
	[REFUSAL_OTHER_GAME] = {MK_CONFLICT, "other_game",
		MK_PHRASE("Another game is played here: {0}.", "Her spilles et andet spil: {0}.",
			"Hier wird etwas anderes gespielt: {0}.",
			"Εδώ παίζεται άλλο παιχνίδι: {0}.")},
	[REFUSAL_EVENT_TOLD_NO_CARD] = {MK_IMPOSSIBLE, "no_card_known",
		MK_PHRASE("This event told no card at this place.",
			"Den hændelse viste intet kort på det sted.",
			"Dieses Ereignis hat dort keine Karte gezeigt.",
			"Αυτό το συμβάν δεν έδειξε φύλλο σε αυτή τη θέση.")},
	[REFUSAL_NO_EVENT_TOLD_CARD] = {MK_IMPOSSIBLE, "no_card_known",
		MK_PHRASE("No card has been told at this place yet.",
			"Der er endnu ikke vist noget kort på det sted.",
			"Dort wurde noch keine Karte gezeigt.",
			"Σε αυτή τη θέση δεν φάνηκε ακόμη φύλλο.")},
	[REFUSAL_NO_CARD_KNOWN] = {MK_IMPOSSIBLE, "no_card_known",
		MK_PHRASE("No card is known to lie there.", "Jeg kender ikke noget kort dér.",
			"Dort ist keine Karte bekannt.", "Δεν γνωρίζω κανένα φύλλο εκεί.")},
	[REFUSAL_CARD_SEEN] = {MK_CONFLICT, "correction_contradicts",
		MK_PHRASE("I saw {0} there, and nothing else explains that.",
			"Jeg så {0} dér, og intet andet forklarer det.",
			"Dort habe ich {0} gesehen, und nichts anderes erklärt das.",
			"Είδα εκεί {0} και τίποτε άλλο δεν το εξηγεί.")},
	[REFUSAL_WHICH_CARD] = {MK_IMPOSSIBLE, "bad_correction",
		MK_PHRASE("Which card was it?", "Hvilket kort var det?", "Welche Karte war es?",
			"Ποιο φύλλο ήταν;")},
	[REFUSAL_AMBIGUOUS_PLACE] = {MK_CONFLICT, "ambiguous_place",
		MK_PHRASE(
			"Which card is meant? One that was refused is told anew; for one that lies there, give its event or its index.",
			"Hvilket kort menes der? Blev det afvist, så fortæl det på ny; ligger det der, så angiv dets hændelse eller indeks.",
			"Welche Karte ist gemeint? Eine abgelehnte wird neu gezeigt; für eine, die dort liegt, gib ihr Ereignis oder ihren Index an.",
			"Ποιο φύλλο εννοείς; Αν απορρίφθηκε, δείξε το ξανά· αν βρίσκεται εκεί, δώσε το συμβάν ή τον αριθμό του.")},
	[REFUSAL_CONTRADICTS] = {MK_CONFLICT, "correction_contradicts",
		MK_PHRASE("That does not fit the rest of the game (event {0}).",
			"Det passer ikke med resten af spillet (hændelse {0}).",
			"Das passt nicht zum Rest des Spiels (Ereignis {0}).",
			"Δεν ταιριάζει με το υπόλοιπο παιχνίδι (συμβάν {0}).")},
	[REFUSAL_NO_CORRECTIONS] = {MK_IMPOSSIBLE, "no_corrections",
		MK_PHRASE("Such a thing cannot be put right in this game.",
			"Den slags kan ikke rettes i dette spil.",
			"So etwas lässt sich in diesem Spiel nicht berichtigen.",
			"Κάτι τέτοιο δεν διορθώνεται σε αυτό το παιχνίδι.")},
	[REFUSAL_NO_TABLE] = {MK_IMPOSSIBLE, "no_table",
		MK_PHRASE("A whole table cannot be told in this game.",
			"I dette spil kan man ikke angive et helt bord.",
			"In diesem Spiel lässt sich kein ganzer Tisch angeben.",
			"Σε αυτό το παιχνίδι δεν δίνεται ολόκληρο τραπέζι.")},
	[REFUSAL_TABLE_UNKNOWN] = {MK_IMPOSSIBLE, "broken_table",
		MK_PHRASE("No card of this table is known.", "Intet kort på bordet er kendt.",
			"Auf diesem Tisch ist keine Karte bekannt.",
			"Κανένα φύλλο αυτού του τραπεζιού δεν είναι γνωστό.")},
	[REFUSAL_NOTHING_TO_UNDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("There is nothing to take back.", "Der er ikke noget at tage tilbage.",
			"Es gibt nichts zurückzunehmen.", "Δεν υπάρχει τίποτε να αναιρεθεί.")},
	[REFUSAL_LESS_TO_UNDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("That is too far back: steps so far: {0}.",
			"Så langt kan man ikke gå tilbage: skridt indtil nu: {0}.",
			"So weit geht es nicht zurück: Schritte bisher: {0}.",
			"Δεν γίνεται τόσο πίσω: βήματα ως τώρα: {0}.")},
	[REFUSAL_NOTHING_TO_REDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("Nothing was taken back that could be done again.",
			"Der er ikke taget noget tilbage, som kan gentages.",
			"Es wurde nichts zurückgenommen, was wiederkommen könnte.",
			"Δεν αναιρέθηκε τίποτε που να μπορεί να επανέλθει.")},
	[REFUSAL_LESS_TO_REDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("Not so much was taken back: steps: {0}.",
			"Så meget er der ikke taget tilbage: skridt: {0}.",
			"So viel wurde nicht zurückgenommen: Schritte: {0}.",
			"Δεν αναιρέθηκαν τόσα: βήματα: {0}.")},
	[REFUSAL_TOO_MANY_EVENTS] = {MK_OVER, "too_many_events",
		MK_PHRASE("This table has reached its limit of {0} changes. "
			  "Start a new table to go on playing.",
			"Bordet har nået grænsen på {0} ændringer. "
			"Start et nyt bord for at spille videre.",
			"Dieser Tisch hat die Grenze von {0} Änderungen erreicht. "
			"Zum Weiterspielen bitte einen neuen Tisch anlegen.",
			"Αυτό το τραπέζι έφτασε το όριο των {0} αλλαγών. "
			"Για να συνεχίσεις, άνοιξε νέο τραπέζι.")},
	[REFUSAL_SESSION_TOO_LARGE] = {MK_OVER, "session_too_large",
		MK_PHRASE("The history of this table is full. "
			  "Start a new table to go on playing.",
			"Bordets historik er fuld. Start et nyt bord for at spille videre.",
			"Der Verlauf dieses Tisches ist voll. "
			"Zum Weiterspielen bitte einen neuen Tisch anlegen.",
			"Το ιστορικό αυτού του τραπεζιού γέμισε. "
			"Για να συνεχίσεις, άνοιξε νέο τραπέζι.")},
	[REFUSAL_NO_SNAPSHOT] = {MK_MALFORMED, "empty_body",
		MK_PHRASE("There is nothing in the snapshot.", "Der står intet i billedet.",
			"Die Aufnahme ist leer.", "Η λήψη είναι κενή.")},
	[REFUSAL_UNKNOWN_SESSION] = {MK_NOT_FOUND, "unknown_session",
		MK_PHRASE("There is no such table.", "Det bord findes ikke.",
			"Diesen Tisch gibt es nicht.", "Δεν υπάρχει τέτοιο τραπέζι.")},
	[REFUSAL_SESSION_DELETED] = {MK_NOT_FOUND, "unknown_session",
		MK_PHRASE("This table has been deleted.", "Bordet er blevet slettet.",
			"Dieser Tisch wurde gelöscht.", "Αυτό το τραπέζι διαγράφηκε.")},
	[REFUSAL_DONE_BEFORE] = {MK_OVER, "done_before",
		MK_PHRASE("This was carried out just before.", "Det er lige blevet gjort.",
			"Das wurde gerade schon ausgeführt.", "Αυτό μόλις έγινε.")},
	[REFUSAL_STORE_UNAVAILABLE] = {MK_IO, "store_unavailable",
		MK_PHRASE("The journal cannot be used just now; nothing was changed.",
			"Journalen kan ikke bruges lige nu; intet er ændret.",
			"Das Journal ist gerade nicht erreichbar; nichts wurde geändert.",
			"Το ημερολόγιο δεν είναι διαθέσιμο τώρα· τίποτε δεν άλλαξε.")},
	[REFUSAL_NO_MEMORY] = {MK_BUSY, "busy",
		MK_PHRASE("There is not enough memory just now.",
			"Der er ikke hukommelse nok lige nu.",
			"Gerade ist nicht genug Speicher frei.",
			"Δεν υπάρχει αρκετή μνήμη αυτή τη στιγμή.")},
	[REFUSAL_NO_TIME] = {MK_BUSY, "busy",
		MK_PHRASE("There is no time for that just now.", "Det er der ikke tid til lige nu.",
			"Dafür ist gerade keine Zeit.", "Δεν υπάρχει χρόνος γι’ αυτό τώρα.")},
	[REFUSAL_TOO_MANY_SESSIONS] = {MK_FULL, "too_many_sessions",
		MK_PHRASE("There are {0} tables already, as many as there may be.",
			"Der er allerede {0} borde, og flere må der ikke være.",
			"Es gibt schon {0} Tische, mehr dürfen es nicht sein.",
			"Υπάρχουν ήδη {0} τραπέζια, όσα επιτρέπονται.")},
	[REFUSAL_NAME_TOO_LONG] = {MK_MALFORMED, "name_too_long",
		MK_PHRASE("A name has at most {0} bytes.", "Et navn har højst {0} byte.",
			"Ein Name hat höchstens {0} Byte.", "Ένα όνομα έχει το πολύ {0} byte.")},
	[REFUSAL_OTHER_VERSION] = {MK_CONFLICT, "version_mismatch",
		MK_PHRASE("The table has changed meanwhile: it is at version {0}.",
			"Bordet er ændret i mellemtiden: det er nu version {0}.",
			"Der Tisch hat sich inzwischen geändert: Er steht bei Version {0}.",
			"Το τραπέζι άλλαξε στο μεταξύ: είναι στην έκδοση {0}.")},
	[REFUSAL_UNKNOWN_STRATEGY] = {MK_IMPOSSIBLE, "unknown_strategy",
		MK_PHRASE("This game has no such strategy.", "Spillet har ingen sådan strategi.",
			"Dieses Spiel hat keine solche Strategie.",
			"Αυτό το παιχνίδι δεν έχει τέτοια στρατηγική.")},
	[REFUSAL_TOO_MANY_CORRECTIONS] = {MK_OVER, "too_many_corrections",
		MK_PHRASE("This game has been corrected {0} times already. "
			  "Enter the whole table instead.",
			"Spillet er allerede rettet {0} gange. "
			"Angiv i stedet hele bordet.",
			"Dieses Spiel wurde schon {0}-mal berichtigt. "
			"Gib stattdessen den ganzen Tisch ein.",
			"Αυτό το παιχνίδι έχει ήδη διορθωθεί {0} φορές. "
			"Δώσε αντί γι’ αυτό ολόκληρο το τραπέζι.")},
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
