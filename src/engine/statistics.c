/* Statistics of games, and their sums. */
#include <assert.h>
#include <makker/selfplay.h>
#include <makker/statistics.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { PAYOFF_ONE = 1000 };

static const double z = 1.959963984540054; /* the normal distribution's 97.5 % point */

/* ---- Lengths -------------------------------------------------------------------------------- */

size_t mk_length_group(uint64_t length)
{
	uint64_t group = length;

	if (length >= MK_LENGTHS_EXACT) {
		group = MK_LENGTHS_EXACT + (length - MK_LENGTHS_EXACT) / MK_LENGTHS_WIDTH;
	}
	return group < MK_LENGTHS ? (size_t)group : MK_LENGTHS - 1;
}

/* The largest length of a group. */
static uint64_t last_of(const struct mk_statistics *statistics, size_t group)
{
	uint64_t last = group;

	if (group >= MK_LENGTHS_EXACT) {
		last = MK_LENGTHS_EXACT + (group - MK_LENGTHS_EXACT + 1) * MK_LENGTHS_WIDTH - 1;
	}
	return group == MK_LENGTHS - 1 || last > statistics->longest ? statistics->longest : last;
}

/* The first group whose cumulative count reaches `share` of all; `groups` if there are no games. */
static size_t group_at(const uint64_t *of_group, size_t groups, uint64_t all, double share)
{
	uint64_t wanted = (uint64_t)ceil(share * (double)all);
	uint64_t so_far = 0;

	for (size_t group = 0; group < groups; group++) {
		so_far += of_group[group];
		if (so_far >= wanted && so_far > 0) {
			return group;
		}
	}
	return groups;
}

uint64_t mk_statistics_length(const struct mk_statistics *statistics, double share)
{
	size_t group = group_at(statistics->of_length, MK_LENGTHS, statistics->games, share);

	return group < MK_LENGTHS ? last_of(statistics, group) : 0;
}

static void add_length(struct mk_statistics *statistics, uint64_t length)
{
	if (statistics->games == 0 || length < statistics->shortest) {
		statistics->shortest = length;
	}
	if (length > statistics->longest) {
		statistics->longest = length;
	}
	statistics->length_sum += length;
	statistics->of_length[mk_length_group(length)]++;
}

size_t mk_statistics_histogram(
	const struct mk_statistics *statistics, struct mk_histogram_bin bars[MK_HISTOGRAM_BINS])
{
	uint64_t from = statistics->shortest, span = statistics->longest - from + 1;
	uint64_t width = (span + MK_HISTOGRAM_BINS - 1) / MK_HISTOGRAM_BINS;
	size_t count = statistics->games ? (size_t)((span + width - 1) / width) : 0;

	for (size_t i = 0; i < count; i++) {
		bars[i] =
			(struct mk_histogram_bin){from + i * width, from + (i + 1) * width - 1, 0};
	}
	for (size_t group = 0; count > 0 && group < MK_LENGTHS; group++) {
		if (statistics->of_length[group] > 0) {
			size_t bar = (size_t)((last_of(statistics, group) - from) / width);

			bars[bar].games += statistics->of_length[group];
		}
	}
	return count;
}

/* ---- Times ---------------------------------------------------------------------------------- */

enum { TIMES_BITS = MK_TIMES_FIRST / MK_TIMES_OCTAVE };
_Static_assert(1 << TIMES_BITS == MK_TIMES_OCTAVE, "an octave is counted by its first bits");

static size_t time_group_of(uint64_t ns)
{
	size_t octave = 63 - (size_t)__builtin_clzll(ns | MK_TIMES_OCTAVE);
	size_t part = (size_t)(ns >> (octave - TIMES_BITS)) & (MK_TIMES_OCTAVE - 1);
	size_t group = octave * MK_TIMES_OCTAVE + part;

	return group < MK_TIMES ? group : MK_TIMES - 1;
}

void mk_statistics_add_time(struct mk_statistics *statistics, uint64_t ns)
{
	statistics->cpu_ns += ns;
	statistics->of_time[time_group_of(ns)]++;
}

uint64_t mk_statistics_time(const struct mk_statistics *statistics, double share)
{
	size_t group = group_at(statistics->of_time, MK_TIMES, statistics->games, share);
	size_t octave = group / MK_TIMES_OCTAVE, part = group % MK_TIMES_OCTAVE;

	assert(group >= MK_TIMES_FIRST);
	return group < MK_TIMES ? (uint64_t)(MK_TIMES_OCTAVE + part + 1) << (octave - TIMES_BITS)
				: 0;
}

/* ---- Streaks -------------------------------------------------------------------------------- */

static bool is_whole(const struct mk_statistics *statistics)
{
	return (uint64_t)llabs(statistics->streak_begin) == statistics->games;
}

