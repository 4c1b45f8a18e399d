/* Memory that is there or ends the process. */
#include "base/xalloc.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* More than any machine has. AddressSanitizer ends the process itself, with a report. */
#ifndef __SANITIZE_ADDRESS__
static void *volatile got;

Test(need, aborts_without_memory, .signal = SIGABRT)
{
	got = xmalloc(SIZE_MAX / 4);
}
#endif

Test(need, is_given_back_as_any_memory)
{
	char *room = xrealloc(xmalloc(0), 6);

	memcpy(room, "queen", 6);
	room = xrealloc(room, 100);
	cr_assert_str_eq(room, "queen");
	free(room);
}
