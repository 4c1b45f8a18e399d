/* Reads specifications of sessions. */
#include "api/views/session_spec_json.h"

#include "session/history/event.h"
#include "session/session_error.h"

#include "api/views/body.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum mk_status read_game(
	const json_t *json, struct session_spec *spec, struct mk_error *error)
{
	const char *name = NULL;
	enum mk_status status = body_string(json, "game", &name, error);

	if (status != MK_OK) {
		return status;
	}
	if (!name) {
		return mk_fail_missing(error, "/game");
	}
	spec->game = mk_game_find(name);
	return spec->game ? MK_OK : mk_fail_unknown(error, "unknown_game", "/game", name);
}

static enum mk_status read_rules(
	const json_t *json, struct session_spec *spec, struct mk_error *error)
{
	const json_t *rules = json_object_get(json, "rules");
	const char *name = NULL;
	enum mk_status status = body_string(json, "preset", &name, error);

	if (status != MK_OK) {
		return status;
	}
	spec->preset = name ? mk_preset_find(spec->game, name) : &spec->game->presets[0];
	if (!spec->preset) {
		return mk_fail_unknown(error, "unknown_preset", "/preset", name);
	}
	spec->rules = spec->preset->rules;
	return rules ? mk_rules_read(spec->game, rules, "/rules", &spec->rules, error) : MK_OK;
}

enum mk_status session_spec_read_language(
	const struct json_t *json, enum mk_language *language, struct mk_error *error)
{
	const char *tag = NULL;
	enum mk_status status = body_string(json, "language", &tag, error);

	if (status == MK_OK && tag && !mk_language_find(tag, language)) {
		return mk_fail_unknown(error, "unknown_language", "/language", tag);
	}
	return status;
}

enum mk_status session_spec_read_strategy(const struct json_t *json, const struct mk_game *game,
	const struct mk_strategy **strategy, struct mk_error *error)
{
	const char *name = NULL;
	const struct mk_strategy *found;
	enum mk_status status = body_string(json, "strategy", &name, error);

	if (status != MK_OK || !name) {
		return status;
	}
	found = mk_strategy_find(game, name);
	if (!found) {
		return mk_fail_unknown(error, "unknown_strategy", "/strategy", name);
	}
	*strategy = found;
	return MK_OK;
}

enum mk_status session_spec_read_name(
	const struct json_t *json, bool *named, const char **name, struct mk_error *error)
{
	const json_t *member = json_object_get(json, "name");

	*named = member != NULL;
	if (!member || json_is_null(member)) {
		return MK_OK;
	}
	return body_name(json, "name", LIMIT_NAME_LENGTH, name, error);
}

static const struct mk_phrase no_status = MK_PHRASE(
	"\"stopped\" is expected here, which gives the game up, or \"playing\".",
	"Her skal stå \"stopped\", som opgiver spillet, eller \"playing\".",
	"Hier wird \"stopped\" erwartet, womit das Spiel aufgegeben wird, oder \"playing\".",
	"Εδώ χρειάζεται \"stopped\", που εγκαταλείπει το παιχνίδι, ή \"playing\".");

enum mk_status session_spec_read_status(
	const struct json_t *json, bool *stops, bool *goes_on, struct mk_error *error)
{
	const char *name = NULL;
	enum mk_status status = body_string(json, "status", &name, error);

	if (status != MK_OK) {
		return status;
	}
	*stops = name && strcmp(name, session_status_name(MK_STOPPED)) == 0;
	*goes_on = name && strcmp(name, session_status_name(MK_PLAYING)) == 0;
	if (name && !*stops && !*goes_on) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/status", &no_status, NULL, 0);
	}
	return MK_OK;
}

/* The configured strategy, if the game has it. */
static const struct mk_strategy *usual_strategy(const struct mk_game *game, const char *name)
{
	const struct mk_strategy *strategy = name ? mk_strategy_find(game, name) : NULL;

	return strategy ? strategy : &game->strategies[0];
}

