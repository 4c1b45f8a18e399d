/* makker review --game: the reviews of a daemon's last games, added up by kinds of mistakes. */
#include "base/json.h"
#include "base/unicode.h"
#include "cli/cli.h"
#include "cli/figures.h"
#include "cli/review.h"
#include "cli/simulate.h"

#include <makker/game.h>
#include <makker/text.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_PAGE = 100, PATH_SIZE = 320, FIGURE_SIZE = 64, NOTE_SIZE = 64, LINE_SIZE = 512 };

/* Column widths of the table of kinds. Its lines have 80 columns if the words allow it. */
enum { MARGIN_WIDTH = 8, COUNT_WIDTH = 8, GAP_WIDTH = 2, LINE_WIDTH = 80 };

/* Half width of the 95 % interval of a normal distribution, in standard deviations. */
static const double certain = 1.959963984540054;

/* A kind of mistakes: sums over games of the cost of choices. */
struct kind_total {
	char name[64];
	char text[256];
	long long losses;
	double sum, squares;
};

struct totals {
	struct client *client;
	const struct review_options *options;
	uint64_t games, without_values;
	bool has_points;
	enum mk_language language;
	struct progress progress;
	struct kind_total all;
	size_t count;
	struct kind_total kinds[MK_MAX_MISTAKE_KINDS];
};

/* ---- Adding up ------------------------------------------------------------------------------ */

static void copy_text(char *to, size_t size, const char *from)
{
	struct mk_text out;

	mk_text_fixed(&out, to, size);
	mk_text_put(&out, from);
}

/* NULL: a daemon with more kinds than a game has. */
static struct kind_total *find_kind(struct totals *totals, const json_t *kind)
{
	const char *name = client_text(kind, "kind");

	for (size_t i = 0; i < totals->count; i++) {
		if (strcmp(totals->kinds[i].name, name) == 0) {
			return &totals->kinds[i];
		}
	}
	if (totals->count == MK_MAX_MISTAKE_KINDS) {
		return NULL;
	}
	copy_text(totals->kinds[totals->count].name, sizeof totals->all.name, name);
	copy_text(totals->kinds[totals->count].text, sizeof totals->all.text,
		client_text(kind, "text"));
	return &totals->kinds[totals->count++];
}

static void add_game(struct kind_total *total, const json_t *sums)
{
	double choice = json_number_value(json_object_get(sums, "choice"));

	total->sum += choice;
	total->squares += choice * choice;
	total->losses += json_integer_value(json_object_get(sums, "losses"));
}

static void add_review(struct totals *totals, const json_t *review)
{
	const json_t *sums = json_object_get(review, "sums");
	const json_t *kinds = json_object_get(sums, "kinds");

	if (json_integer_value(json_object_get(sums, "decisions")) == 0) {
		totals->without_values++;
		return;
	}
	totals->games++;
	totals->has_points = review_has_points(review);
	add_game(&totals->all, sums);
	for (size_t i = 0; i < json_array_size(kinds); i++) {
		const json_t *kind = json_array_get(kinds, i);
		struct kind_total *total = find_kind(totals, kind);

		if (total) {
			add_game(total, kind);
		}
	}
}

/* ---- Requests ------------------------------------------------------------------------------- */

/* Draws the number of finished games and the progress of the running one. */
static void draw_progress(const struct totals *totals, const json_t *running)
{
	char note[NOTE_SIZE] = "";
	json_int_t count = json_integer_value(json_object_get(running, "count"));

	if (count > 0) {
		snprintf(note, sizeof note, "(%lld/%lld)",
			(long long)json_integer_value(json_object_get(running, "valued")),
			(long long)count);
	}
	progress_draw(&totals->progress, totals->games, totals->options->games, note);
}

