/* Request metrics, and the Prometheus text format. */
#ifndef API_PIPELINE_METRICS_H
#define API_PIPELINE_METRICS_H

#include "base/histogram.h"
#include "http/http.h"

#include <makker/text.h>
#include <stdbool.h>

struct route;
struct route_stats;

enum { METRICS_REJECTIONS = 6 };

/* A row for each route, and a last one for requests without a route. */
struct metrics {
	const struct route *routes;
	size_t route_count;
	struct route_stats *rows;
	uint64_t rejected[METRICS_REJECTIONS]; /* by reason */
};

/* False without memory. `routes` is borrowed. */
bool metrics_init(struct metrics *metrics, const struct route *routes, size_t route_count);
void metrics_deinit(struct metrics *metrics);

/* Counts one request. */
void metrics_count(struct metrics *metrics, const struct http_access_record *record);

/* Counts a request that the HTTP server rejected with this status. */
void metrics_count_rejected(struct metrics *metrics, int status);

/* The families about requests. */
void metrics_write_requests(struct mk_text *out, const struct metrics *metrics);

/* ---- the text format ------------------------------------------------------------------------ */

void metrics_family(struct mk_text *out, const char *name, const char *type, const char *help);

/* `labels` is the text between the braces, or "". */
void metrics_sample(struct mk_text *out, const char *name, const char *labels, double value);

/* The samples of a histogram. */
void metrics_histogram(struct mk_text *out, const char *name, const char *labels,
	const struct histogram *histogram);

#endif
