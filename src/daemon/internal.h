/* The daemon's parts, shared by the files of this folder. */
#ifndef DAEMON_INTERNAL_H
#define DAEMON_INTERNAL_H

#include "api/pipeline/token.h"
#include "base/limits.h"
#include "daemon/address.h"
#include "daemon/config.h"
#include "daemon/log.h"
#include "daemon/values.h"
#include "port/wakeup.h"

#include <uv.h>

struct api_options;
struct arguments;
struct journal;
struct site;
struct worker_pool;
struct sessions;
struct simulations;
struct api;
struct http_server;

/* Of the configuration. */
enum reload { RELOAD_NONE, RELOAD_READING, RELOAD_AGAIN };

struct daemon {
	const struct config *config; /* in effect */
	const struct config *started_with;
	const struct arguments *arguments; /* to reload it */
	struct config *reread;             /* the reloaded configuration; NULL: none */
	enum reload reload;                /* under way */
	uv_loop_t loop;
	struct log *log;
	struct rejected_log rejected_log;
	struct request_lines request_lines;
	struct limits limits; /* in effect */
	struct journal *journal;
	struct site *site;
	struct worker_pool *workers;
	struct worker_pool *players; /* of simulations */
	struct worker_pool *replayers;
	struct worker_pool *reviewers;
	struct worker_pool *ponderers;
	struct sessions *sessions;
	struct simulations *simulations;
	struct api *api;
	struct http_server *server;
	const char *origins[MAX_WORDS + 1]; /* lists of the configuration, ended by NULL */
	const char *hosts[MAX_WORDS + 2];   /* with that of public_url */
	struct proxies proxies;
	/* Read by the API; changed at SIGHUP. */
	struct token_hash_list admin_tokens, metrics_tokens;
	struct address address; /* where it listens */
	bool owns_address;      /* false: inherited, stays open */
	uv_prepare_t flush;
	uv_idle_t unwritten;    /* keeps the loop from sleeping on lines of the log */
	int signals_descriptor; /* of signals_open() */
	uv_poll_t signals;
	uv_timer_t watchdog;
	uv_timer_t reload_limit; /* deadline of a running reload during the stop */
	uv_timer_t leave_timer;
	uv_timer_t readiness; /* until the daemon is ready for the first time */
	bool announced;
	int64_t assembled_ns;   /* of clock_ticks_ns() */
	uv_timer_t lease_timer; /* of simulations that other daemons could play */
	uv_timer_t expiry;
	struct wakeup continuing; /* continues work beyond the previous turn's budget */
	bool is_checking_store;   /* api_check_store() is to be continued */
	bool leaving;             /* stopping, and a load balancer has time to notice it */
	bool stopping;
	int64_t stopping_since_ns; /* of clock_ticks_ns() */
};

/* ---- assemble.c: the parts, from the inside (store, sessions, API) out to the socket ----------
 */

/* With any status, what was created can be destroyed. */
enum mk_status daemon_assemble(struct daemon *daemon, struct mk_error *error);

/* The options of the configuration in effect that can change at run time. */
/* The administrator's tokens of the configuration are valid from now on, and no others. */
void daemon_take_tokens(struct daemon *daemon);
void daemon_settings(const struct daemon *daemon, struct api_options *options);

/*
 * ---- daemon.c: start, stop and periodic work --------------------------------------------------
 */

/* Deletes expired sessions now. */
void daemon_expire(struct daemon *daemon);

/* See api_check_store(). */
void daemon_check_store(struct daemon *daemon);

/* ---- reload.c: SIGHUP -------------------------------------------------------------------------
 */

/* Logs the warnings about a configuration. */
void daemon_log_warnings(struct daemon *daemon, const struct config *config);

/* Reloads the configuration; an invalid one is logged and changes nothing. */
void daemon_reload(struct daemon *daemon);

/*
 * Waits at most a second for a running reload; after that the loop stops, and `reload` remains set.
 */
void daemon_end_reload(struct daemon *daemon);
void daemon_forget_reread(struct daemon *daemon);

/*
 * ---- check.c: checks of a configuration -------------------------------------------------------
 */

/* An inherited socket takes precedence over the configured address. */
enum mk_status daemon_find_address(
	const struct config *config, struct address *address, struct mk_error *error);

/* ---- the life of the daemon ----------------------------------------------------------------- */

/* The daemon: everything put together, started and stopped in order. */

/* Checks rules about several options; all violations are listed in `config->errors`. */
enum mk_status daemon_check(struct config *config, struct mk_error *error);

/* arguments_configure(), then daemon_check() also where there were errors. */
enum mk_status daemon_configure(
	const struct arguments *arguments, struct config *config, struct mk_error *error);

struct arguments;

/*
 * Serves until a signal ends it; the exit status of the program. SIGHUP reloads the configuration
 * from `arguments` and its sources.
 */
int daemon_run(const struct config *config, const struct arguments *arguments);

#endif
