/* Sessions at rest. (On the fixture every idle session is: all other tests are about that, too.) */
#include "session/compaction.h"
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <makker/random.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1000, TIMES = 2000 };

/* Runs of zeros and of others, as long as chance wants. */
static size_t fill(unsigned char *bytes, struct mk_rng *rng)
{
	size_t size = mk_rng_below(rng, LONGEST + 1);

	for (size_t at = 0; at < size;) {
		size_t run = 1 + mk_rng_below(rng, mk_rng_below(rng, 4) ? 5 : 400);
		bool zeros = mk_rng_below(rng, 2);

		for (; run > 0 && at < size; run--) {
			bytes[at++] = zeros ? 0 : (unsigned char)(1 + mk_rng_below(rng, 255));
		}
	}
	return size;
}

Test(rest, packing_is_lossless)
{
	unsigned char bytes[LONGEST], thin[ZERO_RLE_BOUND(LONGEST)], back[LONGEST];
	struct mk_rng rng;

	mk_rng_init(&rng, 1, 1);
	for (int i = 0; i < TIMES; i++) {
		size_t size = fill(bytes, &rng);
		size_t length = zero_rle_encode(thin, bytes, size);

		cr_assert_leq(length, ZERO_RLE_BOUND(size));
		memset(back, 0xaa, sizeof back);
		cr_assert_eq(zero_rle_decode(thin, back, size), length);
		cr_assert_eq(memcmp(back, bytes, size), 0);
		cr_assert(size == LONGEST || back[size] == 0xaa);
	}
}

Test(rest, zeros_are_packed_to_almost_no_bytes)
{
	static unsigned char zeros[10000];
	unsigned char thin[ZERO_RLE_BOUND(sizeof zeros)];

	cr_assert_leq(zero_rle_encode(thin, zeros, sizeof zeros), sizeof zeros / 100);
}

Test(rest, a_compacted_session_is_unchanged, .fini = fixture_close)
{
	struct answer before, after;

	fixture_open_with(8);
	fixture_open_session();
	seen_frame(10, "left", 5);
	before = seen(9);
	after = found();
	cr_assert_eq(after.left, 9);
	cr_assert_eq(after.before, before.before);
	cr_assert_eq(after.explanation, before.explanation);
	cr_assert_eq(after.suggested, before.suggested);
	cr_assert_eq(seen_frame(8, "left", 5).left, 9, "the frame was sent already");
	cr_assert_eq(seen_frame(8, "left", 6).left, 8);
	cr_assert_eq(fixture.fake->loads, 0);
}
