/* The table of operations. What is at the top is asked for most. */
#include "api/handlers/handlers.h"
#include "api/pipeline/authorization.h"
#include "api/pipeline/media.h"
#include "api/service.h"

#include <stddef.h>

static const char *const message_forms[] = {MEDIA_JSON, MEDIA_TEXT, NULL};
static const char *const json_form[] = {MEDIA_JSON, NULL};
static const char *const text_form[] = {MEDIA_TEXT, NULL};
static const char *const yaml_form[] = {MEDIA_YAML, NULL};
static const char *const page_forms[] = {MEDIA_HTML, MEDIA_TEXT, NULL};
static const char *const picture_form[] = {MEDIA_SVG, NULL};
static const char *const stream_forms[] = {MEDIA_NDJSON, MEDIA_SSE, NULL};

enum {
	PLAYING = ACCESS_CAMERA | ACCESS_OWNER,
	WATCHING = ACCESS_COMPANION | ACCESS_OWNER,
	/* The code carries the token that asks for it to others: none that may do more. */
	SHARING = ACCESS_COMPANION | ACCESS_NOT_ADMIN
};

/* Query parameters: what an answer looks like, and what else a route reads. */
#define SHOWN "language", "fields", "max_moves", "strategy"
static const char *const none[] = {NULL};
static const char *const change_query[] = {SHOWN, "budget_ms", "wait", NULL};
static const char *const snapshot_query[] = {
	SHOWN, "budget_ms", "wait", "done", "typed", "explain", NULL};
static const char *const patch_query[] = {SHOWN, NULL};
static const char *const session_query[] = {SHOWN, "after", "wait_s", NULL};
static const char *const create_query[] = {"language", "fields", NULL};
static const char *const advice_query[] = {
	"language", "max_moves", "strategy", "budget_ms", "wait", NULL};
static const char *const history_query[] = {"language", "after", "limit", "explain", NULL};
static const char *const language_query[] = {"language", NULL};
static const char *const list_query[] = {"game", "status", "after", "limit", NULL};
static const char *const game_query[] = {"language", "number", NULL};
/* Messengers and advertisers add parameters of their own to addresses that people share. */
#define ANY_QUERY NULL

const struct route api_routes[] = {
	{"POST", "/v1/sessions/{id}/snapshots", message_forms, snapshot_post, PLAYING,
		snapshot_query},
	{"GET", "/v1/sessions/{id}", message_forms, session_get, WATCHING, session_query},
	{"PATCH", "/v1/sessions/{id}", message_forms, session_patch, ACCESS_OWNER, patch_query},
	{"DELETE", "/v1/sessions/{id}", NULL, session_delete, ACCESS_OWNER, none},
	{"POST", "/v1/sessions/{id}/moves", message_forms, move_post, PLAYING, change_query},
	{"POST", "/v1/sessions/{id}/corrections", message_forms, correction_post, WATCHING,
		change_query},
	{"POST", "/v1/sessions/{id}/undo", message_forms, undo_post, WATCHING, change_query},
	{"GET", "/v1/sessions/{id}/advice", message_forms, advice_get, WATCHING, advice_query},
	{"GET", "/v1/sessions/{id}/history", json_form, history_get, WATCHING, history_query},
	{"GET", "/v1/sessions/{id}/events", stream_forms, events_get, WATCHING, language_query},
	{"GET", "/v1/sessions", json_form, session_list, ACCESS_ADMIN, list_query},
	{"POST", "/v1/sessions", message_forms, session_create, ACCESS_ADMIN, create_query},
	{"POST", "/v1/simulations", json_form, simulation_create, ACCESS_ADMIN, none},
	{"GET", "/v1/simulations", json_form, simulation_list, ACCESS_ADMIN, list_query},
	{"GET", "/v1/simulations/{id}", json_form, simulation_get, ACCESS_ADMIN, none},
	{"DELETE", "/v1/simulations/{id}", json_form, simulation_delete, ACCESS_ADMIN, none},
	{"GET", "/v1/simulations/{id}/game", json_form, simulation_game_get, ACCESS_ADMIN,
		game_query},
	{"GET", "/v1/simulations/{id}/events", stream_forms, simulation_events_get, ACCESS_ADMIN,
		none},
	{"GET", "/v1/statistics", json_form, statistics_get, ACCESS_ADMIN, none},
	{"GET", "/v1/games", json_form, games_list, ACCESS_ANYONE, language_query},
	{"GET", "/livez", message_forms, cached_session_get, ACCESS_ANYONE, none},
	{"GET", "/readyz", message_forms, ready_get, ACCESS_ANYONE, none},
	{"GET", "/metrics", text_form, metrics_get, ACCESS_ANYONE, none},
	{"GET", "/openapi.yaml", yaml_form, contract_get, ACCESS_ANYONE, none},
	{"GET", "/", page_forms, start_page_get, ACCESS_ANYONE, ANY_QUERY},
	{"GET", "/s/{id}", page_forms, table_page_get, ACCESS_ANYONE, ANY_QUERY},
	{"GET", "/s/{id}/qr.svg", picture_form, table_code_get, SHARING, none},
	{"GET", "/companion/{path}", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY},
	{"GET", "/manifest.webmanifest", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY},
	{"GET", "/sw.js", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY},
	{"GET", "/favicon.ico", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY},
};
const size_t api_route_count = sizeof api_routes / sizeof api_routes[0];
