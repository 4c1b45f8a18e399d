/*
 * The policy network in single precision, as train writes and pack-policy reads it, and the rules
 * that it is trained for.
 */
#ifndef LAB_POLICY_NETWORK_H
#define LAB_POLICY_NETWORK_H

#include "games/klondike/search/policy.h"
#include "games/klondike/table/rules.h"

#include <stdio.h>
#include <string.h>

enum { HIDDEN = POLICY_HIDDEN };

/*
 * Facts that only the critic sees: the face-down card of each place (by the cards of its column on
 * it and under it) and the order of the stock. The critic only estimates the outcome, so knowing
 * them removes luck from the gradient.
 */
enum {
	TRUTH_COLUMN = 0, /* on it 1 to 6, under it 0 to 5 */
	TRUTH_STOCK = TRUTH_COLUMN + LADDER_PLACES * 36,
	TRUTH_ROWS = TRUTH_STOCK + LADDER_PLACES * 24
};

struct network {
	float row[POLICY_ROWS][HIDDEN];
	float direct[POLICY_ROWS];
	float bias[HIDDEN];
	float out[HIDDEN];
	float critic_row[TABLE_ROWS][HIDDEN];
	float critic_direct[TABLE_ROWS];
	float critic_bias[HIDDEN];
	float critic_out[HIDDEN];
	float critic_base;
	float truth_row[TRUTH_ROWS][HIDDEN];
	float truth_direct[TRUTH_ROWS];
};

/* Rules by name: a preset, "+kept" for a kept redeal order, "+known" for a known stock. */
static inline struct mk_rules rules_named(const char *name)
{
	char preset[32];
	struct mk_rules rules = klondike_presets[0].rules;

	snprintf(preset, sizeof preset, "%.*s", (int)strcspn(name, "+"), name);
	for (int i = 0; i < PRESETS; i++) {
		if (strcmp(klondike_presets[i].name, preset) == 0) {
			rules = klondike_presets[i].rules;
		}
	}
	if (strstr(name, "+kept")) {
		rules.value[OPTION_SHUFFLE_ORDER] = 1;
	}
	if (strstr(name, "+known")) {
		rules.value[OPTION_STOCK_KNOWN] = 1;
	}
	return rules;
}

#endif
