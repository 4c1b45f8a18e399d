/* Reasons why an event is impossible, as messages for players. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_REFUSAL_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_REFUSAL_H

#include <makker/card.h>
#include <makker/status.h>

/* The first six are also reasons of conflicts, in the order of doko_conflict_reasons[]. */
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
	REFUSED_TAKEN_COUNT, /* {0} cards must be taken */
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
	REFUSED_OLD_EVENT,    /* {0} is the number of the event */
	REFUSED_ANNOUNCE_FIRST,
	REFUSALS
};

/* Fails with MK_IMPOSSIBLE at `where`; for messages without arguments. */
enum mk_status doko_refuse(struct mk_error *error, enum doko_refusal refusal, const char *where);

/* The same with a card as argument; MK_NO_CARD if it is unknown. */
enum mk_status doko_refuse_card(
	struct mk_error *error, enum doko_refusal refusal, const char *where, mk_card card);

/* The same with numbers as arguments. */
enum mk_status doko_refuse_count(struct mk_error *error, enum doko_refusal refusal,
	const char *where, int wanted, int given);

/* Fails because it is the turn of the player `place` seats after the advised one. */
enum mk_status doko_refuse_turn(struct mk_error *error, int place);

/* Fails with MK_OVER: the match is over, no cards are dealt any more. */
enum mk_status doko_refuse_deal(struct mk_error *error);

/* "It is the turn of ...", by `place` of doko_refuse_turn(). */
extern const struct mk_phrase doko_turns[];

#endif
