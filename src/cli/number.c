/* Reads whole numbers. */
#include "cli/number.h"

#include <errno.h>
#include <stdlib.h>

uint64_t number_read(const char *word, uint64_t least, uint64_t most, struct argp_state *state)
{
	char *end;
	unsigned long long number;

	errno = 0;
	number = strtoull(word, &end, 10);
	if (*word < '0' || *word > '9' || *end || errno || number < least || number > most) {
		argp_error(state, "'%s' is no whole number from %llu to %llu", word,
			(unsigned long long)least, (unsigned long long)most);
	}
	return number;
}
