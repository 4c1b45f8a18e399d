/*
 * Reviews: valuations of the decisions of a played game.
 *
 * The change of value by a decision is divided into choice (the loss of the player's move against
 * the best one) and luck (the effect of the cards that came up and of the moves of others). Both
 * are whole millionths of the game's unit, so that they add up to the whole change exactly.
 */
#ifndef MAKKER_REVIEW_H
#define MAKKER_REVIEW_H

#include <makker/search.h>

/* ---- the value of one decision --------------------------------------------------------------- */

struct mk_reviewer;

/* False if a game cannot be reviewed because values of its tables are not comparable. */
bool mk_review_is_possible(const struct mk_game *game);

/* For one thread at a time. NULL without memory. */
struct mk_reviewer *mk_reviewer_create(const struct mk_game *game);
/* NULL is allowed. */
void mk_reviewer_destroy(struct mk_reviewer *reviewer);

/*
 * The state of a reviewer after the tables that it has valued: the time of a playout and the unused
 * budget. Another reviewer can continue with it; all zero is the initial state.
 */
struct mk_reviewer_progress {
	double playout_ns; /* processor time; 0: not measured yet */
	int64_t saved_ns, saved_playouts;
};

void mk_reviewer_get_progress(
	const struct mk_reviewer *reviewer, struct mk_reviewer_progress *progress);
void mk_reviewer_set_progress(
	struct mk_reviewer *reviewer, const struct mk_reviewer_progress *progress);

/* A table at which the first seat has to move, with the move that was made there. */
struct mk_review_table {
	const struct mk_view *view;
	const struct mk_move *made; /* NULL: none, only the table is valued */
	/* The table after the move, if the move revealed nothing new; else NULL. */
	const struct mk_view *after;
	/* The value of the table is known: a move that was the best one needs no playouts. */
	bool has_value;
	/*
	 * Only `ms` (processor time of the thread) and `nodes` are used; without `ms` the result is
	 * reproducible. Comparisons of moves may also use the unused budget of earlier decisions.
	 */
	struct mk_budget budget;
	const atomic_bool *cancel; /* NULL: the valuation cannot be cancelled */
};

/*
 * The valuation of the table and the move. The best move is chosen in one half of the budget and
 * both moves are valued in other worlds in the other half: this avoids the selection bias of the
 * best move (winner's curse).
 */
struct mk_valuation {
	bool is_known;         /* `value` is an estimate, or proven; else undefined */
	bool is_proven;        /* `value` holds for all hidden cards */
	bool is_compared;      /* `made` and `error` are known */
	bool is_made_proven;   /* `made` is proven */
	bool is_best;          /* the made move is the best one found */
	bool has_better;       /* `better` and `line` are known */
	double value;          /* of the table (of its best move), in the game's unit */
	double made;           /* of the made move */
	double error;          /* standard error of made - value; 0: both are proven */
	struct mk_move better; /* the best move, and the rest of its plan */
	uint8_t line_length;
	struct mk_move line[MK_MAX_LINE];
	uint64_t nodes; /* playouts and positions */
};

void mk_reviewer_value(struct mk_reviewer *reviewer, const struct mk_review_table *table,
	struct mk_valuation *valuation);

/* The value of a table at which the game is over; `view` is not MK_PLAYING. */
double mk_review_result(const struct mk_game *game, const struct mk_view *view);

/* ---- luck and choice ------------------------------------------------------------------------- */

enum { MK_REVIEW_UNIT = 1000000 };

/*
 * Incremented when reviews of the same moves and budget have other results, or a structure of a
 * stored review (session/review_record.c) changes its meaning but not its size: stored reviews are
 * then recomputed. tests/games/every/review.c notices the former.
 */
enum { MK_REVIEW_FORMAT = 8 };

enum mk_review_mark {
	MK_MARK_BEST,
	MK_MARK_GOOD,
	MK_MARK_INACCURACY,
	MK_MARK_MISTAKE,
	MK_MARK_BLUNDER,
	MK_MARK_COUNT
};

