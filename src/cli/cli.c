/* Printing of text that others wrote. */
#include "cli/print.h"

#include "base/unicode.h"

#include <string.h>
#include <unistd.h>

enum { PIECE = 256, ESCAPED = 8 * PIECE };

/* A piece of at most PIECE bytes that ends between characters. */
static size_t piece_length(const char *text, size_t length)
{
	uint32_t point;
	size_t end = 0;

	while (end < length && end + 4 <= PIECE) {
		size_t read = unicode_read(text + end, length - end, &point);

		end += read ? read : 1;
	}
	return end;
}

/* Returns how many bytes were printed. */
static size_t print_bytes(FILE *out, const char *text, size_t length)
{
	size_t printed = 0;

	while (length > 0) {
		size_t piece = piece_length(text, length);
		char escaped[ESCAPED];
		struct mk_text line;

		mk_text_fixed(&line, escaped, sizeof escaped);
		unicode_put_printable(&line, text, piece);
		printed += fwrite(line.bytes, 1, line.length, out);
		text += piece;
		length -= piece;
	}
	return printed;
}

void print_text(FILE *out, const char *text)
{
	print_bytes(out, text, strlen(text));
}

void print_text_line(FILE *out, const char *text)
{
	print_text(out, text);
	fputc('\n', out);
}

void print_cell(FILE *out, const char *text, int width, const char *gap)
{
	int printed = (int)print_bytes(out, text, strlen(text));

	fprintf(out, "%*s%s", printed < width ? width - printed : 0, "", gap);
}

void print_body(FILE *out, const char *body)
{
	if (!isatty(fileno(out))) {
		fputs(body, out);
		fputc('\n', out);
		return;
	}
	for (;;) {
		size_t length = strcspn(body, "\n");

		print_bytes(out, body, length);
		fputc('\n', out);
		if (!body[length]) {
			return;
		}
		body += length + 1;
	}
}
