/* One game of a simulated player and camera. */
#include "lab/camera_test_game.h"

#include "lab/camera_test_session.h"

#include "base/json.h"
#include "cli/print.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_MOVES = 400, MOST_ANSWERS = 4 };

/* How the pictures of one look at the table ended. */
enum look { UNDERSTOOD, ASKED, FAILED };

/* ---- Showing -------------------------------------------------------------------------------- */

static void show(const struct sitting *sitting)
{
	const struct mk_game *game = sitting->chosen->game;
	const json_t *observed = json_object_get(sitting->session, "observed");
	char room[8192];
	struct mk_text text;

	if (!sitting->habits->show) {
		return;
	}
	mk_text_fixed(&text, room, sizeof room);
	game->notation->draw(&text, game->view_of_seat(sitting->world, 0, sitting->known), false);
	mk_text_char(&text, '\n');
	if (game->notation->write_line) {
		mk_text_put(&text, "camera  ");
		game->notation->write_line(&text, sitting->seen);
	}
	printf("\033[H\033[J%s\ndaemon  ", room);
	print_text_line(stdout, client_text(observed, "explanation"));
	fputs("        ", stdout);
	print_text_line(stdout, client_text(sitting->session, "message"));
	fflush(stdout);
	usleep(sitting->habits->pause_ms * 1000);
}

/* ---- Pictures ------------------------------------------------------------------------------- */

static void trust(struct sitting *sitting)
{
	if (sitting->habits->trusting && sitting->first_picture) {
		sitting->chosen->game->camera_sim->trusting_update(sitting->trusting, sitting->seen,
			sitting->suggested ? &sitting->suggestion : NULL);
	}
	sitting->first_picture = false;
}

/* Shown as certain and not so: the worst that a tracker can do. */
static void check_silent(struct sitting *sitting)
{
	bool silent = seat_in_sync(sitting) && seat_wrong(sitting);

	sitting->counts->silent += silent && !sitting->silent;
	sitting->counts->silent_games += silent && !sitting->was_silent;
	sitting->silent = silent;
	sitting->was_silent = sitting->was_silent || silent;
}

static bool post_seen(struct sitting *sitting, const struct mk_snapshot *seen, int64_t frame)
{
	char picture[BODY_ROOM];
	char body[BODY_ROOM + 64];
	char number[48] = "";
	struct mk_text text;

	mk_text_fixed(&text, picture, sizeof picture);
	sitting->chosen->game->notation->write_snapshot(&text, NULL, seen);
	if (!sitting->habits->mishaps.unnumbered) {
		snprintf(number, sizeof number, "\"frame\":%lld,", (long long)frame);
	}
	snprintf(body, sizeof body, "{\"camera\":\"table\",%s%s", number, picture + 1);
	sitting->counts->snapshots++;
	return seat_post(sitting, "snapshots", body);
}

/* The picture before comes once more, or this one twice. */
static bool post_again(struct sitting *sitting)
{
	const struct mishap_habits *habits = &sitting->habits->mishaps;

	if (sitting->late_frame && !post_seen(sitting, sitting->late, sitting->late_frame)) {
		return false;
	}
	sitting->late_frame = 0;
	if (mishaps_happens(&sitting->mishaps, habits->late)) {
		memcpy(sitting->late, sitting->seen, sitting->chosen->game->snapshot_size);
		sitting->late_frame = sitting->frame;
	}
	return !mishaps_happens(&sitting->mishaps, habits->twice) ||
	       post_seen(sitting, sitting->seen, ++sitting->frame);
}

/* Takes a picture and posts it. */
static bool post_picture(struct sitting *sitting)
{
	camera_look(&sitting->camera, sitting->world, sitting->seen);
	mishaps_distort(&sitting->mishaps, sitting->seen);
	trust(sitting);
	if (!post_seen(sitting, sitting->seen, ++sitting->frame) || !post_again(sitting)) {
		return false;
	}
	check_silent(sitting);
	show(sitting);
	return true;
}

