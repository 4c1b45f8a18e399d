/* Reviews as JSON. */
#ifndef API_VIEWS_REVIEW_JSON_H
#define API_VIEWS_REVIEW_JSON_H

#include "session/review.h"

#include <makker/text.h>

/* The part of a review's decisions that one response has. */
struct review_page {
	size_t after; /* number of leading decisions to skip */
	size_t limit;
	enum mk_language language;
	bool has_tables; /* each decision includes its table */
};

/* Writes the review with the known decisions of the page. */
void review_json_write(
	struct mk_text *out, const struct review *review, const struct review_page *page);

#endif
