#include "daemon/log.h"

#include "base/limits.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int ends[2];
static char text[4096];

static void start(void)
{
	cr_assert_eq(pipe(ends), 0);
}

TestSuite(log, .init = start);

/* The lines of the log without their times. */
static const char *written(struct log *log)
{
	ssize_t length;

	log_destroy(log);
	close(ends[1]);
	length = read(ends[0], text, sizeof text - 1);
	text[length > 0 ? length : 0] = '\0';
	return strncmp(text, "time=", 5) == 0 ? strchr(text, ' ') + 1 : text;
}

Test(log, a_line_has_its_fields)
{
	struct log *log = log_create(ends[1], LOG_INFO, "logfmt");

	cr_assert(log_begin(log, LOG_INFO, "request"));
	log_text(log, "path", "/v1/games");
	log_int(log, "status", 200);
	log_ms(log, "ms", 1234567);
	log_end(log);
	cr_assert_str_eq(
		written(log), "level=info msg=request path=/v1/games status=200 ms=1.234\n");
}

Test(log, values_that_could_be_mistaken_are_quoted)
{
	struct log *log = log_create(ends[1], LOG_INFO, "logfmt");

	log_line(log, LOG_WARN, "two words", "detail", "a=\"b\"\nlevel=error");
	cr_assert_str_eq(written(log),
		"level=warn msg=\"two words\" detail=\"a=\\\"b\\\"\\nlevel=error\"\n");
}

Test(log, a_value_is_as_long_as_the_limit_and_the_rest_is_cut_off)
{
	struct log *log = log_create(ends[1], LOG_INFO, "logfmt");
	char value[MAX_LOG_VALUE + 2];
	char expected[2 * sizeof value];
	struct limits limits;

	limits_init(&limits);
	log_set_limits(log, &limits);
	memset(value, 'v', sizeof value);
	value[MAX_LOG_VALUE] = '\0';
	log_line(log, LOG_INFO, "full", "a", value);
	cr_assert_eq(limits.refused[LIMIT_LOG_VALUE], 0);
	value[MAX_LOG_VALUE] = 'w';
	value[MAX_LOG_VALUE + 1] = '\0';
	log_line(log, LOG_INFO, "more", "b", value);
	cr_assert_eq(limits.refused[LIMIT_LOG_VALUE], 1);
	value[MAX_LOG_VALUE] = '\0';
	snprintf(expected, sizeof expected, "level=info msg=full a=%s\n", value);
	written(log);
	cr_assert_not_null(strstr(text, expected));
	snprintf(expected, sizeof expected, "level=info msg=more b=%s\n", value);
	cr_assert_not_null(strstr(text, expected));
}

Test(log, levels_below_are_left_out)
{
	struct log *log = log_create(ends[1], LOG_WARN, "logfmt");

	cr_assert_not(log_begin(log, LOG_INFO, "request"));
	log_line(log, LOG_ERROR, "bad", NULL, NULL);
	cr_assert_str_eq(written(log), "level=error msg=bad\n");
}

Test(log, json_lines_are_json)
{
	struct log *log = log_create(ends[1], LOG_INFO, "json");
	json_t *json;

	log_begin(log, LOG_INFO, "a \"line\"");
	log_ms(log, "ms", 5);
	log_int(log, "status", 0);
	log_end(log);
	json = json_loads(written(log), JSON_REJECT_DUPLICATES, NULL);
	cr_assert_str_eq(json_string_value(json_object_get(json, "msg")), "a \"line\"");
	cr_assert_eq(json_real_value(json_object_get(json, "ms")), 0.0);
	json_decref(json);
}

Test(log, to_the_journal_each_line_has_its_priority)
{
	struct stat file;
	char stream[64];
	struct log *log;

	cr_assert_eq(fstat(ends[1], &file), 0);
	snprintf(stream, sizeof stream, "%llu:%llu", (unsigned long long)file.st_dev,
		(unsigned long long)file.st_ino);
	setenv("JOURNAL_STREAM", stream, 1);
	log = log_create(ends[1], LOG_INFO, "logfmt");
	log_line(log, LOG_WARN, "slow", "ms", "1");
	cr_assert_eq(strncmp(written(log), "<4>time=", 8), 0, "%s", text);
	cr_assert_not_null(strstr(text, " level=warn msg=slow ms=1\n"));
}

