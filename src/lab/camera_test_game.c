/* Plays one game of a camera test. */
#include "lab/camera_test.h"

#include "base/json.h"
#include "cli/cli.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_MOVES = 400, MAX_ANSWERS = 4 };

/* The result of the pictures after a move. */
enum picture_result { ACCEPTED, QUESTION, FAILED };

/* ---- Display -------------------------------------------------------------------------------- */

static void draw_test(const struct camera_test *test)
{
	const struct mk_game *game = test->selection->game;
	const json_t *observed = json_object_get(test->session, "observed");
	char buffer[8192];
	struct mk_text text;

	if (!test->options->show) {
		return;
	}
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_table_draw(&text, game, MK_ENGLISH,
		mk_game_view_of_seat(game, test->world, 0, test->known), (struct mk_card_style){0});
	mk_text_char(&text, '\n');
	if (mk_game_writes_lines(game)) {
		mk_text_put(&text, "camera  ");
		mk_snapshot_write_line(&text, game, test->seen);
	}
	printf("\033[H\033[J%s\ndaemon  ", buffer);
	print_text_line(stdout, client_text(observed, "explanation"));
	fputs("        ", stdout);
	print_text_line(stdout, client_text(test->session, "message"));
	fflush(stdout);
	usleep(test->options->pause_ms * 1000);
}

/* ---- Pictures ------------------------------------------------------------------------------- */

static void update_trusting_tracker(struct camera_test *test)
{
	if (test->options->trusting && test->first_picture) {
		lab_camera_of(test->selection->game)
			->trusting_update(test->trusting, test->seen,
				test->suggested ? &test->suggestion : NULL);
	}
	test->first_picture = false;
}

/* Counts a false table that is shown as certain, the worst error of a tracker. */
static void count_silent_error(struct camera_test *test)
{
	bool silent = camera_test_in_sync(test) && camera_test_is_wrong(test);

	test->counts->silent += silent && !test->silent;
	test->counts->silent_games += silent && !test->was_silent;
	test->silent = silent;
	test->was_silent = test->was_silent || silent;
}

static bool post_frame(struct camera_test *test, const struct mk_snapshot *seen, int64_t frame)
{
	char picture[BODY_SIZE];
	char body[BODY_SIZE + 64];
	char number[48] = "";
	struct mk_text text;

	mk_text_fixed(&text, picture, sizeof picture);
	mk_snapshot_write(&text, NULL, test->selection->game, seen);
	if (!test->options->mishaps.unnumbered) {
		snprintf(number, sizeof number, "\"frame\":%lld,", (long long)frame);
	}
	snprintf(body, sizeof body, "{\"camera\":\"table\",%s%s", number, picture + 1);
	test->counts->snapshots++;
	return camera_test_post(test, "snapshots", body);
}

/* Posts the previous picture late, or this one twice. */
static bool post_duplicates(struct camera_test *test)
{
	const struct mishap_rates *rates = &test->options->mishaps;

	if (test->late_frame && !post_frame(test, test->late, test->late_frame)) {
		return false;
	}
	test->late_frame = 0;
	if (mishaps_happens(&test->mishaps, rates->late)) {
		memcpy(test->late, test->seen, test->selection->game->snapshot_size);
		test->late_frame = test->frame;
	}
	return !mishaps_happens(&test->mishaps, rates->twice) ||
	       post_frame(test, test->seen, ++test->frame);
}

/* Takes a picture and posts it. */
static bool post_picture(struct camera_test *test)
{
	camera_observe(&test->camera, test->world, test->seen);
	mishaps_distort(&test->mishaps, test->seen);
	update_trusting_tracker(test);
	if (!post_frame(test, test->seen, ++test->frame) || !post_duplicates(test)) {
		return false;
	}
	count_silent_error(test);
	draw_test(test);
	return true;
}

static enum picture_result accept_picture(struct camera_test *test)
{
	test->understood = camera_test_version(test);
	memcpy(test->last, test->world, test->selection->game->world_size);
	test->done_count = 0;
	return ACCEPTED;
}

