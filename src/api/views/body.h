/* The JSON of a request's body, read with limits. */
#ifndef API_VIEWS_BODY_H
#define API_VIEWS_BODY_H

#include "base/limits.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>

struct json_t;

/* 64 KiB of small values can become megabytes of heap: depth and number of values are bounded too.
 */

/* An object without repeated names; the caller's to json_decref(). NULL with `error`. */
struct json_t *body_read_json(const char *body, size_t length, struct mk_error *error);

/*
 * Optional members of an object by name; without the member the output is unchanged. MK_MALFORMED
 * "invalid_type" with the pointer "/name" for another type.
 */
enum mk_status body_string(
	const struct json_t *object, const char *name, const char **value, struct mk_error *error);
enum mk_status body_bool(
	const struct json_t *object, const char *name, bool *value, struct mk_error *error);
enum mk_status body_integer(
	const struct json_t *object, const char *name, long long *value, struct mk_error *error);

/*
 * A name (base/name.h) of at most as many bytes as the value of `limit`, normalised in place in
 * `object`; `*name` points to it.
 */
enum mk_status body_name(const struct json_t *object, const char *name, enum limit_id limit,
	const char **value, struct mk_error *error);

#endif