Test(log, another_stream_than_that_of_the_journal_has_no_priorities)
{
	struct log *log;

	setenv("JOURNAL_STREAM", "1:1", 1);
	log = log_create(ends[1], LOG_INFO, "logfmt");
	log_line(log, LOG_WARN, "slow", NULL, NULL);
	cr_assert_str_eq(written(log), "level=warn msg=slow\n");
}

/* ---- requests ------------------------------------------------------------------------------- */

static const char *line_about(struct http_access_record outcome, unsigned slow_ms)
{
	struct log *log = log_create(ends[1], LOG_INFO, "logfmt");
	struct rejected_log rejected = {0};

	outcome.id = "1";
	outcome.method = "GET";
	outcome.path = outcome.label;
	outcome.peer.local = true;
	log_set_slow(log, slow_ms);
	request_log(log, &rejected, &outcome);
	return written(log);
}

/* The line of a request that took so long. */
static const char *line_of(int64_t elapsed_ns, bool is_long, unsigned slow_ms)
{
	return line_about((struct http_access_record){.label = "/livez",
				  .status = 200,
				  .is_long = is_long,
				  .elapsed_ns = elapsed_ns},
		slow_ms);
}

static const char *line_of_probe(int status, int64_t elapsed_ns)
{
	return line_about(
		(struct http_access_record){
			.label = "/readyz", .status = status, .elapsed_ns = elapsed_ns},
		1000);
}

Test(log, a_slow_request_is_a_warning)
{
	cr_assert_not_null(strstr(line_of(1000000001, false, 1000), "level=warn msg=request"));
}

Test(log, a_request_at_the_limit_is_not_slow)
{
	cr_assert_not_null(strstr(line_of(1000000000, false, 1000), "level=info msg=request"));
}

Test(log, a_stream_or_a_long_poll_is_not_slow)
{
	cr_assert_not_null(strstr(line_of(60000000000, true, 1000), "level=info msg=request"));
}

Test(log, without_a_limit_no_request_is_slow)
{
	cr_assert_not_null(strstr(line_of(60000000000, false, 0), "level=info msg=request"));
}

Test(log, a_successful_health_check_is_not_logged)
{
	cr_assert_str_empty(line_of_probe(200, 1000));
}

Test(log, a_failed_health_check_is_logged)
{
	cr_assert_not_null(strstr(line_of_probe(503, 1000), "level=warn msg=request"));
}

Test(log, a_slow_answer_to_a_load_balancer_has_a_line)
{
	cr_assert_not_null(strstr(line_of_probe(200, 1000000001), "level=warn msg=request"));
}

/* All that lies in the pipe, behind what was read before. */
static void drain(char *all, size_t capacity)
{
	size_t length = strlen(all);
	ssize_t more;

	while ((more = read(ends[0], all + length, capacity - 1 - length)) > 0) {
		length += (size_t)more;
		all[length] = '\0';
	}
}

Test(log, a_reader_that_pauses_blocks_no_one_and_gets_the_number_of_lost_lines, .timeout = 120)
{
	static char all[1024 * 1024];
	struct log *log = log_create(ends[1], LOG_INFO, "logfmt");
	unsigned long written = 0, lost = 0;

	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	for (int i = 0; i < 5000; i++) {
		log_line(log, LOG_INFO, "a line of the many that no reader reads", NULL, NULL);
		log_flush(log);
	}
	for (int i = 0; i < 10; i++) {
		drain(all, sizeof all);
		log_flush(log);
	}
	log_line(log, LOG_INFO, "the last", NULL, NULL);
	log_destroy(log);
	drain(all, sizeof all);
	for (const char *line = all; *line; line = strchr(line, '\n') + 1) {
		const char *number = strstr(line, " lines=");
		bool reports_loss = number && number < strchr(line, '\n');

		lost += reports_loss ? strtoul(number + strlen(" lines="), NULL, 10) : 0;
		written += !reports_loss;
	}
	cr_assert_gt(lost, 0);
	cr_assert_eq(written + lost, 5001);
	cr_assert_not_null(strstr(all, "msg=\"the last\"\n"));
	close(ends[1]);
}

Test(log, nothing_is_written_before_it_is_flushed)
{
	struct log *log = log_create(ends[1], LOG_INFO, "logfmt");
	char byte;

	log_line(log, LOG_INFO, "later", NULL, NULL);
	close(ends[1]);
	cr_assert_eq(read(ends[0], &byte, 1), 0);
	ends[1] = -1;
	log_destroy(log);
}
