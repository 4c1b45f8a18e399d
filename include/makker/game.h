/*
 * The interface of a game to the rest of the program: one struct mk_game, listed in
 * src/games/registry.c.
 *
 * Three kinds of state, each plain data without pointers; only the game knows their size and
 * content:
 *   a world     has every card in its place (simulated tables own worlds);
 *   a view      is what one seat knows (advice gets views only: peeking is a compile error);
 *   a snapshot  is what is visible at one moment, with the uncertainty of its readings.
 * The caller provides their storage, `size` bytes aligned for anything; copying is memcpy.
 *
 * Functions that can fail leave their outputs untouched when they do.
 *
 * Fifteen slots are required: name, title, seats, view_size, world_size, snapshot_size, presets,
 * strategies, deal, apply, init_view, view_moves, outcome, and write_move and describe_move of
 * `notation`. All others may be NULL; "NULL:" at the slot describes the default. A game with hidden
 * cards has view_of_seat and what that needs; a game without `piles` (makker/piles.h) writes and
 * reads its snapshots and tables itself. mk_game_check() names what is missing.
 *
 * Callers use the functions mk_game_...() and mk_..._write() below, which implement the defaults;
 * required slots may be called directly.
 */
#ifndef MAKKER_GAME_H
#define MAKKER_GAME_H

#include <makker/advice.h>
#include <makker/card.h>
#include <makker/finding.h>
#include <makker/notation.h>
#include <makker/phrase.h>
#include <makker/piles.h>
#include <makker/random.h>
#include <makker/rulebook.h>
#include <makker/rules.h>
#include <makker/solve.h>
#include <makker/status.h>
#include <makker/text.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t; /* of jansson, which reads JSON input */
struct mk_world;
struct mk_view;
struct mk_snapshot;
struct mk_tracker; /* state kept between the snapshots of one table besides the view: readings,
		      doubts */

enum {
	MK_MAX_SEATS = 4,
	MK_NO_SEAT = -1,
};

/* Weight of a conflict with a snapshot that a person typed; greater than that of any correction. */
enum { MK_TYPED_CONFLICT = 100 };

/* ---- Judgement
 * ------------------------------------------------------------------------------------ */

struct mk_budget;

/*
 * A way to choose moves. `evaluate` fills `advice` (all legal moves, best first; times, certainty
 * and winning line are optional) in at most 20 ms, since the daemon calls it on the event loop.
 * `choose_move` returns the suggestion of `evaluate`, faster; false when the strategy has no move.
 * A strategy with `has_search` has its own `search`, or its game has a solver or a
 * `mk_search_game`; `evaluate` and `choose_move` are then its static evaluation before the search
 * (makker/search.h).
 */
struct mk_strategy {
	const char *name; /* no pointer here may be NULL, except `search` */
	struct mk_phrase description;
	bool has_search;
	void (*evaluate)(const struct mk_view *view, struct mk_advice *advice);
	bool (*choose_move)(const struct mk_view *view, struct mk_move *move);
	/*
	 * Improves the result of `evaluate`, given in `advice`, within `budget`; stops early when
	 * `cancel` (may be NULL) is set. Runs on a thread of the worker pool. NULL: the shared
	 * search.
	 */
	void (*search)(const struct mk_view *view, const struct mk_budget *budget,
		const atomic_bool *cancel, struct mk_advice *advice);
};

/*
 * A plan of a player, identified by the game's own `tag`, with its first move. Several plans may
 * begin with the same move (one for each card that can be reached by turning cards).
 */
struct mk_plan {
	struct mk_move first;
	uint32_t tag;
};

/*
 * The functions of a game that the shared search calls. Values are in the game's unit, for the seat
 * to move.
 */
