/* Features of the journal in a file alone, and failures of a file. */
#include "store/port.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct port port;

static void open_port(void)
{
	port_open(&port, "sqlite");
}

static void close_port(void)
{
	port_close(&port);
}

TestSuite(sqlite, .init = open_port, .fini = close_port);

/* Another program at the same file. */
static void run_sql(const char *sql)
{
	sqlite3 *database;

	cr_assert_eq(sqlite3_open(port_path(&port), &database), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK, "%s",
		sqlite3_errmsg(database));
	sqlite3_close(database);
}

static void write_file(const char *path, const char *bytes, size_t length)
{
	FILE *file = fopen(path, "w");

	cr_assert_not_null(file);
	cr_assert_eq(fwrite(bytes, 1, length, file), length);
	fclose(file);
}

/* ---- what lasts ----------------------------------------------------------------------------- */

Test(sqlite, everything_is_there_after_reopening)
{
	struct journal_session first = row(1, 12);
	struct journal_page page = {0};
	struct found found;

	port_fill(&port, 1, 12);
	port_fill(&port, 2, 0);
	port_stop(&port);
	cr_assert(port_reopen(&port));
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 12);
	cr_assert_eq(found.rows[0].version, 12);
	cr_assert_eq(found.rows[0].updated_ms, first.updated_ms);
	cr_assert_str_eq(found.rows[0].name, first.name);
	cr_assert_str_eq(found.events[11].body, event(12).body);
	list(&port, &page, &found);
	cr_assert_eq(found.count, 2);
	cr_assert_eq(append(&port, 1, 13), MK_OK);
}

