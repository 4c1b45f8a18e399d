/* The table of operations. What is at the top is asked for most. */
#include "api/access.h"
#include "api/handlers.h"
#include "api/media.h"
#include "api/service.h"

static const char *const message_forms[] = {MEDIA_JSON, MEDIA_TEXT, NULL};
static const char *const json_form[] = {MEDIA_JSON, NULL};
static const char *const text_form[] = {MEDIA_TEXT, NULL};
static const char *const yaml_form[] = {MEDIA_YAML, NULL};
static const char *const page_forms[] = {MEDIA_HTML, MEDIA_TEXT, NULL};
static const char *const picture_form[] = {MEDIA_SVG, NULL};
static const char *const stream_forms[] = {MEDIA_NDJSON, MEDIA_SSE, NULL};

enum { PLAYING = ACCESS_CAMERA | ACCESS_OWNER, WATCHING = ACCESS_COMPANION | ACCESS_OWNER };

const struct route api_routes[] = {
	{"POST", "/v1/sessions/{id}/snapshots", message_forms, snapshot_post, PLAYING},
	{"GET", "/v1/sessions/{id}", message_forms, session_get, WATCHING},
	{"PATCH", "/v1/sessions/{id}", message_forms, session_patch, ACCESS_OWNER},
	{"DELETE", "/v1/sessions/{id}", NULL, session_delete, ACCESS_OWNER},
	{"POST", "/v1/sessions/{id}/moves", message_forms, move_post, PLAYING},
	{"POST", "/v1/sessions/{id}/corrections", message_forms, correction_post, WATCHING},
	{"POST", "/v1/sessions/{id}/undo", message_forms, undo_post, WATCHING},
	{"GET", "/v1/sessions/{id}/advice", message_forms, advice_get, WATCHING},
	{"GET", "/v1/sessions/{id}/history", json_form, history_get, WATCHING},
	{"GET", "/v1/sessions/{id}/events", stream_forms, events_get, WATCHING},
	{"GET", "/v1/sessions", json_form, session_list, ACCESS_ADMIN},
	{"POST", "/v1/sessions", message_forms, session_create, ACCESS_ADMIN},
	{"POST", "/v1/simulations", json_form, simulation_create, ACCESS_ADMIN},
	{"GET", "/v1/simulations", json_form, simulation_list, ACCESS_ADMIN},
	{"GET", "/v1/simulations/{id}", json_form, simulation_get, ACCESS_ADMIN},
	{"DELETE", "/v1/simulations/{id}", json_form, simulation_delete, ACCESS_ADMIN},
	{"GET", "/v1/simulations/{id}/game", json_form, simulation_game_get, ACCESS_ADMIN},
	{"GET", "/v1/simulations/{id}/events", stream_forms, simulation_events_get, ACCESS_ADMIN},
	{"GET", "/v1/statistics", json_form, statistics_get, ACCESS_ADMIN},
	{"GET", "/v1/games", json_form, games_list, ACCESS_ANYONE},
	{"GET", "/livez", message_forms, live_get, ACCESS_ANYONE},
	{"GET", "/readyz", message_forms, ready_get, ACCESS_ANYONE},
	{"GET", "/metrics", text_form, metrics_get, ACCESS_ANYONE},
	{"GET", "/openapi.yaml", yaml_form, contract_get, ACCESS_ANYONE},
	{"GET", "/", page_forms, start_page_get, ACCESS_ANYONE},
	{"GET", "/s/{id}", page_forms, table_page_get, ACCESS_ANYONE},
	{"GET", "/s/{id}/qr.svg", picture_form, table_code_get, ACCESS_COMPANION},
	{"GET", "/companion/{path}", NULL, companion_get, ACCESS_ANYONE},
	{"GET", "/manifest.webmanifest", NULL, companion_get, ACCESS_ANYONE},
	{"GET", "/sw.js", NULL, companion_get, ACCESS_ANYONE},
	{"GET", "/favicon.ico", NULL, companion_get, ACCESS_ANYONE},
};
const size_t api_route_count = sizeof api_routes / sizeof api_routes[0];
