/* GET /metrics: requests, connections, sessions, the store, and the process itself. */
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"
#include "base/clock.h"
#include "base/limits.h"
#include "simulation/simulations.h"
#include "store/store.h"

#include <makker/game.h>
#include <makker/version.h>

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void gauge(struct mk_text *out, const char *name, const char *help, double value)
{
	metrics_family(out, name, "gauge", help);
	metrics_sample(out, name, "", value);
}

static void counter(struct mk_text *out, const char *name, const char *help, double value)
{
	metrics_family(out, name, "counter", help);
	metrics_sample(out, name, "", value);
}

static void write_server(struct mk_text *out, const struct http_server *server)
{
	struct http_figures figures = {.connections = 0};

	if (server) {
		figures = http_server_figures(server);
	}
	gauge(out, "makker_http_connections", "Open connections.", figures.connections);
	gauge(out, "makker_http_requests_in_flight", "Requests that are not answered yet.",
		figures.requests_running);
	gauge(out, "makker_event_streams", "Listeners by SSE and NDJSON.", figures.streams);
	gauge(out, "makker_websockets", "Listeners by websocket.", figures.upgraded);
}

static void write_loop(struct mk_text *out, const struct loop_monitor *monitor)
{
	static const char name[] = "makker_event_loop_busy_seconds";

	metrics_family(out, name, "histogram",
		"Turns of the loop without its sleep: everybody else waits for so long.");
	metrics_histogram(out, name, "", &monitor->busy);
	gauge(out, "makker_event_loop_max_busy_seconds",
		"The longest of these in the last one to two minutes.", loop_monitor_max(monitor));
	gauge(out, "makker_event_loop_max_cpu_seconds",
		"The most processor time of the loop's thread at a stretch, in the last one to two "
		"minutes.",
		loop_monitor_max_cpu(monitor));
	counter(out, "makker_event_loop_long_turns_total",
		"Turns of the loop that took more than 20 ms of processor time.",
		(double)monitor->long_turns);
}

static void write_rate_metrics(struct mk_text *out, const struct rates *rates)
{
	static const char name[] = "makker_rate_limited_total";

	metrics_family(out, name, "counter", "Requests refused because too many came.");
	metrics_sample(out, name, "by=\"address\"", (double)rates->by_address.refused);
	metrics_sample(out, name, "by=\"session\"", (double)rates->by_session.refused);
}

/* The metric families of searches, one for each column of the rows. */
static const struct {
	const char *name, *help;
	size_t at;
} of_strategies[] = {
	{"makker_searches_completed_total", "Searches that came to their end, by strategy.",
		offsetof(struct strategy_figures, advices)},
	{"makker_search_worlds_total", "Worlds that they sampled.",
		offsetof(struct strategy_figures, worlds)},
	{"makker_search_nodes_total", "Positions or playouts that they looked at.",
		offsetof(struct strategy_figures, nodes)},
	{"makker_searches_shortened_total",
		"Of these: with less than three quarters of the time that was wanted.",
		offsetof(struct strategy_figures, shortened)},
};

/* The totals of a strategy; zeros if it has not searched yet. */
static struct strategy_figures totals_of(const struct strategy_figures *rows,
	const struct mk_game *game, const struct mk_strategy *strategy)
{
	for (int at = 0; at < SESSIONS_STRATEGIES && rows[at].strategy; at++) {
		if (rows[at].game == game && rows[at].strategy == strategy) {
			return rows[at];
		}
	}
	return (struct strategy_figures){.game = game, .strategy = strategy};
}

/* Fills `all`, a row for each strategy that searches; returns their number. */
static int list_searching(
	const struct strategy_figures *rows, struct strategy_figures all[SESSIONS_STRATEGIES])
{
	int count = 0;

	for (size_t i = 0; i < mk_game_count; i++) {
		for (size_t k = 0; k < mk_games[i]->strategy_count; k++) {
			const struct mk_strategy *strategy = &mk_games[i]->strategies[k];

			if (strategy->has_search && count < SESSIONS_STRATEGIES) {
				all[count++] = totals_of(rows, mk_games[i], strategy);
			}
		}
	}
	return count;
}

static void write_strategy_sample(
	struct mk_text *out, const char *name, const struct strategy_figures *row, double value)
{
	char labels[96];

	snprintf(labels, sizeof labels, "game=\"%s\",strategy=\"%s\"", row->game->name,
		row->strategy->name);
	metrics_sample(out, name, labels, value);
}

