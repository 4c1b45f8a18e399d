/* Interprets the snapshots of one table together. */
#include "games/klondike/tracking/watch.h"

#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/slots.h"
#include "games/klondike/tracking/undone.h"

#include <math.h>

/*
 * WELL_READ: a card that was well read after so many changes outweighs one snapshot. A
 * contradicting reading that no move explains is discarded after STUBBORN snapshots, but not across
 * MAX_ODD_SCENES changes: then it is the known card that was misread. MAX_MISREAD: maximum number
 * of slots that are discarded.
 */
enum { WELL_READ = 2, STUBBORN = 5, MAX_MISREAD = 2, MAX_ODD_SCENES = 2 };

/*
 * Two slots that conflict in the same way in more consecutive snapshots than this are not misread.
 */
enum { MAX_TOGETHER = 2 };

/* One attempt to interpret the newest snapshots. */
struct attempt {
	const struct klondike_view *view;
	const struct klondike_tracker *memory;
	const struct mk_snapshot_context *occasion;
	struct klondike_view next;
	struct mk_finding finding;
	struct scene scene;
	enum mk_status status;
	unsigned misread; /* slots whose readings were discarded */
	bool alone;       /* the older unclear snapshots do not show the same table */
	int went_on;      /* number of times the player continued between the snapshots, see
			     try_going_on() */
	bool shaken;      /* some of those snapshots were not explained */
	bool unclear; /* it is open which of several hypotheses about the newest snapshot is true */
	int *tables;  /* remaining node budget for this snapshot */
};

static struct klondike_tracker *memory_of(struct mk_tracker *memory)
{
	return (struct klondike_tracker *)memory;
}

/* The known front card; MK_NO_CARD for an empty place or an unknown card. */
static mk_card believed(const struct klondike_view *view, int position)
{
	int suit = position - FIRST_FOUNDATION;

	if (position < COLUMNS || position == DRAW_PILE) {
		return klondike_front(view, position);
	}
	return view->foundation[suit] ? MK_CARD(view->foundation[suit], suit) : MK_NO_CARD;
}

/* ---- Trying --------------------------------------------------------------------------------- */

/* True if the slot reads the same in both snapshots. */
static bool is_same_reading(const struct klondike_reading *a, const struct klondike_reading *b)
{
	if (a->seen != b->seen || a->candidates != b->candidates) {
		return false;
	}
	for (int i = 0; i < a->candidates; i++) {
		if (a->candidate[i].card != b->candidate[i].card) {
			return false;
		}
	}
	return true;
}

static bool is_same_picture(const struct klondike_snapshot *a, const struct klondike_snapshot *b)
{
	int position = 0;

	while (position < POSITIONS && is_same_reading(&a->slot[position], &b->slot[position])) {
		position++;
	}
	return position == POSITIONS && a->stock_seen == b->stock_seen;
}

/* True if the hint refers to one of the snapshots from `first` to `last`, or to an equal one. */
static bool is_hint_of(const struct klondike_tracker *memory, int number, int first, int last)
{
	int at = memory->hint_at[number];

	for (int i = first; i <= last; i++) {
		if (i == at || (at < memory->count &&
				       is_same_picture(&memory->seen[i], &memory->seen[at]))) {
			return true;
		}
	}
	return false;
}

/* True if the player named a card of the newest snapshot. */
static bool has_newest_hint(const struct klondike_tracker *memory)
{
	for (int i = 0; i < memory->named_count; i++) {
		if (is_hint_of(memory, i, memory->count - 1, memory->count - 1)) {
			return true;
		}
	}
	return false;
}

/* Adds the hints that refer to these snapshots; the next snapshot may show another table. */
static void add_hints(
	struct scene *scene, const struct klondike_tracker *memory, int first, int last)
{
	for (int i = 0; i < memory->named_count; i++) {
		if (is_hint_of(memory, i, first, last)) {
			evidence_add_hint(scene, &memory->named[i]);
		}
	}
}

/*
 * Probability that nothing was done although the player reports a move: rare, but keys are pressed
 * by mistake.
 */
static const float unchanged_though_done = 0.005F;

/*
 * Lower bound on the probability that nothing was done if a camera that sends `done` with each move
 * did not send it.
 */
static const float unchanged_without_done = 0.95F;

static float unchanged_share(const struct attempt *attempt)
{
	const struct klondike_tracker *memory = attempt->memory;
	float share = memory->unchanged > 0 ? memory->unchanged : klondike_unchanged;

	if (memory->done) {
		return unchanged_though_done;
	}
	return memory->done_means_move && !memory->typed ? fmaxf(share, unchanged_without_done)
							 : share;
}

static float several_share(const struct attempt *attempt)
{
	float share = attempt->memory->several;

	return share > 0 ? share : klondike_several;
}

static float confidence_of(const struct attempt *attempt)
{
	return attempt->memory->typed ? klondike_typed : attempt->memory->confidence;
}

/*
 * Bounds on the odds of a repeatedly misread draw against an unchanged table. A misread draw shows
 * just the previous card about once in 50 cases; one accepted mistake in 10,000 cases is tolerated,
 * and 15 while other snapshots are needed anyway to confirm a card.
 */
static const float max_misread_odds = 0.0001F * 50;
static const float max_misread_odds_unconfirmed = 0.0015F * 50;

/*
 * Minimum number of snapshots of an unchanged table if the player reports a move (then a key was
 * pressed by mistake), and the maximum in all cases.
 */
enum { WANTED_WHEN_DONE = 2, MAX_WANTED = 12 };

/* Number of snapshots of an unchanged table that are needed before it is accepted as unchanged. */
static int pictures_wanted(const struct attempt *attempt)
{
	const struct klondike_tracker *memory = attempt->memory;
	float unchanged = unchanged_share(attempt);
	float misread = (1 - unchanged) / unchanged * (1 - confidence_of(attempt));
	int wanted = memory->done ? WANTED_WHEN_DONE : 1;
	float borne = attempt->view->unconfirmed ? max_misread_odds_unconfirmed : max_misread_odds;

	/*
	 * A card named by the player needs no second snapshot, and neither does a table that has
	 * rested.
	 */
	if (has_newest_hint(memory) || (memory->rested && !memory->done)) {
		return 1;
	}
	for (int i = 1; i < wanted; i++) {
		misread *= memory->repeats;
	}
	while (misread > borne && wanted < MAX_WANTED) {
		misread *= memory->repeats;
		wanted++;
	}
	return wanted;
}

/*
 * Factor for the probability of an unchanged table if `done` comes with the snapshot: a card may
 * only have been straightened.
 */
static const float same_though_done = 0.2F;

/*
 * Probability that a snapshot after an unclear one shows the same table. It decreases with each
 * move that the player made between the snapshots that are being explained.
 */
static float as_wanted_share(const struct attempt *attempt, int went_on)
{
	float share = attempt->memory->as_wanted;

	share = (share > 0 ? share : klondike_as_wanted) / (float)(1 + went_on);
	return attempt->memory->went_on ? share * same_though_done : share;
}

