/* Files that are removed, moved or replaced while they are in use. */
#include "store/port.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct port port;

static void open_port(void)
{
	port_open(&port, "sqlite");
	port_fill(&port, 1, 3);
}

static void close_port(void)
{
	port_close(&port);
}

TestSuite(home, .init = open_port, .fini = close_port);

enum { BUFFER_SIZE = 128 };

/* The path of the file with that end, in a buffer of its own for each of the last four. */
static const char *file(const char *end)
{
	static char paths[4][BUFFER_SIZE];
	static unsigned turn;
	char *path = paths[turn++ % 4];

	snprintf(path, BUFFER_SIZE, "%s%s", port_path(&port), end);
	return path;
}

static void copy(const char *from, const char *to)
{
	char command[3 * BUFFER_SIZE];

	snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
	cr_assert_eq(system(command), 0);
}

static void assert_version(uint64_t version)
{
	struct found found;

	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, version);
	cr_assert_eq(found.rows[0].version, version);
}

/* Nothing is acknowledged, what there was can be read, and it stays so while nothing happens. */
static void assert_away(void)
{
	struct journal_session other = row(2, 0);

	cr_assert_eq(append(&port, 1, 4), MK_IO);
	cr_assert_not(port_is_ready(&port));
	cr_assert_eq(create(&port, &other), MK_IO);
	cr_assert_eq(drop(&port, 1), MK_IO);
	assert_version(3);
	usleep(1200000);
	cr_assert_not(port_is_ready(&port));
}

static void assert_back(void)
{
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	port_stop(&port);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	assert_version(4);
}

static unsigned count_reports;

static void count_report(const char *what, void *context)
{
	cr_assert_not_null(what);
	cr_assert_eq(context, &port);
	count_reports++;
}

Test(home, a_removed_database_accepts_no_write_and_is_reported_once)
{
	store_report(port.journal, count_report, &port);
	unlink(file(""));
	assert_away();
	cr_assert_eq(count_reports, 1);
}

Test(home, a_database_that_was_replaced_takes_nothing)
{
	copy(file(""), file(".copy"));
	cr_assert_eq(rename(file(".copy"), file("")), 0);
	assert_away();
}

Test(home, a_database_that_is_moved_back_is_used_again)
{
	store_report(port.journal, count_report, &port);
	cr_assert_eq(rename(file(""), file(".away")), 0);
	assert_away();
	cr_assert_eq(rename(file(".away"), file("")), 0);
	assert_back();
	cr_assert_eq(count_reports, 2);
}

Test(home, a_link_that_leads_elsewhere_is_noticed)
{
	port_stop(&port);
	cr_assert_eq(symlink(file(""), file(".link")), 0);
	snprintf(port.url, sizeof port.url, "sqlite:%s", file(".link"));
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	snprintf(port.url, sizeof port.url, "sqlite:%s/test.db", port.folder);
	copy(file(""), file(".copy"));
	unlink(file(".link"));
	cr_assert_eq(symlink(file(".copy"), file(".link")), 0);
	assert_away();
	unlink(file(".link"));
	cr_assert_eq(symlink(file(""), file(".link")), 0);
	assert_back();
}

/* It leads to the same file, but SQLite would look for the log beside that one. */
Test(home, a_link_in_the_place_of_the_database_is_noticed)
{
	cr_assert_eq(rename(file(""), file(".moved")), 0);
	cr_assert_eq(symlink(file(".moved"), file("")), 0);
	assert_away();
	unlink(file(""));
	cr_assert_eq(rename(file(".moved"), file("")), 0);
	assert_back();
}

/* ---- the log -------------------------------------------------------------------------------- */