/* Posts pictures until the daemon accepts one. */
static enum picture_result post_pictures(struct camera_test *test)
{
	test->first_picture = true;
	for (int i = 0; i < test->options->ask_after; i++) {
		if (!post_picture(test)) {
			return FAILED;
		}
		if (camera_test_question(test)) {
			return QUESTION;
		}
		if (camera_test_in_sync(test) && (camera_test_version(test) > test->understood ||
							 !camera_test_is_wrong(test))) {
			return accept_picture(test);
		}
		if (camera_test_is_left_open(test)) {
			return accept_picture(test);
		}
		test->understood =
			camera_test_version(test); /* the picture may have corrected the table */
	}
	return QUESTION;
}

/* ---- Answers -------------------------------------------------------------------------------- */

static struct mk_place place_of_json(const json_t *json)
{
	const char *card = client_text(json, "card");

	return (struct mk_place){
		.position = (uint8_t)json_integer_value(json_object_get(json, "position")),
		.index = (uint8_t)json_integer_value(json_object_get(json, "index")),
		.card = mk_card_read(card, strlen(card)),
	};
}

/* The first place that the daemon doubts; false if none. */
static bool doubtful_place(const json_t *observed, struct mk_place *place)
{
	const json_t *doubt = json_array_get(json_object_get(observed, "doubts"), 0);
	const json_t *conflict = json_array_get(json_object_get(observed, "conflicts"), 0);
	const json_t *unread = json_array_get(json_object_get(observed, "unreadable"), 0);
	const json_t *asked = conflict ? conflict : doubt;

	*place = asked ? place_of_json(asked)
		       : (struct mk_place){.position = (uint8_t)json_integer_value(unread)};
	return asked || unread;
}

/* Confirms a proposed repair, or corrects the card at its place. */
static bool answer_repair(struct camera_test *test, json_t *repair)
{
	const json_t *now = json_array_get(json_object_get(repair, "now"), 0);
	struct mk_ground_truth truth = {0};
	mk_card card = place_of_json(repair).card;

	if (now) {
		truth.place = place_of_json(now);
		truth.place.card = camera_test_true_card(test, &truth.place);
	}
	if (truth.place.card != MK_NO_CARD && truth.place.card != card) {
		return camera_test_correct(test, &truth);
	}
	return camera_test_post_json(test, "corrections", repair);
}

/* The true table that the daemon shows: the present one or the last accepted one. */
static const struct mk_world *nearest_world(struct camera_test *test)
{
	struct mk_ground_truth truths[MAX_DIFFERENCES];

	return camera_test_differences(test, test->last, truths, MAX_DIFFERENCES) <
			       camera_test_differences(test, test->world, truths, MAX_DIFFERENCES)
		       ? test->last
		       : test->world;
}

/* A question can remain open during the next move. */
static bool is_nearest_wrong(struct camera_test *test)
{
	struct mk_ground_truth truth;

	return camera_test_differences(test, nearest_world(test), &truth, 1) > 0;
}

/*
 * Chooses the answer that makes the daemon's table true. The first answer is the table that the
 * daemon shows; a wrong answer is undone.
 */
static bool choose_answer(struct camera_test *test, const json_t *question)
{
	json_t *answers = json_incref(json_object_get(question, "answers"));
	size_t number = is_nearest_wrong(test) ? 1 : 0;
	bool posted = true;

	test->counts->questions++;
	for (; posted && number < json_array_size(answers); number++) {
		posted = camera_test_post_json(test, "corrections",
			json_object_get(json_array_get(answers, number), "correction"));
		if (!posted || !is_nearest_wrong(test) || number + 1 == json_array_size(answers)) {
			break;
		}
		posted = camera_test_post(test, "undo", "{\"steps\":1}");
		json_decref(answers);
		answers = json_incref(json_object_get(camera_test_question(test), "answers"));
	}
	json_decref(answers);
	return posted;
}

