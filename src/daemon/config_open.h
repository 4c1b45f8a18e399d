/* Opening configuration and token files. */
#ifndef DAEMON_CONFIG_OPEN_H
#define DAEMON_CONFIG_OPEN_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/*
 * Opens a regular file of at most 1 MiB, or what a link leads to, for reading, without ever
 * waiting. NULL and the reason, in words that last until the next call of strerror(), where it
 * cannot be.
 */
FILE *config_open(const char *path, struct stat *found, const char **why);

/* Why a file is not to be trusted with a secret; NULL: it is. */
const char *config_secret_fault(const struct stat *found);

/* A recommendation about its permissions; NULL: none. */
const char *config_secret_warning(const char *path, const struct stat *found);

#endif
