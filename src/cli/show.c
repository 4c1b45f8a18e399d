/* makker show: draws a session of a daemon in the terminal, or lists the sessions. */
#include "cli/cli.h"
#include "cli/session_link.h"
#include "cli/table_input.h"

#include "base/arena.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DRAWING_SIZE = 64 * 1024, WAIT_S = 30, FIRST_PAUSE_S = 1, MAX_PAUSE_S = 8 };

struct show {
	struct session_target target;
	bool follow;
};

/* ---- The command line ----------------------------------------------------------------------- */

static const struct argp_option options[] = {
	{"follow", 'f', NULL, 0, "draw again at each change, until the game ends", 0},
	{0},
};

static const struct argp_child children[] = {{&client_argp, 0, NULL, 0}, {0}};

static error_t parse_show_option(int key, char *word, struct argp_state *state)
{
	struct show *show = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &show->target.url;
		return 0;
	case 'f':
		show->follow = true;
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&show->target.session, word, "session", state);
		return 0;
	case ARGP_KEY_END:
		if (show->follow && !show->target.session) {
			argp_error(state, "--follow: missing ID");
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp show_argp = {
	.options = options,
	.parser = parse_show_option,
	.args_doc = "[ID]",
	.doc = "Draw a session of a daemon with the next move; without ID, list the sessions.",
	.children = children,
};

/* ---- The list ------------------------------------------------------------------------------- */

/* Widths of the longest names known to this program; another daemon may have longer ones. */
struct widths {
	int game, preset;
};

static int widen(int width, const char *name)
{
	int length = (int)strlen(name);

	return length > width ? length : width;
}

static struct widths column_widths(void)
{
	struct widths widths = {0};

	for (size_t i = 0; i < mk_game_count; i++) {
		widths.game = widen(widths.game, mk_games[i]->name);
		for (size_t j = 0; j < mk_games[i]->preset_count; j++) {
			widths.preset = widen(widths.preset, mk_games[i]->presets[j].name);
		}
	}
	return widths;
}

static void print_session_row(const json_t *session)
{
	struct widths widths = column_widths();
	char changed[20];

	snprintf(changed, sizeof changed, "%s", client_text(session, "updated_at"));
	print_cell(stdout, client_text(session, "id"), 32, "  ");
	print_cell(stdout, client_text(session, "game"), widths.game, "  ");
	print_cell(stdout, client_text(session, "preset"), widths.preset, "  ");
	print_cell(stdout, client_text(session, "status"), 8, "  ");
	printf("%7lld  ", (long long)json_integer_value(json_object_get(session, "version")));
	print_cell(stdout, changed, 0, "  ");
	print_text_line(stdout, client_text(session, "name"));
}

static void print_list_header(void)
{
	struct widths widths = column_widths();

	printf("%-32s  %-*s  %-*s  %-8s  %7s  %-19s  %s\n", "session", widths.game, "game",
		widths.preset, "preset", "status", "version", "changed (UTC)", "name");
}

static enum mk_status print_page(
	struct client *client, char *next, size_t size, struct mk_error *error)
{
	char path[128];
	struct client_answer answer;
	const json_t *sessions;
	enum mk_status status;

	snprintf(path, sizeof path, "/v1/sessions?limit=100%s%s", *next ? "&after=" : "", next);
	status = client_send(
		client, &(struct client_request){.method = "GET", .path = path}, &answer, error);
	if (status != MK_OK) {
		return status;
	}
	if (!*next) {
		print_list_header();
	}
	sessions = json_object_get(answer.json, "sessions");
	for (size_t i = 0; i < json_array_size(sessions); i++) {
		print_session_row(json_array_get(sessions, i));
	}
	snprintf(next, size, "%s", client_text(answer.json, "next"));
	return MK_OK;
}

static enum cli_exit list_sessions(const char *url)
{
	char next[MAX_SESSION_ID_LENGTH + 1] = "";
	struct mk_error error;
	struct client *client = client_create(url, &error);
	enum mk_status status = MK_OK;

	if (!client) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	do {
		status = print_page(client, next, sizeof next, &error);
	} while (status == MK_OK && *next);
	client_destroy(client);
	return status == MK_OK ? CLI_OK : cli_fail_at(CLI_FAILED, NULL, &error);
}

/* ---- One session ---------------------------------------------------------------------------- */

static void print_drawing(
	const struct mk_game *game, enum mk_language language, const struct mk_view *view)
{
	struct mk_arena *arena = mk_arena_create(DRAWING_SIZE);
	struct mk_text out;

	if (!arena) {
		return;
	}
	mk_text_init(&out, arena, 2048, DRAWING_SIZE / 2);
	mk_table_draw(&out, game, language, view, cli_card_style(STDOUT_FILENO));
	fputs(out.bytes, stdout);
	mk_arena_destroy(arena);
}

/* A session without a first snapshot has no table. */
static enum mk_status print_table(const json_t *session, struct mk_error *error)
{
	struct game_selection selection;
	struct mk_view *view =
		table_read_session(session, &(struct game_args){0}, &selection, error);

	if (view) {
		print_drawing(selection.game, selection.language, view);
		free(view);
		return MK_OK;
	}
	return error->status == MK_NOT_FOUND ? MK_OK : error->status;
}

static enum mk_status print_session(const json_t *session, struct mk_error *error)
{
	const char *name = client_text(session, "name");
	enum mk_status status;

	print_cell(stdout, name, 0, *name ? ": " : "");
	print_cell(stdout, client_text(session, "game"), 0, " ");
	print_cell(stdout, client_text(session, "preset"), 0, ", ");
	print_cell(stdout, client_text(session, "status"), 0, ", ");
	printf("version %lld\n",
		(long long)json_integer_value(json_object_get(session, "version")));
	status = print_table(session, error);
	if (status == MK_OK) {
		fputc('\n', stdout);
		print_text_line(stdout, client_text(session, "message"));
	}
	return status;
}

static enum mk_status show_once(struct session_link *link, const char *query, int wait_s,
	struct client_answer *answer, struct mk_error *error)
{
	enum mk_status status = session_link_get(link, query, wait_s, answer, error);

	return status == MK_OK ? print_session(answer->json, error) : status;
}

/* ---- Following ------------------------------------------------------------------------------ */

static bool is_running(const json_t *session)
{
	const char *status = client_text(session, "status");

	return strcmp(status, "waiting") == 0 || strcmp(status, "playing") == 0;
}

static void print_divider(void)
{
	fputs(isatty(STDOUT_FILENO) ? "\033[H\033[2J" : "\n", stdout);
}

/* Waits for the next version; requests are repeated while the daemon is unreachable. */
static enum mk_status wait_for_version(struct session_link *link, json_int_t version,
	struct client_answer *answer, struct mk_error *error)
{
	char query[64];
	unsigned pause = FIRST_PAUSE_S;
	enum mk_status status;

	snprintf(query, sizeof query, "?after=%lld&wait_s=%d", (long long)version, WAIT_S);
	for (;;) {
		status = session_link_get(link, query, WAIT_S, answer, error);
		if (status != MK_IO && status != MK_BUSY) {
			return status;
		}
		sleep(pause);
		pause = pause < MAX_PAUSE_S ? 2 * pause : pause;
	}
}

static enum mk_status follow_session(
	struct session_link *link, struct client_answer *answer, struct mk_error *error)
{
	enum mk_status status = MK_OK;

	while (status == MK_OK && is_running(answer->json)) {
		json_int_t version = json_integer_value(json_object_get(answer->json, "version"));

		fflush(stdout);
		status = wait_for_version(link, version, answer, error);
		if (status == MK_OK &&
			json_integer_value(json_object_get(answer->json, "version")) != version) {
			print_divider();
			status = print_session(answer->json, error);
		}
	}
	return status;
}

enum cli_exit show_command(int argc, char **argv)
{
	struct show show = {0};
	struct session_link link;
	struct client_answer answer;
	struct mk_error error;
	enum mk_status status;

	command_parse(&show_argp, argc, argv, &show);
	if (!show.target.session) {
		return list_sessions(show.target.url);
	}
	if (session_link_open(&link, &show.target, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	status = show_once(&link, "", 0, &answer, &error);
	if (status == MK_OK && show.follow) {
		status = follow_session(&link, &answer, &error);
	}
	session_link_close(&link);
	return status == MK_OK ? CLI_OK : cli_fail_at(CLI_FAILED, NULL, &error);
}
