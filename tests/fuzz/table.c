/*
 * Anything at all reported at a table of any game, a line each: whole tables after '=', moves after
 * '!', and snapshots. The first byte chooses the game, the second its preset.
 */
#include "fuzz/game.h"
#include "fuzz/target.h"

#include <jansson.h>
#include <makker/game.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 16 };

/* A game with what one seat knows; views and snapshots are plain data. */
struct table {
	const struct mk_game *game;
	struct mk_rules rules;
	struct mk_view *view, *before, *again;
	struct mk_snapshot *seen;
};

static char buffer[BUFFER_SIZE];

static void begin(struct table *table, const uint8_t bytes[2])
{
	table->game = game_of_byte(bytes[0]);
	table->rules = table->game->presets[bytes[1] % table->game->preset_count].rules;
	table->view = malloc(table->game->view_size);
	table->before = malloc(table->game->view_size);
	table->again = malloc(table->game->view_size);
	table->seen = malloc(table->game->snapshot_size);
	if (!table->view || !table->before || !table->again || !table->seen) {
		abort();
	}
	table->game->init_view(table->view, &table->rules);
}

static void finish(struct table *table)
{
	free(table->view);
	free(table->before);
	free(table->again);
	free(table->seen);
}

/* ---- Invariants after each line --------------------------------------------------------- */

/* The event for the journal leads to the same table once more. */
static void repeat(struct table *table, const struct mk_finding *finding)
{
	const struct mk_game *game = table->game;
	struct mk_finding read;
	struct mk_error error;
	struct mk_text text;
	json_t *json;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_finding_write(&text, NULL, game, finding);
	json = text.truncated ? NULL : json_loadb(buffer, text.length, JSON_DECODE_ANY, NULL);
	memcpy(table->again, table->before, game->view_size);
	if (!json || mk_finding_read(game, json, &read, &error) != MK_OK ||
		mk_game_apply_finding(game, table->again, &read, &error) != MK_OK) {
		abort();
	}
	json_decref(json);
}

/* Everything that answers say of the table can be said. */
static void say(const struct table *table, const struct mk_finding *finding)
{
	const struct mk_game *game = table->game;
	struct mk_advice advice;
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_table_write_fields(&text, game, table->view);
	mk_table_draw(&text, game, MK_GREEK, table->view, (struct mk_card_style){.colour = true});
	game->strategies[0].evaluate(table->view, &advice);
	for (size_t i = 0; i < advice.count; i++) {
		mk_move_write(&text, game, MK_GREEK, table->view, advice.moves[i].move);
	}
	mk_describe_message(&text, game, MK_GREEK, table->view, finding, NULL);
}

/* A rejected input changes no byte. */
static void check(struct table *table, enum mk_status status, const struct mk_finding *finding)
{
	bool changes = status == MK_OK && finding->explanation < MK_LOOK_AGAIN &&
		       (finding->explanation != MK_UNCHANGED || finding->weighed);

	if (changes) {
		repeat(table, finding);
	} else if (memcmp(table->view, table->before, table->game->view_size) != 0) {
		abort();
	}
	if (status == MK_OK || status == MK_CONFLICT) {
		say(table, finding);
	}
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static void show(struct table *table, const char *line, size_t length)
{
	const struct mk_game *game = table->game;
	struct mk_finding finding;
	struct mk_error error;
	enum mk_status status = MK_MALFORMED;

	if (length > 0 && line[0] == '{') {
		json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);

		if (json) {
			status = mk_snapshot_read(game, json, table->seen, &error);
		}
		json_decref(json);
	} else {
		status = mk_snapshot_read_line(game, line, length, table->seen, &error);
	}
	if (status == MK_OK) {
		status = mk_game_apply_snapshot(
			game, table->view, table->seen, NULL, &finding, &error);
		check(table, status, &finding);
	}
}

static void report(struct table *table, const json_t *json)
{
	struct mk_finding finding;
	struct mk_error error;
	struct mk_move move;
	mk_card revealed = MK_NO_CARD;
	enum mk_status status =
		mk_move_read(table->game, json, table->view, &move, &revealed, &error);

	if (status == MK_OK) {
		status = mk_game_apply_reported_move(
			table->game, table->view, move, revealed, &finding, &error);
		check(table, status, &finding);
	}
}

/* A table that was taken over is written as one that can be taken over. */
static void adopt(struct table *table, const json_t *json)
{
	const struct mk_game *game = table->game;
	struct mk_error error;
	struct mk_text text;
	json_t *written;

	if (mk_view_read_table(game, json, &table->rules, table->view, &error) != MK_OK) {
		return;
	}
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_char(&text, '{');
	mk_table_write_fields(&text, game, table->view);
	mk_text_char(&text, '}');
	written = json_loadb(buffer, text.length, 0, NULL);
	if (!written ||
		mk_view_read_table(game, written, &table->rules, table->again, &error) != MK_OK) {
		abort();
	}
	json_decref(written);
}

static void read_one(struct table *table, const char *line, size_t length)
{
	json_t *json;

	memcpy(table->before, table->view, table->game->view_size);
	if (length == 0 || (line[0] != '=' && line[0] != '!')) {
		show(table, line, length);
		return;
	}
	json = json_loadb(line + 1, length - 1, JSON_REJECT_DUPLICATES, NULL);
	if (json) {
		(line[0] == '=' ? adopt : report)(table, json);
	}
	json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *at = (const char *)bytes + 2;
	const char *end = (const char *)bytes + size;
	struct table table;
	const char *line;
	size_t length;

	if (size < 2) {
		return 0;
	}
	begin(&table, bytes);
	while (next_line(&at, end, &line, &length)) {
		read_one(&table, line, length);
	}
	finish(&table);
	return 0;
}
