/* Copies of findings. Most of a finding's 2 KB are arrays, and mostly these hold an entry or none.
 */
#include <makker/finding.h>
#include <stddef.h>
#include <string.h>

enum { HEAD = offsetof(struct mk_finding, moves) };

/* Calls `entries(array, count)` for each array of a finding that has some. */
#define FOR_ARRAYS(finding, entries) \
	do { \
		if ((finding)->move_count) { \
			entries(moves, (finding)->move_count); \
		} \
		if ((finding)->revealed_count) { \
			entries(revealed, (finding)->revealed_count); \
		} \
		if ((finding)->unreadable_count) { \
			entries(unreadable, (finding)->unreadable_count); \
		} \
		if ((finding)->doubt_count) { \
			entries(doubts, (finding)->doubt_count); \
		} \
		if ((finding)->conflict_count) { \
			entries(conflicts, (finding)->conflict_count); \
		} \
		if ((finding)->alternative_count) { \
			entries(alternatives, (finding)->alternative_count); \
		} \
		if ((finding)->counted_count) { \
			entries(counted, (finding)->counted_count); \
		} \
	} while (0)

#define COPY(array, count) memcpy(to->array, from->array, (count) * sizeof to->array[0])
#define CLEAR(array, count) memset(finding->array, 0, (count) * sizeof finding->array[0])

void mk_finding_copy(struct mk_finding *to, const struct mk_finding *from)
{
	memcpy(to, from, HEAD);
	FOR_ARRAYS(from, COPY);
}

void mk_finding_replace(struct mk_finding *finding, const struct mk_finding *next)
{
	FOR_ARRAYS(finding, CLEAR);
	mk_finding_copy(finding, next);
}
