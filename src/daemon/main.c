/* makkerd: reads the configuration and serves. */
#include "api/handlers/invitation.h"
#include "base/json_memory.h"
#include "base/limits.h"
#include "base/stdio_guard.h"
#include "daemon/config.h"
#include "daemon/internal.h"
#include "daemon/process.h"

#include <makker/text.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

/*
 * Runs before the initialization of the libraries, which takes milliseconds in which a SIGHUP would
 * end the process.
 */
__attribute__((section(".preinit_array"), used)) static void (*hold_signals_first)(
	void) = signals_hold;

enum { LIMITS_SIZE = 64 * 1024, QR_LINE_SIZE = 1024, QR_SIZE = 128 * 1024 };

/* The program's part of docs/limits.md. */
static int print_limits(void)
{
	static char buffer[LIMITS_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	limits_write(&text);
	return text.truncated || fputs(buffer, stdout) < 0 ? EX_OSERR : EX_OK;
}

/* From standard input, because an address may have a token, which others would see in a list of
 * processes. */
static int print_qr(void)
{
	static char buffer[QR_SIZE];
	char line[QR_LINE_SIZE];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	if (!fgets(line, sizeof line, stdin)) {
		fputs("makkerd: --qr: no line on standard input\n", stderr);
		return EX_NOINPUT;
	}
	line[strcspn(line, "\n")] = '\0';
	if (!qr_write_terminal(&text, line) || text.truncated) {
		fputs("makkerd: --qr: this line is no QR code\n", stderr);
		return EX_DATAERR;
	}
	return fputs(buffer, stdout) < 0 ? EX_OSERR : EX_OK;
}

/* Other errors, such as out of memory, are not in the configuration's list. */
static void print_findings(const struct config *config, const struct mk_error *error)
{
	size_t errors = finding_list_length(&config->errors);

	for (size_t i = 0; i < errors; i++) {
		fprintf(stderr, "makkerd: %s\n", config->errors.lines[i]);
	}
	if (errors == 0) {
		fprintf(stderr, "makkerd: %s\n", error->detail);
	}
	if (config->errors.count > errors) {
		fprintf(stderr, "makkerd: %zu more\n", config->errors.count - errors);
	}
}

/* A daemon logs them when it starts. */
static void print_warnings(const struct config *config)
{
	for (size_t i = 0; i < finding_list_length(&config->warnings); i++) {
		fprintf(stderr, "makkerd: warning: %s\n", config->warnings.lines[i]);
	}
}

int main(int argc, char **argv)
{
	struct arguments arguments;
	struct config config;
	struct mk_error error;
	int status = EX_OK;

	signals_prepare();
	stdio_reserve_fds();
	json_memory_install();
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
	if (daemon_configure(&arguments, &config, &error) != MK_OK) {
		print_findings(&config, &error);
		status = EX_CONFIG;
	}
	if (status != EX_OK || arguments.check) {
		print_warnings(&config);
	}
	if (status != EX_OK) {
		goto finish;
	}
	if (arguments.check) {
		puts("configuration valid");
	} else {
		status = daemon_run(&config, &arguments);
	}
finish:
	config_finish(&config);
	return status;
}