static void note_streak(struct mk_statistics *statistics, int64_t streak)
{
	if (streak > 0 && (uint64_t)streak > statistics->longest_won) {
		statistics->longest_won = (uint64_t)streak;
	} else if (streak < 0 && (uint64_t)-streak > statistics->longest_not_won) {
		statistics->longest_not_won = (uint64_t)-streak;
	}
}

/* Both have games. */
static void join_streaks(struct mk_statistics *statistics, const struct mk_statistics *next)
{
	bool meet = (statistics->streak_end > 0) == (next->streak_begin > 0);
	int64_t middle = statistics->streak_end + (meet ? next->streak_begin : 0);
	bool all_before = is_whole(statistics), all_after = is_whole(next);

	note_streak(statistics, middle);
	note_streak(statistics, (int64_t)next->longest_won);
	note_streak(statistics, -(int64_t)next->longest_not_won);
	if (all_before && meet) {
		statistics->streak_begin = middle;
	}
	statistics->streak_end = all_after && meet ? middle : next->streak_end;
}

/* ---- Games ---------------------------------------------------------------------------------- */

static void add_outcome(struct mk_statistics *statistics, const struct mk_result *result)
{
	bool won = result->outcome == MK_WON, drawn = result->outcome == MK_DRAWN;
	struct mk_statistics one = {.games = 1, .streak_begin = won ? 1 : -1};

	statistics->won += won;
	statistics->drawn += drawn;
	statistics->lost += !won && !drawn;
	one.streak_end = one.streak_begin;
	if (statistics->games == 0) {
		statistics->streak_begin = statistics->streak_end = one.streak_begin;
		note_streak(statistics, one.streak_begin);
	} else {
		join_streaks(statistics, &one);
	}
}

void mk_statistics_add(struct mk_statistics *statistics, const struct mk_result *result)
{
	int64_t payoff = llround(result->payoff[0] * PAYOFF_ONE);

	add_outcome(statistics, result);
	add_length(statistics, result->length);
	statistics->no_move += result->no_move;
	statistics->move_limit += result->move_limit;
	statistics->moves += result->moves;
	statistics->nodes += result->nodes;
	statistics->payoff += payoff;
	statistics->payoff_squares += (uint64_t)(payoff * payoff);
	statistics->games++;
}

static void add_lengths(struct mk_statistics *statistics, const struct mk_statistics *next)
{
	if (next->shortest < statistics->shortest) {
		statistics->shortest = next->shortest;
	}
	if (next->longest > statistics->longest) {
		statistics->longest = next->longest;
	}
	statistics->length_sum += next->length_sum;
	for (size_t i = 0; i < MK_LENGTHS; i++) {
		statistics->of_length[i] += next->of_length[i];
	}
}

bool mk_statistics_append(struct mk_statistics *statistics, const struct mk_statistics *next)
{
	if (next->first != statistics->first + statistics->games) {
		return false;
	}
	if (next->games == 0) {
		return true;
	}
	if (statistics->games == 0) {
		*statistics = *next;
		return true;
	}
	join_streaks(statistics, next);
	add_lengths(statistics, next);
	statistics->won += next->won;
	statistics->lost += next->lost;
	statistics->drawn += next->drawn;
	statistics->no_move += next->no_move;
	statistics->move_limit += next->move_limit;
	statistics->moves += next->moves;
	statistics->nodes += next->nodes;
	statistics->payoff += next->payoff;
	statistics->payoff_squares += next->payoff_squares;
	statistics->cpu_ns += next->cpu_ns;
	for (size_t i = 0; i < MK_TIMES; i++) {
		statistics->of_time[i] += next->of_time[i];
	}
	mk_calibration_merge(&statistics->calibration, &next->calibration);
	statistics->games += next->games;
	return true;
}

/* The mean of `games` numbers that were added up times PAYOFF_ONE, with their squares. */
static struct mk_proportion mean_of(uint64_t games, int64_t sum, uint64_t squares)
{
	double count = (double)games, mean = (double)sum / count;
	double variance = (double)squares / count - mean * mean;
	double half = z * sqrt(fmax(0, variance) / count);

	if (games == 0) {
		return (struct mk_proportion){NAN, NAN, NAN};
	}
	return (struct mk_proportion){
		mean / PAYOFF_ONE, (mean - half) / PAYOFF_ONE, (mean + half) / PAYOFF_ONE};
}

struct mk_proportion mk_statistics_payoff(const struct mk_statistics *statistics)
{
	return mean_of(statistics->games, statistics->payoff, statistics->payoff_squares);
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

void mk_paired_results_add(struct mk_paired_results *pairs, const struct mk_result *first,
	const struct mk_result *second)
{
	bool first_won = first->outcome == MK_WON, second_won = second->outcome == MK_WON;
	int64_t ahead = llround((first->payoff[0] - second->payoff[0]) * PAYOFF_ONE);

	pairs->games++;
	pairs->ahead += ahead;
	pairs->ahead_squares += (uint64_t)(ahead * ahead);
	pairs->only_won[0] += first_won && !second_won;
	pairs->only_won[1] += second_won && !first_won;
}

void mk_paired_results_merge(struct mk_paired_results *pairs, const struct mk_paired_results *more)
{
	pairs->games += more->games;
	pairs->ahead += more->ahead;
	pairs->ahead_squares += more->ahead_squares;
	pairs->only_won[0] += more->only_won[0];
	pairs->only_won[1] += more->only_won[1];
}

struct mk_proportion mk_paired_results_difference(const struct mk_paired_results *pairs)
{
	double games = (double)pairs->games;
	double first = (double)pairs->only_won[0], second = (double)pairs->only_won[1];
	double mean = (first - second) / games;
	double half = z * sqrt(((first + second) / games - mean * mean) / games);

