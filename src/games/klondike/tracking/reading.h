/*
 * What a slot's reading says, taken as certain: the best candidate where it is more likely than
 * not, else nothing. Everything that compares a snapshot with a table looks through here, so that
 * likelihoods will find one place to go to.
 */
#ifndef KLONDIKE_TRACKING_READING_H
#define KLONDIKE_TRACKING_READING_H

#include "games/klondike/table/table.h"

static const float klondike_believed = 0.5F;

static inline enum klondike_seen reading_seen(const struct klondike_reading *reading)
{
	if (reading->seen == SEEN_CARD &&
		(reading->candidates == 0 || reading->candidate[0].p < klondike_believed)) {
		return UNREADABLE;
	}
	return (enum klondike_seen)reading->seen;
}

/* The card, where reading_seen() says SEEN_CARD; else MK_NO_CARD. */
static inline mk_card reading_card(const struct klondike_reading *reading)
{
	return reading_seen(reading) == SEEN_CARD ? reading->candidate[0].card : MK_NO_CARD;
}

#endif
