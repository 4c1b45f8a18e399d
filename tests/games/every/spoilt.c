/*
 * The input of any game may be wrong at any place: then it is refused with its place and nothing is
 * changed, or it has another meaning, which is sound.
 */
#include "base/sanitized.h"
#include "games/every/game.h"
#include "games/every/spoil.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 16, EVERY = 16 };

static char written[BUFFER_SIZE];
static struct mk_error error;

/* The trial: one document of one game. */
struct trial {
	struct table *table;
	void *original; /* what the reader must leave alone where it refuses */
	void *read;
	size_t size;
};

static void prepare(struct trial *trial)
{
	memset(trial->read, 7, trial->size);
	memset(&error, 0, sizeof error);
}

static bool is_untouched(const struct trial *trial)
{
	const unsigned char *bytes = trial->read;

	for (size_t i = 0; i < trial->size; i++) {
		if (bytes[i] != 7) {
			return false;
		}
	}
	return true;
}

/* Is `where` on the way to `pointer`, the place itself, or below it? */
static bool is_on_the_way(const char *where, const char *pointer)
{
	size_t length = strlen(where), other = strlen(pointer);

	return strncmp(where, pointer, length < other ? length : other) == 0;
}

/*
 * A value of a wrong type is refused at its place. An impossible value may be reported at another
 * place: of two equal cards the second is refused, whichever was spoilt.
 */
static void check_refusal(
	const struct trial *trial, enum mk_status status, const char *pointer, const char *as)
{
	const char *game = trial->table->game->name;

	cr_assert(status == MK_MALFORMED || status == MK_IMPOSSIBLE, "%s %s as %s: status %d", game,
		pointer, as, status);
	cr_assert_eq(error.status, status, "%s %s as %s", game, pointer, as);
	cr_assert(error.code[0] && error.detail[0], "%s %s as %s", game, pointer, as);
	cr_assert(error.where[0] == '/' || !error.where[0], "%s %s as %s: %s", game, pointer, as,
		error.where);
	if (strcmp(error.code, "invalid_type") == 0) {
		cr_assert(is_on_the_way(error.where, pointer), "%s %s as %s: %s", game, pointer, as,
			error.where);
	}
	cr_assert(is_untouched(trial), "%s %s as %s", game, pointer, as);
}

/* A player sees the error: it is in each language. Errors of the journal are not. */
static void check_sentence(const struct trial *trial, const char *pointer, const char *as)
{
	char greek[2 * sizeof error.detail];
	struct mk_text text;
	size_t letters = 0;

	mk_text_fixed(&text, greek, sizeof greek);
	mk_error_write(&text, MK_GREEK, &error);
	while (greek[letters] > 0) {
		letters++;
	}
	cr_assert(greek[letters], "%s %s as %s: only English: %s", trial->table->game->name,
		pointer, as, error.detail);
}

static void spoil_written(struct trial *trial,
	void (*check)(void *context, const json_t *spoilt, const char *pointer, const char *as))
{
	json_t *json = json_loads(written, JSON_REJECT_DUPLICATES, NULL);

	cr_assert_not_null(json, "%s", written);
	trial->read = storage(trial->size);
	on_every_spoilt(json, check, trial);
	free(trial->read);
	json_decref(json);
}

/* ---- Tables --------------------------------------------------------------------------------- */

static void write_table(const struct mk_game *game, const struct mk_view *view)
{
	struct mk_text text;

	mk_text_fixed(&text, written, BUFFER_SIZE);
	mk_text_char(&text, '{');
	mk_table_write_fields(&text, game, view);
	mk_text_char(&text, '}');
	cr_assert_not(text.truncated);
}

/* An accepted table is one that can be dealt: players could sit at it. */
static void check_read_table(const struct trial *trial, const char *pointer, const char *as)
{
	const struct mk_game *game = trial->table->game;
	struct mk_world *world = storage(game->world_size);
	struct mk_rng rng;

	mk_rng_init(&rng, 5, 0);
	if (mk_game_sample_world(game, trial->read, &rng, world)) {
		const char *broken = mk_game_check_invariants(game, world);

		cr_assert_null(
			broken, "%s %s as %s: %s", game->name, pointer, as, broken ? broken : "");
	}
	write_table(game, trial->read);
	free(world);
}

