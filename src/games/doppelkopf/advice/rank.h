/* The strategies: how the moves of a view are ranked. */
#ifndef GAMES_DOPPELKOPF_ADVICE_RANK_H
#define GAMES_DOPPELKOPF_ADVICE_RANK_H

#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/knowledge/world.h"

#include <makker/game.h>
#include <makker/search.h>

enum { DOKO_STRATEGIES = 5 };

extern const struct mk_strategy doko_strategies[DOKO_STRATEGIES];

/* Lists all legal moves without values, in the order of the rules; suggests none. */
void doko_rank_nothing(const struct doko_view *view, struct mk_advice *advice);

/*
 * Sorts by value, best first; moves without a value come last. A suggested move stays suggested and
 * first.
 */
void doko_rank_sort(struct mk_advice *advice);

/*
 * Suggests a move of the list and moves it to the front, before announcements of a higher value
 * that can wait.
 */
void doko_rank_suggest(struct mk_advice *advice, struct mk_move move);

/* True if it is the own turn and there is more than one move. */
bool doko_has_choice(const struct doko_view *view, const struct mk_advice *advice);

/*
 * A hash of the seat's knowledge of the deal. It is the seed of all random numbers, so equal views
 * give equal advice.
 */
uint64_t doko_digest(const struct doko_view *view);

/* Bits of enum doko_reason for a move of the own seat. */
uint32_t doko_reasons_for(const struct doko_view *view, struct mk_move move);

/* Reasons for a move, by bit number in `reasons` of struct mk_ranked_move. */

enum doko_reason {
	REASON_ONLY_MOVE,
	REASON_WINS_TRICK,   /* no later seat can beat the card */
	REASON_TO_PARTNER,   /* the partner has the trick so far and gets 10 card points or more */
	REASON_CHEAP,        /* the trick is lost, and no legal card has fewer card points */
	REASON_TRUMPS_IN,    /* no later seat can trump the card */
	REASON_LAST_CHANCE,  /* it cannot be announced later */
	REASON_STRONG_HAND,  /* the announced or reserved game is likely to be won */
	REASON_TRUMPS,       /* takes a trick of a side suit with a trump */
	REASON_RICH_TRICK,   /* takes a trick with 20 card points or more, its own included */
	REASON_FRESH_ACE,    /* leads an ace of a side suit that was not led before */
	REASON_GETS_VOID,    /* last card of its side suit, and the hand has trumps */
	REASON_HAS_TRUMPS,   /* leads a trump; the others together have fewer trumps */
	REASON_FOX_HOME,     /* own fox that takes the trick and that no other seat can catch */
	REASON_CATCHES_FOX,  /* certainly takes a trick with a fox of the other team */
	REASON_REPLY,        /* a reply to an announcement of the other team */
	REASON_MANY_TRUMPS,  /* more than a third of all trumps of that game */
	REASON_TOP_TRUMPS,   /* both copies of its highest trump */
	REASON_SIDE_ACES,    /* two or more aces of its side suits */
	REASON_FEW_TRUMPS,   /* at most a quarter of the trumps of the normal game */
	REASON_NO_SOLO,      /* no allowed solo has more than a third of its trumps in the hand */
	REASON_ALONE,        /* both queens of clubs: without a marriage one plays against three */
	REASON_POOR,         /* few enough trumps for a poverty */
	REASON_BAD_HAND,     /* the rules allow throwing in such a hand */
	REASON_KEEPS_TRUMPS, /* the returned card is no trump */
	REASONS
};

/*
 * Indices of `odds` in struct mk_ranked_move: the own team wins; the other team stays below 90, 60,
 * 30.
 */
enum doko_odds { ODDS_WIN, ODDS_BELOW_90, ODDS_BELOW_60, ODDS_BELOW_30, DOKO_ODDS };

/* Reason for not suggesting an announcement that would gain: it can still be made later. */
enum { HELD_CAN_WAIT = 1 };

/* Baseline strategies for comparisons. */

/*
 * random: random legal cards; solos and announcements are rare. tricks: the mean lead in card
 * points after this trick, over random completions of sampled deals. tree: the same over several
 * tricks. The last two bid by the policy's rules.
 */
void doko_random_rank(const struct mk_view *opaque, struct mk_advice *advice);
bool doko_random_pick(const struct mk_view *view, struct mk_move *move);
void doko_tricks_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_tricks_pick(const struct mk_view *view, struct mk_move *move);
void doko_tree_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_tree_pick(const struct mk_view *view, struct mk_move *move);

/* The advised strategy: playouts of each move in many deals that are consistent with the view. */

/* Static evaluation, from few deals. */
void doko_search_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_search_pick(const struct mk_view *view, struct mk_move *move);

/* Search with as many deals as the budget allows; `nodes` counts playouts. */
void doko_search_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/* Announcements out of turn, by the same search. */
extern const struct mk_out_of_turn doko_out_of_turn;

/* Classes of views in which the values of the search are too high by about the same amount. */
enum doko_review_class {
	DOKO_REVIEW_BEFORE, /* before the first card */
	DOKO_REVIEW_NORMAL,
	DOKO_REVIEW_OTHER, /* marriages, poverties, and their bidding */
	DOKO_REVIEW_SOLOIST,
	DOKO_REVIEW_AGAINST_SOLO,
	DOKO_REVIEW_CLASSES
};
enum doko_review_class doko_review_class(const struct doko_view *view);

/* As in struct mk_game. */
double doko_review_excess(const struct mk_view *view);

/*
 * The same with equal weights for all consistent deals, whatever was played; the difference shows
 * the benefit of the weights.
 */
void doko_uniform_rank(const struct mk_view *view, struct mk_advice *advice);
bool doko_uniform_pick(const struct mk_view *view, struct mk_move *move);
void doko_uniform_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/*
 * Exact solution of the last tricks in game points, special points included, with all hands known
 * and optimal play of both teams.
 */

/* Maximum number of tricks left; their solution takes some tens of microseconds. */
enum { DOKO_FINISH_TRICKS = 3 };

/* True if the teams are decided and at most DOKO_FINISH_TRICKS tricks are left. */
bool doko_can_solve_points(const struct doko_table *table);

/* Game points of `seat` with optimal play of both teams; no announcements are made. */
int doko_finish_points(const struct doko_world *world, int seat);

#endif
