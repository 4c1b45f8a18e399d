/* A disk that is full, and has room again. */
#include "store/port.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

TestSuite(full_disk, .init = open_port, .fini = close_port);

/* No file may grow past `size` bytes: what a full disk does, but it can be emptied again. */
static void limit_files(rlim_t size)
{
	struct rlimit limit;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = size;
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static rlim_t log_size(void)
{
	char path[128];
	struct stat log;

	snprintf(path, sizeof path, "%s-wal", port_path(&port));
	cr_assert_eq(stat(path, &log), 0);
	return (rlim_t)log.st_size;
}

Test(full_disk, a_full_disk_changes_nothing)
{
	struct found found;

	port_fill(&port, 1, 20);
	limit_files(log_size());
	cr_assert_eq(append(&port, 1, 21), MK_IO);
	cr_assert_not(port_is_ready(&port));
	cr_assert_eq(store_figures(port.journal).failures, 1);
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 20);
	cr_assert_eq(found.rows[0].version, 20);
	limit_files(RLIM_INFINITY);
}

Test(full_disk, the_next_call_is_a_new_attempt)
{
	port_fill(&port, 1, 20);
	limit_files(log_size());
	cr_assert_eq(append(&port, 1, 21), MK_IO);
	cr_assert_eq(append(&port, 1, 21), MK_IO);
	limit_files(RLIM_INFINITY);
	cr_assert_eq(append(&port, 1, 21), MK_OK);
	cr_assert(port_is_ready(&port));
}

Test(full_disk, it_becomes_ready_by_itself)
{
	port_fill(&port, 1, 20);
	limit_files(log_size());
	append(&port, 1, 21);
	usleep(1200000);
	cr_assert_not(port_is_ready(&port), "the disk is still full");
	limit_files(RLIM_INFINITY);
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 21), MK_OK);
}

Test(full_disk, a_failing_commit_fails_all_that_is_in_it)
{
	static struct reply replies[200];
	struct found found;

	port_fill(&port, 1, 20);
	limit_files(log_size() + 8192);
	for (unsigned i = 0; i < 200; i++) {
		struct journal_session session = row(1, 21 + i);
		struct journal_event its = event(21 + i);

		port.journal->methods->append(
			port.journal, &session, &its, NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	limit_files(RLIM_INFINITY);
	load(&port, 1, 20, 0, &found);
	cr_assert_lt(found.count, 64);
	for (unsigned i = 0; i < 200; i++) {
		cr_assert_eq(replies[i].status == MK_OK, i < found.count, "append %u", i);
	}
	cr_assert_eq(append(&port, 1, 21 + found.count), MK_OK);
}

Test(full_disk, stopping_with_a_full_disk_answers_too)
{
	struct journal_session session = row(1, 21);
	struct journal_event its = event(21);
	struct reply reply = {0};

	port_fill(&port, 1, 20);
	limit_files(log_size());
	port.journal->methods->append(port.journal, &session, &its, NULL, note_reply, &reply);
	port_stop(&port);
	cr_assert_eq(reply.status, MK_IO);
	limit_files(RLIM_INFINITY);
	cr_assert(port_reopen(&port));
	cr_assert_eq(append(&port, 1, 21), MK_OK);
}
