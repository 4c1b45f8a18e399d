/* The sentences for players. */
#include "games/ten_twenty_thirty/words.h"

const char *const tens_suppressions[] = {NULL, NULL};
const char *const tens_reasons[REASONS + 1] = {
	[REASON_WINS] = "wins",
	[REASON_EMPTIES] = "empties_column",
	[REASON_REMOVES] = "removes_three",
	[REASON_DECLINES] = "declines",
	[REASON_DRAWS] = "leads_to_draw",
	[REASON_ONLY_MOVE] = "only_move",
};
const char *const tens_conflict_reasons[CONFLICTS + 1] = {
	[CONFLICT_OTHER_CARD] = "other_card",
	[CONFLICT_COLUMN] = "column_count",
	[CONFLICT_DECK] = "deck_count",
	[CONFLICT_ELSEWHERE] = "card_elsewhere",
	[CONFLICT_WRONG_ORDER] = "wrong_order",
};

/* {0} to {2} are the cards, {3} the column. */
static const struct mk_phrase removes =
	MK_PHRASE("Take {0}, {1} and {2} from column {3} and put them under the deck.",
		"Tag {0}, {1} og {2} fra kolonne {3}, og læg dem nederst i bunken.",
		"Nimm {0}, {1} und {2} aus Spalte {3}, und lege sie unter den Stapel.",
		"Πάρε {0}, {1} και {2} από τη στήλη {3} και βάλε τα κάτω από την τράπουλα.");
static const struct mk_phrase deals =
	MK_PHRASE("Deal the next card to column {0}.", "Læg det næste kort i kolonne {0}.",
		"Lege die nächste Karte in Spalte {0}.", "Μοίρασε το επόμενο φύλλο στη στήλη {0}.");
static const struct mk_phrase declines =
	MK_PHRASE("Leave the cards where they are, and deal the next one to column {0}.",
		"Lad kortene ligge, og læg det næste i kolonne {0}.",
		"Lass die Karten liegen, und lege die nächste in Spalte {0}.",
		"Άφησε τα φύλλα στη θέση τους και μοίρασε το επόμενο στη στήλη {0}.");
static const struct mk_phrase next_card =
	MK_PHRASE("the next card", "det næste kort", "die nächste Karte", "το επόμενο φύλλο");
static const struct mk_phrase three_cards =
	MK_PHRASE("three cards", "tre kort", "drei Karten", "τρία φύλλα");

static const struct mk_phrase reasons[REASONS] = {
	[REASON_WINS] = MK_PHRASE("It leads to a certain win.", "Det fører til en sikker sejr.",
		"Er führt zum sicheren Gewinn.", "Οδηγεί σε σίγουρη νίκη."),
	[REASON_EMPTIES] = MK_PHRASE("It clears the column.", "Det rydder kolonnen.",
		"Er räumt die Spalte ab.", "Αδειάζει τη στήλη."),
	[REASON_REMOVES] = MK_PHRASE("It brings three cards back into the deck.",
		"Det bringer tre kort tilbage i bunken.",
		"Er bringt drei Karten in den Stapel zurück.",
		"Επιστρέφει τρία φύλλα στην τράπουλα."),
	[REASON_DECLINES] = MK_PHRASE("It leaves three cards that could be removed.",
		"Det lader kort ligge, som kunne tages.",
		"Er lässt Karten liegen, die gehen könnten.",
		"Αφήνει φύλλα που θα μπορούσαν να φύγουν."),
	[REASON_DRAWS] = MK_PHRASE("The game cannot be won, but it can be drawn by repetition.",
		"Spillet kan ikke vindes mere, men det kan ende uafgjort, fordi det går i ring.",
		"Gewinnen geht nicht mehr, aber ein Unentschieden: Das Spiel dreht sich im Kreis.",
		"Νίκη δεν υπάρχει πια, αλλά γίνεται ισοπαλία: το παιχνίδι κάνει κύκλους."),
	[REASON_ONLY_MOVE] = MK_PHRASE("It is the only move.", "Det er det eneste træk.",
		"Es ist der einzige Zug.", "Είναι η μόνη κίνηση."),
};

static const struct mk_phrase wins_in = MK_PHRASE("Won in {0} more cards.", "Vundet om {0} kort.",
	"Gewonnen nach {0} weiteren Karten.", "Νίκη σε {0} ακόμη φύλλα.");
static const struct mk_phrase wins_next =
	MK_PHRASE("Won with the next card.", "Vundet med det næste kort.",
		"Gewonnen mit der nächsten Karte.", "Νίκη με το επόμενο φύλλο.");
static const struct mk_phrase wins_now = MK_PHRASE("Won without another card.",
	"Vundet uden flere kort.", "Gewonnen ohne eine weitere Karte.", "Νίκη χωρίς άλλο φύλλο.");
