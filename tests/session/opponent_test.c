/* Opponents at practice tables: their moves are events, chosen once each, for the present table. */
#include "base/json.h"
#include "port/journal.h"
#include "session/cached_session.h"
#include "session/fake_pool.h"
#include "session/memory_store.h"
#include "session/opponent.h"
#include "session/sessions.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <makker/game.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { VIEW_SIZE = 2048, GROUPS = 64 };

static struct memory_store store;
static struct sessions *sessions;
static struct fake_pool fake_pool;
static struct worker_pool *workers;
static unsigned kept = 4;

/* The session as it was answered last. */
static struct answered {
	enum mk_status status;
	char code[32];
	struct session session;
	unsigned char view[VIEW_SIZE];
} last;

static void start(void)
{
	struct sessions_options options = {.journal = store.journal,
		.workers = workers,
		.kept = kept,
		.uncompacted = 1,
		.waiting_limit = 4,
		.now_ms = still_clock_ms,
		.random = count_up};

	sessions = sessions_create(&options);
}

static void open_sessions(void)
{
	memory_store_open(&store);
	fake_pool_init(&fake_pool, FAKE_POOL_SIZE);
	start();
}

static void use_workers(void)
{
	sessions_destroy(sessions);
	workers = &fake_pool.workers;
	start();
}

/* As a pool does when it ends: what has not run is done all the same. */
static void end_sessions(void)
{
	sessions_shutdown(sessions);
	fake_pool_end_withdrawn(&fake_pool);
	while (fake_pool.count > 0) {
		struct job *job = fake_pool_take(&fake_pool, 0);

		job->done(job);
	}
	uv_run(&store.loop, UV_RUN_DEFAULT);
	sessions_destroy(sessions);
}

static void close_sessions(void)
{
	end_sessions();
	memory_store_close(&store);
}

TestSuite(opponent, .init = open_sessions, .fini = close_sessions);

/* ---- requests ------------------------------------------------------------------------------- */

static const struct change_precondition always = {.any_version = true};

static void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	(void)context;
	last.status = status;
	snprintf(last.code, sizeof last.code, "%s", error ? error->code : "");
	if (session) {
		last.session = *session;
		cr_assert_leq(session->game->view_size, VIEW_SIZE);
		memcpy(last.view, session->view, session->game->view_size);
	}
}

static void ends(void)
{
	uv_run(&store.loop, UV_RUN_DEFAULT);
}

/* `rules` as JSON, or NULL. */
static void begin(const char *rules, const char *opponents)
{
	const struct mk_game *game = mk_game_find("take-away");
	struct session_spec spec = {.game = game,
		.preset = &game->presets[0],
		.rules = game->presets[0].rules,
		.strategy = &game->strategies[0],
		.language = MK_ENGLISH,
		.program_deals = true,
		.has_seed = true,
		.deal = {.seed = 7,
			.opponents = opponents ? mk_strategy_find(game, opponents) : NULL}};
	json_t *json = rules ? json_loads(rules, 0, NULL) : NULL;
	struct mk_error error;

	cr_assert(!json || mk_rules_read(game, json, "", &spec.rules, &error) == MK_OK);
	sessions_add(sessions, &spec, note, NULL);
	ends();
	json_decref(json);
	cr_assert_eq(last.status, MK_OK, "%s", last.code);
}

static void get(void)
{
	sessions_get(sessions, last.session.id, note, NULL);
	ends();
	cr_assert_eq(last.status, MK_OK, "%s", last.code);
}

/* The oldest job that waits is done, and the session is read again. */
static void finish_choice(void)
{
	fake_pool_run(&fake_pool, 0);
	ends();
	get();
}

static void take(unsigned group, unsigned count)
{
	json_t *json = json_pack(
		"{s:s s:i s:i}", "kind", "take", "group", (int)group, "count", (int)count);

	sessions_post_move(sessions, last.session.id, json, &always, note, NULL);
	ends();
	json_decref(json);
}

