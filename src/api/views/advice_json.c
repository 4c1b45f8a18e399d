/* Advice as JSON. */
#include "api/views/advice_json.h"

#include "base/json.h"
#include "base/piece.h"

#include <math.h>

/* Shares of games: the fourth decimal is below every error of estimation. */
enum { VALUE_DIGITS = 4, MS_DIGITS = 3 };

/* More than a key takes: room is made before, so that what is copied does not move meanwhile. */
enum { MOVE_MARGIN = 128 };

/* The names of the figures, and the figures. */
enum { FIGURES_ROOM = 160 + 2 * MK_NUMBER_PIECE + 4 * MK_REAL_PIECE };

static void write_ranked(
	struct mk_text *out, const char *key, struct portrait *portrait, size_t place)
{
	const struct session *session = portrait->session;
	const struct mk_ranked *ranked = &portrait->advice->moves[place];

	mk_json_open_object(out, key);
	mk_text_put(out, "\"rank\":");
	mk_text_int(out, (long long)place + 1);
	mk_ranked_write(out, session->game, portrait->language, session->view, ranked);
	mk_json_close_object(out);
}

void advice_json_moves(struct mk_text *out, const char *key, struct portrait *portrait)
{
	size_t count = portrait->advice ? portrait->advice->count : 0;

	mk_json_open_array(out, key);
	for (size_t i = 0; i < count && i < portrait->max_moves; i++) {
		size_t start = out->length + (i > 0);

		write_ranked(out, NULL, portrait, i);
		if ((int)i == portrait->advice->suggestion) {
			portrait->chosen_at = start;
			portrait->chosen_length = out->length - start;
		}
	}
	mk_json_close_array(out);
}

/* Among the moves it stands already: what was written there is written again. */
void advice_json_suggestion(struct mk_text *out, const char *key, struct portrait *portrait)
{
	if (!portrait->advice || portrait->advice->suggestion < 0) {
		mk_json_null(out, key);
	} else if (portrait->chosen_length > 0 &&
		   mk_text_reserve(out, portrait->chosen_length + MOVE_MARGIN)) {
		mk_json_raw(out, key, out->bytes + portrait->chosen_at, portrait->chosen_length);
	} else {
		write_ranked(out, key, portrait, (size_t)portrait->advice->suggestion);
	}
}

/* The moves to the end, in short. */
static void write_win(struct mk_text *out, const struct portrait *portrait)
{
	const struct mk_notation *notation = portrait->session->game->notation;
	const struct mk_advice *advice = portrait->advice;

	mk_json_open_array(out, "win");
	for (size_t i = 0; i < advice->win_length; i++) {
		mk_json_open_string(out, NULL);
		notation->write_short(out, advice->win[i]);
		mk_json_close_string(out);
	}
	mk_json_close_array(out);
}

/* Others wanted to think at the same time. */
static void write_shortened(struct mk_text *out, const struct mk_advice *advice)
{
	mk_json_open_object(out, "shortened");
	mk_json_int(out, "wanted_ms", advice->shortened.wanted_ms);
	mk_json_int(out, "given_ms", advice->shortened.given_ms);
	mk_json_close_object(out);
}

/* What is expected, for people; instant judgement expects nothing. */
static void write_outlook(struct mk_text *out, const struct portrait *portrait)
{
	const struct mk_notation *notation = portrait->session->game->notation;

	if (isnan(portrait->advice->value) || !notation->say_outlook) {
		return;
	}
	mk_json_open_string(out, "outlook");
	notation->say_outlook(out, portrait->language, portrait->advice);
	mk_json_close_string(out);
}

static char *put_figures(char *at, const struct mk_advice *advice)
{
	at = mk_put_key(at, "final");
	at = mk_put_bool(at, advice->final);
	at = mk_put_key(at, "worlds");
	at = mk_put_number(at, advice->worlds);
	at = mk_put_key(at, "nodes");
	at = mk_put_number(at, advice->nodes);
	at = mk_put_key(at, "elapsed_ms");
	at = mk_put_real(at, advice->elapsed_ms, MS_DIGITS);
	at = mk_put_key(at, "value");
	at = mk_put_real(at, advice->value, VALUE_DIGITS);
	at = mk_put_key(at, "low");
	at = mk_put_real(at, advice->low, VALUE_DIGITS);
	at = mk_put_key(at, "high");
	at = mk_put_real(at, advice->high, VALUE_DIGITS);
	at = mk_put_key(at, "won_for_certain");
	at = mk_put_bool(at, advice->certain == MK_CERTAIN_WIN);
	at = mk_put_key(at, "lost_for_certain");
	return mk_put_bool(at, advice->certain == MK_CERTAIN_LOSS);
}

void advice_json_figures(struct mk_text *out, const char *key, const struct portrait *portrait)
{
	const struct mk_advice *advice = portrait->advice;
	char *at;

	if (!advice) {
		mk_json_null(out, key);
		return;
	}
	mk_json_open_object(out, key);
	mk_json_word(out, "strategy", advice->strategy);
	at = mk_pieces_begin(out, FIGURES_ROOM);
	if (at) {
		mk_pieces_end(out, put_figures(at, advice));
	}
	if (advice->shortened.wanted_ms > 0) {
		write_shortened(out, advice);
	}
	write_outlook(out, portrait);
	if (advice->win_length > 0) {
		write_win(out, portrait);
	}
	mk_json_close_object(out);
}
