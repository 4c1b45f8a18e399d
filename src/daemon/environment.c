/* MAKKER_... in the environment: options, and warnings about similar names. */
#include "base/unknown.h"
#include "daemon/config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_SIZE = 64 };

static const char prefix[] = "MAKKER_";
enum { PREFIX_LENGTH = sizeof prefix - 1 };

/* Variables of other programs, without warnings; a name that ends with _ is a prefix. */
static const char *const foreign[] = {
	/* makkerd's own, read by arguments_read() */
	"CONFIG",
	/* clients */
	"URL", "TOKEN",
	/* makker-camera */
	"CAMERA_", "ARTWORK",
	/* the proxies and the containers */
	"SITE", "UPSTREAM", "SPARE", "CADDY_ADMIN", "ADDRESS", "PORT", "HTTP_PORT", "HTTPS_PORT",
	"SCALE_PORT", "POSTGRES_PASSWORD", "VERSION", "IMAGE",
	/* added by Kubernetes and Docker for a service or container called makker */
	"SERVICE_", "PORT_",
	/* builds and tests */
	"AGAIN", "BUILD", "CONTRACT_RECORDS", "COUNTED", "DAMAGES", "DATA", "DEB", "EVENTS",
	"GAMES", "KILLS", "LAB", "LONG", "MALFORMED", "MATCHES", "ODD", "ODD_SHARES", "OPPONENTS",
	"OUTSIDE_GAMES", "PAGE_LATE", "PRACTICE", "PROGRAM", "QUICK", "REVIEWS", "SEED", "SIGNAL_",
	"TAPS", "TEST_", "TRACE"};

static bool is_foreign(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
		size_t known = strlen(foreign[i]);

		if (strncmp(foreign[i], name, known) == 0 &&
			(length == known || (length > known && foreign[i][known - 1] == '_'))) {
			return true;
		}
	}
	return false;
}

/* Converts the name of a variable to that of an option; false if it cannot be one. */
static bool write_option_name(char option[NAME_SIZE], const char *name, size_t length)
{
	if (length == 0 || length >= NAME_SIZE) {
		return false;
	}
	for (size_t i = 0; i < length; i++) {
		if (!isupper((unsigned char)name[i]) && !isdigit((unsigned char)name[i]) &&
			name[i] != '_') {
			return false;
		}
		option[i] = (char)tolower((unsigned char)name[i]);
	}
	option[length] = '\0';
	return true;
}

static void write_variable_name(char variable[NAME_SIZE], const char *option)
{
	int length = snprintf(variable, NAME_SIZE, "%s%s", prefix, option);

	for (int i = 0; i < length && i < NAME_SIZE; i++) {
		variable[i] = (char)toupper((unsigned char)variable[i]);
	}
}

static void warn_of_variable(struct config *config, const char *option)
{
	char name[NAME_SIZE], meant[NAME_SIZE];
	struct unknown unknown;

	unknown_init(&unknown, option, strlen(option));
	for (size_t i = 0; i < config_option_count; i++) {
		unknown_offer(&unknown, config_options[i].name);
	}
	unknown_offer(&unknown, "config");
	write_variable_name(name, option);
	if (unknown.closest) {
		write_variable_name(meant, unknown.closest);
		config_warn(config, "in the environment, %s is no option, did you mean %s?", name,
			meant);
	} else {
		config_warn(config, "in the environment, %s is no option", name);
	}
}

/* Warnings only: the environment may be shared with programs that are not known here. */
static void warn_of_unknown_variables(struct config *config)
{
	for (char **variable = environ; variable && *variable; variable++) {
		const char *name;
		size_t length;
		char option[NAME_SIZE];

		if (strncmp(*variable, prefix, PREFIX_LENGTH) != 0) {
			continue;
		}
		name = *variable + PREFIX_LENGTH;
		length = strcspn(name, "=");
		if (!is_foreign(name, length) && write_option_name(option, name, length) &&
			config_find(option) < 0) {
			warn_of_variable(config, option);
		}
	}
}

enum mk_status config_read_environment(struct config *config, struct mk_error *error)
{
	struct config_errors errors = {config, error, MK_OK};

	for (size_t i = 0; i < config_option_count; i++) {
		char name[NAME_SIZE], place[NAME_SIZE + 24];
		const char *value;

		write_variable_name(name, config_options[i].name);
		value = getenv(name);
		if (value) {
			snprintf(place, sizeof place, "in the environment, %s", name);
			config_take(&errors, i, value, place);
		}
	}
	warn_of_unknown_variables(config);
	return errors.status;
}
