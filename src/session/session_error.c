/* The errors of sessions, with their sentences. */
#include "session/session_error.h"

#include "port/journal.h"

#include <stdio.h>
#include <string.h>

static const struct {
	enum mk_status status;
	const char *code;
	struct mk_phrase phrase;
} session_errors[SESSION_ERROR_COUNT] = {
	[SESSION_ERROR_GAME_OVER] = {MK_OVER, "game_over",
		MK_PHRASE("This game is over.", "Spillet er slut.", "Dieses Spiel ist zu Ende.",
			"Αυτό το παιχνίδι τελείωσε.")},
	[SESSION_ERROR_NOT_BEGUN] = {MK_CONFLICT, "not_begun",
		MK_PHRASE("This game has not begun.", "Spillet er ikke begyndt.",
			"Dieses Spiel hat noch nicht begonnen.",
			"Αυτό το παιχνίδι δεν έχει αρχίσει.")},
	[SESSION_ERROR_OTHER_GAME] = {MK_CONFLICT, "wrong_game",
		MK_PHRASE("This table plays another game: {0}.", "Her spilles et andet spil: {0}.",
			"Hier wird etwas anderes gespielt: {0}.",
			"Εδώ παίζεται άλλο παιχνίδι: {0}.")},
	[SESSION_ERROR_EVENT_REVEALED_NO_CARD] = {MK_IMPOSSIBLE, "no_card_known",
		MK_PHRASE("This event has no card at this place.",
			"Den hændelse viste intet kort på det sted.",
			"Dieses Ereignis hat dort keine Karte gezeigt.",
			"Αυτό το συμβάν δεν έδειξε φύλλο σε αυτή τη θέση.")},
	[SESSION_ERROR_NO_EVENT_REVEALED_CARD] = {MK_IMPOSSIBLE, "no_card_known",
		MK_PHRASE("No card has been seen at this place yet.",
			"Der er endnu ikke vist noget kort på det sted.",
			"Dort wurde noch keine Karte gezeigt.",
			"Σε αυτή τη θέση δεν φάνηκε ακόμη φύλλο.")},
	[SESSION_ERROR_NO_CARD_KNOWN] = {MK_IMPOSSIBLE, "no_card_known",
		MK_PHRASE("No card is known to lie there.", "Jeg kender ikke noget kort dér.",
			"Dort ist keine Karte bekannt.", "Δεν γνωρίζω κανένα φύλλο εκεί.")},
	[SESSION_ERROR_CARD_SEEN] = {MK_CONFLICT, "correction_contradicts",
		MK_PHRASE("I saw {0} there, and nothing else explains that.",
			"Jeg så {0} dér, og intet andet forklarer det.",
			"Dort habe ich {0} gesehen, und nichts anderes erklärt das.",
			"Είδα εκεί {0} και τίποτε άλλο δεν το εξηγεί.")},
	[SESSION_ERROR_WHICH_CARD] = {MK_IMPOSSIBLE, "invalid_correction",
		MK_PHRASE("Which card was it?", "Hvilket kort var det?", "Welche Karte war es?",
			"Ποιο φύλλο ήταν;")},
	[SESSION_ERROR_AMBIGUOUS_PLACE] = {MK_CONFLICT, "ambiguous_place",
		MK_PHRASE(
			"Which card do you mean? Enter a rejected card again; for a card on the table, give its event or its index.",
			"Hvilket kort mener du? Indtast et afvist kort igen; for et kort på bordet skal du angive dets hændelse eller indeks.",
			"Welche Karte meinst du? Gib eine abgelehnte Karte neu ein; für eine Karte auf dem Tisch gib ihr Ereignis oder ihren Index an.",
			"Ποιο φύλλο εννοείς; Αν απορρίφθηκε, δείξε το ξανά· αν βρίσκεται εκεί, δώσε το συμβάν ή τον αριθμό του.")},
	[SESSION_ERROR_COUNT_BEFORE_SNAPSHOT] = {MK_CONFLICT, "snapshot_first",
		MK_PHRASE(
			"First correct the card that I could not accept, or show me the table again; then the number.",
			"Ret først det kort, som jeg ikke kunne godtage, eller vis mig bordet igen; derefter tallet.",
			"Korrigiere zuerst die Karte, die ich nicht annehmen konnte, oder zeig mir den Tisch noch einmal; danach die Zahl.",
			"Διόρθωσε πρώτα το φύλλο που δεν μπόρεσα να δεχτώ ή δείξε μου ξανά το τραπέζι· μετά τον αριθμό.")},
	[SESSION_ERROR_CONTRADICTS] = {MK_CONFLICT, "correction_contradicts",
		MK_PHRASE("That does not fit the rest of the game (event {0}).",
			"Det passer ikke med resten af spillet (hændelse {0}).",
			"Das passt nicht zum Rest des Spiels (Ereignis {0}).",
			"Δεν ταιριάζει με το υπόλοιπο παιχνίδι (συμβάν {0}).")},
	[SESSION_ERROR_LOST_COUNT] = {MK_CONFLICT, "correction_contradicts",
		MK_PHRASE(
			"None of the tables that I think possible has that number. Please enter the whole table.",
			"Ingen af de borde, som jeg anser for mulige, har det tal. Indtast hele bordet.",
			"Keiner der Tische, die ich für möglich halte, hat diese Zahl. Bitte gib den ganzen Tisch ein.",
			"Κανένα από τα τραπέζια που θεωρώ πιθανά δεν έχει αυτόν τον αριθμό. Καταχώρισε όλο το τραπέζι.")},
	[SESSION_ERROR_NO_CORRECTIONS] = {MK_IMPOSSIBLE, "no_corrections",
		MK_PHRASE("This game does not support this correction.",
			"Den slags kan ikke rettes i dette spil.",
			"So etwas lässt sich in diesem Spiel nicht korrigieren.",
			"Κάτι τέτοιο δεν διορθώνεται σε αυτό το παιχνίδι.")},
	[SESSION_ERROR_NO_TABLE] = {MK_IMPOSSIBLE, "table_not_supported",
		MK_PHRASE("This game does not support entering the whole table.",
			"I dette spil kan man ikke angive et helt bord.",
			"In diesem Spiel lässt sich kein ganzer Tisch angeben.",
			"Σε αυτό το παιχνίδι δεν δίνεται ολόκληρο τραπέζι.")},
	[SESSION_ERROR_TABLE_UNKNOWN] = {MK_IMPOSSIBLE, "broken_table",
		MK_PHRASE("No card of this table is known.", "Intet kort på bordet er kendt.",
			"Auf diesem Tisch ist keine Karte bekannt.",
			"Κανένα φύλλο αυτού του τραπεζιού δεν είναι γνωστό.")},
	[SESSION_ERROR_NOTHING_TO_UNDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("There is nothing to undo.", "Der er ikke noget at fortryde.",
			"Es gibt nichts rückgängig zu machen.",
			"Δεν υπάρχει τίποτε να αναιρεθεί.")},
	[SESSION_ERROR_LESS_TO_UNDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("Steps that can be undone: {0}.", "Skridt, der kan fortrydes: {0}.",
			"Schritte, die sich zurücknehmen lassen: {0}.",
			"Βήματα που μπορούν να αναιρεθούν: {0}.")},
	[SESSION_ERROR_NOTHING_TO_REDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("There is nothing to redo.", "Der er ikke noget at gentage.",
			"Es gibt nichts zu wiederholen.", "Δεν υπάρχει τίποτε να επαναληφθεί.")},
	[SESSION_ERROR_LESS_TO_REDO] = {MK_CONFLICT, "nothing_to_undo",
		MK_PHRASE("Steps that can be redone: {0}.", "Skridt, der kan gentages: {0}.",
			"Schritte, die sich wiederholen lassen: {0}.",
			"Βήματα που μπορούν να επαναληφθούν: {0}.")},
	[SESSION_ERROR_TOO_MANY_EVENTS] = {MK_OVER, "too_many_events",
		MK_PHRASE("This table has reached its limit of {0} changes. "
			  "Start a new table to go on playing.",
			"Bordet har nået grænsen på {0} ændringer. "
			"Start et nyt bord for at spille videre.",
			"Dieser Tisch hat die Grenze von {0} Änderungen erreicht. "
			"Zum Weiterspielen bitte einen neuen Tisch anlegen.",
			"Αυτό το τραπέζι έφτασε το όριο των {0} αλλαγών. "
			"Για να συνεχίσεις, άνοιξε νέο τραπέζι.")},
	[SESSION_ERROR_SESSION_TOO_LARGE] = {MK_OVER, "session_too_large",
		MK_PHRASE("The history of this table is full. "
			  "Start a new table to go on playing.",
			"Bordets historik er fuld. Start et nyt bord for at spille videre.",
			"Der Verlauf dieses Tisches ist voll. "
			"Zum Weiterspielen bitte einen neuen Tisch anlegen.",
			"Το ιστορικό αυτού του τραπεζιού γέμισε. "
			"Για να συνεχίσεις, άνοιξε νέο τραπέζι.")},
	[SESSION_ERROR_NO_SNAPSHOT] = {MK_MALFORMED, "empty_body",
		MK_PHRASE("There is nothing in the snapshot.", "Billedet er tomt.",
			"Die Aufnahme ist leer.", "Η λήψη είναι κενή.")},
	[SESSION_ERROR_SESSION_DELETED] = {MK_NOT_FOUND, "unknown_session",
		MK_PHRASE("This table has been deleted.", "Bordet er blevet slettet.",
			"Dieser Tisch wurde gelöscht.", "Αυτό το τραπέζι διαγράφηκε.")},
	[SESSION_ERROR_NO_MEMORY] = {MK_BUSY, "busy",
		MK_PHRASE("There is not enough memory at the moment.",
			"Der er ikke hukommelse nok lige nu.",
			"Gerade ist nicht genug Speicher frei.",
			"Δεν υπάρχει αρκετή μνήμη αυτή τη στιγμή.")},
	[SESSION_ERROR_NO_TIME] = {MK_BUSY, "busy",
		MK_PHRASE("The server is busy. Try again in a moment.",
			"Serveren har travlt. Prøv igen om lidt.",
			"Der Server ist ausgelastet. Versuch es gleich noch einmal.",
			"Ο διακομιστής είναι απασχολημένος. Δοκίμασε ξανά σε λίγο.")},
	[SESSION_ERROR_TOO_MANY_SESSIONS] = {MK_FULL, "too_many_sessions",
		MK_PHRASE("There are already {0} tables, the maximum.",
			"Der er allerede {0} borde, og flere må der ikke være.",
			"Es gibt schon {0} Tische, mehr dürfen es nicht sein.",
			"Υπάρχουν ήδη {0} τραπέζια, όσα επιτρέπονται.")},
	[SESSION_ERROR_NAME_TOO_LONG] = {MK_MALFORMED, "name_too_long",
		MK_PHRASE("A name has at most {0} bytes.", "Et navn har højst {0} byte.",
			"Ein Name hat höchstens {0} Byte.", "Ένα όνομα έχει το πολύ {0} byte.")},
	[SESSION_ERROR_OTHER_VERSION] = {MK_CONFLICT, "version_mismatch",
		MK_PHRASE("The table has changed meanwhile: it is at version {0}.",
			"Bordet er ændret i mellemtiden: det er nu version {0}.",
			"Der Tisch hat sich inzwischen geändert: Er steht bei Version {0}.",
			"Το τραπέζι άλλαξε στο μεταξύ: είναι στην έκδοση {0}.")},
	[SESSION_ERROR_UNKNOWN_STRATEGY] = {MK_IMPOSSIBLE, "unknown_strategy",
		MK_PHRASE("This game has no such strategy.", "Spillet har ingen sådan strategi.",
			"Dieses Spiel hat keine solche Strategie.",
			"Αυτό το παιχνίδι δεν έχει τέτοια στρατηγική.")},
	[SESSION_ERROR_TOO_MANY_CORRECTIONS] = {MK_OVER, "too_many_corrections",
		MK_PHRASE("This game has been corrected {0} times already. "
			  "Enter the whole table instead.",
			"Spillet er allerede rettet {0} gange. "
			"Angiv i stedet hele bordet.",
			"Dieses Spiel wurde schon {0}-mal korrigiert. Gib stattdessen den ganzen Tisch ein.",
			"Αυτό το παιχνίδι έχει ήδη διορθωθεί {0} φορές. Καταχώρισε αντί γι’ αυτό όλο το τραπέζι.")},
	[SESSION_ERROR_QUESTION_GONE] = {MK_IMPOSSIBLE, "question_gone",
		MK_PHRASE("This question is no longer open.",
			"Det spørgsmål er ikke åbent længere.", "Diese Frage ist nicht mehr offen.",
			"Αυτή η ερώτηση δεν είναι πια ανοιχτή.")},
	[SESSION_ERROR_NO_REPLAY] = {MK_CONFLICT, "snapshot_contradiction",
		MK_PHRASE("No legal moves lead to this table.",
			"Ingen lovlige træk fører til det bord.",
			"Zu diesem Tisch führen keine erlaubten Züge.",
			"Καμία επιτρεπτή κίνηση δεν οδηγεί σε αυτό το τραπέζι.")},
	[SESSION_ERROR_PROGRAM_DEALS] = {MK_IMPOSSIBLE, "program_deals",
		MK_PHRASE(
			"I deal the cards at this table and know where they lie: here only moves count.",
			"Ved dette bord giver jeg kortene og ved, hvor de ligger: her tæller kun træk.",
			"An diesem Tisch gebe ich die Karten und weiß, wo sie liegen: Hier zählen nur Züge.",
			"Σε αυτό το τραπέζι μοιράζω εγώ και ξέρω πού είναι τα φύλλα: εδώ μετρούν μόνο οι κινήσεις.")},
	[SESSION_ERROR_CANNOT_DEAL] = {MK_IMPOSSIBLE, "cards_not_supported",
		MK_PHRASE("I cannot deal the cards of this game. I can for: {0}.",
			"Jeg kan ikke give kort i dette spil. Det kan jeg i: {0}.",
			"In diesem Spiel kann ich nicht geben. Ich kann es in: {0}.",
			"Σε αυτό το παιχνίδι δεν μπορώ να μοιράσω. Μπορώ σε: {0}.")},
	[SESSION_ERROR_NOT_YOUR_TURN] = {MK_CONFLICT, "not_your_turn",
		MK_PHRASE("It is not your turn.", "Det er ikke din tur.",
			"Du bist nicht an der Reihe.", "Δεν είναι η σειρά σου.")},
	[SESSION_ERROR_TWO_DEALS] = {MK_IMPOSSIBLE, "two_deals",
		MK_PHRASE(
			"The option {0} already says which cards are dealt. Leave one of the two out.",
			"Reglen {0} siger allerede, hvilke kort der gives. Udelad en af delene.",
			"Die Regel {0} legt schon fest, welche Karten gegeben werden. Lass eines von beiden weg.",
			"Ο κανόνας {0} ορίζει ήδη ποια φύλλα μοιράζονται. Παράλειψε το ένα από τα δύο.")},
};

