#include "daemon/config.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct config config;
static struct mk_error error;
static char path[] = "/tmp/makker-config-XXXXXX";

static void start(void)
{
	int descriptor = mkstemp(path);

	close(descriptor);
	setenv("HOME", "/home/anna", 1);
	unsetenv("XDG_STATE_HOME");
	unsetenv("STATE_DIRECTORY");
	cr_assert_eq(config_init(&config, &error), MK_OK);
}

static void finish(void)
{
	config_finish(&config);
	unlink(path);
}

TestSuite(config, .init = start, .fini = finish);

static enum mk_status read_file(const char *text)
{
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	return config_read_file(&config, path, &error);
}

static void refuses(const char *text, const char *place)
{
	char wanted[64];

	snprintf(wanted, sizeof wanted, "%s%s", path, place);
	cr_expect_eq(read_file(text), MK_MALFORMED, "%s", text);
	cr_expect_eq(strncmp(error.detail, wanted, strlen(wanted)), 0, "%s", error.detail);
}

Test(config, has_built_in_values)
{
	cr_assert_str_eq(config.listen, "127.0.0.1:8377");
	cr_assert_eq(config.ping_interval_s, 15);
	cr_assert_not(config.insecure);
}

Test(config, is_read_from_a_file)
{
	cr_assert_eq(read_file("# a comment\nsession_cache_size = 7 ; why\n\n insecure=yes\n"
			       "allowed_origins = https://a https://b # two pages\n"),
		MK_OK, "%s", error.detail);
	cr_assert_eq(config.limits[LIMIT_SESSION_CACHE_SIZE], 7);
	cr_assert(config.insecure);
	cr_assert_str_eq(config.allowed_origins, "https://a https://b");
}

Test(config, an_error_in_a_file_has_its_line)
{
	refuses("ping_interval_s = 7\n\ncolour = red\n", ":3: unknown option \"colour\"");
	refuses("ping_interval_s = 0\n", ":1: ping_interval_s: must be a number from 1 to 3600");
	refuses("\nping_interval_s = 1x\n", ":2: ");
	refuses("log_level = loud\n", ":1: log_level: must be error, warn, info or debug");
	refuses("insecure = perhaps\n", ":1: insecure: must be yes or no");
	refuses("# fine\nnonsense\n", ":2: ");
	refuses("[server]\nlisten = a\n", ":1: there are no sections");
	refuses("card_confidence = 0x1p-1\n", ":1: card_confidence: must be a number from 0 to 1");
}

Test(config, a_text_that_nothing_can_come_of_has_its_line)
{
	refuses("\nlisten = 8377\n", ":2: listen: '8377' is no ADDR:PORT");
	refuses("store = mysql://x\n", ":1: store: 'mysql://x' is not a store URL");
	refuses("store = sqlite:\n", ":1: sqlite: wants a file");
	refuses("companion_dir = /nowhere\n", ":1: companion_dir: /nowhere: No such file");
	refuses("public_url = cards.example\n", ":1: public_url: 'cards.example' is not a URL");
	refuses("allowed_origins = * https://cards.example/\n",
		":1: allowed_origins: 'https://cards.example/' is not an origin");
	refuses("allowed_hosts = a.example b.example:80\n",
		":1: allowed_hosts: 'b.example:80' is not a host name");
	refuses("trusted_proxies = ::1 proxy.example\n", ":1: trusted_proxies: 'proxy.example'");
	refuses("admin_token = short\n", ":1: admin_token: 16 to 256");
	refuses("default_strategy = fancy\n",
		":1: default_strategy: 'fancy' is not a strategy of any game");
	cr_expect_eq(
		read_file(
			"allowed_origins = * null https://a:1, moz-extension://x\nallowed_hosts = * a.b\n"
			"default_strategy = heuristic\nlisten = [::1]:0\nstore = postgresql:///x\n"
			"companion_dir = /tmp\npublic_url = https://a:8443/\n"),
		MK_OK, "%s", error.detail);
}

Test(config, a_list_that_is_too_long_is_rejected)
{
	char text[1024] = "allowed_hosts =";

	for (int i = 0; i < 33; i++) {
		snprintf(text + strlen(text), sizeof text - strlen(text), " host-%d.example", i);
	}
	refuses(text, ":1: allowed_hosts: at most 32 entries");
}

