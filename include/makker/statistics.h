/*
 * Totals of many games, in integers, so that parts computed separately add up to the totals of one
 * long run.
 */
#ifndef MAKKER_STATISTICS_H
#define MAKKER_STATISTICS_H

#include <makker/selfplay.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;

/* ---- Predictions ---------------------------------------------------------------------------- */

enum { MK_CALIBRATION_GROUPS = 10, MK_CALIBRATION_ONE = 10000 };

/*
 * Calibration of a strategy: its predictions in ten groups by predicted value, compared with the
 * results of the games. `predicted` are sums of predictions in ten-thousandths, `squares` sums of
 * (prediction - result) squared.
 *
 * The predictions of one game are correlated, so the error of a group is estimated by games: their
 * number, and the sum of the squares of each game's total deviation, in hundredths.
 */
struct mk_calibration {
	struct mk_calibration_group {
		uint64_t count, predicted, squares, won;
	} group[MK_CALIBRATION_GROUPS];
	struct mk_calibration_games {
		uint64_t count, squares;
	} games[MK_CALIBRATION_GROUPS];
};

/* Adds one prediction (a proportion; NAN: none) of a game that has not ended yet. */
void mk_calibration_predict(struct mk_calibration *of_game, double value);

/* Adds the predictions of a game that has ended. */
void mk_calibration_close(
	struct mk_calibration *calibration, const struct mk_calibration *of_game, bool won);
void mk_calibration_merge(struct mk_calibration *calibration, const struct mk_calibration *more);

uint64_t mk_calibration_count(const struct mk_calibration *calibration);

/* As a JSON object, a row for each group; `key` NULL inside an array. */
void mk_calibration_write(
	struct mk_text *out, const char *key, const struct mk_calibration *calibration);

/* The mean of (prediction - result) squared (Brier 1950): 0 is perfect. NAN without predictions. */
double mk_calibration_brier(const struct mk_calibration *calibration);

/* Predicted and observed means of a group. NAN if it is empty. */
double mk_calibration_predicted(const struct mk_calibration_group *group);
double mk_calibration_observed(const struct mk_calibration_group *group);

/*
 * Half of the 95 % interval of the difference of these two, with games as clusters (Liang and Zeger
 * 1986). NAN with fewer than two games.
 */
double mk_calibration_margin(const struct mk_calibration *calibration, unsigned group);

/* ---- Games ---------------------------------------------------------------------------------- */

/*
 * Lengths up to MK_LENGTHS_EXACT - 1 are counted one by one, longer ones in groups of
 * MK_LENGTHS_WIDTH, the last of which also has all longer ones.
 */
enum { MK_LENGTHS_EXACT = 1024, MK_LENGTHS_WIDTH = 32, MK_LENGTHS = MK_LENGTHS_EXACT + 288 };

/* The group of a length, below MK_LENGTHS. */
size_t mk_length_group(uint64_t length);

/*
 * Times of games in nanoseconds: MK_TIMES_OCTAVE groups from each power of two to the next. The
 * first used group, MK_TIMES_FIRST, begins at 8 ns; shorter times count in the groups of 8 to 15
 * ns.
 */
enum { MK_TIMES_OCTAVE = 8, MK_TIMES_FIRST = 3 * MK_TIMES_OCTAVE, MK_TIMES = 45 * MK_TIMES_OCTAVE };

/*
 * Games `first` to `first` + `games` - 1 of a run. Plain data, initialized to zero except `first`.
 * `won`, `lost` and `drawn` are counted for the strategy's seat and add up to `games`: a game that
 * was given up or did not end counts as lost.
 */
struct mk_statistics {
	uint64_t first, games;
	uint64_t won, lost, drawn;
	uint64_t no_move;    /* the strategy had no move */
	uint64_t move_limit; /* stopped at the maximum number of moves */
	uint64_t moves, nodes;
	/*
	 * Payoffs of that seat, in the game's unit times 1000: their sum, and the sum of their
	 * squares.
	 */
	int64_t payoff;
	uint64_t payoff_squares;
	/*
	 * Streaks of won games and of games not won: the longest ones, the one at the beginning,
	 * and the one at the end; of the latter positive numbers mean won games, negative ones
	 * others.
	 */
	uint64_t longest_won, longest_not_won;
	int64_t streak_begin, streak_end;
	uint64_t shortest, longest; /* length of a game; `shortest` is undefined without games */
	uint64_t length_sum;
	uint64_t of_length[MK_LENGTHS];
	/*
	 * Calibration of winning chances: the odds of that name, or the values in a game without
	 * odds.
	 */
	struct mk_calibration calibration;
	/* Values that depend on the machine: */
	uint64_t cpu_ns; /* processor time of the games, all threads together */
	uint64_t of_time[MK_TIMES];
};

