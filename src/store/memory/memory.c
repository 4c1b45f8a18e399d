/*
 * A journal in memory, for tests and trials; it is lost at the end of the process.
 *
 * Writes take effect at once; only their callbacks wait until the loop has read its input. So a
 * callback costs no system call, and the loop does not sleep while one is due. Writes beyond the
 * turn's budget are completed in the next turn, before new ones.
 */
#include "base/limits.h"
#include "port/turn.h"
#include "store/memory/rows.h"
#include "store/memory/walk.h"
#include "store/store_base.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>
#include <uv.h>

struct memory;

/* A call whose callback is due; reads take place at that time. */
struct due {
	void (*answer)(struct memory *memory, const struct due *due);
	void *context;
	enum mk_status status;
	union {
		journal_done *done;
		journal_loaded *loaded;
		journal_tops *tops_loaded;
		journal_listed *listed;
		journal_tallied *tallied;
		journal_simulations *simulations;
	};
	char id[SESSION_ID_SIZE]; /* to load, or the cursor of a list; "": from the newest */
	uint64_t after;
	uint64_t upto; /* a version */
	unsigned limit;
	int64_t before_ms;
	int64_t after_ms; /* creation time of the cursor's session */
	char game[sizeof((struct journal_session *)0)->game]; /* "": all */
	char state[sizeof((struct journal_session *)0)->status];
};

struct dues {
	struct due *all;
	size_t answered; /* completed ones of `count` */
	size_t count, capacity;
};

/* More than one request makes: a larger number comes from many requests. */
enum { MAX_AT_ONCE = 64 };

/* An iteration over the sessions, and the call that is completed at its end. */
struct journey {
	struct memory_walk walk; /* first: a walk is its journey */
	struct due due;
	void (*end)(struct journey *journey); /* completes the call */
	struct journal_outcome_count *tallies;
	size_t tally_count;
};

struct memory {
	struct store store;
	struct memory_sessions sessions;
	struct memory_simulations simulations;
	struct dues dues, answering;
	struct memory_walk *walks; /* each that of a journey */
	uv_check_t check;          /* runs callbacks after the loop has read its input */
	uv_idle_t idle;            /* keeps the loop from sleeping until then */
	const uv_loop_t *loop;
	void (*stopped)(void *context);
	void *stopped_context;
	unsigned open_handles;
};

static struct memory *memory_journal_of(struct journal *journal)
{
	return (struct memory *)(void *)journal;
}

/* ---- due calls ------------------------------------------------------------------------------ */

static void on_handle_closed(uv_handle_t *handle)
{
	struct memory *memory = handle->data;

	if (--memory->open_handles == 0) {
		memory->stopped(memory->stopped_context);
	}
}

static void close_handles(struct memory *memory)
{
	uv_close((uv_handle_t *)&memory->check, on_handle_closed);
	uv_close((uv_handle_t *)&memory->idle, on_handle_closed);
}

static bool is_busy(const struct memory *memory)
{
	return memory->dues.count > 0 || memory->answering.count > 0 || memory->walks;
}

static void rest(struct memory *memory)
{
	if (is_busy(memory)) {
		return;
	}
	uv_check_stop(&memory->check);
	uv_idle_stop(&memory->idle);
	if (memory->stopped) {
		close_handles(memory);
	}
}

/* ---- iterations over several turns ---------------------------------------------------------- */

static void journey_end(struct journey *journey)
{
	journey->end(journey);
	free(journey->walk.found);
	free(journey->tallies);
}

/* Completes at once if few sessions have to be visited. */
static void journey_begin(struct memory *memory, struct journey *journey)
{
	struct journey *kept;

	journey->walk.sessions = &memory->sessions;
	if (memory_walk_on(&journey->walk)) {
		journey_end(journey);
		return;
	}
	kept = store_realloc(NULL, sizeof *kept);
	*kept = *journey;
	DL_APPEND2(memory->walks, &kept->walk, previous, next);
}

/*
 * Advances each iteration by at most one piece, round robin, within the turn's budget. Iterations
 * started by callbacks continue in the next turn.
 */
