/* Why a move is good, by number: bits of struct mk_ranked_move's `reasons`. */
#ifndef GAMES_DOPPELKOPF_ADVICE_REASONS_H
#define GAMES_DOPPELKOPF_ADVICE_REASONS_H

enum doko_reason {
	REASON_ONLY_MOVE,
	REASON_WINS_TRICK,  /* nobody can beat the card any more */
	REASON_TO_PARTNER,  /* the partner has the trick so far, and gets card points */
	REASON_CHEAP,       /* the trick is not to be had: it costs as little as can be */
	REASON_TRUMPS_IN,   /* no card behind it can trump */
	REASON_LAST_CHANCE, /* it cannot be announced later */
	REASON_STRONG_HAND, /* what is announced or reserved is likely to be made */
	REASON_TRUMPS,      /* it takes a trick of a side suit with a trump */
	REASON_RICH_TRICK,  /* it takes a trick in which 20 Augen or more lie with it */
	REASON_FRESH_ACE,   /* it leads an ace of a side suit that nobody has led yet */
	REASON_GETS_VOID,   /* it is the last one of its side suit, and trumps are left */
	REASON_HAS_TRUMPS,  /* it leads a trump, of which the others together have fewer */
	REASON_FOX_HOME,    /* an own fox that nobody can catch any more */
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

#endif
