#include "session/toy.h"

#include "base/json.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { MOST = 3 };

static void begin(struct mk_view *view, const struct mk_rules *rules)
{
	*view = (struct mk_view){.start = rules->value[0], .left = rules->value[0]};
}

static struct mk_move take(int count)
{
	return (struct mk_move){.kind = 1, .count = (uint32_t)count};
}

static size_t legal(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = 0;

	for (int taken = 1; taken <= MOST && taken <= view->left; taken++) {
		moves[count++] = take(taken);
	}
	return count;
}

static enum mk_outcome outcome(const struct mk_view *view)
{
	if (!view->seen) {
		return MK_WAITING;
	}
	return view->left == 0 ? MK_WON : view->left == 13 ? MK_LOST : MK_PLAYING;
}

static void conclude(struct mk_view *view, struct mk_finding *finding, int taken)
{
	finding->moves[finding->move_count++].move = take(taken);
	view->left -= taken;
}

static enum mk_status contradict(struct mk_finding *finding, struct mk_error *error)
{
	*finding = (struct mk_finding){.explanation = MK_CONTRADICTION, .conflict_count = 1};
	return mk_fail(error, MK_CONFLICT, "contradiction", "/left", "there cannot be so many");
}

static enum mk_status learn(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	int taken = view->left - seen->left;

	if (seen->left > 1000) {
		return mk_fail(error, MK_IMPOSSIBLE, "too_many", "/left", "no pile is that large");
	}
	if (seen->left == TOY_UNREADABLE) {
		*finding = (struct mk_finding){.explanation = MK_LOOK_AGAIN};
		return MK_OK;
	}
	if (taken < 0 || taken > 2 * MOST || (!view->seen && taken)) {
		return contradict(finding, error);
	}
	*finding = (struct mk_finding){.explanation = MK_UNCHANGED};
	if (!view->seen) {
		finding->explanation = MK_FIRST;
		view->seen = 1;
	} else if (taken > MOST) {
		finding->explanation = MK_SEVERAL_MOVES;
		conclude(view, finding, MOST);
		conclude(view, finding, taken - MOST);
	} else if (taken > 0) {
		finding->explanation = suggested && suggested->count == (uint32_t)taken
					       ? MK_SUGGESTED_MOVE
					       : MK_OTHER_MOVE;
		conclude(view, finding, taken);
	}
	return MK_OK;
}

static enum mk_status report(struct mk_view *view, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error)
{
	(void)revealed;
	if (!view->seen || move.count > (uint32_t)view->left) {
		return mk_fail(error, MK_IMPOSSIBLE, "illegal_move", "/count", "there are fewer");
	}
	*finding = (struct mk_finding){.explanation = MK_OTHER_MOVE};
	conclude(view, finding, (int)move.count);
	return MK_OK;
}

static enum mk_status replay(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct mk_view next = *view;

	next.seen = 1;
	for (int i = 0; i < finding->move_count; i++) {
		next.left -= (int)finding->moves[i].move.count;
	}
	if (next.left < 0) {
		return mk_fail(error, MK_IMPOSSIBLE, "illegal_move", "", "the pile was smaller");
	}
	*view = next;
	return MK_OK;
}

/* ---- judgement ------------------------------------------------------------------------------ */

static void rank(const struct mk_view *view, struct mk_advice *advice, size_t chosen)
{
	struct mk_move moves[MK_MAX_MOVES];

	advice->final = true;
	advice->worlds = advice->nodes = 0;
	advice->count = legal(view, moves);
	advice->value = advice->low = advice->high = NAN;
	for (size_t i = 0; i < advice->count; i++) {
		advice->moves[i] = (struct mk_ranked_move){.move = moves[i]};
	}
	advice->suggestion = (int)(chosen < advice->count ? chosen : advice->count) - 1;
}

static void rank_one(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view, advice, 1);
}

/* Worlds are views, and the right number to take is what is left above a multiple of four. */
static bool guess(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world)
{
	(void)rng;
	memcpy(world, view, sizeof *view);
	return true;
}

static size_t plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES])
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = legal(view, moves);

	for (size_t i = 0; i < count; i++) {
		plans[i] = (struct mk_plan){.first = moves[i], .tag = moves[i].count};
	}
	return count;
}

static size_t line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE])
{
	(void)view;
	line[0] = plan->first;
	return 1;
}

static double play_out(const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng)
{
	const struct mk_view *view = (const struct mk_view *)world;

	(void)rng;
	return (view->left - (int)plan->tag) % 4 == 0;
}

static uint64_t digest(const struct mk_view *view)
{
	return (uint64_t)view->left;
}

