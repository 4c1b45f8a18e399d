/*
 * Corrections where no picture is kept: what lies at a place that was refused is not overwritten by
 * what may be meant for the picture.
 */
#include "session/desk.h"

#include <criterion/criterion.h>

static void open_table(void)
{
	struct session_spec spec = {
		.game = &card_toy,
		.preset = &toy_presets[0],
		.rules = toy_presets[0].rules,
		.strategy = &toy_strategies[0],
	};

	desk_open_with(4);
	sessions_add(desk.sessions, &spec, note, &desk.last);
	fake_answer_all(desk.fake);
	memcpy(desk.id, desk.last.session.id, sizeof desk.id);
}

static void look(int left)
{
	struct mk_snapshot snapshot = {left};
	struct session_frame frame = {0};

	sessions_post_snapshot(
		desk.sessions, desk.id, &card_toy, &snapshot, &frame, &always, note, &desk.last);
	fake_answer_all(desk.fake);
}

/* The code with which a correction is answered. */
static const char *corrected(struct session_correction request)
{
	request.place.card = MK_CARD(MK_KING, 0);
	sessions_correct(desk.sessions, desk.id, &request, &always, note, &desk.last);
	fake_answer_all(desk.fake);
	return desk.last.code;
}

/* Ten are there; eleven, which is refused at place 0, cannot be. */
static void refuse_a_picture(void)
{
	open_table();
	look(10);
	look(11);
	cr_assert_str_eq(desk.last.code, "snapshot_contradiction");
}

TestSuite(correct, .fini = desk_close);

Test(correct, a_refused_place_without_event_or_index_is_ambiguous)
{
	refuse_a_picture();
	cr_assert_str_eq(
		corrected((struct session_correction){.place.position = 0}), "ambiguous_place");
	cr_assert_eq(desk.last.status, MK_CONFLICT);
	cr_assert_str_eq(desk.last.where, "/position");
	cr_assert_eq(found().session.version, 1);
}

Test(correct, an_index_an_event_or_a_count_says_what_is_meant)
{
	refuse_a_picture();
	cr_assert_str_eq(corrected((struct session_correction){.place.index = 1}), "no_card_known");
	cr_assert_str_eq(corrected((struct session_correction){.by_event = true, .event = 1}),
		"no_card_known");
	cr_assert_str_eq(corrected((struct session_correction){
				 .counts = true, .count = {.name = "left", .value = 9}}),
		"");
	cr_assert_eq(desk.last.left, 9);
}

Test(correct, another_place_than_the_refused_one_is_clear)
{
	refuse_a_picture();
	cr_assert_str_eq(
		corrected((struct session_correction){.place.position = 1}), "no_card_known");
}

Test(correct, a_place_is_clear_again_when_a_picture_was_understood)
{
	refuse_a_picture();
	look(10);
	cr_assert_str_eq(
		corrected((struct session_correction){.place.position = 0}), "no_card_known");
}