/* The table of a game in progress, checked. */
static enum mk_status read_table(
	const json_t *json, struct session_spec *spec, struct mk_error *error)
{
	const struct mk_game *game = spec->game;
	struct mk_error cause;
	struct mk_view *view;
	enum mk_status status;

	spec->table = json_object_get(json, "table");
	if (!spec->table) {
		return MK_OK;
	}
	if (!mk_game_reads_tables(game)) {
		return session_fail(error, SESSION_ERROR_NO_TABLE, "/table");
	}
	if (mk_members_check(spec->table, game->notation->table_members, NULL, "/table", error) !=
		MK_OK) {
		return MK_MALFORMED;
	}
	/* Limited to its maximum length in the history. */
	if (json_dumpb(spec->table, NULL, 0, JSON_COMPACT) >= EVENT_TABLE_SIZE) {
		return mk_fail(error, MK_IMPOSSIBLE, "table_too_large", "/table",
			"the table is too large");
	}
	view = malloc(game->view_size);
	if (!view) {
		return mk_fail(error, MK_BUSY, "busy", "", "out of memory just now");
	}
	status = mk_view_read_table(game, spec->table, &spec->rules, view, &cause);
	free(view);
	return status == MK_OK ? MK_OK : fail_table(&cause, error);
}

enum mk_status session_spec_read_play(const struct json_t *json, const char *strategy,
	struct session_spec *spec, struct mk_error *error)
{
	enum mk_status status = read_game(json, spec, error);

	if (status != MK_OK) {
		return status;
	}
	spec->strategy = usual_strategy(spec->game, strategy);
	status = read_rules(json, spec, error);
	return status == MK_OK
		       ? session_spec_read_strategy(json, spec->game, &spec->strategy, error)
		       : status;
}

/* ---- practice tables ------------------------------------------------------------------------ */

static const struct mk_phrase no_cards =
	MK_PHRASE("\"player\" or \"program\" is expected here: who deals.",
		"Her skal stå \"player\" eller \"program\": hvem der giver.",
		"Hier wird \"player\" oder \"program\" erwartet: wer gibt.",
		"Εδώ χρειάζεται \"player\" ή \"program\": ποιος μοιράζει.");
static const struct mk_phrase no_seed = MK_PHRASE(
	"A whole number from 0 to 9007199254740991 is expected here, or a seed of 32 hex digits.",
	"Her skal stå et helt tal fra 0 til 9007199254740991 eller et frø på 32 hexcifre.",
	"Hier wird eine ganze Zahl von 0 bis 9007199254740991 erwartet, oder ein Startwert aus 32 Hexziffern.",
	"Εδώ χρειάζεται ένας ακέραιος από 0 έως 9007199254740991, ή ένας σπόρος από 32 δεκαεξαδικά ψηφία.");
static const struct mk_phrase no_deal =
	MK_PHRASE("This is for tables whose cards I deal: with \"cards\": \"program\".",
		"Det er for borde, hvor jeg giver kortene: med \"cards\": \"program\".",
		"Das ist für Tische, an denen ich gebe: mit \"cards\": \"program\".",
		"Αυτό είναι για τραπέζια όπου μοιράζω εγώ: με \"cards\": \"program\".");

static const struct mk_phrase no_opponents =
	MK_PHRASE("This game is played alone.", "Det her spil spilles alene.",
		"Dieses Spiel spielt man allein.", "Αυτό το παιχνίδι παίζεται από ένα άτομο.");
static const struct mk_phrase unknown_opponents =
	MK_PHRASE("I cannot play like that. I can play the other seats as: {0}.",
		"Sådan kan jeg ikke spille. Jeg kan spille de andre pladser som: {0}.",
		"So kann ich nicht spielen. Ich kann die anderen Plätze spielen als: {0}.",
		"Έτσι δεν μπορώ να παίξω. Τις άλλες θέσεις μπορώ να τις παίξω ως: {0}.");

static enum mk_status read_cards(
	const json_t *json, struct session_spec *spec, struct mk_error *error)
{
	const char *cards = NULL;
	enum mk_status status = body_string(json, "cards", &cards, error);

	if (status != MK_OK) {
		return status;
	}
	spec->program_deals = cards && strcmp(cards, "program") == 0;
	if (cards && !spec->program_deals && strcmp(cards, "player") != 0) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/cards", &no_cards, NULL, 0);
	}
	return MK_OK;
}

/* The names of the games for which the program can deal. */
static const char *dealt_games(char *buffer, size_t size)
{
	struct mk_text out;

	mk_text_fixed(&out, buffer, size);
	for (size_t i = 0; i < mk_game_count; i++) {
		if (mk_game_can_deal(mk_games[i])) {
			mk_text_put(&out, out.length ? ", " : "");
			mk_text_put(&out, mk_games[i]->name);
		}
	}
	return buffer;
}

