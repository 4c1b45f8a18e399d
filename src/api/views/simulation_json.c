/* Simulations as JSON. */
#include "api/views/simulation_json.h"

#include "api/views/body.h"
#include "api/views/session_json.h"
#include "api/views/session_spec_json.h"
#include "base/json.h"
#include "base/limits.h"

#include <jansson.h>
#include <stdio.h>

/* ---- writing -------------------------------------------------------------------------------- */

static void write_head(struct mk_text *out, const struct simulation *simulation)
{
	const struct simulation_spec *spec = &simulation->spec;

	mk_json_literal(out, "id", simulation->id);
	mk_json_literal(out, "game", spec->game->name);
	mk_json_literal(out, "preset", spec->preset->name);
	mk_json_literal(out, "strategy", spec->strategy->name);
	mk_json_int(out, "first", (long long)spec->first);
	mk_json_int(out, "games", (long long)spec->games);
	mk_json_int(out, "seed", (long long)spec->seed);
	mk_json_literal(out, "status", simulation_status_name(simulation->status));
	mk_json_int(out, "played", (long long)simulation->statistics.games);
	session_json_time(out, "created_at", simulation->created_ms);
	session_json_time(out, "updated_at", simulation->updated_ms);
}

static void write_budget(struct mk_text *out, const struct mk_budget *budget)
{
	mk_json_open_object(out, "budget");
	mk_json_int(out, "ms", budget->ms);
	mk_json_int(out, "worlds", (long long)budget->worlds);
	mk_json_int(out, "nodes", (long long)budget->nodes);
	mk_json_close_object(out);
}

void simulation_json_write(
	struct mk_text *out, const char *key, const struct simulation *simulation)
{
	const struct simulation_spec *spec = &simulation->spec;

	mk_json_open_object(out, key);
	write_head(out, simulation);
	mk_json_open_object(out, "rules");
	mk_rules_write(out, spec->game, &spec->rules);
	mk_json_close_object(out);
	write_budget(out, &spec->budget);
	mk_json_open_object(out, "statistics");
	mk_statistics_write(out, &simulation->statistics);
	mk_json_close_object(out);
	mk_json_close_object(out);
}

void simulation_json_summary(struct mk_text *out, const struct simulation *simulation)
{
	mk_json_open_object(out, NULL);
	write_head(out, simulation);
	mk_json_close_object(out);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The largest number that every client can represent. */
static const long long MAX_SEED = (1LL << 53) - 1;

struct count {
	const char *name;
	const char *where;
	long long least, most;
	const struct limit_row *limit; /* the row whose value `most` is; NULL: none */
};

static const struct count games = {
	"games", "/games", 1, MAX_SIMULATED_GAMES, &limit_rows[LIMIT_SIMULATED_GAMES]};
/* Bounded so that every client represents the number of the last game exactly, too. */
static const struct count first = {"first", "/first", 0, MAX_SEED - MAX_SIMULATED_GAMES, NULL};
static const struct count seed = {"seed", "/seed", 0, MAX_SEED, NULL};
static const struct count ms = {"ms", "/budget/ms", 0, MAX_THINK_MS, NULL};
static const struct count worlds = {"worlds", "/budget/worlds", 0, 1000000, NULL};
static const struct count nodes = {"nodes", "/budget/nodes", 0, 1000000000, NULL};

static enum mk_status read_count(
	const json_t *json, const struct count *count, uint64_t *value, struct mk_error *error)
{
	const json_t *member = json_object_get(json, count->name);
	long long number = json_integer_value(member);

	if (!member) {
		return MK_OK;
	}
	if (!json_is_integer(member)) {
		return mk_fail_expected(error, "invalid_type", count->where, MK_WANTED_NUMBER);
	}
	if (number < count->least || number > count->most) {
		return mk_fail_expected_in(error,
			number > count->most && count->limit ? count->limit->code : "invalid_value",
			count->where, MK_WANTED_NUMBER_IN, count->least, count->most);
	}
	*value = (uint64_t)number;
	return MK_OK;
}

static enum mk_status read_game_count(
	const json_t *json, struct simulation_spec *spec, struct mk_error *error)
{
	if (!json_object_get(json, "games")) {
		return mk_fail_missing(error, "/games");
	}
	return read_count(json, &games, &spec->games, error);
}

static enum mk_status read_budget(
	const json_t *json, struct mk_budget *budget, struct mk_error *error)
{
	const json_t *member = json_object_get(json, "budget");
	uint64_t time = 0;
	enum mk_status status = MK_OK;

	if (member && !json_is_object(member)) {
		return mk_fail_expected(error, "invalid_type", "/budget", MK_WANTED_OBJECT);
	}
	status = read_count(member, &ms, &time, error);
	if (status == MK_OK) {
		status = read_count(member, &worlds, &budget->worlds, error);
	}
	if (status == MK_OK) {
		status = read_count(member, &nodes, &budget->nodes, error);
	}
	budget->ms = (uint32_t)time;
	return status;
}

static const struct mk_member budget_members[] = {
	{"ms", NULL}, {"worlds", NULL}, {"nodes", NULL}, {0}};
static const struct mk_member members[] = {
	{"game", NULL},
	{"preset", NULL},
	{"rules", NULL},
	{"strategy", NULL},
	{"first", NULL},
	{"games", NULL},
	{"seed", NULL},
	{"budget", budget_members},
	{0},
};

enum mk_status simulation_json_read(const struct json_t *json, const char *strategy,
	struct simulation_spec *spec, struct mk_error *error)
{
	struct session_spec play = {.game = NULL};
	enum mk_status status = mk_members_check(json, members, NULL, "", error);

	if (status == MK_OK) {
		status = session_spec_read_play(json, strategy, &play, error);
	}
	if (status == MK_OK) {
		status = read_game_count(json, spec, error);
	}
	if (status == MK_OK) {
		status = read_count(json, &first, &spec->first, error);
	}
	if (status == MK_OK) {
		status = read_count(json, &seed, &spec->seed, error);
	}
	if (status == MK_OK) {
		status = read_budget(json, &spec->budget, error);
	}
	spec->game = play.game;
	spec->preset = play.preset;
	spec->rules = play.rules;
	spec->strategy = play.strategy;
	return status;
}
