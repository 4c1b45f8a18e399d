/* Creates the parts of the daemon from the configuration. */
#include "api/api.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/limits.h"
#include "daemon/internal.h"
#include "daemon/log.h"
#include "daemon/pool.h"
#include "daemon/process.h"
#include "port/journal.h"
#include "session/sessions.h"
#include "simulation/simulations.h"
#include "site/site.h"
#include "store/store.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Idle sessions take 16 KB each, compacted ones 2 KB. */
enum { MAX_UNCOMPACTED = 1000 };

/* ---- callbacks ------------------------------------------------------------------------------ */

enum { EXPLAIN_SIZE = 8 * 1024 };

static void on_unwritten(uv_idle_t *handle)
{
	(void)handle;
}

static void on_request_finished(const struct http_access_record *outcome, void *context)
{
	struct daemon *daemon = context;

	api_finished(outcome, daemon->api);
	if (request_log_writes(daemon->log, outcome) &&
		request_log_admits(&daemon->request_lines, daemon->log, &daemon->limits)) {
		request_log(daemon->log, &daemon->rejected_log, outcome);
	}
	uv_idle_start(&daemon->unwritten, on_unwritten);
}

static void on_woken(void *context)
{
	struct daemon *daemon = context;

	api_on_wakeup(daemon->api);
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

static bool on_rejected(const struct http_peer *peer, int status, void *context)
{
	struct daemon *daemon = context;

	return api_rejected(peer, status, daemon->api);
}

static bool on_explains(void *context)
{
	const struct daemon *daemon = context;

	return log_has_level(daemon->log, LOG_DEBUG);
}

/* Logs each line separately. */
static void on_explain(
	const char *request_id, const char *session, const char *lines, void *context)
{
	struct daemon *daemon = context;
	char line[EXPLAIN_SIZE];

	for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
		snprintf(line, sizeof line, "%.*s", (int)(end - lines), lines);
		if (log_begin(daemon->log, LOG_DEBUG, "snapshot")) {
			log_text(daemon->log, "request_id", request_id);
			log_text(daemon->log, "session", session);
			log_text(daemon->log, "why", line);
			log_end(daemon->log);
		}
	}
}

static void on_tokens_changed(const struct token_change *change, void *context)
{
	struct daemon *daemon = context;

	if (log_begin(daemon->log, LOG_INFO, "tokens changed")) {
		log_text(daemon->log, "request_id", change->request_id);
		log_text(daemon->log, "session", change->session);
		log_text(daemon->log, "by", change->by);
		log_text(daemon->log, "renewed", change->renewed);
		log_text(daemon->log, "revoked", change->revoked);
		log_end(daemon->log);
	}
}

static void on_report(const char *request_id, const char *code, const char *detail, void *context)
{
	struct daemon *daemon = context;

	if (request_log_admits(&daemon->request_lines, daemon->log, &daemon->limits) &&
		log_begin(daemon->log, LOG_WARN, "request failed")) {
		log_text(daemon->log, "request_id", request_id);
		log_text(daemon->log, "code", code);
		log_text(daemon->log, "detail", detail);
		log_end(daemon->log);
	}
}

/* ---- the configuration's words -------------------------------------------------------------- */

/* The number of words was checked when the option was set. */
static void split(struct mk_arena *arena, const char *text, const char **words)
{
	char *list = mk_arena_copy(arena, text, strlen(text));
	char *rest = NULL;
	size_t count = 0;

	for (char *word = list ? strtok_r(list, " ,\t", &rest) : NULL; word && count < MAX_WORDS;
		word = strtok_r(NULL, " ,\t", &rest)) {
		words[count++] = word;
	}
}

/* The host of public_url is an allowed name, too. */
static void split_hosts(struct daemon *daemon)
{
	const struct config *config = daemon->config;
	const char *host = strstr(config->public_url, "://");
	size_t count = 0;

	if (host) {
		host += 3;
		daemon->hosts[count] = mk_arena_copy(config->arena, host, strcspn(host, ":/"));
		count += daemon->hosts[count] != NULL;
	}
	split(config->arena, config->allowed_hosts, daemon->hosts + count);
}

/*
 * Names are checked on a loopback address, where a page of a foreign name could otherwise use the
 * daemon (DNS rebinding), and wherever names are listed.
 */
static bool checks_host(const struct daemon *daemon)
{
	return daemon->config->allowed_hosts[0] ||
	       (!config_requires_tokens(daemon->config) && address_is_loopback(&daemon->address));
}

static void list_hashes(struct token_hash_list *list, const char *const tokens[LISTED_TOKENS])
{
	for (int i = 0; i < LISTED_TOKENS; i++) {
		list->hashes[i][0] = '\0';
		if (tokens[i][0]) {
			token_hash(tokens[i], strlen(tokens[i]), list->hashes[i]);
		}
	}
}

