/* One game of a simulation, to be watched move by move. */
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "api/pipeline/query.h"
#include "base/json.h"
#include "simulation/simulations.h"

#include <string.h>

static void write_game(struct mk_text *text, const struct simulation_game *game)
{
	const struct simulation_spec *wish = &game->simulation->wish;

	mk_json_open_object(text, NULL);
	mk_json_string(text, "simulation", game->simulation->id);
	mk_json_int(text, "number", (long long)game->number);
	mk_json_string(text, "game", wish->game->name);
	mk_json_string(text, "preset", wish->preset->name);
	mk_json_open_object(text, "rules");
	mk_rules_write(text, wish->game, &wish->rules);
	mk_json_close_object(text);
	mk_json_string(text, "strategy", wish->strategy->name);
	mk_json_string(text, "status", session_status_name(game->outcome));
	mk_json_int(text, "moves", game->moves);
	mk_json_raw(text, "steps", game->steps, strlen(game->steps));
	mk_json_close_object(text);
}

static void on_replayed(void *context, enum mk_status status, const struct simulation_game *game,
	const struct mk_error *error)
{
	struct call *call = context;
	struct mk_text text;

	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	call_text(call, &text, strlen(game->steps) + 8192);
	write_game(&text, game);
	call_large(call, 200, MEDIA_JSON, &text);
}

void simulation_game_get(struct call *call)
{
	static const struct query_range numbers = {"number", 0, INT64_MAX, NULL};
	const struct api_options *options = &call->api->options;
	const struct http_request *request = call->request;
	enum mk_language language = options->language;
	struct mk_error error;
	int64_t number = 0;

	media_language(http_request_header(request, "Accept-Language"), &language);
	if (query_language("language", http_request_query(request, "language"), &language,
		    &error) != MK_OK ||
		query_number(&numbers, http_request_query(request, numbers.name), &number,
			&error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	simulations_replay_game(
		options->simulations, call->id, (uint64_t)number, language, on_replayed, call);
}
