/*
 * What the player put right: a card that was read wrong, from the event on that told it, or a
 * count.
 *
 * Corrections are events like others. Where the path is walked, a card that was corrected later is
 * the right one from the beginning.
 */
#ifndef SESSION_CORRECTION_H
#define SESSION_CORRECTION_H

#include <makker/game.h>

struct json_t;

struct correction {
	bool counts;    /* a count, not a card */
	uint64_t event; /* the version of the event that told the wrong card */
	mk_card was, card;
	struct mk_count count;
};

/* Puts the right card wherever the finding has the wrong one. */
void correction_mend_finding(const struct correction *correction, struct mk_finding *finding);

/* The same in the JSON of a table, where cards are strings. */
void correction_mend_json(const struct correction *correction, struct json_t *json);

/* As members of an open object, and back. */
void correction_write(struct mk_text *out, const struct correction *correction);
enum mk_status correction_read(
	const struct json_t *json, struct correction *correction, struct mk_error *error);

#endif
