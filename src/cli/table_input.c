/* Reads snapshots and tables: from the command line, a file, standard input or a session. */
#include "cli/table_input.h"

#include "cli/client.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <makker/card.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- Text ----------------------------------------------------------------------------------- */

static const char white_space[] = " \t\r\n";

static enum mk_status fail_read(const char *name, int code, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "unreadable", name, "%s", strerror(code));
}

/* Reads `file` to its end; a byte past the limit means that it is too long. */
static enum mk_status read_whole(
	int file, const char *name, struct source *source, struct mk_error *error)
{
	size_t length = 0;

	while (length <= MAX_SOURCE_LENGTH) {
		ssize_t got = read(file, source->bytes + length, sizeof source->bytes - length);

		if (got < 0 && errno == EINTR) {
			continue;
		}
		if (got < 0) {
			return fail_read(name, errno, error);
		}
		if (got == 0) {
			source->bytes[length] = '\0';
			source->length = length;
			return MK_OK;
		}
		length += (size_t)got;
	}
	return mk_fail(
		error, MK_FULL, "too_large", name, "longer than %d bytes", MAX_SOURCE_LENGTH);
}

enum mk_status source_read_file(const char *path, struct source *source, struct mk_error *error)
{
	enum mk_status status;
	int file;

	source->typed = false;
	if (*path == '\0') {
		return mk_fail(error, MK_IO, "unreadable", "''", "empty file name");
	}
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0) {
		return fail_read(path, errno, error);
	}
	status = read_whole(file, path, source, error);
	close(file);
	return status;
}

/* True for a slot of a one-line form: a card, a number or a code such as "UU". */
static bool is_slot(const char *text, size_t length)
{
	static const char *const words[] = {"UU", "XX", "BACK", "-"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (length == strlen(words[i]) && strncasecmp(text, words[i], length) == 0) {
			return true;
		}
	}
	return strspn(text, "0123456789") >= length || mk_card_read(text, length) != MK_NO_CARD;
}

/* True for slots without a comma, such as the first card of 10-20-30 or a heap of take-away. */
static bool is_slot_line(const char *word)
{
	size_t slots = 0;

	for (word += strspn(word, white_space); *word; word += strspn(word, white_space), slots++) {
		size_t length = strcspn(word, white_space);

		if (!is_slot(word, length)) {
			return false;
		}
		word += length;
	}
	return slots > 0;
}

/* An existing file takes precedence. */
static bool is_text(const char *word)
{
	return access(word, F_OK) != 0 &&
	       (strchr(word, ',') || *word == '{' || *word == '[' || is_slot_line(word));
}

static enum mk_status copy_argument(const char *word, struct source *source, struct mk_error *error)
{
	size_t length = strlen(word);

	if (length > MAX_SOURCE_LENGTH) {
		return mk_fail(
			error, MK_FULL, "too_large", "", "longer than %d bytes", MAX_SOURCE_LENGTH);
	}
	memcpy(source->bytes, word, length + 1);
	source->length = length;
	source->typed = true;
	return MK_OK;
}

static enum mk_status read_standard_input(struct source *source, struct mk_error *error)
{
	source->typed = isatty(STDIN_FILENO);
	if (source->typed) {
		fprintf(stderr, "%s: type the table, then Ctrl-D (--help describes its form)\n",
			program_invocation_name);
	}
	return read_whole(STDIN_FILENO, "standard input", source, error);
}

/* "xx" may be a file that is missing or a table that is misspelt; "a.txt" and "a/b" are files. */
static bool may_be_table(const char *word)
{
	return *word && !strpbrk(word, "./") && access(word, F_OK) != 0;
}

enum mk_status source_read(const char *word, struct source *source, struct mk_error *error)
{
	source->typed = false;
	if (!word || strcmp(word, "-") == 0) {
		return read_standard_input(source, error);
	}
	if (is_text(word)) {
		return copy_argument(word, source, error);
	}
	if (may_be_table(word)) {
		return mk_fail(error, MK_IO, "unreadable", "",
			"'%.80s' is neither a file nor a table such as "
			"KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C",
			word);
	}
	return source_read_file(word, source, error);
}

bool source_is_blank(const struct source *source)
{
	return strspn(source->bytes, white_space) == source->length;
}

bool source_is_json(const struct source *source)
{
	char first = source->bytes[strspn(source->bytes, white_space)];

	return first == '{' || first == '[';
}

static struct mk_view *fail_no_view(struct mk_error *error)
{
	mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
	return NULL;
}

/* ---- Snapshots ------------------------------------------------------------------------------ */

/* Members of a posted snapshot that only the daemon reads. */
static const struct mk_member frame_members[] = {
	{"camera", NULL}, {"frame", NULL}, {"taken_at", NULL}, {0}};

static enum mk_status read_json_snapshot(const json_t *json, const struct mk_game *game,
	struct mk_snapshot *seen, struct mk_error *error)
{
	enum mk_status status =
		mk_members_check(json, game->notation->snapshot_members, frame_members, "", error);

	return status == MK_OK ? mk_snapshot_read(game, json, seen, error) : status;
}

