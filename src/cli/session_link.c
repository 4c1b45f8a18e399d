/* A session of a daemon: found or created, read, changed, and its question printed. */
#include "cli/session_link.h"

#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 256, QUERY_SIZE = 64 };
enum { KEY_SESSION = 0x2001, KEY_NEW };

static const struct argp_option options[] = {
	{"session", KEY_SESSION, "ID", 0, "session of the snapshots", 1},
	{"new", KEY_NEW, NULL, 0, "create a session and print its id on stderr", 1},
	{NULL, 0, NULL, 0, "Options of a new session:", 9},
	{0},
};

static const struct argp_child children[] = {
	{&client_argp, 0, NULL, 0},
	{&game_args_argp, 0, NULL, 0},
	{0},
};

static bool has_game_args(const struct game_args *args)
{
	return args->game || args->preset || args->rules[0] || args->strategy || args->language;
}

static void check_session_target(struct session_target *target, struct argp_state *state)
{
	if (target->create == (target->session != NULL)) {
		argp_error(state, "either --session ID or --new is required");
	}
	if (target->session && has_game_args(&target->args)) {
		argp_error(state, "game, preset, rules, strategy and language require --new");
	}
}

static error_t parse_target_option(int key, char *word, struct argp_state *state)
{
	struct session_target *target = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &target->url;
		state->child_inputs[1] = &target->args;
		return 0;
	case KEY_SESSION:
		target->session = word;
		return 0;
	case KEY_NEW:
		target->create = true;
		return 0;
	case ARGP_KEY_END:
		check_session_target(target, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp session_target_argp = {
	.options = options, .parser = parse_target_option, .children = children};

/* ---- The session ---------------------------------------------------------------------------- */

/* An id becomes part of a path, so only the characters of ids are accepted. */
static enum mk_status set_id(
	struct session_link *link, const char *id, const char *where, struct mk_error *error)
{
	size_t length = strlen(id);

	for (const char *letter = id; *letter; letter++) {
		if (!isalnum((unsigned char)*letter) && *letter != '-' && *letter != '_') {
			length = 0;
			break;
		}
	}
	if (length == 0 || length > MAX_SESSION_ID_LENGTH) {
		return mk_fail(error, MK_MALFORMED, "invalid_session", where,
			"invalid session id '%.80s'", id);
	}
	memcpy(link->id, id, length + 1);
	return MK_OK;
}

static void set_string(json_t *body, const char *name, const char *value)
{
	if (value) {
		json_object_set_new(body, name, json_string(value));
	}
}

/*
 * Only the given options, because the daemon has its own defaults and may support other games. The
 * language is always included: it is the player's, not the daemon's.
 */
static json_t *session_options(const struct game_args *args, struct mk_error *error)
{
	enum mk_language language;
	json_t *rules = NULL;
	json_t *body;

	if (game_args_find_language(args->language, &language, error) != MK_OK) {
		return NULL;
	}
	if (args->rules[0] && !(rules = game_args_read_rules(args, error))) {
		return NULL;
	}
	body = json_object();
	set_string(body, "game", args->game ? args->game : default_game);
	set_string(body, "preset", args->preset);
	set_string(body, "strategy", args->strategy);
	set_string(body, "language", mk_language_code(language));
	if (rules) {
		json_object_set_new(body, "rules", rules);
	}
	return body;
}

/* The tokens of a new session; the daemon returns them only once. */
static void print_tokens(const json_t *tokens)
{
	const char *role;
	json_t *token;

	json_object_foreach((json_t *)tokens, role, token)
	{
		const char *text = json_string_value(token);

		fprintf(stderr, "%s: token of the ", program_invocation_name);
		print_cell(stderr, role, 0, ": ");
		print_text_line(stderr, text ? text : "");
	}
}

static enum mk_status post_session(
	struct session_link *link, const json_t *body_json, struct mk_error *error)
{
	struct client_answer answer;
	char *body = json_dumps(body_json, JSON_COMPACT);
	enum mk_status status;

	if (!body) {
		return mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
	}
	status = client_send(link->client,
		&(struct client_request){.method = "POST",
			.path = "/v1/sessions",
			.content_type = "application/json",
			.body = body,
			.length = strlen(body)},
		&answer, error);
	free(body);
	if (status == MK_OK) {
		print_tokens(json_object_get(answer.json, "tokens"));
		status = set_id(link, client_text(answer.json, "id"), "", error);
	}
	return status;
}

static enum mk_status create_session(
	struct session_link *link, const struct game_args *args, struct mk_error *error)
{
	json_t *body_json = session_options(args, error);
	enum mk_status status;

	if (!body_json) {
		return error->status;
	}
	status = post_session(link, body_json, error);
	json_decref(body_json);
	if (status == MK_OK) {
		fprintf(stderr, "%s: new session %s\n", program_invocation_name, link->id);
	}
	return status;
}

enum mk_status session_link_open(
	struct session_link *link, const struct session_target *target, struct mk_error *error)
{
	enum mk_status status;

	link->client = client_create(target->url, error);
	if (!link->client) {
		return MK_MALFORMED;
	}
	status = target->create ? create_session(link, &target->args, error)
				: set_id(link, target->session, "--session", error);
	if (status != MK_OK) {
		session_link_close(link);
	}
	return status;
}

void session_link_close(struct session_link *link)
{
	client_destroy(link->client);
	link->client = NULL;
}

enum mk_status session_link_get(struct session_link *link, const char *query, int wait_s,
	struct client_answer *answer, struct mk_error *error)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof path, "/v1/sessions/%s%s", link->id, query);
	return client_send(link->client,
		&(struct client_request){.method = "GET", .path = path, .wait_s = wait_s}, answer,
		error);
}

