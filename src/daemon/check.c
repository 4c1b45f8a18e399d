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

static enum mk_status check_tokens(const struct config *config, struct mk_error *error)
{
	if (!config_requires_tokens(config)) {
		return MK_OK;
	}
	if (!config->admin_token[0]) {
		return mk_fail(error, MK_IMPOSSIBLE, "no_token", "",
			"auth = token requires admin_token_file or admin_token");
	}
	return MK_OK;
}

enum mk_status daemon_check(const struct config *config, struct mk_error *error)
{
	struct address address;
	char url[ADDRESS_ROOM];
	enum mk_status status = mk_games_check(error);

	if (status == MK_OK) {
		status = daemon_find_address(config, &address, error);
	}
	if (status == MK_OK && !address_is_local(&address) && !config->insecure &&
		!config_requires_tokens(config)) {
		address_write(&address, url);
		return mk_fail(error, MK_IMPOSSIBLE, "insecure", "",
			"listen: %s is reachable from other machines without authentication; set "
			"auth = token, or insecure = yes to allow it",
			url);
	}
	return status == MK_OK ? check_tokens(config, error) : status;
}
