/* The sequences of all writing connections, a few for each daemon. */
#include "store/postgres/parts.h"

#include "store/store_base.h"

#include <stdlib.h>
#include <utlist.h>

enum { MAX_ABSENCES = 2 };

struct postgres_part {
	char name[SESSION_ID_SIZE];
	uint64_t heard; /* the last announced or given-up number */
	uint64_t seen;  /* the number in the database at the last check */
	bool spoke;     /* an announcement has arrived since then */
	bool present;   /* found in the current check */
	unsigned absences;
	struct postgres_part *next;
};

void postgres_parts_finish(struct postgres_parts *parts)
{
	struct postgres_part *part = NULL, *next = NULL;

	LL_FOREACH_SAFE(parts->first, part, next)
	{
		free(part);
	}
	parts->first = NULL;
}

static struct postgres_part *reach(struct postgres_parts *parts, const char *name)
{
	struct postgres_part *part = NULL;

	LL_FOREACH(parts->first, part)
	{
		if (strcmp(part->name, name) == 0) {
			return part;
		}
	}
	part = store_realloc(NULL, sizeof *part);
	*part = (struct postgres_part){.heard = 0};
	strncpy(part->name, name, sizeof part->name - 1);
	LL_PREPEND(parts->first, part);
	return part;
}

bool postgres_parts_announce(struct postgres_parts *parts, const char *name, uint64_t number)
{
	struct postgres_part *part = reach(parts, name);
	bool follows = part->heard == 0 || number <= part->heard + 1;

	part->heard = number > part->heard ? number : part->heard;
	part->spoke = true;
	return follows;
}

bool postgres_parts_see(struct postgres_parts *parts, const char *name, uint64_t number)
{
	struct postgres_part *part = reach(parts, name);
	bool is_missing = part->seen > part->heard && !part->spoke;

	if (is_missing) {
		part->heard = part->seen;
	}
	part->seen = number;
	part->spoke = false;
	part->present = true;
	return !is_missing;
}

void postgres_parts_sweep(struct postgres_parts *parts)
{
	struct postgres_part **place = &parts->first;

	while (*place) {
		struct postgres_part *part = *place;

		part->absences = part->present ? 0 : part->absences + 1;
		part->present = false;
		if (part->absences < MAX_ABSENCES) {
			place = &part->next;
		} else {
			*place = part->next;
			free(part);
		}
	}
}
