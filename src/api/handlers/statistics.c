/* The results of all finished games: played as advised, otherwise, and simulated. */
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "base/json.h"
#include "session/sessions.h"
#include "simulation/simulations.h"

#include <makker/statistics.h>
#include <string.h>

enum { STATISTICS_SIZE = 8192 };

/* The results of one kind of games. */
struct ends {
	uint64_t won, lost, drawn;
};

/* All finished games. */
struct ended_sessions {
	const struct journal_outcome_count *tallies;
	size_t count;
};

static void add_count(struct ends *ends, const struct journal_outcome_count *tally)
{
	if (strcmp(tally->status, "won") == 0) {
		ends->won += tally->tables;
	} else if (strcmp(tally->status, "lost") == 0 || strcmp(tally->status, "stopped") == 0) {
		ends->lost += tally->tables;
	} else {
		ends->drawn += tally->tables;
	}
}

static struct ends ends_of_sessions(
	const struct ended_sessions *tables, const char *game, bool advised)
{
	struct ends ends = {0};

	for (size_t i = 0; i < tables->count; i++) {
		const struct journal_outcome_count *tally = &tables->tallies[i];

		if (tally->advised == advised && strcmp(tally->game, game) == 0) {
			add_count(&ends, tally);
		}
	}
	return ends;
}

static struct ends ends_of_simulations(
	const struct simulations *simulations, const struct mk_game *game)
{
	const struct simulation *simulation = NULL;
	struct ends ends = {0};

	while ((simulation = simulations_next(simulations, simulation)) != NULL) {
		if (simulation->spec.game == game) {
			ends.won += simulation->statistics.won;
			ends.lost += simulation->statistics.lost;
			ends.drawn += simulation->statistics.drawn;
		}
	}
	return ends;
}

static void write_ends(struct mk_text *text, const char *key, struct ends ends)
{
	uint64_t games = ends.won + ends.lost + ends.drawn;

	mk_json_open_object(text, key);
	mk_json_int(text, "played", (long long)games);
	mk_proportion_write(text, "won", ends.won, games);
	mk_proportion_write(text, "lost", ends.lost, games);
	mk_proportion_write(text, "drawn", ends.drawn, games);
	mk_json_close_object(text);
}

static void write_game_statistics(struct mk_text *text, const struct mk_game *game,
	const struct ended_sessions *tables, const struct simulations *simulations)
{
	mk_json_open_object(text, NULL);
	mk_json_string(text, "game", game->name);
	write_ends(text, "advised", ends_of_sessions(tables, game->name, true));
	write_ends(text, "unadvised", ends_of_sessions(tables, game->name, false));
	write_ends(text, "automatic", ends_of_simulations(simulations, game));
	mk_json_close_object(text);
}

static void respond_statistics(struct call *call, const struct ended_sessions *tables)
{
	struct mk_text text;

	call_text(call, &text, STATISTICS_SIZE);
	mk_json_open_object(&text, NULL);
	mk_json_open_array(&text, "games");
	for (size_t i = 0; i < mk_game_count; i++) {
		write_game_statistics(&text, mk_games[i], tables, call->api->options.simulations);
	}
	mk_json_close_array(&text);
	mk_json_close_object(&text);
	call_respond_large(call, 200, MEDIA_JSON, &text);
}

static void on_tallied(void *context, enum mk_status status,
	const struct journal_outcome_count *tallies, size_t count)
{
	struct call *call = context;
	struct mk_error error;

	if (!call_is_connected(call)) {
		return;
	}
	phases_end(&call->phases, PHASE_LOAD);
	if (status != MK_OK) {
		mk_fail(&error, status, "store_unavailable", "", "the store cannot be read");
		call_fail(call, &error);
		return;
	}
	respond_statistics(call, &(struct ended_sessions){tallies, count});
}

void statistics_get(struct call *call)
{
	const struct api_options *options = &call->api->options;
	struct mk_error error;

	if (simulations_check(options->simulations, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_count_outcomes(options->sessions, on_tallied, call);
}
