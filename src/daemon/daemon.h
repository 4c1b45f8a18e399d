/* The daemon: everything put together, started and stopped in order. */
#ifndef DAEMON_DAEMON_H
#define DAEMON_DAEMON_H

#include "daemon/config.h"

/* True if the configured addresses are safe to listen at. */
enum mk_status daemon_check(const struct config *config, struct mk_error *error);

struct arguments;

/*
 * Serves until a signal ends it; the exit status of the program. SIGHUP has the configuration read
 * again from `arguments` and where they point.
 */
int daemon_run(const struct config *config, const struct arguments *arguments);

#endif
