/* Counts the consistent deals and draws one of them. */
#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/knowledge/bidding.h"
#include "games/doppelkopf/table/table.h"

#include <string.h>

/* ---- Classes -------------------------------------------------------------------------------- */

static unsigned seats_for(const struct doko_sampler *sampler, int kind)
{
	unsigned seats = 0;

	for (int i = 0; i < DOKO_HIDDEN; i++) {
		if (sampler->facts.can[sampler->seat[i]] & DOKO_ONE(kind)) {
			seats |= 1u << i;
		}
	}
	return seats;
}

static struct doko_class *class_for(struct doko_sampler *sampler, int kind)
{
	bool counted = sampler->counted >= 0 && (sampler->facts.counted & DOKO_ONE(kind));
	bool queen = sampler->queen && kind == DOKO_CLUB_QUEEN;
	unsigned seats = seats_for(sampler, kind);
	struct doko_class *class;

	for (int i = 0; i < sampler->classes; i++) {
		class = &sampler->of[i];
		if (class->seats == seats && class->counted == counted && class->queen == queen) {
			return class;
		}
	}
	class = &sampler->of[sampler->classes++];
	class->seats = (uint8_t)seats;
	class->counted = counted;
	class->queen = queen;
	class->count = 0;
	return class;
}

static void sort_cards(struct doko_sampler *sampler, doko_set cards)
{
	for (; cards; cards &= cards - 1) {
		struct doko_class *class = class_for(sampler, doko_first(cards));

		class->card[class->count++] = (uint8_t)doko_first(cards);
	}
}

/* ---- Counting ------------------------------------------------------------------------------- */

/* Number of cards of a class for each hidden hand. */
struct division {
	int to[DOKO_HIDDEN];
};

/*
 * The multinomial coefficient n! / (a! b! c!). For the hidden cards of a deck it is below 2^53; the
 * rounding of intermediate products is negligible.
 */
static double ways_to_divide(const struct division *division)
{
	double ways = 1;
	int done = 0;

	for (int i = 0; i < DOKO_HIDDEN; i++) {
		for (int k = 1; k <= division->to[i]; k++) {
			ways = ways * ++done / k;
		}
	}
	return ways;
}

/* Index into `ways`. The third hand is determined by the first two, because all cards are dealt. */
static size_t entry(int class, const int room[DOKO_HIDDEN], int used)
{
	size_t place = (size_t) class;

	place = place * DOKO_MAX_FREE + (size_t)room[0];
	place = place * DOKO_MAX_FREE + (size_t)room[1];
	return place * DOKO_MAX_COUNTED + (size_t)used;
}

static bool is_allowed(const struct doko_sampler *sampler, const struct doko_class *class,
	const struct division *way)
{
	for (int i = 0; i < DOKO_HIDDEN; i++) {
		if (way->to[i] && !(class->seats >> i & 1)) {
			return false;
		}
		if (class->queen && (sampler->queen >> i & 1) && way->to[i] == 0) {
			return false;
		}
	}
	return true;
}

static int used_after(const struct doko_sampler *sampler, const struct doko_class *class, int used,
	const struct division *way)
{
	return class->counted ? used + way->to[sampler->counted] : used;
}

static double ways_from(
	struct doko_sampler *sampler, int class, const int room[DOKO_HIDDEN], int used);

/* Number of deals in which the class is divided in this way. */
static double ways_with(struct doko_sampler *sampler, int class, const int room[DOKO_HIDDEN],
	int used, const struct division *way)
{
	int left[DOKO_HIDDEN], more = used_after(sampler, &sampler->of[class], used, way);

	for (int i = 0; i < DOKO_HIDDEN; i++) {
		left[i] = room[i] - way->to[i];
		if (left[i] < 0) {
			return 0;
		}
	}
	if (more > sampler->most || !is_allowed(sampler, &sampler->of[class], way)) {
		return 0;
	}
	return ways_to_divide(way) * ways_from(sampler, class + 1, left, more);
}

