/* Prepared statements. */
#include "store/sqlite/sqlite.h"

#include "base/arena.h"
#include "store/sqlite/file.h"

#include <string.h>

bool statements_prepare(sqlite3 *database, const char *const sql[], sqlite3_stmt *statements[],
	size_t count, struct mk_error *error)
{
	for (size_t i = 0; i < count; i++) {
		if (sqlite3_prepare_v3(database, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
			    &statements[i], NULL) != SQLITE_OK) {
			statements_finalize(statements, i);
			return sqlite_unusable(database, "use", error);
		}
	}
	return true;
}

void statements_finalize(sqlite3_stmt *statements[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		sqlite3_finalize(statements[i]);
	}
}

void statement_bind(sqlite3_stmt *statement, int place, const char *text)
{
	sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

int statement_run(sqlite3_stmt *statement)
{
	int code = sqlite3_step(statement);

	sqlite3_reset(statement);
	return code;
}

static const char *text_of(sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);

	return text ? (const char *)text : "";
}

void statement_copy(sqlite3_stmt *statement, int column, char *field, size_t capacity)
{
	const char *text = text_of(statement, column);
	size_t length = strnlen(text, capacity - 1);

	memcpy(field, text, length);
	field[length] = '\0';
}

const char *statement_keep(sqlite3_stmt *statement, int column, struct mk_arena *arena)
{
	const char *text = text_of(statement, column);

	return mk_arena_copy(arena, text, strlen(text));
}
