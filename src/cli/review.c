/* makker review: has the daemon value every decision of a session. */
#include "cli/review.h"

#include "cli/cli.h"

#include <makker/phrase.h>
#include <makker/text.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_MS = 1000, MAX_NODES = 20000, PAGE = 200, MAX_GAMES = 10000, DEFAULT_GAMES = 100 };

/* ---- The command line ----------------------------------------------------------------------- */

enum { KEY_NODES = 256, KEY_GAMES };

static const struct argp_option options[] = {
	{"budget-ms", 'b', "MS", 0, "processor time for each decision, 1 to 1000 (default: 50)", 0},
	{"nodes", KEY_NODES, "N", 0,
		"playouts for each decision, 1 to 20000; without --budget-ms the result is repeatable",
		0},
	{"language", 'l', "LANGUAGE", 0,
		"language of the review (default: the session's; of --game: as LANG says)", 0},
	{"game", 'g', "GAME", 0, "instead of ID: the last finished games of GAME, added up", 0},
	{"preset", 'p', "PRESET", 0, "of --game: only games of this preset", 0},
	{"games", KEY_GAMES, "N", 0, "of --game: so many games (default: 100)", 0},
	{0},
};

static const struct argp_child children[] = {{&client_argp, 0, NULL, 0}, {0}};

/* The word becomes part of a URL. */
static const char *plain_name(const char *word, const char *option, struct argp_state *state)
{
	if (!*word || word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-")] != '\0') {
		argp_error(state, "%s: no such game", option);
	}
	return word;
}

static void check_review_options(struct review_options *review, struct argp_state *state)
{
	if (!review->target.session == !review->game) {
		argp_error(state, "either ID or --game is required");
	}
	if (!review->game && (review->preset || review->games)) {
		argp_error(state, "--preset and --games require --game");
	}
	if (review->games == 0) {
		review->games = DEFAULT_GAMES;
	}
}

static error_t parse_review_option(int key, char *word, struct argp_state *state)
{
	struct review_options *review = state->input;
	enum mk_language language;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &review->target.url;
		return 0;
	case 'b':
		review->budget_ms = number_read(word, 1, MAX_MS, state);
		return 0;
	case KEY_NODES:
		review->nodes = number_read(word, 1, MAX_NODES, state);
		return 0;
	case 'l':
		if (!mk_language_find(word, &language)) {
			argp_error(state, "--language: en, da, de or el");
		}
		review->language = word;
		return 0;
	case 'g':
		review->game = plain_name(word, "--game", state);
		return 0;
	case 'p':
		review->preset = word;
		return 0;
	case KEY_GAMES:
		review->games = number_read(word, 1, MAX_GAMES, state);
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&review->target.session, word, "session", state);
		return 0;
	case ARGP_KEY_END:
		check_review_options(review, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp review_argp = {
	.options = options,
	.parser = parse_review_option,
	.args_doc = "ID\n--game=GAME",
	.doc = "Review a session of a daemon: what each decision was worth, what was luck, and which moves were "
	       "better. Or review its last games, and add up what which kind of mistake costs a game.",
	.children = children,
};

/* ---- The review ----------------------------------------------------------------------------- */

void review_write_query(char query[REVIEW_QUERY_SIZE], const struct review_options *review,
	int limit, json_int_t after)
{
	struct mk_text out;

	mk_text_fixed(&out, query, REVIEW_QUERY_SIZE);
	mk_text_format(&out, "/review?limit=%d&after=%lld", limit, (long long)after);
	if (review->budget_ms > 0) {
		mk_text_format(&out, "&budget_ms=%llu", (unsigned long long)review->budget_ms);
	}
	if (review->nodes > 0) {
		mk_text_format(&out, "&nodes=%llu", (unsigned long long)review->nodes);
	}
	if (review->language) {
		mk_text_format(&out, "&language=%s", review->language);
	}
}

/* The language of the session, unless another one is given. */
static enum mk_status find_language(struct session_link *link, const struct review_options *review,
	enum mk_language *language, struct mk_error *error)
{
	struct client_answer answer;
	enum mk_status status;

	*language = MK_ENGLISH;
	if (review->language) {
		mk_language_find(review->language, language);
		return MK_OK;
	}
	status = session_link_get(link, "?fields=language", 0, &answer, error);
	if (status == MK_OK) {
		mk_language_find(client_text(answer.json, "language"), language);
	}
	return status;
}

/* Decisions are printed as they are valued. */
static enum mk_status print_review(
	struct session_link *link, const struct review_options *review, struct mk_error *error)
{
	struct client_answer answer;
	enum mk_language language;
	json_int_t next = 0;
	enum mk_status status = find_language(link, review, &language, error);

	if (status != MK_OK) {
		return status;
	}
	for (bool has_head = false;;) {
		char query[REVIEW_QUERY_SIZE];

		review_write_query(query, review, PAGE, next);
		status = session_link_get(link, query, 0, &answer, error);
		if (status != MK_OK) {
			return status;
		}
		if (!has_head && json_array_size(json_object_get(answer.json, "decisions")) > 0) {
			review_print_head(language);
			has_head = true;
		}
		review_print_decisions(answer.json, language);
		next = json_integer_value(json_object_get(answer.json, "next"));
		if (json_is_null(json_object_get(answer.json, "next"))) {
			review_print_summary(answer.json, language);
			return MK_OK;
		}
		if (strcmp(client_text(answer.json, "status"), "running") == 0) {
			sleep(REVIEW_PAUSE_S);
		}
	}
}

static enum cli_exit review_one_session(const struct review_options *review)
{
	struct session_link link;
	struct mk_error error;
	enum mk_status status;

	if (session_link_open(&link, &review->target, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	status = print_review(&link, review, &error);
	session_link_close(&link);
	return status == MK_OK ? CLI_OK : cli_fail_at(CLI_FAILED, NULL, &error);
}

static enum cli_exit review_games(const struct review_options *review)
{
	struct mk_error error;
	struct client *client = client_create(review->target.url, &error);
	enum mk_status status;

	if (!client) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	status = review_games_print(client, review, &error);
	client_destroy(client);
	return status == MK_OK ? CLI_OK : cli_fail_at(CLI_FAILED, NULL, &error);
}

enum cli_exit review_command(int argc, char **argv)
{
	struct review_options review = {0};

	command_parse(&review_argp, argc, argv, &review);
	return review.game ? review_games(&review) : review_one_session(&review);
}
