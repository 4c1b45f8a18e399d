/* Replays events one by one. */
#include "session/history/walk.h"

#include "port/journal.h"
#include "session/deal.h"
#include "session/phases.h"
#include "session/session_error.h"

#include <string.h>

bool walk_init(struct walk *walk, const struct session *session)
{
	*walk = (struct walk){.session = session};
	if (!state_init(&walk->state, session)) {
		return false;
	}
	state_begin(&walk->state, session);
	return true;
}

void walk_finish(struct walk *walk)
{
	state_finish(&walk->state);
}

bool walk_is_step(enum event_kind kind)
{
	switch (kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_ANSWER:
	case EVENT_REPLY:
	case EVENT_TABLE:
	case EVENT_CORRECTION:
		return true;
	case EVENT_UNDO:
	case EVENT_CHANGE:
		return false;
	}
	return false;
}

bool walk_is_plain(enum event_kind kind)
{
	return kind == EVENT_SNAPSHOT || kind == EVENT_MOVE || kind == EVENT_ANSWER ||
	       kind == EVENT_REPLY;
}

enum mk_status walk_broken(uint64_t version, const struct mk_error *cause, struct mk_error *error)
{
	if (cause->status == MK_BUSY) {
		*error = *cause;
		return MK_BUSY;
	}
	return mk_fail(error, MK_IO, "session_corrupt", "", "event %llu in the journal: %.120s",
		(unsigned long long)version, cause->detail);
}

bool walk_tops_are_sound(const uint64_t *tops, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t top = tops[i];

		if (top > i + 1 || (top > 0 && tops[top - 1] != top)) {
			return false;
		}
	}
	return true;
}

enum mk_status walk_not_indexed(struct mk_error *error)
{
	return mk_fail(error, MK_BUSY, "not_indexed", "",
		"the events of this session are being indexed, retry later");
}

/* ---- one event ------------------------------------------------------------------------------ */

/*
 * Plays one step in the world of a practice table. False: the revealed card differs from the deal.
 */
static bool play_step(
	struct mk_world *world, const struct mk_game *game, const struct mk_played_move *step)
{
	mk_card card = mk_game_card_turned_up(game, world, step->move);

	return (card == MK_NO_CARD || card == step->revealed) &&
	       deal_apply(game, world, step->move);
}

/*
 * Carries out the moves, which are legal in the player's view, in the world of a practice table.
 * False: they are illegal there, or it was not this seat's turn.
 */
static bool play_dealt(struct state *state, const struct mk_game *game, const struct event *event)
{
	const struct mk_finding *finding = &event->finding;
	const struct mk_view *seen;
	bool possible = deal_program_moves(game, state->world) == (event->kind == EVENT_REPLY);

	if (event->covered) {
		possible = possible && game->complete_move &&
			   deal_apply(game, state->world, event->whole);
	}
	for (int i = 0; i < finding->move_count && possible && !event->covered; i++) {
		possible = play_step(state->world, game, &finding->moves[i]);
	}
	if (!possible) {
		return false;
	}
	seen = mk_game_view_of_seat(game, state->world, DEAL_OWN_SEAT, state->buffer);
	return memcmp(seen, state->view, game->view_size) == 0;
}

enum mk_status walk_play(struct walk *walk, const struct event *event, struct mk_error *error)
{
	static const struct mk_finding present = {.explanation = MK_UNCHANGED};
	const struct mk_game *game = walk->session->game;
	struct state *state = &walk->state;
	enum mk_status status;

	memcpy(state->before, state->view, game->view_size);
	status = mk_game_apply_finding(game, state->view, &event->finding, error);
	if (status == MK_OK) {
		status = mk_game_apply_finding(game, state->view, &present, error);
	}
	if (status != MK_OK) {
		return status;
	}
	if (state->world && !play_dealt(state, game, event)) {
		return mk_fail(error, MK_IMPOSSIBLE, "invalid_finding", "",
			"the cards were dealt otherwise, or it is another seat's turn");
	}
	state->shown += event->shown ||
			(state->world && deal_has_shown(game, state->before, &event->finding,
						 event->kind == EVENT_REPLY));
	state->has_before = event->finding.move_count > 0;
	state->concluded = true;
	state_drop_evidence(state);
	state->last = event->finding;
	if (event->numbered) {
		cameras_note(&state->cameras, event->camera, event->frame);
	}
	if (event->rated) {
		cameras_set_rates(&state->cameras, event->camera, &event->rates);
	}
	return MK_OK;
}

static enum walk_result broken(
	uint64_t version, const struct mk_error *cause, struct mk_error *error)
{
	walk_broken(version, cause, error);
	return WALK_BROKEN;
}

static enum walk_result missing(uint64_t version, struct mk_error *error)
{
	struct mk_error cause;

