/* Corrections in the journal: read back as written, and refused where they are hostile. */
#include "session/history/correction.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

#define MOVE "{\"type\":3,\"from\":4,\"to\":6,\"cut\":1,\"card\":\"8D\"}"
#define FINDING "{\"explanation\":\"other_move\",\"moves\":[" MOVE "],\"revealed\":[]}"
#define ANEW(list) "{\"position\":4,\"index\":0,\"card\":\"XX\",\"anew\":" list "}"
#define ONE "{\"event\":2,\"finding\":" FINDING "}"

static enum mk_status read(const char *text, struct correction *correction, struct mk_error *error)
{
	json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
	enum mk_status status;

	cr_assert_not_null(json, "%s", text);
	status = correction_read(json, mk_game_find("klondike"), correction, error);
	json_decref(json);
	return status;
}

Test(correction, revised_events_are_read_as_they_were_written)
{
	struct correction correction, again;
	struct mk_error error;
	char buffer[4096];
	struct mk_text text;

	cr_assert_eq(read(ANEW("[" ONE "]"), &correction, &error), MK_OK);
	cr_assert_eq(correction.revised_count, 1);
	cr_assert_eq(correction.revised[0].event, 2);
	cr_assert_eq(correction.revised[0].step_count, 1);
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_put(&text, "{");
	correction_write(&text, &correction);
	correction_write_revised(&text, mk_game_find("klondike"), &correction);
	mk_text_put(&text, "}");
	cr_assert_eq(read(buffer, &again, &error), MK_OK, "%s", buffer);
	cr_assert_eq(memcmp(&again.revised[0].steps[0], &correction.revised[0].steps[0],
			     sizeof again.revised[0].steps[0]),
		0);
}

Test(correction, a_hostile_row_is_refused_and_changes_nothing)
{
	static const char *const rows[] = {
		"null",
		"{}",
		"[]",
		ANEW("[]"),
		ANEW("7"),
		ANEW("[null]"),
		ANEW("[{\"event\":0,\"finding\":" FINDING "}]"),
		ANEW("[{\"event\":-1,\"finding\":" FINDING "}]"),
		ANEW("[{\"event\":\"2\",\"finding\":" FINDING "}]"),
		ANEW("[{\"event\":2}]"),
		ANEW("[{\"event\":2,\"finding\":{\"explanation\":\"other_move\",\"moves\":[" MOVE
		     "," MOVE "," MOVE "," MOVE "," MOVE "],\"revealed\":[]}}]"),
		ANEW("[" ONE "," ONE "," ONE "," ONE "," ONE "," ONE "," ONE "," ONE "," ONE "]"),
		"{\"position\":256,\"index\":0,\"card\":\"8D\",\"anew\":[" ONE "]}",
		"{\"position\":4,\"index\":-1,\"card\":\"8D\",\"anew\":[" ONE "]}",
		"{\"position\":4,\"count\":\"a name that is longer than any\",\"value\":3}",
		"{\"position\":4,\"count\":\"unseen\",\"value\":40000}",
		"{\"position\":-4,\"count\":\"unseen\",\"value\":4}",
		"{\"event\":2,\"was\":\"XX\",\"card\":\"8D\"}",
		"{\"event\":2,\"was\":\"8D\",\"card\":\"1D\"}",
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct correction correction, before;
		struct mk_error error;

		memset(&before, 0x5a, sizeof before);
		memcpy(&correction, &before, sizeof before);
		cr_assert_eq(read(rows[i], &correction, &error), MK_MALFORMED, "%s", rows[i]);
		cr_assert_eq(memcmp(&correction, &before, sizeof before), 0, "%s", rows[i]);
	}
}

Test(correction, a_row_that_its_game_knows_nothing_of_is_refused)
{
	static const struct {
		const char *game, *row, *where;
	} cases[] = {
		{"take-away", "{\"event\":2,\"was\":\"5C\",\"card\":\"4S\"}", ""},
		{"take-away", "{\"position\":4,\"count\":\"unseen\",\"value\":3}", "/count"},
		{"doppelkopf", "{\"position\":4,\"count\":\"unseen\",\"value\":3}", "/count"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		json_t *json = json_loads(cases[i].row, 0, NULL);
		struct correction correction;
		struct mk_error error;

		cr_assert_eq(
			correction_read(json, mk_game_find(cases[i].game), &correction, &error),
			MK_MALFORMED, "%s", cases[i].row);
		cr_assert_str_eq(error.where, cases[i].where);
		json_decref(json);
	}
}
