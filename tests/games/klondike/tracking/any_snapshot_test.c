/*
 * Cards are never lost or doubled, whatever a camera sends: 50,000 snapshots, likely ones,
 * unlikely ones and impossible ones, in games that continue meanwhile. (A fifth under sanitizers.)
 */
#include "base/sanitized.h"
#include "games/klondike/camera_fixture.h"
#include "games/klondike/helpers.h"
#include "games/klondike/tracking/watch.h"

#include <criterion/criterion.h>
#include <makker/game.h>
#include <string.h>

enum { SNAPSHOTS = 50000, SNAPSHOTS_A_MOVE = 3, SNAPSHOTS_A_GAME = 150, SUGGESTIONS = 64 };

static const struct habit independent = {.deviation = 0.1};

/* A picture of a table with its memory, and the chance that makes it. */
struct trial {
	struct simulated game;
	struct klondike_tracker memory;
	struct mk_rng rng;
	struct mk_move suggestions[SUGGESTIONS]; /* made at the latest tables, and at others */
	int suggested;
	int accepted, asked, refused;
	uint32_t
		skipping; /* the camera may skip pictures, was seen to, is suspected, was: 1 to 4 */
	int cut_short, within; /* with a bound of the caller */
};

static void put_anything(struct klondike_reading *reading, struct mk_rng *rng)
{
	memset(reading, 0, sizeof *reading);
	reading->seen = (uint8_t)mk_rng_below(rng, SEEN_CARD + 1);
	if (reading->seen != SEEN_CARD) {
		return;
	}
	reading->candidates = (uint8_t)(1 + mk_rng_below(rng, 4));
	for (int i = 0; i < reading->candidates; i++) {
		reading->candidate[i].card = (mk_card)(MK_FIRST_CARD + mk_rng_below(rng, MK_DECK));
		reading->candidate[i].p = i ? 0.1F : (float)mk_rng_unit(rng) * 0.7F;
	}
}

/* Each slot is something else than it is with the same chance: none, some, or all of them. */
static void spoil(struct klondike_snapshot *seen, double rate, struct mk_rng *rng)
{
	for (int position = 0; position < POSITIONS; position++) {
		if (mk_rng_unit(rng) < rate) {
			put_anything(&seen->slot[position], rng);
		}
	}
	if (mk_rng_unit(rng) < rate) {
		seen->stock_seen = (uint8_t)mk_rng_below(rng, SEEN_CARD);
	}
}

static void assert_whole(const struct klondike_view *view)
{
	const char *broken = klondike_view_broken(view);

	cr_assert_null(broken, "%s", broken);
}

static bool sometimes(struct mk_rng *rng, uint32_t one_in)
{
	return mk_rng_below(rng, one_in) == 0;
}

/* The report of the player about a place, right or wrong. */
static struct mk_place any_place(struct mk_rng *rng)
{
	return (struct mk_place){.position = (uint8_t)mk_rng_below(rng, POSITIONS),
		.card = (mk_card)(mk_rng_below(rng, 4) ? MK_FIRST_CARD + mk_rng_below(rng, MK_DECK)
						       : MK_NO_CARD),
		.index = (uint8_t)(sometimes(rng, 4) ? mk_rng_below(rng, 20) : 0)};
}

/* Mostly what was suggested last; else something that was suggested for another table. */
static const struct mk_move *any_suggestion(struct trial *trial)
{
	struct mk_move *next = &trial->suggestions[trial->suggested % SUGGESTIONS];
	int kept;

	if (simulated_suggestion(&trial->game, next)) {
		trial->suggested++;
	}
	kept = trial->suggested < SUGGESTIONS ? trial->suggested : SUGGESTIONS;
	if (kept == 0 || sometimes(&trial->rng, 4)) {
		return NULL;
	}
	return sometimes(&trial->rng, 2)
		       ? &trial->suggestions[mk_rng_below(&trial->rng, (uint32_t)kept)]
		       : &trial->suggestions[(trial->suggested - 1) % SUGGESTIONS];
}

/* A hand lies over all that the suggestion touches. */
static void hide(struct klondike_snapshot *seen, const struct mk_move *suggested)
{
	seen->slot[suggested->from] = (struct klondike_reading){.seen = UNREADABLE};
	seen->slot[suggested->to] = (struct klondike_reading){.seen = UNREADABLE};
}

/*
 * A bound of the caller either does not suffice, and then the view is as before, or makes no
 * difference.
 */
static void assert_same_within_bound(const struct klondike_view *before,
	const struct klondike_tracker *known, struct trial *trial, struct klondike_snapshot *seen,
	const struct mk_snapshot_context *occasion, const struct mk_finding *expected,
	enum mk_status expected_status)
{
	static const int bounds[] = {1, 50, 500, 2000};
	static struct klondike_view view;
	static struct klondike_tracker memory;
	struct mk_snapshot_context bounded = *occasion;
	struct mk_finding finding;
	enum mk_status status;

	view = *before;
	memory = *known;
	memset(&finding, 0, sizeof finding);
	bounded.most_tables = bounds[mk_rng_below(&trial->rng, 4)];
	status = klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory,
		as_snapshot(seen), &bounded, &finding, NULL);
	if (status == MK_BUSY) {
		cr_assert_arr_eq(&view, before, sizeof view);
		trial->cut_short++;
		return;
	}
	cr_assert_eq(status, expected_status);
	cr_assert_arr_eq(&view, &trial->game.view, sizeof view);
	cr_assert_arr_eq(&memory, &trial->memory, sizeof memory);
	if (status == MK_OK) {
		cr_assert_eq(finding.explanation, expected->explanation);
		cr_assert_eq(finding.move_count, expected->move_count);
	}
	trial->within++;
}

