/* makkerd: reads the configuration and serves. */
#include "api/handlers/invitation.h"
#include "base/limits.h"
#include "base/stdio_guard.h"
#include "base/xalloc.h"
#include "daemon/config.h"
#include "daemon/internal.h"
#include "daemon/process.h"

#include <makker/text.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

/* Initializing the libraries takes milliseconds, in which a SIGHUP would end the process. */
__attribute__((section(".preinit_array"), used)) static void (*hold_signals_first)(
	void) = signals_hold;

enum { LIMITS_SIZE = 64 * 1024, QR_LINE_SIZE = 1024, QR_SIZE = 128 * 1024 };

/* The program's part of docs/limits.md. */
static int print_limits(void)
{
	static char room[LIMITS_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	limits_write(&text);
	return text.truncated || fputs(room, stdout) < 0 ? EX_OSERR : EX_OK;
}

/* From standard input, because an address may have a token, which others would see in a list of
 * processes. */
static int print_qr(void)
{
	static char room[QR_SIZE];
	char line[QR_LINE_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, room, sizeof room);
	if (!fgets(line, sizeof line, stdin)) {
		fputs("makkerd: --qr: no line on standard input\n", stderr);
		return EX_NOINPUT;
	}
	line[strcspn(line, "\n")] = '\0';
	if (!qr_write_terminal(&text, line) || text.truncated) {
		fputs("makkerd: --qr: this line is no QR code\n", stderr);
		return EX_DATAERR;
	}
	return fputs(room, stdout) < 0 ? EX_OSERR : EX_OK;
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
	if (arguments.check || arguments.limits || arguments.qr) {
		signals_restore();
	} else {
		signals_accept_stops();
	}
	if (arguments.limits) {
		return print_limits();
	}
	if (arguments.qr) {
		return print_qr();
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