Test(config, an_option_that_stands_there_twice_is_refused)
{
	refuses("ping_interval_s = 7\n\nping_interval_s = 8\n",
		":3: ping_interval_s stands in line 1 already");
}

Test(config, a_long_line_is_one_line)
{
	char text[2048] = "# ";

	memset(text + 2, 'x', 600);
	strcat(text, "\nallowed_origins =");
	for (int i = 0; i < 20; i++) {
		snprintf(text + strlen(text), sizeof text - strlen(text),
			" https://page-%d.example", i);
	}
	strcat(text, "\nping_interval_s = 7\ncolour = red\n");
	refuses(text, ":4: unknown option \"colour\"");
	cr_expect_not_null(strstr(config.allowed_origins, "https://page-19.example"));
	cr_expect_eq(config.ping_interval_s, 7);
}

Test(config, invalid_utf8_is_rejected)
{
	static char text[5000];
	FILE *file = fopen(path, "w");

	fwrite("ping_interval_s = 7\0\n", 1, 21, file);
	fclose(file);
	cr_expect_eq(config_read_file(&config, path, &error), MK_MALFORMED);
	cr_expect_not_null(strstr(error.detail, ":1: there is a NUL"), "%s", error.detail);
	memset(text, 'x', sizeof text - 1);
	refuses(text, ":1: this line is too long");
	cr_expect_eq(config_read_file(&config, "/tmp", &error), MK_IO, "%s", error.detail);
	cr_expect_str_eq(error.detail, "/tmp: Is a directory");
}

Test(config, a_path_that_is_no_file_is_rejected_without_waiting)
{
	cr_expect_eq(config_read_file(&config, "/dev/zero", &error), MK_IO);
	cr_expect_str_eq(error.detail, "/dev/zero: it is not a regular file");
	unlink(path);
	cr_assert_eq(mkfifo(path, 0600), 0);
	cr_expect_eq(config_read_file(&config, path, &error), MK_IO);
	cr_expect_not_null(strstr(error.detail, "it is not a regular file"), "%s", error.detail);
}

Test(config, a_file_of_more_than_a_mebibyte_is_refused)
{
	cr_assert_eq(read_file("ping_interval_s = 7\n"), MK_OK);
	cr_assert_eq(truncate(path, 1024 * 1024 + 1), 0);
	cr_expect_eq(config_read_file(&config, path, &error), MK_IO);
	cr_expect_not_null(strstr(error.detail, "larger than 1 MiB"), "%s", error.detail);
}

Test(config, a_link_to_a_file_is_followed)
{
	char link[sizeof path + 8];

	snprintf(link, sizeof link, "%s.link", path);
	read_file("ping_interval_s = 7\n");
	cr_assert_eq(symlink(path, link), 0);
	cr_expect_eq(config_read_file(&config, link, &error), MK_OK, "%s", error.detail);
	unlink(link);
}

/* ---- the administrator's token -------------------------------------------------------------- */

static enum mk_status read_token(mode_t mode)
{
	FILE *file = fopen(path, "w");

	fputs("mk_0123456789012345678901234567890123456789\n", file);
	fclose(file);
	chmod(path, mode);
	config.admin_token = "";
	config.admin_token_file = path;
	config.warnings.count = 0;
	return config_read_tokens(&config, &error);
}

Test(config, a_token_of_the_owner_is_read_without_a_warning)
{
	cr_assert_eq(read_token(0600), MK_OK, "%s", error.detail);
	cr_expect_eq(config.warnings.count, 0);
	cr_expect_eq(read_token(0440), MK_OK);
	cr_expect_eq(config.warnings.count, 0);
}

Test(config, a_token_that_every_user_may_read_is_taken_with_a_warning)
{
	cr_assert_eq(read_token(0644), MK_OK, "%s", error.detail);
	cr_assert_eq(config.warnings.count, 1);
	cr_expect_not_null(strstr(config.warnings.lines[0], "every user may read it"));
	cr_expect_not_null(strstr(config.warnings.lines[0], path));
}

