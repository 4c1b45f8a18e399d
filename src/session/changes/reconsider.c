/* Revises events until they agree with the correction. */
#include "session/changes/reconsider.h"

#include "base/alloc.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * Maximum number of attempts per event, and the total budget in replayed steps (1.5 us each).
 * EXPLAINED and EVENT_READ: the costs, in steps, of interpreting a snapshot and of reading an
 * event, so that a long session does not take much longer than a short one.
 */
enum { MAX_WAYS = 32, EXPLAINED = 10, EVENT_READ = 5, MAX_READ = 50000, MAX_WALKED = 60000 };

/* Only the latest events can be revised: the table before each takes 2 KB. */
enum { MAX_REVISED = 1024 };

/* Maximum number of additional wrong readings; beyond it the player is more likely mistaken. */
enum { MAX_MORE = 2 };

/* The path at each step. */
struct stop {
	struct mk_view *before;
	struct mk_snapshot *seen; /* NULL: no snapshot is stored */
	int misfits; /* of this snapshot and all later ones, with the original findings */
};

struct study {
	const struct session *session;
	const struct mk_game *game;
	const struct path *path;
	const struct session_correction *request;
	size_t first;       /* the step with the first stop */
	struct stop *stops; /* by step number; one more than the path has steps */
	char *buffer;       /* for them */
	struct mk_view *view, *spare;
	struct mk_finding ways[MAX_WAYS];
	struct mk_finding again[MAX_WAYS];
	size_t walked;
	int best; /* additional misfits of the best result; above MAX_MORE: none found */
	struct correction *correction;
};

static_assert((int)MAX_MORE < (int)MK_TYPED_CONFLICT, "nothing contradicts what a person typed");

/* NULL: the correction is about a count. */
static const struct mk_place *reported_place(const struct study *study)
{
	return study->request->counts ? NULL : &study->request->place;
}

static mk_card reported_card(const struct study *study)
{
	return study->request->counts ? MK_NO_CARD : study->request->place.card;
}

/* ---- The original findings ------------------------------------------------------------------ */