/* The smallest loss that has a mark, in millionths of a chance of winning, or of points. */
int64_t mk_review_smallest_loss(bool has_points);

/* "best", "good", "inaccuracy", "mistake", "blunder". */
const char *mk_review_mark_name(enum mk_review_mark mark);

/*
 * One decision in millionths: `before` is the value of the table before it (of its best move),
 * `made` the value of the made move, and `after` the value of the table that resulted, the `before`
 * of the next decision.
 */
struct mk_review_step {
	bool is_known;    /* else there is no value yet, and the rest is 0 */
	bool is_compared; /* else the made move has no value of its own, and no mark */
	int64_t before, made, after;
	int64_t error; /* standard error of the choice */
	enum mk_review_mark mark;
};

static inline int64_t mk_review_choice(const struct mk_review_step *step)
{
	return step->made - step->before;
}

static inline int64_t mk_review_luck(const struct mk_review_step *step)
{
	return step->after - step->made;
}

/*
 * A decision with a significant loss: at least an inaccuracy. Only these are mistakes of the
 * player; other moves are equal to the best one within the error.
 */
static inline bool mk_review_is_loss(const struct mk_review_step *step)
{
	return step->is_compared && step->mark >= MK_MARK_INACCURACY;
}

/* The running account of a game; initialized to zero except `has_points`. */
struct mk_review_account {
	bool has_points; /* as of struct mk_game */
	bool is_known;   /* there is a value */
	int64_t level;   /* value of the table after the decisions added so far */
};

/*
 * Adds the next decision: fills `step` except `after`, and `after` of the previous step (NULL: this
 * is the first). `came_up`: cards were revealed, or others have moved, since the previous decision.
 * If nothing came up the table keeps its value, unless another one is proven.
 */
void mk_review_add(struct mk_review_account *account, const struct mk_valuation *valuation,
	bool came_up, struct mk_review_step *step, struct mk_review_step *before);

/* After the last decision: the result, or the value of the present table. */
void mk_review_close(struct mk_review_account *account, const struct mk_valuation *valuation,
	bool came_up, struct mk_review_step *last);

/* Totals of the decisions with a value and an `after`. */
struct mk_review_sums {
	uint32_t decisions;
	int64_t start, end; /* before the first of them, after the last */
	int64_t luck, choice;
	double choice_error;           /* standard error of `choice`, in millionths */
	uint32_t marks[MK_MARK_COUNT]; /* of those that were compared */
};

void mk_review_sum(const struct mk_review_step *steps, size_t count, struct mk_review_sums *sums);

/*
 * The choices by kinds of mistakes. A decision counts if it was compared and another move was the
 * best one, so the sum of `choice` over all kinds is that of struct mk_review_sums.
 */
struct mk_review_kind_sum {
	uint32_t decisions;
	uint32_t losses; /* of these, mk_review_is_loss() */
	int64_t choice;
	double error; /* standard error of `choice`, in millionths */
};

/* The kind of mistake of the decision; MK_OTHER_MISTAKE if the game has no kinds. */
unsigned mk_review_kind(const struct mk_game *game, const struct mk_view *view,
	const struct mk_move *made, const struct mk_valuation *valuation);

/* True if the decision counts in the sum of its kind. */
static inline bool mk_review_has_kind(const struct mk_review_step *step)
{
	return step->is_compared && step->mark != MK_MARK_BEST;
}

/* Adds the decision to the sum of its kind, which is all zero at first. */
void mk_review_kind_add(struct mk_review_kind_sum *sum, const struct mk_review_step *step);

/*
 * The most costly decisions, in descending order; returns their number, at most MK_REVIEW_DEAREST.
 */
enum { MK_REVIEW_DEAREST = 3 };
size_t mk_review_dearest(
	const struct mk_review_step *steps, size_t count, size_t dearest[MK_REVIEW_DEAREST]);

#endif
