/* A reported table: all of a party's moments come back from their JSON, and nothing impossible
 * does. */
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/text/notation.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

enum { BUFFER_SIZE = 16384, DEALS = 12 };

static void write(const struct doko_view *view, char buffer[BUFFER_SIZE])
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, BUFFER_SIZE);
	mk_text_char(&text, '{');
	doko_write_table(&text, (const struct mk_view *)view);
	mk_text_char(&text, '}');
	cr_assert_not(text.truncated);
}

static enum mk_status read(const char *text, const struct mk_rules *rules, struct doko_view *view,
	struct mk_error *error)
{
	json_t *json = json_loads(text, 0, NULL);
	enum mk_status status;

	cr_assert_not_null(json, "%s", text);
	status = doko_read_table(json, rules, (struct mk_view *)view, error);
	json_decref(json);
	return status;
}

/* All but the order in which two things were said that no card lies between. */
static void check_moment(const struct doko_view *view, const struct mk_rules *rules)
{
	static char written[BUFFER_SIZE], again[BUFFER_SIZE];
	struct doko_view back, seen = *view;
	struct mk_error error;

	write(view, written);
	cr_assert_eq(read(written, rules, &back, &error), MK_OK, "%s: %s\n%s", error.where,
		error.detail, written);
	write(&back, again);
	cr_assert_str_eq(written, again);
	memset(&back.last, 0, sizeof back.last);
	memset(&seen.last, 0, sizeof seen.last);
	cr_assert_arr_eq(&back, &seen, sizeof seen, "%s", written);
}

static void see(const struct doko_world *world, struct doko_view *view)
{
	struct doko_snapshot seen;
	struct mk_finding finding;
	struct mk_error error;

	doko_observe((const struct mk_world *)world, 0, (struct mk_snapshot *)&seen);
	cr_assert_eq(doko_apply_snapshot((struct mk_view *)view, (struct mk_snapshot *)&seen, NULL,
			     &finding, &error),
		MK_OK, "%s %s", error.code, error.detail);
}

static struct mk_move choose(const struct doko_world *world, struct mk_rng *rng)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = doko_world_moves((const struct mk_world *)world, moves);
	struct mk_move move = moves[mk_rng_below(rng, (uint32_t)count)];

	/* Every third time an event without a card, so that games continue. */
	return move.kind != DOKO_PLAY && world->table.phase == DOKO_PLAYING && mk_rng_below(rng, 3)
		       ? moves[0]
		       : move;
}

static void play_deal(struct doko_view *view, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct doko_world dealt, world;

	doko_deal((struct mk_world *)&dealt, rules, rng);
	doko_table_begin(&world.table, &view->table.rules, view->sheet.first);
	doko_world_begin(&world, dealt.hand);
	see(&world, view);
	while (world.table.turn != DOKO_NO_SEAT) {
		check_moment(view, rules);
		doko_apply((struct mk_world *)&world, choose(&world, rng));
		see(&world, view);
	}
	check_moment(view, rules);
}

static void play_party(const struct mk_rules *preset, uint64_t seed)
{
	struct mk_rules rules = *preset;
	struct doko_view view;
	struct mk_rng rng;

	rules.value[DUTY_SOLI] = 0; /* a world does not have the seats that owe one */
	rules.value[GAMES] = 0;
	mk_rng_init(&rng, 5, seed);
	doko_init_view((struct mk_view *)&view, &rules);
	check_moment(&view, &rules);
	for (int i = 0; i < DEALS; i++) {
		play_deal(&view, &rules, &rng);
	}
}

Test(read_table, every_moment_of_a_party_comes_back_from_its_json)
{
	for (uint64_t i = 0; i < 6; i++) {
		play_party(&doko_presets[i % DOKO_PRESETS].rules, i);
	}
}

Test(read_table, the_exchange_of_a_poverty_comes_back_from_its_json)
{
	struct mk_rules rules = doko_presets[1].rules;

	rules.value[POVERTY] = rules.value[POVERTY_WITHOUT_FOXES] = 1;
	rules.value[SOLO_SUIT] = rules.value[SOLO_QUEENS] = rules.value[SOLO_JACKS] = 0;
	rules.value[SOLO_MEATLESS] = 0;
	for (uint64_t i = 0; i < 8; i++) {
		rules.value[POVERTY_ONLY_TRUMP] = (int32_t)(i & 1);
		play_party(&rules, 100 + i);
	}
}

