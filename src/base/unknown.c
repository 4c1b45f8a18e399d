/* Names that are close to others: optimal string alignment distance. */
#include "base/unknown.h"

#include "base/unicode.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 32, QUOTED = 40, MAX_APART = 3, MIN_BEGINNING_LENGTH = 4 };

static unsigned min(unsigned one, unsigned other)
{
	return one < other ? one : other;
}

/* The number of inserted, deleted, substituted and transposed characters. */
static unsigned distance(const char *one, size_t length, const char *other, size_t other_length)
{
	unsigned rows[3][LONGEST + 1];
	unsigned *before = rows[0], *last = rows[1], *row = rows[2];

	for (unsigned i = 0; i <= other_length; i++) {
		last[i] = i;
	}
	for (unsigned i = 1; i <= length; i++) {
		unsigned *free_row = before;

		row[0] = i;
		for (size_t j = 1; j <= other_length; j++) {
			unsigned change = one[i - 1] != other[j - 1];

			row[j] = min(min(last[j], row[j - 1]) + 1, last[j - 1] + change);
			if (i > 1 && j > 1 && one[i - 1] == other[j - 2] &&
				one[i - 2] == other[j - 1]) {
				row[j] = min(row[j], before[j - 2] + 1);
			}
		}
		before = last;
		last = row;
		row = free_row;
	}
	return last[other_length];
}

void unknown_init(struct unknown *unknown, const char *name, size_t length)
{
	*unknown = (struct unknown){.name = name, .length = length};
	mk_text_fixed(&unknown->list, unknown->bytes, sizeof unknown->bytes);
}

static bool is_beginning(const struct unknown *unknown, const char *known)
{
	return unknown->length >= MIN_BEGINNING_LENGTH &&
	       strncmp(unknown->name, known, unknown->length) == 0;
}

static void offer_distance(struct unknown *unknown, const char *known)
{
	size_t length = strlen(known);
	unsigned most = length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : MAX_APART;
	unsigned apart;

	if (unknown->length > LONGEST || length > LONGEST) {
		return;
	}
	apart = distance(unknown->name, unknown->length, known, length);
	if (apart > most && is_beginning(unknown, known)) {
		apart = most; /* "budget" of "budget_ms" */
	}
	if (apart <= most && (!unknown->closest || apart < unknown->distance)) {
		unknown->closest = known;
		unknown->distance = apart;
	}
}

void unknown_offer(struct unknown *unknown, const char *known)
{
	offer_distance(unknown, known);
	if (unknown->list.length > 0) {
		mk_text_put(&unknown->list, ", ");
	}
	mk_text_put(&unknown->list, known);
}

enum mk_status unknown_fail(const struct unknown *unknown, enum mk_status status, const char *code,
	const char *where, const char *kind, struct mk_error *error)
{
	char name[QUOTED + 24];
	struct mk_text quoted;

	mk_text_fixed(&quoted, name, sizeof name);
	unicode_put_quoted(&quoted, unknown->name, unknown->length, QUOTED);
	if (unknown->closest) {
		return mk_fail(error, status, code, where, "unknown %s %s, did you mean \"%s\"?",
			kind, name, unknown->closest);
	}
	if (unknown->list.length == 0) {
		return mk_fail(error, status, code, where, "unknown %s %s, none is allowed here",
			kind, name);
	}
	if (unknown->list.truncated) {
		return mk_fail(error, status, code, where, "unknown %s %s", kind, name);
	}
	return mk_fail(error, status, code, where, "unknown %s %s, allowed: %s", kind, name,
		unknown->bytes);
}
