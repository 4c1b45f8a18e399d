/* Which frames of a camera are missing, and when that means anything. */
#include "session/cameras.h"

#include <criterion/criterion.h>

/* Frames one after another, each of which showed a move, or none did. */
static void send(struct cameras *cameras, const char *camera, int first, int last, bool moved)
{
	for (int number = first; number <= last; number++) {
		cameras_note(cameras, camera, number);
		cameras_record_result(cameras, camera, moved);
	}
}

Test(cameras, miss_the_frames_between_two_that_came)
{
	struct cameras cameras = {0};

	send(&cameras, "left", 1, 5, true);
	cr_assert_eq(cameras_missed(&cameras, "left", 6), 0);
	cr_assert_eq(cameras_missed(&cameras, "left", 8), 2);
}

Test(cameras, that_skip_many_numbers_do_not_count_frames)
{
	struct cameras cameras = {0};

	send(&cameras, "left", 1, 5, true);
	cr_assert_eq(cameras_missed(&cameras, "left", 500), 0);
}

Test(cameras, that_look_by_the_clock_miss_no_moves)
{
	struct cameras cameras = {0};

	send(&cameras, "left", 1, 10, false);
	cr_assert_eq(cameras_missed(&cameras, "left", 12), 0);
	send(&cameras, "left", 12, 20, true);
	cr_assert_eq(cameras_missed(&cameras, "left", 22), 1);
}

Test(cameras, from_the_journal_miss_two_frames_at_most_before_the_next)
{
	struct cameras cameras = {0};

	/* The journal has the frames of moves alone. */
	for (int frame = 1; frame < 40; frame += 6) {
		cameras_note(&cameras, "left", frame);
	}
	cameras_resume(&cameras);
	cr_assert_eq(cameras_missed(&cameras, "left", 38), 0);
	cr_assert_eq(cameras_missed(&cameras, "left", 39), 1);
	cr_assert_eq(cameras_missed(&cameras, "left", 41), 2);
	send(&cameras, "left", 41, 45, true);
	cr_assert_eq(cameras_missed(&cameras, "left", 49), 3);
}

/* Its numbers begin with the clock in milliseconds. */
Test(cameras, that_are_restarted_miss_two_frames_at_most)
{
	struct cameras cameras = {0};

	send(&cameras, "left", 1, 30, true);
	cr_assert_eq(cameras_missed(&cameras, "left", 38), 5);
	cr_assert_eq(cameras_missed(&cameras, "left", 530), 5);
	cr_assert_eq(cameras_missed(&cameras, "left", 531), 2);
	cr_assert_eq(cameras_missed(&cameras, "left", 1000000), 2);
	send(&cameras, "left", 1000000, 1000010, true);
	cr_assert_eq(cameras_missed(&cameras, "left", 1000014), 3);
}

Test(cameras, miss_nothing_that_another_one_has_seen_since)
{
	struct cameras cameras = {0};

	send(&cameras, "left", 1, 5, true);
	send(&cameras, "right", 1, 5, true);
	cr_assert_eq(cameras_missed(&cameras, "left", 8), 0);
	cr_assert_eq(cameras_missed(&cameras, "right", 8), 2);
}

Test(cameras, that_are_unknown_have_sent_and_missed_nothing)
{
	struct cameras cameras = {0};

	cameras_record_result(&cameras, "left", false);
	cr_assert_not(cameras_sent(&cameras, "left", 1));
	cr_assert_eq(cameras_missed(&cameras, "left", 9), 0);
	cr_assert_not(cameras_sent(NULL, "left", 1));
	cr_assert_eq(cameras_missed(NULL, "left", 9), 0);
}

Test(cameras, of_which_only_the_rates_are_known_have_seen_nothing)
{
	struct cameras cameras = {0};
	char name[] = "a";

	send(&cameras, "left", 1, 5, true);
	for (int i = 0; i < 2 * CAMERAS_KNOWN; i++, name[0]++) {
		cameras_set_rates(&cameras, name, &(struct camera_rates){.readings = 9});
		cr_assert_eq(cameras_rates(&cameras, name).readings, 9);
		cr_assert_eq(cameras_missed(&cameras, "left", 8), 2);
	}
}

Test(cameras, learn_how_often_a_picture_that_is_wanted_shows_the_same_table)
{
	float at_first = camera_as_wanted(&(struct camera_rates){0});

	cr_assert(at_first > 0.65 && at_first < 0.95, "%g", (double)at_first);
	cr_assert_gt(camera_as_wanted(&(struct camera_rates){.retaken = 50}), 0.9);
	cr_assert_lt(camera_as_wanted(&(struct camera_rates){.went_on = 1}), at_first / 1.9);
	cr_assert_gt(camera_as_wanted(&(struct camera_rates){.as_wanted = 9, .went_on = 1}), 0.8);
	cr_assert_leq(camera_as_wanted(&(struct camera_rates){.as_wanted = UINT32_MAX}), 1);
}

/* A card that came up and was misread is compared with one more draw, again and again. */
Test(cameras, that_repeat_each_table_until_it_is_confirmed_show_hardly_ever_a_move_before)
{
	struct camera_rates rates = {.retaken = 250};

	cr_assert_gt(1 - camera_retaken(&rates), 0);
	cr_assert_lt(1 - camera_retaken(&rates), 0.0001);
	rates.unasked = 1;
	cr_assert_gt(1 - camera_retaken(&rates), 1 / 250.0);
}

