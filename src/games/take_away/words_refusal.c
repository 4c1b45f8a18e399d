/* The sentences for groups that cannot be. */
#include "games/take_away/refusal.h"

static const struct {
	const char *code;
	struct mk_phrase phrase;
} refusals[TAKE_AWAY_REFUSALS] = {
	[REFUSED_OTHER_COUNT] = {"bad_group_count",
		{{
			[MK_ENGLISH] = "The number of groups must be {0}, not {1}.",
			[MK_DANISH] = "Antallet af grupper skal være {0}, ikke {1}.",
			[MK_GERMAN] = "Die Zahl der Gruppen muss {0} sein, nicht {1}.",
			[MK_GREEK] = "Οι ομάδες πρέπει να είναι {0}, όχι {1}.",
		}}},
	[REFUSED_MANY_GROUPS] = {"bad_group", {{
						      [MK_ENGLISH] = "There are at most 4 groups.",
						      [MK_DANISH] = "Der er højst 4 grupper.",
						      [MK_GERMAN] = "Es gibt höchstens 4 Gruppen.",
						      [MK_GREEK] = "Υπάρχουν το πολύ 4 ομάδες.",
					      }}},
	[REFUSED_MANY_CARDS] = {"too_many_cards",
		{{
			[MK_ENGLISH] = "There are at most {0} cards.",
			[MK_DANISH] = "Der er højst {0} kort.",
			[MK_GERMAN] = "Es gibt höchstens {0} Karten.",
			[MK_GREEK] = "Υπάρχουν το πολύ {0} φύλλα.",
		}}},
	[REFUSED_SMALL_GROUP] = {"bad_group",
		{{
			[MK_ENGLISH] = "A group has at least 2 cards.",
			[MK_DANISH] = "En gruppe har mindst 2 kort.",
			[MK_GERMAN] = "Eine Gruppe hat mindestens 2 Karten.",
			[MK_GREEK] = "Μια ομάδα έχει τουλάχιστον 2 φύλλα.",
		}}},
	[REFUSED_WHOLE_GROUP] = {"bad_group",
		{{
			[MK_ENGLISH] = "Not all cards of a group may be taken at once.",
			[MK_DANISH] = "Man må ikke tage alle kort i en gruppe på én gang.",
			[MK_GERMAN] = "Es dürfen nicht alle Karten einer Gruppe auf einmal "
				      "genommen werden.",
			[MK_GREEK] = "Δεν επιτρέπεται να παρθούν μαζί όλα τα φύλλα μιας ομάδας.",
		}}},
	[REFUSED_LARGE_LIMIT] = {"bad_group",
		{{
			[MK_ENGLISH] = "More may be taken than this group has.",
			[MK_DANISH] = "Man må tage flere, end gruppen har.",
			[MK_GERMAN] = "Es darf mehr genommen werden, als diese Gruppe hat.",
			[MK_GREEK] = "Το όριο είναι μεγαλύτερο από την ομάδα.",
		}}},
	[REFUSED_OTHER_TOTAL] = {"other_total",
		{{
			[MK_ENGLISH] = "The groups have {0} cards together, not {1}.",
			[MK_DANISH] = "Grupperne har tilsammen {0} kort, ikke {1}.",
			[MK_GERMAN] = "Die Gruppen haben zusammen {0} Karten, nicht {1}.",
			[MK_GREEK] = "Οι ομάδες έχουν μαζί {0} φύλλα, όχι {1}.",
		}}},
	[REFUSED_EMPTY_GROUP] = {"bad_group",
		{{
			[MK_ENGLISH] = "At first every group has a card at least.",
			[MK_DANISH] = "I begyndelsen har hver gruppe mindst ét kort.",
			[MK_GERMAN] = "Am Anfang hat jede Gruppe mindestens eine Karte.",
			[MK_GREEK] = "Στην αρχή κάθε ομάδα έχει τουλάχιστον ένα φύλλο.",
		}}},
	[REFUSED_NO_LIMIT] = {"bad_group",
		{{
			[MK_ENGLISH] = "For this group no limit is told.",
			[MK_DANISH] = "For denne gruppe er der ikke angivet nogen grænse.",
			[MK_GERMAN] = "Für diese Gruppe ist keine Grenze angegeben.",
			[MK_GREEK] = "Για αυτή την ομάδα δεν δόθηκε όριο.",
		}}},
	[REFUSED_MORE_LIMITS] = {"bad_group_count",
		{{
			[MK_ENGLISH] = "There are limits for more groups.",
			[MK_DANISH] = "Der er angivet grænser for flere grupper.",
			[MK_GERMAN] = "Es sind Grenzen für mehr Gruppen angegeben.",
			[MK_GREEK] = "Έχουν δοθεί όρια για περισσότερες ομάδες.",
		}}},
};

enum mk_status take_away_refuse(struct mk_error *error, enum take_away_refusal refusal,
	const char *where, long long first, long long second)
{
	struct mk_word words[] = {{.kind = MK_WORD_NUMBER, .number = first},
		{.kind = MK_WORD_NUMBER, .number = second}};

	return mk_refuse(error, MK_IMPOSSIBLE, refusals[refusal].code, where,
		&refusals[refusal].phrase, words, 2);
}
