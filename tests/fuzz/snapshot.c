/*
 * Anything at all as snapshots, one a line: read, written again, and learned one after another. The
 * first byte chooses the rules and how far the camera is trusted.
 */
#include "fuzz/target.h"
#include "games/klondike/table/table.h"
#include "games/klondike/tracking/watch.h"

#include <jansson.h>
#include <stdlib.h>

static const struct mk_game *game;

static int read_line(
	const char *line, size_t length, struct klondike_sighting *seen, struct mk_error *error)
{
	json_t *json;
	int status;

	if (length == 0 || line[0] != '{') {
		return (int)mk_snapshot_read_line(
			game, line, length, (struct mk_snapshot *)seen, error);
	}
	json = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
	status = (int)mk_snapshot_read(game, json, (struct mk_snapshot *)seen, error);
	json_decref(json);
	return status;
}

static void write_again(const struct klondike_sighting *seen)
{
	char room[4096];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	mk_snapshot_write_line(&text, game, (const struct mk_snapshot *)seen);
	mk_text_fixed(&text, room, sizeof room);
	mk_snapshot_write(&text, NULL, game, (const struct mk_snapshot *)seen);
}

static void say(const struct klondike_view *view, const struct mk_finding *finding)
{
	char room[4096];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	mk_describe_message(&text, game, MK_GREEK, (const struct mk_view *)view, finding, NULL);
}

/* What was not accepted changes no byte; what was leaves no broken table. */
static void learn(struct klondike_view *view, struct klondike_tracker *memory,
	const struct klondike_sighting *seen, float confidence)
{
	struct mk_snapshot_context occasion = {
		.confidence = confidence, .misread_repeat_rate = 0.1F};
	struct klondike_view before = *view;
	struct mk_finding finding;
	struct mk_error error;
	enum mk_status status =
		game->track_snapshot((struct mk_view *)view, (struct mk_tracker *)memory,
			(const struct mk_snapshot *)seen, &occasion, &finding, &error);
	int changes = status == MK_OK && finding.explanation != MK_UNCHANGED &&
		      finding.explanation != MK_LOOK_AGAIN;

	if (klondike_view_broken(view) || (!changes && memcmp(view, &before, sizeof before) != 0)) {
		abort();
	}
	if (status == MK_OK || status == MK_CONFLICT) {
		say(view, &finding);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *at = (const char *)bytes + 1;
	const char *end = (const char *)bytes + size;
	struct klondike_tracker memory = {.count = 0};
	struct klondike_view view;
	const char *line;
	size_t length;

	game = mk_game_find("klondike");
	if (size == 0) {
		return 0;
	}
	game->init_view(
		(struct mk_view *)&view, &game->presets[bytes[0] % game->preset_count].rules);
	while (next_line(&at, end, &line, &length)) {
		struct klondike_sighting seen;
		struct mk_error error;

		if (read_line(line, length, &seen, &error) == MK_OK) {
			write_again(&seen);
			learn(&view, &memory, &seen, bytes[0] & 4 ? 1 : 0.95F);
		}
	}
	return 0;
}