void daemon_take_tokens(struct daemon *daemon)
{
	const struct config *config = daemon->config;

	list_hashes(&daemon->admin_tokens,
		(const char *const[]){config->admin_token, config->next_admin_token});
	list_hashes(&daemon->metrics_tokens,
		(const char *const[]){config->metrics_tokens[0], config->metrics_tokens[1]});
}

/* ---- work over several turns of the loop ---------------------------------------------------- */

static void on_leave(void *context)
{
	struct daemon *daemon = context;

	wakeup_send(&daemon->continuing);
}

static void on_continue(void *context)
{
	struct daemon *daemon = context;

	sessions_continue(daemon->sessions);
	simulations_continue(daemon->simulations);
	if (daemon->is_checking_store) {
		daemon_check_store(daemon);
	}
}

static bool create_continuing(struct daemon *daemon)
{
	if (!wakeup_init(&daemon->continuing, &daemon->loop, on_continue, daemon)) {
		return false;
	}
	wakeup_keep_alive(&daemon->continuing, false);
	return true;
}

static struct turn_options turn_options(struct daemon *daemon)
{
	return (struct turn_options){&daemon->loop, on_leave, daemon};
}

/* ---- the inside ----------------------------------------------------------------------------- */

static enum mk_status fail_memory(struct mk_error *error)
{
	return mk_fail(error, MK_FULL, "no_memory", "", "out of memory to start");
}

static void on_lost(const struct mk_error *error, void *context)
{
	struct daemon *daemon = context;

	log_line(daemon->log, LOG_WARN, "simulation skipped", "detail", error->detail);
}

static void on_store(const char *what, void *context)
{
	struct daemon *daemon = context;

	log_line(daemon->log, LOG_WARN, "store status", "detail", what);
}

static struct worker_pool *create_game_pool(struct daemon *daemon, unsigned threads)
{
	return pool_create(&(struct pool_options){
		.loop = &daemon->loop,
		.threads = threads,
		.waiting_limit = UINT_MAX,
		.idle = strcmp(daemon->config->simulation_priority, "idle") == 0,
		.before = daemon->workers,
	});
}

/*
 * Simulations, replays, reviews and pondering have separate threads: a search never waits for the
 * end of a game, and replays, reviews and pondering never wait for a simulation.
 */
static bool create_simulations(struct daemon *daemon)
{
	const struct config *config = daemon->config;
	unsigned threads =
		config->simulation_threads ? config->simulation_threads : pool_default_threads();

	daemon->players = create_game_pool(daemon, threads);
	daemon->replayers = create_game_pool(daemon, (threads + 1) / 2);
	daemon->reviewers = create_game_pool(daemon, (threads + 1) / 2);
	daemon->ponderers = pool_create(&(struct pool_options){
		.loop = &daemon->loop,
		.threads = (threads + 1) / 2,
		.waiting_limit = config->limits[LIMIT_PONDERED_SESSIONS],
		.idle = true,
		.before = daemon->workers,
	});
	if (!daemon->players || !daemon->replayers || !daemon->reviewers || !daemon->ponderers) {
		return false;
	}
	daemon->simulations = simulations_create(&(struct simulations_options){
		.journal = daemon->journal,
		.limits = &daemon->limits,
		.workers = daemon->players,
		.replayers = daemon->replayers,
		.threads = threads,
		.limit = config->limits[LIMIT_SIMULATIONS],
		.kept = config->limits[LIMIT_MAX_FINISHED_SIMULATIONS],
		.turn = turn_options(daemon),
		.now_ms = clock_wall_ms,
		.ticks_ns = clock_ticks_ns,
		.random = randombytes_buf,
		.report = on_lost,
		.context = daemon,
	});
	return daemon->simulations != NULL;
}

static unsigned connection_limit(const struct config *config)
{
	unsigned wanted = (unsigned)config->limits[LIMIT_CONNECTIONS];

	return mapping_limit_connections(fd_limit_connections(wanted), mapping_limit());
}

/* Warns at the start if the configured number of connections is not available. */
static void warn_of_fewer_connections(struct daemon *daemon)
{
	unsigned possible = connection_limit(daemon->config);
	char number[16];

	if (possible < daemon->config->limits[LIMIT_CONNECTIONS]) {
		snprintf(number, sizeof number, "%u", possible);
		log_line(daemon->log, LOG_WARN, "max_connections is lowered", "possible", number);
	}
}

/* Streams and long polls are connections: a fifth of those is kept for everything else. */
static unsigned listener_limit(const struct config *config)
{
	unsigned connections = connection_limit(config);
	unsigned most = connections - connections / 5;

	return config->limits[LIMIT_SUBSCRIBERS] < most ? config->limits[LIMIT_SUBSCRIBERS] : most;
}

void daemon_settings(const struct daemon *daemon, struct api_options *options)
{
	const struct config *config = daemon->config;

	*options = (struct api_options){
		.strategy = config->default_strategy,
		.budget_ms = config->search_budget_ms,
		.ping_interval_s = config->ping_interval_s,
		.listener_limit = listener_limit(config),
		.rate_limit_per_address = config->limits[LIMIT_RATE_LIMIT_PER_ADDRESS],
		.rate_limit_per_session = config->limits[LIMIT_RATE_LIMIT_PER_SESSION],
		.rate_limit_local = config->rate_limit_local,
	};
	mk_language_find(config->default_language, &options->language);
}

