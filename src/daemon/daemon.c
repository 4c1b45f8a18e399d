/*
 * The daemon: wiring, start and stop.
 *
 * The loop thread owns everything. The start goes from the inside (store, sessions, API) to the
 * socket, the stop the other way round: subscribers are notified, running requests are answered,
 * their changes become durable, then everything is destroyed.
 */
#include "daemon/internal.h"

#include "api/api.h"
#include "base/clock.h"
#include "daemon/pool.h"
#include "daemon/process.h"
#include "port/journal.h"
#include "session/sessions.h"
#include "simulation/simulations.h"
#include "site/site.h"
#include "store/store.h"

#include <jansson.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <sysexits.h>
#include <unistd.h>

static void flush_log(uv_prepare_t *handle)
{
	struct daemon *daemon = handle->data;

	log_flush(daemon->log);
	uv_idle_stop(&daemon->unwritten);
}

/* ---- expired sessions ------------------------------------------------------------------------ */

enum { EXPIRY_MS = 60000, EXPIRED_TOGETHER = 64, KEYS_TOGETHER = 256 };

static void on_expiry(uv_timer_t *timer);

/* A few at a time, so that no request has to wait. */
static void on_expired(void *context, unsigned removed, bool more)
{
	struct daemon *daemon = context;

	if (removed > 0 && log_begin(daemon->log, LOG_INFO, "expired sessions deleted")) {
		log_int(daemon->log, "sessions", removed);
		log_end(daemon->log);
	}
	if (!daemon->stopping) {
		uv_timer_start(&daemon->expiry, on_expiry, more ? 100 : EXPIRY_MS, 0);
	}
}

/* ---- expired idempotency keys ---------------------------------------------------------------- */

static void on_keys_forgotten(void *context, enum mk_status status)
{
	/* The next round purges the rest. */
	(void)context;
	(void)status;
}

static void forget_keys(struct journal *journal)
{
	if (journal->methods->purge_idempotency) {
		journal->methods->purge_idempotency(journal, clock_wall_ms() - KEY_LIFETIME_MS,
			KEYS_TOGETHER, on_keys_forgotten, NULL);
	}
}

static void on_expiry(uv_timer_t *timer)
{
	struct daemon *daemon = timer->data;
	int64_t days = daemon->config->session_ttl_days;

	forget_keys(daemon->journal);
	if (days == 0) {
		on_expired(daemon, 0, false);
	} else {
		sessions_expire(daemon->sessions, clock_wall_ms() - days * 24 * 3600 * 1000,
			EXPIRED_TOGETHER, on_expired, daemon);
	}
}

void daemon_expire(struct daemon *daemon)
{
	uv_timer_start(&daemon->expiry, on_expiry, 0, 0);
}

/* ---- the leases of simulations ----------------------------------------------------------------
 */

enum { LEASE_POLL_MS = 1000 };

void daemon_check_store(struct daemon *daemon)
{
	daemon->is_checking_store = !api_check_store(daemon->api);
	if (daemon->is_checking_store) {
		wakeup_send(&daemon->continuing);
	}
}

static void on_lease_timer(uv_timer_t *timer)
{
	struct daemon *daemon = timer->data;

	simulations_poll(daemon->simulations);
	sessions_resume_opponents(daemon->sessions);
	daemon_check_store(daemon);
}

/* ---- the stop ------------------------------------------------------------------------------- */

static void leave_address(const struct daemon *daemon)
{
	if (daemon->owns_address) {
		address_unlink(&daemon->address);
	}
}

/*
 * A job that cannot be cancelled (the search for a repair, an index) has a budget of steps, not of
 * time: on a busy machine it may run for minutes. Its result is not needed any more.
 */
static const int64_t job_grace_ns = 5000000000;

