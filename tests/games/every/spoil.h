/* JSON that is wrong at one place: every place of a document, and everything that it might hold. */
#ifndef TESTS_EVERY_SPOIL_H
#define TESTS_EVERY_SPOIL_H

#include <jansson.h>

enum { SPOIL_POINTER = 128 };

/*
 * Calls `check` with copies of `document` in which the value at one place, given by its pointer, is
 * missing, another or of another type; `as` says what it is now. Arrays also with one element more
 * and with far too many. The copies are gone after the call.
 */
void on_every_spoilt(const json_t *document,
	void (*check)(void *context, const json_t *spoilt, const char *pointer, const char *as),
	void *context);

#endif
