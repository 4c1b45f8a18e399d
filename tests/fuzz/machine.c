/*
 * Anything at all done to sessions: the bytes are opened tables, games played before a camera,
 * reported moves, steps taken back, corrections, listeners, removals, in any order and with the
 * journal's answers and the threads' results at any time. Whenever all is answered, a session that
 * is read from the journal again is the same as the one in memory.
 */
#include "fuzz/copy.h"
#include "fuzz/game.h"
#include "fuzz/target.h"
#include "session/fake_pool.h"
#include "session/sessions.h"
#include "store/store.h"

#include <jansson.h>
#include <makker/selfplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { TABLES = 3, RECORDERS = 3, MAX_WORLD = COPY_SIZE, MAX_STEPS = 60, BUFFER_SIZE = 1 << 16 };
enum { MAX_HELD = 4 }; /* searches and thoughts at a time */

struct recorder {
	struct session_subscriber subscriber; /* first */
	bool listens;
	bool waits; /* for the answer */
	uint64_t version;
};

/* A session, and the true table that the camera looks at. */
struct table {
	char id[SESSION_ID_SIZE]; /* "" before it is open */
	const struct mk_game *game;
	uint64_t version; /* the newest that was answered */
	bool removed;
	struct recorder recorders[RECORDERS];
	_Alignas(max_align_t) unsigned char world[MAX_WORLD];
};

static struct {
	const uint8_t *at, *end;
	struct journal *journal;
	struct sessions *sessions;
	struct table tables[TABLES];
	struct fake_pool pool;
	unsigned asked, answered;
	int64_t now_ms;
	struct mk_rng rng;
} fuzz;

static uv_loop_t loop;
static unsigned long steps_taken; /* of all inputs */

static unsigned next(unsigned below)
{
	return fuzz.at < fuzz.end ? *fuzz.at++ % below : 0;
}

static int64_t now_ms(void)
{
	return fuzz.now_ms;
}

static void draw(void *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		((unsigned char *)bytes)[i] = (unsigned char)mk_rng_below(&fuzz.rng, 256);
	}
}

static struct mk_world *world_of(struct table *table)
{
	return (struct mk_world *)(void *)table->world;
}

/* ---- answers -------------------------------------------------------------------------------- */

static struct table *table_named(const char *id)
{
	for (int i = 0; i < TABLES; i++) {
		if (strcmp(fuzz.tables[i].id, id) == 0) {
			return &fuzz.tables[i];
		}
	}
	return NULL;
}

/* Versions only grow, and what is shown is never broken. */
static void check_shown(struct table *table, const struct session *session)
{
	require(session->version >= table->version && session->view != NULL);
	require(session->outcome == session->game->outcome(session->view));
	require(!session->advice || session->advice->count <= MK_MAX_MOVES);
	table->version = session->version;
}

static void on_answer(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct table *table = session ? table_named(session->id) : NULL;

	(void)context;
	fuzz.answered++;
	require(status == MK_OK ? session && !error : error && error->status == status);
	require(status == MK_OK || (error->code[0] && error->detail[0]));
	if (table && !table->removed) {
		check_shown(table, session);
	}
}

static void on_opened(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct table *table = context;

	if (status == MK_OK) {
		memcpy(table->id, session->id, sizeof table->id);
	}
	on_answer(NULL, status, session, error);
}

static void on_removed(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct table *table = context;

	table->removed |= status == MK_OK;
	on_answer(NULL, status, session, error);
}

static void notify(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	struct recorder *recorder = (struct recorder *)(void *)subscriber;

	require(recorder->listens && session->version >= recorder->version);
	recorder->version = session->version;
	if (notification == SESSION_DELETED) {
		recorder->listens = false;
	}
}

static void on_listening(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct recorder *recorder = context;

	recorder->waits = false;
	recorder->listens = status == MK_OK;
	on_answer(NULL, status, session, error);
}

