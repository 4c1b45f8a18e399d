/*
 * A refused picture: is there one earlier misreading that explains it?
 *
 * Every card that was told is tried, each with a walk through all events: beside the loop.
 */
#include "base/limits.h"
#include "session/changes/beside.h"
#include "session/changes/look.h"
#include "session/changes/repair.h"
#include "session/history/events.h"
#include "session/history/replay.h"
#include "session/session_error.h"

#include <stdlib.h>
#include <string.h>

/* A single picture may be misread itself: only what keeps coming is worth a search. */
enum { PICTURES = 3 };

struct mending {
	struct beside beside;
	struct sessions *sessions;
	struct events events; /* of the path */
	struct path path;
	struct mk_tracker *memory;
	struct mk_finding finding; /* the contradiction */
	struct mk_snapshot_context occasion;
	struct mk_move suggested; /* what the occasion points at */
	struct limits *limits;
	bool automatic;
	bool found, applied;
	struct mk_repair repair;
	struct correction correction; /* where it is applied, and what that leads to: */
	struct replay replay;
};

static bool is_worth_it(const struct change *change)
{
	const struct live *live = change->live;

	return live->memory && live->session.game->card_at &&
	       change->event.finding.pictures >= PICTURES &&
	       live->sessions->correcting < MAX_CORRECTING;
}

/* ---- Beside the loop ------------------------------------------------------------------------ */

/* The table as it is with the repair; false where that fails. */
static bool apply(struct mending *mending)
{
	const struct session *session = &mending->beside.session;
	struct mk_error error;

	return path_correct(&mending->path, session->version + 1, &mending->correction) &&
	       replay_finalize(session, &mending->path, &mending->replay, &error) == MK_OK;
}

/* The events become a path, with a place for the repair. A game that was corrected too often is
 * left. */
static bool read_path(struct mending *mending)
{
	struct path *path = &mending->path;
	struct mk_error error;

	return path_init(path, mending->events.count + 1) &&
	       events_walk(&mending->events, mending->beside.session.game, path, &error) == MK_OK &&
	       path_active_corrections(path) < limits_value(mending->limits, LIMIT_CORRECTIONS);
}

static void search(struct beside *beside)
{
	struct mending *mending = (struct mending *)beside;
	struct mk_repair *repair = &mending->repair;

	if (!read_path(mending)) {
		return;
	}
	mending->found =
		repair_find(&(struct repair_case){&beside->session, &mending->path, mending->memory,
				    &mending->finding, &mending->occasion, REPAIR_BUDGET},
			repair, NULL);
	mending->correction = (struct correction){
		.event = repair->event, .was = repair->was, .card = repair->card};
	mending->applied = mending->found && repair->unique && mending->automatic && apply(mending);
}

/* ---- The change ----------------------------------------------------------------------------- */

/* No repair, or one that the player is asked about. */
static void give_up(struct change *change, const struct mk_repair *proposal)
{
	change_end_contradiction(change);
	if (proposal) {
		cached_session_set_repair(change->live, proposal);
	}
	change_report_contradiction(change, &change->refusal);
}

static void accept(struct change *change, struct mending *mending)
{
	struct replay *replay = &mending->replay;

	change->event.kind = EVENT_CORRECTION;
	change->event.correction = mending->correction;
	if (change->event.numbered) {
		cached_session_record_frame(
			change->live, change->event.camera, change->event.frame);
		change->event.numbered = false;
	}
	free(change->view);
	change->view = replay->view;
	change->before = replay->before;
	change->event.finding = replay->observed;
	change->next.observed = replay->has_observed ? &change->event.finding : NULL;
	change->next.sync = SESSION_LOOKING; /* the next picture is of the mended table */
	*replay = (struct replay){0};
	change_store(change);
}

static void end_mending(struct beside *beside)
{
	struct mending *mending = (struct mending *)beside;

	if (beside->has_run && mending->applied) {
		accept(beside->change, mending);
	} else {
		give_up(beside->change,
			beside->has_run && mending->found ? &mending->repair : NULL);
	}
}

static void mending_destroy(struct beside *beside)
{
	struct mending *mending = (struct mending *)beside;

	mending->sessions->correcting--;
	free(mending->replay.view);
	free(mending->replay.before);
	free(mending->memory);
	path_finish(&mending->path);
	events_finish(&mending->events);
	free(mending);
}

static void on_events(struct events *events, enum mk_status status, const struct mk_error *error);

static void take_case(struct mending *mending, struct change *change)
{
	const struct live *live = change->live;

	memcpy(mending->memory, live->memory, live->session.game->tracker_size);
	mending->finding = change->event.finding;
	mending->occasion = look_occasion(change);
	if (mending->occasion.suggested) {
		mending->suggested = *mending->occasion.suggested;
		mending->occasion.suggested = &mending->suggested;
	}
	mending->automatic = live->sessions->options.auto_repair;
	mending->limits = live->sessions->options.limits;
	mending->events.journal = live->sessions->options.journal;
	mending->events.upto = live->session.version;
	mending->events.done = on_events;
	mending->events.context = mending;
	memcpy(mending->events.id, live->session.id, sizeof mending->events.id);
	mending->beside.change = change;
	mending->beside.compute = search;
	mending->beside.end = end_mending;
	mending->beside.destroy = mending_destroy;
}

static struct mending *create(struct change *change)
{
	struct mending *mending = calloc(1, sizeof *mending);

	if (!mending) {
		return NULL;
	}
	mending->memory = malloc(change->live->session.game->tracker_size);
	if (!mending->memory) {
		free(mending);
		return NULL;
	}
	take_case(mending, change);
	mending->sessions = change->live->sessions;
	mending->sessions->correcting++;
	return mending;
}

static void on_events(struct events *events, enum mk_status status, const struct mk_error *error)
{
	struct mending *mending = events->context;
	struct change *change = mending->beside.change;
	struct live *live = change->live;
	struct mk_error busy;

	(void)error;
	changes_pause(live);
	if (status != MK_OK || beside_run(&mending->beside, change, &busy) != MK_OK) {
		mending_destroy(&mending->beside);
		give_up(change, NULL);
	}
	changes_resume(live);
}

void change_repair(struct change *change, const struct mk_error *refusal)
{
	struct mending *mending;

	change->refusal = *refusal;
	mending = is_worth_it(change) ? create(change) : NULL;
	if (mending) {
		events_read_path(&mending->events);
	} else {
		give_up(change, NULL);
	}
}