static void rename_to(const char *name)
{
	const struct session_change change = {.renames = true, .name = name};

	sessions_update(sessions, last.session.id, &change, &always, note, NULL);
	ends();
	cr_assert_eq(last.status, MK_OK);
}

static void undo(int steps)
{
	sessions_undo(sessions, last.session.id, steps, &always, note, NULL);
	ends();
}

/* Cards that are left, all groups together. */
static unsigned cards(void)
{
	const struct mk_game *game = last.session.game;
	unsigned count = 0;

	for (int i = 0; i < GROUPS; i++) {
		struct mk_pile pile = {0};

		game->pile((const struct mk_view *)last.view, i, &pile);
		count += pile.count == MK_PILE_UNSEEN ? 0 : pile.count;
	}
	return count;
}

static struct cached_session *in_memory(void)
{
	struct cached_session *cached;

	HASH_FIND(hh, sessions->by_id, last.session.id, SESSION_ID_SIZE - 1, cached);
	return cached;
}

/* ---- replies -------------------------------------------------------------------------------- */

Test(opponent, a_move_is_replied_to_as_an_event)
{
	begin("{\"groups\":[3,4,5]}", NULL);
	cr_assert_str_eq(last.session.deal->opponents->name, "theory");
	cr_assert_not(last.session.opponent_moves);
	take(0, 1);
	cr_assert_eq(last.session.version, 1);
	cr_assert(last.session.opponent_moves);
	get();
	cr_assert_eq(last.session.version, 2);
	cr_assert_not(last.session.opponent_moves);
	cr_assert_lt(cards(), 11);
}

Test(opponent, the_program_begins_where_the_rules_say_so)
{
	begin("{\"groups\":[3,4,5],\"first\":\"advisor\"}", "minimax");
	cr_assert(last.session.opponent_moves);
	get();
	cr_assert_eq(last.session.version, 1);
	cr_assert_not(last.session.opponent_moves);
	cr_assert_str_eq(last.session.deal->opponents->name, "minimax");
	undo(1);
	cr_assert_str_eq(last.code, "nothing_to_undo", "the reply is no move of the player");
}

Test(opponent, a_game_is_played_to_its_end_and_then_no_seat_moves)
{
	begin("{\"groups\":[1,1]}", NULL);
	take(0, 1);
	get();
	cr_assert_eq(last.session.version, 2);
	cr_assert_eq(last.session.outcome, MK_LOST);
	take(0, 1);
	cr_assert_str_eq(last.code, "game_over");
}

Test(opponent, is_not_advised_and_the_player_cannot_move_for_it)
{
	use_workers();
	begin("{\"groups\":[3,4,5]}", NULL);
	cr_assert_not_null(last.session.advice);
	take(0, 1);
	cr_assert_null(last.session.advice);
	take(0, 1);
	cr_assert_eq(last.status, MK_CONFLICT);
	cr_assert_str_eq(last.code, "not_your_turn");
	get();
	cr_assert_eq(last.session.version, 1);
}

Test(opponent, equal_tables_get_equal_replies)
{
	unsigned char view[VIEW_SIZE];

	begin(NULL, NULL);
	take(0, 1);
	get();
	memcpy(view, last.view, sizeof view);
	begin(NULL, NULL);
	take(0, 1);
	get();
	cr_assert_arr_eq(last.view, view, last.session.game->view_size);
}

/* ---- choosing ------------------------------------------------------------------------------- */

Test(opponent, has_one_move_chosen_at_a_time)
{
	use_workers();
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	cr_assert_eq(fake_pool.count, 1);
	get();
	take(0, 1);
	rename_to("one");
	cr_assert_eq(fake_pool.count, 1);
	cr_assert_eq(sessions_figures(sessions).thinking, 1);
}

