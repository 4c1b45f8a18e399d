/*
 * makker-lab review-test GAME PRESET GAMES RANDOM BUDGET FACTOR SEED [RULES]: what reviews find,
 * and whether they are calibrated.
 *
 * Games played by the search, in all seats, but for RANDOM moves by chance of the first one, are
 * reviewed with BUDGET for each decision ("50ms", or a number of playouts). Every fifth decision is
 * a random move until there are RANDOM of them; "14/3": every third one. With RANDOM, only lost
 * games count, and their random moves are valued once more with FACTOR times the budget: of those
 * that cost more than 2 points then, how many does the review mark? Without RANDOM, choice and luck
 * must be 0 on average: the search gives nothing away, and its forecast is neither too high nor too
 * low.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "cli/game_args.h"
#include "lab/lab.h"

#include <makker/review.h>
#include <makker/selfplay.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* PLAYOUTS: for each move of the games. */
enum { MAX_DECISIONS = 1000, ARENA_BYTES = 4 << 20, PLAYOUTS = 400, USUAL_SPACING = 5 };

static const double points = 0.02;

/* A table with a choice, and the move that was played. */
struct decision {
	struct mk_played_move made;
	bool came_up, is_random;
};

struct lab {
	const struct mk_game *game;
	struct mk_rules rules;
	struct mk_world *world;
	struct mk_view *seen, *of_seat, *after;
	struct mk_search_context *search;
	struct mk_advice *advice;
	unsigned random, spacing; /* number of random moves of a game, and one in how many decisions
				     is one */
	struct mk_budget budget, reference;
	uint64_t seed;

	struct decision decisions[MAX_DECISIONS];
	unsigned char *views;
	struct mk_review_step steps[MAX_DECISIONS];
	size_t count;
	bool came_up; /* since the last decision */

	/* Totals of all games. */
	unsigned long games, won, decided, randoms, costly, found, false_marks, marks;
	struct mk_review_kind_sum kinds[MK_MAX_MISTAKE_KINDS];
	double seconds, choice, choice_squares, luck, luck_squares;
};

/* ---- playing -------------------------------------------------------------------------------- */

static const struct mk_view *look(struct lab *lab)
{
	return mk_game_view_of_seat(lab->game, lab->world, 0, lab->seen);
}

static struct mk_move search_move(struct lab *lab, const struct mk_view *view)
{
	const struct mk_search_request request = {.strategy = &lab->game->strategies[0],
		.view = view,
		.budget = {.nodes = PLAYOUTS, .seed = lab->seed}};

	mk_search_run(lab->search, &request, lab->advice);
	return lab->advice->moves[lab->advice->suggestion < 0 ? 0 : lab->advice->suggestion].move;
}

static bool is_random_next(const struct lab *lab, unsigned done)
{
	return done < lab->random && lab->count % lab->spacing == lab->spacing - 1;
}

static void note(struct lab *lab, const struct mk_view *view, const struct mk_played_move *made,
	bool is_random)
{
	memcpy(lab->views + lab->count * lab->game->view_size, view, lab->game->view_size);
	lab->decisions[lab->count++] = (struct decision){*made, lab->came_up, is_random};
	lab->came_up = false;
}

static const struct mk_view *view_at(const struct lab *lab, size_t decision)
{
	return (const struct mk_view *)(lab->views + decision * lab->game->view_size);
}

/* Chooses a move for the seat to move. */
static struct mk_played_move choose(struct lab *lab, int seat, const struct mk_move *by_chance)
{
	const struct mk_view *view =
		mk_game_view_of_seat(lab->game, lab->world, seat, lab->of_seat);
	struct mk_played_move made = {.move = by_chance ? *by_chance : search_move(lab, view)};

	made.revealed = mk_game_card_turned_up(lab->game, lab->world, made.move);
	return made;
}

static void play_game(struct lab *lab, uint64_t number)
{
	unsigned done = 0;
	struct mk_rng rng;
	int seat;

	mk_rng_init(&rng, lab->seed, number);
	lab->game->deal(lab->world, &lab->rules, &rng);
	lab->count = 0;
	lab->came_up = false;
	while ((seat = mk_game_seat_to_move(lab->game, lab->world)) != MK_NO_SEAT &&
		lab->count < MAX_DECISIONS) {
		struct mk_move moves[MK_MAX_MOVES];
		size_t legal = mk_game_world_moves(lab->game, lab->world, moves);
		bool by_chance = seat == 0 && is_random_next(lab, done);
		struct mk_played_move made;

		if (legal == 0) {
			return;
		}
		made = choose(
			lab, seat, by_chance ? &moves[mk_rng_below(&rng, (uint32_t)legal)] : NULL);
		if (seat == 0 && legal > 1) {
			note(lab, look(lab), &made, by_chance);
			done += by_chance;
		}
		if (seat != 0 || !mk_game_table_after(lab->game, look(lab), &made, lab->after)) {
			lab->came_up = true;
		}
		lab->game->apply(lab->world, made.move);
	}
}

