/*
 * The seam between games and everything else.
 *
 * Three kinds of state, each plain data without pointers, whose size the game tells and whose
 * inside only the game knows:
 *   a world    has every card in its place (simulated tables own worlds);
 *   a view     is what one seat knows (advice sees views only: peeking is a compile error);
 *   a sighting is what can be seen at one moment (a snapshot, with its doubts).
 * Storage for them comes from the caller, `size` bytes aligned for anything; copying is memcpy.
 *
 * Functions that can fail leave their outputs untouched when they do.
 */
#ifndef MAKKER_GAME_H
#define MAKKER_GAME_H

#include <makker/advice.h>
#include <makker/camera_sim.h>
#include <makker/card.h>
#include <makker/finding.h>
#include <makker/notation.h>
#include <makker/phrase.h>
#include <makker/random.h>
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

/* ---- Judgement
 * ------------------------------------------------------------------------------------ */

struct mk_budget;

/*
 * A way to choose. `rank` fills `advice` (all legal moves, best first; it may leave out the times,
 * the certainty and the line of a win). `pick` makes the same choice as `rank`'s suggestion,
 * quickly; false when the strategy has no move. One that `searches` has a game with `search`, or
 * its own way to `think`, and these two are its judgement before it has searched: see
 * makker/search.h. Where the game has neither, that judgement is all.
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
 * Something that a player can set out to do, told by the game's own `tag`, and the move that it
 * begins with. Several plans may begin with the same move (each card that can be turned to is one).
 */
struct mk_plan {
	struct mk_move first;
	uint32_t tag;
};

/*
 * What the shared search needs to know of a game. Values are in the game's unit, for the seat to
 * move.
 */
struct mk_search_game {
	/*
	 * What is worth setting out to do, at most MK_MAX_MOVES, the favourite of the playouts'
	 * policy first; nothing that only rearranges. A
	 * player who makes the first move of any of them, whichever and in whatever order at each
	 * table anew, comes to an end and never back to a table.
	 */
	size_t (*plans)(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES]);
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
	/* Equal for views that differ only by rearrangement: the start of the search's chance. */
	uint64_t (*digest)(const struct mk_view *view);
	double lowest, highest; /* the range of results */

	/* What can be proven of the table at a glance, whatever is hidden. NULL: nothing. */
	enum mk_certainty (*prove)(const struct mk_view *view);
	/* Is every card known, so that there is one world only? The exact solver is asked then.
	 * NULL: the solver is not asked. */
	bool (*is_fully_known)(const struct mk_view *view);
	/*
	 * What the search's own play wins where its playouts win `value` (it plays better than
	 * they do). NULL: the same.
	 */
	double (*calibrate)(const struct mk_view *view, double value);
};

/* ---- The game
 * ------------------------------------------------------------------------------------- */

/*
 * Members that may be NULL say what that means; all others are there. There are at least one preset
 * and one strategy; `options` may be NULL where there are none.
 */
struct mk_game {
	const char *name;
	struct mk_phrase title;
	int seats;
	size_t view_size, world_size, snapshot_size;
	/* Raised whenever a view means something else in the same number of bytes: stored copies of
	 * views are then computed anew. 0 for the first. */
	uint16_t view_format;

	const struct mk_option *options;
	size_t option_count;
	const struct mk_preset *presets; /* the first is the default */
	size_t preset_count;
	const struct mk_strategy *strategies; /* the first is the default */
	size_t strategy_count;

	/* MK_IMPOSSIBLE with the option's pointer when rules exclude each other. NULL: none do. */
	enum mk_status (*check_rules)(const struct mk_rules *rules, struct mk_error *error);

