/*
 * The session object.
 *
 * Each field is a row: its name, which `?fields=` chooses by, and its writer. This is what every
 * snapshot is answered with, so it is written straight into the reply.
 */
#include "api/views/session_json.h"

#include "api/pipeline/token.h"
#include "api/views/advice_json.h"
#include "api/views/asks_json.h"
#include "api/views/finding_json.h"
#include "base/clock.h"
#include "base/json.h"

#include <string.h>

void session_json_time(struct mk_text *out, const char *key, int64_t wall_ms)
{
	char stamp[CLOCK_LENGTH];

	clock_put(stamp, wall_ms);
	mk_json_string_n(out, key, stamp, sizeof stamp);
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

/* ---- one function a field ------------------------------------------------------------------- */

static void write_id(struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_literal(out, key, representation->session->id);
}

static void write_game(struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_literal(out, key, representation->session->game->name);
}

static void write_preset(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_literal(out, key, representation->session->preset->name);
}

static void write_rules(struct mk_text *out, const char *key, struct representation *representation)
{
	const char *rules = representation->session->rules_json;

	mk_json_raw(out, key, rules, strlen(rules));
}

static void write_language(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_literal(out, key, mk_language_code(representation->session->language));
}

static void write_strategy(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_literal(out, key, representation->session->strategy->name);
}

static void write_name(struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_string(
		out, key, representation->session->named ? representation->session->name : NULL);
}

static void write_version(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_int(out, key, (long long)representation->session->version);
}

static void write_status(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_literal(out, key, session_status_name(representation->session->outcome));
}

static void write_sync(struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_literal(out, key, session_sync_name(representation->session->sync));
}

static void write_created(
	struct mk_text *out, const char *key, struct representation *representation)
{
	session_json_time(out, key, representation->session->created_ms);
}

static void write_updated(
	struct mk_text *out, const char *key, struct representation *representation)
{
	session_json_time(out, key, representation->session->updated_ms);
}

static void write_table(struct mk_text *out, const char *key, struct representation *representation)
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

static void write_asks(struct mk_text *out, const char *key, struct representation *representation)
{
	asks_json_write_first(out, key, representation->session, representation->language);
}

static void write_moves(struct mk_text *out, const char *key, struct representation *representation)
{
	advice_json_moves(out, key, representation);
}

static void write_suggestion(
	struct mk_text *out, const char *key, struct representation *representation)
{
	advice_json_suggestion(out, key, representation);
}

/* Of a picture that is not understood, that is said first. */
static bool is_unclear(const struct mk_finding *finding)
{
	return finding &&
	       (finding->explanation == MK_LOOK_AGAIN || finding->explanation == MK_CONTRADICTION);
}

void session_write_message(struct mk_text *out, struct representation *representation)
{
	const struct session *session = representation->session;
	const struct mk_advice *advice = representation->advice;
	bool suggests = advice && advice->suggestion >= 0;

	if (session->repair && session->game->notation->describe_repair) {
		session->game->notation->describe_repair(
			out, representation->language, session->repair);
		return;
	}
	if (asks_json_has_question(session) && !is_unclear(session->observed)) {
		session->game->notation->describe_question(
			out, representation->language, session->view);
		return;
	}
	session->game->notation->describe_message(out, representation->language, session->view,
		session->observed, suggests ? &advice->moves[advice->suggestion].move : NULL);
}

void session_json_message(
	struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_open_string(out, key);
	session_write_message(out, representation);
	mk_json_close_string(out);
}

static void write_advice(
	struct mk_text *out, const char *key, struct representation *representation)
{
	advice_json_figures(out, key, representation);
}

/* ---- the table of them ---------------------------------------------------------------------- */

static const struct field {
	const char *name;
	void (*write)(struct mk_text *out, const char *key, struct representation *representation);
} fields[] = {
	{"id", write_id},
	{"game", write_game},
	{"preset", write_preset},
	{"rules", write_rules},
	{"language", write_language},
	{"strategy", write_strategy},
	{"name", write_name},
	{"version", write_version},
	{"status", write_status},
	{"sync", write_sync},
	{"created_at", write_created},
	{"updated_at", write_updated},
	{"table", write_table},
	{"observed", write_observed},
	{"asks", write_asks},
	{"moves", write_moves},
	{"suggestion", write_suggestion},
	{"message", session_json_message},
	{"advice", write_advice},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

int session_json_field(const char *name, size_t length)
{
	for (int i = 0; i < (int)FIELDS; i++) {
		if (strlen(fields[i].name) == length && memcmp(fields[i].name, name, length) == 0) {
			return i;
		}
	}
	return -1;
}

/* Whatever was chosen: nobody will ever tell them again. */
static void write_tokens(struct mk_text *out, const struct tokens *tokens)
{
	if (!tokens) {
		return;
	}
	mk_json_open_object(out, "tokens");
	for (int i = 0; i < ROLES; i++) {
		mk_json_string(out, role_name((enum role)i), tokens->of[i]);
	}
	mk_json_close_object(out);
}

void session_json_write(struct mk_text *out, const char *key, struct representation *representation)
{
	mk_json_open_object(out, key);
	for (unsigned i = 0; i < FIELDS; i++) {
		if (representation->fields >> i & 1) {
			fields[i].write(out, fields[i].name, representation);
		}
	}
	write_tokens(out, representation->tokens);
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
