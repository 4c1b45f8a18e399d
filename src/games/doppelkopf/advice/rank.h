/* The strategies: how the moves of a view are ranked. */
#ifndef GAMES_DOPPELKOPF_ADVICE_RANK_H
#define GAMES_DOPPELKOPF_ADVICE_RANK_H

#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/knowledge/world.h"

#include <makker/game.h>
#include <makker/search.h>

enum { DOKO_STRATEGIES = 5 };

extern const struct mk_strategy doko_strategies[DOKO_STRATEGIES];

/* All legal moves without a value, in the order of the rules; none is suggested. */
void doko_rank_nothing(const struct doko_view *view, struct mk_advice *advice);

/* Sorts by value, best first; moves without one come last. A suggestion stays, and stays first. */
void doko_rank_sort(struct mk_advice *advice);

/* Suggests a move that is in the list, which is then its first: what can wait is no better. */
void doko_rank_suggest(struct mk_advice *advice, struct mk_move move);

/* Is it the seat's own turn, with more than one move? */
bool doko_has_choice(const struct doko_view *view, const struct mk_advice *advice);

/* Equal for the same knowledge of a deal: the start of all chance. */
uint64_t doko_digest(const struct doko_view *view);

/* Bits of enum doko_reason for a move of the own seat. */
uint32_t doko_reasons_for(const struct doko_view *view, struct mk_move move);

/* Why a move is good, by number: bits of struct mk_ranked_move's `reasons`. */

enum doko_reason {
	REASON_ONLY_MOVE,
	REASON_WINS_TRICK,  /* no other seat can beat the card any more */
	REASON_TO_PARTNER,  /* the partner has the trick so far, and gets card points */
	REASON_CHEAP,       /* the trick is not to be had: it costs as little as can be */
	REASON_TRUMPS_IN,   /* no card behind it can trump */
	REASON_LAST_CHANCE, /* it cannot be announced later */
	REASON_STRONG_HAND, /* what is announced or reserved is likely to be made */
	REASON_TRUMPS,      /* it takes a trick of a side suit with a trump */
	REASON_RICH_TRICK,  /* it takes a trick in which 20 Augen or more lie with it */
	REASON_FRESH_ACE,   /* leads an ace of a side suit that was not led yet */
	REASON_GETS_VOID,   /* it is the last one of its side suit, and trumps are left */
	REASON_HAS_TRUMPS,  /* it leads a trump, of which the others together have fewer */
	REASON_FOX_HOME,    /* an own fox that no other seat can catch any more */
	REASON_CATCHES_FOX, /* it takes for certain a trick with a fox of the other side */
	REASON_REPLY,       /* the other side has announced, this answers it */
	REASON_MANY_TRUMPS, /* in that game more than a third of all trumps are in the hand */
	REASON_TOP_TRUMPS,  /* both copies of its highest trump are */
	REASON_SIDE_ACES,   /* two or more aces of its side suits are */
	REASON_FEW_TRUMPS,  /* of the trumps of the normal game a quarter at most are in the hand */
	REASON_NO_SOLO,     /* there is no solo with more than a third of the trumps */
	REASON_ALONE,       /* both queens of clubs: without a marriage it is one against three */
	REASON_POOR,        /* few trumps enough for a poverty */
	REASON_BAD_HAND,    /* the rules let such cards be thrown in */
	REASON_KEEPS_TRUMPS, /* what is given back is no trump */
	REASONS
};

/* Places in struct mk_ranked_move's `odds`: the own side wins, the other one stays below so many.
 */
enum doko_odds { ODDS_WIN, ODDS_BELOW_90, ODDS_BELOW_60, ODDS_BELOW_30, DOKO_ODDS };

/* Why an announcement is not suggested although it would gain: it can still be made later. */
enum { HELD_CAN_WAIT = 1 };

/* Plain strategies to measure others by. */

/*
 * random: any legal card. tricks: what a card wins or loses in this trick, over the ways in which
 * it may be completed. tree: the same some tricks deep. The last two say what habit says.
 */
void doko_random_rank(const struct mk_view *opaque, struct mk_advice *advice);
bool doko_random_pick(const struct mk_view *view, struct mk_move *move);
void doko_tricks_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_tricks_pick(const struct mk_view *view, struct mk_move *move);
void doko_tree_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_tree_pick(const struct mk_view *view, struct mk_move *move);

/*
 * The strategy that is advised: every choice is played out in many deals that fit what is known.
 */

/* The judgement at once, from few deals. */
void doko_search_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_search_pick(const struct mk_view *view, struct mk_move *move);

/* The same from as many as the budget has time for; `nodes` are games played out. */
void doko_search_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/* Announcements on the turn of another seat, with that search. */
extern const struct mk_out_of_turn doko_out_of_turn;

/* Tables at which the search is too hopeful by about as much. */
enum doko_review_class {
	DOKO_REVIEW_BEFORE, /* the first card */
	DOKO_REVIEW_NORMAL,
	DOKO_REVIEW_OTHER, /* marriages, poverties */
	DOKO_REVIEW_SOLOIST,
	DOKO_REVIEW_AGAINST_SOLO,
	DOKO_REVIEW_CLASSES
};
enum doko_review_class doko_review_class(const struct doko_view *view);

/* As in struct mk_game. */
double doko_review_excess(const struct mk_view *view);

/* The same with all consistent deals alike, whatever was played: what weighing them is worth. */
void doko_uniform_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_uniform_pick(const struct mk_view *view, struct mk_move *move);
void doko_uniform_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/*
 * Exact solution of the last tricks in game points, special points included, with every hand known:
 * both parties play best for their party.
 */

/* With so many tricks to play it takes some tens of microseconds. */
enum { DOKO_FINISH_TRICKS = 3 };

/* Are the parties settled and few enough tricks left? */
bool doko_can_solve_points(const struct doko_table *table);

/* Game points of `seat` when all go on in the best way for their party. Nothing is announced. */
int doko_finish_points(const struct doko_world *world, int seat);

#endif
