/* Moves, tables and findings as JSON. */
#include "games/take_away/notation.h"

#include "base/json.h"
#include "games/common/findings.h"
#include "games/take_away/rules.h"
#include "games/take_away/theory.h"

#include <jansson.h>
#include <stdio.h>

static const char *const turns[] = {"user", "advisor"};

/* ---- Moves ---------------------------------------------------------------------------------- */

static const struct mk_phrase no_kind =
	MK_PHRASE("The kind of the move must be take.", "Trækkets art skal være take.",
		"Die Art des Zuges muss take sein.", "Το είδος της κίνησης πρέπει να είναι take.");
static const struct mk_phrase no_turn =
	MK_PHRASE("The turn must be user or advisor.", "Turen skal være user eller advisor.",
		"Am Zug muss user oder advisor sein.", "Η σειρά πρέπει να είναι user ή advisor.");
static const struct mk_phrase other_limits = MK_PHRASE("There must be as many limits as groups.",
	"Der skal være lige så mange grænser som grupper.",
	"Es muss so viele Grenzen wie Gruppen geben.",
	"Τα όρια πρέπει να είναι όσα και οι ομάδες.");

static enum mk_status bad(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const struct mk_phrase *what)
{
	return mk_fail_localized(error, status, code, where, what, NULL, 0);
}

/* Reads the member `name` of the value at `base`. */
static enum mk_status read_number(const json_t *json, const char *base, const char *name,
	json_int_t *number, struct mk_error *error)
{
	const json_t *member = json_object_get(json, name);
	char where[48];

	snprintf(where, sizeof where, "%.30s/%.8s", base, name);
	if (!json_is_integer(member)) {
		return mk_fail_expected(
			error, member ? "invalid_type" : "missing_field", where, MK_WANTED_NUMBER);
	}
	*number = json_integer_value(member);
	return MK_OK;
}

static enum mk_status check_kind(const json_t *json, struct mk_error *error)
{
	const json_t *kind = json_object_get(json, "kind");

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	if (kind && !json_is_string(kind)) {
		return mk_fail_expected(error, "invalid_type", "/kind", MK_WANTED_TEXT);
	}
	if (kind && strcmp(json_string_value(kind), "take") != 0) {
		return bad(error, MK_MALFORMED, "invalid_value", "/kind", &no_kind);
	}
	return MK_OK;
}

static const struct mk_phrase no_groups =
	MK_PHRASE("No groups are known yet.", "Ingen grupper er kendt endnu.",
		"Noch sind keine Gruppen bekannt.", "Δεν είναι ακόμη γνωστή καμία ομάδα.");
static const struct mk_phrase last_group =
	MK_PHRASE("The groups are 0 to {0}.", "Der er grupperne 0 til {0}.",
		"Es gibt die Gruppen 0 bis {0}.", "Υπάρχουν οι ομάδες 0 έως {0}.");
static const struct mk_phrase empty = MK_PHRASE("This group is empty.", "Den gruppe er tom.",
	"Diese Gruppe ist leer.", "Αυτή η ομάδα είναι άδεια.");
static const struct mk_phrase most =
	MK_PHRASE("At least 1 and at most {0} may be taken from this group.",
		"Der må tages mindst 1 og højst {0} fra den gruppe.",
		"Aus dieser Gruppe darf mindestens 1 und höchstens {0} genommen werden.",
		"Από αυτή την ομάδα παίρνονται τουλάχιστον 1 και το πολύ {0}.");

static enum mk_status refuse(
	struct mk_error *error, const char *where, const struct mk_phrase *phrase, uint32_t number)
{
	struct mk_phrase_arg word = {.kind = MK_ARG_NUMBER, .number = number};

	return mk_fail_localized(error, MK_IMPOSSIBLE, "illegal_move", where, phrase, &word, 1);
}

/* Reports why so many cards cannot be taken there, with the place of the error. */
static enum mk_status check_move(const struct take_away_view *view, json_int_t group,
	json_int_t count, struct mk_error *error)
{
	if (view->count == 0) {
		return refuse(error, "/group", &no_groups, 0);
	}
	if (group < 0 || group >= view->count) {
		return refuse(error, "/group", &last_group, view->count - 1);
	}
	if (view->left[group] == 0) {
		return refuse(error, "/group", &empty, 0);
	}
	if (count < 1 || count > most_of(view, (unsigned)group)) {
		return refuse(error, "/count", &most, most_of(view, (unsigned)group));
	}
	return MK_OK;
}

