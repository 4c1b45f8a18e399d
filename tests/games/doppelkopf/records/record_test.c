/* Recorded games are played again: matches are counted and differences are reported, nothing else.
 */
#include "games/doppelkopf/records/record.h"

#include "games/doppelkopf/recorder.h"

#include "games/common/camera_sim.h"
#include <criterion/criterion.h>
#include <string.h>

enum { DEALS = 300, NORMAL_SEED = 100, MAX_REPORTED = 2000 };

static char reported[MAX_REPORTED];
static struct mk_record_counts sum;

static void note(void *owner, size_t record, const char *what)
{
	size_t length = strlen(reported);

	(void)owner;
	snprintf(reported + length, sizeof reported - length, "%zu: %s\n", record, what);
}

/* Takes the records. */
static void replay(json_t *records)
{
	reported[0] = '\0';
	memset(&sum, 0, sizeof sum);
	doko_records.check(records, &sum, note, NULL);
	json_decref(records);
}

/* Takes the record. */
static void replay_one(json_t *record)
{
	replay(json_pack("[o]", record));
}

Test(doppelkopf, deals_of_every_rule_set_are_replayed_without_a_difference)
{
	static const char *const rules[] = {"ddv", "house", "nonines"};

	for (uint64_t seed = 0; seed < DEALS; seed++) {
		json_t *deal = recorded_deal(rules[seed % 3], seed);

		replay_one(json_incref(deal));
		cr_assert_eq(sum.differences, 0, "%s", reported);
		cr_assert_eq(sum.games, 1);
		cr_assert_eq(sum.scores, json_object_get(deal, "thrown") ? 0 : 1);
		json_decref(deal);
	}
}

Test(doppelkopf, poverties_marriages_soli_and_thrown_hands_are_replayed_without_a_difference)
{
	static const char *const words[] = {
		"poverty", "marriage", "thrown", "solo queen", "solo king", "solo koehler"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		replay_one(recorded_deal_of(words[i], 100));
		cr_assert_eq(sum.differences, 0, "%s: %s", words[i], reported);
	}
}

/* The place of the event in the list, or -1. */
static int place_of(const json_t *events, const char *name)
{
	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *event = json_array_get(events, i);

		if (strcmp(json_string_value(json_array_get(event, 0)), name) == 0) {
			return (int)i;
		}
	}
	return -1;
}

/* FreeDoko writes swines down before the exchange, whenever they came into the hand. */
Test(doppelkopf, swines_that_are_recorded_before_an_exchange_are_no_difference)
{
	int swines = 0;

	for (uint64_t seed = 0; seed < 60000 && swines < 2; seed++) {
		json_t *deal = recorded_deal("house", seed);
		json_t *events = json_object_get(deal, "events");
		int place = place_of(events, "swines");

		if (place < 0 || place_of(events, "hyperswines") >= 0 ||
			place_of(events, "poverty_accepted") < 0) {
			json_decref(deal);
			continue;
		}
		json_array_insert(events, 0, json_array_get(events, (size_t)place));
		json_array_remove(events, (size_t)place + 1);
		replay_one(deal);
		cr_assert_eq(sum.differences, 0, "seed %d: %s", (int)seed, reported);
		swines++;
	}
	cr_assert_gt(swines, 0);
}

/*
 * A deal by the tournament rules with a solo of a player who does not lead, recorded as a mandatory
 * one: in the record the player at the dealer's left leads nevertheless.
 */
static json_t *mandatory_solo(void)
{
	for (uint64_t seed = 0; seed < 10000; seed++) {
		json_t *deal = recorded_deal("ddv", seed);
		const char *type = json_string_value(json_object_get(deal, "type"));
		json_int_t solo = json_integer_value(json_object_get(deal, "solo"));

		if (type && strncmp(type, "solo", 4) == 0 &&
			solo != json_integer_value(json_object_get(deal, "start"))) {
			json_object_set_new(deal, "duty", json_integer(1));
			return deal;
		}
		json_decref(deal);
	}
	cr_assert_fail("no such deal");
	return NULL;
}

