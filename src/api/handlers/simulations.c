/* Simulations as resources: create, list, read, cancel, and the replay of one game. */
#include "simulation/simulations.h"
#include "api/handlers/handlers.h"
#include "api/pipeline/admission.h"
#include "api/pipeline/idempotency.h"
#include "api/views/simulation_json.h"
#include "base/json.h"
#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

enum { SIMULATION_SIZE = 8192 };

static void respond_simulation(struct call *call, int status, const struct simulation *simulation)
{
	struct mk_text text;

	call_text(call, &text, SIMULATION_SIZE);
	simulation_json_write(&text, NULL, simulation);
	call_respond(call, status, MEDIA_JSON, &text);
}

/* ---- claims --------------------------------------------------------------------------------- */

/* A running simulation counts for its token until it ends or the daemon restarts. */
struct token_claim {
	struct simulation_subscriber subscriber; /* first */
	struct api *api;
	struct claims claims;
};

static void on_claimed_simulation(struct simulation_subscriber *subscriber,
	enum simulation_notification kind, const struct simulation *simulation)
{
	struct token_claim *claim = (struct token_claim *)subscriber;

	(void)simulation;
	if (kind == SIMULATION_PROGRESS) {
		return;
	}
	simulations_unsubscribe(subscriber);
	claims_return(&claim->claims, &claim->api->quotas);
	free(claim);
}

/* Without memory for it the claim ends with the response. */
static void keep_claim(struct call *call, const struct simulation *simulation)
{
	struct token_claim *claim;
	struct mk_error error;

	if (!claims_have(&call->claims, LIMIT_TOKEN_SIMULATIONS)) {
		return;
	}
	claim = malloc(sizeof *claim);
	if (!claim) {
		return;
	}
	*claim = (struct token_claim){
		.subscriber = {.notify = on_claimed_simulation}, .api = call->api};
	claims_move(&call->claims, &claim->claims, LIMIT_TOKEN_SIMULATIONS);
	if (simulations_subscribe(call->api->options.simulations, simulation->id,
		    &claim->subscriber, &error) != MK_OK) {
		claims_return(&claim->claims, &call->api->quotas);
		free(claim);
	}
}

/* ---- create -------------------------------------------------------------------------------- */

static void on_simulation_started(void *context, enum mk_status status,
	const struct simulation *simulation, const struct mk_error *error)
{
	struct call *call = context;
	struct mk_text location;

	if (status == MK_OK) {
		keep_claim(call, simulation);
	}
	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	mk_text_fixed(&location, call->location, sizeof call->location);
	mk_text_put(&location, "/v1/simulations/");
	mk_text_put(&location, simulation->id);
	call_header(call, "Location", call->location);
	respond_simulation(call, 202, simulation);
}

/* 32 bits: every client represents it exactly. */
static uint64_t make_seed(const struct api_options *options)
{
	uint32_t seed;

	options->random(&seed, sizeof seed);
	return seed;
}

