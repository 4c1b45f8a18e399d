/* Asks a strategy, and takes the time. */
#include "base/clock.h"

#include <makker/selfplay.h>

void mk_advise(
	const struct mk_strategy *strategy, const struct mk_view *view, struct mk_advice *advice)
{
	int64_t begin = clock_ticks_ns();

	advice->certainty = MK_UNPROVEN;
	advice->shortened.requested_ms = 0;
	advice->shortened.granted_ms = 0;
	advice->winning_line_length = 0;
	strategy->evaluate(view, advice);
	advice->strategy = strategy->name;
	advice->elapsed_ms = (double)(clock_ticks_ns() - begin) / 1e6;
}