static enum look understand(struct sitting *sitting)
{
	sitting->understood = seat_version(sitting);
	memcpy(sitting->last, sitting->world, sitting->chosen->game->world_size);
	sitting->done_count = 0;
	return UNDERSTOOD;
}

/* The camera goes on by itself until one is understood. */
static enum look look(struct sitting *sitting)
{
	sitting->first_picture = true;
	for (int i = 0; i < sitting->habits->patience; i++) {
		if (!post_picture(sitting)) {
			return FAILED;
		}
		if (seat_question(sitting)) {
			return ASKED;
		}
		if (seat_in_sync(sitting) &&
			(seat_version(sitting) > sitting->understood || !seat_wrong(sitting))) {
			return understand(sitting);
		}
		sitting->understood = seat_version(sitting); /* it may have mended something */
	}
	return ASKED;
}

/* ---- Answers -------------------------------------------------------------------------------- */

static struct mk_place read_place(const json_t *json)
{
	const char *card = client_text(json, "card");

	return (struct mk_place){
		.position = (uint8_t)json_integer_value(json_object_get(json, "position")),
		.index = (uint8_t)json_integer_value(json_object_get(json, "index")),
		.card = mk_card_read(card, strlen(card)),
	};
}

/* The first place that the daemon asks about; false when it asks about none. */
static bool asked_place(const json_t *observed, struct mk_place *place)
{
	const json_t *doubt = json_array_get(json_object_get(observed, "doubts"), 0);
	const json_t *clash = json_array_get(json_object_get(observed, "conflicts"), 0);
	const json_t *unread = json_array_get(json_object_get(observed, "unreadable"), 0);
	const json_t *asked = clash ? clash : doubt;

	*place = asked ? read_place(asked)
		       : (struct mk_place){.position = (uint8_t)json_integer_value(unread)};
	return asked || unread;
}

/* "I read this as that. Right?" The player looks where the card is believed to lie now. */
static bool confirm(struct sitting *sitting, json_t *repair)
{
	const json_t *now = json_array_get(json_object_get(repair, "now"), 0);
	struct mk_ground_truth truth = {0};
	mk_card card = read_place(repair).card;

	if (now) {
		truth.place = read_place(now);
		truth.place.card = seat_really(sitting, &truth.place);
	}
	if (truth.place.card != MK_NO_CARD && truth.place.card != card) {
		return seat_correct(sitting, &truth);
	}
	return seat_post_json(sitting, "corrections", repair);
}

/* What the daemon shows: the table of now, or as it was when it last understood it? */
static const struct mk_world *shown_world(struct sitting *sitting)
{
	struct mk_ground_truth truths[MOST_DIFFERENCES];

	return seat_differences(sitting, sitting->last, truths, MOST_DIFFERENCES) <
			       seat_differences(sitting, sitting->world, truths, MOST_DIFFERENCES)
		       ? sitting->last
		       : sitting->world;
}

/* A question may be answered when the next move is made and not understood yet. */
static bool is_shown_wrong(struct sitting *sitting)
{
	struct mk_ground_truth truth;

	return seat_differences(sitting, shown_world(sitting), &truth, 1) > 0;
}

/*
 * Which explanation is true? The player sees what he did, and gives that answer: the first one is
 * what the daemon shows; of the others it is the one after which the daemon knows the truth.
 */
static bool choose_answer(struct sitting *sitting, const json_t *question)
{
	json_t *answers = json_incref(json_object_get(question, "answers"));
	size_t number = is_shown_wrong(sitting) ? 1 : 0;
	bool posted = true;

	sitting->counts->questions++;
	for (; posted && number < json_array_size(answers); number++) {
		posted = seat_post_json(sitting, "corrections",
			json_object_get(json_array_get(answers, number), "correction"));
		if (!posted || !is_shown_wrong(sitting) || number + 1 == json_array_size(answers)) {
			break;
		}
		posted = seat_post(sitting, "undo", "{\"steps\":1}");
		json_decref(answers);
		answers = json_incref(json_object_get(seat_question(sitting), "answers"));
	}
	json_decref(answers);
	return posted;
}

