/* Klondike's options and presets, and the options as the rules use them. */
#ifndef KLONDIKE_TABLE_RULES_H
#define KLONDIKE_TABLE_RULES_H

#include "games/klondike/table/table.h"

/* Indices of the options in struct mk_rules. */
enum klondike_option {
	OPTION_DRAW,
	OPTION_SHUFFLES,
	OPTION_SHUFFLE_ORDER,
	OPTION_FOUNDATION_RETURN,
	OPTION_GOAL,
	OPTION_STOCK_KNOWN,
	OPTION_FIRST_CARD_UP,
	OPTION_MAX_COLUMN_TO_COLUMN,
	OPTIONS
};

enum { PRESETS = 3 };

extern const struct mk_option klondike_options[OPTIONS];
extern const struct mk_preset klondike_presets[PRESETS];

void klondike_rules_unpack(const struct mk_rules *rules, struct klondike_rules *unpacked);

/* Rejects combinations that the table of options cannot express. */
enum mk_status klondike_check_rules(const struct mk_rules *rules, struct mk_error *error);

#endif
