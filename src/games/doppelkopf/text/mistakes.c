/* Kinds of mistakes in Doppelkopf: in the bidding, at the lead, and when following. */
#include "games/common/mistakes.h"
#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/text/notation.h"

enum {
	OTHER = MK_OTHER_MISTAKE,
	WRONG_RESERVATION,
	WRONG_POVERTY,
	ANNOUNCED_TOO_MUCH,
	ANNOUNCED_TOO_LITTLE,
	LED_TRUMP,
	LED_SIDE_SUIT,
	LED_WRONG_CARD,
	TRUMPED,
	NOT_TRUMPED,
	TOO_HIGH,
	TOO_LOW,
	WRONG_DISCARD,
	KINDS
};

static const struct mk_mistake_kind kinds[KINDS] = {
	[OTHER] = MISTAKE_OTHER,
	[WRONG_RESERVATION] = {"wrong_reservation",
		MK_PHRASE("You choose the wrong reservation", "Du vælger det forkerte forbehold",
			"Du wählst den falschen Vorbehalt", "Διαλέγεις λάθος επιφύλαξη")},
	[WRONG_POVERTY] = {"wrong_poverty",
		MK_PHRASE("You decide wrongly in a poverty", "Du vælger forkert ved en fattigdom",
			"Du entscheidest bei einer Armut falsch",
			"Αποφασίζεις λάθος σε μια φτώχεια")},
	[ANNOUNCED_TOO_MUCH] = {"announced_too_much",
		MK_PHRASE("You announce too much", "Du melder for meget", "Du sagst zu viel an",
			"Δηλώνεις πάρα πολλά")},
	[ANNOUNCED_TOO_LITTLE] = {"announced_too_little",
		MK_PHRASE("You announce too little", "Du melder for lidt", "Du sagst zu wenig an",
			"Δηλώνεις πολύ λίγα")},
	[LED_TRUMP] = {"led_trump", MK_PHRASE("You lead trump where a side suit was better",
					    "Du spiller trumf ud, hvor en sidefarve var bedre",
					    "Du spielst Trumpf aus, wo Fehl besser war",
					    "Βγαίνεις με ατού όπου άλλο χρώμα ήταν καλύτερο")},
	[LED_SIDE_SUIT] = {"led_side_suit",
		MK_PHRASE("You lead a side suit where trump was better",
			"Du spiller en sidefarve ud, hvor trumf var bedre",
			"Du spielst Fehl aus, wo Trumpf besser war",
			"Βγαίνεις με άλλο χρώμα όπου το ατού ήταν καλύτερο")},
	[LED_WRONG_CARD] = {"led_wrong_card",
		MK_PHRASE("You lead the wrong card", "Du spiller det forkerte kort ud",
			"Du spielst die falsche Karte aus", "Βγαίνεις με λάθος φύλλο")},
	[TRUMPED] = {"trumped",
		MK_PHRASE("You trump where you should discard", "Du trumfer, hvor du skulle smide",
			"Du stichst, wo du abwerfen solltest",
			"Κόβεις με ατού εκεί που έπρεπε να ξεφορτωθείς φύλλο")},
	[NOT_TRUMPED] = {"not_trumped",
		MK_PHRASE("You do not trump where you should", "Du trumfer ikke, hvor du skulle",
			"Du stichst nicht, wo du solltest", "Δεν κόβεις με ατού εκεί που έπρεπε")},
	[TOO_HIGH] = {"too_high",
		MK_PHRASE("You follow with too high a card", "Du lægger et for højt kort på",
			"Du gibst zu hoch zu", "Ρίχνεις πολύ μεγάλο φύλλο")},
	[TOO_LOW] = {"too_low",
		MK_PHRASE("You follow with too low a card", "Du lægger et for lavt kort på",
			"Du gibst zu niedrig zu", "Ρίχνεις πολύ μικρό φύλλο")},
	[WRONG_DISCARD] = {"wrong_discard",
		MK_PHRASE("You discard the wrong card", "Du smider det forkerte kort",
			"Du wirfst die falsche Karte ab", "Ξεφορτώνεσαι λάθος φύλλο")},
};

static bool announces(const struct mk_move *move)
{
	return move->kind == DOKO_ANNOUNCE || move->kind == DOKO_SWINE;
}

/* An announcement that was made, or was best. */
static unsigned kind_of_announcement(const struct mk_move *made, const struct mk_move *better)
{
	if (announces(made) != announces(better)) {
		return announces(made) ? ANNOUNCED_TOO_MUCH : ANNOUNCED_TOO_LITTLE;
	}
	if (made->kind != DOKO_ANNOUNCE || better->kind != DOKO_ANNOUNCE) {
		return OTHER;
	}
	return made->to > better->to ? ANNOUNCED_TOO_MUCH : ANNOUNCED_TOO_LITTLE;
}

static unsigned kind_of_lead(bool made_trump, bool better_trump)
{
	return made_trump == better_trump ? LED_WRONG_CARD : made_trump ? LED_TRUMP : LED_SIDE_SUIT;
}

/* The colour that was led is that of the first card of the trick. */
static unsigned kind_of_card(
	const struct doko_table *table, const struct doko_order *order, int made, int better)
{
	int made_colour = order->colour_of[made], better_colour = order->colour_of[better];
	bool made_trump = made_colour == DOKO_TRUMP, better_trump = better_colour == DOKO_TRUMP;

	if (table->played % DOKO_SEATS == 0) {
		return kind_of_lead(made_trump, better_trump);
	}
	if (made_trump != better_trump) {
		return made_trump ? TRUMPED : NOT_TRUMPED;
	}
	if (!made_trump && order->colour_of[doko_trick(table, table->tricks)[0]] != made_colour) {
		return WRONG_DISCARD;
	}
	return doko_power(table, order, made) > doko_power(table, order, better) ? TOO_HIGH
										 : TOO_LOW;
}

static unsigned kind_of_mistake(
	const struct mk_view *view, const struct mk_move *made, const struct mk_move *better)
{
	const struct doko_table *table = &view_of(view)->table;
	int played = doko_kind(made->card), should = doko_kind(better->card);

	if (announces(made) || announces(better)) {
		return kind_of_announcement(made, better);
	}
	if (made->kind == DOKO_RESERVE) {
		return WRONG_RESERVATION;
	}
	if (made->kind != DOKO_PLAY) {
		return WRONG_POVERTY;
	}
	if (better->kind != DOKO_PLAY || played == DOKO_NO_KIND || should == DOKO_NO_KIND) {
		return OTHER;
	}
	return kind_of_card(table, doko_table_order(table), played, should);
}

const struct mk_mistakes doko_mistakes = {
	.count = KINDS, .kinds = kinds, .kind_of = kind_of_mistake};
