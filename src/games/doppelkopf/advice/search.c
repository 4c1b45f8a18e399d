/*
 * Determinised search.
 *
 * In each sampled deal all remaining choices are played out with the same random numbers, so that
 * the luck of the deal cancels out of their differences. Clearly worse choices are dropped.
 * Announcements change no card of a playout: they are counted by scoring the leader's games again.
 * The last tricks are solved instead of played out. The choice may count on errors of others, the
 * reported value must not: the leader's games are played again without errors, and all values move
 * by the difference.
 */
#include "games/doppelkopf/advice/rank.h"

#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/table/table.h"

#include <makker/search.h>
#include <math.h>
#include <string.h>

enum { INSTANT_DEALS = 8, MIN_DEALS = 16, ENOUGH_DEALS = 60, CHECK_EVERY = 8 };

/*
 * Weight of the policy's opinion of a card, as a number of deals: the difference of two cards
 * varies by about two points from deal to deal, and by a fifth of a point from table to table. It
 * varies less if the last tricks are solved exactly.
 */
enum { DEALS_OF_OPINION = 150, EXACT_DEALS_OF_OPINION = 20 };

/* One in this many games is played again without errors. */
enum { SOBER_EVERY = 2 };

/*
 * The lead that a solo or an announcement needs, in points, because playouts favour bold choices.
 */
static const double solo_margin = 0.0, announcement_margin = 0.05;

/*
 * The error rate of others in playouts, of 256. No real player plays like the policy: before solos,
 * whose value depends on errors most, half of their plays are arbitrary. Measured with 0, 0.2, 0.35
 * and 0.5: docs/doppelkopf.md.
 */
enum { SLIPS_BEFORE_PLAY = 128, SLIPS_IN_PLAY = 51 };

/*
 * Threshold for dropping an arm, in standard errors of its difference to the leader. The variance
 * of the difference starts with a prior of `usual_deals` deals.
 */
static const double clearly = 1.7, usual_variance = 4, usual_deals = 4;

/* `kind` of an arm that makes no move. */
enum { SILENCE = 0 };

enum sampling { PLAUSIBLE, UNIFORM }; /* weighted by likelihood, or uniform */

/* The result of a deal for the seat. */
struct outcome {
	double points;
	bool is[DOKO_ODDS];
};

struct arm {
	struct mk_ranked_move *ranked;
	double sum, squares;           /* sums of points */
	double behind, behind_squares; /* sums of the leader's lead in the same deal */
	double deals;
	double times[DOKO_ODDS]; /* number of deals with this result */
	double last;             /* points of the last deal */
	double opinion;          /* the policy's rating, in points */
	struct {
		double deals, sum, squares; /* sums of the lead of `said` in the same deal */
	} less;
	bool out;
};

/* Totals of several games. */
struct tally {
	double deals, points, times[DOKO_ODDS];
};

struct search {
	const struct doko_view *view;
	struct doko_sampler sampler;
	struct doko_past past; /* empty for uniform sampling */
	struct arm arm[MK_MAX_MOVES];
	size_t count, leader;
	bool has_opinion;          /* the policy has rated the cards */
	double opinion_deals;      /* weight of the rating, in deals */
	const struct arm *said;    /* the arm with which all others are compared; NULL: none */
	struct tally hoped, sound; /* the leader's games with and without errors of the others */
	bool exact;                /* the last tricks: each deal is solved instead of played out */
	struct doko_luck luck;     /* of the current deal */
	uint64_t deals, playouts;
};

/* ---- One deal ------------------------------------------------------------------------------- */

static bool is_announcement(const struct arm *arm)
{
	return arm->ranked->move.kind == DOKO_ANNOUNCE;
}

static struct outcome outcome_of(const struct doko_world *world, int seat)
{
	struct doko_score score;
	int party = world->re >> seat & 1, theirs;

	doko_score(&world->table, world->re, &score);
	theirs = score.augen[!party];
	return (struct outcome){.points = score.seat[seat],
		.is = {[ODDS_WIN] = score.winner == party,
			[ODDS_BELOW_90] = theirs < 90,
			[ODDS_BELOW_60] = theirs < 60,
			[ODDS_BELOW_30] = theirs < 30}};
}