/*
 * Bound on as_wanted_share() below which a client counts as one that rarely takes another snapshot
 * of the same table.
 */
static const float rarely_as_wanted = 0.8F;

static bool goes_on(const struct attempt *attempt)
{
	return !attempt->memory->typed && as_wanted_share(attempt, 0) < rarely_as_wanted;
}

/*
 * Passes on that the last accepted snapshot showed other cards at some slots than the front cards
 * of the table.
 */
static void note_misread(const struct attempt *attempt, struct pictures *pictures)
{
	pictures->misread = attempt->memory->misread;
	pictures->misread_as = attempt->memory->last;
	for (unsigned slots = pictures->misread; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);

		pictures->misread_card[position] = believed(attempt->view, position);
	}
}

/* Passes on which front cards the last accepted snapshot showed as they are known. */
static void note_known(const struct attempt *attempt, struct pictures *pictures)
{
	pictures->shown = attempt->memory->last;
	for (int position = 0; position < POSITIONS; position++) {
		mk_card shown = attempt->memory->last[position];

		if (shown != MK_NO_CARD && shown == believed(attempt->view, position)) {
			pictures->known |= 1U << position;
		}
	}
}

/* Reads `count` snapshots from index `first` on as one table into the scene. */
static void read_pictures(struct attempt *attempt, int first, int count)
{
	const struct klondike_tracker *memory = attempt->memory;
	const struct klondike_snapshot *seen[MAX_PICTURES];
	struct pictures pictures = {.seen = seen,
		.count = count,
		.confidence = confidence_of(attempt),
		.repeats = memory->repeats};

	for (int i = 0; i < count; i++) {
		seen[i] = &memory->seen[first + i];
	}
	if (memory->misread && first == memory->judged && !memory->typed &&
		memory->together < MAX_TOGETHER) {
		note_misread(attempt, &pictures);
	}
	if (first == memory->judged && !memory->typed) {
		note_known(attempt, &pictures);
	}
	scene_read(&attempt->scene, &pictures);
	attempt->scene.tables = attempt->tables;
	attempt->scene.doubt = memory->doubt;
	attempt->scene.draw = &memory->draw;
	attempt->scene.missed = memory->missed;
	attempt->scene.unchanged = unchanged_share(attempt);
	attempt->scene.several = several_share(attempt);
	attempt->scene.missing_moved = memory->missing_moved;
	attempt->scene.next_moved = memory->next_moved;
	if (attempt->occasion->followed > 0) {
		attempt->scene.followed = attempt->occasion->followed;
	}
	attempt->scene.look_twice = memory->fresh < pictures_wanted(attempt);
	attempt->scene.why = attempt->occasion->why;
	attempt->scene.goes_on = goes_on(attempt);
	attempt->scene.typed = memory->typed;
	attempt->scene.may_skip = memory->may_skip && !memory->typed;
	attempt->scene.skips = memory->skips && !memory->typed;
	if (!memory->typed) {
		/* A player who reports moves reports each draw, so no snapshot was skipped. */
		attempt->scene.suspected = memory->done ? 0 : memory->suspected;
		if (attempt->occasion->most_suspected > 0) {
			attempt->scene.most_suspected = attempt->occasion->most_suspected;
		}
	}
}

/* Interprets the newest `count` snapshots together, without the readings at `misread`. */
static void try_pictures(
	struct attempt *attempt, int count, unsigned misread, struct mk_error *error)
{
	const struct klondike_tracker *memory = attempt->memory;

	read_pictures(attempt, memory->count - count, count);
	evidence_discard(&attempt->scene, misread);
	add_hints(&attempt->scene, memory, memory->count - count, memory->count - 1);
	attempt->misread = misread;
	klondike_copy_view(&attempt->next, attempt->view);
	attempt->status = learn_scene(&attempt->next, &attempt->scene, attempt->occasion->suggested,
		&attempt->finding, error);
	if (attempt->status == MK_OK && attempt->finding.revised.was != MK_NO_CARD) {
		/* Besides the revised card, other slots may be misread in this snapshot. */
		attempt->misread |= scene_differences(&attempt->scene, &attempt->next, ALL_SLOTS);
	}
}

static bool is_accepted(const struct attempt *attempt)
{
	return attempt->status == MK_OK && attempt->finding.explanation != MK_LOOK_AGAIN;
}

/* True if the attempt changes the view. */
static bool is_news(const struct attempt *attempt)
{
	return is_accepted(attempt) &&
	       (attempt->finding.explanation != MK_UNCHANGED || attempt->finding.weighed);
}

/* True if nothing happened and every slot confirms it. */
static bool is_quiet(const struct attempt *attempt)
{
	return is_accepted(attempt) && !is_news(attempt) && attempt->finding.unreadable_count == 0;
}

/*
 * True if both attempts ask for slots and `attempt` asks for fewer. An attempt that only wants
 * another snapshot of the same table asks for none.
 */
static bool asks_less(const struct attempt *attempt, const struct attempt *best)
{
	return attempt->status == MK_OK && best->status == MK_OK && !is_accepted(attempt) &&
	       !is_accepted(best) && attempt->finding.unreadable_count > 0 &&
	       attempt->finding.unreadable_count < best->finding.unreadable_count;
}

/*
 * True if no slot is unclear and only another snapshot of the same table is wanted. Not for a
 * snapshot with `done`: no number of those is enough.
 */
static bool wants_another(const struct attempt *attempt)
{
	return attempt->status == MK_OK && !is_accepted(attempt) && !attempt->occasion->done &&
	       attempt->finding.unreadable_count == 0 && attempt->finding.doubt_count == 0;
}

/*
 * True if the attempt is more informative than the best one: a change is most informative, a
 * conflict least.
 */
static bool is_better(const struct attempt *attempt, const struct attempt *best)
{
	return is_news(attempt) || (attempt->status == MK_OK && best->status != MK_OK) ||
	       asks_less(attempt, best) || (is_accepted(attempt) && wants_another(best)) ||
	       (attempt->status == MK_OK && !is_accepted(attempt) && is_accepted(best));
}

/* The likeliest card of the slot in a snapshot; MK_NO_CARD if no card is read. */
static mk_card shown(const struct klondike_snapshot *seen, int position)
{
	const struct klondike_reading *reading = &seen->slot[position];

	return reading->seen == SEEN_CARD && reading->candidates ? reading->candidate[0].card
								 : MK_NO_CARD;
}

/*
 * True if an older snapshot shows the table before the change of the attempt. Then the snapshots
 * are not of one table and cannot be combined.
 */
static bool shows_before(const struct attempt *attempt, int count)
{
	const struct klondike_tracker *memory = attempt->memory;

	for (int position = 0; position < POSITIONS; position++) {
		mk_card before = believed(attempt->view, position);

		if (before == MK_NO_CARD || before == attempt->finding.revised.was ||
			before == believed(&attempt->next, position)) {
			continue;
		}
		for (int i = memory->count - count; i < memory->count - 1; i++) {
			if (shown(&memory->seen[i], position) == before) {
				return true;
			}
		}
	}
	return false;
}

