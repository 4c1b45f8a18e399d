/* Draws the progress bar. */
#include "cli/simulate.h"

#include "base/clock.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_SIZE = 512, MIN_BAR_WIDTH = 8, MAX_BAR_WIDTH = 40, DEFAULT_WIDTH = 80 };

void progress_begin(struct progress *progress)
{
	progress->shown = isatty(STDERR_FILENO);
	progress->began_ns = clock_ticks_ns();
}

static void write_duration(struct mk_text *out, int64_t seconds)
{
	long long whole = seconds;

	if (whole >= 3600) {
		mk_text_format(
			out, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
	} else {
		mk_text_format(out, "%lld:%02lld", whole / 60, whole % 60);
	}
}

static void write_counts(
	struct mk_text *out, uint64_t done, uint64_t total, int64_t elapsed_ns, const char *note)
{
	double seconds = (double)elapsed_ns / 1e9;

	if (total == PROGRESS_ENDLESS) {
		mk_text_format(out, " %llu", (unsigned long long)done);
	} else {
		mk_text_format(out, " %3d %%  %llu of %llu", (int)(100 * done / total),
			(unsigned long long)done, (unsigned long long)total);
	}
	if (*note) {
		mk_text_format(out, "  %s", note);
	}
	if (done == 0 || seconds < 1) {
		return;
	}
	mk_text_format(out, "  %.4g/s", (double)done / seconds);
	if (total == PROGRESS_ENDLESS) {
		return;
	}
	mk_text_put(out, "  ");
	write_duration(out, (int64_t)(seconds * (double)(total - done) / (double)done + 0.5));
	mk_text_put(out, " left");
}

static void write_bar(struct mk_text *out, int width, uint64_t done, uint64_t total)
{
	uint64_t full = (uint64_t)width * done / total;

	mk_text_char(out, '[');
	for (uint64_t i = 0; i < (uint64_t)width; i++) {
		mk_text_char(out, i < full ? '#' : '.');
	}
	mk_text_char(out, ']');
}

void progress_write(struct mk_text *out, int width, uint64_t done, uint64_t total,
	int64_t elapsed_ns, const char *note)
{
	char counts[LINE_SIZE];
	struct mk_text right;
	int bar;

	mk_text_fixed(&right, counts, sizeof counts);
	write_counts(&right, done, total, elapsed_ns, note);
	bar = width - (int)right.length - 2;
	if (bar >= MIN_BAR_WIDTH && total != PROGRESS_ENDLESS) {
		write_bar(out, bar < MAX_BAR_WIDTH ? bar : MAX_BAR_WIDTH, done, total);
	}
	mk_text_add(out, right.bytes, right.length < (size_t)width ? right.length : (size_t)width);
}

static int terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
		return DEFAULT_WIDTH;
	}
	return size.ws_col < LINE_SIZE ? size.ws_col : LINE_SIZE - 1;
}

void progress_draw(const struct progress *progress, uint64_t done, uint64_t total, const char *note)
{
	char buffer[LINE_SIZE];
	struct mk_text line;

	if (!progress->shown) {
		return;
	}
	mk_text_fixed(&line, buffer, sizeof buffer);
	/* One column stays free: a full line would wrap on some terminals. */
	progress_write(&line, terminal_width() - 1, done, total,
		clock_ticks_ns() - progress->began_ns, note);
	fprintf(stderr, "\r%s\033[K", buffer);
}

void progress_end(const struct progress *progress)
{
	if (progress->shown) {
		fputs("\r\033[K", stderr);
	}
}
