/* JSON, lines and sentences of a game, with the defaults of struct mk_notation. */
#include "base/alloc.h"
#include "base/json.h"
#include "games/common/findings.h"
#include "games/common/move_error.h"
#include "games/common/move_read.h"

#include <jansson.h>
#include <makker/game.h>
#include <stdio.h>

/* ---- Snapshots ------------------------------------------------------------------------------ */

/* False for a game with its own snapshot reader: its snapshots are not piles. */
static bool has_pile_snapshots(const struct mk_game *game)
{
	return game->piles && !game->notation->read_snapshot;
}

bool mk_game_writes_snapshots(const struct mk_game *game)
{
	return game->notation->write_snapshot || has_pile_snapshots(game);
}

bool mk_game_writes_lines(const struct mk_game *game)
{
	return game->notation->write_line || has_pile_snapshots(game);
}

bool mk_game_reads_tables(const struct mk_game *game)
{
	return game->notation->read_table || (game->piles && game->set_table);
}

enum mk_status mk_snapshot_read(const struct mk_game *game, const struct json_t *json,
	struct mk_snapshot *seen, struct mk_error *error)
{
	return game->notation->read_snapshot
		       ? game->notation->read_snapshot(json, seen, error)
		       : mk_piles_read(game, json, (struct mk_piles *)seen, error);
}

bool mk_snapshot_write(struct mk_text *out, const char *key, const struct mk_game *game,
	const struct mk_snapshot *seen)
{
	if (game->notation->write_snapshot) {
		game->notation->write_snapshot(out, key, seen);
		return true;
	}
	if (!has_pile_snapshots(game)) {
		return false;
	}
	mk_json_open_object(out, key);
	mk_piles_write(out, game->piles, (const struct mk_piles *)seen);
	mk_json_close_object(out);
	return true;
}

static const struct mk_phrase no_line = MK_PHRASE("In this game a snapshot is sent as JSON.",
	"I dette spil skal et billede sendes som JSON.",
	"In diesem Spiel wird ein Bild als JSON gesendet.",
	"Σε αυτό το παιχνίδι η λήψη στέλνεται ως JSON.");

enum mk_status mk_snapshot_read_line(const struct mk_game *game, const char *line, size_t length,
	struct mk_snapshot *seen, struct mk_error *error)
{
	if (game->notation->read_line) {
		return game->notation->read_line(line, length, seen, error);
	}
	if (has_pile_snapshots(game)) {
		return mk_piles_read_line(game, line, length, (struct mk_piles *)seen, error);
	}
	return mk_fail_localized(error, MK_MALFORMED, "invalid_line", "", &no_line, NULL, 0);
}

bool mk_snapshot_write_line(
	struct mk_text *out, const struct mk_game *game, const struct mk_snapshot *seen)
{
	if (game->notation->write_line) {
		game->notation->write_line(out, seen);
		return true;
	}
	if (!has_pile_snapshots(game)) {
		return false;
	}
	mk_piles_write_line(out, game->piles, (const struct mk_piles *)seen);
	return true;
}

void mk_place_write(struct mk_text *out, const struct mk_game *game, int position)
{
	if (game->notation->write_place) {
		game->notation->write_place(out, position);
	} else {
		mk_piles_write_place(out, game->piles, position);
	}
}

/* ---- Moves ---------------------------------------------------------------------------------- */

enum { MOVE_BYTES = 1024 };

/*
 * Number of members of `given` that agree with the written move, before the first that does not. A
 * member that the written move lacks agrees.
 */
static size_t common_members(const struct mk_game *game, const struct json_t *given,
	const struct mk_view *view, struct mk_move move)
{
	char bytes[MOVE_BYTES];
	struct mk_text text;
	json_t *written, *value;
	const char *name;
	size_t count = 0;

	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_text_char(&text, '{');
	game->notation->write_move(&text, view, move);
	mk_text_char(&text, '}');
	written = json_loads(bytes, 0, NULL);
	json_object_foreach((json_t *)given, name, value)
	{
		const json_t *other = json_object_get(written, name);

		if (!written || (other && !json_is_null(value) && !json_equal(value, other))) {
			break;
		}
		count++;
	}
	json_decref(written);
	return count;
}

/*
 * Fails at the first member for which no legal move has this value together with those before it.
 */
static enum mk_status fail_illegal(
	const struct json_t *given, size_t moves, size_t member, struct mk_error *error)
{
	void *at = json_object_iter((json_t *)given);
	char where[sizeof error->where] = "";

	while (at && member-- > 0) {
		at = json_object_iter_next((json_t *)given, at);
	}
	if (at && moves > 0) {
		snprintf(where, sizeof where, "/%s", json_object_iter_key(at));
	}
	return move_error_illegal(error, where);
}

