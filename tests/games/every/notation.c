/* Properties of the notation and the texts of every game. */
#include "base/arena.h"
#include "base/json.h"
#include "base/sanitized.h"
#include "games/every/game.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 10, BUFFER_SIZE = 1 << 16 };

static char written[BUFFER_SIZE], again[BUFFER_SIZE];

/* What `write` puts into an open object, as JSON. */
static json_t *json_of(const char *text)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	cr_assert_not_null(json, "%s", text);
	return json;
}

/* ---- Round trips ---------------------------------------------------------------------------- */

static void write_table(const struct mk_game *game, const struct mk_view *view, char *buffer)
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, BUFFER_SIZE);
	mk_text_char(&text, '{');
	mk_table_write_fields(&text, game, view);
	mk_text_char(&text, '}');
	cr_assert_not(text.truncated);
}

static void check_table(struct table *table)
{
	const struct mk_game *game = table->game;
	struct mk_view *view = storage(game->view_size);
	struct mk_move moves[MK_MAX_MOVES], moves_read[MK_MAX_MOVES];
	json_t *json;
	size_t count;

	if (!mk_game_reads_tables(game)) {
		free(view);
		return;
	}
	write_table(game, view_at(table), written);
	json = json_of(written);
	cr_assert_eq(mk_members_check(json, game->notation->table_members, NULL, "", NULL), MK_OK);
	cr_assert_eq(mk_view_read_table(game, json, &table->preset->rules, view, NULL), MK_OK);
	write_table(game, view, again);
	cr_assert_str_eq(written, again);
	count = game->view_moves(view_at(table), moves);
	cr_assert_eq(game->view_moves(view, moves_read), count);
	cr_assert_arr_eq(moves, moves_read, count * sizeof *moves);
	json_decref(json);
	free(view);
}

EVERY_GAME(every_game, a_table_written_and_read_is_the_same)
{
	on_every_table_of(tested_game(*number), games_to_play(GAMES), check_table);
}

static void check_line(struct table *table)
{
	const struct mk_game *game = table->game;
	struct mk_snapshot *seen = storage(game->snapshot_size);
	struct mk_text text;

	if (mk_game_writes_lines(game)) {
		mk_game_observe(game, table->world, 0, seen);
		mk_text_fixed(&text, written, BUFFER_SIZE);
		mk_snapshot_write_line(&text, game, seen);
		cr_assert_eq(mk_snapshot_read_line(game, written, text.length, seen, NULL), MK_OK);
		mk_text_fixed(&text, again, BUFFER_SIZE);
		mk_snapshot_write_line(&text, game, seen);
		cr_assert_str_eq(written, again);
	}
	free(seen);
}

EVERY_GAME(every_game, a_sight_written_as_a_line_and_read_is_the_same)
{
	on_every_table_of(tested_game(*number), games_to_play(GAMES), check_line);
}

static void check_moves(struct table *table)
{
	const struct mk_game *game = table->game;
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = game->view_moves(view_at(table), moves);

	for (size_t i = 0; i < count; i++) {
		struct mk_text text;
		struct mk_move read;
		struct mk_error error;
		mk_card revealed;
		json_t *json;

		mk_text_fixed(&text, written, BUFFER_SIZE);
		mk_text_char(&text, '{');
		game->notation->write_move(&text, view_at(table), moves[i]);
		mk_text_char(&text, '}');
		json = json_of(written);
		cr_assert_eq(mk_members_check(json, game->notation->move_members, NULL, "", &error),
			MK_OK, "%s: %s", written, error.detail);
		cr_assert_eq(mk_move_read(game, json, view_at(table), &read, &revealed, &error),
			MK_OK, "%s: %s", written, error.detail);
		cr_assert_arr_eq(&read, &moves[i], sizeof read);
		json_decref(json);
	}
}

EVERY_GAME(every_game, a_move_written_and_read_is_the_same)
{
	on_every_table_of(tested_game(*number), games_to_play(GAMES), check_moves);
}