static bool finish_jobs(const struct daemon *daemon)
{
	int64_t until_ns = clock_ticks_ns() + job_grace_ns;

	return pool_finish_running(daemon->players, until_ns) &&
	       pool_finish_running(daemon->replayers, until_ns) &&
	       pool_finish_running(daemon->reviewers, until_ns) &&
	       pool_finish_running(daemon->ponderers, until_ns) &&
	       pool_finish_running(daemon->workers, until_ns);
}

/* Threads still read the sessions, so only the store is closed. */
static void leave_running_jobs(struct daemon *daemon)
{
	if (daemon->journal) {
		daemon->journal->methods->destroy(daemon->journal);
	}
	leave_address(daemon);
	log_line(daemon->log, LOG_WARN, "stopped while a job was still running", NULL, NULL);
	log_flush(daemon->log);
	_exit(EX_OK);
}

static void on_continuing_closed(void *context)
{
	(void)context;
}

/* Everything is durable and completed: destroys all parts. */
static void take_apart(void *context)
{
	struct daemon *daemon = context;

	if (!finish_jobs(daemon)) {
		leave_running_jobs(daemon);
	}
	daemon_end_reload(daemon);
	/* The other three pools refer to this one, so it is destroyed last. */
	pool_destroy(daemon->players);
	pool_destroy(daemon->replayers);
	pool_destroy(daemon->reviewers);
	pool_destroy(daemon->ponderers);
	pool_destroy(daemon->workers);
	sessions_destroy(daemon->sessions);
	simulations_destroy(daemon->simulations);
	api_destroy(daemon->api);
	http_server_destroy(daemon->server);
	site_destroy(daemon->site);
	if (daemon->journal) {
		daemon->journal->methods->destroy(daemon->journal);
	}
	uv_close((uv_handle_t *)&daemon->flush, NULL);
	uv_close((uv_handle_t *)&daemon->unwritten, NULL);
	uv_close((uv_handle_t *)&daemon->watchdog, NULL);
	uv_close((uv_handle_t *)&daemon->expiry, NULL);
	uv_close((uv_handle_t *)&daemon->lease_timer, NULL);
	uv_close((uv_handle_t *)&daemon->leave_timer, NULL);
	uv_close((uv_handle_t *)&daemon->readiness, NULL);
	if (daemon->continuing.woken) {
		wakeup_close(&daemon->continuing, on_continuing_closed);
	}
}

static void stop_journal(void *context)
{
	struct daemon *daemon = context;

	if (daemon->journal) {
		daemon->journal->methods->stop(daemon->journal, take_apart, daemon);
	} else {
		take_apart(daemon);
	}
}

static void end_service(struct daemon *daemon)
{
	daemon->leaving = false;
	uv_timer_stop(&daemon->leave_timer);
	uv_timer_stop(&daemon->expiry);
	uv_timer_stop(&daemon->lease_timer);
	api_drain(daemon->api);
	http_server_stop(
		daemon->server, daemon->config->shutdown_grace_s * 1000, stop_journal, daemon);
}

static void on_leave_timer(uv_timer_t *timer)
{
	end_service(timer->data);
}

/*
 * A load balancer redirects requests after its next check of `/readyz`. Until then they are served,
 * since it would report a refused connection as an error to the client.
 */
static void leave_load_balancer(struct daemon *daemon)
{
	daemon->leaving = true;
	api_leave(daemon->api);
	http_server_end_keep_alive(daemon->server);
	uv_timer_start(&daemon->leave_timer, on_leave_timer,
		(uint64_t)daemon->config->shutdown_delay_s * 1000, 0);
}

static void begin_stop(struct daemon *daemon, int number)
{
	daemon->stopping = true;
	daemon->stopping_since_ns = clock_ticks_ns();
	uv_timer_stop(&daemon->readiness);
	log_line(daemon->log, LOG_INFO, "stopping", "signal", number == SIGTERM ? "TERM" : "INT");
	notify_stopping();
	if (daemon->config->shutdown_delay_s > 0 && api_is_watched(daemon->api)) {
		leave_load_balancer(daemon);
	} else {
		end_service(daemon);
	}
}

