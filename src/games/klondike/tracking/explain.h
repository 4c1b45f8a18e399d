/*
 * Explanations: legal moves that lead from the view to the scene.
 *
 * The search tries no move, one, two and three; where three or more pictures are missing it
 * continues to as many moves as there are pictures, five at most. A card that comes up on the way
 * may never have been seen in front (a missed frame): it is then taken to be each card that the
 * rest of the snapshot gives a reason for, or stays unknown in the waste.
 */
#ifndef KLONDIKE_TRACKING_EXPLAIN_H
#define KLONDIKE_TRACKING_EXPLAIN_H

#include "games/klondike/tracking/scene.h"

/*
 * MAX_TABLES are looked at for one snapshot, MAX_TABLES_IN_GAP where more moves are looked for:
 * bounds the time that strange ones can take (about 0.1 us a table; a move that is rejected
 * without being made counts as an eighth of one).
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
	uint8_t lengths; /* so many moves lead there: a bit each; `steps` are the fewest */
	bool found;
	bool kept;         /* as an alternative, see weigh.h */
	bool suggested;    /* begins with the suggested move */
	bool unadvised;    /* the suggestion was made for another table, and is impossible here */
	bool twice;        /* another card was misread, too, which a finding has no place for */
	uint16_t unknown;  /* slots where an unread card came up */
	uint16_t differs;  /* slots that it does not explain */
	mk_cards unproven; /* covered cards that no picture has shown */
	float score;       /* how likely it is, see weigh.h */
	/*
	 * The number of the explanation that it starts from, and its table, which outlives this
	 * one.
	 */
	uint8_t from;
	uint8_t legal; /* moves on that table; 0 without steps */
	const struct klondike_view *before;
	struct mk_revision revised; /* the card that differs in `before` */
	float prior;                /* the logarithm of how likely `before` is */
	struct klondike_view
		view; /* the table then; without alternatives, and so the last member */
};

/* A draw before the front card of the waste was seen, see EARLIER in table.h. */
static inline bool explain_is_earlier_draw(struct mk_move move)
{
	return move.kind == DRAW && move.more[0] == EARLIER;
}

/* Explanations are copied by this alone, since most bytes of a view are places of alternatives. */
static inline void klondike_copy_explanation(struct explanation *to, const struct explanation *from)
{
	if (to != from) {
		memcpy(to, from, offsetof(struct explanation, view));
		klondike_copy_table(&to->view, &from->view);
	}
}

/* Different ones lead to different tables. */
struct explanations {
	struct explanation found[MAX_EXPLANATIONS];
	int count;
	bool crowded;   /* there were more */
	float left_out; /* how likely those are, all together, that were left out for want of room
			 */
};

/* How far is looked for explanations. */
struct reach {
	int moves;       /* at most so many; from the first that explain it no longer ones */
	int whole;       /* but all of up to so many */
	int more;        /* ... and of so many more than the fewest that explain it */
	int unexplained; /* so many slots are left over, exactly */
	bool thorough;   /* even then cards are tried that no picture showed */
};

/*
 * All explanations within reach that start from `view`; none when there are none. `suggested` may
 * be NULL.
 */
void hypotheses_find(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct reach reach, struct explanations *all);

/* Do both hold the same cards and counts there? With the draw pile: the shuffles, too. */
bool klondike_same_pile(const struct klondike_view *a, const struct klondike_view *b, int position);

/* ... everywhere? The last move of the player makes no difference. */
bool klondike_same_table(const struct klondike_view *a, const struct klondike_view *b);

#endif