/* The written snapshot has only members that a client may send. */
static void check_snapshot(struct table *table)
{
	const struct mk_notation *notation = table->game->notation;
	struct mk_snapshot *seen = storage(table->game->snapshot_size);
	struct mk_error error;
	struct mk_text text;
	json_t *json;

	if (!mk_game_writes_snapshots(table->game)) {
		free(seen);
		return;
	}
	mk_game_observe(table->game, table->world, 0, seen);
	mk_text_fixed(&text, written, BUFFER_SIZE);
	mk_snapshot_write(&text, NULL, table->game, seen);
	json = json_of(written);
	cr_assert_eq(mk_members_check(json, notation->snapshot_members, NULL, "", &error), MK_OK,
		"%s: %s", written, error.detail);
	json_decref(json);
	free(seen);
}

EVERY_GAME(every_game, a_snapshot_written_has_only_members_that_are_read)
{
	on_every_table_of(tested_game(*number), games_to_play(GAMES), check_snapshot);
}

Test(every_game, a_member_that_no_game_has_is_named)
{
	json_t *json = json_of("{\"stok\":1}");
	struct mk_error error;

	FOR_EACH_GAME(g)
	{
		const struct mk_notation *notation = tested_game(g)->notation;
		const struct mk_member *const tables[] = {notation->snapshot_members,
			notation->move_members, notation->table_members};

		for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
			cr_assert_not_null(tables[i], "%s", tested_game(g)->name);
			cr_expect_eq(
				mk_members_check(json, tables[i], NULL, "", &error), MK_MALFORMED);
			cr_expect_str_eq(error.where, "/stok");
		}
	}
	json_decref(json);
}

static void check_rules(const struct mk_game *game, const struct mk_preset *preset)
{
	struct mk_rules rules = game->presets[0].rules;
	struct mk_text text;
	json_t *json;

	mk_text_fixed(&text, written, BUFFER_SIZE);
	mk_text_char(&text, '{');
	mk_rules_write(&text, game, &preset->rules);
	mk_text_char(&text, '}');
	json = json_of(written);
	cr_assert_eq(mk_rules_read(game, json, "/rules", &rules, NULL), MK_OK);
	cr_assert_arr_eq(&rules, &preset->rules, sizeof rules);
	json_decref(json);
}

Test(every_game, rules_written_and_read_are_the_same)
{
	FOR_EACH_GAME(g)
	{
		for (size_t p = 0; p < tested_game(g)->preset_count; p++) {
			check_rules(tested_game(g), &tested_game(g)->presets[p]);
		}
	}
}

/* Reported, written, read and repeated, a move leads where it led. */
static void replay_along(struct table *table, struct mk_view *view, struct mk_view *replayed)
{
	const struct mk_game *game = table->game;
	struct mk_snapshot *seen = storage(game->snapshot_size);
	struct mk_finding finding, read;
	struct mk_move move;

	game->init_view(view, &table->preset->rules);
	game->init_view(replayed, &table->preset->rules);
	game->deal(table->world, &table->preset->rules, &table->rng);
	do {
		struct mk_text text;
		json_t *json;

		mk_game_observe(game, table->world, 0, seen);
		cr_assert_eq(mk_game_apply_snapshot(game, view, seen, NULL, &finding, NULL), MK_OK);
		mk_text_fixed(&text, written, BUFFER_SIZE);
		mk_finding_write(&text, NULL, game, &finding);
		json = json_of(written);
		cr_assert_eq(mk_finding_read(game, json, &read, NULL), MK_OK);
		cr_assert_eq(mk_game_apply_finding(game, replayed, &read, NULL), MK_OK);
		cr_assert_arr_eq(view, replayed, game->view_size);
		json_decref(json);
		if (!game->strategies[0].choose_move(view_at(table), &move)) {
			break;
		}
		game->apply(table->world, move);
	} while (mk_game_seat_to_move(game, table->world) != MK_NO_SEAT);
	free(seen);
}