static struct outcome play_out(struct search *search, const struct doko_world *deal,
	const struct arm *arm, struct mk_rng rng, unsigned slips, struct doko_world *end)
{
	int seat = search->view->seat;
	struct doko_company company = {
		.seat = seat, .slips = slips, .bids_solos = slips == 0, .luck = &search->luck};

	*end = *deal;
	if (arm->ranked->move.kind != SILENCE) {
		doko_apply((struct mk_world *)end, arm->ranked->move);
	}
	search->playouts++;
	if (search->exact) {
		int points = doko_finish_points(end, seat);

		return (struct outcome){.points = points, .is = {[ODDS_WIN] = points > 0}};
	}
	doko_playout_noisy(end, DOKO_TRICKS, &company, &rng);
	return outcome_of(end, seat);
}

static void add(struct tally *tally, struct outcome outcome)
{
	tally->deals++;
	tally->points += outcome.points;
	for (int i = 0; i < DOKO_ODDS; i++) {
		tally->times[i] += outcome.is[i];
	}
}

static void count(struct arm *arm, struct outcome outcome, double leader)
{
	double points = outcome.points;

	arm->last = points;
	arm->sum += points;
	arm->squares += points * points;
	arm->behind += leader - points;
	arm->behind_squares += (leader - points) * (leader - points);
	arm->deals++;
	for (int i = 0; i < DOKO_ODDS; i++) {
		arm->times[i] += outcome.is[i];
	}
}

/* Counts each announcement as the leader's game with that announcement. */
static void count_announcements(struct search *search, const struct doko_world *end, double leader)
{
	for (size_t i = 0; i < search->count; i++) {
		struct arm *arm = &search->arm[i];
		struct doko_world said = *end;
		struct mk_move move = arm->ranked->move;
		int party = doko_party_of(move);

		if (!is_announcement(arm)) {
			continue;
		}
		if (said.table.level[party] < move.to) {
			said.table.level[party] = move.to;
		}
		count(arm, outcome_of(&said, search->view->seat), leader);
	}
}

static void compare_with_said(struct search *search)
{
	for (size_t i = 0; search->said && i < search->count; i++) {
		struct arm *arm = &search->arm[i];
		double more = search->said->last - arm->last;

		if (!arm->out && !search->said->out) {
			arm->less.deals++;
			arm->less.sum += more;
			arm->less.squares += more * more;
		}
	}
}

static void play_deal(struct search *search, uint64_t seed, uint64_t number)
{
	struct mk_rng rng;
	struct doko_world deal, end, leading;
	struct outcome leader;
	bool before = search->view->table.phase != DOKO_PLAYING;
	unsigned slips = before ? SLIPS_BEFORE_PLAY : SLIPS_IN_PLAY;

	mk_rng_init(&rng, seed, number);
	doko_sample_weighted(&search->past, search->view, &search->sampler, &rng, &deal);
	doko_luck_draw(&search->luck, &rng);
	leader = play_out(search, &deal, &search->arm[search->leader], rng, slips, &leading);
	for (size_t i = 0; i < search->count; i++) {
		struct arm *arm = &search->arm[i];

		if (i != search->leader && !arm->out && !is_announcement(arm)) {
			count(arm, play_out(search, &deal, arm, rng, slips, &end), leader.points);
		}
	}
	count(&search->arm[search->leader], leader, leader.points);
	count_announcements(search, &leading, leader.points);
	compare_with_said(search);
	if (!search->exact && number % SOBER_EVERY == 0) {
		add(&search->hoped, leader);
		add(&search->sound,
			play_out(search, &deal, &search->arm[search->leader], rng, 0, &end));
	}
	search->deals++;
}

/* ---- Who is in front ------------------------------------------------------------------------ */

static double mean(const struct arm *arm)
{
	return arm->deals > 0 ? arm->sum / arm->deals : -INFINITY;
}

/* The mean including the policy's opinion, for comparison with arms of as many deals. */
static double judged(const struct search *search, const struct arm *arm)
{
	return arm->deals > 0 ? mean(arm) + search->opinion_deals * arm->opinion / arm->deals
			      : -INFINITY;
}

static double error_of(double sum, double squares, double deals)
{
	double variance = squares / deals - sum / deals * (sum / deals);

	return deals > 1 ? sqrt(fmax(variance, 0.01) / (deals - 1)) : INFINITY;
}

