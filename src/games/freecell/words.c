/* The sentences for players, the piles and the notation of moves. */
#include "base/json.h"
#include "games/common/move_read.h"
#include "games/freecell/freecell.h"
#include "games/freecell/game.h"

#include <jansson.h>

static const char *const freecell_reasons[REASONS + 1] = {
	[REASON_GOES_UP] = "goes_up",
	[REASON_UNCOVERS] = "uncovers_next",
	[REASON_BUILDS] = "builds",
	[REASON_EMPTIES_COLUMN] = "empties_column",
	[REASON_FREES_CELL] = "frees_cell",
	[REASON_FILLS_CELL] = "fills_cell",
	[REASON_FILLS_COLUMN] = "fills_column",
	[REASON_ONLY_MOVE] = "only_move",
};

/* ---- Moves ---------------------------------------------------------------------------------- */

/* {0} the card, {1} and {2} columns, {3} number of cards. */
static const struct mk_phrase column_to_foundation = MK_PHRASE(
	"Move {0} from column {1} to its foundation.", "Flyt {0} fra kolonne {1} til grundbunken.",
	"Lege {0} von Spalte {1} auf den Ablagestapel.",
	"Μετακίνησε {0} από τη στήλη {1} στη βάση.");
static const struct mk_phrase cell_to_foundation =
	MK_PHRASE("Move {0} from its free cell to its foundation.",
		"Flyt {0} fra den frie celle til grundbunken.",
		"Lege {0} von der freien Zelle auf den Ablagestapel.",
		"Μετακίνησε {0} από το ελεύθερο κελί στη βάση.");
static const struct mk_phrase column_to_cell = MK_PHRASE("Move {0} from column {1} to a free cell.",
	"Flyt {0} fra kolonne {1} til en fri celle.",
	"Lege {0} von Spalte {1} auf eine freie Zelle.",
	"Μετακίνησε {0} από τη στήλη {1} σε ένα ελεύθερο κελί.");
static const struct mk_phrase cell_to_column =
	MK_PHRASE("Move {0} from its free cell to column {2}.",
		"Flyt {0} fra den frie celle til kolonne {2}.",
		"Lege {0} von der freien Zelle auf Spalte {2}.",
		"Μετακίνησε {0} από το ελεύθερο κελί στη στήλη {2}.");
static const struct mk_phrase one_to_column = MK_PHRASE("Move {0} from column {1} to column {2}.",
	"Flyt {0} fra kolonne {1} til kolonne {2}.", "Lege {0} von Spalte {1} auf Spalte {2}.",
	"Μετακίνησε {0} από τη στήλη {1} στη στήλη {2}.");
static const struct mk_phrase run_to_column =
	MK_PHRASE("Move {0} and the cards on it, {3} in all, from column {1} to column {2}.",
		"Flyt {0} med kortene ovenpå, {3} kort, fra kolonne {1} til kolonne {2}.",
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

static void describe_freecell_move(struct mk_text *out, enum mk_language language,
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
		"Det bringer et kort op på grundbunken.",
		"Er bringt eine Karte auf den Ablagestapel.", "Ανεβάζει ένα φύλλο στη βάση."),
	[REASON_UNCOVERS] = MK_PHRASE("It uncovers a card that goes to its foundation.",
		"Det frigør et kort, der kan op på grundbunken.",
		"Er legt eine Karte frei, die auf den Ablagestapel kann.",
		"Ελευθερώνει φύλλο που ανεβαίνει στη βάση."),
	[REASON_BUILDS] = MK_PHRASE("It puts cards in sequence.", "Det lægger kort i rækkefølge.",
		"Er bringt Karten in die Reihenfolge.", "Βάζει φύλλα στη σειρά."),
	[REASON_EMPTIES_COLUMN] = MK_PHRASE("It clears a column.", "Det rydder en kolonne.",
		"Er macht eine Spalte leer.", "Αδειάζει μια στήλη."),
	[REASON_FREES_CELL] = MK_PHRASE("It frees a cell.", "Det frigør en celle.",
		"Er macht eine Zelle frei.", "Ελευθερώνει ένα κελί."),
	[REASON_FILLS_CELL] = MK_PHRASE("It takes up a free cell.", "Det bruger en fri celle.",
		"Er belegt eine freie Zelle.", "Πιάνει ένα ελεύθερο κελί."),
	[REASON_FILLS_COLUMN] =
		MK_PHRASE("It takes up an empty column.", "Det bruger en tom kolonne.",
			"Er belegt eine leere Spalte.", "Πιάνει μια κενή στήλη."),
	[REASON_ONLY_MOVE] = MK_PHRASE("It is the only move.", "Det er det eneste træk.",
		"Es ist der einzige Zug.", "Είναι η μόνη κίνηση."),
};