Test(every_game, a_finding_written_and_read_repeats_what_was_learnt)
{
	FOR_EACH_GAME(g)
	{
		struct table table = {.game = tested_game(g),
			.preset = tested_game(g)->presets,
			.world = storage(tested_game(g)->world_size),
			.buffer = storage(tested_game(g)->view_size)};
		struct mk_view *view = storage(tested_game(g)->view_size);
		struct mk_view *replayed = storage(tested_game(g)->view_size);

		for (int i = 0; i < games_to_play(GAMES); i++) {
			mk_rng_init(&table.rng, 3, (uint64_t)i);
			replay_along(&table, view, replayed);
		}
		free(replayed);
		free(view);
		free(table.buffer);
		free(table.world);
	}
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* The sentences go into JSON strings unescaped. */
static void assert_needs_no_escape(const struct mk_text *words)
{
	struct mk_text string;

	mk_text_fixed(&string, again, BUFFER_SIZE);
	mk_json_escaped(&string, words->bytes, words->length);
	cr_assert_str_eq(words->bytes, again);
}

static void check_words_in(struct table *table, enum mk_language language)
{
	const struct mk_notation *notation = table->game->notation;
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = table->game->view_moves(view_at(table), moves);
	struct mk_text text;

	mk_text_fixed(&text, written, BUFFER_SIZE);
	for (size_t i = 0; i < count; i++) {
		mk_describe_card(&text, table->game, language, moves[i]);
		notation->describe_move(&text, language, view_at(table), moves[i]);
		mk_move_write_short(&text, table->game, moves[i]);
	}
	mk_describe_message(
		&text, table->game, language, view_at(table), NULL, count ? moves : NULL);
	mk_describe_message(&text, table->game, language, view_at(table), NULL, NULL);
	for (int i = 0; notation->reasons && notation->reasons[i]; i++) {
		cr_assert_lt(strlen(notation->reasons[i]), 60);
		mk_text_put(&text, notation->reasons[i]);
		mk_describe_reason(&text, table->game, language, i);
	}
	assert_needs_no_escape(&text);
}

static void check_words_fit(struct table *table)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		check_words_in(table, (enum mk_language)language);
	}
}

EVERY_GAME(every_game, words_stand_in_json_as_they_are)
{
	on_every_table_of(tested_game(*number), games_to_play(GAMES), check_words_fit);
}

static void assert_complete(const struct mk_phrase *phrase, const char *what)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		const char *text = phrase->in[language];

		cr_assert(text && *text, "%s: nothing in %s", what,
			mk_language_code((enum mk_language)language));
	}
}

Test(every_game, everything_with_a_name_is_explained_in_every_language)
{
	FOR_EACH_GAME(g)
	{
		const struct mk_game *game = tested_game(g);

		assert_complete(&game->title, game->name);
		for (size_t i = 0; i < game->option_count; i++) {
			assert_complete(&game->options[i].description, game->options[i].name);
		}
		for (size_t i = 0; i < game->preset_count; i++) {
			assert_complete(&game->presets[i].description, game->presets[i].name);
		}
		for (size_t i = 0; i < game->strategy_count; i++) {
			assert_complete(&game->strategies[i].description, game->strategies[i].name);
		}
	}
}

/* A sentence is there, and all its places are filled in. */
static void assert_said(const struct mk_text *text)
{
	cr_assert_gt(text->length, 0);
	cr_assert_null(strpbrk(text->bytes, "{}"), "%s", text->bytes);
	cr_assert_not(text->truncated);
}

Test(every_game, every_reason_is_said_in_every_language)
{
	FOR_EACH_GAME(g)
	{
		const struct mk_notation *notation = tested_game(g)->notation;

		for (int reason = 0; notation->reasons && notation->reasons[reason]; reason++) {
			for (int language = 0; language < MK_LANGUAGES; language++) {
				struct mk_text text;

				mk_text_fixed(&text, written, BUFFER_SIZE);
				mk_describe_reason(
					&text, tested_game(g), (enum mk_language)language, reason);
				assert_said(&text);
			}
		}
	}
}

/* ---- Each language says it in its own words ------------------------------------------------- */

enum { SENTENCE_SIZE = 512 };

/* The expected sentences, in one language. */
typedef void say(struct mk_text *out, enum mk_language language, const void *what);

static bool has_greek_letter(const char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text == 0xce || (unsigned char)*text == 0xcf) {
			return true;
		}
	}
	return false;
}

/* A language that is missing would be said in English. */
static void assert_in_own_words(say *in, const void *what)
{
	static char said[MK_LANGUAGES][SENTENCE_SIZE];

	for (int language = 0; language < MK_LANGUAGES; language++) {
		struct mk_text text;

		mk_text_fixed(&text, said[language], SENTENCE_SIZE);
		in(&text, (enum mk_language)language, what);
		assert_said(&text);
		cr_assert(language == MK_ENGLISH || strcmp(said[language], said[MK_ENGLISH]) != 0,
			"%s: %s", mk_language_code((enum mk_language)language), said[language]);
	}
	cr_assert(has_greek_letter(said[MK_GREEK]), "%s", said[MK_GREEK]);
}

