/* Why a snapshot was understood as it was. */
#include "api/views/why.h"

#include "base/json.h"

#include <string.h>

enum { TABLE_ROOM = 8 * 1024 };

void why_begin(struct why *why, const struct mk_game *game, const struct mk_snapshot *seen)
{
	mk_text_fixed(&why->text, why->bytes, sizeof why->bytes);
	if (game->notation->write_line) {
		mk_text_put(&why->text, "slots: ");
		game->notation->write_line(&why->text, seen);
		mk_text_char(&why->text, '\n');
	}
}

/* ---- What was concluded --------------------------------------------------------------------- */

static void write_place(struct mk_text *out, const char *what, const struct mk_place *place)
{
	mk_text_format(out, "%s at position %d: %s\n", what, place->position,
		place->card == MK_NO_CARD ? "no card" : mk_card_code(place->card));
}

static void write_conflict(
	struct mk_text *out, const struct mk_game *game, const struct mk_conflict *clash)
{
	mk_text_put(out, "refused: ");
	game->notation->describe_conflict(out, MK_ENGLISH, clash);
	mk_text_char(out, '\n');
}

void why_conclude(struct why *why, const struct mk_game *game, const struct mk_finding *finding)
{
	struct mk_text *out = &why->text;

	if (!finding) {
		return;
	}
	mk_text_format(out, "concluded: %s", mk_explanation_name(finding->explanation));
	for (int i = 0; i < finding->move_count && game->notation->write_short; i++) {
		mk_text_put(out, i ? "; " : ": ");
		game->notation->write_short(out, finding->moves[i].move);
	}
	mk_text_char(out, '\n');
	for (int i = 0; i < finding->revealed_count; i++) {
		write_place(out, "new card", &finding->revealed[i]);
	}
	for (int i = 0; i < finding->doubt_count; i++) {
		write_place(out, "doubted card", &finding->doubts[i]);
	}
	for (int i = 0; i < finding->conflict_count; i++) {
		write_conflict(out, game, &finding->conflicts[i]);
	}
}

/* ---- The table ------------------------------------------------------------------------------ */

static void write_table(struct mk_text *out, const struct mk_game *game, const struct mk_view *view)
{
	char room[TABLE_ROOM];
	struct mk_text table;

	mk_text_fixed(&table, room, sizeof room);
	mk_json_open_object(&table, NULL);
	mk_table_write(&table, game, view, NULL);
	mk_json_close_object(&table);
	mk_text_format(out, "table: ");
	mk_text_put(out, table.truncated ? "too long" : room);
	mk_text_char(out, '\n');
}

static void write_move(struct mk_text *out, const struct mk_game *game, const struct mk_view *view,
	const struct mk_ranked_move *ranked)
{
	game->notation->describe_move(out, MK_ENGLISH, view, ranked->move);
	if (ranked->suppressed_by) {
		mk_text_put(out, " held back: ");
		mk_text_put(out, game->notation->suppressions[ranked->suppressed_by]);
	}
	mk_text_char(out, '\n');
}

void why_show(struct why *why, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice)
{
	struct mk_text *out = &why->text;

	write_table(out, game, view);
	for (size_t i = 0; advice && i < advice->count; i++) {
		mk_text_format(out, "move %d%s: ", (int)i + 1,
			(int)i == advice->suggestion ? ", suggested" : "");
		write_move(out, game, view, &advice->moves[i]);
	}
}

/* ---- As JSON -------------------------------------------------------------------------------- */

void why_write(struct mk_text *out, const char *key, const struct why *why)
{
	const char *line = why->bytes;
	const char *end;

	mk_json_open_array(out, key);
	while ((end = strchr(line, '\n'))) {
		mk_json_string_n(out, NULL, line, (size_t)(end - line));
		line = end + 1;
	}
	mk_json_close_array(out);
}