struct mk_search_game {
	/*
	 * Plans worth searching, at most MK_MAX_MOVES, the choice of the playouts' policy first;
	 * none that only rearranges cards. They must terminate: playing the first move of any plan
	 * at each table reaches the end of the game and never repeats a table.
	 */
	size_t (*plans)(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES]);
	/*
	 * Plans that continue `plan` in another way than the policy, with the same first move and
	 * an end that none of the `count` plans of the search has so far. Called for the best plans
	 * if the budget allows. Returns their number, at most `capacity`. NULL: none.
	 */
	size_t (*longer_plans)(const struct mk_view *view, const struct mk_plan *plan,
		const struct mk_plan *plans, size_t count, struct mk_plan *longer, size_t capacity);
	/*
	 * Finds a plan of longer_plans() by its tag at a later table; `plan` receives the part that
	 * begins there. False when its first goal is reached, or the rest cannot be carried out.
	 * NULL where longer_plans is.
	 */
	bool (*resume_plan)(const struct mk_view *view, uint32_t tag, struct mk_plan *plan);
	/*
	 * The moves that carry out `plan`, its first one first, as far as they are known before
	 * anything new is seen. Returns how many, at least 1.
	 */
	size_t (*plan_moves)(const struct mk_view *view, const struct mk_plan *plan,
		struct mk_move line[MK_MAX_LINE]);
	/*
	 * A move where there is no plan, which must not undo what plans do; false when there is
	 * none either.
	 */
	bool (*fallback_move)(const struct mk_view *view, struct mk_move *move);
	/*
	 * The result when `plan` is carried out in `world` and all seats then follow the game's
	 * playout policy, which uses only what each seat knows.
	 */
	double (*playout)(
		const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng);
	/*
	 * The results of `count` plans (1 to MK_MAX_MOVES) in the same world, each with a copy of
	 * `rng`: the values of playout() for each, computed faster. NULL: playout() one by one.
	 */
	void (*playouts)(const struct mk_world *world, const struct mk_plan *const *plans,
		size_t count, const struct mk_rng *rng, double *results);
	/* Equal for views that differ only by rearrangement: seeds the search's random numbers. */
	uint64_t (*digest)(const struct mk_view *view);
	double lowest, highest; /* the range of results */

	/* A result that is proven without search, for all hidden cards. NULL: none. */
	enum mk_certainty (*prove)(const struct mk_view *view);
	/*
	 * True if every card is known, so that there is only one world; the exact solver is then
	 * called. NULL: the solver is not called.
	 */
	bool (*is_fully_known)(const struct mk_view *view);
	/*
	 * The calibrated value of the search's own play, given the mean `value` of its playouts
	 * (the search plays better than their policy). NULL: the same.
	 */
	double (*calibrate)(const struct mk_view *view, double value);
};

/* ---- Mistakes ---------------------------------------------------------------------------------
 */

/* A kind of mistake. Reviews add up the cost of each kind over many games. */
struct mk_mistake_kind {
	const char *name;      /* lower case, digits and '_' */
	struct mk_phrase text; /* addresses the player, without a full stop: "You deal too early" */
};

/* The first row of every game holds mistakes of no other kind. */
enum { MK_MAX_MISTAKE_KINDS = 16, MK_OTHER_MISTAKE = 0 };

struct mk_mistakes {
	size_t count; /* 1 to MK_MAX_MISTAKE_KINDS */
	const struct mk_mistake_kind *kinds;
	/*
	 * The row of `made` at a table where `better`, another move of the same seat, is the best.
	 * `better->kind` is 0 if silence would have been better (struct mk_out_of_turn).
	 */
	unsigned (*kind_of)(const struct mk_view *view, const struct mk_move *made,
		const struct mk_move *better);
};

/*
 * An announcement that is possible on any seat's turn, or its omission. Reviews count those of the
 * first seat among its decisions.
 */
struct mk_comparison {
	struct mk_move other; /* the move compared with; `kind` 0: silence */
	double without,
		with;   /* the value of the deal for the seat with `other`, and with the move */
	double error;   /* standard error of `with` - `without` */
	uint64_t nodes; /* playouts */
};

