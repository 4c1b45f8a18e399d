/* Keeping simulations in memory. There are few of them: a list is enough. */
#include "store/memory/simulations.h"

#include "store/opened.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

struct kept_simulation {
	struct journal_simulation row; /* its texts are copies */
	struct kept_simulation *previous, *next;
};

static char *copy(const char *string)
{
	size_t size = strlen(string) + 1;

	return memcpy(store_realloc(NULL, size), string, size);
}

static struct kept_simulation *find(const struct memory_simulations *simulations, const char *id)
{
	struct kept_simulation *kept = simulations->oldest;

	while (kept && strcmp(kept->row.id, id) != 0) {
		kept = kept->next;
	}
	return kept;
}

static bool is_newer(const struct kept_simulation *one, const struct kept_simulation *other)
{
	if (one->row.created_ms != other->row.created_ms) {
		return one->row.created_ms > other->row.created_ms;
	}
	return strcmp(one->row.id, other->row.id) > 0;
}

static struct kept_simulation *insert_simulation(
	struct memory_simulations *simulations, const struct journal_simulation *simulation)
{
	struct kept_simulation *kept = store_realloc(NULL, sizeof *kept);
	struct kept_simulation *newer = simulations->oldest;

	*kept = (struct kept_simulation){.row = *simulation};
	kept->row.spec = copy(simulation->spec);
	kept->row.statistics = NULL;
	while (newer && !is_newer(newer, kept)) {
		newer = newer->next;
	}
	if (newer) {
		DL_PREPEND_ELEM2(simulations->oldest, newer, kept, previous, next);
	} else {
		DL_APPEND2(simulations->oldest, kept, previous, next);
	}
	return kept;
}

enum mk_status memory_simulations_save(
	struct memory_simulations *simulations, const struct journal_simulation *simulation)
{
	struct kept_simulation *kept = find(simulations, simulation->id);

	if (!kept && !simulation->is_new) {
		return MK_NOT_FOUND;
	}
	if (kept && strcmp(kept->row.status, "running") != 0) {
		return MK_CONFLICT;
	}
	kept = kept ? kept : insert_simulation(simulations, simulation);
	memcpy(kept->row.status, simulation->status, sizeof kept->row.status);
	kept->row.updated_ms = simulation->updated_ms;
	if (simulation->statistics) {
		free((void *)kept->row.statistics);
		kept->row.statistics = copy(simulation->statistics);
	}
	return MK_OK;
}

static void forget(struct memory_simulations *simulations, struct kept_simulation *kept)
{
	DL_DELETE2(simulations->oldest, kept, previous, next);
	free((void *)kept->row.spec);
	free((void *)kept->row.statistics);
	free(kept);
}

bool memory_simulations_remove(struct memory_simulations *simulations, const char *id)
{
	struct kept_simulation *kept = find(simulations, id);

	if (kept) {
		forget(simulations, kept);
	}
	return kept != NULL;
}

size_t memory_simulations_list(const struct memory_simulations *simulations, const char *id,
	struct journal_simulation **rows)
{
	const struct kept_simulation *kept;
	size_t count = 0;

	*rows = NULL;
	DL_FOREACH2(simulations->oldest, kept, next)
	{
		if (!id[0] || strcmp(kept->row.id, id) == 0) {
			*rows = store_realloc(*rows, (count + 1) * sizeof **rows);
			(*rows)[count++] = kept->row;
		}
	}
	return count;
}

void memory_simulations_clear(struct memory_simulations *simulations)
{
	while (simulations->oldest) {
		forget(simulations, simulations->oldest);
	}
}