/*
 * A second signal within this time counts as the same request: Ctrl-C reaches all processes of a
 * terminal, and a parent process passes it on.
 */
static const int64_t same_stop_ns = 100000000;

static void on_stop_signal(struct daemon *daemon, int number)
{
	if (daemon->stopping && clock_ticks_ns() - daemon->stopping_since_ns < same_stop_ns) {
		return;
	}
	if (daemon->leaving) {
		daemon->stopping_since_ns = clock_ticks_ns();
		end_service(daemon);
		return;
	}
	if (daemon->stopping) {
		log_line(daemon->log, LOG_WARN, "shutdown forced by second signal", NULL, NULL);
		log_flush(daemon->log);
		leave_address(daemon);
		_exit(128 + number);
	}
	begin_stop(daemon, number);
}

static void on_signals(uv_poll_t *handle, int status, int events)
{
	struct daemon *daemon = handle->data;
	sigset_t arrived;

	(void)status;
	(void)events;
	signals_read(daemon->signals_descriptor, &arrived);
	if (sigismember(&arrived, SIGTERM)) {
		on_stop_signal(daemon, SIGTERM);
	}
	if (sigismember(&arrived, SIGINT)) {
		on_stop_signal(daemon, SIGINT);
	}
	if (sigismember(&arrived, SIGHUP) && !daemon->stopping) {
		daemon_reload(daemon);
	}
}

/* ---- the start ------------------------------------------------------------------------------ */

/* Handles exist from the start, so that destroying needs no checks. */
static void init_handles(struct daemon *daemon)
{
	uv_prepare_init(&daemon->loop, &daemon->flush);
	uv_idle_init(&daemon->loop, &daemon->unwritten);
	uv_timer_init(&daemon->loop, &daemon->watchdog);
	uv_timer_init(&daemon->loop, &daemon->expiry);
	uv_timer_init(&daemon->loop, &daemon->lease_timer);
	uv_timer_init(&daemon->loop, &daemon->leave_timer);
	uv_timer_init(&daemon->loop, &daemon->readiness);
	daemon->readiness.data = daemon;
	daemon->leave_timer.data = daemon;
	daemon->expiry.data = daemon->lease_timer.data = daemon;
	daemon->flush.data = daemon;
	uv_timer_init(&daemon->loop, &daemon->reload_limit);
	daemon->reload_limit.data = daemon;
	uv_poll_init(&daemon->loop, &daemon->signals, daemon->signals_descriptor);
	daemon->signals.data = daemon;
}

static void announce(struct daemon *daemon)
{
	char url[ADDRESS_TEXT_SIZE];

	address_write(&daemon->address, url);
	daemon->announced = true;
	notify_ready(&daemon->watchdog);
	if (log_begin(daemon->log, LOG_INFO, "listening")) {
		log_text(daemon->log, "address", url);
		log_text(daemon->log, "store", store_name(daemon->journal));
		log_end(daemon->log);
	}
	if (store_is_new(daemon->journal)) {
		log_line(daemon->log, LOG_WARN, "store created", "store",
			store_name(daemon->journal));
	}
	puts(url); /* output for the script that started this daemon */
	fflush(stdout);
}

/*
 * A server that starts a daemon sends requests as soon as it is announced, which would fail while
 * the connections to PostgreSQL are being opened. One that stays unreachable is no reason to wait
 * longer than so: everything that needs no store is served, and the store may come back.
 */
enum { READINESS_POLL_MS = 2, UNREADY_POLL_MS = 100 };
static const int64_t readiness_wait_ns = 5000000000;

static void on_readiness(uv_timer_t *timer)
{
	struct daemon *daemon = timer->data;
	const char *problem = api_readiness_problem(daemon->api);

	if (!problem) {
		uv_timer_stop(timer);
		if (daemon->announced) {
			log_line(daemon->log, LOG_INFO, "ready", NULL, NULL);
		} else {
			announce(daemon);
		}
	} else if (!daemon->announced &&
		   clock_ticks_ns() - daemon->assembled_ns >= readiness_wait_ns) {
		log_line(daemon->log, LOG_WARN, "not ready", "detail", problem);
		announce(daemon);
		uv_timer_set_repeat(timer, UNREADY_POLL_MS);
	}
}

