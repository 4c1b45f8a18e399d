/* Reads a table as a snapshot, as a session's `table`, or out of a whole session. */
#include "cli/table_input.h"

#include "cli/client.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mk_view *fail_memory(struct mk_error *error)
{
	mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
	return NULL;
}

/* ---- Snapshots ------------------------------------------------------------------------------ */

/* What the service reads beside it, for a snapshot that is posted elsewhere. */
static const struct mk_member frame_members[] = {
	{"camera", NULL}, {"frame", NULL}, {"taken_at", NULL}, {0}};

static enum mk_status read_json_snapshot(const json_t *json, const struct mk_game *game,
	struct mk_snapshot *seen, struct mk_error *error)
{
	enum mk_status status =
		mk_members_check(json, game->notation->snapshot_members, frame_members, "", error);

	return status == MK_OK ? game->notation->read_snapshot(json, seen, error) : status;
}

/* NULL json: the one-line form. To be given back with free(). */
static struct mk_snapshot *read_sighting(const struct source *source, const json_t *json,
	const struct mk_game *game, struct mk_error *error)
{
	struct mk_snapshot *seen = calloc(1, game->snapshot_size);
	enum mk_status status;

	if (!seen) {
		mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
		return NULL;
	}
	status = json ? read_json_snapshot(json, game, seen, error)
		      : mk_snapshot_read_line(game, source->bytes, source->length, seen, error);
	if (status != MK_OK) {
		free(seen);
		return NULL;
	}
	return seen;
}

/* What a first snapshot alone can tell. */
static struct mk_view *learn(
	const struct mk_snapshot *seen, const struct chosen *chosen, struct mk_error *error)
{
	struct mk_view *view = calloc(1, chosen->game->view_size);
	struct mk_finding finding = {0};
	enum mk_status status;

	if (!view) {
		return fail_memory(error);
	}
	chosen->game->init_view(view, &chosen->rules);
	status = chosen->game->apply_snapshot(view, seen, NULL, &finding, error);
	if (status == MK_OK && finding.explanation == MK_LOOK_AGAIN) {
		status = mk_fail(
			error, MK_IMPOSSIBLE, "look_again", "", "not all front cards can be read");
	}
	if (status != MK_OK) {
		free(view);
		return NULL;
	}
	return view;
}

static struct mk_view *read_snapshot(const struct source *source, const json_t *json,
	const struct chosen *chosen, struct mk_error *error)
{
	struct mk_snapshot *seen = read_sighting(source, json, chosen->game, error);
	struct mk_view *view;

	if (!seen) {
		return NULL;
	}
	view = learn(seen, chosen, error);
	free(seen);
	return view;
}

/* ---- Tables --------------------------------------------------------------------------------- */

static struct mk_view *read_table(
	const json_t *json, const struct chosen *chosen, struct mk_error *error)
{
	const struct mk_game *game = chosen->game;
	struct mk_view *view = calloc(1, game->view_size);

	if (!view) {
		return fail_memory(error);
	}
	if (mk_view_read_table(game, json, &chosen->rules, view, error) == MK_OK) {
		return view;
	}
	free(view);
	return NULL;
}

/* One that somebody wrote, with no member that means nothing. A daemon's answer may have more. */
static struct mk_view *read_told_table(
	const json_t *json, const struct chosen *chosen, struct mk_error *error)
{
	const struct mk_game *game = chosen->game;
	const struct mk_member *members = game->solver && game->solver->table_members
						  ? game->solver->table_members
						  : game->notation->table_members;

	return mk_members_check(json, members, NULL, "", error) == MK_OK
		       ? read_table(json, chosen, error)
		       : NULL;
}

