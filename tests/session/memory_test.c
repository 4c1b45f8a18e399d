/*
 * Without memory: the first allocation of an operation fails, then the second, and so on until one
 * comes through without a failure. A failed one was answered so, changed nothing, leaks nothing
 * (which ASan sees), and the next try works.
 *
 * Allocations of all our code fail (starvation.c), jansson's are ours. The
 * stores are not part of this: without memory for a task they end the process, which loses nothing.
 */
#include "session/sessions.h"
#include "session/starvation.h"
#include "store/store.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <jansson.h>
#include <makker/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { MAX_VIEW = 1 << 13, MAX_FAILURES = 5000 };

/* ---- a daemon's inside ---------------------------------------------------------------------- */

struct answer {
	unsigned count;
	enum mk_status status;
	char code[32];
	uint64_t version;
	char id[SESSION_ID_SIZE];
	_Alignas(max_align_t) unsigned char view[MAX_VIEW];
};

static struct {
	uv_loop_t loop;
	char folder[64];
	struct journal *journal;
	struct sessions *sessions;
	struct answer last; /* of what the test does */
	char id[SESSION_ID_SIZE];
	json_t *move, *table; /* what clients send is there before */
	bool stopped;
} inside;

static int64_t now_ms(void)
{
	return 1000;
}

static void draw(void *bytes, size_t length)
{
	static uint64_t drawn;

	for (size_t i = 0; i < length; i++) {
		drawn = drawn * 6364136223846793005 + 1442695040888963407;
		((unsigned char *)bytes)[i] = (unsigned char)(drawn >> 56);
	}
}

static void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct answer *answer = context;

	answer->count++;
	answer->status = status;
	snprintf(answer->code, sizeof answer->code, "%s", error ? error->code : "");
	if (session) {
		answer->version = session->version;
		memcpy(answer->id, session->id, sizeof answer->id);
		memcpy(answer->view, session->view, session->game->view_size);
	}
}

static void wait_for(const struct answer *answer)
{
	sessions_deliver_ready(inside.sessions);
	while (answer->count == 0) {
		uv_run(&inside.loop, UV_RUN_ONCE);
	}
	cr_assert_eq(answer->count, 1, "every call is answered once");
}

static void on_stopped(void *context)
{
	*(bool *)context = true;
}

static void open_inside(const char *url)
{
	struct mk_error error;

	inside.journal = store_open(url, &inside.loop, &error);
	cr_assert_not_null(inside.journal, "%s", error.detail);
	inside.sessions = sessions_create(&(struct sessions_options){
		.journal = inside.journal,
		.waiting_limit = 4,
		.confidence = 1,
		.now_ms = now_ms,
		.random = draw,
	});
}

static void close_inside(void)
{
	inside.stopped = false;
	inside.journal->methods->stop(inside.journal, on_stopped, &inside.stopped);
	while (!inside.stopped) {
		uv_run(&inside.loop, UV_RUN_ONCE);
	}
	sessions_destroy(inside.sessions);
	inside.journal->methods->destroy(inside.journal);
}

/* ---- what is done --------------------------------------------------------------------------- */

static const struct change_precondition always = {.any_version = true};
static struct session_subscriber recorder;

static const struct mk_game *klondike(void)
{
	return mk_game_find("klondike");
}

/* The picture that prepare() shows is 1; what was not carried out may be sent again. */
static void show(const char *line, int64_t number, struct answer *answer)
{
	_Alignas(max_align_t) unsigned char buffer[MAX_VIEW] = {0};
	struct mk_snapshot *seen = (struct mk_snapshot *)(void *)buffer;
	struct session_frame frame = {.camera = "left", .numbered = true, .number = number};
	struct mk_error error;

	cr_assert_eq(mk_snapshot_read_line(klondike(), line, strlen(line), seen, &error), MK_OK);
	sessions_post_snapshot(
		inside.sessions, inside.id, klondike(), seen, &frame, &always, note, answer);
}

