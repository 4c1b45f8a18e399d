/*
 * Reviews: reading the events and what the journal has of an earlier review, listing the decisions,
 * valuing them slice by slice, judging the deal.
 *
 * The thread of a slice writes the decisions behind those that were published to the loop, and the
 * loop reads only these: they share no lock.
 */
#include "session/review.h"

#include "base/clock.h"
#include "base/limits.h"
#include "port/worker_pool.h"
#include "session/cached_session.h"
#include "session/history/decisions.h"
#include "session/history/events.h"
#include "session/history/row.h"
#include "session/review_record.h"
#include "session/session_error.h"
#include "session/verdict.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* Duration of a slice; other reviews run between two slices. */
enum { SLICE_NS = 20000000 };

/* Interval of records in the journal; another one is written at the end. */
static const int64_t record_interval_ns = 1000000000;

struct review_job {
	struct job job;                     /* first */
	struct review shown;                /* the part published to the loop */
	struct review_job *previous, *next; /* of all, the least recently read first */
	struct sessions *sessions;
	struct session session; /* its id, game, rules, deal, outcome and version */
	struct deal deal;
	struct events events;
	struct review_end end;
	bool is_running;
	bool is_dropped; /* freed when its thread has ended */
	atomic_bool cancel;

	/* The thread's while a slice runs. */
	struct decisions decisions;
	struct mk_review_step *steps;
	struct mk_review_account account;
	struct mk_reviewer *reviewer;
	struct mk_view *after;
	bool is_read; /* the decisions are listed */
	size_t valued;
	bool is_closed;
	bool is_judged; /* the verdict on the deal is final */
	struct verdict verdict;
	char *record;        /* of the journal, until the decisions are listed; later for it */
	int64_t recorded_ns; /* when a record was made last, by clock_ticks_ns() */
	bool is_recorded;    /* to the end */
	bool ran;
	enum mk_status status;
	struct mk_error error;
};

const struct mk_view *review_view(
	const struct review *review, size_t decision, struct mk_view *buffer)
{
	size_t size = review->game->view_size;

	memcpy(buffer, review->views + decision * size, size);
	return buffer;
}

/* ---- on the thread -------------------------------------------------------------------------- */

static void list_decisions(struct review_job *review)
{
	const struct mk_game *game = review->session.game;

	review->status = decisions_read(&review->decisions, &review->session, &review->events,
		review->sessions->options.limits, &review->error);
	events_finish(&review->events);
	review->steps = calloc(review->decisions.count + 1, sizeof *review->steps);
	review->reviewer = mk_reviewer_create(game);
	review->after = calloc(1, game->view_size);
	if (review->status == MK_OK && (!review->steps || !review->reviewer || !review->after)) {
		review->status = fail_no_memory(&review->error);
	}
	review->account.has_points = game->has_points;
	review->is_read = true;
}

static struct review_record_place place_of(const struct review_job *review)
{
	return (struct review_record_place){.id = review->shown.id,
		.version = review->shown.version,
		.game = review->session.game,
		.ms = review->shown.budget.ms,
		.nodes = review->shown.budget.nodes};
}

/* Goes on from the record of an earlier review. */
static void resume(struct review_job *review)
{
	const struct review_record_place place = place_of(review);
	struct review_progress progress;

	if (review->status == MK_OK && review->record &&
		review_record_read(
			&place, review->record, &progress, &review->decisions, review->steps)) {
		review->valued = progress.valued;
		review->is_closed = progress.is_closed;
		review->is_judged = review->is_recorded = progress.is_judged;
		review->account = progress.account;
		review->verdict = progress.verdict;
		mk_reviewer_set_progress(review->reviewer, &progress.reviewer);
	}
	free(review->record);
	review->record = NULL;
	review->recorded_ns = clock_ticks_ns();
}

static void make_record(struct review_job *review)
{
	const struct review_record_place place = place_of(review);
	struct review_progress progress = {.valued = review->valued,
		.is_closed = review->is_closed,
		.is_judged = review->is_judged,
		.account = review->account,
		.verdict = review->verdict};

	mk_reviewer_get_progress(review->reviewer, &progress.reviewer);
	review->record = review_record_write(&place, &progress, &review->decisions, review->steps);
	review->recorded_ns = clock_ticks_ns();
	review->is_recorded = review->is_judged;
	if (!review->record) {
		limits_count(review->sessions->options.limits, LIMIT_REVIEW_RECORD_BYTES);
	}
}

