/* Statistics as JSON: for people, and complete. */
#include <makker/statistics.h>

#include "base/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

enum { SHARE_DIGITS = 6 };

static const uint64_t MAX_GAMES = UINT64_MAX / 4;

/* ---- For people ----------------------------------------------------------------------------- */

void mk_proportion_write(struct mk_text *out, const char *key, uint64_t hits, uint64_t games)
{
	struct mk_proportion share = mk_proportion_of(hits, games);

	mk_json_open_object(out, key);
	mk_json_int(out, "games", (long long)hits);
	mk_json_real(out, "share", games ? share.value : NAN, SHARE_DIGITS);
	mk_json_real(out, "low", share.low, SHARE_DIGITS);
	mk_json_real(out, "high", share.high, SHARE_DIGITS);
	mk_json_close_object(out);
}

static void write_payoff(struct mk_text *out, const struct mk_statistics *statistics)
{
	struct mk_proportion payoff = mk_statistics_payoff(statistics);

	mk_json_open_object(out, "payoff");
	mk_json_real(out, "mean", payoff.value, SHARE_DIGITS);
	mk_json_real(out, "low", payoff.low, SHARE_DIGITS);
	mk_json_real(out, "high", payoff.high, SHARE_DIGITS);
	mk_json_close_object(out);
}

