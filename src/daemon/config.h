/*
 * What can be configured: a row an option.
 *
 * Each option has one name everywhere: `kept_sessions` in the file, MAKKER_KEPT_SESSIONS in the
 * environment, --kept-sessions on the command line. Later ones win: built in, file, environment,
 * command line.
 */
#ifndef DAEMON_CONFIG_H
#define DAEMON_CONFIG_H

#include "base/limits.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>

struct mk_arena;

struct config {
	struct mk_arena *arena; /* the strings' */
	const char *listen;
	const char *store;
	const char *companion;
	const char *public_url;
	const char *origins;
	const char *hosts;
	const char *trusted_proxies;
	const char *auth;
	const char *admin_token;
	const char *admin_token_file;
	const char *language;
	const char *strategy;
	const char *simulation_priority;
	const char *log_level;
	const char *log_format;
	unsigned limits[LIMIT_COUNT]; /* those that are options, see base/limits.h */
	unsigned budget_ms;
	unsigned threads;
	unsigned simulation_threads;
	unsigned unused_days;
	unsigned header_timeout_s;
	unsigned body_timeout_s;
	unsigned idle_timeout_s;
	unsigned ping_s;
	unsigned stop_grace_s;
	float confidence;
	float repeats;
	bool auto_repair;
	bool local_rates;
	bool insecure;
	char warning[320]; /* for the log; "": none */
};

enum config_type { CONFIG_TEXT, CONFIG_WORD, CONFIG_NUMBER, CONFIG_SHARE, CONFIG_SWITCH };

struct config_option {
	const char *name;
	enum config_type type;
	size_t place;             /* of the member in struct config */
	const char *value;        /* built in */
	const char *const *words; /* the values of a word, ended by NULL */
	unsigned least, most;     /* of a number */
	const char *argument;     /* what --help calls the value */
	const char *about;
};

extern const struct config_option config_options[];
extern const size_t config_option_count;

/* Has an option the same value in both? */
bool config_is_same(
	const struct config *one, const struct config *other, const struct config_option *option);

/* Makes the values of the configuration those in effect; at a reload only those that may change. */
void config_set_limits(const struct config *config, bool reload, struct limits *limits);

/* Is auth = token? */
bool config_wants_tokens(const struct config *config);

/* The built-in values. MK_FULL without memory. */
enum mk_status config_init(struct config *config, struct mk_error *error);
void config_finish(struct config *config);

/* The place of an option in the table, -1 when there is none of that name. */
int config_find(const char *name);

/* MK_MALFORMED when the value is not what the option wants. */
enum mk_status config_set(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error);

/* Reads a file of `name = value` lines. The error names file and line. */
enum mk_status config_read_file(struct config *config, const char *path, struct mk_error *error);

/* All MAKKER_... of the environment that are options. */
enum mk_status config_read_environment(struct config *config, struct mk_error *error);

/* Reads admin_token from admin_token_file, where that is named. */
enum mk_status config_read_token(struct config *config, struct mk_error *error);

/* "sqlite:PATH" in the user's (or the service's) state directory, where no store is named. */
enum mk_status config_choose_store(struct config *config, struct mk_error *error);

#endif