Test(opponent, chooses_again_where_the_session_has_another_version)
{
	use_workers();
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	rename_to("one");
	finish_choice();
	cr_assert_eq(last.session.version, 2, "a stale choice was stored");
	cr_assert_eq(fake_pool.count, 1);
	finish_choice();
	cr_assert_eq(last.session.version, 3);
	cr_assert_not(last.session.opponent_moves);
}

/* The choice is ready, but a change of the player is before its reply in the queue. */
Test(opponent, a_reply_that_comes_behind_another_change_is_dropped)
{
	const struct session_change change = {.renames = true, .name = "first"};

	use_workers();
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	sessions_update(sessions, last.session.id, &change, &always, note, NULL);
	finish_choice();
	cr_assert_eq(last.session.version, 2);
	cr_assert_eq(fake_pool.count, 1);
	finish_choice();
	cr_assert_eq(last.session.version, 3);
}

Test(opponent, cancels_the_choice_when_the_move_is_undone)
{
	use_workers();
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	undo(1);
	cr_assert_eq(fake_pool.count, 0);
	fake_pool_end_withdrawn(&fake_pool);
	ends();
	get();
	cr_assert_eq(last.session.version, 2);
	cr_assert_eq(cards(), 12);
	cr_assert_eq(fake_pool.count, 0);
}

Test(opponent, chooses_again_after_a_restart)
{
	char id[SESSION_ID_SIZE];
	unsigned char view[VIEW_SIZE];

	use_workers();
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	memcpy(id, last.session.id, sizeof id);
	end_sessions();
	start();
	get();
	cr_assert_eq(last.session.version, 1, "a choice was stored during the shutdown");
	cr_assert(last.session.opponent_moves);
	cr_assert_eq(fake_pool.count, 1);
	finish_choice();
	cr_assert_str_eq(last.session.id, id);
	cr_assert_eq(last.session.version, 2);
	memcpy(view, last.view, sizeof view);
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	finish_choice();
	cr_assert_arr_eq(last.view, view, last.session.game->view_size);
}

/* ---- where it cannot begin ------------------------------------------------------------------ */

Test(opponent, without_a_place_in_the_queue_it_is_tried_again)
{
	use_workers();
	fake_pool.most = 0;
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	sessions_resume_opponents(sessions);
	get();
	cr_assert_eq(last.session.version, 1);
	cr_assert_eq(sessions_figures(sessions).thinking, 0);
	fake_pool.most = 1;
	get();
	cr_assert_eq(fake_pool.count, 0, "tried again by a reader");
	sessions_resume_opponents(sessions);
	cr_assert_eq(fake_pool.count, 1);
	finish_choice();
	cr_assert_eq(last.session.version, 2);
}

Test(opponent, of_several_that_wait_as_many_begin_as_there_are_places)
{
	use_workers();
	fake_pool.most = 0;
	for (int i = 0; i < 3; i++) {
		begin("{\"groups\":[3,4,5]}", NULL);
		take(0, 1);
	}
	fake_pool.most = 2;
	sessions_resume_opponents(sessions);
	cr_assert_eq(fake_pool.count, 2);
	cr_assert_not_null(sessions->opponents_due);
	fake_pool_run(&fake_pool, 0);
	sessions_resume_opponents(sessions);
	cr_assert_eq(fake_pool.count, 2);
	cr_assert_null(sessions->opponents_due);
}

Test(opponent, an_evicted_session_that_waits_gets_its_reply_when_it_is_loaded)
{
	struct answered waits;

	use_workers();
	fake_pool.most = 0;
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	waits = last;
	for (unsigned i = 0; i <= kept; i++) {
		begin("{\"groups\":[3,4,5]}", NULL);
	}
	last = waits;
	cr_assert_null(in_memory());
	cr_assert_null(sessions->opponents_due);
	fake_pool.most = 1;
	get();
	cr_assert_eq(fake_pool.count, 1);
}

static unsigned refused;

static void refuse_append(struct journal *journal, const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	if (strcmp(event->kind, "reply") == 0) {
		refused++;
		done(context, MK_IO);
		return;
	}
	store.methods->append(journal, session, event, idempotency, done, context);
}

