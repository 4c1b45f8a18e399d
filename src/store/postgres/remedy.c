/* Remedies, by the beginning of the SQLSTATE. */
#include "store/postgres/remedy.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *state;
	enum postgres_remedy remedy;
} remedies[] = {
	{"0A000", REMEDY_SINGLY},    /* an engine that distributes sessions, perhaps */
	{"40", REMEDY_AGAIN},        /* a deadlock with another program, ... */
	{"55P03", REMEDY_AGAIN},     /* a row is locked for long */
	{"25006", REMEDY_ELSEWHERE}, /* this server only reads */
	{"57P", REMEDY_ELSEWHERE},   /* it is shutting down, or starting */
	{"08", REMEDY_ELSEWHERE},
	{"53", REMEDY_LATER}, /* disk full, ... */
	{"58", REMEDY_LATER},
	{"42501", REMEDY_LATER}, /* a right was withdrawn */
	{"42P01", REMEDY_LATER}, /* a table is away, or */
	{"42703", REMEDY_LATER}, /* a column of it, or */
	{"3F000", REMEDY_LATER}, /* the schema */
	{"XX", REMEDY_LATER},
};

enum postgres_remedy postgres_remedy(const char *state)
{
	for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++) {
		if (strncmp(state, remedies[i].state, strlen(remedies[i].state)) == 0) {
			return remedies[i].remedy;
		}
	}
	return REMEDY_ALONE;
}
