/*
 * A game, as the rest of the program sees it: one struct mk_game, named in src/games/registry.c.
 *
 * Three kinds of state, each plain data without pointers, whose size and content only the game
 * knows:
 *   a world     has every card in its place (simulated tables own worlds);
 *   a view      is what one seat knows (advice gets views only: peeking is a compile error);
 *   a snapshot  is what is visible at one moment, with its doubts.
 * The caller provides their storage, `size` bytes aligned for anything; copying is memcpy.
 *
 * Functions that can fail leave their outputs untouched when they do.
 *
 * Fifteen slots are required: name, title, seats, view_size, world_size, snapshot_size, presets,
 * strategies, deal, apply, init_view, view_moves, outcome, and write_move and describe_move of
 * `notation`. All others may be NULL; "NULL:" at the slot says what that means. A game with hidden
 * cards has view_of_seat and what that needs; a game without `piles` (makker/piles.h) writes and
 * reads its snapshots and tables itself. mk_game_check() names what is missing.
 *
 * The slots are called by way of the functions mk_game_...() and mk_..._write() below, which know
 * the defaults; a slot that is required may be called directly.
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

struct json_t; /* jansson's, which reads what comes in */
struct mk_world;
struct mk_view;
struct mk_snapshot;
struct mk_tracker; /* what pictures of one table leave behind besides the view: readings, doubts */

enum {
	MK_MAX_SEATS = 4,
	MK_NO_SEAT = -1,
};

/* The weight of a conflict with a snapshot that a person typed: more than any correction is worth.
 */
enum { MK_TYPED_CONFLICT = 100 };

/* ---- Judgement
 * ------------------------------------------------------------------------------------ */

struct mk_budget;

/*
 * A way to choose. `evaluate` fills `advice` (all legal moves, best first; it may leave out the
 * times, the certainty and the line of a win), in 20 ms at most, since the daemon calls it between
 * requests. `choose_move` makes the same choice as the suggestion of `evaluate`, quickly; false
 * when the strategy has no move. One with `has_search` has a game with a solver or a
 * `mk_search_game`, or its own `search`, and these two are its judgement before it has searched:
 * see makker/search.h. Where the game has neither, that judgement is all.
 */
struct mk_strategy {
	const char *name; /* nothing here may be NULL, except `search` */
	struct mk_phrase description;
	bool has_search;
	void (*evaluate)(const struct mk_view *view, struct mk_advice *advice);
	bool (*choose_move)(const struct mk_view *view, struct mk_move *move);
	/*
	 * Makes the judgement of `evaluate`, which is in `advice`, better, within `budget`; stops
	 * early when `cancel` (may be NULL) says so. On a thread of its own. NULL: the shared
	 * search.
	 */
	void (*search)(const struct mk_view *view, const struct mk_budget *budget,
		const atomic_bool *cancel, struct mk_advice *advice);
};

/*
 * Something that a player can set out to do, identified by the game's own `tag`, and the move that
 * it begins with. Several plans may begin with the same move (each card that can be turned to is
 * one).
 */
struct mk_plan {
	struct mk_move first;
	uint32_t tag;
};

/*
 * The members of a game that the shared search uses. Values are in the game's unit, for the seat to
 * move.
 */
