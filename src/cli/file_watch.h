/* Notices when a file is rewritten, in whatever way its writer does that. */
#ifndef CLI_NOTICE_H
#define CLI_NOTICE_H

#include <limits.h>
#include <makker/status.h>
#include <stdbool.h>

/*
 * The folder is watched rather than the file: a file that is renamed into place is another file
 * with the same name.
 */
struct notice {
	int file;
	bool lost; /* the folder is gone */
	char name[NAME_MAX + 1];
};

enum notice_news { NOTICE_QUIET, NOTICE_CHANGED, NOTICE_LOST };

enum mk_status notice_open(struct notice *notice, const char *path, struct mk_error *error);
void notice_close(struct notice *notice);

/*
 * Waits until the file is written to or replaced, at most `timeout_ms` (-1: for ever).
 * NOTICE_LOST: the folder is gone, and nothing more will come.
 */
enum notice_news notice_wait(struct notice *notice, int timeout_ms);

#endif