Test(cameras, learn_how_often_a_picture_shows_several_moves)
{
	float at_first = camera_several(&(struct camera_rates){0});

	cr_assert_float_eq(at_first, 0.08, 0.001);
	cr_assert_lt(camera_several(&(struct camera_rates){.moved = 90}), at_first / 5);
	cr_assert_gt(camera_several(&(struct camera_rates){.moved = 90, .several = 20}), 0.2);
	cr_assert_leq(camera_several(&(struct camera_rates){.several = UINT32_MAX}), 0.5);
}

Test(cameras, lose_pictures_at_random_until_more_is_known)
{
	struct camera_gap gap = camera_gap(&(struct camera_rates){0}, 0.8F);

	cr_assert_float_eq(gap.missing_moved, 0.2, 0.001);
	cr_assert_float_eq(gap.next_moved, 0.2, 0.001);
	/* 64, 32 and 4 of 100 are what chance gives. */
	gap = camera_gap(
		&(struct camera_rates){
			.gaps = 100, .no_move = 64, .some_moves = 32, .all_moves = 4},
		0.8F);
	cr_assert_float_eq(gap.missing_moved, 0.2, 0.01);
	cr_assert_float_eq(gap.next_moved, 0.2, 0.01);
}

Test(cameras, learn_that_just_pictures_of_moves_are_missing)
{
	struct camera_rates rates = {.gaps = 40, .some_moves = 20};
	struct camera_gap gap = camera_gap(&rates, 0.8F);

	cr_assert_gt(gap.missing_moved, 0.9);
	cr_assert_lt(gap.next_moved, 0.1);
	/* The next one comes when the player has gone on; of draws it is not known. */
	rates = (struct camera_rates){.gaps = 40, .all_moves = 10};
	gap = camera_gap(&rates, 0.8F);
	cr_assert_gt(gap.missing_moved, 0.85);
	cr_assert_gt(gap.next_moved, 0.85);
}

Test(cameras, have_shares_of_gaps_between_0_and_1_whatever_was_counted)
{
	const uint32_t counts[] = {0, 1, 50, UINT32_MAX};
	const float unchanged[] = {0.0001F, 0.5F, 0.999999F};

	for (int i = 0; i < 4 * 4 * 4 * 4 * 3; i++) {
		struct camera_rates rates = {.gaps = counts[i % 4],
			.no_move = counts[i / 4 % 4],
			.some_moves = counts[i / 16 % 4],
			.all_moves = counts[i / 64 % 4]};
		struct camera_gap gap = camera_gap(&rates, unchanged[i / 256]);

		cr_assert(gap.missing_moved > 0 && gap.missing_moved < 1, "%d: %g", i,
			(double)gap.missing_moved);
		cr_assert(gap.next_moved > 0 && gap.next_moved < 1, "%d: %g", i,
			(double)gap.next_moved);
	}
}

static void count_moves(
	struct cameras *cameras, const char *camera, uint32_t moved, uint32_t several)
{
	struct camera_rates rates = {.readings = moved, .moved = moved, .several = several};

	cameras_set_rates(cameras, camera, &rates);
}

Test(cameras, are_suspected_of_skipping_until_they_have_shown_moves_one_by_one)
{
	struct camera_rates rates = {0};
	float before = 1;

	cr_assert_float_eq(camera_suspected(&rates), 0.3, 0.001);
	for (; rates.moved < 60; rates.moved++) {
		cr_assert_lt(camera_suspected(&rates), before);
		before = camera_suspected(&rates);
	}
	cr_assert_lt(before, 0.001);
	rates.moved = UINT32_MAX;
	cr_assert_gt(camera_suspected(&rates), 0);
	rates.several = 1;
	cr_assert_eq(camera_suspected(&rates), 1, "it was seen to");
}

Test(cameras, of_a_table_are_suspected_as_the_likeliest_that_has_shown_a_move)
{
	struct cameras cameras = {0};

	cr_assert_eq(cameras_most_suspected(NULL), 1, "nothing speaks against it");
	count_moves(&cameras, "none", 0, 0);
	cr_assert_eq(cameras_most_suspected(&cameras), 1);
	count_moves(&cameras, "left", 60, 0);
	cr_assert_lt(cameras_most_suspected(&cameras), 0.001);
	count_moves(&cameras, "right", 3, 0);
	cr_assert_float_eq(cameras_most_suspected(&cameras),
		camera_suspected(&(struct camera_rates){.moved = 3}), 1e-6);
	cameras_note(&cameras, "right", 7);
	cr_assert_lt(cameras_most_suspected(&cameras), 0.006, "it numbers its pictures");
	count_moves(&cameras, "above", 50, 1);
	cr_assert_eq(cameras_most_suspected(&cameras), 1);
}

/* A refused frame that is older than the last one adds nothing, however often and far it is. */
Test(cameras, that_repeat_a_refused_frame_owe_none)
{
	static const int64_t numbers[] = {
		-2147483647, INT64_MIN + 1, INT64_MIN + 1, 5, 5, 5, -2147483647, -2147483647};
	struct cameras cameras = {0};

	send(&cameras, "left", 1, 5, true);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		cameras_refuse(&cameras, "left", numbers[i]);
		cr_assert_eq(cameras_missed(&cameras, "left", 6), 0);
	}
	cr_assert_geq(cameras_missed(&cameras, "left", INT64_MAX), 0);
}

Test(cameras, that_skip_frames_without_end_owe_a_hundred_at_most)
{
	struct cameras cameras = {0};

	send(&cameras, "left", 1, 20, true);
	for (int number = 30; number < 1000; number += 10) {
		cameras_refuse(&cameras, "left", number);
	}
	cr_assert_eq(cameras_missed(&cameras, "left", 2000), 100);
}
