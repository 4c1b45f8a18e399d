/* Reads a snapshot's text: a word, a file or standard input. */
#include "cli/source.h"

#include <errno.h>
#include <fcntl.h>
#include <makker/card.h>
#include <string.h>
#include <strings.h>
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

	source->typed = false;
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

/* A slot of a game's one-line form: a card, a number, or one of the words that stand for a card. */
static bool is_slot(const char *text, size_t length)
{
	static const char *const words[] = {"UU", "XX", "BACK", "-"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (length == strlen(words[i]) && strncasecmp(text, words[i], length) == 0) {
			return true;
		}
	}
	return strspn(text, "0123456789") >= length || mk_card_read(text, length) != MK_NO_CARD;
}

/* A line without any comma, such as the one card that 10-20-30 deals or a heap of take-away. */
static bool is_line(const char *word)
{
	size_t slots = 0;

	for (word += strspn(word, white); *word; word += strspn(word, white), slots++) {
		size_t length = strcspn(word, white);

		if (!is_slot(word, length)) {
			return false;
		}
		word += length;
	}
	return slots > 0;
}

/* What names a file is that file, even where it could be a line. */
static bool is_text(const char *word)
{
	return access(word, F_OK) != 0 &&
	       (strchr(word, ',') || *word == '{' || *word == '[' || is_line(word));
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
	source->typed = true;
	return MK_OK;
}

enum mk_status source_read(const char *word, struct source *source, struct mk_error *error)
{
	source->typed = false;
	if (!word || strcmp(word, "-") == 0) {
		source->typed = isatty(STDIN_FILENO);
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
