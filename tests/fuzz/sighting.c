/*
 * Anything at all as one snapshot, in JSON or as a line. The first byte chooses the game. A
 * snapshot that was read can be written, and read again it is written alike. (A game that is
 * reported event by event writes what a player sees at a time: several events reported at once need
 * not come back.)
 */
#include "fuzz/game.h"
#include "fuzz/target.h"

#include <jansson.h>
#include <makker/game.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 14, MAX_SNAPSHOT = 1 << 16 };

static _Alignas(max_align_t) unsigned char snapshot[MAX_SNAPSHOT];
static struct mk_snapshot *const seen = (struct mk_snapshot *)snapshot;

static enum mk_status read_json(
	const struct mk_game *game, const char *text, size_t length, struct mk_error *error)
{
	json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
	enum mk_status status =
		json ? mk_snapshot_read(game, json, seen, error)
		     : mk_fail(error, MK_MALFORMED, "invalid_json", "", "that is no JSON");

	json_decref(json);
	return status;
}

/* A rejection has a reason. */
static int read_one(const struct mk_game *game, const char *text, size_t length, int is_json)
{
	struct mk_error error = {.status = MK_OK};
	enum mk_status status = is_json ? read_json(game, text, length, &error)
					: mk_snapshot_read_line(game, text, length, seen, &error);

	if (status != error.status || (status != MK_OK && (!error.code[0] || !error.detail[0]))) {
		abort();
	}
	return status == MK_OK;
}

static void write_one(const struct mk_game *game, int is_json, char *buffer)
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, BUFFER_SIZE);
	if (is_json) {
		mk_snapshot_write(&text, NULL, game, seen);
	} else {
		mk_snapshot_write_line(&text, game, seen);
	}
}

static void check(const struct mk_game *game, const char *text, size_t length, int is_json)
{
	static char idempotency[BUFFER_SIZE], again[BUFFER_SIZE];

	if (!(is_json ? mk_game_writes_snapshots(game) : mk_game_writes_lines(game)) ||
		!read_one(game, text, length, is_json)) {
		return;
	}
	write_one(game, is_json, idempotency);
	if (!read_one(game, idempotency, strlen(idempotency), is_json)) {
		if (mk_game_writes_lines(game)) {
			abort();
		}
		return;
	}
	write_one(game, is_json, again);
	if (strcmp(idempotency, again) != 0) {
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const struct mk_game *game;

	if (size == 0) {
		return 0;
	}
	game = game_of_byte(bytes[0]);
	if (game->snapshot_size > MAX_SNAPSHOT) {
		abort();
	}
	check(game, (const char *)bytes + 1, size - 1,
		size > 1 && (bytes[1] == '{' || bytes[1] == '['));
	return 0;
}
