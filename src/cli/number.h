/* Whole numbers on the command line. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include <argp.h>
#include <stdint.h>

/* From `least` to `most`; anything else ends the program with an explanation. */
uint64_t number_read(const char *word, uint64_t least, uint64_t most, struct argp_state *state);

#endif
