/*
 * A restart changes nothing: one session is loaded from the journal again and again, its twin never
 * is, and both are shown the same pictures and given the same answers. Each response of one is that
 * of the other.
 */
#include "base/json.h"
#include "session/memory_store.h"
#include "session/sessions.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <makker/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 16 * 1024, MAX_STORY = 4000 };

/* What a client sees of a session, with the table and the finding as they are in memory. */
struct shown {
	enum mk_status status;
	char code[64], where[128];
	bool present;
	uint64_t version;
	enum mk_outcome outcome;
	enum session_sync sync;
	uint32_t advised, followed;
	bool asks, observes, has_before, has_repair, has_move;
	int explanations;
	struct mk_move move;
	struct mk_repair repair;
	struct mk_finding observed;
	struct mk_view *view;
};

/* A daemon with one session. */
struct twin {
	struct memory_store store;
	struct sessions *sessions;
	char id[SESSION_ID_SIZE];
	struct shown shown;
};

static struct twin restarted, twin;
static const struct mk_game *game;

static void same_bytes(void *bytes, size_t length)
{
	memset(bytes, 7, length);
}

static void start(struct twin *daemon)
{
	struct sessions_options options = {.journal = daemon->store.journal,
		.kept = 4,
		.waiting_limit = 4,
		.confidence = 0.98F,
		.repeats = 0.5F,
		.now_ms = still_clock_ms,
		.random = same_bytes};

	daemon->sessions = sessions_create(&options);
}

static void restart(struct twin *daemon)
{
	sessions_destroy(daemon->sessions);
	start(daemon);
}

static void note_session(struct shown *shown, const struct session *session)
{
	const struct mk_advice *advice = session->advice;

	shown->present = true;
	shown->version = session->version;
	shown->outcome = session->outcome;
	shown->sync = session->sync;
	shown->advised = session->advised;
	shown->followed = session->followed;
	shown->asks = session_asks_which(session);
	shown->explanations = game->explanations ? game->explanations(session->view) : 1;
	shown->has_before = session->before != NULL;
	shown->observes = session->observed != NULL;
	if (session->observed) {
		mk_finding_copy(&shown->observed, session->observed);
	}
	shown->has_repair = session->repair != NULL;
	if (session->repair) {
		shown->repair = *session->repair;
	}
	shown->has_move = advice && advice->suggestion >= 0;
	if (shown->has_move) {
		shown->move = advice->moves[advice->suggestion].move;
	}
	memcpy(shown->view, session->view, game->view_size);
}

static void note_shown(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct twin *daemon = context;
	struct mk_view *view = daemon->shown.view;

	memset(&daemon->shown, 0, sizeof daemon->shown);
	daemon->shown.view = view;
	daemon->shown.status = status;
	if (error) {
		snprintf(daemon->shown.code, sizeof daemon->shown.code, "%s", error->code);
		snprintf(daemon->shown.where, sizeof daemon->shown.where, "%s", error->where);
	}
	if (session) {
		memcpy(daemon->id, session->id, sizeof daemon->id);
		note_session(&daemon->shown, session);
	}
}

/* ---- the player and the camera -------------------------------------------------------------- */

/* What goes wrong before the camera: shares of pictures, or of the cards of one. */
struct mishaps {
	double misread, doubtful, unreadable, hand, missing, unseen;
};

static struct mk_rng rng;
static struct mk_world *world;
static struct mk_snapshot *snapshot;
static char *text, story[MAX_STORY];
static struct mishaps mishaps;
static bool numbered;
static int64_t frame;

static bool happens(double share)
{
	return mk_rng_unit(&rng) < share;
}

static const char *any_card(void)
{
	return mk_card_code((mk_card)(MK_FIRST_CARD + mk_rng_below(&rng, MK_DECK)));
}

static bool is_card(const json_t *json)
{
	return json_is_string(json) &&
	       mk_card_read(json_string_value(json), json_string_length(json)) != MK_NO_CARD;
}

static json_t *doubtful(const char *likelier)
{
	double p = 0.5 + mk_rng_unit(&rng) * 0.45;

	return json_pack("[{s:s,s:f},{s:s,s:f}]", "card", likelier, "p", p, "card", any_card(), "p",
		(1 - p) * 0.99);
}