	return (struct mk_proportion){.value = mean, .low = mean - half, .high = mean + half};
}

struct mk_proportion mk_paired_results_payoff(const struct mk_paired_results *pairs)
{
	return mean_of(pairs->games, pairs->ahead, pairs->ahead_squares);
}

/* ---- proportions ---------------------------------------------------------------------------- */

struct mk_proportion mk_proportion_of(uint64_t hits, uint64_t trials)
{
	struct mk_proportion share = {.value = 0, .low = 0, .high = 1};
	double n = (double)trials;
	double p, middle, spread;

	if (trials == 0) {
		return share;
	}
	p = (double)hits / n;
	middle = (p + z * z / (2 * n)) / (1 + z * z / n);
	spread = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
	share.value = p;
	share.low = hits == 0 ? 0 : middle - spread;
	share.high = hits == trials ? 1 : middle + spread;
	return share;
}

/* ---- calibration ---------------------------------------------------------------------------- */

void mk_calibration_predict(struct mk_calibration *of_game, double value)
{
	uint64_t said;
	uint64_t place;

	if (isnan(value)) {
		return;
	}
	said = (uint64_t)llround(fmin(1, fmax(0, value)) * MK_CALIBRATION_ONE);
	place = said * MK_CALIBRATION_GROUPS / MK_CALIBRATION_ONE;
	place = place < MK_CALIBRATION_GROUPS ? place : MK_CALIBRATION_GROUPS - 1;
	of_game->group[place].count++;
	of_game->group[place].predicted += said;
	of_game->group[place].squares += said * said;
}

/* Rounds half up; symmetric for positive and negative differences. */
static uint64_t hundredths(uint64_t one, uint64_t other)
{
	static const uint64_t hundredth = MK_CALIBRATION_ONE / 100;
	uint64_t off = one > other ? one - other : other - one;

	return (off + hundredth / 2) / hundredth;
}

void mk_calibration_close(
	struct mk_calibration *calibration, const struct mk_calibration *of_game, bool won)
{
	static const uint64_t one = MK_CALIBRATION_ONE;
	struct mk_calibration closed = *of_game;

	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		struct mk_calibration_group *group = &closed.group[i];
		uint64_t off = hundredths(group->predicted, won ? group->count * one : 0);

		closed.games[i].count = group->count > 0;
		closed.games[i].squares = off * off;
		/*
		 * The sum of (predicted - 1)^2 is that of predicted^2 less twice that of predicted,
		 * plus one each.
		 */
		if (won) {
			group->won = group->count;
			group->squares += one * one * group->count;
			group->squares -= 2 * one * group->predicted;
		}
	}
	mk_calibration_merge(calibration, &closed);
}

void mk_calibration_merge(struct mk_calibration *calibration, const struct mk_calibration *more)
{
	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		struct mk_calibration_group *group = &calibration->group[i];

		group->count += more->group[i].count;
		group->predicted += more->group[i].predicted;
		group->squares += more->group[i].squares;
		group->won += more->group[i].won;
		calibration->games[i].count += more->games[i].count;
		calibration->games[i].squares += more->games[i].squares;
	}
}

uint64_t mk_calibration_count(const struct mk_calibration *calibration)
{
	uint64_t count = 0;

	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		count += calibration->group[i].count;
	}
	return count;
}

double mk_calibration_brier(const struct mk_calibration *calibration)
{
	uint64_t count = mk_calibration_count(calibration);
	double squares = 0;

	for (size_t i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		squares += (double)calibration->group[i].squares;
	}
	return count ? squares / (double)count / MK_CALIBRATION_ONE / MK_CALIBRATION_ONE : NAN;
}

double mk_calibration_predicted(const struct mk_calibration_group *group)
{
	return group->count ? (double)group->predicted / (double)group->count / MK_CALIBRATION_ONE
			    : NAN;
}

double mk_calibration_observed(const struct mk_calibration_group *group)
{
	return group->count ? (double)group->won / (double)group->count : NAN;
}

double mk_calibration_margin(const struct mk_calibration *calibration, unsigned group)
{
	double games = (double)calibration->games[group].count;
	double squares = (double)calibration->games[group].squares;
	double count = (double)calibration->group[group].count;

	return games < 2 ? NAN : 1.96 * sqrt(squares * games / (games - 1)) / 100 / count;
}
