/* How many sessions there are in a database that others write to, too. */
#ifndef STORE_POSTGRES_COUNT_H
#define STORE_POSTGRES_COUNT_H

#include "store/read.h"
#include "store/write.h"

#include <uv.h>

/* Queried every two seconds; creations and removals of this daemon count at once. */
struct postgres_count {
	uint64_t sessions;
	uint64_t made; /* of this daemon since the last query */
	bool asked;
	uv_timer_t timer;
	void (*ask)(struct postgres_count *count); /* sends postgres_count_read() */
};

/* Starts with `sessions`. `ask` may be called until the timer is closed. */
void postgres_count_begin(struct postgres_count *count, struct uv_loop_s *loop, uint64_t sessions,
	void (*ask)(struct postgres_count *count));

struct store_read *postgres_count_read(struct postgres_count *count);

/* Hears of each write that was answered. */
void postgres_count_note(struct postgres_count *count, const struct store_write *write);

#endif
