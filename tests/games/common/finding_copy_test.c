/* Copies of findings: every array as far as its count, and no further. */
#include <criterion/criterion.h>
#include <makker/finding.h>
#include <stddef.h>
#include <string.h>

enum { FILL = 0xA5, BEYOND = 0x5A };

static struct mk_finding filled(int with)
{
	struct mk_finding finding;

	memset(&finding, with, sizeof finding);
	finding.weighed = true;
	return finding;
}

static void set_counts(struct mk_finding *finding, bool full)
{
	finding->move_count = full ? MK_MAX_FINDING_MOVES : 0;
	finding->revealed_count = full ? MK_MAX_REVEALED : 0;
	finding->unreadable_count = full ? MK_MAX_PLACES : 0;
	finding->doubt_count = full ? MK_MAX_PLACES : 0;
	finding->conflict_count = full ? MK_MAX_PLACES : 0;
	finding->alternative_count = full ? MK_MAX_ALTERNATIVES : 0;
	finding->counted_count = full ? MK_MAX_COUNTED : 0;
}

/* Compares bytes up to the last array: one that a copy forgets is one of other bytes. */
static bool same_bytes(const struct mk_finding *a, const struct mk_finding *b)
{
	size_t size = offsetof(struct mk_finding, counted) + sizeof a->counted;

	/* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	return memcmp(a, b, size) == 0;
}

Test(finding_copy, a_full_finding_is_copied_whole)
{
	struct mk_finding from = filled(FILL), to = filled(BEYOND);

	set_counts(&from, true);
	mk_finding_copy(&to, &from);
	cr_assert(same_bytes(&to, &from));
}

Test(finding_copy, what_lies_beyond_the_counts_stays)
{
	struct mk_finding from = filled(FILL), to = filled(BEYOND), wanted = filled(BEYOND);

	set_counts(&from, false);
	from.move_count = from.doubt_count = 1;
	mk_finding_copy(&to, &from);
	memcpy(&wanted, &from, offsetof(struct mk_finding, moves));
	wanted.moves[0] = from.moves[0];
	wanted.doubts[0] = from.doubts[0];
	cr_assert(same_bytes(&to, &wanted));
}

Test(finding_copy, a_kept_finding_has_zeros_beyond_its_counts)
{
	struct mk_finding from = filled(FILL), kept = filled(BEYOND), wanted = {0};

	set_counts(&kept, true);
	set_counts(&from, false);
	from.revealed_count = 2;
	mk_finding_replace(&kept, &from);
	memcpy(&wanted, &from, offsetof(struct mk_finding, moves));
	memcpy(wanted.revealed, from.revealed, 2 * sizeof from.revealed[0]);
	cr_assert(same_bytes(&kept, &wanted));
}
