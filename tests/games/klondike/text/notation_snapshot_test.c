#include "base/sanitized.h"
#include "games/klondike/helpers.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/watch.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const char seed_line[] = "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C";

static void assert_line(const struct klondike_snapshot *seen, const char *line)
{
	char buffer[128];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_write_line(&text, (const struct mk_snapshot *)seen);
	cr_assert_str_eq(buffer, line);
}

Test(klondike_line, is_the_seeds)
{
	struct klondike_snapshot seen = seen_line(seed_line);

	cr_assert_eq(seen.slot[DRAW_PILE].candidate[0].card, card("KS"));
	cr_assert_eq(seen.slot[0].candidate[0].card, card("5S"));
	cr_assert_eq(seen.slot[6].candidate[0].card, card("9C"));
	cr_assert_eq(seen.slot[7].seen, UNREADABLE);
	assert_line(&seen, seed_line);
}

Test(klondike_line, is_the_same_as_its_json)
{
	struct klondike_snapshot line = seen_line(seed_line);
	struct klondike_snapshot json = seen_json("{'draw_pile':'KS','foundations':['UU','UU','UU',"
						  "'UU'],'columns':['5S','5H','QC','7H','8D','9D',"
						  "'9C']}");

	cr_assert_arr_eq(&line, &json, sizeof line);
}

/* The thirteenth slot: do face-down cards lie in the draw pile? */
static void assert_stock(const char *slot, enum klondike_seen expected)
{
	char line[80], json[200];
	struct klondike_snapshot seen, read;

	snprintf(line, sizeof line, "%s,%s", seed_line, slot);
	snprintf(json, sizeof json,
		"{'draw_pile':'KS','foundations':['UU','UU','UU','UU'],'columns':['5S','5H','QC',"
		"'7H','8D','9D','9C'],'stock':'%s'}",
		slot);
	seen = seen_line(line);
	read = seen_json(json);
	cr_assert_eq(seen.stock_seen, expected);
	cr_assert_arr_eq(&seen, &read, sizeof seen);
	assert_line(&seen, line);
}

Test(klondike_line, has_a_thirteenth_slot_that_may_be_left_out)
{
	assert_stock("BACK", SEEN_BACK);
	assert_stock("XX", SEEN_EMPTY);
	assert_stock("UU", UNREADABLE);
	cr_assert_eq(seen_line(seed_line).stock_seen, NOT_SHOWN);
	cr_assert_eq(
		seen_line("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C, back\r\n").stock_seen, SEEN_BACK);
}

Test(klondike_line, allows_blanks_and_every_spelling)
{
	struct klondike_snapshot seen =
		seen_line(" back , xc,XD,xx,XS, s5,10H,\xe2\x99\xa3Q,7h,uu,xx,T\xe2\x99\xa6 \r\n");

	assert_line(&seen, "BACK,XC,XD,XH,XS,5S,0H,QC,7H,UU,XX,0D");
}

struct wrong {
	char text[120];
	char code[20];
	char where[20];
	enum mk_status status;
};

static void assert_error(const struct wrong *wrong, enum mk_status status,
	const struct mk_error *error, const void *seen, const void *before, size_t size)
{
	cr_assert_eq(status, wrong->status, "%s", wrong->text);
	cr_assert_str_eq(error->code, wrong->code, "%s", wrong->text);
	cr_assert_str_eq(error->where, wrong->where, "%s", wrong->text);
	cr_assert_arr_eq(seen, before, size, "%s: touched", wrong->text);
}

Test(klondike_line, names_what_is_wrong)
{
	static const struct wrong wrongs[] = {
		{"", "invalid_slot_count", "", MK_MALFORMED},
		{"KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D", "invalid_slot_count", "", MK_MALFORMED},
		{"KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,XX,XX", "invalid_slot_count", "",
			MK_MALFORMED},
		{"KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,3C", "invalid_value", "/stock", MK_MALFORMED},
		{"KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,XC", "invalid_value", "/stock", MK_MALFORMED},
		{"KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,", "invalid_value", "/stock", MK_MALFORMED},
		{"KS,UU,UU,UU,UU,5S,5H,QC,9X,8D,9D,9C", "invalid_card", "/columns/3", MK_MALFORMED},
		{"KX,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "invalid_card", "/draw_pile", MK_MALFORMED},
		{"KS,UU,UU,??,UU,5S,5H,QC,7H,8D,9D,9C", "invalid_card", "/foundations/2",
			MK_MALFORMED},
		{"KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,", "invalid_card", "/columns/6", MK_MALFORMED},
		{"KS,UU,UU,UU,UU,XC,5H,QC,7H,8D,9D,9C", "invalid_card", "/columns/0", MK_MALFORMED},
	};

	for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
		struct klondike_snapshot before = {.run = {7}}, seen = before;
		struct mk_error error = {0};
		enum mk_status status = klondike_read_line(
			wrongs[i].text, strlen(wrongs[i].text), as_snapshot(&seen), &error);

		assert_error(&wrongs[i], status, &error, &seen, &before, sizeof seen);
	}
}