/* The player looks at the place and says what lies there. */
static bool answer(struct sitting *sitting)
{
	const json_t *observed = json_object_get(sitting->session, "observed");
	json_t *repair = json_object_get(observed, "repair");
	const json_t *question = seat_question(sitting);
	struct mk_ground_truth truth = {0};

	if (question) {
		return choose_answer(sitting, question);
	}
	if (repair) {
		sitting->counts->questions++;
		return confirm(sitting, repair);
	}
	if (!asked_place(observed, &truth.place)) {
		return false;
	}
	truth.place.card = seat_really(sitting, &truth.place);
	sitting->counts->questions++;
	return truth.place.card != MK_NO_CARD && seat_correct(sitting, &truth);
}

/* Tells one thing after another that is not so in `world`, until one is taken. */
static bool tell_wrong(struct sitting *sitting, const struct mk_world *world)
{
	struct mk_ground_truth truths[MOST_DIFFERENCES];
	size_t count = seat_differences(sitting, world, truths, MOST_DIFFERENCES);
	json_int_t before = seat_version(sitting);

	for (size_t i = 0; i < count && seat_version(sitting) == before; i++) {
		if (truths[i].hidden) {
			continue;
		}
		sitting->counts->corrections++;
		if (!seat_correct(sitting, &truths[i])) {
			return false;
		}
	}
	return seat_version(sitting) > before;
}

/* The player sees by himself what is wrong with the table that the daemon shows. */
static bool put_right(struct sitting *sitting)
{
	struct mk_ground_truth truth;
	const struct mk_world *world = shown_world(sitting);

	if (seat_differences(sitting, world, &truth, 1) == 0) {
		return false;
	}
	sitting->strayed = true;
	return tell_wrong(sitting, world);
}

/* No picture helps: the player tells what he did. */
static bool tell_all(struct sitting *sitting)
{
	sitting->counts->questions++;
	for (int i = 0; i < sitting->done_count; i++) {
		if (!seat_tell(sitting, &sitting->done[i])) {
			return false;
		}
	}
	return true;
}

/* After a correction: is all clear now, or must the camera look once more? */
static enum look look_on(struct sitting *sitting)
{
	if (seat_in_sync(sitting) && !seat_wrong(sitting)) {
		return understand(sitting);
	}
	sitting->understood = seat_version(sitting);
	return look(sitting);
}

/* What is asked is answered until nothing is. */
static enum look answer_on(struct sitting *sitting, enum look ended)
{
	for (int i = 0; i < MOST_ANSWERS && ended == ASKED; i++) {
		if (!answer(sitting) && !put_right(sitting)) {
			break;
		}
		ended = look_on(sitting);
		if (ended == ASKED && put_right(sitting)) {
			ended = look_on(sitting);
		}
		check_silent(sitting);
	}
	return ended == ASKED && tell_all(sitting) ? look_on(sitting) : ended;
}

/* Pictures and answers until the daemon knows what happened. */
static enum look see(struct sitting *sitting)
{
	sitting->understood = seat_version(sitting);
	return answer_on(sitting, look(sitting));
}

/* ---- Moves ---------------------------------------------------------------------------------- */

static bool happens(struct sitting *sitting, double rate)
{
	return rate > 0 && mk_rng_unit(&sitting->rng) < rate;
}

static bool is_legal(const struct sitting *sitting, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = sitting->chosen->game->world_moves(sitting->world, moves);

	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof move) == 0) {
			return true;
		}
	}
	return false;
}

static bool choose_any(struct sitting *sitting, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = sitting->chosen->game->world_moves(sitting->world, moves);

	if (count == 0) {
		return false;
	}
	*move = moves[mk_rng_below(&sitting->rng, (uint32_t)count)];
	return true;
}

/* The suggestion as it is for the table of now; false where there is none that can be followed. */
static bool find_suggestion(struct sitting *sitting)
{
	(void)seat_wrong(sitting);
	seat_find_suggestion(sitting);
	return sitting->suggested && is_legal(sitting, sitting->suggestion);
}

