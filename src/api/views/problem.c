/* Problem details. */
#include "api/views/problem.h"

#include "api/views/explanation.h"
#include "api/views/finding_json.h"
#include "base/json.h"

#include <string.h>

int problem_http(enum mk_status status, const char *code)
{
	switch (status) {
	case MK_OK:
		return 200;
	case MK_MALFORMED:
		return 400;
	case MK_IMPOSSIBLE:
		return 422;
	case MK_CONFLICT:
		return strcmp(code, "version_mismatch") == 0 ? 412 : 409;
	case MK_NOT_FOUND:
		return 404;
	case MK_OVER:
		return 409;
	case MK_BUSY:
		return 503;
	case MK_FULL:
		return 429;
	case MK_IO:
		/* A retry does not help. */
		return strcmp(code, "session_corrupt") == 0 ? 500 : 503;
	}
	return 500;
}

/* Only errors in the client's input have a place. */
static bool has_place(enum mk_status status)
{
	return status == MK_MALFORMED || status == MK_IMPOSSIBLE;
}

struct problem problem_of(const struct mk_error *error)
{
	return (struct problem){
		.http = problem_http(error->status, error->code),
		.code = error->code,
		.detail = error->detail,
		.where = has_place(error->status) || error->where[0] ? error->where : NULL,
	};
}

bool problem_is_retryable(const struct problem *problem)
{
	return problem->http == 429 || problem->http == 503;
}

/* "invalid_card" as "/problems/invalid-card". */
static void write_type(struct mk_text *out, const char *code)
{
	mk_json_open_string(out, "type");
	mk_text_put(out, "/problems/");
	for (; *code; code++) {
		mk_text_char(out, *code == '_' ? '-' : *code);
	}
	mk_json_close_string(out);
}

/* Writes "invalid_card" as "Invalid card". */
static void write_title(struct mk_text *out, const char *code)
{
	mk_json_open_string(out, "title");
	mk_text_char(out, (char)(*code >= 'a' && *code <= 'z' ? *code - 'a' + 'A' : *code));
	for (code++; *code; code++) {
		mk_text_char(out, *code == '_' ? ' ' : *code);
	}
	mk_json_close_string(out);
}

static void write_errors(struct mk_text *out, const struct problem *problem)
{
	mk_json_open_array(out, "errors");
	if (problem->session) {
		finding_json_errors(out, problem->session, problem->language);
	} else if (problem->where) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "pointer", problem->where);
		mk_json_string(out, "code", problem->code);
		mk_json_string(out, "detail", problem->detail);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

void problem_write(struct mk_text *out, const struct problem *problem, const char *request_id)
{
	mk_json_open_object(out, NULL);
	write_type(out, problem->code);
	write_title(out, problem->code);
	mk_json_int(out, "status", problem->http);
	mk_json_string(out, "code", problem->code);
	mk_json_string(out, "detail", problem->detail);
	write_errors(out, problem);
	mk_json_string(out, "request_id", request_id);
	if (problem->session) {
		finding_json_conflicts(out, problem->session, problem->language);
	}
	if (problem->why) {
		why_write(out, "why", problem->why);
	}
	mk_json_close_object(out);
}

void problem_write_line(struct mk_text *out, const struct problem *problem)
{
	for (const char *at = problem->detail; *at; at++) {
		mk_text_char(out, (unsigned char)*at < 0x20 || *at == 0x7f ? ' ' : *at);
	}
	mk_text_char(out, '\n');
}