Test(klondike_line, does_not_repeat_strange_letters)
{
	static const char line[] = "KS,UU,UU,UU,UU,5S,5H,QC,\x1b[31m\xff"
				   "abcdefghij,8D,9D,9C";
	struct klondike_snapshot seen;
	struct mk_error error = {0};

	klondike_read_line(line, sizeof line - 1, as_snapshot(&seen), &error);
	cr_assert_str_eq(error.detail, "'?[31m?abcdef...' is no card");
}

Test(klondike_snapshot, may_list_all_face_up_cards)
{
	struct klondike_snapshot seen =
		seen_json("{'draw_pile':['5C','UU','KS'],'columns':[['0D',"
			  "'9C','8H'],[],'UU','BACK','XX',['QS','UU'],'9D'],"
			  "'camera':'top','frame':3}");

	cr_assert_eq(seen.waste_count, 3);
	cr_assert_eq(seen.waste[1], MK_NO_CARD);
	cr_assert_eq(seen.slot[DRAW_PILE].candidate[0].card, card("KS"));
	cr_assert_eq(seen.run[0], 3);
	cr_assert_eq(seen.up[0][0], card("0D"));
	cr_assert_eq(seen.slot[0].candidate[0].card, card("8H"));
	cr_assert_eq(seen.slot[1].seen, SEEN_EMPTY);
	cr_assert_eq(seen.slot[3].seen, SEEN_BACK);
	cr_assert_eq(seen.slot[5].seen, UNREADABLE);
	cr_assert_eq(seen.slot[7].seen, NOT_SHOWN);
}

Test(klondike_snapshot, keeps_the_four_best_candidates_in_order)
{
	struct klondike_snapshot seen =
		seen_json("{'columns':[[{'card':'8D','p':0.05},{'card':'8H','p':0.6},"
			  "{'card':'8C','p':0.01},{'card':'8S','p':0.2},{'card':'3S','p':0.02}],"
			  "'UU','UU','UU','UU','UU','UU']}");
	const struct klondike_reading *reading = &seen.slot[0];

	cr_assert_eq(reading->candidates, 4);
	cr_assert_eq(reading->candidate[0].card, card("8H"));
	cr_assert_eq(reading->candidate[1].card, card("8S"));
	cr_assert_eq(reading->candidate[2].card, card("8D"));
	cr_assert_eq(reading->candidate[3].card, card("3S"));
}

Test(klondike_snapshot, names_what_is_wrong)
{
	static const struct wrong wrongs[] = {
		{"[]", "invalid_type", "", MK_MALFORMED},
		{"{}", "missing_field", "/columns", MK_MALFORMED},
		{"{'columns':'5S'}", "invalid_type", "/columns", MK_MALFORMED},
		{"{'columns':['5S']}", "invalid_slot_count", "/columns", MK_MALFORMED},
		{"{'columns':[1,2,3,4,5,6,7]}", "invalid_type", "/columns/0", MK_MALFORMED},
		{"{'draw_pile':null}", "invalid_type", "/draw_pile", MK_MALFORMED},
		{"{'draw_pile':['KS','XX']}", "invalid_card", "/draw_pile/1", MK_MALFORMED},
		{"{'draw_pile':['KS',{}]}", "invalid_type", "/draw_pile/1", MK_MALFORMED},
		{"{'draw_pile':'KS','foundations':[]}", "invalid_slot_count", "/foundations",
			MK_MALFORMED},
		{"{'draw_pile':'KS','foundations':['UU','UU',['AC'],'UU']}", "invalid_type",
			"/foundations/2", MK_MALFORMED},
		{"{'draw_pile':[{'card':'9X','p':1}]}", "invalid_card", "/draw_pile/0/card",
			MK_MALFORMED},
		{"{'draw_pile':[{'card':'9C'}]}", "invalid_type", "/draw_pile/0/p", MK_MALFORMED},
		{"{'draw_pile':[{'p':1}]}", "invalid_type", "/draw_pile/0/card", MK_MALFORMED},
		{"{'draw_pile':[{'card':'9C','p':1.5}]}", "invalid_probability", "/draw_pile/0/p",
			MK_MALFORMED},
		{"{'draw_pile':[{'card':'9C','p':0.6},{'card':'9S','p':0.6}]}",
			"invalid_probability", "/draw_pile", MK_MALFORMED},
		{"{'draw_pile':[{'card':'9C','p':0.3},{'card':'C9','p':0.6}]}", "duplicate_card",
			"/draw_pile/1/card", MK_IMPOSSIBLE},
		{"{'draw_pile':'KS','stock':'KS'}", "invalid_value", "/stock", MK_MALFORMED},
		{"{'draw_pile':'KS','stock':23}", "invalid_type", "/stock", MK_MALFORMED},
		{"{'draw_pile':'KS','stock':['KS']}", "invalid_slot_count", "/stock", MK_MALFORMED},
	};

	for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
		struct klondike_snapshot before = {.run = {7}}, seen = before;
		struct mk_error error = {0};
		json_t *json = parsed(wrongs[i].text);
		enum mk_status status = klondike_read_snapshot(json, as_snapshot(&seen), &error);

		assert_error(&wrongs[i], status, &error, &seen, &before, sizeof seen);
		json_decref(json);
	}
}

