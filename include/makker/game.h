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
#include <makker/card.h>
#include <makker/random.h>
#include <makker/solve.h>
#include <makker/status.h>
#include <makker/text.h>
#include <makker/words.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t; /* jansson's, which reads what comes in */
struct mk_world;
struct mk_view;
struct mk_sighting;
struct mk_memory; /* what pictures of one table leave behind besides the view: readings, doubts */

enum {
	MK_MAX_SEATS = 4,
	MK_MAX_OPTIONS = 80,
	MK_MAX_LISTED = 128,
	MK_MAX_STEPS = 8,
	MK_MAX_PLACES = 32,
	MK_MAX_REVEALED = 64,
	MK_MAX_COUNTED = 64,
	MK_NOBODY = -1,
	MK_UNLIMITED = -1,
};

/* ---- Rules ---------------------------------------------------------------------------------- */

/*
 * The values of a game's options, in the order of its option table. Plain data. The value of a list
 * is how many members it has; they stand in `listed`, what is behind them is 0.
 */
struct mk_rules {
	int32_t value[MK_MAX_OPTIONS];
	int32_t listed[MK_MAX_LISTED];
};

enum mk_option_type {
	MK_OPTION_BOOL,   /* 0 or 1 */
	MK_OPTION_COUNT,  /* least to most; MK_UNLIMITED too where `unlimited` says so */
	MK_OPTION_CHOICE, /* the place in `choices` */
	MK_OPTION_CARD,   /* a mk_card */
	MK_OPTION_LIST    /* least to most members */
};

/* What a list has: members of one kind, which stand in mk_rules.listed from `first` on. */
struct mk_list {
	const struct mk_option *member; /* its type, and what goes with that; no list itself */
	unsigned first;
	bool different;    /* no member comes twice */
	const char *empty; /* the word for the list without members ("unknown"); NULL: [] */
};

/* One rule option. `least` and `most` bound counts and the lengths of lists; `allowed` (ended by
 * -1) lists single values where not all are. */
struct mk_option {
	const char *name;
	enum mk_option_type type;
	int32_t least, most;
	bool unlimited;
	const int32_t *allowed;
	const char *const *choices; /* ended by NULL */
	const struct mk_list *list; /* of a list */
	struct mk_phrase about;     /* what the option means, for players */
};

struct mk_preset {
	const char *name;
	struct mk_rules rules;
	struct mk_phrase about;
};

/* ---- What happened -------------------------------------------------------------------------- */

enum mk_outcome { MK_WAITING, MK_PLAYING, MK_WON, MK_LOST, MK_DRAWN };

enum mk_explanation {
	MK_FIRST,
	MK_UNCHANGED,
	MK_SUGGESTED_MOVE,
	MK_OTHER_MOVE,
	MK_SEVERAL_MOVES,
	MK_LOOK_AGAIN,    /* not clear enough: nothing was changed, another snapshot is wanted */
	MK_CONTRADICTION, /* nothing explains it: nothing was changed */
};

/* "first", "unchanged", ... as the service writes them. */
const char *mk_explanation_name(enum mk_explanation explanation);

/*
 * A card at a position (positions are numbered by the game). `index` counts from 1 where a card
 * other than the front one is meant; 0 is the front.
 */
struct mk_place {
	uint8_t position;
	mk_card card;
	uint8_t index;
};

/* A count of the table, as the game names it: the unseen cards of a column, the shuffles left. */
struct mk_count {
	char name[16];
	int value;
	uint8_t position;
};

/* A move and the card that it turned up (MK_NO_CARD: none, or not read). */
struct mk_step {
	struct mk_move move;
	mk_card revealed;
};

/*
 * Where a snapshot contradicts what is known: a card, or (`counted`) how many cards lie there.
 * `reason` is the game's code, `card` and `at` its words.
 */
struct mk_clash {
	uint8_t position;
	uint8_t reason;
	uint8_t at;
	mk_card seen; /* MK_NO_CARD: seen to be empty */
	mk_card other;
	uint8_t expected_count;
	mk_card expected[4]; /* MK_NO_CARD: expected to be empty */
	bool counted;        /* then the two cards mean nothing, but these two: */
	uint32_t seen_count, likely_count;
};