static void make_record_if_due(struct review_job *review)
{
	int64_t since_ns = clock_ticks_ns() - review->recorded_ns;

	if (review->status == MK_OK && !atomic_load(&review->cancel) && !review->is_recorded &&
		(review->is_judged || since_ns >= record_interval_ns)) {
		make_record(review);
	}
}

static struct mk_budget budget_of(const struct review_job *review)
{
	return (struct mk_budget){
		.ms = review->shown.budget.ms, .nodes = review->shown.budget.nodes};
}

static void take_line(const struct mk_game *game, const struct mk_view *view,
	struct review_decision *decision, const struct mk_valuation *valuation)
{
	decision->kind = (uint8_t)mk_review_kind(game, view, &decision->made.move, valuation);
	decision->has_better = valuation->has_better;
	decision->better = valuation->better;
	decision->line_length = valuation->line_length;
	memcpy(decision->line, valuation->line, sizeof decision->line);
}

/*
 * Values the next decision. If nothing came up since the previous one, the table keeps its value,
 * unless a proof changes it.
 */
static void value_next(struct review_job *review)
{
	const struct mk_game *game = review->session.game;
	size_t place = review->valued;
	struct review_decision *decision = &review->decisions.list[place];
	const struct mk_view *view =
		(const struct mk_view *)(review->decisions.views + place * game->view_size);
	bool has_after = mk_game_table_after(game, view, &decision->made, review->after);
	const struct mk_review_table table = {.view = view,
		.made = &decision->made.move,
		.after = has_after ? review->after : NULL,
		.has_value = review->account.is_known && !decision->came_up,
		.budget = budget_of(review),
		.cancel = &review->cancel};
	struct mk_valuation valuation;

	mk_reviewer_value(review->reviewer, &table, &valuation);
	take_line(game, view, decision, &valuation);
	mk_review_add(&review->account, &valuation, decision->came_up, &review->steps[place],
		place > 0 ? &review->steps[place - 1] : NULL);
	review->valued++;
}

/* Closes the account with the result, or with the value of the current table. */
static void close_account(struct review_job *review)
{
	size_t count = review->decisions.count;
	const struct mk_review_table table = {.view = review->decisions.end,
		.has_value = review->account.is_known && !review->decisions.came_up,
		.budget = budget_of(review),
		.cancel = &review->cancel};
	struct mk_valuation valuation;

	mk_reviewer_value(review->reviewer, &table, &valuation);
	mk_review_close(&review->account, &valuation, review->decisions.came_up,
		count > 0 ? &review->steps[count - 1] : NULL);
	review->is_closed = true;
}

/* Hidden cards may be used: the game is over, and its deal is shown. */
static bool has_verdict(const struct review_job *review)
{
	enum mk_outcome outcome = review->session.game->outcome(review->decisions.end);

	return review->session.deal && verdict_is_possible(review->session.game) &&
	       (outcome == MK_WON || outcome == MK_LOST || review->session.outcome == MK_STOPPED);
}

static void judge_deal(struct review_job *review)
{
	const struct mk_game *game = review->session.game;

	if (!has_verdict(review)) {
		review->is_judged = true;
	} else if (game->outcome(review->decisions.end) == MK_WON) {
		review->verdict.verdict = MK_WINNABLE;
		review->is_judged = true;
	} else {
		review->is_judged = verdict_continue(&review->verdict, review->session.deal, game,
			&review->session.rules, &review->cancel);
	}
}

static void run_slice(struct review_job *review)
{
	int64_t end_ns = clock_ticks_ns() + SLICE_NS;

	while (review->status == MK_OK && !review->is_judged && !atomic_load(&review->cancel)) {
		if (review->valued < review->decisions.count) {
			value_next(review);
		} else if (!review->is_closed) {
			close_account(review);
		} else {
			judge_deal(review);
		}
		if (clock_ticks_ns() >= end_ns) {
			return;
		}
	}
}