/* ---- what is done --------------------------------------------------------------------------- */

static struct change_precondition condition(const struct table *table)
{
	unsigned kind = next(8);

	return (struct change_precondition){.any_version = kind > 0,
		.version = table->version,
		.deadline = {.budget_ms = kind & 1 ? 5 : 0, .since_ns = 0, .waits = kind & 2}};
}

static void open_table(struct table *table)
{
	const struct mk_game *game = game_of_byte((uint8_t)next(256));
	const struct mk_preset *preset = &game->presets[next((unsigned)game->preset_count)];
	struct session_spec spec = {.game = game,
		.preset = preset,
		.rules = preset->rules,
		.strategy = &game->strategies[next((unsigned)game->strategy_count)]};

	if (table->game) {
		return;
	}
	require(game->world_size <= MAX_WORLD);
	table->game = game;
	game->deal(world_of(table), &spec.rules, &fuzz.rng);
	fuzz.asked++;
	sessions_add(fuzz.sessions, &spec, on_opened, table);
}

/* One of the seats plays a move. */
static void play(struct table *table)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	if (mk_game_seat_to_move(table->game, world_of(table)) == MK_NO_SEAT) {
		return;
	}
	count = mk_game_world_moves(table->game, world_of(table), moves);
	if (count > 0) {
		table->game->apply(world_of(table), moves[next(256) % count]);
	}
}

static void show_frame(struct table *table)
{
	_Alignas(max_align_t) unsigned char buffer[MAX_WORLD];
	struct mk_snapshot *seen = (struct mk_snapshot *)(void *)buffer;
	struct change_precondition its = condition(table);
	struct session_frame frame = {.camera = next(2) ? "left" : NULL, .numbered = next(2)};

	require(table->game->snapshot_size <= sizeof buffer);
	memset(buffer, 0, sizeof buffer);
	frame.number = next(8);
	mk_game_observe(table->game, world_of(table), 0, seen);
	fuzz.asked++;
	sessions_post_snapshot(
		fuzz.sessions, table->id, table->game, seen, &frame, &its, on_answer, NULL);
}

static void play_and_show(struct table *table)
{
	play(table);
	show_frame(table);
}

/* One of the moves that the player could make, whether he sees it or not. */
static void tell_move(struct table *table)
{
	struct change_precondition its = condition(table);
	struct mk_move moves[MK_MAX_MOVES];
	char buffer[4096];
	struct mk_text text;
	const struct mk_view *view;
	static _Alignas(max_align_t) unsigned char view_buffer[MAX_WORLD];
	size_t count;
	json_t *json;

	require(table->game->view_size <= sizeof view_buffer);
	view = mk_game_view_of_seat(
		table->game, world_of(table), 0, (struct mk_view *)(void *)view_buffer);
	count = table->game->view_moves(view, moves);
	if (count == 0) {
		return;
	}
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_char(&text, '{');
	table->game->notation->write_move(&text, view, moves[next(256) % count]);
	mk_text_char(&text, '}');
	json = json_loads(buffer, 0, NULL);
	require(json != NULL);
	fuzz.asked++;
	sessions_post_move(fuzz.sessions, table->id, json, &its, on_answer, NULL);
	json_decref(json);
}

static void undo(struct table *table)
{
	struct change_precondition its = condition(table);
	int steps = (int)next(6) - 2;

	fuzz.asked++;
	sessions_undo(fuzz.sessions, table->id, steps ? steps : 1, &its, on_answer, NULL);
}

/* 0 is none. */
static mk_card card_numbered(unsigned number)
{
	return number ? (mk_card)(MK_FIRST_CARD + number - 1) : MK_NO_CARD;
}