static const struct mk_phrase wins_in =
	MK_PHRASE("A certain win, in {0} moves.", "Vundet med sikkerhed, i {0} træk.",
		"Sicher gewonnen, in {0} Zügen.", "Σίγουρη νίκη σε {0} κινήσεις.");
static const struct mk_phrase wins_now = MK_PHRASE("Won with this move.", "Vundet med dette træk.",
	"Gewonnen mit diesem Zug.", "Νίκη με αυτή την κίνηση.");
static const struct mk_phrase is_lost =
	MK_PHRASE("The game can no longer be won.", "Spillet kan ikke længere vindes.",
		"Das Spiel ist nicht mehr zu gewinnen.", "Το παιχνίδι δεν κερδίζεται πια.");

static void describe_freecell_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice)
{
	struct mk_phrase_arg moves = {
		.kind = MK_ARG_NUMBER, .number = (long long)advice->winning_line_length};
	const struct mk_phrase *wins = advice->winning_line_length == 1 ? &wins_now : &wins_in;

	mk_phrase_write(
		out, language, advice->certainty == MK_PROVEN_WIN ? wins : &is_lost, &moves, 1);
}

/* ---- Notation ------------------------------------------------------------------------------- */

static const char *const kinds[] = {
	[TO_COLUMN] = "to_column", [TO_CELL] = "to_cell", [TO_FOUNDATION] = "to_foundation"};

static void write_freecell_move(
	struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	(void)view;
	mk_json_literal(out, "kind", kinds[move.kind]);
	mk_json_int(out, "from", move.from);
	mk_json_int(out, "to", move.to);
	mk_json_int(out, "count", move.cut);
	mk_json_literal(out, "card", mk_card_code(move.card));
}

static char short_position(unsigned position)
{
	return (char)(position < FIRST_CELL         ? '1' + position
		      : position < FIRST_FOUNDATION ? 'a' + position - FIRST_CELL
						    : 'h');
}

/* The usual notation of FreeCell: columns 1 to 8, cells a to d, h for home. */
static void write_freecell_short(struct mk_text *out, struct mk_move move)
{
	mk_text_char(out, short_position(move.from));
	mk_text_char(out, short_position(move.to));
	if (move.cut > 1) {
		mk_text_char(out, '(');
		mk_text_int(out, move.cut);
		mk_text_char(out, ')');
	}
}

const struct mk_pile_kind freecell_piles[] = {
	{.name = "cells",
		.title = MK_PHRASE("Free cell", "Fri celle", "Freie Zelle", "Ελεύθερο κελί"),
		.titles = MK_PHRASE("Free cells", "Frie celler", "Freie Zellen", "Ελεύθερα κελιά"),
		.first = FIRST_CELL,
		.count = CELLS,
		.content = MK_PILE_FRONT,
		.max = 1},
	{.name = "foundations",
		.title = MK_PHRASE("Foundation", "Grundbunke", "Ablagestapel", "Βάση"),
		.titles = MK_PHRASE("Foundations", "Grundbunker", "Ablagestapel", "Βάσεις"),
		.first = FIRST_FOUNDATION,
		.count = MK_SUITS,
		.content = MK_PILE_FRONT,
		.max = MK_RANKS},
	{.name = "columns",
		.title = MK_PHRASE("Column", "Kolonne", "Spalte", "Στήλη"),
		.titles = MK_PHRASE("Columns", "Kolonner", "Spalten", "Στήλες"),
		.first = 0,
		.count = COLUMNS,
		.content = MK_PILE_CARDS,
		.max = COLUMN_SIZE},
	{0},
};

