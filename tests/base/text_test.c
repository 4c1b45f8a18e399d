#include "base/arena.h"

#include <criterion/criterion.h>
#include <makker/text.h>
#include <stdint.h>

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
	char room[6];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	mk_text_put(&text, "12345");
	cr_assert_not(text.truncated);
	mk_text_format(&text, "%d", 6);
	cr_assert(text.truncated);
	cr_assert_str_eq(room, "12345");
}

Test(text, writes_whole_numbers)
{
	char room[128];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	mk_text_int(&text, 0);
	mk_text_char(&text, ' ');
	mk_text_int(&text, -17);
	mk_text_char(&text, ' ');
	mk_text_int(&text, -9223372036854775807LL - 1);
	cr_assert_str_eq(room, "0 -17 -9223372036854775808");
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

Test(arena, keeps_what_was_written_when_a_piece_grows)
{
	struct mk_arena *arena = mk_arena_create(1 << 20);
	char *piece = mk_arena_copy(arena, "ten", 3);

	mk_arena_alloc(arena, 100);
	piece = mk_arena_grow(arena, piece, 4, 50000);
	cr_assert_str_eq(piece, "ten");
	mk_arena_destroy(arena);
}
