/* Numbers for players, as their language writes them: decimal signs, minus and percent. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include <makker/phrase.h>
#include <makker/text.h>
#include <stddef.h>

enum figure_form {
	FIGURE_PLAIN = 0,
	FIGURE_SIGNED = 1, /* a plus, too; 0 has no sign */
	FIGURE_PERCENT = 2 /* a fraction as a percentage: 0.5 is 50% */
};

/* `form`: a sum of enum figure_form. */
void figure_write(
	struct mk_text *out, enum mk_language language, double value, int digits, unsigned form);

/* Right-aligns the text in a column of `width` characters. */
void figure_put_right(struct mk_text *out, const char *text, size_t width);

#endif
