/* Applies a snapshot: on the loop if that is short, else in a background job. */
#include "session/changes/apply_snapshot.h"

#include "base/alloc.h"
#include "session/changes/change_job.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

/* ---- The context of the snapshot ----------------------------------------------------------- */

/* True if several hypotheses are kept, whether or not the question is due. */
static bool has_alternatives(const struct session *session)
{
	return session->game->explanations && session->game->explanations(session->view) > 1;
}

int snapshot_missing_pictures(const struct change *change)
{
	const struct event *event = &change->event;

	return event->numbered
		       ? cameras_missed(change->cached->cameras, event->camera, event->frame)
		       : 0;
}

/* Prior: most players mostly follow the suggestion; it has the weight of ten moves. */
static float followed_share(const struct session *session)
{
	return ((float)session->followed + 8.5F) / ((float)session->advised + 10);
}

/* While a question is open a camera mostly repeats the same table. */
static const float retaken = 0.9F;

/* A typed snapshot follows a move more often. */
static const float typed_again = 0.5F;

/*
 * True for a camera whose player has continued before although another snapshot was needed, or that
 * has shown only changed tables while cards were unconfirmed.
 */
static bool may_go_on(const struct camera_rates *rates)
{
	return rates->went_on > 0 || (rates->retaken == 0 && rates->unasked > 0);
}

/* The probability that the next snapshot shows an unchanged table. */
static float expected_unchanged_share(
	const struct session *session, const struct camera_rates *rates, bool numbered, bool typed)
{
	if (session_asks_which(session)) {
		return typed ? typed_again : may_go_on(rates) ? camera_as_wanted(rates) : retaken;
	}
	return session_has_unconfirmed(session) ? camera_retaken(rates)
						: camera_unchanged(rates, numbered);
}

struct mk_snapshot_context snapshot_context_of(const struct change *change)
{
	struct cached_session *cached = change->cached;
	const struct sessions_options *options = &cached->sessions->options;
	const struct event *event = &change->event;
	struct camera_rates rates = cameras_rates(cached->cameras, event->camera);
	float plain = options->confidence > 0 ? options->confidence : 1;
	float unchanged =
		expected_unchanged_share(&cached->session, &rates, event->numbered, change->typed);
	struct camera_gap gap = camera_gap(&rates, unchanged);

	return (struct mk_snapshot_context){
		.suggested = cached_session_suggestion(cached),
		.missed = snapshot_missing_pictures(change),
		.confidence = camera_confidence(&rates, plain),
		.typed = change->typed,
		.misread_repeat_rate = camera_repeats(&rates, options->repeats),
		.unchanged = unchanged,
		.as_wanted = camera_as_wanted(&rates),
		.several = camera_several(&rates),
		.missing_moved = gap.missing_moved,
		.next_moved = gap.next_moved,
		.may_skip = !event->numbered && camera_may_skip(&rates),
		.skips = !event->numbered && camera_skips(&rates),
		.suspected = event->numbered || rates.several > 0 ? 0 : camera_suspected(&rates),
		.most_suspected = cameras_most_suspected(cached->cameras),
		.followed = followed_share(&cached->session),
		.done = change->done,
		.why = change->why,
	};
}

/* ---- On the loop ---------------------------------------------------------------------------- */

/* Uses the evidence of earlier snapshots in games with a tracker. */
static void apply_now(struct change *change, struct mk_tracker *memory, snapshot_applied *end)
{
	const struct mk_game *game = change->cached->session.game;
	struct mk_finding *finding = &change->event.finding;
	struct mk_snapshot_context occasion = snapshot_context_of(change);
	enum mk_status status;
	struct mk_error error;

	status = memory ? game->track_snapshot(change->view, memory, change->snapshot.seen,
				  &occasion, finding, &error)
			: mk_game_apply_snapshot(game, change->view, change->snapshot.seen,
				  occasion.suggested, finding, &error);
	end(change, status, &error);
}

/* ---- In a background job -------------------------------------------------------------------- */

struct look {
	struct change_job job;
	struct mk_snapshot_context occasion;
	struct mk_move suggestion;      /* referenced by `occasion` */
	struct mk_place hint;           /* referenced by `occasion` */
	const struct mk_snapshot *seen; /* the change's; NULL: the newest snapshot again */
	struct mk_tracker *memory;      /* a copy of the session's */
	struct mk_finding finding;
	enum mk_status status;
	struct mk_error error;
	snapshot_applied *end;
};

static void compute(struct change_job *job)
{
	struct look *look = (struct look *)job;

	look->status = job->session.game->track_snapshot(
		job->view, look->memory, look->seen, &look->occasion, &look->finding, &look->error);
}