struct mk_search_game {
	/*
	 * Goals worth pursuing, at most MK_MAX_MOVES, the favourite of the playouts'
	 * policy first; nothing that only rearranges. A
	 * player who makes the first move of any of them, whichever and in whatever order at each
	 * table again, comes to an end and never back to a table.
	 */
	size_t (*plans)(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES]);
	/*
	 * Plans that go on where `plan` ends, otherwise than the policy would, and end where none
	 * of the `count` plans of the search so far does; they begin with the same move. Asked of
	 * the best plans where there is time for it. Returns how many, at most `capacity`. NULL:
	 * none.
	 */
	size_t (*longer_plans)(const struct mk_view *view, const struct mk_plan *plan,
		const struct mk_plan *plans, size_t count, struct mk_plan *longer, size_t capacity);
	/*
	 * One of longer_plans(), found by its tag at a later table, as it begins there. False when
	 * its first goal is reached, or the rest of it cannot follow. NULL where that is.
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
	 * The result when `plan` is carried out in `world` and all seats go on by the game's quick
	 * policy, which uses only what they know.
	 */
	double (*playout)(
		const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng);
	/*
	 * The results of `count` plans (1 to MK_MAX_MOVES) in the same world, each with a copy of
	 * `rng`: what playout() returns for each, perhaps sooner. NULL: playout() one by one.
	 */
	void (*playouts)(const struct mk_world *world, const struct mk_plan *const *plans,
		size_t count, const struct mk_rng *rng, double *results);
	/* Equal for views that differ only by rearrangement: the start of the search's chance. */
	uint64_t (*digest)(const struct mk_view *view);
	double lowest, highest; /* the range of results */

	/* A result that is proven without search, for all hidden cards. NULL: none. */
	enum mk_certainty (*prove)(const struct mk_view *view);
	/* Is every card known, so that there is one world only? The exact solver is asked then.
	 * NULL: the solver is not asked. */
	bool (*is_fully_known)(const struct mk_view *view);
	/*
	 * The value of the search's own play where its playouts have `value` (it plays better than
	 * they do). NULL: the same.
	 */
	double (*calibrate)(const struct mk_view *view, double value);
};

/* ---- Mistakes ---------------------------------------------------------------------------------
 */

/*
 * A kind of choice that players make where another move was better. Reviews add up what the choices
 * of each kind cost, so that a player learns from many games.
 */
struct mk_mistake_kind {
	const char *name;      /* lower case, digits and '_' */
	struct mk_phrase text; /* to the player, without a full stop: "You deal too early" */
};

/* The first row of every game is for all that has no row of its own. */
enum { MK_MAX_MISTAKE_KINDS = 16, MK_OTHER_MISTAKE = 0 };

struct mk_mistakes {
	size_t count; /* 1 to MK_MAX_MISTAKE_KINDS */
	const struct mk_mistake_kind *kinds;
	/*
	 * The row of `made` at a table where `better`, another move of the same seat, is the best:
	 * its `kind` is 0 where the seat had better said nothing (struct mk_out_of_turn).
	 */
	unsigned (*kind_of)(const struct mk_view *view, const struct mk_move *made,
		const struct mk_move *better);
};

/*
 * An announcement beside the moves, on any seat's turn, or its omission. Reviews count those of
 * the first seat among its decisions.
 */
struct mk_comparison {
	struct mk_move other; /* what the move is compared with; its `kind` is 0: saying nothing */
	double without, with; /* the deal's value to the seat with `other`, and with the move */
	double error;         /* standard error of `with` - `without` */
	uint64_t nodes;       /* playouts */
};

