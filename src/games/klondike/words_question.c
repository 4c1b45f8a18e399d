/* Which of several explanations is true, in words. */
#include "base/json.h"
#include "games/klondike/alternatives.h"
#include "games/klondike/explain.h"
#include "games/klondike/words.h"

#include <string.h>

static const struct mk_phrase same_card =
	MK_PHRASE("Did you shuffle the draw pile, and did the {0} come up again?",
		"Har du blandet trækbunken, og kom {0} op igen?",
		"Hast du den Nachziehstapel gemischt, und kam wieder {0}?",
		"Ανακάτεψες την τράπουλα και βγήκε ξανά {1};");
static const struct mk_phrase shuffled = MK_PHRASE(
	"Yes, it was shuffled", "Ja, den er blandet", "Ja, er wurde gemischt", "Ναι, ανακατεύτηκε");
static const struct mk_phrase not_shuffled = MK_PHRASE("No, nothing was done",
	"Nej, der er ikke gjort noget", "Nein, es wurde nichts getan", "Όχι, δεν έγινε τίποτε");

static const struct mk_phrase where_to = MK_PHRASE(
	"Where is the {0} now?", "Hvor er {0} nu?", "Wo ist {0} jetzt?", "Πού είναι τώρα: {0};");
static const struct mk_phrase on_foundation =
	MK_PHRASE("On its foundation", "På sin byggebunke", "Auf dem Ablagestapel", "Στη βάση του");
static const struct mk_phrase in_waste = MK_PHRASE("In the draw pile, under the front card",
	"I trækbunken, under det forreste kort", "Im Nachziehstapel, unter der vordersten Karte",
	"Στην τράπουλα, κάτω από το μπροστινό φύλλο");

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
static const struct mk_phrase beneath =
	MK_PHRASE("Under the front card: {0}.", "Under det forreste kort: {0}.",
		"Unter der vordersten Karte: {0}.", "Κάτω από το μπροστινό φύλλο: {0}.");
static const struct mk_phrase nothing_beneath =
	MK_PHRASE("No card under the front card.", "Intet kort under det forreste kort.",
		"Keine Karte unter der vordersten Karte.", "Κανένα φύλλο κάτω από το μπροστινό.");

static const struct mk_phrase put_up_cards = MK_PHRASE("On its foundation: {0}.",
	"På sin byggebunke: {0}.", "Auf dem Ablagestapel: {0}.", "Στη βάση: {0}.");

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

/* The card that lies on its foundation in `a` and not in `b`, where that is only one. */
static mk_card put_up(const struct klondike_view *a, const struct klondike_view *b)
{
	mk_cards more = klondike_foundation_cards(a) & ~klondike_foundation_cards(b);

	return more && (more & (more - 1)) == 0 ? (mk_card)__builtin_ctzll(more) : MK_NO_CARD;
}

/* Of exactly two explanations: all that is open is the one thing that is asked. */
struct question {
	enum { ASKS_COUNTS, ASKS_SHUFFLE, ASKS_FOUNDATION } about;
	int yes;      /* the explanation in which it was shuffled, or the card was put up */
	mk_card card; /* that card */
};

