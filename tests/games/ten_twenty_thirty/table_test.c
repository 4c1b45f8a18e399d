/* A reported table: every table of a game comes back from its JSON, and nothing impossible
 * does. */
#include "games/ten_twenty_thirty/notation.h"
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/world.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

enum { BUFFER_SIZE = 4096, GAMES = 40, MAX_MOVES = 300 };

static struct mk_error error;

static void write(const struct tens_view *view, char buffer[BUFFER_SIZE])
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, BUFFER_SIZE);
	mk_text_char(&text, '{');
	tens_write_table(&text, (const struct mk_view *)view);
	mk_text_char(&text, '}');
	cr_assert_not(text.truncated);
}

static enum mk_status read(const char *text, const struct mk_rules *rules, struct tens_view *view)
{
	json_t *json = json_loads(text, 0, NULL);
	enum mk_status status;

	cr_assert_not_null(json, "%s", text);
	status = tens_read_table(json, rules, (struct mk_view *)view, &error);
	json_decref(json);
	return status;
}

/* The legal moves and the known cards; an earlier table is not reported. */
static void check_moment(const struct tens_view *view, const struct mk_rules *rules)
{
	static char written[BUFFER_SIZE], again[BUFFER_SIZE];
	struct tens_view back;
	struct mk_move moves[MK_MAX_MOVES], same[MK_MAX_MOVES];
	size_t count = tens_moves(view, moves);

	write(view, written);
	cr_assert_eq(read(written, rules, &back), MK_OK, "%s: %s\n%s", error.where, error.detail,
		written);
	write(&back, again);
	cr_assert_str_eq(written, again);
	cr_assert_eq(back.unknown, view->unknown);
	cr_assert_eq(tens_moves(&back, same), count, "%s", written);
	cr_assert_arr_eq(same, moves, count * sizeof *moves);
}

static void check_game(uint64_t seed, const struct mk_rules *rules)
{
	struct tens_world world;
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_rng rng;

	mk_rng_init(&rng, seed, 0);
	tens_deal((struct mk_world *)&world, rules, &rng);
	for (int i = 0; i < MAX_MOVES && tens_seat_to_move((struct mk_world *)&world) != MK_NO_SEAT;
		i++) {
		size_t count = tens_moves(&world.known, moves);

		check_moment(&world.known, rules);
		/* Mostly the first: without removals the deck is soon empty. */
		tens_apply((struct mk_world *)&world,
			moves[mk_rng_below(&rng, 4) ? 0 : mk_rng_below(&rng, (uint32_t)count)]);
	}
	if (tens_outcome((struct mk_view *)&world.known) != MK_DRAWN) {
		check_moment(&world.known, rules);
	}
}

Test(ten_twenty_thirty, every_table_of_a_game_comes_back_from_its_json)
{
	struct mk_rules rules = tens_presets[0].rules;

	for (uint64_t seed = 0; seed < GAMES; seed++) {
		rules.value[OPTION_REMOVAL] = seed % 2 ? MANDATORY : OPTIONAL;
		rules.value[OPTION_LATE] = seed % 4 < 2;
		check_game(seed, &rules);
	}
}

#define COLUMNS_JSON \
	"\"columns\":[[\"7H\",\"KD\"],[\"4H\"],[\"3C\"],[\"9C\"],[\"8C\"],[\"7C\"],[\"6C\"]]"

Test(ten_twenty_thirty, columns_alone_are_a_table)
{
	struct tens_view view;

	cr_assert_eq(read("{" COLUMNS_JSON "}", &tens_presets[0].rules, &view), MK_OK);
	cr_assert_eq(view.core.next, 1);
	cr_assert_eq(view.last, 0);
	cr_assert_eq(view.unknown, 44);
	cr_assert_eq(view.dealt, 8);
}

Test(ten_twenty_thirty, the_number_of_dealt_cards_determines_the_removed_columns)
{
	static const char one[] = "[[\"7H\"],[],[],[],[],[],[]]";
	char text[128];
	struct tens_view view;

	snprintf(text, sizeof text, "{\"columns\":%s}", one);
	cr_assert_eq(read(text, &tens_presets[0].rules, &view), MK_OK);
	cr_assert_not(core_is_gone(&view.core, 1));
	snprintf(text, sizeof text, "{\"columns\":%s,\"dealt\":100}", one);
	cr_assert_eq(read(text, &tens_presets[0].rules, &view), MK_OK);
	cr_assert(core_is_gone(&view.core, 1));
	cr_assert_eq(view.core.next, 0);
}

