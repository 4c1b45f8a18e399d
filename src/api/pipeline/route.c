/* Matching of paths and methods. */
#include "api/pipeline/route.h"

#include <makker/text.h>
#include <string.h>

/* True if `path` ends with the rest of a template, where "{n}" is a number of any length. */
static bool fits_rest(const char *rest, const char *path)
{
	const char *brace = strchr(rest, '{');
	size_t before = brace ? (size_t)(brace - rest) : 0;

	if (!brace) {
		return strcmp(rest, path) == 0;
	}
	if (strncmp(rest, path, before) != 0) {
		return false;
	}
	path += before;
	return *path && strspn(path, "0123456789") == strlen(path);
}

/*
 * True if `path` fits `template`, where "{id}" is one segment that is not empty, "{path}" all the
 * rest, and "{n}" at the end a number.
 */
static bool fits_template(
	const char *template, const char *path, const char **id, size_t *id_length)
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
	return *id_length > 0 && fits_rest(strchr(brace, '}') + 1, *id + *id_length);
}

static bool serves_method(const struct route *row, const char *method)
{
	return strcmp(row->method, method) == 0 ||
	       (strcmp(method, "HEAD") == 0 && strcmp(row->method, "GET") == 0);
}

static void add_allowed(struct mk_text *list, const char *method)
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
		if (!fits_template(rows[i].path, path, &id, &id_length)) {
			continue;
		}
		match->path = rows[i].path;
		match->id = id;
		match->id_length = id_length;
		if (serves_method(&rows[i], method)) {
			match->route = &rows[i];
			return;
		}
		add_allowed(&list, rows[i].method);
	}
	if (match->path) {
		mk_text_put(&list, "OPTIONS");
	}
}
