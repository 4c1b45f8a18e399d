/* Which of several explanations is true, in words. */
#include "games/klondike/alternatives.h"
#include "games/klondike/explain.h"
#include "games/klondike/words.h"

static const struct mk_phrase same_card =
	MK_PHRASE("Did you shuffle the draw pile, and did the {0} come up again?",
		"Har du blandet trækbunken, og kom {0} op igen?",
		"Hast du den Nachziehstapel gemischt, und kam wieder {0}?",
		"Ανακάτεψες την τράπουλα και βγήκε ξανά {1};");
static const struct mk_phrase shuffled = MK_PHRASE("Yes, it was shuffled", "Ja, den er blandet",
	"Ja, er wurde gemischt", "Ναι, ανακατεύτηκε");
static const struct mk_phrase not_shuffled = MK_PHRASE("No, nothing was done",
	"Nej, der er ikke gjort noget", "Nein, es wurde nichts getan", "Όχι, δεν έγινε τίποτε");

static const struct mk_phrase which_pile =
	MK_PHRASE("I lost count of the draw pile. What is true of it?",
		"Jeg er kommet ud af tælling med trækbunken. Hvad passer?",
		"Ich habe beim Nachziehstapel den Überblick verloren. Was stimmt?",
		"Έχασα το μέτρημα της τράπουλας. Τι ισχύει;");
static const struct mk_phrase counts = MK_PHRASE("Cards face down: {0}. Shuffles left: {1}.",
	"Kort med bagsiden op: {0}. Blandinger tilbage: {1}.",
	"Verdeckte Karten: {0}. Noch zu mischen: {1}-mal.",
	"Κλειστά φύλλα: {0}. Ανακατέματα που μένουν: {1}.");
static const struct mk_phrase count = MK_PHRASE("Cards face down: {0}.",
	"Kort med bagsiden op: {0}.", "Verdeckte Karten: {0}.", "Κλειστά φύλλα: {0}.");
static const struct mk_phrase beneath = MK_PHRASE("Under the front card: {0}.",
	"Under det forreste kort: {0}.", "Unter der vordersten Karte: {0}.",
	"Κάτω από το μπροστινό φύλλο: {0}.");

/* Is `after` what `before` becomes when it is shuffled and its front card comes up again? */
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

/* The only two explanations, where all that is open is whether the pile was shuffled. */
struct shuffle_question {
	int yes, no;
};

static bool asks_for_shuffle(const struct klondike_view *view, struct shuffle_question *question)
{
	struct klondike_view first, other;
	int number = 1;

	if (klondike_explanations((const struct mk_view *)view) != 2) {
		return false;
	}
	while (!klondike_explanation(view, number, &other)) {
		number++;
	}
	(void)klondike_explanation(view, 0, &first);
	if (is_shuffled(&first, &other)) {
		*question = (struct shuffle_question){number, 0};
		return true;
	}
	*question = (struct shuffle_question){0, number};
	return is_shuffled(&other, &first);
}

const char *klondike_question(const struct mk_view *view, int *position)
{
	struct shuffle_question shuffle;

	*position = DRAW_PILE;
	return asks_for_shuffle(view_of(view), &shuffle) ? "same_card" : "draw_pile";
}

void klondike_say_question(
	struct mk_text *out, enum mk_language language, const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	mk_card front = klondike_front(known, DRAW_PILE);
	const struct mk_word words[] = {
		{.kind = MK_WORD_CARD, .card = front}, {.kind = MK_WORD_OBJECT, .card = front}};
	struct shuffle_question shuffle;

	if (asks_for_shuffle(known, &shuffle)) {
		mk_say(out, language, &same_card, words, 2);
	} else {
		mk_say(out, language, &which_pile, NULL, 0);
	}
}

/* Do the counts of the draw pile tell explanation `number` from all others? */
static bool counts_tell(const struct klondike_view *view, int number)
{
	struct klondike_view one, other;

	(void)klondike_explanation(view, number, &one);
	for (int i = 0; i <= view->alternatives; i++) {
		if (i != number && klondike_explanation(view, i, &other) &&
			klondike_left(&one) == klondike_left(&other) &&
			one.shuffles == other.shuffles) {
			return false;
		}
	}
	return true;
}

static void say_pile(struct mk_text *out, enum mk_language language,
	const struct klondike_view *table, bool by_counts)
{
	const struct mk_word numbers[] = {
		{.kind = MK_WORD_NUMBER, .number = klondike_left(table)},
		{.kind = MK_WORD_NUMBER, .number = table->shuffles}};
	mk_card under = table->turned > 1 ? table->pile[table->turned - 2] : MK_NO_CARD;

	mk_say(out, language, table->shuffles == MK_UNLIMITED ? &count : &counts, numbers, 2);
	if (!by_counts && under != MK_NO_CARD) {
		mk_text_put(out, " ");
		mk_say(out, language, &beneath,
			&(struct mk_word){.kind = MK_WORD_CARD, .card = under}, 1);
	}
}

bool klondike_say_answer(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, int number)
{
	const struct klondike_view *known = view_of(view);
	struct shuffle_question shuffle;
	struct klondike_view table;

	if (number > known->alternatives || !klondike_explanation(known, number, &table)) {
		return false;
	}
	if (asks_for_shuffle(known, &shuffle)) {
		mk_say(out, language, number == shuffle.yes ? &shuffled : &not_shuffled, NULL, 0);
	} else {
		say_pile(out, language, &table, counts_tell(known, number));
	}
	return true;
}
