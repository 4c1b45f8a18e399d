/*
 * Anything at all on a connection, before libmicrohttpd parses it: the first byte says where it is
 * cut. However the bytes are cut, the verdict is the same; the part before a faulty message
 * passes without it.
 */
#include "http/mhd/framing.h"

#include "fuzz/target.h"

#include <string.h>

enum { SHORT = 48 /* up to here every cut is tried */ };

static bool feed(struct framing *framing, const char *bytes, size_t length, size_t *good)
{
	bool passes = framing_feed(framing, bytes, length, good);

	require(passes == !framing->fault);
	require(*good == SIZE_MAX || *good <= length);
	return passes;
}

/* `after_upgrade` speaks of the last piece alone. */
static void require_same(const struct framing *one, const struct framing *other)
{
	require(one->fault == other->fault);
	if (one->fault) {
		return;
	}
	require(one->state == other->state && one->field == other->field);
	require(one->bytes == other->bytes && one->records == other->records);
	require(one->cookie_bytes == other->cookie_bytes && one->line == other->line);
	require(one->extension_bytes == other->extension_bytes);
	require(one->empty_lines == other->empty_lines && one->lengths == other->lengths);
	require(one->encodings == other->encodings && one->has_query == other->has_query);
	require(one->is_chunked == other->is_chunked && one->in_trailers == other->in_trailers);
	require(one->upgrade == other->upgrade && one->left == other->left);
}

static void feed_cut(const char *bytes, size_t length, size_t cut, const struct framing *whole)
{
	struct framing framing = {0};
	size_t good;

	if (feed(&framing, bytes, cut, &good)) {
		feed(&framing, bytes + cut, length - cut, &good);
	}
	require_same(&framing, whole);
}

static void feed_bytes(const char *bytes, size_t length, const struct framing *whole)
{
	struct framing framing = {0};
	size_t good;

	for (size_t i = 0; i < length && !framing.fault; i++) {
		feed(&framing, bytes + i, 1, &good);
	}
	require_same(&framing, whole);
}

/* The bytes before a faulty message are whole messages, so libmicrohttpd may have them. */
static void check_good(const char *bytes, size_t good)
{
	struct framing framing = {0};
	size_t ignored;

	require(feed(&framing, bytes, good, &ignored));
	require(framing.state == FRAMING_START);
}

/* Nothing larger than the pool passes. */
static void check_size(const struct framing *framing)
{
	if (framing->in_trailers) {
		require(framing->bytes <= MAX_TRAILER_BYTES);
	} else {
		require(framing->bytes <= MAX_HEADER_BYTES);
		require(framing->bytes + framing->cookie_bytes + framing->records * RECORD_MEMORY <=
			HEAD_MEMORY);
	}
	require(framing->records <= MAX_RECORDS);
	require(framing->extension_bytes <= MAX_EXTENSION_BYTES);
	require((unsigned)framing->state < FRAMING_STATES);
}

static void check_cuts(const char *bytes, size_t length, size_t cut, const struct framing *whole)
{
	if (length > SHORT) {
		feed_cut(bytes, length, cut * length / 256, whole);
		return;
	}
	for (cut = 0; cut <= length; cut++) {
		feed_cut(bytes, length, cut, whole);
	}
}

/* A copy that is as long as the piece: AddressSanitizer sees what is read behind it. */
static void feed_copy(const char *bytes, size_t length)
{
	char *piece = malloc(length ? length : 1);
	struct framing framing = {0};
	size_t good;

	require(piece != NULL);
	memcpy(piece, bytes, length);
	feed(&framing, piece, length, &good);
	free(piece);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
	const char *bytes = (const char *)input + 1;
	struct framing whole = {0};
	size_t length = size - 1, good;

	if (size < 1) {
		return 0;
	}
	if (feed(&whole, bytes, length, &good)) {
		check_size(&whole);
	} else if (good != SIZE_MAX) {
		check_good(bytes, good);
	}
	check_cuts(bytes, length, input[0], &whole);
	feed_bytes(bytes, length, &whole);
	feed_copy(bytes, input[0] * length / 256);
	return 0;
}