Test(doppelkopf, a_record_says_by_which_options_it_was_played)
{
	json_t *deal = mandatory_solo();

	replay_one(json_incref(deal));
	cr_assert_neq(strstr(reported, "leads trick 1"), NULL, "%s", reported);
	json_object_set_new(deal, "options", json_pack("{sb}", "mandatory_solo_player_leads", 0));
	reported[0] = '\0';
	replay_one(json_incref(deal));
	cr_assert_eq(strstr(reported, "leads trick 1"), NULL, "%s", reported);
	json_object_set_new(deal, "options", json_pack("{sb}", "soloist_leads", 1));
	replay_one(deal);
	cr_assert_neq(strstr(reported, "/options"), NULL, "%s", reported);
}

Test(doppelkopf, steps_with_all_that_was_allowed_are_replayed_without_a_difference)
{
	for (uint64_t seed = 0; seed < DEALS / 3; seed++) {
		json_t *steps = recorded_steps(seed);
		size_t count = json_array_size(steps);

		replay(steps);
		cr_assert_eq(sum.differences, 0, "%s", reported);
		cr_assert_eq(sum.games, 1);
		cr_assert_eq(sum.choices, count);
	}
}

/* ---- Differences ---------------------------------------------------------------------------- */

/* Puts `value` at a path of keys and places, "tricks/3/winner". */
static void change(json_t *json, const char *path, const char *value)
{
	char keys[64], *rest = keys, *key;
	json_t *at = json, *read = json_loads(value, JSON_DECODE_ANY, NULL);

	snprintf(keys, sizeof keys, "%s", path);
	for (key = strsep(&rest, "/"); rest; key = strsep(&rest, "/")) {
		at = json_is_array(at) ? json_array_get(at, (size_t)atoi(key))
				       : json_object_get(at, key);
	}
	cr_assert_not_null(read, "%s", value);
	cr_assert(json_is_array(at) ? json_array_set_new(at, (size_t)atoi(key), read) == 0
				    : json_object_set_new(at, key, read) == 0,
		"%s", path);
}

struct difference {
	const char *path, *value, *expected;
};

/* Takes the deal. */
static void assert_reported(json_t *deal, const struct difference *difference)
{
	change(deal, difference->path, difference->value);
	replay_one(deal);
	cr_assert_gt(sum.differences, 0, "%s: %s", difference->path, difference->value);
	cr_assert(strstr(reported, difference->expected), "%s: %s: %s", difference->path,
		difference->value, reported);
}