Test(opponent, a_reply_that_cannot_be_stored_is_tried_again_and_not_at_once)
{
	struct journal_methods failing = *store.methods;

	failing.append = refuse_append;
	store.journal->methods = &failing;
	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	cr_assert_eq(refused, 1);
	get();
	cr_assert_eq(refused, 1);
	sessions_resume_opponents(sessions);
	ends();
	cr_assert_eq(refused, 2);
	store.journal->methods = store.methods;
	sessions_resume_opponents(sessions);
	ends();
	get();
	cr_assert_eq(last.session.version, 2);
}

/* ---- undo ----------------------------------------------------------------------------------- */

Test(opponent, undo_removes_the_move_with_its_reply)
{
	struct answered after;

	begin("{\"groups\":[3,4,5]}", NULL);
	take(0, 1);
	get();
	take(1, 1);
	get();
	after = last;
	undo(1);
	cr_assert_eq(last.session.version, 5);
	cr_assert_not(last.session.opponent_moves);
	undo(1);
	cr_assert_eq(cards(), 12);
	undo(1);
	cr_assert_str_eq(last.code, "nothing_to_undo");
	undo(-2);
	cr_assert_eq(last.status, MK_OK);
	cr_assert_arr_eq(last.view, after.view, last.session.game->view_size);
	undo(-1);
	cr_assert_str_eq(last.code, "nothing_to_undo");
	undo(2);
	cr_assert_eq(cards(), 12);
	undo(-1);
	undo(-1);
	cr_assert_arr_eq(last.view, after.view, last.session.game->view_size);
	undo(3);
	cr_assert_str_eq(last.code, "nothing_to_undo");
	cr_assert_not(last.session.assisted, "nothing is hidden in this game");
}

/* The events are read backwards, page by page. */
Test(opponent, undo_goes_back_far)
{
	unsigned before[60];
	int moves = 0;

	begin("{\"groups\":[200,200],\"limits\":[1,1]}", NULL);
	for (; moves < 60; moves++) {
		before[moves] = cards();
		take(moves & 1, 1);
		get();
		cr_assert_eq(last.session.version, 2 * (uint64_t)moves + 2);
	}
	undo(60);
	cr_assert_eq(last.status, MK_OK, "%s", last.code);
	cr_assert_eq(cards(), 400);
	undo(-60);
	cr_assert_eq(cards(), 280);
	undo(57);
	cr_assert_eq(cards(), before[3]);
	undo(-20);
	cr_assert_eq(cards(), before[23]);
	take(0, 1);
	get();
	undo(-1);
	cr_assert_str_eq(last.code, "nothing_to_undo");
	undo(24);
	cr_assert_eq(cards(), 400);
}

/* The index is computed again from the events. */
static void on_dropped(void *context, enum mk_status status)
{
	(void)context;
	cr_assert_eq(status, MK_OK);
}

Test(opponent, undone_moves_stay_undone_where_the_states_are_lost)
{
	unsigned left;

	begin("{\"groups\":[30,40]}", NULL);
	for (int i = 0; i < 4; i++) {
		take(1, 1);
		get();
	}
	undo(2);
	left = cards();
	for (uint64_t version = 1; version <= last.session.version; version++) {
		const struct journal_event event = {.version = version};

		store.journal->methods->index_events(
			store.journal, last.session.id, &event, 1, on_dropped, NULL);
		ends();
	}
	end_sessions();
	start();
	get();
	cr_assert_eq(cards(), left);
	cr_assert_not(last.session.opponent_moves);
	undo(2);
	cr_assert_eq(cards(), 70);
	undo(-4);
	cr_assert_eq(last.status, MK_OK);
}

/* ---- hidden cards --------------------------------------------------------------------------- */

