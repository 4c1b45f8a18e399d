/*
 * Totals of many games, in integers, so that parts computed anywhere add up to the same as one long
 * run.
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
 * Does a strategy win as often as it says? Its predictions in ten groups by what they say, against
 * what became of the games. `said` are sums of predictions in ten-thousandths, `squares` sums of
 * (prediction - result) squared.
 *
 * The predictions of one game share its luck, so it is games that make a group's share more or less
 * certain: how many it has, and the squares of what their predictions together were off, in
 * hundredths.
 */
struct mk_calibration {
	struct mk_calibration_group {
		uint64_t count, predicted, squares, won;
	} group[MK_CALIBRATION_GROUPS];
	struct mk_calibration_games {
		uint64_t count, squares;
	} games[MK_CALIBRATION_GROUPS];
};

/* One prediction (a share; NAN is none) of a game whose end is not known yet. */
void mk_calibration_predict(struct mk_calibration *of_game, double value);

/* The game has ended: what was predicted in it counts. */
void mk_calibration_close(
	struct mk_calibration *calibration, const struct mk_calibration *of_game, bool won);
void mk_calibration_merge(struct mk_calibration *calibration, const struct mk_calibration *more);

uint64_t mk_calibration_count(const struct mk_calibration *calibration);

/* As a JSON object, a row for each group; `key` NULL inside an array. */
void mk_calibration_write(
	struct mk_text *out, const char *key, const struct mk_calibration *calibration);

/* The mean square of prediction less result (Brier 1950): 0 is perfect. NAN without predictions. */
double mk_calibration_brier(const struct mk_calibration *calibration);

/* Predicted and observed means of a group. NAN if it is empty. */
double mk_calibration_predicted(const struct mk_calibration_group *group);
double mk_calibration_observed(const struct mk_calibration_group *group);

/*
 * By how much chance alone may set these two apart, at 95 %: half of the interval, games being
 * clusters (Liang and Zeger 1986). NAN with fewer than two games.
 */
double mk_calibration_margin(const struct mk_calibration *calibration, unsigned group);

/* ---- Games ---------------------------------------------------------------------------------- */

/*
 * Lengths up to MK_LENGTHS_EXACT - 1 are counted one by one, longer ones in groups of
 * MK_LENGTHS_WIDTH, the last of which has all that are longer still.
 */
enum { MK_LENGTHS_EXACT = 1024, MK_LENGTHS_WIDTH = 32, MK_LENGTHS = MK_LENGTHS_EXACT + 288 };

/* The group of a length, below MK_LENGTHS. */
size_t mk_length_group(uint64_t length);

/*
 * Times of games in nanoseconds: MK_TIMES_OCTAVE groups from each power of two to the next. None is
 * shorter than 8 ns, which is group MK_TIMES_FIRST: those below stay empty.
 */
enum { MK_TIMES_OCTAVE = 8, MK_TIMES_FIRST = 3 * MK_TIMES_OCTAVE, MK_TIMES = 45 * MK_TIMES_OCTAVE };

/*
 * Games `first` to `first` + `games` - 1 of a run. Plain data, all zero at first but for `first`.
 * Won, lost and drawn are those of the strategy's seat and add up to `games`: a game that was given
 * up or never ended is among the lost ones.
 */
struct mk_statistics {
	uint64_t first, games;
	uint64_t won, lost, drawn;
	uint64_t no_move;    /* the strategy had no move */
	uint64_t move_limit; /* stopped at the most moves */
	uint64_t moves, nodes;
	/* Of that seat, in the game's unit times 1000: their sum, and of their squares. */
	int64_t payoff;
	uint64_t payoff_squares;
	/* Rows of games in which each was won, or none: the longest, that at the beginning, and
	 * that at the end, which is of won games (above 0) or others (below). */
	uint64_t longest_won, longest_not_won;
	int64_t streak_begin, streak_end;
	uint64_t shortest, longest; /* length of a game; shortest means nothing without games */
	uint64_t length_sum;
	uint64_t of_length[MK_LENGTHS];
	/* Of chances to win: the odds of that name, or the values of a game that names no odds. */
	struct mk_calibration calibration;
	/* Values that depend on the machine: */
	uint64_t cpu_ns; /* processor time of the games, all threads together */
	uint64_t of_time[MK_TIMES];
};

