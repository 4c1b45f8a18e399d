#include "api/pipeline/negotiation.h"

#include "base/arena.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

static struct mk_arena *arena;

static void begin(void)
{
	arena = mk_arena_create(1 << 20);
}

static void end(void)
{
	mk_arena_destroy(arena);
}

TestSuite(gzip, .init = begin, .fini = end);

Test(gzip, compression_is_lossless)
{
	char words[20000];
	char out[sizeof words];
	z_stream stream = {0};
	struct gzip_bytes packed;

	for (size_t i = 0; i < sizeof words; i++) {
		words[i] = "klondike"[i % 8];
	}
	packed = gzip_pack(arena, words, sizeof words);
	cr_assert(packed.bytes && packed.length < sizeof words / 50);
	stream.next_in = (const Bytef *)packed.bytes;
	stream.avail_in = (uInt)packed.length;
	stream.next_out = (Bytef *)out;
	stream.avail_out = sizeof out;
	cr_assert_eq(inflateInit2(&stream, 15 + 16), Z_OK);
	cr_assert_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
	inflateEnd(&stream);
	cr_assert_eq(stream.total_out, sizeof words);
	cr_assert_eq(memcmp(out, words, sizeof words), 0);
}

Test(gzip, data_that_would_not_shrink_is_not_compressed)
{
	cr_assert_null(gzip_pack(arena, "8D", 2).bytes);
	cr_assert_null(gzip_pack(arena, "", 0).bytes);
}
