/* Rule options as JSON: read by each game's own table of options, and written from it. */
#include "base/json.h"
#include "base/unknown.h"

#include <jansson.h>
#include <makker/game.h>
#include <stdio.h>
#include <string.h>

/* A value and its location in the rules. */
struct place {
	const struct mk_option *option;
	char where[96];
	struct mk_error *error;
};

static const struct mk_phrase number_or_unlimited =
	MK_PHRASE("A whole number or \"unlimited\" is expected here.",
		"Her skal stå et helt tal eller \"unlimited\".",
		"Hier wird eine ganze Zahl oder \"unlimited\" erwartet.",
		"Εδώ χρειάζεται ένας ακέραιος αριθμός ή \"unlimited\".");
static const struct mk_phrase not_in_range =
	MK_PHRASE("A whole number from {0} to {1} is expected here.",
		"Her skal stå et helt tal fra {0} til {1}.",
		"Hier wird eine ganze Zahl von {0} bis {1} erwartet.",
		"Εδώ χρειάζεται ένας ακέραιος αριθμός από {0} έως {1}.");
static const struct mk_phrase not_in_range_or_unlimited =
	MK_PHRASE("A whole number from {0} to {1} is expected here, or \"unlimited\".",
		"Her skal stå et helt tal fra {0} til {1}, eller \"unlimited\".",
		"Hier wird eine ganze Zahl von {0} bis {1} erwartet, oder \"unlimited\".",
		"Εδώ χρειάζεται ένας ακέραιος αριθμός από {0} έως {1}, ή \"unlimited\".");
static const struct mk_phrase none_of_two =
	MK_PHRASE("{0} or {1} is expected here.", "Her skal stå {0} eller {1}.",
		"Hier wird {0} oder {1} erwartet.", "Εδώ χρειάζεται {0} ή {1}.");
static const struct mk_phrase no_such_value =
	MK_PHRASE("This is none of the allowed values.", "Det er ikke en af de tilladte værdier.",
		"Das ist keiner der erlaubten Werte.", "Δεν είναι μία από τις επιτρεπτές τιμές.");
static const struct mk_phrase listed_twice = MK_PHRASE("'{0}' is listed twice, first as entry {1}.",
	"»{0}« står to gange i listen, først som nr. {1}.",
	"„{0}“ steht zweimal in der Liste, zuerst als Nr. {1}.",
	"Το «{0}» υπάρχει δύο φορές στη λίστα, πρώτα ως αρ. {1}.");

static const struct mk_phrase other_length =
	MK_PHRASE("The list needs {0} to {1} entries.", "Listen skal have {0} til {1} elementer.",
		"Die Liste braucht {0} bis {1} Einträge.", "Η λίστα θέλει {0} έως {1} στοιχεία.");

static const struct mk_phrase exact_length =
	MK_PHRASE("The list needs exactly {0} entries.", "Listen skal have præcis {0} elementer.",
		"Die Liste braucht genau {0} Einträge.", "Η λίστα θέλει ακριβώς {0} στοιχεία.");

static enum mk_status bad_option(const struct place *place, enum mk_status status, const char *code,
	const struct mk_phrase *what)
{
	return mk_fail_localized(place->error, status, code, place->where, what, NULL, 0);
}

static enum mk_status bad_type(const struct place *place, enum mk_wanted wanted)
{
	return mk_fail_expected(place->error, "invalid_type", place->where, wanted);
}

/* Reports which numbers the option accepts. */
static enum mk_status bad_number(const struct place *place)
{
	const struct mk_option *option = place->option;
	const int32_t *allowed = option->allowed;
	bool is_pair = allowed && allowed[0] >= 0 && allowed[1] >= 0 && allowed[2] < 0;
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_NUMBER, .number = is_pair ? allowed[0] : option->min},
		{.kind = MK_ARG_NUMBER, .number = is_pair ? allowed[1] : option->max}};
	const struct mk_phrase *phrase = is_pair             ? &none_of_two
					 : option->unlimited ? &not_in_range_or_unlimited
							     : &not_in_range;

	return mk_fail_localized(
		place->error, MK_IMPOSSIBLE, "invalid_value", place->where, phrase, words, 2);
}

static bool is_allowed(const struct mk_option *option, json_int_t number)
{
	if (number < option->min || number > option->max) {
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
		return bad_type(place, MK_WANTED_BOOL);
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
		return option->unlimited ? bad_option(place, MK_MALFORMED, "invalid_type",
						   &number_or_unlimited)
					 : bad_type(place, MK_WANTED_NUMBER);
	}
	if (!is_allowed(option, json_integer_value(json))) {
		return bad_number(place);
	}
	*value = (int32_t)json_integer_value(json);
	return MK_OK;
}

