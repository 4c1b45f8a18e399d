/* The sentences for players. */
#include "games/freecell/game.h"

const char *const freecell_suppressions[] = {NULL, NULL};
const char *const freecell_conflicts[CONFLICTS + 1] = {
	[CONFLICT_COLUMN] = "column",
	[CONFLICT_CELL] = "cell",
	[CONFLICT_FOUNDATION] = "foundation",
};

/* ---- Moves ---------------------------------------------------------------------------------- */

/* {0} the card, {1} and {2} columns, {3} how many cards. */
static const struct mk_phrase column_to_foundation = MK_PHRASE(
	"Move {0} from column {1} to its foundation.", "Flyt {0} fra søjle {1} til byggebunken.",
	"Lege {0} von Spalte {1} auf den Ablagestapel.",
	"Μετακίνησε {0} από τη στήλη {1} στη βάση.");
static const struct mk_phrase cell_to_foundation =
	MK_PHRASE("Move {0} from its free cell to its foundation.",
		"Flyt {0} fra den frie celle til byggebunken.",
		"Lege {0} von der freien Zelle auf den Ablagestapel.",
		"Μετακίνησε {0} από το ελεύθερο κελί στη βάση.");
static const struct mk_phrase column_to_cell = MK_PHRASE("Move {0} from column {1} to a free cell.",
	"Flyt {0} fra søjle {1} til en fri celle.", "Lege {0} von Spalte {1} auf eine freie Zelle.",
	"Μετακίνησε {0} από τη στήλη {1} σε ένα ελεύθερο κελί.");
static const struct mk_phrase cell_to_column = MK_PHRASE(
	"Move {0} from its free cell to column {2}.", "Flyt {0} fra den frie celle til søjle {2}.",
	"Lege {0} von der freien Zelle auf Spalte {2}.",
	"Μετακίνησε {0} από το ελεύθερο κελί στη στήλη {2}.");
static const struct mk_phrase one_to_column = MK_PHRASE("Move {0} from column {1} to column {2}.",
	"Flyt {0} fra søjle {1} til søjle {2}.", "Lege {0} von Spalte {1} auf Spalte {2}.",
	"Μετακίνησε {0} από τη στήλη {1} στη στήλη {2}.");
static const struct mk_phrase run_to_column =
	MK_PHRASE("Move {0} and what lies on it, {3} cards, from column {1} to column {2}.",
		"Flyt {0} med kortene ovenpå, {3} kort, fra søjle {1} til søjle {2}.",
		"Lege {0} mit den Karten darauf, {3} Karten, von Spalte {1} auf Spalte {2}.",
		"Μετακίνησε {0} με όσα έχει πάνω, {3} φύλλα, από τη στήλη {1} στη στήλη {2}.");

static const struct mk_phrase *phrase_of_move(struct mk_move move)
{
	bool from_cell = move.from >= FIRST_CELL;

	if (move.kind == TO_FOUNDATION) {
		return from_cell ? &cell_to_foundation : &column_to_foundation;
	}
	if (move.kind == TO_CELL) {
		return &column_to_cell;
	}
	return from_cell ? &cell_to_column : move.cut > 1 ? &run_to_column : &one_to_column;
}

void freecell_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move)
{
	mk_text_put(out, mk_card_name(language, move.card));
}

void freecell_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, struct mk_move move)
{
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_OBJECT, .card = move.card},
		{.kind = MK_ARG_NUMBER, .number = move.from + 1},
		{.kind = MK_ARG_NUMBER, .number = move.to + 1},
		{.kind = MK_ARG_NUMBER, .number = move.cut},
	};

	(void)view;
	mk_phrase_write(out, language, phrase_of_move(move), words, 4);
}

/* ---- Reasons and outlook -------------------------------------------------------------------- */

