/* Connections: opened without blocking, read and written when the socket is ready, opened again. */
#include "store/postgres/connection.h"

#include "base/clock.h"
#include "base/id.h"
#include "base/limits.h"
#include "port/turn.h"
#include "store/store_base.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

/*
 * Settings that the statements rely on, whatever the server's defaults. A commit is durable. It has
 * no time limit, because PostgreSQL would then acknowledge it before the standby has it. Rows are
 * found by their keys: a plan made while a table was nearly empty would scan all of it later, and
 * lock rows in another order. $1: the time limit of a lock.
 *
 * $2 marks the session of the server as this connection's. A pooler that gives sessions to clients
 * by the transaction mixes settings and prepared statements, and loses notifications: there the
 * session has a mark of another connection already, or has lost this one's later.
 */
#define POSTGRES_SETTINGS \
	"SELECT current_setting('makker.connection', true)," \
	" set_config('makker.connection', $2, false)," \
	" set_config('synchronous_commit', CASE current_setting('synchronous_commit')" \
	"  WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)," \
	" set_config('default_transaction_isolation', 'read committed', false)," \
	" set_config('statement_timeout', '0', false)," \
	" set_config('idle_in_transaction_session_timeout', '30s', false)," \
	" set_config('lock_timeout', $1, false)," \
	" set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false)," \
	" set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false)"

/* Timeout of an attempt per host, and pause before the next host: none at first, then growing. */
enum { ATTEMPT_MS = 3000, MIN_PAUSE_MS = 20, MAX_PAUSE_MS = 640 };

/*
 * Percentages of LIMIT_STORE_TIMEOUT: the lock timeout of the server, and the time without a
 * response after which it is silent. LOOK_MS: interval of that check.
 */
enum { LOCK_PERCENT = 60, SILENT_PERCENT = 70, LOOK_MS = 100 };

/*
 * How often the mark is looked at while nothing else is outstanding: at most 256 ms more often, by
 * chance, because looks of several connections at one moment get a session each. A connection that
 * was found shared opens again after so many looks in a row that found its mark.
 */
enum { CHECK_EVERY_MS = 1000, CHECKS = 5 };
#define POSTGRES_CHECK "SELECT current_setting('makker.connection', true)"

static const char needs_session_mode[] =
	"another client uses the same session of the server (pgbouncer needs pool_mode = session)";

enum state { AWAY, CLOSING, RESOLVING, CONNECTING, PREPARING, CHECKING, OPEN };

enum { NAME_SIZE = 4 };

/* A name being resolved; its result may come after the connection has given up. */
struct lookup {
	uv_getaddrinfo_t request; /* first */
	struct postgres_connection *connection;
};

struct postgres_connection {
	struct postgres_user user;
	enum state state;
	PGconn *server;
	uv_poll_t *poll; /* of the server's socket; it may outlive the connection */
	int socket;      /* a duplicate of the descriptor, while there is a poll */
	uv_timer_t timer;
	bool broken;          /* give up at the next timer event */
	bool has_notices;     /* notices are left beyond the last turn's budget */
	unsigned host;        /* the host being tried, or the last one that worked */
	unsigned failures;    /* attempts since it was open, or since the beginning */
	unsigned outstanding; /* pending results */
	int64_t since_ns;     /* time since which nothing has arrived, if a result is pending */
	struct lookup *lookup;
	char address[INET6_ADDRSTRLEN];
	char mark[ID_SIZE]; /* of the server's session */
	char names[POSTGRES_MAX_STATEMENTS][NAME_SIZE];
	bool is_checked;      /* the next results are those of a look at the mark */
	int64_t check_ns;     /* when it is looked at next */
	unsigned checks_left; /* still wanted before it opens */
	void (*closed)(void *context);
	void *closed_context;
	char refused[256]; /* the reason for giving up, if it is not libpq's; "": libpq's */
};

static void on_ready(uv_poll_t *poll, int status, int events);
static void on_timer(uv_timer_t *timer);

