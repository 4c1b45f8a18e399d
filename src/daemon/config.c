/* The options, and how values are set. */
#include "daemon/config.h"

#include "api/pipeline/token.h"
#include "base/arena.h"
#include "daemon/values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const languages[] = {"en", "da", "de", "el", NULL};
static const char *const levels[] = {"error", "warn", "info", "debug", NULL};
static const char *const auths[] = {"off", "token", NULL};
static const char *const socket_modes[] = {"0600", "0660", "0666", NULL};
static const char *const priorities[] = {"idle", "normal", NULL};
static const char *const formats[] = {"logfmt", "json", NULL};

#define MEMBER(member) offsetof(struct config, member)

/* The rows of the table of limits that are options. */
#define LIMIT_OPTION(id, name, value, min, max, unit, scope, reload, http, code, effect, help) \
	{#name, CONFIG_NUMBER, MEMBER(limits[LIMIT_##id]), #value, NULL, min, max, "N", \
		unit ": " help},

const struct config_option config_options[] = {
	{"listen", CONFIG_TEXT, MEMBER(listen), "127.0.0.1:8377", NULL, 0, 0, "ADDR:PORT",
		"listen address; [ADDR]:PORT for IPv6; port 0: any free port; unix:/PATH"},
	{"socket_mode", CONFIG_ENUM, MEMBER(socket_mode), "0600", socket_modes, 0, 0, "MODE",
		"permissions of a unix socket: 0600, 0660 or 0666, whatever the umask is"},
	{"store", CONFIG_TEXT, MEMBER(store), "", NULL, 0, 0, "URL",
		"sqlite:PATH, postgres://... or memory: (not persistent) (default: makker.db in the "
		"state directory)"},
	{"companion_dir", CONFIG_TEXT, MEMBER(companion_dir), "", NULL, 0, 0, "DIR",
		"directory of the companion page (default: the built-in files)"},
	{"public_url", CONFIG_TEXT, MEMBER(public_url), "", NULL, 0, 0, "URL",
		"base URL of links and QR codes (default: the Host of the request)"},
	{"allowed_origins", CONFIG_TEXT, MEMBER(allowed_origins), "", NULL, 0, 0, "LIST",
		"additional CORS origins, space-separated; * allows all"},
	{"allowed_hosts", CONFIG_TEXT, MEMBER(allowed_hosts), "", NULL, 0, 0, "LIST",
		"additional Host names, space-separated; * allows all"},
	{"trusted_proxies", CONFIG_TEXT, MEMBER(trusted_proxies), "", NULL, 0, 0, "LIST",
		"proxies whose X-Forwarded-* headers are trusted (addresses or networks, "
		"space-separated; unix sockets always are)"},
	{"auth", CONFIG_ENUM, MEMBER(auth), "off", auths, 0, 0, "MODE",
		"off: no authentication; token: require bearer tokens"},
	{"admin_token", CONFIG_TEXT, MEMBER(admin_token), "", NULL, 0, 0, "TOKEN",
		"administrator token; visible in the process list, prefer --admin-token-file"},
	{"admin_token_file", CONFIG_TEXT, MEMBER(admin_token_file), "", NULL, 0, 0, "FILE",
		"file whose first line is the administrator token"},
	{"metrics_token_file", CONFIG_TEXT, MEMBER(metrics_token_file), "", NULL, 0, 0, "FILE",
		"file whose first line is the token for /metrics (default: /metrics is open to all)"},
	{"default_language", CONFIG_ENUM, MEMBER(default_language), "en", languages, 0, 0, "CODE",
		"language of sessions created without one: en, da, de or el"},
	{"default_strategy", CONFIG_TEXT, MEMBER(default_strategy), "", NULL, 0, 0, "NAME",
		"strategy of sessions created without one (default: the game's first)"},
	{"search_budget_ms", CONFIG_NUMBER, MEMBER(search_budget_ms), "300", NULL, 0, 60000, "MS",
		"default search time per decision; 0: static evaluation only"},
	{"pondering_ms", CONFIG_NUMBER, MEMBER(pondering_ms), "10000", NULL, 0, 600000, "MS",
		"processor time, while a player moves, for the tables that may come next; 0: none"},
	{"search_threads", CONFIG_NUMBER, MEMBER(search_threads), "0", NULL, 0, 64, "N",
		"search threads; 0: number of CPUs minus one"},
	{"simulation_threads", CONFIG_NUMBER, MEMBER(simulation_threads), "0", NULL, 0, 64, "N",
		"simulation threads; 0: number of CPUs minus one"},
	{"simulation_priority", CONFIG_ENUM, MEMBER(simulation_priority), "idle", priorities, 0, 0,
		"PRIORITY", "CPU priority of simulations: idle (SCHED_IDLE) or normal"},
	{"log_level", CONFIG_ENUM, MEMBER(log_level), "info", levels, 0, 0, "LEVEL",
		"error, warn, info (logs every request) or debug"},
	{"log_format", CONFIG_ENUM, MEMBER(log_format), "logfmt", formats, 0, 0, "FORMAT",
		"logfmt or json"},
	{"slow_request_ms", CONFIG_NUMBER, MEMBER(slow_request_ms), "1000", NULL, 0, 3600000, "MS",
		"requests that take longer are logged as warnings; 0: none"},
	{"session_ttl_days", CONFIG_NUMBER, MEMBER(session_ttl_days), "0", NULL, 0, 36500, "DAYS",
		"delete sessions unchanged for DAYS days; 0: never"},
	{"rate_limit_local", CONFIG_BOOL, MEMBER(rate_limit_local), "no", NULL, 0, 0, NULL,
		"apply the limits per address to clients on this machine as well"},
	{"header_timeout_s", CONFIG_NUMBER, MEMBER(header_timeout_s), "10", NULL, 1, 3600,
		"SECONDS", "time limit for receiving a request header"},
	{"body_timeout_s", CONFIG_NUMBER, MEMBER(body_timeout_s), "15", NULL, 1, 3600, "SECONDS",
		"time limit for receiving a request body"},
	{"idle_timeout_s", CONFIG_NUMBER, MEMBER(idle_timeout_s), "60", NULL, 1, 86400, "SECONDS",
		"time until an idle connection is closed"},
	{"ping_interval_s", CONFIG_NUMBER, MEMBER(ping_interval_s), "15", NULL, 1, 3600, "SECONDS",
		"keep-alive interval of idle event streams"},
	{"shutdown_delay_s", CONFIG_NUMBER, MEMBER(shutdown_delay_s), "2", NULL, 0, 600, "SECONDS",
		"time between \"not ready\" and the end of service at shutdown, where a load balancer asks "
		"/readyz"},
	{"shutdown_grace_s", CONFIG_NUMBER, MEMBER(shutdown_grace_s), "5", NULL, 0, 600, "SECONDS",
		"grace period for running requests at shutdown"},
	{"card_confidence", CONFIG_FRACTION, MEMBER(card_confidence), "0.98", NULL, 0, 0,
		"FRACTION",
		"probability that a card code without candidates is correct; initial value, then learned "
		"for each camera"},
	{"misread_repeat_rate", CONFIG_FRACTION, MEMBER(misread_repeat_rate), "0.5", NULL, 0, 0,
		"FRACTION",
		"probability that a misreading recurs in the next snapshot; initial value, then learned "
		"for each camera"},
	{"auto_repair", CONFIG_BOOL, MEMBER(auto_repair), "no", NULL, 0, 0, NULL,
		"correct a misread card without asking if nothing else explains the snapshots"},
	{"insecure", CONFIG_BOOL, MEMBER(insecure), "no", NULL, 0, 0, NULL,
		"allow unauthenticated access from other machines"},
	LIMITS_CONFIGURED(LIMIT_OPTION)};