/* A card that was read as another one, some moves ago. */
struct mk_repair {
	uint64_t event; /* the event that told it, and where it lay then */
	uint8_t position;
	uint8_t index;
	mk_card was;  /* as it was read */
	mk_card card; /* as it is; MK_NO_CARD: another one, but it is not known which */
	bool unique;  /* nothing else would explain what is seen */
	unsigned moves_ago;
};

/*
 * What was concluded from one snapshot, or told as a move. Accepted findings (MK_FIRST to
 * MK_SEVERAL_MOVES) are what the journal keeps: replaying `steps` and `revealed` over an older view
 * gives the newer one, whatever later versions would conclude from the same picture.
 */
struct mk_finding {
	enum mk_explanation explanation;
	uint8_t step_count;
	uint8_t revealed_count;
	uint8_t unreadable_count;
	uint8_t doubt_count;
	uint8_t clash_count;
	uint8_t pictures; /* of a contradiction: how many in a row have shown it */
	struct mk_step steps[MK_MAX_STEPS];
	/* All newly seen cards, in the order of seeing. */
	struct mk_place revealed[MK_MAX_REVEALED];
	uint8_t unreadable[MK_MAX_PLACES];     /* positions that could not be read */
	struct mk_place doubts[MK_MAX_PLACES]; /* cards that may lie there, or may not */
	struct mk_clash clashes[MK_MAX_PLACES];
	/* Of a first sight: how many cards lie at each place, where only that can be seen. */
	uint8_t counted_count;
	uint32_t counted[MK_MAX_COUNTED];
};

/* What is known of a picture besides what it shows. */
struct mk_occasion {
	const struct mk_move *suggested; /* the move that the player was told; NULL: none */
	int missed;       /* pictures that were taken since the last one and never came */
	float confidence; /* how far a plain code is trusted, above 0 and below 1 */
	const struct mk_place
		*told; /* what the player said lies at a place (MK_NO_CARD: none); NULL: nothing */
	float repeats; /* how often a misreading comes again in the next picture, likewise */
};

/* ---- Judgement ------------------------------------------------------------------------------ */

struct mk_budget;

/*
 * A way to choose. `rank` fills `advice` (all legal moves, best first; it may leave out the times,
 * the certainty and the line of a win). `pick` makes the same choice as `rank`'s suggestion,
 * quickly; false when the strategy has no move. One that `searches` has a game with `search`, or
 * its own way to `think`, and these two are its judgement before it has searched: see
 * makker/think.h.
 */
struct mk_strategy {
	const char *name;
	struct mk_phrase about;
	bool searches;
	void (*rank)(const struct mk_view *view, struct mk_advice *advice);
	bool (*pick)(const struct mk_view *view, struct mk_move *move);
	/*
	 * Makes the judgement of `rank`, which is in `advice`, better, within `budget`; stops early
	 * when `cancel` (may be NULL) says so. On a thread of its own. NULL: the shared search.
	 */
	void (*think)(const struct mk_view *view, const struct mk_budget *budget,
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
	size_t (*line)(const struct mk_view *view, const struct mk_plan *plan,
		struct mk_move line[MK_MAX_LINE]);
	/*
	 * A move where there is no plan, which must not undo what plans do; false when there is
	 * none either.
	 */
	bool (*without_plan)(const struct mk_view *view, struct mk_move *move);
	/*
	 * The result when `plan` is carried out in `world` and all seats go on by the game's quick
	 * policy, which uses only what they know.
	 */
	double (*play_out)(
		const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng);
	/* Equal for views that differ only by rearrangement: the start of the search's chance. */
	uint64_t (*digest)(const struct mk_view *view);
	double lowest, highest; /* the range of results */

	/* What can be proven of the table at a glance, whatever is hidden. */
	enum mk_certainty (*prove)(const struct mk_view *view);
	/* Is every card known, so that there is one world only? The exact solver is asked then. */
	bool (*is_open)(const struct mk_view *view);
	/*
	 * What the search's own play wins where its playouts win `value` (it plays better than
	 * they do). NULL: the same.
	 */
	double (*calibrate)(const struct mk_view *view, double value);
};

/* ---- Notation: JSON, one line, words -------------------------------------------------------- */

struct mk_notation {
	/* Codes by number; entry 0 of held_back is NULL. Ended by NULL (held_back: after entry 0).
	 */
	const char *const *reasons;
	const char *const *held_back;
	const char *const *clash_reasons;