/* Weight of the observed difference; the rest is that of the policy's opinion. */
static double shown(const struct search *search, const struct arm *arm)
{
	return arm->deals / (arm->deals + search->opinion_deals);
}

/*
 * Number of standard errors by which an arm is behind the leader, the policy's opinions included.
 * Without opinions, the prior is that all arms are equal.
 */
static double errors_behind(const struct search *search, const struct arm *arm)
{
	const struct arm *leader = &search->arm[search->leader];
	double deals = arm->deals, less = arm->behind / deals;
	double squares = arm->behind_squares - deals * less * less + usual_deals * usual_variance;
	double variance = squares / (deals - 1 + usual_deals);

	return (judged(search, leader) - judged(search, arm)) *
	       sqrt(shown(search, arm) * deals / variance);
}

static void leave_out(struct search *search)
{
	for (size_t i = 0; i < search->count; i++) {
		struct arm *arm = &search->arm[i];

		if (i != search->leader && !is_announcement(arm) && !arm->out &&
			errors_behind(search, arm) > clearly) {
			arm->out = true;
		}
	}
}

/*
 * Determines the leader; it changes only at these checks. The sums of `behind` continue: they are
 * the leads of whichever arm led in each deal.
 */
static void check(struct search *search)
{
	size_t best = search->leader;

	for (size_t i = 0; i < search->count; i++) {
		if (!search->arm[i].out && !is_announcement(&search->arm[i]) &&
			judged(search, &search->arm[i]) > judged(search, &search->arm[best])) {
			best = i;
		}
	}
	if (search->deals >= MIN_DEALS && best == search->leader) {
		leave_out(search);
	}
	search->leader = best;
}

static size_t still_in(const struct search *search)
{
	size_t in = 0;

	for (size_t i = 0; i < search->count; i++) {
		in += !search->arm[i].out && !is_announcement(&search->arm[i]);
	}
	return in;
}

/* ---- What is said of it --------------------------------------------------------------------- */

static bool is_solo(struct mk_move move)
{
	return move.kind == DOKO_RESERVE && move.to >= DOKO_RESERVE_SOLO;
}

static void tell_arm(const struct search *search, struct arm *arm)
{
	const struct arm *leader = &search->arm[search->leader];
	struct mk_ranked_move *ranked = arm->ranked;
	double error = error_of(arm->sum, arm->squares, arm->deals);

	if (arm->deals == 0) {
		return;
	}
	ranked->value = mean(arm);
	if (is_announcement(arm)) {
		ranked->value = mean(leader) - arm->behind / arm->deals;
	} else if (search->has_opinion) {
		double less = arm->out ? arm->behind / arm->deals : mean(leader) - mean(arm);

		less += search->opinion_deals * (leader->opinion - arm->opinion) / arm->deals;
		ranked->value = mean(leader) - shown(search, arm) * less;
	}
	ranked->low = ranked->value - 1.96 * error;
	ranked->high = ranked->value + 1.96 * error;
	/* A dropped move has fewer deals, so its error is not that of a paired comparison. */
	ranked->paired_error = arm->deals == (double)search->deals
				       ? error_of(arm->behind, arm->behind_squares, arm->deals)
				       : 0;
	ranked->visits = (uint64_t)arm->deals;
	/* Exact solutions give only the points. */
	for (int i = 0; i < (search->exact ? ODDS_WIN + 1 : DOKO_ODDS); i++) {
		ranked->odds[i] = (float)(arm->times[i] / arm->deals);
	}
}

/*
 * True if "no 90" or more is announced, or would be: the others may then win with less than 90, and
 * other errors decide the game.
 */
static bool may_miss(const struct search *search, struct mk_move move)
{
	const uint8_t *level = search->view->table.level;

	return level[DOKO_RE] >= DOKO_NO_90 || level[DOKO_KONTRA] >= DOKO_NO_90 ||
	       (move.kind == DOKO_ANNOUNCE && move.to >= DOKO_NO_90);
}