static void run(struct job *job, struct mk_executor *executor)
{
	struct review_job *review = (struct review_job *)job;

	(void)executor;
	review->ran = true;
	if (!review->is_read && !atomic_load(&review->cancel)) {
		list_decisions(review);
		resume(review);
	}
	run_slice(review);
	make_record_if_due(review);
}

/* ---- memory --------------------------------------------------------------------------------- */

static size_t bytes_of(const struct review_job *review)
{
	size_t decision = sizeof(struct review_decision) + sizeof(struct mk_review_step) +
			  review->session.game->view_size;

	return sizeof *review + review->decisions.count * decision;
}

/* Called only by the thread. */
static void free_tools(struct review_job *review)
{
	mk_reviewer_destroy(review->reviewer);
	review->reviewer = NULL;
	free(review->after);
	review->after = NULL;
}

static void free_review(struct review_job *review)
{
	DL_DELETE2(review->sessions->reviews, review, previous, next);
	free_tools(review);
	events_finish(&review->events);
	decisions_finish(&review->decisions);
	free(review->steps);
	free(review->record);
	free(review);
}

/*
 * A running one is freed when its slice, or its reading, has ended; where its slice has not begun,
 * at once, so that its place is not kept behind the slices of others.
 */
static void drop(struct review_job *review)
{
	struct worker_pool *pool = review->sessions->options.reviewers;

	if (review->is_running) {
		review->is_dropped = true;
		atomic_store(&review->cancel, true);
		if (pool && pool->methods->withdraw) {
			pool->methods->withdraw(pool, &review->job);
		}
	} else {
		free_review(review);
	}
}

static struct review_job *find_oldest_kept(const struct sessions *sessions)
{
	struct review_job *review;

	DL_FOREACH2(sessions->reviews, review, next)
	{
		if (!review->is_running) {
			return review;
		}
	}
	return NULL;
}

static void measure_kept(const struct sessions *sessions, size_t *count, size_t *bytes)
{
	struct review_job *review;

	*count = *bytes = 0;
	DL_FOREACH2(sessions->reviews, review, next)
	{
		*count += !review->is_running;
		*bytes += review->is_running ? 0 : bytes_of(review);
	}
}

static void drop_oldest_beyond_limits(struct sessions *sessions)
{
	struct limits *limits = sessions->options.limits;
	size_t count, bytes;

	measure_kept(sessions, &count, &bytes);
	while (count > limits_value(limits, LIMIT_FINISHED_REVIEWS) ||
		bytes > limits_value(limits, LIMIT_FINISHED_REVIEW_BYTES)) {
		limits_count(limits, count > limits_value(limits, LIMIT_FINISHED_REVIEWS)
					     ? LIMIT_FINISHED_REVIEWS
					     : LIMIT_FINISHED_REVIEW_BYTES);
		free_review(find_oldest_kept(sessions));
		measure_kept(sessions, &count, &bytes);
	}
}

/* ---- back on the loop ----------------------------------------------------------------------- */

static void end(struct review_job *review)
{
	struct review_end ended = review->end;

	review->is_running = false;
	review->end = (struct review_end){0};
	review->sessions->figures.reviewing--;
	free_tools(review);
	events_finish(&review->events);
	if (ended.ended) {
		ended.ended(ended.context);
	}
	if (review->is_dropped) {
		free_review(review);
	}
}

static void notify_finished(struct sessions *sessions, const char *id, uint64_t version)
{
	struct cached_session *cached = NULL;

	HASH_FIND_STR(sessions->by_id, id, cached);
	if (cached && cached_session_is_known(cached) && cached->session.version == version &&
		cached->subscribers) {
		cached_session_broadcast(cached, SESSION_REVIEW);
	}
}

static void finish(struct review_job *review)
{
	struct sessions *sessions = review->sessions;
	char id[SESSION_ID_SIZE];
	uint64_t version = review->shown.version;
	bool is_valid = review->status == MK_OK && !review->is_dropped;

	memcpy(id, review->shown.id, sizeof id);
	end(review);
	if (is_valid) {
		notify_finished(sessions, id, version);
	}
	/* Failed ones are kept, too, until they are asked for. */
	drop_oldest_beyond_limits(sessions);
}