	/* Reads a snapshot's JSON. Fields of the service (camera, frame, taken_at) are ignored. */
	enum mk_status (*read_sighting)(
		const struct json_t *json, struct mk_sighting *seen, struct mk_error *error);
	/* Writes what was seen as one JSON value that read_sighting takes (NULL: cannot). */
	void (*write_sighting)(
		struct mk_text *out, const char *key, const struct mk_sighting *seen);
	/* Reads the one-line form; white space around it and one line end are allowed. */
	enum mk_status (*read_line)(
		const char *line, size_t length, struct mk_sighting *seen, struct mk_error *error);
	/* Writes the one-line form of what was seen. (NULL, both: the game has no such form.) */
	void (*write_line)(struct mk_text *out, const struct mk_sighting *seen);
	/* Writes the JSON pointer of a position's slot in a snapshot: "/columns/3". */
	void (*write_place)(struct mk_text *out, int position);

	/* Reads a move as a client tells it and finds it among the legal ones. */
	enum mk_status (*read_move)(const struct json_t *json, const struct mk_view *view,
		struct mk_move *move, mk_card *revealed, struct mk_error *error);
	/*
	 * Writes a move's own fields (type, kind, from, to, cut, card, cards, ...) into the open
	 * JSON object. `view` is the table before the move.
	 */
	void (*write_move)(struct mk_text *out, const struct mk_view *view, struct mk_move move);
	/* The move in short for experts: "8D 5>7", "draw". */
	void (*write_short)(struct mk_text *out, struct mk_move move);

	/* Writes the fields of the table into the open object, and reads them back (NULL: cannot).
	 */
	void (*write_table)(struct mk_text *out, const struct mk_view *view);
	enum mk_status (*read_table)(const struct json_t *json, const struct mk_rules *rules,
		struct mk_view *view, struct mk_error *error);

	/* An accepted finding as one JSON value, and back; nothing may be lost that replay needs.
	 */
	void (*write_finding)(
		struct mk_text *out, const char *key, const struct mk_finding *finding);
	enum mk_status (*read_finding)(
		const struct json_t *json, struct mk_finding *finding, struct mk_error *error);

	/*
	 * Words for players: UTF-8 without quotes, backslashes and control characters, so that they
	 * stand in JSON as they are. The same holds for the codes above.
	 */
	void (*say_card)(struct mk_text *out, enum mk_language language, struct mk_move move);
	void (*say_move)(struct mk_text *out, enum mk_language language, const struct mk_view *view,
		struct mk_move move);
	void (*say_reason)(struct mk_text *out, enum mk_language language, int reason);
	/* Why a move is as good as it is, with the numbers of this table, one sentence. NULL: the
	 * reasons say it all. */
	void (*say_why)(struct mk_text *out, enum mk_language language, const struct mk_view *view,
		const struct mk_ranked *ranked);
	/* What is expected of the table, one sentence. `advice` has a value. NULL: the game has no
	 * words for it. */
	void (*say_outlook)(
		struct mk_text *out, enum mk_language language, const struct mk_advice *advice);
	void (*say_clash)(
		struct mk_text *out, enum mk_language language, const struct mk_clash *clash);
	/* Asks the player whether a card was read as another one (NULL: cannot). */
	void (*say_repair)(
		struct mk_text *out, enum mk_language language, const struct mk_repair *repair);
	/*
	 * The one sentence for the player. `finding` (may be NULL) is the last snapshot's, so that
	 * "look again" and contradictions are said first; `suggestion` may be NULL.
	 */
	void (*say_message)(struct mk_text *out, enum mk_language language,
		const struct mk_view *view, const struct mk_finding *finding,
		const struct mk_move *suggestion);

