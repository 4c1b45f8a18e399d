/* The presets of Doppelkopf, and what the table of options cannot say by itself. */
#include "games/doppelkopf/table/rules.h"

/*
 * What all presets share: the soli of the tournament rules, foxes, Charlie, replies. The
 * soloist leads the first trick of a mandatory solo [DDV 4.2], not of another one [DDV 4.3].
 */
#define COMMON \
	[DULLEN] = 1, [SOLO_SUIT] = 1, [SOLO_QUEENS] = 1, [SOLO_JACKS] = 1, [SOLO_MEATLESS] = 1, \
	[DUTY_LEADS] = 1, [REPLY] = 1, [FOX] = 1, [CHARLIE] = 1

#define HOUSE_SOLI \
	[SOLO_KINGS] = 1, [SOLO_QUEENS_JACKS] = 1, [SOLO_KINGS_JACKS] = 1, \
	[SOLO_KINGS_QUEENS] = 1, [SOLO_KOEHLER] = 1, [SOLO_LEADS] = 1

const struct mk_preset doko_presets[DOKO_PRESETS] = {
	{.name = "ddv",
		.rules = {{
			COMMON,
			[NINES] = 1,
			[MARRIAGE_TRICKS] = 3,
			[CARDS_RE] = 11,
			[CARDS_90] = 10,
			[CARDS_60] = 9,
			[CARDS_30] = 8,
			[CARDS_BLACK] = 7,
			[ACHIEVED_EACH] = 1,
			[BOCK] = 1,
			[GAMES] = 24,
			[DUTY_SOLI] = 1,
		}},
		.description =
			MK_PHRASE("The tournament rules of the German Doppelkopf association.",
				"Det tyske doppelkopfforbunds turneringsregler.",
				"Die Turnierspielregeln des Deutschen Doppelkopf-Verbands.",
				"Οι κανόνες τουρνουά της γερμανικής ένωσης Doppelkopf.")},
	{.name = "freedoko",
		.rules = {{
			COMMON,
			HOUSE_SOLI,
			[NINES] = 1,
			[SECOND_DULLE] = 1,
			[SECOND_DULLE_NOT_LAST] = 1,
			[SWINES] = 1,
			[SWINES_IN_SOLO] = 1,
			[SWINES_IN_POVERTY] = 1,
			[SWINES_AT_START] = 1,
			[HYPERSWINES] = 1,
			[HYPERSWINES_IN_SOLO] = 1,
			[HYPERSWINES_IN_POVERTY] = 1,
			[MARRIAGE_TRICKS] = 6,
			[MARRIAGE_SUIT] = 1,
			[MARRIAGE_SINGLE] = 1,
			[MARRIAGE_TRUMP] = 1,
			[POVERTY] = 1,
			[THROW_NINES] = 5,
			[THROW_KINGS] = 6,
			[CARDS_RE] = 11,
			[CARDS_90] = 9,
			[CARDS_60] = 6,
			[CARDS_30] = 3,
			[CARDS_BLACK] = 3,
			[RE_DOUBLES] = 1,
			[FIRST_TRICK_THIRTY] = 1,
			[THIRTY_ONLY_RE] = 1,
			[SPECIAL_BEFORE_SOLO] = 1,
			[FOX_LAST_TRICK] = 1,
			[FOX_LAST_DOUBLE] = 1,
			[CHARLIE_DOUBLE] = 1,
			[CATCH_CHARLIE] = 1,
			[CATCH_CHARLIE_DOUBLE] = 1,
			[DULLE_CAUGHT] = 1,
			[BOCK] = 2,
			[BOCK_120] = 1,
			[BOCK_LOST_SOLO] = 1,
			[BOCK_LOST_RE] = 1,
			[BOCK_HEART_TRICK] = 1,
			[BOCK_BLACK] = 1,
			[GAMES] = 24,
		}},
		.description = MK_PHRASE(
			"House rules of the program FreeDoko 0.7.13, with its own scoring.",
			"Husregler som programmet FreeDoko 0.7.13 spiller dem, med dets egen tællemåde.",
			"Hausregeln, wie das Programm FreeDoko 0.7.13 sie spielt, mit dessen eigener Zählweise.",
			"Κανόνες όπως τους παίζει το πρόγραμμα FreeDoko 0.7.13, με τον δικό του τρόπο μέτρησης.")},
	{.name = "nonines",
		.rules = {{
			COMMON,
			HOUSE_SOLI,
			[SECOND_DULLE] = 1,
			[SECOND_DULLE_NOT_LAST] = 1,
			[MARRIAGE_TRICKS] = 3,
			[MARRIAGE_SUIT] = 1,
			[MARRIAGE_SINGLE] = 1,
			[MARRIAGE_TRUMP] = 1,
			[CARDS_RE] = 9,
			[CARDS_90] = 8,
			[CARDS_60] = 7,
			[CARDS_30] = 6,
			[CARDS_BLACK] = 5,
			[SPECIAL_BEFORE_SOLO] = 1,
			[CATCH_CHARLIE] = 1,
			[BOCK] = 1,
			[GAMES] = 24,
		}},
		.description = MK_PHRASE(
			"Forty cards without the nines; the second ten of hearts beats the first.",
			"Fyrre kort uden nierne; den anden hjerter ti slår den første.",
			"Vierzig Karten ohne Neunen; die zweite Dulle sticht die erste.",
			"Σαράντα φύλλα χωρίς εννιάρια· το δεύτερο δέκα κούπα κερδίζει το πρώτο.")},
};

void doko_rules_unpack(const struct mk_rules *rules, struct doko_rules *unpacked)
{
	for (int i = 0; i < DOKO_OPTIONS; i++) {
		unpacked->of[i] = (uint8_t)rules->value[i];
	}
}

static enum mk_status exclude(struct mk_error *error, enum doko_option option, const char *what)
{
	char where[64] = "/rules/";

	strncat(where, doko_options[option].name, sizeof where - strlen(where) - 1);
	return mk_fail(error, MK_IMPOSSIBLE, "rules_exclude", where, "%s", what);
}

enum mk_status doko_check_rules(const struct mk_rules *rules, struct mk_error *error)
{
	const int32_t *value = rules->value;

	if (!value[NINES] && value[THROW_NINES]) {
		return exclude(error, THROW_NINES, "there are no nines in this deck");
	}
	if (value[HYPERSWINES] && !value[SWINES]) {
		return exclude(error, HYPERSWINES, "there are no hyperswines without swines");
	}
	for (int level = CARDS_90; level <= CARDS_BLACK; level++) {
		if (value[level] > value[level - 1]) {
			return exclude(error, (enum doko_option)level,
				"a higher announcement cannot have an earlier deadline");
		}
	}
	if (value[DUTY_SOLI] && value[GAMES] && value[DUTY_SOLI] * MK_MAX_SEATS > value[GAMES]) {
		return exclude(error, DUTY_SOLI, "the party has fewer games than mandatory soli");
	}
	return MK_OK;
}
