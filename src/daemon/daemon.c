/*
 * Wiring, start and stop.
 *
 * One thread owns everything: the loop. It starts from the inside (store, sessions, API) out to the
 * socket, and stops the other way round: listeners are told, running requests are answered, what
 * they changed is made durable, and only then is anything taken apart.
 */
#include "daemon/daemon.h"

#include "api/api.h"
#include "api/reach.h"
#include "api/token.h"
#include "base/arena.h"
#include "base/clock.h"
#include "daemon/address.h"
#include "daemon/log.h"
#include "daemon/notify.h"
#include "daemon/pool.h"
#include "daemon/request_log.h"
#include "session/journal.h"
#include "session/sessions.h"
#include "simulation/simulations.h"
#include "site/site.h"
#include "store/store.h"

#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sysexits.h>
#include <unistd.h>
#include <uv.h>

enum { MOST_ORIGINS = 32, BODY_LIMIT = 64 * 1024 };

struct daemon {
	const struct config *config;
	uv_loop_t loop;
	struct log *log;
	struct journal *journal;
	struct site *site;
	struct workers *workers;
	struct workers *players; /* of simulations */
	struct sessions *sessions;
	struct simulations *simulations;
	struct api *api;
	struct http_server *server;
	const char *origins[MOST_ORIGINS + 1];
	char admin_lock[LOCK_ROOM];
	struct address address; /* where it listens */
	bool owns_address;      /* not handed over by others, who keep it */
	uv_prepare_t flush;
	uv_idle_t unwritten; /* keeps the loop from sleeping on lines of the log */
	uv_signal_t signals[2];
	uv_timer_t watchdog;
	bool stopping;
};

/* ---- what others call ----------------------------------------------------------------------- */

static void on_unwritten(uv_idle_t *handle)
{
	(void)handle;
}

static void on_finished(const struct http_outcome *outcome, void *context)
{
	struct daemon *daemon = context;

	api_finished(outcome, daemon->api);
	request_log(daemon->log, outcome);
	uv_idle_start(&daemon->unwritten, on_unwritten);
}

static void on_request(struct http_request *request, void *context)
{
	struct daemon *daemon = context;

	api_handle(request, daemon->api);
}

static void on_refusal(struct http_request *request, int status, const char *code,
	const char *detail, void *context)
{
	struct daemon *daemon = context;

	api_refuse(request, status, code, detail, daemon->api);
}

static void on_report(const char *request_id, const char *code, const char *detail, void *context)
{
	struct daemon *daemon = context;

	if (log_begin(daemon->log, LOG_WARN, "not served")) {
		log_text(daemon->log, "request_id", request_id);
		log_text(daemon->log, "code", code);
		log_text(daemon->log, "detail", detail);
		log_end(daemon->log);
	}
}

static void flush_log(uv_prepare_t *handle)
{
	struct daemon *daemon = handle->data;

	log_flush(daemon->log);
	uv_idle_stop(&daemon->unwritten);
}

/* ---- the stop ------------------------------------------------------------------------------- */