static void add_flag(char *query, const char *name, bool is_set)
{
	size_t length = strlen(query);

	if (is_set) {
		snprintf(
			query + length, QUERY_SIZE - length, "%c%s=true", length ? '&' : '?', name);
	}
}

enum mk_status session_link_post(struct session_link *link, const struct source *snapshot,
	const struct posting *posting, struct client_answer *answer, struct mk_error *error)
{
	char path[PATH_SIZE];
	char query[QUERY_SIZE] = "";

	add_flag(query, "done", posting->done);
	add_flag(query, "typed", snapshot->typed);
	add_flag(query, "explain", posting->explain);
	snprintf(path, sizeof path, "/v1/sessions/%s/snapshots%s", link->id, query);
	return client_send(link->client,
		&(struct client_request){.method = "POST",
			.path = path,
			.content_type =
				source_is_json(snapshot) ? "application/json" : "text/plain",
			.body = snapshot->bytes,
			.length = snapshot->length,
			.key = posting->key},
		answer, error);
}

enum mk_status session_link_correct(struct session_link *link, const json_t *correction,
	struct client_answer *answer, struct mk_error *error)
{
	char path[PATH_SIZE];
	char *body = json_dumps(correction, JSON_COMPACT);
	enum mk_status status;

	if (!body) {
		return mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
	}
	snprintf(path, sizeof path, "/v1/sessions/%s/corrections", link->id);
	status = client_send(link->client,
		&(struct client_request){.method = "POST",
			.path = path,
			.content_type = "application/json",
			.body = body,
			.length = strlen(body)},
		answer, error);
	free(body);
	return status;
}

/* ---- The question --------------------------------------------------------------------------- */

static void print_answers(const json_t *answers)
{
	for (size_t i = 0; i < json_array_size(answers); i++) {
		printf("%zu: ", i + 1);
		print_text_line(stdout, client_text(json_array_get(answers, i), "text"));
	}
}

/* The message of a session with a question is the text of the question. */
static void print_suggestion(const json_t *session, const json_t *asks)
{
	const char *instruction =
		client_text(json_object_get(session, "suggestion"), "instruction");

	if (json_object_get(asks, "question") && *instruction) {
		print_text_line(stdout, instruction);
	}
}

void question_explain(const struct client_answer *answer)
{
	const json_t *lines = json_object_get(answer->json, "why");

	for (size_t i = 0; i < json_array_size(lines); i++) {
		const char *line = json_string_value(json_array_get(lines, i));

		print_text_line(stderr, line ? line : "");
	}
}

void question_print(const struct session_link *link, const json_t *session)
{
	const json_t *asks = json_object_get(session, "asks");
	const json_t *answers = json_object_get(asks, "answers");
	const char *message = client_text(session, "message");
	const char *text = client_text(asks, "text");

	print_text_line(stdout, message);
	if (json_array_size(answers) == 0) {
		return;
	}
	if (strcmp(text, message) != 0) {
		print_text_line(stdout, text);
	}
	print_answers(answers);
	print_suggestion(session, asks);
	fflush(stdout);
	fprintf(stderr, "%s: answer with: makker answer %s N\n", program_invocation_name, link->id);
}
