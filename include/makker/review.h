/*
 * Reviews: the decisions of a game that was played, valued after the event.
 *
 * The change by a decision is divided into choice (what the player's move was worth less than the
 * best one) and luck (what then came up: cards, and the moves of others). Both are whole
 * millionths of the game's unit, so that they add up to the whole change exactly.
 */
#ifndef MAKKER_REVIEW_H
#define MAKKER_REVIEW_H

#include <makker/search.h>

/* ---- the value of one decision --------------------------------------------------------------- */

struct mk_reviewer;

/* False where a game cannot be reviewed: values of its tables are not comparable. */
bool mk_review_is_possible(const struct mk_game *game);

/* For one thread at a time. NULL without memory. */
struct mk_reviewer *mk_reviewer_create(const struct mk_game *game);
/* NULL is allowed. */
void mk_reviewer_destroy(struct mk_reviewer *reviewer);

/*
 * The state of a reviewer after the tables that it has valued: how long a playout takes, and what
 * their budgets have left. Another reviewer goes on with it; all zero is a new one's.
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
	const struct mk_move *made; /* NULL: none, the table alone is valued */
	/* The table after the move, if the move has shown nothing new; else NULL. */
	const struct mk_view *after;
	/* The value of the table is known: a move that was the best one needs no playouts. */
	bool has_value;
	/*
	 * Of it `ms` (processor time of the thread) and `nodes`; without `ms` the result is
	 * repeatable. Comparisons of moves take what decisions before them have left of theirs.
	 */
	struct mk_budget budget;
	const atomic_bool *cancel; /* NULL: cannot be */
};

/*
 * The valuation of the table and the move. The best move is chosen in one half of the budget and
 * both moves are valued in other worlds in the other half: so the best one has no advantage of
 * having been chosen for its luck in the worlds of the choice.
 */
struct mk_valuation {
	bool is_known;         /* `value` is an estimate, or proven; else it means nothing */
	bool is_proven;        /* no hidden card can change it */
	bool is_compared;      /* `made` and `error` are known */
	bool is_made_proven;   /* `made` is proven */
	bool is_best;          /* the made move is the best one that was found */
	bool has_better;       /* `better` and `line` are known */
	double value;          /* of the table: that of its best move, in the game's unit */
	double made;           /* of the made move */
	double error;          /* standard error of made - value; 0: both are proven */
	struct mk_move better; /* the best move, and what follows as far as it is planned */
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
 * Raised whenever reviews of the same moves and budget find something else, or a structure of a
 * stored one (session/review_record.c) changes in meaning but not in size: stored reviews are then
 * computed again. tests/games/every/review.c notices the former.
 */
enum { MK_REVIEW_FORMAT = 7 };

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
 * One decision in millionths: the table before it is worth `before`, which is what its best move is
 * worth, the made move `made`, and what came of it `after`, the `before` of the next decision.
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
 * A decision that costs something beyond doubt: at least an inaccuracy. Only these are mistakes of
 * the player; others are equal within the error.
 */
static inline bool mk_review_is_loss(const struct mk_review_step *step)
{
	return step->is_compared && step->mark >= MK_MARK_INACCURACY;
}

/* The account of a game; all zero but `has_points` at first. */
struct mk_review_account {
	bool has_points; /* as of struct mk_game */
	bool is_known;   /* there is a value */
	int64_t level;   /* of the table, as far as the decisions were added */
};

/*
 * Adds the next decision: fills `step` but for `after`, and `after` of the one before (NULL: this
 * is the first). `came_up`: something was shown, or others have moved, since the decision before.
 * Where nothing came up the table keeps its value, unless another one is proven.
 */
void mk_review_add(struct mk_review_account *account, const struct mk_valuation *valuation,
	bool came_up, struct mk_review_step *step, struct mk_review_step *before);

/* After the last decision: the result, or the value of the present table. */
void mk_review_close(struct mk_review_account *account, const struct mk_valuation *valuation,
	bool came_up, struct mk_review_step *last);

/* Totals of the decisions that have a value and an `after`. */
struct mk_review_sums {
	uint32_t decisions;
	int64_t start, end; /* before the first of them, after the last */
	int64_t luck, choice;
	double choice_error;           /* standard error of `choice`, in millionths */
	uint32_t marks[MK_MARK_COUNT]; /* of those that were compared */
};

void mk_review_sum(const struct mk_review_step *steps, size_t count, struct mk_review_sums *sums);

/*
 * The choices by kinds of mistakes. A decision counts where it was compared and another move was
 * the best one, so the sum of `choice` over all kinds is that of struct mk_review_sums.
 */
struct mk_review_kind_sum {
	uint32_t decisions;
	uint32_t losses; /* of these, mk_review_is_loss() */
	int64_t choice;
	double error; /* standard error of `choice`, in millionths */
};

/* The row of the game's mistakes that the decision belongs to: MK_OTHER_MISTAKE without rows. */
unsigned mk_review_kind(const struct mk_game *game, const struct mk_view *view,
	const struct mk_move *made, const struct mk_valuation *valuation);

/* True if the decision counts in the sum of its kind. */
static inline bool mk_review_has_kind(const struct mk_review_step *step)
{
	return step->is_compared && step->mark != MK_MARK_BEST;
}

/* Adds the decision to the sum of its kind, which is all zero at first. */
void mk_review_kind_add(struct mk_review_kind_sum *sum, const struct mk_review_step *step);

/* The decisions that cost most, the dearest first; returns how many, at most MK_REVIEW_DEAREST. */
enum { MK_REVIEW_DEAREST = 3 };
size_t mk_review_dearest(
	const struct mk_review_step *steps, size_t count, size_t dearest[MK_REVIEW_DEAREST]);

#endif