static const struct mk_phrase ambiguous_move =
	MK_PHRASE("Several legal moves are like this: which one do you mean?",
		"Flere lovlige træk er sådan: hvilket mener du?",
		"Mehrere erlaubte Züge sehen so aus: Welchen meinst du?",
		"Πολλές επιτρεπτές κινήσεις είναι έτσι: ποια εννοείς;");

static enum mk_status find_given_move(const struct mk_game *game, const struct json_t *json,
	const struct mk_view *view, struct mk_move *move, struct mk_error *error)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = game->view_moves(view, moves);
	const struct mk_move *found = NULL;
	size_t most = 0;

	for (size_t i = 0; i < count; i++) {
		size_t common = common_members(game, json, view, moves[i]);

		most = common > most ? common : most;
		if (common < json_object_size(json)) {
			continue;
		}
		if (found) {
			return mk_fail_localized(error, MK_IMPOSSIBLE, "ambiguous_move", "",
				&ambiguous_move, NULL, 0);
		}
		found = &moves[i];
	}
	if (!found) {
		return fail_illegal(json, count, most, error);
	}
	*move = *found;
	return MK_OK;
}

enum mk_status move_read_listed(const struct mk_game *game, const struct json_t *json,
	const struct mk_view *view, struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	const json_t *card = json_object_get(json, "revealed");
	mk_card turned = MK_NO_CARD;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	if (card && !json_is_null(card)) {
		turned = mk_card_read(json_string_value(card), json_string_length(card));
		if (turned == MK_NO_CARD) {
			return mk_fail_bad_card(error, "/revealed", json_string_value(card),
				json_string_length(card));
		}
	}
	if (find_given_move(game, json, view, move, error) != MK_OK) {
		return MK_IMPOSSIBLE;
	}
	*revealed = turned;
	return MK_OK;
}

enum mk_status mk_move_read(const struct mk_game *game, const struct json_t *json,
	const struct mk_view *view, struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	if (game->notation->read_move) {
		return game->notation->read_move(json, view, move, revealed, error);
	}
	return move_read_listed(game, json, view, move, revealed, error);
}

void mk_move_write_short(struct mk_text *out, const struct mk_game *game, struct mk_move move)
{
	if (game->notation->write_short) {
		game->notation->write_short(out, move);
	} else {
		mk_text_format(
			out, "%s %d>%d", mk_card_code(move.card), move.from + 1, move.to + 1);
	}
}

/* ---- Tables --------------------------------------------------------------------------------- */

void mk_table_write_fields(
	struct mk_text *out, const struct mk_game *game, const struct mk_view *view)
{
	struct mk_piles piles;

	if (game->notation->write_table) {
		game->notation->write_table(out, view);
	} else {
		mk_piles_of_view(game, view, &piles);
		mk_piles_write(out, game->piles, &piles);
	}
}

void mk_table_write(struct mk_text *out, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice)
{
	mk_table_write_fields(out, game, view);
	if (game->notation->write_forecast) {
		game->notation->write_forecast(out, view, advice);
	}
}

/* True if nothing of the table is known yet; it is written with empty piles. */
static bool is_without_cards(const struct mk_game *game, const struct mk_piles *piles)
{
	for (const struct mk_pile_kind *kind = game->piles; kind->name; kind++) {
		for (int i = kind->first; i < kind->first + kind->count; i++) {
			if (piles->pile[i].count > 0 && kind->content != MK_PILE_NUMBER) {
				return false;
			}
		}
	}
	return true;
}

static enum mk_status read_piles_table(const struct mk_game *game, const struct json_t *table,
	struct mk_view *view, struct mk_error *error)
{
	struct mk_piles piles;
	enum mk_status status = mk_piles_read(game, table, &piles, error);

	if (status != MK_OK || is_without_cards(game, &piles)) {
		return status;
	}
	if (mk_piles_check_readable(game->piles, &piles, error) != MK_OK) {
		return MK_MALFORMED;
	}
	return game->set_table(view, &piles, error);
}

enum mk_status mk_view_read_table(const struct mk_game *game, const struct json_t *table,
	const struct mk_rules *rules, struct mk_view *view, struct mk_error *error)
{
	struct mk_view *read;
	enum mk_status status;

	if (game->notation->read_table) {
		return game->notation->read_table(table, rules, view, error);
	}
	if (!mk_game_reads_tables(game)) {
		return mk_fail(error, MK_IMPOSSIBLE, "table_not_supported", "",
			"tables of %s cannot be read", game->name);
	}
	read = xmalloc(game->view_size);
	game->init_view(read, rules);
	status = read_piles_table(game, table, read, error);
	if (status == MK_OK) {
		memcpy(view, read, game->view_size);
	}
	free(read);
	return status;
}

