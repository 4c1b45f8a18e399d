/* The options of 10-20-30 and its presets. */
#ifndef TENS_RULES_H
#define TENS_RULES_H

#include "games/ten_twenty_thirty/table.h"

/* Indices of the options in struct mk_rules. */
enum tens_option { OPTION_REMOVAL, OPTION_ORDER, OPTION_DECK, OPTION_LATE, OPTION_STUCK, OPTIONS };

enum { PRESETS = 2 };

extern const struct mk_option tens_options[OPTIONS];
extern const struct mk_preset tens_presets[PRESETS];

/* "T2B1", "T1B2", "B3", ended by NULL. */
extern const char *const tens_combo_names[COMBOS + 1];

enum mk_status tens_check_rules(const struct mk_rules *rules, struct mk_error *error);

/* The initial table by the rules, before the first card. */
void tens_init_view(struct mk_view *opaque, const struct mk_rules *rules);

#endif