Test(config, a_token_that_every_user_may_write_is_refused)
{
	cr_assert_eq(read_token(0602), MK_IO);
	cr_expect_not_null(strstr(error.detail, "every user may write to it"), "%s", error.detail);
	cr_expect_not_null(strstr(error.detail, path), "%s", error.detail);
	cr_expect_str_eq(config.admin_token, "");
}

Test(config, a_token_that_is_no_file_is_refused_without_waiting)
{
	unlink(path);
	cr_assert_eq(mkfifo(path, 0600), 0);
	config.admin_token_file = path;
	cr_expect_eq(config_read_tokens(&config, &error), MK_IO);
	cr_expect_not_null(strstr(error.detail, "it is not a regular file"), "%s", error.detail);
}

Test(config, a_secret_that_was_handed_over_may_be_readable)
{
	struct stat found = {.st_mode = S_IFREG | 0444, .st_uid = geteuid()};

	cr_expect_null(config_secret_warning("/run/secrets/admin", &found));
	cr_expect_null(config_secret_warning("/run/credentials/makkerd.service/admin", &found));
	cr_expect_not_null(config_secret_warning("/etc/makker/admin", &found));
	found = (struct stat){.st_mode = S_IFREG | 0400, .st_uid = geteuid() + 1};
	cr_expect_not_null(config_secret_warning("/etc/makker/admin", &found));
}

Test(config, lines_may_end_as_on_windows)
{
	cr_assert_eq(read_file("\xef\xbb\xbfping_interval_s = 7\r\nmax_subscribers = 8"), MK_OK,
		"%s", error.detail);
	cr_assert_eq(config.ping_interval_s, 7);
	cr_assert_eq(config.limits[LIMIT_SUBSCRIBERS], 8);
}

Test(config, a_file_that_is_not_there_is_an_error)
{
	cr_assert_eq(config_read_file(&config, "/nowhere/makkerd.conf", &error), MK_IO);
	cr_assert_not_null(strstr(error.detail, "/nowhere/makkerd.conf"));
}

Test(config, the_environment_wins_over_the_file)
{
	setenv("MAKKER_SESSION_CACHE_SIZE", "9", 1);
	cr_assert_eq(read_file("session_cache_size = 7\n"), MK_OK);
	cr_assert_eq(config_read_environment(&config, &error), MK_OK);
	cr_assert_eq(config.limits[LIMIT_SESSION_CACHE_SIZE], 9);
}

Test(config, an_error_in_the_environment_has_its_name)
{
	setenv("MAKKER_PING_INTERVAL_S", "often", 1);
	cr_assert_eq(config_read_environment(&config, &error), MK_MALFORMED);
	cr_assert_not_null(strstr(error.detail, "MAKKER_PING_INTERVAL_S"));
}

Test(config, the_command_line_wins_over_all)
{
	char *argv[] = {"makkerd", "--session-cache-size=11", "--listen", "[::1]:0", "--insecure",
		"--rate-limit-local=no", "--config", path, NULL};
	struct arguments arguments;
	struct config chosen;

	setenv("MAKKER_SESSION_CACHE_SIZE", "9", 1);
	setenv("MAKKER_PING_INTERVAL_S", "9", 1);
	read_file(
		"session_cache_size = 7\nping_interval_s = 7\nmax_subscribers = 7\nrate_limit_local = yes\n");
	arguments_read(&arguments, 8, argv);
	cr_assert_eq(arguments_configure(&arguments, &chosen, &error), MK_OK);
	cr_assert_eq(chosen.limits[LIMIT_SESSION_CACHE_SIZE], 11);
	cr_assert_eq(chosen.ping_interval_s, 9);
	cr_assert_eq(chosen.limits[LIMIT_SUBSCRIBERS], 7);
	cr_assert_str_eq(chosen.listen, "[::1]:0");
	cr_assert(chosen.insecure);
	cr_assert_not(chosen.rate_limit_local);
	config_finish(&chosen);
}

Test(config, the_store_is_in_the_state_directory)
{
	cr_assert_eq(config_choose_store(&config, &error), MK_OK);
	cr_assert_str_eq(config.store, "sqlite:/home/anna/.local/state/makker/makker.db");
}

