/*
 * Copies of findings. Most of the 2 KB of a finding are arrays, which usually have at most one
 * entry.
 */
#include <makker/finding.h>
#include <stddef.h>
#include <string.h>

enum { HEAD = offsetof(struct mk_finding, moves) };

/* Applies `does` to each array and its count. */
#define FOR_ARRAYS(does) \
	does(moves, move_count); \
	does(revealed, revealed_count); \
	does(unreadable, unreadable_count); \
	does(doubts, doubt_count); \
	does(conflicts, conflict_count); \
	does(alternatives, alternative_count); \
	does(counted, counted_count)

/* Without the test, each empty array would cost a call. */
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
