/* The sentence for the player, and why a move is good. */
#include "games/klondike/words.h"

enum { MOST_NAMED = 3, NAMES_ROOM = 256 };

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
static const struct mk_phrase look_again = {{
	[MK_ENGLISH] =
		"I can't read {0}. Take your hand away, and turn up the front card if it lies "
		"face down.",
	[MK_DANISH] = "Jeg kan ikke læse {0}. Tag hånden væk, og vend det forreste kort, hvis det "
		      "ligger med bagsiden op.",
	[MK_GERMAN] =
		"Ich kann {0} nicht lesen. Nimm die Hand weg, und decke die vorderste Karte auf, "
		"falls sie verdeckt liegt.",
	[MK_GREEK] = "Δεν μπορώ να διαβάσω {0}. Πάρε το χέρι σου και γύρισε το μπροστινό φύλλο, αν "
		     "είναι κλειστό.",
}};
static const struct mk_phrase covered = {{
	[MK_ENGLISH] =
		"I did not see which card was covered {0}: {1}? Spread the cards so that I can "
		"read them all.",
	[MK_DANISH] = "Jeg så ikke, hvilket kort der blev dækket {0}: {1}? Spred kortene, så jeg "
		      "kan læse dem alle.",
	[MK_GERMAN] = "Ich habe nicht gesehen, welche Karte {0} zugedeckt wurde: {1}? Zieh die "
		      "Karten auseinander, damit ich alle lesen kann.",
	[MK_GREEK] = "Δεν είδα ποιο φύλλο καλύφθηκε {0}: {1}; Άπλωσε τα φύλλα ώστε να τα διαβάσω "
		     "όλα.",
}};
static const struct mk_phrase either = {
	{"{0} or {1}", "{0} eller {1}", "{0} oder {1}", "{0} ή {1}"}};
static const struct mk_phrase check_it = {{
	[MK_ENGLISH] = " Please check it and show me the table again.",
	[MK_DANISH] = " Se efter, og vis mig bordet igen.",
	[MK_GERMAN] = " Bitte sieh nach, und zeig mir den Tisch noch einmal.",
	[MK_GREEK] = " Έλεγξέ το και δείξε μου ξανά το τραπέζι.",
}};
static const struct mk_phrase several_piles = {
	{"several piles", "flere af bunkerne", "mehrere Stapel", "αρκετές στοίβες"}};
static const struct mk_phrase and = {{" and ", " og ", " und ", " και "}};

void klondike_say_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_say(out, language, &reasons[reason], NULL, 0);
}

/* ---- The message ---------------------------------------------------------------------------- */

/* "column 3, column 5 and the draw pile" */
static void name_piles(struct mk_text *out, enum mk_language language, unsigned piles)
{
	int count = __builtin_popcount(piles);

	if (count == 0 || count > MOST_NAMED) {
		mk_text_put(out, several_piles.in[language]);
		return;
	}
	for (int left = count; left > 0; left--, piles &= piles - 1) {
		if (left < count) {
			mk_text_put(out, left == 1 ? and.in[language] : ", ");
		}
		mk_text_put(out, klondike_pile_words(language, __builtin_ctz(piles)));
	}
}

static void say_look_again(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	char room[NAMES_ROOM];
	struct mk_text names;
	unsigned piles = 0;

	for (int i = 0; i < finding->unreadable_count; i++) {
		piles |= 1U << finding->unreadable[i];
	}
	for (int i = 0; i < finding->doubt_count; i++) {
		piles |= 1U << finding->doubts[i].position;
	}
	mk_text_fixed(&names, room, sizeof room);
	name_piles(&names, language, piles);
	mk_say(out, language, &look_again,
		&(struct mk_word){.kind = MK_WORD_TEXT, .text = names.bytes}, 1);
}

/* One place under other cards is in doubt, nothing else. */
static bool is_covered(const struct mk_finding *finding)
{
	const struct mk_place *doubts = finding->doubts;

	if (finding->doubt_count == 0 || finding->doubt_count > 2 || doubts[0].index == 0) {
		return false;
	}
	return finding->doubt_count == 1 ||
	       (doubts[0].position == doubts[1].position && doubts[0].index == doubts[1].index);
}

static void say_covered(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	const struct mk_place *doubts = finding->doubts;
	char room[NAMES_ROOM];
	struct mk_text names;
	struct mk_word cards[] = {{.kind = MK_WORD_CARD, .card = doubts[0].card},
		{.kind = MK_WORD_CARD, .card = doubts[1].card}};

	mk_text_fixed(&names, room, sizeof room);
	if (finding->doubt_count == 2) {
		mk_say(&names, language, &either, cards, 2);
	} else {
		mk_text_put(&names, mk_card_words(language, doubts[0].card));
	}
	mk_say(out, language, &covered,
		(struct mk_word[]){
			{.kind = MK_WORD_TEXT,
				.text = klondike_place_words(language, doubts[0].position)},
			{.kind = MK_WORD_TEXT, .text = room}},
		2);
}

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
		if (is_covered(finding)) {
			say_covered(out, language, finding);
		} else {
			say_look_again(out, language, finding);
		}
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