static void check_table(void *context, const json_t *spoilt, const char *pointer, const char *as)
{
	struct trial *trial = context;
	enum mk_status status;

	prepare(trial);
	status = mk_view_read_table(
		trial->table->game, spoilt, &trial->table->preset->rules, trial->read, &error);
	if (status == MK_OK) {
		check_read_table(trial, pointer, as);
	} else {
		check_refusal(trial, status, pointer, as);
		check_sentence(trial, pointer, as);
	}
}

/* One table of so many: there are hundreds of places in each. */
static bool is_skipped(void)
{
	static int tables;

	return tables++ % EVERY != 0;
}

static void spoil_table(struct table *table)
{
	struct trial trial = {.table = table, .size = table->game->view_size};

	if (!mk_game_reads_tables(table->game) || is_skipped()) {
		return;
	}
	write_table(table->game, view_at(table));
	spoil_written(&trial, check_table);
}

EVERY_GAME(every_game, a_table_spoilt_at_any_place_is_refused_or_can_be_dealt)
{
	on_every_table_of(tested_game(*number), 1, spoil_table);
}

/* ---- Pictures ------------------------------------------------------------------------------- */

/*
 * A picture that can be read is learned, from the table and as the first one of a game: what was
 * found can be repeated, or nothing has changed.
 */
static void check_learned(const struct trial *trial, const struct mk_view *before,
	const char *pointer, const char *as)
{
	const struct mk_game *game = trial->table->game;
	struct mk_view *view = storage(game->view_size), *again = storage(game->view_size);
	struct mk_finding finding;
	enum mk_status status;

	memcpy(view, before, game->view_size);
	memcpy(again, before, game->view_size);
	status = mk_game_apply_snapshot(game, view, trial->read, NULL, &finding, &error);
	if (status != MK_OK) {
		cr_assert(error.code[0] && error.detail[0], "%s %s as %s", game->name, pointer, as);
		check_sentence(trial, pointer, as);
		cr_assert_arr_eq(view, before, game->view_size);
	} else if (finding.explanation < MK_LOOK_AGAIN && finding.explanation != MK_UNCHANGED) {
		cr_assert_eq(mk_game_apply_finding(game, again, &finding, &error), MK_OK,
			"%s %s as %s: %s", game->name, pointer, as, error.detail);
		write_table(game, view);
	}
	free(again);
	free(view);
}

static void check_learned_at_first(const struct trial *trial, const char *pointer, const char *as)
{
	const struct mk_game *game = trial->table->game;
	struct mk_view *view = storage(game->view_size);

	game->init_view(view, &trial->table->preset->rules);
	check_learned(trial, view, pointer, as);
	free(view);
}

static void check_snapshot(void *context, const json_t *spoilt, const char *pointer, const char *as)
{
	struct trial *trial = context;
	const struct mk_game *game = trial->table->game;
	struct mk_text text;
	enum mk_status status;

	prepare(trial);
	status = mk_snapshot_read(game, spoilt, trial->read, &error);
	if (status != MK_OK) {
		check_refusal(trial, status, pointer, as);
		check_sentence(trial, pointer, as);
		return;
	}
	mk_text_fixed(&text, written, BUFFER_SIZE);
	mk_snapshot_write(&text, NULL, game, trial->read);
	cr_assert_not(text.truncated);
	check_learned(trial, view_at(trial->table), pointer, as);
	check_learned_at_first(trial, pointer, as);
}

