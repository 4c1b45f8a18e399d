/* Parameters of a statement: $1, $2, ... in the order in which they are added. */
#ifndef STORE_POSTGRES_VALUES_H
#define STORE_POSTGRES_VALUES_H

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { POSTGRES_PLACES = 20, POSTGRES_DIGITS = 24, POSTGRES_BINARY = 1 };

/* Zeroed at first. */
struct postgres_values {
	const char *of[POSTGRES_PLACES];
	int lengths[POSTGRES_PLACES]; /* of those in binary form */
	int formats[POSTGRES_PLACES]; /* POSTGRES_BINARY; 0: text */
	char numbers[POSTGRES_PLACES][POSTGRES_DIGITS];
	int count;
};

/* Borrowed until the statement is sent; NULL is SQL's NULL. */
static inline void put_text(struct postgres_values *values, const char *text)
{
	assert(values->count < POSTGRES_PLACES);
	values->of[values->count++] = text;
}

/* The same with bytes, as PostgreSQL's bytea. */
static inline void put_bytes(struct postgres_values *values, const void *bytes, size_t length)
{
	values->lengths[values->count] = (int)length;
	values->formats[values->count] = POSTGRES_BINARY;
	put_text(values, bytes);
}

static inline void put_number(struct postgres_values *values, int64_t number)
{
	char *digits = values->numbers[values->count];

	snprintf(digits, POSTGRES_DIGITS, "%" PRId64, number);
	put_text(values, digits);
}

#endif