/* Waits for the review of one session. A session deleted meanwhile is skipped. */
static enum mk_status review_session(struct totals *totals, const char *id, struct mk_error *error)
{
	char query[REVIEW_QUERY_SIZE], path[PATH_SIZE];
	const struct client_request request = {.method = "GET", .path = path};
	struct client_answer answer;
	struct mk_text out;
	enum mk_status status;

	review_write_query(query, totals->options, 1, 0);
	mk_text_fixed(&out, path, sizeof path);
	mk_text_format(&out, "/v1/sessions/%.64s%s", id, query);
	for (;;) {
		status = client_send(totals->client, &request, &answer, error);
		if (status == MK_NOT_FOUND) {
			return MK_OK;
		}
		if (status != MK_OK && status != MK_BUSY) {
			return status;
		}
		if (status == MK_OK && strcmp(client_text(answer.json, "status"), "running") != 0) {
			add_review(totals, answer.json);
			draw_progress(totals, NULL);
			return MK_OK;
		}
		draw_progress(totals, status == MK_OK ? answer.json : NULL);
		sleep(REVIEW_PAUSE_S);
	}
}

static bool is_wanted(const struct totals *totals, const json_t *session)
{
	const char *status = client_text(session, "status");
	const char *preset = totals->options->preset;

	return (strcmp(status, "won") == 0 || strcmp(status, "lost") == 0 ||
		       strcmp(status, "drawn") == 0 || strcmp(status, "stopped") == 0) &&
	       (!preset || strcmp(client_text(session, "preset"), preset) == 0);
}

/* Copies the ids of finished sessions of a page, whose response is lost with the next request. */
static size_t take_ids(const struct totals *totals, const json_t *page,
	char ids[LIST_PAGE][MAX_SESSION_ID_LENGTH + 1])
{
	const json_t *sessions = json_object_get(page, "sessions");
	size_t count = 0;

	for (size_t i = 0; i < json_array_size(sessions) && count < LIST_PAGE; i++) {
		const json_t *session = json_array_get(sessions, i);

		if (is_wanted(totals, session)) {
			copy_text(ids[count++], sizeof ids[0], client_text(session, "id"));
		}
	}
	return count;
}

static enum mk_status review_page(
	struct totals *totals, const char *path, char *next, struct mk_error *error)
{
	static char ids[LIST_PAGE][MAX_SESSION_ID_LENGTH + 1];
	const struct client_request request = {.method = "GET", .path = path};
	struct client_answer answer;
	enum mk_status status = client_send(totals->client, &request, &answer, error);
	size_t count;

	if (status != MK_OK) {
		return status;
	}
	count = take_ids(totals, answer.json, ids);
	copy_text(next, MAX_SESSION_ID_LENGTH + 1, client_text(answer.json, "next"));
	for (size_t i = 0; i < count && totals->games < totals->options->games && status == MK_OK;
		i++) {
		status = review_session(totals, ids[i], error);
	}
	return status;
}

/* Reviews the newest games first, up to the requested number. */
static enum mk_status review_last_games(struct totals *totals, struct mk_error *error)
{
	char next[MAX_SESSION_ID_LENGTH + 1] = "", path[PATH_SIZE];
	enum mk_status status = MK_OK;

	do {
		struct mk_text out;

		mk_text_fixed(&out, path, sizeof path);
		mk_text_format(&out, "/v1/sessions?limit=%d&game=%.64s%s%s", LIST_PAGE,
			totals->options->game, *next ? "&after=" : "", next);
		status = review_page(totals, path, next, error);
	} while (status == MK_OK && *next && totals->games < totals->options->games);
	return status;
}

/* ---- Printing ------------------------------------------------------------------------------- */

static const struct mk_phrase nothing_valued = MK_PHRASE("There are no finished games with values.",
	"Ingen færdige spil kunne vurderes.", "Kein beendetes Spiel ließ sich bewerten.",
	"Κανένα τελειωμένο παιχνίδι δεν μπόρεσε να αξιολογηθεί.");
