/* Checks of the configuration as a whole; config.c checks each option. */
#include "daemon/internal.h"
#include "daemon/process.h"

#include <makker/game.h>

enum mk_status daemon_find_address(
	const struct config *config, struct address *address, struct mk_error *error)
{
	int descriptor = notify_socket();

	return descriptor < 0 ? address_read(config->listen, address, error)
			      : address_from_fd(descriptor, address, error);
}

static bool is_refused(const struct config *config, const char *option)
{
	return config->refused[config_find(option)];
}

/* Rules about several options are skipped if one of them is invalid. */
static void check_access(struct config_errors *errors, const struct address *address)
{
	const struct config *config = errors->config;
	char url[ADDRESS_TEXT_SIZE];

	if (is_refused(config, "auth") || is_refused(config, "insecure") ||
		is_refused(config, "listen")) {
		return;
	}
	if (!address_is_local(address) && !config->insecure && !config_requires_tokens(config)) {
		address_write(address, url);
		config_error_add(errors, MK_IMPOSSIBLE, "insecure",
			"listen: %s is reachable from other machines without authentication; set "
			"auth = token, or insecure = yes to allow it",
			url);
	}
}

/* A file of tokens that cannot be read is an error of its own. */
static void check_tokens(struct config_errors *errors)
{
	const struct config *config = errors->config;

	if (config_requires_tokens(config) && !config->admin_token[0] &&
		!config->admin_token_file[0] && !is_refused(config, "admin_token")) {
		config_error_add(errors, MK_IMPOSSIBLE, "no_token",
			"auth = token requires admin_token_file or admin_token");
	}
}

enum mk_status daemon_check(struct config *config, struct mk_error *error)
{
	struct config_errors errors = {config, error, MK_OK};
	struct mk_error cause;
	struct address address;

	if (mk_games_check(&cause) != MK_OK) {
		config_error_add(&errors, cause.status, cause.code, "%s", cause.detail);
	}
	if (daemon_find_address(config, &address, &cause) != MK_OK) {
		config_error_add(&errors, cause.status, cause.code, "%s", cause.detail);
	} else {
		check_access(&errors, &address);
	}
	check_tokens(&errors);
	return errors.status;
}

enum mk_status daemon_configure(
	const struct arguments *arguments, struct config *config, struct mk_error *error)
{
	enum mk_status status = arguments_configure(arguments, config, error);
	struct mk_error cause = {.status = MK_OK};

	if (config->arena && daemon_check(config, &cause) != MK_OK && status == MK_OK) {
		*error = cause;
		status = cause.status;
	}
	return status;
}
