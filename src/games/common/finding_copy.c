/*
 * Copies of findings. Most of a finding's 2 KB are arrays, and mostly these hold an entry or none.
 */
#include <makker/finding.h>
#include <stddef.h>
#include <string.h>

enum { HEAD = offsetof(struct mk_finding, moves) };

/* Does it for each array and its count. */
#define FOR_ARRAYS(does) \
	does(moves, move_count); \
	does(revealed, revealed_count); \
	does(unreadable, unreadable_count); \
	does(doubts, doubt_count); \
	does(conflicts, conflict_count); \
	does(alternatives, alternative_count); \
	does(counted, counted_count)

/* Without the test it would be a call for each empty array. */
#define COPY(array, count) \
	if (from->count) { \
		memcpy(to->array, from->array, from->count * sizeof to->array[0]); \
	} \
	(void)0

#define CLEAR(array, count) \
	if (finding->count) { \
		memset(finding->array, 0, finding->count * sizeof finding->array[0]); \
	} \
	(void)0

void mk_finding_copy(struct mk_finding *to, const struct mk_finding *from)
{
	memcpy(to, from, HEAD);
	FOR_ARRAYS(COPY);
}

void mk_finding_replace(struct mk_finding *finding, const struct mk_finding *next)
{
	FOR_ARRAYS(CLEAR);
	mk_finding_copy(finding, next);
}
