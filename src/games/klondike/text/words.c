/* The sentence for the player, and the reasons of a move. */
#include "games/klondike/text/words.h"

const char *const klondike_reasons[REASONS + 1] = {
	[REASON_TURNS_UP_CARD] = "turns_up_card",
	[REASON_TO_FOUNDATION] = "to_foundation",
	[REASON_FREES_COLUMN] = "frees_column",
	[REASON_KING_TO_EMPTY] = "king_to_empty",
	[REASON_UNBLOCKS] = "unblocks",
	[REASON_KEEPS_OPTION] = "keeps_option",
	[REASON_DRAWS] = "draws",
	[REASON_ONLY_MOVE] = "only_move",
	[REASON_NO_PROGRESS] = "no_progress",
};

const char *const klondike_suppressions[HELD_BACKS + 1] = {
	[HELD_JUST_MOVED] = "just_moved",
	[HELD_COLUMN_TO_COLUMN_LIMIT] = "column_to_column_limit",
	[HELD_POINTLESS_KING] = "pointless_king",
};

static const struct mk_phrase reasons[REASONS] = {
	[REASON_TURNS_UP_CARD] =
		MK_PHRASE("It turns up a hidden card.", "Det vender et skjult kort.",
			"Er deckt eine verdeckte Karte auf.", "Ανοίγει ένα κλειστό φύλλο."),
	[REASON_TO_FOUNDATION] =
		MK_PHRASE("It builds up a foundation.", "Det bygger videre på en grundbunke.",
			"Er baut einen Ablagestapel weiter auf.", "Χτίζει μια βάση."),
	[REASON_FREES_COLUMN] = MK_PHRASE("It empties a column.", "Det tømmer en kolonne.",
		"Er leert eine Spalte.", "Αδειάζει μια στήλη."),
	[REASON_KING_TO_EMPTY] = MK_PHRASE("It puts a king on an empty column.",
		"Det lægger en konge på en tom kolonne.",
		"Er bringt einen König auf eine leere Spalte.", "Φέρνει έναν ρήγα σε κενή στήλη."),
	[REASON_UNBLOCKS] = MK_PHRASE("It frees another card.", "Det frigør et andet kort.",
		"Er macht eine andere Karte frei.", "Ελευθερώνει ένα άλλο φύλλο."),
	[REASON_KEEPS_OPTION] =
		MK_PHRASE("It keeps other moves open.", "Det holder andre træk åbne.",
			"Er hält andere Züge offen.", "Αφήνει ανοιχτές άλλες κινήσεις."),
	[REASON_DRAWS] = MK_PHRASE("It shows another card of the stock.",
		"Det viser et nyt kort fra trækbunken.",
		"Er zeigt eine weitere Karte des Ziehstapels.",
		"Φανερώνει κι άλλο φύλλο της στοίβας."),
	[REASON_ONLY_MOVE] = MK_PHRASE("It is the only move.", "Det er det eneste træk.",
		"Es ist der einzige Zug.", "Είναι η μόνη κίνηση."),
	[REASON_NO_PROGRESS] = MK_PHRASE("It makes no progress.", "Det fører ikke spillet videre.",
		"Er bringt das Spiel nicht weiter.", "Δεν προχωρά το παιχνίδι."),
};

static const struct mk_phrase first_wanted =
	MK_PHRASE("Show me the table: all seven columns, the stock and the waste.",
		"Vis mig bordet: alle syv kolonner og trækbunken.",
		"Zeig mir den Tisch: alle sieben Spalten und den Ziehstapel.",
		"Δείξε μου το τραπέζι: και τις επτά στήλες και τη στοίβα.");
static const struct mk_phrase won =
	MK_PHRASE("You have won! The game is solved.", "Du har vundet! Kabalen gik op.",
		"Gewonnen! Die Patience ist aufgegangen.", "Κέρδισες! Η πασιέντζα βγήκε.");
static const struct mk_phrase lost =
	MK_PHRASE("No move can help any more: the game is lost. Thanks for playing!",
		"Intet træk kan hjælpe mere: kabalen går ikke op. Tak for denne gang!",
		"Kein Zug kann mehr helfen: Die Patience geht nicht auf. Danke fürs Mitspielen!",
		"Καμία κίνηση δεν βοηθά πια: η πασιέντζα δεν βγαίνει. Ευχαριστώ για το παιχνίδι!");
static const struct mk_phrase check_it = MK_PHRASE(" Please check it and show me the table again.",
	" Se efter, og vis mig bordet igen.",
	" Bitte sieh nach, und zeig mir den Tisch noch einmal.",
	" Έλεγξέ το και δείξε μου ξανά το τραπέζι.");
void klondike_describe_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_phrase_write(out, language, &reasons[reason], NULL, 0);
}

/* ---- The message ---------------------------------------------------------------------------- */

static void describe_contradiction(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	if (finding->conflict_count) {
		klondike_describe_conflict(out, language, &finding->conflicts[0]);
		mk_phrase_write(out, language, &check_it, NULL, 0);
	}
}

static const struct mk_phrase *without_move(enum mk_outcome outcome)
{
	switch (outcome) {
	case MK_WAITING:
		return &first_wanted;
	case MK_WON:
		return &won;
	case MK_LOST:
		return &lost;
	case MK_PLAYING: /* there is a suggestion while a game is in progress */
	case MK_DRAWN:
	case MK_STOPPED:
		break;
	}
	return &first_wanted;
}

void klondike_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion)
{
	enum mk_outcome outcome;

	if (finding && finding->explanation == MK_LOOK_AGAIN) {
		klondike_describe_look_again(out, language, finding);
		return;
	}
	if (finding && finding->explanation == MK_CONTRADICTION) {
		describe_contradiction(out, language, finding);
		return;
	}
	outcome = klondike_outcome(view_of(view));
	if (outcome == MK_PLAYING && suggestion) {
		klondike_describe_move(out, language, view, *suggestion);
	} else {
		mk_phrase_write(out, language, without_move(outcome), NULL, 0);
	}
}