/* Removes the effect of others' errors from the reported values. */
static void sober(const struct search *search, struct mk_ranked_move *ranked)
{
	const struct tally *hoped = &search->hoped, *sound = &search->sound;
	double more = hoped->points - sound->points;
	int free_odds = may_miss(search, ranked->move) ? ODDS_BELOW_90 : ODDS_WIN;
	float most = 1;

	if (hoped->deals == 0 || isnan(ranked->value)) {
		return;
	}
	more /= hoped->deals;
	ranked->value -= more;
	ranked->low -= more;
	ranked->high -= more;
	for (int i = 0; i < DOKO_ODDS; i++) {
		double often = (hoped->times[i] - sound->times[i]) / hoped->deals;

		ranked->odds[i] = fminf(most, fmaxf(0, ranked->odds[i] - (float)often));
		if (i >= free_odds) {
			most = ranked->odds[i];
		}
	}
}

/* The leader, unless an announcement gains and is possible for the last time. */
static const struct arm *choose(const struct search *search)
{
	const struct doko_table *table = &search->view->table;
	const struct arm *best = &search->arm[search->leader];
	double most = announcement_margin;

	for (size_t i = 0; i < search->count; i++) {
		const struct arm *arm = &search->arm[i];
		double gain = -arm->behind / fmax(arm->deals, 1);
		int party = doko_party_of(arm->ranked->move), level = arm->ranked->move.to;

		if (!is_announcement(arm)) {
			continue;
		}
		if (!doko_is_last_chance(table, search->view->seat, party, level)) {
			arm->ranked->suppressed_by = gain > 0 ? HELD_CAN_WAIT : 0;
		} else if (level == table->level[party] + 1 && gain > most) {
			arm->ranked->reasons |= 1u << REASON_STRONG_HAND;
			most = gain;
			best = arm;
		}
	}
	return best;
}

/* If a solo leads by less than its margin, the best arm without a solo becomes the leader. */
static void doubt_solo(struct search *search)
{
	size_t best = search->count;

	if (!is_solo(search->arm[search->leader].ranked->move)) {
		return;
	}
	for (size_t i = 0; i < search->count; i++) {
		if (!is_solo(search->arm[i].ranked->move) &&
			(best == search->count ||
				mean(&search->arm[i]) > mean(&search->arm[best]))) {
			best = i;
		}
	}
	if (best < search->count &&
		mean(&search->arm[search->leader]) < mean(&search->arm[best]) + solo_margin) {
		search->leader = best;
	}
}

