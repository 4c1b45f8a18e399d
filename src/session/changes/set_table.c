/*
 * Sets the whole table as a player reports it: for a game in progress, or because the known table
 * is wrong in more than one place.
 */
#include "session/change.h"
#include "session/session_error.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static enum mk_status set_entered_table(struct change *change, struct mk_error *error)
{
	const struct session *session = &change->cached->session;
	json_t *json = json_loads(change->event.table, JSON_DECODE_ANY, NULL);
	struct mk_error cause;
	enum mk_status status;

	/* The text was serialized from JSON: parsing fails only without memory. */
	if (!json) {
		return fail_no_memory(error);
	}
	status = mk_view_read_table(session->game, json, &session->rules, change->view, &cause);
	json_decref(json);
	return status == MK_OK ? MK_OK : fail_table(&cause, error);
}

static void carry_out_adoption(struct change *change)
{
	struct mk_error error;

	if (!change_copy_view(change)) {
		return;
	}
	if (set_entered_table(change, &error) == MK_OK) {
		change->next.observed = NULL;
		change->next.sync = SESSION_IN_SYNC;
		change_store(change);
	} else {
		change_fail(change, &error);
	}
}

static const struct change_kind adoption = {.carry_out = carry_out_adoption};

/* Submits a change with its table. */
static void submit(
	struct change *change, struct sessions *sessions, const char *id, const char *table)
{
	struct mk_error error;

	if (!table) {
		fail_no_memory(&error);
		change_reject(change, &error);
		return;
	}
	if (strlen(table) >= sizeof change->event.table) {
		mk_fail(&error, MK_IMPOSSIBLE, "table_too_large", "/table",
			"the table is too large");
		change_reject(change, &error);
		return;
	}
	change->event.kind = EVENT_TABLE;
	change->event.numbered = false;
	memcpy(change->event.table, table, strlen(table) + 1);
	change_submit(change, sessions, id);
}

void cached_session_set_table(
	struct cached_session *cached, const char *table, sessions_callback *answer, void *context)
{
	const struct change_precondition always = {.any_version = true};
	struct change *change =
		change_create(cached->sessions, &adoption, &always, answer, context, 0);

	if (change) {
		submit(change, cached->sessions, cached->session.id, table);
	}
}

/* ---- During the game ------------------------------------------------------------------------ */

/* True if both have the same JSON; other data of the views is not compared. */
static bool reads_the_same(
	const struct mk_game *game, const struct mk_view *entered, const struct mk_view *known)
{
	char *buffer = malloc(2 * (size_t)EVENT_TABLE_SIZE);
	struct mk_text text[2];
	bool same;

	if (!buffer) {
		return false;
	}
	mk_text_fixed(&text[0], buffer, EVENT_TABLE_SIZE);
	mk_text_fixed(&text[1], buffer + EVENT_TABLE_SIZE, EVENT_TABLE_SIZE);
	mk_table_write_fields(&text[0], game, entered);
	mk_table_write_fields(&text[1], game, known);
	same = !text[0].truncated && !text[1].truncated &&
	       strcmp(text[0].bytes, text[1].bytes) == 0;
	free(buffer);
	return same;
}

/* True if it is the known table and the last snapshot did not contradict that. */
static bool is_known(const struct change *change)
{
	const struct session *session = &change->cached->session;

	return session->sync == SESSION_IN_SYNC &&
	       reads_the_same(session->game, change->view, session->view);
}

static enum mk_status apply_table(struct change *change, struct mk_error *error)
{
	const struct session *session = &change->cached->session;
	enum mk_status status;

	if (!mk_game_reads_tables(session->game)) {
		return session_fail(error, SESSION_ERROR_NO_TABLE, "/table");
	}
	status = set_entered_table(change, error);
	if (status == MK_OK && session->game->outcome(change->view) == MK_WAITING &&
		!is_known(change)) {
		return session_fail(error, SESSION_ERROR_TABLE_UNKNOWN, "/table");
	}
	return status;
}

static void carry_out_table(struct change *change)
{
	struct mk_error error;

	if (change_fails_at_practice(change, "/table")) {
		return;
	}
	if (!change_copy_view(change)) {
		return;
	}
	if (apply_table(change, &error) != MK_OK) {
		change_fail(change, &error);
	} else if (is_known(change)) {
		change_complete_unchanged(change);
	} else {
		change->next.observed = NULL;
		change->next.sync = SESSION_IN_SYNC;
		change_store(change);
	}
}

static const struct change_kind broadcast = {.carry_out = carry_out_table};

void sessions_set_table(struct sessions *sessions, const char *id, const struct json_t *table,
	const struct change_precondition *condition, sessions_callback *answer, void *context)
{
	struct change *change = change_create(sessions, &broadcast, condition, answer, context, 0);
	char *text = change ? json_dumps(table, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

	if (change) {
		submit(change, sessions, id, text);
	}
	free(text);
}