struct numbered {
	const struct mk_game *game;
	int number;
};

static void describe_reason(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct numbered *reason = what;

	mk_describe_reason(out, reason->game, language, reason->number);
}

Test(every_game, every_reason_is_said_in_the_words_of_each_language)
{
	FOR_EACH_GAME(g)
	{
		const struct mk_notation *notation = tested_game(g)->notation;

		for (int reason = 0; notation->reasons && notation->reasons[reason]; reason++) {
			assert_in_own_words(
				describe_reason, &(struct numbered){tested_game(g), reason});
		}
	}
}

static void describe_mistake(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct numbered *kind = what;

	mk_text_put(out, mk_phrase_in(&kind->game->mistakes->kinds[kind->number].text, language));
}

Test(every_game, every_kind_of_mistake_is_said_in_the_words_of_each_language)
{
	FOR_EACH_GAME(g)
	{
		const struct mk_mistakes *mistakes = tested_game(g)->mistakes;

		for (size_t kind = 0; mistakes && kind < mistakes->count; kind++) {
			assert_in_own_words(
				describe_mistake, &(struct numbered){tested_game(g), (int)kind});
		}
	}
}

static void describe_conflict(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct numbered *reason = what;
	struct mk_conflict conflict = {.reason = (uint8_t)reason->number,
		.seen = MK_CARD(8, MK_DIAMONDS),
		.other = MK_CARD(9, MK_CLUBS),
		.expected_count = 1,
		.expected = {MK_CARD(9, MK_CLUBS)},
		.seen_count = 3,
		.likely_count = 2};

	mk_describe_conflict(out, reason->game, language, &conflict);
}

Test(every_game, every_conflict_is_said_in_the_words_of_each_language)
{
	FOR_EACH_GAME(g)
	{
		const char *const *codes = mk_game_conflict_codes(tested_game(g));

		for (int reason = 0; codes && codes[reason]; reason++) {
			assert_in_own_words(
				describe_conflict, &(struct numbered){tested_game(g), reason});
		}
	}
}

static void write_phrase(struct mk_text *out, enum mk_language language, const void *what)
{
	mk_text_put(out, mk_phrase_in(what, language));
}

/* The title of a pile, with its number where its kind has several. */
static void assert_numbered_title(
	const struct mk_pile_kind *kinds, const struct mk_pile_kind *kind, int place)
{
	for (int language = 0; language < MK_LANGUAGES; language++) {
		const char *title = mk_phrase_in(&kind->title, (enum mk_language)language);
		char bytes[128] = "", expected[128];
		struct mk_text text;

		mk_text_fixed(&text, bytes, sizeof bytes);
		mk_pile_write_title(&text, (enum mk_language)language, kinds, kind->first + place);
		snprintf(expected, sizeof expected, "%s %d", title, place + 1);
		cr_assert_str_eq(bytes, kind->count > 1 ? expected : title);
	}
}

EVERY_GAME(every_game, a_pile_has_a_number_where_its_kind_has_several)
{
	const struct mk_pile_kind *kinds = tested_game(*number)->piles;

	for (const struct mk_pile_kind *kind = kinds; kind && kind->name; kind++) {
		for (int place = 0; place < kind->count; place++) {
			assert_numbered_title(kinds, kind, place);
		}
	}
}

EVERY_GAME(every_game, every_pile_has_a_title_in_the_words_of_each_language)
{
	const struct mk_pile_kind *kind = tested_game(*number)->piles;

	for (; kind && kind->name; kind++) {
		assert_in_own_words(write_phrase, &kind->title);
		assert_in_own_words(write_phrase, mk_pile_titles(kind));
	}
}

EVERY_GAME(every_game, every_message_without_a_move_is_said_in_the_words_of_each_language)
{
	const struct mk_message_phrases *messages = tested_game(*number)->notation->messages;
	const struct mk_phrase *phrases = (const struct mk_phrase *)messages;

	for (size_t i = 0; messages && i < sizeof *messages / sizeof *phrases; i++) {
		assert_in_own_words(write_phrase, &phrases[i]);
	}
}