static const struct mk_phrase reasons[REASONS] = {
	[REASON_GOES_UP] = MK_PHRASE("It brings a card to its foundation.",
		"Det bringer et kort op på byggebunken.",
		"Er bringt eine Karte auf den Ablagestapel.", "Ανεβάζει ένα φύλλο στη βάση."),
	[REASON_UNCOVERS] = MK_PHRASE("It uncovers a card that goes to its foundation.",
		"Det frigør et kort, der kan op på byggebunken.",
		"Er legt eine Karte frei, die auf den Ablagestapel kann.",
		"Ελευθερώνει φύλλο που ανεβαίνει στη βάση."),
	[REASON_BUILDS] = MK_PHRASE("It puts cards in sequence.", "Det lægger kort i rækkefølge.",
		"Er bringt Karten in die Reihenfolge.", "Βάζει φύλλα στη σειρά."),
	[REASON_EMPTIES_COLUMN] = MK_PHRASE("It clears a column.", "Det rydder en søjle.",
		"Er macht eine Spalte leer.", "Αδειάζει μια στήλη."),
	[REASON_FREES_CELL] = MK_PHRASE("It frees a cell.", "Det frigør en celle.",
		"Er macht eine Zelle frei.", "Ελευθερώνει ένα κελί."),
	[REASON_FILLS_CELL] = MK_PHRASE("It takes up a free cell.", "Det bruger en fri celle.",
		"Er belegt eine freie Zelle.", "Πιάνει ένα ελεύθερο κελί."),
	[REASON_FILLS_COLUMN] =
		MK_PHRASE("It takes up an empty column.", "Det bruger en tom søjle.",
			"Er belegt eine leere Spalte.", "Πιάνει μια κενή στήλη."),
	[REASON_ONLY_MOVE] = MK_PHRASE("It is the only move.", "Det er det eneste træk.",
		"Es ist der einzige Zug.", "Είναι η μόνη κίνηση."),
};

static const struct mk_phrase wins_in =
	MK_PHRASE("Won for certain, in {0} moves.", "Vundet med sikkerhed, i {0} træk.",
		"Sicher gewonnen, in {0} Zügen.", "Σίγουρη νίκη σε {0} κινήσεις.");
static const struct mk_phrase wins_now = MK_PHRASE("Won with this move.", "Vundet med dette træk.",
	"Gewonnen mit diesem Zug.", "Νίκη με αυτή την κίνηση.");
static const struct mk_phrase is_lost =
	MK_PHRASE("The game can no longer be won.", "Spillet kan ikke længere vindes.",
		"Das Spiel ist nicht mehr zu gewinnen.", "Το παιχνίδι δεν κερδίζεται πια.");

void freecell_describe_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_phrase_write(out, language, &reasons[reason], NULL, 0);
}

void freecell_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice)
{
	struct mk_phrase_arg moves = {
		.kind = MK_ARG_NUMBER, .number = (long long)advice->winning_line_length};
	const struct mk_phrase *wins = advice->winning_line_length == 1 ? &wins_now : &wins_in;

	mk_phrase_write(
		out, language, advice->certainty == MK_PROVEN_WIN ? wins : &is_lost, &moves, 1);
}

/* ---- Contradictions ------------------------------------------------------------------------- */

static const struct mk_phrase conflicts[CONFLICTS] = {
	[CONFLICT_COLUMN] = MK_PHRASE("No moves lead to what I see in column {0}.",
		"Ingen træk fører til det, jeg ser i søjle {0}.",
		"Keine Züge führen zu dem, was ich in Spalte {0} sehe.",
		"Καμία κίνηση δεν οδηγεί σε αυτό που βλέπω στη στήλη {0}."),
	[CONFLICT_CELL] = MK_PHRASE("No moves lead to what I see in the free cells.",
		"Ingen træk fører til det, jeg ser i de frie celler.",
		"Keine Züge führen zu dem, was ich in den freien Zellen sehe.",
		"Καμία κίνηση δεν οδηγεί σε αυτό που βλέπω στα ελεύθερα κελιά."),
	[CONFLICT_FOUNDATION] = MK_PHRASE("No moves lead to what I see on the foundations.",
		"Ingen træk fører til det, jeg ser på byggebunkerne.",
		"Keine Züge führen zu dem, was ich auf den Ablagestapeln sehe.",
		"Καμία κίνηση δεν οδηγεί σε αυτό που βλέπω στις βάσεις."),
};
static const struct mk_phrase wrong_deck = MK_PHRASE(
	"Every card of the deck must be there once; this one is missing or there twice: {0}.",
	"Hvert kort i spillet skal være der én gang; dette mangler eller er der to gange: {0}.",
	"Jede Karte muss einmal da sein; diese fehlt oder ist zweimal da: {0}.",
	"Κάθε φύλλο πρέπει να υπάρχει μία φορά· αυτό λείπει ή υπάρχει δύο φορές: {0}.");

