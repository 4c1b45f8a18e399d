/* Errors of groups, with sentences for players. */
#ifndef GAMES_TAKE_AWAY_REFUSAL_H
#define GAMES_TAKE_AWAY_REFUSAL_H

#include <makker/status.h>

enum take_away_refusal {
	REFUSED_OTHER_COUNT, /* {0} groups expected, {1} given */
	REFUSED_MANY_GROUPS,
	REFUSED_MANY_CARDS, /* {0} at most */
	REFUSED_SMALL_GROUP,
	REFUSED_WHOLE_GROUP,
	REFUSED_LARGE_LIMIT,
	REFUSED_OTHER_TOTAL, /* {0} cards are there, {1} were reported */
	REFUSED_EMPTY_GROUP,
	REFUSED_NO_LIMIT,
	REFUSED_MORE_LIMITS,
	REFUSED_PERSON,
	TAKE_AWAY_REFUSALS
};

/* MK_IMPOSSIBLE at `where`; the numbers are arguments of the sentence. */
enum mk_status take_away_refuse(struct mk_error *error, enum take_away_refusal refusal,
	const char *where, long long first, long long second);

#endif
