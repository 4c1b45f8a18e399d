/* makker answer: answers the question of a session. */
#include "cli/cli.h"
#include "cli/session_link.h"

#include <jansson.h>
#include <stdio.h>

enum { MAX_ANSWER = 64 };

struct answer {
	struct session_target target;
	size_t number; /* of the answer; 0: print the question */
};

static const struct argp_child children[] = {{&client_argp, 0, NULL, 0}, {0}};

static error_t parse_answer_option(int key, char *word, struct argp_state *state)
{
	struct answer *answer = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &answer->target.url;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num == 0) {
			answer->target.session = word;
		} else if (state->arg_num == 1) {
			answer->number = (size_t)number_read(word, 1, MAX_ANSWER, state);
		} else {
			argp_error(state, "one answer at a time");
		}
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "missing ID");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp answer_argp = {
	.parser = parse_answer_option,
	.args_doc = "ID [N]",
	.doc = "Answer the question of a session with answer N; without N, print the question.\v"
	       "`post' and `watch' print a question with its answers, numbered from 1, if the "
	       "snapshots alone do not decide it. The game may continue without an answer.",
	.children = children,
};

static enum cli_exit send_answer(
	const struct answer *wanted, struct session_link *link, const json_t *asks)
{
	const json_t *answers = json_object_get(asks, "answers");
	const json_t *chosen = json_array_get(answers, wanted->number - 1);
	struct client_answer after;
	struct mk_error error;

	if (!chosen) {
		return cli_fail(CLI_FAILED, "answer %zu does not exist; there are %zu",
			wanted->number, json_array_size(answers));
	}
	if (session_link_correct(link, json_object_get(chosen, "correction"), &after, &error) !=
		MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	question_print(link, after.json);
	return CLI_OK;
}

static enum cli_exit answer_question(const struct answer *wanted, struct session_link *link)
{
	struct client_answer present;
	struct mk_error error;
	json_t *asks;
	enum cli_exit code;

	if (session_link_get(link, "?fields=asks,message,suggestion", 0, &present, &error) !=
		MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	if (wanted->number == 0) {
		question_print(link, present.json);
		return CLI_OK;
	}
	asks = json_object_get(present.json, "asks");
	if (!json_is_object(asks)) {
		return cli_fail(CLI_FAILED, "the session has no question");
	}
	json_incref(asks); /* the next response of the client replaces this one */
	code = send_answer(wanted, link, asks);
	json_decref(asks);
	return code;
}

enum cli_exit answer_command(int argc, char **argv)
{
	struct answer answer = {0};
	struct session_link link;
	struct mk_error error;
	enum cli_exit code;

	command_parse(&answer_argp, argc, argv, &answer);
	if (session_link_open(&link, &answer.target, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	code = answer_question(&answer, &link);
	session_link_close(&link);
	return code;
}
