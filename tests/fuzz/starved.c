/*
 * Requests without memory: what the files have (the corpus of `request`) is asked of the API again
 * and again. The first allocation of the API's work fails, then the second, and so on until a run
 * comes through without a failure. Each request is answered once, as fake_http.c demands it,
 * nothing leaks (which ASan sees), and those after the failure are answered, too.
 *
 * Allocations of all our code fail (session/starvation.c). The stores are not
 * part of this: without memory for a task they end the process, which loses nothing. Neither is
 * jansson 2.14, whose lexer reads past a token that it had no memory for.
 */
#include "api/api.h"
#include "fuzz/target.h"
#include "session/starvation.h"
#include "store/memory/rows.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 1 << 16, MAX_FAILURES = 20000 };

/* How many more succeed before one fails; negative: all do. It holds while the API works. */
static int armed = NOT_STARVED;

void *__real_realloc(void *old, size_t size);
void *__real_store_realloc(void *old, size_t size);
void __real_memory_keep(struct memory_sessions *sessions, const struct journal_session *session);
void __real_http_request_respond(struct http_request *request, const struct http_response *reply);
void __real_api_handle(struct http_request *request, void *context);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_store_realloc(void *old, size_t size);
void __wrap_memory_keep(struct memory_sessions *sessions, const struct journal_session *session);
void __wrap_http_request_respond(struct http_request *request, const struct http_response *reply);
void __wrap_api_handle(struct http_request *request, void *context);

void *__wrap_realloc(void *old, size_t size)
{
	return starve_next() ? NULL : __real_realloc(old, size);
}

void *__wrap_store_realloc(void *old, size_t size)
{
	int kept = starve_left();
	void *buffer;

	starve_after(NOT_STARVED);
	buffer = __real_store_realloc(old, size);
	starve_after(kept);
	return buffer;
}

void __wrap_memory_keep(struct memory_sessions *sessions, const struct journal_session *session)
{
	int kept = starve_left();

	starve_after(NOT_STARVED);
	__real_memory_keep(sessions, session);
	starve_after(kept);
}

/* It reads the reply's JSON, to look at it. */
void __wrap_http_request_respond(struct http_request *request, const struct http_response *reply)
{
	int kept = starve_left();

	starve_after(NOT_STARVED);
	__real_http_request_respond(request, reply);
	starve_after(kept);
}

void __wrap_api_handle(struct http_request *request, void *context)
{
	starve_after(armed);
	__real_api_handle(request, context);
	armed = starve_left();
	starve_after(NOT_STARVED);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* Returns how many allocations failed, one a run. */
static int starve(const uint8_t *bytes, size_t size)
{
	for (int number = 0; number < MAX_FAILURES; number++) {
		armed = number;
		LLVMFuzzerTestOneInput(bytes, size);
		if (armed >= 0) {
			return number;
		}
	}
	fputs("there are always more allocations\n", stderr);
	exit(1);
}

static int starve_file(const char *path)
{
	static uint8_t bytes[MAX_BYTES];
	FILE *file = fopen(path, "rb");
	size_t size;
	int failures;

	if (!file) {
		perror(path);
		exit(1);
	}
	size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	failures = starve(bytes, size);
	printf("%s: each of %d allocations failed once\n", path, failures);
	return failures;
}

int main(int argc, char **argv)
{
	int failures = 0;

	for (int i = 1; i < argc; i++) {
		failures += starve_file(argv[i]);
	}
	return failures == 0;
}
