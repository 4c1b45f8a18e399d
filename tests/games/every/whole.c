/* Every game is whole, and of one that is not, the missing slot is reported. */
#include "games/every/game.h"

#include <criterion/criterion.h>
#include <string.h>

EVERY_GAME(whole, nothing_that_a_game_needs_is_missing)
{
	struct mk_error error = {.detail = ""};

	cr_assert_eq(mk_game_check(tested_game(*number), &error), MK_OK, "%s: %s: %s",
		tested_game(*number)->name, error.where, error.detail);
}

static struct mk_game game;
static struct mk_notation notation;

/* The first game, of which a test spoils one slot. */
static void copy_first_game(void)
{
	game = *mk_games[0];
	notation = *game.notation;
	game.notation = &notation;
}

static void assert_names(const char *slot)
{
	struct mk_error error;

	cr_assert_eq(mk_game_check(&game, &error), MK_IMPOSSIBLE, "%s was not missed", slot);
	cr_assert_str_eq(error.code, "game_incomplete");
	cr_assert_str_eq(error.where, slot);
}

#define ASSERT_MISSED(member, slot) \
	copy_first_game(); \
	memset(&(member), 0, sizeof(member)); \
	assert_names(slot)

Test(whole, each_required_slot_is_named_when_it_is_missing)
{
	ASSERT_MISSED(game.name, "/name");
	ASSERT_MISSED(game.title, "/title");
	ASSERT_MISSED(game.seats, "/seats");
	ASSERT_MISSED(game.view_size, "/view_size");
	ASSERT_MISSED(game.world_size, "/world_size");
	ASSERT_MISSED(game.snapshot_size, "/snapshot_size");
	ASSERT_MISSED(game.presets, "/presets");
	ASSERT_MISSED(game.strategies, "/strategies");
	ASSERT_MISSED(game.deal, "/deal");
	ASSERT_MISSED(game.apply, "/apply");
	ASSERT_MISSED(game.init_view, "/init_view");
	ASSERT_MISSED(game.view_moves, "/view_moves");
	ASSERT_MISSED(game.outcome, "/outcome");
	ASSERT_MISSED(notation.write_move, "/notation/write_move");
	ASSERT_MISSED(notation.describe_move, "/notation/describe_move");
}

Test(whole, slots_that_belong_together_are_missed_alone)
{
	ASSERT_MISSED(game.sample_world, "/sample_world");
	ASSERT_MISSED(game.seat_to_move, "/seat_to_move");
	ASSERT_MISSED(game.choose, "/choose");
	ASSERT_MISSED(game.confirm, "/confirm");
	ASSERT_MISSED(game.deal_deck, "/deal_deck");
	ASSERT_MISSED(game.tracker_size, "/tracker_size");
	ASSERT_MISSED(game.track_snapshot, "/track_snapshot");
	ASSERT_MISSED(notation.read_snapshot, "/snapshot_size");
	ASSERT_MISSED(notation.write_line, "/notation/write_line");
	ASSERT_MISSED(notation.read_finding, "/notation/read_finding");
	ASSERT_MISSED(notation.describe_reason, "/notation/describe_reason");
}

Test(whole, a_title_without_greek_is_missed)
{
	copy_first_game();
	game.title.in[MK_GREEK] = "";
	assert_names("/title");
}

static struct mk_rulebook rulebook;
static struct mk_rulebook_paragraph paragraph;
static struct mk_rulebook_term term;

static void copy_rulebook(void)
{
	copy_first_game();
	rulebook = *game.rulebook;
	paragraph = rulebook.aim[0];
	term = rulebook.glossary[0];
	game.rulebook = &rulebook;
}

Test(whole, a_game_may_have_no_rules_in_words)
{
	copy_first_game();
	game.rulebook = NULL;
	cr_assert_eq(mk_game_check(&game, NULL), MK_OK);
}

Test(whole, an_empty_section_of_the_rules_is_missed)
{
	copy_rulebook();
	rulebook.aim_count = 0;
	assert_names("/rulebook/aim");
	copy_rulebook();
	rulebook.deal_count = 0;
	assert_names("/rulebook/deal");
	copy_rulebook();
	rulebook.move_count = 0;
	assert_names("/rulebook/moves");
	copy_rulebook();
	rulebook.source_count = 0;
	assert_names("/rulebook/sources");
	copy_rulebook();
	rulebook.term_count = 0;
	assert_names("/rulebook/glossary");
}

static bool never(const struct mk_rules *rules)
{
	(void)rules;
	return false;
}

Test(whole, a_section_that_is_empty_by_the_rules_of_a_preset_is_missed)
{
	copy_rulebook();
	paragraph.applies = never;
	rulebook.aim = &paragraph;
	rulebook.aim_count = 1;
	assert_names("/rulebook/aim");
}

Test(whole, rules_that_lack_a_language_or_are_not_plain_are_missed)
{
	copy_rulebook();
	paragraph.applies = NULL;
	rulebook.aim = &paragraph;
	rulebook.aim_count = 1;
	cr_assert_eq(mk_game_check(&game, NULL), MK_OK);
	paragraph.text.in[MK_GERMAN] = NULL;
	assert_names("/rulebook/aim");
	paragraph.text.in[MK_GERMAN] = "Das *Ziel*";
	assert_names("/rulebook/aim");
	copy_rulebook();
	rulebook.glossary = &term;
	rulebook.term_count = 1;
	term.meaning.in[MK_DANISH] = "";
	assert_names("/rulebook/glossary");
}

Test(whole, a_choice_without_phrases_is_missed)
{
	static struct mk_option options[MK_MAX_OPTIONS];
	size_t choice = 0;

	copy_first_game();
	memcpy(options, game.options, game.option_count * sizeof *options);
	game.options = options;
	while (options[choice].type != MK_OPTION_CHOICE) {
		cr_assert_lt(++choice, game.option_count);
	}
	cr_assert_eq(mk_game_check(&game, NULL), MK_OK);
	options[choice].choice_phrases = NULL;
	assert_names("/options");
}

static struct mk_mistakes mistakes;
static struct mk_mistake_kind kinds[MK_MAX_MISTAKE_KINDS];

static void copy_mistakes(void)
{
	copy_first_game();
	mistakes = *game.mistakes;
	memcpy(kinds, mistakes.kinds, mistakes.count * sizeof *kinds);
	mistakes.kinds = kinds;
	game.mistakes = &mistakes;
}

Test(whole, a_game_may_have_no_kinds_of_mistakes)
{
	copy_first_game();
	game.mistakes = NULL;
	cr_assert_eq(mk_game_check(&game, NULL), MK_OK);
}

Test(whole, kinds_of_mistakes_that_lack_something_are_missed)
{
	copy_mistakes();
	cr_assert_eq(mk_game_check(&game, NULL), MK_OK);
	mistakes.count = 0;
	assert_names("/mistakes/count");
	copy_mistakes();
	mistakes.count = MK_MAX_MISTAKE_KINDS + 1;
	assert_names("/mistakes/count");
	copy_mistakes();
	mistakes.kinds = NULL;
	assert_names("/mistakes/kinds");
	copy_mistakes();
	mistakes.kind_of = NULL;
	assert_names("/mistakes/kind_of");
	copy_mistakes();
	kinds[1].text.in[MK_DANISH] = "";
	assert_names("/mistakes/kinds");
	copy_mistakes();
	kinds[1].name = kinds[0].name;
	assert_names("/mistakes/kinds");
}
