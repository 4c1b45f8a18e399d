/* Simulations as rows of the journal. */
#include "simulation/run.h"

#include "base/json.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const status_names[] = {
	[SIMULATION_RUNNING] = "running",
	[SIMULATION_FINISHED] = "finished",
	[SIMULATION_CANCELLED] = "cancelled",
};
enum { STATUSES = sizeof status_names / sizeof *status_names };

const char *simulation_status_name(enum simulation_status status)
{
	return status_names[status];
}

bool simulation_status_find(const char *name, enum simulation_status *status)
{
	for (int i = 0; i < STATUSES; i++) {
		if (strcmp(status_names[i], name) == 0) {
			*status = (enum simulation_status)i;
			return true;
		}
	}
	return false;
}

/* ---- writing -------------------------------------------------------------------------------- */

void simulation_row_write_spec(struct mk_text *out, const struct simulation_spec *spec)
{
	mk_json_open_object(out, NULL);
	mk_json_literal(out, "game", spec->game->name);
	mk_json_literal(out, "preset", spec->preset->name);
	mk_json_open_object(out, "rules");
	mk_rules_write(out, spec->game, &spec->rules);
	mk_json_close_object(out);
	mk_json_literal(out, "strategy", spec->strategy->name);
	mk_json_int(out, "first", (long long)spec->first);
	mk_json_int(out, "games", (long long)spec->games);
	mk_json_int(out, "seed", (long long)spec->seed);
	mk_json_int(out, "ms", spec->budget.ms);
	mk_json_int(out, "worlds", (long long)spec->budget.worlds);
	mk_json_int(out, "nodes", (long long)spec->budget.nodes);
	mk_json_close_object(out);
}

void simulation_row_write_statistics(struct mk_text *out, const struct mk_statistics *statistics)
{
	mk_statistics_save(out, NULL, statistics);
}

/* ---- reading -------------------------------------------------------------------------------- */

static enum mk_status fail_row(struct mk_error *error, const char *id, const char *problem)
{
	return mk_fail(error, MK_IO, "session_corrupt", "", "simulation %.32s: %s", id, problem);
}

static const char *string_member(const json_t *json, const char *name)
{
	const char *value = json_string_value(json_object_get(json, name));

	return value ? value : "";
}

/* -1: no such member. */
static long long count_member(const json_t *json, const char *name)
{
	const json_t *member = json_object_get(json, name);

	return json_is_integer(member) ? json_integer_value(member) : -1;
}

static bool read_spec_counts(const json_t *json, struct simulation_spec *spec)
{
	long long first = json_object_get(json, "first") ? count_member(json, "first") : 0;
	long long games = count_member(json, "games"), seed = count_member(json, "seed");
	long long ms = count_member(json, "ms"), worlds = count_member(json, "worlds");
	long long nodes = count_member(json, "nodes");

	spec->first = (uint64_t)first;
	spec->games = (uint64_t)games;
	spec->seed = (uint64_t)seed;
	spec->budget = (struct mk_budget){
		.ms = (uint32_t)ms, .worlds = (uint64_t)worlds, .nodes = (uint64_t)nodes};
	return first >= 0 && games > 0 && seed >= 0 && ms >= 0 && ms <= UINT32_MAX && worlds >= 0 &&
	       nodes >= 0;
}

static bool read_row_spec(const json_t *json, struct simulation_spec *spec,
	const struct mk_game *(*find_game)(const char *name))
{
	spec->game = find_game(string_member(json, "game"));
	if (!spec->game) {
		return false;
	}
	spec->preset = mk_preset_find(spec->game, string_member(json, "preset"));
	spec->strategy = mk_strategy_find(spec->game, string_member(json, "strategy"));
	if (!spec->preset || !spec->strategy || !read_spec_counts(json, spec)) {
		return false;
	}
	spec->rules = spec->preset->rules;
	return mk_rules_read(spec->game, json_object_get(json, "rules"), "", &spec->rules, NULL) ==
	       MK_OK;
}

static bool read_statistics(const json_t *json, struct simulation *simulation)
{
	const struct mk_statistics *statistics = &simulation->statistics;

	return mk_statistics_load(json, &simulation->statistics, NULL) == MK_OK &&
	       statistics->first == simulation->spec.first &&
	       statistics->games <= simulation->spec.games;
}

enum mk_status simulation_row_read(const struct journal_simulation *row,
	struct simulation *simulation, const struct mk_game *(*find_game)(const char *name),
	struct mk_error *error)
{
	json_t *spec = json_loads(row->spec, JSON_REJECT_DUPLICATES, NULL);
	json_t *statistics = json_loads(row->statistics, JSON_REJECT_DUPLICATES, NULL);
	struct simulation read = {.created_ms = row->created_ms, .updated_ms = row->updated_ms};
	enum mk_status status = MK_OK;

	memcpy(read.id, row->id, sizeof read.id);
	if (!simulation_status_find(row->status, &read.status)) {
		status = fail_row(error, row->id, "unknown status");
	} else if (!read_row_spec(spec, &read.spec, find_game)) {
		status = fail_row(error, row->id, "unknown game, preset, strategy or rules");
	} else if (!read_statistics(statistics, &read)) {
		status = fail_row(error, row->id, "invalid statistics");
	} else {
		*simulation = read;
	}
	json_decref(spec);
	json_decref(statistics);
	return status;
}
