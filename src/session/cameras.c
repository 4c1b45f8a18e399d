/* The last frame of each camera. */
#include "session/cameras.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The frame number of a camera that has not numbered a snapshot yet. */
#define NO_FRAME INT64_MIN

/* The index of the camera, or `count` if it is new. */
static unsigned find_camera(const struct cameras *cameras, const char *camera)
{
	unsigned i = 0;

	while (i < cameras->count && strcmp(cameras->known[i].name, camera) != 0) {
		i++;
	}
	return i;
}

bool cameras_sent(const struct cameras *cameras, const char *camera, int64_t number)
{
	unsigned i;

	if (!cameras) {
		return false;
	}
	i = find_camera(cameras, camera);
	return i < cameras->count && number <= cameras->known[i].frame;
}

/*
 * Frame numbers are mostly consecutive: then a small gap means missing frames, and after enough
 * consecutive frames a large one does, too. A camera that also numbers frames that it does not send
 * has large gaps.
 */
enum {
	NEW_STEADY = 2,
	STEADY_ENOUGH = 10,
	MAX_STEADY = 20,
	GAP_COSTS = 1,
	MAX_MISSED = 5,
	MAX_MISSED_RESUMED = 2,
	RESTART_GAP = 500,
	MAX_OWED = 100
};

/*
 * A camera that takes a picture after each move hardly ever shows an unchanged table; one that
 * takes pictures at intervals mostly does.
 */
enum { MOVE_COSTS = 2, IDLE = 4, MAX_IDLE = 20 };

static int64_t last_of(const struct camera *camera)
{
	return camera->refused > camera->frame ? camera->refused : camera->frame;
}

/* The frames between `last` and `number`, RESTART_GAP at most. */
static int gap_between(int64_t last, int64_t number)
{
	if (number <= last) {
		return 0;
	}
	/* Unsigned, so that the difference of any two numbers is defined. */
	uint64_t gap = (uint64_t)number - (uint64_t)last - 1;

	return gap > RESTART_GAP ? RESTART_GAP : (int)gap;
}

/*
 * A client that was restarted begins with other numbers (the clock in milliseconds, say), not with
 * a picture for each number of the gap. As after a restart of the daemon, it may have missed a few.
 */
static bool was_restarted(const struct camera *camera, int gap)
{
	return camera->resumed || gap == RESTART_GAP;
}

int cameras_missed(const struct cameras *cameras, const char *camera, int64_t number)
{
	unsigned i = cameras ? find_camera(cameras, camera) : 0;
	int gap, most;

	if (!cameras || cameras->count == 0 || i > 0 || cameras->known[i].steady == 0 ||
		cameras->known[i].frame == NO_FRAME || cameras->known[i].idle >= IDLE) {
		return 0;
	}
	gap = gap_between(last_of(&cameras->known[i]), number);
	most = was_restarted(&cameras->known[i], gap) ? MAX_MISSED_RESUMED : MAX_MISSED;
	if (gap > MAX_MISSED && cameras->known[i].steady < STEADY_ENOUGH) {
		gap = 0;
	}
	gap = gap < most ? gap : most;
	return cameras->known[i].owed < MAX_OWED - gap ? cameras->known[i].owed + gap : MAX_OWED;
}

void cameras_refuse(struct cameras *cameras, const char *camera, int64_t number)
{
	unsigned i = cameras ? find_camera(cameras, camera) : 0;

	if (cameras && i < cameras->count) {
		cameras->known[i].owed = cameras_missed(cameras, camera, number);
		cameras->known[i].refused = number;
	}
}

void cameras_record_result(struct cameras *cameras, const char *camera, bool moved)
{
	unsigned i = cameras ? find_camera(cameras, camera) : 0;
	struct camera *known;

	if (!cameras || i == cameras->count) {
		return;
	}
	known = &cameras->known[i];
	if (moved) {
		known->idle = known->idle > MOVE_COSTS ? known->idle - MOVE_COSTS : 0;
	} else {
		known->idle = known->idle < MAX_IDLE ? known->idle + 1 : MAX_IDLE;
	}
}

void cameras_resume(struct cameras *cameras)
{
	for (unsigned i = 0; i < cameras->count; i++) {
		struct camera *camera = &cameras->known[i];

		camera->resumed = true;
		camera->steady = camera->steady > NEW_STEADY ? camera->steady : NEW_STEADY;
	}
}

