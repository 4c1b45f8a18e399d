/* Taking back accepted steps: the journal is replayed without them. */
#include "session/change.h"
#include "session/fault.h"
#include "session/replay.h"

static enum mk_status go_back(struct change *change, const struct journal_event *events,
	size_t count, struct mk_error *error)
{
	struct replay replay;
	enum mk_status status = replay_events(
		&change->live->session, events, count, change->event.steps, &replay, error);

	if (status == MK_OK) {
		change->view = replay.view;
		change->before = replay.before;
		change->event.finding = replay.observed;
		change->next.observed = replay.has_observed ? &change->event.finding : NULL;
		change->next.sync = SESSION_IN_SYNC;
	}
	return status;
}

static void on_events(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct change *change = context;
	struct live *live = change->live;
	struct mk_error error;

	(void)row;
	changes_pause(live);
	if (status == MK_OK) {
		status = go_back(change, events, count, &error);
	} else {
		fault_journal(status, &error);
	}
	if (status == MK_OK) {
		change_store(change);
	} else {
		change_fail(change, &error);
	}
	changes_resume(live);
}

static void carry_out_undo(struct change *change)
{
	struct journal *journal = change->live->sessions->options.journal;

	journal->methods->load(journal, change->live->session.id, 0, 0, on_events, change);
}

static const struct change_kind undo = {.carry_out = carry_out_undo};

void sessions_undo(struct sessions *sessions, const char *id, int steps,
	const struct session_condition *condition, sessions_answer *answer, void *context)
{
	struct change *change = change_create(sessions, &undo, condition, answer, context, 0);
	struct mk_error error;

	if (!change) {
		return;
	}
	if (steps == 0) {
		mk_fail(&error, MK_MALFORMED, "bad_steps", "/steps",
			"a whole number other than 0 is wanted");
		change_decline(change, &error);
		return;
	}
	change->event.kind = EVENT_UNDO;
	change->event.numbered = false;
	change->event.steps = steps;
	change_submit(change, sessions, id);
}
