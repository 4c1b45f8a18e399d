/* The question which kept table is true, as sentences. */
#include "base/json.h"
#include "games/klondike/text/words.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/explain.h"
#include "games/klondike/tracking/question.h"

#include <assert.h>
#include <string.h>

static const struct mk_phrase same_card =
	MK_PHRASE("Did you shuffle the waste, and did the {0} come up again?",
		"Har du blandet trækbunken, og kom {0} op igen?",
		"Hast du den Ziehstapel gemischt, und kam wieder {0}?",
		"Ανακάτεψες τη στοίβα και βγήκε ξανά {0};");
static const struct mk_phrase shuffled = MK_PHRASE(
	"Yes, it was shuffled", "Ja, den er blandet", "Ja, er wurde gemischt", "Ναι, ανακατεύτηκε");
static const struct mk_phrase not_shuffled = MK_PHRASE("No, nothing happened",
	"Nej, der er ikke gjort noget", "Nein, es wurde nichts getan", "Όχι, δεν έγινε τίποτε");

static const struct mk_phrase where_to = MK_PHRASE(
	"Where is the {0} now?", "Hvor er {0} nu?", "Wo ist {0} jetzt?", "Πού είναι τώρα: {0};");
static const struct mk_phrase on_foundation =
	MK_PHRASE("On its foundation", "På sin grundbunke", "Auf dem Ablagestapel", "Στη βάση του");
static const struct mk_phrase in_waste = MK_PHRASE("In the waste, under the front card",
	"I trækbunken, under det forreste kort", "Im Ziehstapel, unter der vordersten Karte",
	"Στη στοίβα, κάτω από το μπροστινό φύλλο");

static const struct mk_phrase which_pile = MK_PHRASE("I lost count of the stock. Which is right?",
	"Jeg har mistet overblikket over trækbunken. Hvad passer?",
	"Ich habe beim Ziehstapel den Überblick verloren. Was stimmt?",
	"Έχασα το μέτρημα της στοίβας. Τι ισχύει;");
static const struct mk_phrase counts = MK_PHRASE("Cards face down: {0}. Shuffles left: {1}.",
	"Kort med bagsiden op: {0}. Blandinger tilbage: {1}.",
	"Verdeckte Karten: {0}. Noch zu mischen: {1}-mal.",
	"Κλειστά φύλλα: {0}. Ανακατέματα που μένουν: {1}.");
static const struct mk_phrase count = MK_PHRASE("Cards face down: {0}.",
	"Kort med bagsiden op: {0}.", "Verdeckte Karten: {0}.", "Κλειστά φύλλα: {0}.");
/* Used if draws may be hidden in the waste. */
static const struct mk_phrase counts_at_most =
	MK_PHRASE("Cards face down: at most {0}. Shuffles left: {1}.",
		"Kort med bagsiden op: højst {0}. Blandinger tilbage: {1}.",
		"Verdeckte Karten: höchstens {0}. Noch zu mischen: {1}-mal.",
		"Κλειστά φύλλα: το πολύ {0}. Ανακατέματα που μένουν: {1}.");
static const struct mk_phrase count_at_most =
	MK_PHRASE("Cards face down: at most {0}.", "Kort med bagsiden op: højst {0}.",
		"Verdeckte Karten: höchstens {0}.", "Κλειστά φύλλα: το πολύ {0}.");
static const struct mk_phrase beneath =
	MK_PHRASE("Under the front card: {0}.", "Under det forreste kort: {0}.",
		"Unter der vordersten Karte: {0}.", "Κάτω από το μπροστινό φύλλο: {0}.");
static const struct mk_phrase nothing_beneath =
	MK_PHRASE("No card under the front card.", "Intet kort under det forreste kort.",
		"Keine Karte unter der vordersten Karte.", "Κανένα φύλλο κάτω από το μπροστινό.");

static const struct mk_phrase unknown_beneath = MK_PHRASE("Another card under the front card.",
	"Et andet kort under det forreste kort.", "Eine andere Karte unter der vordersten Karte.",
	"Άλλο φύλλο κάτω από το μπροστινό.");

