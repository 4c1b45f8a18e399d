/* The question that a session asks, with numbered answers, as lines of text. */
#include "cli/question.h"

#include "cli/print.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static void print_answers(const json_t *answers)
{
	for (size_t i = 0; i < json_array_size(answers); i++) {
		printf("%zu: ", i + 1);
		print_text_line(stdout, client_text(json_array_get(answers, i), "text"));
	}
}

/* Of a question the message is the text; of several places it speaks of them all. */
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

void question_print(const struct table_link *link, const json_t *session)
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
