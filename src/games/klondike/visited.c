/* The set of visited positions. */
#include "games/klondike/visited.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 2048, GROWTH = 4 };

static bool make_room(struct visited *visited, uint64_t room, bool clocked)
{
	uint64_t *keys = calloc(room, sizeof *keys);
	uint16_t *clocks = clocked ? malloc(room * sizeof *clocks) : NULL;

	if (!keys || (clocked && !clocks)) {
		free(keys);
		free(clocks);
		return false;
	}
	visited->keys = keys;
	visited->clocks = clocks;
	visited->room = room;
	return true;
}

bool visited_init(struct visited *visited, size_t most_bytes)
{
	*visited = (struct visited){.most = most_bytes};
	return make_room(visited, FIRST_ROOM, false);
}

void visited_finish(struct visited *visited)
{
	free(visited->keys);
	free(visited->clocks);
}

bool visited_start(struct visited *visited, bool clocked)
{
	struct visited old = *visited;

	visited->count = 0;
	if (visited->room == FIRST_ROOM && (visited->clocks != NULL) == clocked) {
		memset(visited->keys, 0, FIRST_ROOM * sizeof *visited->keys);
		return true;
	}
	if (!make_room(visited, FIRST_ROOM, clocked)) {
		return false;
	}
	visited_finish(&old);
	return true;
}

/* The place of `key`, or the free one where it belongs. */
static uint64_t place_of(const struct visited *visited, uint64_t key)
{
	uint64_t place = visited_home(visited, key);

	while (visited->keys[place] && visited->keys[place] != key) {
		place = (place + 1) & (visited->room - 1);
	}
	return place;
}

static bool grow(struct visited *visited)
{
	struct visited old = *visited;
	uint64_t room = old.room * GROWTH;
	uint64_t each = sizeof *old.keys + (old.clocks ? sizeof *old.clocks : 0);

	if (room * each > visited->most || !make_room(visited, room, old.clocks != NULL)) {
		return false;
	}
	for (uint64_t i = 0; i < old.room; i++) {
		if (old.keys[i]) {
			uint64_t place = place_of(visited, old.keys[i]);

			visited->keys[place] = old.keys[i];
			if (old.clocks) {
				visited->clocks[place] = old.clocks[i];
			}
		}
	}
	visited_finish(&old);
	return true;
}

enum visited_answer visited_add(struct visited *visited, uint64_t key, unsigned clock)
{
	uint64_t place = place_of(visited, key);

	if (visited->keys[place]) {
		if (!visited->clocks || clock >= visited->clocks[place]) {
			return VISITED_BEFORE;
		}
		visited->clocks[place] = (uint16_t)clock;
		return VISITED_NEW;
	}
	if (visited->count * 2 >= visited->room) {
		if (!grow(visited)) {
			return VISITED_FULL;
		}
		place = place_of(visited, key);
	}
	visited->keys[place] = key;
	if (visited->clocks) {
		visited->clocks[place] = (uint16_t)clock;
	}
	visited->count++;
	return VISITED_NEW;
}