static const struct mk_phrase waste_from_front = MK_PHRASE(
	"The waste, from the front card on: {0}.", "Trækbunken, fra det forreste kort: {0}.",
	"Der Ziehstapel, von der vordersten Karte an: {0}.",
	"Η στοίβα, από το μπροστινό φύλλο: {0}.");

/* {0} is the card above it. */
static const struct mk_phrase card_unseen =
	MK_PHRASE("Right under the {0} lies a card that I did not see.",
		"Lige under dette kort ligger et, som jeg ikke har set: {0}.",
		"Direkt unter dieser Karte liegt eine, die ich nicht gesehen habe: {0}.",
		"Ακριβώς κάτω από αυτό το φύλλο βρίσκεται ένα που δεν είδα: {0}.");
static const struct mk_phrase none_unseen = MK_PHRASE("I have seen every card of the waste.",
	"Jeg har set alle de vendte kort.", "Ich habe alle aufgedeckten Karten gesehen.",
	"Είδα κάθε ανοιχτό φύλλο της στοίβας.");

static const struct mk_phrase which_table =
	MK_PHRASE("I missed a move. Which is right?", "Jeg gik glip af et træk. Hvad passer?",
		"Mir ist ein Zug entgangen. Was stimmt?", "Μου ξέφυγε μια κίνηση. Τι ισχύει;");
/* {0} is "in column 3". */
static const struct mk_phrase face_down = MK_PHRASE("Cards face down {0}: {1}.",
	"Kort med bagsiden op {0}: {1}.", "Verdeckte Karten {0}: {1}.", "Κλειστά φύλλα {0}: {1}.");
static const struct mk_phrase covered_card = MK_PHRASE(
	"Covered {0}: {1}.", "Dækket {0}: {1}.", "Zugedeckt {0}: {1}.", "Σκεπασμένο {0}: {1}.");
static const struct mk_phrase nothing_covered =
	MK_PHRASE("No other card was covered.", "Intet andet kort blev dækket.",
		"Keine andere Karte wurde zugedeckt.", "Δεν σκεπάστηκε άλλο φύλλο.");
static const struct mk_phrase nothing_put_up = MK_PHRASE("No card was put up.",
	"Intet kort er lagt op.", "Keine Karte wurde abgelegt.", "Κανένα φύλλο δεν πήγε στη βάση.");
static const struct mk_phrase put_up_cards = MK_PHRASE("On its foundation: {0}.",
	"På sin grundbunke: {0}.", "Auf dem Ablagestapel: {0}.", "Στη βάση: {0}.");

/* Size of the names of a whole pile in the longest language. */
enum { NAMES_SIZE = 1024 };

/* True if `after` is the table `before` after a redeal that brought the same front card. */
static bool is_shuffled(const struct klondike_view *before, const struct klondike_view *after)
{
	struct mk_move shuffle = {.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE};
	mk_card front = klondike_front(before, DRAW_PILE);
	struct klondike_view table = *before;

	if (front == MK_NO_CARD || !klondike_is_legal(before, shuffle)) {
		return false;
	}
	klondike_play(&table, shuffle, front);
	return klondike_same_pile(&table, after, DRAW_PILE);
}

/* The card that lies on its foundation in `a` and not in `b`, if it is the only one. */
static mk_card put_up(const struct klondike_view *a, const struct klondike_view *b)
{
	mk_cards more = klondike_foundation_cards(a) & ~klondike_foundation_cards(b);

	return more && (more & (more - 1)) == 0 ? (mk_card)__builtin_ctzll(more) : MK_NO_CARD;
}

/* `card` if it lies in the waste, otherwise MK_NO_CARD. */
static mk_card was_in_waste(const struct klondike_view *table, mk_card card)
{
	for (int i = 0; i < table->turned; i++) {
		if (table->pile[i] == card) {
			return card;
		}
	}
	return MK_NO_CARD;
}

/* True if the tables differ only in the draw pile, apart from cards that were put up. */
static bool is_about_pile(const struct klondike_view *view)
{
	struct klondike_view other;

	for (int number = 1; number <= view->alternatives; number++) {
		if (klondike_explanation(view, number, &other) &&
			(memcmp(view->column, other.column, sizeof view->column) != 0 ||
				memcmp(view->unseen, other.unseen, sizeof view->unseen) != 0)) {
			return false;
		}
	}
	return true;
}

