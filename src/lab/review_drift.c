/*
 * makker-lab review-drift PRESET GAMES BUDGET SEED [RULES]: where the values of reviews of
 * Doppelkopf are too high.
 *
 * Games with the search in all seats are reviewed for each seat. By class of tables and trick it
 * prints the mean of: the reviewed value minus the points that the seat has won in the end
 * (`rest`); the correction of advice/excess.c; the sum of both, which the correction should be; and
 * the change of the value to the next decision. The points of the four seats sum to 0, so their
 * means over all four are exact to some hundredths where all have a decision.
 */
#include "base/arena.h"
#include "cli/game_args.h"
#include "games/doppelkopf/advice/rank.h"
#include "lab/lab.h"

#include <makker/review.h>
#include <makker/selfplay.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* PLAYOUTS: for each move of the games. */
enum { MAX_DECISIONS = 80, ARENA_BYTES = 4 << 20, PLAYOUTS = 400 };

/* A mean over all decisions; its error is estimated from the differences between games. */
struct mean {
	double count, sum;             /* sums over all games */
	double here, here_sum;         /* sums over this game */
	double counts, sums, products; /* sums of squares over the games */
};

struct cell {
	struct mean rest, table, drift;
};

struct seat {
	unsigned char *views;
	struct mk_played_move made[MAX_DECISIONS];
	bool came_up[MAX_DECISIONS];
	bool comes_up;
	size_t count;
};

struct lab {
	const struct mk_game *game;
	struct mk_rules rules;
	struct mk_world *world;
	struct mk_view *buffer, *after;
	struct mk_search_context *search;
	struct mk_advice *advice;
	struct mk_budget budget;
	uint64_t seed;
	struct seat seat[DOKO_SEATS];
	struct cell cells[DOKO_REVIEW_CLASSES][DOKO_TRICKS];
	struct mean start, choice, luck; /* decisions of one seat in one game */
};

/* ---- means ---------------------------------------------------------------------------------- */

static void add(struct mean *mean, double value)
{
	mean->here++;
	mean->here_sum += value;
}

static void end_game(struct mean *mean)
{
	mean->count += mean->here;
	mean->sum += mean->here_sum;
	mean->counts += mean->here * mean->here;
	mean->sums += mean->here_sum * mean->here_sum;
	mean->products += mean->here * mean->here_sum;
	mean->here = mean->here_sum = 0;
}

static double value_of(const struct mean *mean)
{
	return mean->count > 0 ? mean->sum / mean->count : 0;
}

/* Half the width of the 95 % interval. */
static double margin_of(const struct mean *mean)
{
	double value = value_of(mean);
	double squares = mean->sums - 2 * value * mean->products + value * value * mean->counts;

	return mean->count > 0 ? 1.96 * sqrt(fmax(squares, 0)) / mean->count : 0;
}

static void for_each_mean(struct lab *lab, void (*call)(struct mean *))
{
	call(&lab->start);
	call(&lab->choice);
	call(&lab->luck);
	for (int i = 0; i < DOKO_REVIEW_CLASSES * DOKO_TRICKS; i++) {
		struct cell *cell = &lab->cells[i / DOKO_TRICKS][i % DOKO_TRICKS];

		call(&cell->rest);
		call(&cell->table);
		call(&cell->drift);
	}
}

/* ---- playing -------------------------------------------------------------------------------- */

static const struct mk_view *view_at(const struct lab *lab, int seat, size_t place)
{
	return (const struct mk_view *)(lab->seat[seat].views + place * lab->game->view_size);
}

static struct mk_played_move choose(struct lab *lab, const struct mk_view *view)
{
	const struct mk_search_request request = {.strategy = &lab->game->strategies[0],
		.view = view,
		.budget = {.nodes = PLAYOUTS, .seed = lab->seed}};
	struct mk_played_move made;

	mk_search_run(lab->search, &request, lab->advice);
	made.move =
		lab->advice->moves[lab->advice->suggestion < 0 ? 0 : lab->advice->suggestion].move;
	made.revealed = mk_game_card_turned_up(lab->game, lab->world, made.move);
	return made;
}

