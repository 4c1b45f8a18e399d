/* Which game, under which rules, by which strategy, in which language: options of several commands.
 */
#ifndef CLI_CHOICE_H
#define CLI_CHOICE_H

#include <argp.h>
#include <makker/game.h>

struct json_t;

enum { CHOICE_RULES = 32 }; /* as often may --rules stand */

/* As written on the command line; NULL where nothing was. Borrowed from argv. */
struct choice {
	const char *game;
	const char *preset;
	/* Each "draw=3,shuffles=unlimited", then NULL. They add up; of one rule the last counts. */
	const char *rules[CHOICE_RULES + 1];
	const char *strategy;
	const char *language;
};

/* The options --game to --language, to be a child of a command's own; its input is a struct choice.
 */
extern const struct argp choice_argp;

extern const char choice_default_game[];

/* As the library knows them. */
struct chosen {
	const struct mk_game *game;
	const struct mk_preset *preset;
	struct mk_rules rules;
	const struct mk_strategy *strategy;
	enum mk_language language;
};

/* Defaults stand in for what was not chosen: klondike, its first preset, its first strategy. */
enum mk_status choice_resolve(
	const struct choice *choice, struct chosen *chosen, struct mk_error *error);

/* Is there a game of that name, where one is named? So that this is said before a table is read. */
enum mk_status choice_check_game(const struct choice *choice, struct mk_error *error);

/*
 * All rules as the JSON object that the API takes: {"draw":3,"shuffles":"unlimited"}. To be given
 * back with json_decref(); NULL with `error` when one is no such list.
 */
struct json_t *choice_read_rules(const struct choice *choice, struct mk_error *error);

/* Reads them over `rules`. */
enum mk_status choice_apply_rules(const struct choice *choice, const struct mk_game *game,
	struct mk_rules *rules, struct mk_error *error);

/* --language, else the first of LC_ALL, LC_MESSAGES and LANG that is set and ours, else English. */
enum mk_status choice_find_language(
	const char *chosen, enum mk_language *language, struct mk_error *error);

#endif