void freecell_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict)
{
	struct mk_phrase_arg column = {.kind = MK_ARG_NUMBER, .number = conflict->at + 1};

	mk_phrase_write(out, language, &conflicts[conflict->reason], &column, 1);
}

enum mk_status freecell_refuse_snapshot(struct mk_error *error, const struct mk_conflict *conflict)
{
	struct mk_phrase_arg column = {.kind = MK_ARG_NUMBER, .number = conflict->at + 1};
	char where[24];
	struct mk_text place;

	mk_text_fixed(&place, where, sizeof where);
	freecell_write_place(&place, conflict->position);
	return mk_fail_localized(error, MK_CONFLICT, "contradiction", where,
		&conflicts[conflict->reason], &column, 1);
}

enum mk_status freecell_refuse_deck(struct mk_error *error, mk_card card)
{
	struct mk_phrase_arg word = {.kind = MK_ARG_CARD, .card = card};

	return mk_fail_localized(error, MK_IMPOSSIBLE, "wrong_deck", "", &wrong_deck, &word, 1);
}

/* ---- The message ---------------------------------------------------------------------------- */

static const struct mk_phrase first_wanted =
	MK_PHRASE("Deal all cards face up in eight columns, and show me the table.",
		"Læg alle kort med forsiden op i otte søjler, og vis mig bordet.",
		"Lege alle Karten offen in acht Spalten aus, und zeig mir den Tisch.",
		"Μοίρασε όλα τα φύλλα ανοιχτά σε οκτώ στήλες και δείξε μου το τραπέζι.");
static const struct mk_phrase won = MK_PHRASE("You have won! All cards are on the foundations.",
	"Du har vundet! Alle kort ligger på byggebunkerne.",
	"Gewonnen! Alle Karten liegen auf den Ablagestapeln.",
	"Κέρδισες! Όλα τα φύλλα είναι στις βάσεις.");
static const struct mk_phrase lost =
	MK_PHRASE("No move is left: the game is lost. Thanks for playing!",
		"Der er ikke flere træk: spillet er tabt. Tak for denne gang!",
		"Kein Zug ist mehr möglich: verloren. Danke fürs Mitspielen!",
		"Δεν υπάρχει άλλη κίνηση: το παιχνίδι χάθηκε. Ευχαριστώ για το παιχνίδι!");
static const struct mk_phrase look_again =
	MK_PHRASE("I can't read all cards. Show me the whole table again.",
		"Jeg kan ikke læse alle kortene. Vis mig hele bordet igen.",
		"Ich kann nicht alle Karten lesen. Zeig mir den ganzen Tisch noch einmal.",
		"Δεν μπορώ να διαβάσω όλα τα φύλλα. Δείξε μου ξανά όλο το τραπέζι.");

void freecell_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion)
{
	enum mk_outcome outcome = freecell_outcome(view);

	if (finding && finding->explanation == MK_CONTRADICTION && finding->conflict_count) {
		freecell_describe_conflict(out, language, &finding->conflicts[0]);
	} else if (suggestion && outcome == MK_PLAYING &&
		   !(finding && finding->explanation == MK_LOOK_AGAIN)) {
		freecell_describe_move(out, language, view, *suggestion);
	} else {
		bool is_clear = !(finding && finding->explanation == MK_LOOK_AGAIN);

		mk_phrase_write(out, language,
			is_clear && outcome == MK_WAITING ? &first_wanted
			: is_clear && outcome == MK_WON   ? &won
			: is_clear && outcome == MK_LOST  ? &lost
							  : &look_again,
			NULL, 0);
	}
}
