/* Moves with their sentences and values, and tables, as JSON; the same for every game. */
#include "base/json.h"
#include "base/json_fragment.h"

#include <makker/game.h>

/* Proportions of games: the fourth decimal is below every estimation error. */
enum { VALUE_DIGITS = 4, ODDS_DIGITS = 4 };

/* A code is a short word of the program; with its quotes and comma it fits into this. */
enum { CODE_SIZE = 64 };

/* Size of the values with their names. */
enum { VALUE_SIZE = 40 + 3 * MK_REAL_PIECE + MK_NUMBER_PIECE };

/*
 * The move's own fields come first, so each fragment here begins with a comma. The program's own
 * words need no escapes and are appended directly.
 */
void mk_move_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, struct mk_move move)
{
	game->notation->write_move(out, view, move);
	mk_text_put(out, ",\"plain_text\":\"");
	mk_describe_card(out, game, language, move);
	mk_text_put(out, "\",\"instruction\":\"");
	game->notation->describe_move(out, language, view, move);
	mk_text_put(out, "\"");
}

static void write_reasons(struct mk_text *out, const struct mk_notation *notation, uint32_t reasons)
{
	char *at = mk_json_fragments_begin(
		out, sizeof "\"reasons\":[]," + (size_t)__builtin_popcount(reasons) * CODE_SIZE);

	if (!at) {
		return;
	}
	at = mk_put(at, "\"reasons\":[");
	for (; reasons && notation->reasons; reasons &= reasons - 1) {
		const char *code = notation->reasons[__builtin_ctz(reasons)];

		at = mk_put_literal(at, code, strnlen(code, CODE_SIZE - sizeof "\"\","));
	}
	mk_json_fragments_end(out, mk_put_close(at, "],"));
}

static void write_line(
	struct mk_text *out, const struct mk_game *game, const struct mk_ranked_move *ranked)
{
	mk_text_put(out, ",\"line\":[");
	for (unsigned i = 0; i < ranked->line_length; i++) {
		mk_text_put(out, i ? ",\"" : "\"");
		mk_move_write_short(out, game, ranked->line[i]);
		mk_text_put(out, "\"");
	}
	mk_text_put(out, "]");
}

static void write_value(struct mk_text *out, const struct mk_ranked_move *ranked)
{
	char *at = mk_json_fragments_begin(out, VALUE_SIZE);

	if (at) {
		at = mk_put_key(at, "value");
		at = mk_put_real(at, ranked->value, VALUE_DIGITS);
		at = mk_put_key(at, "low");
		at = mk_put_real(at, ranked->low, VALUE_DIGITS);
		at = mk_put_key(at, "high");
		at = mk_put_real(at, ranked->high, VALUE_DIGITS);
		at = mk_put_key(at, "visits");
		mk_json_fragments_end(out, mk_put_number(at, ranked->visits));
	}
}

static void write_odds(struct mk_text *out, const struct mk_notation *notation,
	const struct mk_ranked_move *ranked)
{
	mk_json_open_object(out, "odds");
	for (int i = 0; notation->odds[i]; i++) {
		mk_json_real(out, notation->odds[i], ranked->odds[i], ODDS_DIGITS);
	}
	mk_json_close_object(out);
}

void mk_ranked_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, const struct mk_ranked_move *ranked)
{
	const struct mk_notation *notation = game->notation;

	mk_move_write(out, game, language, view, ranked->move);
	write_value(out, ranked);
	if (notation->odds) {
		write_odds(out, notation, ranked);
	}
	if (ranked->suppressed_by && notation->suppressions) {
		mk_json_literal(out, "held_back", notation->suppressions[ranked->suppressed_by]);
	} else {
		mk_text_put(out, ",\"held_back\":null");
	}
	write_reasons(out, notation, ranked->reasons);
	if (notation->describe_why) {
		mk_json_open_string(out, "why");
		notation->describe_why(out, language, view, ranked);
		mk_json_close_string(out);
	}
	write_line(out, game, ranked);
}