/* If exactly two tables differ in one thing, the question names it. */
struct question {
	enum { ASKS_COUNTS, ASKS_SHUFFLE, ASKS_FOUNDATION, ASKS_TABLE } about;
	int yes;      /* the table after the redeal, or with the card put up */
	mk_card card; /* that card */
};

static bool compare(struct question *question, const struct klondike_view *one, int number,
	const struct klondike_view *other)
{
	mk_card card = was_in_waste(other, put_up(one, other));

	if (is_shuffled(other, one)) {
		*question = (struct question){ASKS_SHUFFLE, number, MK_NO_CARD};
		return true;
	}
	if (card != MK_NO_CARD) {
		*question = (struct question){ASKS_FOUNDATION, number, card};
		return true;
	}
	return false;
}

/* True if the answers are about unseen cards of the waste. */
static bool asks_what_is_unseen(const struct klondike_view *view)
{
	return klondike_last_answer(view) > view->alternatives && !klondike_asks_about_gone(view);
}

static struct question question_of(const struct klondike_view *view)
{
	struct question question = {is_about_pile(view) ? ASKS_COUNTS : ASKS_TABLE, 0, MK_NO_CARD};
	struct klondike_view first, other;
	int number = 1;

	if (klondike_asks_about_gone(view)) {
		question.about = ASKS_TABLE;
	}
	if (question.about == ASKS_TABLE || asks_what_is_unseen(view) ||
		klondike_explanations((const struct mk_view *)view) != 2) {
		return question;
	}
	while (!klondike_explanation(view, number, &other)) {
		number++;
	}
	(void)klondike_explanation(view, 0, &first);
	if (!compare(&question, &first, 0, &other)) {
		(void)compare(&question, &other, number, &first);
	}
	return question;
}

const char *klondike_question(const struct mk_view *view, int *position)
{
	static const char *const codes[] = {[ASKS_COUNTS] = "draw_pile",
		[ASKS_SHUFFLE] = "same_card",
		[ASKS_FOUNDATION] = "put_up",
		[ASKS_TABLE] = "missed_move"};

	*position = DRAW_PILE;
	return codes[question_of(view_of(view)).about];
}

void klondike_describe_question(
	struct mk_text *out, enum mk_language language, const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	struct question question = question_of(known);
	mk_card card = question.about == ASKS_FOUNDATION ? question.card
							 : klondike_front(known, DRAW_PILE);
	const struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_CARD, .card = card}, {.kind = MK_ARG_OBJECT, .card = card}};

	switch (question.about) {
	case ASKS_SHUFFLE:
		mk_phrase_write(out, language, &same_card, words, 2);
		return;
	case ASKS_FOUNDATION:
		mk_phrase_write(out, language, &where_to, words, 2);
		return;
	case ASKS_COUNTS:
		mk_phrase_write(out, language, &which_pile, NULL, 0);
		return;
	case ASKS_TABLE:
		mk_phrase_write(out, language, &which_table, NULL, 0);
		return;
	}
}

/* ---- what distinguishes several explanations ------------------------------------------------ */

static mk_card under_front(const struct klondike_view *table)
{
	return table->turned > 1 ? table->pile[table->turned - 2] : MK_NO_CARD;
}

/* Depth of the first difference in the waste, from the front card on; PILE if there is none. */
static int first_difference(const struct klondike_view *a, const struct klondike_view *b)
{
	int below = 0;

	while (below < PILE && (a->turned > below) == (b->turned > below) &&
		klondike_waste_card(a, below) == klondike_waste_card(b, below)) {
		below++;
	}
	return below;
}

static bool differs(
	const struct klondike_view *a, const struct klondike_view *b, enum klondike_aspect aspect)
{
	switch (aspect) {
	case FOUNDATIONS:
		return memcmp(a->foundation, b->foundation, sizeof a->foundation) != 0;
	case FACE_DOWN:
		return memcmp(a->unseen, b->unseen, sizeof a->unseen) != 0;
	case COVERED:
		return memcmp(a->column, b->column, sizeof a->column) != 0;
	case COUNTS:
		return klondike_left(a) != klondike_left(b) || a->shuffles != b->shuffles;
	case BENEATH:
		return (a->turned > 1) != (b->turned > 1) || under_front(a) != under_front(b);
	case WASTE:
		return first_difference(a, b) < PILE;
	case ASPECTS:
		break;
	}
	return false;
}

