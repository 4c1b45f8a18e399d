/* Asks a strategy, and takes the time. */
#include "base/clock.h"

#include <makker/selfplay.h>

void mk_advise(
	const struct mk_strategy *strategy, const struct mk_view *view, struct mk_advice *advice)
{
	int64_t begin = clock_ticks_ns();

	advice->certain = MK_UNPROVEN;
	advice->shortened.wanted_ms = 0;
	advice->shortened.given_ms = 0;
	advice->win_length = 0;
	strategy->rank(view, advice);
	advice->strategy = strategy->name;
	advice->elapsed_ms = (double)(clock_ticks_ns() - begin) / 1e6;
}
