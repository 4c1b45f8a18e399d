/* Query parameters: each is read strictly, and an error names it ("?limit"). */
#ifndef API_PIPELINE_QUERY_H
#define API_PIPELINE_QUERY_H

#include <makker/phrase.h>
#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_request;
struct limit_row;

/*
 * MK_MALFORMED where the query has a parameter that is not among `known` (ended by NULL, at most
 * 31; NULL itself: any may be there) or has one twice: "unknown_parameter", "duplicate_parameter".
 */
enum mk_status query_check(
	const struct http_request *request, const char *const *known, struct mk_error *error);

/*
 * All of these take the text of a parameter, NULL where it is not there: then the output stays as
 * it was. MK_MALFORMED "invalid_query" otherwise where the text is not what is wanted.
 */

/* A whole number from `least` to `most`. */
struct query_range {
	const char *name;
	int64_t least, most;
	const struct limit_row *limit; /* that `most` is the value of; NULL: none */
};
enum mk_status query_number(
	const struct query_range *range, const char *text, int64_t *number, struct mk_error *error);

/* "true" or "false". */
enum mk_status query_bool(const char *name, const char *text, bool *value, struct mk_error *error);

/* MK_IMPOSSIBLE "unknown_language" where it is none of ours. */
enum mk_status query_language(
	const char *name, const char *text, enum mk_language *language, struct mk_error *error);

/* One of `words` (ended by NULL). */
enum mk_status query_word(const char *name, const char *text, const char *const *words,
	const char **word, struct mk_error *error);

/* Words separated by commas; `find` tells the bit of each, -1 for none. */
enum mk_status query_set(const char *name, const char *text,
	int (*find)(const char *word, size_t length), uint32_t *set, struct mk_error *error);

/* For names that are unknown here: MK_IMPOSSIBLE. */
enum mk_status query_unknown(
	const char *name, const char *code, const char *text, struct mk_error *error);

#endif