struct mk_out_of_turn {
	/* True if the seat of the view makes `move`, and the turn stays where it is. */
	bool (*keeps_turn)(const struct mk_view *view, const struct mk_move *move);
	/* True if it does so on the turn of another seat. */
	bool (*is_one)(const struct mk_view *view, const struct mk_move *move);
	/*
	 * `move` against `other`; NULL: against the best of what says less, silence among it.
	 * Within the budget. False, with `comparison` unchanged: no deal was played out.
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
	/* A view before anything was seen. */
	void (*init_view)(struct mk_view *view, const struct mk_rules *rules);
	/* The legal moves of the seat to move. Where more than MK_MAX_MOVES are legal, those that
	 * matter: all of the best among them. */
	size_t (*view_moves)(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES]);
	/* MK_WAITING before the first snapshot, MK_PLAYING while there is a move to make. */
	enum mk_outcome (*outcome)(const struct mk_view *view);

	/* ---- Rules ---- */
	/* The options of `presets`. NULL with a count of 0: there are none. */
	const struct mk_option *options;
	size_t option_count;
	/* The rules in words. NULL: a player is shown the options of the preset alone. */
	const struct mk_rulebook *rulebook;
	/* MK_IMPOSSIBLE with the option's pointer when rules exclude each other. NULL: none do. */
	enum mk_status (*check_rules)(const struct mk_rules *rules, struct mk_error *error);
	/*
	 * MK_IMPOSSIBLE with the option's pointer where the program cannot deal by these rules, or
	 * a person plays another seat. NULL: the program always can.
	 */
	enum mk_status (*check_opponents)(const struct mk_rules *rules, struct mk_error *error);
	/* Raised whenever a view means something else in the same number of bytes: stored copies of
	 * views are then computed again. 0 for the first. */
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
	 * Takes over a table as it was first seen, all of it readable; `view` is as init_view left
	 * it. MK_IMPOSSIBLE with the place where a table cannot be like this. NULL: apply_snapshot
	 * and apply_finding are given.
	 */
	enum mk_status (*set_table)(
		struct mk_view *view, const struct mk_piles *piles, struct mk_error *error);

	/* ---- Worlds with hidden cards ---- */
	/*
	 * What `seat` knows when it has missed nothing; inside `world` or in `buffer` (view_size
	 * bytes), valid as long as they are. NULL: nothing is hidden, a world is a view (of equal
	 * size); then the next four may be NULL, too.
	 */
	const struct mk_view *(*view_of_seat)(
		const struct mk_world *world, int seat, struct mk_view *buffer);
	/* A world that is consistent with the view, all of them equally likely; false when none was
	 * found. NULL: the view itself. */
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
	 * Reviews of a game of points with hidden cards. True if `move` is one that the seat of the
	 * view decides on at this table: its turn, and its move. NULL with the next one.
	 */
	bool (*is_own_move)(const struct mk_view *view, const struct mk_move *move);
	/*
	 * The points of the view's seat in all deals that are over; true if none is being played,
	 * so that this is the total. NULL: such a game has no reviews.
	 */
	bool (*points_won)(const struct mk_view *view, double *points);

	/*
	 * By how much what the search of the first strategy says of this table is more than the
	 * seat wins on average in games of that search, all seats: reviews take it off. NULL:
	 * nothing.
	 */
	double (*review_excess)(const struct mk_view *view);

	/* NULL: seats move on their turn alone. */
	const struct mk_out_of_turn *out_of_turn;

	/* NULL: mistakes have no kinds. */
	const struct mk_mistakes *mistakes;

	/* The snapshot of a faultless camera at `seat`. NULL: the piles of its view. */
	void (*observe)(const struct mk_world *world, int seat, struct mk_snapshot *seen);
	/* The first broken invariant as English text, for tests. NULL: nothing is checked. */
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
	 * The card that the move turns up where it is carried out, MK_NO_CARD where it turns up
	 * none, or is not legal: as apply_reported_move() takes it. NULL: in a game where nothing
	 * is hidden, no move does; in another one the program cannot deal for players.
	 */
	mk_card (*card_turned_up)(const struct mk_world *world, struct mk_move move);
	/*
	 * Of a game of several seats with hidden cards: the move that the player in the first one,
	 * whose turn it is, has reported, as apply() takes it. MK_IMPOSSIBLE or MK_OVER, the same
	 * whatever is hidden. NULL: the program cannot deal for players.
	 */
	enum mk_status (*complete_move)(const struct mk_world *world, struct mk_move reported,
		struct mk_move *move, struct mk_error *error);
	/*
	 * Deals a given deck, for the first deal of a match: each card of deck_cards() once (twice
	 * with has_duplicate_cards), in the order that a player of the game lays them out. `rng` is
	 * for what chance decides later. NULL, both: a deck cannot be given.
	 */
	mk_cards (*deck_cards)(const struct mk_rules *rules);
	void (*deal_deck)(struct mk_world *world, const struct mk_rules *rules, const mk_card *deck,
		struct mk_rng *rng);
	/*
	 * Where a deal is over and its match is not: the move by which the next one is dealt, for
	 * apply(). False: the match is over, or a seat is to move. NULL: a deal is a whole match.
	 */
	bool (*next_deal)(const struct mk_world *world, struct mk_move *move);
	/* Shows every hidden card to all seats. NULL: the game cannot be played with perfect
	 * information. */
	void (*reveal_all)(struct mk_world *world);

	/* ---- Tracking a table ---- */
	/*
	 * Finds what happened since `view` and brings it up to date. `suggested` (may be NULL) is
	 * the move that was suggested to the player. MK_OK: `finding` has the result (with
	 * MK_UNCHANGED and MK_LOOK_AGAIN the view is unchanged). MK_CONFLICT: `finding` is
	 * MK_CONTRADICTION with its conflicts, the view is unchanged. NULL: the first snapshot goes
	 * to set_table(); a later one is explained by at most four moves, each of which changes at
	 * most two piles.
	 */
	enum mk_status (*apply_snapshot)(struct mk_view *view, const struct mk_snapshot *seen,
		const struct mk_move *suggested, struct mk_finding *finding,
		struct mk_error *error);
	/*
	 * The same with a tracker that combines the snapshots of an unchanged table and drops a
	 * reading that no other supports. `memory` (tracker_size bytes, zeroed before the first
	 * snapshot) changes whatever the result is; after other changes of the view it is zeroed.
	 * With `seen` NULL the newest snapshot is interpreted once more, with the player's hint.
	 * MK_BUSY: `most_tables` of the context did not suffice; `memory` is to be discarded.
	 * NULL: apply_snapshot() takes each snapshot alone.
	 */
	size_t tracker_size;
	enum mk_status (*track_snapshot)(struct mk_view *view, struct mk_tracker *memory,
		const struct mk_snapshot *seen, const struct mk_snapshot_context *occasion,
		struct mk_finding *finding, struct mk_error *error);
	/*
	 * A move was reported: `memory` forgets the snapshots of the table before it, and keeps how
	 * well the cards that it leaves as they are were read. NULL: it is zeroed.
	 */
	void (*track_move)(struct mk_tracker *memory, const struct mk_finding *reported);
	/*
	 * The number of explanations that a view keeps: more than 1 where no snapshot distinguishes
	 * them. They are numbered; 0 is the view itself. `choose` leaves those that the player's
	 * answer of that number allows, see describe_answer(), with a finding for apply_finding();
	 * MK_IMPOSSIBLE where there is none of that number. NULL, both: there is always one.
	 * `asks_which`: more than one is kept, and it is time to ask; before that the game goes on,
	 * and later snapshots may show it. NULL: it is asked at once.
	 */
	int (*explanations)(const struct mk_view *view);
	bool (*asks_which)(const struct mk_view *view);
	enum mk_status (*choose)(struct mk_view *view, int number, struct mk_finding *finding,
		struct mk_error *error);
	/*
	 * Is something open that no question is asked about yet, because it makes no difference or
	 * later snapshots show it? The game goes on. NULL: never.
	 */
	bool (*is_open)(const struct mk_view *view);
	/*
	 * Settles what is open by a count that the player tells, with a finding for
	 * apply_finding(); of several explanations those remain that have it. False, with nothing
	 * changed, where the count does not. NULL with is_open.
	 */
	bool (*settle_by_count)(
		struct mk_view *view, const struct mk_count *count, struct mk_finding *finding);
	/*
	 * Several explanations are kept, and the player says which card lies at a place now
	 * (MK_NO_CARD: none): those remain in which it does, with a finding for apply_finding().
	 * False, with nothing changed, where that is so in none, or in all of them. NULL: never.
	 */
	bool (*settle_by_card)(
		struct mk_view *view, const struct mk_place *stated, struct mk_finding *finding);
	/*
	 * The newest snapshot is not understood, and the player says a count as it is now. MK_OK:
	 * with it the snapshot is explained, `view` and `finding` say how. MK_CONFLICT: something
	 * was done that the count depends on, and nothing explains the snapshot with it.
	 * MK_IMPOSSIBLE: it says nothing about the snapshot. NULL: it never does.
	 */
	enum mk_status (*explain_by_count)(struct mk_view *view, const struct mk_tracker *memory,
		const struct mk_count *count, struct mk_finding *finding);
	/*
	 * The cards that were read in too few snapshots to be certain: another snapshot of the same
	 * table may confirm them. `confirm` clears the set, and what else only says how well the
	 * table is known: the search finds the same before and after it, and views of the same
	 * table are equal after it, however they came about. `confirm_card` removes one card, which
	 * the player has checked, with a finding for apply_finding(). NULL, all: every card that
	 * was read is certain.
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
	 * Repeats an accepted finding; a hostile one is rejected, MK_IMPOSSIBLE. MK_UNCHANGED ends
	 * a sequence of them: before it a view may lack what only the present needs. NULL: the
	 * first one goes to set_table(), its moves to apply_reported_move().
	 */
	enum mk_status (*apply_finding)(
		struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

	/* ---- Corrections ---- */
	/* The card at a place, or MK_NO_CARD; `index` counts from 1 from the deepest card on, 0 is
	 * the front. NULL: that of the pile; without piles no card can be corrected. */
	mk_card (*card_at)(const struct mk_view *view, int position, int index);
	/*
	 * Each card exists more than once: a correction concerns the one event that reported it,
	 * not the card wherever it shows. Findings then number the cards of a place from 1, as
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
	 * Of a game without choices: writes the result of the deal on `line` (ended by a NUL, in
	 * the form of the game's collections). NULL: there is always a choice.
	 */
	enum mk_status (*forced_result)(const char *line, const struct mk_rules *rules,
		struct mk_text *out, struct mk_error *error);
	/*
	 * The exact solver. NULL: there is none. Without `search` every strategy that has_search
	 * asks it, within the budget.
	 */
	const struct mk_solver_api *solver;
	const struct mk_search_game *search; /* NULL: the shared search is not used */
};

