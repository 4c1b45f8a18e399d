/* Prints what was played. */
#include "cli/played.h"

#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { RESULT_ROOM = 8192, SHARE_DIGITS = 6, SECOND_DIGITS = 9 };

static double per(double amount, double whole)
{
	return whole > 0 ? amount / whole : NAN;
}

static double cpu_per_game(const struct mk_statistics *score)
{
	return per((double)score->cpu_ns / 1e9, (double)score->games);
}

/* ---- For people ----------------------------------------------------------------------------- */

static void print_won(const char *name, const struct mk_statistics *tally)
{
	struct mk_proportion won = mk_proportion_of(tally->won, tally->games);

	printf("%-6s %llu of %llu, %.2f %% (95 %%: %.2f to %.2f)\n", name,
		(unsigned long long)tally->won, (unsigned long long)tally->games, 100 * won.value,
		100 * won.low, 100 * won.high);
}

static void print_versus(const struct played *played)
{
	const struct scores *scores = &played->scores;
	struct mk_proportion difference = mk_paired_results_difference(&scores->pairs);

	printf("\n%s on the same deals\n", played->tournament->versus->name);
	print_won("won", &scores->of[1]);
	printf("speed  %.3g ms of CPU a game\n", 1000 * cpu_per_game(&scores->of[1]));
	printf("difference %+.2f points (95 %%: %+.2f to %+.2f); only one won %llu and %llu\n",
		100 * difference.value, 100 * difference.low, 100 * difference.high,
		(unsigned long long)scores->pairs.only_won[0],
		(unsigned long long)scores->pairs.only_won[1]);
}

static void print_calibration(const struct mk_calibration *calibration)
{
	printf("\n%llu predictions, Brier score %.4f\n",
		(unsigned long long)mk_calibration_count(calibration),
		mk_calibration_brier(calibration));
	puts("  expected predictions  in games   said     won    off  by chance");
	for (int i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		const struct mk_calibration_group *group = &calibration->group[i];
		double said = mk_calibration_predicted(group),
		       observed = mk_calibration_observed(group);

		if (group->count > 0) {
			printf("%3d to %3d %% %11llu %9llu  %5.1f %% %5.1f %% %+6.1f  +- %.1f\n",
				10 * i, 10 * (i + 1), (unsigned long long)group->count,
				(unsigned long long)calibration->games[i].count, 100 * said,
				100 * observed, 100 * (observed - said),
				100 * mk_calibration_margin(calibration, (unsigned)i));
		}
	}
}

static void print_more(const struct played *played)
{
	if (played->tournament->versus) {
		print_versus(played);
	}
	if (played->calibration) {
		print_calibration(&played->scores.of[0].calibration);
	}
}

void played_print_text(const struct played *played)
{
	const struct mk_statistics *tally = &played->scores.of[0];
	const struct chosen *chosen = played->tournament->chosen;
	double games = (double)tally->games;

	printf("%s %s, %s, seed %llu\n", chosen->game->name, chosen->preset->name,
		chosen->strategy->name, (unsigned long long)played->tournament->seed);
	if (tally->games == 0) {
		puts("no game was played");
		return;
	}
	print_won("won", tally);
	printf("moves  min %" PRIu64 ", median %" PRIu64 ", p95 %" PRIu64 ", max %" PRIu64 "\n",
		tally->shortest, mk_statistics_length(tally, 0.5),
		mk_statistics_length(tally, 0.95), tally->longest);
	printf("ended  %llu without a move that the strategy wanted, %llu never\n",
		(unsigned long long)tally->no_move, (unsigned long long)tally->move_limit);
	printf("speed  %.0f games/s, %.0f games/s on one core, %.3g ms of CPU a game\n",
		per(games, played->seconds), per(games, played->cpu_seconds),
		1000 * cpu_per_game(&played->scores.of[0]));
	print_more(played);
}

