/* Simulated games: whatever the player does and the camera misses, what is known must be true. */
#include "base/sanitized.h"
#include "games/klondike/camera_fixture.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/explain.h"
#include "games/klondike/tracking/learn.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct habit obedient = {0, 0};
static const struct habit independent = {.deviation = 0.1};
static const struct habit unclear = {.deviation = 0.1, .unreadable = 0.034};

/* ---- One move between two snapshots --------------------------------------------------------- */

/* A move that no camera can see is reported by the player. */
static void report(struct simulated *simulated, struct mk_move move)
{
	mk_card front = klondike_front(&simulated->world.known, DRAW_PILE);
	mk_card known;
	int position = klondike_turns_up(&simulated->view, move, &known);

	cr_assert_eq(klondike_apply_reported_move(as_view(&simulated->view), move,
			     position == MK_NO_SEAT ? known : front, &simulated->finding, NULL),
		MK_OK);
}

/* Replaying what the journal keeps of a finding gives the same view, byte by byte. */
static void assert_replays(const struct simulated *simulated, const struct klondike_view *before)
{
	struct klondike_view replayed = *before;
	struct mk_finding read;
	char buffer[2048];
	struct mk_text text;
	json_t *json;

	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_write_finding(&text, NULL, &simulated->finding);
	json = json_loads(buffer, 0, NULL);
	cr_assert_eq(klondike_read_finding(json, &read, NULL), MK_OK);
	cr_assert_eq(klondike_replay(as_view(&replayed), &read, NULL), MK_OK);
	cr_assert_arr_eq(&replayed, &simulated->view, sizeof replayed);
	json_decref(json);
}

static void assert_same(const struct simulated *simulated)
{
	const struct klondike_view *known = &simulated->world.known;

	cr_assert_arr_eq(&simulated->view, known, sizeof *known);
}

static void play_single_moves(struct simulated *game)
{
	struct mk_move suggested;
	struct mk_move move;

	cr_assert_eq(simulated_show(game, NULL), MK_OK);
	assert_same(game);
	while (simulated_suggestion(game, &suggested) && simulated_choose(game, &move)) {
		bool shown = simulated_shows(game, move);
		struct klondike_view before = game->view;

		simulated_play(game, move);
		if (shown) {
			cr_assert_eq(simulated_show(game, &suggested), MK_OK);
		} else {
			report(game, move);
		}
		assert_same(game);
		if (game->moves % 4 == 0) {
			assert_replays(game, &before);
		}
	}
}

static void play_all(const char *preset, const struct habit *habit, int games)
{
	for (int i = 0; i < games_to_play(games); i++) {
		struct simulated game;

		simulated_deal(&game, preset, i, habit);
		play_single_moves(&game);
		cr_assert_eq(game.asked, 0);
	}
}

Test(klondike_apply_snapshot, follows_games_of_the_danish_rules)
{
	play_all("syvkabale", &obedient, 500);
	play_all("syvkabale", &independent, 1500);
}

Test(klondike_apply_snapshot, follows_games_with_one_card_at_a_time)
{
	play_all("klondike-1", &independent, 500);
}

Test(klondike_apply_snapshot, follows_games_with_three_cards_at_a_time)
{
	play_all("klondike-3", &independent, 500);
}

/* ---- Slots that cannot be read -------------------------------------------------------------- */

struct tally {
	int moves, asked;
};

/*
 * Plays until the end, or until the game is lost track of. That may happen only where the player
 * made another move than the suggested one, and every slot that distinguishes them was hidden.
 */
static void play_unclear(struct simulated *game, struct tally *tally)
{
	struct mk_move suggested;
	struct mk_move move;

	simulated_show(game, NULL);
	while (simulated_suggestion(game, &suggested) && simulated_choose(game, &move) &&
		simulated_shows(game, move)) {
		simulated_play(game, move);
		cr_assert_eq(simulated_show(game, &suggested), MK_OK);
		cr_assert(simulated_agrees(game));
	}
	tally->moves += game->moves;
	tally->asked += game->asked;
}

static struct tally play_all_unclear(const char *preset, int games)
{
	struct tally tally = {0};

	for (int i = 0; i < games_to_play(games); i++) {
		struct simulated game;

		simulated_deal(&game, preset, i, &unclear);
		play_unclear(&game, &tally);
	}
	return tally;
}

