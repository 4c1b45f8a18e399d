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

struct portrait portrait_of(const struct session *session)
{
	return (struct portrait){
		.session = session,
		.language = session->language,
		.advice = session->advice,
		.max_moves = MK_MAX_MOVES,
		.fields = SESSION_ALL_FIELDS,
	};
}

/* ---- one function a field ------------------------------------------------------------------- */

static void write_id(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_word(out, key, portrait->session->id);
}

static void write_game(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_word(out, key, portrait->session->game->name);
}

static void write_preset(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_word(out, key, portrait->session->preset->name);
}

static void write_rules(struct mk_text *out, const char *key, struct portrait *portrait)
{
	const char *rules = portrait->session->rules_json;

	mk_json_raw(out, key, rules, strlen(rules));
}

static void write_language(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_word(out, key, mk_language_code(portrait->session->language));
}

static void write_strategy(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_word(out, key, portrait->session->strategy->name);
}

static void write_name(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_string(out, key, portrait->session->named ? portrait->session->name : NULL);
}

static void write_version(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_int(out, key, (long long)portrait->session->version);
}

static void write_status(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_word(out, key, session_status_name(portrait->session->outcome));
}

static void write_sync(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_word(out, key, session_sync_name(portrait->session->sync));
}

static void write_created(struct mk_text *out, const char *key, struct portrait *portrait)
{
	session_json_time(out, key, portrait->session->created_ms);
}

static void write_updated(struct mk_text *out, const char *key, struct portrait *portrait)
{
	session_json_time(out, key, portrait->session->updated_ms);
}

static void write_table(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_open_object(out, key);
	mk_table_write(out, portrait->session->game, portrait->session->view, portrait->advice);
	mk_json_close_object(out);
}

static void write_observed(struct mk_text *out, const char *key, struct portrait *portrait)
{
	finding_json_observed(out, key, portrait->session, portrait->language);
}

static void write_asks(struct mk_text *out, const char *key, struct portrait *portrait)
{
	asks_json_write_first(out, key, portrait->session, portrait->language);
}

static void write_moves(struct mk_text *out, const char *key, struct portrait *portrait)
{
	advice_json_moves(out, key, portrait);
}

static void write_suggestion(struct mk_text *out, const char *key, struct portrait *portrait)
{
	advice_json_suggestion(out, key, portrait);
}

/* Of a picture that is not understood, that is said first. */
static bool is_unclear(const struct mk_finding *finding)
{
	return finding &&
	       (finding->explanation == MK_LOOK_AGAIN || finding->explanation == MK_CONTRADICTION);
}

void session_say_message(struct mk_text *out, struct portrait *portrait)
{
	const struct session *session = portrait->session;
	const struct mk_advice *advice = portrait->advice;
	bool suggests = advice && advice->suggestion >= 0;

	if (session->repair && session->game->notation->say_repair) {
		session->game->notation->say_repair(out, portrait->language, session->repair);
		return;
	}
	if (asks_json_has_question(session) && !is_unclear(session->observed)) {
		session->game->notation->say_question(out, portrait->language, session->view);
		return;
	}
	session->game->notation->say_message(out, portrait->language, session->view,
		session->observed, suggests ? &advice->moves[advice->suggestion].move : NULL);
}

void session_json_message(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_open_string(out, key);
	session_say_message(out, portrait);
	mk_json_close_string(out);
}

static void write_advice(struct mk_text *out, const char *key, struct portrait *portrait)
{
	advice_json_figures(out, key, portrait);
}

/* ---- the table of them ---------------------------------------------------------------------- */

static const struct field {
	const char *name;
	void (*write)(struct mk_text *out, const char *key, struct portrait *portrait);
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

void session_json_write(struct mk_text *out, const char *key, struct portrait *portrait)
{
	mk_json_open_object(out, key);
	for (unsigned i = 0; i < FIELDS; i++) {
		if (portrait->fields >> i & 1) {
			fields[i].write(out, fields[i].name, portrait);
		}
	}
	write_tokens(out, portrait->tokens);
	if (portrait->why) {
		why_write(out, "why", portrait->why);
	}
	mk_json_close_object(out);
}

/* ---- parts of it ---------------------------------------------------------------------------- */

void session_json_advice(struct mk_text *out, struct portrait *portrait)
{
	write_moves(out, "moves", portrait);
	write_suggestion(out, "suggestion", portrait);
	session_json_message(out, "message", portrait);
	write_advice(out, "advice", portrait);
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