	/* The table for a terminal, cards drawn with the suit signs; `colour`: ANSI colours. */
	void (*draw)(struct mk_text *out, const struct mk_view *view, bool colour);
};

/* ---- Simulated tables ----------------------------------------------------------------------- */

enum mk_slot_kind { MK_NOT_TOLD, MK_UNREADABLE, MK_EMPTY, MK_BACK, MK_FACE };

/* What a camera says of one slot; `card` with MK_FACE. */
struct mk_slot {
	enum mk_slot_kind kind;
	mk_card card;
};

/* How a place really is: the card that lies there (MK_NO_CARD: none), or (with a name) a count. */
struct mk_truth {
	struct mk_place place;
	struct mk_count count;
	bool hidden; /* it is not so, but nobody at the table can see how it is */
};

/*
 * What it takes to put a simulated camera and player in front of a tracker, and to judge what the
 * tracker knows.
 */
struct mk_rehearsal {
	int slots;     /* at most 32 */
	uint32_t seen; /* those that a plain camera sees, a bit each; more is seen by better ones */
	struct mk_slot (*get)(const struct mk_sighting *seen, int slot);
	void (*set)(struct mk_sighting *seen, int slot, struct mk_slot slot_seen);
	/* Adds what a camera sees that has all face-up cards in view. */
	void (*spread)(const struct mk_world *world, struct mk_sighting *seen);
	/* The first thing that the view has otherwise than it is. False: all is true. */
	bool (*wrong)(
		const struct mk_world *world, const struct mk_view *view, struct mk_truth *truth);
	/*
	 * The table as somebody tells it who stands before it and remembers nothing. `view` is what
	 * is known of the world, and loses what does not lie open.
	 */
	void (*open)(struct mk_view *view);
	/*
	 * A tracker that takes everything on trust: the suggestion was followed, and what is read
	 * is there.
	 */
	void (*trust)(struct mk_view *view, const struct mk_sighting *seen,
		const struct mk_move *suggested);
};

/* ---- Recorded games ------------------------------------------------------------------------- */

/* What was compared with what others had recorded. */
struct mk_recorded {
	uint64_t games, moves, choices, scores, cases; /* choices: what was allowed to somebody */
	uint64_t differences;
};

/* Games that others recorded with their own verdicts, as JSON in a form that the game knows. */
struct mk_records {
	/*
	 * Plays `records` (an array) again, adds to `recorded` and tells every difference: `record`
	 * is its place in the array.
	 */
	void (*check)(const struct json_t *records, struct mk_recorded *recorded,
		void (*differs)(void *owner, size_t record, const char *what), void *owner);
};

/* ---- The game ------------------------------------------------------------------------------- */

struct mk_game {
	const char *name;
	struct mk_phrase title;
	int seats;
	size_t view_size, world_size, sighting_size;

	const struct mk_option *options;
	size_t option_count;
	const struct mk_preset *presets; /* the first is the default */
	size_t preset_count;
	const struct mk_strategy *strategies; /* the first is the default */
	size_t strategy_count;

	/* MK_IMPOSSIBLE with the option's pointer when rules exclude each other. */
	enum mk_status (*check_rules)(const struct mk_rules *rules, struct mk_error *error);

	/* Rules speak of worlds. */
	void (*deal)(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng);
	int (*turn)(const struct mk_world *world); /* seat to move, or MK_NOBODY when it is over */
	/* Where more than MK_MAX_MOVES are legal, those that matter: all of the best among them. */
	size_t (*moves)(const struct mk_world *world, struct mk_move moves[MK_MAX_MOVES]);
	void (*apply)(struct mk_world *world, struct mk_move move); /* a legal move */
	void (*payoff)(const struct mk_world *world, double payoff[MK_MAX_SEATS]);
	const char *(*broken)(const struct mk_world *world); /* first broken invariant, or NULL */
	/* How long the game was, in its own measure; NULL: in moves. */
	uint32_t (*length)(const struct mk_world *world);

	/*
	 * Knowledge ties views to worlds. `known` is what `seat` knows when it has missed nothing;
	 * the answer is inside `world` or in `room` (view_size bytes) and lives as long as they do.
	 */
	const struct mk_view *(*known)(
		const struct mk_world *world, int seat, struct mk_view *room);
	void (*look)(const struct mk_world *world, int seat, struct mk_sighting *seen);
	/* A consistent world, all equally likely; false when none could be found. */
	bool (*guess)(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world);

