/*
 * Hypotheses: sequences of legal moves that lead from the view to the scene.
 *
 * The search tries zero, one, two and three moves. If three or more snapshots are missing, it
 * continues to as many moves as there are snapshots, five at most. A card that comes up on the way
 * may never have been seen in front (a missed frame). It is then guessed: each card for which the
 * rest of the snapshot gives a reason is tried, or it stays unknown in the waste.
 */
#ifndef KLONDIKE_TRACKING_EXPLAIN_H
#define KLONDIKE_TRACKING_EXPLAIN_H

#include "games/klondike/tracking/scene.h"

/*
 * Node budgets of the search per snapshot: MAX_TABLES positions, MAX_TABLES_IN_GAP if more moves
 * are searched. They bound the time for unusual snapshots (about 0.1 us per position; a move that
 * is rejected without being made counts as an eighth of one).
 */
enum {
	USUAL_MOVES = 3,
	MAX_MOVES = 5,
	MAX_EXPLANATIONS = 64,
	MAX_TABLES = 30000,
	MAX_TABLES_IN_GAP = 60000,
};

struct explanation {
	struct mk_played_move steps[MAX_MOVES];
	uint8_t step_count;
	uint8_t lengths; /* bit n: n moves lead there; `steps` is the first of these sequences that
			    begins as suggested, else the first one */
	bool found;
	bool kept;      /* marked to be kept as an alternative, see weigh.h */
	bool suggested; /* begins with the suggested move */
	bool unadvised; /* the suggestion was made for another table and is not legal on this one */
	bool twice;     /* a second card was misread too; a finding has no place for it */
	uint16_t unknown; /* bit mask of the slots where an unread card came up */
	uint16_t differs; /* bit mask of the slots that it does not explain */
	mk_cards
		unproven; /* cards that every path guesses and that nothing in the scene confirms */
	float score;      /* log-likelihood, see weigh.h */
	/*
	 * Number of the kept table from which it starts; `before` is that table and outlives this
	 * struct.
	 */
	uint8_t from;
	uint8_t legal; /* number of legal moves on that table; 0 without steps */
	const struct klondike_view *before;
	struct mk_revision revised; /* the revision that was applied to `before` */
	float prior;                /* log-probability of `before` */
	struct klondike_view
		view; /* the resulting table, without alternatives; hence the last member */
};

/* A draw before the front card of the waste was seen, see EARLIER in table.h. */
static inline bool explain_is_earlier_draw(struct mk_move move)
{
	return move.kind == DRAW && move.more[0] == EARLIER;
}

/*
 * Copies a hypothesis without the unused places for alternatives, which are most bytes of a view.
 */
static inline void klondike_copy_explanation(struct explanation *to, const struct explanation *from)
{
	if (to != from) {
		memcpy(to, from, offsetof(struct explanation, view));
		klondike_copy_table(&to->view, &from->view);
	}
}

/* Hypotheses found; each leads to a different table. */
struct explanations {
	struct explanation found[MAX_EXPLANATIONS];
	int count;
	bool crowded;   /* there were more than fit, or the search was incomplete */
	float left_out; /* total probability of those that were dropped because of MAX_EXPLANATIONS
			 */
};

/* Bounds of the search for hypotheses. */
struct reach {
	int moves; /* maximum number of moves; the search stops at the first length with a result */
	int whole; /* all sequences of up to this length are searched in any case */
	int more; /* sequences longer than the shortest result by up to this number are searched too
		   */
	int unexplained; /* exact number of slots that are left unexplained */
	bool thorough; /* also guess cards that no snapshot showed if slots are left unexplained */
};

/* Finds all hypotheses within `reach` that start from `view`. `suggested` may be NULL. */
void hypotheses_find(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct reach reach, struct explanations *all);

/*
 * True if both tables have the same cards and counts at the position; for the draw pile also the
 * same redeal count.
 */
bool klondike_same_pile(const struct klondike_view *a, const struct klondike_view *b, int position);

/* True if the tables are equal at all positions. The player's last move is not compared. */
bool klondike_same_table(const struct klondike_view *a, const struct klondike_view *b);

#endif
