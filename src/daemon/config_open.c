/*
 * Opens files that the administrator names.
 *
 * Links are followed: /etc has many, and Kubernetes provides files as links. The target must be a
 * regular file, because opening a FIFO would block and a device may never end.
 */
#include "daemon/config_open.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILE_BYTES = 1024 * 1024 };

/* NULL: it can be read. */
static const char *file_fault_of(const struct stat *found)
{
	if (S_ISDIR(found->st_mode)) {
		return strerror(EISDIR);
	}
	if (!S_ISREG(found->st_mode)) {
		return "it is not a regular file";
	}
	return found->st_size > MAX_FILE_BYTES ? "it is larger than 1 MiB" : NULL;
}

FILE *config_open(const char *path, struct stat *found, const char **why)
{
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	FILE *file;

	*why = descriptor < 0 || fstat(descriptor, found) != 0 ? strerror(errno)
							       : file_fault_of(found);
	if (*why) {
		goto failed;
	}
	file = fdopen(descriptor, "r");
	if (file) {
		return file;
	}
	*why = strerror(errno);
failed:
	if (descriptor >= 0) {
		close(descriptor);
	}
	return NULL;
}

static bool is_of_us(const struct stat *found)
{
	return found->st_uid == 0 || found->st_uid == geteuid();
}

/* Where systemd and container engines put secrets, whose modes are theirs to choose. */
static bool is_handed_over(const char *path)
{
	static const char *const folders[] = {"/run/credentials/", "/run/secrets/"};

	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		if (strncmp(path, folders[i], strlen(folders[i])) == 0) {
			return true;
		}
	}
	return false;
}

const char *config_secret_fault(const struct stat *found)
{
	return found->st_mode & S_IWOTH ? "every user may write to it (chmod o-w)" : NULL;
}

const char *config_secret_warning(const char *path, const struct stat *found)
{
	if (is_handed_over(path)) {
		return NULL;
	}
	if (!is_of_us(found)) {
		return "it belongs to another user";
	}
	return found->st_mode & S_IROTH ? "every user may read it (chmod o-r)" : NULL;
}
