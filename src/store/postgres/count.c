/* Counting: asking what all daemons have counted, and going on from there. */
#include "store/postgres/count.h"

enum { EVERY_MS = 2000 };

static void on_timer(uv_timer_t *timer)
{
	struct postgres_count *count = timer->data;

	if (!count->asked) {
		count->ask(count);
	}
}

void postgres_count_begin(struct postgres_count *count, struct uv_loop_s *loop, uint64_t sessions,
	void (*ask)(struct postgres_count *count))
{
	*count = (struct postgres_count){.sessions = sessions, .ask = ask};
	uv_timer_init(loop, &count->timer);
	count->timer.data = count;
	uv_timer_start(&count->timer, on_timer, EVERY_MS, EVERY_MS);
	uv_unref((uv_handle_t *)&count->timer);
}

/*
 * Sessions created here meanwhile may be included already: the count is rather too high by them
 * than too low.
 */
static void on_counted(void *context, enum mk_status status, uint64_t sessions)
{
	struct postgres_count *count = context;

	count->asked = false;
	if (status == MK_OK) {
		count->sessions = sessions + count->made;
	}
}

struct store_read *postgres_count_read(struct postgres_count *count)
{
	count->asked = true;
	count->made = 0;
	return read_count(on_counted, count);
}

void postgres_count_note(struct postgres_count *count, const struct store_write *write)
{
	if (write->status != MK_OK) {
		return;
	}
	if (write->kind == WRITE_CREATE) {
		count->sessions++;
		count->made++;
	} else if (write->kind == WRITE_REMOVE && count->sessions > 0) {
		count->sessions--;
	}
}
