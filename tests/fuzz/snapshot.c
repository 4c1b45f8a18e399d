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
	const char *line, size_t length, struct klondike_snapshot *seen, struct mk_error *error)
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

static void write_again(const struct klondike_snapshot *seen)
{
	char buffer[4096];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_snapshot_write_line(&text, game, (const struct mk_snapshot *)seen);
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_snapshot_write(&text, NULL, game, (const struct mk_snapshot *)seen);
}

static void say(const struct klondike_view *view, const struct mk_finding *finding)
{
	char buffer[4096];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_describe_message(&text, game, MK_GREEK, (const struct mk_view *)view, finding, NULL);
}

/* The journal has the finding only: it leads from the table before to the same table. */
static void repeat(const struct klondike_view *before, const struct klondike_view *view,
	const struct mk_finding *finding)
{
	static char buffer[1 << 14];
	struct klondike_view again = *before;
	struct mk_finding read;
	struct mk_error error;
	struct mk_text text;
	json_t *json;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_finding_write(&text, NULL, game, finding);
	json = text.truncated ? NULL : json_loadb(buffer, text.length, JSON_DECODE_ANY, NULL);
	if (!json || mk_finding_read(game, json, &read, &error) != MK_OK ||
		mk_game_apply_finding(game, (struct mk_view *)&again, &read, &error) != MK_OK) {
		abort();
	}
	json_decref(json);
	/* Later snapshots confirm cards without an event. */
	again.unconfirmed = view->unconfirmed;
	if (memcmp(&again, view, sizeof again) != 0) {
		abort();
	}
}

/* A snapshot that was not accepted changes nothing, or confirms cards. */
static void expect_confirmed_only(struct klondike_view before, const struct klondike_view *view)
{
	if (view->unconfirmed & ~before.unconfirmed) {
		abort();
	}
	before.unconfirmed = view->unconfirmed;
	if (memcmp(&before, view, sizeof before) != 0) {
		abort();
	}
}

/* Bits of the first byte, beside the preset. */
enum { TRUSTED = 4, MAY_SKIP = 8, SKIPS = 8 | 16, MISSES = 32, DONE = 64, SUSPECTED = 128 };

static void learn(struct klondike_view *view, struct klondike_tracker *memory,
	const struct klondike_snapshot *seen, unsigned camera)
{
	struct mk_snapshot_context occasion = {.confidence = camera & TRUSTED ? 1 : 0.95F,
		.misread_repeat_rate = 0.1F,
		.may_skip = camera & MAY_SKIP,
		.skips = (camera & SKIPS) == SKIPS,
		.suspected = (camera & (SKIPS | SUSPECTED)) == SUSPECTED ? 0.1F : 0,
		.most_suspected = camera & SUSPECTED ? (camera & SKIPS ? 0.0001F : 0.1F) : 0,
		.missed = camera & MISSES ? 1 : 0,
		.done = camera & DONE};
	struct klondike_view before = *view;
	struct mk_finding finding;
	struct mk_error error;
	enum mk_status status =
		game->track_snapshot((struct mk_view *)view, (struct mk_tracker *)memory,
			(const struct mk_snapshot *)seen, &occasion, &finding, &error);

	if (klondike_view_broken(view)) {
		abort();
	}
	if (status == MK_OK && finding.explanation < MK_LOOK_AGAIN &&
		(finding.explanation != MK_UNCHANGED || finding.weighed)) {
		repeat(&before, view, &finding);
	} else {
		expect_confirmed_only(before, view);
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
		struct klondike_snapshot seen;
		struct mk_error error;

		if (read_line(line, length, &seen, &error) == MK_OK) {
			write_again(&seen);
			learn(&view, &memory, &seen, bytes[0]);
		}
	}
	return 0;
}