enum mk_status take_away_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	json_int_t group = 0, count = 0;
	enum mk_status status = check_kind(json, error);

	if (status == MK_OK) {
		status = read_number(json, "", "group", &group, error);
	}
	if (status == MK_OK) {
		status = read_number(json, "", "count", &count, error);
	}
	if (status == MK_OK) {
		status = check_move(view_of(view), group, count, error);
	}
	if (status == MK_OK) {
		*move = take((unsigned)group, (uint32_t)count);
		*revealed = MK_NO_CARD;
	}
	return status;
}

void take_away_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	(void)view;
	mk_json_literal(out, "kind", "take");
	mk_json_int(out, "group", move.from);
	mk_json_int(out, "count", move.count);
}

void take_away_write_short(struct mk_text *out, struct mk_move move)
{
	mk_text_int(out, move.from + 1);
	mk_text_char(out, '-');
	mk_text_int(out, move.count);
}

/* ---- Tables --------------------------------------------------------------------------------- */

void take_away_write_table(struct mk_text *out, const struct mk_view *view)
{
	const struct take_away_view *table = view_of(view);

	take_away_write_groups(out, "groups", table->left, table->count);
	take_away_write_groups(out, "limits", table->limit, table->count);
	mk_json_literal(out, "turn", turns[table->turn]);
	mk_json_int(out, "grundy", take_away_grundy(table));
}

static enum mk_status read_turn(
	const json_t *json, struct take_away_view *view, struct mk_error *error)
{
	const json_t *turn = json_object_get(json, "turn");

	for (unsigned seat = USER; turn && seat < SEATS; seat++) {
		if (json_is_string(turn) && strcmp(json_string_value(turn), turns[seat]) == 0) {
			view->turn = (uint8_t)seat;
			return MK_OK;
		}
	}
	return turn ? bad(error, MK_MALFORMED, "invalid_value", "/turn", &no_turn) : MK_OK;
}

static enum mk_status read_limits(
	const json_t *json, struct take_away_view *view, struct mk_error *error)
{
	const json_t *limits = json_object_get(json, "limits");
	uint32_t count = 0;
	enum mk_status status;

	for (unsigned group = 0; !limits && group < view->count; group++) {
		if (view->limit[group] == 0) {
			view->limit[group] = view->left[group] ? view->left[group] : 1;
		}
	}
	if (!limits) {
		return MK_OK;
	}
	memset(view->limit, 0, sizeof view->limit);
	status = take_away_read_groups(limits, "/limits", 1, false, view->limit, &count, error);
	if (status == MK_OK && count != view->count) {
		return bad(error, MK_IMPOSSIBLE, "invalid_group_count", "/limits", &other_limits);
	}
	return status;
}

/* True for a table whose groups are not known yet. */
static bool has_no_groups(const json_t *json)
{
	const json_t *groups = json_object_get(json, "groups");

	return json_is_array(groups) && json_array_size(groups) == 0;
}

enum mk_status take_away_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error)
{
	struct take_away_view read;
	uint32_t count = 0;
	enum mk_status status;

	take_away_init_view((struct mk_view *)&read, rules);
	if (read.count == 0 && has_no_groups(json)) {
		memcpy(view, &read, sizeof read);
		return MK_OK;
	}
	memset(read.left, 0, sizeof read.left);
	status = take_away_read_groups(
		json_object_get(json, "groups"), "/groups", 0, false, read.left, &count, error);
	read.count = (uint8_t)count;
	if (status == MK_OK) {
		status = read_limits(json, &read, error);
	}
	if (status == MK_OK) {
		status = read_turn(json, &read, error);
	}
	if (status == MK_OK) {
		memcpy(view, &read, sizeof read);
	}
	return status;
}

/* ---- Findings ------------------------------------------------------------------------------- */

static void write_step(struct mk_text *out, const struct mk_played_move *step)
{
	mk_json_int(out, "group", step->move.from);
	mk_json_int(out, "count", step->move.count);
}

static bool read_step(const json_t *json, struct mk_played_move *step)
{
	uint32_t count;
	uint8_t group;

	if (!finding_read_byte(json, "group", GROUPS - 1, &group) ||
		!finding_read_number(json, "count", GROUP_CARDS, &count) || count == 0) {
		return false;
	}
	step->move = take(group, count);
	return true;
}

static const struct finding_form form = {
	.write_move = write_step, .read_move = read_step, .counted = "groups"};

void take_away_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	finding_write(out, key, finding, &form);
}

enum mk_status take_away_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error)
{
	return finding_read(json, finding, &form, error);
}
