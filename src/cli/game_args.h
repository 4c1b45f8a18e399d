/* Options of several commands: the game, its rules, the strategy, the language, the budget. */
#ifndef CLI_GAME_ARGS_H
#define CLI_GAME_ARGS_H

#include <argp.h>
#include <makker/game.h>
#include <makker/search.h>

struct json_t;

enum { MAX_RULES_OPTIONS = 32 }; /* occurrences of --rules */

/* The values of the options, borrowed from argv; NULL: not given. */
struct game_args {
	const char *game;
	const char *preset;
	/* Each "draw=3,shuffles=unlimited"; ends with NULL. The last value of a rule counts. */
	const char *rules[MAX_RULES_OPTIONS + 1];
	const char *strategy;
	const char *language;
};

/* --game, --preset, --rules, --strategy and --language; input: struct game_args. */
extern const struct argp game_args_argp;

/*
 * --budget-ms, --worlds and --nodes; input: struct mk_budget with the command's default, which any
 * of them replaces. All zero: strategies with a search use their static evaluation.
 */
extern const struct argp budget_argp;

extern const char default_game[];

/* The values of the options. */
struct game_selection {
	const struct mk_game *game;
	const struct mk_preset *preset;
	struct mk_rules rules;
	const struct mk_strategy *strategy;
	enum mk_language language;
};

/* Defaults: klondike, its first preset, its first strategy, the language of the environment. */
enum mk_status game_args_resolve(
	const struct game_args *args, struct game_selection *selection, struct mk_error *error);

/* One occurrence of --rules; too many end the program with a usage error. */
void game_args_add_rules(struct game_args *args, const char *value, struct argp_state *state);

/* Fails if --game names an unknown game, so that the error comes before a table is read. */
enum mk_status game_args_check_game(const struct game_args *args, struct mk_error *error);

/* The strategy of that name (NULL: the first of the game); an error names `option`. */
enum mk_status game_args_find_strategy(const char *name, const char *option,
	const struct mk_game *game, const struct mk_strategy **strategy, struct mk_error *error);

/*
 * All rules as the JSON object of the API, {"draw":3,"shuffles":"unlimited"}; the caller releases
 * it with json_decref(). NULL with `error` if a list is malformed.
 */
struct json_t *game_args_read_rules(const struct game_args *args, struct mk_error *error);

/* Sets the rules of --rules in `rules`. */
enum mk_status game_args_apply_rules(const struct game_args *args, const struct mk_game *game,
	struct mk_rules *rules, struct mk_error *error);

/*
 * `name`, else the first of LC_ALL, LC_MESSAGES and LANG that is set, English if it is unsupported
 * or none is set.
 */
enum mk_status game_args_find_language(
	const char *name, enum mk_language *language, struct mk_error *error);

/* The members "game", "preset" and "rules" of an object. */
void game_selection_write(struct mk_text *out, const struct game_selection *selection);

enum { VALUE_WIDTH = 7 }; /* of the output of value_write() */
enum { WHY_SIZE = 2048 }; /* size of the output of why_write() */

/*
 * The value of a move for people: a chance of winning as a percentage, or the points in a game of
 * points. Writes nothing if the value is NAN.
 */
void value_write(
	struct mk_text *out, enum mk_language language, const struct mk_game *game, double value);

/*
 * Writes the reasons for the value of the move, as one line without its end; nothing without
 * reasons.
 */
void why_write(struct mk_text *out, enum mk_language language, const struct mk_game *game,
	const struct mk_view *view, const struct mk_ranked_move *ranked);

#endif