static bool compare(struct question *question, const struct klondike_view *one, int number,
	const struct klondike_view *other)
{
	mk_card card = put_up(one, other);

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

static struct question question_of(const struct klondike_view *view)
{
	struct question question = {ASKS_COUNTS, 0, MK_NO_CARD};
	struct klondike_view first, other;
	int number = 1;

	if (klondike_explanations((const struct mk_view *)view) != 2) {
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
		[ASKS_FOUNDATION] = "put_up"};

	*position = DRAW_PILE;
	return codes[question_of(view_of(view)).about];
}

void klondike_say_question(
	struct mk_text *out, enum mk_language language, const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	struct question question = question_of(known);
	mk_card card = question.about == ASKS_FOUNDATION ? question.card
							 : klondike_front(known, DRAW_PILE);
	const struct mk_word words[] = {
		{.kind = MK_WORD_CARD, .card = card}, {.kind = MK_WORD_OBJECT, .card = card}};

	switch (question.about) {
	case ASKS_SHUFFLE:
		mk_say(out, language, &same_card, words, 2);
		return;
	case ASKS_FOUNDATION:
		mk_say(out, language, &where_to, words, 2);
		return;
	case ASKS_COUNTS:
		mk_say(out, language, &which_pile, NULL, 0);
		return;
	}
}

/* Which of what an answer can say tells explanation `number` from the others. */
struct difference {
	bool foundations; /* another one has the same counts, and other cards put up */
	bool beneath;     /* another one has the same counts and foundations */
};

static struct difference difference_of(const struct klondike_view *view, int number)
{
	struct klondike_view one, other;
	struct difference found = {false, false};

	(void)klondike_explanation(view, number, &one);
	for (int i = 0; i <= view->alternatives; i++) {
		if (i == number || !klondike_explanation(view, i, &other) ||
			klondike_left(&one) != klondike_left(&other) ||
			one.shuffles != other.shuffles) {
			continue;
		}
		if (memcmp(one.foundation, other.foundation, sizeof one.foundation) != 0) {
			found.foundations = true;
		} else {
			found.beneath = true;
		}
	}
	return found;
}

static void say_beneath(
	struct mk_text *out, enum mk_language language, const struct klondike_view *table)
{
	mk_card under = table->turned > 1 ? table->pile[table->turned - 2] : MK_NO_CARD;

	if (under == MK_NO_CARD && table->turned > 1) {
		return;
	}
	mk_text_char(out, ' ');
	mk_say(out, language, table->turned > 1 ? &beneath : &nothing_beneath,
		&(struct mk_word){.kind = MK_WORD_CARD, .card = under}, 1);
}

/* The cards that are put up in `table`, and not in all explanations. */
static void say_put_up(struct mk_text *out, enum mk_language language,
	const struct klondike_view *view, const struct klondike_view *table)
{
	mk_cards common = klondike_foundation_cards(table);
	struct klondike_view other;

	for (int i = 0; i <= view->alternatives; i++) {
		if (klondike_explanation(view, i, &other)) {
			common &= klondike_foundation_cards(&other);
		}
	}
	for (mk_cards up = klondike_foundation_cards(table) & ~common; up; up &= up - 1) {
		mk_text_char(out, ' ');
		mk_say(out, language, &put_up_cards,
			&(struct mk_word){
				.kind = MK_WORD_CARD, .card = (mk_card)__builtin_ctzll(up)},
			1);
	}
}

static void say_pile(
	struct mk_text *out, enum mk_language language, const struct klondike_view *table)
{
	const struct mk_word numbers[] = {{.kind = MK_WORD_NUMBER, .number = klondike_left(table)},
		{.kind = MK_WORD_NUMBER, .number = table->shuffles}};

	mk_say(out, language, table->shuffles == MK_UNLIMITED ? &count : &counts, numbers, 2);
}

static void say_table(struct mk_text *out, enum mk_language language,
	const struct klondike_view *view, int number, const struct klondike_view *table)
{
	struct difference difference = difference_of(view, number);

	say_pile(out, language, table);
	if (difference.foundations) {
		say_put_up(out, language, view, table);
	}
	if (difference.beneath) {
		say_beneath(out, language, table);
	}
}

bool klondike_say_answer(
	struct mk_text *out, enum mk_language language, const struct mk_view *view, int number)
{
	const struct klondike_view *known = view_of(view);
	struct question question = question_of(known);
	struct klondike_view table;

	if (number > known->alternatives || !klondike_explanation(known, number, &table)) {
		return false;
	}
	switch (question.about) {
	case ASKS_SHUFFLE:
		mk_say(out, language, number == question.yes ? &shuffled : &not_shuffled, NULL, 0);
		return true;
	case ASKS_FOUNDATION:
		mk_say(out, language, number == question.yes ? &on_foundation : &in_waste, NULL, 0);
		return true;
	case ASKS_COUNTS:
		say_table(out, language, known, number, &table);
		return true;
	}
	return false;
}

/* Each suit's front card as in the table, "XC" where none lies there. */
static void write_foundations(struct mk_text *out, const struct klondike_view *table)
{
	static const char *const suits[MK_SUITS] = {"C", "D", "H", "S"};

	mk_json_open_object(out, "foundations");
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int rank = table->foundation[suit];
		const char none[] = {'X', suits[suit][0], '\0'};

		mk_json_string(out, suits[suit], rank ? mk_card_code(MK_CARD(rank, suit)) : none);
	}
	mk_json_close_object(out);
}

void klondike_write_answer(struct mk_text *out, const struct mk_view *view, int number)
{
	struct klondike_view table;

	if (!klondike_explanation(view_of(view), number, &table)) {
		return;
	}
	mk_json_int(out, "left", klondike_left(&table));
	mk_json_int(out, "removed", PILE - table.pile_count);
	mk_json_int(out, "shuffles", table.shuffles);
	write_foundations(out, &table);
}