/* ---- reviewing ------------------------------------------------------------------------------ */

static void value(struct lab *lab, struct mk_reviewer *reviewer, size_t place,
	const struct mk_budget *budget, bool has_value, struct mk_valuation *valuation)
{
	const struct mk_view *view = view_at(lab, place);
	const struct decision *decision = &lab->decisions[place];
	bool has_after = mk_game_table_after(lab->game, view, &decision->made, lab->after);
	const struct mk_review_table table = {.view = view,
		.made = &decision->made.move,
		.after = has_after ? lab->after : NULL,
		.has_value = has_value,
		.budget = *budget};

	mk_reviewer_value(reviewer, &table, valuation);
}

static void review_game(struct lab *lab)
{
	struct mk_reviewer *reviewer = mk_reviewer_create(lab->game);
	struct mk_review_account account = {.has_points = lab->game->has_points};
	int64_t begin_ns = clock_thread_ns();
	const struct mk_review_table end = {.view = look(lab), .budget = lab->budget};
	struct mk_valuation valuation;

	for (size_t i = 0; i < lab->count; i++) {
		bool came_up = lab->decisions[i].came_up;

		value(lab, reviewer, i, &lab->budget, account.is_known && !came_up, &valuation);
		mk_review_add(&account, &valuation, came_up, &lab->steps[i],
			i > 0 ? &lab->steps[i - 1] : NULL);
		mk_review_kind_add(&lab->kinds[mk_review_kind(lab->game, view_at(lab, i),
					   &lab->decisions[i].made.move, &valuation)],
			&lab->steps[i]);
	}
	mk_reviewer_value(reviewer, &end, &valuation);
	mk_review_close(&account, &valuation, lab->came_up,
		lab->count > 0 ? &lab->steps[lab->count - 1] : NULL);
	lab->seconds += (double)(clock_thread_ns() - begin_ns) * 1e-9;
	lab->decided += lab->count;
	mk_reviewer_destroy(reviewer);
}

static void add_sums(struct lab *lab)
{
	struct mk_review_sums sums;
	double choice, luck;

	mk_review_sum(lab->steps, lab->count, &sums);
	if (sums.luck + sums.choice != sums.end - sums.start) {
		fprintf(stderr, "makker-lab: luck and choice do not add up\n");
		exit(CLI_FAILED);
	}
	choice = (double)sums.choice / MK_REVIEW_UNIT;
	luck = (double)sums.luck / MK_REVIEW_UNIT;
	lab->choice += choice;
	lab->choice_squares += choice * choice;
	lab->luck += luck;
	lab->luck_squares += luck * luck;
}

/* ---- what it finds -------------------------------------------------------------------------- */

/* The loss measured with the larger budget; `error`: its standard error. */
static double true_loss(struct lab *lab, struct mk_reviewer *reviewer, size_t place, double *error)
{
	struct mk_valuation valuation;

	value(lab, reviewer, place, &lab->reference, false, &valuation);
	*error = valuation.error;
	return valuation.is_compared ? valuation.value - valuation.made : 0;
}

static void print_costly(const struct lab *lab, size_t place, double loss, double error)
{
	const struct mk_review_step *step = &lab->steps[place];

	printf("  game %lu, decision %zu: costs %.4f +- %.4f, reviewed as %.4f +- %.4f, %s\n",
		lab->games, place + 1, loss, 1.96 * error,
		-(double)mk_review_choice(step) / MK_REVIEW_UNIT,
		1.96 * (double)step->error / MK_REVIEW_UNIT, mk_review_mark_name(step->mark));
}

static void count_found(struct lab *lab)
{
	struct mk_reviewer *reviewer = mk_reviewer_create(lab->game);

	for (size_t i = 0; i < lab->count; i++) {
		bool is_marked = mk_review_is_loss(&lab->steps[i]);
		bool is_random = lab->decisions[i].is_random;

		lab->marks += is_marked;
		lab->randoms += is_random;
		if (is_random || is_marked) {
			double error, loss = true_loss(lab, reviewer, i, &error);

			if (is_random && loss > points) {
				print_costly(lab, i, loss, error);
			}

			lab->costly += is_random && loss > points;
			lab->found += is_random && loss > points && is_marked;
			lab->false_marks += is_marked && loss < points / 2;
		}
	}
	mk_reviewer_destroy(reviewer);
}

/* ---- the report ----------------------------------------------------------------------------- */

/* Prints a mean with its 95 % interval. */
static void print_mean(const char *name, double sum, double squares, double count)
{
	double mean = sum / count, variance = squares / count - mean * mean;

	printf("%s %+.4f +- %.4f  ", name, mean, 1.96 * sqrt(fmax(variance, 0) / count));
}

