/* Finding files, and what they are. */
#include "site/site.h"

#include "base/arena.h"
#include "site/built_in.h"
#include "site/folder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct site {
	struct mk_arena *arena; /* NULL: the files are built in */
	const struct site_file *files;
	size_t count;
};

static enum mk_status fill(struct site *site, const char *folder, struct mk_error *error)
{
	if (!*folder) {
		site->files = site_built_in;
		site->count = site_built_in_count;
		return MK_OK;
	}
	site->arena = mk_arena_create(SITE_FOLDER_BYTES);
	if (!site->arena) {
		return mk_fail(error, MK_FULL, "no_memory", "", "no memory for the page's files");
	}
	return folder_read(folder, site->arena, &site->files, &site->count, error);
}

/* Without its document a page is none: better said at the start than at every request. */
static enum mk_status check(const struct site *site, const char *folder, struct mk_error *error)
{
	if (site_find(site, "index.html")) {
		return MK_OK;
	}
	return mk_fail(error, MK_IO, "no_companion", "",
		"companion: there is no index.html in %.100s", folder);
}

struct site *site_create(const char *folder, struct mk_error *error)
{
	struct site *site = calloc(1, sizeof *site);

	if (!site) {
		mk_fail(error, MK_FULL, "no_memory", "", "no memory for the page's files");
		return NULL;
	}
	if (fill(site, folder, error) != MK_OK || check(site, folder, error) != MK_OK) {
		site_destroy(site);
		return NULL;
	}
	return site;
}

void site_destroy(struct site *site)
{
	if (site) {
		mk_arena_destroy(site->arena);
	}
	free(site);
}

static int compare_path(const void *path, const void *file)
{
	return strcmp(path, ((const struct site_file *)file)->path);
}

const struct site_file *site_find(const struct site *site, const char *path)
{
	assert(site->files);
	return bsearch(path, site->files, site->count, sizeof *site->files, compare_path);
}

const char *site_type(const char *path)
{
	static const struct {
		const char *ending, *type;
	} types[] = {
		{".html", "text/html; charset=utf-8"},
		{".css", "text/css; charset=utf-8"},
		{".js", "text/javascript; charset=utf-8"},
		{".json", "application/json"},
		{".webmanifest", "application/manifest+json"},
		{".svg", "image/svg+xml"},
		{".png", "image/png"},
		{".ico", "image/vnd.microsoft.icon"},
		{".txt", "text/plain; charset=utf-8"},
	};
	const char *ending = strrchr(path, '.');

	for (size_t i = 0; ending && i < sizeof types / sizeof types[0]; i++) {
		if (strcmp(ending, types[i].ending) == 0) {
			return types[i].type;
		}
	}
	return "application/octet-stream";
}