/* What the player does next; false: nothing any more. */
static bool choose(struct sitting *sitting, struct mk_move *move)
{
	bool can_follow = find_suggestion(sitting);

	if (happens(sitting, sitting->habits->deviation)) {
		return choose_any(sitting, move);
	}
	if (sitting->suggested && !can_follow) {
		can_follow = put_right(sitting) && look_on(sitting) == UNDERSTOOD &&
			     find_suggestion(sitting);
	}
	*move = sitting->suggestion;
	return can_follow;
}

static void note_done(struct sitting *sitting, struct mk_move move)
{
	struct mk_place from = {.position = move.from};

	if (sitting->done_count < MOST_DONE) {
		sitting->done[sitting->done_count++] =
			(struct done){move, seat_really(sitting, &from)};
	}
}

static bool make_move(struct sitting *sitting, struct mk_move move)
{
	const struct mk_game *game = sitting->chosen->game;

	memcpy(sitting->undone, sitting->world, game->world_size);
	game->observe(sitting->world, 0, sitting->before);
	game->apply(sitting->world, move);
	game->observe(sitting->world, 0, sitting->seen);
	sitting->moves++;
	sitting->counts->moves++;
	note_done(sitting, move);
	mishaps_after_move(&sitting->mishaps, move,
		game->view_of_seat(sitting->undone, 0, sitting->known), sitting->seen);
	if (!mishaps_happens(&sitting->mishaps, sitting->habits->mishaps.middle)) {
		return true;
	}
	camera_look(&sitting->camera, sitting->world, sitting->seen);
	mishaps_halve(&sitting->mishaps, move, sitting->before, sitting->seen);
	return post_seen(sitting, sitting->seen, ++sitting->frame);
}

/* What the player does without advice: as he would have been told, mostly. */
static bool choose_alone(struct sitting *sitting, struct mk_move *move)
{
	const struct mk_view *table =
		sitting->chosen->game->view_of_seat(sitting->world, 0, sitting->known);

	return happens(sitting, sitting->habits->deviation)
		       ? choose_any(sitting, move)
		       : sitting->chosen->strategy->choose_move(table, move);
}

static bool goes_on(const struct sitting *sitting)
{
	return sitting->chosen->game->seat_to_move(sitting->world) != MK_NO_SEAT &&
	       sitting->moves < MOST_MOVES && !seat_over(sitting);
}

/* A second move before the camera looks: the picture of the first is missing, or was never taken.
 */
static bool play_second(struct sitting *sitting)
{
	bool missed = happens(sitting, sitting->habits->missed);
	bool hasty = mishaps_happens(&sitting->mishaps, sitting->habits->mishaps.hasty);
	struct mk_move move;

	if ((!missed && !hasty) || !goes_on(sitting) || !choose_alone(sitting, &move)) {
		return true;
	}
	sitting->frame += missed;
	return make_move(sitting, move);
}

/* One more picture of the same table; what it raises is answered at once. */
static bool look_idly(struct sitting *sitting)
{
	return post_picture(sitting) &&
	       (!seat_question(sitting) || answer_on(sitting, ASKED) != FAILED);
}

/* One move; perhaps another one before the camera looks. */
static bool play_on(struct sitting *sitting)
{
	struct mk_move move;

	if (mishaps_happens(&sitting->mishaps, sitting->habits->mishaps.unchanged) &&
		!look_idly(sitting)) {
		return false;
	}
	return goes_on(sitting) && choose(sitting, &move) && make_move(sitting, move) &&
	       play_second(sitting);
}

/* The player takes the last move back; where no picture shows that, he says so. */
static enum look take_back(struct sitting *sitting)
{
	enum look ended;

	memcpy(sitting->world, sitting->undone, sitting->chosen->game->world_size);
	sitting->moves--;
	sitting->understood = seat_version(sitting);
	ended = look(sitting);
	if (ended == ASKED) {
		sitting->counts->corrections++;
		if (!seat_post(sitting, "undo", "{\"steps\":1}")) {
			return FAILED;
		}
		ended = look_on(sitting);
	}
	return answer_on(sitting, ended);
}