Test(klondike_apply_snapshot, survives_slots_that_cannot_be_read)
{
	static const char *const presets[] = {"syvkabale", "klondike-1", "klondike-3"};

	for (int i = 0; i < 3; i++) {
		struct tally tally = play_all_unclear(presets[i], 700);

		/* A turned-up card that is read UU (3.4 %) can only be asked for. */
		cr_assert_lt(tally.asked, tally.moves * 4 / 100, "%s: %d of %d", presets[i],
			tally.asked, tally.moves);
	}
}

/* ---- Missed frames -------------------------------------------------------------------------- */

static bool turns_pile(const struct klondike_view *known, struct mk_move move)
{
	if (move.kind == DRAW || move.kind == SHUFFLE) {
		return true;
	}
	return move.from == DRAW_PILE && known->turned == 1 && klondike_left(known);
}

/*
 * Plays up to three moves before the camera looks. The first of two turns of the pile would
 * leave no trace, so there is one at most. Returns how many moves were made.
 */
static int play_unseen(struct simulated *game)
{
	int wanted = 1 + (int)mk_rng_below(&game->rng, USUAL_MOVES);
	bool turned = false;
	int played = 0;
	struct mk_move move;

	while (played < wanted && simulated_choose(game, &move) &&
		!(turned && turns_pile(&game->world.known, move)) && simulated_shows(game, move)) {
		turned |= turns_pile(&game->world.known, move);
		simulated_play(game, move);
		played++;
	}
	return played;
}

struct missed {
	int several; /* snapshots explained by more than one move */
	int unclear; /* a card was covered before the camera saw it: asked for */
	int shorter; /* fewer moves would have led to the same picture */
};

/* Plays on as long as each snapshot is accepted; what is accepted must be true. */
static void play_with_missed_frames(struct simulated *game, struct missed *missed)
{
	int played;

	simulated_show(game, NULL);
	while ((played = play_unseen(game)) > 0) {
		cr_assert_eq(simulated_show(game, NULL), MK_OK);
		if (game->finding.explanation == MK_LOOK_AGAIN) {
			cr_assert_gt(game->finding.unreadable_count, 0);
			missed->unclear++;
			return;
		}
		if (!simulated_agrees(game)) {
			cr_assert(game->finding.move_count < played ||
				  klondike_is_unsure(&game->view));
			missed->shorter++;
			return;
		}
		missed->several += game->finding.explanation == MK_SEVERAL_MOVES;
	}
}

static struct missed play_all_with_missed_frames(const char *preset, int games)
{
	struct missed missed = {0};

	for (int i = 0; i < games_to_play(games); i++) {
		struct simulated game;

		simulated_deal(&game, preset, i, &independent);
		play_with_missed_frames(&game, &missed);
	}
	return missed;
}

Test(klondike_apply_snapshot, catches_up_after_missed_frames)
{
	static const char *const presets[] = {"syvkabale", "klondike-1", "klondike-3"};

	for (int i = 0; i < 3; i++) {
		struct missed missed = play_all_with_missed_frames(presets[i], 700);

		cr_assert_gt(
			missed.several, games_to_play(1000), "%s: %d", presets[i], missed.several);
	}
}

/* ---- Misreadings ---------------------------------------------------------------------------- */

/* A card that lies face up, but neither in front nor where it could go from in a move or two. */
static mk_card buried_card(struct simulated *game)
{
	const struct klondike_view *known = &game->world.known;
	mk_cards front = 0;
	mk_cards seen = klondike_foundation_cards(known);
	int place;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < known->up[column]; i++) {
			seen |= MK_CARD_BIT(known->column[column][i]);
		}
		front |= MK_CARD_BIT(klondike_front(known, column));
	}
	seen &= ~front;
	place = seen ? (int)mk_rng_below(&game->rng, (uint32_t)__builtin_popcountll(seen)) : 0;
	for (; place > 0; place--) {
		seen &= seen - 1;
	}
	return seen ? (mk_card)__builtin_ctzll(seen) : MK_NO_CARD;
}

/* The former front card: read again there, it hides half of the move. */
static bool is_front(const struct klondike_view *view, int position, mk_card card)
{
	if (position < FIRST_FOUNDATION || position == DRAW_PILE) {
		return klondike_front(view, position) == card;
	}
	return card ==
	       MK_CARD(view->foundation[position - FIRST_FOUNDATION], position - FIRST_FOUNDATION);
}