static enum mk_status read_choice(const json_t *json, const struct place *place, int32_t *value)
{
	if (!json_is_string(json)) {
		return bad_type(place, MK_WANTED_TEXT);
	}
	for (int i = 0; place->option->choices[i]; i++) {
		if (strcmp(place->option->choices[i], json_string_value(json)) == 0) {
			*value = i;
			return MK_OK;
		}
	}
	return bad_option(place, MK_IMPOSSIBLE, "invalid_value", &no_such_value);
}

static enum mk_status read_card(const json_t *json, const struct place *place, int32_t *value)
{
	mk_card card = json_is_string(json)
			       ? mk_card_read(json_string_value(json), json_string_length(json))
			       : MK_NO_CARD;

	if (card == MK_NO_CARD) {
		return mk_fail_expected(place->error, "invalid_card", place->where, MK_WANTED_CARD);
	}
	*value = card;
	return MK_OK;
}

/* Reads a single value: anything but a list. */
static enum mk_status read_single(const json_t *json, const struct place *place, int32_t *value)
{
	switch (place->option->type) {
	case MK_OPTION_BOOL:
		return read_bool(json, place, value);
	case MK_OPTION_COUNT:
		return read_count(json, place, value);
	case MK_OPTION_CHOICE:
		return read_choice(json, place, value);
	case MK_OPTION_CARD:
		return read_card(json, place, value);
	case MK_OPTION_LIST:
		break;
	}
	return bad_type(place, MK_WANTED_SINGLE);
}

/* The index of the value; `count` if it is not among them. */
static size_t place_among(const int32_t *members, size_t count, int32_t value)
{
	size_t i = 0;

	while (i < count && members[i] != value) {
		i++;
	}
	return i;
}

/* Entries are numbered from 1, as players count. */
static enum mk_status fail_twice(const json_t *value, const struct place *place, size_t first)
{
	struct mk_phrase_arg words[] = {
		mk_phrase_quote(json_string_value(value), json_string_length(value)),
		{.kind = MK_ARG_NUMBER, .number = (long long)first + 1}};

	return mk_fail_localized(
		place->error, MK_IMPOSSIBLE, "twice", place->where, &listed_twice, words, 2);
}

static enum mk_status read_members(
	const json_t *json, const struct place *place, int32_t members[MK_MAX_LIST_VALUES])
{
	const struct mk_list *list = place->option->list;

	for (size_t i = 0; i < json_array_size(json); i++) {
		struct place at = {.option = list->member, .error = place->error};
		enum mk_status status;

		snprintf(at.where, sizeof at.where, "%.70s/%zu", place->where, i);
		status = read_single(json_array_get(json, i), &at, &members[i]);
		if (status != MK_OK) {
			return status;
		}
		if (list->unique && place_among(members, i, members[i]) < i) {
			return fail_twice(
				json_array_get(json, i), &at, place_among(members, i, members[i]));
		}
	}
	return MK_OK;
}

static enum mk_status read_list(
	const json_t *json, const struct place *place, int32_t *value, struct mk_rules *rules)
{
	const struct mk_option *option = place->option;
	const struct mk_list *list = option->list;
	int32_t members[MK_MAX_LIST_VALUES] = {0};
	size_t count = json_array_size(json);
	enum mk_status status;

	if (list->empty && json_is_string(json) &&
		strcmp(json_string_value(json), list->empty) == 0) {
		count = 0;
	} else if (!json_is_array(json)) {
		return bad_type(place, MK_WANTED_LIST);
	}
	if (count != 0 && (count < (size_t)option->min || count > (size_t)option->max)) {
		struct mk_phrase_arg limits[] = {{.kind = MK_ARG_NUMBER, .number = option->min},
			{.kind = MK_ARG_NUMBER, .number = option->max}};

		return mk_fail_localized(place->error, MK_IMPOSSIBLE, "invalid_length",
			place->where, option->min == option->max ? &exact_length : &other_length,
			limits, 2);
	}
	status = read_members(json, place, members);
	if (status == MK_OK) {
		*value = (int32_t)count;
		memcpy(rules->list_values + list->first, members,
			(size_t)option->max * sizeof *members);
	}
	return status;
}

static enum mk_status read_option(
	const json_t *json, const struct place *place, int32_t *value, struct mk_rules *rules)
{
	return place->option->type == MK_OPTION_LIST ? read_list(json, place, value, rules)
						     : read_single(json, place, value);
}

static size_t find_option(const struct mk_game *game, const char *name)
{
	size_t i = 0;

	while (i < game->option_count && strcmp(game->options[i].name, name) != 0) {
		i++;
	}
	return i;
}