static bool differs_in_any(
	const struct klondike_view *a, const struct klondike_view *b, unsigned aspects)
{
	for (; aspects; aspects &= aspects - 1) {
		if (differs(a, b, (enum klondike_aspect)__builtin_ctz(aspects))) {
			return true;
		}
	}
	return false;
}

/* All kept tables, each as a view of its own. */
struct answers {
	struct klondike_view table[1 + MAX_ALTERNATIVES];
	int count;
};

static void list_answers(struct answers *answers, const struct klondike_view *view)
{
	answers->count = 0;
	for (int number = 0; number <= klondike_last_answer(view); number++) {
		answers->count += klondike_answer(view, number, &answers->table[answers->count]);
	}
	assert(answers->count > 0);
}

/* With gaps, the counts of two tables are upper bounds and both may be true. */
static unsigned distinguishing(
	const struct klondike_view *a, const struct klondike_view *b, unsigned aspects)
{
	return (a->gaps || b->gaps) && a->shuffles == b->shuffles ? aspects & ~(1U << COUNTS)
								  : aspects;
}

/* True if the aspect distinguishes two answers that are equal in `aspects`. */
static bool is_needed(const struct answers *answers, unsigned aspects, enum klondike_aspect aspect)
{
	for (int i = 0; i < answers->count; i++) {
		const struct klondike_view *one = &answers->table[i];

		for (int j = i + 1; j < answers->count; j++) {
			const struct klondike_view *other = &answers->table[j];

			if (differs(one, other, aspect) &&
				!differs_in_any(one, other, distinguishing(one, other, aspects))) {
				return true;
			}
		}
	}
	return false;
}

/* A smallest set of aspects, as bits, by which all answers differ. */
static unsigned aspects_of(const struct answers *answers)
{
	unsigned aspects = 0;

	for (enum klondike_aspect aspect = FOUNDATIONS; aspect < ASPECTS; aspect++) {
		aspects |= is_needed(answers, aspects, aspect) ? 1U << aspect : 0;
	}
	return aspects;
}

/* The common part of all answers. */
struct common {
	mk_cards put_up;
	mk_cards column[COLUMNS];
	unsigned face_down; /* bit mask of the columns with the same number of face-down cards */
	int named;          /* number of waste cards that distinguish all answers */
};

static int named_waste(const struct answers *answers)
{
	int named = 1;

	for (int i = 0; i < answers->count; i++) {
		for (int j = i + 1; j < answers->count; j++) {
			int below = first_difference(&answers->table[i], &answers->table[j]);

			named = below < PILE && below >= named ? below + 1 : named;
		}
	}
	return named;
}

static struct common common_of(const struct answers *answers)
{
	const struct klondike_view *first = &answers->table[0];
	struct common common = {
		klondike_foundation_cards(first), {0}, (1U << COLUMNS) - 1, named_waste(answers)};

	for (int column = 0; column < COLUMNS; column++) {
		common.column[column] = klondike_column_cards(first, column);
	}
	for (int i = 1; i < answers->count; i++) {
		const struct klondike_view *other = &answers->table[i];

		common.put_up &= klondike_foundation_cards(other);
		for (int column = 0; column < COLUMNS; column++) {
			common.column[column] &= klondike_column_cards(other, column);
			common.face_down &= other->unseen[column] == first->unseen[column]
						    ? ~0U
						    : ~(1U << column);
		}
	}
	return common;
}

/* ---- Answers about several explanations ------------------------------------------------------ */

static void describe_beneath(
	struct mk_text *out, enum mk_language language, const struct klondike_view *table)
{
	mk_card under = under_front(table);

	if (under == MK_NO_CARD && table->turned > 1) {
		mk_phrase_write(out, language, &unknown_beneath, NULL, 0);
		return;
	}
	mk_phrase_write(out, language, table->turned > 1 ? &beneath : &nothing_beneath,
		&(struct mk_phrase_arg){.kind = MK_ARG_CARD, .card = under}, 1);
}