bool postgres_worked(const PGresult *result)
{
	ExecStatusType status = PQresultStatus(result);

	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* A prepared statement is missing, or was prepared by another client: the connection is shared. */
static bool is_shared(const PGresult *result)
{
	static const char *const states[] = {"08P01", "26000", "42P05"};
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	for (size_t i = 0; state && i < sizeof states / sizeof states[0]; i++) {
		if (strcmp(state, states[i]) == 0) {
			return true;
		}
	}
	return false;
}

void postgres_copy_reason(const PGresult *result, char *why, size_t size)
{
	const char *sentence = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

	snprintf(why, size, "%s%s", sentence ? sentence : "PostgreSQL gave no reason",
		is_shared(result) ? " (pgbouncer needs pool_mode = session)" : "");
}

bool postgres_is_open(const struct postgres_connection *connection)
{
	return connection->state == OPEN && !connection->broken;
}

bool postgres_is_away(const struct postgres_connection *connection)
{
	return connection->failures >= postgres_hosts_count(connection->user.hosts);
}

int64_t postgres_timeout_ns(const struct postgres_connection *connection)
{
	return (int64_t)limits_value(*connection->user.limits, LIMIT_STORE_TIMEOUT) * 1000000000;
}

static bool is_silent_for(const struct postgres_connection *connection, int percent)
{
	return connection->outstanding > 0 &&
	       clock_ticks_ns() - connection->since_ns >
		       postgres_timeout_ns(connection) / 100 * percent;
}

bool postgres_is_silent(const struct postgres_connection *connection)
{
	return is_silent_for(connection, SILENT_PERCENT);
}

int postgres_peer(const struct postgres_connection *connection)
{
	return PQbackendPID(connection->server);
}

/* ---- the socket ----------------------------------------------------------------------------- */

static void free_poll(uv_handle_t *handle)
{
	free(handle);
}

static void leave_socket(struct postgres_connection *connection)
{
	if (connection->poll) {
		uv_poll_stop(connection->poll);
		uv_close((uv_handle_t *)connection->poll, free_poll);
		connection->poll = NULL;
		close(connection->socket);
	}
}

/*
 * libpq may close its socket in any call, and the next file opened may get the same number. libuv
 * therefore has a duplicate of the descriptor, which only this file closes.
 */
static bool enter_socket(struct postgres_connection *connection)
{
	int socket = PQsocket(connection->server);
	uv_poll_t *poll = store_realloc(NULL, sizeof *poll);

	connection->socket = socket < 0 ? -1 : fcntl(socket, F_DUPFD_CLOEXEC, 0);
	if (connection->socket < 0) {
		free(poll);
		return false;
	}
	if (uv_poll_init(connection->user.loop, poll, connection->socket) != 0) {
		close(connection->socket);
		free(poll);
		return false;
	}
	poll->data = connection;
	uv_unref((uv_handle_t *)poll);
	connection->poll = poll;
	return true;
}

/* While it connects libpq may go on with another socket at any time. */
static void watch(struct postgres_connection *connection, int events)
{
	if (connection->state == CONNECTING) {
		leave_socket(connection);
	}
	if ((!connection->poll && !enter_socket(connection)) ||
		uv_poll_start(connection->poll, events, on_ready) != 0) {
		postgres_drop(connection);
	}
}

/* ---- losing it ------------------------------------------------------------------------------ */

static unsigned pause_ms(const struct postgres_connection *connection)
{
	unsigned rounds = connection->failures / postgres_hosts_count(connection->user.hosts);
	unsigned pause = MIN_PAUSE_MS << (rounds < 5 ? rounds : 5);

	return pause < MAX_PAUSE_MS ? pause : MAX_PAUSE_MS;
}

static void count_failure(struct postgres_connection *connection)
{
	connection->failures++;
	connection->host = (connection->host + 1) % postgres_hosts_count(connection->user.hosts);
}

/* libpq has no error of a server that does not respond, or only its beginning: "... failed: ". */
static void write_reason(const struct postgres_connection *connection, char *why, size_t capacity)
{
	size_t length;

	snprintf(why, capacity, "%s", PQerrorMessage(connection->server));
	why[strcspn(why, "\n")] = '\0';
	length = strlen(why);
	if (length == 0 || why[length - 1] == ' ') {
		snprintf(why + length, capacity - length, "%s", "the server does not respond");
	}
}

static void lose(struct postgres_connection *connection)
{
	bool was_open = connection->state == OPEN;
	bool was_silent = was_open && is_silent_for(connection, 100);
	char why[256];

	if (connection->refused[0]) {
		snprintf(why, sizeof why, "%s", connection->refused);
	} else {
		write_reason(connection, why, sizeof why);
	}
	connection->refused[0] = '\0';
	leave_socket(connection);
	PQfinish(connection->server);
	connection->server = NULL;
	connection->broken = false;
	connection->outstanding = 0;
	connection->is_checked = false;
	connection->state = AWAY;
	uv_timer_start(&connection->timer, on_timer, pause_ms(connection), 0);
	if (was_silent) {
		connection->failures = postgres_hosts_count(connection->user.hosts);
	} else if (!was_open) {
		count_failure(connection);
	}
	connection->user.lost(why, connection->user.context);
}

void postgres_drop(struct postgres_connection *connection)
{
	if (connection->server && !connection->broken) {
		connection->broken = true;
		uv_timer_start(&connection->timer, on_timer, 0, 0);
	}
}

/* ---- sending -------------------------------------------------------------------------------- */

/* True if a result is already in libpq's buffer. */
static bool has_result(const struct postgres_connection *connection)
{
	return connection->outstanding > 0 && !connection->broken && !PQisBusy(connection->server);
}

/* Watched for writing, it is ready in the next turn as well. */
static void flush(struct postgres_connection *connection)
{
	int left = PQflush(connection->server);

	if (left < 0) {
		postgres_drop(connection);
	} else {
		bool is_due = left > 0 || has_result(connection) || connection->has_notices;

		watch(connection, is_due ? UV_READABLE | UV_WRITABLE : UV_READABLE);
	}
}

static bool send_values(struct postgres_connection *connection, const char *statement,
	const struct postgres_values *values)
{
	return PQsendQueryPrepared(connection->server, statement, values->count, values->of,
		values->lengths, values->formats, 0);
}

void postgres_send(struct postgres_connection *connection, unsigned statement,
	const struct postgres_values *values)
{
	static const struct postgres_values none;

	if (connection->outstanding++ == 0) {
		connection->since_ns = clock_ticks_ns();
	}
	if (!connection->broken &&
		!send_values(connection, connection->names[statement], values ? values : &none)) {
		postgres_drop(connection);
	}
}

void postgres_sync(struct postgres_connection *connection)
{
	connection->outstanding++;
	if (!connection->broken && !PQpipelineSync(connection->server)) {
		postgres_drop(connection);
	}
	if (!connection->broken) {
		flush(connection);
	}
}

static void random_bytes(void *bytes, size_t length)
{
	uv_random(NULL, NULL, bytes, length, 0, NULL);
}

/* ---- opening -------------------------------------------------------------------------------- */

static bool send_settings(struct postgres_connection *connection)
{
	int64_t lock_ms = postgres_timeout_ns(connection) / 1000000 * LOCK_PERCENT / 100;
	char limit[24];
	const char *values[] = {limit, connection->mark};

	snprintf(limit, sizeof limit, "%lldms", (long long)lock_ms);
	return PQsendQueryParams(
		connection->server, POSTGRES_SETTINGS, 2, NULL, values, NULL, NULL, 0);
}

static void prepare(struct postgres_connection *connection)
{
	bool sent = PQsetnonblocking(connection->server, 1) == 0 &&
		    PQenterPipelineMode(connection->server) && send_settings(connection);

	for (unsigned i = 0; sent && i < connection->user.statements; i++) {
		sent = PQsendPrepare(
			connection->server, connection->names[i], connection->user.sql[i], 0, NULL);
	}
	connection->state = PREPARING;
	connection->outstanding = connection->user.statements + 1;
	if (sent) {
		postgres_sync(connection);
	} else {
		postgres_drop(connection);
	}
}

static void go_on_connecting(struct postgres_connection *connection)
{
	switch (PQconnectPoll(connection->server)) {
	case PGRES_POLLING_READING:
		watch(connection, UV_READABLE);
		return;
	case PGRES_POLLING_WRITING:
		watch(connection, UV_WRITABLE);
		return;
	case PGRES_POLLING_OK:
		prepare(connection);
		return;
	case PGRES_POLLING_FAILED:
	case PGRES_POLLING_ACTIVE:
		postgres_drop(connection);
		return;
	}
}

/* Notices of the server would go to standard error. */
static void ignore_notice(void *context, const PGresult *notice)
{
	(void)context;
	(void)notice;
}

static void connect_to(struct postgres_connection *connection)
{
	struct postgres_parameters parameters;

	postgres_hosts_parameters(connection->user.hosts, connection->host, &parameters);
	if (connection->address[0]) {
		parameters.keywords[parameters.count] = "hostaddr";
		parameters.values[parameters.count] = connection->address;
	}
	id_write(connection->mark, random_bytes);
	connection->server = PQconnectStartParams(parameters.keywords, parameters.values, 0);
	connection->state = CONNECTING;
	if (!connection->server) {
		abort(); /* out of memory: see store_realloc() */
	}
	if (PQstatus(connection->server) == CONNECTION_BAD) {
		postgres_drop(connection);
		return;
	}
	PQsetNoticeReceiver(connection->server, ignore_notice, NULL);
	uv_timer_start(&connection->timer, on_timer, ATTEMPT_MS, 0);
	watch(connection, UV_WRITABLE);
}

static void on_resolved(uv_getaddrinfo_t *request, int status, struct addrinfo *addresses)
{
	struct lookup *lookup = (struct lookup *)request;
	struct postgres_connection *connection = lookup->connection;

	if (connection && connection->state == RESOLVING) {
		connection->lookup = NULL;
		connection->address[0] = '\0';
		if (status == 0) {
			getnameinfo(addresses->ai_addr, addresses->ai_addrlen, connection->address,
				sizeof connection->address, NULL, 0, NI_NUMERICHOST);
		}
		/* Without an address libpq reports the fault of the name. */
		connect_to(connection);
	}
	uv_freeaddrinfo(addresses);
	free(lookup);
}

static void forget_lookup(struct postgres_connection *connection)
{
	if (connection->lookup) {
		connection->lookup->connection = NULL;
		uv_cancel((uv_req_t *)&connection->lookup->request);
		connection->lookup = NULL;
	}
}

/* libpq would resolve the name itself, and block. */
static void resolve(struct postgres_connection *connection, const char *name)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct lookup *lookup = store_realloc(NULL, sizeof *lookup);

	*lookup = (struct lookup){.connection = connection};
	connection->lookup = lookup;
	connection->state = RESOLVING;
	uv_timer_start(&connection->timer, on_timer, ATTEMPT_MS, 0);
	uv_getaddrinfo(connection->user.loop, &lookup->request, on_resolved, name, NULL, &hints);
}