static void begin_table(struct answer *answer)
{
	struct session_spec spec = {.game = klondike(),
		.preset = klondike()->presets,
		.rules = klondike()->presets[0].rules,
		.strategy = klondike()->strategies,
		.name = "kitchen",
		.token_hashes = "none"};

	sessions_add(inside.sessions, &spec, note, answer);
}

static void begin_in_the_middle(struct answer *answer)
{
	struct session_spec spec = {.game = klondike(),
		.preset = klondike()->presets,
		.rules = klondike()->presets[0].rules,
		.strategy = klondike()->strategies,
		.table = inside.table};

	sessions_add(inside.sessions, &spec, note, answer);
}

static void find(struct answer *answer)
{
	sessions_get(inside.sessions, inside.id, note, answer);
}

static void show_the_move(struct answer *answer)
{
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,4C,9D,8D", 2, answer);
}

static void show_a_contradiction(struct answer *answer)
{
	show("KS,UU,UU,UU,UU,2C,3D,4H,5C,6S,7C,8S", 2, answer);
}

static void tell_a_move(struct answer *answer)
{
	sessions_post_move(inside.sessions, inside.id, inside.move, &always, note, answer);
}

static void take_back(struct answer *answer)
{
	sessions_undo(inside.sessions, inside.id, 1, &always, note, answer);
}

static void put_right(struct answer *answer)
{
	struct session_correction request = {
		.place = {.position = 0, .card = mk_card_read("6S", 2)}};

	sessions_correct(inside.sessions, inside.id, &request, &always, note, answer);
}

static void adopt(struct answer *answer)
{
	sessions_set_table(inside.sessions, inside.id, inside.table, &always, note, answer);
}

static void rename_it(struct answer *answer)
{
	enum mk_language language = MK_GREEK;
	struct session_change request = {.language = &language, .renames = true, .name = "bedroom"};

	sessions_update(inside.sessions, inside.id, &request, &always, note, answer);
}

static void notify(struct session_subscriber *subscriber, enum session_notification notification,
	const struct session *session)
{
	(void)subscriber;
	(void)notification;
	(void)session;
}

static void listen_to(struct answer *answer)
{
	recorder = (struct session_subscriber){.notify = notify};
	sessions_subscribe(inside.sessions, inside.id, &recorder, note, answer);
}

static void forget(struct answer *answer)
{
	sessions_remove(inside.sessions, inside.id, &always, note, answer);
}

/* ---- the walk ------------------------------------------------------------------------------- */

static const struct deed {
	const char *name;
	void (*do_it)(struct answer *answer);
	enum mk_status ends; /* when memory is there */
} deeds[] = {
	{"open", begin_table, MK_OK},
	{"open with a table", begin_in_the_middle, MK_OK},
	{"find", find, MK_OK},
	{"learn", show_the_move, MK_OK},
	{"contradiction", show_a_contradiction, MK_CONFLICT},
	{"move", tell_a_move, MK_OK},
	{"undo", take_back, MK_OK},
	{"correct", put_right, MK_OK},
	{"adopt", adopt, MK_OK},
	{"change", rename_it, MK_OK},
	{"listen", listen_to, MK_OK},
	{"remove", forget, MK_OK},
};

/* A table with one picture, which is in memory or must be loaded (no idle session is kept). */
static void prepare(void)
{
	struct answer answer = {0};

	begin_table(&answer);
	wait_for(&answer);
	memcpy(inside.id, answer.id, sizeof inside.id);
	answer = (struct answer){0};
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", 1, &answer);
	wait_for(&answer);
	cr_assert_eq(answer.version, 1);
}

static struct answer done(void (*do_it)(struct answer *answer), int allocations)
{
	static struct answer answer;

	answer = (struct answer){0};
	starve_after(allocations);
	do_it(&answer);
	wait_for(&answer);
	return answer;
}