static void describe_put_up(struct mk_text *out, enum mk_language language,
	const struct klondike_view *table, const struct common *common)
{
	mk_cards cards = klondike_foundation_cards(table) & ~common->put_up;

	if (!cards) {
		mk_phrase_write(out, language, &nothing_put_up, NULL, 0);
		return;
	}
	for (; cards; cards &= cards - 1) {
		mk_phrase_write(out, language, &put_up_cards,
			&(struct mk_phrase_arg){
				.kind = MK_ARG_CARD, .card = (mk_card)__builtin_ctzll(cards)},
			1);
		mk_text_put(out, cards & (cards - 1) ? " " : "");
	}
}

static void describe_face_down(struct mk_text *out, enum mk_language language,
	const struct klondike_view *table, const struct common *common)
{
	unsigned columns = ~common->face_down & ((1U << COLUMNS) - 1);

	for (; columns; columns &= columns - 1) {
		int column = __builtin_ctz(columns);
		const struct mk_phrase_arg words[] = {
			{.kind = MK_ARG_TEXT, .text = klondike_place_words(language, column)},
			{.kind = MK_ARG_NUMBER, .number = table->unseen[column]}};

		mk_phrase_write(out, language, &face_down, words, 2);
		mk_text_put(out, columns & (columns - 1) ? " " : "");
	}
}

static void describe_covered(struct mk_text *out, enum mk_language language,
	const struct klondike_view *table, const struct common *common)
{
	bool any = false;

	for (int column = 0; column < COLUMNS; column++) {
		mk_cards cards = klondike_column_cards(table, column) & ~common->column[column];

		for (; cards; cards &= cards - 1) {
			const struct mk_phrase_arg words[] = {
				{.kind = MK_ARG_TEXT,
					.text = klondike_place_words(language, column)},
				{.kind = MK_ARG_CARD, .card = (mk_card)__builtin_ctzll(cards)}};

			mk_text_put(out, any ? " " : "");
			mk_phrase_write(out, language, &covered_card, words, 2);
			any = true;
		}
	}
	if (!any) {
		mk_phrase_write(out, language, &nothing_covered, NULL, 0);
	}
}

/* Describes as many cards of the waste as distinguish the answers, from the front card on. */
static void describe_waste(struct mk_text *out, enum mk_language language,
	const struct klondike_view *table, int named)
{
	char buffer[NAMES_SIZE];
	struct mk_text names;

	mk_text_fixed(&names, buffer, sizeof buffer);
	for (int below = 0; below < named && below < table->turned; below++) {
		mk_card card = klondike_waste_card(table, below);

		mk_text_put(&names, below > 0 ? ", " : "");
		mk_text_put(&names, card == MK_NO_CARD ? "?" : mk_card_name(language, card));
	}
	mk_phrase_write(out, language, &waste_from_front,
		&(struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = buffer}, 1);
}

static void describe_counts(
	struct mk_text *out, enum mk_language language, const struct klondike_view *table)
{
	const struct mk_phrase_arg numbers[] = {
		{.kind = MK_ARG_NUMBER, .number = klondike_left(table)},
		{.kind = MK_ARG_NUMBER, .number = table->shuffles}};

	bool unlimited = table->shuffles == MK_UNLIMITED;

	if (table->gaps) {
		mk_phrase_write(
			out, language, unlimited ? &count_at_most : &counts_at_most, numbers, 2);
	} else {
		mk_phrase_write(out, language, unlimited ? &count : &counts, numbers, 2);
	}
}

static void describe_aspect(struct mk_text *out, enum mk_language language,
	enum klondike_aspect aspect, const struct klondike_view *table, const struct common *common)
{
	switch (aspect) {
	case FOUNDATIONS:
		describe_put_up(out, language, table, common);
		return;
	case FACE_DOWN:
		describe_face_down(out, language, table, common);
		return;
	case COVERED:
		describe_covered(out, language, table, common);
		return;
	case COUNTS:
		describe_counts(out, language, table);
		return;
	case BENEATH:
		describe_beneath(out, language, table);
		return;
	case WASTE:
		describe_waste(out, language, table, common->named);
		return;
	case ASPECTS:
		return;
	}
}

/*
 * `aspects`: those in which the answers differ; if it has all bits, the smallest sufficient set is
 * named.
 */