/* Read, but refused where nothing may have been misread. */
static void assert_twice(struct klondike_snapshot seen, const char *where)
{
	static const struct mk_snapshot_context typed = {.confidence = 0.98F, .typed = true};
	struct klondike_view view = begun(NULL);
	static struct klondike_tracker memory;
	struct mk_finding finding;
	struct mk_error error = {0};

	cr_assert_eq(
		klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), NULL, &finding, &error),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "duplicate_card");
	cr_assert_str_eq(error.where, where);
	cr_assert_eq(klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory,
			     as_snapshot(&seen), &typed, &finding, &error),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, where);
	/* Its other cards count, as those of a picture that is not understood. */
	cr_assert_gt(memory.count, 0);
	cr_assert_not(memory.clear);
}

Test(klondike_snapshot, a_typed_one_shows_no_card_twice)
{
	assert_twice(seen_line("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,8D,9C"), "/columns/5");
	assert_twice(seen_line("KS,UU,UU,UU,KS,5S,5H,QC,7H,8D,9D,9C"), "/foundations/3");
	assert_twice(seen_json("{'draw_pile':['KS','KS']}"), "/draw_pile/1");
	assert_twice(seen_json("{'columns':['UU','UU','5S','UU','UU','UU',['KD','QC','JH']],"
			       "'draw_pile':['QC','UU']}"),
		"/draw_pile/0");
}

Test(klondike_snapshot, says_where_a_position_is)
{
	static const char *const places[] = {
		"/columns/0", "/columns/6", "/foundations/0", "/foundations/3", "/draw_pile"};
	static const int positions[] = {0, 6, 7, 10, 11};

	for (int i = 0; i < 5; i++) {
		char buffer[32];
		struct mk_text text;

		mk_text_fixed(&text, buffer, sizeof buffer);
		mk_piles_write_place(&text, klondike_piles, positions[i]);
		cr_assert_str_eq(buffer, places[i]);
	}
}

/* Any bytes: each is read or refused, and what is read is written as a line that reads the same. */
Test(klondike_line, survives_any_bytes)
{
	static const char letters[] = "A2340TQKJcdhsSXU,,, \xe2\x99\xa0\n\0";
	struct mk_rng rng;

	mk_rng_init(&rng, 1, 0);
	for (int i = 0; i < games_to_play(50000); i++) {
		char line[] = "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,UU";
		struct klondike_snapshot seen;
		struct klondike_snapshot again;
		char buffer[128];
		struct mk_text text;

		for (int changes = (int)mk_rng_below(&rng, 4); changes > 0; changes--) {
			line[mk_rng_below(&rng, sizeof line - 1)] =
				letters[mk_rng_below(&rng, sizeof letters)];
		}
		if (klondike_read_line(line, sizeof line - 1, as_snapshot(&seen), NULL) != MK_OK) {
			continue;
		}
		mk_text_fixed(&text, buffer, sizeof buffer);
		klondike_write_line(&text, as_snapshot(&seen));
		again = seen_line(buffer);
		cr_assert_arr_eq(&again, &seen, sizeof seen);
	}
}
