/*
 * The table of routes against tests/golden/routes.tsv, which tests/service/routes.test.mjs compares
 * with openapi.yaml: both hold row by row, so the table and the contract agree.
 */
#include "api/pipeline/authorization.h"
#include "api/service.h"
#include "base/arena.h"

#include <criterion/criterion.h>
#include <makker/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 14, MAX_WORDS = 16 };

static int compare(const void *one, const void *other)
{
	return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static void put_words(struct mk_text *out, const char **words, size_t count)
{
	qsort(words, count, sizeof *words, compare);
	for (size_t i = 0; i < count; i++) {
		mk_text_put(out, i ? "," : "");
		mk_text_put(out, words[i]);
	}
}

static void put_roles(struct mk_text *out, unsigned access)
{
	static const char *const names[ROLE_COUNT] = {
		[ROLE_CAMERA] = "camera", [ROLE_COMPANION] = "companion", [ROLE_OWNER] = "owner"};
	const char *words[ROLE_COUNT + 2];
	size_t count = 0;

	if (access == ACCESS_ANYONE) {
		mk_text_put(out, "-");
		return;
	}
	if (!(access & ACCESS_NOT_ADMIN)) {
		words[count++] = "admin";
	}
	for (int role = 0; role < ROLE_COUNT; role++) {
		if (access & 1u << role) {
			words[count++] = names[role];
		}
	}
	if (access & ACCESS_METRICS) {
		words[count++] = "metrics";
	}
	put_words(out, words, count);
}

static void put_parameters(struct mk_text *out, const char *const *parameters)
{
	const char *words[MAX_WORDS];
	size_t count = 0;

	if (!parameters) {
		mk_text_put(out, "*");
		return;
	}
	for (; parameters[count]; count++) {
		cr_assert_lt(count, MAX_WORDS);
		words[count] = parameters[count];
	}
	put_words(out, words, count);
	mk_text_put(out, count ? "" : "-");
}

static void put_route(struct mk_text *out, const struct route *route)
{
	mk_text_format(out, "%s\t%s\t", route->method, route->path);
	put_roles(out, route->access);
	mk_text_char(out, '\t');
	put_parameters(out, route->parameters);
}

static bool has_line(const char *file, const char *line)
{
	const char *at = strstr(file, line);

	return at && at[strlen(line)] == '\n' && (at == file || at[-1] == '\n');
}

Test(routes, the_table_is_as_written_down_row_by_row)
{
	static char file[BUFFER_SIZE];
	FILE *golden = fopen("tests/golden/routes.tsv", "r");
	size_t lines = 0;

	cr_assert_not_null(golden);
	cr_assert_lt(fread(file, 1, sizeof file - 1, golden), sizeof file - 1);
	fclose(golden);
	for (size_t i = 0; i < api_route_count; i++) {
		char row[256];
		struct mk_text text;

		mk_text_fixed(&text, row, sizeof row);
		put_route(&text, &api_routes[i]);
		cr_expect(has_line(file, row), "not in tests/golden/routes.tsv:\n%s", row);
	}
	for (const char *at = file; *at; at++) {
		lines += *at == '\n';
	}
	cr_assert_eq(lines, api_route_count + 1, "a row each, and the head");
}
