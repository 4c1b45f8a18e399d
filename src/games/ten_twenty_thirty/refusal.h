/* Errors of reported values, with sentences for players. */
#ifndef GAMES_TEN_TWENTY_THIRTY_REFUSAL_H
#define GAMES_TEN_TWENTY_THIRTY_REFUSAL_H

#include <makker/status.h>

enum tens_refusal {
	REFUSED_COLUMNS,
	REFUSED_DECK_LEFT, /* {0} cards are left */
	REFUSED_DEALT,
	REFUSED_UNKNOWN_LAST,
	REFUSED_NEXT_COLUMN, /* {0} is its number, from 1 */
	REFUSED_LAST_COLUMN,
	TENS_REFUSALS
};

/* MK_IMPOSSIBLE at `where`; sentences with {0} use tens_refuse_count(). */
enum mk_status tens_refuse(struct mk_error *error, enum tens_refusal refusal, const char *where);
enum mk_status tens_refuse_count(
	struct mk_error *error, enum tens_refusal refusal, const char *where, int count);

#endif