struct mk_out_of_turn {
	/* True if `move` is one of the view's seat that does not change the turn. */
	bool (*keeps_turn)(const struct mk_view *view, const struct mk_move *move);
	/* True if the seat of the view makes `move` on the turn of another seat. */
	bool (*is_one)(const struct mk_view *view, const struct mk_move *move);
	/*
	 * Compares `move` with `other`, within the budget; NULL: with the best of the weaker
	 * announcements, silence included. False, with `comparison` unchanged: no playout was made.
	 */
	bool (*compare)(const struct mk_view *view, const struct mk_move *move,
		const struct mk_move *other, const struct mk_budget *budget,
		const atomic_bool *cancel, struct mk_comparison *comparison);
};

/* ---- The game
 * ------------------------------------------------------------------------------------- */

struct mk_game {
	/* ---- Always ---- */
	const char *name; /* in URLs and options: lower case, digits, '-' */
	struct mk_phrase title;
	int seats;                    /* 1 to MK_MAX_SEATS */
	size_t view_size, world_size; /* bytes */
	size_t snapshot_size;         /* sizeof(struct mk_piles) where `piles` has the snapshots */
	const struct mk_preset *presets; /* the first is the default */
	size_t preset_count;
	const struct mk_strategy *strategies; /* the first is the default */
	size_t strategy_count;
	const struct mk_notation *notation;

