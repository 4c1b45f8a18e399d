/* The forecast of a game, as a sentence. */
#include "games/klondike/text/words.h"

#include <math.h>

static const struct mk_phrase chance = MK_PHRASE("The chance of winning is about {0}%.",
	"Chancen for, at kabalen går op, er omkring {0} %.",
	"Die Chance zu gewinnen liegt bei etwa {0} %.", "Η πιθανότητα νίκης είναι περίπου {0}%.");
static const struct mk_phrase certain_win =
	MK_PHRASE("The game is a certain win.", "Kabalen går op med sikkerhed.",
		"Die Patience geht mit Sicherheit auf.", "Η πασιέντζα βγαίνει σίγουρα.");
static const struct mk_phrase certain_loss =
	MK_PHRASE("The game can't be won any more.", "Kabalen kan ikke længere gå op.",
		"Die Patience kann nicht mehr aufgehen.", "Η πασιέντζα δεν μπορεί πια να βγει.");

/* An unproven result is called neither impossible nor certain. */
static long long percent(double value)
{
	return lround(fmin(99, fmax(1, 100 * value)));
}

void klondike_describe_outlook(
	struct mk_text *out, enum mk_language language, const struct mk_advice *advice)
{
	struct mk_phrase_arg words = {.kind = MK_ARG_NUMBER};

	switch (advice->certainty) {
	case MK_PROVEN_WIN:
		mk_phrase_write(out, language, &certain_win, NULL, 0);
		return;
	case MK_PROVEN_LOSS:
		mk_phrase_write(out, language, &certain_loss, NULL, 0);
		return;
	case MK_UNPROVEN:
		words.number = percent(advice->value);
		mk_phrase_write(out, language, &chance, &words, 1);
		return;
	}
}
