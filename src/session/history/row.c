/* A session to its row in the journal, and back. */
#include "session/history/row.h"

#include "base/json.h"
#include "session/sessions.h"

#include <jansson.h>
#include <string.h>

void row_put(char *field, size_t capacity, const char *string)
{
	size_t length = strnlen(string, capacity - 1);

	memcpy(field, string, length);
	field[length] = '\0';
}

void row_write(struct journal_session *row, const struct session *session)
{
	memcpy(row->id, session->id, sizeof row->id);
	memcpy(row->name, session->name, sizeof row->name);
	row->named = session->named;
	row_put(row->game, sizeof row->game, session->game->name);
	row_put(row->preset, sizeof row->preset, session->preset->name);
	row_put(row->strategy, sizeof row->strategy, session->strategy->name);
	row_put(row->language, sizeof row->language, mk_language_code(session->language));
	row_put(row->status, sizeof row->status, session_status_name(session->outcome));
	row->version = session->version;
	row->created_ms = session->created_ms;
	row->updated_ms = session->updated_ms;
	row->advised = session->advised;
	row->followed = session->followed;
	row->rules = NULL;
	row->token_hashes = NULL;
	row->deal = NULL;
	memset(row->owner, 0, sizeof row->owner);
}

/* Longer than the rules of any game: 16 options with short names, and all that can be listed. */
enum { RULES_SIZE = 4096 };

char *row_rules(const struct session *session)
{
	char buffer[RULES_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_json_open_object(&text, NULL);
	mk_rules_write(&text, session->game, &session->rules);
	mk_json_close_object(&text);
	return strdup(buffer);
}

static enum mk_status unknown_in_journal(struct mk_error *error, const char *what, const char *name)
{
	return mk_fail(error, MK_IO, "session_corrupt", "",
		"the journal names %s '%s', which is unknown here", what, name);
}

static enum mk_status read_rules(const char *rules, struct session *session, struct mk_error *error)
{
	json_t *json = json_loads(rules, JSON_REJECT_DUPLICATES, NULL);
	struct mk_error cause;
	enum mk_status status;

	session->rules = session->preset->rules;
	status = mk_rules_read_stored(session->game, json, "", &session->rules, &cause);
	json_decref(json);
	if (status != MK_OK) {
		return mk_fail(error, MK_IO, "session_corrupt", "",
			"the rules in the journal cannot be read: %s: %.120s", cause.where,
			cause.detail);
	}
	return MK_OK;
}

static enum mk_status read_row_game(const struct journal_session *row,
	const struct sessions_options *options, struct session *session, struct mk_error *error)
{
	session->game = (options->find_game ? options->find_game : mk_game_find)(row->game);
	if (!session->game) {
		return unknown_in_journal(error, "the game", row->game);
	}
	session->preset = mk_preset_find(session->game, row->preset);
	if (!session->preset) {
		return unknown_in_journal(error, "the preset", row->preset);
	}
	session->strategy = mk_strategy_find(session->game, row->strategy);
	if (!session->strategy) {
		return unknown_in_journal(error, "the strategy", row->strategy);
	}
	return read_rules(row->rules, session, error);
}

enum mk_status row_read(const struct journal_session *row, const struct sessions_options *options,
	struct session *session, struct mk_error *error)
{
	struct session read = {
		.named = row->named,
		.version = row->version,
		.created_ms = row->created_ms,
		.updated_ms = row->updated_ms,
		.advised = row->advised,
		.followed = row->followed,
		.outcome = strcmp(row->status, session_status_name(MK_STOPPED)) == 0 ? MK_STOPPED
										     : MK_WAITING,
	};
	enum mk_status status = read_row_game(row, options, &read, error);

	if (status != MK_OK) {
		return status;
	}
	if (!mk_language_find(row->language, &read.language)) {
		return unknown_in_journal(error, "the language", row->language);
	}
	memcpy(read.id, row->id, sizeof read.id);
	memcpy(read.name, row->name, sizeof read.name);
	*session = read;
	return MK_OK;
}
