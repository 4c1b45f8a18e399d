/* The result of `makker play`, for people and for programs. */
#ifndef CLI_PLAYED_H
#define CLI_PLAYED_H

#include "cli/selfplay_batch.h"

struct played {
	const struct tournament *tournament;
	struct scores scores;
	double seconds;
	double cpu_seconds; /* of all threads */
	bool calibration;   /* is wanted */
};

void played_print_text(const struct played *played);
void played_print_json(const struct played *played);

#endif
