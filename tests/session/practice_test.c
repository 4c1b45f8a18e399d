/* Practice tables: the program deals, and keeps what is hidden, whatever happens to the session. */
#include "base/json.h"
#include "session/memory_store.h"
#include "session/sessions.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <makker/game.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { MAX_STEPS = 90, MAX_VIEW = 16384, SEED = 7 };

static struct memory_store store;
static struct sessions *sessions;

/* The session in the last answer. */
static struct answered {
	enum mk_status status;
	char code[32], detail[200];
	struct session session;
	unsigned char view[MAX_VIEW];
	bool has_revealed;
	struct mk_place revealed;
} last;

static void start(void)
{
	struct sessions_options options = {.journal = store.journal,
		.kept = 4,
		.uncompacted = 1,
		.waiting_limit = 4,
		.now_ms = still_clock_ms,
		.random = count_up};

	sessions = sessions_create(&options);
}

static void open_sessions(void)
{
	memory_store_open(&store);
	start();
}

static void close_sessions(void)
{
	sessions_destroy(sessions);
	memory_store_close(&store);
}

TestSuite(practice, .init = open_sessions, .fini = close_sessions);

/* ---- requests ------------------------------------------------------------------------------- */

static const struct change_precondition always = {.any_version = true};

static void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	(void)context;
	last.status = status;
	snprintf(last.code, sizeof last.code, "%s", error ? error->code : "");
	snprintf(last.detail, sizeof last.detail, "%.199s", error ? error->detail : "");
	if (session) {
		last.session = *session;
		cr_assert_leq(session->game->view_size, MAX_VIEW);
		memcpy(last.view, session->view, session->game->view_size);
		last.has_revealed = session->observed && session->observed->revealed_count > 0;
		if (last.has_revealed) {
			last.revealed = session->observed->revealed[0];
		}
	}
}

static void ends(void)
{
	uv_run(&store.loop, UV_RUN_DEFAULT);
}

/* The program plays the other seats: its moves come after the answer. */
static void await_reply(void)
{
	if (last.status == MK_OK && last.session.opponent_moves) {
		sessions_get(sessions, last.session.id, note, NULL);
		ends();
	}
}

static void begin_with(const struct mk_game *game, const struct mk_preset *preset, uint64_t seed)
{
	struct session_spec spec = {.game = game,
		.preset = preset,
		.rules = preset->rules,
		.strategy = &game->strategies[0],
		.language = MK_ENGLISH,
		.program_deals = true,
		.has_seed = seed != 0,
		.deal = {.seed = seed}};

	sessions_add(sessions, &spec, note, NULL);
	ends();
	cr_assert_eq(last.status, MK_OK, "%s", last.detail);
	await_reply();
}

static void begin(const char *name)
{
	const struct mk_game *game = mk_game_find(name);

	begin_with(game, &game->presets[0], SEED);
}

static const struct mk_view *known(void)
{
	return (const struct mk_view *)last.view;
}

static void post(const char *id, struct mk_move move)
{
	char text[4096];
	struct mk_text out;
	json_t *json;

	mk_text_fixed(&out, text, sizeof text);
	mk_json_open_object(&out, NULL);
	mk_move_write(&out, last.session.game, MK_ENGLISH, known(), move);
	mk_json_close_object(&out);
	json = json_loads(text, 0, NULL);
	cr_assert_not_null(json, "%s", text);
	sessions_post_move(sessions, id, json, &always, note, NULL);
	ends();
	json_decref(json);
	await_reply();
}

/* Makes a legal move, mostly the one that the strategy would; false at the end. */
static bool step(struct mk_rng *rng)
{
	const struct mk_game *game = last.session.game;
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = game->view_moves(known(), moves);
	struct mk_move move = moves[0];

	if (last.session.outcome != MK_PLAYING || count == 0) {
		return false;
	}
	if (mk_rng_below(rng, 4) == 0 || !game->strategies[0].choose_move(known(), &move)) {
		move = moves[mk_rng_below(rng, (uint32_t)count)];
	}
	post(last.session.id, move);
	cr_assert_eq(last.status, MK_OK, "%s", last.detail);
	return true;
}

static void undo(int steps)
{
	sessions_undo(sessions, last.session.id, steps, &always, note, NULL);
	ends();
}

