/* The games: presets, options and strategies as JSON. */
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "base/json.h"

static void write_choice_values(struct mk_text *out, const struct mk_option *option)
{
	mk_json_open_array(out, "allowed");
	for (const char *const *choice = option->choices; *choice; choice++) {
		mk_json_string(out, NULL, *choice);
	}
	mk_json_close_array(out);
}

static void write_bools(struct mk_text *out)
{
	mk_json_open_array(out, "allowed");
	mk_json_bool(out, NULL, false);
	mk_json_bool(out, NULL, true);
	mk_json_close_array(out);
}

static void write_count_values(struct mk_text *out, const struct mk_option *option)
{
	if (!option->allowed) {
		mk_json_int(out, "least", option->min);
		mk_json_int(out, "most", option->max);
		mk_json_bool(out, "unlimited", option->unlimited);
		return;
	}
	mk_json_open_array(out, "allowed");
	for (const int32_t *allowed = option->allowed; *allowed >= 0; allowed++) {
		mk_json_int(out, NULL, *allowed);
	}
	mk_json_close_array(out);
}

static const char *type_name(enum mk_option_type type)
{
	switch (type) {
	case MK_OPTION_BOOL:
		return "boolean";
	case MK_OPTION_COUNT:
		return "count";
	case MK_OPTION_CHOICE:
		return "choice";
	case MK_OPTION_CARD:
		return "card";
	case MK_OPTION_LIST:
		return "list";
	}
	return "";
}

static void write_list(struct mk_text *out, const struct mk_option *option);

static void write_values(struct mk_text *out, const struct mk_option *option)
{
	switch (option->type) {
	case MK_OPTION_BOOL:
		write_bools(out);
		return;
	case MK_OPTION_COUNT:
		write_count_values(out, option);
		return;
	case MK_OPTION_CHOICE:
		write_choice_values(out, option);
		return;
	case MK_OPTION_CARD:
		return;
	case MK_OPTION_LIST:
		write_list(out, option);
		return;
	}
}

/* The bounds of the number of members, and their type. */
static void write_list(struct mk_text *out, const struct mk_option *option)
{
	mk_json_int(out, "least", option->min);
	mk_json_int(out, "most", option->max);
	mk_json_string(out, "empty", option->list->empty);
	mk_json_open_object(out, "member");
	mk_json_string(out, "type", type_name(option->list->member->type));
	write_values(out, option->list->member);
	mk_json_close_object(out);
}

/* The default is the first preset's value, written the way all rules are. */
static void write_default(struct mk_text *out, const struct mk_game *game, size_t place)
{
	const struct mk_rules *rules = &game->presets[0].rules;

	mk_rule_write(out, "default", &game->options[place], rules, rules->value[place]);
}

static void write_options(
	struct mk_text *out, const struct mk_game *game, enum mk_language language)
{
	mk_json_open_array(out, "options");
	for (size_t i = 0; i < game->option_count; i++) {
		const struct mk_option *option = &game->options[i];

		mk_json_open_object(out, NULL);
		mk_json_string(out, "name", option->name);
		mk_json_string(out, "type", type_name(option->type));
		mk_json_string(out, "about", mk_phrase_in(&option->description, language));
		write_default(out, game, i);
		write_values(out, option);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_presets(
	struct mk_text *out, const struct mk_game *game, enum mk_language language)
{
	mk_json_open_array(out, "presets");
	for (size_t i = 0; i < game->preset_count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "name", game->presets[i].name);
		mk_json_string(out, "about", mk_phrase_in(&game->presets[i].description, language));
		mk_json_open_object(out, "rules");
		mk_rules_write(out, game, &game->presets[i].rules);
		mk_json_close_object(out);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_game_strategies(
	struct mk_text *out, const struct mk_game *game, enum mk_language language)
{
	mk_json_open_array(out, "strategies");
	for (size_t i = 0; i < game->strategy_count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "name", game->strategies[i].name);
		mk_json_string(
			out, "about", mk_phrase_in(&game->strategies[i].description, language));
		mk_json_bool(out, "searches", game->strategies[i].has_search);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static const char *content_name(enum mk_pile_content content)
{
	switch (content) {
	case MK_PILE_FRONT:
		return "front";
	case MK_PILE_CARDS:
		return "cards";
	case MK_PILE_NUMBER:
		return "number";
	}
	return "";
}

/* The sentences for the reason codes of ranked moves. */
static void write_reasons(
	struct mk_text *out, const struct mk_game *game, enum mk_language language)
{
	const char *const *codes = game->notation->reasons;

	mk_json_open_array(out, "reasons");
	for (int i = 0; codes && codes[i]; i++) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "code", codes[i]);
		mk_json_open_string(out, "text");
		mk_describe_reason(out, game, language, i);
		mk_json_close_string(out);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

/* The kinds of mistakes in reviews, for statistics that store only their names. */
static void write_mistakes(
	struct mk_text *out, const struct mk_game *game, enum mk_language language)
{
	const struct mk_mistakes *mistakes = game->mistakes;

	mk_json_open_array(out, "mistakes");
	for (size_t i = 0; mistakes && i < mistakes->count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "kind", mistakes->kinds[i].name);
		mk_json_string(out, "text", mk_phrase_in(&mistakes->kinds[i].text, language));
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

/* The layout of the table, for a page that draws any game; null where the game has no piles. */
static void write_piles(struct mk_text *out, const struct mk_game *game, enum mk_language language)
{
	if (!game->piles) {
		mk_json_null(out, "piles");
		return;
	}
	mk_json_open_array(out, "piles");
	for (const struct mk_pile_kind *kind = game->piles; kind->name; kind++) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "name", kind->name);
		mk_json_string(out, "title", mk_phrase_in(&kind->title, language));
		mk_json_string(out, "titles", mk_phrase_in(mk_pile_titles(kind), language));
		mk_json_int(out, "first", kind->first);
		mk_json_int(out, "count", kind->count);
		mk_json_bool(out, "varying", kind->varying);
		mk_json_bool(out, "single", kind->single);
		mk_json_string(out, "content", content_name(kind->content));
		mk_json_int(out, "max", kind->max);
		mk_json_bool(out, "optional", kind->optional);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_languages(struct mk_text *out)
{
	mk_json_open_array(out, "languages");
	for (int i = 0; i < MK_LANGUAGES; i++) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "code", mk_language_code((enum mk_language)i));
		mk_json_string(out, "name", mk_language_name((enum mk_language)i));
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_game_object(
	struct mk_text *out, const struct mk_game *game, enum mk_language language)
{
	mk_json_open_object(out, NULL);
	mk_json_string(out, "name", game->name);
	mk_json_string(out, "title", mk_phrase_in(&game->title, language));
	mk_json_int(out, "seats", game->seats);
	write_options(out, game, language);
	write_presets(out, game, language);
	write_game_strategies(out, game, language);
	write_reasons(out, game, language);
	write_mistakes(out, game, language);
	write_piles(out, game, language);
	write_languages(out);
	mk_json_close_object(out);
}

static void write_games(struct call *call, struct mk_text *out)
{
	enum mk_language language = call_language(call);

	mk_json_open_object(out, NULL);
	mk_json_open_array(out, "games");
	for (size_t i = 0; i < mk_game_count; i++) {
		write_game_object(out, mk_games[i], language);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

void games_list(struct call *call)
{
	call_respond_kept(call, MEDIA_JSON, &call->api->games[call_language(call)], write_games);
}