static const struct mk_phrase is_won =
	MK_PHRASE("The game can be won for certain.", "Spillet kan vindes med sikkerhed.",
		"Das Spiel ist sicher zu gewinnen.", "Το παιχνίδι κερδίζεται σίγουρα.");
static const struct mk_phrase is_lost =
	MK_PHRASE("The game can no longer be won.", "Spillet kan ikke længere vindes.",
		"Das Spiel ist nicht mehr zu gewinnen.", "Το παιχνίδι δεν κερδίζεται πια.");
static const struct mk_phrase is_open = MK_PHRASE("The chance of winning is about {0}%.",
	"Chancen for at vinde er omkring {0} %.", "Die Chance zu gewinnen liegt bei etwa {0} %.",
	"Η πιθανότητα νίκης είναι περίπου {0}%.");

static const struct mk_phrase conflicts[CONFLICTS] = {
	[CONFLICT_OTHER_CARD] = MK_PHRASE("I see {2} in column {0}, where {1} should be.",
		"Jeg ser {2} i kolonne {0}, hvor {1} ligger.",
		"In Spalte {0} sehe ich {2}, dort liegt aber {5}.",
		"Βλέπω {2} στη στήλη {0}, όπου είναι: {5}."),
	[CONFLICT_COLUMN] = MK_PHRASE(
		"Cards in column {0}: I see {4}, but there were {3}, and no move explains that.",
		"Kort i kolonne {0}: jeg ser {4}, men der var {3}, og intet træk forklarer det.",
		"Karten in Spalte {0}: Ich sehe {4}, es waren aber {3}, und kein Zug erklärt das.",
		"Φύλλα στη στήλη {0}: βλέπω {4}, αλλά ήταν {3} και καμία κίνηση δεν το εξηγεί."),
	[CONFLICT_DECK] = MK_PHRASE("Cards in the deck: I see {4}, but it must be {3}.",
		"Kort i bunken: jeg ser {4}, men der skal være {3}.",
		"Karten im Stapel: Ich sehe {4}, es müssen aber {3} sein.",
		"Φύλλα στην τράπουλα: βλέπω {4}, αλλά πρέπει να είναι {3}."),
	[CONFLICT_ELSEWHERE] = MK_PHRASE("I see {2} dealt, but it lies elsewhere.",
		"Jeg ser {2}, men det kort ligger et andet sted.",
		"Ich sehe {2}, aber diese Karte liegt woanders.",
		"Βλέπω {2}, αλλά αυτό το φύλλο είναι αλλού."),
	[CONFLICT_WRONG_ORDER] = MK_PHRASE("I see {2}, but {1} comes next.",
		"Jeg ser {2}, men det næste kort er {1}.",
		"Ich sehe {2}, aber als Nächstes kommt {5}.",
		"Βλέπω {2}, αλλά το επόμενο φύλλο είναι: {5}."),
};

static const struct mk_phrase first_wanted =
	MK_PHRASE("Deal seven cards, one to each column, and show me the table.",
		"Læg syv kort, ét i hver kolonne, og vis mig bordet.",
		"Lege sieben Karten aus, eine in jede Spalte, und zeig mir den Tisch.",
		"Μοίρασε επτά φύλλα, ένα σε κάθε στήλη, και δείξε μου το τραπέζι.");
static const struct mk_phrase won = MK_PHRASE("You have won! No column is left.",
	"Du har vundet! Der er ingen kolonner tilbage.", "Gewonnen! Keine Spalte ist mehr da.",
	"Κέρδισες! Δεν έμεινε καμία στήλη.");
static const struct mk_phrase lost = MK_PHRASE(
	"The deck is empty and nothing can be taken: the game is lost. Thanks for playing!",
	"Bunken er tom, og ingen kort kan tages: spillet er tabt. Tak for denne gang!",
	"Der Stapel ist leer, und nichts kann genommen werden: verloren. Danke fürs Mitspielen!",
	"Η τράπουλα άδειασε και τίποτα δεν φεύγει: το παιχνίδι χάθηκε. Ευχαριστώ για το παιχνίδι!");
static const struct mk_phrase drawn = MK_PHRASE(
	"This position has occurred before: the game is a draw.",
	"Sådan har bordet ligget før: spillet går i ring og er uafgjort.",
	"So lag der Tisch schon einmal: Das Spiel dreht sich im Kreis und ist unentschieden.",
	"Το τραπέζι έχει ξαναβρεθεί σε αυτή τη θέση: το παιχνίδι κάνει κύκλους και είναι ισόπαλο.");
