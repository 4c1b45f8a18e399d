/*
 * Anything at all as the JSON body of a request: a new session, a new simulation, changed members,
 * a whole table, a move. The first byte chooses the reader, the second the game where one is
 * needed.
 */
#include "api/views/body.h"
#include "api/views/session_spec_json.h"
#include "api/views/simulation_json.h"
#include "fuzz/game.h"
#include "fuzz/target.h"

#include <jansson.h>
#include <stdlib.h>

enum { MAX_VIEW = 1 << 16 };

static _Alignas(max_align_t) unsigned char view_buffer[MAX_VIEW];
static struct mk_view *const view = (struct mk_view *)view_buffer;

/* A rejection has a status, a code and a sentence. */
static void check(enum mk_status status, const struct mk_error *error)
{
	if (status != MK_OK && (error->status != status || !error->code[0] || !error->detail[0])) {
		abort();
	}
}

static void read_session(const json_t *json, const struct mk_game *game, struct mk_error *error)
{
	struct session_spec_defaults defaults = {MK_DANISH, "search"};
	struct session_spec spec = {.game = NULL};
	enum mk_status status = session_spec_read(json, &defaults, &spec, error);

	(void)game;
	check(status, error);
	if (status == MK_OK && (!spec.game || !spec.preset || !spec.strategy)) {
		abort();
	}
}

static void read_simulation(const json_t *json, const struct mk_game *game, struct mk_error *error)
{
	struct simulation_spec spec = {.seed = 1};

	(void)game;
	check(simulation_json_read(json, "search", &spec, error), error);
}

static void read_members(const json_t *json, const struct mk_game *game, struct mk_error *error)
{
	const struct mk_strategy *strategy = NULL;
	enum mk_language language = MK_DANISH;
	const char *text = NULL;
	long long number = 0;
	bool named;

	check(mk_members_check(json, game->notation->snapshot_members,
		      game->notation->count_members, "", error),
		error);
	check(session_spec_read_language(json, &language, error), error);
	check(session_spec_read_strategy(json, game, &strategy, error), error);
	check(session_spec_read_name(json, &named, &text, error), error);
	check(body_name(json, "camera", LIMIT_CAMERA_LENGTH, &text, error), error);
	check(body_integer(json, "frame", &number, error), error);
}

static void read_table(const json_t *json, const struct mk_game *game, struct mk_error *error)
{
	const struct mk_rules *rules = &game->presets[0].rules;

	check(mk_members_check(json, game->notation->table_members, NULL, "/table", error), error);
	check(mk_view_read_table(game, json, rules, view, error), error);
}

static void read_move(const json_t *json, const struct mk_game *game, struct mk_error *error)
{
	mk_card revealed = MK_NO_CARD;
	struct mk_move move;

	check(mk_members_check(json, game->notation->move_members, NULL, "", error), error);
	game->init_view(view, &game->presets[0].rules);
	check(mk_move_read(game, json, view, &move, &revealed, error), error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static void (*const readers[])(
		const json_t *json, const struct mk_game *game, struct mk_error *error) = {
		read_session, read_simulation, read_members, read_table, read_move};
	const struct mk_game *game;
	struct mk_error error;
	json_t *json;

	if (size < 2) {
		return 0;
	}
	game = game_of_byte(bytes[1]);
	json = body_read_json((const char *)bytes + 2, size - 2, &error);
	if (json && game->view_size <= MAX_VIEW) {
		readers[(uint8_t)(bytes[0] - '0') % (sizeof readers / sizeof readers[0])](
			json, game, &error);
	}
	json_decref(json);
	return 0;
}
