#include "store/postgres.h"

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Tests are processes of their own: they find the server by the environment. */
#define FOLDER "MAKKER_TEST_POSTGRES"

static void serve(const char *action, const char *folder, const char *more)
{
	char command[256];

	snprintf(command, sizeof command, "tests/postgres/server %s '%s' %s", action, folder, more);
	if (system(command) != 0) {
		fprintf(stderr, "failed: %s\n", command);
		exit(1);
	}
}

/* NOLINTNEXTLINE(readability-function-size): Criterion's macro */
ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
	char folder[] = "/tmp/makker-postgres-XXXXXX";

	(void)tests;
	if (!mkdtemp(folder)) {
		exit(1);
	}
	setenv(FOLDER, folder, 1);
	serve("start", folder, "fsync=off");
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
	char command[128];

	(void)stats;
	serve("stop", getenv(FOLDER), "");
	snprintf(command, sizeof command, "rm -rf '%s'", getenv(FOLDER));
	if (system(command) != 0) {
		exit(1);
	}
}

static PGresult *run(PGconn *server, const char *sql)
{
	PGresult *result = PQexec(server, sql);
	ExecStatusType status = PQresultStatus(result);

	cr_assert(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", sql,
		PQerrorMessage(server));
	return result;
}

static PGconn *connect_to(const char *url)
{
	PGconn *server = PQconnectdb(url);

	cr_assert_eq(PQstatus(server), CONNECTION_OK, "%s", PQerrorMessage(server));
	return server;
}

void postgres_run(const char *url, const char *sql)
{
	PGconn *server = connect_to(url);

	PQclear(run(server, sql));
	PQfinish(server);
}

void postgres_ask(const char *url, const char *sql, char *value, size_t capacity)
{
	PGconn *server = connect_to(url);
	PGresult *result = run(server, sql);

	snprintf(value, capacity, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
	PQclear(result);
	PQfinish(server);
}

void postgres_database(char *url, size_t capacity)
{
	static unsigned count;
	const char *folder = getenv(FOLDER);
	char name[64], sql[128], server[128];

	snprintf(name, sizeof name, "test_%d_%u", (int)getpid(), count++);
	snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE template0", name);
	snprintf(server, sizeof server, "postgresql:///postgres?user=makker&host=%s", folder);
	postgres_run(server, sql);
	snprintf(url, capacity, "postgresql:///%s?user=makker&host=%s", name, folder);
}
