/* Moves as JSON. */
#include "api/move_json.h"

#include "base/json.h"

/* Longer than any sentence about a move. */
enum { WORDS_ROOM = 512 };

void move_json_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
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

void move_json_short(struct mk_text *out, const struct mk_game *game, struct mk_move move)
{
	char room[WORDS_ROOM];
	struct mk_text words;

	mk_text_fixed(&words, room, sizeof room);
	game->notation->write_short(&words, move);
	mk_json_string_n(out, NULL, words.bytes, words.length);
}