static const struct {
	const char *table, *where, *code;
} refused[] = {
	{"[]", "", "invalid_type"},
	{"{}", "/columns", "missing_field"},
	{"{\"columns\":[[],[],[],[],[],[]]}", "/columns", "invalid_slot_count"},
	{"{\"columns\":[[\"UU\"],[],[],[],[],[],[]]}", "/columns/0/0", "invalid_card"},
	{"{\"columns\":[[\"7H\"],[\"7H\"],[],[],[],[],[]]}", "/columns/1/0", "duplicate_card"},
	{"{\"columns\":[[\"7H\"],[\"8H\",\"9H\",\"2C\"],[\"3C\",\"AC\"],[],[],[],[]]}", "/columns",
		"invalid_columns"},
	{"{" COLUMNS_JSON ",\"deck_left\":43}", "/deck_left", "invalid_deck_left"},
	{"{" COLUMNS_JSON ",\"dealt\":7}", "/dealt", "wrong_count"},
	{"{" COLUMNS_JSON ",\"dealt\":9}", "/dealt", "wrong_count"},
	{"{" COLUMNS_JSON ",\"dealt\":\"8\"}", "/dealt", "invalid_type"},
	{"{" COLUMNS_JSON ",\"dealt\":-1}", "/dealt", "invalid_value"},
	{"{" COLUMNS_JSON ",\"next_column\":2}", "/next_column", "wrong_count"},
	{"{" COLUMNS_JSON ",\"next_column\":7}", "/next_column", "invalid_value"},
	{"{" COLUMNS_JSON ",\"last_column\":true}", "/last_column", "invalid_type"},
	{"{" COLUMNS_JSON ",\"known_deck\":{}}", "/known_deck", "invalid_type"},
	{"{" COLUMNS_JSON ",\"known_deck\":[null]}", "/known_deck", "invalid_slot_count"},
	{"{\"columns\":[[\"7H\"],[],[],[],[],[],[]],\"last_column\":3}", "/last_column",
		"invalid_value"},
};

Test(ten_twenty_thirty, a_table_that_cannot_be_is_refused_with_its_place)
{
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct tens_view view, before;

		memset(&view, 7, sizeof view);
		before = view;
		cr_assert_neq(read(refused[i].table, &tens_presets[0].rules, &view), MK_OK, "%s",
			refused[i].table);
		cr_assert_str_eq(error.where, refused[i].where, "%s", refused[i].table);
		cr_assert_str_eq(error.code, refused[i].code, "%s", refused[i].table);
		cr_assert_arr_eq(&view, &before, sizeof view);
	}
}

/* A deck of `left` cards, all unknown but the one at `place`. */
static void tell_deck(char buffer[BUFFER_SIZE], int left, int place, const char *card)
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, BUFFER_SIZE);
	mk_text_put(&text, "{" COLUMNS_JSON ",\"known_deck\":[");
	for (int i = 0; i < left; i++) {
		mk_text_put(&text, i ? "," : "");
		mk_text_put(&text, i == place ? card : "null");
	}
	mk_text_put(&text, "]}");
}

Test(ten_twenty_thirty, of_the_deck_only_the_end_can_be_known_and_no_card_twice)
{
	static char buffer[BUFFER_SIZE];
	struct tens_view view;

	tell_deck(buffer, 44, 43, "\"2S\"");
	cr_assert_eq(read(buffer, &tens_presets[0].rules, &view), MK_OK);
	cr_assert_eq(view.unknown, 43);
	tell_deck(buffer, 44, 43, "\"7H\"");
	cr_assert_eq(read(buffer, &tens_presets[0].rules, &view), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, "/known_deck/43");
	tell_deck(buffer, 44, 0, "\"2S\"");
	cr_assert_eq(read(buffer, &tens_presets[0].rules, &view), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, "/known_deck/1");
	tell_deck(buffer, 44, 43, "5");
	cr_assert_eq(read(buffer, &tens_presets[0].rules, &view), MK_MALFORMED);
	cr_assert_str_eq(error.where, "/known_deck/43");
}

Test(ten_twenty_thirty, three_cards_that_are_a_whole_column_are_listed_once_and_have_every_name)
{
	static const char *const named[] = {"{\"kind\":\"remove\",\"combo\":\"T2B1\"}",
		"{\"kind\":\"remove\",\"combo\":\"T1B2\"}",
		"{\"kind\":\"remove\",\"combo\":\"B3\"}", "{\"kind\":\"remove\"}"};
	struct mk_move moves[MK_MAX_MOVES];
	struct tens_view view;

	cr_assert_eq(read("{\"columns\":[[\"7H\",\"3H\",\"KC\"],[\"KD\",\"9C\"],[\"3C\",\"2D\"],"
			  "[\"2S\",\"4S\"],[\"5D\",\"6S\"],[\"6H\",\"9H\"],[\"8C\",\"9D\"]]}",
			     &tens_presets[0].rules, &view),
		MK_OK, "%s: %s", error.where, error.detail);
	cr_assert_eq(tens_moves(&view, moves), 2);
	cr_assert_eq(moves[0].kind, REMOVE);
	for (int combo = 0; combo < COMBOS; combo++) {
		cr_assert(tens_is_legal(&view, remove_move(0, combo)));
	}
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		json_t *json = json_loads(named[i], 0, NULL);
		struct mk_move move = {0};
		mk_card revealed = MK_NO_CARD;

		cr_assert_eq(
			tens_read_move(json, (struct mk_view *)&view, &move, &revealed, &error),
			MK_OK, "%s: %s", named[i], error.detail);
		cr_assert_eq(move.from, 0);
		json_decref(json);
	}
}