/* {0}: how many; {1}: the mean. */
static const struct mk_phrase means = MK_PHRASE("{0} games. Your choices: {1} a game.",
	"{0} spil. Dine valg: {1} pr. spil.", "{0} Spiele. Deine Entscheidungen: {1} je Spiel.",
	"{0} παιχνίδια. Οι επιλογές σου: {1} ανά παιχνίδι.");
static const struct mk_phrase mean_of_one =
	MK_PHRASE("1 game. Your choices: {1}.", "1 spil. Dine valg: {1}.",
		"1 Spiel. Deine Entscheidungen: {1}.", "1 παιχνίδι. Οι επιλογές σου: {1}.");
static const struct mk_phrase points = MK_PHRASE(" points", " point", " Punkte", " πόντοι");

/* The heads of the table of kinds: the mean of a game in the unit, its interval, and how often. */
static const struct mk_phrase chance_head =
	MK_PHRASE("a game", "pr. spil", "je Spiel", "ανά παιχνίδι");
static const struct mk_phrase points_head =
	MK_PHRASE("points a game", "point pr. spil", "Punkte je Spiel", "πόντοι ανά παιχνίδι");
static const struct mk_phrase margin_head = MK_PHRASE("±", "±", "±", "±");
static const struct mk_phrase count_head = MK_PHRASE("mistakes", "fejl", "Fehler", "λάθη");
static const struct mk_phrase kind_head =
	MK_PHRASE("kind of mistake", "slags fejl", "Art des Fehlers", "είδος λάθους");

static double mean_of(const struct totals *totals, const struct kind_total *total)
{
	return total->sum / (double)totals->games;
}

static void write_mean(
	struct mk_text *out, const struct totals *totals, const struct kind_total *total)
{
	figure_write(out, totals->language, mean_of(totals, total), 1,
		(totals->has_points ? FIGURE_PLAIN : FIGURE_PERCENT) | FIGURE_SIGNED);
}

/* Half of the 95 % interval of the mean; none for a single game. */
static void write_margin(
	struct mk_text *out, const struct totals *totals, const struct kind_total *total)
{
	double games = (double)totals->games, mean = mean_of(totals, total);
	double variance = (total->squares - games * mean * mean) / (games - 1);

	mk_text_put(out, "±");
	figure_write(out, totals->language,
		(totals->has_points ? 1 : 100) * certain * sqrt(fmax(variance, 0) / games), 1,
		FIGURE_PLAIN);
}

static void write_mean_and_margin(
	struct mk_text *out, const struct totals *totals, const struct kind_total *total)
{
	write_mean(out, totals, total);
	mk_text_put(out, totals->has_points ? mk_phrase_in(&points, totals->language) : "");
	if (totals->games > 1) {
		mk_text_put(out, " (");
		write_margin(out, totals, total);
		mk_text_char(out, ')');
	}
}

static void print_all(const struct totals *totals)
{
	char mean[FIGURE_SIZE], buffer[4 * FIGURE_SIZE];
	struct mk_text text;
	struct mk_phrase_arg words[] = {{.kind = MK_ARG_NUMBER, .number = (long long)totals->games},
		{.kind = MK_ARG_TEXT, .text = mean}};

	mk_text_fixed(&text, mean, sizeof mean);
	write_mean_and_margin(&text, totals, &totals->all);
	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_phrase_write(
		&text, totals->language, totals->games == 1 ? &mean_of_one : &means, words, 2);
	puts(buffer);
}

static int compare_kinds(const void *one, const void *other)
{
	double a = ((const struct kind_total *)one)->sum,
	       b = ((const struct kind_total *)other)->sum;

	return a < b ? -1 : a > b;
}

static const struct mk_phrase *mean_head(const struct totals *totals)
{
	return totals->has_points ? &points_head : &chance_head;
}

/* As wide as its heading. */
static size_t mean_width(const struct totals *totals)
{
	const char *head = mk_phrase_in(mean_head(totals), totals->language);

	return GAP_WIDTH + unicode_count(head, strlen(head));
}

