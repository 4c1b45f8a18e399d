/* Why something cannot have happened, said to players. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_REFUSAL_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_REFUSAL_H

#include <makker/card.h>
#include <makker/status.h>

/* The first six are contradictions of a snapshot too, in the order of doko_conflict_reasons[]. */
enum doko_refusal {
	REFUSED_IMPOSSIBLE,
	REFUSED_GONE,
	REFUSED_EXCLUDED,
	REFUSED_NOT_HELD,
	REFUSED_MUST_FOLLOW,
	REFUSED_OTHER_TURN,
	REFUSED_NOT_OVER,
	REFUSED_NO_HAND,
	REFUSED_HAND_CARD,
	REFUSED_HAND_COUNT, /* {0} cards expected, {1} given */
	REFUSED_NO_CARD_YET,
	REFUSED_NOT_IN_DECK,
	REFUSED_ONLY_TWO,
	REFUSED_WHICH_PARTY,
	REFUSED_OTHER_PARTY,
	REFUSED_BEFORE_RESERVATIONS,
	REFUSED_BEFORE_PARTNER,
	REFUSED_TOO_LATE,
	REFUSED_ROUND_OVER,
	REFUSED_RESERVATION,
	REFUSED_PASSED_COUNT,
	REFUSED_TRUMPS_FIRST,
	REFUSED_UNNAMED,
	REFUSED_TAKEN_COUNT, /* {0} cards are taken */
	REFUSED_TAKEN_GONE,
	REFUSED_FACE_DOWN,
	REFUSED_WHICH_CARD,
	REFUSED_SWINES,
	REFUSED_SEAT,
	REFUSED_PHASE,
	REFUSED_MOVE,
	REFUSED_CARD_TOO_OFTEN,
	REFUSED_OTHER_LEADER,
	REFUSED_WRONG_PHASE,
	REFUSED_MISSED_EVENT, /* {0} events are known */
	REFUSED_OLD_EVENT,    /* {0} is its number */
	REFUSED_ANNOUNCE_FIRST,
	REFUSALS
};

/* MK_IMPOSSIBLE at `where`, in words without numbers and cards. */
enum mk_status doko_refuse(struct mk_error *error, enum doko_refusal refusal, const char *where);

/* For a card; MK_NO_CARD if it was not given. */
enum mk_status doko_refuse_card(
	struct mk_error *error, enum doko_refusal refusal, const char *where, mk_card card);

/* The same with numbers. */
enum mk_status doko_refuse_count(struct mk_error *error, enum doko_refusal refusal,
	const char *where, int wanted, int given);

/* It is the turn of another player, who sits `place` seats further on than the advised one. */
enum mk_status doko_refuse_turn(struct mk_error *error, int place);

/* Nothing is dealt any more: MK_OVER. */
enum mk_status doko_refuse_deal(struct mk_error *error);

/* "It is the turn of ...", by that place. */
extern const struct mk_phrase doko_turns[];

#endif