#define HAND \
	"\"hand\":[\"0H\",\"QC\",\"QS\",\"JD\",\"AD\",\"KD\",\"AC\",\"0C\",\"9S\",\"KS\",\"AH\",\"9H\"]"
#define LATER \
	"\"hand\":[\"0H\",\"QC\",\"QS\",\"JD\",\"AD\",\"KD\",\"AC\",\"0C\",\"KS\",\"AH\",\"9H\"]," \
	"\"dealer\":0,\"tricks\":[{\"leader\":1,\"cards\":[\"AS\",\"0S\",\"KS\",\"9S\"]}]"

Test(read_table, a_hand_and_the_tricks_so_far_are_enough)
{
	struct doko_view view;

	cr_assert_eq(read("{" LATER "}", &doko_presets[0].rules, &view, NULL), MK_OK);
	cr_assert_eq(view.table.phase, DOKO_PLAYING);
	cr_assert_eq(view.table.turn, 1);
	cr_assert_eq(view.table.augen[1], 25);
	cr_assert_eq(view.party, DOKO_RE);
	cr_assert_eq(read("{" HAND ",\"dealer\":3,\"soloist\":0,\"game\":\"solo_queens\"}",
			     &doko_presets[0].rules, &view, NULL),
		MK_OK);
	cr_assert_eq(view.table.type, DOKO_QUEENS_SOLO);
	cr_assert_eq(read("{" HAND "}", &doko_presets[0].rules, &view, NULL), MK_OK);
	cr_assert_eq(view.table.phase, DOKO_RESERVING);
}

Test(read_table, what_cannot_be_is_refused_with_its_place)
{
	static const struct {
		const char *text, *where, *code;
	} wrong[] = {
		{"{}", "/hand", "invalid_type"},
		{"{" HAND ",\"phase\":\"playing\",\"reservations\":[\"none\",null,null,null]}",
			"/phase", "wrong_phase"},
		{"{" HAND ",\"tricks\":[{\"leader\":0,\"cards\":[\"9D\"]}]}", "/tricks/0/cards",
			"invalid_type"},
		{"{" HAND ",\"trick\":{\"leader\":3,\"cards\":[\"AS\"]}}", "/trick/leader",
			"other_turn"},
		{"{" HAND ",\"trick\":{\"cards\":[\"AS\"]}}", "/trick/leader", "missing_field"},
		{"{" HAND
		 ",\"dealer\":0,\"trick\":{\"leader\":1,\"cards\":[\"AS\",\"AS\",\"AS\"]}}",
			"/trick/cards/2", "card_gone"},
		{"{" HAND ",\"dealer\":9}", "/dealer", "invalid_value"},
		{"{" HAND ",\"seat\":null}", "/seat", "invalid_type"},
		{"{" HAND ",\"seat\":4}", "/seat", "invalid_value"},
		{"{" HAND ",\"reservations\":[\"marriage\",null,null,null],\"dealer\":3}",
			"/reservations/0", "not_allowed"},
		{"{" HAND ",\"reservations\":[\"none\",null,null]}", "/reservations",
			"invalid_type"},
		{"{" LATER
		 ",\"announcements\":[{\"seat\":1,\"announce\":\"contra\",\"cards_played\":2},"
		 "{\"seat\":1,\"announce\":\"contra\",\"cards_played\":4}]}",
			"/announcements/1", "too_late"},
		{"{" LATER ",\"announcements\":[{\"seat\":1,\"announce\":\"re\",\"team\":\"re\","
		 "\"cards_played\":40}]}",
			"/announcements/0/cards_played", "invalid_value"},
		{"{" LATER
		 ",\"score_table\":{\"rows\":[{\"game\":\"normal\",\"re\":[0,1],\"points\":"
		 "[1,1,-1]}]}}",
			"/score_table/rows/0/points", "invalid_type"},
		{"{" LATER ",\"score_table\":{\"games\":60000}}", "/score_table/games",
			"invalid_value"},
		{"{" LATER ",\"swines\":1}", "/swines", "not_allowed"},
		{"[]", "", "invalid_type"},
	};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct mk_error error = {0};
		struct doko_view view = {.seat = 77};

		cr_assert_neq(read(wrong[i].text, &doko_presets[0].rules, &view, &error), MK_OK,
			"%zu", i);
		cr_assert_str_eq(error.where, wrong[i].where, "%s: %s %s", wrong[i].text,
			error.where, error.detail);
		cr_assert_str_eq(error.code, wrong[i].code, "%s: %s %s", wrong[i].text, error.code,
			error.detail);
		cr_assert_eq(view.seat, 77);
	}
}
