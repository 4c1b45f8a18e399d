/* Prepared statements, their parameters and columns. */
#ifndef STORE_SQLITE_STATEMENT_H
#define STORE_SQLITE_STATEMENT_H

#include <makker/status.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

struct mk_arena;

/* Prepares all or none. */
bool statements_prepare(sqlite3 *database, const char *const sql[], sqlite3_stmt *statements[],
	size_t count, struct mk_error *error);
void statements_finalize(sqlite3_stmt *statements[], size_t count);

/* Binds borrowed text; NULL is SQL's NULL. */
void statement_bind(sqlite3_stmt *statement, int place, const char *text);

/* Runs a statement that answers no rows; SQLITE_DONE when it worked. It is ready for the next run.
 */
int statement_run(sqlite3_stmt *statement);

/* Copies a text of the present row into a field (cut to its size), or into the arena (NULL: full).
 */
void statement_copy(sqlite3_stmt *statement, int column, char *field, size_t room);
const char *statement_keep(sqlite3_stmt *statement, int column, struct mk_arena *arena);

#endif
