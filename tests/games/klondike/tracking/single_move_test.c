/* The bounds for clear pictures conclude the same as the search and the weighing. */
#include "base/sanitized.h"
#include "games/klondike/camera_fixture.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/watch.h"

#include <criterion/criterion.h>

/* Two trackers of one table, with and without the bounds: a request for reasons disables them. */
struct both {
	struct klondike_view view[2];
	struct klondike_tracker tracker[2];
	struct mk_finding finding[2];
	char reason[4096];
};

static struct both both;

/* A camera of which one code in fifty is wrong, mostly in the suit. */
static void misread(struct klondike_snapshot *seen, struct mk_rng *rng, bool fronts_only)
{
	for (int position = 0; position < POSITIONS; position++) {
		struct klondike_reading *reading = &seen->slot[position];

		if (fronts_only && position >= FIRST_FOUNDATION && position < DRAW_PILE) {
			reading->seen = NOT_SHOWN;
		} else if (reading->seen == SEEN_CARD && mk_rng_unit(rng) < 0.02) {
			reading->candidate[0].card =
				MK_CARD((int)mk_rank(reading->candidate[0].card),
					(int)mk_rng_below(rng, MK_SUITS));
		}
	}
	seen->stock_seen = fronts_only ? NOT_SHOWN : seen->stock_seen;
}

static enum mk_status track(
	struct klondike_snapshot *seen, const struct mk_move *suggested, float unchanged, int i)
{
	struct mk_text reason;
	struct mk_snapshot_context context = {.suggested = suggested,
		.confidence = 0.98F,
		.misread_repeat_rate = 0.5F,
		.unchanged = unchanged,
		.several = 0.01F,
		.followed = 0.9F};

	mk_text_fixed(&reason, both.reason, sizeof both.reason);
	context.why = i ? &reason : NULL;
	return klondike_track_snapshot(as_view(&both.view[i]),
		(struct mk_tracker *)&both.tracker[i], as_snapshot(seen), &context,
		&both.finding[i], NULL);
}

static void begin(const struct simulated *game)
{
	memset(&both, 0, sizeof both);
	both.view[0] = both.view[1] = game->world.known;
}

/* Findings that are accepted; the rest of a game begins anew where a picture is refused. */
static int compare(struct simulated *game, bool fronts_only, float unchanged)
{
	struct mk_move suggested, move;
	int accepted = 0;

	begin(game);
	while (simulated_suggestion(game, &suggested) && simulated_choose(game, &move)) {
		struct klondike_snapshot seen;
		enum mk_status status;

		simulated_play(game, move);
		seen = simulated_look(game);
		misread(&seen, &game->rng, fronts_only);
		status = track(&seen, &suggested, unchanged, 0);
		cr_assert_eq(status, track(&seen, &suggested, unchanged, 1));
		cr_assert_arr_eq(&both.finding[0], &both.finding[1], sizeof both.finding[0]);
		cr_assert_arr_eq(&both.view[0], &both.view[1], sizeof both.view[0]);
		cr_assert_arr_eq(&both.tracker[0], &both.tracker[1], sizeof both.tracker[0]);
		accepted += status == MK_OK && both.finding[0].move_count > 0;
		if (status != MK_OK) {
			begin(game);
		}
	}
	return accepted;
}

static int compare_games(const char *preset, bool fronts_only, float unchanged)
{
	static const struct habit independent = {.deviation = 0.15};
	int accepted = 0;

	for (int number = 0; number < games_to_play(60); number++) {
		struct simulated game;

		simulated_deal(&game, preset, number, &independent);
		accepted += compare(&game, fronts_only, unchanged);
	}
	return accepted;
}

Test(klondike_single_move, agrees_with_the_search_where_all_slots_are_seen)
{
	cr_assert_gt(compare_games("syvkabale", false, 0.02F), games_to_play(1000));
	cr_assert_gt(compare_games("klondike-3", false, 0.5F), games_to_play(1000));
}

Test(klondike_single_move, agrees_with_the_search_where_only_fronts_are_seen)
{
	cr_assert_gt(compare_games("syvkabale", true, 0.02F), games_to_play(1000));
	cr_assert_gt(compare_games("klondike-1", true, 0.5F), games_to_play(1000));
}
