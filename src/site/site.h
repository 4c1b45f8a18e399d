/*
 * The files of the companion page: those that were built in, or those of a folder.
 *
 * Which files there are is decided when the site is made; a path that a client names is only ever
 * compared with their names. Knows no URL.
 */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include <makker/status.h>
#include <stddef.h>

struct site;

struct site_file {
	const char *path;   /* below the folder, with slashes: "cards/face.js" */
	const char *digest; /* the first half of their SHA-256, in hexadecimal */
	const char *bytes;
	size_t length;
	const char *packed; /* the same in gzip; NULL where that saves nothing */
	size_t packed_length;
};

/*
 * The files that were built in, or (where `folder` is not "") those of a folder, read now. MK_IO
 * where that cannot be read or has no index.html, MK_FULL when it is too large. NULL with `error`.
 */
struct site *site_create(const char *folder, struct mk_error *error);
void site_destroy(struct site *site);

/* NULL when there is no such file. It lives as long as the site. */
const struct site_file *site_find(const struct site *site, const char *path);

/* The media type that the end of a path stands for. */
const char *site_type(const char *path);

#endif
