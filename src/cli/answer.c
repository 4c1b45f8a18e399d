/* makker answer: the answer to the question that a session asks. */
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/print.h"
#include "cli/question.h"
#include "cli/session_link.h"

#include <jansson.h>
#include <stdio.h>

enum { MAX_ANSWER = 64 };

struct answer {
	struct target target;
	size_t number; /* 0: print the question */
};

static const struct argp_child children[] = {{&client_argp, 0, NULL, 0}, {0}};

static error_t parse(int key, char *word, struct argp_state *state)
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
		argp_error(state, "which table?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "ID [N]",
	.doc = "Answer the question that a table asks; without N, print it.\v"
	       "What cannot be seen is asked: `post' and `watch' print such a question with its "
	       "answers, numbered from 1. The game may continue without an answer.",
	.children = children,
};

static enum cli_exit send_answer(
	const struct answer *wanted, struct table_link *link, const json_t *asks)
{
	const json_t *answers = json_object_get(asks, "answers");
	const json_t *chosen = json_array_get(answers, wanted->number - 1);
	struct client_answer after;
	struct mk_error error;

	if (!chosen) {
		return cli_fail(CLI_FAILED, "there is no answer %zu, but %zu", wanted->number,
			json_array_size(answers));
	}
	if (table_link_correct(link, json_object_get(chosen, "correction"), &after, &error) !=
		MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	question_print(link, after.json);
	return CLI_OK;
}

static enum cli_exit respond(const struct answer *wanted, struct table_link *link)
{
	struct client_answer present;
	struct mk_error error;
	json_t *asks;
	enum cli_exit code;

	if (table_link_get(link, "?fields=asks,message,suggestion", 0, &present, &error) != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	if (wanted->number == 0) {
		question_print(link, present.json);
		return CLI_OK;
	}
	asks = json_object_get(present.json, "asks");
	if (!json_is_object(asks)) {
		return cli_fail(CLI_FAILED, "nothing is asked");
	}
	json_incref(asks); /* the next answer of the client takes this one's place */
	code = send_answer(wanted, link, asks);
	json_decref(asks);
	return code;
}

enum cli_exit answer_command(int argc, char **argv)
{
	struct answer answer = {0};
	struct table_link link;
	struct mk_error error;
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &answer);
	if (table_link_open(&link, &answer.target, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	code = respond(&answer, &link);
	table_link_close(&link);
	return code;
}