static int events_in(const char *path)
{
	sqlite3 *database;
	sqlite3_stmt *count;
	int events;

	cr_assert_eq(sqlite3_open(path, &database), SQLITE_OK);
	cr_assert_eq(sqlite3_prepare_v2(database, "SELECT count(*) FROM event", -1, &count, NULL),
		SQLITE_OK, "%s", sqlite3_errmsg(database));
	cr_assert_eq(sqlite3_step(count), SQLITE_ROW);
	events = sqlite3_column_int(count, 0);
	sqlite3_finalize(count);
	sqlite3_close(database);
	return events;
}

/* The copy has what the next start would find, were the process killed now. */
Test(home, without_its_log_a_journal_takes_nothing_and_has_all_that_was_acknowledged)
{
	unlink(file("-wal"));
	assert_away();
	copy(file(""), file(".copy"));
	cr_assert_eq(events_in(file(".copy")), 3);
	port_stop(&port);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	assert_back();
}

Test(home, a_log_that_is_moved_back_is_used_again)
{
	cr_assert_eq(rename(file("-wal"), file(".away")), 0);
	copy(file(".away"), file("-wal"));
	assert_away();
	cr_assert_eq(rename(file(".away"), file("-wal")), 0);
	assert_back();
}

/*
 * Another program puts all that was written into the database itself, and cuts the log. (A
 * connection that has read nothing yet knows of no log.)
 */
static void put_in_place(void)
{
	sqlite3 *database;
	int left = -1;

	cr_assert_eq(sqlite3_open(port_path(&port), &database), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(database, "SELECT * FROM session", NULL, NULL, NULL), SQLITE_OK);
	cr_assert_eq(
		sqlite3_wal_checkpoint_v2(database, NULL, SQLITE_CHECKPOINT_TRUNCATE, &left, NULL),
		SQLITE_OK);
	cr_assert_eq(left, 0);
	sqlite3_close(database);
}

Test(home, a_log_that_begins_anew_is_the_same)
{
	put_in_place();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	cr_assert_eq(append(&port, 1, 5), MK_OK);
	cr_assert(port_is_ready(&port));
}

/* ---- files that are changed in place -------------------------------------------------------- */

static long size_of(const char *path)
{
	struct stat found;

	cr_assert_eq(stat(path, &found), 0);
	return (long)found.st_size;
}

static void cut(const char *path, long size)
{
	cr_assert_eq(truncate(path, size), 0);
}

static void write_zeros(const char *path, long at, size_t count)
{
	static const char zeros[65536];
	int descriptor = open(path, O_WRONLY | O_CLOEXEC);

	cr_assert_geq(descriptor, 0);
	while (count > 0) {
		size_t part = count < sizeof zeros ? count : sizeof zeros;

		cr_assert_eq(pwrite(descriptor, zeros, part, at), (ssize_t)part);
		at += (long)part;
		count -= part;
	}
	close(descriptor);
}

/* Version 4 is acknowledged, and a copy of the files has it: what a start after kill -9 finds. */
static void assert_mended(void)
{
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	copy(file(""), file(".copy"));
	copy(file("-wal"), file(".copy-wal"));
	cr_assert_eq(events_in(file(".copy")), 4);
	cr_assert(port_is_ready(&port));
	port_stop(&port);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	assert_version(4);
}

Test(home, a_log_that_was_cut_to_nothing_is_written_again)
{
	cut(file("-wal"), 0);
	assert_mended();
}

Test(home, a_log_that_was_cut_to_half_is_written_again)
{
	cut(file("-wal"), size_of(file("-wal")) / 2);
	assert_mended();
}

Test(home, a_log_whose_header_was_overwritten_is_written_again)
{
	write_zeros(file("-wal"), 0, 32);
	assert_mended();
}

Test(home, a_log_whose_middle_was_overwritten_is_written_again)
{
	long size = size_of(file("-wal"));

	write_zeros(file("-wal"), size / 3, (size_t)size / 3);
	assert_mended();
}

