/* Several pictures of one table. */
#include "games/klondike/tracking/watch.h"

#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/slots.h"
#include "games/klondike/tracking/undone.h"

#include <math.h>

/*
 * A card that was read well in two scenes outweighs one picture. Another reading that nothing
 * explains is discarded after some pictures, but not in scene after scene: then it is the card that
 * was misread.
 */
enum { WELL_READ = 2, STUBBORN = 5, MAX_MISREAD = 2, MAX_ODD_SCENES = 2 };

/* Two slots that conflict in the same way in more pictures than that are no misreadings. */
enum { MAX_TOGETHER = 2 };

/* One try to learn from the newest pictures. */
struct attempt {
	const struct klondike_view *view;
	const struct klondike_tracker *memory;
	const struct mk_snapshot_context *occasion;
	struct klondike_view next;
	struct mk_finding finding;
	struct scene scene;
	enum mk_status status;
	unsigned misread; /* slots whose readings were discarded */
	bool alone;       /* older pictures that were not clear do not show the same table */
	int went_on;      /* so often the player did between the pictures, see try_going_on() */
	bool shaken;      /* ... and some of them were not explained */
	bool unclear;     /* ... and which of several explanations of the newest is true is open */
	int *tables;      /* that may still be looked at for this picture */
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

/* The slot of both pictures reads the same. */
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

/* The card was named of one of the pictures from `first` to `last`, or of one that shows the same.
 */
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

/* The player named a card of the newest picture. */
static bool has_newest_hint(const struct klondike_tracker *memory)
{
	for (int i = 0; i < memory->named_count; i++) {
		if (is_hint_of(memory, i, memory->count - 1, memory->count - 1)) {
			return true;
		}
	}
	return false;
}

/* Statements of the player about the table that these pictures show; the next may show another one.
 */
static void add_hints(
	struct scene *scene, const struct klondike_tracker *memory, int first, int last)
{
	for (int i = 0; i < memory->named_count; i++) {
		if (is_hint_of(memory, i, first, last)) {
			evidence_add_hint(scene, &memory->named[i]);
		}
	}
}

/* Nothing was done although the player says so: rare, but keys are pressed by mistake. */
static const float done_nothing = 0.005F;

/* A camera that says `done` of moves did not say it: nothing was done, at least so often. */
static const float nothing_said = 0.95F;

static float unchanged_share(const struct attempt *attempt)
{
	const struct klondike_tracker *memory = attempt->memory;
	float share = memory->unchanged > 0 ? memory->unchanged : klondike_unchanged;

	if (memory->done) {
		return done_nothing;
	}
	return memory->done_means_move && !memory->typed ? fmaxf(share, nothing_said) : share;
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
 * Nothing seems to have been done, or a draw was misread as the card that lay there before, again
 * and again. A misread draw shows just that card about once in fifty times; one such mistake in ten
 * thousand cases is borne, and more of them while other pictures are wanted anyway.
 */
static const float borne_mistakes = 0.0001F * 50;
static const float borne_while_unconfirmed = 0.0015F * 50;

/* A player who reports a move has pressed a key by mistake; then one more is enough. */
enum { WANTED_WHEN_DONE = 2, MAX_WANTED = 12 };

/* So many pictures of an unchanged table are needed before that is accepted. */
static int pictures_wanted(const struct attempt *attempt)
{
	const struct klondike_tracker *memory = attempt->memory;
	float unchanged = unchanged_share(attempt);
	float misread = (1 - unchanged) / unchanged * (1 - confidence_of(attempt));
	int wanted = memory->done ? WANTED_WHEN_DONE : 1;
	float borne = attempt->view->unconfirmed ? borne_while_unconfirmed : borne_mistakes;

	/* A card named by the player needs no second picture, nor does a table that has rested. */
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

/* `done` may come with a picture of the same table, too: a hand has put a card straight. */
static const float same_though_done = 0.2F;

/*
 * How often a picture after an unclear one shows the same table. Each move of the player between
 * the pictures that are being explained makes another one likelier.
 */
static float as_wanted_share(const struct attempt *attempt, int went_on)
{
	float share = attempt->memory->as_wanted;

	share = (share > 0 ? share : klondike_as_wanted) / (float)(1 + went_on);
	return attempt->memory->went_on ? share * same_though_done : share;
}

/*
 * A client that rarely takes another picture of the same table, where one would help: in fewer than
 * four of five cases.
 */
static const float rarely_as_wanted = 0.8F;

static bool goes_on(const struct attempt *attempt)
{
	return !attempt->memory->typed && as_wanted_share(attempt, 0) < rarely_as_wanted;
}

/* The last picture that was understood showed other cards than those that lie there. */
static void note_misread(const struct attempt *attempt, struct pictures *pictures)
{
	pictures->misread = attempt->memory->misread;
	pictures->misread_as = attempt->memory->last;
	for (unsigned slots = pictures->misread; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);

		pictures->misread_card[position] = believed(attempt->view, position);
	}
}

/* The scene of `count` pictures from `first` on, as of one table. */
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
		/* A player who reports moves reports each draw. */
		attempt->scene.suspected = memory->done ? 0 : memory->suspected;
		if (attempt->occasion->most_suspected > 0) {
			attempt->scene.most_suspected = attempt->occasion->most_suspected;
		}
	}
}