static void print_report(const struct lab *lab)
{
	printf("%lu games, %.1f decisions, %.2f s of CPU a game; ", lab->games,
		(double)lab->decided / (double)lab->games, lab->seconds / (double)lab->games);
	print_mean("choice", lab->choice, lab->choice_squares, (double)lab->games);
	print_mean("luck", lab->luck, lab->luck_squares, (double)lab->games);
	printf("won %.3f", (double)lab->won / (double)lab->games);
	if (lab->random > 0) {
		printf("; random moves %lu, costly %lu, found %lu (%.3f); marks %lu, false %lu",
			lab->randoms, lab->costly, lab->found,
			(double)lab->found / fmax((double)lab->costly, 1), lab->marks,
			lab->false_marks);
	}
	printf("\n");
	fflush(stdout);
}

/*
 * Prints what each kind of mistakes of a strategy costs per game, to show where it is not
 * calibrated.
 */
static void print_kinds(const struct lab *lab)
{
	for (size_t i = 0; lab->game->mistakes && i < lab->game->mistakes->count; i++) {
		const struct mk_review_kind_sum *kind = &lab->kinds[i];

		if (kind->decisions > 0) {
			printf("  %s: %u decisions, %u losses, %+.4f a game\n",
				lab->game->mistakes->kinds[i].name, kind->decisions, kind->losses,
				(double)kind->choice / MK_REVIEW_UNIT / (double)lab->games);
		}
	}
}

static struct mk_budget budget_named(const char *text, unsigned long factor)
{
	char *unit;
	unsigned long number = strtoul(text, &unit, 10) * factor;

	if (strcmp(unit, "ms") == 0) {
		return (struct mk_budget){.ms = (uint32_t)number};
	}
	return (struct mk_budget){.nodes = number};
}

/* Parses "14" or "14/3"; false if it is neither. */
static bool read_random(struct lab *lab, const char *text)
{
	char *end;

	lab->random = (unsigned)strtoul(text, &end, 10);
	lab->spacing = *end == '/' ? (unsigned)strtoul(end + 1, &end, 10) : USUAL_SPACING;
	return *end == '\0' && lab->spacing > 0;
}

enum cli_exit review_test_command(int argc, char **argv)
{
	static struct lab lab;
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct game_args args = {.game = NULL};
	const struct mk_preset *preset;
	struct mk_error error;
	unsigned long games;

	argv = lab_positionals(argc, argv, "GAME PRESET GAMES RANDOM BUDGET FACTOR SEED [RULES]",
		"Measure what reviews find, and whether they are calibrated.", 7, 8);
	lab.game = mk_game_find(argv[0]);
	preset = lab.game ? mk_preset_find(lab.game, argv[1]) : NULL;
	if (!preset || !mk_review_is_possible(lab.game)) {
		fprintf(stderr, "makker-lab: no game with reviews, or no such preset\n");
		return CLI_USAGE;
	}
	lab.rules = preset->rules;
	args.rules[0] = argv[7];
	if (game_args_apply_rules(&args, lab.game, &lab.rules, &error) != MK_OK) {
		return cli_fail_at(CLI_USAGE, NULL, &error);
	}
	games = strtoul(argv[2], NULL, 10);
	if (!read_random(&lab, argv[3])) {
		fprintf(stderr, "makker-lab: RANDOM is a number of moves such as 14, or 14/3\n");
		return CLI_USAGE;
	}
	lab.budget = budget_named(argv[4], 1);
	lab.reference = budget_named(argv[4], strtoul(argv[5], NULL, 10));
	lab.seed = strtoull(argv[6], NULL, 10);
	lab.world = calloc(1, lab.game->world_size);
	lab.seen = calloc(1, lab.game->view_size);
	lab.of_seat = calloc(1, lab.game->view_size);
	lab.after = calloc(1, lab.game->view_size);
	lab.views = calloc(MAX_DECISIONS, lab.game->view_size);
	lab.advice = calloc(1, sizeof *lab.advice);
	lab.search = mk_search_context_init(arena, lab.game, NULL);
	for (uint64_t number = 0; lab.games < games; number++) {
		bool won;

		play_game(&lab, number);
		won = lab.game->outcome(look(&lab)) == MK_WON;
		if (lab.random > 0 && (won || lab.count <= (size_t)lab.random * lab.spacing)) {
			continue;
		}
		lab.games++;
		lab.won += won;
		review_game(&lab);
		add_sums(&lab);
		if (lab.random > 0) {
			count_found(&lab);
		}
		if (lab.games % 10 == 0 || lab.games == games) {
			print_report(&lab);
		}
	}
	print_kinds(&lab);
	mk_search_context_deinit(lab.search);
	mk_arena_destroy(arena);
	free(lab.world);
	free(lab.seen);
	free(lab.of_seat);
	free(lab.after);
	free(lab.views);
	free(lab.advice);
	return CLI_OK;
}