static enum mk_status start(struct daemon *daemon, struct mk_error *error)
{
	enum mk_status status = daemon_assemble(daemon, error);

	if (status != MK_OK) {
		return status;
	}
	uv_prepare_start(&daemon->flush, flush_log);
	api_open(daemon->api);
	daemon_expire(daemon);
	uv_timer_start(&daemon->lease_timer, on_lease_timer, LEASE_POLL_MS, LEASE_POLL_MS);
	daemon->assembled_ns = clock_ticks_ns();
	uv_timer_start(&daemon->readiness, on_readiness, 0, READINESS_POLL_MS);
	return MK_OK;
}

/* ---- the program ---------------------------------------------------------------------------- */

/*
 * From here on the loop handles signals, including pending ones. The handle does not keep the loop
 * running and stays open until the end of the stop.
 */
static void heed_signals(struct daemon *daemon)
{
	uv_poll_start(&daemon->signals, UV_READABLE, on_signals);
	uv_unref((uv_handle_t *)&daemon->signals);
}

/* A thread is still blocked reading the configuration file, and exit() would join it. */
static void leave_hanging_read(struct daemon *daemon, int status)
{
	log_line(daemon->log, LOG_WARN, "the configuration could not be read to its end", NULL,
		NULL);
	log_flush(daemon->log);
	_exit(status);
}

static int serve_until_stopped(struct daemon *daemon)
{
	struct mk_error error;
	int status = EX_OK;

	init_handles(daemon);
	if (start(daemon, &error) != MK_OK) {
		log_line(daemon->log, LOG_ERROR, "cannot start", "detail", error.detail);
		status = EX_UNAVAILABLE;
		daemon->stopping = true;
		daemon->stopping_since_ns = clock_ticks_ns();
	}
	heed_signals(daemon);
	if (status != EX_OK) {
		stop_journal(daemon);
	}
	uv_run(&daemon->loop, UV_RUN_DEFAULT);
	leave_address(daemon);
	if (status == EX_OK) {
		log_line(daemon->log, LOG_INFO, "stopped", NULL, NULL);
	}
	if (daemon->reload != RELOAD_NONE) {
		leave_hanging_read(daemon, status);
	}
	uv_close((uv_handle_t *)&daemon->reload_limit, NULL);
	uv_close((uv_handle_t *)&daemon->signals, NULL);
	uv_run(&daemon->loop, UV_RUN_DEFAULT);
	uv_loop_close(&daemon->loop);
	return status;
}

int daemon_run(const struct config *config, const struct arguments *arguments)
{
	struct daemon daemon = {.config = config, .started_with = config, .arguments = arguments};
	int status;

	limits_init(&daemon.limits);
	config_set_limits(config, false, &daemon.limits);
	daemon.signals_descriptor = signals_open();
	fd_limit_raise();
	json_object_seed(0);
	daemon.log = log_create(STDERR_FILENO, log_level_of(config->log_level), config->log_format);
	if (!daemon.log || daemon.signals_descriptor < 0 || sodium_init() < 0 ||
		uv_loop_init(&daemon.loop) != 0) {
		fputs("makkerd: not enough memory or descriptors to start\n", stderr);
		log_destroy(daemon.log);
		return EX_OSERR;
	}
	log_set_limits(daemon.log, &daemon.limits);
	log_set_slow(daemon.log, config->slow_request_ms);
	daemon_log_warnings(&daemon, config);
	status = serve_until_stopped(&daemon);
	close(daemon.signals_descriptor);
	daemon_forget_reread(&daemon);
	log_destroy(daemon.log);
	return status;
}