	/* Deals a game by these rules. */
	void (*deal)(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng);
	/* Carries out a legal move of the seat to move. */
	void (*apply)(struct mk_world *world, struct mk_move move);
	/* The view before the first snapshot. */
	void (*init_view)(struct mk_view *view, const struct mk_rules *rules);
	/*
	 * The legal moves of the seat to move. If more than MK_MAX_MOVES are legal, those that
	 * matter, including all of the best.
	 */
	size_t (*view_moves)(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES]);
	/* MK_WAITING before the first snapshot, MK_PLAYING while there is a move to make. */
	enum mk_outcome (*outcome)(const struct mk_view *view);

	/* ---- Rules ---- */
	/* The options of `presets`. NULL with a count of 0: there are none. */
	const struct mk_option *options;
	size_t option_count;
	/* The rules in words. NULL: players see only the options of the preset. */
	const struct mk_rulebook *rulebook;
	/* MK_IMPOSSIBLE with the option's pointer when rules exclude each other. NULL: none do. */
	enum mk_status (*check_rules)(const struct mk_rules *rules, struct mk_error *error);
	/*
	 * MK_IMPOSSIBLE with the option's pointer where the program cannot deal by these rules, or
	 * a person plays another seat. NULL: the program can deal by all rules.
	 */
	enum mk_status (*check_opponents)(const struct mk_rules *rules, struct mk_error *error);
	/*
	 * Incremented when the meaning of a view changes but not its size: stored copies of views
	 * are then recomputed. The first format is 0.
	 */
	uint16_t view_format;

	/* ---- Piles (makker/piles.h) ---- */
	/*
	 * The piles of the table, ended by a row without a name. A game whose snapshots or tables
	 * have more than piles (Klondike's candidates, the tricks of Doppelkopf) lists the piles
	 * all the same, and has its own slots of `notation` for the rest. NULL: the table is
	 * described by the slots of `notation`, observe and apply_snapshot, which are then
	 * required.
	 */
	const struct mk_pile_kind *piles;
	/* The content of the pile at `position`; `pile` is zeroed. Required with `piles`. */
	void (*pile)(const struct mk_view *view, int position, struct mk_pile *pile);
	/*
	 * Sets the view from the first, wholly readable table; `view` is as init_view left it.
	 * MK_IMPOSSIBLE with the place where no table can be like this. NULL: allowed if
	 * apply_snapshot and apply_finding are given.
	 */
	enum mk_status (*set_table)(
		struct mk_view *view, const struct mk_piles *piles, struct mk_error *error);

	/* ---- Worlds with hidden cards ---- */
	/*
	 * The view of `seat` after complete observation; inside `world` or in `buffer` (view_size
	 * bytes), valid as long as they are. NULL: nothing is hidden, a world is a view (of equal
	 * size); then the next four may be NULL, too.
	 */
	const struct mk_view *(*view_of_seat)(
		const struct mk_world *world, int seat, struct mk_view *buffer);
	/*
	 * Samples a world uniformly from those consistent with the view; false when none was found.
	 * NULL: the view itself.
	 */
	bool (*sample_world)(
		const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);
	/* MK_NO_SEAT when the game is over. NULL: the only seat, while the outcome is MK_PLAYING.
	 */
	int (*seat_to_move)(const struct mk_world *world);
	/* NULL: view_moves() of the world. */
	size_t (*world_moves)(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES]);
	/* The result for each seat, in the game's unit. NULL: 1 where the only seat has won, else
	 * 0.
	 */
	void (*payoff)(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
	/* True: values and payoffs are points; false: they are chances of winning, from 0 to 1. */
	bool has_points;

	/*
	 * For reviews of a game of points with hidden cards. True if `move` is a decision of the
	 * view's seat at this table: its turn, and its move. NULL together with points_won.
	 */
	bool (*is_own_move)(const struct mk_view *view, const struct mk_move *move);
	/*
	 * The points of the view's seat in all finished deals; true if no deal is being played, so
	 * that this is the total. NULL: a game of points has no reviews.
	 */
	bool (*points_won)(const struct mk_view *view, double *points);

	/*
	 * The bias of the first strategy's search at this table: its value minus the mean result of
	 * games in which all seats play by that search. Reviews subtract it. NULL: 0.
	 */
	double (*review_excess)(const struct mk_view *view);

	/* NULL: seats move only on their turn. */
	const struct mk_out_of_turn *out_of_turn;

	/* NULL: mistakes have no kinds. */
	const struct mk_mistakes *mistakes;

	/* The snapshot of a faultless camera at `seat`. NULL: the piles of its view. */
	void (*observe)(const struct mk_world *world, int seat, struct mk_snapshot *seen);
	/*
	 * The first violated invariant as English text, for tests; NULL if there is none. A NULL
	 * slot: no checks.
	 */
	const char *(*check_invariants)(const struct mk_world *world);
	/* The length of a game in the game's own measure. NULL: in moves. */
	uint32_t (*length)(const struct mk_world *world);
	/*
	 * Plays a world that was just dealt to its end where no seat has a choice: the same as move
	 * by move, but faster. Returns the number of moves; 0, with the world unchanged, where
	 * there is a choice. NULL: there always is one.
	 */
	uint32_t (*play_forced)(struct mk_world *world);
	/*
	 * The card that the move turns up when carried out, in the form of apply_reported_move();
	 * MK_NO_CARD if it turns up none, or is illegal. NULL: without hidden cards, no move turns
	 * up a card; with hidden cards, the program cannot deal for players.
	 */
	mk_card (*card_turned_up)(const struct mk_world *world, struct mk_move move);
	/*
	 * For a game of several seats with hidden cards: completes a move reported by the player of
	 * the first seat, whose turn it is, for apply(). MK_IMPOSSIBLE or MK_OVER do not depend on
	 * hidden cards. NULL: the program cannot deal for players.
	 */
	enum mk_status (*complete_move)(const struct mk_world *world, struct mk_move reported,
		struct mk_move *move, struct mk_error *error);
	/*
	 * Deals a given deck, for the first deal of a match: each card of deck_cards() once (twice
	 * with has_duplicate_cards), in the order that a player of the game lays them out. `rng`
	 * decides later random events. NULL, both: a deck cannot be given.
	 */
	mk_cards (*deck_cards)(const struct mk_rules *rules);
	void (*deal_deck)(struct mk_world *world, const struct mk_rules *rules, const mk_card *deck,
		struct mk_rng *rng);
	/*
	 * When a deal is over and its match is not: the move for apply() that deals the next one.
	 * False: the match is over, or a seat is to move. NULL: a deal is a whole match.
	 */
	bool (*next_deal)(const struct mk_world *world, struct mk_move *move);
	/* Shows every hidden card to all seats. NULL: the game cannot be played with perfect
	 * information. */
	void (*reveal_all)(struct mk_world *world);

	/* ---- Tracking a table ---- */
	/*
	 * Finds the moves made since `view` and updates it. `suggested` (may be NULL) is the move
	 * that was suggested to the player. MK_OK: `finding` has the result (with MK_UNCHANGED and
	 * MK_LOOK_AGAIN the view is unchanged). MK_CONFLICT: `finding` is MK_CONTRADICTION with its
	 * conflicts, the view is unchanged. NULL: the first snapshot goes to set_table(); a later
	 * one is explained by at most four moves, each of which changes at most two piles.
	 */
	enum mk_status (*apply_snapshot)(struct mk_view *view, const struct mk_snapshot *seen,
		const struct mk_move *suggested, struct mk_finding *finding,
		struct mk_error *error);
	/*
	 * The same with a tracker that combines the snapshots of an unchanged table and drops
	 * readings without support by another snapshot. `memory` (tracker_size bytes, zeroed before
	 * the first snapshot) changes whatever the result is; after other changes of the view it is
	 * zeroed. With `seen` NULL the newest snapshot is interpreted again with the player's hint.
	 * MK_BUSY: the node budget `most_tables` of the context was exhausted; `memory` must be
	 * discarded. NULL: apply_snapshot() interprets each snapshot separately.
	 */
	size_t tracker_size;
	enum mk_status (*track_snapshot)(struct mk_view *view, struct mk_tracker *memory,
		const struct mk_snapshot *seen, const struct mk_snapshot_context *occasion,
		struct mk_finding *finding, struct mk_error *error);
	/*
	 * Updates `memory` after a reported move: drops the snapshots of the table before it, and
	 * keeps the reading quality of the cards that the move does not touch. NULL: `memory` is
	 * zeroed.
	 */
	void (*track_move)(struct mk_tracker *memory, const struct mk_finding *reported);
	/*
	 * The number of hypotheses that a view keeps: more than 1 where no snapshot distinguishes
	 * them. They are numbered; 0 is the view itself. `choose` keeps those that agree with the
	 * player's answer of that number (describe_answer()), with a finding for apply_finding();
	 * MK_IMPOSSIBLE if there is no such answer. NULL, both: there is always one hypothesis.
	 * `asks_which`: true if more than one is kept and the question is due; until then play
	 * continues, and later snapshots may decide. NULL: the question is due at once.
	 */
	int (*explanations)(const struct mk_view *view);
	bool (*asks_which)(const struct mk_view *view);
	enum mk_status (*choose)(struct mk_view *view, int number, struct mk_finding *finding,
		struct mk_error *error);
	/*
	 * True if something is uncertain but no question is due, because it makes no difference or
	 * later snapshots may decide it. Play continues. NULL: never.
	 */
	bool (*is_open)(const struct mk_view *view);
	/*
	 * Resolves the uncertainty of is_open by a count that the player enters, with a finding for
	 * apply_finding(); hypotheses with another count are dropped. False, with nothing changed,
	 * if the count decides nothing. NULL with is_open.
	 */
	bool (*settle_by_count)(
		struct mk_view *view, const struct mk_count *count, struct mk_finding *finding);
	/*
	 * Chooses among several hypotheses by the card that the player enters for a place
	 * (MK_NO_CARD: none): those with another card are dropped, with a finding for
	 * apply_finding(). False, with nothing changed, if no hypothesis has that card there, or
	 * all have. NULL: never.
	 */
	bool (*settle_by_card)(
		struct mk_view *view, const struct mk_place *stated, struct mk_finding *finding);
	/*
	 * Interprets the newest, unexplained snapshot again with a present count that the player
	 * enters. MK_OK: the snapshot is explained; `view` and `finding` have the result.
	 * MK_CONFLICT: the count is relevant, but no hypothesis with it explains the snapshot.
	 * MK_IMPOSSIBLE: the count is irrelevant to the snapshot. NULL: it always is.
	 */
	enum mk_status (*explain_by_count)(struct mk_view *view, const struct mk_tracker *memory,
		const struct mk_count *count, struct mk_finding *finding);
	/*
	 * The cards that were read in too few snapshots to be certain: another snapshot of the same
	 * table may confirm them. `confirm` clears the set and all other bookkeeping of certainty:
	 * the search has the same result before and after it, and views of the same table are equal
	 * after it, whatever their history. `confirm_card` removes one card, which the player has
	 * checked, with a finding for apply_finding(). NULL, all: every card that was read is
	 * certain.
	 */
	mk_cards (*unconfirmed)(const struct mk_view *view);
	void (*confirm)(struct mk_view *view);
	void (*confirm_card)(struct mk_view *view, mk_card card, struct mk_finding *finding);
	/*
	 * Applies a legal move that the player reports, with the card that it turned up
	 * (MK_NO_CARD: none). MK_IMPOSSIBLE where the card is impossible, or missing. NULL: in a
	 * game without hidden cards, apply().
	 */
	enum mk_status (*apply_reported_move)(struct mk_view *view, struct mk_move move,
		mk_card revealed, struct mk_finding *finding, struct mk_error *error);
	/*
	 * Replays an accepted finding; an invalid one is rejected with MK_IMPOSSIBLE. MK_UNCHANGED
	 * ends a replayed sequence: until then a view may lack data that only the latest view
	 * needs. NULL: the first finding goes to set_table(), moves to apply_reported_move().
	 */
	enum mk_status (*apply_finding)(
		struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

	/* ---- Corrections ---- */
	/* The card at a place, or MK_NO_CARD; `index` counts from 1 from the deepest card on, 0 is
	 * the front. NULL: that of the pile; without piles no card can be corrected. */
	mk_card (*card_at)(const struct mk_view *view, int position, int index);
	/*
	 * Each card exists more than once: a correction applies only to the event that reported the
	 * card, not to all its occurrences. Findings then number the cards of a place from 1, as
	 * card_at() does, whose index 0 is the last of them.
	 */
	bool has_duplicate_cards;
	/* Corrects a count; MK_IMPOSSIBLE where it is impossible. NULL: no count can be corrected.
	 */
	enum mk_status (*set_count)(
		struct mk_view *view, const struct mk_count *count, struct mk_error *error);
	/*
	 * Other findings that explain `seen` from the table before it, for a player who reports a
	 * wrong interpretation: those that leave the fewest readings over, or one more, the
	 * simplest first, at most `capacity`. `reported` (MK_NO_CARD: none) may have turned up
	 * although no snapshot shows it. Returns their number. count_conflicts: the number of
	 * places where a snapshot disagrees with `view`; a place counts twice where the card that
	 * lies there is not easily read as the one that was seen, MK_TYPED_CONFLICT times where a
	 * person `typed` the snapshot, and once in any case where it is the `reported` card, or the
	 * place that is reported to be empty (NULL: nothing is). NULL, one or both: the game has no
	 * alternatives. They need card_at() and the one-line form.
	 */
	size_t (*alternative_findings)(const struct mk_view *view, const struct mk_snapshot *seen,
		mk_card reported, struct mk_finding *findings, size_t capacity);
	int (*count_conflicts)(const struct mk_view *view, const struct mk_snapshot *seen,
		const struct mk_place *reported, bool typed);

	/* ---- Search ---- */
	/*
	 * For a game without choices: writes the result of the deal in `line` (NUL-terminated, in
	 * the format of the game's collections). NULL: the game has choices.
	 */
	enum mk_status (*forced_result)(const char *line, const struct mk_rules *rules,
		struct mk_text *out, struct mk_error *error);
	/*
	 * The exact solver; NULL: none. Without `search`, every strategy with has_search uses it,
	 * within the budget.
	 */
	const struct mk_solver_api *solver;
	const struct mk_search_game *search; /* NULL: the shared search is not used */
};

/*
 * MK_IMPOSSIBLE "game_incomplete" with the pointer of the first slot that is missing or contradicts
 * another ("/notation/write_move"). Called for each game when a program starts, and first by the
 * conformance tests.
 */
enum mk_status mk_game_check(const struct mk_game *game, struct mk_error *error);

/* The same for all games of mk_games; the error names the game, too. */
enum mk_status mk_games_check(struct mk_error *error);

/* ---- Calls with defaults: as the slot of the same name --------------------------------------- */

/* True if no card is ever hidden: a world is a view. */
static inline bool mk_game_is_open(const struct mk_game *game)
{
	return game->view_of_seat == NULL;
}

int mk_game_seat_to_move(const struct mk_game *game, const struct mk_world *world);
size_t mk_game_world_moves(const struct mk_game *game, const struct mk_world *world,
	struct mk_move moves[MK_MAX_MOVES]);
void mk_game_payoff(
	const struct mk_game *game, const struct mk_world *world, double payoff[MK_MAX_SEATS]);
const char *mk_game_check_invariants(const struct mk_game *game, const struct mk_world *world);
const struct mk_view *mk_game_view_of_seat(
	const struct mk_game *game, const struct mk_world *world, int seat, struct mk_view *buffer);
void mk_game_observe(const struct mk_game *game, const struct mk_world *world, int seat,
	struct mk_snapshot *seen);
/* True if the program can deal for players and keep cards hidden: practice tables. */
bool mk_game_can_deal(const struct mk_game *game);
mk_card mk_game_card_turned_up(
	const struct mk_game *game, const struct mk_world *world, struct mk_move move);
/*
 * True if, by `view`, the move could also have turned up another card than `card`. Also true if
 * memory is exhausted.
 */
bool mk_game_was_hidden(
	const struct mk_game *game, const struct mk_view *view, struct mk_move move, mk_card card);
/*
 * The table after `made`, if the move revealed nothing new. False if it did, or its result is not
 * known; `after` is then undefined.
 */
bool mk_game_table_after(const struct mk_game *game, const struct mk_view *before,
	const struct mk_played_move *made, struct mk_view *after);
bool mk_game_sample_world(const struct mk_game *game, const struct mk_view *view,
	struct mk_rng *rng, struct mk_world *world);
enum mk_status mk_game_apply_snapshot(const struct mk_game *game, struct mk_view *view,
	const struct mk_snapshot *seen, const struct mk_move *suggested, struct mk_finding *finding,
	struct mk_error *error);
enum mk_status mk_game_apply_reported_move(const struct mk_game *game, struct mk_view *view,
	struct mk_move move, mk_card revealed, struct mk_finding *finding, struct mk_error *error);
enum mk_status mk_game_apply_finding(const struct mk_game *game, struct mk_view *view,
	const struct mk_finding *finding, struct mk_error *error);
/* True if the game can write snapshots, write them as a line, read tables. */
bool mk_game_writes_snapshots(const struct mk_game *game);
bool mk_game_writes_lines(const struct mk_game *game);
bool mk_game_reads_tables(const struct mk_game *game);

/* True if the game supports card_at(), which otherwise always returns MK_NO_CARD. */
bool mk_game_has_card_at(const struct mk_game *game);
mk_card mk_game_card_at(
	const struct mk_game *game, const struct mk_view *view, int position, int index);

enum mk_status mk_snapshot_read(const struct mk_game *game, const struct json_t *json,
	struct mk_snapshot *seen, struct mk_error *error);
/* False, and nothing is written, where the game cannot write one. */
bool mk_snapshot_write(struct mk_text *out, const char *key, const struct mk_game *game,
	const struct mk_snapshot *seen);
bool mk_snapshot_write_line(
	struct mk_text *out, const struct mk_game *game, const struct mk_snapshot *seen);
void mk_place_write(struct mk_text *out, const struct mk_game *game, int position);
enum mk_status mk_move_read(const struct mk_game *game, const struct json_t *json,
	const struct mk_view *view, struct mk_move *move, mk_card *revealed,
	struct mk_error *error);
void mk_move_write_short(struct mk_text *out, const struct mk_game *game, struct mk_move move);
void mk_finding_write(struct mk_text *out, const char *key, const struct mk_game *game,
	const struct mk_finding *finding);
enum mk_status mk_finding_read(const struct mk_game *game, const struct json_t *json,
	struct mk_finding *finding, struct mk_error *error);
void mk_describe_card(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	struct mk_move move);
void mk_describe_reason(
	struct mk_text *out, const struct mk_game *game, enum mk_language language, int reason);
void mk_describe_conflict(struct mk_text *out, const struct mk_game *game,
	enum mk_language language, const struct mk_conflict *conflict);
void mk_describe_message(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, const struct mk_finding *finding,
	const struct mk_move *suggestion);
void mk_table_draw(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, struct mk_card_style style);

/* The codes of conflicts, ended by NULL; NULL: none. */
const char *const *mk_game_conflict_codes(const struct mk_game *game);

/* ---- All games ------------------------------------------------------------------------------- */

/* All games; `mk_game_count` of them. */
extern const struct mk_game *const mk_games[];
extern const size_t mk_game_count;

/* By name, or NULL. */
const struct mk_game *mk_game_find(const char *name);

/*
 * A snapshot in the one-line form; white space around it and one line end are allowed. MK_MALFORMED
 * where the game has no such form.
 */
enum mk_status mk_snapshot_read_line(const struct mk_game *game, const char *line, size_t length,
	struct mk_snapshot *seen, struct mk_error *error);

/* A table as mk_table_write() writes it. MK_IMPOSSIBLE where the game cannot read one. */
enum mk_status mk_view_read_table(const struct mk_game *game, const struct json_t *table,
	const struct mk_rules *rules, struct mk_view *view, struct mk_error *error);

/* By name, or NULL. */
const struct mk_preset *mk_preset_find(const struct mk_game *game, const char *name);
const struct mk_strategy *mk_strategy_find(const struct mk_game *game, const char *name);

/*
 * Reads a JSON object of options over `rules` (which hold a preset's values) and checks the whole.
 * `where` in the error starts with `base` ("/rules").
 */
enum mk_status mk_rules_read(const struct mk_game *game, const struct json_t *json,
	const char *base, struct mk_rules *rules, struct mk_error *error);
/* The same for a journal or an export, whose options may have names of earlier versions. */
enum mk_status mk_rules_read_stored(const struct mk_game *game, const struct json_t *json,
	const char *base, struct mk_rules *rules, struct mk_error *error);

/*
 * Adds a move's own fields and its words to the open JSON object. `view` is the table before the
 * move.
 */
void mk_move_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, struct mk_move move);

/* The same for a ranked move, with its values, reasons and line. */
void mk_ranked_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, const struct mk_ranked_move *ranked);

/*
 * Writes all fields of a table into the open JSON object. `advice` (may be NULL) belongs to this
 * table.
 */
void mk_table_write(struct mk_text *out, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice);

/* The same without the forecast: the input of read_table. */
void mk_table_write_fields(
	struct mk_text *out, const struct mk_game *game, const struct mk_view *view);

/* Writes all options with their values as members of the open JSON object. */
void mk_rules_write(struct mk_text *out, const struct mk_game *game, const struct mk_rules *rules);

/*
 * Writes the rules of the game by a preset in words: the sections of its rulebook, and between them
 * the options of the preset with their values.
 */
void mk_rulebook_write(struct mk_text *out, const struct mk_game *game,
	const struct mk_preset *preset, enum mk_language language, enum mk_rulebook_form form);

/* Writes the value of the option in that place of the game's table, under the name `key`. */
void mk_rule_write(struct mk_text *out, const char *key, const struct mk_option *option,
	const struct mk_rules *rules, int32_t value);

#endif