/* A match of two deals by chance; each reply is seen as it is. */
static void begin_doppelkopf(uint64_t seed, const char *opponents)
{
	const struct mk_game *game = mk_game_find("doppelkopf");
	const struct mk_preset *preset = &game->presets[seed % 2 ? 1 : seed % game->preset_count];
	struct session_spec spec = {.game = game,
		.preset = preset,
		.rules = preset->rules,
		.strategy = mk_strategy_find(game, "tricks"),
		.language = MK_ENGLISH,
		.program_deals = true,
		.has_seed = true,
		.deal = {.seed = seed, .opponents = mk_strategy_find(game, opponents)}};
	json_t *json = json_loads("{\"games\":2,\"mandatory_soli\":0}", 0, NULL);
	struct mk_error error;

	cr_assert_eq(mk_rules_read(game, json, "", &spec.rules, &error), MK_OK);
	json_decref(json);
	sessions_add(sessions, &spec, note, NULL);
	ends();
	cr_assert_eq(last.status, MK_OK, "%s", last.code);
	get();
}

static const struct mk_view *known(void)
{
	return (const struct mk_view *)last.view;
}

static void post(struct mk_move move)
{
	char text[4096];
	struct mk_text out;
	json_t *json;

	mk_text_fixed(&out, text, sizeof text);
	mk_json_open_object(&out, NULL);
	mk_move_write(&out, last.session.game, MK_ENGLISH, known(), move);
	mk_json_close_object(&out);
	json = json_loads(text, 0, NULL);
	sessions_post_move(sessions, last.session.id, json, &always, note, NULL);
	ends();
	json_decref(json);
}

static struct mk_move any_move(struct mk_rng *rng)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = last.session.game->view_moves(known(), moves);

	cr_assert_gt(count, 0);
	return moves[mk_rng_below(rng, (uint32_t)count)];
}

/* The world and the player's view of it are one, whatever was played. */
static void assert_seen(void)
{
	const struct mk_game *game = last.session.game;
	const struct cached_session *cached = in_memory();
	struct mk_view *buffer = calloc(1, game->view_size);

	cr_assert_null(mk_game_check_invariants(game, cached->world));
	cr_assert_arr_eq(mk_game_view_of_seat(game, cached->world, DEAL_OWN_SEAT, buffer),
		last.view, game->view_size);
	free(buffer);
}

static unsigned covered;

/* Counts the replies of which the player sees a part. */
static void count_covered(struct journal *journal, const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	covered += strstr(event->body, "\"covered\"") != NULL;
	store.methods->append(journal, session, event, idempotency, done, context);
}

/* Where the states are lost, the events alone lead to the same table. */
static void assert_replayed(void)
{
	struct answered before = last;

	for (uint64_t version = 1; version <= last.session.version; version++) {
		const struct journal_event event = {.version = version};

		store.journal->methods->index_events(
			store.journal, last.session.id, &event, 1, on_dropped, NULL);
		ends();
	}
	end_sessions();
	start();
	get();
	cr_assert_eq(last.session.version, before.session.version);
	cr_assert_arr_eq(last.view, before.view, last.session.game->view_size);
}

Test(opponent, plays_a_match_of_doppelkopf_deal_after_deal, .timeout = 300)
{
	struct journal_methods counting = *store.methods;
	struct mk_rng rng;
	unsigned long moves = 0;

	counting.append = count_covered;
	store.journal->methods = &counting;
	mk_rng_init(&rng, 1, 0);
	for (uint64_t seed = 0; seed < 120; seed++) {
		begin_doppelkopf(seed, seed % 4 ? "tricks" : "random");
		while (last.session.outcome == MK_PLAYING) {
			post(any_move(&rng));
			cr_assert_eq(last.status, MK_OK, "%s", last.code);
			get();
			assert_seen();
			cr_assert_not(last.session.opponent_moves);
			moves++;
		}
		assert_replayed();
		post((struct mk_move){.kind = 1});
		cr_assert_str_eq(last.code, "game_over");
	}
	cr_assert_gt(moves, 120 * 2 * 10);
	cr_assert_geq(covered, 3, "no cards were passed face down");
}

