/* The options, and how values are set. */
#include "daemon/config.h"

#include "api/pipeline/token.h"
#include "base/arena.h"
#include "daemon/config_open.h"
#include "daemon/values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const languages[] = {"en", "da", "de", "el", NULL};
static const char *const levels[] = {"error", "warn", "info", "debug", NULL};
static const char *const auths[] = {"off", "token", NULL};
static const char *const priorities[] = {"idle", "normal", NULL};
static const char *const formats[] = {"logfmt", "json", NULL};

#define PLACE(member) offsetof(struct config, member)

/* The rows of the table of limits that are options. */
#define LIMIT_OPTION(id, name, value, least, most, unit, scope, reload, http, code, effect, about) \
	{#name, CONFIG_NUMBER, PLACE(limits[LIMIT_##id]), #value, NULL, least, most, "N", \
		unit ": " about},

const struct config_option config_options[] = {
	{"listen", CONFIG_TEXT, PLACE(listen), "127.0.0.1:8377", NULL, 0, 0, "ADDR:PORT",
		"where to listen; [ADDR]:PORT for IPv6; port 0 takes a free one; or unix:/PATH"},
	{"store", CONFIG_TEXT, PLACE(store), "", NULL, 0, 0, "URL",
		"sqlite:PATH, postgres://..., or memory: which forgets; by itself a file in the user's state "
		"directory"},
	{"companion", CONFIG_TEXT, PLACE(companion), "", NULL, 0, 0, "DIR",
		"the page's files; by itself those that are built in"},
	{"public_url", CONFIG_TEXT, PLACE(public_url), "", NULL, 0, 0, "URL",
		"where phones find the page, for its QR codes; by itself where who asks has found it"},
	{"origins", CONFIG_TEXT, PLACE(origins), "", NULL, 0, 0, "LIST",
		"web pages that may ask besides our own, separated by blanks; * for all"},
	{"hosts", CONFIG_TEXT, PLACE(hosts), "", NULL, 0, 0, "LIST",
		"names by which browsers may ask besides localhost and addresses, separated by "
		"blanks; * for all"},
	{"trusted_proxies", CONFIG_TEXT, PLACE(trusted_proxies), "", NULL, 0, 0, "LIST",
		"addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded headers count, "
		"separated by blanks; who comes by a unix socket is one anyway"},
	{"auth", CONFIG_WORD, PLACE(auth), "off", auths, 0, 0, "HOW",
		"off: who reaches us may do everything; token: who shows the right token"},
	{"admin_token", CONFIG_TEXT, PLACE(admin_token), "", NULL, 0, 0, "TOKEN",
		"the administrator's, for auth = token; everybody sees it in the list of processes "
		"where it is given here"},
	{"admin_token_file", CONFIG_TEXT, PLACE(admin_token_file), "", NULL, 0, 0, "FILE",
		"its first line is the administrator's token"},
	{"language", CONFIG_WORD, PLACE(language), "en", languages, 0, 0, "CODE",
		"of new sessions whose client names none: en, da, de or el"},
	{"strategy", CONFIG_TEXT, PLACE(strategy), "", NULL, 0, 0, "NAME",
		"of new sessions whose client names none; by itself the game's first"},
	{"budget_ms", CONFIG_NUMBER, PLACE(budget_ms), "300", NULL, 0, 60000, "MS",
		"to think about a table, where the client does not say; 0: judge at once"},
	{"threads", CONFIG_NUMBER, PLACE(threads), "0", NULL, 0, 64, "N",
		"that think; 0: one a processor, beside the one that serves"},
	{"simulation_threads", CONFIG_NUMBER, PLACE(simulation_threads), "0", NULL, 0, 64, "N",
		"that play them; 0: one a processor, beside the one that serves"},
	{"simulation_priority", CONFIG_WORD, PLACE(simulation_priority), "idle", priorities, 0, 0,
		"WORD",
		"idle: they get only what nobody else on this machine wants; normal: their share"},
	{"log_level", CONFIG_WORD, PLACE(log_level), "info", levels, 0, 0, "LEVEL",
		"error, warn, info (every request) or debug"},
	{"log_format", CONFIG_WORD, PLACE(log_format), "logfmt", formats, 0, 0, "FORMAT",
		"logfmt or json"},
	{"unused_days", CONFIG_NUMBER, PLACE(unused_days), "0", NULL, 0, 36500, "DAYS",
		"after which a session that nobody has changed is forgotten for good; 0: never"},
	{"local_rates", CONFIG_SWITCH, PLACE(local_rates), "no", NULL, 0, 0, NULL,
		"limits per address hold for programs on this machine, too"},
	{"header_timeout_s", CONFIG_NUMBER, PLACE(header_timeout_s), "10", NULL, 1, 3600, "SECONDS",
		"for the header of a request"},
	{"body_timeout_s", CONFIG_NUMBER, PLACE(body_timeout_s), "15", NULL, 1, 3600, "SECONDS",
		"for its body"},
	{"idle_timeout_s", CONFIG_NUMBER, PLACE(idle_timeout_s), "60", NULL, 1, 86400, "SECONDS",
		"that a connection may stay open between requests"},
	{"ping_s", CONFIG_NUMBER, PLACE(ping_s), "15", NULL, 1, 3600, "SECONDS",
		"between the signs of life of a quiet stream"},
	{"stop_grace_s", CONFIG_NUMBER, PLACE(stop_grace_s), "5", NULL, 0, 600, "SECONDS",
		"that running requests get when the daemon is told to stop"},
	{"confidence", CONFIG_SHARE, PLACE(confidence), "0.98", NULL, 0, 0, "SHARE",
		"how far a camera's plain code is trusted, from 0 to 1, until it has shown how well "
		"it reads: below 1 a card that comes up is confirmed by more pictures"},
	{"repeats", CONFIG_SHARE, PLACE(repeats), "0.5", NULL, 0, 0, "SHARE",
		"how often a camera's misreading comes again in the next picture, until it has shown "
		"it: the more, the more pictures must agree"},
	{"auto_repair", CONFIG_SWITCH, PLACE(auto_repair), "no", NULL, 0, 0, NULL,
		"put right by itself a card that must have been misread, where nothing else "
		"explains what is seen"},
	{"insecure", CONFIG_SWITCH, PLACE(insecure), "no", NULL, 0, 0, NULL,
		"listen beyond this machine without tokens, although everybody there may do everything"},
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

bool config_wants_tokens(const struct config *config)
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
		error, MK_MALFORMED, "bad_option", "", "%s: %s is wanted", option->name, wanted);
}