void mk_table_draw(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, struct mk_card_style style)
{
	struct mk_piles piles;

	if (game->notation->draw) {
		game->notation->draw(out, language, view, style);
		return;
	}
	mk_piles_of_view(game, view, &piles);
	mk_piles_draw(out, language, game->piles, &piles, style);
}

/* ---- Findings ------------------------------------------------------------------------------- */

void mk_finding_write(struct mk_text *out, const char *key, const struct mk_game *game,
	const struct mk_finding *finding)
{
	if (game->notation->write_finding) {
		game->notation->write_finding(out, key, finding);
	} else {
		finding_write(out, key, finding, &finding_general_form);
	}
}

enum mk_status mk_finding_read(const struct mk_game *game, const struct json_t *json,
	struct mk_finding *finding, struct mk_error *error)
{
	return game->notation->read_finding
		       ? game->notation->read_finding(json, finding, error)
		       : finding_read(json, finding, &finding_general_form, error);
}

/* ---- Sentences ------------------------------------------------------------------------------ */

void mk_describe_card(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	struct mk_move move)
{
	if (game->notation->describe_card) {
		game->notation->describe_card(out, language, move);
	} else {
		mk_text_put(out, mk_card_name(language, move.card));
	}
}

void mk_describe_reason(
	struct mk_text *out, const struct mk_game *game, enum mk_language language, int reason)
{
	if (game->notation->describe_reason) {
		game->notation->describe_reason(out, language, reason);
	} else {
		mk_phrase_write(out, language, &game->notation->reason_phrases[reason], NULL, 0);
	}
}

void mk_describe_conflict(struct mk_text *out, const struct mk_game *game,
	enum mk_language language, const struct mk_conflict *conflict)
{
	if (game->notation->describe_conflict) {
		game->notation->describe_conflict(out, language, conflict);
	} else if (game->piles) {
		mk_piles_describe_conflict(out, language, game->piles, conflict);
	}
}

static const struct mk_message_phrases general_messages = {
	.waiting = MK_PHRASE("Show me the table.", "Vis mig bordet.", "Zeig mir den Tisch.",
		"Δείξε μου το τραπέζι."),
	.look_again = MK_PHRASE("I cannot read all cards. Show me the table again.",
		"Jeg kan ikke læse alle kort. Vis mig bordet igen.",
		"Ich kann nicht alle Karten lesen. Zeig mir den Tisch noch einmal.",
		"Δεν μπορώ να διαβάσω όλα τα φύλλα. Δείξε μου ξανά το τραπέζι."),
	.won = MK_PHRASE("You have won!", "Du har vundet!", "Du hast gewonnen!", "Κέρδισες!"),
	.lost = MK_PHRASE("The game is lost. Thanks for playing!",
		"Spillet er tabt. Tak for denne gang!",
		"Das Spiel ist verloren. Danke fürs Mitspielen!",
		"Το παιχνίδι χάθηκε. Ευχαριστώ για το παιχνίδι!"),
	.drawn = MK_PHRASE("The game is a draw.", "Spillet er uafgjort.",
		"Das Spiel ist unentschieden.", "Το παιχνίδι είναι ισόπαλο."),
	.no_move = MK_PHRASE("I have no move to suggest.", "Jeg har intet træk at foreslå.",
		"Ich habe keinen Zug vorzuschlagen.", "Δεν έχω κίνηση να προτείνω."),
};

static const struct mk_phrase *phrase_of_outcome(
	const struct mk_message_phrases *messages, enum mk_outcome outcome)
{
	switch (outcome) {
	case MK_WAITING:
		return &messages->waiting;
	case MK_WON:
		return &messages->won;
	case MK_LOST:
		return &messages->lost;
	case MK_DRAWN:
		return &messages->drawn;
	case MK_PLAYING:
	case MK_STOPPED:
		break;
	}
	return &messages->no_move;
}

void mk_describe_message(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion)
{
	const struct mk_notation *notation = game->notation;
	const struct mk_message_phrases *messages =
		notation->messages ? notation->messages : &general_messages;
	enum mk_outcome outcome;

	if (notation->describe_message) {
		notation->describe_message(out, language, view, finding, suggestion);
		return;
	}
	outcome = game->outcome(view);
	if (finding && finding->explanation == MK_LOOK_AGAIN) {
		mk_phrase_write(out, language, &messages->look_again, NULL, 0);
	} else if (finding && finding->explanation == MK_CONTRADICTION && finding->conflict_count) {
		mk_describe_conflict(out, game, language, &finding->conflicts[0]);
	} else if (outcome == MK_PLAYING && suggestion) {
		notation->describe_move(out, language, view, *suggestion);
	} else {
		mk_phrase_write(out, language, phrase_of_outcome(messages, outcome), NULL, 0);
	}
}
