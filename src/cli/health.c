/* makker health: is the daemon ready? For scripts, and for who looks after containers. */
#include "cli/cli.h"
#include "cli/client.h"

#include <stdio.h>

/* Who asks this every few seconds does not want to wait for what hangs. */
enum { LIMIT_S = 3 };

struct question {
	const char *url;
	bool quiet;
};

static const struct argp_option options[] = {
	{"quiet", 'q', NULL, 0, "print nothing, exit only", 0},
	{0},
};

static const struct argp_child children[] = {{&client_argp, 0, NULL, 0}, {0}};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct question *question = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &question->url;
		return 0;
	case 'q':
		question->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 0) {
			return ARGP_ERR_UNKNOWN;
		}
		question->url = word;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[URL]",
	.doc = "Exit with 0 when the daemon is ready to serve, else with 1 and the reason: within three "
	       "seconds.",
	.children = children,
};

static enum cli_exit tell(
	const struct question *question, enum mk_status status, const struct mk_error *error)
{
	if (question->quiet) {
		return status == MK_OK ? CLI_OK : CLI_FAILED;
	}
	if (status != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, error);
	}
	puts("ready");
	return CLI_OK;
}

enum cli_exit health_command(int argc, char **argv)
{
	const struct client_request request = {
		.method = "GET", .path = "/readyz", .limit_s = LIMIT_S};
	struct question question = {.url = NULL};
	struct client_answer answer;
	struct mk_error error;
	struct client *client;
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &question);
	client = client_create(question.url, &error);
	if (!client) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	code = tell(&question, client_send(client, &request, &answer, &error), &error);
	client_destroy(client);
	return code;
}
