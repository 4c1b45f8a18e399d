/* Reviews as the journal keeps them. */
#include "session/review_record.h"

#include "port/journal.h"
#include "session/toy.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 40, VALUED = 25 };

static struct review_record_place place;
static struct review_decision list[COUNT];
static struct mk_review_step steps[COUNT];
static struct decisions decisions = {.count = COUNT, .list = list};
static struct review_progress progress;

static void prepare(void)
{
	place = (struct review_record_place){
		.id = "ab", .version = 57, .game = &toy_game, .ms = 50, .nodes = 7};
	for (size_t i = 0; i < COUNT; i++) {
		list[i] = (struct review_decision){.version = i + 2,
			.made.move = {.kind = 1, .count = (uint32_t)i},
			.came_up = i % 3 == 0};
	}
	for (size_t i = 0; i < VALUED; i++) {
		steps[i] = (struct mk_review_step){.is_known = true,
			.is_compared = i % 2 == 0,
			.before = 500000 + (int64_t)i,
			.made = -7 * (int64_t)i,
			.after = INT64_MIN / 2,
			.error = 1234,
			.mark = MK_MARK_MISTAKE};
		list[i].has_better = i % 4 != 0;
		list[i].kind = (uint8_t)(i % 5);
		if (list[i].has_better) {
			list[i].better = (struct mk_move){.kind = 2, .from = (uint8_t)i};
			list[i].line_length = 2;
			list[i].line[0] = list[i].better;
			list[i].line[1] = (struct mk_move){.kind = 3, .more = {1, 2, 3}};
		}
	}
	progress = (struct review_progress){.valued = VALUED,
		.is_closed = true,
		.account = {.has_points = true, .is_known = true, .level = -3},
		.reviewer = {.playout_ns = 12345.5, .saved_ns = 77, .saved_playouts = 88},
		.verdict = {.verdict = MK_UNDECIDED, .nodes = 40000}};
}

TestSuite(review_record, .init = prepare);

/* The decisions as they are before anything is valued. */
struct fresh {
	struct review_decision list[COUNT];
	struct mk_review_step steps[COUNT];
	struct decisions decisions;
};

static void make_fresh(struct fresh *fresh)
{
	*fresh = (struct fresh){.decisions = {.count = COUNT, .list = fresh->list}};
	for (size_t i = 0; i < COUNT; i++) {
		fresh->list[i] = (struct review_decision){.version = list[i].version,
			.made = list[i].made,
			.came_up = list[i].came_up};
	}
}

static bool is_read(struct fresh *fresh, const char *text)
{
	struct review_progress read;

	return review_record_read(&place, text, &read, &fresh->decisions, fresh->steps);
}

static void assert_refused(const char *text, const char *why)
{
	struct fresh fresh, untouched;

	make_fresh(&fresh);
	make_fresh(&untouched);
	cr_assert_not(is_read(&fresh, text), "%s", why);
	cr_assert_arr_eq(fresh.list, untouched.list, sizeof fresh.list, "%s", why);
	cr_assert_arr_eq(fresh.steps, untouched.steps, sizeof fresh.steps, "%s", why);
}

static void assert_same_value(size_t i, const struct fresh *fresh)
{
	const struct review_decision *decision = &fresh->list[i];

	cr_assert_eq(fresh->steps[i].before, steps[i].before);
	cr_assert_eq(fresh->steps[i].made, steps[i].made);
	cr_assert_eq(fresh->steps[i].after, steps[i].after);
	cr_assert_eq(fresh->steps[i].mark, steps[i].mark);
	cr_assert_eq(fresh->steps[i].is_compared, steps[i].is_compared);
	cr_assert_eq(decision->kind, list[i].kind);
	cr_assert_eq(decision->has_better, list[i].has_better);
	cr_assert_eq(decision->line_length, list[i].line_length);
	cr_assert_arr_eq(decision->line, list[i].line, sizeof decision->line);
	cr_assert_arr_eq(&decision->better, &list[i].better, sizeof decision->better);
}

Test(review_record, comes_back_as_it_was_written)
{
	char *text = review_record_write(&place, &progress, &decisions, steps);
	struct review_progress read;
	struct fresh fresh;

	make_fresh(&fresh);
	cr_assert_not_null(text);
	cr_assert(review_record_read(&place, text, &read, &fresh.decisions, fresh.steps));
	cr_assert_eq(read.valued, VALUED);
	cr_assert(read.is_closed);
	cr_assert_not(read.is_judged);
	cr_assert_eq(read.account.level, -3);
	cr_assert(read.account.has_points && read.account.is_known);
	cr_assert_eq(read.reviewer.playout_ns, 12345.5);
	cr_assert_eq(read.reviewer.saved_ns, 77);
	cr_assert_eq(read.reviewer.saved_playouts, 88);
	cr_assert_eq(read.verdict.verdict, MK_UNDECIDED);
	cr_assert_eq(read.verdict.nodes, 40000);
	for (size_t i = 0; i < COUNT; i++) {
		assert_same_value(i, &fresh);
	}
	free(text);
}

Test(review_record, of_another_place_is_not_read)
{
	char *text = review_record_write(&place, &progress, &decisions, steps);
	struct review_record_place ours = place;

	place.id = "ac";
	assert_refused(text, "another session");
	place = ours;
	place.version++;
	assert_refused(text, "another version");
	place = ours;
	place.ms++;
	assert_refused(text, "another time");
	place = ours;
	place.nodes++;
	assert_refused(text, "other playouts");
	place = ours;
	list[30].made.move.count++;
	assert_refused(text, "another decision");
	list[30].made.move.count--;
	list[COUNT - 1].came_up = !list[COUNT - 1].came_up;
	assert_refused(text, "other luck");
	free(text);
}

Test(review_record, damaged_is_not_read)
{
	char *text = review_record_write(&place, &progress, &decisions, steps);
	size_t length = strlen(text);

	for (size_t i = 0; i < length; i++) {
		char was = text[i];

		text[i] = was == '0' ? '1' : '0';
		assert_refused(text, "a changed digit");
		text[i] = 'g';
		assert_refused(text, "no digit");
		text[i] = '\0';
		assert_refused(text, "cut");
		text[i] = was;
	}
	free(text);
}

/* About 100 characters a decision, so more decisions than a few thousand are not kept. */
Test(review_record, too_long_is_not_written)
{
	enum { MANY = 20000 };
	struct decisions many = {.count = MANY, .list = calloc(MANY, sizeof *many.list)};
	struct mk_review_step *values = calloc(MANY, sizeof *values);
	char *text;

	for (size_t i = 0; i < MANY; i++) {
		values[i] = (struct mk_review_step){.is_known = true, .before = 1 + (int64_t)i};
	}
	progress.valued = 1000;
	text = review_record_write(&place, &progress, &many, values);
	cr_assert_not_null(text);
	cr_assert_leq(strlen(text) + 1, (size_t)JOURNAL_MAX_REVIEW);
	free(text);
	progress.valued = MANY;
	cr_assert_null(review_record_write(&place, &progress, &many, values));
	free(many.list);
	free(values);
}