static void write_search_stats(struct mk_text *out, const struct strategy_figures *rows)
{
	static const char seconds[] = "makker_search_seconds_total";
	struct strategy_figures all[SESSIONS_STRATEGIES];
	int count = list_searching(rows, all);

	for (size_t i = 0; i < sizeof of_strategies / sizeof of_strategies[0]; i++) {
		metrics_family(out, of_strategies[i].name, "counter", of_strategies[i].help);
		for (int at = 0; at < count; at++) {
			uint64_t value;

			memcpy(&value, (const char *)&all[at] + of_strategies[i].at, sizeof value);
			write_strategy_sample(out, of_strategies[i].name, &all[at], (double)value);
		}
	}
	metrics_family(out, seconds, "counter", "Time that they took.");
	for (int at = 0; at < count; at++) {
		write_strategy_sample(out, seconds, &all[at], all[at].seconds);
	}
}

static void write_pondering(struct mk_text *out, const struct sessions_figures *figures)
{
	static const char ended[] = "makker_ponderings_ended_total";

	counter(out, "makker_ponderings_started_total",
		"Tables after which the next ones were searched while the player moved.",
		(double)figures->ponderings);
	metrics_family(out, ended, "counter",
		"These, by the table that was met: its advice was there, was not there yet, or the "
		"table was not expected.");
	metrics_sample(out, ended, "table=\"ready\"", (double)figures->ponderings_met);
	metrics_sample(out, ended, "table=\"early\"", (double)figures->ponderings_early);
	metrics_sample(out, ended, "table=\"other\"", (double)figures->ponderings_missed);
}

static void write_sessions(struct mk_text *out, const struct sessions *sessions)
{
	struct sessions_figures figures = sessions_figures(sessions);
	char labels[64];
	struct mk_text text;

	gauge(out, "makker_sessions_cached", "Sessions in memory.", figures.loaded);
	gauge(out, "makker_subscribers", "Listeners of all sessions, long polls too.",
		figures.subscribers);
	counter(out, "makker_sessions_created_total", "Sessions created.", (double)figures.opened);
	gauge(out, "makker_searches_active", "Searches that run or wait for a thread.",
		figures.thinking);
	gauge(out, "makker_reviews_running", "Reviews that are not finished.", figures.reviewing);
	counter(out, "makker_reviews_started_total", "Reviews begun.", (double)figures.reviews);
	counter(out, "makker_searches_started_total", "Searches begun.", (double)figures.thoughts);
	counter(out, "makker_searches_rejected_total", "Searches for which there was no time.",
		(double)figures.refused);
	write_pondering(out, &figures);
	write_search_stats(out, figures.strategies);
	metrics_family(
		out, "makker_snapshots_total", "counter", "Snapshots by what was concluded.");
	for (int i = 0; i <= MK_CONTRADICTION; i++) {
		mk_text_fixed(&text, labels, sizeof labels);
		mk_text_format(
			&text, "explanation=\"%s\"", mk_explanation_name((enum mk_explanation)i));
		metrics_sample(out, "makker_snapshots_total", labels, (double)figures.findings[i]);
	}
}

static void write_simulations(struct mk_text *out, const struct simulations *simulations)
{
	struct simulations_figures figures = simulations_figures(simulations);

	gauge(out, "makker_simulations_running", "Simulations that are not over.", figures.running);
	counter(out, "makker_simulations_started_total", "Simulations begun.",
		(double)figures.begun);
	counter(out, "makker_simulated_games_total", "Games played by simulations.",
		(double)figures.games);
}

static void write_store(struct mk_text *out, const struct journal *journal)
{
	struct store_figures figures = store_figures(journal);

	gauge(out, "makker_store_available", "1: the store can be read and written.",
		journal->methods->ready(journal));
	counter(out, "makker_store_commits_total", "Transactions, each of one or more changes.",
		(double)figures.commits);
	counter(out, "makker_store_appends_total", "Changes that are durable.",
		(double)figures.appends);
	counter(out, "makker_store_failed_appends_total", "Changes that could not be stored.",
		(double)figures.failures);
	metrics_family(out, "makker_store_commit_duration_seconds", "histogram",
		"Transactions, until they are durable.");
	metrics_histogram(
		out, "makker_store_commit_duration_seconds", "", &figures.commit_durations);
	gauge(out, "makker_store_queue_length", "Changes that wait for the store.",
		figures.waiting);
}

/* ---- limits --------------------------------------------------------------------------------- */

static void write_limit_sample(struct mk_text *out, const char *name, int id, double value)
{
	char labels[64];

	snprintf(labels, sizeof labels, "limit=\"%s\"", limit_rows[id].name);
	metrics_sample(out, name, labels, value);
}

