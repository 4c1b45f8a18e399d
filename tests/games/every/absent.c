/*
 * Games that lack everything that a game may lack: each game of the registry without its optional
 * members. Operations without their member are refused.
 */
#include "games/every/game.h"

#include "base/arena.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <makker/search.h>
#include <makker/selfplay.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 5, NODES = 20, ANSWER_SIZE = 1 << 16 };

static struct mk_notation notation;
static struct mk_strategy strategy;
static struct mk_game bare;

/* `game` without anything that may be NULL. */
static void strip(const struct mk_game *game)
{
	notation = *game->notation;
	notation.reasons = notation.suppressions = notation.odds = NULL;
	notation.write_snapshot = NULL;
	notation.read_line = NULL;
	notation.write_line = NULL;
	notation.write_conflict = NULL;
	notation.write_forecast = NULL;
	notation.read_table = NULL;
	notation.describe_why = NULL;
	notation.describe_outlook = NULL;
	notation.describe_repair = NULL;
	strategy = game->strategies[0];
	strategy.has_search = true;
	strategy.search = NULL;
	bare = *game;
	bare.notation = &notation;
	bare.strategies = &strategy;
	bare.strategy_count = 1;
	bare.check_rules = NULL;
	bare.check_opponents = NULL;
	bare.length = NULL;
	bare.play_forced = NULL;
	bare.reveal_all = NULL;
	bare.track_snapshot = NULL;
	bare.tracker_size = 0;
	bare.track_move = NULL;
	bare.card_at = NULL;
	bare.set_count = NULL;
	bare.alternative_findings = NULL;
	bare.count_conflicts = NULL;
	bare.forced_result = NULL;
	bare.solver = NULL;
	bare.search = NULL;
}

Test(absent_members, a_line_and_a_table_that_the_game_cannot_read_are_refused)
{
	json_t *table = json_object();

	FOR_EACH_GAME(g)
	{
		struct mk_error error;
		void *seen, *view;

		strip(tested_game(g));
		if (bare.piles) { /* which are read as they are */
			continue;
		}
		seen = storage(bare.snapshot_size);
		view = storage(bare.view_size);
		cr_assert_eq(mk_snapshot_read_line(&bare, "KS,UU", 5, seen, &error), MK_MALFORMED);
		cr_assert_str_eq(error.code, "invalid_line");
		cr_assert_eq(mk_snapshot_read_line(&bare, "", 0, seen, NULL), MK_MALFORMED);
		cr_assert_eq(mk_view_read_table(&bare, table, &bare.presets[0].rules, view, &error),
			MK_IMPOSSIBLE);
		cr_assert_str_eq(error.code, "table_not_supported");
		free(seen);
		free(view);
	}
	json_decref(table);
}

Test(absent_members, rules_that_nothing_checks_are_taken)
{
	json_t *none = json_object();

	FOR_EACH_GAME(g)
	{
		struct mk_rules rules = tested_game(g)->presets[0].rules;

		strip(tested_game(g));
		cr_assert_eq(mk_rules_read(&bare, none, "/rules", &rules, NULL), MK_OK);
	}
	json_decref(none);
}

static struct mk_selfplay games_of(struct mk_search_context *thinker)
{
	return (struct mk_selfplay){.game = &bare,
		.strategy = &strategy,
		.search = thinker,
		.budget = {.nodes = NODES},
		.rules = bare.presets[0].rules,
		.games = GAMES,
		.most_moves = 500};
}

/* A strategy that says that it searches, in a game without anything to search by. */
Test(absent_members, games_are_played_by_the_instant_judgement)
{
	FOR_EACH_GAME(g)
	{
		struct mk_arena *arena = mk_arena_create(1 << 22);
		struct mk_selfplay play;
		struct mk_selfplay_totals tally;

		strip(tested_game(g));
		play = games_of(mk_search_context_init(arena, &bare, NULL));
		cr_assert_not_null(play.search);
		cr_assert_eq(mk_selfplay(&play, arena, &tally), MK_OK);
		cr_assert_eq(tally.games, GAMES);
		mk_search_context_deinit(play.search);
		mk_arena_destroy(arena);
	}
}

Test(absent_members, a_game_that_cannot_be_played_open_is_not_played)
{
	FOR_EACH_GAME(g)
	{
		struct mk_arena *arena = mk_arena_create(1 << 22);
		struct mk_selfplay play;
		struct mk_selfplay_totals tally;

		strip(tested_game(g));
		play = games_of(NULL);
		play.perfect_information = true;
		cr_assert_eq(mk_selfplay(&play, arena, &tally), MK_IMPOSSIBLE);
		mk_arena_destroy(arena);
	}
}

static void write_advice(struct table *table)
{
	static char buffer[ANSWER_SIZE];
	static struct mk_advice advice;
	struct mk_text out;

	strip(table->game);
	mk_advise(&table->game->strategies[0], view_at(table), &advice);
	for (size_t i = 0; i < advice.count; i++) {
		mk_text_fixed(&out, buffer, sizeof buffer);
		mk_text_put(&out, "{\"move\":{");
		mk_ranked_write(&out, &bare, MK_GREEK, view_at(table), &advice.moves[i]);
		cr_assert_not(out.truncated);
	}
	mk_text_fixed(&out, buffer, sizeof buffer);
	mk_text_put(&out, "{\"table\":{");
	mk_table_write(&out, &bare, view_at(table), NULL);
}

EVERY_GAME(absent_members, moves_and_tables_are_written)
{
	on_every_table_of(tested_game(*number), 2, write_advice);
}