static const struct mk_phrase stuck = MK_PHRASE(
	"This position has occurred before: the game goes round in circles and is lost.",
	"Sådan har bordet ligget før: spillet går i ring og er tabt.",
	"So lag der Tisch schon einmal: Das Spiel dreht sich im Kreis und ist verloren.",
	"Το τραπέζι έχει ξαναβρεθεί σε αυτή τη θέση: το παιχνίδι κάνει κύκλους και χάθηκε.");
static const struct mk_phrase look_again = MK_PHRASE(
	"I can't see which cards were taken and which are left. Show me all columns.",
	"Jeg kan ikke se, hvilke kort der blev taget eller ligger der. Vis mig alle kolonner.",
	"Ich sehe nicht, welche Karten genommen wurden oder daliegen. Zeig mir alle Spalten.",
	"Δεν βλέπω ποια φύλλα πάρθηκαν ή υπάρχουν. Δείξε μου όλες τις στήλες.");

void tens_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move)
{
	mk_phrase_write(out, language, move.kind == DEAL ? &next_card : &three_cards, NULL, 0);
}

static void describe_deal(struct mk_text *out, enum mk_language language,
	const struct tens_view *view, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	bool declined = tens_moves(view, moves) > 1;

	mk_phrase_write(out, language, declined ? &declines : &deals,
		&(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = move.to + 1}, 1);
}

void tens_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *opaque, struct mk_move move)
{
	const struct tens_view *view = view_of(opaque);
	struct mk_phrase_arg words[4] = {{.kind = MK_ARG_OBJECT}, {.kind = MK_ARG_OBJECT},
		{.kind = MK_ARG_OBJECT}, {.kind = MK_ARG_NUMBER, .number = move.from + 1}};
	int place[3];

	if (move.kind == DEAL) {
		describe_deal(out, language, view, move);
		return;
	}
	combo_places((enum combo)move.cut, view->core.count[move.from], place);
	for (int i = 0; i < 3; i++) {
		words[i].card = core_card(&view->core, move.from, place[i]);
	}
	mk_phrase_write(out, language, &removes, words, 4);
}

void tens_describe_reason(struct mk_text *out, enum mk_language language, int reason)
{
	mk_phrase_write(out, language, &reasons[reason], NULL, 0);
}

static const struct mk_phrase *won_after(long long cards)
{
	return cards == 0 ? &wins_now : cards == 1 ? &wins_next : &wins_in;
}

void tens_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice)
{
	struct mk_phrase_arg number = {.kind = MK_ARG_NUMBER, .number = 0};

	for (size_t i = 0; i < advice->winning_line_length; i++) {
		number.number += advice->winning_line[i].kind == DEAL;
	}
	if (advice->certainty == MK_PROVEN_WIN) {
		bool is_counted = advice->winning_line_length > 0 &&
				  advice->winning_line_length < MK_MAX_WINNING_LINE;

		mk_phrase_write(
			out, language, is_counted ? won_after(number.number) : &is_won, &number, 1);
	} else if (advice->certainty == MK_PROVEN_LOSS) {
		mk_phrase_write(out, language, &is_lost, NULL, 0);
	} else {
		number.number = (long long)(100 * advice->value + 0.5);
		mk_phrase_write(out, language, &is_open, &number, 1);
	}
}

void tens_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict)
{
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_NUMBER, .number = conflict->at + 1},
		{.kind = MK_ARG_OBJECT, .card = conflict->other},
		{.kind = MK_ARG_OBJECT, .card = conflict->seen},
		{.kind = MK_ARG_NUMBER, .number = conflict->likely_count},
		{.kind = MK_ARG_NUMBER, .number = conflict->seen_count},
		{.kind = MK_ARG_CARD, .card = conflict->other},
	};

	mk_phrase_write(out, language, &conflicts[conflict->reason], words, 6);
}

static const struct mk_phrase *without_move(const struct tens_view *view, enum mk_outcome outcome)
{
	switch (outcome) {
	case MK_WAITING:
		return &first_wanted;
	case MK_WON:
		return &won;
	case MK_LOST:
		return view->repeated ? &stuck : &lost;
	case MK_DRAWN:
		return &drawn;
	case MK_PLAYING: /* there is a suggestion while a game is in progress */
	case MK_STOPPED:
		break;
	}
	return &look_again;
}

void tens_describe_message(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion)
{
	enum mk_outcome outcome = tens_outcome(view);

	if (finding && finding->explanation == MK_LOOK_AGAIN) {
		mk_phrase_write(out, language, &look_again, NULL, 0);
	} else if (finding && finding->explanation == MK_CONTRADICTION && finding->conflict_count) {
		tens_describe_conflict(out, language, &finding->conflicts[0]);
	} else if (outcome == MK_PLAYING && suggestion) {
		tens_describe_move(out, language, view, *suggestion);
	} else {
		mk_phrase_write(out, language, without_move(view_of(view), outcome), NULL, 0);
	}
}
