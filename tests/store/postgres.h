/* A PostgreSQL of the tests' own: it runs while this program does. */
#ifndef TESTS_STORE_POSTGRES_H
#define TESTS_STORE_POSTGRES_H

#include <stddef.h>

/* Makes an empty database and writes its URL; fails the test where that is impossible. */
void postgres_database(char *url, size_t capacity);

/* Runs SQL there, as another program would. */
void postgres_run(const char *url, const char *sql);

/* The same with one answer, which is written into `value`. */
void postgres_ask(const char *url, const char *sql, char *value, size_t capacity);

#endif
