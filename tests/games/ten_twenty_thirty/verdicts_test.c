/*
 * Verdicts that others have computed, and lines that win, replayed by rules that are written down
 * here a second time: columns are plain lists of values.
 */
#include "games/ten_twenty_thirty/choices.h"
#include "games/ten_twenty_thirty/forced.h"
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/solver.h"
#include "games/ten_twenty_thirty/world.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 14, MAX_MOVES = 4000 };

static const struct solver_effort exact = {.states = UINT64_MAX};
static const struct solver_effort beam = {.width = 100, .states = UINT64_MAX};

/* ---- The rules once more -------------------------------------------------------------------- */

struct list {
	int value[4096];
	int from, to;
};

struct table {
	struct list deck, column[7];
	int next, dealt;
	bool gone[7];
};

static void take(struct list *list, int place)
{
	memmove(&list->value[place], &list->value[place + 1],
		(size_t)(list->to - place - 1) * sizeof(int));
	list->to--;
}

/* Deals one card; the column that got it. */
static int deal(struct table *table)
{
	int column;

	while (table->gone[table->next]) {
		table->next = (table->next + 1) % 7;
	}
	column = table->next;
	cr_assert_lt(table->deck.from, table->deck.to, "the deck is empty");
	table->column[column].value[table->column[column].to++] =
		table->deck.value[table->deck.from++];
	table->next = (column + 1) % 7;
	table->dealt++;
	return column;
}

static void remove_three(struct table *table, int column, int first, int second, int third)
{
	struct list *list = &table->column[column];
	int sum = list->value[first] + list->value[second] + list->value[third];

	cr_assert(list->to >= 3 && (sum == 10 || sum == 20 || sum == 30));
	table->deck.value[table->deck.to++] = list->value[first];
	table->deck.value[table->deck.to++] = list->value[second];
	table->deck.value[table->deck.to++] = list->value[third];
	take(list, third);
	take(list, second);
	take(list, first);
	table->gone[column] = list->to == 0;
}

static void remove_combo(struct table *table, int column, char combo)
{
	int count = table->column[column].to;

	if (combo == 't') {
		remove_three(table, column, 0, 1, count - 1);
	} else if (combo == 'l') {
		remove_three(table, column, 0, count - 2, count - 1);
	} else {
		remove_three(table, column, count - 3, count - 2, count - 1);
	}
}

static bool is_won(const struct table *table)
{
	for (int column = 0; column < 7; column++) {
		if (!table->gone[column]) {
			return false;
		}
	}
	return true;
}

/* Reads a deck of values into real cards and, for the replay, a list. Returns what follows it. */
static char *read_deck(char *line, uint8_t deck[MK_DECK], struct table *table)
{
	uint8_t used[11] = {0};

	memset(table, 0, sizeof *table);
	for (int i = 0; i < MK_DECK; i++) {
		int value = (int)strtol(line, &line, 10);
		int number = used[value]++;
		/* Ten, jack, queen and king all count ten. */
		int rank = value < 10 ? value : 10 + number / 4;

		deck[i] = MK_CARD(rank, number % 4);
		table->deck.value[table->deck.to++] = value;
	}
	return line + 1;
}

static struct tens_view view_with(const uint8_t deck[MK_DECK], enum removal removal)
{
	struct tens_view view = {
		.removal = (uint8_t)removal, .last = NO_COLUMN, .order = {T2B1, T1B2, B3}};

	core_init(&view.core, deck);
	return view;
}

static FILE *data(const char *name)
{
	char path[96];
	FILE *file;

	snprintf(path, sizeof path, "../shared/data/%s", name);
	file = fopen(path, "r");
	if (!file) {
		snprintf(path, sizeof path, "../../shared/data/%s", name);
		file = fopen(path, "r");
	}
	if (!file) {
		cr_skip_test("there is no ../shared/data/%s", name);
	}
	return file;
}

/* ---- Forced --------------------------------------------------------------------------------- */

Test(ten_twenty_thirty, all_forced_verdicts_that_others_have_computed_agree)
{
	static const char *const names[] = {"Win", "Loss", "Draw"};
	static const uint8_t order[COMBOS] = {T2B1, T1B2, B3};
	static struct table table;
	FILE *file = data("uva246_some.tsv");
	char line[LINE];
	int rows = 0;

	for (; fgets(line, sizeof line, file); rows++) {
		uint8_t deck[MK_DECK];
		char *rest = read_deck(line, deck, &table);
		char *verdict = strsep(&rest, "\t");
		struct core core;
		struct forced forced;

		core_init(&core, deck);
		forced = forced_play(&core, order);
		cr_assert_str_eq(names[forced.verdict], verdict);
		cr_assert_eq(forced.dealt, strtoul(rest, NULL, 10));
	}
	fclose(file);
	cr_assert_eq(rows, 300);
}

/* ---- With choices --------------------------------------------------------------------------- */

