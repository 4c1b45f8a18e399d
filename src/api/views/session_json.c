/*
 * The session object as JSON.
 *
 * Each field is a row: its name, by which `?fields=` selects, and its writer. It is the response to
 * every snapshot, so it is written directly into the response.
 */
#include "api/views/session_json.h"

#include "api/views/finding_json.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/json_fragment.h"
#include "session/deal.h"
#include "session/session_error.h"

#include <math.h>
#include <string.h>

/* A time stamp needs no escapes. */
static char *put_time(char *at, int64_t wall_ms)
{
	*at++ = '"';
	at = clock_put(at, wall_ms);
	return mk_put(at, "\",");
}

void session_json_time(struct mk_text *out, const char *key, int64_t wall_ms)
{
	char stamp[CLOCK_LENGTH + sizeof "\"\","];

	mk_json_raw(out, key, stamp, (size_t)(put_time(stamp, wall_ms) - stamp) - 1);
}

struct representation representation_of(const struct session *session)
{
	return (struct representation){
		.session = session,
		.language = session->language,
		.advice = session->advice,
		.max_moves = MK_MAX_MOVES,
		.fields = SESSION_ALL_FIELDS,
	};
}

/* ---- advice
 * -------------------------------------------------------------------------------------- */

/* Winning probabilities: the fourth decimal is below every error of estimation. */
enum { VALUE_DIGITS = 4, MS_DIGITS = 3 };

/* More than the size of a key: memory is reserved in advance, so that copied bytes do not move. */
enum { MOVE_MARGIN = 128 };

/* The names of the statistics, and their values. */
enum { STATS_SIZE = 160 + 2 * MK_NUMBER_PIECE + 4 * MK_REAL_PIECE };