static void tell(struct search *search, struct mk_advice *advice)
{
	struct mk_move chosen;

	doubt_solo(search);
	for (size_t i = 0; i < search->count; i++) {
		tell_arm(search, &search->arm[i]);
		sober(search, search->arm[i].ranked);
	}
	chosen = choose(search)->ranked->move;
	advice->worlds = search->deals;
	advice->nodes = search->playouts;
	doko_rank_suggest(advice, chosen);
	doko_rank_sort(advice);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool is_cancelled(const atomic_bool *cancel)
{
	return cancel && atomic_load_explicit(cancel, memory_order_relaxed);
}

static bool is_spent(const struct search *search, const struct mk_budget *budget, int64_t begin_ns)
{
	double ms = (double)(mk_budget_clock_ns(budget) - begin_ns) / 1e6;

	return (budget->worlds && search->deals >= budget->worlds) ||
	       (budget->nodes && search->playouts >= budget->nodes) ||
	       (budget->ms && ms >= budget->ms);
}

/*
 * True if the seat may announce: announcements need played-out games, so the last tricks are not
 * solved then.
 */
static bool has_announcement(const struct search *search)
{
	for (size_t i = 0; i < search->count; i++) {
		if (is_announcement(&search->arm[i])) {
			return true;
		}
	}
	return false;
}

static struct arm *arm_of_card(struct search *search, int kind)
{
	for (size_t i = 0; i < search->count; i++) {
		struct arm *arm = &search->arm[i];

		if (arm->ranked->move.kind == DOKO_PLAY &&
			arm->ranked->move.card == doko_card(kind)) {
			return arm;
		}
	}
	return NULL;
}

/*
 * Takes the policy's rating of each card that the seat may play; the best card is the first leader.
 */
static void take_opinion(struct search *search)
{
	const struct doko_view *view = search->view;
	struct doko_policy policy;
	struct doko_actor actor = {.hand = view->hand, .seat = view->seat, .party = view->party};
	uint8_t kinds[DOKO_KINDS];
	float worth[DOKO_KINDS];
	int count;

	if (view->table.phase != DOKO_PLAYING || view->table.turn != view->seat) {
		return;
	}
	doko_policy_init(&policy, &view->table, NULL);
	doko_actor_look(&actor, &view->table);
	count = doko_policy_judge(&policy, &actor, kinds, worth);
	for (int i = 0; i < count; i++) {
		struct arm *arm = arm_of_card(search, kinds[i]);

		if (!arm) {
			continue;
		}
		arm->opinion = doko_points_of_worth * (double)worth[i];
		if (!search->has_opinion || arm->opinion > search->arm[search->leader].opinion) {
			search->leader = (size_t)(arm - search->arm);
		}
		search->has_opinion = true;
	}
}

static bool begin(struct search *search, const struct doko_view *view, enum sampling sampling,
	struct mk_advice *advice)
{
	struct doko_constraints facts;

	search->view = view;
	search->count = advice->count;
	search->leader = 0;
	search->said = NULL;
	search->has_opinion = false;
	search->deals = search->playouts = 0;
	search->hoped = search->sound = (struct tally){.deals = 0};
	for (size_t i = 0; i < advice->count; i++) {
		search->arm[i] = (struct arm){.ranked = &advice->moves[i]};
	}
	doko_past_forget(&search->past);
	if (sampling == PLAUSIBLE) {
		doko_past_init(&search->past, view);
	}
	search->exact = doko_can_solve_points(&view->table) && !has_announcement(search);
	search->opinion_deals = search->exact ? EXACT_DEALS_OF_OPINION : DEALS_OF_OPINION;
	doko_constraints(view, &facts);
	return doko_sampler_init(&search->sampler, &facts, view->seat);
}

static void play_deals(
	struct search *search, const struct mk_budget *budget, const atomic_bool *cancel)
{
	int64_t begin_ns = mk_budget_clock_ns(budget);
	uint64_t seed = budget->seed ^ doko_digest(search->view);

	while (!is_cancelled(cancel) && !is_spent(search, budget, begin_ns)) {
		play_deal(search, seed, search->deals);
		if (search->deals % CHECK_EVERY == 0) {
			check(search);
			if (still_in(search) == 1 && search->deals >= ENOUGH_DEALS &&
				!search->said) {
				break;
			}
		}
	}
}

/*
 * Cards precede announcements in the list of moves, so the first move is an announcement only if
 * one is mandatory.
 */
static void run(const struct doko_view *view, enum sampling sampling,
	const struct mk_budget *budget, const atomic_bool *cancel, struct mk_advice *advice)
{
	struct search search;

	if (!begin(&search, view, sampling, advice) || is_announcement(&search.arm[0])) {
		return;
	}
	take_opinion(&search);
	play_deals(&search, budget, cancel);
	if (search.deals) {
		tell(&search, advice);
	}
}

static void begin_advice(const struct doko_view *view, struct mk_advice *advice)
{
	doko_rank_nothing(view, advice);
	if (view->table.turn == view->seat && advice->count) {
		doko_rank_suggest(advice, advice->moves[0].move);
	}
}

static void judge(const struct mk_view *opaque, enum sampling sampling, struct mk_advice *advice)
{
	const struct doko_view *view = view_of(opaque);
	const struct mk_budget instant = {.worlds = INSTANT_DEALS};

	begin_advice(view, advice);
	if (doko_has_choice(view, advice)) {
		run(view, sampling, &instant, NULL, advice);
	}
}

static bool pick(const struct mk_view *view, enum sampling sampling, struct mk_move *move)
{
	struct mk_advice advice;

	judge(view, sampling, &advice);
	if (advice.suggestion >= 0) {
		*move = advice.moves[advice.suggestion].move;
	}
	return advice.suggestion >= 0;
}

static void think(const struct mk_view *opaque, enum sampling sampling,
	const struct mk_budget *budget, const atomic_bool *cancel, struct mk_advice *advice)
{
	const struct doko_view *view = view_of(opaque);
	const char *strategy = advice->strategy;

	if (view->table.turn != view->seat || advice->count < 2) {
		return;
	}
	begin_advice(view, advice);
	advice->strategy = strategy;
	run(view, sampling, budget, cancel, advice);
}

/* ---- What is announced ---------------------------------------------------------------------- */

static bool keeps_turn(const struct mk_view *opaque, const struct mk_move *move)
{
	return (move->kind == DOKO_ANNOUNCE || move->kind == DOKO_SWINE) &&
	       move->from == view_of(opaque)->seat;
}

static bool is_said_out_of_turn(const struct mk_view *opaque, const struct mk_move *move)
{
	const struct doko_view *view = view_of(opaque);

	return keeps_turn(opaque, move) && view->table.turn != view->seat;
}

/* The arms of a comparison. */
enum { NOTHING, SAID, FIRST_OTHER };

static void add_arm(struct mk_advice *advice, struct mk_move move)
{
	advice->moves[advice->count++] = (struct mk_ranked_move){.move = move, .value = NAN};
}

/*
 * The lower levels that the seat may announce instead; swines have none. A higher one can be
 * announced later, too: its deadline comes later.
 */
static void add_lower_levels(
	const struct doko_view *view, const struct mk_move *announcement, struct mk_advice *advice)
{
	int party = doko_party_of(*announcement);
	unsigned levels;

	if (announcement->kind != DOKO_ANNOUNCE) {
		return;
	}
	levels = doko_allowed_levels(&view->table, view->seat, party);
	for (levels &= (1u << announcement->to) - 1; levels; levels &= levels - 1) {
		add_arm(advice, doko_announcement(view->seat, party, __builtin_ctz(levels)));
	}
}

static void add_arms(const struct doko_view *view, const struct mk_move *announcement,
	const struct mk_move *other, struct mk_advice *advice)
{
	add_arm(advice, doko_blank_move(SILENCE, view->seat));
	add_arm(advice, *announcement);
	if (!other) {
		add_lower_levels(view, announcement, advice);
	} else if (other->kind != SILENCE) {
		add_arm(advice, *other);
	}
}

/* The best arm but that of the announcement: `other` where it is given. */
static size_t choose_other(const struct mk_advice *advice, const struct mk_move *other)
{
	size_t best = NOTHING;

	if (other) {
		return other->kind == SILENCE ? NOTHING : FIRST_OTHER;
	}
	for (size_t i = FIRST_OTHER; i < advice->count; i++) {
		if (advice->moves[i].value > advice->moves[best].value) {
			best = i;
		}
	}
	return best;
}

static bool compare_announcement(const struct mk_view *opaque, const struct mk_move *announcement,
	const struct mk_move *other, const struct mk_budget *budget, const atomic_bool *cancel,
	struct mk_comparison *comparison)
{
	struct mk_advice advice = {.count = 0};
	struct search search;
	size_t best;

	add_arms(view_of(opaque), announcement, other, &advice);
	if (!begin(&search, view_of(opaque), PLAUSIBLE, &advice)) {
		return false;
	}
	search.said = &search.arm[SAID];
	play_deals(&search, budget, cancel);
	if (search.arm[NOTHING].deals == 0 || search.arm[SAID].deals == 0) {
		return false;
	}
	for (size_t i = 0; i < search.count; i++) {
		tell_arm(&search, &search.arm[i]);
		sober(&search, search.arm[i].ranked);
	}
	best = choose_other(&advice, other);
	*comparison = (struct mk_comparison){.other = advice.moves[best].move,
		.without = advice.moves[best].value,
		.with = advice.moves[SAID].value,
		.error = error_of(search.arm[best].less.sum, search.arm[best].less.squares,
			search.arm[best].less.deals),
		.nodes = search.playouts};
	return true;
}

const struct mk_out_of_turn doko_out_of_turn = {
	.keeps_turn = keeps_turn, .is_one = is_said_out_of_turn, .compare = compare_announcement};

/* ---- The two strategies --------------------------------------------------------------------- */

void doko_search_rank(const struct mk_view *view, struct mk_advice *advice)
{
	judge(view, PLAUSIBLE, advice);
}

bool doko_search_pick(const struct mk_view *view, struct mk_move *move)
{
	return pick(view, PLAUSIBLE, move);
}

void doko_search_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice)
{
	think(view, PLAUSIBLE, budget, cancel, advice);
}

void doko_uniform_rank(const struct mk_view *view, struct mk_advice *advice)
{
	judge(view, UNIFORM, advice);
}

bool doko_uniform_pick(const struct mk_view *view, struct mk_move *move)
{
	return pick(view, UNIFORM, move);
}

void doko_uniform_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice)
{
	think(view, UNIFORM, budget, cancel, advice);
}
