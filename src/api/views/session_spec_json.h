/* Specifications of new sessions and of updates, read from JSON. */
#ifndef API_VIEWS_SESSION_SPEC_JSON_H
#define API_VIEWS_SESSION_SPEC_JSON_H

#include "session/sessions.h"

#include <makker/phrase.h>
#include <makker/status.h>
#include <stdbool.h>

struct json_t;

/* Defaults. `strategy` is a name; NULL, or unknown to the game: the game's first. */
struct session_spec_defaults {
	enum mk_language language;
	const char *strategy;
};

enum mk_status session_spec_read(const struct json_t *json,
	const struct session_spec_defaults *defaults, struct session_spec *spec,
	struct mk_error *error);

/* Reads the members game, preset, rules and strategy. */
enum mk_status session_spec_read_play(const struct json_t *json, const char *strategy,
	struct session_spec *spec, struct mk_error *error);

/* Read single members; without the member the output is unchanged. */
enum mk_status session_spec_read_language(
	const struct json_t *json, enum mk_language *language, struct mk_error *error);
enum mk_status session_spec_read_strategy(const struct json_t *json, const struct mk_game *game,
	const struct mk_strategy **strategy, struct mk_error *error);
/* `named`: the member is present, as a name or null. */
enum mk_status session_spec_read_name(
	const struct json_t *json, bool *named, const char **name, struct mk_error *error);
/* Reads the member of an update that gives the game up or resumes it. */
enum mk_status session_spec_read_status(
	const struct json_t *json, bool *stops, bool *goes_on, struct mk_error *error);

#endif
