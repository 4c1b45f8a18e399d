/* The set-up of tests with sessions on a real store. */
#include "session/memory_store.h"

#include "port/journal.h"
#include "store/store.h"

#include <criterion/criterion.h>
#include <string.h>

int64_t still_clock_ms(void)
{
	return 1000;
}

void count_up(void *bytes, size_t length)
{
	static unsigned char next = 1;

	memset(bytes, next++, length);
}

void memory_store_open(struct memory_store *store)
{
	struct mk_error error;

	uv_loop_init(&store->loop);
	store->journal = store_open("memory:", &store->loop, &error);
	cr_assert_not_null(store->journal);
	store->methods = store->journal->methods;
}

static void on_stopped(void *context)
{
	(void)context;
}

void memory_store_close(struct memory_store *store)
{
	store->journal->methods = store->methods;
	store->methods->stop(store->journal, on_stopped, NULL);
	uv_run(&store->loop, UV_RUN_DEFAULT);
	store->methods->destroy(store->journal);
	uv_loop_close(&store->loop);
}