static void correct(struct table *table)
{
	struct change_precondition its = condition(table);
	struct session_correction request = {.by_event = next(2), .empty = next(8) == 0};

	request.event = 1 + next(8);
	request.place.position = (uint8_t)next(14);
	request.place.index = (uint8_t)next(6);
	request.place.card = request.empty ? MK_NO_CARD : card_numbered(next(MK_DECK + 1));
	fuzz.asked++;
	sessions_correct(fuzz.sessions, table->id, &request, &its, on_answer, NULL);
}

/* The table as the player knows it, in this game or another one. */
static void adopt(struct table *table)
{
	struct change_precondition its = condition(table);
	struct table *other = &fuzz.tables[next(TABLES)];
	static _Alignas(max_align_t) unsigned char view_buffer[MAX_WORLD];
	static char buffer[BUFFER_SIZE];
	struct mk_text text;
	json_t *json;

	if (!other->game) {
		return;
	}
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_char(&text, '{');
	mk_table_write_fields(&text, other->game,
		mk_game_view_of_seat(
			other->game, world_of(other), 0, (struct mk_view *)(void *)view_buffer));
	mk_text_char(&text, '}');
	json = json_loads(buffer, 0, NULL);
	require(json != NULL);
	fuzz.asked++;
	sessions_set_table(fuzz.sessions, table->id, json, &its, on_answer, NULL);
	json_decref(json);
}

static void change(struct table *table)
{
	static const char *const names[] = {"kitchen", "", "ærø", NULL};
	struct change_precondition its = condition(table);
	enum mk_language language = (enum mk_language)next(MK_LANGUAGES);
	unsigned strategy = next((unsigned)table->game->strategy_count + 1);
	struct session_change request = {.language = next(2) ? &language : NULL,
		.strategy = strategy ? &table->game->strategies[strategy - 1] : NULL,
		.renames = next(2),
		.name = names[next(4)]};

	fuzz.asked++;
	sessions_update(fuzz.sessions, table->id, &request, &its, on_answer, NULL);
}

static void listen_or_leave(struct table *table)
{
	struct recorder *recorder = &table->recorders[next(RECORDERS)];

	if (recorder->listens) {
		sessions_unsubscribe(fuzz.sessions, &recorder->subscriber);
		/* A subscriber that leaves before the answer gets none. */
		fuzz.asked -= recorder->waits;
		recorder->listens = recorder->waits = false;
	} else if (!recorder->subscriber.of) {
		*recorder = (struct recorder){
			.subscriber = {.notify = notify}, .listens = true, .waits = true};
		fuzz.asked++;
		sessions_subscribe(
			fuzz.sessions, table->id, &recorder->subscriber, on_listening, recorder);
	}
}

static void find(struct table *table)
{
	fuzz.asked++;
	sessions_get(fuzz.sessions, table->id, on_answer, NULL);
}

static void remove_table(struct table *table)
{
	struct change_precondition its = condition(table);

	if (next(4) == 0) {
		fuzz.asked++;
		sessions_remove(fuzz.sessions, table->id, &its, on_removed, table);
	}
}

static void on_expired(void *context, unsigned removed, bool more)
{
	(void)context;
	(void)more;
	(void)removed;
	fuzz.answered++;
}

/* Searches beside the sessions are run; thoughts, which would take their time, end without. */
static void end_work(unsigned place)
{
	struct job *work = fake_pool_take(&fuzz.pool, place);

	if (!work->on_progress) {
		work->run(work, NULL);
	}
	work->done(work);
}

/* ---- what must hold when all is answered ---------------------------------------------------- */

/* Each call answers so many requests at most. */
static void deliver_all(void)
{
	unsigned before;

	do {
		before = fuzz.answered;
		sessions_deliver_ready(fuzz.sessions);
	} while (fuzz.answered != before);
}

static void settle(void)
{
	do {
		deliver_all();
		fake_pool_end_withdrawn(&fuzz.pool);
		while (fuzz.pool.count > 0) {
			end_work(0);
		}
		fake_pool_end_withdrawn(&fuzz.pool);
		deliver_all();
	} while (fuzz.pool.count > 0 || fuzz.pool.withdrawn_count > 0);
	require(fuzz.asked == fuzz.answered);
}