/* Answers the question of the daemon with one correction. */
static bool answer_test_question(struct camera_test *test)
{
	const json_t *observed = json_object_get(test->session, "observed");
	json_t *repair = json_object_get(observed, "repair");
	const json_t *question = camera_test_question(test);
	struct mk_ground_truth truth = {0};

	if (question) {
		return choose_answer(test, question);
	}
	if (repair) {
		test->counts->questions++;
		return answer_repair(test, repair);
	}
	if (!doubtful_place(observed, &truth.place)) {
		return false;
	}
	truth.place.card = camera_test_true_card(test, &truth.place);
	test->counts->questions++;
	return truth.place.card != MK_NO_CARD && camera_test_correct(test, &truth);
}

/* Posts corrections of the differences from `world` until one is accepted. */
static bool correct_differences(struct camera_test *test, const struct mk_world *world)
{
	struct mk_ground_truth truths[MAX_DIFFERENCES];
	size_t count = camera_test_differences(test, world, truths, MAX_DIFFERENCES);
	json_int_t before = camera_test_version(test);

	for (size_t i = 0; i < count && camera_test_version(test) == before; i++) {
		if (truths[i].hidden) {
			continue;
		}
		test->counts->corrections++;
		if (!camera_test_correct(test, &truths[i])) {
			return false;
		}
	}
	return camera_test_version(test) > before;
}

/* Corrects a wrong table unasked. */
static bool correct_unasked(struct camera_test *test)
{
	struct mk_ground_truth truth;
	const struct mk_world *world = nearest_world(test);

	if (camera_test_differences(test, world, &truth, 1) == 0) {
		return false;
	}
	test->accepted_error = true;
	return correct_differences(test, world);
}

/* Reports the moves that no picture has explained. */
static bool report_moves(struct camera_test *test)
{
	test->counts->questions++;
	for (int i = 0; i < test->done_count; i++) {
		if (!camera_test_post_move(test, &test->done[i])) {
			return false;
		}
	}
	return true;
}

/* After a correction: the table is right, or more pictures are needed. */
static enum picture_result continue_pictures(struct camera_test *test)
{
	if (camera_test_in_sync(test) && !camera_test_is_wrong(test)) {
		return accept_picture(test);
	}
	test->understood = camera_test_version(test);
	return post_pictures(test);
}

/* The player goes on although the daemon has not accepted the table. */
static enum picture_result leave_table(struct camera_test *test)
{
	test->counts->unanswered++;
	return accept_picture(test);
}

/* Answers questions until none is left. */
static enum picture_result answer_questions(struct camera_test *test, enum picture_result result)
{
	if (result == QUESTION && test->options->unanswered) {
		return leave_table(test);
	}
	for (int i = 0; i < MAX_ANSWERS && result == QUESTION; i++) {
		if (!answer_test_question(test) && !correct_unasked(test)) {
			break;
		}
		result = continue_pictures(test);
		if (result == QUESTION && correct_unasked(test)) {
			result = continue_pictures(test);
		}
		count_silent_error(test);
	}
	return result == QUESTION && report_moves(test) ? continue_pictures(test) : result;
}

/* Pictures and answers until the daemon has accepted the move. */
static enum picture_result observe_move(struct camera_test *test)
{
	test->understood = camera_test_version(test);
	return answer_questions(test, post_pictures(test));
}

/* ---- Moves ---------------------------------------------------------------------------------- */

static bool test_happens(struct camera_test *test, double rate)
{
	return rate > 0 && mk_rng_unit(&test->rng) < rate;
}

static bool is_legal_move(const struct camera_test *test, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = mk_game_world_moves(test->selection->game, test->world, moves);

	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof move) == 0) {
			return true;
		}
	}
	return false;
}

static bool choose_random_move(struct camera_test *test, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = mk_game_world_moves(test->selection->game, test->world, moves);

	if (count == 0) {
		return false;
	}
	*move = moves[mk_rng_below(&test->rng, (uint32_t)count)];
	return true;
}