/* Adds the next game. */
void mk_statistics_add(struct mk_statistics *statistics, const struct mk_result *result);

/* The processor time that the last added game took. */
void mk_statistics_add_time(struct mk_statistics *statistics, uint64_t ns);

/*
 * Adds the games that follow: `next->first` is `first` + `games`. In this order the streaks are
 * those of one run, too. False, and nothing is added, where they do not follow.
 */
bool mk_statistics_append(struct mk_statistics *statistics, const struct mk_statistics *next);

/*
 * The least length that `share` (above 0, to 1) of the games did not exceed; 0 of no games. Of
 * long games the largest length of their group.
 */
uint64_t mk_statistics_length(const struct mk_statistics *statistics, double share);

/* The same of the processor time of a game, in nanoseconds and at most an eighth too much. */
uint64_t mk_statistics_time(const struct mk_statistics *statistics, double share);

/* The mean payoff with its 95 % interval; NAN of no games. */
struct mk_proportion mk_statistics_payoff(const struct mk_statistics *statistics);

enum { MK_HISTOGRAM_BINS = 24 };

/* A range of lengths and how many games had one of them. */
struct mk_histogram_bin {
	uint64_t from, to, games;
};

/* Bars of equal width from the shortest to the longest game; returns how many, at most
 * MK_HISTOGRAM_BINS. */
size_t mk_statistics_histogram(
	const struct mk_statistics *statistics, struct mk_histogram_bin bars[MK_HISTOGRAM_BINS]);

/* Writes how many games of all that is, their share and its 95 % interval as an object. */
void mk_proportion_write(struct mk_text *out, const char *key, uint64_t hits, uint64_t games);

/* Writes what people want to know as members of the open JSON object. */
void mk_statistics_write(struct mk_text *out, const struct mk_statistics *statistics);

/*
 * All of it as one JSON value, and back: a run that was interrupted goes on from there.
 * MK_MALFORMED where it is none.
 */
void mk_statistics_save(
	struct mk_text *out, const char *key, const struct mk_statistics *statistics);
enum mk_status mk_statistics_load(
	const struct json_t *json, struct mk_statistics *statistics, struct mk_error *error);

/* ---- Two strategies on the same deals ------------------------------------------------------- */

/*
 * `alone[0]` games only the first strategy won, `alone[1]` only the second. `ahead`: by how much
 * the first one's payoff was higher, times 1000, and the squares of that.
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

/* How much more often the first won: the mean of the paired differences with its 95 % interval. */
struct mk_proportion mk_paired_results_difference(const struct mk_paired_results *pairs);

/* The same of their payoffs, in the game's unit. */
struct mk_proportion mk_paired_results_payoff(const struct mk_paired_results *pairs);

/* ---- Playing -------------------------------------------------------------------------------- */

/* No game that ends takes as many moves: one that does is counted as endless. */
enum { MK_SIMULATION_MOVES = 10000 };

/*
 * Plays games play->first to play->first + play->games - 1 one after another and adds them to
 * `statistics`, which ends where they begin. Stops when `cancel` says so: then fewer are added, and
 * none that was cut off. With `other` (may be NULL) each deal is played a second time by that
 * strategy, for `others` and `pairs`. play->decided, progress, lengths and owner (but for `deal`)
 * are not used. Fails as mk_selfplay() does.
 */
struct mk_simulation {
	struct mk_selfplay play;
	const struct mk_strategy *other;
};
enum mk_status mk_simulate(const struct mk_simulation *simulation, struct mk_arena *arena,
	struct mk_statistics *statistics, struct mk_statistics *others,
	struct mk_paired_results *pairs);

#endif
