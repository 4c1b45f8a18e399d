/*
 * A refused picture: is there one earlier misreading that explains it?
 *
 * Every card that was told is tried, each with a walk through all events: beside the loop.
 */
#include "session/beside.h"
#include "session/fault.h"
#include "session/repair.h"
#include "session/replay.h"

#include <stdlib.h>
#include <string.h>

/* A single picture may be misread itself: only what keeps coming is worth a search. */
enum { PICTURES = 3 };

struct mending {
	struct beside beside;
	struct path path;
	struct mk_memory *memory;
	struct mk_finding finding; /* the contradiction */
	struct mk_occasion occasion;
	struct mk_move suggested; /* what the occasion points at */
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
	       change->event.finding.pictures >= PICTURES;
}

/* ---- Beside the loop ------------------------------------------------------------------------ */

/* The table as it is with the repair; false where that fails. */
static bool apply(struct mending *mending)
{
	struct event *event = calloc(1, sizeof *event);
	const struct session *session = &mending->beside.session;
	struct mk_error error;
	bool applied;

	if (!event) {
		return false;
	}
	event->kind = EVENT_CORRECTION;
	event->correction = mending->correction;
	applied = path_follow(&mending->path, session->version + 1, event, &error) == MK_OK &&
		  replay_arrive(session, &mending->path, &mending->replay, &error) == MK_OK;
	free(event);
	return applied;
}

static void search(struct beside *beside)
{
	struct mending *mending = (struct mending *)beside;
	struct mk_repair *repair = &mending->repair;

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
	change_contradict(change);
	if (proposal) {
		live_propose(change->live, proposal);
	}
	change_refuse(change, &change->refusal);
}

static void accept(struct change *change, struct mending *mending)
{
	struct replay *replay = &mending->replay;

	change->event.kind = EVENT_CORRECTION;
	change->event.correction = mending->correction;
	if (change->event.numbered) {
		live_note_frame(change->live, change->event.camera, change->event.frame);
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

	free(mending->replay.view);
	free(mending->replay.before);
	free(mending->memory);
	path_finish(&mending->path);
	free(mending);
}

static void take_case(struct mending *mending, const struct change *change)
{
	const struct live *live = change->live;

	memcpy(mending->memory, live->memory, live->session.game->memory_size);
	mending->finding = change->event.finding;
	mending->occasion = change_occasion(change);
	if (mending->occasion.suggested) {
		mending->suggested = *mending->occasion.suggested;
		mending->occasion.suggested = &mending->suggested;
	}
	mending->automatic = live->sessions->options.auto_repair;
	mending->beside.compute = search;
	mending->beside.end = end_mending;
	mending->beside.destroy = mending_destroy;
}

static struct mending *create(const struct change *change, size_t events)
{
	struct mending *mending = calloc(1, sizeof *mending);

	if (!mending) {
		return NULL;
	}
	mending->memory = malloc(change->live->session.game->memory_size);
	if (!mending->memory || !path_init(&mending->path, events + 1)) {
		free(mending->memory);
		free(mending);
		return NULL;
	}
	take_case(mending, change);
	return mending;
}

/* False: nothing is searched, and the change is where it was. */
static bool begin(struct change *change, const struct journal_event *events, size_t count)
{
	struct mending *mending = create(change, count);
	struct cameras cameras = {0};
	struct mk_error error;

	if (!mending) {
		return false;
	}
	if (replay_read(&change->live->session, events, count, &mending->path, &cameras, &error) !=
			MK_OK ||
		beside_run(&mending->beside, change, &error) != MK_OK) {
		mending_destroy(&mending->beside);
		return false;
	}
	return true;
}

static void on_events(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct change *change = context;
	struct live *live = change->live;

	(void)row;
	changes_pause(live);
	if (status != MK_OK || !begin(change, events, count)) {
		give_up(change, NULL);
	}
	changes_resume(live);
}

void change_repair(struct change *change, const struct mk_error *refusal)
{
	struct journal *journal = change->live->sessions->options.journal;

	change->refusal = *refusal;
	if (is_worth_it(change)) {
		journal->methods->load(journal, change->live->session.id, 0, 0, on_events, change);
		return;
	}
	give_up(change, NULL);
}
