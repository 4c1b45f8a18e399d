/* Sentences for impossible reported values. */
#include "games/ten_twenty_thirty/refusal.h"

static const struct {
	const char *code;
	struct mk_phrase phrase;
} refusals[TENS_REFUSALS] = {
	[REFUSED_COLUMNS] = {"invalid_columns",
		MK_PHRASE("These columns are not possible with these rules.",
			"Med disse regler kan kolonnerne ikke ligge sådan.",
			"Nach diesen Regeln können die Spalten nicht so liegen.",
			"Με αυτούς τους κανόνες οι στήλες δεν μπορεί να είναι έτσι.")},
	[REFUSED_DECK_LEFT] = {"invalid_deck_left",
		MK_PHRASE("The cards of the deck do not add up: there must be {0}.",
			"Bunkens kort går ikke op: der skal være {0}.",
			"Die Karten im Stapel gehen nicht auf: Es müssen {0} sein.",
			"Τα φύλλα της τράπουλας δεν βγαίνουν: πρέπει να είναι {0}.")},
	[REFUSED_DEALT] = {"wrong_count",
		MK_PHRASE("With these columns another number of cards was dealt.",
			"Med disse kolonner er der lagt et andet antal kort.",
			"Bei diesen Spalten wurde eine andere Zahl Karten gegeben.",
			"Με αυτές τις στήλες μοιράστηκε άλλος αριθμός φύλλων.")},
	[REFUSED_UNKNOWN_LAST] = {"invalid_value",
		MK_PHRASE("The unknown cards of the deck come before the known ones.",
			"Bunkens ukendte kort kommer før de kendte.",
			"Die unbekannten Karten des Stapels kommen vor den bekannten.",
			"Τα άγνωστα φύλλα της τράπουλας είναι πριν από τα γνωστά.")},
	[REFUSED_NEXT_COLUMN] = {"wrong_count",
		MK_PHRASE("With these columns the next card goes to column {0}.",
			"Med disse kolonner skal det næste kort i kolonne {0}.",
			"Bei diesen Spalten kommt die nächste Karte in Spalte {0}.",
			"Με αυτές τις στήλες το επόμενο φύλλο πάει στη στήλη {0}.")},
	[REFUSED_LAST_COLUMN] = {"invalid_value",
		MK_PHRASE("No card has been dealt to this column.",
			"Der er ikke lagt noget kort i denne kolonne.",
			"In diese Spalte wurde keine Karte gelegt.",
			"Σε αυτή τη στήλη δεν μοιράστηκε φύλλο.")},
};

enum mk_status tens_refuse(struct mk_error *error, enum tens_refusal refusal, const char *where)
{
	return tens_refuse_count(error, refusal, where, 0);
}

enum mk_status tens_refuse_count(
	struct mk_error *error, enum tens_refusal refusal, const char *where, int count)
{
	struct mk_phrase_arg word = {.kind = MK_ARG_NUMBER, .number = count};

	return mk_fail_localized(error, MK_IMPOSSIBLE, refusals[refusal].code, where,
		&refusals[refusal].phrase, &word, 1);
}