/* Tries the newest `count` snapshots together and takes the result if it is more informative. */
static void try_older(struct attempt *best, int count, unsigned misread, struct mk_error *error)
{
	struct attempt next = *best;

	try_pictures(&next, count, misread, error);
	if (best->status == MK_CONFLICT &&
		(wants_another(&next) || (is_accepted(&next) && !is_news(&next)))) {
		return; /* the older snapshots show the known table and do not explain the newest
			   one */
	}
	if (best->memory->clear && is_news(&next)) {
		return; /* the table was unchanged until then, which is no evidence about the change
			   since */
	}
	if (is_better(&next, best) && !shows_before(&next, count)) {
		*best = next;
	}
}

/*
 * If a misreading is the best hypothesis but not clearly, that is no contradiction to the older
 * snapshots: the attempt asks to look again.
 */
static void leave_open(struct attempt *together)
{
	if (together->status == MK_CONFLICT && together->finding.explanation == MK_LOOK_AGAIN) {
		together->status = MK_OK;
	}
}

/*
 * Accepts a change only if the older snapshots of the same table agree: they may have read another
 * card.
 */
static void check_with_older(
	struct attempt *best, int count, unsigned misread, struct mk_error *error)
{
	struct attempt together;
	int all = count;

	while (all < best->memory->count && !shows_before(best, all + 1)) {
		all++;
	}
	if (all == count || best->memory->clear) {
		return;
	}
	together = *best;
	try_pictures(&together, all, misread, error);
	leave_open(&together);
	if (together.status == MK_OK && !is_accepted(&together)) {
		*best = together;
	}
	best->alone = together.status == MK_CONFLICT;
}

/*
 * The newest snapshot shows the known table, but the preceding ones were unclear. Any of them may
 * be misread, so all of them together decide.
 */
static void try_with_unclear(struct attempt *best, unsigned misread, struct mk_error *error)
{
	struct attempt together;

	if (best->memory->count < 2 || best->memory->clear) {
		return;
	}
	together = *best;
	try_pictures(&together, best->memory->count, misread, error);
	leave_open(&together);
	if (together.status == MK_OK && !is_quiet(&together)) {
		*best = together;
	}
}

/*
 * Tries the newest snapshot, then together with older ones. The result is the first attempt with a
 * change, otherwise the most informative one. Returns false if the snapshot is rejected for another
 * reason than a conflict.
 */
static bool try_all(struct attempt *best, unsigned misread, struct mk_error *error)
{
	try_pictures(best, 1, misread, error);
	if (is_quiet(best)) {
		try_with_unclear(best, misread, error);
		return true;
	}
	for (int count = 2; count <= best->memory->count; count++) {
		if (best->status != MK_OK && best->status != MK_CONFLICT) {
			return false;
		}
		if (is_quiet(best)) {
			return true;
		}
		if (is_news(best)) {
			check_with_older(best, count - 1, misread, error);
			return true;
		}
		try_older(best, count, misread, error);
	}
	return best->status == MK_OK || best->status == MK_CONFLICT;
}

/* ---- Misreadings ---------------------------------------------------------------------------- */

/*
 * True if the card of the slot is better known than by this reading. A card that has just arrived
 * at the slot may be known less well than the reading. A single slot may be misread the same way
 * repeatedly; two conflicting slots are rather a move.
 */
static bool is_known_better(const struct attempt *attempt, int position, bool alone)
{
	mk_card card = believed(&attempt->next, position);
	const struct suspicious_slot *odd = &attempt->memory->odd[position];

	bool stayed = card == believed(attempt->view, position);
	bool well = attempt->memory->agreed[card] >= WELL_READ ||
		    confirm_is_done(attempt->memory, card);

	return card == MK_NO_CARD || (stayed && well) ||
	       (alone && odd->pictures >= STUBBORN && odd->scenes < MAX_ODD_SCENES);
}

/* The slots at which the newest snapshot conflicts with every hypothesis. */
static unsigned conflicting(const struct mk_finding *finding)
{
	unsigned slots = 0;

	for (int i = 0; i < finding->conflict_count; i++) {
		slots |= 1U << finding->conflicts[i].position;
	}
	return slots;
}

/*
 * True if there are fewer moves than snapshots that could show them: then the discarded reading may
 * be right.
 */
static bool is_too_short(const struct attempt *attempt)
{
	int missed = attempt->memory->missed;

	return missed > 0 && attempt->finding.move_count <= missed;
}

/*
 * Bound on unchanged_share(): a camera below it rarely repeats a table, so it hardly sent a
 * snapshot of an unchanged table with a misread card.
 */
static const float rarely_unchanged = 0.1F;

/*
 * True if nothing seems to have happened although this camera would then hardly have sent the
 * snapshot.
 */
static bool is_doubtful_rest(const struct attempt *attempt)
{
	return !is_news(attempt) && unchanged_share(attempt) < rarely_unchanged;
}

/* The card directly beneath the known front card, which becomes visible when that one is played. */
static mk_card beneath(const struct klondike_view *view, int position)
{
	if (position == DRAW_PILE) {
		return view->turned > 1 ? view->pile[view->turned - 2] : MK_NO_CARD;
	}
	return position < COLUMNS && view->up[position] > 1
		       ? view->column[position][view->up[position] - 2]
		       : MK_NO_CARD;
}

/*
 * True if the newest snapshot shows the card beneath: the front card was rather played than
 * misread.
 */
static bool shows_beneath(const struct attempt *attempt, int position)
{
	const struct klondike_tracker *memory = attempt->memory;
	mk_card card = beneath(attempt->view, position);

	return card != MK_NO_CARD && shown(&memory->seen[memory->count - 1], position) == card;
}

/* Discards the conflicting readings; true if the rest of the snapshot is then clear. */
static bool try_without(struct attempt *attempt, unsigned misread, struct mk_error *error)
{
	bool alone = __builtin_popcount(misread) == 1;

	if (misread == 0 || __builtin_popcount(misread) > MAX_MISREAD ||
		!try_all(attempt, misread, error) || !is_accepted(attempt) ||
		is_too_short(attempt) || is_doubtful_rest(attempt)) {
		return false;
	}
	for (unsigned slots = misread; slots; slots &= slots - 1) {
		if (!is_known_better(attempt, __builtin_ctz(slots), alone) ||
			shows_beneath(attempt, __builtin_ctz(slots))) {
			return false;
		}
	}
	return true;
}

/* ---- Remembering ---------------------------------------------------------------------------- */

static uint8_t one_more(uint8_t count)
{
	return count < UINT8_MAX ? (uint8_t)(count + 1) : count;
}

