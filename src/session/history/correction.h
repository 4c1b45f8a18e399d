/*
 * A player's correction: a misread card, from its revealing event on, or a count.
 *
 * Corrections are events. Replay uses the corrected card from the beginning. If that is impossible,
 * because moves were concluded wrongly, the correction has the events whose snapshots were
 * interpreted again.
 */
#ifndef SESSION_HISTORY_CORRECTION_H
#define SESSION_HISTORY_CORRECTION_H

#include <makker/game.h>

struct json_t;

enum { MAX_REVISED_EVENTS = 8, REVISED_STEPS = 4, REVISED_CARDS = 8 };

/* The revised finding of an event. */
struct revised_event {
	uint64_t event;
	uint8_t explanation;
	uint8_t step_count, revealed_count;
	struct mk_played_move steps[REVISED_STEPS];
	struct mk_place revealed[REVISED_CARDS];
};

struct correction {
	bool counts;    /* a count, not a card */
	bool alone;     /* only of the card that the event revealed at `place` */
	uint64_t event; /* version of the event that revealed the wrong card; 0: see `revised` */
	mk_card was, card;
	struct mk_count count;
	/* Of a single card; with `revised`: the corrected place (MK_NO_CARD: no card). */
	struct mk_place place;
	uint8_t revised_count;
	struct revised_event revised[MAX_REVISED_EVENTS];
};

/* Stores a finding; false if it is too long. */
bool revised_event_init(
	struct revised_event *revised, uint64_t event, const struct mk_finding *finding);

/* Changes the finding of event `version` to that after the correction. */
void correction_mend(
	const struct correction *correction, uint64_t version, struct mk_finding *finding);

/* Replaces the wrong card everywhere in the finding. */
void correction_mend_finding(const struct correction *correction, struct mk_finding *finding);

/* The same in the JSON of a table, where cards are strings. */
void correction_mend_json(const struct correction *correction, struct json_t *json);

/* As members of an open object: the correction, then (for the journal) the revised events. */
void correction_write(struct mk_text *out, const struct correction *correction);
void correction_write_revised(
	struct mk_text *out, const struct mk_game *game, const struct correction *correction);

/* Reads the complete correction from JSON. */
enum mk_status correction_read(const struct json_t *json, const struct mk_game *game,
	struct correction *correction, struct mk_error *error);

#endif
