/* Finds or starts the table at the daemon, and speaks with the daemon about that table. */
#include "cli/session_link.h"
#include "cli/print.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 256, QUERY_ROOM = 64 };

static const struct argp_option options[] = {
	{"session", 'S', "ID", 0, "the table that snapshots are for", 1},
	{"new", 'n', NULL, 0, "start a new table; its id is told on stderr", 1},
	{NULL, 0, NULL, 0, "What a new table is like:", 9},
	{0},
};

static const struct argp_child children[] = {
	{&client_argp, 0, NULL, 0},
	{&choice_argp, 0, NULL, 0},
	{0},
};

static bool is_chosen(const struct choice *choice)
{
	return choice->game || choice->preset || choice->rules[0] || choice->strategy ||
	       choice->language;
}

static void check(struct target *target, struct argp_state *state)
{
	if (target->create == (target->session != NULL)) {
		argp_error(state, "either --session ID or --new");
	}
	if (target->session && is_chosen(&target->choice)) {
		argp_error(state, "game, preset, rules, strategy and language are for --new");
	}
}

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct target *target = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &target->url;
		state->child_inputs[1] = &target->choice;
		return 0;
	case 'S':
		target->session = word;
		return 0;
	case 'n':
		target->create = true;
		return 0;
	case ARGP_KEY_END:
		check(target, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp target_argp = {.options = options, .parser = parse, .children = children};

/* ---- The table ------------------------------------------------------------------------------ */

/* Ids become part of a path: nothing else than what ids are made of may get there. */
static enum mk_status keep_id(
	struct table_link *link, const char *id, const char *where, struct mk_error *error)
{
	size_t length = strlen(id);

	for (const char *letter = id; *letter; letter++) {
		if (!isalnum((unsigned char)*letter) && *letter != '-' && *letter != '_') {
			length = 0;
			break;
		}
	}
	if (length == 0 || length > SESSION_ID_LIMIT) {
		return mk_fail(error, MK_MALFORMED, "invalid_session", where,
			"'%.80s' is no table's id", id);
	}
	memcpy(link->id, id, length + 1);
	return MK_OK;
}

static void set_text(json_t *body, const char *name, const char *value)
{
	if (value) {
		json_object_set_new(body, name, json_string(value));
	}
}

/*
 * What was chosen and nothing else: the daemon has its own defaults, and may know games that this
 * program does not. Only the language always goes along: it is the player's, not the daemon's.
 */
static json_t *describe_table(const struct choice *choice, struct mk_error *error)
{
	enum mk_language language;
	json_t *rules = NULL;
	json_t *body;

	if (choice_find_language(choice->language, &language, error) != MK_OK) {
		return NULL;
	}
	if (choice->rules[0] && !(rules = choice_read_rules(choice, error))) {
		return NULL;
	}
	body = json_object();
	set_text(body, "game", choice->game ? choice->game : choice_default_game);
	set_text(body, "preset", choice->preset);
	set_text(body, "strategy", choice->strategy);
	set_text(body, "language", mk_language_code(language));
	if (rules) {
		json_object_set_new(body, "rules", rules);
	}
	return body;
}

/* Where the daemon wants tokens: those of the new table are told this once. */
static void tell_tokens(const json_t *tokens)
{
	const char *role;
	json_t *token;

	json_object_foreach((json_t *)tokens, role, token)
	{
		const char *text = json_string_value(token);

		fprintf(stderr, "%s: token of its ", program_invocation_name);
		print_cell(stderr, role, 0, ": ");
		print_text_line(stderr, text ? text : "");
	}
}

static enum mk_status post_table(
	struct table_link *link, const json_t *table, struct mk_error *error)
{
	struct client_answer answer;
	char *body = json_dumps(table, JSON_COMPACT);
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
		tell_tokens(json_object_get(answer.json, "tokens"));
		status = keep_id(link, client_text(answer.json, "id"), "", error);
	}
	return status;
}

static enum mk_status start_table(
	struct table_link *link, const struct choice *choice, struct mk_error *error)
{
	json_t *table = describe_table(choice, error);
	enum mk_status status;

	if (!table) {
		return error->status;
	}
	status = post_table(link, table, error);
	json_decref(table);
	if (status == MK_OK) {
		fprintf(stderr, "%s: new table %s\n", program_invocation_name, link->id);
	}
	return status;
}

enum mk_status table_link_open(
	struct table_link *link, const struct target *target, struct mk_error *error)
{
	enum mk_status status;

	link->client = client_create(target->url, error);
	if (!link->client) {
		return MK_MALFORMED;
	}
	status = target->create ? start_table(link, &target->choice, error)
				: keep_id(link, target->session, "--session", error);
	if (status != MK_OK) {
		table_link_close(link);
	}
	return status;
}

void table_link_close(struct table_link *link)
{
	client_destroy(link->client);
	link->client = NULL;
}

enum mk_status table_link_get(struct table_link *link, const char *query, int wait_s,
	struct client_answer *answer, struct mk_error *error)
{
	char path[PATH_ROOM];

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
			query + length, QUERY_ROOM - length, "%c%s=true", length ? '&' : '?', name);
	}
}

enum mk_status table_link_post(struct table_link *link, const struct source *snapshot,
	const struct posting *posting, struct client_answer *answer, struct mk_error *error)
{
	char path[PATH_ROOM];
	char query[QUERY_ROOM] = "";

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

enum mk_status table_link_correct(struct table_link *link, const json_t *correction,
	struct client_answer *answer, struct mk_error *error)
{
	char path[PATH_ROOM];
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
