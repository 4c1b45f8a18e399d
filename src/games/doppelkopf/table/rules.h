/* Doppelkopf's rules as data: options, presets, and the unpacked options. */
#ifndef GAMES_DOPPELKOPF_TABLE_RULES_H
#define GAMES_DOPPELKOPF_TABLE_RULES_H

#include <makker/game.h>

/* Indices of the options in struct mk_rules and in struct doko_rules. */
enum doko_option {
	NINES,
	DULLEN,
	SECOND_DULLE,
	SECOND_DULLE_NOT_LAST,
	FIRST_DULLE_WITH_SWINES,
	SWINES,
	SWINES_IN_SOLO,
	SWINES_IN_POVERTY,
	SWINES_AT_START,
	HYPERSWINES,
	HYPERSWINES_IN_SOLO,
	HYPERSWINES_IN_POVERTY,
	HYPERSWINES_JOINT,
	SOLO_SUIT,
	SOLO_QUEENS,
	SOLO_JACKS,
	SOLO_MEATLESS,
	SOLO_KINGS,
	SOLO_QUEENS_JACKS,
	SOLO_KINGS_JACKS,
	SOLO_KINGS_QUEENS,
	SOLO_KOEHLER,
	SOLO_LEADS,
	DUTY_LEADS,
	MARRIAGE_TRICKS,
	MARRIAGE_SUIT,
	MARRIAGE_SINGLE,
	MARRIAGE_TRUMP,
	MARRIAGE_BEFORE_POVERTY,
	POVERTY,
	POVERTY_ONLY_TRUMP,
	POVERTY_WITHOUT_FOXES,
	THROW_NINES,
	THROW_KINGS,
	THROW_NINES_AND_KINGS,
	THROW_CARD_POINTS,
	THROW_FOX_HIGHEST,
	THROW_ONE_TRUMP,
	THROW_BEFORE_SOLO,
	CARDS_RE,
	CARDS_90,
	CARDS_60,
	CARDS_30,
	CARDS_BLACK,
	REPLY,
	TILL_FULL_TRICK,
	RE_DOUBLES,
	RE_DOUBLES_OLD,
	FIRST_TRICK_THIRTY,
	THIRTY_ONLY_RE,
	THIRTY_IN_MARRIAGE,
	ACHIEVED_EACH,
	SPECIAL_BEFORE_SOLO,
	FOX,
	FOX_LAST_TRICK,
	FOX_LAST_DOUBLE,
	CHARLIE,
	CHARLIE_DOUBLE,
	CATCH_CHARLIE,
	CATCH_CHARLIE_DOUBLE,
	CATCH_CHARLIE_BY_QUEEN,
	DULLE_CAUGHT,
	HEART_TRICK,
	BOCK,
	BOCK_APPEND,
	BOCK_120,
	BOCK_LOST_SOLO,
	BOCK_LOST_RE,
	BOCK_HEART_TRICK,
	BOCK_BLACK,
	GAMES,
	POINTS,
	DUTY_SOLI,
	COUNTING,
	DOKO_OPTIONS
};

enum { COUNT_PLUS_MINUS, COUNT_PLUS, COUNT_MINUS };

enum { DOKO_PRESETS = 3 };

extern const struct mk_option doko_options[DOKO_OPTIONS];
extern const struct mk_preset doko_presets[DOKO_PRESETS];

/* The value of every option; a byte is enough for each. */
struct doko_rules {
	uint8_t of[DOKO_OPTIONS];
};

void doko_rules_unpack(const struct mk_rules *rules, struct doko_rules *unpacked);

/* Checks what the table of options cannot express. */
enum mk_status doko_check_rules(const struct mk_rules *rules, struct mk_error *error);

#endif
