/* Writes ranked moves as text and as JSON. */
#include "cli/ranking.h"

#include "base/json.h"

#include <math.h>
#include <stddef.h>

enum { WORDS_ROOM = 1024, VALUE_DIGITS = 4 };

static const char *outcome_name(enum mk_outcome outcome)
{
	switch (outcome) {
	case MK_WAITING:
		return "waiting";
	case MK_PLAYING:
		return "playing";
	case MK_WON:
		return "won";
	case MK_LOST:
		return "lost";
	case MK_DRAWN:
		return "drawn";
	}
	return "";
}

static const struct mk_move *suggestion(const struct ranking *ranking)
{
	const struct mk_advice *advice = ranking->advice;

	return advice->suggestion < 0 ? NULL : &advice->moves[advice->suggestion].move;
}

static void describe_message(struct mk_text *out, const struct ranking *ranking)
{
	const struct mk_game *game = ranking->chosen->game;

	game->notation->describe_message(
		out, ranking->chosen->language, ranking->view, NULL, suggestion(ranking));
}

/* ---- For people ----------------------------------------------------------------------------- */

/* Each reason is a sentence. */
static void say_reasons(
	struct mk_text *out, const struct ranking *ranking, const struct mk_ranked_move *ranked)
{
	const struct mk_notation *notation = ranking->chosen->game->notation;

	if (!ranked->reasons || !notation->reasons) {
		return;
	}
	mk_text_put(out, "     ");
	for (int reason = 0; notation->reasons[reason]; reason++) {
		if (ranked->reasons >> reason & 1) {
			mk_text_char(out, ' ');
			notation->describe_reason(out, ranking->chosen->language, reason);
		}
	}
	mk_text_char(out, '\n');
}

static void write_move(struct mk_text *out, const struct ranking *ranking, size_t place)
{
	const struct mk_notation *notation = ranking->chosen->game->notation;
	const struct mk_ranked_move *ranked = &ranking->advice->moves[place];

	mk_text_format(out, "%c%3d. ", ranking->advice->suggestion == (int)place ? '*' : ' ',
		(int)place + 1);
	if (!isnan(ranked->value)) {
		mk_text_format(out, "%.3f  ", ranked->value);
	} else if (!isnan(ranking->advice->value)) {
		mk_text_put(out, "       ");
	}
	notation->describe_move(out, ranking->chosen->language, ranking->view, ranked->move);
	if (ranked->suppressed_by && notation->suppressions) {
		mk_text_format(out, "  [%s]", notation->suppressions[ranked->suppressed_by]);
	}
	mk_text_char(out, '\n');
	if (notation->describe_why && (ranked->reasons || !isnan(ranked->value))) {
		mk_text_put(out, "      ");
		notation->describe_why(out, ranking->chosen->language, ranking->view, ranked);
		mk_text_char(out, '\n');
	} else if (!notation->describe_why) {
		say_reasons(out, ranking, ranked);
	}
}

/* What is expected of the table, where the strategy expects anything, and all moves of a certain
 * win. */
static void describe_outlook(struct mk_text *out, const struct ranking *ranking)
{
	const struct mk_notation *notation = ranking->chosen->game->notation;
	const struct mk_advice *advice = ranking->advice;

	if (isnan(advice->value) || !notation->describe_outlook) {
		return;
	}
	notation->describe_outlook(out, ranking->chosen->language, advice);
	for (size_t i = 0; i < advice->winning_line_length; i++) {
		mk_text_put(out, i == 0 ? "\n" : ", ");
		notation->write_short(out, advice->winning_line[i]);
	}
	mk_text_char(out, '\n');
}

void ranking_write_text(struct mk_text *out, const struct ranking *ranking)
{
	for (size_t i = 0; i < ranking->advice->count; i++) {
		write_move(out, ranking, i);
	}
	if (ranking->advice->count > 0) {
		mk_text_char(out, '\n');
	}
	describe_outlook(out, ranking);
	describe_message(out, ranking);
	mk_text_char(out, '\n');
}

/* ---- For programs --------------------------------------------------------------------------- */

static void write_ranked(
	struct mk_text *out, const char *key, const struct ranking *ranking, size_t place)
{
	const struct chosen *chosen = ranking->chosen;

	mk_json_open_object(out, key);
	mk_json_int(out, "rank", (long long)place + 1);
	mk_ranked_write(
		out, chosen->game, chosen->language, ranking->view, &ranking->advice->moves[place]);
	mk_json_close_object(out);
}

static void write_suggestion(struct mk_text *out, const struct ranking *ranking)
{
	int place = ranking->advice->suggestion;

	if (place < 0) {
		mk_json_null(out, "suggestion");
	} else {
		write_ranked(out, "suggestion", ranking, (size_t)place);
	}
}

static void write_table(struct mk_text *out, const struct ranking *ranking)
{
	const struct chosen *chosen = ranking->chosen;

	mk_json_string(out, "game", chosen->game->name);
	mk_json_string(out, "preset", chosen->preset->name);
	mk_json_open_object(out, "rules");
	mk_rules_write(out, chosen->game, &chosen->rules);
	mk_json_close_object(out);
	mk_json_string(out, "language", mk_language_code(chosen->language));
	mk_json_string(out, "strategy", chosen->strategy->name);
	mk_json_string(out, "status", outcome_name(chosen->game->outcome(ranking->view)));
	mk_json_open_object(out, "table");
	mk_table_write(out, chosen->game, ranking->view, ranking->advice);
	mk_json_close_object(out);
}

static void write_figures(struct mk_text *out, const struct mk_advice *advice)
{
	mk_json_open_object(out, "advice");
	mk_json_string(out, "strategy", advice->strategy);
	mk_json_bool(out, "final", advice->final);
	mk_json_int(out, "worlds", (long long)advice->worlds);
	mk_json_int(out, "nodes", (long long)advice->nodes);
	mk_json_real(out, "elapsed_ms", advice->elapsed_ms, 3);
	mk_json_real(out, "value", advice->value, VALUE_DIGITS);
	mk_json_real(out, "low", advice->low, VALUE_DIGITS);
	mk_json_real(out, "high", advice->high, VALUE_DIGITS);
	mk_json_bool(out, "won_for_certain", advice->certainty == MK_PROVEN_WIN);
	mk_json_bool(out, "lost_for_certain", advice->certainty == MK_PROVEN_LOSS);
	mk_json_close_object(out);
}

void ranking_write_json(struct mk_text *out, const struct ranking *ranking)
{
	char room[WORDS_ROOM];
	struct mk_text message;

	mk_json_open_object(out, NULL);
	write_table(out, ranking);
	mk_json_open_array(out, "moves");
	for (size_t i = 0; i < ranking->advice->count; i++) {
		write_ranked(out, NULL, ranking, i);
	}
	mk_json_close_array(out);
	write_suggestion(out, ranking);
	mk_text_fixed(&message, room, sizeof room);
	describe_message(&message, ranking);
	mk_json_string(out, "message", room);
	write_figures(out, ranking->advice);
	mk_json_close_object(out);
	mk_text_char(out, '\n');
}
