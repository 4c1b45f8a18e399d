/* The write-ahead log is written in large pieces, and what readers see is as it always was. */
#include "store/faulty.h"
#include "store/sqlite/file.h"
#include "store/sqlite/wal.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS = 300, FEW_WRITES = 40 };

static char path[] = "/tmp/makker-gather-XXXXXX";
static sqlite3 *writer, *reader;

static sqlite3 *connect(const char *vfs)
{
	sqlite3 *database;

	cr_assert_eq(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, vfs), SQLITE_OK);
	return database;
}

static int run(sqlite3 *database, const char *sql)
{
	return sqlite3_exec(database, sql, NULL, NULL, NULL);
}

static int rows(sqlite3 *database)
{
	sqlite3_stmt *count;
	int number = -1;

	cr_assert_eq(
		sqlite3_prepare_v2(database, "SELECT count(*) FROM note WHERE length(body) = 3800",
			-1, &count, NULL),
		SQLITE_OK);
	if (sqlite3_step(count) == SQLITE_ROW) {
		number = sqlite3_column_int(count, 0);
	}
	sqlite3_finalize(count);
	return number;
}

/* Each row has a page of its own. */
static void add_rows(void)
{
	char sql[96];

	for (int i = 0; i < ROWS; i++) {
		snprintf(sql, sizeof sql, "INSERT INTO note (body) VALUES (hex(zeroblob(1900)))");
		cr_assert_eq(run(writer, sql), SQLITE_OK, "%s", sqlite3_errmsg(writer));
	}
}

static void begin(void)
{
	int file = mkstemp(path);

	cr_assert_geq(file, 0);
	close(file);
	faulty_register();
	writer = connect(sqlite_wal_vfs());
	reader = connect("unix");
	cr_assert_eq(run(writer, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
				 "CREATE TABLE note (number INTEGER PRIMARY KEY, body TEXT);"),
		SQLITE_OK);
}

static void end(void)
{
	char side[64];

	faulty_heal();
	sqlite3_close(reader);
	sqlite3_close(writer);
	unlink(path);
	for (int i = 0; i < 2; i++) {
		snprintf(side, sizeof side, "%s%s", path, i ? "-wal" : "-shm");
		unlink(side);
	}
}

TestSuite(gather, .init = begin, .fini = end);

Test(gather, a_commit_of_many_pages_is_written_in_few_pieces)
{
	cr_assert_eq(run(writer, "BEGIN"), SQLITE_OK);
	add_rows();
	faulty_fail(FAULTY_WRITE, FEW_WRITES, -1, SQLITE_FULL);
	cr_assert_eq(run(writer, "COMMIT"), SQLITE_OK, "%s", sqlite3_errmsg(writer));
	faulty_heal();
	cr_assert_eq(rows(reader), ROWS);
}

Test(gather, readers_see_a_commit_as_soon_as_it_has_returned_and_nothing_before)
{
	for (int round = 1; round <= 3; round++) {
		cr_assert_eq(run(writer, "BEGIN"), SQLITE_OK);
		add_rows();
		cr_assert_eq(rows(reader), (round - 1) * ROWS);
		cr_assert_eq(run(writer, "COMMIT"), SQLITE_OK);
		cr_assert_eq(rows(reader), round * ROWS);
	}
}

/* Pages that no longer fit into memory go to the log before the commit, and are read back. */
Test(gather, a_change_larger_than_the_cache_reads_its_own_writes)
{
	cr_assert_eq(run(writer, "PRAGMA cache_size = 5; BEGIN"), SQLITE_OK);
	add_rows();
	cr_assert_eq(rows(writer), ROWS);
	cr_assert_eq(run(writer, "ROLLBACK; BEGIN"), SQLITE_OK);
	cr_assert_eq(rows(writer), 0);
	add_rows();
	cr_assert_eq(run(writer, "COMMIT"), SQLITE_OK);
	cr_assert_eq(rows(reader), ROWS);
}

Test(gather, a_log_that_cannot_be_written_is_no_commit)
{
	cr_assert_eq(run(writer, "BEGIN"), SQLITE_OK);
	add_rows();
	faulty_fail(FAULTY_WRITE, 2, 1, SQLITE_FULL);
	cr_assert_eq(run(writer, "COMMIT"), SQLITE_FULL);
	cr_assert_eq(faulty_heal(), 1);
	run(writer, "ROLLBACK");
	cr_assert_eq(rows(reader), 0);
	add_rows();
	cr_assert_eq(rows(reader), ROWS);
	cr_assert_eq(run(writer, "PRAGMA wal_checkpoint(TRUNCATE)"), SQLITE_OK);
	cr_assert_eq(rows(reader), ROWS);
	cr_assert_eq(run(reader, "PRAGMA integrity_check"), SQLITE_OK);
}

/* ---- what is read back ---------------------------------------------------------------------- */

static unsigned char damaged[64];
static long damaged_at;

/* Another program overwrites the middle of a long commit while it is written to the disk. */
static bool damage_middle(void *context, sqlite3_int64 *size)
{
	static const unsigned char zeros[sizeof damaged];
	char log[64];
	int file;
	struct stat found;

	(void)context;
	snprintf(log, sizeof log, "%s-wal", path);
	file = open(log, O_RDWR | O_CLOEXEC);
	cr_assert_geq(file, 0);
	cr_assert_eq(fstat(file, &found), 0);
	*size = found.st_size;
	damaged_at = found.st_size / 2;
	cr_assert_eq(pread(file, damaged, sizeof damaged, damaged_at), (ssize_t)sizeof damaged);
	cr_assert_neq(memcmp(damaged, zeros, sizeof damaged), 0);
	cr_assert_eq(pwrite(file, zeros, sizeof zeros, damaged_at), (ssize_t)sizeof zeros);
	close(file);
	return true;
}

Test(gather, a_long_commit_is_compared_as_a_whole_before_it_counts)
{
	struct sqlite_wal *log = sqlite_wal_of(writer);
	unsigned char bytes[sizeof damaged];
	char name[64];
	int file;

	cr_assert_eq(run(writer, "BEGIN IMMEDIATE"), SQLITE_OK);
	cr_assert_eq(sqlite_wal_hold(log, writer, true), SQLITE_WAL_SOUND);
	add_rows();
	log->confirm = damage_middle;
	cr_assert_eq(run(writer, "COMMIT"), SQLITE_OK, "%s", sqlite3_errmsg(writer));
	sqlite_wal_release(log, true);
	log->confirm = NULL;
	snprintf(name, sizeof name, "%s-wal", path);
	file = open(name, O_RDONLY | O_CLOEXEC);
	cr_assert_eq(pread(file, bytes, sizeof bytes, damaged_at), (ssize_t)sizeof bytes);
	close(file);
	cr_assert_arr_eq(bytes, damaged, sizeof bytes);
	cr_assert_eq(log->repairs, 1);
}
