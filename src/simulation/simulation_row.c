/* Simulations to their rows in the journal, and back. */
#include "simulation/simulation_row.h"

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

void record_write_wish(struct mk_text *out, const struct simulation_spec *wish)
{
	mk_json_open_object(out, NULL);
	mk_json_literal(out, "game", wish->game->name);
	mk_json_literal(out, "preset", wish->preset->name);
	mk_json_open_object(out, "rules");
	mk_rules_write(out, wish->game, &wish->rules);
	mk_json_close_object(out);
	mk_json_literal(out, "strategy", wish->strategy->name);
	mk_json_int(out, "games", (long long)wish->games);
	mk_json_int(out, "seed", (long long)wish->seed);
	mk_json_int(out, "ms", wish->budget.ms);
	mk_json_int(out, "worlds", (long long)wish->budget.worlds);
	mk_json_int(out, "nodes", (long long)wish->budget.nodes);
	mk_json_close_object(out);
}

void record_write_statistics(struct mk_text *out, const struct mk_statistics *statistics)
{
	mk_statistics_save(out, NULL, statistics);
}

/* ---- reading -------------------------------------------------------------------------------- */

static enum mk_status broken(struct mk_error *error, const char *id, const char *what)
{
	return mk_fail(error, MK_IO, "session_corrupt", "", "simulation %.32s: %s", id, what);
}

static const char *word(const json_t *json, const char *name)
{
	const char *value = json_string_value(json_object_get(json, name));

	return value ? value : "";
}

/* -1 where there is no such count. */
static long long count(const json_t *json, const char *name)
{
	const json_t *member = json_object_get(json, name);

	return json_is_integer(member) ? json_integer_value(member) : -1;
}

static bool read_counts(const json_t *json, struct simulation_spec *wish)
{
	long long games = count(json, "games"), seed = count(json, "seed");
	long long ms = count(json, "ms"), worlds = count(json, "worlds");
	long long nodes = count(json, "nodes");

	wish->games = (uint64_t)games;
	wish->seed = (uint64_t)seed;
	wish->budget = (struct mk_budget){
		.ms = (uint32_t)ms, .worlds = (uint64_t)worlds, .nodes = (uint64_t)nodes};
	return games > 0 && seed >= 0 && ms >= 0 && ms <= UINT32_MAX && worlds >= 0 && nodes >= 0;
}

static bool read_wish(const json_t *json, struct simulation_spec *wish,
	const struct mk_game *(*find_game)(const char *name))
{
	wish->game = find_game(word(json, "game"));
	if (!wish->game) {
		return false;
	}
	wish->preset = mk_preset_find(wish->game, word(json, "preset"));
	wish->strategy = mk_strategy_find(wish->game, word(json, "strategy"));
	if (!wish->preset || !wish->strategy || !read_counts(json, wish)) {
		return false;
	}
	wish->rules = wish->preset->rules;
	return mk_rules_read(wish->game, json_object_get(json, "rules"), "", &wish->rules, NULL) ==
	       MK_OK;
}

static bool read_statistics(const json_t *json, struct simulation *simulation)
{
	const struct mk_statistics *statistics = &simulation->statistics;

	return mk_statistics_load(json, &simulation->statistics, NULL) == MK_OK &&
	       statistics->first == 0 && statistics->games <= simulation->wish.games;
}

enum mk_status record_read(const struct journal_simulation *row, struct simulation *simulation,
	const struct mk_game *(*find_game)(const char *name), struct mk_error *error)
{
	json_t *wish = json_loads(row->wish, JSON_REJECT_DUPLICATES, NULL);
	json_t *statistics = json_loads(row->statistics, JSON_REJECT_DUPLICATES, NULL);
	struct simulation read = {.created_ms = row->created_ms, .updated_ms = row->updated_ms};
	enum mk_status status = MK_OK;

	memcpy(read.id, row->id, sizeof read.id);
	if (!simulation_status_find(row->status, &read.status)) {
		status = broken(error, row->id, "it has no status");
	} else if (!read_wish(wish, &read.wish, find_game)) {
		status = broken(error, row->id, "what it plays is unknown here");
	} else if (!read_statistics(statistics, &read)) {
		status = broken(error, row->id, "its statistics are none");
	} else {
		*simulation = read;
	}
	json_decref(wish);
	json_decref(statistics);
	return status;
}
