/*
 * Kinds of mistakes in 10-20-30: dealing or removing at the wrong time, and removing the wrong
 * cards.
 */
#include "games/common/mistakes.h"
#include "games/ten_twenty_thirty/words.h"

enum {
	OTHER = MK_OTHER_MISTAKE,
	DEALT_TOO_EARLY,
	TOOK_TOO_EARLY,
	WRONG_THREE,
	WRONG_COLUMN,
	KINDS
};

static const struct mk_mistake_kind kinds[KINDS] = {
	[OTHER] = MISTAKE_OTHER,
	[DEALT_TOO_EARLY] = {"dealt_too_early",
		MK_PHRASE("You leave three cards that you should take",
			"Du lader tre kort ligge, som du skulle tage",
			"Du lässt drei Karten liegen, die du nehmen solltest",
			"Αφήνεις τρία φύλλα που έπρεπε να πάρεις")},
	[TOOK_TOO_EARLY] = {"took_too_early",
		MK_PHRASE("You take three cards that you should leave",
			"Du tager tre kort, som du skulle lade ligge",
			"Du nimmst drei Karten, die du liegen lassen solltest",
			"Παίρνεις τρία φύλλα που έπρεπε να αφήσεις")},
	[WRONG_THREE] = {"wrong_three", MK_PHRASE("You take the wrong three cards of a column",
						"Du tager de forkerte tre kort i en kolonne",
						"Du nimmst die falschen drei Karten einer Spalte",
						"Παίρνεις λάθος τρία φύλλα από μια στήλη")},
	[WRONG_COLUMN] = {"wrong_column", MK_PHRASE("You take three cards of the wrong column",
						  "Du tager tre kort i den forkerte kolonne",
						  "Du nimmst drei Karten der falschen Spalte",
						  "Παίρνεις τρία φύλλα από λάθος στήλη")},
};

static unsigned kind_of_mistake(
	const struct mk_view *view, const struct mk_move *made, const struct mk_move *better)
{
	(void)view;
	if (made->kind == DEAL) {
		return better->kind == REMOVE ? DEALT_TOO_EARLY : OTHER;
	}
	if (better->kind == DEAL) {
		return TOOK_TOO_EARLY;
	}
	return made->from == better->from ? WRONG_THREE : WRONG_COLUMN;
}

const struct mk_mistakes tens_mistakes = {
	.count = KINDS, .kinds = kinds, .kind_of = kind_of_mistake};
