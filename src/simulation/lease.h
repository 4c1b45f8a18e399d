/*
 * Simulations that several daemons play together, where the journal is shared.
 *
 * A daemon claims some of a run's games, a share, plays them as it plays any, and delivers what
 * came of them. Whoever has delivered adds all that was delivered, in the order of the games, to
 * the run's statistics in the journal; of several that do so at once one succeeds, and all would
 * have written the same. A share whose daemon is gone is claimed again by another. So the numbers
 * are those of one long run here, too.
 */
#ifndef SIMULATION_SHARING_H
#define SIMULATION_SHARING_H

#include "simulation/run.h"

/* The games of a run that are ours just now. */
struct share {
	uint64_t games;
	struct mk_statistics statistics; /* of those that were played */
	bool delivering;
};

/* Are runs shared out here? */
bool sharing_is_on(const struct simulations *simulations);

/* Hears from now on what others do to simulations. */
void sharing_watch(struct simulations *simulations);

/* The journal has told what there is: what was announced meanwhile is looked into. */
void sharing_begin(struct simulations *simulations);

/* Asks for games of the run, where it has none of its own. */
void sharing_claim(struct run *run);

/* Some games more of its share were played. */
void sharing_go_on(struct run *run);

/* The run ends, whoever plays it; `done` when its last numbers are known here. */
void sharing_cancel(struct run *run, journal_done *done, void *context);

/* The daemon stops: who waits for last numbers does not get them. */
void sharing_leave(struct run *run);

/* Frees what it has of its own. */
void sharing_finish(struct run *run);

#endif
