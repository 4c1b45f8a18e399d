#include "games/take_away/positions.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct take_away_view table_of(const char *words)
{
	struct take_away_view view = {.turn = USER};
	char line[1024];

	snprintf(line, sizeof line, "%s", words);
	for (char *rest = line, *word; (word = strsep(&rest, " ")) != NULL;) {
		char *limit = strchr(word, ':');

		if (strcmp(word, "misere") == 0) {
			view.misere = 1;
			continue;
		}
		view.left[view.count] = (uint32_t)strtoul(word, NULL, 10);
		view.limit[view.count] =
			limit ? (uint32_t)strtoul(limit + 1, NULL, 10) : view.left[view.count];
		view.count++;
	}
	return view;
}

/* Adds a group that is not before the last one, in the order of size and limit. */
static void grow(struct take_away_view *view, unsigned most, look_at *look)
{
	unsigned last = view->count;
	uint32_t least = last ? view->left[last - 1] : 1;

	look(view);
	if (last == GROUPS) {
		return;
	}
	view->count++;
	for (uint32_t left = least; left <= most; left++) {
		bool same = last && left == view->left[last - 1];

		view->left[last] = left;
		for (uint32_t limit = same ? view->limit[last - 1] : 1; limit <= left; limit++) {
			view->limit[last] = limit;
			grow(view, most - left, look);
			view->left[last] = left;
		}
	}
	view->count--;
	view->left[last] = view->limit[last] = 0;
}

void on_every_position(unsigned most, bool misere, look_at *look)
{
	struct take_away_view view = {.turn = USER, .misere = misere};

	grow(&view, most, look);
}
