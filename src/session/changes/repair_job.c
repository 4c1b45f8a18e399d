/*
 * After a rejected snapshot: searches for one earlier misreading that explains it.
 *
 * Tries every revealed card, each with a walk through all events, in a background job.
 */
#include "base/limits.h"
#include "session/changes/apply_snapshot.h"
#include "session/changes/change_job.h"
#include "session/changes/repair.h"
#include "session/history/events.h"
#include "session/history/path.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

/* Minimum number of contradicting snapshots before a search: a single one may be misread itself. */
enum { PICTURES = 3 };

/* A single typed snapshot may have a typing error: a repair is proposed, but not applied. */
enum { TYPED_SNAPSHOTS = 1 };

struct repair_job {
	struct change_job job;
	struct sessions *sessions;
	struct events events; /* of the path */
	struct path path;
	struct mk_tracker *memory;
	struct mk_finding finding; /* the contradiction */
	struct mk_snapshot_context occasion;
	struct mk_move suggested; /* referenced by the context */
	struct limits *limits;
	bool automatic;
	bool found, applied;
	struct mk_repair repair;
	struct correction correction; /* the applied repair and its result: */
	struct replay replay;
};

static bool is_worth_it(const struct change *change)
{
	const struct cached_session *cached = change->cached;

	return cached->memory && mk_game_has_card_at(cached->session.game) &&
	       change->event.finding.pictures >= (change->typed ? TYPED_SNAPSHOTS : PICTURES) &&
	       cached->sessions->correcting < MAX_CORRECTING;
}

/* ---- In the background job ------------------------------------------------------------------ */

/* Computes the table with the repair; false if that fails. */
static bool apply_repair(struct repair_job *repairing)
{
	const struct session *session = &repairing->job.session;
	struct mk_error error;

	return path_correct(&repairing->path, session->version + 1, &repairing->correction) &&
	       replay_finalize(session, &repairing->path, &repairing->replay, &error) == MK_OK;
}

/*
 * Reads the events into a path with space for the repair. Fails for a game with too many
 * corrections.
 */
static bool read_path(struct repair_job *repairing)
{
	struct path *path = &repairing->path;
	struct mk_error error;

	return path_init(path, repairing->events.count + 1) &&
	       events_walk(&repairing->events, repairing->job.session.game, path, &error) ==
		       MK_OK &&
	       path_active_corrections(path) < limits_value(repairing->limits, LIMIT_CORRECTIONS);
}

static void find_repair(struct repair_job *repairing)
{
	const struct change_job *job = &repairing->job;
	struct mk_repair *repair = &repairing->repair;

	if (!read_path(repairing)) {
		return;
	}
	repairing->found = repair_find(
		&(struct repair_case){&job->session, &repairing->path, repairing->memory,
			&repairing->finding, &repairing->occasion, REPAIR_BUDGET},
		repair, NULL);
	repairing->correction = (struct correction){
		.event = repair->event, .was = repair->was, .card = repair->card};
	repairing->applied = repairing->found && repair->unique && repairing->automatic &&
			     apply_repair(repairing);
}

static void free_history(struct repair_job *repairing)
{
	path_finish(&repairing->path);
	events_finish(&repairing->events);
}

/* Frees the long lists here, not on the loop. */
static void search_repair(struct change_job *job)
{
	struct repair_job *repairing = (struct repair_job *)job;

	find_repair(repairing);
	free_history(repairing);
}

/* ---- The change ----------------------------------------------------------------------------- */

static void accept_repair(struct change *change, struct repair_job *repairing)
{
	struct replay *replay = &repairing->replay;

	change->event.kind = EVENT_CORRECTION;
	change->event.correction = repairing->correction;
	change_note_picture(change);
	change->event.numbered = false;
	free(change->view);
	change->view = replay->view;
	change->before = replay->before;
	change->event.finding = replay->observed;
	change->next.observed = replay->has_observed ? &change->event.finding : NULL;
	change->next.sync =
		SESSION_LOOKING; /* the next snapshot is compared with the repaired table */
	*replay = (struct replay){0};
	change_store(change);
}

static void end_mending(struct change_job *job)
{
	struct repair_job *repairing = (struct repair_job *)job;

	if (job->ran && repairing->applied) {
		accept_repair(job->change, repairing);
	} else {
		change_end_contradiction(
			job->change, job->ran && repairing->found ? &repairing->repair : NULL);
	}
}

static void mending_destroy(struct change_job *job)
{
	struct repair_job *repairing = (struct repair_job *)job;

	repairing->sessions->correcting--;
	free(repairing->replay.view);
	free(repairing->replay.before);
	free(repairing->memory);
	free_history(repairing);
	free(repairing);
}

static void on_events(struct events *events, enum mk_status status, const struct mk_error *error);

static void take_case(struct repair_job *repairing, struct change *change)
{
	const struct cached_session *cached = change->cached;

	memcpy(repairing->memory, cached->memory, cached->session.game->tracker_size);
	repairing->finding = change->event.finding;
	repairing->occasion = snapshot_context_of(change);
	if (repairing->occasion.suggested) {
		repairing->suggested = *repairing->occasion.suggested;
		repairing->occasion.suggested = &repairing->suggested;
	}
	repairing->automatic =
		cached->sessions->options.auto_repair && change->event.finding.pictures >= PICTURES;
	repairing->limits = cached->sessions->options.limits;
	repairing->events.journal = cached->sessions->options.journal;
	repairing->events.upto = cached->session.version;
	repairing->events.phases = change->condition.phases;
	repairing->events.done = on_events;
	repairing->events.context = repairing;
	memcpy(repairing->events.id, cached->session.id, sizeof repairing->events.id);
	repairing->job.change = change;
	repairing->job.compute = search_repair;
	repairing->job.end = end_mending;
	repairing->job.destroy = mending_destroy;
}

static struct repair_job *create(struct change *change)
{
	struct repair_job *repairing = calloc(1, sizeof *repairing);

	if (!repairing) {
		return NULL;
	}
	repairing->memory = malloc(change->cached->session.game->tracker_size);
	if (!repairing->memory) {
		free(repairing);
		return NULL;
	}
	take_case(repairing, change);
	repairing->sessions = change->cached->sessions;
	repairing->sessions->correcting++;
	return repairing;
}

static void on_events(struct events *events, enum mk_status status, const struct mk_error *error)
{
	struct repair_job *repairing = events->context;
	struct change *change = repairing->job.change;
	struct cached_session *cached = change->cached;
	struct mk_error busy;

	(void)error;
	session_turn_begin(cached);
	if (status != MK_OK || change_job_submit(&repairing->job, change, &busy) != MK_OK) {
		mending_destroy(&repairing->job);
		change_end_contradiction(change, NULL);
	}
	session_turn_end(cached);
}

void change_repair(struct change *change, const struct mk_error *refusal)
{
	struct repair_job *repairing;

	change->refusal = *refusal;
	repairing = is_worth_it(change) ? create(change) : NULL;
	if (repairing) {
		events_read_path(&repairing->events);
	} else {
		change_end_contradiction(change, NULL);
	}
}
