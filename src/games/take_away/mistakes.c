/* Kinds of mistakes in take-away: the wrong group, or the wrong number of its cards. */
#include "games/common/mistakes.h"
#include "games/take_away/words.h"

enum { OTHER = MK_OTHER_MISTAKE, WRONG_GROUP, TOO_MANY, TOO_FEW, KINDS };

static const struct mk_mistake_kind kinds[KINDS] = {
	[OTHER] = MISTAKE_OTHER,
	[WRONG_GROUP] = {"wrong_group",
		MK_PHRASE("You take from the wrong group", "Du tager fra den forkerte gruppe",
			"Du nimmst von der falschen Gruppe", "Παίρνεις από λάθος ομάδα")},
	[TOO_MANY] = {"too_many",
		MK_PHRASE("You take too many cards", "Du tager for mange kort",
			"Du nimmst zu viele Karten", "Παίρνεις πάρα πολλά φύλλα")},
	[TOO_FEW] = {"too_few", MK_PHRASE("You take too few cards", "Du tager for få kort",
					"Du nimmst zu wenige Karten", "Παίρνεις πολύ λίγα φύλλα")},
};

static unsigned kind_of_mistake(
	const struct mk_view *view, const struct mk_move *made, const struct mk_move *better)
{
	(void)view;
	if (made->from != better->from) {
		return WRONG_GROUP;
	}
	return made->count > better->count   ? TOO_MANY
	       : made->count < better->count ? TOO_FEW
					     : OTHER;
}

const struct mk_mistakes take_away_mistakes = {
	.count = KINDS, .kinds = kinds, .kind_of = kind_of_mistake};
