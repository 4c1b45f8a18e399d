/* A tally for each game, end and way to play. */
#include "store/memory/tally.h"

#include "store/opened.h"

#include <string.h>

static struct journal_tally tally_of(const struct journal_session *row)
{
	struct journal_tally tally = {
		.advised = journal_is_advised(row->advised, row->followed), .tables = 1};

	memcpy(tally.game, row->game, sizeof tally.game);
	memcpy(tally.status, row->status, sizeof tally.status);
	return tally;
}

static bool is_alike(const struct journal_tally *one, const struct journal_tally *other)
{
	return one->advised == other->advised && strcmp(one->game, other->game) == 0 &&
	       strcmp(one->status, other->status) == 0;
}

size_t memory_tally_add(
	struct journal_tally **tallies, size_t count, const struct journal_session *row)
{
	struct journal_tally one = tally_of(row);

	if (!journal_has_ended(row->status)) {
		return count;
	}
	for (size_t i = 0; i < count; i++) {
		if (is_alike(&(*tallies)[i], &one)) {
			(*tallies)[i].tables++;
			return count;
		}
	}
	*tallies = store_room(*tallies, (count + 1) * sizeof **tallies);
	(*tallies)[count] = one;
	return count + 1;
}