/* A JSON object is a table or a snapshot: where it is neither, both readers have their say. */
static struct mk_view *read_either(
	const json_t *json, const struct chosen *chosen, struct mk_error *error)
{
	struct mk_error as_table = {0};
	struct mk_error as_snapshot = {0};
	struct mk_view *view = read_told_table(json, chosen, &as_table);

	if (!view) {
		view = read_snapshot(NULL, json, chosen, &as_snapshot);
	}
	if (!view) {
		mk_fail(error, as_snapshot.status, as_snapshot.code, "",
			"as a snapshot: %.28s%s%.50s; as a table: %.28s%s%.50s", as_snapshot.where,
			*as_snapshot.where ? ": " : "", as_snapshot.detail, as_table.where,
			*as_table.where ? ": " : "", as_table.detail);
	}
	return view;
}

/* ---- Sessions ------------------------------------------------------------------------------- */

static void adopt(const char **chosen, const json_t *session, const char *name)
{
	if (!*chosen) {
		*chosen = json_string_value(json_object_get(session, name));
	}
}

/* What the command line leaves open, the session tells; its rules are all told. */
static enum mk_status resolve_session(const json_t *session, const struct choice *choice,
	struct chosen *chosen, struct mk_error *error)
{
	struct choice merged = *choice;
	const json_t *rules = json_object_get(session, "rules");
	enum mk_status status;

	adopt(&merged.game, session, "game");
	adopt(&merged.preset, session, "preset");
	adopt(&merged.strategy, session, "strategy");
	adopt(&merged.language, session, "language");
	merged.rules[0] = NULL;
	status = choice_resolve(&merged, chosen, error);
	if (status == MK_OK && rules && !choice->preset) {
		status = mk_rules_read(chosen->game, rules, "/rules", &chosen->rules, error);
	}
	if (status == MK_OK) {
		status = choice_apply_rules(choice, chosen->game, &chosen->rules, error);
	}
	return status;
}

struct mk_view *table_read_session(const json_t *session, const struct choice *choice,
	struct chosen *chosen, struct mk_error *error)
{
	const json_t *table = json_object_get(session, "table");

	if (resolve_session(session, choice, chosen, error) != MK_OK) {
		return NULL;
	}
	if (strcmp(client_text(session, "status"), "waiting") == 0 || !json_object_size(table)) {
		mk_fail(error, MK_NOT_FOUND, "table_not_supported", "/table",
			"nothing was seen of it yet");
		return NULL;
	}
	return read_table(table, chosen, error);
}

/* ---- All of them ---------------------------------------------------------------------------- */

static struct mk_view *read_json(const struct source *source, const struct choice *choice,
	struct chosen *chosen, struct mk_error *error)
{
	json_error_t place;
	json_t *json = json_loadb(source->bytes, source->length, JSON_REJECT_DUPLICATES, &place);
	struct mk_view *view = NULL;

	if (!json) {
		mk_fail(error, MK_MALFORMED, "invalid_json", "", "line %d, column %d: %s",
			place.line, place.column, place.text);
		return NULL;
	}
	if (json_object_get(json, "table")) {
		view = table_read_session(json, choice, chosen, error);
	} else if (choice_resolve(choice, chosen, error) == MK_OK) {
		view = read_either(json, chosen, error);
	}
	json_decref(json);
	return view;
}

struct mk_view *table_read(const struct source *source, const struct choice *choice,
	struct chosen *chosen, struct mk_error *error)
{
	if (source_is_json(source)) {
		return read_json(source, choice, chosen, error);
	}
	if (choice_resolve(choice, chosen, error) != MK_OK) {
		return NULL;
	}
	return read_snapshot(source, NULL, chosen, error);
}

bool table_is_snapshot(const struct source *source, const struct mk_game *game)
{
	json_t *json = NULL;
	struct mk_snapshot *seen;
	bool whole;

	if (source_is_json(source)) {
		json = json_loadb(source->bytes, source->length, 0, NULL);
		if (!json) {
			return false;
		}
	}
	seen = read_sighting(source, json, game, NULL);
	whole = seen != NULL;
	free(seen);
	json_decref(json);
	return whole;
}