static void write_limits(struct mk_text *out, const struct limits *limits)
{
	static const char value[] = "makker_limit", refusals[] = "makker_limit_refusals_total";

	metrics_family(out, value, "gauge", "The limits in effect (docs/limits.md); 0: none.");
	for (int i = 0; i < LIMIT_COUNT; i++) {
		write_limit_sample(out, value, i, (double)limits_value(limits, (enum limit_id)i));
	}
	metrics_family(out, refusals, "counter",
		"What was refused, dropped, closed or suppressed because a limit was reached.");
	for (int i = 0; i < LIMIT_COUNT && limits; i++) {
		write_limit_sample(out, refusals, i, (double)atomic_load(&limits->refused[i]));
	}
}

/* The current use of limits that apply to the whole daemon. */
static void write_used(struct mk_text *out, const struct api *api)
{
	static const char name[] = "makker_limit_used";
	const struct journal *journal = api->options.journal;
	const struct store_figures store = store_figures(journal);
	const struct {
		enum limit_id id;
		double used;
	} rows[] = {
		{LIMIT_CONNECTIONS, api->server ? http_server_figures(api->server).connections : 0},
		{LIMIT_SUBSCRIBERS, api->waiter_count},
		{LIMIT_SESSIONS,
			journal->methods->count ? (double)journal->methods->count(journal) : 0},
		{LIMIT_REVIEWS, sessions_figures(api->options.sessions).reviewing},
		{LIMIT_SIMULATIONS, simulations_figures(api->options.simulations).running},
		{LIMIT_MAX_QUEUED_WRITES, store.waiting},
	};
	/* Limits counted by limits_take(). */
	static const enum limit_id counted[] = {LIMIT_BODY_BYTES_TOTAL, LIMIT_SUBSCRIBER_BYTES,
		LIMIT_KEYS, LIMIT_KEY_BYTES, LIMIT_PONDERED_SESSIONS};

	metrics_family(out, name, "gauge", "How much of a limit for the daemon is in use.");
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		write_limit_sample(out, name, rows[i].id, rows[i].used);
	}
	for (size_t i = 0; i < sizeof counted / sizeof counted[0] && api->options.limits; i++) {
		write_limit_sample(out, name, counted[i],
			(double)atomic_load(&api->options.limits->used[counted[i]]));
	}
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Resident pages are the second number of /proc/self/statm. */
static double resident_bytes(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	char line[128] = "";
	const char *second;

	if (file) {
		if (!fgets(line, sizeof line, file)) {
			line[0] = '\0';
		}
		fclose(file);
	}
	second = strchr(line, ' ');
	return second ? strtod(second, NULL) * (double)sysconf(_SC_PAGESIZE) : 0;
}

static double open_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	unsigned count = 0;

	while (directory && readdir(directory)) {
		count++;
	}
	if (directory) {
		closedir(directory);
	}
	return count > 3 ? count - 3 : 0; /* not ".", "..", and the directory itself */
}

static void write_process(struct mk_text *out, int64_t started_ms)
{
	struct rusage usage;
	struct rlimit files;

	getrusage(RUSAGE_SELF, &usage);
	getrlimit(RLIMIT_NOFILE, &files);
	counter(out, "process_cpu_seconds_total", "User and system CPU time.",
		seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
	gauge(out, "process_resident_memory_bytes", "Resident memory.", resident_bytes());
	gauge(out, "process_open_fds", "Open file descriptors.", open_descriptors());
	gauge(out, "process_max_fds", "Most file descriptors allowed.", (double)files.rlim_cur);
	gauge(out, "process_start_time_seconds", "Start, in seconds since 1970.",
		(double)started_ms / 1000);
}

void metrics_get(struct call *call)
{
	const struct api *api = call->api;
	struct mk_text text;
	char build[96];

	call_text(call, &text, 16384);
	metrics_family(&text, "makker_build_info", "gauge", "The version that runs.");
	snprintf(build, sizeof build, "version=\"%s\"", mk_version());
	metrics_sample(&text, "makker_build_info", build, 1);
	metrics_write_requests(&text, &api->metrics);
	write_server(&text, api->server);
	write_loop(&text, &api->loop_monitor);
	write_rate_metrics(&text, &api->rates);
	write_sessions(&text, api->options.sessions);
	write_simulations(&text, api->options.simulations);
	write_store(&text, api->options.journal);
	write_limits(&text, api->options.limits);
	write_used(&text, api);
	write_process(&text, api->started_ms);
	call_respond(call, 200, "text/plain; version=0.0.4; charset=utf-8", &text);
}
