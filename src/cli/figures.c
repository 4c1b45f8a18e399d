/* Writes numbers for players. */
#include "cli/figures.h"

#include "base/unicode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURE_SIZE = 64 };

static const struct mk_phrase decimal_signs = MK_PHRASE(".", ",", ",", ",");
static const struct mk_phrase percent_signs = MK_PHRASE("%", " %", " %", "%");

/* In the C locale, which is the program's: a decimal point. */
static void put_digits(struct mk_text *out, enum mk_language language, const char *digits)
{
	for (; *digits; digits++) {
		if (*digits == '.') {
			mk_text_put(out, mk_phrase_in(&decimal_signs, language));
		} else {
			mk_text_char(out, *digits);
		}
	}
}

void figure_write(
	struct mk_text *out, enum mk_language language, double value, int digits, unsigned form)
{
	char text[FIGURE_SIZE];
	double shown = form & FIGURE_PERCENT ? 100 * value : value;
	bool is_zero;

	snprintf(text, sizeof text, "%.*f", digits, fabs(shown));
	is_zero = strtod(text, NULL) == 0;
	if (!is_zero && shown < 0) {
		mk_text_put(out, "−");
	} else if (!is_zero && (form & FIGURE_SIGNED)) {
		mk_text_char(out, '+');
	}
	put_digits(out, language, text);
	if (form & FIGURE_PERCENT) {
		mk_text_put(out, mk_phrase_in(&percent_signs, language));
	}
}

void figure_put_right(struct mk_text *out, const char *text, size_t width)
{
	for (size_t letters = unicode_count(text, strlen(text)); letters < width; letters++) {
		mk_text_char(out, ' ');
	}
	mk_text_put(out, text);
}
