/*
 * A misreading of some moves ago, found where three pictures contradict what is known: proposed, or
 * repaired automatically; and every way in which that fails.
 */
#include "base/sanitized.h"
#include "port/worker_pool.h"
#include "session/memory_store.h"
#include "session/sessions.h"

#include <criterion/criterion.h>
#include <makker/game.h>
#include <malloc.h>
#include <string.h>
#include <uv.h>

#define FIRST "KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"
#define FOLLOWED "KS,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D"
/* The four of clubs was really the four of spades: it went onto the five of hearts. */
#define REALLY "KS,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D"

static struct memory_store store;
static struct sessions *sessions;
static const struct mk_game *game;
static int frames;

/* The last answer; its pointers may be invalid. */
static struct {
	unsigned count;
	enum mk_status status;
	char code[32];
	struct session session;
	bool has_repair;
	struct mk_repair repair;
	_Alignas(max_align_t) unsigned char view[1 << 13];
} last;

static void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	(void)context;
	last.count++;
	last.status = status;
	strcpy(last.code, error ? error->code : "");
	if (!session) {
		return;
	}
	last.session = *session;
	last.has_repair = session->repair != NULL;
	if (session->repair) {
		last.repair = *session->repair;
	}
	memcpy(last.view, session->view, game->view_size);
}

/* ---- A daemon's inside ---------------------------------------------------------------------- */

static void start(bool automatic, struct worker_pool *workers)
{
	sessions = sessions_create(&(struct sessions_options){.journal = store.journal,
		.workers = workers,
		.kept = 4,
		.waiting_limit = 4,
		.confidence = 1,
		.repeats = 0.02F,
		.auto_repair = automatic,
		.now_ms = still_clock_ms,
		.random = count_up});
}

static void open_journal(void)
{
	game = mk_game_find("klondike");
	memory_store_open(&store);
}

static void close_journal(void)
{
	store.journal->methods = store.methods;
	sessions_destroy(sessions);
	memory_store_close(&store);
}

TestSuite(mend, .init = open_journal, .fini = close_journal);

static const struct change_precondition always = {.any_version = true};

