/* The word of a command line that is no option, where one is enough. */
#ifndef CLI_WORD_H
#define CLI_WORD_H

struct argp_state;

/* It becomes `*taken`; a second one is a fault of usage: "one `what` at a time". */
void positional_take(
	const char **taken, const char *word, const char *what, struct argp_state *state);

#endif