static void attempt_host(struct postgres_connection *connection)
{
	const char *name = postgres_hosts_name(connection->user.hosts, connection->host);

	connection->address[0] = '\0';
	if (name) {
		resolve(connection, name);
	} else {
		connect_to(connection);
	}
}

static void schedule_check(struct postgres_connection *connection)
{
	uint8_t sooner_ms;

	random_bytes(&sooner_ms, sizeof sooner_ms);
	connection->check_ns = clock_ticks_ns() + (CHECK_EVERY_MS - sooner_ms) * INT64_C(1000000);
}

static void check_session(struct postgres_connection *connection)
{
	schedule_check(connection);
	connection->since_ns = clock_ticks_ns();
	connection->is_checked = true;
	connection->outstanding = 1;
	if (PQsendQueryParams(connection->server, POSTGRES_CHECK, 0, NULL, NULL, NULL, NULL, 0)) {
		postgres_sync(connection);
	} else {
		postgres_drop(connection);
	}
}

/*
 * A pause is over, an attempt takes too long, something went wrong in the middle of a call, or it
 * is time to look whether the server responds: a process that was stopped keeps its connections.
 */
static void on_timer(uv_timer_t *timer)
{
	struct postgres_connection *connection = timer->data;

	if (connection->state >= CHECKING && !connection->broken &&
		!is_silent_for(connection, 100)) {
		if (connection->outstanding == 0 && clock_ticks_ns() >= connection->check_ns) {
			check_session(connection);
		}
		return;
	}
	if (connection->state == AWAY) {
		attempt_host(connection);
	} else if (connection->state == RESOLVING) {
		forget_lookup(connection);
		connection->state = AWAY;
		count_failure(connection);
		attempt_host(connection);
	} else {
		lose(connection);
	}
}