/* Is it as it was, or as the deed leaves it? */
static void check_after(const struct deed *deed, const struct answer *failed)
{
	struct answer now;

	starve_after(NOT_STARVED);
	if (recorder.of) {
		sessions_unsubscribe(inside.sessions, &recorder);
	}
	now = done(find, -1);
	if (deed->do_it == forget && failed->status == MK_OK) {
		cr_assert_eq(now.status, MK_NOT_FOUND);
		return;
	}
	cr_assert_eq(now.status, MK_OK, "%s: %s", deed->name, now.code);
	if (failed->status != MK_OK) {
		cr_assert_eq(now.version, 1, "%s changed something", deed->name);
	}
	if (failed->status != deed->ends) {
		now = done(deed->do_it, -1);
		cr_assert_eq(now.status, deed->ends, "%s again: %s", deed->name, now.code);
	}
	if (recorder.of) {
		sessions_unsubscribe(inside.sessions, &recorder);
	}
}

/* Without memory it is a failure like this, or what needed memory was not needed for the answer. */
static void check_failed(const struct deed *deed, const struct answer *failed)
{
	cr_assert(failed->status == deed->ends || failed->status == MK_BUSY ||
			  failed->status == MK_FULL || failed->status == MK_IO,
		"%s: %s (%s)", deed->name, mk_status_name(failed->status), failed->code);
}

static unsigned walk(const struct deed *deed)
{
	for (int allocations = 0; allocations < MAX_FAILURES; allocations++) {
		struct answer answer;
		bool complete;

		prepare();
		answer = done(deed->do_it, allocations);
		complete = starve_left() >= 0;
		check_failed(deed, &answer);
		check_after(deed, &answer);
		if (complete) {
			cr_assert_eq(answer.status, deed->ends, "%s: %s", deed->name, answer.code);
			return (unsigned)allocations;
		}
	}
	cr_assert_fail("%s: there is no end", deed->name);
	return 0;
}

static const char whole_table[] =
	"{\"columns\":[{\"unseen\":0,\"cards\":[\"5S\"]},{\"unseen\":1,\"cards\":[\"5H\"]},"
	"{\"unseen\":2,\"cards\":[\"QC\"]},{\"unseen\":3,\"cards\":[\"7H\"]},"
	"{\"unseen\":4,\"cards\":[\"8D\"]},{\"unseen\":5,\"cards\":[\"9D\"]},"
	"{\"unseen\":6,\"cards\":[\"9C\"]}],\"draw_pile\":{\"cards\":[\"KD\"]}}";

static void walk_all(const char *url)
{
	unsigned failures = 0;

	uv_loop_init(&inside.loop);
	json_set_alloc_funcs(malloc, free);
	inside.move = json_pack("{s:s, s:s}", "kind", "draw", "revealed", "2C");
	inside.table = json_loads(whole_table, 0, NULL);
	cr_assert(inside.move && inside.table);
	open_inside(url);
	for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
		failures += walk(&deeds[i]);
	}
	cr_assert_gt(failures, 50, "%u allocations are too few to be all", failures);
	json_decref(inside.move);
	json_decref(inside.table);
	close_inside();
	while (uv_loop_close(&inside.loop) != 0) {
		uv_run(&inside.loop, UV_RUN_DEFAULT);
	}
}

Test(memory, every_allocation_of_every_change_fails_once_in_memory)
{
	walk_all("memory:");
}

Test(memory, every_allocation_of_every_change_fails_once_beside_sqlite)
{
	char url[128], command[128];

	/* Thousands of commits, none of which is about the disk: better where there is none. */
	snprintf(inside.folder, sizeof inside.folder, "%s/makker-memory-XXXXXX",
		access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	cr_assert_not_null(mkdtemp(inside.folder));
	snprintf(url, sizeof url, "sqlite:%s/makker.db", inside.folder);
	walk_all(url);
	snprintf(command, sizeof command, "rm -r %s", inside.folder);
	cr_assert_eq(system(command), 0);
}