/* The last decision lacks what came up after it. */
static void show(struct review_job *review)
{
	struct review *shown = &review->shown;

	shown->is_listed = review->is_read;
	shown->is_finished = review->is_judged;
	shown->has_verdict = review->is_judged && has_verdict(review);
	shown->verdict = review->verdict.verdict;
	shown->count = review->decisions.count;
	shown->settled =
		review->is_closed || review->valued == 0 ? review->valued : review->valued - 1;
	shown->decisions = review->decisions.list;
	shown->steps = review->steps;
	shown->views = review->decisions.views;
}

/* A record that is not stored costs a part of the review after a restart, and nothing else. */
static void on_record_saved(void *context, enum mk_status status)
{
	struct sessions *sessions = context;

	(void)status;
	sessions->saving_reviews--;
}

/* If the journal is slow, records are skipped: at most as many wait as reviews may run. */
static void save_record(struct review_job *review)
{
	struct sessions *sessions = review->sessions;
	struct journal *journal = sessions->options.journal;

	if (review->record && journal->methods->save_review &&
		sessions->saving_reviews < limits_value(sessions->options.limits, LIMIT_REVIEWS)) {
		sessions->saving_reviews++;
		journal->methods->save_review(
			journal, review->shown.id, review->record, on_record_saved, sessions);
	}
	free(review->record);
	review->record = NULL;
}

static void submit(struct review_job *review);

static void done(struct job *job)
{
	struct review_job *review = (struct review_job *)job;
	bool stops = review->is_dropped || review->sessions->shutting_down ||
		     atomic_load(&review->cancel) || !review->ran;

	if (stops) {
		review->is_dropped = true;
	} else if (review->status == MK_OK) {
		show(review);
		save_record(review);
	}
	if (stops || review->status != MK_OK || review->is_judged) {
		finish(review);
	} else {
		submit(review);
	}
}

static void fail_busy(struct review_job *review)
{
	review->status =
		mk_fail(&review->error, MK_BUSY, "busy", "", "server overloaded, retry later");
	finish(review);
}

static void submit(struct review_job *review)
{
	struct worker_pool *pool = review->sessions->options.reviewers;

	review->ran = false;
	review->job = (struct job){.run = run, .done = done};
	if (!pool->methods->submit(pool, &review->job)) {
		fail_busy(review);
	}
}

static void on_record(void *context, enum mk_status status, const char *record)
{
	struct review_job *review = context;

	if (status == MK_OK) {
		review->record = strdup(record);
	}
	if (review->is_dropped) {
		finish(review);
	} else {
		submit(review);
	}
}

static void load_record(struct review_job *review)
{
	struct journal *journal = review->sessions->options.journal;

	if (journal->methods->load_review) {
		journal->methods->load_review(journal, review->shown.id, on_record, review);
	} else {
		submit(review);
	}
}

static void on_events(struct events *events, enum mk_status status, const struct mk_error *error)
{
	struct review_job *review = events->context;

	if (status != MK_OK) {
		review->status = status;
		review->error = *error;
		if (strcmp(error->code, "not_indexed") == 0) {
			cached_session_reindex(review->sessions, review->session.id);
		}
	}
	if (status != MK_OK || review->is_dropped) {
		finish(review);
	} else {
		load_record(review);
	}
}

/* ---- finding -------------------------------------------------------------------------------- */

static bool is_of_session(const struct review_job *review, const char *id)
{
	return !review->is_dropped && strcmp(review->shown.id, id) == 0;
}

static bool is_wanted(const struct review_job *review, const struct session *session,
	const struct review_budget *budget)
{
	return is_of_session(review, session->id) && review->shown.version == session->version &&
	       review->shown.budget.ms == budget->ms && review->shown.budget.nodes == budget->nodes;
}

enum mk_status sessions_find_review(struct sessions *sessions, const struct session *session,
	const struct review_budget *budget, const struct review **shown, struct mk_error *error)
{
	struct review_job *review;
	enum mk_status status;

	*shown = NULL;
	DL_FOREACH2(sessions->reviews, review, next)
	{
		if (is_wanted(review, session, budget)) {
			break;
		}
	}
	if (!review) {
		return MK_OK;
	}
	status = review->status;
	if (status != MK_OK && !review->is_running) {
		*error = review->error;
		free_review(review);
		return status;
	}
	DL_DELETE2(sessions->reviews, review, previous, next);
	DL_APPEND2(sessions->reviews, review, previous, next);
	*shown = &review->shown;
	return MK_OK;
}

