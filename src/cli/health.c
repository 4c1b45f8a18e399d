/* makker health: is the daemon ready? For scripts, and for who looks after containers. */
#include "cli/cli.h"
#include "cli/client.h"

#include <stdio.h>

static const struct argp_child children[] = {{&client_argp, 0, NULL, 0}, {0}};

static error_t parse(int key, char *word, struct argp_state *state)
{
	(void)word;
	if (key != ARGP_KEY_INIT) {
		return ARGP_ERR_UNKNOWN;
	}
	state->child_inputs[0] = state->input;
	return 0;
}

static const struct argp argp = {
	.parser = parse,
	.doc = "Exit with 0 when the daemon is ready to serve, else with 1 and the reason.",
	.children = children,
};

enum cli_exit health_command(int argc, char **argv)
{
	const char *url = NULL;
	struct client_answer answer;
	struct mk_error error;
	struct client *client;
	enum cli_exit code = CLI_FINE;

	argp_parse(&argp, argc, argv, 0, NULL, &url);
	client = client_create(url, &error);
	if (!client) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	if (client_send(client, &(struct client_request){.method = "GET", .path = "/readyz"},
		    &answer, &error) == MK_OK) {
		puts("ready");
	} else {
		code = cli_fail_at(CLI_FAILED, NULL, &error);
	}
	client_destroy(client);
	return code;
}
