/*
 * Following what other daemons do to the sessions that are in memory here.
 *
 * Where a journal is shared, what is in memory may be old: others announce what they wrote, but an
 * announcement comes a moment later. So whoever reads, and whatever is to be answered without
 * writing, asks the journal first whether there is something newer (a write is refused by itself).
 * What is newer is read, and told to those who listen, each version once and in order.
 */
#ifndef SESSION_FOLLOW_H
#define SESSION_FOLLOW_H

#include "session/cached_session.h"

/* Hears of others from now on, where the journal has others. */
void staleness_subscribe(struct sessions *sessions);

/* Does this session wait for nothing, or must the journal be asked (again)? Asks it then. */
void staleness_check(struct live *live);

#endif
