#include "base/arena.h"
#include "base/sanitizer.h"

#include <criterion/criterion.h>
#include <makker/text.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

Test(text, grows_in_its_arena)
{
	struct mk_arena *arena = mk_arena_create(1 << 20);
	struct mk_text text;

	mk_text_init(&text, arena, 4, 100000);
	for (int i = 0; i < 10000; i++) {
		mk_text_put(&text, "seven");
	}
	cr_assert_not(text.truncated);
	cr_assert_eq(text.length, 50000);
	cr_assert_str_eq(text.bytes + 49995, "seven");
	mk_arena_destroy(arena);
}

Test(text, is_cut_at_its_limit_and_stays_whole)
{
	struct mk_arena *arena = mk_arena_create(1 << 20);
	struct mk_text text;

	mk_text_init(&text, arena, 4, 10);
	mk_text_put(&text, "123456789");
	cr_assert_not(text.truncated);
	mk_text_put(&text, "0");
	cr_assert(text.truncated);
	cr_assert_str_eq(text.bytes, "123456789");
	mk_arena_destroy(arena);
}

Test(text, in_fixed_room_never_passes_it)
{
	char buffer[6];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_put(&text, "12345");
	cr_assert_not(text.truncated);
	mk_text_format(&text, "%d", 6);
	cr_assert(text.truncated);
	cr_assert_str_eq(buffer, "12345");
}

Test(text, writes_whole_numbers)
{
	char buffer[128];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_int(&text, 0);
	mk_text_char(&text, ' ');
	mk_text_int(&text, -17);
	mk_text_char(&text, ' ');
	mk_text_int(&text, -9223372036854775807LL - 1);
	cr_assert_str_eq(buffer, "0 -17 -9223372036854775808");
}

Test(arena, gives_nothing_past_its_limit)
{
	struct mk_arena *arena = mk_arena_create(20000);

	cr_assert_not_null(mk_arena_alloc(arena, 16000));
	cr_assert_null(mk_arena_alloc(arena, 8000));
	cr_assert_null(mk_arena_alloc(arena, SIZE_MAX));
	cr_assert_null(mk_arena_alloc(arena, SIZE_MAX - 8));
	cr_assert_not_null(mk_arena_alloc(arena, 2000));
	mk_arena_destroy(arena);
}

Test(arena, gives_everything_back_at_reset)
{
	struct mk_arena *arena = mk_arena_create(100000);

	for (int round = 0; round < 100; round++) {
		cr_assert_not_null(mk_arena_alloc(arena, 60000));
		mk_arena_reset(arena);
	}
	mk_arena_destroy(arena);
}

/* AddressSanitizer has the memory of all arenas. */
#if KEEPS_SPARE
/* Whether the system has memory of this process there. */
static bool is_mapped(void *at)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char residence;

	return mincore((void *)((uintptr_t)at & ~(page - 1)), 1, &residence) == 0;
}

Test(arena, a_mapped_one_returns_its_memory_to_the_system_at_once)
{
	struct mk_arena *arena = mk_arena_create_mapped(1 << 20);
	char *first = mk_arena_alloc(arena, 16000);
	char *second = mk_arena_alloc(arena, 60000);
	char *third = mk_arena_alloc(arena, 200000);

	memset(first, 1, 16000);
	memset(second, 2, 60000);
	memset(third, 3, 200000);
	cr_assert(is_mapped(first) && is_mapped(second + 59999) && is_mapped(third + 199999));
	mk_arena_reset(arena);
	cr_assert(is_mapped(first));
	cr_assert_not(is_mapped(second) || is_mapped(second + 59999));
	cr_assert_not(is_mapped(third) || is_mapped(third + 199999));
	mk_arena_destroy(arena);
	cr_assert_not(is_mapped(first));
}
#endif

Test(arena, a_mapped_one_gives_nothing_past_its_limit)
{
	struct mk_arena *arena = mk_arena_create_mapped(20000);

	cr_assert_not_null(mk_arena_alloc(arena, 16000));
	cr_assert_null(mk_arena_alloc(arena, 8000));
	cr_assert_not_null(mk_arena_alloc(arena, 2000));
	mk_arena_destroy(arena);
}

Test(arena, keeps_the_content_when_a_block_grows)
{
	struct mk_arena *arena = mk_arena_create(1 << 20);
	char *piece = mk_arena_copy(arena, "ten", 3);

	mk_arena_alloc(arena, 100);
	piece = mk_arena_grow(arena, piece, 4, 50000);
	cr_assert_str_eq(piece, "ten");
	mk_arena_destroy(arena);
}
