/* Games with one deliberate fault. */
#include "games/every/faults.h"

#include "base/json.h"
#include "games/freecell/table.h"
#include "games/ten_twenty_thirty/ten_twenty_thirty.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The game whose slots a faulty one calls. */
static const struct mk_game *sound;

static struct freecell_view *freecell_table(void *state)
{
	return state;
}

/* ---- Moves ---------------------------------------------------------------------------------- */

static size_t one_move_less(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = sound->view_moves(view, moves);

	return count > 1 ? count - 1 : count;
}

static size_t last_move_twice(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = sound->view_moves(view, moves);

	if (count > 0) {
		moves[count] = moves[count - 1];
	}
	return count + (count > 0);
}

static size_t illegal_move_too(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = sound->view_moves(view, moves);

	moves[count] = (struct mk_move){.kind = TO_COLUMN, .from = 3, .to = 3, .cut = 1};
	return count + 1;
}

static size_t world_move_less(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = sound->world_moves(world, moves);

	return count > 1 ? count - 1 : count;
}

static void drops_move(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->view_moves = one_move_less;
}

static void doubles_move(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->view_moves = last_move_twice;
}

static void lists_illegal_move(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->view_moves = illegal_move_too;
}

static void world_drops_move(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->world_moves = world_move_less;
}

/* ---- Playing -------------------------------------------------------------------------------- */

static void apply_and_swap(struct mk_world *world, struct mk_move move)
{
	struct freecell_view *table = freecell_table(world);
	mk_card deepest = table->column[0][0];

	sound->apply(world, move);
	if (table->count[0] > 1 && table->column[0][0] == deepest) {
		table->column[0][0] = table->column[0][1];
		table->column[0][1] = deepest;
	}
}

static void apply_and_lose(struct mk_world *world, struct mk_move move)
{
	struct freecell_view *table = freecell_table(world);

	sound->apply(world, move);
	if (table->count[5] > 0) {
		table->column[5][--table->count[5]] = MK_NO_CARD;
	}
}

static enum mk_outcome won_at_twenty(const struct mk_view *view)
{
	const struct freecell_view *table = freecell_of(view);

	return table->up[0] + table->up[1] + table->up[2] + table->up[3] >= 20
		       ? MK_WON
		       : sound->outcome(view);
}

static enum mk_outcome lost_at_three_moves(const struct mk_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];
	enum mk_outcome outcome = sound->outcome(view);

	return outcome == MK_PLAYING && sound->view_moves(view, moves) <= 3 ? MK_LOST : outcome;
}

static enum mk_outcome never_won(const struct mk_view *view)
{
	enum mk_outcome outcome = sound->outcome(view);

	return outcome == MK_WON ? MK_LOST : outcome;
}

static void payoff_of_loser(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	sound->payoff(world, payoff);
	payoff[0] = 1 - payoff[0];
}

static int seat_after_last(const struct mk_world *world)
{
	int seat = sound->seat_to_move(world);

	return seat == MK_NO_SEAT ? seat : seat + 1;
}

static void swaps_cards(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->apply = apply_and_swap;
}

static void loses_card(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->apply = apply_and_lose;
}

static void wins_early(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->outcome = won_at_twenty;
}

static void loses_early(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->outcome = lost_at_three_moves;
}

static void never_wins(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->outcome = never_won;
}

static void pays_losers(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->payoff = payoff_of_loser;
}

static void names_no_seat(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->seat_to_move = seat_after_last;
}

/* ---- Chance --------------------------------------------------------------------------------- */

static void deal_by_counter(
	struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	static uint64_t counter;
	struct mk_rng other;

	(void)rng;
	mk_rng_init(&other, 1, counter++);
	sound->deal(world, rules, &other);
}

static void deal_the_same(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct mk_rng other;

	(void)rng;
	mk_rng_init(&other, 1, 1);
	sound->deal(world, rules, &other);
}

static bool guess_the_same(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world)
{
	struct mk_rng other;

	(void)rng;
	mk_rng_init(&other, 1, 1);
	return sound->sample_world(view, &other, world);
}

static bool guess_badly(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world)
{
	bool sampled = sound->sample_world(view, rng, world);
	size_t hidden = sound->world_size - MK_DECK;
	unsigned char *bytes = (unsigned char *)world;

	bytes[hidden] = bytes[hidden + 1];
	return sampled;
}

static const struct mk_view *peek(const struct mk_world *world, int seat, struct mk_view *buffer)
{
	struct mk_world *open = malloc(sound->world_size);

	memcpy(open, world, sound->world_size);
	sound->reveal_all(open);
	memcpy(buffer, sound->view_of_seat(open, seat, buffer), sound->view_size);
	free(open);
	return buffer;
}

static void ignores_generator(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->deal = deal_by_counter;
}

static void deals_always_the_same(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->deal = deal_the_same;
}

static void samples_always_the_same(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->sample_world = guess_the_same;
}