/* How the camera reads one card of the picture; NULL: as it is. */
static json_t *misreading(const json_t *card, bool hand)
{
	if (happens(hand ? 0.6 : mishaps.unreadable)) {
		return json_string(happens(0.8) ? "UU" : "XX");
	}
	if (happens(mishaps.doubtful)) {
		return doubtful(json_string_value(card));
	}
	return happens(mishaps.misread) ? json_string(any_card()) : NULL;
}

static void misread_all(json_t *json, bool hand)
{
	const char *key;
	json_t *value, *other;
	size_t i;
	void *next;

	json_array_foreach(json, i, value)
	{
		other = is_card(value) ? misreading(value, hand) : NULL;
		if (other) {
			json_array_set_new(json, i, other);
		} else {
			misread_all(value, hand);
		}
	}
	json_object_foreach_safe(json, next, key, value)
	{
		other = is_card(value) ? misreading(value, hand) : NULL;
		if (other) {
			json_object_set_new(json, key, other);
		} else {
			misread_all(value, hand);
		}
	}
}

/* The picture as JSON, each misreading of which the game can read. */
static void look(void)
{
	struct mk_snapshot *read = calloc(1, game->snapshot_size);
	struct mk_text out;
	struct mk_error error;
	json_t *json;

	mk_game_observe(game, world, 0, snapshot);
	mk_text_fixed(&out, text, LINE_SIZE);
	if (mk_snapshot_write(&out, NULL, game, snapshot) && !out.truncated) {
		json = json_loads(text, 0, NULL);
		cr_assert_not_null(json, "%s", text);
		if (twin.shown.version > 0 || happens(0.2)) {
			misread_all(json, happens(mishaps.hand));
		}
		if (mk_snapshot_read(game, json, read, &error) == MK_OK) {
			memcpy(snapshot, read, game->snapshot_size);
		}
		json_decref(json);
	}
	free(read);
}

static bool is_legal(const struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = mk_game_world_moves(game, world, moves);

	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], move, sizeof *move) == 0) {
			return true;
		}
	}
	return false;
}

static bool choose(struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = mk_game_world_moves(game, world, moves);

	if (mk_game_seat_to_move(game, world) == MK_NO_SEAT || count == 0) {
		return false;
	}
	*move = moves[mk_rng_below(&rng, (uint32_t)count)];
	if (twin.shown.has_move && happens(0.8) && is_legal(&twin.shown.move)) {
		*move = twin.shown.move;
	}
	return true;
}

static void play(void)
{
	struct mk_move move;

	if (choose(&move)) {
		game->apply(world, move);
	}
}

/* ---- both ----------------------------------------------------------------------------------- */

static void add_to_story(const char *what)
{
	size_t length = strlen(story);

	snprintf(story + length, sizeof story - length, " %s", what);
}

static void compare(const char *what)
{
	struct shown *one = &restarted.shown, *other = &twin.shown;

	add_to_story(what);
	cr_assert_eq(one->status, other->status, "%s: %s %s:%s", game->name, one->code, other->code,
		story);
	cr_assert_str_eq(one->code, other->code, "%s:%s", game->name, story);
	cr_assert_str_eq(one->where, other->where, "%s:%s", game->name, story);
	cr_assert_eq(one->present, other->present, "%s:%s", game->name, story);
	cr_assert_eq(one->version, other->version, "%s: version %d, not %d:%s", game->name,
		(int)one->version, (int)other->version, story);
	cr_assert_eq(one->sync, other->sync, "%s: sync %d, not %d:%s", game->name, (int)one->sync,
		(int)other->sync, story);
	cr_assert_eq(one->outcome, other->outcome, "%s:%s", game->name, story);
	cr_assert_eq(one->asks, other->asks, "%s: %d:%s", game->name, one->asks, story);
	cr_assert_eq(one->explanations, other->explanations, "%s: %d, not %d:%s", game->name,
		one->explanations, other->explanations, story);
	cr_assert(one->explanations == other->explanations && one->observes == other->observes,
		"%s", story);
	cr_assert_eq(one->observed.explanation, other->observed.explanation, "%s: %d, not %d:%s",
		game->name, one->observed.explanation, other->observed.explanation, story);
	cr_assert_arr_eq(&one->observed, &other->observed, sizeof one->observed, "%s: finding:%s",
		game->name, story);
	cr_assert(one->observes == other->observes && one->has_before == other->has_before,
		"%s: before %d, not %d:%s", game->name, one->has_before, other->has_before, story);
	cr_assert(one->has_repair == other->has_repair &&
			  memcmp(&one->repair, &other->repair, sizeof one->repair) == 0,
		"%s: repair:%s", game->name, story);
	cr_assert(one->advised == other->advised && one->followed == other->followed, "%s:%s",
		game->name, story);
	cr_assert(one->has_move == other->has_move &&
			  memcmp(&one->move, &other->move, sizeof one->move) == 0,
		"%s: suggestion:%s", game->name, story);
	if (one->present) {
		cr_assert_arr_eq(
			one->view, other->view, game->view_size, "%s: table:%s", game->name, story);
	}
}