static void write_ranked_move(
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

static void write_moves(struct mk_text *out, const char *key, struct representation *representation)
{
	size_t count = representation->advice ? representation->advice->count : 0;

	mk_json_open_array(out, key);
	for (size_t i = 0; i < count && i < representation->max_moves; i++) {
		size_t start = out->length + (i > 0);

		write_ranked_move(out, NULL, representation, i);
		if ((int)i == representation->advice->suggestion) {
			representation->chosen_at = start;
			representation->chosen_length = out->length - start;
		}
	}
	mk_json_close_array(out);
}

/* Copies the text of a move that is already in the list of moves. */
static void write_suggestion(
	struct mk_text *out, const char *key, struct representation *representation)
{
	if (!representation->advice || representation->advice->suggestion < 0) {
		mk_json_null(out, key);
	} else if (representation->chosen_length > 0 &&
		   mk_text_reserve(out, representation->chosen_length + MOVE_MARGIN)) {
		mk_json_raw(out, key, out->bytes + representation->chosen_at,
			representation->chosen_length);
	} else {
		write_ranked_move(
			out, key, representation, (size_t)representation->advice->suggestion);
	}
}

/* The remaining moves in short notation. */
static void write_winning_line(struct mk_text *out, const struct representation *representation)
{
	const struct mk_game *game = representation->session->game;
	const struct mk_advice *advice = representation->advice;

	mk_json_open_array(out, "win");
	for (size_t i = 0; i < advice->winning_line_length; i++) {
		mk_json_open_string(out, NULL);
		mk_move_write_short(out, game, advice->winning_line[i]);
		mk_json_close_string(out);
	}
	mk_json_close_array(out);
}

/* The budget was shortened because of other searches. */
static void write_shortened(struct mk_text *out, const struct mk_advice *advice)
{
	mk_json_open_object(out, "shortened");
	mk_json_int(out, "wanted_ms", advice->shortened.requested_ms);
	mk_json_int(out, "given_ms", advice->shortened.granted_ms);
	mk_json_close_object(out);
}

/* The value for people; a static evaluation has none. */
static void write_outlook(struct mk_text *out, const struct representation *representation)
{
	const struct mk_notation *notation = representation->session->game->notation;

	if (isnan(representation->advice->value) || !notation->describe_outlook) {
		return;
	}
	mk_json_open_string(out, "outlook");
	notation->describe_outlook(out, representation->language, representation->advice);
	mk_json_close_string(out);
}

static char *put_stats(char *at, const struct mk_advice *advice)
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

static void write_advice(
	struct mk_text *out, const char *key, struct representation *representation)
{
	const struct mk_advice *advice = representation->advice;
	char *at;

	if (!advice) {
		mk_json_null(out, key);
		return;
	}
	mk_json_open_object(out, key);
	mk_json_literal(out, "strategy", advice->strategy);
	at = mk_json_fragments_begin(out, STATS_SIZE);
	if (at) {
		mk_json_fragments_end(out, put_stats(at, advice));
	}
	if (advice->shortened.requested_ms > 0) {
		write_shortened(out, advice);
	}
	if (advice->pondered) {
		mk_json_bool(out, "pondered", true);
	}
	write_outlook(out, representation);
	if (advice->winning_line_length > 0) {
		write_winning_line(out, representation);
	}
	mk_json_close_object(out);
}

/* Maximum length of a name of a game, a preset or a language. */
enum { MAX_NAME = 64 };

static char *put_name(char *at, const char *name)
{
	return mk_put_literal(at, name, strnlen(name, MAX_NAME));
}

/* ---- one function a field ------------------------------------------------------------------- */

static char *put_session_id(char *at, const struct session *session)
{
	return put_name(at, session->id);
}

static char *put_game_name(char *at, const struct session *session)
{
	return put_name(at, session->game->name);
}

static char *put_preset(char *at, const struct session *session)
{
	return put_name(at, session->preset->name);
}

static char *put_language(char *at, const struct session *session)
{
	return put_name(at, mk_language_code(session->language));
}

static char *put_strategy(char *at, const struct session *session)
{
	return put_name(at, session->strategy->name);
}

static char *put_version(char *at, const struct session *session)
{
	return mk_put_number(at, session->version);
}

static char *put_status(char *at, const struct session *session)
{
	return put_name(at, session_status_name(session->outcome));
}

static char *put_sync(char *at, const struct session *session)
{
	return put_name(at, session_sync_name(session->sync));
}

static char *put_created(char *at, const struct session *session)
{
	return put_time(at, session->created_ms);
}

static char *put_updated(char *at, const struct session *session)
{
	return put_time(at, session->updated_ms);
}

static void write_rules(struct mk_text *out, const char *key, struct representation *representation)
{
	const char *rules = representation->session->rules_json;

	mk_json_raw(out, key, rules, strlen(rules));
}

static void write_session_name(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_string(
		out, key, representation->session->named ? representation->session->name : NULL);
}

/*
 * The next five fields exist only for practice tables, the last one only in games with opponents.
 */
static void write_cards(struct mk_text *out, const char *key, struct representation *representation)
{
	if (representation->session->deal) {
		mk_json_literal(out, key, "program");
	}
}

static void write_assisted(
	struct mk_text *out, const char *key, struct representation *representation)
{
	if (representation->session->deal) {
		mk_json_bool(out, key, representation->session->assisted);
	}
}

/* The same cards can be dealt from the seed: it is secret until the end. */
static void write_seed(struct mk_text *out, const char *key, struct representation *representation)
{
	const struct session *session = representation->session;

	if (session->deal && session_is_over(session)) {
		deal_write_seed(out, key, session->deal);
	} else if (session->deal) {
		mk_json_null(out, key);
	}
}

/* Secret until the end, too; null if no deck was given. */
static void write_deck(struct mk_text *out, const char *key, struct representation *representation)
{
	const struct session *session = representation->session;

	if (session->deal && session_is_over(session)) {
		deal_write_deck(out, key, session->deal);
	} else if (session->deal) {
		mk_json_null(out, key);
	}
}

static void write_opponents(
	struct mk_text *out, const char *key, struct representation *representation)
{
	const struct deal *deal = representation->session->deal;

	if (deal && deal->opponents) {
		mk_json_literal(out, key, deal->opponents->name);
	}
}

static void write_session_table(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_open_object(out, key);
	mk_table_write(out, representation->session->game, representation->session->view,
		representation->advice);
	mk_json_close_object(out);
}

static void write_observed(
	struct mk_text *out, const char *key, struct representation *representation)
{
	finding_json_observed(out, key, representation->session, representation->language);
}

static void write_first_question(
	struct mk_text *out, const char *key, struct representation *representation)
{
	question_json_write_first(out, key, representation->session, representation->language);
}

/* An unclear snapshot is the first message. */
static bool is_finding_unclear(const struct mk_finding *finding)
{
	return finding &&
	       (finding->explanation == MK_LOOK_AGAIN || finding->explanation == MK_CONTRADICTION);
}

void session_write_message(struct mk_text *out, struct representation *representation)
{
	const struct session *session = representation->session;
	const struct mk_advice *advice = representation->advice;
	bool suggests = advice && advice->suggestion >= 0;

	if (session->outcome == MK_STOPPED) {
		mk_phrase_write(out, representation->language, &session_given_up, NULL, 0);
		return;
	}
	if (session->repair && session->game->notation->describe_repair) {
		session->game->notation->describe_repair(
			out, representation->language, session->repair);
		return;
	}
	if (session->opponent_moves) {
		mk_phrase_write(out, representation->language,
			session_error_phrase(SESSION_ERROR_NOT_YOUR_TURN), NULL, 0);
		return;
	}
	if (question_json_is_open(session) && !is_finding_unclear(session->observed)) {
		session->game->notation->describe_question(
			out, representation->language, session->view);
		return;
	}
	mk_describe_message(out, session->game, representation->language, session->view,
		session->observed, suggests ? &advice->moves[advice->suggestion].move : NULL);
}

void session_json_message(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_open_string(out, key);
	session_write_message(out, representation);
	mk_json_close_string(out);
}

/* ---- the table of them ---------------------------------------------------------------------- */

/* A short value without escapes has a fragment writer (`put`), any other one a text writer. */
static const struct field {
	const char *name;
	size_t length;
	char *(*put)(char *at, const struct session *session);
	void (*write)(struct mk_text *out, const char *key, struct representation *representation);
} fields[] = {
#define PUT(name, put) \
	{ \
		name, sizeof(name) - 1, put, NULL \
	}
#define WRITE(name, write) \
	{ \
		name, sizeof(name) - 1, NULL, write \
	}
	PUT("id", put_session_id),
	PUT("game", put_game_name),
	PUT("preset", put_preset),
	WRITE("rules", write_rules),
	PUT("language", put_language),
	PUT("strategy", put_strategy),
	WRITE("name", write_session_name),
	PUT("version", put_version),
	PUT("status", put_status),
	PUT("sync", put_sync),
	PUT("created_at", put_created),
	PUT("updated_at", put_updated),
	WRITE("cards", write_cards),
	WRITE("assisted", write_assisted),
	WRITE("seed", write_seed),
	WRITE("deck", write_deck),
	WRITE("opponents", write_opponents),
	WRITE("table", write_session_table),
	WRITE("observed", write_observed),
	WRITE("asks", write_first_question),
	WRITE("moves", write_moves),
	WRITE("suggestion", write_suggestion),
	WRITE("message", session_json_message),
	WRITE("advice", write_advice),
#undef PUT
#undef WRITE
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

int session_json_field(const char *name, size_t length)
{
	for (int i = 0; i < (int)FIELDS; i++) {
		if (fields[i].length == length && memcmp(fields[i].name, name, length) == 0) {
			return i;
		}
	}
	return -1;
}

/* Written with every choice of fields, because no later response contains the tokens. */
static void write_tokens(struct mk_text *out, const struct representation *representation)
{
	if (representation->token_count == 0) {
		return;
	}
	mk_json_open_object(out, "tokens");
	for (size_t i = 0; i < representation->token_count; i++) {
		mk_json_string(
			out, representation->tokens[i].role, representation->tokens[i].token);
	}
	mk_json_close_object(out);
}

static char *put_field(char *at, const struct field *field, const struct session *session)
{
	*at++ = '"';
	at = mk_put_bytes(at, field->name, field->length);
	return field->put(mk_put(at, "\":"), session);
}

/* Writes the short fields from index `i` to the next long one; returns its index. */
static unsigned write_short_fields(
	struct mk_text *out, unsigned i, const struct representation *representation)
{
	enum { FIELD_SIZE = MAX_NAME + 32, ALL = FIELDS * FIELD_SIZE };
	char *at = mk_json_fragments_begin(out, ALL);

	for (; i < FIELDS && fields[i].put; i++) {
		if (at && representation->fields >> i & 1) {
			at = put_field(at, &fields[i], representation->session);
		}
	}
	if (at) {
		mk_json_fragments_end(out, at);
	}
	return i;
}

static void write_fields(struct mk_text *out, struct representation *representation)
{
	for (unsigned i = 0; i < FIELDS;) {
		if (fields[i].put) {
			i = write_short_fields(out, i, representation);
			continue;
		}
		if (representation->fields >> i & 1) {
			fields[i].write(out, fields[i].name, representation);
		}
		i++;
	}
}

void session_json_write(struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_open_object(out, key);
	write_fields(out, representation);
	write_tokens(out, representation);
	if (representation->why) {
		why_write(out, "why", representation->why);
	}
	mk_json_close_object(out);
}

/* ---- parts of it ---------------------------------------------------------------------------- */

void session_json_advice(struct mk_text *out, struct representation *representation)
{
	write_moves(out, "moves", representation);
	write_suggestion(out, "suggestion", representation);
	session_json_message(out, "message", representation);
	write_advice(out, "advice", representation);
}

void session_json_summary(struct mk_text *out, const struct journal_session *row)
{
	mk_json_open_object(out, NULL);
	mk_json_string(out, "id", row->id);
	mk_json_string(out, "game", row->game);
	mk_json_string(out, "preset", row->preset);
	mk_json_string(out, "language", row->language);
	mk_json_string(out, "strategy", row->strategy);
	mk_json_string(out, "name", row->named ? row->name : NULL);
	mk_json_int(out, "version", (long long)row->version);
	mk_json_string(out, "status", row->status);
	session_json_time(out, "created_at", row->created_ms);
	session_json_time(out, "updated_at", row->updated_ms);
	mk_json_close_object(out);
}
