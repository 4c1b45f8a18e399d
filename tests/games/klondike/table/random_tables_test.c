/* Properties of every table that can be reached. */
#include "base/sanitized.h"
#include "games/klondike/naive.h"
#include "games/klondike/random_tables.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 100000 };

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct mk_move));
}

static void assert_same_moves(const struct klondike_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_move expected[MK_MAX_MOVES];
	size_t count = klondike_moves(view, moves);
	size_t expected_count = naive_moves(view, expected);

	cr_assert_eq(count, expected_count);
	qsort(moves, count, sizeof *moves, compare);
	qsort(expected, count, sizeof *expected, compare);
	cr_assert_arr_eq(moves, expected, count * sizeof *moves);
}

Test(klondike_chance, the_legal_moves_are_those_of_the_rules_in_words)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 11, 0);
	random_deal(&world, &rng);
	for (int i = 0; i < games_to_play(TABLES); i++) {
		assert_same_moves(&world.known);
		if (!random_step(&world, &rng)) {
			random_deal(&world, &rng);
		}
	}
}

Test(klondike_chance, no_move_breaks_a_table)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 12, 0);
	random_deal(&world, &rng);
	for (int i = 0; i < games_to_play(TABLES); i++) {
		const char *broken = klondike_check_invariants((struct mk_world *)&world);

		cr_assert_null(broken, "%s", broken);
		if (!random_step(&world, &rng)) {
			random_deal(&world, &rng);
		}
	}
}

Test(klondike_chance, what_a_move_turns_up_is_foretold)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 13, 0);
	random_deal(&world, &rng);
	for (int i = 0; i < games_to_play(TABLES); i++) {
		struct mk_move moves[MK_MAX_MOVES];
		size_t count = klondike_moves(&world.known, moves);
		struct klondike_world before = world;
		mk_card known = MK_NO_CARD;
		int position;

		if (count == 0) {
			random_deal(&world, &rng);
			continue;
		}
		struct mk_move move = moves[mk_rng_below(&rng, (uint32_t)count)];
		position = klondike_turns_up(&before.known, move, &known);
		klondike_apply((struct mk_world *)&world, move);
		if (known != MK_NO_CARD) {
			cr_assert_eq(position, MK_NO_SEAT);
			cr_assert_eq(klondike_front(&world.known, move.from), known);
		}
		if (position != MK_NO_SEAT) {
			mk_cards seen = klondike_seen_cards(&world.known) & ~world.known.pile_loose;
			mk_cards known_places =
				klondike_seen_cards(&before.known) & ~before.known.pile_loose;

			cr_assert_neq(klondike_front(&world.known, position), MK_NO_CARD);
			cr_assert(move.kind == SHUFFLE || (seen & ~known_places),
				"nothing new is seen");
		}
	}
}
