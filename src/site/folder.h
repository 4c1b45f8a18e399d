/* Reading all files of a folder. */
#ifndef SITE_FOLDER_H
#define SITE_FOLDER_H

#include "site/site.h"

struct mk_arena;

enum { SITE_FOLDER_BYTES = 64 * 1024 * 1024, SITE_FOLDER_FILES = 2000 };

/*
 * Reads the files below `folder`, whose names don't begin with a dot, in the order of their paths.
 * They are served as they are, unpacked: this is for those who change the page. MK_IO where
 * something cannot be read, MK_FULL where it is more than the limits above.
 */
enum mk_status folder_read(const char *folder, struct mk_arena *arena,
	const struct site_file **files, size_t *count, struct mk_error *error);

#endif