static void samples_card_twice(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->sample_world = guess_badly;
}

static void leaks_hidden_cards(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->view_of_seat = peek;
}

/* ---- Knowledge ------------------------------------------------------------------------------ */

static void begin_with_rubbish(struct mk_view *view, const struct mk_rules *rules)
{
	uint8_t rubbish = freecell_table(view)->idle;

	sound->init_view(view, rules);
	freecell_table(view)->idle = rubbish;
}

static enum mk_status always_a_move(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status = sound->apply_snapshot(view, seen, suggested, finding, error);

	if (status == MK_OK && finding->explanation == MK_UNCHANGED) {
		finding->explanation = MK_OTHER_MOVE;
	}
	return status;
}

static enum mk_status never_a_move(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	if (sound->outcome(view) == MK_WAITING) {
		return sound->apply_snapshot(view, seen, suggested, finding, error);
	}
	*finding = (struct mk_finding){.explanation = MK_UNCHANGED};
	return MK_OK;
}

static enum mk_status believe_any_move(struct mk_view *view, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error)
{
	(void)revealed;
	(void)error;
	*finding = (struct mk_finding){.explanation = MK_OTHER_MOVE, .move_count = 1};
	finding->moves[0].move = move;
	if (freecell_allows(freecell_of(view), move)) {
		sound->apply((struct mk_world *)view, move);
	}
	return MK_OK;
}

static enum mk_status repeat_without_last(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct mk_finding shorter = *finding;

	if (shorter.move_count > 0) {
		shorter.move_count--;
	}
	return sound->apply_finding(view, &shorter, error);
}

static void leaves_rubbish(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->init_view = begin_with_rubbish;
}

static void sees_moves_everywhere(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->apply_snapshot = always_a_move;
}

static void sees_no_moves(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->apply_snapshot = never_a_move;
}

static void believes_illegal_moves(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->apply_reported_move = believe_any_move;
}

static void forgets_on_replay(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->apply_finding = repeat_without_last;
}

static const char *silent(const struct mk_world *world)
{
	(void)world;
	return NULL;
}

static void checks_nothing(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	game->check_invariants = silent;
}

/* ---- Advice --------------------------------------------------------------------------------- */

static struct mk_strategy strategies[8];

static void copy_strategies(struct mk_game *game)
{
	memcpy(strategies, game->strategies, game->strategy_count * sizeof *strategies);
	game->strategies = strategies;
}

static bool choose_last(const struct mk_view *view, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = sound->view_moves(view, moves);

	if (count > 0) {
		*move = moves[count - 1];
	}
	return count > 0;
}

static void evaluate_differently(const struct mk_view *view, struct mk_advice *advice)
{
	static uint64_t times;

	sound->strategies[0].evaluate(view, advice);
	advice->nodes = times++;
}

static void evaluate_all_but_one(const struct mk_view *view, struct mk_advice *advice)
{
	sound->strategies[0].evaluate(view, advice);
	advice->count -= advice->count > 1;
}

static void chooses_another_move(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	copy_strategies(game);
	strategies[0].choose_move = choose_last;
}

static void advises_by_time(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	copy_strategies(game);
	strategies[0].evaluate = evaluate_differently;
}

static void ranks_too_few(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	copy_strategies(game);
	strategies[0].evaluate = evaluate_all_but_one;
}

/* ---- Notation ------------------------------------------------------------------------------- */

static void write_other_target(struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	move.to = (uint8_t)(move.to > 0);
	sound->notation->write_move(out, view, move);
}

static void write_line_without_foundation(struct mk_text *out, const struct mk_snapshot *seen)
{
	struct mk_piles piles = *(const struct mk_piles *)seen;

	piles.pile[FIRST_FOUNDATION].count = 0;
	mk_piles_write_line(out, sound->piles, &piles);
}

/* Reads a line, but never the first cell. */
static enum mk_status read_line_without_cell(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error)
{
	struct mk_piles *piles = (struct mk_piles *)seen;
	enum mk_status status = mk_piles_read_line(sound, line, length, piles, error);

	memset(&piles->pile[FIRST_CELL], 0, sizeof piles->pile[0]);
	return status;
}

static void write_more_than_is_read(
	struct mk_text *out, const char *key, const struct mk_snapshot *seen)
{
	mk_json_open_object(out, key);
	mk_piles_write(out, sound->piles, (const struct mk_piles *)seen);
	mk_json_int(out, "weather", 1);
	mk_json_close_object(out);
}

static void write_table_without_cells(struct mk_text *out, const struct mk_view *view)
{
	struct mk_piles piles;

	mk_piles_of_view(sound, view, &piles);
	for (int i = FIRST_CELL; i < FIRST_FOUNDATION; i++) {
		piles.pile[i].count = 0;
	}
	mk_piles_write(out, sound->piles, &piles);
}