	/* Before anything was seen. */
	void (*begin)(struct mk_view *view, const struct mk_rules *rules);
	size_t (*legal)(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES]);
	enum mk_outcome (*outcome)(const struct mk_view *view);
	/*
	 * Finds what happened since `view` and brings it up to date. `suggested` (may be NULL) is
	 * the move that the player was told. MK_OK: `finding` says what was concluded (with
	 * MK_UNCHANGED and MK_LOOK_AGAIN the view is as it was). MK_CONFLICT: `finding` is
	 * MK_CONTRADICTION with its clashes, the view is as it was.
	 */
	enum mk_status (*learn)(struct mk_view *view, const struct mk_sighting *seen,
		const struct mk_move *suggested, struct mk_finding *finding,
		struct mk_error *error);
	/*
	 * The same with what earlier pictures of this table said: readings of a table that did not
	 * change are added up, and a reading that nothing else bears out is let go of. `memory`
	 * (memory_size bytes, zeroed before the first picture) changes whatever the answer is; with
	 * other changes of the view it is zeroed. With `seen` NULL the newest picture is looked at
	 * once more, with what the player said of it.
	 */
	size_t memory_size;
	enum mk_status (*watch)(struct mk_view *view, struct mk_memory *memory,
		const struct mk_sighting *seen, const struct mk_occasion *occasion,
		struct mk_finding *finding, struct mk_error *error);
	/*
	 * A legal move that the player tells, with the card that it turned up (MK_NO_CARD where it
	 * turned up none). MK_IMPOSSIBLE where the card cannot be, or is missing.
	 */
	enum mk_status (*tell)(struct mk_view *view, struct mk_move move, mk_card revealed,
		struct mk_finding *finding, struct mk_error *error);
	/*
	 * Repeats an accepted finding (a hostile one is refused, MK_IMPOSSIBLE). MK_UNCHANGED ends
	 * a row of them: on the way a view may lack what only the present needs.
	 */
	enum mk_status (*replay)(
		struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

	/* Corrections (NULL, both: the game knows none). The card that is believed to lie at a
	 * place, or MK_NO_CARD; a count put right, MK_IMPOSSIBLE where it cannot be so. */
	mk_card (*card_at)(const struct mk_view *view, int position, int index);
	enum mk_status (*recount)(
		struct mk_view *view, const struct mk_count *count, struct mk_error *error);

	/*
	 * Other ways to explain what was seen from the table before it, for when the player says
	 * that something came out wrong: findings that replay() takes and that leave the fewest
	 * readings over, or one more, the plainest first, at most `room`. `told` (MK_NO_CARD: none)
	 * may have come up although no picture shows it. Returns how many. And in how many places a
	 * picture shows another thing than `view` has. (NULL, both: the game knows none.)
	 */
	size_t (*reconsider)(const struct mk_view *view, const struct mk_sighting *seen,
		mk_card told, struct mk_finding *findings, size_t room);
	int (*misfits)(const struct mk_view *view, const struct mk_sighting *seen);

	/*
	 * Of a game without choices: writes how the deal on `line` (ended by a NUL, as files of the
	 * game's collections have it) ends. NULL: there is always something to choose.
	 */
	enum mk_status (*verdict)(const char *line, const struct mk_rules *rules,
		struct mk_text *out, struct mk_error *error);

	const struct mk_exact *exact;         /* NULL: there is no exact solver */
	const struct mk_search_game *search;  /* NULL: the game is not searched */
	const struct mk_rehearsal *rehearsal; /* NULL: no camera can be simulated before it */
	const struct mk_records *records;     /* NULL: knows no form of recorded games */
	const struct mk_notation *notation;
};

/* All games; `mk_game_count` of them. */
extern const struct mk_game *const mk_games[];
extern const size_t mk_game_count;

/* By name, or NULL. */
const struct mk_game *mk_game_find(const char *name);

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
	const struct mk_view *view, const struct mk_ranked *ranked);

/* Writes all options with their values as members of the open JSON object. */
void mk_rules_write(struct mk_text *out, const struct mk_game *game, const struct mk_rules *rules);

/* Writes the value of the option in that place of the game's table, under the name `key`. */
void mk_rule_write(struct mk_text *out, const char *key, const struct mk_option *option,
	const struct mk_rules *rules, int32_t value);

#endif
