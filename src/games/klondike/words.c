/* The sentence for the player, and why a move is good. */
#include "games/klondike/words.h"

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

const char *const klondike_held_backs[HELD_BACKS + 1] = {
	[HELD_JUST_MOVED] = "just_moved",
	[HELD_COLUMN_TO_COLUMN_LIMIT] = "column_to_column_limit",
	[HELD_POINTLESS_KING] = "pointless_king",
};

static const struct mk_phrase reasons[REASONS] = {
	[REASON_TURNS_UP_CARD] = {{
		[MK_ENGLISH] = "It turns up a hidden card.",
		[MK_DANISH] = "Det vender et skjult kort.",
		[MK_GERMAN] = "Er deckt eine verdeckte Karte auf.",
		[MK_GREEK] = "Ανοίγει ένα κλειστό φύλλο.",
	}},
	[REASON_TO_FOUNDATION] = {{
		[MK_ENGLISH] = "It builds up a foundation.",
		[MK_DANISH] = "Det bygger videre på en byggebunke.",
		[MK_GERMAN] = "Er baut einen Ablagestapel weiter auf.",
		[MK_GREEK] = "Χτίζει μια βάση.",
	}},
	[REASON_FREES_COLUMN] = {{
		[MK_ENGLISH] = "It empties a column.",
		[MK_DANISH] = "Det tømmer en søjle.",
		[MK_GERMAN] = "Er leert eine Spalte.",
		[MK_GREEK] = "Αδειάζει μια στήλη.",
	}},
	[REASON_KING_TO_EMPTY] = {{
		[MK_ENGLISH] = "It puts a king on an empty column.",
		[MK_DANISH] = "Det lægger en konge på en tom søjle.",
		[MK_GERMAN] = "Er bringt einen König auf eine leere Spalte.",
		[MK_GREEK] = "Φέρνει έναν ρήγα σε κενή στήλη.",
	}},
	[REASON_UNBLOCKS] = {{
		[MK_ENGLISH] = "It sets another card free.",
		[MK_DANISH] = "Det frigør et andet kort.",
		[MK_GERMAN] = "Er macht eine andere Karte frei.",
		[MK_GREEK] = "Ελευθερώνει ένα άλλο φύλλο.",
	}},
	[REASON_KEEPS_OPTION] = {{
		[MK_ENGLISH] = "It keeps other moves open.",
		[MK_DANISH] = "Det holder andre træk åbne.",
		[MK_GERMAN] = "Er hält andere Züge offen.",
		[MK_GREEK] = "Αφήνει ανοιχτές άλλες κινήσεις.",
	}},
	[REASON_DRAWS] = {{
		[MK_ENGLISH] = "It shows another card of the draw pile.",
		[MK_DANISH] = "Det viser et nyt kort fra trækbunken.",
		[MK_GERMAN] = "Er zeigt eine weitere Karte des Ziehstapels.",
		[MK_GREEK] = "Φανερώνει κι άλλο φύλλο της τράπουλας.",
	}},
	[REASON_ONLY_MOVE] = {{
		[MK_ENGLISH] = "It is the only move.",
		[MK_DANISH] = "Det er det eneste træk.",
		[MK_GERMAN] = "Es ist der einzige Zug.",
		[MK_GREEK] = "Είναι η μόνη κίνηση.",
	}},
	[REASON_NO_PROGRESS] = {{
		[MK_ENGLISH] = "It changes nothing for the better.",
		[MK_DANISH] = "Det fører ikke spillet videre.",
		[MK_GERMAN] = "Er bringt das Spiel nicht weiter.",
		[MK_GREEK] = "Δεν προχωρά το παιχνίδι.",
	}},
};

static const struct mk_phrase first_wanted = {{
	[MK_ENGLISH] = "Show me the table: all seven columns and the draw pile.",
	[MK_DANISH] = "Vis mig bordet: alle syv søjler og trækbunken.",
	[MK_GERMAN] = "Zeig mir den Tisch: alle sieben Spalten und den Ziehstapel.",
	[MK_GREEK] = "Δείξε μου το τραπέζι: και τις επτά στήλες και την τράπουλα.",
}};
static const struct mk_phrase won = {{
	[MK_ENGLISH] = "You have won! The game is solved.",
	[MK_DANISH] = "Du har vundet! Kabalen går op.",
	[MK_GERMAN] = "Gewonnen! Die Patience ist aufgegangen.",
	[MK_GREEK] = "Κέρδισες! Η πασιέντζα βγήκε.",
}};
static const struct mk_phrase lost = {{
	[MK_ENGLISH] = "No move can help any more: the game is lost. Thanks for playing!",
	[MK_DANISH] = "Intet træk kan hjælpe mere: kabalen går ikke op. Tak for denne gang!",
	[MK_GERMAN] = "Kein Zug kann mehr helfen: Die Patience geht nicht auf. Danke fürs "
		      "Mitspielen!",
	[MK_GREEK] = "Καμία κίνηση δεν βοηθά πια: η πασιέντζα δεν βγαίνει. Ευχαριστώ για το "
		     "παιχνίδι!",
}};
static const struct mk_phrase nothing_helps = {{
	[MK_ENGLISH] = "I see no move that helps.",
	[MK_DANISH] = "Jeg kan ikke se noget træk, der hjælper.",
	[MK_GERMAN] = "Ich sehe keinen Zug, der weiterhilft.",
	[MK_GREEK] = "Δεν βλέπω κίνηση που να βοηθά.",
}};
static const struct mk_phrase check_it = {{
	[MK_ENGLISH] = " Please check it and show me the table again.",
	[MK_DANISH] = " Se efter, og vis mig bordet igen.",
	[MK_GERMAN] = " Bitte sieh nach, und zeig mir den Tisch noch einmal.",
	[MK_GREEK] = " Έλεγξέ το και δείξε μου ξανά το τραπέζι.",
}};
void klondike_say_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_say(out, language, &reasons[reason], NULL, 0);
}

/* ---- The message ---------------------------------------------------------------------------- */

static void say_contradiction(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	if (finding->clash_count) {
		klondike_say_clash(out, language, &finding->clashes[0]);
		mk_say(out, language, &check_it, NULL, 0);
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
	case MK_PLAYING:
	case MK_DRAWN:
		break;
	}
	return &nothing_helps;
}

void klondike_say_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion)
{
	enum mk_outcome outcome;

	if (finding && finding->explanation == MK_LOOK_AGAIN) {
		klondike_say_look_again(out, language, finding);
		return;
	}
	if (finding && finding->explanation == MK_CONTRADICTION) {
		say_contradiction(out, language, finding);
		return;
	}
	outcome = klondike_outcome(view_of(view));
	if (outcome == MK_PLAYING && suggestion) {
		klondike_say_move(out, language, view, *suggestion);
	} else {
		mk_say(out, language, without_move(outcome), NULL, 0);
	}
}
