/* SIGHUP: the configuration is read again, and what may change while we run takes effect. */
#include "api/api.h"
#include "daemon/arguments.h"
#include "daemon/daemon.h"
#include "daemon/internal.h"
#include "daemon/notify.h"

#include <stdlib.h>
#include <string.h>

/* The rest is built into what was made at the start: sockets, threads, the store. */
static const char *const at_once[] = {"log_level", "language", "strategy", "budget_ms", "listeners",
	"address_rate", "session_rate", "local_rates", "ping_s", "stop_grace_s", "unused_days"};

static bool takes_effect(const struct config_option *option)
{
	for (size_t i = 0; i < sizeof at_once / sizeof at_once[0]; i++) {
		if (strcmp(at_once[i], option->name) == 0) {
			return true;
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
			log_say(daemon->log, LOG_WARN, "takes effect at the next start", "option",
				option->name);
		}
	}
}

/* What the strings of the configuration are used for is told anew before they go. */
static void take_effect(struct daemon *daemon, struct config *config)
{
	struct api_options settings;

	daemon->config = config;
	daemon_settings(daemon, &settings);
	if (!api_reconfigure(daemon->api, &settings)) {
		log_say(daemon->log, LOG_ERROR, "no memory for the new rates", NULL, NULL);
	}
	daemon_forget_reread(daemon);
	daemon->reread = config;
	log_set_level(daemon->log, log_level_of(config->log_level));
	log_say(daemon->log, LOG_INFO, "configuration read again", NULL, NULL);
	tell_what_waits(daemon);
}

void daemon_reload(struct daemon *daemon)
{
	struct config *config = calloc(1, sizeof *config);
	struct mk_error error;

	notify_reloading();
	if (!config) {
		log_say(daemon->log, LOG_ERROR, "no memory to read the configuration", NULL, NULL);
	} else if (arguments_configure(daemon->arguments, config, &error) != MK_OK ||
		   daemon_check(config, &error) != MK_OK) {
		log_say(daemon->log, LOG_ERROR, "the configuration stays as it was", "detail",
			error.what);
		config_finish(config);
		free(config);
	} else {
		take_effect(daemon, config);
	}
	notify_reloaded();
}

void daemon_forget_reread(struct daemon *daemon)
{
	if (daemon->reread) {
		config_finish(daemon->reread);
		free(daemon->reread);
	}
	daemon->reread = NULL;
}