static bool next_division(struct division *way, int count)
{
	if (way->to[2] > 0) {
		way->to[1]++;
		way->to[2]--;
		return true;
	}
	way->to[0]++;
	way->to[1] = 0;
	way->to[2] = count - way->to[0];
	return way->to[0] <= count;
}

static double ways_from(
	struct doko_sampler *sampler, int class, const int room[DOKO_HIDDEN], int used)
{
	struct division way = {{0, 0, 0}};
	double *ways, sum = 0;

	if (class == sampler->classes) {
		return used >= sampler->fewest ? 1 : 0;
	}
	ways = &sampler->ways[entry(class, room, used)];
	if (*ways >= 0) {
		return *ways;
	}
	way.to[2] = sampler->of[class].count;
	do {
		sum += ways_with(sampler, class, room, used, &way);
	} while (next_division(&way, sampler->of[class].count));
	*ways = sum;
	return sum;
}

/* ---- Initialization ------------------------------------------------------------------------- */

static void find_hidden(struct doko_sampler *sampler, int seat)
{
	const struct doko_constraints *facts = &sampler->facts;

	sampler->counted = -1;
	sampler->queen = 0;
	for (int i = 0; i < DOKO_HIDDEN; i++) {
		int hidden = (seat + 1 + i) & 3;

		sampler->seat[i] = (uint8_t)hidden;
		if (hidden == facts->counted_seat) {
			sampler->counted = i;
		}
		if ((facts->queen >> hidden & 1) &&
			!doko_copies(facts->must[hidden], DOKO_CLUB_QUEEN)) {
			sampler->queen |= (uint8_t)(1 << i);
		}
	}
}

/*
 * Takes the required cards out of `cards` and computes the free places of each hand. False if a
 * required card is not available or a hand is too small.
 */
static bool place_musts(struct doko_sampler *sampler, doko_set *cards)
{
	const struct doko_constraints *facts = &sampler->facts;

	for (int i = 0; i < DOKO_HIDDEN; i++) {
		doko_set must = facts->must[sampler->seat[i]];
		int room = facts->size[sampler->seat[i]] - doko_count(must);

		for (doko_set left = must; left; left &= left - 1) {
			int kind = doko_first(left);

			if (!doko_copies(*cards, kind) ||
				!(facts->can[sampler->seat[i]] & DOKO_ONE(kind))) {
				return false;
			}
			*cards = doko_remove(*cards, kind);
		}
		if (room < 0 || room >= DOKO_MAX_FREE) {
			return false;
		}
		sampler->room[i] = (uint8_t)room;
	}
	return true;
}

static bool take_limits(struct doko_sampler *sampler)
{
	const struct doko_constraints *facts = &sampler->facts;
	int there;

	sampler->fewest = 0;
	sampler->most = 0;
	if (sampler->counted < 0) {
		return true;
	}
	there = doko_count(facts->must[facts->counted_seat] & facts->counted);
	sampler->fewest = facts->fewest > there ? facts->fewest - there : 0;
	sampler->most = facts->most - there;
	return sampler->most >= 0 && sampler->most < DOKO_MAX_COUNTED;
}