static void note(struct lab *lab, struct seat *seat, const struct mk_view *view,
	const struct mk_played_move *made)
{
	if (seat->count < MAX_DECISIONS) {
		memcpy(seat->views + seat->count * lab->game->view_size, view,
			lab->game->view_size);
		seat->made[seat->count] = *made;
		seat->came_up[seat->count++] = seat->comes_up;
		seat->comes_up = false;
	}
}

static void make_move(struct lab *lab, int mover, bool has_choice)
{
	const struct mk_view *view =
		mk_game_view_of_seat(lab->game, lab->world, mover, lab->buffer);
	struct mk_played_move made = choose(lab, view);
	bool shows;

	view = mk_game_view_of_seat(lab->game, lab->world, mover, lab->buffer);
	if (has_choice) {
		note(lab, &lab->seat[mover], view, &made);
	}
	shows = !mk_game_table_after(lab->game, view, &made, lab->after);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		lab->seat[seat].comes_up |= seat != mover || shows;
	}
	lab->game->apply(lab->world, made.move);
}

static void play_game(struct lab *lab, uint64_t number)
{
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_rng rng;
	size_t legal;
	int seat;

	mk_rng_init(&rng, lab->seed, number);
	lab->game->deal(lab->world, &lab->rules, &rng);
	for (seat = 0; seat < DOKO_SEATS; seat++) {
		lab->seat[seat].count = 0;
		lab->seat[seat].comes_up = false;
	}
	while ((seat = mk_game_seat_to_move(lab->game, lab->world)) != MK_NO_SEAT &&
		(legal = mk_game_world_moves(lab->game, lab->world, moves)) > 0) {
		make_move(lab, seat, legal > 1);
	}
}

/* ---- reviewing ------------------------------------------------------------------------------ */

static void value(struct lab *lab, struct mk_reviewer *reviewer, int seat, size_t place,
	bool is_known, struct mk_valuation *valuation)
{
	const struct mk_view *view = view_at(lab, seat, place);
	const struct mk_played_move *made = &lab->seat[seat].made[place];
	bool has_after = mk_game_table_after(lab->game, view, made, lab->after);
	const struct mk_review_table table = {.view = view,
		.made = &made->move,
		.after = has_after ? lab->after : NULL,
		.has_value = is_known && !lab->seat[seat].came_up[place],
		.budget = lab->budget};

	mk_reviewer_value(reviewer, &table, valuation);
}

static void add_step(
	struct lab *lab, int seat, size_t place, const struct mk_review_step *step, double result)
{
	const struct mk_view *view = view_at(lab, seat, place);
	const struct doko_view *table = view_of(view);
	struct cell *cell = &lab->cells[doko_review_class(table)][table->table.tricks];

	add(&cell->rest, (double)step->before / MK_REVIEW_UNIT - result);
	add(&cell->table, doko_review_excess(view));
	add(&cell->drift, (double)mk_review_luck(step) / MK_REVIEW_UNIT);
}

static void review_seat(struct lab *lab, int seat)
{
	struct mk_reviewer *reviewer = mk_reviewer_create(lab->game);
	struct mk_review_account account = {.has_points = true};
	const struct mk_review_table end = {
		.view = mk_game_view_of_seat(lab->game, lab->world, seat, lab->buffer),
		.budget = lab->budget};
	struct mk_review_step steps[MAX_DECISIONS];
	struct mk_valuation valuation;
	struct mk_review_sums sums;
	size_t count = lab->seat[seat].count;

	for (size_t i = 0; i < count; i++) {
		value(lab, reviewer, seat, i, account.is_known, &valuation);
		mk_review_add(&account, &valuation, lab->seat[seat].came_up[i], &steps[i],
			i > 0 ? &steps[i - 1] : NULL);
	}
	mk_reviewer_value(reviewer, &end, &valuation);
	mk_review_close(&account, &valuation, lab->seat[seat].comes_up,
		count > 0 ? &steps[count - 1] : NULL);
	mk_review_sum(steps, count, &sums);
	add(&lab->start, (double)sums.start / MK_REVIEW_UNIT);
	add(&lab->choice, (double)sums.choice / MK_REVIEW_UNIT);
	add(&lab->luck, (double)sums.luck / MK_REVIEW_UNIT);
	for (size_t i = 0; i < count; i++) {
		add_step(lab, seat, i, &steps[i], (double)sums.end / MK_REVIEW_UNIT);
	}
	mk_reviewer_destroy(reviewer);
}