static void restart(void)
{
	char id[SESSION_ID_SIZE];

	memcpy(id, last.session.id, sizeof id);
	sessions_destroy(sessions);
	start();
	sessions_get(sessions, id, note, NULL);
	ends();
	cr_assert_eq(last.status, MK_OK, "%s", last.detail);
}

/* The events lose what they were indexed with, as if another program had written them. */
static void on_dropped(void *context, enum mk_status status)
{
	(void)context;
	cr_assert_eq(status, MK_OK);
}

static void drop_states(void)
{
	for (uint64_t version = 1; version <= last.session.version; version++) {
		const struct journal_event event = {.version = version};

		store.journal->methods->index_events(
			store.journal, last.session.id, &event, 1, on_dropped, NULL);
		ends();
	}
}

/* ---- the game ------------------------------------------------------------------------------- */

Test(practice, is_dealt_at_version_0_by_its_seed)
{
	struct answered first;

	begin("klondike");
	cr_assert_eq(last.session.version, 0);
	cr_assert_eq(last.session.outcome, MK_PLAYING);
	cr_assert_not_null(last.session.deal);
	first = last;
	begin("klondike");
	cr_assert_arr_eq(last.view, first.view, first.session.game->view_size);
	begin_with(first.session.game, first.session.preset, SEED + 1);
	cr_assert_neq(memcmp(last.view, first.view, first.session.game->view_size), 0);
}

Test(practice, without_a_seed_each_deal_is_different)
{
	const struct mk_game *game = mk_game_find("klondike");
	struct answered first;

	begin_with(game, &game->presets[0], 0);
	first = last;
	begin_with(game, &game->presets[0], 0);
	cr_assert_neq(memcmp(last.view, first.view, game->view_size), 0);
}

/* Restarted, read back without states, or never disturbed: the same cards come up. */
static void play_disturbed(const struct mk_game *game, const struct mk_preset *preset, bool indexed)
{
	static struct answered path[MAX_STEPS + 1];
	struct mk_rng rng;
	int steps = 0;

	mk_rng_init(&rng, 1, 0);
	begin_with(game, preset, SEED);
	path[0] = last;
	while (steps < MAX_STEPS && step(&rng)) {
		path[++steps] = last;
	}
	mk_rng_init(&rng, 1, 0);
	begin_with(game, preset, SEED);
	for (int i = 0; i < steps; i++) {
		cr_assert(step(&rng));
		cr_assert_arr_eq(last.view, path[i + 1].view, game->view_size,
			"%s: step %d shows other cards", game->name, i);
		if (i % 17 == 3) {
			if (!indexed) {
				drop_states();
			}
			restart();
			cr_assert_arr_eq(last.view, path[i + 1].view, game->view_size);
		}
	}
}

static void play_all_disturbed(bool indexed)
{
	for (size_t g = 0; g < mk_game_count; g++) {
		const struct mk_game *game = mk_games[g];

		for (size_t p = 0; mk_game_can_deal(game) && p < game->preset_count; p++) {
			play_disturbed(game, &game->presets[p], indexed);
		}
	}
}

Test(practice, keeps_its_cards_over_a_restart, .timeout = 120)
{
	play_all_disturbed(true);
}

Test(practice, keeps_its_cards_if_the_states_are_lost, .timeout = 120)
{
	play_all_disturbed(false);
}

Test(practice, keeps_its_cards_over_compaction_and_eviction)
{
	struct answered table;
	struct mk_rng rng;

	mk_rng_init(&rng, 2, 0);
	begin("klondike");
	step(&rng);
	table = last;
	for (int others = 0; others < 8; others++) {
		begin("klondike");
	}
	cr_assert_neq(strcmp(last.session.id, table.session.id), 0);
	sessions_get(sessions, table.session.id, note, NULL);
	ends();
	cr_assert_arr_eq(last.view, table.view, table.session.game->view_size);
	cr_assert(step(&rng));
}

/* ---- undo ----------------------------------------------------------------------------------- */

/* The card of the stock that comes up, if it was hidden. */
static mk_card draw(void)
{
	json_t *json = json_pack("{s:s}", "kind", "draw");

	sessions_post_move(sessions, last.session.id, json, &always, note, NULL);
	ends();
	json_decref(json);
	cr_assert_eq(last.status, MK_OK, "%s", last.detail);
	return last.has_revealed ? last.revealed.card : MK_NO_CARD;
}