static void spoil_snapshot(struct table *table)
{
	const struct mk_game *game = table->game;
	struct trial trial = {.table = table, .size = game->snapshot_size};
	struct mk_snapshot *seen;
	struct mk_text text;

	if (!mk_game_writes_snapshots(game) || is_skipped()) {
		return;
	}
	seen = storage(game->snapshot_size);
	mk_game_observe(game, table->world, 0, seen);
	mk_text_fixed(&text, written, BUFFER_SIZE);
	mk_snapshot_write(&text, NULL, game, seen);
	free(seen);
	if (written[0] == '{') {
		spoil_written(&trial, check_snapshot);
	}
}

EVERY_GAME(every_game, a_picture_spoilt_at_any_place_is_refused_or_learned)
{
	on_every_table_of(tested_game(*number), 1, spoil_snapshot);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* A move that can be read is reported: it happens, or it is refused and nothing has changed. */
static void check_reported(
	const struct trial *trial, mk_card revealed, const char *pointer, const char *as)
{
	const struct mk_game *game = trial->table->game;
	const struct mk_view *before = view_at(trial->table);
	struct mk_view *view = storage(game->view_size);
	struct mk_finding finding;
	const struct mk_move *move = trial->read;

	memcpy(view, before, game->view_size);
	if (mk_game_apply_reported_move(game, view, *move, revealed, &finding, &error) == MK_OK) {
		write_table(game, view);
	} else {
		cr_assert(error.code[0] && error.detail[0], "%s %s as %s", game->name, pointer, as);
		check_sentence(trial, pointer, as);
		cr_assert_arr_eq(view, before, game->view_size);
	}
	free(view);
}

static void check_move(void *context, const json_t *spoilt, const char *pointer, const char *as)
{
	struct trial *trial = context;
	mk_card revealed = MK_NO_CARD;
	enum mk_status status;

	prepare(trial);
	status = mk_move_read(
		trial->table->game, spoilt, view_at(trial->table), trial->read, &revealed, &error);
	if (status == MK_OK) {
		check_reported(trial, revealed, pointer, as);
	} else {
		check_refusal(trial, status, pointer, as);
		check_sentence(trial, pointer, as);
	}
}

static void spoil_moves(struct table *table)
{
	struct trial trial = {.table = table, .size = sizeof(struct mk_move)};
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = table->game->view_moves(view_at(table), moves);

	for (size_t i = 0; i < count && !is_skipped(); i++) {
		struct mk_text text;

		mk_text_fixed(&text, written, BUFFER_SIZE);
		mk_text_char(&text, '{');
		table->game->notation->write_move(&text, view_at(table), moves[i]);
		mk_text_char(&text, '}');
		spoil_written(&trial, check_move);
	}
}

EVERY_GAME(every_game, a_move_spoilt_at_any_place_is_refused_or_made)
{
	on_every_table_of(tested_game(*number), 1, spoil_moves);
}

/* ---- The journal ---------------------------------------------------------------------------- */

/* A finding of the journal is applied, or refused and the table is as it was. */
static void check_replay(const struct trial *trial, const char *pointer, const char *as)
{
	const struct mk_game *game = trial->table->game;
	struct mk_view *view = storage(game->view_size);
	enum mk_status status;

	memcpy(view, trial->original, game->view_size);
	status = mk_game_apply_finding(game, view, trial->read, &error);
	if (status != MK_OK) {
		cr_assert(error.code[0] && error.detail[0], "%s %s as %s", game->name, pointer, as);
		cr_assert_arr_eq(view, trial->original, game->view_size);
	} else {
		write_table(game, view);
	}
	free(view);
}

static void check_finding(void *context, const json_t *spoilt, const char *pointer, const char *as)
{
	struct trial *trial = context;
	enum mk_status status;

	prepare(trial);
	status = mk_finding_read(trial->table->game, spoilt, trial->read, &error);
	if (status == MK_OK) {
		check_replay(trial, pointer, as);
	} else {
		check_refusal(trial, status, pointer, as);
	}
}

static void spoil_finding(struct table *table, struct mk_view *view)
{
	const struct mk_game *game = table->game;
	struct trial trial = {.table = table, .size = sizeof(struct mk_finding)};
	struct mk_snapshot *seen = storage(game->snapshot_size);
	struct mk_finding finding;
	struct mk_text text;

	trial.original = storage(game->view_size);
	memcpy(trial.original, view, game->view_size);
	mk_game_observe(game, table->world, 0, seen);
	if (mk_game_apply_snapshot(game, view, seen, NULL, &finding, NULL) == MK_OK) {
		mk_text_fixed(&text, written, BUFFER_SIZE);
		mk_finding_write(&text, NULL, game, &finding);
		spoil_written(&trial, check_finding);
	}
	free(trial.original);
	free(seen);
}

static void spoil_game(struct table *table, int moves)
{
	const struct mk_game *game = table->game;
	struct mk_view *view = storage(game->view_size);
	struct mk_move move;

	game->init_view(view, &table->preset->rules);
	game->deal(table->world, &table->preset->rules, &table->rng);
	for (int i = 0; i < moves && mk_game_seat_to_move(game, table->world) != MK_NO_SEAT; i++) {
		spoil_finding(table, view);
		if (!game->strategies[0].choose_move(view_at(table), &move)) {
			break;
		}
		game->apply(table->world, move);
	}
	free(view);
}

Test(every_game, a_finding_spoilt_at_any_place_is_refused_or_repeated, .timeout = 600)
{
	FOR_EACH_GAME(g)
	{
		struct table table = {.game = tested_game(g),
			.preset = tested_game(g)->presets,
			.world = storage(tested_game(g)->world_size),
			.buffer = storage(tested_game(g)->view_size)};

		mk_rng_init(&table.rng, 4, 0);
		spoil_game(&table, games_to_play(40));
		free(table.buffer);
		free(table.world);
	}
}

/* ---- Rules ---------------------------------------------------------------------------------- */

static void check_rules(void *context, const json_t *spoilt, const char *pointer, const char *as)
{
	struct trial *trial = context;
	const struct mk_game *game = trial->table->game;
	struct mk_rules rules = game->presets[0].rules, before = rules;
	enum mk_status status;

	prepare(trial);
	status = mk_rules_read(game, spoilt, "", &rules, &error);
	if (status != MK_OK) {
		check_refusal(trial, status, pointer, as);
		check_sentence(trial, pointer, as);
		cr_assert_arr_eq(&rules, &before, sizeof rules);
		return;
	}
	cr_assert(!game->check_rules || game->check_rules(&rules, NULL) == MK_OK);
	game->init_view(trial->original, &rules);
	write_table(game, trial->original);
}

/* The preset's rules with every list as long as it may be. */
static struct mk_rules with_full_lists(const struct mk_game *game, const struct mk_preset *preset)
{
	struct mk_rules rules = preset->rules;

	for (size_t i = 0; i < game->option_count; i++) {
		const struct mk_list *list = game->options[i].list;

		for (int32_t n = 0; list && n < game->options[i].max; n++) {
			rules.list_values[list->first + (unsigned)n] =
				list->member->type == MK_OPTION_CARD ? MK_FIRST_CARD + n
				: list->unique                       ? n
								     : list->member->min;
			rules.value[i] = game->options[i].max;
		}
	}
	return rules;
}

static void spoil_rules(const struct mk_game *game, const struct mk_preset *preset)
{
	struct mk_rules rules = with_full_lists(game, preset);
	struct table table = {.game = game, .preset = preset};
	struct trial trial = {.table = &table, .original = storage(game->view_size)};
	struct mk_text text;

	mk_text_fixed(&text, written, BUFFER_SIZE);
	mk_text_char(&text, '{');
	mk_rules_write(&text, game, &rules);
	mk_text_char(&text, '}');
	spoil_written(&trial, check_rules);
	free(trial.original);
}

Test(every_game, rules_spoilt_at_any_place_are_refused_or_a_game_can_begin, .timeout = 600)
{
	FOR_EACH_GAME(g)
	{
		for (size_t p = 0; p < tested_game(g)->preset_count; p++) {
			spoil_rules(tested_game(g), &tested_game(g)->presets[p]);
		}
	}
}
