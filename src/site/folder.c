/* A walk through a folder. */
#include "site/folder.h"

#include "base/arena.h"

#include <errno.h>
#include <fts.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct walk {
	struct mk_arena *arena;
	struct site_file *files;
	size_t count;
	size_t root; /* the length of the folder's own path */
	struct mk_error *error;
};

static enum mk_status fail_full(struct walk *walk)
{
	return mk_fail(walk->error, MK_FULL, "companion_too_large", "",
		"companion_dir: at most %d files with %d MiB in total", SITE_FOLDER_FILES,
		SITE_FOLDER_BYTES >> 20);
}

static enum mk_status fail_reading(struct walk *walk, const char *path, int reason)
{
	return mk_fail(walk->error, MK_IO, "no_companion", "", "companion: %.100s: %s", path,
		strerror(reason));
}

static const char *digest(struct mk_arena *arena, const char *bytes, size_t length)
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
static enum mk_status read_bytes(struct walk *walk, const FTSENT *entry, struct site_file *file)
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

static enum mk_status add(struct walk *walk, const FTSENT *entry)
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
	file->digest = digest(walk->arena, file->bytes, file->length);
	if (!file->path || !file->digest) {
		return fail_full(walk);
	}
	walk->count++;
	return MK_OK;
}

static enum mk_status visit(struct walk *walk, FTS *tree, FTSENT *entry)
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

static enum mk_status walk_through(struct walk *walk, FTS *tree)
{
	enum mk_status status = MK_OK;

	for (FTSENT *entry = fts_read(tree); entry && status == MK_OK; entry = fts_read(tree)) {
		status = visit(walk, tree, entry);
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

enum mk_status folder_read(const char *folder, struct mk_arena *arena,
	const struct site_file **files, size_t *count, struct mk_error *error)
{
	char *root = mk_arena_copy(arena, folder, strlen(folder));
	struct walk walk = {.arena = arena,
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
