/* Why a move is good, by number: bits of struct mk_ranked's `reasons`. */
#ifndef GAMES_DOPPELKOPF_REASONS_H
#define GAMES_DOPPELKOPF_REASONS_H

enum doko_reason {
	REASON_ONLY_MOVE,
	REASON_WINS_TRICK,  /* nobody can beat the card any more */
	REASON_TO_PARTNER,  /* the partner has the trick so far, and gets card points */
	REASON_CHEAP,       /* the trick is not to be had: it costs as little as can be */
	REASON_TRUMPS_IN,   /* no card behind it can trump */
	REASON_LAST_CHANCE, /* it cannot be announced later */
	REASON_STRONG_HAND, /* what is announced or reserved is likely to be made */
	REASONS
};

/* Places in struct mk_ranked's `odds`: the own side wins, the other one stays below so many. */
enum doko_odds { ODDS_WIN, ODDS_BELOW_90, ODDS_BELOW_60, ODDS_BELOW_30, DOKO_ODDS };

/* Why an announcement is not suggested although it would gain: it can still be made later. */
enum { HELD_CAN_WAIT = 1 };

#endif