bool doko_sampler_init(struct doko_sampler *sampler, const struct doko_constraints *facts, int seat)
{
	doko_set cards = facts->unseen;
	int room[DOKO_HIDDEN], all = 0;
	size_t used;

	sampler->facts = *facts;
	sampler->classes = 0;
	sampler->total = 0;
	find_hidden(sampler, seat);
	if (!place_musts(sampler, &cards) || !take_limits(sampler)) {
		return false;
	}
	/*
	 * If no queen is left, there is no class of queens in which the count would find the
	 * shortage.
	 */
	if (__builtin_popcount(sampler->queen) > doko_copies(cards, DOKO_CLUB_QUEEN)) {
		return false;
	}
	sort_cards(sampler, cards);
	for (int i = 0; i < DOKO_HIDDEN; i++) {
		room[i] = sampler->room[i];
		all += room[i];
	}
	if (all != doko_count(cards)) {
		return false;
	}
	used = (size_t)sampler->classes * DOKO_MAX_FREE * DOKO_MAX_FREE * DOKO_MAX_COUNTED;
	for (size_t i = 0; i < used; i++) {
		sampler->ways[i] = -1;
	}
	sampler->total = ways_from(sampler, 0, room, 0);
	return sampler->total > 0;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

static double known_ways(
	const struct doko_sampler *sampler, int class, const int room[DOKO_HIDDEN], int used)
{
	if (class == sampler->classes) {
		return used >= sampler->fewest ? 1 : 0;
	}
	return sampler->ways[entry(class, room, used)];
}

/* Weight of a division: the number of deals that follow from it; 0 if none is consistent. */
static double weight(const struct doko_sampler *sampler, int class, const int room[DOKO_HIDDEN],
	int used, const struct division *way)
{
	int left[DOKO_HIDDEN], more = used_after(sampler, &sampler->of[class], used, way);
	double after;

	for (int i = 0; i < DOKO_HIDDEN; i++) {
		left[i] = room[i] - way->to[i];
		if (left[i] < 0) {
			return 0;
		}
	}
	if (more > sampler->most || !is_allowed(sampler, &sampler->of[class], way)) {
		return 0;
	}
	after = known_ways(sampler, class + 1, left, more);
	return after > 0 ? after * ways_to_divide(way) : 0;
}

static struct division choose(const struct doko_sampler *sampler, int class,
	const int room[DOKO_HIDDEN], int used, struct mk_rng *rng)
{
	double point = mk_rng_unit(rng) * known_ways(sampler, class, room, used);
	struct division way = {{0, 0, sampler->of[class].count}}, last = way;

	do {
		double ways = weight(sampler, class, room, used, &way);

		if (ways > 0) {
			last = way;
			point -= ways;
			if (point < 0) {
				break;
			}
		}
	} while (next_division(&way, sampler->of[class].count));
	return last;
}

/* Deals the cards of a class at random, `way->to[i]` to hidden hand i. */
static void deal_class(const struct doko_sampler *sampler, int class, const struct division *way,
	struct mk_rng *rng, doko_set hand[DOKO_SEATS])
{
	uint8_t card[DOKO_CARDS];
	int left = sampler->of[class].count;

	memcpy(card, sampler->of[class].card, (size_t)left);
	for (int i = 0; i < DOKO_HIDDEN; i++) {
		doko_set *to = &hand[sampler->seat[i]];

		for (int k = 0; k < way->to[i]; k++) {
			int place = left == way->to[i] - k ? left - 1
							   : (int)mk_rng_below(rng, (uint32_t)left);

			*to = doko_add(*to, card[place]);
			card[place] = card[--left];
		}
	}
}

void doko_sampler_draw(
	const struct doko_sampler *sampler, struct mk_rng *rng, doko_set hand[DOKO_SEATS])
{
	int room[DOKO_HIDDEN], used = 0;

	for (int i = 0; i < DOKO_HIDDEN; i++) {
		room[i] = sampler->room[i];
		hand[sampler->seat[i]] = sampler->facts.must[sampler->seat[i]];
	}
	for (int class = 0; class < sampler->classes; class ++) {
		struct division way = choose(sampler, class, room, used, rng);

		used = used_after(sampler, &sampler->of[class], used, &way);
		for (int i = 0; i < DOKO_HIDDEN; i++) {
			room[i] -= way.to[i];
		}
		deal_class(sampler, class, &way, rng, hand);
	}
}

/* ---- Sampled worlds ------------------------------------------------------------------------- */

/* The re seats. In a normal game they are the seats that hold or have played a queen of clubs. */
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

/*
 * Takes the cards on the table out of the poor hand as dealt: random trumps, and random other cards
 * if it has no more trumps.
 */
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

/* Adds the cards that the own seat passed and received, which it knows. */
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

bool doko_sample_world(const struct mk_view *room, struct mk_rng *rng, struct mk_world *world)
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