/* ---- answers -------------------------------------------------------------------------------- */

static void refuse(struct postgres_connection *connection, const char *why)
{
	if (!connection->broken) {
		snprintf(connection->refused, sizeof connection->refused, "%s", why);
		postgres_drop(connection);
	}
}

static void check_mark(
	struct postgres_connection *connection, const PGresult *result, const char *wanted)
{
	if (strcmp(PQgetvalue(result, 0, 0), wanted) != 0) {
		connection->checks_left = CHECKS;
		refuse(connection, needs_session_mode);
	}
}

static void become_open(struct postgres_connection *connection)
{
	connection->state = OPEN;
	connection->failures = 0;
	connection->user.opened(connection->user.context);
}

/* Rows come of the settings only. */
static void take_prepared(struct postgres_connection *connection, const PGresult *result)
{
	if (PQresultStatus(result) == PGRES_TUPLES_OK) {
		check_mark(connection, result, "");
	} else if (PQresultStatus(result) != PGRES_PIPELINE_SYNC) {
		if (!postgres_worked(result)) {
			char why[sizeof connection->refused];

			postgres_copy_reason(result, why, sizeof why);
			refuse(connection, why);
		}
	} else if (!connection->broken) {
		connection->state = CHECKING;
		schedule_check(connection);
		uv_timer_start(&connection->timer, on_timer, LOOK_MS, LOOK_MS);
		if (connection->checks_left == 0) {
			become_open(connection);
		}
	}
}

