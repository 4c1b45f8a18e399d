/* Simulations as resources: begun, listed, shown, cancelled. */
#include "simulation/simulations.h"
#include "api/handlers/change.h"
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "api/pipeline/query.h"
#include "api/views/simulation_json.h"
#include "base/json.h"
#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_ROOM = 8192 };

static void answer_simulation(struct call *call, int status, const struct simulation *simulation)
{
	struct mk_text text;

	call_text(call, &text, ANSWER_ROOM);
	simulation_json_write(&text, NULL, simulation);
	call_reply(call, status, MEDIA_JSON, &text);
}

/* ---- whose it is ---------------------------------------------------------------------------- */

/* A running simulation counts for its token until it ends. A restart forgets whose it was. */
struct holder {
	struct simulation_listener listener; /* first */
	struct api *api;
	struct claims claims;
};

static void hear_end(struct simulation_listener *listener, enum simulation_notification news,
	const struct simulation *simulation)
{
	struct holder *holder = (struct holder *)listener;

	(void)simulation;
	if (news == SIMULATION_PROGRESS) {
		return;
	}
	simulations_unsubscribe(listener);
	claims_give(&holder->claims, holder->api);
	free(holder);
}

/* Without memory for that it counts until it is answered. */
static void hold_place(struct call *call, const struct simulation *simulation)
{
	struct holder *holder;
	struct mk_error error;

	if (!claims_have(&call->claims, LIMIT_TOKEN_SIMULATIONS)) {
		return;
	}
	holder = malloc(sizeof *holder);
	if (!holder) {
		return;
	}
	*holder = (struct holder){.listener = {.hear = hear_end}, .api = call->api};
	claims_move(&call->claims, &holder->claims, LIMIT_TOKEN_SIMULATIONS);
	if (simulations_subscribe(call->api->options.simulations, simulation->id, &holder->listener,
		    &error) != MK_OK) {
		claims_give(&holder->claims, call->api);
		free(holder);
	}
}

/* ---- a new one ------------------------------------------------------------------------------ */

static void on_begun(void *context, enum mk_status status, const struct simulation *simulation,
	const struct mk_error *error)
{
	struct call *call = context;
	struct mk_text location;

	if (status == MK_OK) {
		hold_place(call, simulation);
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
	answer_simulation(call, 202, simulation);
}

/* Small enough for every client to hold in a number. */
static uint64_t random_seed(const struct api_options *options)
{
	uint32_t seed;

	options->random(&seed, sizeof seed);
	return seed;
}

void simulation_create(struct call *call)
{
	const struct api_options *options = &call->api->options;
	struct simulation_spec wish = {.seed = random_seed(options)};
	struct mk_error error;

	if (!change_read_json(call)) {
		return;
	}
	if (simulation_json_read(call->json, options->strategy, &wish, &error) != MK_OK ||
		claims_take(&call->claims, call, LIMIT_TOKEN_SIMULATIONS, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	simulations_start(options->simulations, &wish, idempotency_record(call), on_begun, call);
}

void simulation_create_again(struct call *call)
{
	struct mk_error error;
	const struct simulation *simulation = simulations_find(
		call->api->options.simulations, idempotency_record(call)->id, &error);

	if (simulation) {
		on_begun(call, MK_OK, simulation, NULL);
	} else if (error.status == MK_NOT_FOUND) {
		idempotency_fail_no_response(call, "it is gone, or not known here yet");
	} else {
		call_fail(call, &error);
	}
}

/* ---- a page of them ------------------------------------------------------------------------- */

struct page {
	int64_t limit;
	const char *game;
	const char *status;
	const struct simulation *last; /* of the page before; NULL: from the newest */
};

static enum mk_status find_place(struct call *call, struct page *page, struct mk_error *error)
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

static enum mk_status read_page(struct call *call, struct page *page, struct mk_error *error)
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
	return status == MK_OK ? find_place(call, page, error) : status;
}

static bool is_wanted(const struct page *page, const struct simulation *simulation)
{
	return (!page->game || strcmp(page->game, simulation->wish.game->name) == 0) &&
	       (!page->status ||
		       strcmp(page->status, simulation_status_name(simulation->status)) == 0);
}

/* The next one that is wanted behind `simulation`, or NULL. */
static const struct simulation *next_wanted(const struct simulations *simulations,
	const struct page *page, const struct simulation *simulation)
{
	do {
		simulation = simulations_next(simulations, simulation);
	} while (simulation && !is_wanted(page, simulation));
	return simulation;
}

static void write_page(
	struct mk_text *text, const struct simulations *simulations, const struct page *page)
{
	const struct simulation *last = page->last;
	const struct simulation *next = next_wanted(simulations, page, last);

	mk_json_open_object(text, NULL);
	mk_json_open_array(text, "simulations");
	for (int64_t i = 0; i < page->limit && next; i++) {
		simulation_json_summary(text, next);
		last = next;
		next = next_wanted(simulations, page, next);
	}
	mk_json_close_array(text);
	mk_json_string(text, "next", next ? last->id : NULL);
	mk_json_close_object(text);
}

void simulation_list(struct call *call)
{
	struct simulations *simulations = call->api->options.simulations;
	struct page page = {.limit = 20};
	struct mk_error error;
	struct mk_text text;

	if (simulations_check(simulations, &error) != MK_OK ||
		read_page(call, &page, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	call_text(call, &text, ANSWER_ROOM);
	write_page(&text, simulations, &page);
	call_reply(call, 200, MEDIA_JSON, &text);
}

/* ---- one of them ---------------------------------------------------------------------------- */

void simulation_get(struct call *call)
{
	struct mk_error error;
	const struct simulation *simulation =
		simulations_find(call->api->options.simulations, call->id, &error);

	if (simulation) {
		answer_simulation(call, 200, simulation);
	} else {
		call_fail(call, &error);
	}
}

static void on_cancelled(void *context, enum mk_status status, const struct simulation *simulation,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		answer_simulation(call, 200, simulation);
	} else {
		call_fail(call, error);
	}
}

void simulation_delete(struct call *call)
{
	simulations_cancel(call->api->options.simulations, call->id, on_cancelled, call);
}
