/* QR codes as SVG: black squares on white whatever the page looks like, or cameras won't see them.
 */
#include "api/handlers/qr.h"

#include <qrencode.h>

enum { MARGIN = 4 /* modules, as ISO/IEC 18004 wants it */ };

static bool is_dark(const QRcode *code, int x, int y)
{
	return x < code->width && code->data[y * code->width + x] & 1;
}

/* The dark squares of a row, those side by side as one. */
static void write_row(struct mk_text *out, const QRcode *code, int y)
{
	for (int x = 0; x < code->width; x++) {
		int from = x;

		while (is_dark(code, x, y)) {
			x++;
		}
		if (x > from) {
			mk_text_format(out, "M%d %dh%dv1h-%dz", from + MARGIN, y + MARGIN, x - from,
				x - from);
		}
	}
}

static void write_escaped(struct mk_text *out, const char *words)
{
	for (; *words; words++) {
		if (*words == '<' || *words == '>' || *words == '&') {
			mk_text_format(out, "&#%d;", *words);
		} else {
			mk_text_char(out, *words);
		}
	}
}

static void write_picture(struct mk_text *out, const QRcode *code, const char *words)
{
	int size = code->width + 2 * MARGIN;

	mk_text_format(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
		"shape-rendering=\"crispEdges\"><title>",
		size, size);
	write_escaped(out, words);
	mk_text_format(out,
		"</title><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/><path fill=\"#000\" d=\"", size,
		size);
	for (int y = 0; y < code->width; y++) {
		write_row(out, code, y);
	}
	mk_text_put(out, "\"/></svg>\n");
}

bool qr_write(struct mk_text *out, const char *words)
{
	QRcode *code = QRcode_encodeString8bit(words, 0, QR_ECLEVEL_M);

	if (!code) {
		return false;
	}
	write_picture(out, code, words);
	QRcode_free(code);
	return true;
}
