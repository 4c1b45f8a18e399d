/*
 * Corrections where no picture is kept: what lies at a place that was refused is not overwritten by
 * what may be meant for the picture.
 */
#include "session/session_fixture.h"

#include <criterion/criterion.h>

static void open_table(void)
{
	struct session_spec spec = {
		.game = &card_toy,
		.preset = &toy_presets[0],
		.rules = toy_presets[0].rules,
		.strategy = &toy_strategies[0],
	};

	fixture_open_with(4);
	sessions_add(fixture.sessions, &spec, note, &fixture.last);
	fake_answer_all(fixture.fake);
	memcpy(fixture.id, fixture.last.session.id, sizeof fixture.id);
}

static void look(int left)
{
	struct mk_snapshot snapshot = {left};
	struct session_frame frame = {0};

	sessions_post_snapshot(fixture.sessions, fixture.id, &card_toy, &snapshot, &frame, &always,
		note, &fixture.last);
	fake_answer_all(fixture.fake);
}

/* The code with which a correction is answered. */
static const char *corrected(struct session_correction request)
{
	request.place.card = MK_CARD(MK_KING, 0);
	sessions_correct(fixture.sessions, fixture.id, &request, &always, note, &fixture.last);
	fake_answer_all(fixture.fake);
	return fixture.last.code;
}

/* Ten are there; eleven is impossible and rejected at place 0. */
static void refuse_a_picture(void)
{
	open_table();
	look(10);
	look(11);
	cr_assert_str_eq(fixture.last.code, "snapshot_contradiction");
}

TestSuite(correct, .fini = fixture_close);

Test(correct, a_refused_place_without_event_or_index_is_ambiguous)
{
	refuse_a_picture();
	cr_assert_str_eq(
		corrected((struct session_correction){.place.position = 0}), "ambiguous_place");
	cr_assert_eq(fixture.last.status, MK_CONFLICT);
	cr_assert_str_eq(fixture.last.where, "/position");
	cr_assert_eq(found().session.version, 1);
}

Test(correct, an_index_an_event_or_a_count_is_unambiguous)
{
	refuse_a_picture();
	cr_assert_str_eq(corrected((struct session_correction){.place.index = 1}), "no_card_known");
	cr_assert_str_eq(corrected((struct session_correction){.by_event = true, .event = 1}),
		"no_card_known");
	cr_assert_str_eq(corrected((struct session_correction){
				 .counts = true, .count = {.name = "left", .value = 9}}),
		"");
	cr_assert_eq(fixture.last.left, 9);
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
