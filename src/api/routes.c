/* The table of operations. What is at the top is asked for most. */
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

const struct route api_routes[] = {
	{"POST", "/v1/sessions/{id}/snapshots", message_forms, snapshot_post},
	{"GET", "/v1/sessions/{id}", message_forms, session_get},
	{"PATCH", "/v1/sessions/{id}", message_forms, session_patch},
	{"DELETE", "/v1/sessions/{id}", NULL, session_delete},
	{"POST", "/v1/sessions/{id}/moves", message_forms, move_post},
	{"POST", "/v1/sessions/{id}/corrections", message_forms, correction_post},
	{"POST", "/v1/sessions/{id}/undo", message_forms, undo_post},
	{"GET", "/v1/sessions/{id}/advice", message_forms, advice_get},
	{"GET", "/v1/sessions/{id}/history", json_form, history_get},
	{"GET", "/v1/sessions/{id}/events", stream_forms, events_get},
	{"GET", "/v1/sessions", json_form, session_list},
	{"POST", "/v1/sessions", message_forms, session_create},
	{"GET", "/v1/games", json_form, games_list},
	{"GET", "/livez", message_forms, live_get},
	{"GET", "/readyz", message_forms, ready_get},
	{"GET", "/metrics", text_form, metrics_get},
	{"GET", "/openapi.yaml", yaml_form, contract_get},
	{"GET", "/", page_forms, start_page_get},
	{"GET", "/s/{id}", page_forms, table_page_get},
	{"GET", "/s/{id}/qr.svg", picture_form, table_code_get},
	{"GET", "/companion/{path}", NULL, companion_get},
	{"GET", "/manifest.webmanifest", NULL, companion_get},
	{"GET", "/sw.js", NULL, companion_get},
	{"GET", "/favicon.ico", NULL, companion_get},
};
const size_t api_route_count = sizeof api_routes / sizeof api_routes[0];
