/* The search of 10-20-30. */
#ifndef TENS_THINK_H
#define TENS_THINK_H

#include "games/ten_twenty_thirty/table.h"

#include <makker/search.h>

void tens_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice);

/* Writes down what is certain, of the table and of the suggestion. */
void think_certain(struct mk_advice *advice, enum mk_certainty certain);

#endif