/* The journal has the finding alone: it leads to the same table. */
static void assert_repeatable(const struct klondike_view *before, const struct klondike_view *view,
	const struct mk_finding *finding)
{
	static struct klondike_view again;
	struct mk_error error = {.detail = ""};

	again = *before;
	cr_assert_eq(
		mk_game_apply_finding(mk_game_find("klondike"), as_view(&again), finding, &error),
		MK_OK, "%s", error.detail);
	again.unconfirmed = view->unconfirmed;
	cr_assert_arr_eq(&again, view, sizeof again);
}

static void show(struct trial *trial)
{
	static const double rates[] = {0, 0.05, 0.2, 1};
	static const float confidences[] = {1, 0.98F, 0.6F};
	static const float unchanged[] = {0, 0.002F, 0.9F};
	struct mk_place hint = any_place(&trial->rng);
	struct mk_snapshot_context occasion = {
		.suggested = any_suggestion(trial),
		.confidence = confidences[mk_rng_below(&trial->rng, 3)],
		.misread_repeat_rate = 0.1F,
		.missed = (int)mk_rng_below(&trial->rng, 2),
		.hint = sometimes(&trial->rng, 10) ? &hint : NULL,
		.unchanged = unchanged[mk_rng_below(&trial->rng, 3)],
		.typed = sometimes(&trial->rng, 10),
		.done = sometimes(&trial->rng, 4),
		.several = sometimes(&trial->rng, 2) ? 0.3F : 0,
		.may_skip = trial->skipping > 0,
		.skips = trial->skipping == 2,
		.suspected = trial->skipping == 3 ? 0.1F : 0,
		.most_suspected = trial->skipping == 3   ? 0.1F
				  : trial->skipping == 4 ? 0.0001F
							 : (float)mk_rng_below(&trial->rng, 2),
	};
	struct klondike_snapshot seen = simulated_look(&trial->game);
	struct klondike_view *view = &trial->game.view;
	struct klondike_view before = *view;
	static struct klondike_tracker known;
	struct mk_finding finding;
	enum mk_status status;

	memset(&finding, 0, sizeof finding);
	known = trial->memory;
	spoil(&seen, rates[mk_rng_below(&trial->rng, 4)], &trial->rng);
	if (occasion.suggested && sometimes(&trial->rng, 4)) {
		hide(&seen, occasion.suggested);
	}
	status = klondike_track_snapshot(as_view(view), (struct mk_tracker *)&trial->memory,
		as_snapshot(&seen), &occasion, &finding, NULL);
	assert_same_within_bound(&before, &known, trial, &seen, &occasion, &finding, status);
	assert_whole(view);
	if (status == MK_OK && finding.explanation < MK_LOOK_AGAIN &&
		(finding.explanation != MK_UNCHANGED || finding.weighed)) {
		assert_repeatable(&before, view, &finding);
		trial->accepted++;
		return;
	}
	/* Known cards are only confirmed. */
	cr_assert_eq(view->unconfirmed & ~before.unconfirmed, 0);
	before.unconfirmed = view->unconfirmed;
	cr_assert_arr_eq(view, &before, sizeof before);
	trial->asked += status == MK_OK;
	trial->refused += status != MK_OK;
}

/* The player plays on; the tracker begins with the truth again, or believes what it likes. */
static void go_on(struct trial *trial, int number)
{
	struct mk_move move;
	uint32_t unseen; /* moves that no snapshot shows */

	if (number % SNAPSHOTS_A_GAME == 0) {
		simulated_deal(&trial->game,
			klondike_presets[mk_rng_below(&trial->rng, PRESETS)].name, number,
			&independent);
		memset(&trial->memory, 0, sizeof trial->memory);
		trial->skipping = mk_rng_below(&trial->rng, 5);
	} else if (number % SNAPSHOTS_A_MOVE == 0) {
		if (trial->skipping > 2) { /* gaps of a suspected camera close again */
			trial->skipping = sometimes(&trial->rng, 3) ? 4 : 3;
		}
		unseen = trial->skipping ? mk_rng_below(&trial->rng, 4) : 0;
		for (uint32_t i = 0; i <= unseen && simulated_choose(&trial->game, &move); i++) {
			simulated_play(&trial->game, move);
		}
	}
	if (number % (10 * SNAPSHOTS_A_MOVE) == 1) {
		trial->game.view = trial->game.world.known;
	}
}

Test(klondike_any_snapshot, leaves_52_cards_and_changes_nothing_unless_accepted)
{
	static struct trial trial;

	int snapshots = games_to_play(SNAPSHOTS);

	mk_rng_init(&trial.rng, 1, 0);
	for (int i = 0; i < snapshots; i++) {
		go_on(&trial, i);
		show(&trial);
	}
	cr_assert_gt(trial.cut_short, snapshots / 100, "%d", trial.cut_short);
	cr_assert_gt(trial.within, snapshots / 100, "%d", trial.within);
	cr_assert_gt(trial.accepted, snapshots / 100, "%d", trial.accepted);
	cr_assert_gt(trial.asked, snapshots / 100, "%d", trial.asked);
	cr_assert_gt(trial.refused, snapshots / 100, "%d", trial.refused);
}