void simulation_create(struct call *call)
{
	const struct api_options *options = &call->api->options;
	struct simulation_spec spec = {.seed = make_seed(options)};
	struct mk_error error;

	if (simulation_json_read(call->json, options->strategy, &spec, &error) != MK_OK ||
		admission_claim(call, &call->claims, LIMIT_TOKEN_SIMULATIONS, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	simulations_start(
		options->simulations, &spec, idempotency_record(call), on_simulation_started, call);
}

void simulation_create_reconstruct(struct call *call)
{
	struct mk_error error;
	const struct simulation *simulation = simulations_find(
		call->api->options.simulations, idempotency_record(call)->id, &error);

	if (simulation) {
		on_simulation_started(call, MK_OK, simulation, NULL);
	} else if (error.status == MK_NOT_FOUND) {
		idempotency_fail_no_response(call, "it is gone, or not known here yet");
	} else {
		call_fail(call, &error);
	}
}

/* ---- list --------------------------------------------------------------------------------- */

struct simulation_page {
	int64_t limit;
	const char *game;
	const char *status;
	const struct simulation *
		last; /* the last one of the previous page; NULL: the page begins with the newest */
};

static enum mk_status find_page_start(
	struct call *call, struct simulation_page *page, struct mk_error *error)
{
	const char *after = http_request_query(call->request, "after");
	struct mk_error cause;

	if (!after) {
		return MK_OK;
	}
	page->last = simulations_find(call->api->options.simulations, after, &cause);
	if (page->last) {
		return MK_OK;
	}
	return mk_fail(error, MK_MALFORMED, "invalid_query", "?after",
		"after: must be the `next` of a page");
}

static enum mk_status read_page_params(
	struct call *call, struct simulation_page *page, struct mk_error *error)
{
	static const struct query_range limits = {
		"limit", 1, MAX_PAGE_LENGTH, &limit_rows[LIMIT_PAGE_LENGTH]};
	static const char *const statuses[] = {"running", "finished", "cancelled", NULL};
	const struct http_request *request = call->request;
	enum mk_status status = query_number(
		&limits, http_request_query(request, limits.name), &page->limit, error);

	if (status == MK_OK) {
		status = query_word("status", http_request_query(request, "status"), statuses,
			&page->status, error);
	}
	page->game = http_request_query(request, "game");
	if (status == MK_OK && page->game && !mk_game_find(page->game)) {
		return query_unknown("game", "unknown_game", page->game, error);
	}
	return status == MK_OK ? find_page_start(call, page, error) : status;
}

static bool is_simulation_listed(
	const struct simulation_page *page, const struct simulation *simulation)
{
	return (!page->game || strcmp(page->game, simulation->spec.game->name) == 0) &&
	       (!page->status ||
		       strcmp(page->status, simulation_status_name(simulation->status)) == 0);
}

/* The next listed one after `simulation`, or NULL. */
static const struct simulation *next_listed(const struct simulations *simulations,
	const struct simulation_page *page, const struct simulation *simulation)
{
	do {
		simulation = simulations_next(simulations, simulation);
	} while (simulation && !is_simulation_listed(page, simulation));
	return simulation;
}

static void write_simulation_page(struct mk_text *text, const struct simulations *simulations,
	const struct simulation_page *page)
{
	const struct simulation *last = page->last;
	const struct simulation *next = next_listed(simulations, page, last);

	mk_json_open_object(text, NULL);
	mk_json_open_array(text, "simulations");
	for (int64_t i = 0; i < page->limit && next; i++) {
		simulation_json_summary(text, next);
		last = next;
		next = next_listed(simulations, page, next);
	}
	mk_json_close_array(text);
	mk_json_string(text, "next", next ? last->id : NULL);
	mk_json_close_object(text);
}

void simulation_list(struct call *call)
{
	struct simulations *simulations = call->api->options.simulations;
	struct simulation_page page = {.limit = 20};
	struct mk_error error;
	struct mk_text text;

	if (simulations_check(simulations, &error) != MK_OK ||
		read_page_params(call, &page, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	call_text(call, &text, SIMULATION_SIZE);
	write_simulation_page(&text, simulations, &page);
	call_respond(call, 200, MEDIA_JSON, &text);
}

/* ---- read, cancel --------------------------------------------------------------------------- */

void simulation_get(struct call *call)
{
	struct mk_error error;
	const struct simulation *simulation =
		simulations_find(call->api->options.simulations, call->id, &error);

	if (simulation) {
		respond_simulation(call, 200, simulation);
	} else {
		call_fail(call, &error);
	}
}

static void on_simulation_cancelled(void *context, enum mk_status status,
	const struct simulation *simulation, const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		respond_simulation(call, 200, simulation);
	} else {
		call_fail(call, error);
	}
}

void simulation_delete(struct call *call)
{
	simulations_cancel(call->api->options.simulations, call->id, on_simulation_cancelled, call);
}

/* ---- one game, move by move ----------------------------------------------------------------- */

static void write_replayed_game(struct mk_text *text, const struct simulation_game *game)
{
	const struct simulation_spec *spec = &game->simulation->spec;

	mk_json_open_object(text, NULL);
	mk_json_string(text, "simulation", game->simulation->id);
	mk_json_int(text, "number", (long long)game->number);
	mk_json_string(text, "game", spec->game->name);
	mk_json_string(text, "preset", spec->preset->name);
	mk_json_open_object(text, "rules");
	mk_rules_write(text, spec->game, &spec->rules);
	mk_json_close_object(text);
	mk_json_string(text, "strategy", spec->strategy->name);
	mk_json_string(text, "status", session_status_name(game->outcome));
	mk_json_int(text, "moves", game->moves);
	mk_json_raw(text, "steps", game->steps, strlen(game->steps));
	mk_json_close_object(text);
}

static void on_game_replayed(void *context, enum mk_status status,
	const struct simulation_game *game, const struct mk_error *error)
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
	write_replayed_game(&text, game);
	call_respond_large(call, 200, MEDIA_JSON, &text);
}

/*
 * A client that has closed its sending half has mostly left, and a replay long enough for this to
 * be noticed is expensive.
 */
static void on_replay_half_closed(void *context)
{
	const struct call *call = context;

	simulations_cancel_replay(call->api->options.simulations, call);
}

static void on_replay_disconnect(void *context)
{
	struct call *call = context;

	call->request = NULL;
	on_replay_half_closed(call);
}

void simulation_game_get(struct call *call)
{
	static const struct query_range numbers = {"n", 0, INT64_MAX, NULL};
	const char *number = strrchr(http_request_path(call->request), '/') + 1;
	struct mk_error error;
	int64_t n = 0;

	if (query_number(&numbers, number, &n, &error) != MK_OK) {
		error.where[0] = '\0';
		call_fail(call, &error);
		return;
	}
	http_request_on_disconnect(call->request, on_replay_disconnect, call);
	http_request_on_half_closed(call->request, on_replay_half_closed, call);
	simulations_replay_game(call->api->options.simulations, call->id, (uint64_t)n,
		call_language(call), on_game_replayed, call);
}
