/* Values are written with all of their six decimals: sums of them are exact. */
#include "api/views/review_json.h"

#include "base/json.h"

#include <math.h>
#include <stdlib.h>

enum { REVIEW_DIGITS = 6 };

/* Bytes after which a page takes no further decision. */
enum { MAX_PAGE_BYTES = 96 * 1024 };

struct writer {
	struct mk_text *out;
	const struct review *review;
	const struct review_page *page;
	struct mk_view *buffer;
};

static void write_millionths(struct mk_text *out, const char *key, int64_t value)
{
	mk_json_real(out, key, (double)value / MK_REVIEW_UNIT, REVIEW_DIGITS);
}

/* ---- one decision --------------------------------------------------------------------------- */

static void write_move(
	struct writer *writer, const char *key, const struct mk_view *view, struct mk_move move)
{
	mk_json_open_object(writer->out, key);
	mk_move_write(writer->out, writer->review->game, writer->page->language, view, move);
	mk_json_close_object(writer->out);
}

/* The moves in short notation, like those of advice. */
static void write_line(struct writer *writer, const struct review_decision *decision)
{
	mk_json_open_array(writer->out, "line");
	for (unsigned i = 0; i < decision->line_length; i++) {
		mk_json_open_string(writer->out, NULL);
		mk_move_write_short(writer->out, writer->review->game, decision->line[i]);
		mk_json_close_string(writer->out);
	}
	mk_json_close_array(writer->out);
}

static void write_better(
	struct writer *writer, const struct mk_view *view, const struct review_decision *decision)
{
	if (!decision->has_better) {
		mk_json_null(writer->out, "better");
		return;
	}
	mk_json_open_object(writer->out, "better");
	mk_move_write(
		writer->out, writer->review->game, writer->page->language, view, decision->better);
	write_line(writer, decision);
	mk_json_close_object(writer->out);
}

static void write_values(struct mk_text *out, const struct mk_review_step *step)
{
	write_millionths(out, "before", step->before);
	write_millionths(out, "best", step->before);
	write_millionths(out, "made", step->made);
	write_millionths(out, "after", step->after);
	write_millionths(out, "choice", mk_review_choice(step));
	write_millionths(out, "luck", mk_review_luck(step));
	write_millionths(out, "error", step->error);
}

static void write_no_values(struct mk_text *out)
{
	static const char *const names[] = {
		"before", "best", "made", "after", "choice", "luck", "error"};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		mk_json_null(out, names[i]);
	}
}

/* The table as the player saw it. */
static void write_table(struct writer *writer, const struct mk_view *view)
{
	mk_json_open_object(writer->out, "table");
	mk_table_write(writer->out, writer->review->game, view, NULL);
	mk_json_close_object(writer->out);
}

/* NULL: the best move was made, or the value of the made move is not known. */
static const char *name_of_kind(const struct mk_game *game, const struct review_decision *decision,
	const struct mk_review_step *step)
{
	return game->mistakes && mk_review_has_kind(step)
		       ? game->mistakes->kinds[decision->kind].name
		       : NULL;
}