static enum mk_status check_can_deal(
	const json_t *json, const struct session_spec *spec, struct mk_error *error)
{
	static char names[256];

	if (json_object_get(json, "table")) {
		return session_fail(error, SESSION_ERROR_PROGRAM_DEALS, "/table");
	}
	if (!mk_game_can_deal(spec->game)) {
		return session_fail_with(error, SESSION_ERROR_CANNOT_DEAL, "/cards",
			(struct mk_phrase_arg){
				.kind = MK_ARG_TEXT, .text = dealt_games(names, sizeof names)});
	}
	return spec->game->check_opponents ? spec->game->check_opponents(&spec->rules, error)
					   : MK_OK;
}

/* The names of the strategies that can play the other seats. */
static const char *strategies_of(const struct mk_game *game, char *buffer, size_t size)
{
	struct mk_text out;

	mk_text_fixed(&out, buffer, size);
	for (size_t i = 0; i < game->strategy_count; i++) {
		mk_text_put(&out, out.length ? ", " : "");
		mk_text_put(&out, game->strategies[i].name);
	}
	return buffer;
}

static enum mk_status read_opponents(
	const json_t *json, struct session_spec *spec, struct mk_error *error)
{
	static char names[256];
	const char *name = NULL;

	enum mk_status status = body_string(json, "opponents", &name, error);

	if (status != MK_OK || !name) {
		return status;
	}
	if (!spec->program_deals) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/opponents", &no_deal, NULL, 0);
	}
	if (spec->game->seats == 1) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/opponents", &no_opponents, NULL, 0);
	}
	spec->deal.opponents = mk_strategy_find(spec->game, name);
	if (!spec->deal.opponents) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "unknown_strategy", "/opponents",
			&unknown_opponents,
			&(struct mk_phrase_arg){.kind = MK_ARG_TEXT,
				.text = strategies_of(spec->game, names, sizeof names)},
			1);
	}
	return MK_OK;
}

static enum mk_status read_deck(
	const json_t *json, struct session_spec *spec, struct mk_error *error)
{
	const json_t *deck = json_object_get(json, "deck");

	if (deck && !spec->program_deals) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/deck", &no_deal, NULL, 0);
	}
	return deck ? deal_read_deck(deck, "/deck", spec->game, &spec->rules, &spec->deal, error)
		    : MK_OK;
}

static enum mk_status read_deal(
	const json_t *json, struct session_spec *spec, struct mk_error *error)
{
	const json_t *seed = json_object_get(json, "seed");

	if (read_cards(json, spec, error) != MK_OK) {
		return error->status;
	}
	if (seed && !spec->program_deals) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/seed", &no_deal, NULL, 0);
	}
	if (seed && !deal_read_seed(seed, &spec->deal)) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/seed", &no_seed, NULL, 0);
	}
	spec->has_seed = seed != NULL;
	if (spec->program_deals && check_can_deal(json, spec, error) != MK_OK) {
		return error->status;
	}
	return read_opponents(json, spec, error) == MK_OK ? read_deck(json, spec, error)
							  : error->status;
}

static const struct mk_member members[] = {
	{"game", NULL},
	{"preset", NULL},
	{"rules", NULL},
	{"language", NULL},
	{"strategy", NULL},
	{"cards", NULL},
	{"seed", NULL},
	{"deck", NULL},
	{"opponents", NULL},
	{"table", NULL},
	{"name", NULL},
	{0},
};

enum mk_status session_spec_read(const struct json_t *json,
	const struct session_spec_defaults *defaults, struct session_spec *spec,
	struct mk_error *error)
{
	bool named;
	struct mk_error later;
	enum mk_status status;

	/* Impossible rules are rejected here; a value of another type is rejected below. */
	spec->language = defaults->language;
	session_spec_read_language(json, &spec->language, &later);
	status = mk_members_check(json, members, NULL, "", error);
	if (status == MK_OK) {
		status = session_spec_read_play(json, defaults->strategy, spec, error);
	}
	if (status == MK_OK) {
		status = session_spec_read_language(json, &spec->language, error);
	}
	if (status == MK_OK) {
		status = read_deal(json, spec, error);
	}
	if (status == MK_OK) {
		status = read_table(json, spec, error);
	}
	return status == MK_OK ? session_spec_read_name(json, &named, &spec->name, error) : status;
}