static void journeys_go_on(struct memory *memory)
{
	struct memory_walk *last = memory->walks ? memory->walks->previous : NULL;
	bool more = last != NULL;

	while (more) {
		struct memory_walk *walk = memory->walks;
		struct journey *journey = (struct journey *)walk;

		more = walk != last;
		DL_DELETE2(memory->walks, walk, previous, next);
		if (memory_walk_on(walk)) {
			journey_end(journey);
			free(journey);
		} else {
			DL_APPEND2(memory->walks, walk, previous, next);
		}
		more = more && !turn_is_spent(memory->loop);
	}
}

/* Calls made by callbacks are queued after the waiting ones. */
static void begin_answers(struct memory *memory)
{
	struct dues answered = memory->answering;

	if (answered.count == 0) {
		memory->answering = memory->dues;
		memory->dues = answered;
	}
}

static void answer_next(struct memory *memory)
{
	struct dues *answering = &memory->answering;
	const struct due *due = &answering->all[answering->answered++];

	memory->store.figures.waiting--;
	due->answer(memory, due);
	if (answering->answered == answering->count) {
		answering->answered = answering->count = 0;
	}
}

static void on_check(uv_check_t *check)
{
	struct memory *memory = check->data;
	bool spent = false;

	journeys_go_on(memory);
	begin_answers(memory);
	while (memory->answering.count > 0 && !spent) {
		answer_next(memory);
		spent = turn_is_spent(memory->loop);
	}
	rest(memory);
}

/*
 * Completes the calls of a request without a turn of the loop, since all data is in memory.
 * Callbacks left by earlier turns come first; they use a part of this turn's time for HTTP.
 */
static void memory_deliver_ready(struct journal *journal)
{
	struct memory *memory = memory_journal_of(journal);

	for (int i = 0; i < MAX_AT_ONCE && memory->dues.count + memory->answering.count > 0; i++) {
		begin_answers(memory);
		answer_next(memory);
	}
	rest(memory);
}

static void on_idle(uv_idle_t *idle)
{
	(void)idle;
}

/* Adds a due call. */
static struct due *add_due(struct memory *memory, void *context)
{
	struct dues *dues = &memory->dues;
	struct due *due;

	if (dues->count == dues->capacity) {
		dues->capacity = dues->capacity ? 2 * dues->capacity : 64;
		dues->all = store_realloc(dues->all, dues->capacity * sizeof *dues->all);
	}
	if (!is_busy(memory)) {
		uv_check_start(&memory->check, on_check);
		uv_idle_start(&memory->idle, on_idle);
	}
	memory->store.figures.waiting++;
	due = &dues->all[dues->count++];
	due->context = context;
	return due;
}

static void answer_done(struct memory *memory, const struct due *due)
{
	(void)memory;
	due->done(due->context, due->status);
}

static void due_done(
	struct memory *memory, enum mk_status status, journal_done *done, void *context)
{
	struct due *due = add_due(memory, context);

	due->answer = answer_done;
	due->status = status;
	due->done = done;
}

/* ---- writing -------------------------------------------------------------------------------- */

static void memory_create(struct journal *journal, const struct journal_session *session,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	struct memory *memory = memory_journal_of(journal);
	uint64_t max_owned = limits_value(memory->store.limits, LIMIT_TOKEN_SESSIONS);
	enum mk_status status = MK_OK;

	(void)idempotency;
	if (memory_find(&memory->sessions, session->id)) {
		status = MK_CONFLICT;
	} else if (!memory_keep(&memory->sessions, session, max_owned)) {
		status = MK_FULL;
	}
	memory->store.figures.commits += status == MK_OK;
	due_done(memory, status, done, context);
}

static void memory_append(struct journal *journal, const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	struct memory *memory = memory_journal_of(journal);
	struct kept *kept = memory_find(&memory->sessions, session->id);
	enum mk_status status = MK_OK;

	(void)idempotency;
	if (!kept) {
		status = MK_NOT_FOUND;
	} else if (kept->row.version + 1 != event->version) {
		status = MK_CONFLICT;
	} else {
		memory_add_event(kept, session, event);
		memory->store.figures.commits++;
		memory->store.figures.appends++;
	}
	due_done(memory, status, done, context);
}

