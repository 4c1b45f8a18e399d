#include "games/klondike/text/words.h"

#include "games/klondike/helpers.h"
#include "games/klondike/text/notation.h"

#include <criterion/criterion.h>
#include <string.h>

static char said[512];

static struct mk_text *saying(void)
{
	static struct mk_text text;

	mk_text_fixed(&text, said, sizeof said);
	return &text;
}

/* Two runs, an empty column, and one card left in the draw pile. */
static const char late[] =
	"{'columns':[{'unseen':0,'cards':['KD','QC','JD']},{'unseen':0,'cards':[]},"
	"{'unseen':1,'cards':['0D','9C','8H']},{'unseen':2,'cards':['KH']},{'unseen':3,'cards':["
	"'4C']},{'unseen':5,'cards':['8D']},{'unseen':6,'cards':['9S']}],"
	"'foundations':{'C':'2C','D':'AD','H':'XH','S':'3S'},"
	"'draw_pile':{'cards':['5C',null,'KS'],'shuffles':2}}";

struct spoken {
	struct mk_move move;
	const char *in[MK_LANGUAGES];
};

static void assert_spoken(const struct klondike_view *view, const struct spoken *spoken)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		klondike_describe_move(saying(), (enum mk_language)language,
			(const struct mk_view *)view, spoken->move);
		cr_assert_str_eq(said, spoken->in[language]);
	}
}

Test(klondike_words, tell_a_move_in_every_language)
{
	struct klondike_view view = table(NULL, late);

	assert_spoken(
		&view, &(struct spoken){{.kind = COLUMN_TO_COLUMN,
						.from = 5,
						.to = 6,
						.cut = 1,
						.card = card("8D")},
			       {"Move the eight of diamonds from column 6 to column 7.",
				       "Flyt ruder otte fra kolonne 6 til kolonne 7.",
				       "Lege die Karo-Acht von Spalte 6 auf Spalte 7.",
				       "Μετακίνησε το οκτώ καρό από τη στήλη 6 στη στήλη 7."}});
	assert_spoken(&view,
		&(struct spoken){{.kind = COLUMN_TO_COLUMN,
					 .from = 0,
					 .to = 3,
					 .cut = 2,
					 .card = card("QC")},
			{"Move the queen of clubs and the card on it from column 1 to column 4.",
				"Flyt klør dame og kortet ovenpå fra kolonne 1 til kolonne 4.",
				"Lege die Kreuz-Dame mit der Karte darauf von Spalte 1 auf Spalte 4.",
				"Μετακίνησε την ντάμα σπαθί, μαζί με το φύλλο που έχει πάνω, από τη "
				"στήλη 1 στη στήλη 4."}});
	assert_spoken(&view,
		&(struct spoken){
			{.kind = KING_TO_EMPTY, .from = 0, .to = 1, .cut = 1, .card = card("KD")},
			{"Move the king of diamonds and the cards on it from column 1 to the empty "
			 "column 2.",
				"Flyt ruder konge og kortene ovenpå fra kolonne 1 til den tomme kolonne 2.",
				"Lege den Karo-König mit den Karten darauf von Spalte 1 auf die leere Spalte 2.",
				"Μετακίνησε τον ρήγα καρό, μαζί με τα φύλλα που έχει πάνω, από τη "
				"στήλη 1 στην κενή στήλη 2."}});
	assert_spoken(
		&view, &(struct spoken){{.kind = TO_FOUNDATION,
						.from = DRAW_PILE,
						.to = 7,
						.cut = 1,
						.card = card("3C")},
			       {"Move the three of clubs from the waste to its foundation.",
				       "Flyt klør tre fra trækbunken til grundbunken.",
				       "Lege die Kreuz-Drei vom Ziehstapel auf den Ablagestapel.",
				       "Μετακίνησε το τρία σπαθί από τη στοίβα στη βάση."}});
}

static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};
static const struct mk_move shuffle = {.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE};

Test(klondike_words, tell_how_many_cards_are_turned_up)
{
	struct klondike_view one = table(NULL, late);
	struct klondike_view three = table("klondike-3", late);

	assert_spoken(&one,
		&(struct spoken){draw,
			{"Turn over the next card of the stock.", "Vend næste kort i trækbunken.",
				"Decke die nächste Karte des Ziehstapels auf.",
				"Άνοιξε το επόμενο φύλλο της στοίβας."}});
	assert_spoken(&three,
		&(struct spoken){draw, {"Turn over the next 3 cards of the stock.",
					       "Vend de næste 3 kort i trækbunken.",
					       "Decke die nächsten 3 Karten des Ziehstapels auf.",
					       "Άνοιξε τα επόμενα 3 φύλλα της στοίβας."}});
}