static const struct mk_search_game search = {.plans = plans,
	.plan_moves = line,
	.playout = play_out,
	.digest = digest,
	.lowest = 0,
	.highest = 1};

static void rank_many(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view, advice, MOST);
}

/* ---- notation ------------------------------------------------------------------------------- */

static enum mk_status read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	json_int_t count = json_integer_value(json_object_get(json, "count"));

	(void)view;
	if (count < 1 || count > MOST) {
		return mk_fail(error, MK_MALFORMED, "invalid_move", "/count", "1 to 3 are wanted");
	}
	*move = take((int)count);
	*revealed = MK_NO_CARD;
	return MK_OK;
}

static void write_line(struct mk_text *out, const struct mk_snapshot *seen)
{
	mk_text_int(out, seen->left);
}

int toy_padding;

static void write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	mk_json_open_object(out, key);
	mk_json_int(out, "explanation", finding->explanation);
	mk_json_open_array(out, "taken");
	for (int i = 0; i < finding->move_count; i++) {
		mk_json_int(out, NULL, finding->moves[i].move.count);
	}
	mk_json_close_array(out);
	if (toy_padding > 0) {
		mk_json_open_string(out, "padding");
		mk_text_format(out, "%0*d", toy_padding, 0);
		mk_json_close_string(out);
	}
	mk_json_close_object(out);
}

static enum mk_status read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error)
{
	const json_t *explanation = json_object_get(json, "explanation");
	const json_t *taken = json_object_get(json, "taken");

	if (!json_is_integer(explanation) || json_array_size(taken) > 2) {
		return mk_fail(error, MK_MALFORMED, "invalid_finding", "", "this is no finding");
	}
	*finding = (struct mk_finding){
		.explanation = (enum mk_explanation)json_integer_value(explanation)};
	for (size_t i = 0; i < json_array_size(taken); i++) {
		finding->moves[finding->move_count++].move =
			take((int)json_integer_value(json_array_get(taken, i)));
	}
	return MK_OK;
}

/* The number of counters can be corrected. */
static enum mk_status recount(
	struct mk_view *view, const struct mk_count *count, struct mk_error *error)
{
	if (strcmp(count->name, "left") != 0 || count->value < 0) {
		return mk_fail(
			error, MK_IMPOSSIBLE, "invalid_count", "/left", "it cannot be so many");
	}
	view->left = count->value;
	return MK_OK;
}

/* A card that was not reported lies at places 0 and 1. */
static mk_card card_at(const struct mk_view *view, int position, int index)
{
	return view->seen && position <= 1 && index <= 1 ? MK_CARD(MK_ACE, 0) : MK_NO_CARD;
}

static const struct mk_notation notation = {
	.write_line = write_line,
	.read_move = read_move,
	.write_finding = write_finding,
	.read_finding = read_finding,
};

/* ---- the game ------------------------------------------------------------------------------- */

static enum mk_status check_rules(const struct mk_rules *rules, struct mk_error *error)
{
	(void)rules;
	(void)error;
	return MK_OK;
}

static const struct mk_option options[] = {
	{.name = "start", .type = MK_OPTION_COUNT, .min = 1, .max = 100},
};
const struct mk_preset toy_presets[] = {
	{.name = "ten", .rules.value = {10}},
	{.name = "fifteen", .rules.value = {15}},
};
const struct mk_strategy toy_strategies[] = {
	{.name = "one", .evaluate = rank_one},
	{.name = "many", .evaluate = rank_many},
	{.name = "deep", .evaluate = rank_one, .has_search = true},
};

#define TOY(its_name, its_card) \
	{ \
		.name = its_name, .seats = 1, .view_size = sizeof(struct mk_view), \
		.snapshot_size = sizeof(struct mk_snapshot), .options = options, \
		.option_count = 1, .presets = toy_presets, .preset_count = 2, \
		.strategies = toy_strategies, .strategy_count = 3, .sample_world = guess, \
		.world_size = sizeof(struct mk_view), .search = &search, \
		.check_rules = check_rules, .init_view = begin, .view_moves = legal, \
		.outcome = outcome, .apply_snapshot = learn, .apply_reported_move = report, \
		.apply_finding = replay, .set_count = recount, .card_at = its_card, \
		.notation = &notation, \
	}

const struct mk_game toy_game = TOY("toy", NULL);
const struct mk_game other_toy = TOY("other", NULL);
const struct mk_game card_toy = TOY("cards", card_at);

const struct mk_game *toy_find(const char *name)
{
	return strcmp(name, "toy") == 0     ? &toy_game
	       : strcmp(name, "other") == 0 ? &other_toy
	       : strcmp(name, "cards") == 0 ? &card_toy
					    : NULL;
}
