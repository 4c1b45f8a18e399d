/* Helpers of the tests of Klondike: tables and snapshots in the notation of people. */
#ifndef TESTS_KLONDIKE_HELPERS_H
#define TESTS_KLONDIKE_HELPERS_H

#include "games/klondike/table/rules.h"
#include "games/klondike/table/table.h"

#include <jansson.h>
#include <makker/game.h>

/* Snapshots, the draw pile's card first; fails the test when `line` is none. */
struct klondike_snapshot seen_line(const char *line);
struct klondike_snapshot seen_json(const char *json);

/* The rules of a preset (NULL: the first). */
const struct mk_rules *rules_of(const char *preset);

/* A table of a preset (NULL: the first) as it is before anything was seen. */
struct klondike_view begun(const char *preset);

/* A table of a preset read from JSON; single quotes stand for double ones. */
struct klondike_view table(const char *preset, const char *json);

/* Parses JSON with single quotes for double ones; the caller gives it back. */
json_t *parsed(const char *json);

mk_card card(const char *code);

static inline struct mk_view *as_view(struct klondike_view *view)
{
	return (struct mk_view *)view;
}

static inline struct mk_snapshot *as_snapshot(struct klondike_snapshot *seen)
{
	return (struct mk_snapshot *)seen;
}

#endif