/* Learns from the newest `count` pictures, without the readings at `misread`. */
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
		/* Another card was perhaps misread, too. */
		attempt->misread |= scene_differences(&attempt->scene, &attempt->next, ALL_SLOTS);
	}
}

static bool is_accepted(const struct attempt *attempt)
{
	return attempt->status == MK_OK && attempt->finding.explanation != MK_LOOK_AGAIN;
}

/* The view differs afterwards. */
static bool is_news(const struct attempt *attempt)
{
	return is_accepted(attempt) &&
	       (attempt->finding.explanation != MK_UNCHANGED || attempt->finding.weighed);
}

/* Nothing happened, and every slot says so. */
static bool is_quiet(const struct attempt *attempt)
{
	return is_accepted(attempt) && !is_news(attempt) && attempt->finding.unreadable_count == 0;
}

/* Both ask: which for less? One that wants another picture of the same alone asks nothing. */
static bool asks_less(const struct attempt *attempt, const struct attempt *best)
{
	return attempt->status == MK_OK && best->status == MK_OK && !is_accepted(attempt) &&
	       !is_accepted(best) && attempt->finding.unreadable_count > 0 &&
	       attempt->finding.unreadable_count < best->finding.unreadable_count;
}

/*
 * Nothing is unclear but whether one picture is enough, and there are more. Of those with which the
 * player says each time that something was done none is enough.
 */
static bool wants_another(const struct attempt *attempt)
{
	return attempt->status == MK_OK && !is_accepted(attempt) && !attempt->occasion->done &&
	       attempt->finding.unreadable_count == 0 && attempt->finding.doubt_count == 0;
}

/* True if this attempt says more than the one before it. A change says most, a conflict least. */
static bool is_better(const struct attempt *attempt, const struct attempt *best)
{
	return is_news(attempt) || (attempt->status == MK_OK && best->status != MK_OK) ||
	       asks_less(attempt, best) || (is_accepted(attempt) && wants_another(best)) ||
	       (attempt->status == MK_OK && !is_accepted(attempt) && is_accepted(best));
}

/* The card that a picture shows in front, for certain or not; else MK_NO_CARD. */
static mk_card shown(const struct klondike_snapshot *seen, int position)
{
	const struct klondike_reading *reading = &seen->slot[position];

	return reading->seen == SEEN_CARD && reading->candidates ? reading->candidate[0].card
								 : MK_NO_CARD;
}

/*
 * Does one of the older pictures show the table as it was before the change of the attempt? Then
 * they are no pictures of one table, and together no evidence.
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

/* Together with older pictures, where that says more. */
static void try_older(struct attempt *best, int count, unsigned misread, struct mk_error *error)
{
	struct attempt next = *best;

	try_pictures(&next, count, misread, error);
	if (best->status == MK_CONFLICT &&
		(wants_another(&next) || (is_accepted(&next) && !is_news(&next)))) {
		return; /* the older ones show the known table: they do not explain the newest */
	}
	if (best->memory->clear && is_news(&next)) {
		return; /* the table was unchanged until then: that does not decide about the change
			   since */
	}
	if (is_better(&next, best) && !shows_before(&next, count)) {
		*best = next;
	}
}

/* A misreading explains the pictures best, but not clearly: that is no contradiction to them. */
static void leave_open(struct attempt *together)
{
	if (together->status == MK_CONFLICT && together->finding.explanation == MK_LOOK_AGAIN) {
		together->status = MK_OK;
	}
}