static void write_decision(struct writer *writer, size_t place)
{
	const struct review *review = writer->review;
	const struct review_decision *decision = &review->decisions[place];
	const struct mk_review_step *step = &review->steps[place];
	const struct mk_view *view = review_view(review, place, writer->buffer);

	mk_json_open_object(writer->out, NULL);
	mk_json_int(writer->out, "number", (long long)place + 1);
	mk_json_int(writer->out, "version", (long long)decision->version);
	write_move(writer, "move", view, decision->made.move);
	write_better(writer, view, decision);
	if (step->is_known) {
		write_values(writer->out, step);
	} else {
		write_no_values(writer->out);
	}
	mk_json_string(
		writer->out, "mark", step->is_compared ? mk_review_mark_name(step->mark) : NULL);
	mk_json_string(writer->out, "kind", name_of_kind(review->game, decision, step));
	if (writer->page->has_tables) {
		write_table(writer, view);
	}
	mk_json_close_object(writer->out);
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* The kinds that have a decision, in the order of the game. */
static void write_kinds(struct writer *writer)
{
	const struct review *review = writer->review;
	const struct mk_mistakes *mistakes = review->game->mistakes;
	struct mk_review_kind_sum sums[MK_MAX_MISTAKE_KINDS] = {0};

	for (size_t i = 0; i < review->settled; i++) {
		mk_review_kind_add(&sums[review->decisions[i].kind], &review->steps[i]);
	}
	mk_json_open_array(writer->out, "kinds");
	for (size_t i = 0; mistakes && i < mistakes->count; i++) {
		if (sums[i].decisions == 0) {
			continue;
		}
		mk_json_open_object(writer->out, NULL);
		mk_json_string(writer->out, "kind", mistakes->kinds[i].name);
		mk_json_string(writer->out, "text",
			mk_phrase_in(&mistakes->kinds[i].text, writer->page->language));
		mk_json_int(writer->out, "decisions", sums[i].decisions);
		mk_json_int(writer->out, "losses", sums[i].losses);
		write_millionths(writer->out, "choice", sums[i].choice);
		write_millionths(writer->out, "choice_error", llround(sums[i].error));
		mk_json_close_object(writer->out);
	}
	mk_json_close_array(writer->out);
}

static void write_sums(struct writer *writer)
{
	struct mk_text *out = writer->out;
	struct mk_review_sums sums;

	mk_review_sum(writer->review->steps, writer->review->settled, &sums);
	mk_json_open_object(out, "sums");
	mk_json_int(out, "decisions", sums.decisions);
	if (sums.decisions > 0) {
		write_millionths(out, "start", sums.start);
		write_millionths(out, "end", sums.end);
	} else {
		mk_json_null(out, "start");
		mk_json_null(out, "end");
	}
	write_millionths(out, "luck", sums.luck);
	write_millionths(out, "choice", sums.choice);
	write_millionths(out, "choice_error", llround(sums.choice_error));
	mk_json_open_object(out, "marks");
	for (int mark = 0; mark < MK_MARK_COUNT; mark++) {
		mk_json_int(out, mk_review_mark_name((enum mk_review_mark)mark), sums.marks[mark]);
	}
	mk_json_close_object(out);
	write_kinds(writer);
	mk_json_close_object(out);
}

static void write_dearest(struct writer *writer)
{
	size_t dearest[MK_REVIEW_DEAREST];
	size_t count = mk_review_dearest(writer->review->steps, writer->review->settled, dearest);

	mk_json_open_array(writer->out, "dearest");
	for (size_t i = 0; i < count; i++) {
		write_decision(writer, dearest[i]);
	}
	mk_json_close_array(writer->out);
}

static void write_page(struct writer *writer)
{
	const struct review *review = writer->review;
	const struct review_page *page = writer->page;
	size_t place = page->after, begin = writer->out->length;

	mk_json_open_array(writer->out, "decisions");
	while (place < review->settled && place - page->after < page->limit &&
		writer->out->length - begin < MAX_PAGE_BYTES) {
		write_decision(writer, place++);
	}
	mk_json_close_array(writer->out);
	if (review->is_finished && place >= review->count) {
		mk_json_null(writer->out, "next");
	} else {
		mk_json_int(writer->out, "next", (long long)place);
	}
}

static void write_budget(struct mk_text *out, const struct review_budget *budget)
{
	mk_json_open_object(out, "budget");
	mk_json_int(out, "ms", budget->ms);
	mk_json_int(out, "nodes", budget->nodes);
	mk_json_close_object(out);
}

void review_json_write(
	struct mk_text *out, const struct review *review, const struct review_page *page)
{
	struct writer writer = {.out = out,
		.review = review,
		.page = page,
		.buffer = malloc(review->game->view_size)};

	if (!writer.buffer) {
		out->truncated = true;
		return;
	}
	mk_json_open_object(out, NULL);
	mk_json_int(out, "version", (long long)review->version);
	mk_json_string(out, "status", review->is_finished ? "finished" : "running");
	mk_json_string(out, "unit", review->game->has_points ? "points" : "win_chance");
	write_budget(out, &review->budget);
	if (review->is_listed) {
		mk_json_int(out, "count", (long long)review->count);
	} else {
		mk_json_null(out, "count");
	}
	mk_json_int(out, "valued", (long long)review->settled);
	mk_json_string(
		out, "verdict", review->has_verdict ? mk_verdict_name(review->verdict) : NULL);
	write_sums(&writer);
	write_dearest(&writer);
	write_page(&writer);
	mk_json_close_object(out);
	free(writer.buffer);
}