	/* Rules speak of worlds. */
	void (*deal)(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng);
	int (*seat_to_move)(
		const struct mk_world *world); /* seat to move, or MK_NO_SEAT when it is over */
	/* Where more than MK_MAX_MOVES are legal, those that matter: all of the best among them. */
	size_t (*world_moves)(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES]);
	void (*apply)(struct mk_world *world, struct mk_move move); /* a legal move */
	void (*payoff)(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
	const char *(*check_invariants)(
		const struct mk_world *world); /* first broken invariant, or NULL */
	/* How long the game was, in its own measure; NULL: in moves. */
	uint32_t (*length)(const struct mk_world *world);
	/*
	 * Plays `world`, which was just dealt, to its end at one go where nobody has anything to
	 * choose: as move by move, only faster. Returns how many moves that took; 0, and the world
	 * is as it was, where there is a choice. NULL: there always is.
	 */
	uint32_t (*play_forced)(struct mk_world *world);
	/* Shows every hidden card to all seats: the game is played open. NULL: it cannot be. */
	void (*reveal_all)(struct mk_world *world);

	/*
	 * Knowledge ties views to worlds. `view_of_seat` is what `seat` knows when it has missed
	 * nothing; the answer is inside `world` or in `room` (view_size bytes) and lives as long as
	 * they do.
	 */
	const struct mk_view *(*view_of_seat)(
		const struct mk_world *world, int seat, struct mk_view *room);
	void (*observe)(const struct mk_world *world, int seat, struct mk_snapshot *seen);
	/* A consistent world, all equally likely; false when none could be found. */
	bool (*sample_world)(
		const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);

	/* Before anything was seen. */
	void (*init_view)(struct mk_view *view, const struct mk_rules *rules);
	size_t (*view_moves)(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES]);
	enum mk_outcome (*outcome)(const struct mk_view *view);
	/*
	 * Finds what happened since `view` and brings it up to date. `suggested` (may be NULL) is
	 * the move that the player was told. MK_OK: `finding` says what was concluded (with
	 * MK_UNCHANGED and MK_LOOK_AGAIN the view is as it was). MK_CONFLICT: `finding` is
	 * MK_CONTRADICTION with its clashes, the view is as it was.
	 */
	enum mk_status (*apply_snapshot)(struct mk_view *view, const struct mk_snapshot *seen,
		const struct mk_move *suggested, struct mk_finding *finding,
		struct mk_error *error);
	/*
	 * The same with what earlier pictures of this table said: readings of a table that did not
	 * change are added up, and a reading that nothing else bears out is let go of. `memory`
	 * (tracker_size bytes, zeroed before the first picture) changes whatever the answer is;
	 * with other changes of the view it is zeroed. With `seen` NULL the newest picture is
	 * looked at once more, with what the player said of it. NULL: apply_snapshot() takes each
	 * picture by itself.
	 */
	size_t tracker_size;
	enum mk_status (*track_snapshot)(struct mk_view *view, struct mk_tracker *memory,
		const struct mk_snapshot *seen, const struct mk_snapshot_context *occasion,
		struct mk_finding *finding, struct mk_error *error);
	/*
	 * How many explanations of what was seen a view keeps: more than 1 where no picture can
	 * tell them apart. They are numbered; 0 is the view itself. `choose` makes one the only one
	 * (what the player answers), with a finding that apply_finding() takes; MK_IMPOSSIBLE where
	 * there is none of that number (any more). NULL, both: there is always one.
	 */
	int (*explanations)(const struct mk_view *view);
	enum mk_status (*choose)(struct mk_view *view, int number, struct mk_finding *finding,
		struct mk_error *error);
	/*
	 * The cards that were read, but in too few pictures to be believed beyond doubt: another
	 * picture of the same table may confirm them. `confirm` clears the set: views of the same
	 * table are equal after it. `confirm_card` takes one card out of it, at which the player
	 * has looked, with a finding that apply_finding() takes. NULL, all: a card that was read is
	 * believed.
	 */
	mk_cards (*unconfirmed)(const struct mk_view *view);
	void (*confirm)(struct mk_view *view);
	void (*confirm_card)(struct mk_view *view, mk_card card, struct mk_finding *finding);
	/*
	 * A legal move that the player tells, with the card that it turned up (MK_NO_CARD where it
	 * turned up none). MK_IMPOSSIBLE where the card cannot be, or is missing.
	 */
	enum mk_status (*apply_reported_move)(struct mk_view *view, struct mk_move move,
		mk_card revealed, struct mk_finding *finding, struct mk_error *error);
	/*
	 * Repeats an accepted finding (a hostile one is refused, MK_IMPOSSIBLE). MK_UNCHANGED ends
	 * a row of them: on the way a view may lack what only the present needs.
	 */
	enum mk_status (*apply_finding)(
		struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

	/* Corrections. The card that is believed to lie at a place, or MK_NO_CARD (NULL: no card
	 * can be corrected); a count put right, MK_IMPOSSIBLE where it cannot be so (NULL: no count
	 * can be). */
	mk_card (*card_at)(const struct mk_view *view, int position, int index);
	/*
	 * Each card is there more than once: a correction is of the one event that told it, not of
	 * the card wherever it shows. Findings then number the cards of a place from 1 on, as
	 * card_at() does, whose index 0 is the last of them.
	 */
	bool has_duplicate_cards;
	enum mk_status (*set_count)(
		struct mk_view *view, const struct mk_count *count, struct mk_error *error);

	/*
	 * Other ways to explain what was seen from the table before it, for when the player says
	 * that something came out wrong: findings that apply_finding() takes and that leave the
	 * fewest readings over, or one more, the plainest first, at most `room`. `told`
	 * (MK_NO_CARD: none) may have come up although no picture shows it. Returns how many. And
	 * in how many places a picture shows another thing than `view` has. (NULL, one or both: the
	 * game knows no other ways. They need card_at() and the one-line form, too.)
	 */
	size_t (*alternative_findings)(const struct mk_view *view, const struct mk_snapshot *seen,
		mk_card told, struct mk_finding *findings, size_t room);
	int (*count_conflicts)(const struct mk_view *view, const struct mk_snapshot *seen);

	/*
	 * Of a game without choices: writes how the deal on `line` (ended by a NUL, as files of the
	 * game's collections have it) ends. NULL: there is always something to choose.
	 */
	enum mk_status (*forced_result)(const char *line, const struct mk_rules *rules,
		struct mk_text *out, struct mk_error *error);

	const struct mk_solver_api *solver; /* NULL: there is no exact solver */
	/* NULL: the game is not searched. One with a solver is solved: every card is known. */
	const struct mk_search_game *search;
	/* NULL: no camera can be simulated before it, which takes card_at(), write_snapshot() and
	 * read_table(), too. */
	const struct mk_camera_sim *camera_sim;
	const struct mk_game_records *records; /* NULL: knows no form of recorded games */
	const struct mk_notation *notation;
};

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

/* Writes all options with their values as members of the open JSON object. */
void mk_rules_write(struct mk_text *out, const struct mk_game *game, const struct mk_rules *rules);

/* Writes the value of the option in that place of the game's table, under the name `key`. */
void mk_rule_write(struct mk_text *out, const char *key, const struct mk_option *option,
	const struct mk_rules *rules, int32_t value);

#endif