/* Adds the next game. */
void mk_statistics_add(struct mk_statistics *statistics, const struct mk_result *result);

/* Adds the processor time of the last added game. */
void mk_statistics_add_time(struct mk_statistics *statistics, uint64_t ns);

/*
 * Appends the games that follow (`next->first` is `first` + `games`), so that streaks are those of
 * one run, too. False, with nothing added, if they do not follow.
 */
bool mk_statistics_append(struct mk_statistics *statistics, const struct mk_statistics *next);

/*
 * A quantile of the lengths: the smallest length that a fraction `share` (above 0, at most 1) of
 * the games did not exceed; 0 without games. For long games the largest length of their group.
 */
uint64_t mk_statistics_length(const struct mk_statistics *statistics, double share);

/* The same for the processor time of a game, in nanoseconds, at most an eighth too large. */
uint64_t mk_statistics_time(const struct mk_statistics *statistics, double share);

/* The mean payoff with its 95 % interval; NAN without games. */
struct mk_proportion mk_statistics_payoff(const struct mk_statistics *statistics);

enum { MK_HISTOGRAM_BINS = 24 };

/* A range of lengths and the number of games in it. */
struct mk_histogram_bin {
	uint64_t from, to, games;
};

/*
 * Bins of equal width from the shortest to the longest game; returns their number, at most
 * MK_HISTOGRAM_BINS.
 */
size_t mk_statistics_histogram(
	const struct mk_statistics *statistics, struct mk_histogram_bin bars[MK_HISTOGRAM_BINS]);

/* Writes `hits`, their proportion of `games` and its 95 % interval as an object. */
void mk_proportion_write(struct mk_text *out, const char *key, uint64_t hits, uint64_t games);

/* Writes the statistics for people as members of the open JSON object. */
void mk_statistics_write(struct mk_text *out, const struct mk_statistics *statistics);

/*
 * Saves everything as one JSON value and loads it: an interrupted run continues from it.
 * MK_MALFORMED for any other value.
 */
void mk_statistics_save(
	struct mk_text *out, const char *key, const struct mk_statistics *statistics);
enum mk_status mk_statistics_load(
	const struct json_t *json, struct mk_statistics *statistics, struct mk_error *error);

/* ---- Two strategies on the same deals ------------------------------------------------------- */

/*
 * `only_won[0]`: games that only the first strategy won, `only_won[1]`: only the second. `ahead`:
 * sum of the differences of the payoffs (first minus second), times 1000; `ahead_squares`: sum of
 * their squares.
 */
struct mk_paired_results {
	uint64_t games;
	uint64_t only_won[2];
	int64_t ahead;
	uint64_t ahead_squares;
};

void mk_paired_results_add(struct mk_paired_results *pairs, const struct mk_result *first,
	const struct mk_result *second);
void mk_paired_results_merge(struct mk_paired_results *pairs, const struct mk_paired_results *more);

/* Difference of the winning rates: the mean of the paired differences with its 95 % interval. */
struct mk_proportion mk_paired_results_difference(const struct mk_paired_results *pairs);

/* The same for the payoffs, in the game's unit. */
struct mk_proportion mk_paired_results_payoff(const struct mk_paired_results *pairs);

/* ---- Playing -------------------------------------------------------------------------------- */

/* Maximum number of moves: a longer game counts as not ended. */
enum { MK_SIMULATION_MOVES = 10000 };

/*
 * Plays games play->first to play->first + play->games - 1 in order and adds them to `statistics`,
 * which ends where they begin. Stops when `cancel` is set: then fewer games are added, and no
 * unfinished one. With `other` (may be NULL) each deal is played a second time by that strategy,
 * for `others` and `pairs`. play->on_decision, progress, lengths and owner (except for `deal`) are
 * not used. Fails like mk_selfplay().
 */
struct mk_simulation {
	struct mk_selfplay play;
	const struct mk_strategy *other;
};
enum mk_status mk_simulate(const struct mk_simulation *simulation, struct mk_arena *arena,
	struct mk_statistics *statistics, struct mk_statistics *others,
	struct mk_paired_results *pairs);

#endif
