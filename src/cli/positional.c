/* The one word of a command line. */
#include "cli/positional.h"

#include <argp.h>

void positional_take(
	const char **taken, const char *word, const char *what, struct argp_state *state)
{
	if (*taken) {
		argp_error(state, "one %s at a time", what);
	}
	*taken = word;
}
