/* makker health: checks whether a daemon is ready, for scripts and container health checks. */
#include "cli/cli.h"
#include "cli/client.h"

#include <stdio.h>

enum { TIMEOUT_S = 3 };

struct health_args {
	const char *url;
	bool quiet;
};

static const struct argp_option options[] = {
	{"quiet", 'q', NULL, 0, "print nothing", 0},
	{0},
};

static const struct argp_child children[] = {{&client_argp, 0, NULL, 0}, {0}};

static error_t parse_health_option(int key, char *word, struct argp_state *state)
{
	struct health_args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->url;
		return 0;
	case 'q':
		args->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 0) {
			return ARGP_ERR_UNKNOWN;
		}
		args->url = word;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp health_argp = {
	.options = options,
	.parser = parse_health_option,
	.args_doc = "[URL]",
	.doc = "Exit with 0 if the daemon is ready, else with 1 and the reason. A daemon that does not "
	       "respond within 3 s counts as not ready.",
	.children = children,
};

static enum cli_exit report_health(
	const struct health_args *args, enum mk_status status, const struct mk_error *error)
{
	if (args->quiet) {
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
		.method = "GET", .path = "/readyz", .timeout_s = TIMEOUT_S};
	struct health_args args = {.url = NULL};
	struct client_answer answer;
	struct mk_error error;
	struct client *client;
	enum cli_exit code;

	command_parse(&health_argp, argc, argv, &args);
	client = client_create(args.url, &error);
	if (!client) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	code = report_health(&args, client_send(client, &request, &answer, &error), &error);
	client_destroy(client);
	return code;
}
