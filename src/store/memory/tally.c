/* A tally for each game, end and way to play. */
#include "store/memory/tally.h"

#include "store/opened.h"

#include <string.h>

static struct journal_outcome_count tally_of(const struct journal_session *row)
{
	struct journal_outcome_count tally = {
		.advised = journal_followed_advice(row->advised, row->followed), .tables = 1};

	memcpy(tally.game, row->game, sizeof tally.game);
	memcpy(tally.status, row->status, sizeof tally.status);
	return tally;
}

static bool is_same_tally(
	const struct journal_outcome_count *one, const struct journal_outcome_count *other)
{
	return one->advised == other->advised && strcmp(one->game, other->game) == 0 &&
	       strcmp(one->status, other->status) == 0;
}

size_t memory_tally_add(
	struct journal_outcome_count **tallies, size_t count, const struct journal_session *row)
{
	struct journal_outcome_count one = tally_of(row);

	if (!journal_has_ended(row->status)) {
		return count;
	}
	for (size_t i = 0; i < count; i++) {
		if (is_same_tally(&(*tallies)[i], &one)) {
			(*tallies)[i].tables++;
			return count;
		}
	}
	*tallies = store_realloc(*tallies, (count + 1) * sizeof **tallies);
	(*tallies)[count] = one;
	return count + 1;
}
