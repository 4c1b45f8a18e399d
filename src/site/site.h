/*
 * The files of the companion page: those that are built in, or those of a folder. The set is fixed
 * when the site is created; a path of a client is only compared with their names. Knows no URL.
 */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include <makker/status.h>
#include <stddef.h>

struct site;

struct site_file {
	const char *path;   /* below the folder, with slashes: "cards/face.js" */
	const char *digest; /* the first half of its SHA-256, in hexadecimal */
	const char *bytes;
	size_t length;
	const char *packed; /* in gzip; NULL: that would not be shorter */
	size_t packed_length;
};

/* The files of src/companion at build time, in the order of their paths by strcmp() (pack.sh writes
 * them). */
extern const struct site_file site_built_in[];
extern const size_t site_built_in_count;

/*
 * Creates a site of the built-in files, or of the files of `folder` (unless ""), which are read
 * now. NULL with `error`: MK_IO if the folder is unreadable or has no index.html, MK_FULL if it is
 * too large.
 */
struct site *site_create(const char *folder, struct mk_error *error);
void site_destroy(struct site *site);

/* The file of that path, which lives as long as the site; NULL: none. */
const struct site_file *site_find(const struct site *site, const char *path);

/* The media type of a path, by its suffix. */
const char *site_type(const char *path);

#endif