Test(home, a_log_that_was_cut_is_written_again_while_nothing_is_asked)
{
	long size = size_of(file("-wal"));

	cut(file("-wal"), 0);
	for (int i = 0; i < 100 && size_of(file("-wal")) < size; i++) {
		usleep(100000);
	}
	copy(file(""), file(".copy"));
	copy(file("-wal"), file(".copy-wal"));
	cr_assert_eq(events_in(file(".copy")), 3);
}

/* Overwrites the middle of a file, and sets its time back to what it was. */
static void overwrite_and_keep_time(const char *path)
{
	struct timespec times[2];
	struct stat found;

	cr_assert_eq(stat(path, &found), 0);
	write_zeros(path, found.st_size / 3, (size_t)found.st_size / 3);
	times[0] = found.st_atim;
	times[1] = found.st_mtim;
	cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

static bool same_content(const char *one, const char *other)
{
	char command[3 * BUFFER_SIZE];

	snprintf(command, sizeof command, "cmp -s '%s' '%s'", one, other);
	return system(command) == 0;
}

/* The times of this file system have a resolution of milliseconds. */
enum { LONGER_THAN_A_TICK_US = 50000 };

Test(home, a_log_that_was_overwritten_with_its_time_kept_is_written_again_while_nothing_is_asked)
{
	copy(file("-wal"), file(".sound"));
	usleep(LONGER_THAN_A_TICK_US);
	overwrite_and_keep_time(file("-wal"));
	for (int i = 0; i < 100 && !same_content(file("-wal"), file(".sound")); i++) {
		usleep(100000);
	}
	cr_assert(same_content(file("-wal"), file(".sound")));
	assert_mended();
}

Test(home, a_log_that_cannot_be_written_again_takes_nothing_until_it_can)
{
	struct rlimit limit;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	cut(file("-wal"), 0);
	limit.rlim_cur = 4096;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	cr_assert_eq(append(&port, 1, 4), MK_IO);
	cr_assert_not(port_is_ready(&port));
	limit.rlim_cur = RLIM_INFINITY;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	port_becomes_ready(&port);
	assert_mended();
}

static void assert_reason(const char *words)
{
	const char *reason = port.journal->methods->obstacle
				     ? port.journal->methods->obstacle(port.journal)
				     : NULL;

	cr_assert_not_null(reason);
	cr_assert_not_null(strstr(reason, words), "%s", reason);
}

/* Nothing is acknowledged any more, and the next start refuses the file. */
static void assert_destroyed(void)
{
	cr_assert_eq(append(&port, 1, 4), MK_IO);
	cr_assert_not(port_is_ready(&port));
	assert_reason("damaged");
	usleep(1200000);
	cr_assert_not(port_is_ready(&port));
	cr_assert_eq(append(&port, 1, 4), MK_IO);
	port_stop(&port);
	cr_assert_not(port_reopen(&port));
	cr_assert(strcmp(port.error.code, "store_corrupt") == 0 ||
			  strcmp(port.error.code, "store_foreign") == 0,
		"%s", port.error.detail);
}

Test(home, a_database_that_was_cut_takes_nothing_and_is_refused_by_the_next_start)
{
	put_in_place();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	cut(file(""), 4096);
	cr_assert_eq(append(&port, 1, 5), MK_IO);
	assert_destroyed();
}

Test(home, a_database_that_was_overwritten_takes_nothing_and_is_refused_by_the_next_start)
{
	put_in_place();
	write_zeros(file(""), 0, (size_t)size_of(file("")));
	assert_destroyed();
}

Test(home, a_database_that_was_cut_is_noticed_while_nothing_is_asked)
{
	put_in_place();
	cut(file(""), 4096);
	for (int i = 0; i < 100 && port_is_ready(&port); i++) {
		usleep(100000);
	}
	assert_destroyed();
}

Test(home, a_database_that_was_overwritten_with_its_time_kept_is_noticed_while_nothing_is_asked)
{
	put_in_place();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	usleep(LONGER_THAN_A_TICK_US);
	overwrite_and_keep_time(file(""));
	for (int i = 0; i < 100 && port_is_ready(&port); i++) {
		usleep(100000);
	}
	assert_destroyed();
}

Test(home, a_database_that_another_program_has_written_to_is_looked_through_and_taken)
{
	sqlite3 *database;

	put_in_place();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	cr_assert_eq(sqlite3_open(port_path(&port), &database), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(database,
			     "UPDATE session SET name = 'other'; VACUUM;"
			     "PRAGMA wal_checkpoint(TRUNCATE); UPDATE session SET name = 'more'",
			     NULL, NULL, NULL),
		SQLITE_OK, "%s", sqlite3_errmsg(database));
	sqlite3_close(database);
	cr_assert_eq(append(&port, 1, 5), MK_OK);
	cut(file("-wal"), 0);
	cr_assert_eq(append(&port, 1, 6), MK_OK);
	port_stop(&port);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	assert_version(6);
}

/* The log has version 5, the database is sound but has only version 3 instead of 4. */
static void overwrite_with_older_copy(void)
{
	put_in_place();
	copy(file(""), file(".older"));
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	put_in_place();
	cr_assert_eq(append(&port, 1, 5), MK_OK);
	usleep(LONGER_THAN_A_TICK_US);
	copy(file(".older"), file(""));
}

static void assert_overwritten(void)
{
	assert_reason("by another program");
	cr_assert_eq(append(&port, 1, 6), MK_IO);
	usleep(1200000);
	cr_assert_not(port_is_ready(&port));
	cr_assert_eq(append(&port, 1, 6), MK_IO);
}

Test(home, a_database_that_was_overwritten_with_an_older_copy_takes_nothing)
{
	overwrite_with_older_copy();
	cr_assert_eq(append(&port, 1, 6), MK_IO);
	cr_assert_not(port_is_ready(&port));
	assert_overwritten();
}

Test(home, a_database_that_was_overwritten_with_an_older_copy_is_noticed_while_nothing_is_asked)
{
	overwrite_with_older_copy();
	for (int i = 0; i < 100 && port_is_ready(&port); i++) {
		usleep(100000);
	}
	cr_assert_not(port_is_ready(&port));
	assert_overwritten();
}

/* The same bytes: only the index shows whether SQLite has written them. */
Test(home, a_database_that_was_overwritten_with_itself_takes_nothing)
{
	put_in_place();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	copy(file(""), file(".copy"));
	usleep(LONGER_THAN_A_TICK_US);
	copy(file(".copy"), file(""));
	cr_assert_eq(append(&port, 1, 5), MK_IO);
	assert_reason("overwritten by another program");
}

Test(home, a_database_whose_attributes_alone_have_changed_takes_changes)
{
	put_in_place();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	usleep(LONGER_THAN_A_TICK_US);
	cr_assert_eq(chmod(file(""), 0640), 0);
	cr_assert_eq(append(&port, 1, 5), MK_OK);
	cr_assert(port_is_ready(&port));
}

/* SQLite has the index in memory: without it no request can be served until a restart. */
Test(home, a_log_that_is_cut_with_its_index_is_there_at_the_next_start)
{
	int status;
	pid_t child;

	port_stop(&port);
	child = fork();
	if (child == 0) {
		if (!port_reopen(&port) || append(&port, 1, 4) != MK_OK) {
			_exit(1);
		}
		cut(file("-wal"), 0);
		cut(file("-shm"), 0);
		_exit(append(&port, 1, 5) == MK_OK ? 2 : 3);
	}
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS, "status %d", status);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	assert_version(4);
}