const size_t config_option_count = sizeof config_options / sizeof config_options[0];

int config_find(const char *name)
{
	for (size_t i = 0; i < config_option_count; i++) {
		if (strcmp(config_options[i].name, name) == 0) {
			return (int)i;
		}
	}
	return -1;
}

bool config_requires_tokens(const struct config *config)
{
	return strcmp(config->auth, "token") == 0;
}

void config_set_limits(const struct config *config, bool reload, struct limits *limits)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		const struct limit_row *row = &limit_rows[i];

		if (row->configured && (!reload || row->reload == AT_RELOAD)) {
			atomic_store(&limits->value[i], config->limits[i]);
		}
	}
}

/* ---- values --------------------------------------------------------------------------------- */

static enum mk_status bad(
	struct mk_error *error, const struct config_option *option, const char *wanted)
{
	return mk_fail(
		error, MK_MALFORMED, "invalid_option", "", "%s: must be %s", option->name, wanted);
}

static enum mk_status set_text(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	const char *copy = mk_arena_copy(config->arena, value, strlen(value));

	if (!copy) {
		return mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
	}
	*(const char **)((char *)config + option->offset) = copy;
	return MK_OK;
}

/* Checks of text options that need no resource. */
static const struct text_check {
	size_t offset;
	enum mk_status (*check)(const char *value, struct mk_error *error);
} text_checks[] = {
	{MEMBER(listen), value_is_address},
	{MEMBER(store), value_is_store},
	{MEMBER(companion_dir), value_is_folder},
	{MEMBER(public_url), value_is_url},
	{MEMBER(allowed_origins), value_is_origins},
	{MEMBER(allowed_hosts), value_is_hosts},
	{MEMBER(trusted_proxies), value_is_proxies},
	{MEMBER(admin_token), value_is_token},
	{MEMBER(default_strategy), value_is_strategy},
};

