/* Iterations over sessions in memory. */
#include "store/memory/walk.h"

#include "store/store_base.h"

#include <string.h>

/* The list is a ring: the oldest comes before the newest. */
static struct kept *behind(const struct memory_walk *walk, const struct kept *kept)
{
	if (walk->from_oldest) {
		return kept == walk->sessions->newest ? NULL : kept->previous;
	}
	return kept->next;
}

bool memory_walk_on(struct memory_walk *walk)
{
	for (int i = 0; walk->at && i < MEMORY_WALK_STEPS; i++) {
		struct kept *kept = walk->at;

		walk->at = behind(walk, kept);
		if (!walk->look(walk, kept)) {
			walk->at = NULL;
		}
	}
	return !walk->at;
}

void memory_walk_find(struct memory_walk *walk, struct kept *kept)
{
	if (walk->count == walk->capacity) {
		walk->capacity = walk->capacity ? 2 * walk->capacity : 16;
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): it is an array of pointers. */
		walk->found = store_realloc(walk->found, walk->capacity * sizeof *walk->found);
	}
	walk->found[walk->count++] = kept;
}

struct journal_session *memory_walk_rows(const struct memory_walk *walk)
{
	struct journal_session *rows =
		walk->count > 0 ? store_realloc(NULL, walk->count * sizeof *rows) : NULL;

	for (size_t i = 0; i < walk->count; i++) {
		rows[i] = walk->found[i]->row;
	}
	return rows;
}

void memory_walk_forget(struct memory_walk *walk, const struct kept *kept)
{
	size_t i = 0;

	if (walk->at == kept) {
		walk->at = behind(walk, kept);
	}
	while (i < walk->count && walk->found[i] != kept) {
		i++;
	}
	if (i < walk->count) {
		walk->count--;
		for (; i < walk->count; i++) {
			walk->found[i] = walk->found[i + 1];
		}
	}
}
