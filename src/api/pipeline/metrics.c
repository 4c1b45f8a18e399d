/* Counts of requests, in a table of routes and statuses, so that a request costs a few additions.
 */
#include "api/pipeline/metrics.h"

#include "api/pipeline/route.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Statuses of responses; 0: all others, and clients that went away. */
static const int statuses[] = {101, 200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 406, 408, 409,
	412, 413, 414, 415, 421, 422, 426, 429, 431, 500, 503, 505, 0};
enum { STATUSES = sizeof statuses / sizeof statuses[0] };

struct route_stats {
	uint64_t by_status[STATUSES];
	struct histogram durations;
};

bool metrics_init(struct metrics *metrics, const struct route *routes, size_t route_count)
{
	metrics->routes = routes;
	metrics->route_count = route_count;
	metrics->rows = calloc(route_count + 1, sizeof *metrics->rows);
	return metrics->rows != NULL;
}

void metrics_deinit(struct metrics *metrics)
{
	free(metrics->rows);
}

/* The label is the path of a route itself, so its address identifies the row. */
static size_t find_row(const struct metrics *metrics, const struct http_access_record *record)
{
	const char *method = strcmp(record->method, "HEAD") == 0 ? "GET" : record->method;
	size_t i = 0;

	while (i < metrics->route_count &&
		(metrics->routes[i].path != record->label ||
			strcmp(metrics->routes[i].method, method) != 0)) {
		i++;
	}
	return i;
}

static size_t find_status(int status)
{
	size_t i = 0;

	while (i < STATUSES - 1 && statuses[i] != status) {
		i++;
	}
	return i;
}

void metrics_count(struct metrics *metrics, const struct http_access_record *record)
{
	struct route_stats *row = &metrics->rows[find_row(metrics, record)];

	row->by_status[find_status(record->status)]++;
	histogram_add(&row->durations, record->elapsed_ns);
}

static const struct {
	int status; /* 0: all others */
	const char *labels;
} rejections[METRICS_REJECTIONS] = {
	{400, "reason=\"malformed\""},
	{413, "reason=\"body_too_large\""},
	{414, "reason=\"target_too_long\""},
	{431, "reason=\"header_too_large\""},
	{505, "reason=\"version\""},
	{0, "reason=\"other\""},
};

void metrics_count_rejected(struct metrics *metrics, int status)
{
	size_t i = 0;

	while (i < METRICS_REJECTIONS - 1 && rejections[i].status != status) {
		i++;
	}
	metrics->rejected[i]++;
}

/* ---- the text format ------------------------------------------------------------------------ */

void metrics_family(struct mk_text *out, const char *name, const char *type, const char *help)
{
	mk_text_format(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

void metrics_sample(struct mk_text *out, const char *name, const char *labels, double value)
{
	const char *open = *labels ? "{" : "";
	const char *close = *labels ? "}" : "";

	mk_text_format(out, "%s%s%s%s %.17g\n", name, open, labels, close, value);
}

void metrics_histogram(struct mk_text *out, const char *name, const char *labels,
	const struct histogram *histogram)
{
	const char *comma = *labels ? "," : "";
	uint64_t count = 0;
	char with_suffix[64];

	for (int i = 0; i < HISTOGRAM_BOUNDS; i++) {
		count += histogram->by_bound[i];
		mk_text_format(out, "%s_bucket{%s%sle=\"%g\"} %llu\n", name, labels, comma,
			histogram_bounds[i], (unsigned long long)count);
	}
	count = histogram_count(histogram);
	mk_text_format(out, "%s_bucket{%s%sle=\"+Inf\"} %llu\n", name, labels, comma,
		(unsigned long long)count);
	snprintf(with_suffix, sizeof with_suffix, "%s_sum", name);
	metrics_sample(out, with_suffix, labels, histogram->seconds);
	snprintf(with_suffix, sizeof with_suffix, "%s_count", name);
	metrics_sample(out, with_suffix, labels, (double)count);
}

static void write_row_labels(const struct metrics *metrics, char *labels, size_t size, size_t row)
{
	struct mk_text text;

	mk_text_fixed(&text, labels, size);
	if (row < metrics->route_count) {
		mk_text_format(&text, "method=\"%s\",route=\"%s\"", metrics->routes[row].method,
			metrics->routes[row].path);
	} else {
		mk_text_put(&text, "method=\"\",route=\"\"");
	}
}

/*
 * Counters used by alarms are written from the start, since increase() does not detect the first
 * event otherwise.
 */
static bool is_failure(int status)
{
	return status == 500 || status == 503;
}

static void write_status_counts(
	struct mk_text *out, const struct route_stats *row, const char *labels)
{
	char with_code[160];
	struct mk_text text;

	for (size_t i = 0; i < STATUSES; i++) {
		if (row->by_status[i] > 0 || is_failure(statuses[i])) {
			mk_text_fixed(&text, with_code, sizeof with_code);
			mk_text_format(&text, "%s,code=\"%d\"", labels, statuses[i]);
			metrics_sample(out, "makker_http_requests_total", with_code,
				(double)row->by_status[i]);
		}
	}
}

static void write_rejections(struct mk_text *out, const struct metrics *metrics)
{
	static const char name[] = "makker_http_rejected_requests_total";

	metrics_family(out, name, "counter",
		"Requests refused for their form, before a route was looked for.");
	for (size_t i = 0; i < METRICS_REJECTIONS; i++) {
		metrics_sample(out, name, rejections[i].labels, (double)metrics->rejected[i]);
	}
}

/* Only for routes with requests: a histogram for each route would be a thousand lines. */
static void write_durations(struct mk_text *out, const struct route_stats *row, const char *labels)
{
	if (histogram_count(&row->durations) > 0) {
		metrics_histogram(
			out, "makker_http_request_duration_seconds", labels, &row->durations);
	}
}

static void for_each_row(struct mk_text *out, const struct metrics *metrics,
	void (*write)(struct mk_text *out, const struct route_stats *row, const char *labels))
{
	char labels[128];

	for (size_t i = 0; i <= metrics->route_count; i++) {
		write_row_labels(metrics, labels, sizeof labels, i);
		write(out, &metrics->rows[i], labels);
	}
}

void metrics_write_requests(struct mk_text *out, const struct metrics *metrics)
{
	metrics_family(out, "makker_http_requests_total", "counter",
		"Requests by route and status; code 0: the client went away.");
	for_each_row(out, metrics, write_status_counts);
	metrics_family(out, "makker_http_request_duration_seconds", "histogram",
		"From the request's first byte to the answer's last.");
	for_each_row(out, metrics, write_durations);
	write_rejections(out, metrics);
}