static bool has_events(const struct kept *kept, const struct journal_event *events, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (events[i].version == 0 || events[i].version > kept->count) {
			return false;
		}
	}
	return true;
}

static void memory_index_events(struct journal *journal, const char *id,
	const struct journal_event *events, size_t count, journal_done *done, void *context)
{
	struct memory *memory = memory_journal_of(journal);
	struct kept *kept = memory_find(&memory->sessions, id);

	if (!kept || !has_events(kept, events, count)) {
		due_done(memory, MK_NOT_FOUND, done, context);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		memory_index_event(kept, &events[i]);
	}
	memory->store.figures.commits++;
	due_done(memory, MK_OK, done, context);
}

static void memory_remove(struct journal *journal, const char *id, int64_t before_ms,
	journal_done *done, void *context)
{
	struct memory *memory = memory_journal_of(journal);
	struct kept *kept = memory_find(&memory->sessions, id);
	struct memory_walk *walk;

	if (!kept || kept->row.updated_ms >= before_ms) {
		due_done(memory, kept ? MK_CONFLICT : MK_NOT_FOUND, done, context);
		return;
	}
	DL_FOREACH2(memory->walks, walk, next)
	{
		memory_walk_forget(walk, kept);
	}
	memory_forget(&memory->sessions, kept);
	memory->store.figures.commits++;
	due_done(memory, MK_OK, done, context);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Versions count from 1 without a gap. */
static size_t events_up_to(const struct kept *kept, uint64_t version)
{
	return version < kept->count ? (size_t)version : kept->count;
}

/* The events after the first ones. */
static void answer_events(const struct due *due, const struct kept *kept, size_t first)
{
	size_t count = kept->count - first;

	if (due->limit && count > due->limit) {
		count = due->limit;
	}
	due->loaded(
		due->context, MK_OK, &kept->row, count > 0 ? &kept->events[first] : NULL, count);
}

static void answer_load(struct memory *memory, const struct due *due)
{
	const struct kept *kept = memory_find(&memory->sessions, due->id);

	if (kept) {
		answer_events(due, kept, events_up_to(kept, due->after));
	} else {
		due->loaded(due->context, MK_NOT_FOUND, NULL, NULL, 0);
	}
}

static void memory_load(struct journal *journal, const char *id, uint64_t after, unsigned limit,
	journal_loaded *loaded, void *context)
{
	struct due *due = add_due(memory_journal_of(journal), context);

	due->answer = answer_load;
	due->loaded = loaded;
	snprintf(due->id, sizeof due->id, "%s", id);
	due->after = after;
	due->limit = limit;
}

static void answer_load_from_state(struct memory *memory, const struct due *due)
{
	const struct kept *kept = memory_find(&memory->sessions, due->id);
	size_t end;

	if (!kept) {
		due->loaded(due->context, MK_NOT_FOUND, NULL, NULL, 0);
		return;
	}
	end = events_up_to(kept, due->upto);
	while (end > 0 && !kept->events[end - 1].state) {
		end--;
	}
	answer_events(due, kept, end > 0 ? end - 1 : 0);
}

static void memory_load_from_state(struct journal *journal, const char *id, uint64_t upto,
	unsigned limit, journal_loaded *loaded, void *context)
{
	struct due *due = add_due(memory_journal_of(journal), context);

	due->answer = answer_load_from_state;
	due->loaded = loaded;
	snprintf(due->id, sizeof due->id, "%s", id);
	due->upto = upto;
	due->limit = limit;
}

static void answer_load_tops(struct memory *memory, const struct due *due)
{
	const struct kept *kept = memory_find(&memory->sessions, due->id);
	size_t count = kept ? events_up_to(kept, due->upto) : 0;
	uint64_t *tops = count > 0 ? malloc(count * sizeof *tops) : NULL;

	if (!kept || (count > 0 && !tops)) {
		due->tops_loaded(due->context, kept ? MK_FULL : MK_NOT_FOUND, NULL, 0);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		tops[i] = kept->events[i].top;
	}
	due->tops_loaded(due->context, MK_OK, tops, count);
	free(tops);
}

static void memory_load_tops(
	struct journal *journal, const char *id, uint64_t upto, journal_tops *loaded, void *context)
{
	struct due *due = add_due(memory_journal_of(journal), context);

	due->answer = answer_load_tops;
	due->tops_loaded = loaded;
	snprintf(due->id, sizeof due->id, "%s", id);
	due->upto = upto;
}

static bool matches_filter(const struct due *due, const struct journal_session *row)
{
	return (!due->game[0] || strcmp(due->game, row->game) == 0) &&
	       (!due->state[0] || strcmp(due->state, row->status) == 0);
}

/* Newest first, by created_ms, then id. */
static bool is_behind(const struct due *due, const struct journal_session *row)
{
	return !due->id[0] || row->created_ms < due->after_ms ||
	       (row->created_ms == due->after_ms && strcmp(row->id, due->id) < 0);
}

/* Collects one more than the limit, to find out whether there are more. */
static bool look_at_page(struct memory_walk *walk, struct kept *kept)
{
	const struct due *due = &((const struct journey *)walk)->due;

	if (is_behind(due, &kept->row) && matches_filter(due, &kept->row)) {
		memory_walk_find(walk, kept);
	}
	return due->limit == 0 || walk->count <= due->limit;
}

static void end_page(struct journey *journey)
{
	struct journal_session *rows = memory_walk_rows(&journey->walk);
	unsigned limit = journey->due.limit;
	bool more = limit && journey->walk.count > limit;

	journey->due.listed(
		journey->due.context, MK_OK, rows, more ? limit : journey->walk.count, more);
	free(rows);
}

static void answer_list(struct memory *memory, const struct due *due)
{
	struct kept *after = due->id[0] ? memory_find(&memory->sessions, due->id) : NULL;
	struct kept *first = after ? after->next : memory->sessions.newest;

	journey_begin(memory,
		&(struct journey){
			.walk = {.at = first, .look = look_at_page}, .due = *due, .end = end_page});
}

static void memory_list(struct journal *journal, const struct journal_page *page,
	journal_listed *listed, void *context)
{
	struct due *due = add_due(memory_journal_of(journal), context);

	due->answer = answer_list;
	due->listed = listed;
	due->limit = page->limit;
	snprintf(due->id, sizeof due->id, "%s", page->after ? page->after : "");
	due->after_ms = page->after_ms;
	snprintf(due->game, sizeof due->game, "%s", page->game ? page->game : "");
	snprintf(due->state, sizeof due->state, "%s", page->status ? page->status : "");
}

static bool look_for_unused(struct memory_walk *walk, struct kept *kept)
{
	const struct due *due = &((const struct journey *)walk)->due;

	if (kept->row.updated_ms < due->before_ms) {
		memory_walk_find(walk, kept);
	}
	return walk->count < due->limit;
}

static void end_unused(struct journey *journey)
{
	struct journal_session *rows = memory_walk_rows(&journey->walk);

	journey->due.listed(journey->due.context, MK_OK, rows, journey->walk.count, false);
	free(rows);
}

static void answer_list_unused(struct memory *memory, const struct due *due)
{
	struct kept *newest = memory->sessions.newest;
	struct kept *oldest = newest && due->limit > 0 ? newest->previous : NULL;

	journey_begin(memory,
		&(struct journey){
			.walk = {.at = oldest, .from_oldest = true, .look = look_for_unused},
			.due = *due,
			.end = end_unused});
}

static void memory_list_unused(struct journal *journal, int64_t before_ms, unsigned limit,
	journal_listed *listed, void *context)
{
	struct due *due = add_due(memory_journal_of(journal), context);

	due->answer = answer_list_unused;
	due->listed = listed;
	due->before_ms = before_ms;
	due->limit = limit;
}

/* ---- counting ------------------------------------------------------------------------------- */

static bool look_at_end(struct memory_walk *walk, struct kept *kept)
{
	struct journey *journey = (struct journey *)walk;

	journey->tally_count =
		memory_tally_add(&journey->tallies, journey->tally_count, &kept->row);
	return true;
}

static void end_tally(struct journey *journey)
{
	journey->due.tallied(journey->due.context, MK_OK, journey->tallies, journey->tally_count);
}

static void answer_tally(struct memory *memory, const struct due *due)
{
	journey_begin(memory,
		&(struct journey){.walk = {.at = memory->sessions.newest, .look = look_at_end},
			.due = *due,
			.end = end_tally});
}

static void memory_tally(struct journal *journal, journal_tallied *tallied, void *context)
{
	struct due *due = add_due(memory_journal_of(journal), context);

	due->answer = answer_tally;
	due->tallied = tallied;
}

/* ---- simulations ---------------------------------------------------------------------------- */

static void memory_save_simulation(struct journal *journal,
	const struct journal_simulation *simulation, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	struct memory *memory = memory_journal_of(journal);

	(void)idempotency;
	memory->store.figures.commits++;
	due_done(memory, memory_simulations_save(&memory->simulations, simulation), done, context);
}

static void memory_remove_simulation(
	struct journal *journal, const char *id, journal_done *done, void *context)
{
	struct memory *memory = memory_journal_of(journal);
	bool found = memory_simulations_remove(&memory->simulations, id);

	memory->store.figures.commits += found;
	due_done(memory, found ? MK_OK : MK_NOT_FOUND, done, context);
}

static void complete_simulations(struct memory *memory, const struct due *due)
{
	struct journal_simulation *rows;
	size_t count = memory_simulations_list(&memory->simulations, due->id, &rows);

	due->simulations(due->context, MK_OK, rows, count);
	free(rows);
}

static void memory_load_simulations(
	struct journal *journal, const char *id, journal_simulations *loaded, void *context)
{
	struct due *due = add_due(memory_journal_of(journal), context);

	due->answer = complete_simulations;
	due->simulations = loaded;
	snprintf(due->id, sizeof due->id, "%s", id ? id : "");
}

/* ---- life ----------------------------------------------------------------------------------- */

static uint64_t memory_session_count(const struct journal *journal)
{
	return memory_count(&((const struct memory *)(const void *)journal)->sessions);
}

static bool memory_ready(const struct journal *journal)
{
	(void)journal;
	return true;
}

static void memory_stop(struct journal *journal, void (*done)(void *context), void *context)
{
	struct memory *memory = memory_journal_of(journal);

	memory->stopped = done;
	memory->stopped_context = context;
	if (!is_busy(memory)) {
		close_handles(memory);
	}
}

static void memory_destroy(struct journal *journal)
{
	struct memory *memory = memory_journal_of(journal);

	while (memory->sessions.newest) {
		memory_forget(&memory->sessions, memory->sessions.newest);
	}
	counts_finish(&memory->sessions.owned);
	memory_simulations_clear(&memory->simulations);
	free(memory->dues.all);
	free(memory->answering.all);
	free(memory);
}

struct journal *store_memory_open(const char *rest, struct uv_loop_s *loop, struct mk_error *error)
{
	static const struct journal_methods methods = {
		.create = memory_create,
		.append = memory_append,
		.load = memory_load,
		.load_from_state = memory_load_from_state,
		.load_tops = memory_load_tops,
		.index_events = memory_index_events,
		.list = memory_list,
		.list_unused = memory_list_unused,
		.tally = memory_tally,
		.remove = memory_remove,
		.save_simulation = memory_save_simulation,
		.load_simulations = memory_load_simulations,
		.remove_simulation = memory_remove_simulation,
		.count = memory_session_count,
		.ready = memory_ready,
		.deliver_ready = memory_deliver_ready,
		.stop = memory_stop,
		.destroy = memory_destroy,
	};
	struct memory *memory;

	if (rest[0]) {
		mk_fail(error, MK_MALFORMED, "invalid_store", "", "memory: has nothing behind it");
		return NULL;
	}
	memory = store_realloc(NULL, sizeof *memory);
	*memory = (struct memory){.store = {.journal.methods = &methods, .name = "memory:"},
		.loop = loop,
		.open_handles = 2};
	uv_check_init(loop, &memory->check);
	uv_idle_init(loop, &memory->idle);
	memory->check.data = memory;
	memory->idle.data = memory;
	return &memory->store.journal;
}