static const struct change_precondition always = {.any_version = true};

static void settle(void)
{
	uv_run(&restarted.store.loop, UV_RUN_DEFAULT);
	uv_run(&twin.store.loop, UV_RUN_DEFAULT);
}

/* `call` with the sessions, the id and the callback of each of the two. */
#define BOTH(call, ...) \
	do { \
		call(restarted.sessions, restarted.id, __VA_ARGS__, note_shown, &restarted); \
		call(twin.sessions, twin.id, __VA_ARGS__, note_shown, &twin); \
		settle(); \
	} while (0)

static void get_both(void)
{
	sessions_get(restarted.sessions, restarted.id, note_shown, &restarted);
	sessions_get(twin.sessions, twin.id, note_shown, &twin);
	settle();
}

static void post_picture(void)
{
	struct session_frame with = {.camera = "left",
		.numbered = numbered,
		.number = frame,
		.done = happens(0.1),
		.typed = mishaps.doubtful == 0 && happens(0.1)};

	BOTH(sessions_post_snapshot, game, snapshot, &with, &always);
	compare(with.done ? "done" : with.typed ? "typed" : "picture");
}

static void photograph(void)
{
	frame++;
	if (happens(mishaps.missing)) {
		frame += happens(0.7);
		return;
	}
	look();
	post_picture();
}

static void answer_question(void)
{
	int number = (int)mk_rng_below(&rng, (uint32_t)twin.shown.explanations);

	BOTH(sessions_choose, twin.shown.version, number, &always);
	compare("answer");
}

/* Says truly, or by a mistake, which card lies at a place. */
static void correct(void)
{
	struct session_correction request = {.place = {.card = MK_NO_CARD}};
	const struct mk_finding *last = &twin.shown.observed;
	struct mk_view *buffer = calloc(1, game->view_size);
	const struct mk_view *truth = mk_game_view_of_seat(game, world, 0, buffer);

	if (mk_game_has_card_at(game)) {
		request.place.position = (uint8_t)mk_rng_below(&rng, 12);
		if (last->unreadable_count) {
			request.place.position = last->unreadable[0];
		} else if (last->doubt_count) {
			request.place.position = last->doubts[0].position;
		} else if (last->conflict_count) {
			request.place.position = last->conflicts[0].position;
		}
		request.place.card = mk_game_card_at(game, truth, request.place.position, 0);
		request.empty = request.place.card == MK_NO_CARD;
		BOTH(sessions_correct, &request, &always);
		compare("correction");
	}
	free(buffer);
}

static void take_back(void)
{
	int steps = happens(0.3) ? -1 : 1;

	BOTH(sessions_undo, steps, &always);
	compare("undo");
}

static void rename_both(void)
{
	const struct session_change renamed = {
		.renames = true, .name = happens(0.5) ? "one" : "two"};

	BOTH(sessions_update, &renamed, &always);
	compare("name");
}

static void report_move(void)
{
	struct mk_view *buffer = calloc(1, game->view_size);
	struct mk_text out;
	struct mk_move move;
	mk_card up;
	json_t *json;

	if (choose(&move)) {
		up = mk_game_card_turned_up(game, world, move);
		mk_text_fixed(&out, text, LINE_SIZE);
		mk_json_open_object(&out, NULL);
		game->notation->write_move(
			&out, mk_game_view_of_seat(game, world, 0, buffer), move);
		mk_json_close_object(&out);
		json = json_loads(text, 0, NULL);
		cr_assert_not_null(json, "%s", text);
		if (up != MK_NO_CARD) {
			json_object_set_new(json, "revealed", json_string(mk_card_code(up)));
		}
		game->apply(world, move);
		BOTH(sessions_post_move, json, &always);
		json_decref(json);
		compare("move");
	}
	free(buffer);
}