/* Keeps the first `count` snapshots. The others become zeros, so that a stored tracker is short. */
static void drop_pictures(struct klondike_tracker *memory, uint8_t count)
{
	for (uint8_t i = count; i < memory->count; i++) {
		memset(&memory->seen[i], 0, sizeof memory->seen[i]);
	}
	memory->count = count;
}

static void forget_pictures(struct klondike_tracker *memory)
{
	drop_pictures(memory, 0);
	memory->named_count = 0;
	memory->judged = 0;
	memory->fresh = 0;
	memory->missed = 0;
	memory->done = false;
	memory->went_on = false;
	memory->ignored_done = false;
	memory->overflowed = false;
	memory->lost = false;
	memory->clear = false;
}

/* Keeps the newest snapshot only: the others show earlier tables. */
static void keep_newest(struct klondike_tracker *memory)
{
	int newest = memory->count - 1, kept = 0;

	for (int i = 0; i < memory->named_count; i++) {
		if (is_hint_of(memory, i, newest, newest)) {
			memory->named[kept++] = memory->named[i];
		}
	}
	memory->named_count = (uint8_t)kept;
	memset(memory->hint_at, 0, sizeof memory->hint_at);
	memory->seen[0] = memory->seen[newest];
	drop_pictures(memory, 1);
	memory->judged = 0;
}

/* Drops the oldest snapshot. */
static void forget_oldest(struct klondike_tracker *memory)
{
	memory->overflowed |= !memory->clear;
	memory->count--;
	memory->judged = (uint8_t)(memory->judged - (memory->judged > 0));
	memmove(memory->seen, memory->seen + 1, memory->count * sizeof memory->seen[0]);
	for (int i = 0; i < memory->named_count; i++) {
		memory->hint_at[i] = (uint8_t)(memory->hint_at[i] - (memory->hint_at[i] > 0));
	}
}

/* The count is capped at MAX_MOVES, the maximum that is searched. */
static void count_missed(struct klondike_tracker *memory, int missed)
{
	memory->missed = (uint8_t)(missed < MAX_MOVES ? missed : MAX_MOVES);
}

/*
 * If a snapshot left too many hypotheses to continue from, it counts as missing for the next ones,
 * and so does each snapshot of another table since.
 */
static void count_lost(struct klondike_tracker *memory, int missed)
{
	const struct klondike_snapshot *newest = &memory->seen[memory->count - 1];

	if (!memory->lost) {
		return;
	}
	missed += memory->missed;
	missed += memory->count > 1 && !is_same_picture(newest - 1, newest);
	count_missed(memory, missed);
}

/*
 * Stores the snapshot. Snapshots that are missing after a clear one count as moves; those that are
 * missing while the table is unclear are not counted, since they repeat the same table.
 */
static void remember(struct klondike_tracker *memory, const struct klondike_snapshot *seen,
	int missed, float confidence)
{
	if (memory->clear && missed > 0) {
		forget_pictures(memory);
	}
	if (memory->clear || memory->count == 0) {
		count_missed(memory, missed);
	}
	if (memory->count == MAX_PICTURES) {
		forget_oldest(memory);
	}
	memory->seen[memory->count] = *seen;
	klondike_doubt_twice(&memory->seen[memory->count++], confidence);
	count_lost(memory, missed);
	memory->fresh = memory->clear ? 1 : one_more(memory->fresh);
}

/*
 * If a person typed the newest snapshot, earlier snapshots of a camera are no evidence against it.
 */
static void leave_typed(struct klondike_tracker *memory, bool typed)
{
	if (typed && !memory->typed && memory->count > 1) {
		keep_newest(memory);
	}
	memory->typed = typed;
}

static void remember_seen(struct klondike_tracker *memory, const struct klondike_snapshot *seen,
	const struct mk_snapshot_context *occasion)
{
	/*
	 * `unchanged` describes the time before the first unclear snapshot, so the later ones do
	 * not replace it.
	 */
	bool first = memory->clear || memory->count == 0;

	remember(memory, seen, occasion->missed, occasion->confidence);
	leave_typed(memory, occasion->typed);
	memory->confidence = occasion->confidence;
	memory->repeats = occasion->misread_repeat_rate;
	memory->unchanged = first ? occasion->unchanged : memory->unchanged;
	memory->several = occasion->several;
	memory->missing_moved = occasion->missing_moved;
	memory->next_moved = occasion->next_moved;
	memory->as_wanted = occasion->as_wanted;
	memory->may_skip = occasion->may_skip;
	memory->skips = occasion->skips;
	memory->suspected = occasion->suspected;
}

/*
 * A typed line with one card at two places is rejected, but its other cards are right: the next
 * line may show a table that only they lead to.
 */
static void remember_refused(struct klondike_tracker *memory, const struct klondike_snapshot *seen,
	const struct mk_snapshot_context *occasion)
{
	bool was_clear = memory->clear;

	remember_seen(memory, seen, occasion);
	if (was_clear && memory->count > 1) {
		keep_newest(memory);
	}
	memory->clear = false;
}

/*
 * Stores a hint. The player sees the named card, so it counts as better known than by any snapshot.
 */
static void add_hint(struct klondike_tracker *memory, const struct mk_place *hint)
{
	if (memory->named_count == MAX_NAMED) {
		memory->named_count--;
		memmove(memory->named, memory->named + 1,
			memory->named_count * sizeof memory->named[0]);
		memmove(memory->hint_at, memory->hint_at + 1, memory->named_count);
	}
	memory->hint_at[memory->named_count] =
		(uint8_t)(memory->count -
			  (memory->count > 0)); /* index 0 if there is no snapshot yet: the hint
						   refers to the next one */
	memory->named[memory->named_count++] = *hint;
	memory->agreed[hint->card] = UINT8_MAX;
}

/*
 * Records the readings of the newest snapshot at the conflicting slots and resets the slots that
 * agree.
 */
static void note_odd(struct klondike_tracker *memory, const struct scene *newest, unsigned slots)
{
	for (int position = 0; position < POSITIONS; position++) {
		struct suspicious_slot *odd = &memory->odd[position];

		if (newest->seen[position] <= UNREADABLE) {
			continue;
		}
		if ((slots & 1U << position) == 0) {
			odd->pictures = 0;
		} else if (odd->pictures && odd->value == newest->card[position]) {
			odd->pictures = one_more(odd->pictures);
		} else {
			*odd = (struct suspicious_slot){newest->card[position], 1, 0};
		}
	}
}

/* Number of consecutive snapshots that have shown all of these readings. */
static uint8_t in_a_row(const struct klondike_tracker *memory, unsigned slots)
{
	uint8_t pictures = UINT8_MAX;

	for (; slots; slots &= slots - 1) {
		const struct suspicious_slot *odd = &memory->odd[__builtin_ctz(slots)];

		pictures = odd->pictures < pictures ? odd->pictures : pictures;
	}
	return pictures;
}

/*
 * True if the conflicting readings at `slots` cannot be misreadings: a person typed them, two slots
 * repeated them together, or one repeated a reading that does not resemble the known card.
 */