/* In a journal, renamed options have the names of the time when it was written. */
static size_t find_stored_option(const struct mk_game *game, const char *name)
{
	size_t i = find_option(game, name);

	for (size_t at = 0; i == game->option_count && at < game->option_count; at++) {
		const char *former = game->options[at].former_name;

		if (former && strcmp(former, name) == 0) {
			i = at;
		}
	}
	return i;
}

static enum mk_status refuse_unknown(
	const struct mk_game *game, const struct place *place, const char *name)
{
	struct unknown unknown;

	unknown_init(&unknown, name, strlen(name));
	for (size_t i = 0; i < game->option_count; i++) {
		unknown_offer(&unknown, game->options[i].name);
	}
	return unknown_fail(
		&unknown, MK_IMPOSSIBLE, "unknown_option", place->where, "option", place->error);
}

struct rules_reader {
	const struct mk_game *game;
	const char *base;
	size_t (*find)(const struct mk_game *game, const char *name);
};

static enum mk_status read_member(const struct rules_reader *reader, const char *name,
	const json_t *member, struct mk_rules *rules, struct mk_error *error)
{
	const struct mk_game *game = reader->game;
	struct place place = {.error = error};
	size_t i = reader->find(game, name);

	snprintf(place.where, sizeof place.where, "%.24s/%.64s", reader->base, name);
	if (i == game->option_count) {
		return refuse_unknown(game, &place, name);
	}
	place.option = &game->options[i];
	return read_option(member, &place, &rules->value[i], rules);
}

static enum mk_status read_rules(const struct rules_reader *reader, const struct json_t *json,
	struct mk_rules *rules, struct mk_error *error)
{
	const struct mk_game *game = reader->game;
	struct mk_rules read = *rules;
	const char *name;
	json_t *member;
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", reader->base, MK_WANTED_OBJECT);
	}
	/* jansson's iteration takes no const object, though it changes nothing. */
	json_object_foreach((json_t *)json, name, member)
	{
		status = read_member(reader, name, member, &read, error);
		if (status != MK_OK) {
			return status;
		}
	}
	status = game->check_rules ? game->check_rules(&read, error) : MK_OK;
	if (status == MK_OK) {
		*rules = read;
	}
	return status;
}

enum mk_status mk_rules_read(const struct mk_game *game, const struct json_t *json,
	const char *base, struct mk_rules *rules, struct mk_error *error)
{
	const struct rules_reader reader = {.game = game, .base = base, .find = find_option};

	return read_rules(&reader, json, rules, error);
}

enum mk_status mk_rules_read_stored(const struct mk_game *game, const struct json_t *json,
	const char *base, struct mk_rules *rules, struct mk_error *error)
{
	const struct rules_reader reader = {.game = game, .base = base, .find = find_stored_option};

	return read_rules(&reader, json, rules, error);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_count(struct mk_text *out, const char *key, int32_t value)
{
	if (value == MK_UNLIMITED) {
		mk_json_literal(out, key, "unlimited");
	} else {
		mk_json_int(out, key, value);
	}
}

static void write_list(struct mk_text *out, const char *key, const struct mk_option *option,
	const struct mk_rules *rules, int32_t length)
{
	const struct mk_list *list = option->list;

	if (length == 0 && list->empty) {
		mk_json_literal(out, key, list->empty);
		return;
	}
	mk_json_open_array(out, key);
	for (int32_t i = 0; i < length; i++) {
		mk_rule_write(out, NULL, list->member, rules,
			rules->list_values[list->first + (unsigned)i]);
	}
	mk_json_close_array(out);
}

void mk_rule_write(struct mk_text *out, const char *key, const struct mk_option *option,
	const struct mk_rules *rules, int32_t value)
{
	switch (option->type) {
	case MK_OPTION_BOOL:
		mk_json_bool(out, key, value != 0);
		return;
	case MK_OPTION_COUNT:
		write_count(out, key, value);
		return;
	case MK_OPTION_CHOICE:
		mk_json_literal(out, key, option->choices[value]);
		return;
	case MK_OPTION_CARD:
		mk_json_literal(out, key, mk_card_code((mk_card)value));
		return;
	case MK_OPTION_LIST:
		write_list(out, key, option, rules, value);
		return;
	}
}

void mk_rules_write(struct mk_text *out, const struct mk_game *game, const struct mk_rules *rules)
{
	for (size_t i = 0; i < game->option_count; i++) {
		mk_rule_write(
			out, game->options[i].name, &game->options[i], rules, rules->value[i]);
	}
}
