/* Turns of the loop. */
#include "port/turn.h"

#include "base/clock.h"

#include <uv.h>

/*
 * The loop's time is read once a turn, before what is ready is called back: while it stays the
 * same, so does the turn. (One of less than a millisecond may count for two.)
 */
static _Thread_local struct {
	const uv_loop_t *loop;
	uint64_t at_ms;
	int64_t end_ns;
} turn;

bool turn_is_spent(const struct uv_loop_s *loop)
{
	int64_t now_ns = clock_ticks_ns();

	if (turn.loop != loop || turn.at_ms != uv_now(loop)) {
		turn.loop = loop;
		turn.at_ms = uv_now(loop);
		turn.end_ns = now_ns + TURN_QUEUES_NS;
	}
	return now_ns >= turn.end_ns;
}