static bool is_no_misreading(
	const struct klondike_tracker *memory, const struct klondike_view *view, unsigned slots)
{
	const struct suspicious_slot *odd;
	mk_card there;

	if (slots == 0 || memory->typed) {
		return slots != 0;
	}
	if (__builtin_popcount(slots) > 1) {
		return in_a_row(memory, slots) > MAX_TOGETHER;
	}
	odd = &memory->odd[__builtin_ctz(slots)];
	there = believed(view, __builtin_ctz(slots));
	return odd->pictures >= STUBBORN && !(mk_is_card(odd->value) && mk_is_card(there) &&
						    likelihood_confuses(odd->value, there));
}

/*
 * After an accepted change: counts the cards that agree with the table and the discarded readings.
 */
static void note_scene(struct klondike_tracker *memory, const struct klondike_view *view,
	const struct attempt *attempt)
{
	for (int position = 0; position < POSITIONS; position++) {
		struct suspicious_slot *odd = &memory->odd[position];
		mk_card card;

		if (attempt->misread & 1U << position) {
			odd->scenes = one_more(odd->scenes);
		} else if (attempt->scene.seen[position] > UNREADABLE) {
			card = believed(view, position);
			memory->agreed[card] = one_more(memory->agreed[card]);
			*odd = (struct suspicious_slot){0};
		}
	}
}

static void doubt_misread(struct mk_finding *finding, unsigned misread, const struct scene *newest)
{
	for (; misread && finding->doubt_count < MK_MAX_PLACES; misread &= misread - 1) {
		int position = __builtin_ctz(misread);

		/* MK_NO_CARD: the slot reads as empty */
		finding->doubts[finding->doubt_count++] =
			(struct mk_place){(uint8_t)position, newest->card[position], 0};
	}
}

/* ---- Watching ------------------------------------------------------------------------------- */

/* Reads the newest snapshot alone. */
static void read_newest(const struct attempt *attempt, struct scene *newest)
{
	const struct klondike_tracker *memory = attempt->memory;
	const struct klondike_snapshot *seen = &memory->seen[memory->count - 1];

	scene_read(newest, &(struct pictures){.seen = &seen,
				   .count = 1,
				   .confidence = confidence_of(attempt),
				   .repeats = memory->repeats});
	newest->missed = memory->missed;
	newest->unchanged = unchanged_share(attempt);
	newest->several = several_share(attempt);
	newest->missing_moved = memory->missing_moved;
	newest->next_moved = memory->next_moved;
	newest->may_skip = memory->may_skip && !memory->typed;
	newest->skips = memory->skips && !memory->typed;
	add_hints(newest, memory, memory->count - 1, memory->count - 1);
}

/* No hypothesis explains the snapshot; tries it again without the conflicting slots. */
static enum mk_status explain_misread(
	struct attempt *attempt, struct klondike_tracker *memory, struct mk_error *error)
{
	struct attempt without = *attempt;
	struct mk_finding unclear = attempt->finding;
	struct scene newest;
	unsigned slots;
	enum mk_status status;

	read_newest(attempt, &newest);
	if (scene_differences(&newest, attempt->view, ALL_SLOTS) == 0) {
		/*
		 * The snapshot equals the known table, but a misread move is likelier than an
		 * unchanged table.
		 */
		attempt->finding.explanation = MK_LOOK_AGAIN;
		attempt->status = MK_OK;
		return MK_OK;
	}
	memset(&attempt->finding, 0, sizeof attempt->finding);
	attempt->finding.explanation = MK_CONTRADICTION;
	status = learn_refuse(
		attempt->view, &newest, attempt->occasion->suggested, &attempt->finding, error);
	slots = conflicting(&attempt->finding);
	note_odd(memory, &newest, slots);
	attempt->finding.pictures = in_a_row(memory, slots);
	if (unclear.explanation == MK_LOOK_AGAIN) {
		/* A hypothesis that needs no misreading is not much less likely. */
		attempt->finding = unclear;
		attempt->status = MK_OK;
		return MK_OK;
	}
	if (attempt->view->started && !is_no_misreading(memory, attempt->view, slots) &&
		try_without(&without, slots, error)) {
		*attempt = without;
		doubt_misread(&attempt->finding, slots, &newest);
		return MK_OK;
	}
	return status;
}

/* ---- Going on ------------------------------------------------------------------------------- */

/*
 * Reads `count` equal snapshots from index `number` on, which may show another table than the one
 * before them. `skipped` preceding snapshots were not explained and count as missing.
 */
static void read_next(struct attempt *attempt, int number, int count, int went_on, int skipped)
{
	read_pictures(attempt, number, count);
	add_hints(&attempt->scene, attempt->memory, number, number + count - 1);
	if (number > 0) {
		attempt->scene.follows = true;
		attempt->scene.missed = skipped;
		attempt->scene.missing_moved = 0; /* they arrived */
		attempt->scene.unchanged = as_wanted_share(attempt, went_on);
	}
}

/* The plain code of a slot: a card, MK_NO_CARD for an empty slot, -1 for none. */
static int code_at(const struct klondike_snapshot *seen, int position)
{
	const struct klondike_reading *reading = &seen->slot[position];

	if (reading->seen == SEEN_EMPTY) {
		return MK_NO_CARD;
	}
	return reading->seen == SEEN_CARD && reading->candidates == 1 &&
			       reading->candidate[0].p >= 1
		       ? reading->candidate[0].card
		       : -1;
}

/*
 * The only column at which snapshot `number` shows another code than the preceding table, while the
 * newest snapshot shows the card of that table again; -1 if there is none, or several.
 */
static int mistyped_column(
	const struct klondike_tracker *memory, int number, const struct klondike_view *known)
{
	const struct klondike_snapshot *newest = &memory->seen[memory->count - 1];
	int mistyped = -1;

	for (int position = 0; position < COLUMNS; position++) {
		int there = klondike_front_value(known, position);
		int code = code_at(&memory->seen[number], position);

		if (code < 0 || code == there || code_at(newest, position) != there) {
			continue;
		}
		if (mistyped >= 0) {
			return -1;
		}
		mistyped = position;
	}
	return mistyped;
}

/*
 * A person typed snapshot `number`, which contradicts the table, and a later one that shows which
 * card of it was a typing error. Interprets it without that card.
 */
static bool learn_mistyped(struct attempt *attempt, int number, int went_on, int skipped,
	struct klondike_view *known, const struct klondike_view *before)
{
	const struct klondike_tracker *memory = attempt->memory;
	struct klondike_tracker corrected;
	int position = memory->typed ? mistyped_column(memory, number, before) : -1;
	bool is_learned;

	if (position < 0) {
		return false;
	}
	corrected = *memory;
	corrected.seen[number].slot[position] = (struct klondike_reading){.seen = UNREADABLE};
	attempt->memory = &corrected;
	klondike_copy_view(known, before);
	read_next(attempt, number, 1, went_on, skipped);
	is_learned = learn_passed(
		known, &attempt->scene, attempt->occasion->suggested, &attempt->finding);
	attempt->memory = memory;
	return is_learned;
}

