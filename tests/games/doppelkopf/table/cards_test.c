/* Sets of cards of which each is there twice. */
#include "games/doppelkopf/table/cards.h"

#include <criterion/criterion.h>

static doko_set copies(int kind, int count)
{
	return count == 0 ? 0 : count == 1 ? DOKO_ONE(kind) : DOKO_BOTH(kind);
}

/* Three kinds side by side, in all numbers: none disturbs its neighbours. */
Test(cards, joining_and_taking_away_count_copies)
{
	for (int kind = 0; kind + 2 < DOKO_KINDS; kind++) {
		for (int many = 0; many < 27; many++) {
			for (int part = 0; part < 27; part++) {
				doko_set set = 0, some = 0, rest = 0;
				bool is_part = true;

				for (int i = 0, a = many, b = part; i < 3; i++, a /= 3, b /= 3) {
					is_part &= b % 3 <= a % 3;
					set |= copies(kind + i, a % 3);
					some |= copies(kind + i, b % 3);
					rest |= copies(kind + i, a % 3 - b % 3);
				}
				if (is_part) {
					cr_assert_eq(doko_without(set, some), rest);
					cr_assert_eq(doko_join(rest, some), set);
				}
			}
		}
	}
}