/* As when SQLite writes the header again that it has in memory. */
Test(home, an_index_that_lost_its_pages_is_made_again_from_the_log)
{
	enum { HEADERS = 136, REGION = 32768 };

	write_zeros(file("-shm"), HEADERS, REGION - HEADERS);
	cr_assert_eq(append(&port, 1, 4), MK_IO);
	assert_back();
}

Test(home, an_index_that_lost_its_pages_before_the_end_loses_nothing)
{
	enum { HEADERS = 136, REGION = 32768 };

	write_zeros(file("-shm"), HEADERS, REGION - HEADERS);
	port_stop(&port);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	assert_version(3);
}

/* ---- what a start finds --------------------------------------------------------------------- */

/* Leaves the files as kill -9 does, at another path, and says whether a journal opens there. */
static bool opens_after_kill(void (*damage)(const char *log))
{
	struct port other = {0};
	bool opened;

	copy(file(""), file(".copy"));
	copy(file("-wal"), file(".copy-wal"));
	copy(file("-shm"), file(".copy-shm"));
	if (damage) {
		damage(file(".copy-wal"));
	}
	snprintf(other.url, sizeof other.url, "sqlite:%s", file(".copy"));
	opened = port_reopen(&other);
	if (!opened) {
		cr_assert_str_eq(other.error.code, "store_corrupt", "%s", other.error.detail);
	}
	port_stop(&other);
	return opened;
}