/* Replays the line that the solver found, by the rules above. */
static void replay(struct table *table, const struct solver *solver)
{
	static struct mk_move moves[MAX_MOVES];
	static const char combos[COMBOS] = {[T2B1] = 't', [T1B2] = 'l', [B3] = 'b'};
	size_t count = solver_line(solver, moves, MAX_MOVES);

	cr_assert_lt(count, MAX_MOVES);
	for (size_t i = 0; i < count; i++) {
		cr_assert_not(is_won(table));
		if (moves[i].kind == DEAL) {
			cr_assert_eq(deal(table), moves[i].to);
		} else {
			remove_combo(table, moves[i].from, combos[moves[i].cut]);
		}
	}
	cr_assert(is_won(table));
	cr_assert_eq((unsigned)table->dealt, solver_dealt(solver));
}

/* Replays a line as the data has it: a group for each card after the first seven. */
static void replay_theirs(struct table *table, const char *line)
{
	int column = 6;

	for (int i = 0; i < 6; i++) {
		deal(table);
	}
	deal(table);
	for (column = deal(table); *line && *line != '\n' && *line != '\t'; line++) {
		if (*line != '.') {
			remove_combo(table, column, *line);
		} else if (!is_won(table)) {
			column = deal(table);
		}
	}
	cr_assert(is_won(table));
}

Test(ten_twenty_thirty, the_shortest_wins_with_mandatory_removal_are_those_that_others_found)
{
	static struct table table, theirs;
	FILE *file = data("tts_choice_some.tsv"); /* skips without it */
	struct solver *solver = solver_create();
	struct choices *choices = choices_create();
	char line[LINE];
	int rows = 0;

	for (; fgets(line, sizeof line, file); rows++) {
		uint8_t deck[MK_DECK];
		char *rest = read_deck(line, deck, &table), *verdict, *shortest;
		struct tens_view view = view_with(deck, MANDATORY);
		enum solved solved = solver_run(solver, &view, &exact, NULL);

		theirs = table;
		strsep(&rest, "\t");
		strsep(&rest, "\t");
		verdict = strsep(&rest, "\t");
		shortest = strsep(&rest, "\t");
		cr_assert_eq(solved, strcmp(verdict, "Winnable") == 0 ? SOLVED_WIN : SOLVED_NONE);
		cr_assert_eq(choices_run(choices, &view, UINT_MAX), solved);
		if (solved == SOLVED_WIN) {
			cr_assert_eq(solver_dealt(solver), strtoul(shortest, NULL, 10));
			replay(&table, solver);
			replay_theirs(&theirs, rest);
		}
	}
	fclose(file);
	choices_destroy(choices);
	solver_destroy(solver);
	cr_assert_eq(rows, 150);
}

/* An open table in the middle of a game that was played by chance. */
static bool table_by_chance(uint64_t number, const struct mk_game *game, struct tens_world *world)
{
	struct mk_rules rules = game->presets[0].rules;
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_rng rng;
	size_t count;

	mk_rng_init(&rng, 6, number);
	rules.value[OPTION_REMOVAL] = MANDATORY;
	game->deal((struct mk_world *)world, &rules, &rng);
	tens_reveal_all((struct mk_world *)world);
	for (uint32_t i = mk_rng_below(&rng, 60); i > 0; i--) {
		count = mk_game_world_moves(game, (struct mk_world *)world, moves);
		if (count == 0) {
			return false;
		}
		tens_apply((struct mk_world *)world, moves[mk_rng_below(&rng, (uint32_t)count)]);
	}
	return tens_seat_to_move((struct mk_world *)world) != MK_NO_SEAT;
}

Test(ten_twenty_thirty, from_choice_to_choice_is_won_what_is_won_layer_by_layer)
{
	struct solver *solver = solver_create();
	struct choices *choices = choices_create();
	int found[] = {[SOLVED_WIN] = 0, [SOLVED_NONE] = 0, [SOLVED_UNKNOWN] = 0};

	for (uint64_t i = 0; i < 300; i++) {
		struct tens_world world;

		if (table_by_chance(i, mk_game_find("ten-twenty-thirty"), &world)) {
			struct tens_view *view = &world.known;
			enum solved solved = choices_run(choices, view, UINT_MAX);

			cr_assert_eq(solver_run(solver, view, &exact, NULL), solved);
			found[solved]++;
		}
	}
	cr_assert_gt(found[SOLVED_WIN], 50);
	cr_assert_gt(found[SOLVED_NONE], 50);
	cr_assert_eq(found[SOLVED_UNKNOWN], 0);
	choices_destroy(choices);
	solver_destroy(solver);
}

Test(ten_twenty_thirty, what_others_won_with_optional_removal_is_won)
{
	static struct table table, theirs;
	FILE *file = data("tts_optional_some.tsv");
	struct solver *solver = solver_create();
	char line[LINE];
	int rows = 0;

	for (; fgets(line, sizeof line, file); rows++) {
		uint8_t deck[MK_DECK];
		char *rest = read_deck(line, deck, &table), *verdict;
		struct tens_view view = view_with(deck, OPTIONAL);
		enum solved solved = solver_run(solver, &view, &beam, NULL);

		theirs = table;
		verdict = strsep(&rest, "\t");
		strsep(&rest, "\t");
		cr_assert_eq(solved == SOLVED_WIN, strcmp(verdict, "Win") == 0);
		if (solved == SOLVED_WIN) {
			replay(&table, solver);
			replay_theirs(&theirs, rest);
		}
	}
	fclose(file);
	solver_destroy(solver);
	cr_assert_eq(rows, 80);
}
