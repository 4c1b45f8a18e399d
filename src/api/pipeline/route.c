/* Matching of paths and methods. */
#include "api/pipeline/route.h"

#include <makker/text.h>
#include <string.h>

/*
 * Does `path` fit `template`, where "{id}" stands for one whole segment that is not empty, and
 * "{path}" for all that is left?
 */
static bool fits(const char *template, const char *path, const char **id, size_t *id_length)
{
	const char *brace = strchr(template, '{');
	size_t before = brace ? (size_t)(brace - template) : 0;

	*id = "";
	*id_length = 0;
	if (!brace) {
		return strcmp(template, path) == 0;
	}
	if (strncmp(template, path, before) != 0) {
		return false;
	}
	*id = path + before;
	if (strcmp(brace, "{path}") == 0) {
		return **id != '\0';
	}
	*id_length = strcspn(*id, "/");
	return *id_length > 0 && strcmp(*id + *id_length, strchr(brace, '}') + 1) == 0;
}

static bool serves(const struct route *row, const char *method)
{
	return strcmp(row->method, method) == 0 ||
	       (strcmp(method, "HEAD") == 0 && strcmp(row->method, "GET") == 0);
}

static void allow(struct mk_text *list, const char *method)
{
	mk_text_put(list, method);
	mk_text_put(list, strcmp(method, "GET") == 0 ? ", HEAD, " : ", ");
}

void route_find(const struct route *rows, size_t count, const char *method, const char *path,
	struct route_match *match)
{
	struct mk_text list;
	const char *id;
	size_t id_length;

	*match = (struct route_match){.route = NULL};
	mk_text_fixed(&list, match->allow, sizeof match->allow);
	for (size_t i = 0; i < count; i++) {
		if (!fits(rows[i].path, path, &id, &id_length)) {
			continue;
		}
		match->path = rows[i].path;
		match->id = id;
		match->id_length = id_length;
		if (serves(&rows[i], method)) {
			match->route = &rows[i];
			return;
		}
		allow(&list, rows[i].method);
	}
	if (match->path) {
		mk_text_put(&list, "OPTIONS");
	}
}
