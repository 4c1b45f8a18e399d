/* Rules by name: a preset, "+kept" for the order of shuffles, "+known" for the order of the stock.
 */
#ifndef LAB_RULES_NAMED_H
#define LAB_RULES_NAMED_H

#include "games/klondike/table/rules.h"

#include <stdio.h>
#include <string.h>

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
