/* Rule options as JSON: read by each game's own table, written back the same way. */
#include "base/json.h"

#include <jansson.h>
#include <makker/game.h>
#include <stdio.h>
#include <string.h>

struct place {
	const char *base;
	const struct mk_option *option;
	struct mk_error *error;
};

static enum mk_status bad_option(
	const struct place *place, enum mk_status status, const char *code, const char *what)
{
	char where[96];

	snprintf(where, sizeof where, "%s/%s", place->base, place->option->name);
	return mk_fail(place->error, status, code, where, "%s", what);
}

static bool is_allowed(const struct mk_option *option, json_int_t number)
{
	if (number < option->least || number > option->most) {
		return false;
	}
	for (const int32_t *allowed = option->allowed; allowed && *allowed != number; allowed++) {
		if (*allowed < 0) {
			return false;
		}
	}
	return true;
}

static enum mk_status read_bool(const json_t *json, const struct place *place, int32_t *value)
{
	if (!json_is_boolean(json)) {
		return bad_option(place, MK_MALFORMED, "bad_type", "true or false is wanted");
	}
	*value = json_is_true(json);
	return MK_OK;
}

static enum mk_status read_count(const json_t *json, const struct place *place, int32_t *value)
{
	const struct mk_option *option = place->option;

	if (option->unlimited && json_is_string(json) &&
		strcmp(json_string_value(json), "unlimited") == 0) {
		*value = MK_UNLIMITED;
		return MK_OK;
	}
	if (!json_is_integer(json)) {
		return bad_option(place, MK_MALFORMED, "bad_type",
			option->unlimited ? "a whole number or \"unlimited\" is wanted"
					  : "a whole number is wanted");
	}
	if (!is_allowed(option, json_integer_value(json))) {
		return bad_option(place, MK_IMPOSSIBLE, "bad_value", "this number is not allowed");
	}
	*value = (int32_t)json_integer_value(json);
	return MK_OK;
}

static enum mk_status read_choice(const json_t *json, const struct place *place, int32_t *value)
{
	if (!json_is_string(json)) {
		return bad_option(place, MK_MALFORMED, "bad_type", "a string is wanted");
	}
	for (int i = 0; place->option->choices[i]; i++) {
		if (strcmp(place->option->choices[i], json_string_value(json)) == 0) {
			*value = i;
			return MK_OK;
		}
	}
	return bad_option(place, MK_IMPOSSIBLE, "bad_value", "this is none of the allowed values");
}

static enum mk_status read_option(const json_t *json, const struct place *place, int32_t *value)
{
	switch (place->option->type) {
	case MK_OPTION_BOOL:
		return read_bool(json, place, value);
	case MK_OPTION_COUNT:
		return read_count(json, place, value);
	case MK_OPTION_CHOICE:
		return read_choice(json, place, value);
	}
	return MK_MALFORMED;
}

static size_t find_option(const struct mk_game *game, const char *name)
{
	size_t i = 0;

	while (i < game->option_count && strcmp(game->options[i].name, name) != 0) {
		i++;
	}
	return i;
}

enum mk_status mk_rules_read(const struct mk_game *game, const struct json_t *json,
	const char *base, struct mk_rules *rules, struct mk_error *error)
{
	struct mk_rules read = *rules;
	const char *name;
	json_t *member;
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail(
			error, MK_MALFORMED, "bad_type", base, "an object of options is wanted");
	}
	/* jansson's iteration takes no const object, though it changes nothing. */
	json_object_foreach((json_t *)json, name, member)
	{
		size_t i = find_option(game, name);

		if (i == game->option_count) {
			struct mk_option unknown = {.name = name};

			return bad_option(&(struct place){base, &unknown, error}, MK_IMPOSSIBLE,
				"unknown_option", "this game has no such option");
		}
		status = read_option(
			member, &(struct place){base, &game->options[i], error}, &read.value[i]);
		if (status != MK_OK) {
			return status;
		}
	}
	status = game->check_rules(&read, error);
	if (status == MK_OK) {
		*rules = read;
	}
	return status;
}

void mk_rules_write(struct mk_text *out, const struct mk_game *game, const struct mk_rules *rules)
{
	for (size_t i = 0; i < game->option_count; i++) {
		const struct mk_option *option = &game->options[i];
		int32_t value = rules->value[i];

		switch (option->type) {
		case MK_OPTION_BOOL:
			mk_json_bool(out, option->name, value != 0);
			break;
		case MK_OPTION_COUNT:
			if (value == MK_UNLIMITED) {
				mk_json_word(out, option->name, "unlimited");
			} else {
				mk_json_int(out, option->name, value);
			}
			break;
		case MK_OPTION_CHOICE:
			mk_json_word(out, option->name, option->choices[value]);
			break;
		}
	}
}