/* ---- For programs --------------------------------------------------------------------------- */

static void write_moves(struct mk_text *out, const struct mk_statistics *tally)
{
	mk_json_open_object(out, "moves");
	mk_json_int(out, "min", (long long)tally->shortest);
	mk_json_int(out, "median", (long long)mk_statistics_length(tally, 0.5));
	mk_json_int(out, "p95", (long long)mk_statistics_length(tally, 0.95));
	mk_json_int(out, "max", (long long)tally->longest);
	mk_json_close_object(out);
}

static void write_chosen(struct mk_text *out, const struct played *played)
{
	const struct chosen *chosen = played->tournament->chosen;
	const struct mk_budget *budget = &played->tournament->budget;

	mk_json_string(out, "game", chosen->game->name);
	mk_json_string(out, "preset", chosen->preset->name);
	mk_json_open_object(out, "rules");
	mk_rules_write(out, chosen->game, &chosen->rules);
	mk_json_close_object(out);
	mk_json_open_object(out, "budget");
	mk_json_int(out, "ms", budget->ms);
	mk_json_int(out, "worlds", (long long)budget->worlds);
	mk_json_int(out, "nodes", (long long)budget->nodes);
	mk_json_close_object(out);
	mk_json_int(out, "seed", (long long)played->tournament->seed);
}

static void write_score(
	struct mk_text *out, const struct mk_strategy *strategy, const struct mk_statistics *score)
{
	struct mk_proportion won = mk_proportion_of(score->won, score->games);

	mk_json_string(out, "strategy", strategy->name);
	mk_json_int(out, "games", (long long)score->games);
	mk_json_int(out, "won", (long long)score->won);
	mk_json_real(out, "won_share", won.value, SHARE_DIGITS);
	mk_json_real(out, "low", won.low, SHARE_DIGITS);
	mk_json_real(out, "high", won.high, SHARE_DIGITS);
	mk_json_real(out, "cpu_s_per_game", cpu_per_game(score), SECOND_DIGITS);
	mk_json_int(out, "gave_up", (long long)score->no_move);
	mk_json_int(out, "endless", (long long)score->move_limit);
	write_moves(out, score);
}

static void write_versus(struct mk_text *out, const struct played *played)
{
	const struct scores *scores = &played->scores;
	struct mk_proportion difference = mk_paired_results_difference(&scores->pairs);

	mk_json_open_object(out, "versus");
	write_score(out, played->tournament->versus, &scores->of[1]);
	mk_json_close_object(out);
	mk_json_open_object(out, "difference");
	mk_json_real(out, "value", difference.value, SHARE_DIGITS);
	mk_json_real(out, "low", difference.low, SHARE_DIGITS);
	mk_json_real(out, "high", difference.high, SHARE_DIGITS);
	mk_json_int(out, "only_first", (long long)scores->pairs.only_won[0]);
	mk_json_int(out, "only_second", (long long)scores->pairs.only_won[1]);
	mk_json_close_object(out);
}

void played_print_json(const struct played *played)
{
	char room[RESULT_ROOM];
	struct mk_text out;
	const struct mk_statistics *own = &played->scores.of[0];
	double games = (double)own->games;

	mk_text_fixed(&out, room, sizeof room);
	mk_json_open_object(&out, NULL);
	write_chosen(&out, played);
	write_score(&out, played->tournament->chosen->strategy, own);
	mk_json_real(&out, "seconds", played->seconds, SHARE_DIGITS);
	mk_json_real(&out, "games_per_second", per(games, played->seconds), 3);
	mk_json_real(&out, "games_per_cpu_s", per(games, ((double)own->cpu_ns / 1e9)), 3);
	if (played->tournament->versus) {
		write_versus(&out, played);
	}
	if (played->calibration) {
		mk_calibration_write(&out, "calibration", &own->calibration);
	}
	mk_json_close_object(&out);
	puts(room);
}