Test(practice, undo_turns_the_card_face_down_and_is_recorded)
{
	struct answered first;
	mk_card card;

	begin("klondike");
	first = last;
	card = draw();
	cr_assert_neq(card, MK_NO_CARD);
	cr_assert_not(last.session.assisted);
	undo(1);
	cr_assert_arr_eq(last.view, first.view, first.session.game->view_size);
	cr_assert(last.session.assisted);
	restart();
	cr_assert(last.session.assisted);
	cr_assert_arr_eq(last.view, first.view, first.session.game->view_size);
	cr_assert_eq(draw(), card, "another card came up");
	cr_assert(last.session.assisted);
}

Test(practice, undo_is_recorded_if_the_states_are_lost)
{
	begin("klondike");
	draw();
	undo(1);
	draw();
	drop_states();
	restart();
	cr_assert(last.session.assisted);
}

Test(practice, undoing_the_undoing_shows_the_same_cards)
{
	struct answered end;

	begin("klondike");
	for (int i = 0; i < 5; i++) {
		draw();
	}
	end = last;
	undo(4);
	undo(-3);
	undo(-1);
	cr_assert_arr_eq(last.view, end.view, end.session.game->view_size);
	draw();
	undo(6);
	cr_assert_eq(last.status, MK_OK);
	undo(1);
	cr_assert_str_eq(last.code, "nothing_to_undo", "the deal cannot be undone");
}

Test(practice, nothing_is_recorded_if_no_hidden_card_was_seen)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 3, 0);
	begin("freecell");
	cr_assert(step(&rng) && step(&rng));
	undo(2);
	cr_assert_not(last.session.assisted);
}

/* A kept stock that was turned once is known: turning it again shows nothing new. */
Test(practice, nothing_is_recorded_if_a_known_card_was_turned_up)
{
	const struct mk_game *game = mk_game_find("klondike");
	json_t *shuffle = json_pack("{s:s}", "kind", "shuffle");

	begin_with(game, mk_preset_find(game, "klondike-1"), SEED);
	for (int i = 0; i < 24; i++) {
		draw();
	}
	sessions_post_move(sessions, last.session.id, shuffle, &always, note, NULL);
	ends();
	json_decref(shuffle);
	cr_assert_eq(draw(), MK_NO_CARD);
	undo(2);
	cr_assert_eq(last.status, MK_OK);
	cr_assert_not(last.session.assisted);
	undo(1);
	cr_assert(last.session.assisted);
}

