/* Simulations as JSON, and specifications read from JSON. */
#ifndef API_VIEWS_SIMULATION_JSON_H
#define API_VIEWS_SIMULATION_JSON_H

#include "simulation/simulations.h"

#include <makker/text.h>

struct json_t;

/* The whole object, with its statistics. */
void simulation_json_write(
	struct mk_text *out, const char *key, const struct simulation *simulation);

/* An element of a list. */
void simulation_json_summary(struct mk_text *out, const struct simulation *simulation);

/*
 * `strategy` is the default; NULL, or unknown to the game: the game's first. spec->seed is
 * unchanged if the input has none.
 */
enum mk_status simulation_json_read(const struct json_t *json, const char *strategy,
	struct simulation_spec *spec, struct mk_error *error);

#endif
