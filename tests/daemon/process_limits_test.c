#include "daemon/process.h"

#include <criterion/criterion.h>
#include <sys/resource.h>

static void allow(rlim_t files)
{
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &(struct rlimit){files, files}), 0);
}

Test(room, all_files_are_taken)
{
	struct rlimit files;

	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max / 2;
	setrlimit(RLIMIT_NOFILE, &files);
	fd_limit_raise();
	getrlimit(RLIMIT_NOFILE, &files);
	cr_assert_eq(files.rlim_cur, files.rlim_max);
}

Test(room, connections_leave_files_for_the_store)
{
	allow(1024);
	cr_assert_eq(fd_limit_connections(500), 500);
	cr_assert_eq(fd_limit_connections(8000), 1024 - 128);
	allow(100);
	cr_assert_eq(fd_limit_connections(8000), 1);
}

Test(room, each_connection_may_need_two_mappings)
{
	cr_assert_eq(mapping_limit_connections(8000, 65530), 8000);
	cr_assert_eq(mapping_limit_connections(100000, 65530), (65530 - 8192) / 2);
	cr_assert_eq(mapping_limit_connections(100000, 1048576), 100000);
	cr_assert_eq(mapping_limit_connections(8000, 1000), 1);
	cr_assert_gt(mapping_limit(), 0);
}