Test(sqlite, waiting_writes_are_committed_together)
{
	static struct reply replies[1000];
	struct store_figures before, after;

	port_fill(&port, 1, 0);
	before = store_figures(port.journal);
	for (unsigned i = 0; i < 1000; i++) {
		struct journal_session session = row(1, i + 1);
		struct journal_event its = event(i + 1);

		port.journal->methods->append(
			port.journal, &session, &its, NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	after = store_figures(port.journal);
	cr_assert_eq(after.appends - before.appends, 1000);
	cr_assert_lt(after.commits - before.commits, 100);
	cr_assert_gt(after.commit_durations.seconds, before.commit_durations.seconds);
	cr_assert_eq(histogram_count(&after.commit_durations), after.commits);
}

Test(sqlite, one_refusal_does_not_concern_the_others_of_its_commit)
{
	struct journal_session sessions[3] = {row(1, 1), row(2, 7), row(3, 1)};
	struct reply replies[3] = {0};

	for (int i = 0; i < 3; i++) {
		port_fill(&port, i + 1, 0);
	}
	for (int i = 0; i < 3; i++) {
		struct journal_event its = event(sessions[i].version);

		port.journal->methods->append(
			port.journal, &sessions[i], &its, NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(replies[0].status, MK_OK);
	cr_assert_eq(replies[1].status, MK_CONFLICT);
	cr_assert_eq(replies[2].status, MK_OK);
}

Test(sqlite, an_event_that_cannot_be_there_concerns_its_session_alone)
{
	struct journal_session sessions[2] = {row(1, 1), row(2, 1)};
	struct reply replies[2] = {0};
	struct found found;

	port_fill(&port, 1, 0);
	port_fill(&port, 2, 0);
	run_sql("INSERT INTO event (session, version, at_ms, kind, body)"
		" SELECT number, 1, 0, 'move', '{}' FROM session WHERE id LIKE '%1'");
	for (int i = 0; i < 2; i++) {
		struct journal_event its = event(1);

		port.journal->methods->append(
			port.journal, &sessions[i], &its, NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(replies[0].status, MK_IO);
	cr_assert_eq(replies[1].status, MK_OK);
	cr_assert(port.journal->methods->ready(port.journal));
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.rows[0].version, 0);
}

Test(sqlite, a_value_too_large_for_a_row_is_rejected_without_a_trace)
{
	static char large[2 * 1024 * 1024];
	struct journal_session sessions[2] = {row(1, 1), row(2, 0)};
	struct journal_event its = event(1);
	struct reply replies[2] = {0};

	memset(large, ' ', sizeof large - 1);
	port_fill(&port, 1, 0);
	its.body = large;
	port.journal->methods->append(
		port.journal, &sessions[0], &its, NULL, note_reply, &replies[0]);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(replies[0].status, MK_IO);
	sessions[1].rules = large;
	port.journal->methods->create(port.journal, &sessions[1], NULL, note_reply, &replies[1]);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(replies[1].status, MK_IO);
	cr_assert_eq(append(&port, 1, 1), MK_OK);
	cr_assert_eq(append(&port, 2, 1), MK_NOT_FOUND);
}

/* Another program that has the file to itself for a while. */
static void hold_file(void *context)
{
	sqlite3 *database;

	sqlite3_open(port_path(&port), &database);
	sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	uv_sem_post(context);
	usleep(300000);
	sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
	sqlite3_close(database);
}

Test(sqlite, a_write_waits_for_another_program)
{
	uv_sem_t held;
	uv_thread_t holder;

	port_fill(&port, 1, 0);
	uv_sem_init(&held, 0);
	uv_thread_create(&holder, hold_file, &held);
	uv_sem_wait(&held);
	cr_assert_eq(append(&port, 1, 1), MK_OK);
	uv_thread_join(&holder);
	uv_sem_destroy(&held);
}

Test(sqlite, a_write_that_another_program_holds_up_for_too_long_is_refused)
{
	sqlite3 *database;

	port_fill(&port, 1, 0);
	cr_assert_eq(sqlite3_open(port_path(&port), &database), SQLITE_OK);
	sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	cr_assert_eq(append(&port, 1, 1), MK_IO);
	cr_assert_not(port_is_ready(&port));
	sqlite3_close(database);
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 1), MK_OK);
}

Test(sqlite, the_file_keeps_a_write_ahead_log)
{
	char path[128];

	port_fill(&port, 1, 1);
	snprintf(path, sizeof path, "%s-wal", port_path(&port));
	cr_assert_eq(access(path, F_OK), 0);
}

/* ---- use of the file by others -------------------------------------------------------------- */

static void assert_refused(struct port *refused, const char *code, const char *word)
{
	cr_assert_not(port_reopen(refused), "opened");
	cr_assert_str_eq(refused->error.code, code);
	cr_assert_not_null(strstr(refused->error.detail, word), "%s", refused->error.detail);
	port_stop(refused);
}

Test(sqlite, a_second_daemon_is_refused)
{
	struct port second = port;
	char owner[32], link[128];

	snprintf(owner, sizeof owner, "(process %ld)", (long)getpid());
	assert_refused(&second, "store_in_use", owner);
	snprintf(link, sizeof link, "%s/link", port.folder);
	cr_assert_eq(symlink(port_path(&port), link), 0);
	snprintf(second.url, sizeof second.url, "sqlite:%.80s", link);
	assert_refused(&second, "store_in_use", "another makkerd");
	port_fill(&port, 1, 3);
}

/* A daemon that opens the journal, creates a session, says so and lives until it is killed. */
static void cached_session_until_killed(int ready)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	port_reopen(&port);
	port_fill(&port, 7, 3);
	(void)!write(ready, "!", 1);
	pause();
}

Test(sqlite, a_killed_daemon_does_not_lock_the_next_one_out)
{
	struct found found;
	char byte;
	int pipes[2];
	pid_t child;

	port_stop(&port);
	cr_assert_eq(pipe(pipes), 0);
	child = fork();
	if (child == 0) {
		cached_session_until_killed(pipes[1]);
	}
	cr_assert_eq(read(pipes[0], &byte, 1), 1);
	assert_refused(&port, "store_in_use", "another makkerd");
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	load(&port, 7, 0, 0, &found);
	cr_assert_eq(found.count, 3);
}

Test(sqlite, the_folders_to_the_file_are_made_for_the_owner_alone)
{
	char path[128];
	struct stat made;

	port_stop(&port);
	snprintf(port.url, sizeof port.url, "sqlite:%s/one/two/test.db", port.folder);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	port_fill(&port, 1, 1);
	snprintf(path, sizeof path, "%s/one", port.folder);
	cr_assert_eq(stat(path, &made), 0);
	cr_assert_eq(made.st_mode & 0777, 0700);
	cr_assert_eq(stat(port_path(&port), &made), 0);
	cr_assert_eq(made.st_mode & 0777, 0600);
}

/* ---- files that are refused ----------------------------------------------------------------- */

static void reopen_for_fini(void)
{
	unlink(port_path(&port));
	cr_assert(port_reopen(&port), "%s", port.error.detail);
}

Test(sqlite, a_file_that_is_no_database_is_rejected)
{
	static char text[10000];
	struct stat after;

	memset(text, 'x', sizeof text);
	port_stop(&port);
	write_file(port_path(&port), text, sizeof text);
	assert_refused(&port, "store_foreign", "is not a database");
	cr_assert_eq(stat(port_path(&port), &after), 0);
	cr_assert_eq(after.st_size, sizeof text, "and left as it is");
	reopen_for_fini();
}

Test(sqlite, the_database_of_another_program_is_refused)
{
	port_stop(&port);
	unlink(port_path(&port));
	run_sql("CREATE TABLE bookmarks (url TEXT)");
	assert_refused(&port, "store_foreign", "another program");
	run_sql("INSERT INTO bookmarks VALUES ('as it was')");
	reopen_for_fini();
}

Test(sqlite, an_empty_file_is_a_new_journal)
{
	port_stop(&port);
	write_file(port_path(&port), "", 0);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	port_fill(&port, 1, 1);
}

Test(sqlite, a_newer_journal_is_refused)
{
	port_stop(&port);
	run_sql("PRAGMA user_version = 1000");
	assert_refused(&port, "store_newer", "version 1000");
	reopen_for_fini();
}

Test(sqlite, a_journal_of_the_first_version_can_be_used)
{
	struct found found;

	port_fill(&port, 1, 3);
	port_stop(&port);
	run_sql("ALTER TABLE session DROP COLUMN deal; DROP INDEX event_state;"
		" DROP TABLE review; PRAGMA user_version = 1");
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 3);
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	port_stop(&port);
	run_sql("DROP INDEX event_state"); /* which is there again */
	reopen_for_fini();
}

Test(sqlite, a_damaged_file_is_refused)
{
	static char rubbish[4096];
	FILE *file;

	port_fill(&port, 1, 50);
	port_stop(&port);
	memset(rubbish, 0x5a, sizeof rubbish);
	file = fopen(port_path(&port), "r+");
	fseek(file, 2 * 4096, SEEK_SET);
	fwrite(rubbish, 1, sizeof rubbish, file);
	fclose(file);
	assert_refused(&port, "store_corrupt", "is damaged");
	reopen_for_fini();
}

/* A new database in its place would replace the log, which has what was acknowledged. */
Test(sqlite, a_log_of_changes_without_its_database_is_refused)
{
	char path[600], moved[700], log[700];
	FILE *file;

	port_fill(&port, 1, 5);
	port_stop(&port);
	snprintf(path, sizeof path, "%s", port_path(&port));
	snprintf(moved, sizeof moved, "%s.moved", path);
	snprintf(log, sizeof log, "%s-wal", path);
	cr_assert_eq(rename(path, moved), 0);
	file = fopen(log, "w");
	fputs("changes", file);
	fclose(file);
	assert_refused(&port, "store_corrupt", "not the database that it belongs to");
	cr_assert_eq(access(path, F_OK), -1);
	cr_assert_eq(access(log, F_OK), 0);
	cr_assert_eq(symlink(moved, path), 0);
	assert_refused(&port, "store_corrupt", "not the database that it belongs to");
	unlink(log);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	port_stop(&port);
	unlink(path);
	cr_assert_eq(rename(moved, path), 0);
	reopen_for_fini();
}

Test(sqlite, a_journal_without_its_tables_is_refused)
{
	port_stop(&port);
	run_sql("DROP TABLE event");
	assert_refused(&port, "store_unusable", "no such table");
	reopen_for_fini();
}

Test(sqlite, a_path_that_is_no_file_is_rejected)
{
	struct port other = port;

	snprintf(other.url, sizeof other.url, "sqlite:%s", port.folder);
	assert_refused(&other, "store_unusable", "is not a file");
	snprintf(other.url, sizeof other.url, "sqlite:%s/test.db/x.db", port.folder);
	assert_refused(&other, "store_unusable", "");
	snprintf(other.url, sizeof other.url, "sqlite:/proc/makker/x.db");
	assert_refused(&other, "store_unusable", "/proc/makker");
	snprintf(other.url, sizeof other.url, "sqlite:");
	assert_refused(&other, "store_unusable", "");
}

Test(sqlite, a_path_that_is_too_long_is_refused)
{
	struct mk_error error;
	char url[8000] = "sqlite:/tmp/";

	memset(url + strlen(url), 'x', 7000);
	cr_assert_null(store_open(url, &port.loop, &error));
	cr_assert_str_eq(error.code, "store_unusable");
}

Test(sqlite, an_unknown_store_is_refused)
{
	struct mk_error error;

	cr_assert_null(store_open("postgres:x", &port.loop, &error));
	cr_assert_eq(error.status, MK_MALFORMED);
	cr_assert_null(store_open("memory:x", &port.loop, &error));
	cr_assert_null(store_open("", &port.loop, &error));
}