Test(doppelkopf, differences_in_a_normal_deal_are_reported)
{
	static const struct difference differences[] = {
		{"rules", "\"bridge\"", "there are no such rules"},
		{"dealt/0", "\"CA CA\"", "these hands are no deal"},
		{"dealt/0", "\"CA CA CA\"", "these hands are no deal"},
		{"dealt/3", "\"XY\"", "these hands are no deal"},
		{"dealt/3", "7", "these hands are no deal"},
		{"hands/0", "\"CA\"", "the hands before the first trick are others"},
		{"type", "\"solo queen\"", "the game is of kind"},
		{"type", "\"whist\"", "there is no reservation 'whist'"},
		{"res/2", "[2,\"whist\",\"\"]", "there is no reservation 'whist'"},
		{"res/2", "[2]", "there is no reservation ''"},
		{"tricks/0/lead", "3", "leads trick 1, recorded: 3"},
		{"tricks/3/winner", "9", "wins trick 4 with"},
		{"tricks/3/eyes", "99", "recorded: "},
		{"tricks/0/cards/1", "\"zz\"", "may not play zz"},
		{"tricks/0/cards/1", "null", "may not play this"},
		{"tricks/0/legal/1", "\"\"", "after 1 cards these are legal: "},
		{"tricks/0/legal/1", "7", "after 1 cards these are legal: "},
		{"tricks/0/annopt", "[\"- - - -\"]",
			"after 0 cards 120 120 120 120 can be announced, recorded: - - - -"},
		{"augen/1", "-7", "recorded: -7"},
		{"teams/2", "\"other\"", "seat 2 is of the other party"},
		{"teams", "[]", "seat 0 is of the other party"},
		{"winner", "\"nobody\"", "recorded: nobody"},
		{"winner", "7", "recorded: nothing"},
		{"value", "77", "recorded: 77"},
		{"score/0", "99", "seat 0 gets"},
		{"special", "[[\"charlie\",\"\",\"re\"],[\"charlie\",\"\",\"re\"]]",
			"for re, recorded: 2"},
		{"clarification", "5", "decides the marriage, recorded: 5"},
		{"ann", "[[0,0,\"nobody\",\"120\"]]", "seat 0 announces for the other party"},
		{"ann", "[[0,0,\"re\",\"never\"]]", "seat 0 may not announce level 0"},
		{"ann", "[[40,0,\"re\",\"0\"]]", "may not announce level 5"},
		{"events", "[[\"swines\",1]]", "seat 1 may not announce (hyper)swines"},
		{"events", "[[\"hyperswines\",1]]", "seat 1 may not announce (hyper)swines"},
		{"events", "[[\"poverty_denied\",1]]", "seat 1 is not asked for the poverty"},
		{"events", "[[\"poverty_shift\",1,\"CA\"]]", "these cards may not be passed"},
		{"events", "[[\"poverty_shift\",1,\"?\"]]", "what was passed is no card"},
	};

	for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
		assert_reported(recorded_deal("ddv", NORMAL_SEED), &differences[i]);
	}
}

Test(doppelkopf, differences_before_the_first_card_are_reported)
{
	static const struct {
		const char *word;
		struct difference difference;
	} cases[] = {
		{"poverty", {"events", "[]", "the first trick cannot begin yet"}},
		{"poverty", {"type", "\"normal\"", "the game is of kind"}},
		{"poverty", {"events/0", "[\"poverty_shift\",0,\"CA CA CT\"]",
				    "these cards may not be passed"}},
		{"marriage", {"type", "\"marriage solo\"", "the marriage found a partner"}},
		{"marriage", {"type", "\"poverty\"", "the game is of kind"}},
		{"thrown", {"res", "[]", "the game is of kind"}},
		{"solo jack", {"res", "[]", "the game is of kind"}},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_reported(recorded_deal_of(cases[i].word, 100), &cases[i].difference);
	}
}

Test(doppelkopf, without_a_reservation_round_the_soloist_said_what_was_played)
{
	json_t *deal = recorded_deal_of("solo jack", 100);

	json_object_del(deal, "res");
	replay_one(json_incref(deal));
	cr_assert_eq(sum.differences, 0, "%s", reported);
	json_object_set_new(deal, "duty", json_integer(1));
	replay_one(deal);
	cr_assert_eq(sum.games, 1);
}

Test(doppelkopf, an_impossible_step_is_reported_with_its_place)
{
	static const struct difference differences[] = {
		{"0/allowed", "[]", "0: choices "},
		{"0/allowed", "[\"ReservationBridge\"]", "0: choices "},
		{"0/action", "\"ReservationBridge\"", "0: this step cannot be taken"},
		{"1/player", "9", "1: this step cannot be taken"},
		{"2/phase", "\"Lunch\"", "2: this step cannot be taken"},
		{"3/phase", "\"Announcement\"", "3: this step cannot be taken"},
		{"3/phase", "\"PlayCard\"", "the cards that are played are not four hands"},
		{"20/action", "\"CardClubEleven\"", "the cards that are played are not four hands"},
		{"20/player", "9", "this step cannot be taken"},
	};

	for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
		json_t *steps = recorded_steps(1);

		change(steps, differences[i].path, differences[i].value);
		replay(steps);
		cr_assert(strstr(reported, differences[i].expected), "%s: %s", differences[i].path,
			reported);
	}
}

