/* The files of the companion page: built in, or read from a folder. */
#include "site/site.h"

#include "base/arena.h"

#include <assert.h>
#include <errno.h>
#include <fts.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SITE_FOLDER_BYTES = 64 * 1024 * 1024, SITE_FOLDER_FILES = 2000 };

/* ---- the files of a folder ------------------------------------------------------------------ */

/*
 * All files whose names do not begin with a dot, in the order of their paths, uncompressed: for
 * work on the page.
 */

struct folder_walk {
	struct mk_arena *arena;
	struct site_file *files;
	size_t count;
	size_t root; /* the length of the folder's own path */
	struct mk_error *error;
};

static enum mk_status fail_full(struct folder_walk *walk)
{
	return mk_fail(walk->error, MK_FULL, "companion_too_large", "",
		"companion_dir: at most %d files with %d MiB in total", SITE_FOLDER_FILES,
		SITE_FOLDER_BYTES >> 20);
}

static enum mk_status fail_reading(struct folder_walk *walk, const char *path, int reason)
{
	return mk_fail(walk->error, MK_IO, "no_companion", "", "companion: %.100s: %s", path,
		strerror(reason));
}

static const char *file_digest(struct mk_arena *arena, const char *bytes, size_t length)
{
	struct sha256_ctx sha;
	uint8_t sum[SHA256_DIGEST_SIZE / 2];
	char *hex = mk_arena_alloc(arena, 2 * sizeof sum + 1);

	sha256_init(&sha);
	sha256_update(&sha, length, (const uint8_t *)bytes);
	sha256_digest(&sha, sizeof sum, sum);
	for (size_t i = 0; hex && i < sizeof sum; i++) {
		snprintf(hex + 2 * i, 3, "%02x", sum[i]);
	}
	return hex;
}

/* A file that grows meanwhile is read as long as it was. */
static enum mk_status read_bytes(
	struct folder_walk *walk, const FTSENT *entry, struct site_file *file)
{
	size_t length = (size_t)entry->fts_statp->st_size;
	char *bytes = mk_arena_alloc(walk->arena, length + 1);
	FILE *stream = bytes ? fopen(entry->fts_accpath, "re") : NULL;

	if (!stream) {
		return bytes ? fail_reading(walk, entry->fts_path, errno) : fail_full(walk);
	}
	file->bytes = bytes;
	file->length = fread(bytes, 1, length, stream);
	fclose(stream);
	return file->length == length ? MK_OK : fail_reading(walk, entry->fts_path, EIO);
}

static enum mk_status add(struct folder_walk *walk, const FTSENT *entry)
{
	const char *path = entry->fts_path + walk->root;
	struct site_file *file = &walk->files[walk->count];
	enum mk_status status =
		walk->count < SITE_FOLDER_FILES ? read_bytes(walk, entry, file) : fail_full(walk);

	if (status != MK_OK) {
		return status;
	}
	path += strspn(path, "/");
	file->path = mk_arena_copy(walk->arena, path, strlen(path));
	file->digest = file_digest(walk->arena, file->bytes, file->length);
	if (!file->path || !file->digest) {
		return fail_full(walk);
	}
	walk->count++;
	return MK_OK;
}

static enum mk_status visit_entry(struct folder_walk *walk, FTS *tree, FTSENT *entry)
{
	switch (entry->fts_info) {
	case FTS_D:
		if (entry->fts_level > 0 && entry->fts_name[0] == '.') {
			fts_set(tree, entry, FTS_SKIP);
		}
		return MK_OK;
	case FTS_F:
		return entry->fts_name[0] == '.' ? MK_OK : add(walk, entry);
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		return fail_reading(walk, entry->fts_path, entry->fts_errno);
	default: /* after a folder, broken links, pipes: nothing to serve */
		return MK_OK;
	}
}

static int compare_paths(const void *one, const void *other)
{
	return strcmp(
		((const struct site_file *)one)->path, ((const struct site_file *)other)->path);
}

static enum mk_status walk_through(struct folder_walk *walk, FTS *tree)
{
	enum mk_status status = MK_OK;

	for (FTSENT *entry = fts_read(tree); entry && status == MK_OK; entry = fts_read(tree)) {
		status = visit_entry(walk, tree, entry);
	}
	qsort(walk->files, walk->count, sizeof *walk->files, compare_paths);
	return status;
}

static bool is_folder(const char *path)
{
	struct stat about;

	if (stat(path, &about) != 0) {
		return false;
	}
	errno = ENOTDIR;
	return S_ISDIR(about.st_mode);
}

static enum mk_status read_folder(const char *folder, struct mk_arena *arena,
	const struct site_file **files, size_t *count, struct mk_error *error)
{
	char *root = mk_arena_copy(arena, folder, strlen(folder));
	struct folder_walk walk = {.arena = arena,
		.files = mk_arena_alloc_zeroed(arena, SITE_FOLDER_FILES * sizeof *walk.files),
		.root = strlen(folder),
		.error = error};
	FTS *tree;
	enum mk_status status;

	if (!root || !walk.files) {
		return fail_full(&walk);
	}
	if (!is_folder(folder)) {
		return fail_reading(&walk, folder, errno);
	}
	tree = fts_open((char *const[]){root, NULL}, FTS_LOGICAL | FTS_NOCHDIR, NULL);
	if (!tree) {
		return fail_reading(&walk, folder, errno);
	}
	status = walk_through(&walk, tree);
	fts_close(tree);
	if (status == MK_OK) {
		*files = walk.files;
		*count = walk.count;
	}
	return status;
}

/* ---- the site ------------------------------------------------------------------------------- */

struct site {
	struct mk_arena *arena; /* NULL: the files are built in */
	const struct site_file *files;
	size_t count;
};

static enum mk_status load_files(struct site *site, const char *folder, struct mk_error *error)
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
	return read_folder(folder, site->arena, &site->files, &site->count, error);
}

/* Without its document the page cannot work: an error at the start, not at every request. */
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
	if (load_files(site, folder, error) != MK_OK || check(site, folder, error) != MK_OK) {
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
