/* The policy of the playouts: evaluation of macro-moves, and complete games. */
#include "games/klondike/search/policy.h"

#include <string.h>

enum { MAX_STEPS = 2000 };

/*
 * Vectors of sums: one register on the widest machines, several on others. If the compiler supports
 * it, the loops that use them are compiled once for each kind of machine, and the fitting version
 * is chosen at load time.
 */
typedef int16_t lanes __attribute__((vector_size(32), aligned(16)));
enum { LANES = 16, BLOCKS = POLICY_HIDDEN / LANES };

#if defined(__x86_64__) && __GNUC__ >= 12 && !defined(__clang__) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOR_EACH_MACHINE __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define FOR_EACH_MACHINE
#endif

/* The sums of the hidden layer. */
struct layer {
	lanes block[BLOCKS];
};

/*
 * Unrolled so that the sums stay in registers: playouts spend most of their time here. `adds` is a
 * constant in every call.
 */
static inline __attribute__((always_inline)) void change_rows(const struct policy *policy,
	struct layer *layer, const uint16_t *facts, size_t count, bool adds)
{
	struct layer sum = *layer;

	for (size_t i = 0; i < count; i++) {
		const lanes *row = (const lanes *)policy->row[facts[i]];

#pragma GCC unroll 8
		for (int k = 0; k < BLOCKS; k++) {
			sum.block[k] = adds ? sum.block[k] + row[k] : sum.block[k] - row[k];
		}
	}
	*layer = sum;
}

static inline void add_rows(
	const struct policy *policy, struct layer *layer, const uint16_t *facts, size_t count)
{
	change_rows(policy, layer, facts, count, true);
}

static inline void take_rows(
	const struct policy *policy, struct layer *layer, const uint16_t *facts, size_t count)
{
	change_rows(policy, layer, facts, count, false);
}

static inline int32_t weigh(const struct policy *policy, const struct layer *layer)
{
	int16_t sum[POLICY_HIDDEN];
	int32_t judgement = 0;

	memcpy(sum, layer, sizeof(sum));
	for (int k = 0; k < POLICY_HIDDEN; k++) {
		int16_t active = sum[k] < 0 ? 0 : sum[k];

		active = active > POLICY_MAX_ACTIVITY ? POLICY_MAX_ACTIVITY : active;
		judgement += active * policy->out[k];
	}
	return judgement;
}

static inline int32_t judge(const struct policy *policy, const struct layer *common,
	const uint16_t *facts, size_t count)
{
	struct layer layer = *common;
	int32_t judgement;

	add_rows(policy, &layer, facts, count);
	judgement = weigh(policy, &layer);
	for (size_t i = 0; i < count; i++) {
		judgement += policy->direct[facts[i]];
	}
	return judgement;
}

/* ---- The sums of a table ------------------------------------------------------------------- */

/* Sums kept from position to position, since few facts change with a macro-move. */
struct running {
	bool holds;
	struct policy_scene scene; /* the facts of which the sums were made */
	struct layer layer;
};

static inline void begin(struct running *running, const struct policy *policy)
{
	uint16_t facts[MAX_TABLE_FACTS];
	size_t count = policy_table_facts(&running->scene, facts);

	memcpy(&running->layer, policy->bias, sizeof(running->layer));
	add_rows(policy, &running->layer, facts, count);
	running->holds = true;
}

/* Rows that a position has and the preceding one had not, and vice versa. */
struct difference {
	uint16_t more[MAX_TABLE_FACTS], less[MAX_TABLE_FACTS];
	size_t more_count, less_count;
};

static inline void differ_in_cards(
	struct difference *by, const struct policy_scene *from, const struct policy_scene *to)
{
	for (int first = 0; first < LADDER_PLACES; first += 8) {
		uint64_t before, after;

		memcpy(&before, from->situation + first, sizeof(before));
		memcpy(&after, to->situation + first, sizeof(after));
		for (uint64_t other = before ^ after; other;) {
			int byte = __builtin_ctzll(other) / 8;
			int was = from->situation[first + byte], is = to->situation[first + byte];

			by->less[by->less_count] = policy_card_row(first + byte, was);
			by->less_count += was != SITUATION_UP;
			by->more[by->more_count] = policy_card_row(first + byte, is);
			by->more_count += is != SITUATION_UP;
			other &= ~((uint64_t)0xff << 8 * byte);
		}
	}
}