Test(config, a_service_has_a_state_directory_of_its_own)
{
	setenv("XDG_STATE_HOME", "/state", 1);
	setenv("STATE_DIRECTORY", "/var/lib/makker", 1);
	cr_assert_eq(config_choose_store(&config, &error), MK_OK);
	cr_assert_str_eq(config.store, "sqlite:/var/lib/makker/makker.db");
}

Test(config, a_store_that_is_named_stays)
{
	cr_assert_eq(read_file("store = memory:\n"), MK_OK);
	cr_assert_eq(config_choose_store(&config, &error), MK_OK);
	cr_assert_str_eq(config.store, "memory:");
}

/* The line of the option in the example, behind "#NAME = "; NULL where it is not there. */
static const char *shown(const char *text, const char *name)
{
	char begin[64];
	const char *line;

	snprintf(begin, sizeof begin, "\n#%s =", name);
	line = strstr(text, begin);
	return line ? line + strlen(begin) + (line[strlen(begin)] == ' ') : NULL;
}

/* Where there is no built-in value the example shows one that means something. */
Test(config, the_example_shows_the_built_in_values)
{
	static char text[65536];
	FILE *file = fopen("conf/makkerd.conf", "r");
	size_t length = fread(text, 1, sizeof text - 1, file);
	int values = 0;

	text[length] = '\0';
	fclose(file);
	for (size_t place = 0; place < config_option_count; place++) {
		const struct config_option *option = &config_options[place];
		const char *value = shown(text, option->name);

		cr_expect_not_null(value, "%s", option->name);
		if (value && *option->value) {
			cr_expect_eq(
				strcspn(value, "\n"), strlen(option->value), "%s", option->name);
			cr_expect_eq(strncmp(value, option->value, strlen(option->value)), 0, "%s",
				option->name);
			values++;
		}
	}
	cr_expect_gt(values, 20);
	cr_expect_eq(*shown(text, "default_strategy"), '\n', "by default it is the game's first");
}

/* "(300)" or "0 (the default)" in the text of an option. */
Test(config, the_manual_has_the_default_values)
{
	static char text[65536];
	FILE *file = fopen("src/daemon/makkerd.8", "r");
	size_t length = fread(text, 1, sizeof text - 1, file);
	int numbers = 0;

	text[length] = '\0';
	fclose(file);
	for (size_t place = 0; place < config_option_count; place++) {
		const struct config_option *option = &config_options[place];
		char begin[96] = ".BI \\-\\-", number[64];
		const char *from, *end, *found;
		size_t at = strlen(begin);

		for (from = option->name; *from; from++) {
			at += (size_t)snprintf(
				begin + at, sizeof begin - at, *from == '_' ? "\\-" : "%c", *from);
		}
		snprintf(begin + at, sizeof begin - at, "=");
		found = strstr(text, begin);
		if (!found || option->type != CONFIG_NUMBER) {
			continue;
		}
		end = strstr(found, "\n.TP");
		snprintf(number, sizeof number, "(default: %s", option->value);
		found = strstr(found, number);
		cr_expect(found && (!end || found < end), "%s is %s", option->name, option->value);
		numbers++;
	}
	cr_expect_gt(numbers, 5);
}

Test(config, every_option_is_in_the_example_and_the_manual)
{
	static const char *const files[] = {"conf/makkerd.conf", "src/daemon/makkerd.8"};
	static char text[65536];

	for (size_t i = 0; i < 2; i++) {
		FILE *file = fopen(files[i], "r");
		size_t length = fread(text, 1, sizeof text - 1, file);

		text[length] = '\0';
		fclose(file);
		for (size_t place = 0; place < config_option_count; place++) {
			char words[64];
			const char *from = config_options[place].name;
			char *to = words;

			/* roff wants its hyphens escaped. */
			for (; *from; from++) {
				if (i == 1 && *from == '_') {
					*to++ = '\\';
				}
				*to++ = i == 1 && *from == '_' ? '-' : *from;
			}
			*to = '\0';
			cr_expect_not_null(strstr(text, words), "%s lacks %s", files[i], words);
		}
	}
}
