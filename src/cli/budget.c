/* Reads --budget-ms, --worlds and --nodes. */
#include "cli/budget.h"

#include "cli/number.h"

enum { KEY_MS = 512, KEY_WORLDS, KEY_NODES, MOST_MS = 3600000 };

static const struct argp_option options[] = {
	{"budget-ms", KEY_MS, "MS", 0, "time for a decision, for a strategy that searches", 20},
	{"worlds", KEY_WORLDS, "N", 0, "the most worlds that it tries for a decision", 20},
	{"nodes", KEY_NODES, "N", 0, "the most games that it plays out for a decision", 20},
	{0},
};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct mk_budget *budget = state->input;

	switch (key) {
	case KEY_MS:
		budget->ms = (uint32_t)number_read(word, 0, MOST_MS, state);
		return 0;
	case KEY_WORLDS:
		budget->worlds = number_read(word, 0, INT64_MAX, state);
		return 0;
	case KEY_NODES:
		budget->nodes = number_read(word, 0, INT64_MAX, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp budget_argp = {.options = options, .parser = parse};
