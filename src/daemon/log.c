/* Log lines in two forms. */
#include "daemon/log.h"

#include "api/api.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/limits.h"

#include <errno.h>
#include <limits.h>
#include <makker/text.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_SIZE = 64 * 1024, LINE_SIZE = 8192, LAST_WAIT_MS = 100 };

struct log {
	int descriptor;
	enum log_level level;
	bool json;
	bool has_priorities;     /* each line begins with its priority, for the journal */
	bool begins;             /* the next key is the first one of its line */
	int64_t slow_ns;         /* a request that takes longer is a warning; 0: none */
	struct limits *limits;   /* NULL: nothing is counted */
	unsigned long long lost; /* lines dropped while the output was full */
	struct mk_text lines;
	char buffer[LOG_SIZE];
};

static const char *const level_names[] = {
	[LOG_ERROR] = "error", [LOG_WARN] = "warn", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"};

/* Of syslog: error, warning, informational, debug. */
static const int priorities[] = {[LOG_ERROR] = 3, [LOG_WARN] = 4, [LOG_INFO] = 6, [LOG_DEBUG] = 7};

enum log_level log_level_of(const char *name)
{
	for (int i = LOG_ERROR; i <= LOG_DEBUG; i++) {
		if (strcmp(level_names[i], name) == 0) {
			return (enum log_level)i;
		}
	}
	return LOG_INFO;
}

/* systemd names the stream that it has connected to the journal; see sd-daemon(3). */
static bool is_journal(int descriptor)
{
	const char *stream = getenv("JOURNAL_STREAM");
	struct stat file;
	char own[64];

	if (!stream || fstat(descriptor, &file) != 0) {
		return false;
	}
	snprintf(own, sizeof own, "%llu:%llu", (unsigned long long)file.st_dev,
		(unsigned long long)file.st_ino);
	return strcmp(stream, own) == 0;
}

struct log *log_create(int descriptor, enum log_level level, const char *format)
{
	struct log *log = malloc(sizeof *log);

	if (log) {
		log->descriptor = descriptor;
		log->level = level;
		log->json = strcmp(format, "json") == 0;
		log->limits = NULL;
		log->lost = 0;
		log->slow_ns = 0;
		log->begins = false;
		log->has_priorities = is_journal(descriptor);
		mk_text_fixed(&log->lines, log->buffer, sizeof log->buffer);
	}
	return log;
}

void log_set_limits(struct log *log, struct limits *limits)
{
	log->limits = limits;
}

void log_set_slow(struct log *log, unsigned ms)
{
	log->slow_ns = (int64_t)ms * 1000000;
}

void log_set_level(struct log *log, enum log_level level)
{
	log->level = level;
}

bool log_has_level(const struct log *log, enum log_level level)
{
	return level <= log->level;
}

/*
 * A slow reader must not block the loop: a pipe or socket that is ready takes this many bytes
 * without blocking.
 */
enum { AT_ONCE = PIPE_BUF };

static bool takes_more(int descriptor, int wait_ms)
{
	struct pollfd wanted = {.fd = descriptor, .events = POLLOUT};

	return poll(&wanted, 1, wait_ms) == 1 && wanted.revents & POLLOUT;
}

/* The number of bytes written; all, if writing can never succeed. */
static size_t write_some(int descriptor, const char *at, size_t length, int wait_ms)
{
	size_t done = 0;

	while (done < length && takes_more(descriptor, wait_ms)) {
		size_t left = length - done;
		ssize_t written = write(descriptor, at + done, left < AT_ONCE ? left : AT_ONCE);

		if (written < 0 && errno != EINTR && errno != EAGAIN) {
			return length;
		}
		done += written > 0 ? (size_t)written : 0;
	}
	return done;
}

static void flush(struct log *log, int wait_ms)
{
	size_t length = log->lines.length;
	size_t done = length ? write_some(log->descriptor, log->buffer, length, wait_ms) : 0;

	memmove(log->buffer, log->buffer + done, length - done);
	log->lines.length = length - done;
	log->lines.truncated = false;
	log->buffer[length - done] = '\0';
}

void log_flush(struct log *log)
{
	flush(log, 0);
}

void log_destroy(struct log *log)
{
	if (log) {
		flush(log, LAST_WAIT_MS);
		free(log);
	}
}

/* ---- fields --------------------------------------------------------------------------------- */

static bool is_bare(const char *value)
{
	for (const char *at = value; *at; at++) {
		if ((unsigned char)*at <= ' ' || *at == '"' || *at == '=' || *at == '\\' ||
			*at == 0x7f) {
			return false;
		}
	}
	return *value != '\0';
}

static void put_key(struct log *log, const char *key)
{
	if (!log->begins) {
		mk_text_char(&log->lines, ' ');
	}
	log->begins = false;
	mk_text_put(&log->lines, key);
	mk_text_char(&log->lines, '=');
}

/* A longer value is truncated, and counted. */
static size_t length_within(struct log *log, const char *value)
{
	size_t length = strnlen(value, MAX_LOG_VALUE);

	if (value[length]) {
		limits_count(log->limits, LIMIT_LOG_VALUE);
	}
	return length;
}

/* Escapes are JSON's in both forms: none can end a line. */
void log_text(struct log *log, const char *key, const char *value)
{
	size_t length = length_within(log, value);

	if (log->json) {
		mk_json_string_n(&log->lines, key, value, length);
	} else if (is_bare(value)) {
		put_key(log, key);
		mk_text_add(&log->lines, value, length);
	} else {
		put_key(log, key);
		mk_text_char(&log->lines, '"');
		mk_json_escaped(&log->lines, value, length);
		mk_text_char(&log->lines, '"');
	}
}

void log_int(struct log *log, const char *key, long long value)
{
	if (log->json) {
		mk_json_int(&log->lines, key, value);
	} else {
		put_key(log, key);
		mk_text_int(&log->lines, value);
	}
}

void log_ms(struct log *log, const char *key, long long ns)
{
	char buffer[32];
	struct mk_text number;
	long long us = ns / 1000;
	char fraction[4] = {'.', (char)('0' + us / 100 % 10), (char)('0' + us / 10 % 10),
		(char)('0' + us % 10)};

	mk_text_fixed(&number, buffer, sizeof buffer);
	mk_text_int(&number, us / 1000);
	mk_text_add(&number, fraction, sizeof fraction);
	if (log->json) {
		mk_json_raw(&log->lines, key, number.bytes, number.length);
	} else {
		put_key(log, key);
		mk_text_add(&log->lines, number.bytes, number.length);
	}
}

/* ---- lines ---------------------------------------------------------------------------------- */

static bool has_room(struct log *log)
{
	if (log->lines.length + LINE_SIZE > sizeof log->buffer) {
		log_flush(log);
	}
	return log->lines.length + LINE_SIZE <= sizeof log->buffer;
}

static void begin(struct log *log, enum log_level level, const char *message)
{
	char stamp[CLOCK_LENGTH + 1];
	struct mk_text time;

	if (log->has_priorities) {
		mk_text_format(&log->lines, "<%d>", priorities[level]);
	}
	log->begins = true;
	if (log->json) {
		mk_json_open_object(&log->lines, NULL);
	}
	mk_text_fixed(&time, stamp, sizeof stamp);
	clock_write(&time, clock_wall_ms());
	log_text(log, "time", stamp);
	log_text(log, "level", level_names[level]);
	log_text(log, "msg", message);
}

static void tell_lost(struct log *log)
{
	begin(log, LOG_WARN, "lines were lost");
	log_int(log, "lines", (long long)log->lost);
	log_end(log);
	log->lost = 0;
}

bool log_begin(struct log *log, enum log_level level, const char *message)
{
	if (level > log->level) {
		return false;
	}
	if (log->lost > 0 && has_room(log)) {
		tell_lost(log);
	}
	if (!has_room(log)) {
		log->lost++;
		return false;
	}
	begin(log, level, message);
	return true;
}

void log_end(struct log *log)
{
	if (log->json) {
		mk_json_close_object(&log->lines);
	}
	mk_text_char(&log->lines, '\n');
}

void log_line(struct log *log, enum log_level level, const char *message, const char *key,
	const char *value)
{
	if (log_begin(log, level, message)) {
		if (key) {
			log_text(log, key, value);
		}
		log_end(log);
	}
}

/* ---- requests ------------------------------------------------------------------------------- */

static bool is_slow(const struct log *log, const struct http_access_record *outcome)
{
	return log->slow_ns > 0 && !outcome->is_long && outcome->elapsed_ns > log->slow_ns;
}

/* Load balancers check several times a second: successful checks are not logged. */
static bool is_probe(const struct http_access_record *outcome)
{
	return outcome->status == 200 && strcmp(outcome->label, "/readyz") == 0;
}

static enum log_level request_level(const struct log *log, const struct http_access_record *outcome)
{
	if (outcome->status >= 500 || is_slow(log, outcome)) {
		return LOG_WARN;
	}
	return is_probe(outcome) ? LOG_DEBUG : LOG_INFO;
}

enum { REJECTED_INTERVAL_NS = 1000000000 };

static bool is_suppressed(struct rejected_log *rejected, const struct http_access_record *outcome)
{
	int64_t now_ns = clock_ticks_ns();

	if (!outcome->rejected) {
		return false;
	}
	if (now_ns < rejected->next_ns) {
		rejected->suppressed++;
		return true;
	}
	rejected->next_ns = now_ns + REJECTED_INTERVAL_NS;
	return false;
}

bool request_log_writes(const struct log *log, const struct http_access_record *outcome)
{
	return log_has_level(log, request_level(log, outcome));
}

bool request_log_admits(struct request_lines *lines, struct log *log, struct limits *limits)
{
	int64_t second = clock_ticks_ns() / 1000000000;
	uint64_t most = limits_value(limits, LIMIT_LOG_LINES);

	if (second != lines->second) {
		lines->second = second;
		lines->written = 0;
	}
	if (most > 0 && lines->written >= most) {
		lines->suppressed++;
		limits_count(limits, LIMIT_LOG_LINES);
		return false;
	}
	lines->written++;
	if (lines->suppressed > 0 &&
		log_begin(log, LOG_WARN, "lines about requests were suppressed")) {
		log_int(log, "lines", (long long)lines->suppressed);
		log_end(log);
		lines->suppressed = 0;
	}
	return true;
}

static const char *const note_names[HTTP_NOTES] = {[HTTP_NOTE_TIMING] = "timing",
	[HTTP_NOTE_CODE] = "code",
	[HTTP_NOTE_ROLE] = "role",
	[HTTP_NOTE_CREATED] = "session",
	[HTTP_NOTE_TRACE] = "trace_id"};

void request_log(
	struct log *log, struct rejected_log *rejected, const struct http_access_record *outcome)
{
	char session[33];
	char client[PEER_SIZE];

	if (is_suppressed(rejected, outcome)) {
		return;
	}
	if (!log_begin(log, request_level(log, outcome), "request")) {
		return;
	}
	log_text(log, "request_id", outcome->id);
	http_peer_write(&outcome->peer, client);
	log_text(log, "client", client);
	log_text(log, "method", outcome->method);
	log_text(log, "path", outcome->label[0] ? outcome->label : "-");
	log_int(log, "status", outcome->status);
	log_ms(log, "ms", outcome->elapsed_ns);
	for (int i = 0; i < HTTP_NOTES; i++) {
		if (outcome->notes[i]) {
			log_text(log, note_names[i], outcome->notes[i]);
		}
	}
	api_session_of(outcome->path, session);
	if (session[0]) {
		log_text(log, "session", session);
	}
	if (outcome->rejected) {
		log_int(log, "suppressed", (long long)rejected->suppressed);
		rejected->suppressed = 0;
	}
	log_end(log);
}