struct numbered_advice {
	const struct mk_game *game;
	struct mk_advice advice;
};

static void describe_outlook(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct numbered_advice *outlook = what;

	outlook->game->notation->describe_outlook(out, language, &outlook->advice);
}

EVERY_GAME(every_game, every_certain_outlook_is_said_in_the_words_of_each_language)
{
	static struct numbered_advice outlook;
	static const enum mk_certainty certain[] = {MK_PROVEN_WIN, MK_PROVEN_LOSS};

	outlook.game = tested_game(*number);
	for (size_t i = 0; outlook.game->notation->describe_outlook && i < 2; i++) {
		for (unsigned moves = 1; moves < 4; moves++) {
			outlook.advice = (struct mk_advice){.certainty = certain[i],
				.winning_line_length = moves,
				.value = certain[i] == MK_PROVEN_WIN};
			assert_in_own_words(describe_outlook, &outlook);
		}
	}
}

static void describe_repair(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct numbered *repair = what;
	struct mk_repair question = {.position = (uint8_t)(repair->number & 3),
		.was = MK_CARD(8, MK_DIAMONDS),
		.card = repair->number & 4 ? MK_CARD(9, MK_CLUBS) : MK_NO_CARD,
		.unique = repair->number & 8,
		.moves_ago = (unsigned)repair->number >> 4};

	repair->game->notation->describe_repair(out, language, &question);
}

EVERY_GAME(every_game, every_repair_is_asked_in_the_words_of_each_language)
{
	const struct mk_game *game = tested_game(*number);

	for (int i = 0; game->notation->describe_repair && i < 64; i++) {
		assert_in_own_words(describe_repair, &(struct numbered){game, i});
	}
}

/* A move, or (NULL) the message without one. */
struct spoken_move {
	const struct table *table;
	const struct mk_view *view;
	const struct mk_move *move;
};

static void describe_move(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct spoken_move *spoken = what;

	spoken->table->game->notation->describe_move(out, language, spoken->view, *spoken->move);
}

static void describe_message(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct spoken_move *spoken = what;

	mk_describe_message(out, spoken->table->game, language, spoken->view, NULL, spoken->move);
}

static void describe_why(struct mk_text *out, enum mk_language language, const void *what)
{
	const struct spoken_move *spoken = what;
	static struct mk_advice advice;

	spoken->table->game->strategies[0].evaluate(spoken->view, &advice);
	spoken->table->game->notation->describe_why(out, language, spoken->view, &advice.moves[0]);
}

static void check_own_words(struct table *table)
{
	struct spoken_move spoken = {table, view_at(table), NULL};
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = table->game->view_moves(spoken.view, moves);

	assert_in_own_words(describe_message, &spoken);
	if (table->game->notation->describe_why) {
		assert_in_own_words(describe_why, &spoken);
	}
	for (size_t i = 0; i < count; i++) {
		spoken.move = &moves[i];
		assert_in_own_words(describe_move, &spoken);
		assert_in_own_words(describe_message, &spoken);
	}
}

EVERY_GAME(every_game, every_move_and_message_is_said_in_the_words_of_each_language)
{
	on_every_table_of(tested_game(*number), games_to_play(GAMES / 2), check_own_words);
}

static void check_words(struct table *table)
{
	const struct mk_game *game = table->game;
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = game->view_moves(view_at(table), moves);

	for (int language = 0; language < MK_LANGUAGES; language++) {
		struct mk_text text;

		for (size_t i = 0; i < count; i++) {
			mk_text_fixed(&text, written, BUFFER_SIZE);
			game->notation->describe_move(
				&text, (enum mk_language)language, view_at(table), moves[i]);
			assert_said(&text);
		}
		mk_text_fixed(&text, written, BUFFER_SIZE);
		mk_describe_message(
			&text, game, (enum mk_language)language, view_at(table), NULL, NULL);
		assert_said(&text);
	}
}

EVERY_GAME(every_game, every_move_and_message_is_said_in_every_language)
{
	on_every_table_of(tested_game(*number), games_to_play(GAMES / 2), check_words);
}
