/* Anything at all as a configuration file: it is refused with the line, or every value is of its
 * option's kind and can be set again. */
#include "daemon/config.h"
#include "fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 16 };

static char path[64];
static int file = -1;

static void write_file(const uint8_t *bytes, size_t size)
{
	if (file < 0) {
		file = memfd_create("makkerd.conf", MFD_CLOEXEC);
		snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	}
	if (ftruncate(file, 0) != 0 || pwrite(file, bytes, size, 0) != (ssize_t)size) {
		abort();
	}
}

static void check_value(const struct config *config, const struct config_option *option)
{
	const void *place = (const char *)config + option->offset;
	unsigned number = option->type == CONFIG_NUMBER ? *(const unsigned *)place : 0;
	float share = option->type == CONFIG_FRACTION ? *(const float *)place : 0;

	if (option->type == CONFIG_NUMBER && (number < option->min || number > option->max)) {
		abort();
	}
	if (!(share >= 0 && share <= 1)) {
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct mk_error error = {.status = MK_OK};
	struct config config;

	if (size > MAX_BYTES) {
		return 0;
	}
	write_file(bytes, size);
	if (config_init(&config, &error) != MK_OK) {
		abort();
	}
	if (config_read_file(&config, path, &error) != MK_OK && !strstr(error.detail, path)) {
		abort();
	}
	for (size_t i = 0; i < config_option_count; i++) {
		check_value(&config, &config_options[i]);
	}
	config_finish(&config);
	return 0;
}