static enum mk_status set_text(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	const char *copy = mk_arena_copy(config->arena, value, strlen(value));

	if (!copy) {
		return mk_fail(error, MK_FULL, "no_memory", "", "no memory for the configuration");
	}
	*(const char **)((char *)config + option->place) = copy;
	return MK_OK;
}

/* What of the texts can be known to be wrong before it is used. */
static const struct text_check {
	size_t place;
	enum mk_status (*check)(const char *value, struct mk_error *error);
} text_checks[] = {
	{PLACE(listen), value_is_address},
	{PLACE(store), value_is_store},
	{PLACE(companion), value_is_folder},
	{PLACE(public_url), value_is_url},
	{PLACE(origins), value_is_origins},
	{PLACE(hosts), value_is_hosts},
	{PLACE(trusted_proxies), value_is_proxies},
	{PLACE(admin_token), value_is_token},
	{PLACE(strategy), value_is_strategy},
};

static enum mk_status set_checked(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	for (size_t i = 0; i < sizeof text_checks / sizeof text_checks[0]; i++) {
		if (text_checks[i].place == option->place &&
			text_checks[i].check(value, error) != MK_OK) {
			return MK_MALFORMED;
		}
	}
	return set_text(config, option, value, error);
}

/* "error, warn, info or debug" */
static void list_words(char *list, size_t room, const char *const *words)
{
	size_t length = 0;

	for (; *words && length < room; words++) {
		const char *before = length == 0 ? "" : words[1] ? ", " : " or ";

		length += (size_t)snprintf(list + length, room - length, "%s%s", before, *words);
	}
}

static enum mk_status set_word(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	char wanted[64] = "";

	for (const char *const *word = option->words; *word; word++) {
		if (strcmp(*word, value) == 0) {
			return set_text(config, option, value, error);
		}
	}
	list_words(wanted, sizeof wanted, option->words);
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
		number < option->least || number > option->most) {
		snprintf(wanted, sizeof wanted, "a number from %u to %u", option->least,
			option->most);
		return bad(error, option, wanted);
	}
	*(unsigned *)((char *)config + option->place) = (unsigned)number;
	return MK_OK;
}

static enum mk_status set_share(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	char *end;
	float share = strtof(value, &end);

	if (!isdigit((unsigned char)*value) || value[strspn(value, "0123456789.")] || *end ||
		!(share >= 0 && share <= 1)) {
		return bad(error, option, "a share from 0 to 1");
	}
	memcpy((char *)config + option->place, &share, sizeof share);
	return MK_OK;
}

