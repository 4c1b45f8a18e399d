/* Stores by their URL. */
#include "store/store.h"

#include "base/alloc.h"
#include "store/store_base.h"

#include <stdlib.h>
#include <string.h>

static const struct store_kind kinds[] = {
	{"memory:", store_memory_open, NULL},
	{"sqlite:", store_sqlite_open, store_sqlite_exists},
	{"postgres://", store_postgres_open, store_postgres_exists},
	{"postgresql://", store_postgres_open, store_postgres_exists},
};

/* NULL with `error`; `rest` is what follows the scheme. */
static const struct store_kind *find_kind(
	const char *url, const char **rest, struct mk_error *error)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t length = strlen(kinds[i].scheme);

		if (strncmp(url, kinds[i].scheme, length) == 0) {
			*rest = url + length;
			return &kinds[i];
		}
	}
	mk_fail(error, MK_MALFORMED, "invalid_store", "",
		"store: '%.100s' is not a store URL; must be sqlite:PATH, postgres://... or memory:",
		url);
	return NULL;
}

bool store_is_url(const char *url, struct mk_error *error)
{
	const char *rest;
	const struct store_kind *kind = find_kind(url, &rest, error);

	if (kind && strcmp(kind->scheme, "sqlite:") == 0 && !*rest) {
		mk_fail(error, MK_MALFORMED, "invalid_store", "", "sqlite: wants a file behind it");
		return false;
	}
	return kind != NULL;
}

struct journal *store_open(const char *url, struct uv_loop_s *loop, struct mk_error *error)
{
	const char *rest;
	const struct store_kind *kind = find_kind(url, &rest, error);

	return kind ? kind->open(rest, loop, error) : NULL;
}

bool store_exists(const char *url, struct mk_error *error)
{
	const char *rest;
	const struct store_kind *kind = find_kind(url, &rest, error);

	return kind && (!kind->exists || kind->exists(rest, error));
}

void store_report(
	struct journal *journal, void (*report)(const char *what, void *context), void *context)
{
	struct store *store = (struct store *)(void *)journal;

	store->report = report;
	store->report_context = context;
}

void store_limit(struct journal *journal, struct limits *limits)
{
	((struct store *)(void *)journal)->limits = limits;
}

const char *store_name(const struct journal *journal)
{
	return ((const struct store *)(const void *)journal)->name;
}

bool store_is_new(const struct journal *journal)
{
	return ((const struct store *)(const void *)journal)->is_new;
}

unsigned store_waiting(const struct journal *journal)
{
	return ((const struct store *)(const void *)journal)->figures.waiting;
}

struct store_figures store_figures(const struct journal *journal)
{
	return ((const struct store *)(const void *)journal)->figures;
}

void *store_realloc(void *old, size_t size)
{
	return xrealloc(old, size);
}