/* Equal seeds, played alike, are equal to the last card; also with searching opponents. */
Test(opponent, plays_equally_after_equal_moves, .timeout = 120)
{
	unsigned char end[VIEW_SIZE];

	for (int i = 0; i < 2; i++) {
		struct mk_rng rng;

		mk_rng_init(&rng, 5, 0);
		begin_doppelkopf(11, "search");
		for (int moves = 0; moves < 6; moves++) {
			post(any_move(&rng));
			get();
		}
		if (i == 0) {
			memcpy(end, last.view, sizeof end);
		}
	}
	cr_assert_arr_eq(last.view, end, last.session.game->view_size);
}

Test(opponent, undo_at_a_table_with_hidden_cards_is_noted)
{
	unsigned char first[VIEW_SIZE];
	struct mk_rng rng;

	mk_rng_init(&rng, 3, 0);
	begin_doppelkopf(4, "tree");
	memcpy(first, last.view, sizeof first);
	for (int moves = 0; moves < 4; moves++) {
		post(any_move(&rng));
		get();
	}
	cr_assert_not(last.session.assisted);
	undo(4);
	cr_assert_eq(last.status, MK_OK, "%s", last.code);
	cr_assert_arr_eq(last.view, first, last.session.game->view_size);
	cr_assert(last.session.assisted);
}

/* ---- what is hidden stays hidden ------------------------------------------------------------ */

/* Anything that a client can send, mostly about cards of others. */
static struct mk_move odd_move(struct mk_rng *rng)
{
	return (struct mk_move){.kind = (uint8_t)(1 + mk_rng_below(rng, 9)),
		.from = (uint8_t)(mk_rng_below(rng, 3) ? 0 : mk_rng_below(rng, 4)),
		.to = (uint8_t)mk_rng_below(rng, 12),
		.cut = (uint8_t)mk_rng_below(rng, 4),
		.card = (mk_card)(MK_FIRST_CARD + mk_rng_below(rng, MK_DECK))};
}

/* Two tables that the player cannot distinguish: rejections are equal. */
static unsigned refuse_alike(struct mk_rng *rng)
{
	const struct mk_game *game = last.session.game;
	struct mk_world *worlds[2] = {calloc(1, game->world_size), calloc(1, game->world_size)};
	struct mk_view *views[2] = {calloc(1, game->view_size), calloc(1, game->view_size)};
	struct mk_move move = odd_move(rng);
	struct mk_error errors[2];
	enum mk_status status[2];

	memcpy(worlds[0], in_memory()->world, game->world_size);
	cr_assert(mk_game_sample_world(game, known(), rng, worlds[1]));
	for (int i = 0; i < 2; i++) {
		struct mk_finding finding;
		bool shown;

		memcpy(views[i], known(), game->view_size);
		status[i] =
			deal_play(game, worlds[i], views[i], move, &finding, &shown, &errors[i]);
	}
	cr_assert_eq(status[0] == MK_OK, status[1] == MK_OK);
	if (status[0] != MK_OK) {
		cr_assert_str_eq(errors[0].code, errors[1].code);
		cr_assert_str_eq(errors[0].detail, errors[1].detail);
		cr_assert_str_eq(errors[0].where, errors[1].where);
	}
	for (int i = 0; i < 2; i++) {
		free(worlds[i]);
		free(views[i]);
	}
	return status[0] != MK_OK;
}

Test(opponent, an_impossible_move_is_refused_whatever_is_hidden, .timeout = 120)
{
	struct mk_rng rng;
	unsigned refusals = 0;

	mk_rng_init(&rng, 9, 0);
	for (uint64_t seed = 0; seed < 12; seed++) {
		begin_doppelkopf(seed, "random");
		while (last.session.outcome == MK_PLAYING) {
			for (int i = 0; i < 20; i++) {
				refusals += refuse_alike(&rng);
			}
			post(any_move(&rng));
			get();
		}
	}
	cr_assert_gt(refusals, 5000);
}