/*
 * A change is accepted only as far as the older pictures of the same table agree: they may have
 * read another card.
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
 * The newest picture shows the known table; those before it were not clear. One of them may have
 * been misread, and so may this one: all of them together decide.
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
 * The newest picture alone, then together with older ones: the first try that sees a change, else
 * the one that says most. False where a snapshot is refused for another reason than its cards.
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
 * Is the card of the slot, before and after the attempt, better known than by this reading? Of a
 * card that has just come there the reading may say more. One slot alone may be misread the same
 * way again and again; where two are odd together, there was a move.
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

/* The slots that the newest picture shows as nothing explains them. */
static unsigned conflicting(const struct mk_finding *finding)
{
	unsigned slots = 0;

	for (int i = 0; i < finding->conflict_count; i++) {
		slots |= 1U << finding->conflicts[i].position;
	}
	return slots;
}

/* Fewer moves than missing pictures: then the discarded reading may be no misreading. */
static bool is_too_short(const struct attempt *attempt)
{
	int missed = attempt->memory->missed;

	return missed > 0 && attempt->finding.move_count <= missed;
}

/* A camera that rarely shows a table twice shows hardly one with a misread card. */
static const float rarely_unchanged = 0.1F;

/* Nothing seems to have happened; but then this picture would not have been sent. */
static bool is_doubtful_rest(const struct attempt *attempt)
{
	return !is_news(attempt) && unchanged_share(attempt) < rarely_unchanged;
}

/* The card beneath the known front card of a pile, which is seen when that one is played. */
static mk_card beneath(const struct klondike_view *view, int position)
{
	if (position == DRAW_PILE) {
		return view->turned > 1 ? view->pile[view->turned - 2] : MK_NO_CARD;
	}
	return position < COLUMNS && view->up[position] > 1
		       ? view->column[position][view->up[position] - 2]
		       : MK_NO_CARD;
}

/* The newest picture shows that the front card was played, rather than that it was misread. */
static bool shows_beneath(const struct attempt *attempt, int position)
{
	const struct klondike_tracker *memory = attempt->memory;
	mk_card card = beneath(attempt->view, position);

	return card != MK_NO_CARD && shown(&memory->seen[memory->count - 1], position) == card;
}

/* Lets go of the readings that conflict, where all else is clear without them. */
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

static void forget_pictures(struct klondike_tracker *memory)
{
	memory->named_count = 0;
	memory->count = 0;
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

/* The newest picture alone is explained from now on: the others were of tables before. */
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
	memory->count = 1;
	memory->judged = 0;
}

/* The oldest picture goes. */
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

/* No more than moves are looked for. */
static void count_missed(struct klondike_tracker *memory, int missed)
{
	memory->missed = (uint8_t)(missed < MAX_MOVES ? missed : MAX_MOVES);
}

/*
 * Where nothing goes on from a picture although something was done, that picture is as good as
 * missing for the next ones, and so are those of other tables since.
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
 * Pictures that are missing after a clear one were of moves; while the table is looked at again and
 * again, they show nothing new.
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

/* A person typed the newest picture: earlier pictures of a camera are no evidence against it. */
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
	/* The moves before the first unclear picture were not made before the others. */
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
 * A typed line with a card at two places is refused, and its other cards lie there all the same:
 * the next line may show a table to which only these lead.
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

/* The player sees the card that he names: it is better known than by any picture. */
static void add_hint(struct klondike_tracker *memory, const struct mk_place *hint)
{
	if (memory->named_count == MAX_NAMED) {
		memory->named_count--;
		memmove(memory->named, memory->named + 1,
			memory->named_count * sizeof memory->named[0]);
		memmove(memory->hint_at, memory->hint_at + 1, memory->named_count);
	}
	memory->hint_at[memory->named_count] =
		(uint8_t)(memory->count - (memory->count > 0)); /* or of the next one */
	memory->named[memory->named_count++] = *hint;
	memory->agreed[hint->card] = UINT8_MAX;
}

/* The newest picture shows something at the slots that conflict: once more, or for the first time.
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

/* How many pictures have shown all of that, one after another. */
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
 * The cards lie there, whatever happened: a person typed them; two misreadings together hardly
 * repeat; and a single one does so only where the cards are alike.
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

/* A change was accepted: cards that agree are seen once more, and so are odd readings. */
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

		/* No card, too: the place is seen to be empty. */
		finding->doubts[finding->doubt_count++] =
			(struct mk_place){(uint8_t)position, newest->card[position], 0};
	}
}

/* ---- Watching ------------------------------------------------------------------------------- */

/* The scene of the newest picture alone. */
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

/* Nothing explains the picture as it is: perhaps something does without the misread slots. */
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
		/* As it is known: but that a move was misread is likelier than that nothing was
		 * done. */
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
		/* Another explanation that needs no misreading is not much less likely. */
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
 * The scene of `count` pictures from `number` on that show the same, which may be another table
 * than that of the picture before them. `skipped` pictures before it were not explained: they
 * count as if they had not arrived.
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

