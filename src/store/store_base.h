/* The beginning of every store: the port and the metrics. */
#ifndef STORE_STORE_BASE_H
#define STORE_STORE_BASE_H

#include "port/journal.h"
#include "store/store.h"

#include <stdint.h>

struct store_task {
	struct store_task *next;
	int64_t since_ns; /* of the call, by clock_ticks_ns(); kept by a store with a server */
};

struct limits;

enum { STORE_NAME_SIZE = 1024 };

struct store {
	struct journal journal;
	char name[STORE_NAME_SIZE];                      /* without secrets */
	bool is_new;                                     /* nothing was there before */
	struct store_figures figures;                    /* the loop thread's */
	void (*report)(const char *what, void *context); /* NULL: no metrics */
	void *report_context;
	_Atomic(struct limits *) limits; /* NULL: the defaults; the writer reads it, too */
};

/* A way to keep journals: its URLs start with `scheme`, `rest` is what follows it. */
struct store_kind {
	const char *scheme;
	struct journal *(*open)(const char *rest, struct uv_loop_s *loop, struct mk_error *error);
	bool (*exists)(const char *rest, struct mk_error *error); /* NULL: always */
};

struct journal *store_memory_open(const char *rest, struct uv_loop_s *loop, struct mk_error *error);
struct journal *store_sqlite_open(const char *path, struct uv_loop_s *loop, struct mk_error *error);
bool store_sqlite_exists(const char *path, struct mk_error *error);
struct journal *store_postgres_open(
	const char *rest, struct uv_loop_s *loop, struct mk_error *error);
bool store_postgres_exists(const char *rest, struct mk_error *error);

/*
 * realloc() that does not fail. Without memory a call cannot be completed, so the process ends by
 * abort(): acknowledged changes are not lost.
 */
void *store_realloc(void *old, size_t size);

#endif
