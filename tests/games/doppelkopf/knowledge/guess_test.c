/* Consistent deals: each as likely as the next, and true to what was shown. */
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/bidding.h"
#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/table/table.h"
#include "games/doppelkopf/words.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 60000 };

/* Three hidden hands of two cards: six cards, of which seat 1 cannot have two kinds. */
static void small_facts(struct doko_constraints *facts)
{
	memset(facts, 0, sizeof *facts);
	facts->counted_seat = DOKO_NO_SEAT;
	facts->most = DOKO_ANY_NUMBER;
	for (int kind = 0; kind < 6; kind++) {
		facts->unseen |= DOKO_ONE(kind);
	}
	for (int seat = 1; seat < DOKO_SEATS; seat++) {
		facts->size[seat] = 2;
		facts->can[seat] = DOKO_ALL;
	}
	facts->can[1] &= ~(DOKO_BOTH(0) | DOKO_BOTH(1));
}

/* 6 ways to choose seat 1's cards among four, 6 to divide the other four. */
Test(guess, every_consistent_deal_is_counted_once)
{
	static struct doko_sampler sampler;
	struct doko_constraints facts;

	small_facts(&facts);
	cr_assert(doko_sampler_init(&sampler, &facts, 0));
	cr_assert_eq(sampler.total, 36);
}

Test(guess, every_consistent_deal_is_drawn_as_often)
{
	static struct doko_sampler sampler;
	static int drawn[1 << 12];
	struct doko_constraints facts;
	struct mk_rng rng;
	int kinds = 0;

	small_facts(&facts);
	mk_rng_init(&rng, 1, 0);
	doko_sampler_init(&sampler, &facts, 0);
	for (int i = 0; i < DRAWS; i++) {
		doko_set hand[DOKO_SEATS] = {0};

		doko_sampler_draw(&sampler, &rng, hand);
		drawn[(hand[1] | hand[2] << 1) & 4095]++;
	}
	for (int i = 0; i < 1 << 12; i++) {
		kinds += drawn[i] > 0;
		cr_assert(drawn[i] == 0 || abs(drawn[i] - DRAWS / 36) < 6 * 41, "%d", drawn[i]);
	}
	cr_assert_eq(kinds, 36);
}

/* A seat that said re holds a queen of clubs until it has shown one. */
Test(guess, who_said_re_has_a_queen_of_clubs)
{
	static struct doko_sampler sampler;
	struct doko_constraints facts;
	struct mk_rng rng;

	memset(&facts, 0, sizeof facts);
	facts.counted_seat = DOKO_NO_SEAT;
	facts.unseen = DOKO_BOTH(DOKO_CLUB_QUEEN) | DOKO_ONE(0) | DOKO_ONE(1);
	facts.queen = 1 << 2;
	facts.size[1] = 1;
	facts.size[2] = 2;
	facts.size[3] = 1;
	facts.can[1] = facts.can[2] = facts.can[3] = DOKO_ALL;
	mk_rng_init(&rng, 2, 0);
	cr_assert(doko_sampler_init(&sampler, &facts, 0));
	/* 12 deals of four cards, less the two where seat 2 has neither queen. */
	cr_assert_eq(sampler.total, 10);
	for (int i = 0; i < 1000; i++) {
		doko_set hand[DOKO_SEATS] = {0};

		doko_sampler_draw(&sampler, &rng, hand);
		cr_assert(hand[2] & DOKO_BOTH(DOKO_CLUB_QUEEN));
	}
}

/* The conclusions of every seat are true of the real hands, at every moment of many games. */
Test(guess, no_conclusion_excludes_the_truth)
{
	struct mk_move moves[MK_MAX_MOVES];

	for (uint64_t i = 0; i < 60; i++) {
		struct doko_world world;
		struct mk_rng rng;

		mk_rng_init(&rng, 3, i);
		doko_deal((struct mk_world *)&world, &doko_presets[i % DOKO_PRESETS].rules, &rng);
		while (doko_seat_to_move((struct mk_world *)&world) != MK_NO_SEAT) {
			size_t count = doko_world_moves((struct mk_world *)&world, moves);
			struct doko_view view;
			struct doko_constraints facts;

			doko_view_of_seat((struct mk_world *)&world, world.table.turn,
				(struct mk_view *)&view);
			doko_constraints(&view, &facts);
			for (int seat = 0; seat < DOKO_SEATS && !facts.dealt_poverty; seat++) {
				cr_assert(seat == view.seat ||
					  !(world.hand[seat] & ~facts.can[seat]));
				cr_assert(!(facts.must[seat] & ~world.hand[seat]));
			}
			doko_apply((struct mk_world *)&world,
				moves[mk_rng_below(&rng, (uint32_t)count)]);
		}
	}
}

/* The game continues when the reservation has a name: a sampled deal gives it one, by the cards. */
Test(guess, a_reservation_without_a_name_is_named_by_the_cards)
{
	static const struct {
		const char *hand;
		int named;
	} rows[] = {
		{"CQ CQ SQ HQ DQ CJ SJ HJ DJ DA DT CA", DOKO_MARRIAGE_FOREIGN},
		{"C9 C9 S9 S9 H9 CQ SQ HQ DQ CJ SJ HJ", DOKO_RESERVE_THROW},
		{"SA SA ST ST SK SK CA CA CT CK HA SQ", DOKO_RESERVE_SOLO},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		doko_set hand[DOKO_SEATS] = {[1] = doko_words(rows[i].hand)};
		struct doko_rules rules;
		struct doko_table table;

		doko_rules_unpack(&doko_presets[0].rules, &rules);
		rules.of[THROW_NINES] = 5;
		doko_table_begin(&table, &rules, 1);
		doko_table_reserve(&table, DOKO_RESERVE_SOME, 0);
		doko_name_reservations(&table, hand);
		if (rows[i].named == DOKO_RESERVE_SOLO) {
			cr_expect(doko_is_solo_reservation(table.reservation[1]), "row %zu", i);
		} else {
			cr_expect_eq(table.reservation[1], rows[i].named, "row %zu", i);
		}
	}
}