static struct sessions_options options(void)
{
	return (struct sessions_options){.journal = fuzz.journal,
		.workers = &fuzz.pool.workers,
		.kept = 1,
		.waiting_limit = 3,
		.confidence = 1,
		.repeats = 0.02F,
		.auto_repair = true,
		.now_ms = now_ms,
		.random = draw};
}

/* As a daemon sees it that is started on the same journal. */
static void check_anew(void)
{
	static struct copy now, anew;
	struct sessions_options its = options();
	struct sessions *others = sessions_create(&its);

	for (int i = 0; i < TABLES; i++) {
		if (fuzz.tables[i].id[0]) {
			sessions_get(fuzz.sessions, fuzz.tables[i].id, copy_take, &now);
			sessions_get(others, fuzz.tables[i].id, copy_take, &anew);
			sessions_deliver_ready(fuzz.sessions);
			require(copy_same(&now, &anew));
			require(now.status == MK_OK || fuzz.tables[i].removed);
		}
	}
	sessions_destroy(others);
}

/* ---- the run -------------------------------------------------------------------------------- */

/* Unused sessions may be deleted; then none of the tables can be asked for again. */
static void expire(void)
{
	fuzz.asked++;
	sessions_expire(fuzz.sessions, fuzz.now_ms, 1, on_expired, NULL);
	for (int i = 0; i < TABLES; i++) {
		fuzz.tables[i].removed = true;
	}
}

static void step(void)
{
	static void (*const deeds[])(struct table * table) = {play_and_show, play_and_show,
		play_and_show, play_and_show, show_frame, play, tell_move, tell_move, undo, undo,
		correct, correct, adopt, change, listen_or_leave, find, remove_table};
	struct table *table = &fuzz.tables[next(TABLES)];
	unsigned deed = next(sizeof deeds / sizeof deeds[0] + 7);

	steps_taken++;
	fake_pool_end_withdrawn(&fuzz.pool);
	fuzz.now_ms += next(64);
	if (deed < 4) {
		sessions_deliver_ready(fuzz.sessions);
	} else if (deed == 4 && fuzz.pool.count > 0) {
		end_work(next(fuzz.pool.count));
	} else if (deed == 5) {
		settle();
		check_anew();
	} else if (deed == 6 && next(16) == 15) {
		expire();
	} else if (!table->id[0]) {
		open_table(table);
	} else if (deed >= 7) {
		deeds[deed - 7](table);
	}
}

__attribute__((destructor)) static void conclude_path(void)
{
	fprintf(stderr, "%lu steps\n", steps_taken);
}

static void on_stopped(void *context)
{
	*(bool *)context = true;
}

static void finish(void)
{
	bool stopped = false;

	fuzz.journal->methods->stop(fuzz.journal, on_stopped, &stopped);
	while (!stopped) {
		uv_run(&loop, UV_RUN_NOWAIT);
	}
	sessions_destroy(fuzz.sessions);
	fuzz.journal->methods->destroy(fuzz.journal);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct sessions_options its;
	struct mk_error error;

	if (!loop.data) {
		uv_loop_init(&loop);
		loop.data = &loop;
	}
	memset(&fuzz, 0, sizeof fuzz);
	fuzz.at = bytes;
	fuzz.end = bytes + size;
	fuzz.now_ms = 1;
	fake_pool_init(&fuzz.pool, MAX_HELD);
	mk_rng_init(&fuzz.rng, next(256), 0);
	fuzz.journal = store_open("memory:", &loop, &error);
	its = options();
	fuzz.sessions = sessions_create(&its);
	for (int i = 0; i < MAX_STEPS && fuzz.at < fuzz.end; i++) {
		step();
	}
	settle();
	check_anew();
	finish();
	return 0;
}