static void cut_to_nothing(const char *log)
{
	cut(log, 0);
}

static void cut_to_half(const char *log)
{
	cut(log, size_of(log) / 2);
}

static void overwrite_header(const char *log)
{
	write_zeros(log, 0, 32);
}

static void invert_byte(const char *path, long at)
{
	unsigned char byte;
	int descriptor = open(path, O_RDWR | O_CLOEXEC);

	cr_assert_eq(pread(descriptor, &byte, 1, at), 1);
	byte ^= 0xff;
	cr_assert_eq(pwrite(descriptor, &byte, 1, at), 1);
	close(descriptor);
}

static void overwrite_salt(const char *log)
{
	enum { SALT = 16 };

	invert_byte(log, SALT);
}

enum { LOG_HEADER = 32, FRAME = 24 + 4096 };

static void overwrite_byte_of_first_frame(const char *log)
{
	invert_byte(log, LOG_HEADER + FRAME / 2);
}

static void overwrite_middle_frame(const char *log)
{
	long frames = (size_of(log) - LOG_HEADER) / FRAME;

	cr_assert_gt(frames, 2);
	write_zeros(log, LOG_HEADER + frames / 2 * FRAME, FRAME);
}

Test(home, a_start_refuses_a_log_that_was_overwritten)
{
	cr_assert_not(opens_after_kill(overwrite_salt));
	cr_assert_not(opens_after_kill(overwrite_byte_of_first_frame));
	cr_assert_not(opens_after_kill(overwrite_middle_frame));
}