static void describe_table(struct mk_text *out, enum mk_language language,
	const struct klondike_view *view, const struct klondike_view *table, unsigned aspects)
{
	struct answers answers;
	struct common common;

	list_answers(&answers, view);
	common = common_of(&answers);
	if (aspects & (aspects - 1)) {
		aspects = aspects_of(&answers);
	}
	for (; aspects; aspects &= aspects - 1) {
		describe_aspect(out, language, (enum klondike_aspect)__builtin_ctz(aspects), table,
			&common);
		mk_text_put(out, aspects & (aspects - 1) ? " " : "");
	}
}

/* Describes an answer about the kept tables; false if it is not offered. */
static bool describe_explanation(struct mk_text *out, enum mk_language language,
	const struct klondike_view *view, int number, const struct klondike_view *table)
{
	struct klondike_question asked;

	if (view->alternatives == 0) {
		describe_table(out, language, view, table, ~0U);
		return true;
	}
	klondike_find_question(view, &asked);
	for (int i = 0; i < asked.count; i++) {
		if (asked.answer[i].number == number) {
			describe_table(out, language, view, table, asked.aspects);
			return true;
		}
	}
	return false;
}

/* Describes how many cards are left then, and where the unseen card lies. */
static void describe_unseen(struct mk_text *out, enum mk_language language,
	const struct klondike_view *view, int number)
{
	struct mk_phrase_arg args[] = {
		{.kind = MK_ARG_NUMBER, .number = klondike_left(view) - (number > 0)}};

	mk_phrase_write(out, language, &count, args, 1);
	mk_text_put(out, " ");
	if (number == 0) {
		mk_phrase_write(out, language, &none_unseen, NULL, 0);
		return;
	}
	args[0] = (struct mk_phrase_arg){
		.kind = MK_ARG_CARD, .card = view->pile[klondike_gap_of_answer(view, number)]};
	mk_phrase_write(out, language, &card_unseen, args, 1);
}

bool klondike_describe_answer(
	struct mk_text *out, enum mk_language language, const struct mk_view *view, int number)
{
	const struct klondike_view *known = view_of(view);
	struct question question = question_of(known);
	struct klondike_view table;

	if (number > klondike_last_answer(known) || !klondike_answer(known, number, &table)) {
		return false;
	}
	if (asks_what_is_unseen(known)) {
		describe_unseen(out, language, known, number);
		return true;
	}
	switch (question.about) {
	case ASKS_SHUFFLE:
		mk_phrase_write(
			out, language, number == question.yes ? &shuffled : &not_shuffled, NULL, 0);
		return true;
	case ASKS_FOUNDATION:
		mk_phrase_write(out, language, number == question.yes ? &on_foundation : &in_waste,
			NULL, 0);
		return true;
	case ASKS_COUNTS:
	case ASKS_TABLE:
		return describe_explanation(out, language, known, number, &table);
	}
	return false;
}

/* ---- The meaning of an answer --------------------------------------------------------------- */

/* The common part of all tables that an answer leaves. */
struct meaning {
	struct klondike_view table; /* the likeliest table */
	bool left, shuffles, removed, waste;
	unsigned suits;          /* bit mask of the suits with equal foundations */
	unsigned unseen, column; /* bit masks of columns */
	uint32_t pile;           /* bit mask of waste places */
};

static struct meaning meaning_of(const struct klondike_view *table)
{
	return (struct meaning){.table = *table,
		.left = true,
		.shuffles = true,
		.removed = true,
		.waste = true,
		.suits = ~0U,
		.unseen = ~0U,
		.column = ~0U,
		.pile = ~UINT32_C(0)};
}

static void leave_out_differences(struct meaning *meaning, const struct klondike_view *other)
{
	const struct klondike_view *table = &meaning->table;

	meaning->left &=
		klondike_left(table) == klondike_left(other) && !table->gaps == !other->gaps;
	meaning->shuffles &= table->shuffles == other->shuffles;
	meaning->removed &= table->pile_count == other->pile_count;
	meaning->waste &= table->turned == other->turned && !table->gaps == !other->gaps;
	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (table->foundation[suit] != other->foundation[suit]) {
			meaning->suits &= ~(1U << suit);
		}
	}
	for (int column = 0; column < COLUMNS; column++) {
		if (table->unseen[column] != other->unseen[column]) {
			meaning->unseen &= ~(1U << column);
		}
		if (memcmp(table->column[column], other->column[column], COLUMN_UP) != 0) {
			meaning->column &= ~(1U << column);
		}
	}
	for (int place = 0; place < table->turned; place++) {
		if (table->pile[place] != other->pile[place]) {
			meaning->pile &= ~(UINT32_C(1) << place);
		}
	}
}

