/* One verdict after another, and what they come to. */
#include "cli/solving.h"
#include "cli/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_ROOM = 256 };

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* SOLVING_GROUPS when there are too many. */
static unsigned number_of(struct solving *solving, const char *group)
{
	unsigned number = 0;

	while (number < solving->group_count && strcmp(solving->groups[number], group) != 0) {
		number++;
	}
	if (number == solving->group_count && number < SOLVING_GROUPS) {
		snprintf(solving->groups[number], SOLVING_GROUP, "%s", group);
		solving->group_count++;
	}
	return number;
}

/* A sample for which there is no room is missing from the medians, nothing else. */
static void keep_sample(struct solving *solving, struct solving_sample sample)
{
	if (solving->count == solving->room) {
		size_t room = solving->room ? solving->room * 2 : FIRST_ROOM;
		struct solving_sample *samples = realloc(solving->samples, room * sizeof *samples);

		if (!samples) {
			return;
		}
		solving->samples = samples;
		solving->room = room;
	}
	solving->samples[solving->count++] = sample;
}

static void compare(struct solving *solving, enum mk_verdict verdict, const char *expected)
{
	bool decided = expected && (strcmp(expected, mk_verdict_name(MK_WINNABLE)) == 0 ||
					   strcmp(expected, mk_verdict_name(MK_UNWINNABLE)) == 0);

	if (!decided || verdict == MK_UNDECIDED) {
		return;
	}
	if (strcmp(expected, mk_verdict_name(verdict)) == 0) {
		solving->agreed++;
	} else {
		solving->differed++;
		fputs("\tdiffers: ", stdout);
		print_text(stdout, expected);
	}
}

static void print_line(const struct solving *solving)
{
	const struct mk_move *line;
	size_t length = solving->game->solver->line(solving->solver, &line);
	char room[64];
	struct mk_text text;

	for (size_t i = 0; i < length; i++) {
		mk_text_fixed(&text, room, sizeof room);
		solving->game->notation->write_short(&text, line[i]);
		printf("%s%s", i ? ", " : "\t", room);
	}
}

void solving_one(struct solving *solving, const struct mk_world *world, unsigned long number,
	const char *expected, const char *group)
{
	struct mk_solution solution;
	double seconds = cpu_seconds();

	solving->game->solver->solve(solving->solver, world, solving->node_limit, &solution);
	seconds = cpu_seconds() - seconds;
	solving->seconds += seconds;
	solving->nodes += solution.nodes;
	solving->verdicts[solution.verdict]++;
	if (group) {
		keep_sample(solving, (struct solving_sample){(float)(seconds * 1e6),
					     (float)solution.nodes, number_of(solving, group)});
	}
	printf("%lu\t%s\t%llu\t%.4f", number, mk_verdict_name(solution.verdict),
		(unsigned long long)solution.nodes, seconds * 1000);
	compare(solving, solution.verdict, expected);
	if (!solving->is_brief) {
		print_line(solving);
	}
	putchar('\n');
}

/* ---- The summary ---------------------------------------------------------------------------- */

static int by_time(const void *one, const void *other)
{
	const struct solving_sample *a = one, *b = other;

	return (a->us > b->us) - (a->us < b->us);
}

static int by_nodes(const void *one, const void *other)
{
	const struct solving_sample *a = one, *b = other;

	return (a->nodes > b->nodes) - (a->nodes < b->nodes);
}

/* The sample of a group in the middle of their order. */
static const struct solving_sample *median(const struct solving *solving, unsigned group)
{
	const struct solving_sample *middle = NULL;
	size_t members = 0, passed = 0;

	for (size_t i = 0; i < solving->count; i++) {
		members += solving->samples[i].group == group;
	}
	for (size_t i = 0; i < solving->count && passed <= members / 2; i++) {
		if (solving->samples[i].group == group) {
			middle = &solving->samples[i];
			passed++;
		}
	}
	return middle;
}

/* A group has members unless there was no memory for them. */
static void print_medians(struct solving *solving, unsigned group)
{
	const struct solving_sample *middle;
	float us;

	qsort(solving->samples, solving->count, sizeof *solving->samples, by_time);
	middle = median(solving, group);
	if (!middle) {
		return;
	}
	us = middle->us;
	qsort(solving->samples, solving->count, sizeof *solving->samples, by_nodes);
	middle = median(solving, group);
	fprintf(stderr, "%s: the median deal took %.1f us, the median positions are %.0f\n",
		solving->groups[group], (double)us, (double)middle->nodes);
}

void solving_sum_up(struct solving *solving)
{
	fprintf(stderr,
		"%lu winnable, %lu unwinnable, %lu undecided; %lu agree, %lu differ; "
		"%llu positions in %.3f s, %.2f million a second\n",
		solving->verdicts[MK_WINNABLE], solving->verdicts[MK_UNWINNABLE],
		solving->verdicts[MK_UNDECIDED], solving->agreed, solving->differed,
		(unsigned long long)solving->nodes, solving->seconds,
		solving->seconds > 0 ? (double)solving->nodes / solving->seconds / 1e6 : 0.0);
	for (unsigned group = 0; group < solving->group_count && solving->count > 0; group++) {
		print_medians(solving, group);
	}
}
