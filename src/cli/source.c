/* Reads a snapshot's text: a word, a file or standard input. */
#include "cli/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char white[] = " \t\r\n";

static enum mk_status fail_read(const char *name, int code, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "unreadable", name, "%s", strerror(code));
}

/* All of `file`; one byte past the limit tells that there is more. */
static enum mk_status read_all(
	int file, const char *name, struct source *source, struct mk_error *error)
{
	size_t length = 0;

	while (length <= SOURCE_LIMIT) {
		ssize_t got = read(file, source->bytes + length, sizeof source->bytes - length);

		if (got < 0 && errno == EINTR) {
			continue;
		}
		if (got < 0) {
			return fail_read(name, errno, error);
		}
		if (got == 0) {
			source->bytes[length] = '\0';
			source->length = length;
			return MK_OK;
		}
		length += (size_t)got;
	}
	return mk_fail(
		error, MK_FULL, "too_large", name, "this is longer than %d bytes", SOURCE_LIMIT);
}

enum mk_status source_read_file(const char *path, struct source *source, struct mk_error *error)
{
	enum mk_status status;
	int file;

	if (*path == '\0') {
		return mk_fail(error, MK_IO, "unreadable", "''", "an empty word names no file");
	}
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0) {
		return fail_read(path, errno, error);
	}
	status = read_all(file, path, source, error);
	close(file);
	return status;
}

static bool is_text(const char *word)
{
	return access(word, F_OK) != 0 && (strchr(word, ',') || *word == '{' || *word == '[');
}

static enum mk_status copy_word(const char *word, struct source *source, struct mk_error *error)
{
	size_t length = strlen(word);

	if (length > SOURCE_LIMIT) {
		return mk_fail(error, MK_FULL, "too_large", "", "this is longer than %d bytes",
			SOURCE_LIMIT);
	}
	memcpy(source->bytes, word, length + 1);
	source->length = length;
	return MK_OK;
}

enum mk_status source_read(const char *word, struct source *source, struct mk_error *error)
{
	if (!word || strcmp(word, "-") == 0) {
		return read_all(STDIN_FILENO, "standard input", source, error);
	}
	return is_text(word) ? copy_word(word, source, error)
			     : source_read_file(word, source, error);
}

bool source_is_blank(const struct source *source)
{
	return strspn(source->bytes, white) == source->length;
}

bool source_is_json(const struct source *source)
{
	char first = source->bytes[strspn(source->bytes, white)];

	return first == '{' || first == '[';
}