/* The next move without a response of the daemon: mostly that of the strategy. */
static bool choose_unadvised(struct camera_test *test, struct mk_move *move)
{
	const struct mk_view *table =
		mk_game_view_of_seat(test->selection->game, test->world, 0, test->known);

	return test_happens(test, test->options->deviation)
		       ? choose_random_move(test, move)
		       : test->selection->strategy->choose_move(table, move);
}

/* Reads the suggestion; false if none is legal on the true table. */
static bool read_suggestion(struct camera_test *test)
{
	(void)camera_test_is_wrong(test);
	camera_test_find_suggestion(test);
	return test->suggested && is_legal_move(test, test->suggestion);
}

/* The next move of the player; false: none. */
static bool choose_player_move(struct camera_test *test, struct mk_move *move)
{
	bool can_follow = read_suggestion(test);

	if (test_happens(test, test->options->deviation)) {
		return choose_random_move(test, move);
	}
	if (!can_follow && test->options->unanswered) {
		return choose_unadvised(test, move);
	}
	if (test->suggested && !can_follow) {
		can_follow = correct_unasked(test) && continue_pictures(test) == ACCEPTED &&
			     read_suggestion(test);
	}
	*move = test->suggestion;
	return can_follow;
}

static void record_move(struct camera_test *test, struct mk_move move)
{
	struct mk_place from = {.position = move.from};

	if (test->done_count < MAX_DONE) {
		test->done[test->done_count++] =
			(struct done){move, camera_test_true_card(test, &from)};
	}
}

static bool make_test_move(struct camera_test *test, struct mk_move move)
{
	const struct mk_game *game = test->selection->game;

	memcpy(test->undone, test->world, game->world_size);
	mk_game_observe(game, test->world, 0, test->before);
	game->apply(test->world, move);
	mk_game_observe(game, test->world, 0, test->seen);
	test->moves++;
	test->counts->moves++;
	record_move(test, move);
	mishaps_after_move(&test->mishaps, move,
		mk_game_view_of_seat(game, test->undone, 0, test->known), test->seen);
	if (!mishaps_happens(&test->mishaps, test->options->mishaps.middle)) {
		return true;
	}
	camera_observe(&test->camera, test->world, test->seen);
	mishaps_halve(&test->mishaps, move, test->before, test->seen);
	return post_frame(test, test->seen, ++test->frame);
}

static bool can_continue(const struct camera_test *test)
{
	return mk_game_seat_to_move(test->selection->game, test->world) != MK_NO_SEAT &&
	       test->moves < MAX_MOVES && !camera_test_is_over(test);
}

/* Perhaps a second move before the next picture. */
static bool play_second_move(struct camera_test *test)
{
	bool missed = test_happens(test, test->options->missed);
	bool hasty = mishaps_happens(&test->mishaps, test->options->mishaps.hasty);
	struct mk_move move;

	if ((!missed && !hasty) || !can_continue(test) || !choose_unadvised(test, &move)) {
		return true;
	}
	test->frame += missed;
	return make_test_move(test, move);
}

/* Posts another picture of the same table and answers its question. */
static bool post_unchanged(struct camera_test *test)
{
	return post_picture(test) &&
	       (!camera_test_question(test) || answer_questions(test, QUESTION) != FAILED);
}

/* One move, or two without a picture between them. */
static bool play_move(struct camera_test *test)
{
	struct mk_move move;

	if (mishaps_happens(&test->mishaps, test->options->mishaps.unchanged) &&
		!post_unchanged(test)) {
		return false;
	}
	return can_continue(test) && choose_player_move(test, &move) &&
	       make_test_move(test, move) && play_second_move(test);
}

/* Takes the last move back; if no picture explains that, it is undone at the daemon. */
static enum picture_result take_back_move(struct camera_test *test)
{
	enum picture_result ended;

	memcpy(test->world, test->undone, test->selection->game->world_size);
	test->moves--;
	test->understood = camera_test_version(test);
	ended = post_pictures(test);
	if (ended == QUESTION && !test->options->unanswered) {
		test->counts->corrections++;
		if (!camera_test_post(test, "undo", "{\"steps\":1}")) {
			return FAILED;
		}
		ended = continue_pictures(test);
	}
	return answer_questions(test, ended);
}

