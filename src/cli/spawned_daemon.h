/* A daemon of our own, for as long as a command needs one. */
#ifndef CLI_HIRED_H
#define CLI_HIRED_H

#include <makker/status.h>
#include <sys/types.h>

enum { HIRED_URL_ROOM = 128, HIRED_OPTIONS = 8 };

struct hired {
	pid_t pid; /* 0: none was started */
	char url[HIRED_URL_ROOM];
};

/*
 * Starts the makkerd that lies beside this program (else the one in PATH), in memory, at a free
 * port. `options` ends with NULL.
 */
enum mk_status hired_start(
	struct hired *hired, const char *const options[HIRED_OPTIONS], struct mk_error *error);

/* Stops it and waits for its end. */
void hired_stop(struct hired *hired);

#endif
