/* The command line: all options of the configuration, and a few of its own. */
#ifndef DAEMON_ARGUMENTS_H
#define DAEMON_ARGUMENTS_H

#include "daemon/config.h"

enum { MOST_OPTIONS = 96 };

struct arguments {
	const char *config_file;         /* NULL: none */
	bool check;                      /* check the configuration, then end */
	bool limits;                     /* print the table of limits, then end */
	const char *given[MOST_OPTIONS]; /* by place in config_options; NULL: not given */
};

/* Ends the process for --help, --version and unknown options. */
void arguments_read(struct arguments *arguments, int argc, char **argv);

/* The whole configuration, in its order. */
enum mk_status arguments_configure(
	const struct arguments *arguments, struct config *config, struct mk_error *error);

#endif