/* All is durable and answered: nothing is left for the loop to do. */
static void take_apart(void *context)
{
	struct daemon *daemon = context;

	pool_destroy(daemon->workers);
	pool_destroy(daemon->players);
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
	uv_close((uv_handle_t *)&daemon->signals[0], NULL);
	uv_close((uv_handle_t *)&daemon->signals[1], NULL);
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

static void on_signal(uv_signal_t *handle, int number)
{
	struct daemon *daemon = handle->data;

	if (daemon->stopping) {
		log_say(daemon->log, LOG_WARN, "stopped at once", NULL, NULL);
		log_flush(daemon->log);
		_exit(128 + number);
	}
	daemon->stopping = true;
	log_say(daemon->log, LOG_INFO, "stopping", "signal", number == SIGTERM ? "TERM" : "INT");
	notify_stopping();
	api_drain(daemon->api);
	http_server_stop(daemon->server, daemon->config->stop_grace_s * 1000, stop_journal, daemon);
}

/* ---- the start ------------------------------------------------------------------------------ */

static enum mk_status fail_memory(struct mk_error *error)
{
	return mk_fail(error, MK_FULL, "no_memory", "", "there is not enough memory to start");
}

static void split_origins(struct daemon *daemon)
{
	char *list = mk_arena_copy(
		daemon->config->arena, daemon->config->origins, strlen(daemon->config->origins));
	char *rest = NULL;
	size_t count = 0;

	for (char *word = list ? strtok_r(list, " ,\t", &rest) : NULL; word && count < MOST_ORIGINS;
		word = strtok_r(NULL, " ,\t", &rest)) {
		daemon->origins[count++] = word;
	}
}

/* As many descriptors as the system allows: each connection needs one. */
static void raise_limits(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

/* NULL where no tokens are wanted. */
static const char *make_lock(struct daemon *daemon)
{
	const char *token = daemon->config->admin_token;

	if (!config_wants_tokens(daemon->config)) {
		return NULL;
	}
	token_lock(token, strlen(token), daemon->admin_lock);
	return daemon->admin_lock;
}

static void on_lost(const struct mk_error *error, void *context)
{
	struct daemon *daemon = context;

	log_say(daemon->log, LOG_WARN, "a simulation is left out", "detail", error->what);
}

/* They have threads of their own: a thought never waits for a game to end. */
static bool create_simulations(struct daemon *daemon)
{
	const struct config *config = daemon->config;
	unsigned threads =
		config->simulation_threads ? config->simulation_threads : pool_usual_threads();

	daemon->players = pool_create(&(struct pool_options){
		.loop = &daemon->loop,
		.threads = threads,
		.waiting_limit = UINT_MAX,
		.idle = strcmp(config->simulation_priority, "idle") == 0,
	});
	if (!daemon->players) {
		return false;
	}
	daemon->simulations = simulations_create(&(struct simulations_options){
		.journal = daemon->journal,
		.workers = daemon->players,
		.hurried = daemon->workers,
		.threads = threads,
		.limit = config->simulations,
		.kept = config->kept_simulations,
		.now_ms = clock_wall_ms,
		.ticks_ns = clock_ticks_ns,
		.random = randombytes_buf,
		.report = on_lost,
		.context = daemon,
	});
	return daemon->simulations != NULL;
}

static enum mk_status create_inside(struct daemon *daemon, struct mk_error *error)
{
	const struct config *config = daemon->config;
	struct api_options options = {.loop = &daemon->loop,
		.origins = daemon->origins,
		.strategy = config->strategy,
		.budget_ms = config->budget_ms,
		.ping_s = config->ping_s,
		.listener_limit = config->listeners,
		.report = on_report,
		.context = daemon};

	daemon->site = site_create(config->companion, error);
	if (!daemon->site) {
		return error->status;
	}
	daemon->journal = store_open(config->store, &daemon->loop, error);
	if (!daemon->journal) {
		return error->status;
	}
	daemon->workers = pool_create(&(struct pool_options){
		.loop = &daemon->loop,
		.threads = config->threads,
		.waiting_limit = config->waiting_thoughts,
	});
	if (!daemon->workers || !create_simulations(daemon)) {
		return fail_memory(error);
	}
	daemon->sessions = sessions_create(&(struct sessions_options){
		.journal = daemon->journal,
		.workers = daemon->workers,
		.kept = config->kept_sessions,
		.waiting_limit = config->waiting_changes,
		.confidence = config->confidence,
		.repeats = config->repeats,
		.auto_repair = config->auto_repair,
		.now_ms = clock_wall_ms,
		.random = randombytes_buf,
	});
	options.sessions = daemon->sessions;
	options.simulations = daemon->simulations;
	options.random = randombytes_buf;
	options.journal = daemon->journal;
	options.site = daemon->site;
	options.public_url = config->public_url;
	options.in_network = address_is_any(&daemon->address);
	options.admin_lock = make_lock(daemon);
	mk_language_find(config->language, &options.language);
	daemon->api = daemon->sessions ? api_create(&options) : NULL;
	return daemon->api ? MK_OK : fail_memory(error);
}

/* The socket that was handed over, or one of our own. */
static int open_socket(struct daemon *daemon, struct mk_error *error)
{
	int descriptor = notify_socket();

	if (descriptor < 0) {
		descriptor = address_listen(&daemon->address, error);
		daemon->owns_address = descriptor >= 0;
	}
	return descriptor;
}

static enum mk_status create_server(struct daemon *daemon, struct mk_error *error)
{
	const struct config *config = daemon->config;
	int descriptor = open_socket(daemon, error);

	if (descriptor < 0) {
		return error->status;
	}
	daemon->server = http_server_create(
		&(struct http_options){
			.loop = &daemon->loop,
			.socket = descriptor,
			.body_limit = BODY_LIMIT,
			.connection_limit = config->connections,
			.header_timeout_s = config->header_timeout_s,
			.body_timeout_s = config->body_timeout_s,
			.idle_timeout_s = config->idle_timeout_s,
			.handle = on_request,
			.finished = on_finished,
			.refuse = on_refusal,
			.context = daemon,
		},
		error);
	if (!daemon->server) {
		close(descriptor);
		return error->status;
	}
	api_attach(daemon->api, daemon->server);
	return MK_OK;
}

/* The handles are there from the start, so that taking apart need not ask. */
static void init_handles(struct daemon *daemon)
{
	uv_prepare_init(&daemon->loop, &daemon->flush);
	uv_idle_init(&daemon->loop, &daemon->unwritten);
	uv_timer_init(&daemon->loop, &daemon->watchdog);
	uv_signal_init(&daemon->loop, &daemon->signals[0]);
	uv_signal_init(&daemon->loop, &daemon->signals[1]);
	daemon->flush.data = daemon;
	daemon->signals[0].data = daemon;
	daemon->signals[1].data = daemon;
}

/* The address of the socket that was handed over counts, where there is one. */
static enum mk_status find_address(
	const struct config *config, struct address *address, struct mk_error *error)
{
	int descriptor = notify_socket();

	return descriptor < 0 ? address_read(config->listen, address, error)
			      : address_inherit(descriptor, address, error);
}

static enum mk_status start(struct daemon *daemon, struct mk_error *error)
{
	char url[ADDRESS_ROOM];
	enum mk_status status = find_address(daemon->config, &daemon->address, error);

	if (status == MK_OK) {
		status = create_inside(daemon, error);
	}
	if (status == MK_OK) {
		status = create_server(daemon, error);
	}
	if (status != MK_OK) {
		return status;
	}
	uv_signal_start(&daemon->signals[0], on_signal, SIGTERM);
	uv_signal_start(&daemon->signals[1], on_signal, SIGINT);
	uv_prepare_start(&daemon->flush, flush_log);
	api_open(daemon->api);
	notify_ready(&daemon->watchdog);
	address_write(&daemon->address, url);
	log_say(daemon->log, LOG_INFO, "listening", "address", url);
	puts(url); /* for the script that started us: now it may begin */
	fflush(stdout);
	return MK_OK;
}

/* ---- the program ---------------------------------------------------------------------------- */

static enum mk_status check_tokens(const struct config *config, struct mk_error *error)
{
	if (!config_wants_tokens(config)) {
		return MK_OK;
	}
	if (!config->admin_token[0]) {
		return mk_fail(error, MK_IMPOSSIBLE, "no_token", "",
			"auth: token wants an admin_token_file (or admin_token), else nobody could "
			"open a table");
	}
	return token_check(config->admin_token, error);
}

enum mk_status daemon_check(const struct config *config, struct mk_error *error)
{
	struct address address;
	char url[ADDRESS_ROOM];
	enum mk_status status = find_address(config, &address, error);

	if (status == MK_OK && !address_is_local(&address) && !config->insecure &&
		!config_wants_tokens(config)) {
		address_write(&address, url);
		return mk_fail(error, MK_IMPOSSIBLE, "insecure", "",
			"listen: other machines can reach %s, and everybody there could do "
			"everything: choose auth = token, or say --insecure if that is wanted",
			url);
	}
	if (status == MK_OK) {
		status = check_tokens(config, error);
	}
	if (status == MK_OK && config->public_url[0] && !reach_is_url(config->public_url)) {
		return mk_fail(error, MK_MALFORMED, "bad_option", "",
			"public_url: an address like https://cards.example is wanted");
	}
	return status;
}

static int serve(struct daemon *daemon)
{
	struct mk_error error;
	int status = EX_OK;

	init_handles(daemon);
	if (start(daemon, &error) != MK_OK) {
		log_say(daemon->log, LOG_ERROR, "cannot start", "detail", error.what);
		status = EX_UNAVAILABLE;
		stop_journal(daemon);
	}
	uv_run(&daemon->loop, UV_RUN_DEFAULT);
	if (daemon->owns_address) {
		address_leave(&daemon->address);
	}
	uv_loop_close(&daemon->loop);
	if (status == EX_OK) {
		log_say(daemon->log, LOG_INFO, "stopped", NULL, NULL);
	}
	return status;
}

int daemon_run(const struct config *config)
{
	struct daemon daemon = {.config = config};
	int status;

	signal(SIGPIPE, SIG_IGN);
	raise_limits();
	json_object_seed(0);
	daemon.log = log_create(STDERR_FILENO, log_level_of(config->log_level), config->log_format);
	if (!daemon.log || sodium_init() < 0 || uv_loop_init(&daemon.loop) != 0) {
		fputs("makkerd: there is not enough memory to start\n", stderr);
		log_destroy(daemon.log);
		return EX_OSERR;
	}
	split_origins(&daemon);
	status = serve(&daemon);
	log_destroy(daemon.log);
	return status;
}