static int steady_after(const struct camera *before, int64_t number)
{
	if (number - 1 == last_of(before)) {
		return before->steady < MAX_STEADY ? before->steady + 1 : MAX_STEADY;
	}
	return before->steady > GAP_COSTS ? before->steady - GAP_COSTS : 0;
}

bool cameras_note(struct cameras *cameras, const char *camera, int64_t number)
{
	struct camera *known = cameras->known;
	unsigned i = find_camera(cameras, camera);
	struct camera noted = {.frame = number, .steady = NEW_STEADY};
	bool forgets = i == CAMERAS_KNOWN;

	snprintf(noted.name, sizeof noted.name, "%s", camera);
	if (i < cameras->count) {
		noted.steady =
			known[i].frame == NO_FRAME ? NEW_STEADY : steady_after(&known[i], number);
		noted.idle = known[i].idle;
		noted.rates = known[i].rates;
	} else {
		cameras->count += cameras->count < CAMERAS_KNOWN;
		i = cameras->count - 1;
	}
	memmove(&known[1], &known[0], i * sizeof known[0]);
	known[0] = noted;
	return forgets;
}

/* ---- Rates ---------------------------------------------------------------------------------- */

/*
 * The weight of the prior in readings and in misreadings. Long series of snapshots are explained by
 * repeated misreadings: their rate enters with a high power, so an estimate from few samples would
 * be far off.
 */
enum { FIRST_READINGS = 60, FIRST_CHANCES = 20 };

/* Bounds of the confidence in a camera. */
static const float highest_confidence = 0.998F;
static const float lowest_confidence = 0.5F;
static const float highest_repeats = 0.95F;
static const float highest_several = 0.5F;

struct camera_rates cameras_rates(const struct cameras *cameras, const char *camera)
{
	unsigned i = cameras ? find_camera(cameras, camera) : 0;

	return cameras && i < cameras->count ? cameras->known[i].rates : (struct camera_rates){0};
}

void cameras_set_rates(
	struct cameras *cameras, const char *camera, const struct camera_rates *rates)
{
	unsigned i = find_camera(cameras, camera);

	if (i == cameras->count) {
		i -= cameras->count == CAMERAS_KNOWN;
		cameras->count = i + 1;
		cameras->known[i] = (struct camera){.frame = NO_FRAME, .steady = NEW_STEADY};
		snprintf(cameras->known[i].name, sizeof cameras->known[i].name, "%s", camera);
	}
	cameras->known[i].rates = *rates;
}

float camera_confidence(const struct camera_rates *rates, float confidence)
{
	float wrong = (1 - confidence) * FIRST_READINGS + (float)rates->misread;
	float share = 1 - wrong / (FIRST_READINGS + (float)rates->readings);

	if (confidence >= 1 && rates->misread == 0) {
		return confidence; /* `confidence` was 1, and no misreading has occurred */
	}
	share = share < lowest_confidence ? lowest_confidence : share;
	return share > highest_confidence ? highest_confidence : share;
}

float camera_repeats(const struct camera_rates *rates, float repeats)
{
	float share = (repeats * FIRST_CHANCES + (float)rates->again) /
		      (FIRST_CHANCES + (float)rates->chances);

	/* Imported counts can have any values. */
	return share < highest_repeats ? share : highest_repeats;
}

/*
 * Prior: many cameras send exactly one picture after each move: half of those without frame numbers
 * and most of those with them, until the first unchanged picture arrives.
 */
static const float exact_at_first = 0.5F;
static const float exact_numbered = 0.97F;
static const float exact_unchanged = 0.0002F;

/*
 * Other cameras repeat pictures while cards are unconfirmed, and no move is made until they are
 * confirmed. Draws and misread cards are weighed against this rate.
 */
static const float retaken_unchanged = 0.00002F;

/*
 * The estimated rate of a kind of picture that has not occurred among `others` so far: perhaps it
 * hardly ever occurs (at the rate `rare`; with the probability `never` before the first picture).
 */
static float share_of_none(float others, float never, float rare)
{
	float share = never / (never + (1 - never) / (others + 1));

	return share * rare + (1 - share) / (others + 2);
}

