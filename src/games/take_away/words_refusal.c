/* The sentences for impossible groups. */
#include "games/take_away/refusal.h"

static const struct {
	const char *code;
	struct mk_phrase phrase;
} refusals[TAKE_AWAY_REFUSALS] = {
	[REFUSED_OTHER_COUNT] = {"invalid_group_count",
		MK_PHRASE("The number of groups must be {0}, not {1}.",
			"Antallet af grupper skal være {0}, ikke {1}.",
			"Die Zahl der Gruppen muss {0} sein, nicht {1}.",
			"Οι ομάδες πρέπει να είναι {0}, όχι {1}.")},
	[REFUSED_MANY_GROUPS] = {"invalid_group",
		MK_PHRASE("There are at most 4 groups.", "Der er højst 4 grupper.",
			"Es gibt höchstens 4 Gruppen.", "Υπάρχουν το πολύ 4 ομάδες.")},
	[REFUSED_MANY_CARDS] = {"too_many_cards",
		MK_PHRASE("There are at most {0} cards.", "Der er højst {0} kort.",
			"Es gibt höchstens {0} Karten.", "Υπάρχουν το πολύ {0} φύλλα.")},
	[REFUSED_SMALL_GROUP] = {"invalid_group",
		MK_PHRASE("A group has at least 2 cards.", "En gruppe har mindst 2 kort.",
			"Eine Gruppe hat mindestens 2 Karten.",
			"Μια ομάδα έχει τουλάχιστον 2 φύλλα.")},
	[REFUSED_WHOLE_GROUP] = {"invalid_group",
		MK_PHRASE("Not all cards of a group may be taken at once.",
			"Man må ikke tage alle kort i en gruppe på én gang.",
			"Es dürfen nicht alle Karten einer Gruppe auf einmal genommen werden.",
			"Δεν επιτρέπεται να παρθούν μαζί όλα τα φύλλα μιας ομάδας.")},
	[REFUSED_LARGE_LIMIT] = {"invalid_group",
		MK_PHRASE("The limit is larger than this group.",
			"Man må tage flere, end gruppen har.",
			"Es darf mehr genommen werden, als diese Gruppe hat.",
			"Το όριο είναι μεγαλύτερο από την ομάδα.")},
	[REFUSED_OTHER_TOTAL] = {"other_total",
		MK_PHRASE("The groups have {0} cards together, not {1}.",
			"Grupperne har tilsammen {0} kort, ikke {1}.",
			"Die Gruppen haben zusammen {0} Karten, nicht {1}.",
			"Οι ομάδες έχουν μαζί {0} φύλλα, όχι {1}.")},
	[REFUSED_EMPTY_GROUP] = {"invalid_group",
		MK_PHRASE("At the start every group has at least one card.",
			"I begyndelsen har hver gruppe mindst ét kort.",
			"Am Anfang hat jede Gruppe mindestens eine Karte.",
			"Στην αρχή κάθε ομάδα έχει τουλάχιστον ένα φύλλο.")},
	[REFUSED_NO_LIMIT] = {"invalid_group",
		MK_PHRASE("No limit is given for this group.",
			"For denne gruppe er der ikke angivet nogen grænse.",
			"Für diese Gruppe ist keine Grenze angegeben.",
			"Για αυτή την ομάδα δεν δόθηκε όριο.")},
	[REFUSED_MORE_LIMITS] = {"invalid_group_count",
		MK_PHRASE("There are more limits than groups.",
			"Der er angivet grænser for flere grupper.",
			"Es sind Grenzen für mehr Gruppen angegeben.",
			"Έχουν δοθεί όρια για περισσότερες ομάδες.")},
	[REFUSED_PERSON] = {"invalid_value",
		MK_PHRASE(
			"At a table where I deal I play the other side: your opponent is the computer.",
			"Ved et bord, hvor jeg giver, spiller jeg den anden side: din modspiller er computeren.",
			"An einem Tisch, an dem ich gebe, spiele ich die andere Seite: Dein Gegner ist der Computer.",
			"Σε τραπέζι όπου μοιράζω εγώ, παίζω και την άλλη πλευρά: αντίπαλός σου είναι ο υπολογιστής.")},
};

enum mk_status take_away_refuse(struct mk_error *error, enum take_away_refusal refusal,
	const char *where, long long first, long long second)
{
	struct mk_phrase_arg words[] = {{.kind = MK_ARG_NUMBER, .number = first},
		{.kind = MK_ARG_NUMBER, .number = second}};

	return mk_fail_localized(error, MK_IMPOSSIBLE, refusals[refusal].code, where,
		&refusals[refusal].phrase, words, 2);
}
