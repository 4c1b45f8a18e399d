/* Memory of jansson: blocks of the heap, or of the thread's scratch buffer. */
#include "base/json_memory.h"

#include "base/alloc.h"
#include "base/sanitizer.h"

#include <jansson.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* An event of the journal takes 3 to 6 KB. */
enum { SCRATCH_BYTES = 32 * 1024 };

static _Thread_local struct {
	alignas(max_align_t) char bytes[SCRATCH_BYTES];
	size_t used;
	bool is_open;
} scratch;

static void *allocate(size_t size)
{
	size_t rounded = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
	void *piece;

	if (!scratch.is_open || rounded < size || rounded > SCRATCH_BYTES - scratch.used) {
		return xmalloc(size);
	}
	piece = scratch.bytes + scratch.used;
	scratch.used += rounded;
	return piece;
}

static void release(void *piece)
{
	if ((uintptr_t)piece - (uintptr_t)scratch.bytes >= SCRATCH_BYTES) {
		free(piece);
	}
}

void json_memory_install(void)
{
	json_set_alloc_funcs(allocate, release);
}

void json_scratch_begin(void)
{
	scratch.is_open = KEEPS_SPARE;
}

void json_scratch_end(void)
{
	scratch.is_open = false;
	scratch.used = 0;
}