Test(doppelkopf, games_recorded_by_steps_stand_one_after_the_other)
{
	json_t *both = recorded_steps(1), *other = recorded_steps(2), *step;
	size_t i;

	json_array_foreach(other, i, step)
	{
		json_object_set_new(step, "game", json_string("two"));
	}
	json_array_extend(both, other);
	json_decref(other);
	replay(both);
	cr_assert_eq(sum.games, 2);
	cr_assert_eq(sum.differences, 0, "%s", reported);
}

/* ---- Questions ------------------------------------------------------------------------------ */

static const struct {
	const char *question, *expected;
} questions[] = {
	{"{\"q\":\"re_won\",\"eyes\":121,\"expect\":true}", ""},
	{"{\"q\":\"re_won\",\"eyes\":240,\"re\":5,\"re_all\":true,\"expect\":true}", ""},
	{"{\"q\":\"contra_won\",\"eyes\":240,\"contra\":5,\"contra_all\":true,\"expect\":true}",
		""},
	{"{\"q\":\"re_won\",\"eyes\":120,\"expect\":true}", "0: re does not win, recorded: wins\n"},
	{"{\"q\":\"contra_won\",\"eyes\":120,\"expect\":false}",
		"0: contra wins, recorded: does not win\n"},
	{"{\"q\":\"re_won\",\"eyes\":121,\"re\":6,\"expect\":true}", "0: there is no such level\n"},
	{"{\"q\":\"re_won\",\"eyes\":121,\"contra\":-1,\"expect\":true}",
		"0: there is no such level\n"},
	{"{\"q\":\"basic_value\",\"winner_eyes\":130,\"eyes_re\":130,\"eyes_contra\":110,"
	 "\"pts_winner\":1}",
		""},
	{"{\"q\":\"basic_value\",\"winner_eyes\":130,\"eyes_re\":110,\"eyes_contra\":130,"
	 "\"pts_winner\":1}",
		""},
	{"{\"q\":\"basic_value\",\"winner_eyes\":240,\"eyes_re\":0,\"eyes_contra\":240,\"all\":true,"
	 "\"pts_winner\":5}",
		""},
	{"{\"q\":\"basic_value\",\"winner_eyes\":130,\"eyes_re\":130,\"eyes_contra\":110,"
	 "\"pts_winner\":9}",
		"0: value 1, recorded: 9\n"},
	{"{\"q\":\"basic_value\",\"re\":9,\"pts_winner\":9}", "0: there is no such level\n"},
	{"{\"q\":\"draw_value\",\"re\":2,\"contra\":2,\"eyes_re\":120,\"eyes_contra\":120,"
	 "\"pts_re\":0}",
		""},
	{"{\"q\":\"draw_value\",\"re\":2,\"contra\":2,\"eyes_re\":120,\"eyes_contra\":120,"
	 "\"pts_re\":4}",
		"0: value 0 for re, recorded: 4\n"},
	{"{\"q\":\"how are you?\"}", "0: there is no question 'how are you?'\n"},
};

Test(doppelkopf, a_question_about_scoring_is_answered_and_compared)
{
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
		replay_one(json_loads(questions[i].question, 0, NULL));
		cr_assert_str_eq(
			reported, questions[i].expected, "%s: %s", questions[i].question, reported);
		cr_assert_eq(sum.cases, 1);
	}
}

/* The members of a question about a draw may be hostile, too. */
Test(doppelkopf, an_unknown_level_is_reported_in_every_question)
{
	replay_one(json_loads("{\"q\":\"draw_value\",\"re\":9000,\"contra\":-9000}", 0, NULL));
	cr_assert_str_eq(reported, "0: there is no such level\n");
}