Test(klondike_words, tell_mixing_from_turning_over)
{
	struct klondike_view mixed = table(NULL, late);
	struct klondike_view kept = table("klondike-1", late);

	assert_spoken(&mixed,
		&(struct spoken){shuffle,
			{"Shuffle the waste to form a new stock and turn over the first card.",
				"Bland trækbunken og vend det første kort.",
				"Mische den Ziehstapel und decke die erste Karte auf.",
				"Ανακάτεψε τη στοίβα και άνοιξε το πρώτο φύλλο."}});
	assert_spoken(&kept,
		&(struct spoken){shuffle,
			{"Turn the waste over to form a new stock and turn over the first card.",
				"Vend trækbunken om og tag det første kort op.",
				"Drehe den Ziehstapel um und decke die erste Karte auf.",
				"Αναποδογύρισε τη στοίβα και άνοιξε το πρώτο φύλλο."}});
}

/* ---- Every phrase in every language --------------------------------------------------------- */

static void assert_said(void)
{
	cr_assert_str_not_empty(said);
	cr_assert_null(strchr(said, '{'), "%s", said);
	cr_assert_null(strstr(said, "  "), "%s", said);
}

Test(klondike_words, exist_for_every_reason_and_conflict)
{
	struct mk_conflict conflict = {.position = 5,
		.at = 2,
		.seen = card("8H"),
		.other = card("7S"),
		.expected = {card("8D")}};

	for (int language = 0; language < MK_LANGUAGES; language++) {
		for (int reason = 0; reason < REASONS; reason++) {
			klondike_describe_reason(saying(), (enum mk_language)language, reason);
			assert_said();
			cr_assert_not_null(klondike_reasons[reason]);
		}
		for (int reason = 0; reason < CONFLICTS * 2; reason++) {
			conflict.reason = (uint8_t)(reason % CONFLICTS);
			conflict.expected_count = reason < CONFLICTS;
			klondike_describe_conflict(saying(), (enum mk_language)language, &conflict);
			assert_said();
			cr_assert_not_null(klondike_conflict_reasons[reason % CONFLICTS]);
		}
	}
	cr_assert_null(klondike_reasons[REASONS]);
	cr_assert_null(klondike_conflict_reasons[CONFLICTS]);
	cr_assert_null(klondike_suppressions[HELD_BACKS]);
}

Test(klondike_words, exist_for_every_pile)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		for (int position = 0; position < POSITIONS; position++) {
			cr_assert_str_not_empty(
				klondike_pile_words((enum mk_language)language, position));
			cr_assert_str_not_empty(
				klondike_place_words((enum mk_language)language, position));
		}
	}
}

/* ---- The message ---------------------------------------------------------------------------- */

static const char *message(const struct klondike_view *view, const struct mk_finding *finding,
	const struct mk_move *move)
{
	klondike_describe_message(
		saying(), MK_ENGLISH, (const struct mk_view *)view, finding, move);
	return said;
}

Test(klondike_words, say_first_what_stands_in_the_way)
{
	struct klondike_view view = table(NULL, late);
	struct mk_finding looking = {.explanation = MK_LOOK_AGAIN,
		.unreadable_count = 3,
		.unreadable = {2, 4, DRAW_PILE}};
	struct mk_finding conflict = {.explanation = MK_CONTRADICTION,
		.conflict_count = 1,
		.conflicts = {{.position = 5,
			.reason = CONFLICT_LIES_UNDER,
			.at = 1,
			.seen = card("8H"),
			.other = card("7S")}}};

	cr_assert_str_eq(message(&view, &looking, &draw),
		"I can't read column 3, column 5 and the waste. Take your hand away, and turn "
		"the front card over if it is face down.");
	cr_assert_str_eq(message(&view, &conflict, &draw),
		"I see the eight of hearts in column 6, but it is under the seven of spades in "
		"column 2. Please check it and show me the table again.");
}

Test(klondike_words, ask_for_a_card_that_was_covered)
{
	struct klondike_view view = table(NULL, late);
	struct mk_finding looking = {.explanation = MK_LOOK_AGAIN,
		.unreadable_count = 1,
		.unreadable = {4},
		.doubt_count = 2,
		.doubts = {{4, card("9D"), 1}, {4, card("9H"), 1}}};

	cr_assert_str_eq(message(&view, &looking, NULL),
		"I did not see which card was covered in column 5: nine of diamonds or nine of "
		"hearts? Spread the cards so that I can read them all.");
}