/* At the end of a game all cards are seen: its deal is shown then. */
Test(practice, undo_of_the_end_is_recorded)
{
	const struct mk_game *game = mk_game_find("ten-twenty-thirty");
	struct mk_rng rng;

	mk_rng_init(&rng, 4, 0);
	begin_with(game, &game->presets[0], SEED);
	while (last.session.outcome == MK_PLAYING) {
		cr_assert(step(&rng));
		cr_assert_lt(last.session.version, 2000);
	}
	undo(1);
	cr_assert_eq(last.session.outcome, MK_PLAYING);
	cr_assert(last.session.assisted);
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void assert_refused(const char *code)
{
	cr_assert_eq(last.status, MK_IMPOSSIBLE, "%d %s", last.status, last.detail);
	cr_assert_str_eq(last.code, code);
	sessions_get(sessions, last.session.id, note, NULL);
	ends();
	cr_assert_eq(last.session.version, 0);
}

Test(practice, pictures_and_corrections_and_tables_are_refused)
{
	const struct mk_game *game = mk_game_find("klondike");
	struct mk_snapshot *seen = calloc(1, game->snapshot_size);
	const struct session_frame frame = {0};
	const struct session_correction correction = {
		.place = {.position = 0, .card = MK_FIRST_CARD}};
	json_t *table = json_object(),
	       *move = json_pack("{s:s s:s}", "kind", "draw", "revealed", "5C");

	begin("klondike");
	sessions_post_snapshot(sessions, last.session.id, game, seen, &frame, &always, note, NULL);
	ends();
	assert_refused("program_deals");
	sessions_correct(sessions, last.session.id, &correction, &always, note, NULL);
	ends();
	assert_refused("program_deals");
	sessions_set_table(sessions, last.session.id, table, &always, note, NULL);
	ends();
	assert_refused("program_deals");
	sessions_post_move(sessions, last.session.id, move, &always, note, NULL);
	ends();
	assert_refused("program_deals");
	json_decref(table);
	json_decref(move);
	free(seen);
}

/* Two tables that look alike, with other cards below: an illegal move is refused alike. */
Test(practice, an_illegal_move_is_refused_whatever_is_hidden)
{
	const struct mk_game *game = mk_game_find("klondike");
	struct mk_world *world = calloc(1, game->world_size), *other = calloc(1, game->world_size);
	struct mk_view *view = calloc(1, game->view_size), *copy = calloc(1, game->view_size);
	struct deal deal = {.seed = SEED};
	struct mk_error error, other_error;
	struct mk_finding finding;
	struct mk_rng rng;
	int refused = 0;

	mk_rng_init(&rng, 5, 0);
	deal_world(&deal, game, &game->presets[0].rules, world);
	deal_view(game, world, view);
	for (int i = 0; i < 2000; i++) {
		struct mk_move move = {.kind = (uint8_t)(1 + mk_rng_below(&rng, 7)),
			.from = (uint8_t)mk_rng_below(&rng, 12),
			.to = (uint8_t)mk_rng_below(&rng, 12),
			.cut = (uint8_t)mk_rng_below(&rng, 3)};
		bool shown;

		cr_assert(mk_game_sample_world(game, view, &rng, other));
		memcpy(copy, view, game->view_size);
		if (mk_game_card_turned_up(game, world, move) != MK_NO_CARD ||
			deal_play(game, other, copy, move, &finding, &shown, &other_error) ==
				MK_OK) {
			continue;
		}
		refused++;
		cr_assert_neq(deal_play(game, world, copy, move, &finding, &shown, &error), MK_OK);
		cr_assert_str_eq(error.code, other_error.code);
		cr_assert_str_eq(error.detail, other_error.detail);
		cr_assert_arr_eq(copy, view, game->view_size);
	}
	cr_assert_gt(refused, 500);
	free(world);
	free(other);
	free(view);
	free(copy);
}

/* ---- the journal ---------------------------------------------------------------------------- */

Test(practice, a_deal_comes_back_from_its_text)
{
	struct deal deals[] = {{0}, {.seed = 7}, {.seed = MAX_DEAL_SEED}, {.seed = 1, .stream = 1},
		{.seed = UINT64_MAX, .stream = UINT64_MAX}, deal_random(count_up)};

	for (size_t i = 0; i < sizeof deals / sizeof deals[0]; i++) {
		char text[DEAL_TEXT_SIZE];
		struct deal read = {.seed = 1234, .stream = 5678};

		deal_write(text, &deals[i]);
		cr_assert(deal_read(text, mk_game_find("klondike"), &read), "%s", text);
		cr_assert_eq(read.seed, deals[i].seed);
		cr_assert_eq(read.stream, deals[i].stream);
	}
}

Test(practice, a_text_that_is_no_deal_is_refused)
{
	static const char *const texts[] = {"", "{}", "7", "{\"seed\":-1}", "{\"seed\":1.5}",
		"{\"seed\":9007199254740992}", "{\"seed\":\"7\"}",
		"{\"seed\":\"00000000000000010000000000000000\"}",
		"{\"seed\":\"0000000000000001000000000000000G\"}"};

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct deal deal;

		cr_assert_not(deal_read(texts[i], mk_game_find("klondike"), &deal), "%s", texts[i]);
	}
}

Test(practice, a_deal_of_several_seats_names_its_opponents)
{
	const struct mk_game *game = mk_game_find("take-away");
	struct deal deal = {.seed = 7, .opponents = &game->strategies[1]}, read = {0};
	char text[DEAL_TEXT_SIZE];

	deal_write(text, &deal);
	cr_assert_str_eq(text, "{\"seed\":7,\"opponents\":\"minimax\"}");
	cr_assert(deal_read(text, game, &read));
	cr_assert_eq(read.opponents, deal.opponents);
	cr_assert_not(deal_read("{\"seed\":7}", game, &read));
	cr_assert_not(deal_read("{\"seed\":7,\"opponents\":\"nim\"}", game, &read));
	cr_assert_not(deal_read(text, mk_game_find("klondike"), &read));
}
