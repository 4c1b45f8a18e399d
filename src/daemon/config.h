/*
 * The options of the daemon, one row each.
 *
 * An option has the same name in the configuration file (`session_cache_size`), in the environment
 * (MAKKER_SESSION_CACHE_SIZE) and on the command line (--session-cache-size). The command line
 * takes precedence over the environment, the environment over the file, the file over the default.
 */
#ifndef DAEMON_CONFIG_H
#define DAEMON_CONFIG_H

#include "base/limits.h"
#include "daemon/config_errors.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

struct mk_arena;

enum { MAX_OPTIONS = 96 };

struct config {
	struct mk_arena *arena; /* of the strings */
	const char *listen;
	const char *store;
	const char *companion_dir;
	const char *public_url;
	const char *allowed_origins;
	const char *allowed_hosts;
	const char *trusted_proxies;
	const char *auth;
	const char *admin_token;
	const char *admin_token_file;
	const char *metrics_token_file;
	/* The second line of admin_token_file, and both of metrics_token_file; "": none. */
	char next_admin_token[MAX_TOKEN_LENGTH + 1];
	char metrics_tokens[2][MAX_TOKEN_LENGTH + 1];
	const char *default_language;
	const char *default_strategy;
	const char *socket_mode;
	const char *simulation_priority;
	const char *log_level;
	const char *log_format;
	unsigned limits[LIMIT_COUNT]; /* those that are options, see base/limits.h */
	unsigned search_budget_ms;
	unsigned pondering_ms;
	unsigned search_threads;
	unsigned simulation_threads;
	unsigned session_ttl_days;
	unsigned header_timeout_s;
	unsigned body_timeout_s;
	unsigned idle_timeout_s;
	unsigned ping_interval_s;
	unsigned slow_request_ms;
	unsigned shutdown_delay_s;
	unsigned shutdown_grace_s;
	float card_confidence;
	float misread_repeat_rate;
	bool auto_repair;
	bool rate_limit_local;
	bool insecure;
	bool refused[MAX_OPTIONS]; /* by place in config_options: the last value was invalid */
	struct finding_list errors, warnings;
};

enum config_type { CONFIG_TEXT, CONFIG_ENUM, CONFIG_NUMBER, CONFIG_FRACTION, CONFIG_BOOL };

struct config_option {
	const char *name;
	enum config_type type;
	size_t offset;             /* of the member in struct config */
	const char *value;         /* default */
	const char *const *values; /* of an enumeration, NULL-terminated */
	unsigned min, max;         /* of a number */
	const char *argument;      /* name of the value in --help; NULL: yes or no */
	const char *help;
};

extern const struct config_option config_options[];
extern const size_t config_option_count;

/* True if the option has the same value in both. */
bool config_is_same(
	const struct config *one, const struct config *other, const struct config_option *option);

/* Applies the configured limits; with `reload` only those that can change at run time. */
void config_set_limits(const struct config *config, bool reload, struct limits *limits);

/* True if auth = token. */
bool config_requires_tokens(const struct config *config);

/* Sets the defaults. Errors: MK_FULL, out of memory. */
enum mk_status config_init(struct config *config, struct mk_error *error);
void config_finish(struct config *config);

/* Returns the index of an option in config_options, -1 if the name is unknown. */
int config_find(const char *name);

/* Sets one option. Errors: MK_MALFORMED, the value is invalid; the option keeps its value. */
enum mk_status config_set(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error);

/*
 * The following functions continue after an error. All errors are listed in `config->errors`; the
 * call returns the first one.
 */

/* Reads a file of `name = value` lines. The errors name file and line. */
enum mk_status config_read_file(struct config *config, const char *path, struct mk_error *error);

/* Reads all options MAKKER_... from the environment; warns of unknown ones. */
enum mk_status config_read_environment(struct config *config, struct mk_error *error);

/* Reads the tokens of the files that are named: admin_token_file, metrics_token_file. */
enum mk_status config_read_tokens(struct config *config, struct mk_error *error);

/* "sqlite:PATH" in the user's (or the service's) state directory, where no store is named. */
enum mk_status config_choose_store(struct config *config, struct mk_error *error);

/* ---- opening of files ----------------------------------------------------------------------- */

/* Opening configuration and token files. */

/*
 * Opens a regular file of at most 1 MiB, also through a link, for reading, without blocking. NULL
 * with the reason, valid until the next call of strerror(), on failure.
 */
FILE *config_open(const char *path, struct stat *found, const char **why);

/* Why a file is not to be trusted with a secret or the configuration; NULL: it is. */
const char *config_file_fault(const struct stat *found);

/* A recommendation about its permissions; NULL: none. */
const char *config_secret_warning(const char *path, const struct stat *found);

/* ---- the command line ----------------------------------------------------------------------- */

/* The command line: all options of the configuration, and a few of its own. */

struct arguments {
	const char *config_file;        /* NULL: none */
	bool check;                     /* check the configuration, then end */
	bool limits;                    /* print the table of limits, then end */
	bool qr;                        /* print a QR code, then end */
	const char *given[MAX_OPTIONS]; /* by place in config_options; NULL: not given */
};

/* Ends the process for --help, --version and unknown options, all of which it lists. */
void arguments_read(struct arguments *arguments, int argc, char **argv);

/* Reads the whole configuration in the order of precedence, with all its errors. */
enum mk_status arguments_configure(
	const struct arguments *arguments, struct config *config, struct mk_error *error);

#endif
