/* makker post: posts one snapshot and prints the message of the session. */
#include "cli/cli.h"
#include "cli/session_link.h"

#include <jansson.h>
#include <stdio.h>

struct post {
	struct session_target target;
	const char *snapshot;
	bool done;
	bool typed;
	bool json;
	bool verbose;
};

static const struct argp_option options[] = {
	{"done", 'd', NULL, 0, "the player has done something since the last snapshot", 2},
	{"typed", 't', NULL, 0,
		"a person wrote the file; text on the command line always counts so", 2},
	{"verbose", 'v', NULL, 0, "print the explanation of the finding on stderr", 2},
	{"json", 'j', NULL, 0, "print the whole response", 2},
	{0},
};

static const struct argp_child children[] = {{&session_target_argp, 0, NULL, 0}, {0}};

static error_t parse_post_option(int key, char *word, struct argp_state *state)
{
	struct post *post = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &post->target;
		return 0;
	case 'd':
		post->done = true;
		return 0;
	case 't':
		post->typed = true;
		return 0;
	case 'v':
		post->verbose = true;
		return 0;
	case 'j':
		post->json = true;
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&post->snapshot, word, "snapshot", state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp post_argp = {
	.options = options,
	.parser = parse_post_option,
	.args_doc = "[FILE|SNAPSHOT|-]",
	.doc = "Post one snapshot of a table and print the next move.\v"
	       "The snapshot is a game's one-line form or its JSON, in a file, on standard input or on "
	       "the command line: `makker post --new KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C'.",
	.children = children,
};

static enum cli_exit post_source(
	const struct post *post, struct session_link *link, const struct source *snapshot)
{
	struct client_answer answer;
	struct mk_error error;
	enum mk_status status;

	status = session_link_post(link, snapshot,
		&(struct posting){.done = post->done, .explain = post->verbose}, &answer, &error);
	question_explain(&answer);
	if (status != MK_OK) {
		if (post->json && *answer.body) {
			print_body(stdout, answer.body);
		}
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	if (post->json) {
		print_body(stdout, answer.body);
	} else {
		question_print(link, answer.json);
	}
	return CLI_OK;
}

enum cli_exit post_command(int argc, char **argv)
{
	struct post post = {0};
	struct source snapshot;
	struct session_link link;
	struct mk_error error;
	enum cli_exit code;

	command_parse(&post_argp, argc, argv, &post);
	/* Read first: an unreadable snapshot must not leave a new session behind. */
	if (source_read(post.snapshot, &snapshot, &error) != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	snapshot.typed = snapshot.typed || post.typed;
	if (source_is_blank(&snapshot)) {
		return cli_fail(CLI_FAILED, "the snapshot is empty");
	}
	if (session_link_open(&link, &post.target, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	code = post_source(&post, &link, &snapshot);
	session_link_close(&link);
	return code;
}
