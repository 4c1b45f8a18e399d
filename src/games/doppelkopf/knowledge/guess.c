/* The hidden hands filled in. */
#include "games/doppelkopf/knowledge/guess.h"

#include "games/doppelkopf/knowledge/habit.h"
#include "games/doppelkopf/table/reserve.h"

#include <string.h>

/* Who played a queen of clubs or holds one is re in a normal game. */
static unsigned re_of(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;
	unsigned re = doko_re_seats(table, world->hand);

	for (int i = 0; table->type == DOKO_NORMAL && i < table->played; i++) {
		if (table->card[i] == DOKO_CLUB_QUEEN) {
			re |= 1u << ((table->leader[i / 4] + i % 4) & 3);
		}
	}
	return re;
}

/* Of a poor hand as it was dealt, its trumps lie on the table, and any cards beside them. */
static void split_poverty(struct doko_world *world, struct mk_rng *rng)
{
	const struct doko_table *table = &world->table;
	doko_set *hand = &world->hand[table->soloist];

	for (int i = 0; i < table->shifted; i++) {
		doko_set trumps = *hand & doko_normal_trumps(&table->rules);
		doko_set from = trumps ? trumps : *hand;
		uint32_t skip = mk_rng_below(rng, (uint32_t)doko_count(from));

		while (skip--) {
			from &= from - 1;
		}
		world->shifted = doko_add(world->shifted, doko_first(from));
		*hand = doko_remove(*hand, doko_first(from));
	}
	world->given[table->soloist] = world->shifted;
}

/* What the seat itself passed on or was given. */
static void remember(const struct doko_view *view, struct doko_world *world)
{
	bool open = view->table.phase == DOKO_SHIFTING || view->table.phase == DOKO_ASKING;

	world->given[view->seat] = view->given;
	world->taken[view->seat] = view->taken;
	if (open && view->seat == view->table.soloist) {
		world->shifted = view->given;
	}
}

void doko_guess_from(const struct doko_view *view, const struct doko_sampler *sampler,
	struct mk_rng *rng, struct doko_world *world)
{
	memset(world, 0, sizeof *world);
	world->table = view->table;
	world->events = view->events;
	world->last = view->last;
	world->hand[view->seat] = view->hand;
	doko_sampler_draw(sampler, rng, world->hand);
	doko_name_reservations(&world->table, world->hand);
	if (sampler->facts.dealt_poverty) {
		split_poverty(world, rng);
	}
	remember(view, world);
	if (view->table.phase == DOKO_PLAYING || view->table.phase == DOKO_OVER) {
		world->re = (uint8_t)re_of(world);
	}
}

bool doko_guess(const struct mk_view *room, struct mk_rng *rng, struct mk_world *world)
{
	const struct doko_view *view = view_of(room);
	struct doko_constraints facts;
	struct doko_sampler sampler;

	if (view->table.phase == DOKO_WAITING) {
		return false;
	}
	doko_constraints(view, &facts);
	if (!doko_sampler_init(&sampler, &facts, view->seat)) {
		return false;
	}
	doko_guess_from(view, &sampler, rng, (struct doko_world *)world);
	return true;
}
