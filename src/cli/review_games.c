/* makker review --game: the reviews of a daemon's last games, added up by kinds of mistakes. */
#include "base/json.h"
#include "cli/cli.h"
#include "cli/review.h"

#include <makker/game.h>
#include <makker/text.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_PAGE = 100, PATH_SIZE = 320 };

/* 95 % of the values of a normal distribution are within so many standard errors. */
static const double certain = 1.959963984540054;

/* The games of a kind: sums of what the choices in each game cost. */
struct kind_total {
	char name[64];
	char text[256];
	long long decisions;
	double sum, squares;
};

struct totals {
	struct client *client;
	const struct review_options *options;
	uint64_t games, without_values;
	double scale;
	bool has_points;
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
	total->decisions += json_integer_value(json_object_get(sums, "decisions"));
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
	totals->scale = review_scale(review);
	totals->has_points = totals->scale == 1;
	add_game(&totals->all, sums);
	for (size_t i = 0; i < json_array_size(kinds); i++) {
		const json_t *kind = json_array_get(kinds, i);
		struct kind_total *total = find_kind(totals, kind);

		if (total) {
			add_game(total, kind);
		}
	}
}

/* ---- Asking --------------------------------------------------------------------------------- */

/* Waits for the review of one session. One that was deleted meanwhile is left out. */
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
			return MK_OK;
		}
		sleep(REVIEW_PAUSE_S);
	}
}

static bool is_wanted(const struct totals *totals, const json_t *session)
{
	const char *status = client_text(session, "status");
	const char *preset = totals->options->preset;

	return (strcmp(status, "won") == 0 || strcmp(status, "lost") == 0 ||
		       strcmp(status, "drawn") == 0) &&
	       (!preset || strcmp(client_text(session, "preset"), preset) == 0);
}

/* `ids` gets the finished ones of a page, whose answer is gone with the next request. */
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

/* The newest first, until there are as many as are wanted. */
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

/* The mean of a game with its 95 % interval, which one game does not have. */
static void print_mean(const struct totals *totals, const struct kind_total *total)
{
	double games = (double)totals->games, mean = total->sum / games;
	double variance = games > 1 ? (total->squares - games * mean * mean) / (games - 1) : 0;

	printf("%+7.1f", totals->scale * mean + 0.0);
	if (totals->games > 1) {
		printf(" (+- %.1f)", totals->scale * certain * sqrt(fmax(variance, 0) / games));
	}
}

static int compare_kinds(const void *one, const void *other)
{
	double a = ((const struct kind_total *)one)->sum,
	       b = ((const struct kind_total *)other)->sum;

	return a < b ? -1 : a > b;
}

static void print_totals(struct totals *totals)
{
	if (totals->games == 0) {
		puts("There are no finished games with values.");
		return;
	}
	printf("%llu games: choices", (unsigned long long)totals->games);
	print_mean(totals, &totals->all);
	puts(totals->has_points ? " points a game" : " % a game");
	qsort(totals->kinds, totals->count, sizeof totals->kinds[0], compare_kinds);
	for (size_t i = 0; i < totals->count; i++) {
		print_mean(totals, &totals->kinds[i]);
		printf("  %lldx  ", totals->kinds[i].decisions);
		print_text_line(stdout, totals->kinds[i].text);
	}
}

enum mk_status review_games_print(
	struct client *client, const struct review_options *review, struct mk_error *error)
{
	struct totals totals = {.client = client, .options = review};
	enum mk_status status = review_last_games(&totals, error);

	if (status == MK_OK) {
		print_totals(&totals);
	}
	return status;
}
