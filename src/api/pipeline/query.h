/* Query parameters, read strictly; an error names the parameter ("?limit"). */
#ifndef API_PIPELINE_QUERY_H
#define API_PIPELINE_QUERY_H

#include <makker/phrase.h>
#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_request;
struct limit_row;
struct mk_strategy;

/*
 * MK_MALFORMED if the query has a parameter that is not in `known` (ended by NULL, at most 31;
 * NULL: any name is allowed), or a repeated one: "unknown_parameter", "duplicate_parameter".
 */
enum mk_status query_check(
	const struct http_request *request, const char *const *known, struct mk_error *error);

/*
 * The functions below read the text of a parameter; NULL: it is absent, and the output is
 * unchanged. MK_MALFORMED "invalid_query" for an invalid text.
 */

/* An integer from `least` to `most`. */
struct query_range {
	const char *name;
	int64_t least, most;
	const struct limit_row *limit; /* the row whose value `most` is; NULL: none */
};
enum mk_status query_number(
	const struct query_range *range, const char *text, int64_t *number, struct mk_error *error);

/* "true" or "false". */
enum mk_status query_bool(const char *name, const char *text, bool *value, struct mk_error *error);

/* A language tag; MK_IMPOSSIBLE "unknown_language" for one that the program does not have. */
enum mk_status query_language(
	const char *name, const char *text, enum mk_language *language, struct mk_error *error);

/* One of `values` (ended by NULL). */
enum mk_status query_word(const char *name, const char *text, const char *const *values,
	const char **value, struct mk_error *error);

/* Names separated by commas; `find` returns the bit of each, -1 for an unknown one. */
enum mk_status query_set(const char *name, const char *text,
	int (*find)(const char *name, size_t length), uint32_t *set, struct mk_error *error);

/* Fails with MK_IMPOSSIBLE for an unknown name. */
enum mk_status query_unknown(
	const char *name, const char *code, const char *text, struct mk_error *error);

/* The parameters that concern one response: its representation of the session, and the search
 * before it. */
struct request_params {
	uint32_t fields;
	int64_t max_moves;
	bool has_language; /* false: `language` is undefined */
	enum mk_language language;
	int64_t budget_ms;         /* of the search */
	bool wait_for_search;      /* the response follows the search */
	bool explains;             /* with the explanation of the snapshot */
	bool search_skipped;       /* no thread was available in time */
	const char *strategy_name; /* NULL: the session's own advice */
	const struct mk_strategy *strategy;
};

/* Reads those of the query; others keep their defaults. */
enum mk_status request_params_read(
	const struct http_request *request, struct request_params *params, struct mk_error *error);

#endif