static void write_histogram(struct mk_text *out, const struct mk_statistics *statistics)
{
	struct mk_histogram_bin bars[MK_HISTOGRAM_BINS];
	size_t count = mk_statistics_histogram(statistics, bars);

	mk_json_open_array(out, "histogram");
	for (size_t i = 0; i < count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_int(out, "from", (long long)bars[i].from);
		mk_json_int(out, "to", (long long)bars[i].to);
		mk_json_int(out, "games", (long long)bars[i].games);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_length(struct mk_text *out, const struct mk_statistics *statistics)
{
	double games = (double)statistics->games;

	mk_json_open_object(out, "length");
	mk_json_int(out, "min", (long long)statistics->shortest);
	mk_json_int(out, "median", (long long)mk_statistics_length(statistics, 0.5));
	mk_json_int(out, "p95", (long long)mk_statistics_length(statistics, 0.95));
	mk_json_int(out, "max", (long long)statistics->longest);
	mk_json_real(out, "mean", (double)statistics->length_sum / games, 3);
	write_histogram(out, statistics);
	mk_json_close_object(out);
}

static void write_streaks(struct mk_text *out, const struct mk_statistics *statistics)
{
	mk_json_open_object(out, "streaks");
	mk_json_int(out, "longest_won", (long long)statistics->longest_won);
	mk_json_int(out, "longest_not_won", (long long)statistics->longest_not_won);
	mk_json_int(out, "current", (long long)statistics->streak_end);
	mk_json_close_object(out);
}

static void write_group(
	struct mk_text *out, const struct mk_calibration *calibration, unsigned place)
{
	const struct mk_calibration_group *group = &calibration->group[place];

	mk_json_open_object(out, NULL);
	mk_json_real(out, "from", place / (double)MK_CALIBRATION_GROUPS, 1);
	mk_json_real(out, "to", (place + 1) / (double)MK_CALIBRATION_GROUPS, 1);
	mk_json_int(out, "predictions", (long long)group->count);
	mk_json_real(out, "predicted", mk_calibration_predicted(group), SHARE_DIGITS);
	mk_json_real(out, "observed", mk_calibration_observed(group), SHARE_DIGITS);
	mk_json_int(out, "games", (long long)calibration->games[place].count);
	mk_json_real(out, "margin", mk_calibration_margin(calibration, place), SHARE_DIGITS);
	mk_json_close_object(out);
}

void mk_calibration_write(
	struct mk_text *out, const char *key, const struct mk_calibration *calibration)
{
	mk_json_open_object(out, key);
	mk_json_int(out, "predictions", (long long)mk_calibration_count(calibration));
	mk_json_real(out, "brier", mk_calibration_brier(calibration), SHARE_DIGITS);
	mk_json_open_array(out, "deciles");
	for (unsigned i = 0; i < MK_CALIBRATION_GROUPS; i++) {
		write_group(out, calibration, i);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

static void write_speed(struct mk_text *out, const struct mk_statistics *statistics)
{
	double seconds = (double)statistics->cpu_ns / 1e9;

	mk_json_open_object(out, "speed");
	mk_json_real(out, "cpu_s", seconds, SHARE_DIGITS);
	mk_json_real(out, "games_per_cpu_s", (double)statistics->games / seconds, 3);
	mk_json_real(out, "decisions_per_cpu_s", (double)statistics->moves / seconds, 3);
	mk_json_real(out, "nodes_per_cpu_s", (double)statistics->nodes / seconds, 3);
	mk_json_real(out, "median_game_ms", (double)mk_statistics_time(statistics, 0.5) / 1e6, 3);
	mk_json_real(out, "p95_game_ms", (double)mk_statistics_time(statistics, 0.95) / 1e6, 3);
	mk_json_close_object(out);
}

void mk_statistics_write(struct mk_text *out, const struct mk_statistics *statistics)
{
	mk_json_int(out, "played", (long long)statistics->games);
	mk_proportion_write(out, "won", statistics->won, statistics->games);
	mk_proportion_write(out, "lost", statistics->lost, statistics->games);
	mk_proportion_write(out, "drawn", statistics->drawn, statistics->games);
	mk_json_int(out, "gave_up", (long long)statistics->no_move);
	mk_json_int(out, "endless", (long long)statistics->move_limit);
	write_payoff(out, statistics);
	write_length(out, statistics);
	write_streaks(out, statistics);
	mk_json_int(out, "decisions", (long long)statistics->moves);
	mk_json_int(out, "nodes", (long long)statistics->nodes);
	write_speed(out, statistics);
	if (mk_calibration_count(&statistics->calibration) > 0) {
		mk_calibration_write(out, "calibration", &statistics->calibration);
	}
}

/* ---- Whole ---------------------------------------------------------------------------------- */

/* Every number except those in lists: its name and offset. */
#define NUMBER(name) \
	{ \
#name, offsetof(struct mk_statistics, name) \
	}
static const struct number {
	const char *name;
	size_t at;
} numbers[] = {
	NUMBER(first),
	NUMBER(games),
	NUMBER(won),
	NUMBER(lost),
	NUMBER(drawn),
	{"gave_up", offsetof(struct mk_statistics, no_move)},
	{"endless", offsetof(struct mk_statistics, move_limit)},
	NUMBER(moves),
	NUMBER(nodes),
	NUMBER(payoff),
	NUMBER(payoff_squares),
	NUMBER(longest_won),
	NUMBER(longest_not_won),
	NUMBER(streak_begin),
	NUMBER(streak_end),
	NUMBER(shortest),
	NUMBER(longest),
	NUMBER(length_sum),
	{"thinking_ns", offsetof(struct mk_statistics, cpu_ns)},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };
enum { CALIBRATION_NUMBERS = sizeof(struct mk_calibration) / sizeof(uint64_t) };

/* Stored runs of earlier versions, without games per group. */
enum { OLD_CALIBRATION = offsetof(struct mk_calibration, games) / sizeof(uint64_t) };

static int64_t number_at(const struct mk_statistics *statistics, size_t at)
{
	int64_t number;

	memcpy(&number, (const char *)statistics + at, sizeof number);
	return number;
}

/* Writes only groups with games, as pairs of the group and its count. */
static void save_groups(
	struct mk_text *out, const char *key, const uint64_t *of_group, size_t groups)
{
	mk_json_open_array(out, key);
	for (size_t i = 0; i < groups; i++) {
		if (of_group[i] > 0) {
			mk_json_int(out, NULL, (long long)i);
			mk_json_int(out, NULL, (long long)of_group[i]);
		}
	}
	mk_json_close_array(out);
}

void mk_statistics_save(
	struct mk_text *out, const char *key, const struct mk_statistics *statistics)
{
	const uint64_t *calibration = (const uint64_t *)&statistics->calibration;

	mk_json_open_object(out, key);
	for (size_t i = 0; i < NUMBERS; i++) {
		mk_json_int(out, numbers[i].name, number_at(statistics, numbers[i].at));
	}
	save_groups(out, "lengths", statistics->of_length, MK_LENGTHS);
	save_groups(out, "times", statistics->of_time, MK_TIMES);
	mk_json_open_array(out, "calibration");
	for (size_t i = 0; i < CALIBRATION_NUMBERS; i++) {
		mk_json_int(out, NULL, (long long)calibration[i]);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

static enum mk_status bad(struct mk_error *error, const char *name)
{
	char where[40];

	snprintf(where, sizeof where, "/%.32s", name);
	return mk_fail(error, MK_MALFORMED, "invalid_statistics", where, "these are no statistics");
}

static bool is_count(const json_t *json)
{
	return json_is_integer(json) && json_integer_value(json) >= 0;
}

/* Reads groups from `first` on, whose counts must add up to the number of games. */
static bool load_groups(
	const json_t *json, uint64_t *of_group, size_t first, size_t groups, uint64_t all)
{
	uint64_t games = 0;

	for (size_t i = 0; i + 1 < json_array_size(json); i += 2) {
		const json_t *group = json_array_get(json, i), *count = json_array_get(json, i + 1);

		if (!is_count(group) || (uint64_t)json_integer_value(group) < first ||
			(uint64_t)json_integer_value(group) >= groups || !is_count(count)) {
			return false;
		}
		of_group[json_integer_value(group)] += (uint64_t)json_integer_value(count);
		games += (uint64_t)json_integer_value(count);
	}
	return json_is_array(json) && games == all;
}

/* Lengths begin with the shortest. */
static bool load_lengths(const json_t *json, struct mk_statistics *read)
{
	return load_groups(
		json, read->of_length, mk_length_group(read->shortest), MK_LENGTHS, read->games);
}

static bool load_times(const json_t *json, struct mk_statistics *read)
{
	return load_groups(json, read->of_time, MK_TIMES_FIRST, MK_TIMES, read->games);
}

static bool load_calibration(const json_t *json, struct mk_statistics *statistics)
{
	uint64_t *calibration = (uint64_t *)&statistics->calibration;
	size_t count = json_array_size(json);

	if (count != CALIBRATION_NUMBERS && count != OLD_CALIBRATION) {
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (!is_count(json_array_get(json, i))) {
			return false;
		}
		calibration[i] = (uint64_t)json_integer_value(json_array_get(json, i));
	}
	return true;
}

enum mk_status mk_statistics_load(
	const struct json_t *json, struct mk_statistics *statistics, struct mk_error *error)
{
	struct mk_statistics read = {.first = 0};

	for (size_t i = 0; i < NUMBERS; i++) {
		const json_t *number = json_object_get(json, numbers[i].name);
		int64_t value = json_integer_value(number);

		if (!json_is_integer(number)) {
			return bad(error, numbers[i].name);
		}
		memcpy((char *)&read + numbers[i].at, &value, sizeof value);
	}
	if (read.won + read.lost + read.drawn != read.games || read.games > MAX_GAMES) {
		return bad(error, "games");
	}
	if (read.longest > INT64_MAX) {
		return bad(error, "longest");
	}
	if (read.shortest > read.longest) {
		return bad(error, "shortest");
	}
	if (!load_lengths(json_object_get(json, "lengths"), &read)) {
		return bad(error, "lengths");
	}
	if (!load_times(json_object_get(json, "times"), &read)) {
		return bad(error, "times");
	}
	if (!load_calibration(json_object_get(json, "calibration"), &read)) {
		return bad(error, "calibration");
	}
	*statistics = read;
	return MK_OK;
}
