/* Advice as JSON. */
#include "api/views/advice_json.h"

#include "base/json.h"
#include "base/json_fragment.h"

#include <math.h>

/* Shares of games: the fourth decimal is below every error of estimation. */
enum { VALUE_DIGITS = 4, MS_DIGITS = 3 };

/* More than a key takes: room is made before, so that what is copied does not move meanwhile. */
enum { MOVE_MARGIN = 128 };

/* The names of the figures, and the figures. */
enum { FIGURES_ROOM = 160 + 2 * MK_NUMBER_PIECE + 4 * MK_REAL_PIECE };

static void write_ranked(
	struct mk_text *out, const char *key, struct representation *representation, size_t place)
{
	const struct session *session = representation->session;
	const struct mk_ranked_move *ranked = &representation->advice->moves[place];

	mk_json_open_object(out, key);
	mk_text_put(out, "\"rank\":");
	mk_text_int(out, (long long)place + 1);
	mk_ranked_write(out, session->game, representation->language, session->view, ranked);
	mk_json_close_object(out);
}

void advice_json_moves(struct mk_text *out, const char *key, struct representation *representation)
{
	size_t count = representation->advice ? representation->advice->count : 0;

	mk_json_open_array(out, key);
	for (size_t i = 0; i < count && i < representation->max_moves; i++) {
		size_t start = out->length + (i > 0);

		write_ranked(out, NULL, representation, i);
		if ((int)i == representation->advice->suggestion) {
			representation->chosen_at = start;
			representation->chosen_length = out->length - start;
		}
	}
	mk_json_close_array(out);
}

/* Among the moves it stands already: what was written there is written again. */
void advice_json_suggestion(
	struct mk_text *out, const char *key, struct representation *representation)
{
	if (!representation->advice || representation->advice->suggestion < 0) {
		mk_json_null(out, key);
	} else if (representation->chosen_length > 0 &&
		   mk_text_reserve(out, representation->chosen_length + MOVE_MARGIN)) {
		mk_json_raw(out, key, out->bytes + representation->chosen_at,
			representation->chosen_length);
	} else {
		write_ranked(out, key, representation, (size_t)representation->advice->suggestion);
	}
}

/* The moves to the end, in short. */
static void write_win(struct mk_text *out, const struct representation *representation)
{
	const struct mk_notation *notation = representation->session->game->notation;
	const struct mk_advice *advice = representation->advice;

	mk_json_open_array(out, "win");
	for (size_t i = 0; i < advice->winning_line_length; i++) {
		mk_json_open_string(out, NULL);
		notation->write_short(out, advice->winning_line[i]);
		mk_json_close_string(out);
	}
	mk_json_close_array(out);
}

/* Others wanted to think at the same time. */
static void write_shortened(struct mk_text *out, const struct mk_advice *advice)
{
	mk_json_open_object(out, "shortened");
	mk_json_int(out, "wanted_ms", advice->shortened.requested_ms);
	mk_json_int(out, "given_ms", advice->shortened.granted_ms);
	mk_json_close_object(out);
}

/* What is expected, for people; instant judgement expects nothing. */
static void write_forecast(struct mk_text *out, const struct representation *representation)
{
	const struct mk_notation *notation = representation->session->game->notation;

	if (isnan(representation->advice->value) || !notation->describe_outlook) {
		return;
	}
	mk_json_open_string(out, "outlook");
	notation->describe_outlook(out, representation->language, representation->advice);
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
	at = mk_put_bool(at, advice->certainty == MK_PROVEN_WIN);
	at = mk_put_key(at, "lost_for_certain");
	return mk_put_bool(at, advice->certainty == MK_PROVEN_LOSS);
}

void advice_json_figures(
	struct mk_text *out, const char *key, const struct representation *representation)
{
	const struct mk_advice *advice = representation->advice;
	char *at;

	if (!advice) {
		mk_json_null(out, key);
		return;
	}
	mk_json_open_object(out, key);
	mk_json_literal(out, "strategy", advice->strategy);
	at = mk_json_fragments_begin(out, FIGURES_ROOM);
	if (at) {
		mk_json_fragments_end(out, put_figures(at, advice));
	}
	if (advice->shortened.requested_ms > 0) {
		write_shortened(out, advice);
	}
	write_forecast(out, representation);
	if (advice->winning_line_length > 0) {
		write_win(out, representation);
	}
	mk_json_close_object(out);
}