static inline size_t list_open(ladder_set pairs, uint16_t *rows)
{
	size_t count = 0;

	for (pairs &= LADDER_EVEN; pairs; pairs &= pairs - 1) {
		rows[count++] = (uint16_t)(ROW_OPEN + ladder_low(pairs) / 2);
	}
	return count;
}

static inline void differ_in_counts(
	struct difference *by, const struct policy_scene *from, const struct policy_scene *to)
{
	for (int i = 0; i < TABLE_COUNTS; i++) {
		bool differs = from->counts[i] != to->counts[i];

		by->less[by->less_count] = from->counts[i];
		by->less_count += differs;
		by->more[by->more_count] = to->counts[i];
		by->more_count += differs;
	}
}

static inline void go_on(
	struct running *running, const struct policy *policy, const struct policy_scene *next)
{
	struct difference by;
	const struct policy_scene *last = &running->scene;

	by.more_count = by.less_count = 0;

	differ_in_cards(&by, last, next);
	by.less_count += list_open(last->landing & ~next->landing, by.less + by.less_count);
	by.more_count += list_open(next->landing & ~last->landing, by.more + by.more_count);
	differ_in_counts(&by, last, next);
	take_rows(policy, &running->layer, by.less, by.less_count);
	add_rows(policy, &running->layer, by.more, by.more_count);
	running->scene = *next;
}

/* ---- Choosing ------------------------------------------------------------------------------- */

FOR_EACH_MACHINE static struct klondike_macro choose(const struct policy *policy,
	struct running *running, const struct reduced *table, const struct klondike_macro *steps,
	size_t count)
{
	struct policy_scene scene;
	int32_t best_judgement = INT32_MIN;
	size_t best = 0;

	policy_look(&scene, table);
	if (running->holds) {
		go_on(running, policy, &scene);
	} else {
		running->scene = scene;
		begin(running, policy);
	}
	for (size_t i = 0; i < count; i++) {
		uint16_t facts[MAX_STEP_FACTS];
		size_t found = policy_facts(&scene, table, steps[i], facts);
		int32_t judgement = judge(policy, &running->layer, facts, found);

		if (judgement > best_judgement) {
			best_judgement = judgement;
			best = i;
		}
	}
	return steps[best];
}

struct klondike_macro policy_choose(const struct policy *policy, const struct reduced *table,
	const struct klondike_macro *steps, size_t count)
{
	struct running running = {.holds = false};

	return count == 1 ? steps[0] : choose(policy, &running, table, steps, count);
}

bool policy_play_out(const struct policy *policy, struct reduced *table, struct mk_rng *rng,
	struct merging *merging)
{
	struct klondike_macro steps[REDUCED_STEPS];
	struct running running;
	bool won;

	running.holds = false;
	/* Every macro-move makes progress, so the game ends; the bound is for invalid tables. */
	for (int i = 0; i < MAX_STEPS && !reduced_is_won(table); i++) {
		size_t count = reduced_steps(table, steps);

		if (count == 0) {
			return false;
		}
		if (merging && count > 1 && merging_meets(merging, table, rng, &won)) {
			return won;
		}
		reduced_take(table,
			count == 1 ? steps[0] : choose(policy, &running, table, steps, count), rng);
	}
	return reduced_is_won(table);
}

/* Includes the learned weights in the library (the compiler runs in the top folder of the tree). */

__asm__(".section .rodata\n"
	".balign 16\n"
	".global policy_networks\n"
	"policy_networks:\n"
	".incbin \"src/games/klondike/search/policy.weights\"\n"
	".global policy_networks_end\n"
	"policy_networks_end:\n"
	".previous\n");

extern const struct policy policy_networks[POLICY_NETWORKS];

enum policy_rules policy_rules_of(const struct klondike_rules *rules)
{
	if (!rules->kept) {
		return POLICY_MIXED;
	}
	if (rules->stock_known) {
		return rules->draw == 3 ? POLICY_THREES_KNOWN : POLICY_ONES_KNOWN;
	}
	if (rules->draw == 3) {
		return POLICY_THREES;
	}
	return rules->shuffles == MK_UNLIMITED ? POLICY_UNLIMITED : POLICY_KEPT;
}

const struct policy *policy_for(const struct klondike_rules *rules)
{
	return &policy_networks[policy_rules_of(rules)];
}