/* Interprets `count` equal snapshots from index `number` on as a table of their own. */
static bool pass_pictures(struct attempt *attempt, int number, int count, int went_on, int skipped,
	struct klondike_view *known)
{
	struct klondike_view before;

	klondike_copy_view(&before, known);
	read_next(attempt, number, count, went_on, skipped);
	return learn_passed(
		       known, &attempt->scene, attempt->occasion->suggested, &attempt->finding) ||
	       learn_mistyped(attempt, number, went_on, skipped, known, &before);
}

/* Number of equal snapshots from index `number` on. */
static int same_pictures(const struct klondike_tracker *memory, int number)
{
	int next = number + 1;

	while (next < memory->count &&
		is_same_picture(&memory->seen[next], &memory->seen[number])) {
		next++;
	}
	return next - number;
}

/* Index of the first of the newest snapshots that are all equal. */
static int first_of_newest(const struct klondike_tracker *memory)
{
	int first = 0;

	while (first + same_pictures(memory, first) < memory->count) {
		first += same_pictures(memory, first);
	}
	return first;
}

/*
 * Interprets the snapshots before index `end` one after another; consecutive equal ones are of one
 * table. Returns how often the player continued between them, or -1 if they cannot be explained so.
 * `skipped` gets the number of unexplained snapshots directly before `end` (equal ones count once),
 * including those missing before the first one: they count as missing. Typed snapshots must all be
 * explained.
 */
static int pass_older(struct attempt *attempt, int end, struct klondike_view *known,
	struct paths *paths, int *skipped)
{
	int went_on = 0;

	*skipped = 0;
	attempt->shaken = false;
	for (int i = 0, count; i < end; i += count) {
		count = same_pictures(attempt->memory, i);
		count = count < end - i ? count : end - i;
		if (!pass_pictures(attempt, i, count, went_on, *skipped, known)) {
			*skipped += 1 + (i == 0 ? attempt->memory->missed : 0);
			if (attempt->memory->typed || *skipped >= MAX_MOVES) {
				return -1;
			}
			attempt->shaken = true;
			continue;
		}
		if (!paths_add(paths, &attempt->finding)) {
			return -1;
		}
		went_on += (i > 0 && attempt->finding.move_count > 0) || *skipped > 0;
		*skipped = 0;
	}
	return went_on;
}

/*
 * Index of the first snapshot of the table that the newest one shows; 0 if the older ones need no
 * separate interpretation. An equal newest snapshot is the requested repetition, unless it comes
 * with a hint.
 */
static int first_after_going_on(const struct attempt *attempt)
{
	const struct klondike_tracker *memory = attempt->memory;
	int first;

	if (memory->count < 2 || memory->clear || !attempt->view->started) {
		return 0;
	}
	first = first_of_newest(memory);
	return first == memory->count - 1 || has_newest_hint(memory) ? first : 0;
}

/*
 * True if the newest snapshot is clear, and the preceding ones are consistent with it or say
 * nothing, but the client rarely repeats a table: the player may have continued between them.
 */
static bool may_have_gone_on(const struct attempt *attempt)
{
	return attempt->memory->count > 1 && !attempt->memory->clear && is_news(attempt) &&
	       goes_on(attempt);
}

/* True if something was done since the preceding snapshots, or may have been. */
static bool shows_going_on(const struct attempt *attempt)
{
	const struct mk_finding *finding = &attempt->finding;

	return is_accepted(attempt) &&
	       (finding->move_count > 0 ||
		       (has_newest_hint(attempt->memory) && finding->alternative_count > 0));
}

/*
 * True if the finding, or with `with_others` one of its alternatives, has several moves. A single
 * move may also be the one that the unexplained snapshots show; if no hypothesis has more, they
 * carry no information.
 */
static bool counts_skipped(const struct mk_finding *finding, bool with_others)
{
	bool several = finding->move_count > 1;

	for (int i = 0; i < finding->alternative_count && with_others; i++) {
		several |= finding->alternatives[i].move_count > 1;
	}
	return several;
}

/*
 * The newest snapshot is unclear too, but the player has continued, so no other snapshot of the
 * same table will come. Keeps the alternatives; snapshots of later tables decide.
 */
static bool keep_open(struct attempt *attempt, struct klondike_view *known)
{
	if (attempt->memory->typed || has_newest_hint(attempt->memory) ||
		!learn_gone_on(
			known, &attempt->scene, attempt->occasion->suggested, &attempt->finding)) {
		return false;
	}
	attempt->status = MK_OK;
	attempt->unclear = true;
	return true;
}

/*
 * The snapshots before the newest were unclear, and the player may have continued nevertheless.
 * Interprets each of them separately with all its alternatives, and the newest one from there. True
 * if that shows a move since the preceding snapshot.
 */
static bool try_going_on(struct attempt *best, struct mk_error *error)
{
	const struct klondike_tracker *memory = best->memory;
	int first = first_after_going_on(best);
	struct attempt next;
	struct klondike_view known;
	struct paths paths;
	int went_on, skipped;

	if (first == 0) {
		return false;
	}
	next = *best;
	klondike_copy_view(&known, best->view);
	paths_begin(&paths, best->view);
	went_on = pass_older(&next, first, &known, &paths, &skipped);
	if (went_on < 0) {
		return false;
	}
	read_next(&next, first, memory->count - first, went_on, skipped);
	next.status =
		learn_scene(&known, &next.scene, next.occasion->suggested, &next.finding, error);
	if (!shows_going_on(&next) && !keep_open(&next, &known)) {
		return false;
	}
	if ((skipped > 0 && !counts_skipped(&next.finding, next.scene.goes_on)) ||
		!paths_add(&paths, &next.finding)) {
		return false;
	}
	paths_conclude(&paths, best->view, &next.finding);
	next.finding.unconfirmed = known.unconfirmed;
	klondike_copy_view(&next.next, best->view);
	if (!klondike_apply_finding(&next.next, &next.finding)) {
		return false;
	}
	next.misread = next.unclear ? scene_differences(&next.scene, &next.next, ALL_SLOTS) : 0;
	next.went_on = went_on + 1;
	*best = next;
	return true;
}

/* ---- How well it was read ------------------------------------------------------------------- */

/* True if the code is neither the front card before the change nor the one after it. */
static bool is_misread(int code, int position, const struct klondike_view *before,
	const struct klondike_view *after)
{
	return code >= 0 && code != klondike_front_value(before, position) &&
	       code != klondike_front_value(after, position);
}

/*
 * True if readings of the slot can be judged: not those of foundations, of unknown cards, or before
 * the first snapshot.
 */
static bool is_judged(const struct klondike_view *before, int position)
{
	return before->started && (position < COLUMNS || position == DRAW_PILE) &&
	       klondike_front_value(before, position) >= 0;
}