/* ---- the report ----------------------------------------------------------------------------- */

static void print_mean(const char *name, const struct mean *mean)
{
	printf("%s %+.3f +- %.3f  ", name, value_of(mean), margin_of(mean));
}

static void print_report(const struct lab *lab, unsigned long games)
{
	static const char *const names[DOKO_REVIEW_CLASSES] = {
		"before", "normal", "other", "soloist", "against solo"};

	printf("%lu games, a seat: ", games);
	print_mean("start", &lab->start);
	print_mean("choice", &lab->choice);
	print_mean("luck", &lab->luck);
	printf("\n");
	for (int i = 0; i < DOKO_REVIEW_CLASSES * DOKO_TRICKS; i++) {
		const struct cell *cell = &lab->cells[i / DOKO_TRICKS][i % DOKO_TRICKS];

		if (cell->rest.count > 0) {
			printf("  %-12s trick %2d, %6.0f decisions: ", names[i / DOKO_TRICKS],
				i % DOKO_TRICKS + 1, cell->rest.count);
			print_mean("rest", &cell->rest);
			printf("table %+.2f  in all %+.3f  ", value_of(&cell->table),
				value_of(&cell->table) + value_of(&cell->rest));
			print_mean("drift", &cell->drift);
			printf("\n");
		}
	}
	fflush(stdout);
}

static void begin(struct lab *lab, struct mk_arena *arena)
{
	const struct mk_game *game = lab->game;

	lab->world = calloc(1, game->world_size);
	lab->buffer = calloc(1, game->view_size);
	lab->after = calloc(1, game->view_size);
	lab->advice = calloc(1, sizeof *lab->advice);
	lab->search = mk_search_context_init(arena, game, NULL);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		lab->seat[seat].views = calloc(MAX_DECISIONS, game->view_size);
	}
}

static void end(struct lab *lab)
{
	mk_search_context_deinit(lab->search);
	free(lab->world);
	free(lab->buffer);
	free(lab->after);
	free(lab->advice);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		free(lab->seat[seat].views);
	}
}

enum cli_exit review_drift_command(int argc, char **argv)
{
	enum { PRINTED_EVERY = 50 };
	static struct lab lab;
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct game_args args = {.game = NULL};
	const struct mk_preset *preset;
	struct mk_error error;
	unsigned long games;

	argv = lab_positionals(argc, argv, "PRESET GAMES BUDGET SEED [RULES]",
		"Measure where the values of reviews of Doppelkopf are too high.", 4, 5);
	lab.game = mk_game_find("doppelkopf");
	preset = mk_preset_find(lab.game, argv[0]);
	if (!preset) {
		fprintf(stderr, "makker-lab: no such preset\n");
		return CLI_USAGE;
	}
	lab.rules = preset->rules;
	args.rules[0] = argv[4];
	if (game_args_apply_rules(&args, lab.game, &lab.rules, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	games = strtoul(argv[1], NULL, 10);
	lab.budget = (struct mk_budget){.nodes = strtoul(argv[2], NULL, 10)};
	lab.seed = strtoull(argv[3], NULL, 10);
	begin(&lab, arena);
	for (unsigned long number = 0; number < games; number++) {
		play_game(&lab, number);
		for (int seat = 0; seat < DOKO_SEATS; seat++) {
			review_seat(&lab, seat);
		}
		for_each_mean(&lab, end_game);
		if ((number + 1) % PRINTED_EVERY == 0 || number + 1 == games) {
			print_report(&lab, number + 1);
		}
	}
	end(&lab);
	mk_arena_destroy(arena);
	return CLI_OK;
}
