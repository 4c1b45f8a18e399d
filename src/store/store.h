/* Opens a journal by its URL. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/histogram.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stdint.h>

struct uv_loop_s;
struct journal;
struct limits;

/*
 * "sqlite:PATH" (created when missing), "postgres://..." (as libpq reads it) or "memory:". Blocks
 * until it is open and checked; called once at the start. NULL with the reason in `error`.
 */
struct journal *store_open(const char *url, struct uv_loop_s *loop, struct mk_error *error);

/* True for the URL of a store with a non-empty path where one is needed; false with the reason. */
bool store_is_url(const char *url, struct mk_error *error);

/* True if the store exists; false with the reason. store_open() would create it. */
bool store_exists(const char *url, struct mk_error *error);

/*
 * Reports, in a sentence for the log, that the store is unreachable or back. `report` is
 * called on the loop thread. Never called by stores without a server.
 */
void store_report(
	struct journal *journal, void (*report)(const char *what, void *context), void *context);

/*
 * The limits of idempotency records (token_keys, ..., keys; base/limits.h), set before the first
 * write. Otherwise the defaults.
 */
void store_limit(struct journal *journal, struct limits *limits);

/*
 * The name of the store for the log: "sqlite:" and the real path, "postgres://..." without secrets,
 * or "memory:". Lives as long as the journal.
 */
const char *store_name(const struct journal *journal);

/* True if nothing was there before it was opened; never of "memory:". */
bool store_is_new(const struct journal *journal);

/* Figures for /metrics. */
struct store_figures {
	uint64_t commits;
	uint64_t appends;
	uint64_t failures;
	unsigned waiting;
	struct histogram commit_durations; /* nothing where a commit costs nothing */
};
/* The number of calls that wait for the store. */
unsigned store_waiting(const struct journal *journal);
struct store_figures store_figures(const struct journal *journal);

#endif