static const struct mk_member move_members[] = {{"kind", NULL}, {"from", NULL}, {"to", NULL},
	{"count", NULL}, {"card", NULL}, {"revealed", NULL}, {0}};
static const struct mk_member pile_members[] = {
	{"cells", NULL}, {"foundations", NULL}, {"columns", NULL}, {0}};

static const struct mk_message_phrases messages = {
	.waiting = MK_PHRASE("Deal all cards face up in eight columns, and show me the table.",
		"Læg alle kort med forsiden op i otte kolonner, og vis mig bordet.",
		"Lege alle Karten offen in acht Spalten aus, und zeig mir den Tisch.",
		"Μοίρασε όλα τα φύλλα ανοιχτά σε οκτώ στήλες και δείξε μου το τραπέζι."),
	.look_again = MK_PHRASE("I can't read all cards. Show me the whole table again.",
		"Jeg kan ikke læse alle kortene. Vis mig hele bordet igen.",
		"Ich kann nicht alle Karten lesen. Zeig mir den ganzen Tisch noch einmal.",
		"Δεν μπορώ να διαβάσω όλα τα φύλλα. Δείξε μου ξανά όλο το τραπέζι."),
	.won = MK_PHRASE("You have won! All cards are on the foundations.",
		"Du har vundet! Alle kort ligger på grundbunkerne.",
		"Gewonnen! Alle Karten liegen auf den Ablagestapeln.",
		"Κέρδισες! Όλα τα φύλλα είναι στις βάσεις."),
	.lost = MK_PHRASE("No move is left: the game is lost. Thanks for playing!",
		"Der er ikke flere træk: spillet er tabt. Tak for denne gang!",
		"Kein Zug ist mehr möglich: verloren. Danke fürs Mitspielen!",
		"Δεν υπάρχει άλλη κίνηση: το παιχνίδι χάθηκε. Ευχαριστώ για το παιχνίδι!"),
	.drawn = MK_PHRASE("The game is given up.", "Spillet er opgivet.",
		"Das Spiel ist aufgegeben.", "Το παιχνίδι εγκαταλείφθηκε."),
	.no_move = MK_PHRASE("I see no good move here.", "Her kender jeg ikke noget godt træk.",
		"Hier kenne ich keinen guten Zug.", "Εδώ δεν ξέρω καλή κίνηση."),
};

/*
 * Only one empty column and one empty cell are listed: a move to another one is read as that to the
 * listed one, and then gets its own target.
 */
static unsigned listed_target(const struct freecell_view *view, unsigned to)
{
	unsigned first = to < FIRST_CELL ? 0 : FIRST_CELL;

	if (to >= (unsigned)FIRST_CELL + view->cells || freecell_front(view, to) != MK_NO_CARD) {
		return to;
	}
	while (freecell_front(view, first) != MK_NO_CARD) {
		first++;
	}
	return first;
}

static enum mk_status read_freecell_move(const struct json_t *json, const struct mk_view *opaque,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	const struct freecell_view *view = freecell_of(opaque);
	json_int_t to = json_integer_value(json_object_get(json, "to"));
	bool is_named = json_is_integer(json_object_get(json, "to")) && to >= 0 && to < POSITIONS;
	json_t *listed;
	enum mk_status status;

	if (!is_named) {
		return move_read_listed(&freecell_game, json, opaque, move, revealed, error);
	}
	listed = json_copy((json_t *)json);
	json_object_set_new(listed, "to", json_integer(listed_target(view, (unsigned)to)));
	status = move_read_listed(&freecell_game, listed, opaque, move, revealed, error);
	json_decref(listed);
	if (status == MK_OK) {
		move->to = (uint8_t)to;
	}
	return status;
}

const struct mk_notation freecell_notation = {
	.reasons = freecell_reasons,
	.reason_phrases = reasons,
	.snapshot_members = pile_members,
	.move_members = move_members,
	.table_members = pile_members,
	.write_move = write_freecell_move,
	.read_move = read_freecell_move,
	.write_short = write_freecell_short,
	.describe_move = describe_freecell_move,
	.describe_outlook = describe_freecell_outlook,
	.messages = &messages,
};
