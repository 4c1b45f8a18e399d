/* The table of operations; the most frequent ones come first. */
#include "api/handlers/handlers.h"
#include "api/pipeline/authorization.h"
#include "api/pipeline/negotiation.h"
#include "api/service.h"

#include <stddef.h>

static const char *const message_forms[] = {MEDIA_JSON, MEDIA_TEXT, NULL};
static const char *const json_form[] = {MEDIA_JSON, NULL};
static const char *const text_form[] = {MEDIA_TEXT, NULL};
static const char *const yaml_form[] = {MEDIA_YAML, NULL};
static const char *const page_forms[] = {MEDIA_HTML, MEDIA_TEXT, NULL};
static const char *const picture_form[] = {MEDIA_SVG, NULL};
static const char *const rules_forms[] = {MEDIA_JSON, MEDIA_MARKDOWN, NULL};
static const char *const stream_forms[] = {MEDIA_NDJSON, MEDIA_SSE, NULL};

enum {
	PLAYING = ACCESS_CAMERA | ACCESS_OWNER,
	WATCHING = ACCESS_COMPANION | ACCESS_OWNER,
	/*
	 * The QR code contains the token of the request, so tokens of stronger roles must not
	 * request it.
	 */
	SHARING = ACCESS_COMPANION | ACCESS_NOT_ADMIN
};

/* Query parameters: those of every response with a session, and the additional ones of a route. */
#define REPRESENTATION "language", "fields", "max_moves", "strategy"
static const char *const none[] = {NULL};
static const char *const change_query[] = {REPRESENTATION, "budget_ms", "wait", NULL};
static const char *const snapshot_query[] = {
	REPRESENTATION, "budget_ms", "wait", "done", "typed", "explain", NULL};
static const char *const patch_query[] = {REPRESENTATION, NULL};
static const char *const session_query[] = {REPRESENTATION, "after", "wait_s", NULL};
static const char *const create_query[] = {"language", "fields", NULL};
static const char *const advice_query[] = {
	"language", "max_moves", "strategy", "budget_ms", "wait", NULL};
static const char *const history_query[] = {"language", "after", "limit", "explain", NULL};
static const char *const review_query[] = {
	"language", "budget_ms", "nodes", "after", "limit", "tables", NULL};
static const char *const language_query[] = {"language", NULL};
static const char *const rules_query[] = {"language", "preset", "rules", NULL};
static const char *const ready_query[] = {"ignore", NULL};
static const char *const list_query[] = {"game", "status", "after", "limit", NULL};
/* Messengers and advertisers add parameters to shared addresses. */
#define ANY_QUERY NULL

/* The last columns for operations that change a session, read one, and others. */
#define CHANGE(body) SESSION_OPEN, body, session_reconstruct
#define READ SESSION_OPEN, BODY_UNREAD, NULL
#define OTHER SESSION_NONE, BODY_UNREAD, NULL

const struct route api_routes[] = {
	{"POST", "/v1/sessions/{id}/snapshots", message_forms, snapshot_post, PLAYING,
		snapshot_query, CHANGE(BODY_SNAPSHOT)},
	{"GET", "/v1/sessions/{id}", message_forms, session_get, WATCHING, session_query, READ},
	{"PATCH", "/v1/sessions/{id}", message_forms, session_patch, ACCESS_OWNER, patch_query,
		CHANGE(BODY_JSON)},
	{"POST", "/v1/sessions/{id}/tokens", json_form, tokens_post, ACCESS_OWNER, patch_query,
		SESSION_OPEN, BODY_JSON, tokens_reconstruct},
	{"DELETE", "/v1/sessions/{id}", NULL, session_delete, ACCESS_OWNER, none,
		SESSION_IF_READABLE, BODY_UNREAD, session_reconstruct},
	{"POST", "/v1/sessions/{id}/moves", message_forms, move_post, PLAYING, change_query,
		CHANGE(BODY_JSON)},
	{"POST", "/v1/sessions/{id}/corrections", message_forms, correction_post, WATCHING,
		change_query, CHANGE(BODY_JSON)},
	{"POST", "/v1/sessions/{id}/undo", message_forms, undo_post, WATCHING, change_query,
		CHANGE(BODY_OPTIONAL_JSON)},
	{"GET", "/v1/sessions/{id}/advice", message_forms, advice_get, WATCHING, advice_query,
		READ},
	{"GET", "/v1/sessions/{id}/history", json_form, history_get, WATCHING, history_query, READ},
	{"GET", "/v1/sessions/{id}/review", json_form, review_get, WATCHING, review_query, READ},
	{"GET", "/v1/sessions/{id}/events", stream_forms, events_get, WATCHING, language_query,
		READ},
	{"GET", "/v1/sessions", json_form, session_list, ACCESS_ADMIN, list_query, OTHER},
	{"POST", "/v1/sessions", message_forms, session_create, ACCESS_ADMIN, create_query,
		SESSION_NONE, BODY_JSON, session_create_reconstruct},
	{"POST", "/v1/simulations", json_form, simulation_create, ACCESS_ADMIN, none, SESSION_NONE,
		BODY_JSON, simulation_create_reconstruct},
	{"GET", "/v1/simulations", json_form, simulation_list, ACCESS_ADMIN, list_query, OTHER},
	{"GET", "/v1/simulations/{id}", json_form, simulation_get, ACCESS_ADMIN, none, OTHER},
	{"DELETE", "/v1/simulations/{id}", json_form, simulation_delete, ACCESS_ADMIN, none, OTHER},
	{"GET", "/v1/simulations/{id}/games/{n}", json_form, simulation_game_get, ACCESS_ADMIN,
		language_query, OTHER},
	{"GET", "/v1/simulations/{id}/events", stream_forms, simulation_events_get, ACCESS_ADMIN,
		none, OTHER},
	{"GET", "/v1/statistics", json_form, statistics_get, ACCESS_ADMIN, none, OTHER},
	{"GET", "/v1/games", json_form, games_list, ACCESS_ANYONE, language_query, OTHER},
	{"GET", "/v1/games/{game}/rules", rules_forms, game_rules_get, ACCESS_ANYONE, rules_query,
		OTHER},
	{"GET", "/livez", message_forms, livez_get, ACCESS_ANYONE, none, OTHER},
	{"GET", "/readyz", message_forms, readyz_get, ACCESS_ANYONE, ready_query, OTHER},
	{"GET", "/metrics", text_form, metrics_get, ACCESS_METRICS, none, OTHER},
	{"GET", "/openapi.yaml", yaml_form, openapi_get, ACCESS_ANYONE, none, OTHER},
	{"GET", "/", page_forms, start_page_get, ACCESS_ANYONE, ANY_QUERY, OTHER},
	{"GET", "/s/{id}", page_forms, session_page_get, ACCESS_ANYONE, ANY_QUERY, OTHER},
	{"GET", "/s/{id}/qr.svg", picture_form, session_qr_get, SHARING, none, READ},
	{"GET", "/companion/{path}", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY, OTHER},
	{"GET", "/manifest.webmanifest", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY, OTHER},
	{"GET", "/sw.js", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY, OTHER},
	{"GET", "/favicon.ico", NULL, companion_get, ACCESS_ANYONE, ANY_QUERY, OTHER},
};
const size_t api_route_count = sizeof api_routes / sizeof api_routes[0];
