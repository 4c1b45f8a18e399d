/* Stores by their URL. */
#include "store/store.h"

#include "store/opened.h"

#include <stdlib.h>
#include <string.h>

static const struct store_kind kinds[] = {
	{"memory:", store_memory_open},
	{"sqlite:", store_sqlite_open},
};

struct journal *store_open(const char *url, struct uv_loop_s *loop, struct mk_error *error)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t length = strlen(kinds[i].scheme);

		if (strncmp(url, kinds[i].scheme, length) == 0) {
			return kinds[i].open(url + length, loop, error);
		}
	}
	mk_fail(error, MK_MALFORMED, "bad_store", "",
		"'%.100s' names no store: sqlite:PATH or memory: is wanted", url);
	return NULL;
}

struct store_figures store_figures(const struct journal *journal)
{
	return ((const struct store *)(const void *)journal)->figures;
}

void *store_room(void *old, size_t size)
{
	void *room = realloc(old, size);

	if (!room) {
		abort();
	}
	return room;
}
