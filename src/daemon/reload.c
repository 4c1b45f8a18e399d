/* SIGHUP: reads the configuration again; options that can change at run time take effect. */
#include "api/api.h"
#include "daemon/config.h"
#include "daemon/internal.h"
#include "daemon/process.h"

#include <stdlib.h>
#include <string.h>

/* All other options are used only at the start: for sockets, threads, the store. */
static const char *const at_once[] = {"admin_token", "admin_token_file", "metrics_token_file",
	"log_level", "slow_request_ms", "default_language", "default_strategy", "search_budget_ms",
	"rate_limit_local", "ping_interval_s", "shutdown_delay_s", "shutdown_grace_s",
	"session_ttl_days"};

static bool takes_effect(const struct config_option *option)
{
	for (size_t i = 0; i < sizeof at_once / sizeof at_once[0]; i++) {
		if (strcmp(at_once[i], option->name) == 0) {
			return true;
		}
	}
	for (int i = 0; i < LIMIT_COUNT; i++) {
		if (strcmp(limit_rows[i].name, option->name) == 0) {
			return limit_rows[i].reload == AT_RELOAD;
		}
	}
	return false;
}

static void tell_what_waits(const struct daemon *daemon)
{
	for (size_t i = 0; i < config_option_count; i++) {
		const struct config_option *option = &config_options[i];

		if (!takes_effect(option) &&
			!config_is_same(daemon->config, daemon->started_with, option)) {
			log_line(daemon->log, LOG_WARN, "option requires restart", "option",
				option->name);
		}
	}
}

void daemon_log_warnings(struct daemon *daemon, const struct config *config)
{
	for (size_t i = 0; i < finding_list_length(&config->warnings); i++) {
		log_line(daemon->log, LOG_WARN, "the configuration", "detail",
			config->warnings.lines[i]);
	}
}

static void log_list(struct log *log, const char *whose, const struct token_hash_list *before,
	const struct token_hash_list *now)
{
	int valid = 0;

	for (int i = 0; i < LISTED_TOKENS; i++) {
		valid += now->hashes[i][0] != '\0';
	}
	if (memcmp(before, now, sizeof *now) != 0 && log_begin(log, LOG_INFO, "tokens changed")) {
		log_text(log, "of", whose);
		log_int(log, "valid", valid);
		log_end(log);
	}
}

static void take_tokens(struct daemon *daemon)
{
	const struct token_hash_list admin = daemon->admin_tokens;
	const struct token_hash_list metrics = daemon->metrics_tokens;

	daemon_take_tokens(daemon);
	if (daemon->admin_tokens.hashes[0][0] == '\0') {
		daemon->admin_tokens = admin; /* auth = off, which requires a restart */
	}
	log_list(daemon->log, "the administrator", &admin, &daemon->admin_tokens);
	log_list(daemon->log, "/metrics", &metrics, &daemon->metrics_tokens);
}

/* All users receive the new strings before the old ones are freed. */
static void take_effect(struct daemon *daemon, struct config *config)
{
	struct api_options settings;

	daemon->config = config;
	config_set_limits(config, true, &daemon->limits);
	daemon_settings(daemon, &settings);
	if (!api_reconfigure(daemon->api, &settings)) {
		log_line(daemon->log, LOG_ERROR, "rate limits not applied: out of memory", NULL,
			NULL);
	}
	/* A removed token is invalid from now on; `auth` itself does not change. */
	take_tokens(daemon);
	http_server_count_local(daemon->server, config->rate_limit_local);
	daemon_forget_reread(daemon);
	daemon->reread = config;
	log_set_level(daemon->log, log_level_of(config->log_level));
	log_set_slow(daemon->log, config->slow_request_ms);
	log_line(daemon->log, LOG_INFO, "configuration reloaded", NULL, NULL);
	daemon_log_warnings(daemon, config);
	tell_what_waits(daemon);
	daemon_expire(daemon);
}

/* ---- reading: files, so not on the loop's thread ----------------------------------------------
 */

struct reading {
	uv_work_t work;
	struct daemon *daemon;
	struct config *config;
	enum mk_status status;
	struct mk_error error;
};

static void read_config(uv_work_t *work)
{
	struct reading *reading = work->data;

	reading->status =
		daemon_configure(reading->daemon->arguments, reading->config, &reading->error);
}

/* Other errors are not in the configuration's list. */
static void log_failure(struct daemon *daemon, const struct config *config, const char *why)
{
	size_t count = config ? finding_list_length(&config->errors) : 0;

	for (size_t i = 0; i < count; i++) {
		log_line(daemon->log, LOG_ERROR, "configuration reload failed", "detail",
			config->errors.lines[i]);
	}
	if (count == 0) {
		log_line(daemon->log, LOG_ERROR, "configuration reload failed", "detail", why);
	}
}

static void give_up(struct daemon *daemon, struct config *config, const char *why)
{
	log_failure(daemon, config, why);
	if (config) {
		config_finish(config);
	}
	free(config);
}

static void on_read(uv_work_t *work, int cancelled)
{
	struct reading *reading = work->data;
	struct daemon *daemon = reading->daemon;
	bool again = daemon->reload == RELOAD_AGAIN;

	daemon->reload = RELOAD_NONE;
	if (cancelled || daemon->stopping) {
		give_up(daemon, reading->config, "the daemon stops");
	} else if (reading->status != MK_OK) {
		give_up(daemon, reading->config, reading->error.detail);
	} else {
		take_effect(daemon, reading->config);
	}
	free(reading);
	if (again && !daemon->stopping) {
		daemon_reload(daemon);
	} else if (!daemon->stopping) {
		notify_reloaded();
	}
}

/* A request during a reload may refer to a file that was written after the reload began. */
void daemon_reload(struct daemon *daemon)
{
	struct reading *reading;

	if (daemon->reload != RELOAD_NONE) {
		daemon->reload = RELOAD_AGAIN;
		return;
	}
	reading = calloc(1, sizeof *reading);
	notify_reloading();
	if (reading) {
		reading->config = calloc(1, sizeof *reading->config);
	}
	if (!reading || !reading->config) {
		free(reading);
		give_up(daemon, NULL, "there is no memory to read it");
		notify_reloaded();
		return;
	}
	reading->daemon = daemon;
	reading->work.data = reading;
	daemon->reload = RELOAD_READING;
	uv_queue_work(&daemon->loop, &reading->work, read_config, on_read);
}

/* ---- the stop -------------------------------------------------------------------------------- */

enum { READING_MS = 1000 };

static void on_reload_limit(uv_timer_t *timer)
{
	uv_stop(timer->loop);
}

/* A file on an unresponsive server may block its reader indefinitely. */
void daemon_end_reload(struct daemon *daemon)
{
	if (daemon->reload != RELOAD_NONE) {
		uv_timer_start(&daemon->reload_limit, on_reload_limit, READING_MS, 0);
		uv_unref((uv_handle_t *)&daemon->reload_limit);
	}
}

void daemon_forget_reread(struct daemon *daemon)
{
	if (daemon->reread) {
		config_finish(daemon->reread);
		free(daemon->reread);
	}
	daemon->reread = NULL;
}