enum mk_status session_fail(struct mk_error *error, enum session_error which, const char *where)
{
	return mk_fail_localized(error, session_errors[which].status, session_errors[which].code,
		where, &session_errors[which].phrase, NULL, 0);
}

const struct mk_phrase *session_error_phrase(enum session_error which)
{
	return &session_errors[which].phrase;
}

enum mk_status session_fail_with(struct mk_error *error, enum session_error which,
	const char *where, struct mk_phrase_arg word)
{
	return mk_fail_localized(error, session_errors[which].status, session_errors[which].code,
		where, &session_errors[which].phrase, &word, 1);
}

enum mk_status fail_no_memory(struct mk_error *error)
{
	return session_fail(error, SESSION_ERROR_NO_MEMORY, "");
}

enum mk_status fail_name(const char *name, struct mk_error *error)
{
	if (name && strlen(name) >= SESSION_NAME_SIZE) {
		return session_fail_with(error, SESSION_ERROR_NAME_TOO_LONG, "/name",
			(struct mk_phrase_arg){
				.kind = MK_ARG_NUMBER, .number = SESSION_NAME_SIZE - 1});
	}
	return MK_OK;
}

enum mk_status fail_table(const struct mk_error *cause, struct mk_error *error)
{
	char where[sizeof error->where];

	snprintf(where, sizeof where, "/table%.80s", cause->where);
	return mk_fail_at(error, cause, where);
}