float camera_retaken(const struct camera_rates *rates)
{
	float again = (float)rates->retaken;
	float other = (float)rates->unasked;

	if (rates->retaken == 0 && rates->unasked == 0) {
		return exact_at_first; /* it is the first picture after the first one */
	}
	if (rates->retaken == 0) {
		return share_of_none(other, exact_at_first, exact_unchanged);
	}
	return rates->unasked == 0 ? 1 - share_of_none(again, exact_at_first, retaken_unchanged)
				   : (again + 1) / (again + other + 2);
}

/*
 * Prior for all cameras that repeat pictures, and for most of the others. It has the weight of one
 * picture: a player who continues once does it again.
 */
static const float as_wanted_at_least = 0.65F;
static const float as_wanted_at_most = 0.95F;

float camera_as_wanted(const struct camera_rates *rates)
{
	float at_first = as_wanted_at_least +
			 (as_wanted_at_most - as_wanted_at_least) * camera_retaken(rates);
	float as_wanted = (float)rates->as_wanted;

	return (at_first + as_wanted) / (1 + as_wanted + (float)rates->went_on);
}

/* The prior is 8 of 100, with the weight of ten pictures. */
enum { FIRST_MOVED = 10 };
static const float several_at_first = 0.08F;

float camera_several(const struct camera_rates *rates)
{
	float several = several_at_first * FIRST_MOVED + (float)rates->several;
	float share = several / (FIRST_MOVED + (float)rates->moved);

	/* Imported counts can have any values. */
	return share < highest_several ? share : highest_several;
}

/* Weight, in gaps, of the prior that pictures are lost at random. */
static const float gaps_at_first = 2;
static const float highest_share = 0.98F;

static float within(float share, float least)
{
	return fminf(fmaxf(share, least), highest_share);
}

/*
 * A gap of one picture has no move in (1-m)(1-n) of the cases and two moves in mn, where m is
 * missing_moved and n next_moved. One draw covers another, so the number of moves is often not
 * certain. Longer gaps are counted in the same way, which overestimates m rather than
 * underestimates it.
 */
struct camera_gap camera_gap(const struct camera_rates *rates, float unchanged)
{
	float moved = 1 - unchanged;
	float none = ((float)rates->no_move + gaps_at_first * unchanged * unchanged) /
		     ((float)rates->gaps + gaps_at_first);
	float both = (1 - none) *
		     ((float)rates->all_moves + gaps_at_first * moved / (1 + unchanged)) /
		     ((float)rates->some_moves + (float)rates->all_moves + gaps_at_first);
	float half = (1 - none + both) / 2, root = sqrtf(fmaxf(half * half - both, 0));

	return (struct camera_gap){.missing_moved = within(half + root, moved),
		.next_moved = within(half - root, 1 - highest_share)};
}

/* Rate of several moves at once at which one draw is two in one of 200 cases. */
static const float skips_from = 0.02F;

bool camera_may_skip(const struct camera_rates *rates)
{
	return camera_several(rates) >= skips_from;
}

bool camera_skips(const struct camera_rates *rates)
{
	return rates->several > 0 && camera_may_skip(rates);
}

/*
 * Model: three of ten cameras often skip pictures, the others hardly ever. Such a camera skips a
 * fifth of the moves; still, the fraction `seems_one` of its pictures of a change seems to show one
 * move.
 */
static const float skipping_at_first = 0.3F;
static const float seems_one = 0.9F;
static const float never_less_suspected = 0.0001F;

float camera_suspected(const struct camera_rates *rates)
{
	float share = powf(seems_one, (float)rates->moved) * skipping_at_first;

	share = share / (share + 1 - skipping_at_first);
	return rates->several > 0 ? 1 : fmaxf(share, never_less_suspected);
}

float cameras_most_suspected(const struct cameras *cameras)
{
	float most = 0;

	for (unsigned i = 0; cameras && i < cameras->count; i++) {
		const struct camera *camera = &cameras->known[i];
		bool numbers = camera->frame != NO_FRAME && camera->rates.several == 0;

		if (camera->rates.moved > 0 && !numbers) {
			most = fmaxf(most, camera_suspected(&camera->rates));
		}
	}
	return most > 0 ? most : 1;
}

float camera_unchanged(const struct camera_rates *rates, bool numbered)
{
	float moved = (float)rates->moved;
	float idle = (float)rates->idle;

	return rates->idle > 0 ? (idle + 1) / (idle + moved + 2)
			       : share_of_none(moved, numbered ? exact_numbered : exact_at_first,
					 exact_unchanged);
}