static void step(void)
{
	if (twin.shown.explanations > 1 && happens(twin.shown.asks ? 0.3 : 0.02)) {
		answer_question();
	} else if (twin.shown.observed.explanation >= MK_LOOK_AGAIN && happens(0.15)) {
		correct();
	} else if (happens(0.01)) {
		correct();
	} else if (happens(0.01)) {
		take_back();
	} else if (happens(0.01)) {
		rename_both();
	} else if (happens(0.03)) {
		report_move();
	} else {
		if (twin.shown.sync == SESSION_IN_SYNC ? happens(0.7) : happens(0.12)) {
			play();
			while (happens(mishaps.unseen)) {
				play();
			}
		}
		photograph();
	}
	if (twin.shown.version == 0) {
		return; /* nothing is stored before the first picture is understood */
	}
	if (happens(0.3)) {
		restart(&restarted);
		add_to_story("RESTART");
		get_both();
		compare("read");
	} else if (happens(0.1)) {
		restart(&restarted);
		add_to_story("RESTART");
	}
}

static void open_twin(struct twin *daemon, const struct mk_preset *preset)
{
	struct session_spec spec = {.game = game,
		.preset = preset,
		.rules = preset->rules,
		.strategy = &game->strategies[game->strategy_count - 1],
		.language = MK_ENGLISH};

	memory_store_open(&daemon->store);
	start(daemon);
	daemon->shown.view = calloc(1, game->view_size);
	sessions_add(daemon->sessions, &spec, note_shown, daemon);
	uv_run(&daemon->store.loop, UV_RUN_DEFAULT);
	cr_assert_eq(daemon->shown.status, MK_OK);
}

static void close_twin(struct twin *daemon)
{
	sessions_destroy(daemon->sessions);
	memory_store_close(&daemon->store);
	free(daemon->shown.view);
}

static const struct mishaps kinds[] = {
	{.doubtful = 0.05},
	{.misread = 0.02, .unreadable = 0.03},
	{.misread = 0.02, .doubtful = 0.05, .unreadable = 0.03, .hand = 0.1, .unseen = 0.1},
	{.missing = 0.2, .unreadable = 0.01},
	{.misread = 0.01, .doubtful = 0.02, .missing = 0.2, .unseen = 0.3},
	{.unseen = 0},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void play_game(const struct mk_preset *preset, uint64_t seed, int steps)
{
	mk_rng_init(&rng, seed, 0);
	mishaps = kinds[seed % KINDS];
	numbered = seed / KINDS % 2;
	frame = 0;
	snprintf(story, sizeof story, " seed %d", (int)seed);
	world = calloc(1, game->world_size);
	snapshot = calloc(1, game->snapshot_size);
	text = malloc(LINE_SIZE);
	open_twin(&restarted, preset);
	open_twin(&twin, preset);
	game->deal(world, &preset->rules, &rng);
	for (int i = 0; i < steps; i++) {
		step();
	}
	close_twin(&restarted);
	close_twin(&twin);
	free(text);
	free(snapshot);
	free(world);
}

static void play_games(const char *name, uint64_t first, uint64_t count, int steps)
{
	game = mk_game_find(name);
	for (uint64_t seed = first; seed < first + count; seed++) {
		play_game(&game->presets[seed / (2 * KINDS) % game->preset_count], seed, steps);
	}
}

Test(restart, changes_nothing_in_klondike, .timeout = 300)
{
	play_games("klondike", 0, 60, 60);
}

Test(restart, changes_nothing_in_doppelkopf)
{
	play_games("doppelkopf", 0, 24, 40);
}

Test(restart, changes_nothing_in_ten_twenty_thirty)
{
	play_games("ten-twenty-thirty", 0, 24, 40);
}

Test(restart, changes_nothing_in_take_away)
{
	play_games("take-away", 0, 24, 40);
}

Test(restart, changes_nothing_in_freecell)
{
	play_games("freecell", 0, 24, 40);
}