static void end_look(struct change_job *job)
{
	struct look *look = (struct look *)job;
	struct change *change = job->change;
	struct mk_error error;

	if (!job->ran) {
		mk_fail(&error, MK_BUSY, "busy", "", "the daemon is being stopped");
		change_fail(change, &error);
		return;
	}
	change->view = job->view;
	job->view = NULL;
	change->event.finding = look->finding;
	change->memory = look->memory;
	look->memory = NULL;
	if (look->seen) {
		snapshot_keep_evidence(change);
	}
	look->end(change, look->status, &look->error);
}

static void destroy_look(struct change_job *job)
{
	struct look *look = (struct look *)job;

	free(look->memory);
	free(look);
}

/* Copies the data that the context references, for the duration of the job. */
static void own_occasion(struct look *look, const struct mk_snapshot_context *occasion)
{
	look->occasion = *occasion;
	if (occasion->suggested) {
		look->suggestion = *occasion->suggested;
		look->occasion.suggested = &look->suggestion;
	}
	if (occasion->hint) {
		look->hint = *occasion->hint;
		look->occasion.hint = &look->hint;
	}
}

/* Creates the job with a copy of the tracker. NULL without memory. */
static struct look *look_create(const struct change *change,
	const struct mk_snapshot_context *occasion, snapshot_applied *end)
{
	size_t size = change->cached->session.game->tracker_size;
	struct look *look = calloc(1, sizeof *look);
	struct mk_tracker *memory = malloc(size);

	if (!look || !memory) {
		free(look);
		free(memory);
		return NULL;
	}
	look->job.compute = compute;
	look->job.end = end_look;
	look->job.destroy = destroy_look;
	memcpy(memory, change->cached->memory, size);
	look->memory = memory;
	look->end = end;
	own_occasion(look, occasion);
	return look;
}

/* `seen` NULL: interprets the newest snapshot again. */
static void look_beside(struct change *change, const struct mk_snapshot *seen,
	const struct mk_snapshot_context *occasion, snapshot_applied *end)
{
	struct look *look = look_create(change, occasion, end);
	struct mk_error error;

	if (!look) {
		fail_no_memory(&error);
		change_fail(change, &error);
		return;
	}
	look->seen = seen;
	if (change_job_submit(&look->job, change, &error) != MK_OK) {
		destroy_look(&look->job);
		change_fail(change, &error);
	}
}

/* ---- On the loop or in a job ---------------------------------------------------------------- */

/* True if the last snapshot is unexplained. */
static bool is_unclear(const struct session *session)
{
	return session->observed && session->observed->explanation >= MK_LOOK_AGAIN;
}

/* True if more than one or two moves from the known table must be searched. */
static bool may_take_long(const struct change *change)
{
	const struct session *session = &change->cached->session;

	return snapshot_missing_pictures(change) > 0 || is_unclear(session) ||
	       has_alternatives(session);
}

/*
 * Node budget on the event loop, about 0.1 ms. Most snapshots that may take long take 16 us; waking
 * a thread, with a busy loop that has priority, would take milliseconds.
 */
enum { MAX_TABLES_ON_LOOP = 1000 };

/*
 * False, with nothing changed, if the budget is exceeded. Otherwise the change continues or has
 * failed.
 */
static bool apply_if_short(
	struct change *change, const struct mk_snapshot_context *whole, snapshot_applied *end)
{
	const struct cached_session *cached = change->cached;
	const struct mk_game *game = cached->session.game;
	struct mk_snapshot_context brief = *whole;
	struct mk_tracker *memory;
	enum mk_status status;
	struct mk_error error;

	if (brief.missed > 0 || brief.why) {
		return false;
	}
	brief.most_tables = MAX_TABLES_ON_LOOP;
	if (!change_copy_view(change)) {
		return true;
	}
	memory = xmalloc(game->tracker_size);
	memcpy(memory, cached->memory, game->tracker_size);
	status = game->track_snapshot(change->view, memory, change->snapshot.seen, &brief,
		&change->event.finding, &error);
	if (status == MK_BUSY) {
		free(memory);
		free(change->view);
		change->view = NULL;
		return false;
	}
	change->memory = memory;
	snapshot_keep_evidence(change);
	end(change, status, &error);
	return true;
}

void snapshot_apply(struct change *change, snapshot_applied *end)
{
	struct mk_tracker *memory = cached_session_tracker(change->cached);
	struct mk_snapshot_context occasion;

	if (memory && may_take_long(change)) {
		occasion = snapshot_context_of(change);
		if (!apply_if_short(change, &occasion, end)) {
			look_beside(change, change->snapshot.seen, &occasion, end);
		}
	} else if (change_copy_view(change)) {
		apply_now(change, memory, end);
	}
}

void snapshot_apply_reported(
	struct change *change, const struct mk_place *reported, snapshot_applied *end)
{
	struct mk_snapshot_context occasion = snapshot_context_of(change);

	occasion.hint = reported;
	look_beside(change, NULL, &occasion, end);
}

void snapshot_keep_evidence(struct change *change)
{
	struct cached_session *cached = change->cached;

	free(cached->memory);
	cached->memory = change->memory;
	change->memory = NULL;
}