static enum mk_status set_switch(struct config *config, const struct config_option *option,
	const char *value, struct mk_error *error)
{
	static const char *const yes[] = {"yes", "true", "on", "1"};
	static const char *const no[] = {"no", "false", "off", "0"};
	bool *place = (bool *)((char *)config + option->place);

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
	case CONFIG_WORD:
		return set_word(config, option, value, error);
	case CONFIG_NUMBER:
		return set_number(config, option, value, error);
	case CONFIG_SHARE:
		return set_share(config, option, value, error);
	case CONFIG_SWITCH:
		return set_switch(config, option, value, error);
	}
	return MK_MALFORMED;
}

bool config_is_same(
	const struct config *one, const struct config *other, const struct config_option *option)
{
	const void *first = (const char *)one + option->place;
	const void *second = (const char *)other + option->place;

	switch (option->type) {
	case CONFIG_TEXT:
	case CONFIG_WORD:
		return strcmp(*(const char *const *)first, *(const char *const *)second) == 0;
	case CONFIG_NUMBER:
		return *(const unsigned *)first == *(const unsigned *)second;
	case CONFIG_SHARE:
		return memcmp(first, second, sizeof(float)) == 0;
	case CONFIG_SWITCH:
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
		return mk_fail(error, MK_FULL, "no_memory", "", "no memory for the configuration");
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

/* ---- the environment ------------------------------------------------------------------------ */

enum mk_status config_read_environment(struct config *config, struct mk_error *error)
{
	for (size_t i = 0; i < config_option_count; i++) {
		char name[64];
		int length = snprintf(name, sizeof name, "MAKKER_%s", config_options[i].name);
		const char *value;
		struct mk_error cause;

		for (int at = 0; at < length; at++) {
			name[at] = (char)toupper((unsigned char)name[at]);
		}
		value = getenv(name);
		if (value && config_set(config, &config_options[i], value, &cause) != MK_OK) {
			return mk_fail(error, cause.status, cause.code, name,
				"in the environment, %s: %s", name, cause.what);
		}
	}
	return MK_OK;
}

/* ---- the administrator's token -------------------------------------------------------------- */

static enum mk_status fail_token(
	const struct config *config, const char *what, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "no_token", "", "admin_token_file: %.200s: %s",
		config->admin_token_file, what);
}

/* The first line of a file that may hold a secret, without what is not part of the token. */
static enum mk_status read_token_line(
	struct config *config, char *line, size_t size, struct mk_error *error)
{
	struct stat found;
	const char *why, *warning;
	FILE *file = config_open(config->admin_token_file, &found, &why);
	bool read;

	if (!file) {
		return fail_token(config, why, error);
	}
	read = fgets(line, (int)size, file) != NULL;
	fclose(file);
	why = config_secret_fault(&found);
	if (why) {
		return fail_token(config, why, error);
	}
	if (!read) {
		return fail_token(config, "there is nothing in it", error);
	}
	warning = config_secret_warning(config->admin_token_file, &found);
	if (warning) {
		snprintf(config->warning, sizeof config->warning, "admin_token_file: %.200s: %s",
			config->admin_token_file, warning);
	}
	line[strcspn(line, " \t\r\n")] = '\0';
	return line[0] ? MK_OK : fail_token(config, "its first line is empty", error);
}

enum mk_status config_read_token(struct config *config, struct mk_error *error)
{
	struct mk_error cause;
	char line[512];

	if (!config->admin_token_file[0]) {
		return MK_OK;
	}
	if (config->admin_token[0]) {
		return mk_fail(error, MK_MALFORMED, "bad_option", "",
			"admin_token and admin_token_file: one of them is enough");
	}
	if (read_token_line(config, line, sizeof line, error) != MK_OK) {
		return error->status;
	}
	if (token_check(line, &cause) != MK_OK) {
		return fail_token(config, cause.what, error);
	}
	return config_set(config, &config_options[config_find("admin_token")], line, error);
}

/* ---- the store ------------------------------------------------------------------------------ */

enum mk_status config_choose_store(struct config *config, struct mk_error *error)
{
	const char *service = getenv("STATE_DIRECTORY"); /* systemd's StateDirectory= */
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	char url[4096];
	int length;

	if (config->store[0]) {
		return MK_OK;
	}
	if (service && service[0]) {
		length = snprintf(url, sizeof url, "sqlite:%s/makker.db", service);
	} else if (state && state[0] == '/') {
		length = snprintf(url, sizeof url, "sqlite:%s/makker/makker.db", state);
	} else if (home && home[0]) {
		length = snprintf(url, sizeof url, "sqlite:%s/.local/state/makker/makker.db", home);
	} else {
		return mk_fail(error, MK_MALFORMED, "no_store", "",
			"store: HOME is not set, so a store must be named");
	}
	if (length < 0 || (size_t)length >= sizeof url) {
		return mk_fail(error, MK_MALFORMED, "no_store", "", "store: the path is too long");
	}
	return config_set(config, &config_options[config_find("store")], url, error);
}