static void take_check(struct postgres_connection *connection, const PGresult *result)
{
	if (PQresultStatus(result) == PGRES_TUPLES_OK) {
		check_mark(connection, result, connection->mark);
	} else if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
		connection->is_checked = false;
		if (connection->state == CHECKING && !connection->broken &&
			--connection->checks_left == 0) {
			become_open(connection);
		}
	}
}

static void take(struct postgres_connection *connection, const PGresult *result)
{
	connection->outstanding--;
	connection->since_ns = clock_ticks_ns();
	if (connection->state == PREPARING) {
		take_prepared(connection, result);
	} else if (connection->is_checked) {
		take_check(connection, result);
	} else if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
		connection->user.synced(connection->user.context);
	} else {
		connection->user.answered(result, connection->user.context);
	}
}

/*
 * libpq ends the results of each statement with a NULL. The results that this turn has no time for
 * stay with libpq.
 */
static void take_results(struct postgres_connection *connection)
{
	bool spent = false;

	while (!spent && has_result(connection)) {
		PGresult *result = PQgetResult(connection->server);

		if (result) {
			take(connection, result);
			PQclear(result);
			spent = turn_is_spent(connection->user.loop);
		} else if (PQstatus(connection->server) == CONNECTION_BAD) {
			postgres_drop(connection);
		}
	}
}

/* Notices beyond the turn's budget stay in libpq. */
static void take_notices(struct postgres_connection *connection)
{
	bool spent = false;
	PGnotify *notice;

	while (!spent && connection->state == OPEN &&
		(notice = PQnotifies(connection->server)) != NULL) {
		if (connection->user.notified) {
			connection->user.notified(notice, connection->user.context);
		}
		PQfreemem(notice);
		spent = turn_is_spent(connection->user.loop);
	}
	connection->has_notices = spent;
}

static void exchange(struct postgres_connection *connection)
{
	if (!PQconsumeInput(connection->server)) {
		/*
		 * The last words may be there all the same: what one turn has read. They are copied
		 * here, and answered in slices (postgres.c).
		 */
		while (has_result(connection)) {
			take_results(connection);
		}
		postgres_drop(connection);
		return;
	}
	take_results(connection);
	take_notices(connection);
	if (!connection->broken) {
		flush(connection);
	}
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
	struct postgres_connection *connection = poll->data;

	(void)status;
	(void)events;
	if (connection->broken) {
		uv_poll_stop(poll);
	} else if (connection->state == CONNECTING) {
		go_on_connecting(connection);
	} else {
		exchange(connection);
	}
}

/* ---- life ----------------------------------------------------------------------------------- */

/* Connections that were given one session by mistake never run each other's statements. */
static void name_statements(struct postgres_connection *connection)
{
	assert(connection->user.statements <= POSTGRES_MAX_STATEMENTS);
	for (unsigned i = 0; i < connection->user.statements; i++) {
		snprintf(connection->names[i], NAME_SIZE, "%c%u", connection->user.letter, i % 100);
	}
}

struct postgres_connection *postgres_connection_create(const struct postgres_user *user)
{
	struct postgres_connection *connection = store_realloc(NULL, sizeof *connection);

	*connection = (struct postgres_connection){.user = *user, .state = AWAY};
	uv_timer_init(user->loop, &connection->timer);
	uv_unref((uv_handle_t *)&connection->timer);
	connection->timer.data = connection;
	uv_timer_start(&connection->timer, on_timer, 0, 0);
	name_statements(connection);
	return connection;
}

static void on_closed(uv_handle_t *handle)
{
	struct postgres_connection *connection = handle->data;
	void (*closed)(void *context) = connection->closed;
	void *context = connection->closed_context;

	free(connection);
	closed(context);
}

void postgres_connection_close(
	struct postgres_connection *connection, void (*closed)(void *context), void *context)
{
	connection->state = CLOSING;
	connection->closed = closed;
	connection->closed_context = context;
	forget_lookup(connection);
	leave_socket(connection);
	PQfinish(connection->server);
	uv_close((uv_handle_t *)&connection->timer, on_closed);
}
