/* Ranked moves and the figures of advice, as JSON. */
#ifndef API_VIEWS_ADVICE_JSON_H
#define API_VIEWS_ADVICE_JSON_H

#include "api/views/session_json.h"

/* The best `max_moves` of all legal moves. */
void advice_json_moves(struct mk_text *out, const char *key, struct representation *representation);

/* The chosen move, or null. */
void advice_json_suggestion(
	struct mk_text *out, const char *key, struct representation *representation);

/* What the advice cost and is worth; null for none. */
void advice_json_figures(
	struct mk_text *out, const char *key, const struct representation *representation);

#endif