/*
 * MK_IMPOSSIBLE "game_incomplete" with the pointer of the first slot that is missing or contradicts
 * another ("/notation/write_move"). Called for each game when a program starts, and first of all by
 * the conformance tests.
 */
enum mk_status mk_game_check(const struct mk_game *game, struct mk_error *error);

/* The same for all games of mk_games; the error names the game, too. */
enum mk_status mk_games_check(struct mk_error *error);

/* ---- Calls that know the defaults: as the slot of that name ---------------------------------- */

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
/* True if the program can deal for players and keep what is hidden: practice tables. */
bool mk_game_can_deal(const struct mk_game *game);
mk_card mk_game_card_turned_up(
	const struct mk_game *game, const struct mk_world *world, struct mk_move move);
/*
 * True if another card than `card` could have come up by the move, for all that `view` knows.
 * Without memory it is taken for hidden.
 */
bool mk_game_was_hidden(
	const struct mk_game *game, const struct mk_view *view, struct mk_move move, mk_card card);
/*
 * The table after `made`, where the move has shown nothing that was not known. False: it has, or
 * what it led to is not known; `after` is then anything.
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
/* True if the game writes its snapshots, writes them as a line, reads its tables. */
bool mk_game_writes_snapshots(const struct mk_game *game);
bool mk_game_writes_lines(const struct mk_game *game);
bool mk_game_reads_tables(const struct mk_game *game);

/* True if card_at() has an answer; MK_NO_CARD is the answer otherwise. */
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
/* The same of a journal or an export, whose options may have the names of earlier versions. */
enum mk_status mk_rules_read_stored(const struct mk_game *game, const struct json_t *json,
	const char *base, struct mk_rules *rules, struct mk_error *error);

/*
 * Adds a move's own fields and its words to the open JSON object. `view` is the table before the
 * move.
 */
void mk_move_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, struct mk_move move);

/* The same of a ranked move, with its values, reasons and line. */
void mk_ranked_write(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *view, const struct mk_ranked_move *ranked);

/* Writes all fields of a table into the open JSON object. `advice` (may be NULL) is of this table.
 */
void mk_table_write(struct mk_text *out, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice);

/* The same without the forecast: what read_table takes. */
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