Test(klondike_words, ask_which_of_a_few_cards_lies_in_front)
{
	struct klondike_view view = table(NULL, late);
	struct mk_finding looking = {.explanation = MK_LOOK_AGAIN,
		.unreadable_count = 1,
		.unreadable = {4},
		.doubt_count = 3,
		.doubts = {{4, card("9D"), 0}, {4, card("9H"), 0}, {4, MK_NO_CARD, 0}}};

	cr_assert_str_eq(message(&view, &looking, NULL),
		"Which card is in front in column 5: nine of diamonds, nine of hearts or no "
		"card? I can't read it clearly.");
	looking.doubt_count = 1;
	cr_assert_str_eq(message(&view, &looking, NULL),
		"I can't see the front card in column 5 clearly. Is it the nine of diamonds?");
}

Test(klondike_words, say_what_is_to_be_done_or_that_it_is_over)
{
	struct klondike_view fresh = begun(NULL);
	struct klondike_view view = table(NULL, late);

	cr_assert_str_eq(message(&fresh, NULL, NULL),
		"Show me the table: all seven columns, the stock and the waste.");
	cr_assert_str_eq(message(&view, NULL, &draw), "Turn over the next card of the stock.");
	cr_assert_str_eq(message(&view, NULL, NULL),
		"Show me the table: all seven columns, the stock and the waste.");
	memset(view.unseen, 0, sizeof view.unseen);
	cr_assert_str_eq(message(&view, NULL, &draw), "You have won! The game is solved.");
}

/* ---- The drawing ---------------------------------------------------------------------------- */

Test(klondike_draw, shows_the_table)
{
	struct klondike_view view = table(NULL, late);
	static char buffer[2048];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_draw(&text, MK_ENGLISH, (const struct mk_view *)&view, (struct mk_card_style){0});
	cr_assert_str_eq(buffer, "   ## x16    5♣    ?   K♠     2♣   A♦    -   3♠\n"
				 "   shuffles left: 2\n"
				 "\n"
				 "    1    2    3    4    5    6    7\n"
				 "   K♦    -   ##   ##   ##   ##   ##\n"
				 "   Q♣       10♦   ##   ##   ##   ##\n"
				 "   J♦        9♣   K♥   ##   ##   ##\n"
				 "             8♥        4♣   ##   ##\n"
				 "                            ##   ##\n"
				 "                            8♦   ##\n"
				 "                                 9♠\n");
}

static bool draws(int shuffles, bool kept, enum mk_language language, const char *expected)
{
	struct klondike_view view = table(NULL, late);
	static char buffer[2048];
	struct mk_text text;

	view.shuffles = (int16_t)shuffles;
	view.rules.kept = kept;
	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_draw(&text, language, (const struct mk_view *)&view, (struct mk_card_style){0});
	return strstr(buffer, expected) != NULL;
}

Test(klondike_draw, says_how_many_redeals_are_left)
{
	cr_assert(draws(3, false, MK_GERMAN, "3♠\n   noch 3-mal mischen\n\n"));
	cr_assert(draws(1, true, MK_ENGLISH, "3♠\n   redeals left: 1\n\n"));
	cr_assert(draws(0, false, MK_DANISH, "3♠\n   kan ikke blandes flere gange\n\n"));
	cr_assert(draws(0, true, MK_GREEK, "3♠\n   δεν γυρίζει άλλο\n\n"));
	cr_assert(draws(MK_UNLIMITED, true, MK_ENGLISH, "3♠\n\n    1"));
}

Test(klondike_draw, writes_codes_that_are_the_same_in_every_language)
{
	struct klondike_view view = table(NULL, late);
	static char buffer[2048];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_draw(&text, MK_GERMAN, (const struct mk_view *)&view,
		(struct mk_card_style){.codes = true});
	cr_assert_not_null(strstr(buffer, "   QC       10D   ##"));
	cr_assert_null(strstr(buffer, "♣"));
}

Test(klondike_draw, colours_the_red_suits)
{
	struct klondike_view view = table(NULL, late);
	static char buffer[4096];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_draw(&text, MK_ENGLISH, (const struct mk_view *)&view,
		(struct mk_card_style){.colour = true});
	cr_assert_not_null(strstr(buffer, "\033[31mK♦\033[0m"));
	cr_assert_not_null(strstr(buffer, " K♠"));
	cr_assert_not(text.truncated);
}
