/* Memory that is there or ends the process. */
#include "base/need.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* More than any machine has. AddressSanitizer ends the process itself, with a report. */
#ifndef __SANITIZE_ADDRESS__
static void *volatile got;

Test(need, aborts_without_memory, .signal = SIGABRT)
{
	got = need_memory(SIZE_MAX / 4);
}

Test(need, json_that_has_no_memory_ends_the_process, .signal = SIGABRT)
{
	json_malloc_t take;
	json_free_t give;

	need_json();
	json_get_alloc_funcs(&take, &give);
	got = take(SIZE_MAX / 4);
}
#endif

Test(need, is_given_back_as_any_memory)
{
	char *room = need_room(need_memory(0), 6);

	memcpy(room, "queen", 6);
	room = need_room(room, 100);
	cr_assert_str_eq(room, "queen");
	free(room);
}