/* The plain code that a picture shows at a slot: a card, MK_NO_CARD where it is empty; -1: none. */
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
 * The only column at which picture `number` shows another code than the table before it, while the
 * newest picture shows the card of that table again; -1: there is none, or several.
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
 * A person typed picture `number`, which contradicts the table, and a later one that shows which
 * card of it was a typing error: the other cards lay there as they were typed.
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

/* `count` pictures from `number` on that show the same, of a table of its own. */
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

/* So many pictures from `number` on show the same. */
static int same_pictures(const struct klondike_tracker *memory, int number)
{
	int next = number + 1;

	while (next < memory->count &&
		is_same_picture(&memory->seen[next], &memory->seen[number])) {
		next++;
	}
	return next - number;
}

/* The first of the newest pictures that show the same. */
static int first_of_newest(const struct klondike_tracker *memory)
{
	int first = 0;

	while (first + same_pictures(memory, first) < memory->count) {
		first += same_pictures(memory, first);
	}
	return first;
}

/*
 * Each of the pictures before number `end`, of a table of its own; those in a row that show the
 * same are of one. How often the player went on between them; -1: not all can be explained so.
 * `skipped` gets how many before `end` were not explained, or are missing before such a one: of a
 * camera they count as missing.
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
 * The first picture of the table that the newest one shows; 0: those before do not matter. One that
 * shows the same again is another picture as wanted, unless the player says what it shows.
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
 * The newest picture is clear, and so are those before it, as pictures of the same table or as ones
 * that say nothing. But this client rarely takes another picture of the same table.
 */
static bool may_have_gone_on(const struct attempt *attempt)
{
	return attempt->memory->count > 1 && !attempt->memory->clear && is_news(attempt) &&
	       goes_on(attempt);
}

/* Something was done since the pictures before, or may have been. */
static bool shows_going_on(const struct attempt *attempt)
{
	const struct mk_finding *finding = &attempt->finding;

	return is_accepted(attempt) &&
	       (finding->move_count > 0 ||
		       (has_newest_hint(attempt->memory) && finding->alternative_count > 0));
}

/*
 * One move alone may be what the pictures show that were not explained, too: where no more are
 * possible they say nothing.
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
 * The newest picture is not clear either, but the player has gone on: another picture of the same
 * table will not come. Its open alternatives are kept, and the pictures of later tables decide.
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
 * The pictures before the newest were not clear; the player may have gone on all the same. Each is
 * explained by itself with all that it leaves open, and the newest one from there on. True where
 * that shows a move since the picture before.
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

/* A code is misread when it is neither the front card before the change nor the one after it. */
static bool is_misread(int code, int position, const struct klondike_view *before,
	const struct klondike_view *after)
{
	return code >= 0 && code != klondike_front_value(before, position) &&
	       code != klondike_front_value(after, position);
}

/* A foundation of which nothing is known, and a place before the first picture, say nothing. */
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
	int last = -1; /* misread in the picture before */

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
		/* An explanation of the only picture explains all its readings. */
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

/* A card that the player named needs no picture. */
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

/* Earlier readings of slots with another front card are no evidence. */
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

/* The cards that a picture shows; another one cannot have been misread. */
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

/* The cards that came up and that a person typed as the only card of a slot. */
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
 * Some pictures were not explained, so the conclusion is a guess, and every card becomes
 * unconfirmed until another picture shows it. A move reported by the player makes it no guess.
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
		keep_newest(memory); /* the others show the table as it was before */
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

/* The caller's bound, below the game's own, has ended a search. */
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
 * A hand before the camera, while the pictures before contradict the view: the slots that it may
 * hide would explain them, and the player would be asked for those. It is no evidence.
 */
static enum mk_status see_nothing(struct mk_finding *finding)
{
	memset(finding, 0, sizeof *finding);
	finding->explanation = MK_LOOK_AGAIN;
	conclude_unreadable(finding, ((1U << COLUMNS) - 1) | 1U << DRAW_PILE);
	return MK_OK;
}

/* All pictures were understood. */
static bool is_clear(const struct klondike_tracker *memory)
{
	return memory->count == 0 || memory->clear;
}

/* Is no other picture wanted of this table? */
static bool is_settled(const struct klondike_tracker *memory, const struct klondike_view *known)
{
	return is_clear(memory) && known->unconfirmed == 0 &&
	       !klondike_asks_which((const struct mk_view *)known);
}

/*
 * Has something been done since the table was last clear? `done` with a picture that was asked for
 * says nothing new, unless others of these come without it.
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
	struct attempt attempt; /* large, and written by each try */
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