/* ---- The game ------------------------------------------------------------------------------- */

/* One place that is wrong is put right; true when all is right then. */
static bool mend_place(struct sitting *sitting)
{
	(void)tell_wrong(sitting, shown_world(sitting));
	return look_on(sitting) != FAILED && !seat_wrong(sitting);
}

/* What is still wrong at the end should be one correction away; else the player tells it all. */
static void mend(struct sitting *sitting)
{
	if (mend_place(sitting)) {
		sitting->counts->mended++;
	} else {
		sitting->counts->retold += seat_tell_table(sitting) && !seat_wrong(sitting);
	}
}

static void conclude(struct sitting *sitting, bool followed)
{
	const struct mk_camera_sim *rehearsal = sitting->chosen->game->camera_sim;
	struct sitting_counts *counts = sitting->counts;
	struct mk_ground_truth truth;
	double payoff[MK_MAX_SEATS];
	bool wrong = seat_wrong(sitting);

	sitting->chosen->game->payoff(sitting->world, payoff);
	counts->games++;
	counts->won += payoff[0] > 0;
	counts->intact += followed && !wrong;
	counts->always_true += followed && !wrong && !sitting->strayed;
	counts->trusted += sitting->habits->trusting && rehearsal->find_errors(sitting->world,
								sitting->trusting, &truth, 1) == 0;
	if (wrong || !followed) {
		mend(sitting);
	}
}

static bool play(struct sitting *sitting)
{
	enum look ended = see(sitting);

	while (ended == UNDERSTOOD && play_on(sitting)) {
		ended = see(sitting);
		if (ended == UNDERSTOOD &&
			mishaps_happens(&sitting->mishaps, sitting->habits->mishaps.takeback)) {
			ended = take_back(sitting);
		}
		if (ended == UNDERSTOOD && seat_wrong(sitting)) {
			sitting->strayed = true;
		}
	}
	conclude(sitting, ended != ASKED);
	return ended != FAILED;
}

static bool prepare(struct sitting *sitting, uint64_t seed)
{
	const struct chosen *chosen = sitting->chosen;
	const struct mk_game *game = chosen->game;

	sitting->world = calloc(1, game->world_size);
	sitting->last = calloc(1, game->world_size);
	sitting->undone = calloc(1, game->world_size);
	sitting->seen = calloc(1, game->snapshot_size);
	sitting->before = calloc(1, game->snapshot_size);
	sitting->late = calloc(1, game->snapshot_size);
	sitting->known = calloc(1, game->view_size);
	sitting->trusting = calloc(1, game->view_size);
	if (!sitting->world || !sitting->last || !sitting->seen || !sitting->known ||
		!sitting->trusting || !sitting->undone || !sitting->before || !sitting->late) {
		mk_fail(sitting->error, MK_FULL, "no_memory", "", "out of memory");
		return false;
	}
	mk_rng_init(&sitting->rng, seed, 0);
	game->deal(sitting->world, &chosen->rules, &sitting->rng);
	game->init_view(sitting->trusting, &chosen->rules);
	memcpy(sitting->last, sitting->world, game->world_size);
	camera_init(&sitting->camera, game, &sitting->habits->camera, seed);
	mishaps_init(&sitting->mishaps, game, &sitting->habits->mishaps, seed);
	return true;
}

enum mk_status sitting_play(struct client *client, const struct chosen *chosen,
	const struct sitting_habits *habits, uint64_t seed, struct sitting_counts *counts,
	struct mk_error *error)
{
	struct sitting sitting = {.client = client,
		.chosen = chosen,
		.habits = habits,
		.counts = counts,
		.error = error};
	bool fine = prepare(&sitting, seed) && seat_open(&sitting);

	if (fine) {
		fine = play(&sitting);
		seat_close(&sitting);
	}
	json_decref(sitting.session);
	free(sitting.world);
	free(sitting.last);
	free(sitting.undone);
	free(sitting.seen);
	free(sitting.before);
	free(sitting.late);
	free(sitting.known);
	free(sitting.trusting);
	return fine ? MK_OK : error->status;
}