static void count_if(uint16_t *count, bool happened)
{
	*count = (uint16_t)(*count + happened);
}

static void tally_slot(struct mk_reading_tally *tally, const struct klondike_tracker *memory,
	int position, const struct klondike_view *before, const struct klondike_view *after)
{
	int last = -1; /* code that was misread in the preceding snapshot */

	for (int i = 0; i < memory->count; i++) {
		int code = code_at(&memory->seen[i], position);
		bool wrong = is_misread(code, position, before, after);

		count_if(&tally->readings, code >= 0);
		count_if(&tally->misread, wrong);
		count_if(&tally->chances, last >= 0 && code >= 0);
		count_if(&tally->again, last >= 0 && code == last);
		last = wrong ? code : -1;
	}
}

static void tally_pictures(struct attempt *attempt, const struct klondike_view *before)
{
	const struct klondike_tracker *memory = attempt->memory;
	unsigned read = attempt->scene.likelihood.read & (COLUMN_SLOTS | 1U << DRAW_PILE);

	attempt->finding.tally.went_on = (uint16_t)attempt->went_on;
	if (!memory->clear) {
		attempt->finding.tally.as_wanted = (uint16_t)(memory->count - 1);
	}
	if (memory->count == 1 && !attempt->misread && before->started) {
		/* A hypothesis for the only snapshot explains all its readings. */
		attempt->finding.tally.readings = (uint16_t)__builtin_popcount(read);
		return;
	}
	for (int position = 0; position < POSITIONS; position++) {
		if (is_judged(before, position)) {
			tally_slot(
				&attempt->finding.tally, memory, position, before, &attempt->next);
		}
	}
}

/* Cards that the player named need no confirmation by a snapshot. */
static void confirm_named(const struct klondike_tracker *memory, struct klondike_view *known)
{
	for (int i = 0; i < memory->named_count; i++) {
		known->unconfirmed &= ~MK_CARD_BIT(memory->named[i].card);
	}
}

/* The slots that the finding changes. */
static unsigned changed_slots(const struct mk_finding *finding)
{
	unsigned slots = finding->from ? ALL_SLOTS : 0;

	for (int i = 0; i < finding->move_count; i++) {
		slots |= scene_touched(finding->moves[i].move);
	}
	return finding->revised.was == MK_NO_CARD ? slots : slots | 1U << finding->revised.position;
}

/* Earlier readings of these slots are no evidence about the new front card. */
static void forget_readings(struct klondike_tracker *memory, unsigned slots)
{
	memory->misread &= ~slots;
	for (; slots; slots &= slots - 1) {
		memory->last[__builtin_ctz(slots)] = MK_NO_CARD;
	}
}

static mk_cards listed_cards(const mk_card *cards, int count)
{
	mk_cards listed = 0;

	for (int i = 0; i < count; i++) {
		listed |= MK_CARD_BIT(cards[i]);
	}
	return listed;
}

/* The cards that the kept snapshots show. Only these can have been misread. */
static mk_cards shown_cards(const struct klondike_tracker *memory)
{
	mk_cards cards = 0;

	for (int i = 0; i < memory->count; i++) {
		const struct klondike_snapshot *seen = &memory->seen[i];

		for (int position = 0; position < POSITIONS; position++) {
			cards |= MK_CARD_BIT(shown(seen, position));
		}
		for (int column = 0; column < COLUMNS; column++) {
			cards |= listed_cards(seen->up[column], seen->run[column]);
		}
		cards |= listed_cards(seen->waste, seen->waste_count);
	}
	return cards;
}

/* The cards that came up and that a person typed as the only candidate of a slot. */
static mk_cards typed_cards(const struct klondike_tracker *memory, const struct mk_finding *finding)
{
	mk_cards typed = 0, revealed = 0;

	for (int i = 0; memory->typed && i < memory->count; i++) {
		for (int position = 0; position < POSITIONS; position++) {
			int code = code_at(&memory->seen[i], position);

			typed |= code > MK_NO_CARD ? MK_CARD_BIT(code) : 0;
		}
	}
	for (int i = 0; i < finding->revealed_count; i++) {
		revealed |= MK_CARD_BIT(finding->revealed[i].card);
	}
	return typed & revealed;
}

/*
 * True if some snapshots were not explained or not kept, and the client rarely repeats a table:
 * a change then makes every card unconfirmed until another snapshot shows it. A hint of the player
 * makes the result certain.
 */
static bool is_guess(const struct attempt *attempt)
{
	const struct klondike_tracker *memory = attempt->memory;

	return (attempt->shaken || memory->overflowed) && goes_on(attempt) &&
	       !has_newest_hint(memory);
}

static void settle(struct attempt *attempt, struct klondike_tracker *memory,
	struct klondike_view *known, struct mk_finding *finding)
{
	bool changed = is_news(attempt);
	bool rested = is_quiet(attempt) && known->unconfirmed == 0;
	bool guess = is_guess(attempt);
	mk_cards typed = attempt->went_on ? typed_cards(memory, &attempt->finding) : 0;

	if (attempt->went_on) {
		keep_newest(memory);
	}
	if (attempt->unclear) {
		attempt->finding.tally.went_on = (uint16_t)attempt->went_on;
	} else if (changed || is_quiet(attempt)) {
		tally_pictures(attempt, known);
	}
	if (attempt->finding.explanation == MK_LOOK_AGAIN) {
		attempt->finding.pictures = memory->count;
	}
	if (attempt->finding.explanation == MK_CONTRADICTION) {
		attempt->finding.well_read = confirm_well_read(memory, known);
	}
	if (changed) {
		forget_readings(memory, changed_slots(&attempt->finding));
		if (attempt->finding.revised.was != MK_NO_CARD) {
			undone_revise(memory, known, &attempt->finding);
		}
		klondike_replace_view(known, &attempt->next);
		note_scene(memory, known, attempt);
		confirm_later(memory, known, &attempt->finding,
			attempt->went_on ? MK_WHOLE_DECK : shown_cards(memory));
		undone_note(memory, known, &attempt->finding, &attempt->scene);
		if (guess) {
			confirm_reset(memory, known);
		}
		confirm_keep(known, known->unconfirmed);
	}
	if (is_accepted(attempt)) {
		confirm_named(memory, known);
		known->unconfirmed &= ~typed;
		confirm_by_pictures(memory, known);
		memory->together =
			__builtin_popcount(memory->misread) > 1 ? one_more(memory->together) : 0;
		attempt->finding.unconfirmed = known->unconfirmed;
		memory->named_count = 0; /* the next picture may show another table */
	}
	if (memory->clear && !is_accepted(attempt)) {
		keep_newest(memory); /* the others show the table before the change */
	}
	memory->clear = is_accepted(attempt);
	memory->lost = !memory->clear &&
		       (memory->lost || attempt->finding.crowded || attempt->finding.wants_table);
	memory->rested = rested || (memory->rested && !changed);
	if (changed || is_quiet(attempt)) {
		forget_pictures(memory);
	}
	mk_finding_copy(finding, &attempt->finding);
}

