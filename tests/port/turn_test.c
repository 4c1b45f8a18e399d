/* The time of a turn of the loop for all queues together. */
#include "port/turn.h"

#include "base/clock.h"

#include <criterion/criterion.h>
#include <uv.h>

static uv_loop_t loop;

static void begin(void)
{
	uv_loop_init(&loop);
}

static void finish(void)
{
	cr_assert_eq(uv_loop_close(&loop), 0);
}

TestSuite(turn, .init = begin, .fini = finish);

static void work(int64_t ns)
{
	int64_t end_ns = clock_ticks_ns() + ns;

	while (clock_ticks_ns() < end_ns) {
	}
}

Test(turn, its_time_is_over_for_every_queue_until_the_next_turn)
{
	turn_is_spent(&loop);
	work(TURN_QUEUES_NS);
	cr_assert(turn_is_spent(&loop));
	cr_assert(turn_is_spent(&loop), "another queue of the same turn");
	uv_update_time(&loop);
	cr_assert_not(turn_is_spent(&loop));
}

Test(turn, of_another_loop_has_time_of_its_own)
{
	uv_loop_t other;

	uv_loop_init(&other);
	turn_is_spent(&loop);
	work(TURN_QUEUES_NS);
	cr_assert_not(turn_is_spent(&other));
	cr_assert_eq(uv_loop_close(&other), 0);
}
