/* A refused picture: is there one earlier misreading that explains it? */
#include "session/change.h"
#include "session/fault.h"
#include "session/repair.h"
#include "session/replay.h"

/* A single picture may be misread itself: only what keeps coming is worth a search. */
enum { PICTURES = 3 };

static bool is_worth_it(const struct change *change)
{
	const struct live *live = change->live;

	return live->memory && live->session.game->card_at &&
	       change->event.finding.pictures >= PICTURES;
}

static bool find(struct change *change, struct path *path, const struct journal_event *events,
	size_t count, struct mk_repair *repair)
{
	const struct live *live = change->live;
	struct mk_occasion occasion = change_occasion(change);
	struct cameras cameras = {0};
	struct mk_error error;

	return replay_read(&live->session, events, count, path, &cameras, &error) == MK_OK &&
	       repair_find(&(struct repair_case){&live->session, path, live->memory,
				   &change->event.finding, &occasion},
		       repair);
}

/* The table as it is with the repair; false where that fails. */
static bool apply(struct change *change, struct path *path, const struct mk_repair *repair)
{
	struct live *live = change->live;
	struct replay replay;
	struct mk_error error;

	change->event.kind = EVENT_CORRECTION;
	change->event.correction = (struct correction){
		.event = repair->event, .was = repair->was, .card = repair->card};
	if (path_follow(path, live->session.version + 1, &change->event, &error) != MK_OK ||
		replay_arrive(&live->session, path, &replay, &error) != MK_OK) {
		return false;
	}
	if (change->event.numbered) {
		live_note_frame(live, change->event.camera, change->event.frame);
		change->event.numbered = false;
	}
	free(change->view);
	change->view = replay.view;
	change->before = replay.before;
	change->event.finding = replay.observed;
	change->next.observed = replay.has_observed ? &change->event.finding : NULL;
	change->next.sync = SESSION_LOOKING; /* the next picture is of the mended table */
	return true;
}

/* True: the repair was applied, and the change is on its way. */
static bool mend(struct change *change, const struct journal_event *events, size_t count,
	struct mk_repair *repair, bool *found)
{
	struct path path;
	bool applied = false;

	if (!path_init(&path, count + 1)) {
		return false;
	}
	*found = find(change, &path, events, count, repair);
	if (*found && repair->unique && change->live->sessions->options.auto_repair) {
		applied = apply(change, &path, repair);
	}
	path_finish(&path);
	return applied;
}

static void on_events(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct change *change = context;
	struct live *live = change->live;
	struct mk_repair repair;
	bool found = false;

	(void)row;
	changes_pause(live);
	if (status == MK_OK && mend(change, events, count, &repair, &found)) {
		change_store(change);
	} else {
		change_contradict(change);
		if (found) {
			live_propose(live, &repair);
		}
		change_refuse(change, &change->refusal);
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
	change_contradict(change);
	change_refuse(change, &change->refusal);
}