/* ---- The game ------------------------------------------------------------------------------- */

/* Corrects one place; true if the table is right then. */
static bool fix_by_correction(struct camera_test *test)
{
	(void)correct_differences(test, nearest_world(test));
	return continue_pictures(test) != FAILED && !camera_test_is_wrong(test);
}

/* Fixes the final table by one correction, or else by entering the whole table. */
static void fix_table(struct camera_test *test)
{
	if (fix_by_correction(test)) {
		test->counts->fixed_by_correction++;
	} else {
		test->counts->fixed_by_table +=
			camera_test_post_table(test) && !camera_test_is_wrong(test);
	}
}

static void count_result(struct camera_test *test, bool followed)
{
	const struct mk_camera_sim *sim = lab_camera_of(test->selection->game);
	struct camera_test_counts *counts = test->counts;
	struct mk_ground_truth truth;
	double payoff[MK_MAX_SEATS];
	bool wrong = camera_test_is_wrong(test);

	mk_game_payoff(test->selection->game, test->world, payoff);
	counts->games++;
	counts->won += payoff[0] > 0;
	counts->intact += followed && !wrong;
	counts->always_true += followed && !wrong && !test->accepted_error;
	counts->trusting_intact += test->options->trusting &&
				   sim->find_errors(test->world, test->trusting, &truth, 1) == 0;
	if ((wrong || !followed) && !test->options->unanswered) {
		fix_table(test);
	}
}

static bool play_test_game(struct camera_test *test)
{
	enum picture_result ended = observe_move(test);

	while (ended == ACCEPTED && play_move(test)) {
		ended = observe_move(test);
		if (ended == ACCEPTED &&
			mishaps_happens(&test->mishaps, test->options->mishaps.takeback)) {
			ended = take_back_move(test);
		}
		if (ended == ACCEPTED && camera_test_in_sync(test) && camera_test_is_wrong(test)) {
			test->accepted_error = true;
		}
	}
	count_result(test, ended != QUESTION);
	return ended != FAILED;
}

static bool prepare_test(struct camera_test *test, uint64_t seed)
{
	const struct game_selection *selection = test->selection;
	const struct mk_game *game = selection->game;

	test->world = calloc(1, game->world_size);
	test->last = calloc(1, game->world_size);
	test->undone = calloc(1, game->world_size);
	test->seen = calloc(1, game->snapshot_size);
	test->before = calloc(1, game->snapshot_size);
	test->late = calloc(1, game->snapshot_size);
	test->known = calloc(1, game->view_size);
	test->trusting = calloc(1, game->view_size);
	if (!test->world || !test->last || !test->seen || !test->known || !test->trusting ||
		!test->undone || !test->before || !test->late) {
		mk_fail(test->error, MK_FULL, "no_memory", "", "out of memory");
		return false;
	}
	mk_rng_init(&test->rng, seed, 0);
	game->deal(test->world, &selection->rules, &test->rng);
	game->init_view(test->trusting, &selection->rules);
	memcpy(test->last, test->world, game->world_size);
	camera_init(&test->camera, game, &test->options->camera, seed);
	mishaps_init(&test->mishaps, game, &test->options->mishaps, seed);
	return true;
}

enum mk_status camera_test_play(struct client *client, const struct game_selection *selection,
	const struct camera_test_options *options, uint64_t seed, struct camera_test_counts *counts,
	struct mk_error *error)
{
	struct camera_test test = {.client = client,
		.selection = selection,
		.options = options,
		.counts = counts,
		.error = error};
	bool ok = prepare_test(&test, seed) && camera_test_open(&test);

	if (ok) {
		ok = play_test_game(&test);
		camera_test_close(&test);
	}
	json_decref(test.session);
	free(test.world);
	free(test.last);
	free(test.undone);
	free(test.seen);
	free(test.before);
	free(test.late);
	free(test.known);
	free(test.trusting);
	return ok ? MK_OK : error->status;
}