static enum mk_status set_checked(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	for (size_t i = 0; i < sizeof text_checks / sizeof text_checks[0]; i++) {
		if (text_checks[i].offset == option->offset &&
			text_checks[i].check(value, error) != MK_OK) {
			return MK_MALFORMED;
		}
	}
	return set_text(config, option, value, error);
}

/* "error, warn, info or debug" */
static void list_values(char *list, size_t size, const char *const *values)
{
	size_t length = 0;

	for (; *values && length < size; values++) {
		const char *before = length == 0 ? "" : values[1] ? ", " : " or ";

		length += (size_t)snprintf(list + length, size - length, "%s%s", before, *values);
	}
}

static enum mk_status set_enum(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	char wanted[64] = "";

	for (const char *const *known = option->values; *known; known++) {
		if (strcmp(*known, value) == 0) {
			return set_text(config, option, value, error);
		}
	}
	list_values(wanted, sizeof wanted, option->values);
	return bad(error, option, wanted);
}

enum { MAX_DIGITS = 10 };

static enum mk_status set_number(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	size_t length = strlen(value);
	unsigned long number = length <= MAX_DIGITS ? strtoul(value, NULL, 10) : 0;
	char wanted[64];

	if (length == 0 || length > MAX_DIGITS || strspn(value, "0123456789") != length ||
		number < option->min || number > option->max) {
		snprintf(wanted, sizeof wanted, "a number from %u to %u", option->min, option->max);
		return bad(error, option, wanted);
	}
	*(unsigned *)((char *)config + option->offset) = (unsigned)number;
	return MK_OK;
}

static enum mk_status set_fraction(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	char *end;
	float fraction = strtof(value, &end);

	if (!isdigit((unsigned char)*value) || value[strspn(value, "0123456789.")] || *end ||
		!(fraction >= 0 && fraction <= 1)) {
		return bad(error, option, "a number from 0 to 1");
	}
	memcpy((char *)config + option->offset, &fraction, sizeof fraction);
	return MK_OK;
}

static enum mk_status set_bool(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	static const char *const yes[] = {"yes", "true", "on", "1"};
	static const char *const no[] = {"no", "false", "off", "0"};
	bool *place = (bool *)((char *)config + option->offset);

	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
		if (strcmp(value, yes[i]) == 0 || strcmp(value, no[i]) == 0) {
			*place = strcmp(value, yes[i]) == 0;
			return MK_OK;
		}
	}
	return bad(error, option, "yes or no");
}

enum mk_status config_set(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	switch (option->type) {
	case CONFIG_TEXT:
		return set_checked(config, option, value, error);
	case CONFIG_ENUM:
		return set_enum(config, option, value, error);
	case CONFIG_NUMBER:
		return set_number(config, option, value, error);
	case CONFIG_FRACTION:
		return set_fraction(config, option, value, error);
	case CONFIG_BOOL:
		return set_bool(config, option, value, error);
	}
	return MK_MALFORMED;
}

bool config_is_same(
	const struct config *one, const struct config *other, const struct config_option *option)
{
	const void *first = (const char *)one + option->offset;
	const void *second = (const char *)other + option->offset;

	switch (option->type) {
	case CONFIG_TEXT:
	case CONFIG_ENUM:
		return strcmp(*(const char *const *)first, *(const char *const *)second) == 0;
	case CONFIG_NUMBER:
		return *(const unsigned *)first == *(const unsigned *)second;
	case CONFIG_FRACTION:
		return memcmp(first, second, sizeof(float)) == 0;
	case CONFIG_BOOL:
		return *(const bool *)first == *(const bool *)second;
	}
	return true;
}

/* ---- life ----------------------------------------------------------------------------------- */

enum { ARENA_LIMIT = 256 * 1024 };

enum mk_status config_init(struct config *config, struct mk_error *error)
{
	enum mk_status status = MK_OK;

	*config = (struct config){.arena = mk_arena_create(ARENA_LIMIT)};
	if (!config->arena) {
		return mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
	}
	for (size_t i = 0; i < config_option_count && status == MK_OK; i++) {
		status = config_set(config, &config_options[i], config_options[i].value, error);
	}
	return status;
}

void config_finish(struct config *config)
{
	mk_arena_destroy(config->arena);
}

/* ---- tokens -----------------------------------------------------------------------------------
 */

/* A file with tokens, one per line: the current one, and a second one for the change of tokens. */
struct token_file {
	const char *option; /* that names it */
	const char *path;
};

static enum mk_status fail_token(
	const struct token_file *file, const char *what, struct config_errors *errors)
{
	config_error_add(
		errors, MK_IO, "no_token", "%s: %.200s: %s", file->option, file->path, what);
	return MK_IO;
}

