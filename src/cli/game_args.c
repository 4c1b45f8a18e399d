/* Reads --game, --preset, --rules, --strategy and --language, and names what there is instead. */
#include "cli/game_args.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_RULE = 1024 };

const char choice_default_game[] = "klondike";

static const struct argp_option options[] = {
	{"game", 'g', "GAME", 0, "the game (klondike)", 10},
	{"preset", 'p', "PRESET", 0, "the rules to start from (the game's first preset)", 10},
	{"rules", 'r', "KEY=VALUE,...", 0, "options that differ from the preset", 10},
	{"strategy", 's', "STRATEGY", 0, "how moves are chosen (the game's first strategy)", 10},
	{"language", 'l', "LANGUAGE", 0, "en, da, de or el (from the environment)", 10},
	{0},
};

static void add_rules(struct choice *choice, const char *word, struct argp_state *state)
{
	size_t count = 0;

	while (choice->rules[count]) {
		count++;
	}
	if (count == CHOICE_RULES) {
		argp_error(state, "--rules stands more than %d times", CHOICE_RULES);
	}
	choice->rules[count] = word;
}

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct choice *choice = state->input;

	switch (key) {
	case 'g':
		choice->game = word;
		return 0;
	case 'p':
		choice->preset = word;
		return 0;
	case 'r':
		add_rules(choice, word, state);
		return 0;
	case 's':
		choice->strategy = word;
		return 0;
	case 'l':
		choice->language = word;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp choice_argp = {.options = options, .parser = parse};

/* ---- Rules ---------------------------------------------------------------------------------- */

static json_t *read_value(const char *text);

/* The members of "[3,4,5]". */
static json_t *read_list(const char *text)
{
	json_t *list = json_array();
	const char *end = strchr(text, ']');

	for (const char *from = text + 1; from < end;) {
		char word[LONGEST_RULE];
		size_t length = strcspn(from, ",]");

		memcpy(word, from, length);
		word[length] = '\0';
		json_array_append_new(list, read_value(word));
		from += length + 1;
	}
	return list;
}

/* "3" is a number, "yes" and "true" are true, "[3,4]" is a list, all else is a word. */
static json_t *read_value(const char *text)
{
	char *end;
	long long number = strtoll(text, &end, 10);

	if (*text == '[' && strchr(text, ']')) {
		return read_list(text);
	}
	if (end != text && *end == '\0') {
		return json_integer(number);
	}
	if (strcmp(text, "yes") == 0 || strcmp(text, "true") == 0) {
		return json_true();
	}
	if (strcmp(text, "no") == 0 || strcmp(text, "false") == 0) {
		return json_false();
	}
	return json_string(text);
}

/* One "key=value" of `length` bytes. */
static enum mk_status read_rule(
	json_t *rules, const char *text, size_t length, struct mk_error *error)
{
	char rule[LONGEST_RULE];
	char *equals;

	if (length >= sizeof rule) {
		return mk_fail(error, MK_MALFORMED, "invalid_rules", "--rules",
			"'%.20s...' is too long", text);
	}
	memcpy(rule, text, length);
	rule[length] = '\0';
	equals = strchr(rule, '=');
	if (!equals || equals == rule || equals[1] == '\0') {
		return mk_fail(error, MK_MALFORMED, "invalid_rules", "--rules",
			"'%s' is not KEY=VALUE", rule);
	}
	*equals = '\0';
	if (json_object_get(rules, rule)) {
		return mk_fail(error, MK_MALFORMED, "invalid_rules", "--rules",
			"duplicate rule '%s'", rule);
	}
	if (json_object_set_new(rules, rule, read_value(equals + 1))) {
		return mk_fail(
			error, MK_MALFORMED, "invalid_rules", "--rules", "this is not UTF-8");
	}
	return MK_OK;
}

/* Up to the comma behind it, which is none of a list's. */
static size_t rule_length(const char *text)
{
	size_t length = 0;

	for (bool listed = false; text[length] && (listed || text[length] != ','); length++) {
		listed = text[length] == '[' || (listed && text[length] != ']');
	}
	return length;
}

/* All of one "key=value,...". */
static json_t *read_rules(const char *text, struct mk_error *error)
{
	json_t *rules = json_object();

	for (const char *rest = text;; rest++) {
		size_t length = rule_length(rest);

		if (read_rule(rules, rest, length, error) != MK_OK) {
			json_decref(rules);
			return NULL;
		}
		rest += length;
		if (*rest == '\0') {
			return rules;
		}
	}
}

json_t *choice_read_rules(const struct choice *choice, struct mk_error *error)
{
	json_t *rules = json_object();

	for (size_t i = 0; choice->rules[i]; i++) {
		json_t *more = read_rules(choice->rules[i], error);

		if (!more) {
			json_decref(rules);
			return NULL;
		}
		json_object_update(rules, more);
		json_decref(more);
	}
	return rules;
}

enum mk_status choice_apply_rules(const struct choice *choice, const struct mk_game *game,
	struct mk_rules *rules, struct mk_error *error)
{
	json_t *json;
	enum mk_status status;

	if (!choice->rules[0]) {
		return MK_OK;
	}
	json = choice_read_rules(choice, error);
	if (!json) {
		return MK_MALFORMED;
	}
	status = mk_rules_read(game, json, "--rules", rules, error);
	json_decref(json);
	return status;
}

/* ---- Language ------------------------------------------------------------------------------- */

/* "da_DK.UTF-8" is Danish. */
static bool find_locale(const char *name, enum mk_language *language)
{
	char tag[16];
	size_t length = strcspn(name, "_.@");

	if (length >= sizeof tag) {
		return false;
	}
	memcpy(tag, name, length);
	tag[length] = '\0';
	return mk_language_find(tag, language);
}

enum mk_status choice_find_language(
	const char *chosen, enum mk_language *language, struct mk_error *error)
{
	static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

	if (chosen) {
		return mk_language_find(chosen, language)
			       ? MK_OK
			       : mk_fail(error, MK_NOT_FOUND, "unknown_language", "--language",
					 "'%s' is none of en, da, de, el", chosen);
	}
	*language = MK_ENGLISH;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *locale = getenv(variables[i]);

		if (locale && *locale) {
			find_locale(locale, language);
			break; /* the first that is set decides, as in POSIX */
		}
	}
	return MK_OK;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* The names that there are, for an error. */
struct names {
	struct mk_text text;
	char room[128];
};

static void names_init(struct names *names)
{
	mk_text_fixed(&names->text, names->room, sizeof names->room);
}

static void names_add(struct names *names, const char *name)
{
	if (names->text.length > 0) {
		mk_text_put(&names->text, ", ");
	}
	mk_text_put(&names->text, name);
}

static enum mk_status none_of(const struct names *names, const char *option, const char *name,
	const char *code, struct mk_error *error)
{
	return mk_fail(error, MK_NOT_FOUND, code, option, "'%.40s' is none of %s", name,
		names->text.bytes);
}

static enum mk_status find_game(
	const char *name, const struct mk_game **game, struct mk_error *error)
{
	struct names names;

	name = name ? name : choice_default_game;
	*game = mk_game_find(name);
	if (*game) {
		return MK_OK;
	}
	names_init(&names);
	for (size_t i = 0; i < mk_game_count; i++) {
		names_add(&names, mk_games[i]->name);
	}
	return none_of(&names, "--game", name, "unknown_game", error);
}

enum mk_status choice_check_game(const struct choice *choice, struct mk_error *error)
{
	const struct mk_game *game;

	return choice->game ? find_game(choice->game, &game, error) : MK_OK;
}

static enum mk_status find_preset(const char *name, const struct mk_game *game,
	const struct mk_preset **preset, struct mk_error *error)
{
	struct names names;

	name = name ? name : game->presets[0].name;
	*preset = mk_preset_find(game, name);
	if (*preset) {
		return MK_OK;
	}
	names_init(&names);
	for (size_t i = 0; i < game->preset_count; i++) {
		names_add(&names, game->presets[i].name);
	}
	return none_of(&names, "--preset", name, "unknown_preset", error);
}

static enum mk_status find_strategy(const char *name, const struct mk_game *game,
	const struct mk_strategy **strategy, struct mk_error *error)
{
	struct names names;

	name = name ? name : game->strategies[0].name;
	*strategy = mk_strategy_find(game, name);
	if (*strategy) {
		return MK_OK;
	}
	names_init(&names);
	for (size_t i = 0; i < game->strategy_count; i++) {
		names_add(&names, game->strategies[i].name);
	}
	return none_of(&names, "--strategy", name, "unknown_strategy", error);
}

enum mk_status choice_resolve(
	const struct choice *choice, struct chosen *chosen, struct mk_error *error)
{
	struct chosen found = {0};
	enum mk_status status = find_game(choice->game, &found.game, error);

	if (status == MK_OK) {
		status = find_preset(choice->preset, found.game, &found.preset, error);
	}
	if (status == MK_OK) {
		status = find_strategy(choice->strategy, found.game, &found.strategy, error);
	}
	if (status == MK_OK) {
		status = choice_find_language(choice->language, &found.language, error);
	}
	if (status != MK_OK) {
		return status;
	}
	found.rules = found.preset->rules;
	status = choice_apply_rules(choice, found.game, &found.rules, error);
	if (status == MK_OK) {
		*chosen = found;
	}
	return status;
}
