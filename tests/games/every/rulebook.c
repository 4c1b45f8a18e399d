/* The rules in words: every preset of every game, in each language and form. */
#include "base/arena.h"
#include "games/every/game.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 18 };

static char written[BUFFER_SIZE];

static void write_rules(const struct mk_game *game, const struct mk_preset *preset,
	enum mk_language language, enum mk_rulebook_form form)
{
	struct mk_text text;

	mk_text_fixed(&text, written, sizeof written);
	mk_rulebook_write(&text, game, preset, language, form);
	cr_assert_not(text.truncated);
}

static json_t *read_rules(
	const struct mk_game *game, const struct mk_preset *preset, enum mk_language language)
{
	json_error_t error;
	json_t *rules;

	write_rules(game, preset, language, MK_RULEBOOK_JSON);
	rules = json_loads(written, JSON_REJECT_DUPLICATES, &error);
	cr_assert_not_null(rules, "%s: %s", game->name, error.text);
	return rules;
}

static json_t *section_named(const json_t *rules, const char *name)
{
	json_t *section;
	size_t i;

	json_array_foreach(json_object_get(rules, "sections"), i, section)
	{
		if (strcmp(json_string_value(json_object_get(section, "name")), name) == 0) {
			return section;
		}
	}
	return NULL;
}

static json_t *item_of_option(const json_t *rules, const char *section, const char *option)
{
	json_t *item;
	size_t i;

	json_array_foreach(json_object_get(section_named(rules, section), "items"), i, item)
	{
		if (strcmp(json_string_value(json_object_get(item, "option")), option) == 0) {
			return item;
		}
	}
	return NULL;
}

#define ON_EVERY_PRESET(game, preset, language) \
	for (const struct mk_preset *preset = (game)->presets; \
		(preset) < (game)->presets + (game)->preset_count; (preset)++) \
		for (enum mk_language language = 0; (language) < MK_LANGUAGES; (language)++)

EVERY_GAME(rulebook, each_option_stands_once_with_its_value)
{
	const struct mk_game *game = tested_game(*number);

	ON_EVERY_PRESET(game, preset, language)
	{
		json_t *rules = read_rules(game, preset, language);

		for (size_t i = 0; i < game->option_count; i++) {
			const struct mk_option *option = &game->options[i];
			json_t *on = item_of_option(rules, "options", option->name);
			json_t *off = item_of_option(rules, "options_off", option->name);
			bool is_off = option->type == MK_OPTION_BOOL && !preset->rules.value[i];

			cr_assert_eq(off != NULL, is_off, "%s", option->name);
			cr_assert_eq(on != NULL, !is_off, "%s", option->name);
			cr_assert_not_null(json_object_get(on ? on : off, "value"));
			cr_assert_gt(json_string_length(json_object_get(on ? on : off, "text")), 0);
		}
		json_decref(rules);
	}
}

/* Players read a choice in words: the code of the option is English in every language. */
EVERY_GAME(rulebook, the_value_of_a_choice_is_its_phrase)
{
	const struct mk_game *game = tested_game(*number);

	ON_EVERY_PRESET(game, preset, language)
	{
		json_t *rules = read_rules(game, preset, language);

		for (size_t i = 0; i < game->option_count; i++) {
			const struct mk_option *option = &game->options[i];

			if (option->type == MK_OPTION_CHOICE) {
				json_t *item = item_of_option(rules, "options", option->name);

				cr_assert_str_eq(json_string_value(json_object_get(item, "text")),
					mk_phrase_in(
						&option->choice_phrases[preset->rules.value[i]],
						language));
			}
		}
		json_decref(rules);
	}
}

static bool has_text(const char *text)
{
	return strstr(written, text) != NULL;
}

EVERY_GAME(rulebook, markdown_and_text_have_every_title_and_paragraph_of_the_json)
{
	const struct mk_game *game = tested_game(*number);

	for (enum mk_rulebook_form form = MK_RULEBOOK_MARKDOWN; form <= MK_RULEBOOK_TEXT; form++) {
		ON_EVERY_PRESET(game, preset, language)
		{
			json_t *rules = read_rules(game, preset, language), *section, *paragraph;
			size_t i, k;

			write_rules(game, preset, language, form);
			json_array_foreach(json_object_get(rules, "sections"), i, section)
			{
				cr_assert(has_text(
					json_string_value(json_object_get(section, "title"))));
				json_array_foreach(
					json_object_get(section, "paragraphs"), k, paragraph)
				{
					cr_assert(has_text(json_string_value(paragraph)), "%s",
						json_string_value(paragraph));
				}
			}
			json_decref(rules);
		}
	}
}

EVERY_GAME(rulebook, languages_differ_in_every_section)
{
	const struct mk_game *game = tested_game(*number);
	json_t *english = read_rules(game, game->presets, MK_ENGLISH), *section;
	size_t i;

	for (enum mk_language language = MK_DANISH; language < MK_LANGUAGES; language++) {
		json_t *rules = read_rules(game, game->presets, language);

		json_array_foreach(json_object_get(rules, "sections"), i, section)
		{
			cr_assert_not(json_equal(
				section, json_array_get(json_object_get(english, "sections"), i)));
		}
		json_decref(rules);
	}
	json_decref(english);
}