enum { TOKEN_LINE = 512 };

/* Reads a line without characters outside the token; "" after the end of the file. */
static void read_line(FILE *file, char line[TOKEN_LINE])
{
	if (!fgets(line, TOKEN_LINE, file)) {
		line[0] = '\0';
	}
	line[strcspn(line, " \t\r\n")] = '\0';
}

/* The first lines of a file that may hold a secret. */
static enum mk_status read_token_lines(const struct token_file *tokens,
	char lines[LISTED_TOKENS][TOKEN_LINE], struct config_errors *errors)
{
	struct stat found;
	const char *why, *warning;
	FILE *file = config_open(tokens->path, &found, &why);

	if (!file) {
		return fail_token(tokens, why, errors);
	}
	for (int i = 0; i < LISTED_TOKENS; i++) {
		read_line(file, lines[i]);
	}
	fclose(file);
	why = config_file_fault(&found);
	if (why) {
		return fail_token(tokens, why, errors);
	}
	warning = config_secret_warning(tokens->path, &found);
	if (warning) {
		config_warn(
			errors->config, "%s: %.200s: %s", tokens->option, tokens->path, warning);
	}
	return lines[0][0] ? MK_OK : fail_token(tokens, "its first line is empty", errors);
}

static enum mk_status read_token_file(const struct token_file *tokens,
	char lines[LISTED_TOKENS][TOKEN_LINE], struct config_errors *errors)
{
	struct mk_error cause;
	enum mk_status status = read_token_lines(tokens, lines, errors);

	if (status != MK_OK) {
		return status;
	}
	for (int i = 0; i < LISTED_TOKENS; i++) {
		if (lines[i][0] && token_check(lines[i], &cause) != MK_OK) {
			return fail_token(tokens, cause.detail, errors);
		}
	}
	return MK_OK;
}

static void read_admin_tokens(struct config *config, struct config_errors *errors)
{
	const struct token_file file = {"admin_token_file", config->admin_token_file};
	char lines[LISTED_TOKENS][TOKEN_LINE];

	if (config->admin_token[0]) {
		config_error_add(errors, MK_MALFORMED, "invalid_option",
			"admin_token and admin_token_file: one of them is enough");
		return;
	}
	if (read_token_file(&file, lines, errors) != MK_OK) {
		return;
	}
	snprintf(config->next_admin_token, sizeof config->next_admin_token, "%.*s",
		MAX_TOKEN_LENGTH, lines[1]);
	config_take(errors, (size_t)config_find("admin_token"), lines[0], file.option);
}

static void read_metrics_tokens(struct config *config, struct config_errors *errors)
{
	const struct token_file file = {"metrics_token_file", config->metrics_token_file};
	char lines[LISTED_TOKENS][TOKEN_LINE];

	if (read_token_file(&file, lines, errors) != MK_OK) {
		return;
	}
	for (int i = 0; i < LISTED_TOKENS; i++) {
		snprintf(config->metrics_tokens[i], sizeof config->metrics_tokens[i], "%.*s",
			MAX_TOKEN_LENGTH, lines[i]);
	}
}

enum mk_status config_read_tokens(struct config *config, struct mk_error *error)
{
	struct config_errors errors = {config, error, MK_OK};

	if (config->admin_token_file[0]) {
		read_admin_tokens(config, &errors);
	}
	if (config->metrics_token_file[0]) {
		read_metrics_tokens(config, &errors);
	}
	return errors.status;
}

/* ---- the store ------------------------------------------------------------------------------ */

enum mk_status config_choose_store(struct config *config, struct mk_error *error)
{
	const char *service = getenv("STATE_DIRECTORY"); /* systemd's StateDirectory= */
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	struct config_errors errors = {config, error, MK_OK};
	char url[4096];
	int length;

	if (config->store[0] || config->refused[config_find("store")]) {
		return MK_OK;
	}
	if (service && service[0]) {
		length = snprintf(url, sizeof url, "sqlite:%s/makker.db", service);
	} else if (state && state[0] == '/') {
		length = snprintf(url, sizeof url, "sqlite:%s/makker/makker.db", state);
	} else if (home && home[0]) {
		length = snprintf(url, sizeof url, "sqlite:%s/.local/state/makker/makker.db", home);
	} else {
		config_error_add(&errors, MK_MALFORMED, "no_store",
			"store: HOME is not set, so a store must be named");
		return errors.status;
	}
	if (length < 0 || (size_t)length >= sizeof url) {
		config_error_add(&errors, MK_MALFORMED, "no_store", "store: the path is too long");
		return errors.status;
	}
	config_take(&errors, (size_t)config_find("store"), url, "the state directory");
	return errors.status;
}