struct misread {
	int refused;
	int believed; /* something legal would have given the same picture */
};

/* Shows the table with one card read as another one; the view is taken back afterwards. */
static void show_misread(
	struct simulated *game, int position, mk_card wrong, struct misread *misread)
{
	struct klondike_snapshot seen = simulated_look(game);
	struct klondike_view before = game->view;
	struct mk_finding finding;
	enum mk_status status;

	if (seen.slot[position].seen != SEEN_CARD || is_front(&before, position, wrong) ||
		seen.slot[position].candidate[0].card == wrong) {
		return;
	}
	seen.slot[position].candidate[0].card = wrong;
	status = klondike_apply_snapshot(
		as_view(&game->view), as_snapshot(&seen), NULL, &finding, NULL);
	if (status == MK_OK) {
		misread->believed +=
			finding.explanation != MK_LOOK_AGAIN && !simulated_agrees(game);
	} else {
		cr_assert_eq(finding.explanation, MK_CONTRADICTION);
		cr_assert_eq(finding.conflict_count, 1);
		cr_assert_eq(finding.conflicts[0].position, position);
		cr_assert_eq(finding.conflicts[0].seen, wrong);
		cr_assert_arr_eq(&game->view, &before, sizeof before);
		misread->refused++;
	}
	game->view = before;
}

static void play_misread(struct simulated *game, struct misread *misread)
{
	struct mk_move move;

	simulated_show(game, NULL);
	while (simulated_choose(game, &move) && simulated_shows(game, move)) {
		int position = (int)mk_rng_below(&game->rng, POSITIONS);
		mk_card wrong = buried_card(game);

		if (wrong != MK_NO_CARD) {
			show_misread(game, position, wrong, misread);
		}
		simulated_play(game, move);
		if (wrong != MK_NO_CARD) {
			show_misread(game, position, wrong, misread);
		}
		simulated_show(game, NULL);
		cr_assert(simulated_agrees(game));
	}
}

Test(klondike_apply_snapshot, says_which_card_was_misread)
{
	struct misread misread = {0};

	for (int i = 0; i < games_to_play(200); i++) {
		struct simulated game;

		simulated_deal(&game, NULL, i, &independent);
		play_misread(&game, &misread);
	}
	cr_assert_gt(misread.refused, games_to_play(5000), "%d", misread.refused);
	cr_assert_leq(misread.believed, misread.refused / 5000, "%d", misread.believed);
}

/* ---- Anything at all ------------------------------------------------------------------------ */

static void scramble(struct klondike_reading *reading, struct mk_rng *rng)
{
	switch (mk_rng_below(rng, 8)) {
	case 0:
		reading->seen = UNREADABLE;
		return;
	case 1:
		reading->seen = SEEN_EMPTY;
		return;
	case 2:
		reading->seen = SEEN_BACK;
		return;
	case 3:
		reading->seen = NOT_SHOWN;
		return;
	case 4:
		reading->seen = SEEN_CARD;
		reading->candidates = 1;
		reading->candidate[0].card = (mk_card)(MK_FIRST_CARD + mk_rng_below(rng, MK_DECK));
		reading->candidate[0].p = 1;
		return;
	default:
		return;
	}
}

Test(klondike_apply_snapshot, is_never_broken_by_any_snapshot)
{
	struct simulated game;
	struct mk_move move;
	int number = 0;

	simulated_deal(&game, NULL, number, &independent);
	for (int i = 0; i < games_to_play(100000); i++) {
		struct klondike_snapshot seen = simulated_look(&game);
		struct klondike_view before = game.view;
		enum mk_status status;

		for (int position = 0; position < POSITIONS; position++) {
			scramble(&seen.slot[position], &game.rng);
		}
		status = klondike_apply_snapshot(
			as_view(&game.view), as_snapshot(&seen), NULL, &game.finding, NULL);
		cr_assert_null(klondike_view_broken(&game.view));
		if (status != MK_OK || game.finding.explanation == MK_LOOK_AGAIN ||
			game.finding.explanation == MK_UNCHANGED) {
			cr_assert_arr_eq(&game.view, &before, sizeof before);
		}
		if (i % 50 == 49 || !simulated_choose(&game, &move)) {
			simulated_deal(&game, NULL, ++number, &independent);
		} else if (i % 5 == 0) {
			simulated_play(&game, move);
			game.view = game.world.known;
		}
	}
}