/* ---- beginning ------------------------------------------------------------------------------ */

static void cancel_older(struct sessions *sessions, const struct session *session)
{
	struct review_job *review = NULL, *next_review = NULL;

	DL_FOREACH_SAFE2(sessions->reviews, review, next_review, next)
	{
		if (is_of_session(review, session->id) &&
			review->shown.version != session->version) {
			drop(review);
		}
	}
}

static unsigned count_running(const struct sessions *sessions, const char *id)
{
	struct review_job *review;
	unsigned count = 0;

	DL_FOREACH2(sessions->reviews, review, next)
	{
		count += review->is_running && is_of_session(review, id);
	}
	return count;
}

static enum mk_status check_start(
	const struct sessions *sessions, const struct session *session, struct mk_error *error)
{
	struct limits *limits = sessions->options.limits;

	if (!mk_review_is_possible(session->game)) {
		return mk_fail(
			error, MK_CONFLICT, "no_review", "", "there are no reviews of this game");
	}
	if (!sessions->options.reviewers || sessions->shutting_down) {
		return mk_fail(error, MK_BUSY, "busy", "", "no thread for reviews, retry later");
	}
	if (sessions->figures.reviewing >= limits_value(limits, LIMIT_REVIEWS)) {
		return limits_refuse(limits, LIMIT_REVIEWS, error);
	}
	if (count_running(sessions, session->id) >= MAX_SESSION_REVIEWS) {
		return limits_refuse(limits, LIMIT_SESSION_REVIEWS, error);
	}
	return MK_OK;
}

static struct review_job *create(struct sessions *sessions, const struct session *session,
	const struct review_budget *budget, const struct review_end *ended)
{
	struct review_job *review = calloc(1, sizeof *review);

	if (!review) {
		return NULL;
	}
	review->sessions = sessions;
	review->session = (struct session){.game = session->game,
		.preset = session->preset,
		.rules = session->rules,
		.outcome = session->outcome,
		.version = session->version};
	row_put(review->session.id, sizeof review->session.id, session->id);
	if (session->deal) {
		review->deal = *session->deal;
		review->session.deal = &review->deal;
	}
	review->shown = (struct review){
		.version = session->version, .game = session->game, .budget = *budget};
	row_put(review->shown.id, sizeof review->shown.id, session->id);
	review->events = (struct events){.journal = sessions->options.journal,
		.upto = session->version,
		.done = on_events,
		.context = review};
	row_put(review->events.id, sizeof review->events.id, session->id);
	review->end = *ended;
	review->status = MK_OK;
	atomic_init(&review->cancel, false);
	return review;
}

enum mk_status sessions_start_review(struct sessions *sessions, const struct session *session,
	const struct review_budget *budget, const struct review_end *ended,
	const struct review **shown, struct mk_error *error)
{
	struct review_job *review;
	enum mk_status status;

	*shown = NULL;
	cancel_older(sessions, session);
	status = check_start(sessions, session, error);
	if (status != MK_OK) {
		return status;
	}
	review = create(sessions, session, budget, ended);
	if (!review) {
		return fail_no_memory(error);
	}
	review->is_running = true;
	sessions->figures.reviewing++;
	sessions->figures.reviews++;
	DL_APPEND2(sessions->reviews, review, previous, next);
	*shown = &review->shown;
	events_read_path(&review->events);
	return MK_OK;
}

/* ---- ending --------------------------------------------------------------------------------- */

void reviews_drop(struct sessions *sessions, const char *id)
{
	struct review_job *review = NULL, *next_review = NULL;

	DL_FOREACH_SAFE2(sessions->reviews, review, next_review, next)
	{
		if (is_of_session(review, id)) {
			drop(review);
		}
	}
}

void reviews_cancel_all(struct sessions *sessions)
{
	struct review_job *review;

	DL_FOREACH2(sessions->reviews, review, next)
	{
		atomic_store(&review->cancel, true);
	}
}

void reviews_free(struct sessions *sessions)
{
	while (sessions->reviews) {
		/*
		 * free_review() removes it from the list first.
		 * NOLINTNEXTLINE(clang-analyzer-unix.Malloc)
		 */
		free_review(sessions->reviews);
	}
}