static size_t aligned(size_t size)
{
	return (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
}

/* False: no snapshot is stored for the step. */
static bool read_picture(const struct study *study, size_t place, struct mk_snapshot *picture)
{
	const struct path_step *step = &study->path->steps[place];
	struct mk_error error;

	return step->kind == EVENT_SNAPSHOT && step->text &&
	       mk_snapshot_read_line(
		       study->game, step->text, strlen(step->text), picture, &error) == MK_OK;
}

/* The number of readings of a step's snapshot that contradict the table after it. */
static int picture_misfits(const struct study *study, const struct mk_view *view,
	const struct mk_snapshot *picture, size_t place)
{
	return study->game->count_conflicts(
		view, picture, reported_place(study), study->path->steps[place].typed);
}

static int misfits(const struct study *study, const struct mk_view *view, size_t place)
{
	const struct stop *stop = &study->stops[place];

	return stop->seen ? picture_misfits(study, view, stop->seen, place) : 0;
}

/*
 * The number of contradicting readings of all snapshots; 0 without memory, or if the path cannot be
 * replayed.
 */
static int count_misfits(struct study *study)
{
	struct mk_snapshot *picture;
	struct mk_error error;
	int count = 0;

	study->buffer = malloc(aligned(study->game->view_size) + study->game->snapshot_size);
	if (!study->buffer) {
		return 0;
	}
	study->view = (struct mk_view *)study->buffer;
	picture = (struct mk_snapshot *)(study->buffer + aligned(study->game->view_size));
	study->game->init_view(study->view, &study->session->rules);
	for (size_t i = 0; i < study->path->taken; i++) {
		if (path_apply(study->path, i, study->session, study->view, &error) != MK_OK) {
			return 0;
		}
		if (read_picture(study, i, picture)) {
			count += picture_misfits(study, study->view, picture, i);
		}
	}
	return count;
}

/* The table before step `place`, and its picture; `buffer` holds both. */
static void set_stop(struct study *study, size_t place, char *buffer)
{
	struct stop *stop = &study->stops[place];

	stop->before = (struct mk_view *)buffer;
	stop->seen = (struct mk_snapshot *)(buffer + aligned(study->game->view_size));
	memcpy(stop->before, study->view, study->game->view_size);
	if (place >= study->path->taken || !read_picture(study, place, stop->seen)) {
		stop->seen = NULL;
	}
}

/* Replays the unchanged path; false without memory, or if it cannot be replayed. */
static bool look_back(struct study *study)
{
	size_t count = study->path->taken;
	size_t origin = path_base(study->path, count);
	size_t first = count - origin > MAX_REVISED ? count - MAX_REVISED : origin;
	size_t view_size = aligned(study->game->view_size);
	size_t each = view_size + aligned(study->game->snapshot_size);
	struct mk_error error;

	study->first = first;
	study->stops = calloc(count + 1, sizeof *study->stops);
	study->buffer = large_alloc((count - first + 3) * each);
	if (!study->stops || !study->buffer) {
		return false;
	}
	study->view = (struct mk_view *)(study->buffer + (count - first + 1) * each);
	study->spare = (struct mk_view *)(study->buffer + (count - first + 2) * each);
	study->game->init_view(study->view, &study->session->rules);
	for (size_t i = 0; i <= count; i++) {
		if (i >= first) {
			set_stop(study, i, study->buffer + (i - first) * each);
		}
		if (i < count &&
			path_apply(study->path, i, study->session, study->view, &error) != MK_OK) {
			return false;
		}
	}
	for (size_t i = count; i-- > first;) {
		study->stops[i].misfits =
			study->stops[i + 1].misfits + misfits(study, study->stops[i + 1].before, i);
	}
	return true;
}

/* ---- The correction ------------------------------------------------------------------------ */

bool reconsider_has_count(
	const struct mk_game *game, const struct mk_view *view, const struct mk_count *count)
{
	size_t size = game->view_size;
	struct mk_view *copy = malloc(size);
	struct mk_error error;
	bool same;

	if (!copy) {
		return false;
	}
	memcpy(copy, view, size);
	same = game->set_count(copy, count, &error) == MK_OK && memcmp(copy, view, size) == 0;
	free(copy);
	return same;
}

static bool agrees_with_correction(const struct study *study, struct mk_view *view)
{
	const struct mk_finding present = {.explanation = MK_UNCHANGED};
	const struct mk_place *place = &study->request->place;
	struct mk_error error;

	if (mk_game_apply_finding(study->game, view, &present, &error) != MK_OK) {
		return false;
	}
	if (study->request->by_event) {
		return true;
	}
	return study->request->counts
		       ? reconsider_has_count(study->game, view, &study->request->count)
		       : mk_game_card_at(study->game, view, place->position, place->index) ==
				 place->card;
}

/* ---- One alternative finding ---------------------------------------------------------------- */

static bool note(struct correction *correction, uint64_t event, const struct mk_finding *finding)
{
	return correction->revised_count < MAX_REVISED_EVENTS &&
	       revised_event_init(
		       &correction->revised[correction->revised_count++], event, finding);
}

/*
 * The original finding of the step is now impossible: interprets its snapshot again from the
 * current table.
 */
static bool explain_again(
	struct study *study, size_t place, struct mk_view *view, struct correction *correction)
{
	const struct stop *stop = &study->stops[place];
	struct mk_error error;
	size_t count = 0;

	if (stop->seen) {
		study->walked += EXPLAINED;
		count = study->game->alternative_findings(
			view, stop->seen, MK_NO_CARD, study->again, MAX_WAYS);
	}
	for (size_t i = 0; i < count; i++) {
		if (mk_game_apply_finding(study->game, view, &study->again[i], &error) == MK_OK) {
			return note(
				correction, study->path->steps[place].version, &study->again[i]);
		}
	}
	return false;
}

/* The last position, counted from 0, and the maximum number of cards of a pile. */
enum { MAX_POSITION = 31, MAX_CARDS = 52 };

/* Where `card` lies, from the front; false: nowhere. */
static bool find_card(
	const struct mk_game *game, const struct mk_view *view, mk_card card, struct mk_place *at)
{
	for (int position = 0; position <= MAX_POSITION; position++) {
		for (int index = 0; index <= MAX_CARDS; index++) {
			if (mk_game_card_at(game, view, position, index) == card) {
				*at = (struct mk_place){.position = (uint8_t)position,
					.index = (uint8_t)index,
					.card = card};
				return true;
			}
		}
	}
	return false;
}

static bool lies_at(
	const struct study *study, const struct mk_view *view, const struct mk_place *at)
{
	return mk_game_card_at(study->game, view, at->position, at->index) == at->card;
}

/*
 * True if a later correction has moved the card away from where the player reported it at this
 * step; the later report wins.
 */
static bool is_overruled(struct study *study, size_t place, mk_card card)
{
	struct path then = *study->path; /* borrowed: without the later steps */
	struct mk_view *view = study->spare;
	struct mk_error error;
	struct mk_place at;

	then.taken = place + 1;
	if (study->walked > MAX_WALKED) {
		return false;
	}
	study->walked += then.taken;
	study->game->init_view(view, &study->session->rules);
	for (size_t i = path_base(&then, then.taken); i < then.taken; i++) {
		if (path_apply(&then, i, study->session, view, &error) != MK_OK) {
			return false;
		}
	}
	return find_card(study->game, view, card, &at) &&
	       !lies_at(study, study->stops[place + 1].before, &at);
}

/*
 * True if `card` lies at the same place as with the original finding of this step, or lay nowhere.
 */
static bool stays(const struct study *study, size_t place, const struct mk_view *view, mk_card card)
{
	struct mk_place at;

	return !find_card(study->game, study->stops[place + 1].before, card, &at) ||
	       lies_at(study, view, &at);
}

/* The cards that the player named or confirmed at this step. */
static mk_cards reported_cards(const struct study *study, size_t place)
{
	const struct path_step *step = &study->path->steps[place];
	const struct mk_game *game = study->game;

	if (step->kind == EVENT_CORRECTION && !step->correction.counts) {
		mk_card card = step->correction.revised_count ? step->correction.place.card
							      : step->correction.card;

		return card == MK_NO_CARD ? 0 : MK_CARD_BIT(card);
	}
	if (step->kind == EVENT_ANSWER && game->unconfirmed) {
		return game->unconfirmed(study->stops[place].before) &
		       ~game->unconfirmed(study->stops[place + 1].before);
	}
	return 0;
}

/*
 * True if the player's report at this step still holds, or if this or an earlier correction
 * concerns the same card: players may change their minds.
 */
static bool agrees_with_player(struct study *study, size_t place, const struct mk_view *view)
{
	const struct mk_place *meant = &study->request->place;
	mk_card replaced =
		mk_game_card_at(study->game, study->session->view, meant->position, meant->index);
	mk_cards reported = reported_cards(study, place);
	bool same = true;

	if (study->request->by_event || (!study->request->counts && replaced != MK_NO_CARD)) {
		reported &= ~MK_CARD_BIT(replaced);
	}
	study->walked += reported ? EXPLAINED : 0;
	for (; reported && same; reported &= reported - 1) {
		mk_card card = (mk_card)__builtin_ctzll(reported);

		same = stays(study, place, view, card) || is_overruled(study, place, card);
	}
	return same;
}

static bool go_on(
	struct study *study, size_t place, struct mk_view *view, struct correction *correction)
{
	size_t size = study->game->view_size;
	struct mk_error error;

	memcpy(study->spare, view, size);
	if (path_apply(study->path, place, study->session, view, &error) == MK_OK) {
		return true;
	}
	memcpy(view, study->spare, size);
	return explain_again(study, place, view, correction);
}

/*
 * Tests whether the events after `place` and the correction agree with `finding` as the finding of
 * that step. `costs` is the price of this interpretation in readings, without those that remain
 * unexplained.
 */
static void try_way(struct study *study, size_t place, const struct mk_finding *finding, int costs)
{
	const struct path *path = study->path;
	size_t size = study->game->view_size;
	struct correction found = {.counts = study->request->counts,
		.count = study->request->count,
		.place = study->request->place};
	struct mk_view *view = study->view;
	struct mk_error error;
	int wrong;

	memcpy(view, study->stops[place].before, size);
	if (mk_game_apply_finding(study->game, view, finding, &error) != MK_OK ||
		!note(&found, path->steps[place].version, finding)) {
		return;
	}
	wrong = costs + misfits(study, view, place) - study->stops[place].misfits;
	for (size_t i = place + 1; i < path->taken && wrong < study->best; i++) {
		if (study->walked++ > MAX_WALKED ||
			memcmp(view, study->stops[i].before, size) == 0 ||
			!go_on(study, i, view, &found) || !agrees_with_player(study, i, view)) {
			return;
		}
		wrong += misfits(study, view, i);
	}
	if (wrong < study->best && agrees_with_correction(study, view)) {
		study->best = wrong;
		*study->correction = found;
	}
}

/* ---- All alternatives ----------------------------------------------------------------------- */

/* True if a correction of the player already covers the card. */
static bool is_corrected(const struct path *path, mk_card card)
{
	for (size_t i = 0; i < path->taken; i++) {
		const struct path_step *step = &path->steps[i];

		if (step->kind == EVENT_CORRECTION && !step->correction.counts &&
			(step->correction.card == card || step->correction.place.card == card)) {
			return true;
		}
	}
	return false;
}

/* Bonus for a card that was unconfirmed when revealed, and may have been misread anyway. */
enum { UNCONFIRMED_COSTS = -1 };

/* Cost of one additional move with a card that no snapshot shows. */
enum { UNSEEN_MOVE_COSTS = 1 };

/* Tries the same moves with other revealed cards. */
static void try_other_cards(struct study *study, size_t place)
{
	const struct session_correction *request = study->request;
	struct mk_finding finding;

	path_finding(study->path, place, &finding);
	for (int i = 0; i < finding.revealed_count && !request->counts && !request->empty; i++) {
		const struct mk_place *revealed = &finding.revealed[i];
		struct correction card = {.was = revealed->card, .card = request->place.card};
		struct mk_finding mended = finding;

		if (!request->by_event && is_corrected(study->path, card.was)) {
			continue;
		}
		if (request->by_event && (revealed->position != request->place.position ||
						 revealed->index != request->place.index)) {
			continue;
		}
		correction_mend_finding(&card, &mended);
		try_way(study, place, &mended,
			finding.unconfirmed & MK_CARD_BIT(card.was) ? UNCONFIRMED_COSTS : 0);
	}
}

/* For a correction of a given event: true if this finding has the reported card in front. */
static bool shows_reported_card(struct study *study, size_t place, const struct mk_finding *finding)
{
	const struct mk_place *reported = &study->request->place;
	struct mk_error error;

	memcpy(study->view, study->stops[place].before, study->game->view_size);
	return mk_game_apply_finding(study->game, study->view, finding, &error) == MK_OK &&
	       mk_game_card_at(study->game, study->view, reported->position, 0) == reported->card;
}

static void try_moves(struct study *study, size_t place)
{
	const struct stop *stop = &study->stops[place];
	bool by_event = study->request->by_event;
	mk_card reported = reported_card(study);
	size_t count = 0;

	if (stop->seen && !(by_event && reported == MK_NO_CARD)) {
		study->walked += EXPLAINED;
		count = study->game->alternative_findings(
			stop->before, stop->seen, reported, study->ways, MAX_WAYS);
	}
	for (size_t i = 0; i < count; i++) {
		bool longer =
			study->ways[i].move_count > study->path->steps[place].finding.move_count;

		if (!by_event || shows_reported_card(study, place, &study->ways[i])) {
			try_way(study, place, &study->ways[i], longer ? UNSEEN_MOVE_COSTS : 0);
		}
	}
}

/*
 * For a given event: tries the assumption that no move was made and the reported card lay there
 * before.
 */
static void try_nothing_done(struct study *study, size_t place)
{
	const struct mk_finding nothing = {.explanation = MK_UNCHANGED};
	const struct mk_place *reported = &study->request->place;
	const struct mk_view *before = study->stops[place].before;

	if (study->request->by_event && study->stops[place].seen && reported->card != MK_NO_CARD &&
		mk_game_card_at(study->game, before, reported->position, 0) == reported->card) {
		try_way(study, place, &nothing, 0);
	}
}

static bool is_meant(const struct study *study, size_t place)
{
	const struct path_step *step = &study->path->steps[place];

	return study->request->by_event ? step->version == study->request->event
					: step->kind == EVENT_SNAPSHOT;
}

static struct study *study_create(const struct session *session, const struct path *path,
	const struct session_correction *request)
{
	const struct mk_game *game = session->game;
	bool can = game->alternative_findings && game->count_conflicts && mk_game_has_card_at(game);
	struct study *study = can ? calloc(1, sizeof *study) : NULL;

	if (study) {
		study->session = session;
		study->game = session->game;
		study->path = path;
		study->request = request;
		study->walked =
			path->taken < MAX_READ / EVENT_READ ? EVENT_READ * path->taken : MAX_READ;
		study->best = MAX_MORE + 1;
	}
	return study;
}

static void study_destroy(struct study *study)
{
	if (study) {
		free(study->stops);
		free(study->buffer);
	}
	free(study);
}

int reconsider_misfits(const struct session *session, const struct path *path,
	const struct session_correction *request)
{
	struct study *study = study_create(session, path, request);
	int count = study ? count_misfits(study) : 0;

	study_destroy(study);
	return count;
}

bool reconsider(const struct session *session, const struct path *path,
	const struct session_correction *request, struct correction *correction)
{
	struct study *study = study_create(session, path, request);
	bool ready = study && look_back(study);
	bool found;

	for (size_t i = path->taken; ready && i-- > study->first && study->walked < MAX_WALKED;) {
		study->correction = correction;
		if (is_meant(study, i)) {
			try_other_cards(study, i);
			try_moves(study, i);
			try_nothing_done(study, i);
		}
	}
	found = study && study->best <= MAX_MORE;
	study_destroy(study);
	return found;
}
