/* Memory that is there or ends the process, and large memory, which can be grown and freed as that
 * of malloc(). */
#include "base/alloc.h"

#include "base/sanitized.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* More than any machine has. AddressSanitizer ends the process itself, with a report. */
#if !IS_WATCHED
static void *volatile got;

Test(alloc, aborts_without_memory, .signal = SIGABRT)
{
	got = xmalloc(SIZE_MAX / 4);
}
#endif

Test(alloc, is_given_back_as_any_memory)
{
	char *buffer = xrealloc(xmalloc(0), 6);

	memcpy(buffer, "queen", 6);
	buffer = xrealloc(buffer, 100);
	cr_assert_str_eq(buffer, "queen");
	free(buffer);
}

static const size_t mib = 1 << 20;

Test(large, memory_of_any_size_can_be_written_grown_and_freed)
{
	const size_t sizes[] = {1, 4 * mib - 1, 4 * mib, 5 * mib + 1};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		unsigned char *memory = large_alloc(sizes[i]);

		cr_assert_not_null(memory);
		memset(memory, 7, sizes[i]);
		memory = realloc(memory, sizes[i] + mib);
		cr_assert_not_null(memory);
		cr_assert_eq(memory[0] + memory[sizes[i] - 1], 14);
		free(memory);
	}
}

Test(large, from_4_mib_on_it_begins_at_a_huge_page)
{
	void *memory = large_alloc(4 * mib);

	cr_assert_eq((uintptr_t)memory % (2 * mib), 0);
	free(memory);
}

/* AddressSanitizer ends the process instead. */
#if !IS_WATCHED
Test(large, more_than_there_can_be_is_refused)
{
	cr_assert_null(large_alloc(SIZE_MAX));
	cr_assert_null(large_alloc(SIZE_MAX - mib));
	cr_assert_null(large_alloc(SIZE_MAX - 2 * mib));
}
#endif