/* All is in the database, but SQLite would read what is left of the log instead. */
Test(home, a_start_refuses_a_log_whose_older_pages_would_hide_the_database)
{
	sqlite3 *database;

	cr_assert_eq(sqlite3_open(port_path(&port), &database), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(database, "PRAGMA wal_checkpoint", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(database);
	cr_assert(opens_after_kill(NULL));
	cr_assert(opens_after_kill(cut_to_nothing));
	cr_assert_not(opens_after_kill(cut_to_half));
	cr_assert_not(opens_after_kill(overwrite_middle_frame));
}

static void take_older_index(const char *log)
{
	(void)log;
	copy(file(".older"), file(".copy-shm"));
}

/* As a loss of power may leave it. */
Test(home, a_start_takes_a_log_that_was_restarted_since_its_index)
{
	copy(file("-shm"), file(".older"));
	put_in_place();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	cr_assert(opens_after_kill(take_older_index));
}

Test(home, a_start_refuses_a_log_from_which_changes_are_missing)
{
	cr_assert(opens_after_kill(NULL));
	cr_assert_not(opens_after_kill(cut_to_nothing));
	cr_assert_not(opens_after_kill(cut_to_half));
	cr_assert_not(opens_after_kill(overwrite_header));
}

/* ---- another daemon ------------------------------------------------------------------------- */

/* Another process: ours would give away SQLite's locks with the file that it closes. */
static void assert_refused_elsewhere(const char *path)
{
	struct port second = {0};
	int status;
	pid_t child = fork();

	if (child == 0) {
		snprintf(second.url, sizeof second.url, "sqlite:%s", path);
		if (port_reopen(&second)) {
			_exit(1);
		}
		_exit(strcmp(second.error.code, "store_in_use") == 0 ? 0 : 2);
	}
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert_eq(status, 0, "status %d", status);
}

Test(home, a_second_daemon_is_refused_by_another_name_too)
{
	cr_assert_eq(link(file(""), file(".hard")), 0);
	assert_refused_elsewhere(file(".hard"));
	cr_assert_eq(append(&port, 1, 4), MK_OK);
}

Test(home, a_second_daemon_is_refused_where_the_lock_was_removed)
{
	cr_assert_eq(unlink(file(".lock")), 0);
	assert_refused_elsewhere(file(""));
	cr_assert_eq(append(&port, 1, 4), MK_OK);
}

/* ---- a lock that is not ours ---------------------------------------------------------------- */

static void assert_file_refused(const char *end, const char *why)
{
	cr_assert_not(port_reopen(&port));
	cr_assert_str_eq(port.error.code, "store_unusable");
	cr_assert_not_null(strstr(port.error.detail, end), "%s", port.error.detail);
	cr_assert_not_null(strstr(port.error.detail, why), "%s", port.error.detail);
}

static void assert_lock_refused(const char *why)
{
	assert_file_refused(".lock", why);
}

static void write_words(const char *path)
{
	FILE *stream = fopen(path, "w");

	cr_assert_not_null(stream);
	fputs("precious", stream);
	fclose(stream);
}

static void assert_words(const char *path)
{
	char words[16] = "";
	FILE *stream = fopen(path, "r");

	cr_assert_not_null(stream);
	cr_assert_not_null(fgets(words, sizeof words, stream));
	fclose(stream);
	cr_assert_str_eq(words, "precious");
}

Test(home, a_lock_that_is_a_symbolic_link_is_refused_and_its_target_stays)
{
	port_stop(&port);
	unlink(file(".lock"));
	write_words(file(".target"));
	cr_assert_eq(symlink(file(".target"), file(".lock")), 0);
	assert_lock_refused("symbolic link");
	assert_words(file(".target"));
}

Test(home, a_lock_that_has_another_name_is_refused_and_keeps_its_content)
{
	port_stop(&port);
	unlink(file(".lock"));
	write_words(file(".target"));
	cr_assert_eq(link(file(".target"), file(".lock")), 0);
	assert_lock_refused("another name");
	assert_words(file(".target"));
}

Test(home, a_lock_that_is_no_file_is_refused_without_waiting)
{
	port_stop(&port);
	unlink(file(".lock"));
	cr_assert_eq(mkfifo(file(".lock"), 0600), 0);
	assert_lock_refused("not a regular file");
}

Test(home, a_log_or_index_that_is_no_file_is_refused_without_waiting)
{
	static const char *const ends[] = {"-wal", "-shm"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		port_stop(&port);
		unlink(file(ends[i]));
		cr_assert_eq(mkdir(file(ends[i]), 0700), 0);
		assert_file_refused(ends[i], "not a regular file");
		port_stop(&port);
		cr_assert_eq(rmdir(file(ends[i])), 0);
		cr_assert_eq(mkfifo(file(ends[i]), 0600), 0);
		assert_file_refused(ends[i], "not a regular file");
		cr_assert_eq(unlink(file(ends[i])), 0);
	}
}

Test(home, a_lock_of_another_user_is_refused)
{
	port_stop(&port);
	write_words(file(".lock"));
	if (chown(file(".lock"), 12345, 12345) != 0) {
		return; /* only root can make such a file */
	}
	assert_lock_refused("another user");
	assert_words(file(".lock"));
}