	mk_fail(&cause, MK_MALFORMED, "invalid_event", "", "it is missing");
	return broken(version, &cause, error);
}

static void arrive(struct walk *walk, const struct journal_event *row)
{
	walk->at = row->version;
	walk->top = row->top;
	if (row->state) {
		walk->state_at = row->version - walk->state.transient;
		walk->transient_at = walk->state.transient ? row->version : 0;
		walk->transient_top = row->top;
	}
}

enum mk_status walk_read(struct walk *walk, const struct journal_event *row, struct mk_error *error)
{
	struct mk_error cause;

	if (walk->read == row->version) {
		return MK_OK;
	}
	walk->read = 0;
	if (event_read(row, walk->session->game, &walk->event, &cause) != MK_OK) {
		return walk_broken(row->version, &cause, error);
	}
	walk->read = row->version;
	return MK_OK;
}

/* Applies an event that is played, or that does not change the table. */
static enum walk_result take_plain(
	struct walk *walk, const struct journal_event *row, struct mk_error *error)
{
	bool changes = strcmp(row->kind, event_kind_name(EVENT_CHANGE)) == 0;
	struct mk_error cause;

	if (changes) {
		return row->top == walk->top ? WALK_OK : WALK_NOT_INDEXED;
	}
	if (walk_read(walk, row, error) != MK_OK) {
		return WALK_BROKEN;
	}
	if (!walk_is_plain(walk->event.kind) || row->top != row->version) {
		return WALK_NOT_INDEXED;
	}
	return walk_play(walk, &walk->event, &cause) == MK_OK ? WALK_OK
							      : broken(row->version, &cause, error);
}

/* With a stored state, the rest of the event is not needed. */
static enum walk_result take_state(struct walk *walk, const struct journal_event *row)
{
	const struct state_place place = {walk->session->id, row->version, row->top};

	return state_read(&walk->state, walk->session->game, &place, row->state) ? WALK_OK
										 : WALK_NOT_INDEXED;
}

enum walk_result walk_take(
	struct walk *walk, const struct journal_event *row, struct mk_error *error)
{
	bool follows = row->version == walk->at + 1;
	enum walk_result result;

	if (!follows && (walk->at > 0 || !row->state)) {
		return missing(walk->at + 1, error);
	}
	result = row->state ? take_state(walk, row) : take_plain(walk, row, error);
	if (result == WALK_OK) {
		if (!row->state) {
			walk->state.bytes += strlen(row->body);
		}
		arrive(walk, row);
	}
	return result;
}

/* ---- reading along -------------------------------------------------------------------------- */

static void end(struct walker *walker, enum mk_status status, const struct mk_error *error)
{
	walker->done(walker, status, error);
}

static void fail(struct walker *walker, enum walk_result result, struct mk_error *error)
{
	if (result == WALK_NOT_INDEXED) {
		walk_not_indexed(error);
	}
	end(walker, error->status, error);
}

static void on_page(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count);

static void read_next_page(struct walker *walker)
{
	walker->journal->methods->load(
		walker->journal, walker->id, walker->walk.at, WALK_PAGE, on_page, walker);
}

/* `ended`: at the goal, or by `visit`. */
static enum walk_result take_page(struct walker *walker, const struct journal_event *events,
	size_t count, bool *ended, struct mk_error *error)
{
	struct walk *walk = &walker->walk;
	enum walk_result result = WALK_OK;

	*ended = false;
	for (size_t i = 0; i < count && result == WALK_OK && !*ended; i++) {
		*ended = walk->at >= walker->goal ||
			 (walker->visit && !walker->visit(walker, &events[i]));
		if (!*ended) {
			result = walk_take(walk, &events[i], error);
		}
	}
	*ended = *ended || count < WALK_PAGE || walk->at >= walker->goal;
	return result;
}

static void on_page(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct walker *walker = context;
	int64_t begun_ns = phases_begin_work(walker->phases);
	enum walk_result result;
	struct mk_error error;
	bool ended;

	(void)row;
	if (status != MK_OK) {
		journal_fail(status, &error);
		end(walker, error.status, &error);
		return;
	}
	result = take_page(walker, events, count, &ended, &error);
	phases_end_work(walker->phases, begun_ns);
	if (result != WALK_OK) {
		fail(walker, result, &error);
	} else if (ended) {
		end(walker, MK_OK, NULL);
	} else {
		read_next_page(walker);
	}
}

void walker_start(struct walker *walker, uint64_t from)
{
	if (walker->goal == 0) {
		end(walker, MK_OK, NULL);
		return;
	}
	walker->journal->methods->load_from_state(
		walker->journal, walker->id, from, WALK_PAGE, on_page, walker);
}