static bool create_api(struct daemon *daemon)
{
	struct api_options options;

	daemon_settings(daemon, &options);
	options.loop = &daemon->loop;
	options.origins = daemon->origins;
	options.hosts = daemon->hosts;
	options.checks_host = checks_host(daemon);
	options.report = on_report;
	options.explains = on_explains;
	options.explain = on_explain;
	options.tokens_changed = on_tokens_changed;
	options.context = daemon;
	options.sessions = daemon->sessions;
	options.simulations = daemon->simulations;
	options.random = randombytes_buf;
	options.journal = daemon->journal;
	options.limits = &daemon->limits;
	options.site = daemon->site;
	options.public_url = daemon->config->public_url;
	options.in_network = address_is_any(&daemon->address);
	daemon_take_tokens(daemon);
	options.metrics_tokens = &daemon->metrics_tokens;
	options.admin_tokens =
		config_requires_tokens(daemon->config) ? &daemon->admin_tokens : NULL;
	daemon->api = api_create(&options);
	return daemon->api != NULL;
}

static enum mk_status create_inside(struct daemon *daemon, struct mk_error *error)
{
	const struct config *config = daemon->config;

	daemon->site = site_create(config->companion_dir, error);
	if (!daemon->site) {
		return error->status;
	}
	daemon->journal = store_open(config->store, &daemon->loop, error);
	if (!daemon->journal) {
		return error->status;
	}
	store_report(daemon->journal, on_store, daemon);
	store_limit(daemon->journal, &daemon->limits);
	daemon->workers = pool_create(&(struct pool_options){
		.loop = &daemon->loop,
		.threads = config->search_threads,
		.waiting_limit = config->limits[LIMIT_MAX_QUEUED_SEARCHES],
		.limits = &daemon->limits,
	});
	if (!daemon->workers || !create_continuing(daemon) || !create_simulations(daemon)) {
		return fail_memory(error);
	}
	daemon->sessions = sessions_create(&(struct sessions_options){
		.journal = daemon->journal,
		.limits = &daemon->limits,
		.workers = daemon->workers,
		.reviewers = daemon->reviewers,
		.ponderers = daemon->ponderers,
		.pondering_ms = config->pondering_ms,
		.pondering_gives_way = true,
		.search_threads =
			config->search_threads ? config->search_threads : pool_default_threads(),
		.limit = config->limits[LIMIT_SESSIONS],
		.kept = config->limits[LIMIT_SESSION_CACHE_SIZE],
		.uncompacted = MAX_UNCOMPACTED,
		.waiting_limit = config->limits[LIMIT_MAX_QUEUED_CHANGES],
		.confidence = config->card_confidence,
		.repeats = config->misread_repeat_rate,
		.auto_repair = config->auto_repair,
		.listener_budget_ms = config->search_budget_ms,
		.turn = turn_options(daemon),
		.now_ms = clock_wall_ms,
		.random = randombytes_buf,
	});
	return daemon->sessions && create_api(daemon) ? MK_OK : fail_memory(error);
}

/* ---- the outside ---------------------------------------------------------------------------- */

/* The inherited socket, or a new one. */
static int open_socket(struct daemon *daemon, struct mk_error *error)
{
	int descriptor = notify_socket();

	if (descriptor < 0) {
		descriptor = address_listen(&daemon->address,
			(mode_t)strtoul(daemon->config->socket_mode, NULL, 8), error);
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
	warn_of_fewer_connections(daemon);
	daemon->server = http_server_create(
		&(struct http_options){
			.loop = &daemon->loop,
			.socket = descriptor,
			.limits = &daemon->limits,
			.limits_local = config->rate_limit_local,
			.body_limit = MAX_BODY_BYTES,
			.connection_limit = connection_limit(config),
			.proxies = daemon->proxies.networks,
			.proxy_count = daemon->proxies.count,
			.header_timeout_s = config->header_timeout_s,
			.body_timeout_s = config->body_timeout_s,
			.idle_timeout_s = config->idle_timeout_s,
			.woken = on_woken,
			.handle = on_request,
			.finished = on_request_finished,
			.rejected = on_rejected,
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

enum mk_status daemon_assemble(struct daemon *daemon, struct mk_error *error)
{
	enum mk_status status = daemon_find_address(daemon->config, &daemon->address, error);

	if (status != MK_OK) {
		return status;
	}
	split(daemon->config->arena, daemon->config->allowed_origins, daemon->origins);
	split_hosts(daemon);
	status = proxies_read(daemon->config->trusted_proxies, &daemon->proxies, error);
	if (status == MK_OK) {
		status = create_inside(daemon, error);
	}
	return status == MK_OK ? create_server(daemon, error) : status;
}