static size_t figures_width(const struct totals *totals)
{
	return mean_width(totals) + (totals->games > 1 ? MARGIN_WIDTH : 0) + COUNT_WIDTH +
	       (size_t)2 * GAP_WIDTH;
}

/* Prints the figures of a row, or the headings above them, right-aligned. */
static void print_figures(
	const struct totals *totals, const char *mean, const char *margin, const char *count)
{
	char buffer[LINE_SIZE];
	struct mk_text line;

	mk_text_fixed(&line, buffer, sizeof buffer);
	figure_put_right(&line, mean, mean_width(totals));
	if (totals->games > 1) {
		figure_put_right(&line, margin, MARGIN_WIDTH);
	}
	figure_put_right(&line, count, GAP_WIDTH + COUNT_WIDTH);
	mk_text_put(&line, "  ");
	fputs(buffer, stdout);
}

/*
 * The length in bytes of the words at `text` that fit into a line of `capacity` characters, at
 * least one word.
 */
static size_t words_that_fit(const char *text, size_t capacity)
{
	size_t fit = strcspn(text, " "), length = fit;

	while (text[length]) {
		length += 1 + strcspn(text + length + 1, " ");
		if (unicode_count(text, length) > capacity) {
			break;
		}
		fit = length;
	}
	return fit;
}

/* Further lines begin below the first. */
static void print_kind_text(const char *text, size_t indent)
{
	char words[sizeof((struct kind_total *)NULL)->text];

	for (;;) {
		size_t length = words_that_fit(text, LINE_WIDTH - indent);

		snprintf(words, sizeof words, "%.*s", (int)length, text);
		print_text_line(stdout, words);
		text += length;
		text += strspn(text, " ");
		if (*text == '\0') {
			return;
		}
		printf("%*s", (int)indent, "");
	}
}

static void print_kind(const struct totals *totals, const struct kind_total *kind)
{
	char mean[FIGURE_SIZE], margin[FIGURE_SIZE] = "", count[FIGURE_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, mean, sizeof mean);
	write_mean(&text, totals, kind);
	if (totals->games > 1) {
		mk_text_fixed(&text, margin, sizeof margin);
		write_margin(&text, totals, kind);
	}
	snprintf(count, sizeof count, "%lld", kind->losses);
	print_figures(totals, mean, margin, count);
	print_kind_text(kind->text, figures_width(totals));
}

static void print_heads(const struct totals *totals)
{
	enum mk_language language = totals->language;

	putchar('\n');
	print_figures(totals, mk_phrase_in(mean_head(totals), language),
		mk_phrase_in(&margin_head, language), mk_phrase_in(&count_head, language));
	puts(mk_phrase_in(&kind_head, language));
}

static void print_totals(struct totals *totals)
{
	bool has_heads = false;

	if (totals->games == 0) {
		puts(mk_phrase_in(&nothing_valued, totals->language));
		return;
	}
	print_all(totals);
	qsort(totals->kinds, totals->count, sizeof totals->kinds[0], compare_kinds);
	for (size_t i = 0; i < totals->count; i++) {
		if (totals->kinds[i].losses == 0) {
			continue;
		}
		if (!has_heads) {
			print_heads(totals);
			has_heads = true;
		}
		print_kind(totals, &totals->kinds[i]);
	}
}

enum mk_status review_games_print(
	struct client *client, const struct review_options *review, struct mk_error *error)
{
	struct review_options options = *review;
	struct totals totals = {.client = client, .options = &options};
	enum mk_status status = game_args_find_language(review->language, &totals.language, error);

	if (status != MK_OK) {
		return status;
	}
	options.language = mk_language_code(totals.language);
	progress_begin(&totals.progress);
	draw_progress(&totals, NULL);
	status = review_last_games(&totals, error);
	progress_end(&totals.progress);
	if (status == MK_OK) {
		print_totals(&totals);
	}
	return status;
}
