/* Moves with their words and their judgement as JSON, the same for every game. */
#include "base/json.h"

#include <makker/game.h>

/* Shares of games: the fourth decimal is below every error of estimation. */
enum { WORDS_ROOM = 512, VALUE_DIGITS = 4 };

void mk_move_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, struct mk_move move)
{
	char room[WORDS_ROOM];
	struct mk_text words;

	game->notation->write_move(out, view, move);
	mk_text_fixed(&words, room, sizeof room);
	game->notation->say_card(&words, language, move);
	mk_json_string_n(out, "plain_text", words.bytes, words.length);
	mk_text_fixed(&words, room, sizeof room);
	game->notation->say_move(&words, language, view, move);
	mk_json_string_n(out, "instruction", words.bytes, words.length);
}

static void write_reasons(struct mk_text *out, const struct mk_notation *notation, uint32_t reasons)
{
	mk_json_open_array(out, "reasons");
	for (int i = 0; notation->reasons[i]; i++) {
		if (reasons >> i & 1) {
			mk_json_string(out, NULL, notation->reasons[i]);
		}
	}
	mk_json_close_array(out);
}

static void write_line(
	struct mk_text *out, const struct mk_notation *notation, const struct mk_ranked *ranked)
{
	char room[WORDS_ROOM];
	struct mk_text words;

	mk_json_open_array(out, "line");
	for (unsigned i = 0; i < ranked->line_length; i++) {
		mk_text_fixed(&words, room, sizeof room);
		notation->write_short(&words, ranked->line[i]);
		mk_json_string_n(out, NULL, words.bytes, words.length);
	}
	mk_json_close_array(out);
}

void mk_ranked_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, const struct mk_ranked *ranked)
{
	const struct mk_notation *notation = game->notation;

	mk_move_write(out, game, language, view, ranked->move);
	mk_json_real(out, "value", ranked->value, VALUE_DIGITS);
	mk_json_real(out, "low", ranked->low, VALUE_DIGITS);
	mk_json_real(out, "high", ranked->high, VALUE_DIGITS);
	mk_json_int(out, "visits", (long long)ranked->visits);
	mk_json_string(out, "held_back", notation->held_back[ranked->held_back]);
	write_reasons(out, notation, ranked->reasons);
	write_line(out, notation, ranked);
}