/* ---- Reported moves -------------------------------------------------------------------------- */

void klondike_track_move(struct mk_tracker *opaque, const struct mk_finding *reported)
{
	struct klondike_tracker *memory = memory_of(opaque);
	unsigned changed = changed_slots(reported);

	forget_pictures(memory);
	forget_readings(memory, changed);
	for (unsigned slots = changed; slots; slots &= slots - 1) {
		memory->odd[__builtin_ctz(slots)] = (struct suspicious_slot){0};
	}
	for (int i = 0; i < reported->move_count; i++) {
		memory->doubt[reported->moves[i].revealed] = 0; /* the player has seen it */
	}
	memory->rested = false;
}

/* ---- The bound of the search ----------------------------------------------------------------- */

static int most_tables(
	const struct klondike_tracker *memory, const struct mk_snapshot_context *occasion)
{
	int most = memory->missed < USUAL_MOVES ? MAX_TABLES : MAX_TABLES_IN_GAP;

	return occasion->most_tables && occasion->most_tables < most ? occasion->most_tables : most;
}

/* True if the search has used up its budget and the caller has set one. */
static bool is_cut_short(const struct attempt *attempt)
{
	return *attempt->tables < 0 && attempt->occasion->most_tables > 0;
}

static enum mk_status cut_short(struct mk_error *error)
{
	return mk_fail(error, MK_BUSY, "busy", "", "more tables have to be looked at");
}

/* ---- Pictures of nothing -------------------------------------------------------------------- */

static bool shows_nothing(const struct klondike_snapshot *seen)
{
	for (int position = 0; position < POSITIONS; position++) {
		if (seen->slot[position].seen > UNREADABLE) {
			return false;
		}
	}
	return seen->stock_seen <= UNREADABLE;
}

static bool is_contradicted(const struct klondike_tracker *memory)
{
	for (int position = 0; position < POSITIONS; position++) {
		if (memory->odd[position].pictures) {
			return !memory->clear;
		}
	}
	return false;
}

/*
 * A snapshot that shows nothing (a hand before the camera), while the preceding ones contradict the
 * view. The hidden slots would explain the contradiction, and the player would be asked for them;
 * therefore the snapshot is ignored as evidence.
 */
static enum mk_status see_nothing(struct mk_finding *finding)
{
	memset(finding, 0, sizeof *finding);
	finding->explanation = MK_LOOK_AGAIN;
	conclude_unreadable(finding, ((1U << COLUMNS) - 1) | 1U << DRAW_PILE);
	return MK_OK;
}

/* True if all snapshots were understood. */
static bool is_clear(const struct klondike_tracker *memory)
{
	return memory->count == 0 || memory->clear;
}

/* True if no other snapshot of this table is wanted. */
static bool is_settled(const struct klondike_tracker *memory, const struct klondike_view *known)
{
	return is_clear(memory) && known->unconfirmed == 0 &&
	       !klondike_asks_which((const struct mk_view *)known);
}

/*
 * True if the player has reported a move since the table was last clear. A `done` with a requested
 * snapshot is ignored, unless other requested snapshots come without it.
 */
static bool update_done(struct klondike_tracker *memory, const struct klondike_view *known,
	const struct mk_snapshot_context *occasion)
{
	bool settled = is_settled(memory, known), clear = is_clear(memory);
	bool heard = occasion->done && (settled || memory->done_means_move);
	bool shown_reliable = memory->had_done && !settled && !occasion->done && !occasion->typed;
	bool counted_late = shown_reliable && !memory->done_means_move && memory->ignored_done;

	memory->done_means_move |= shown_reliable;
	memory->had_done |= occasion->done;
	memory->ignored_done |= occasion->done && !heard && clear;
	memory->went_on |= heard && !clear;
	return (heard && clear) || counted_late;
}

static const struct mk_phrase no_such_place = MK_PHRASE("The places of the table are 0 to {0}.",
	"Bordets pladser er 0 til {0}.", "Die Plätze des Tisches sind 0 bis {0}.",
	"Οι θέσεις του τραπεζιού είναι από 0 έως {0}.");

static const struct mk_phrase no_card_there = MK_PHRASE("No card can be at that place.",
	"På den plads kan der ikke ligge et kort.", "An dieser Stelle kann keine Karte liegen.",
	"Σε εκείνη τη θέση δεν μπορεί να βρίσκεται φύλλο.");

enum mk_status klondike_track_snapshot(struct mk_view *view, struct mk_tracker *opaque,
	const struct mk_snapshot *seen, const struct mk_snapshot_context *occasion,
	struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	struct klondike_tracker *memory = memory_of(opaque);
	struct mk_place hint;
	int tables;
	struct attempt attempt; /* large; each attempt initializes it */
	enum mk_status status;

	if (occasion->hint && occasion->hint->position >= POSITIONS) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "no_such_place", "/position",
			&no_such_place,
			&(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = POSITIONS - 1}, 1);
	}
	if (occasion->hint) {
		hint = *occasion->hint;
		if (!klondike_hint_is_possible(known, memory->missed, &hint)) {
			return mk_fail_localized(error, MK_IMPOSSIBLE, "no_such_place", "/index",
				&no_card_there, NULL, 0);
		}
	}
	if (seen && occasion->typed) {
		status = slots_check_once(snapshot_of(seen), error);
		if (status != MK_OK) {
			remember_refused(memory, snapshot_of(seen), occasion);
			return status;
		}
	}
	if (seen && shows_nothing(snapshot_of(seen)) && is_contradicted(memory)) {
		return see_nothing(finding);
	}
	attempt.view = known;
	attempt.memory = memory;
	attempt.occasion = occasion;
	attempt.tables = &tables;
	attempt.alone = false;
	attempt.went_on = 0;
	attempt.shaken = false;
	attempt.unclear = false;
	if (seen) {
		bool did_something = update_done(memory, known, occasion);

		remember_seen(memory, snapshot_of(seen), occasion);
		memory->done |= did_something;
	}
	if (occasion->hint) {
		add_hint(memory, &hint);
	}
	tables = most_tables(memory, occasion);
	if (memory->count == 0) {
		memset(finding, 0, sizeof *finding);
		finding->explanation = MK_UNCHANGED;
		return MK_OK;
	}
	if (!try_all(&attempt, 0, error)) {
		forget_pictures(memory);
		return is_cut_short(&attempt) ? cut_short(error) : attempt.status;
	}
	status = MK_OK;
	if ((!is_accepted(&attempt) || attempt.alone || occasion->hint ||
		    may_have_gone_on(&attempt)) &&
		!try_going_on(&attempt, error) && attempt.status == MK_CONFLICT) {
		status = explain_misread(&attempt, memory, error);
	}
	if (is_cut_short(&attempt)) {
		return cut_short(error);
	}
	settle(&attempt, memory, known, finding);
	return status;
}