static void misspells_moves(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	notation->write_move = write_other_target;
}

static void shortens_line(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	notation->write_line = write_line_without_foundation;
	notation->read_line = read_line_without_cell;
}

static void adds_member(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	notation->write_snapshot = write_more_than_is_read;
}

static void hides_cells(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	notation->write_table = write_table_without_cells;
}

/* ---- Words ---------------------------------------------------------------------------------- */

static struct mk_phrase phrases[32];
static struct mk_pile_kind kinds[8];
static struct mk_message_phrases messages;

static void describe_in_english(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, struct mk_move move)
{
	(void)language;
	sound->notation->describe_move(out, MK_ENGLISH, view, move);
}

static void describe_conflict_in_english(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict)
{
	(void)language;
	mk_piles_describe_conflict(out, MK_ENGLISH, sound->piles, conflict);
}

static void reason_lacks_greek(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	memcpy(phrases, notation->reason_phrases, 8 * sizeof *phrases);
	phrases[3].in[MK_GREEK] = NULL;
	notation->reason_phrases = phrases;
}

static void pile_lacks_danish(struct mk_game *game, struct mk_notation *notation)
{
	(void)notation;
	memcpy(kinds, game->piles, 4 * sizeof *kinds);
	kinds[1].titles.in[MK_DANISH] = kinds[1].titles.in[MK_ENGLISH];
	game->piles = kinds;
}

static void message_lacks_german(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	messages = *notation->messages;
	messages.won.in[MK_GERMAN] = NULL;
	notation->messages = &messages;
}

static void moves_in_english(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	notation->describe_move = describe_in_english;
}

static void conflicts_in_english(struct mk_game *game, struct mk_notation *notation)
{
	(void)game;
	notation->describe_conflict = describe_conflict_in_english;
}

/* ---- All ------------------------------------------------------------------------------------ */

#define OPEN "freecell"
#define HIDDEN "ten-twenty-thirty"

const struct fault faults[] = {
	{"a legal move is not listed", OPEN, drops_move},
	{"a move is listed twice", OPEN, doubles_move},
	{"an illegal move is listed", OPEN, lists_illegal_move},
	{"the world lists a move less than the view", HIDDEN, world_drops_move},
	{"a move swaps two cards elsewhere", OPEN, swaps_cards},
	{"a move loses a card elsewhere", OPEN, loses_card},
	{"a game counts as won too early", OPEN, wins_early},
	{"a game counts as lost too early", OPEN, loses_early},
	{"a won game counts as lost", OPEN, never_wins},
	{"the payoff is the opponent's", OPEN, pays_losers},
	{"the seat to move does not exist", OPEN, names_no_seat},
	{"a deal does not follow from the generator", OPEN, ignores_generator},
	{"every deal is the same", OPEN, deals_always_the_same},
	{"every sample is the same", HIDDEN, samples_always_the_same},
	{"a sample has a card twice", HIDDEN, samples_card_twice},
	{"a view has the hidden cards", HIDDEN, leaks_hidden_cards},
	{"a new view keeps a byte of the storage", OPEN, leaves_rubbish},
	{"an unchanged table is explained by a move", OPEN, sees_moves_everywhere},
	{"a changed table counts as unchanged", OPEN, sees_no_moves},
	{"an illegal move is accepted", OPEN, believes_illegal_moves},
	{"a replayed finding lacks its last move", OPEN, forgets_on_replay},
	{"the invariants are not checked", OPEN, checks_nothing},
	{"the chosen move is not the suggestion", OPEN, chooses_another_move},
	{"the same table gets other advice", OPEN, advises_by_time},
	{"a move is not ranked", OPEN, ranks_too_few},
	{"a move is written with another target", OPEN, misspells_moves},
	{"the line loses a cell", OPEN, shortens_line},
	{"a snapshot has a member that is not read", OPEN, adds_member},
	{"a table is written without its cells", OPEN, hides_cells},
	{"a reason lacks Greek", OPEN, reason_lacks_greek},
	{"a pile's title lacks Danish", OPEN, pile_lacks_danish},
	{"the message of a win lacks German", OPEN, message_lacks_german},
	{"moves are described in English only", OPEN, moves_in_english},
	{"conflicts are described in English only", OPEN, conflicts_in_english},
};
const size_t fault_count = sizeof faults / sizeof *faults;

const struct mk_game *with_fault(const struct mk_game *game)
{
	static struct mk_notation notation;
	static struct mk_game faulty;
	const char *name = getenv("FAULT");

	if (sound == game) {
		return &faulty;
	}
	for (size_t i = 0; name && i < fault_count; i++) {
		if (strcmp(faults[i].name, name) == 0 && strcmp(faults[i].game, game->name) == 0) {
			sound = game;
			faulty = *game;
			notation = *game->notation;
			faulty.notation = &notation;
			faults[i].make(&faulty, &notation);
			return &faulty;
		}
	}
	return game;
}