static void ask(const char *line, int64_t number)
{
	struct session_frame frame = {
		.camera = number ? "top" : NULL, .number = number, .numbered = number != 0};
	_Alignas(max_align_t) unsigned char seen[1 << 12];
	struct mk_error error;

	cr_assert_leq(game->snapshot_size, sizeof seen);
	cr_assert_eq(mk_snapshot_read_line(
			     game, line, strlen(line), (struct mk_snapshot *)(void *)seen, &error),
		MK_OK);
	last.count = 0;
	sessions_post_snapshot(sessions, last.session.id, game, (struct mk_snapshot *)(void *)seen,
		&frame, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
}

/* ---- Workers that hold what they are given -------------------------------------------------- */

static struct job *held;
static bool full;

static bool hold(struct worker_pool *workers, struct job *job)
{
	(void)workers;
	held = full ? NULL : job;
	return !full;
}

static unsigned queue_factor(struct worker_pool *workers)
{
	(void)workers;
	return 1;
}

static const struct worker_pool_methods methods = {.submit = hold, .queue_factor = queue_factor};
static struct worker_pool workers = {&methods};

/* Ends what is held, which may have the workers hold something else. */
static void end_held(bool run)
{
	struct job *job = held;

	held = NULL;
	if (run) {
		job->run(job, NULL);
	}
	job->done(job);
	uv_run(&store.loop, UV_RUN_DEFAULT);
}

static void let_go(bool run)
{
	end_held(run);
	cr_assert_eq(last.count, 1);
}

static enum mk_status see(const char *line)
{
	ask(line, frames ? frames++ : 0);
	while (held) {
		end_held(true);
	}
	cr_assert_eq(last.count, 1);
	return last.status;
}

/* A session with the misreading, and two pictures that contradict it. */
static void play(void)
{
	struct session_spec spec = {.game = game,
		.preset = &game->presets[0],
		.rules = game->presets[0].rules,
		.strategy = &game->strategies[0]};

	sessions_add(sessions, &spec, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	cr_assert_eq(see(FIRST), MK_OK);
	cr_assert_eq(see(FOLLOWED), MK_OK);
	cr_assert_eq(see(REALLY), MK_CONFLICT);
	cr_assert_eq(see(REALLY), MK_CONFLICT);
	cr_assert_not(last.has_repair);
}

static void assert_nothing_found(void)
{
	cr_assert_eq(last.status, MK_CONFLICT);
	cr_assert_str_eq(last.code, "snapshot_contradiction");
	cr_assert_eq(last.session.version, 2);
	cr_assert_eq(last.session.sync, SESSION_DESYNCED);
	cr_assert_not(last.has_repair);
}

/* ---- Found repairs -------------------------------------------------------------------------- */

Test(mend, the_third_picture_is_answered_with_the_misreading_that_would_explain_it)
{
	start(false, NULL);
	play();
	cr_assert_eq(see(REALLY), MK_CONFLICT);
	cr_assert_eq(last.session.version, 2);
	cr_assert(last.has_repair);
	cr_assert_eq(last.repair.event, 2);
	cr_assert_eq(last.repair.was, MK_CARD(4, MK_CLUBS));
	cr_assert_eq(last.repair.card, MK_CARD(4, MK_SPADES));
}

Test(mend, a_unique_repair_is_applied_automatically_with_auto_repair)
{
	frames = 1;
	start(true, NULL);
	play();
	cr_assert_eq(see(REALLY), MK_OK);
	cr_assert_eq(last.session.version, 3);
	cr_assert_not(last.has_repair);
	cr_assert_eq(see(REALLY), MK_OK);
	cr_assert_eq(last.session.sync, SESSION_IN_SYNC);
}

Test(mend, a_repaired_table_is_kept_over_a_restart)
{
	unsigned char view[1 << 13];
	uint64_t version;

	start(true, NULL);
	play();
	cr_assert_eq(see(REALLY), MK_OK);
	cr_assert_eq(see(REALLY), MK_OK);
	memcpy(view, last.view, game->view_size);
	version = last.session.version;
	sessions_destroy(sessions);
	start(true, NULL);
	sessions_get(sessions, last.session.id, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	cr_assert_eq(last.session.version, version);
	cr_assert_arr_eq(view, last.view, game->view_size);
}

Test(mend, an_automatic_repair_is_undone_in_one_step)
{
	frames = 1;
	start(true, NULL);
	play();
	cr_assert_eq(see(REALLY), MK_OK);
	sessions_undo(sessions, last.session.id, 1, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	cr_assert_eq(last.status, MK_OK);
	cr_assert_eq(see(FOLLOWED), MK_OK);
	cr_assert_eq(last.session.sync, SESSION_IN_SYNC);
}

Test(mend, a_repaired_frame_is_not_applied_twice)
{
	frames = 1;
	start(true, NULL);
	play();
	cr_assert_eq(see(REALLY), MK_OK);
	/* A picture of before, which comes late under this number, would be a contradiction. */
	ask(FOLLOWED, frames - 1);
	cr_assert_eq(last.status, MK_OK);
	cr_assert_eq(last.session.version, 3);
}

/* ---- Failed searches ------------------------------------------------------------------------ */

/* The snapshot after a contradicting one is processed by a background job, too. */
static void ask_and_look(void)
{
	ask(REALLY, 0);
	cr_assert_eq(last.count, 0);
	end_held(true);
}

Test(mend, the_search_is_a_background_job)
{
	start(true, &workers);
	play();
	ask_and_look();
	cr_assert_eq(last.count, 0);
	let_go(true);
	cr_assert_eq(last.status, MK_OK);
	cr_assert_eq(last.session.version, 3);
}

/* ---- Memory freed by the loop --------------------------------------------------------------- */

static size_t allocated_bytes(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/* The copy of even a short journal is larger than what a job finds. */
static void assert_history_is_freed_by_the_job(void)
{
	struct job *job = held;
	size_t before, after;

	cr_assert_not_null(job);
	held = NULL;
	before = allocated_bytes();
	job->run(job, NULL);
	after = allocated_bytes();
	job->done(job);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	if (!IS_WATCHED) { /* there mallinfo2() counts nothing */
		cr_assert_lt(after, before);
	}
}

Test(mend, the_search_frees_its_copy_of_the_history_in_the_background)
{
	start(true, &workers);
	play();
	ask_and_look();
	assert_history_is_freed_by_the_job();
	cr_assert_eq(last.session.version, 3);
}

Test(mend, a_correction_frees_its_copy_of_the_history_in_the_background)
{
	struct session_correction request = {.by_event = true};

	start(false, &workers);
	play();
	cr_assert_eq(see(REALLY), MK_CONFLICT);
	request.event = last.repair.event;
	request.place = (struct mk_place){.position = last.repair.position,
		.index = last.repair.index,
		.card = last.repair.card};
	last.count = 0;
	sessions_correct(sessions, last.session.id, &request, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	assert_history_is_freed_by_the_job();
	cr_assert_eq(last.count, 1);
	cr_assert_eq(last.status, MK_OK, "%s", last.code);
}

Test(mend, without_a_thread_for_the_search_the_snapshot_is_a_plain_contradiction)
{
	start(true, &workers);
	play();
	ask(REALLY, 0);
	full = true;
	let_go(true);
	assert_nothing_found();
	full = false;
	ask_and_look();
	let_go(true);
	cr_assert_eq(last.status, MK_OK);
}

Test(mend, without_a_thread_for_the_snapshot_it_is_rejected_as_retryable)
{
	start(true, &workers);
	play();
	full = true;
	ask(REALLY, 0);
	cr_assert_eq(last.count, 1);
	cr_assert_eq(last.status, MK_BUSY);
	full = false;
	ask_and_look();
	let_go(true);
	cr_assert_eq(last.status, MK_OK);
	cr_assert_eq(last.session.version, 3);
}

Test(mend, a_snapshot_job_that_never_ran_changes_nothing)
{
	start(true, &workers);
	play();
	ask(REALLY, 0);
	let_go(false);
	cr_assert_eq(last.status, MK_BUSY);
	cr_assert_eq(see(REALLY), MK_OK);
	cr_assert_eq(last.session.version, 3);
}

Test(mend, a_search_that_never_ran_has_found_nothing)
{
	start(true, &workers);
	play();
	ask_and_look();
	let_go(false);
	assert_nothing_found();
}

static void load_nothing(struct journal *its, const char *id, uint64_t after, unsigned limit,
	journal_loaded *loaded, void *context)
{
	(void)its, (void)id, (void)after, (void)limit;
	loaded(context, MK_IO, NULL, NULL, 0);
}

/* Two events that this session never had. */
static void load_nonsense(struct journal *its, const char *id, uint64_t after, unsigned limit,
	journal_loaded *loaded, void *context)
{
	static const struct journal_event events[] = {
		{.version = 1, .kind = "snapshot", .body = "{\"finding\":7}"},
		{.version = 2, .kind = "dinner", .body = "{}"}};
	struct journal_session row = {.version = 2};

	(void)its, (void)after, (void)limit;
	strcpy(row.id, id);
	loaded(context, MK_OK, &row, events, 2);
}

static void assert_nothing_loaded(void (*load)(struct journal *its, const char *id, uint64_t after,
	unsigned limit, journal_loaded *loaded, void *context))
{
	struct journal_methods broken = *store.methods;

	start(true, NULL);
	play();
	broken.load = load;
	store.journal->methods = &broken;
	see(REALLY);
	assert_nothing_found();
	store.journal->methods = store.methods;
	cr_assert_eq(see(REALLY), MK_OK);
}

Test(mend, a_journal_that_cannot_be_read_leaves_a_contradiction)
{
	assert_nothing_loaded(load_nothing);
}

Test(mend, impossible_events_leave_a_contradiction)
{
	assert_nothing_loaded(load_nonsense);
}
