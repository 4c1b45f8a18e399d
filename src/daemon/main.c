/* makkerd: reads the configuration and serves. */
#include "base/limits.h"
#include "base/stdio_guard.h"
#include "base/xalloc.h"
#include "daemon/config.h"
#include "daemon/internal.h"
#include "daemon/process.h"

#include <makker/text.h>
#include <stdio.h>
#include <sysexits.h>

enum { LIMITS_SIZE = 64 * 1024 };

/* The program's part of docs/limits.md. */
static int print_limits(void)
{
	static char room[LIMITS_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	limits_write(&text);
	return text.truncated || fputs(room, stdout) < 0 ? EX_OSERR : EX_OK;
}

int main(int argc, char **argv)
{
	struct arguments arguments;
	struct config config;
	struct mk_error error;
	int status = EX_OK;

	signals_prepare();
	stdio_reserve_fds();
	xalloc_install_jansson();
	arguments_read(&arguments, argc, argv);
	if (arguments.limits) {
		return print_limits();
	}
	if (arguments.check) {
		signals_restore();
	}
	if (arguments_configure(&arguments, &config, &error) != MK_OK ||
		daemon_check(&config, &error) != MK_OK) {
		fprintf(stderr, "makkerd: %s\n", error.detail);
		status = EX_CONFIG;
	} else if (arguments.check) {
		puts("configuration valid");
	} else {
		status = daemon_run(&config, &arguments);
	}
	config_finish(&config);
	return status;
}