/* `json` NULL: the one-line form. The caller releases the snapshot with free(). */
static struct mk_snapshot *read_snapshot(const struct source *source, const json_t *json,
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

/* The view after a first snapshot. */
static struct mk_view *view_of_snapshot(const struct mk_snapshot *seen,
	const struct game_selection *selection, struct mk_error *error)
{
	struct mk_view *view = calloc(1, selection->game->view_size);
	struct mk_finding finding = {0};
	enum mk_status status;

	if (!view) {
		return fail_no_view(error);
	}
	selection->game->init_view(view, &selection->rules);
	status = mk_game_apply_snapshot(selection->game, view, seen, NULL, &finding, error);
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

static struct mk_view *read_snapshot_text(const struct source *source, const json_t *json,
	const struct game_selection *selection, struct mk_error *error)
{
	struct mk_snapshot *seen = read_snapshot(source, json, selection->game, error);
	struct mk_view *view;

	if (!seen) {
		return NULL;
	}
	view = view_of_snapshot(seen, selection, error);
	free(seen);
	return view;
}

/* ---- Tables --------------------------------------------------------------------------------- */

static struct mk_view *read_table(
	const json_t *json, const struct game_selection *selection, struct mk_error *error)
{
	const struct mk_game *game = selection->game;
	struct mk_view *view = calloc(1, game->view_size);

	if (!view) {
		return fail_no_view(error);
	}
	if (mk_view_read_table(game, json, &selection->rules, view, error) == MK_OK) {
		return view;
	}
	free(view);
	return NULL;
}

/* A table written by hand: unknown members are errors. The response of a daemon may have more. */
static struct mk_view *read_strict_table(
	const json_t *json, const struct game_selection *selection, struct mk_error *error)
{
	const struct mk_game *game = selection->game;
	const struct mk_member *members = game->solver && game->solver->table_members
						  ? game->solver->table_members
						  : game->notation->table_members;

	return mk_members_check(json, members, NULL, "", error) == MK_OK
		       ? read_table(json, selection, error)
		       : NULL;
}

/* A JSON object is a table or a snapshot; if neither, the error has the reasons of both. */
static struct mk_view *read_either(
	const json_t *json, const struct game_selection *selection, struct mk_error *error)
{
	struct mk_error as_table = {0};
	struct mk_error as_snapshot = {0};
	struct mk_view *view = read_strict_table(json, selection, &as_table);

	if (!view) {
		view = read_snapshot_text(NULL, json, selection, &as_snapshot);
	}
	if (!view && strcmp(as_snapshot.where, as_table.where) == 0 &&
		strcmp(as_snapshot.detail, as_table.detail) == 0) {
		*error = as_snapshot;
	} else if (!view) {
		mk_fail(error, as_snapshot.status, as_snapshot.code, "",
			"as a snapshot: %.28s%s%.50s; as a table: %.28s%s%.50s", as_snapshot.where,
			*as_snapshot.where ? ": " : "", as_snapshot.detail, as_table.where,
			*as_table.where ? ": " : "", as_table.detail);
	}
	return view;
}

/* ---- Sessions ------------------------------------------------------------------------------- */

static void set_default(const char **value, const json_t *session, const char *name)
{
	if (!*value) {
		*value = json_string_value(json_object_get(session, name));
	}
}

/* The session supplies the options that the command line leaves open, and all of its rules. */
static enum mk_status resolve_session(const json_t *session, const struct game_args *args,
	struct game_selection *selection, struct mk_error *error)
{
	struct game_args merged = *args;
	const json_t *rules = json_object_get(session, "rules");
	enum mk_status status;

	set_default(&merged.game, session, "game");
	set_default(&merged.preset, session, "preset");
	set_default(&merged.strategy, session, "strategy");
	set_default(&merged.language, session, "language");
	merged.rules[0] = NULL;
	status = game_args_resolve(&merged, selection, error);
	if (status == MK_OK && rules && !args->preset) {
		status = mk_rules_read(selection->game, rules, "/rules", &selection->rules, error);
	}
	if (status == MK_OK) {
		status = game_args_apply_rules(args, selection->game, &selection->rules, error);
	}
	return status;
}

struct mk_view *table_read_session(const json_t *session, const struct game_args *args,
	struct game_selection *selection, struct mk_error *error)
{
	const json_t *table = json_object_get(session, "table");

	if (resolve_session(session, args, selection, error) != MK_OK) {
		return NULL;
	}
	if (strcmp(client_text(session, "status"), "waiting") == 0 || !json_object_size(table)) {
		mk_fail(error, MK_NOT_FOUND, "table_not_supported", "/table",
			"the session has no snapshot yet");
		return NULL;
	}
	return read_table(table, selection, error);
}

/* ---- Any form ------------------------------------------------------------------------------- */

static struct mk_view *read_json(const struct source *source, const struct game_args *args,
	struct game_selection *selection, struct mk_error *error)
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
		view = table_read_session(json, args, selection, error);
	} else if (game_args_resolve(args, selection, error) == MK_OK) {
		view = read_either(json, selection, error);
	}
	json_decref(json);
	return view;
}

struct mk_view *table_read(const struct source *source, const struct game_args *args,
	struct game_selection *selection, struct mk_error *error)
{
	if (source_is_json(source)) {
		return read_json(source, args, selection, error);
	}
	if (game_args_resolve(args, selection, error) != MK_OK) {
		return NULL;
	}
	return read_snapshot_text(source, NULL, selection, error);
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
	seen = read_snapshot(source, json, game, NULL);
	whole = seen != NULL;
	free(seen);
	json_decref(json);
	return whole;
}