/* Writes each suit's front card as in the table; "XC" for an empty foundation of clubs. */
static void write_foundations(struct mk_text *out, const struct meaning *meaning)
{
	static const char *const suits[MK_SUITS] = {"C", "D", "H", "S"};

	mk_json_open_object(out, "foundations");
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int rank = meaning->table.foundation[suit];
		const char none[] = {'X', suits[suit][0], '\0'};

		if (meaning->suits & 1U << suit) {
			mk_json_string(
				out, suits[suit], rank ? mk_card_code(MK_CARD(rank, suit)) : none);
		}
	}
	mk_json_close_object(out);
}

static void write_column(struct mk_text *out, const struct meaning *meaning, int column)
{
	const struct klondike_view *table = &meaning->table;

	if (meaning->unseen & 1U << column) {
		mk_json_int(out, "unseen", table->unseen[column]);
	}
	if (meaning->column & 1U << column) {
		mk_json_open_array(out, "cards");
		for (int i = 0; i < table->up[column]; i++) {
			mk_json_string(out, NULL, mk_card_code(table->column[column][i]));
		}
		mk_json_close_array(out);
	}
}

/* Writes the number of face-down cards of each column, and its face-up cards, the deepest first. */
static void write_columns(struct mk_text *out, const struct meaning *meaning)
{
	mk_json_open_array(out, "columns");
	for (int column = 0; column < COLUMNS; column++) {
		mk_json_open_object(out, NULL);
		write_column(out, meaning, column);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

/* Writes the face-up cards of the draw pile, the front one last; null for unknown ones. */
static void write_waste(struct mk_text *out, const struct meaning *meaning)
{
	const struct klondike_view *table = &meaning->table;

	mk_json_open_array(out, "waste");
	for (int i = 0; i < table->turned; i++) {
		if (table->pile[i] == MK_NO_CARD || !(meaning->pile & UINT32_C(1) << i)) {
			mk_json_null(out, NULL);
		} else {
			mk_json_string(out, NULL, mk_card_code(table->pile[i]));
		}
	}
	mk_json_close_array(out);
}

static void write_meaning(struct mk_text *out, const struct meaning *meaning)
{
	const struct klondike_view *table = &meaning->table;

	if (meaning->left) {
		mk_json_int(out, table->gaps ? "left_at_most" : "left", klondike_left(table));
	}
	if (meaning->waste && !table->gaps) {
		write_waste(out, meaning);
	}
	if (meaning->removed) {
		mk_json_int(out, "removed", PILE - table->pile_count);
	}
	if (meaning->shuffles) {
		mk_json_int(out, "shuffles", table->shuffles);
	}
	write_columns(out, meaning);
	write_foundations(out, meaning);
}

/* Restricts the meaning to what all tables left by answer `number` have in common. */
static void narrow_meaning(struct meaning *meaning, const struct klondike_view *view, int number)
{
	struct klondike_question asked;
	struct klondike_view other;

	if (view->alternatives == 0) {
		return;
	}
	klondike_find_question(view, &asked);
	for (int i = 0; i < asked.count; i++) {
		uint32_t kept = asked.answer[i].number == number ? asked.answer[i].kept : 0;

		for (; kept; kept &= kept - 1) {
			if (klondike_explanation(view, __builtin_ctz(kept), &other)) {
				leave_out_differences(meaning, &other);
			}
		}
	}
}

void klondike_write_answer(struct mk_text *out, const struct mk_view *view, int number)
{
	struct klondike_view table;
	struct meaning meaning;

	if (!klondike_answer(view_of(view), number, &table)) {
		return;
	}
	meaning = meaning_of(&table);
	narrow_meaning(&meaning, view_of(view), number);
	write_meaning(out, &meaning);
}
