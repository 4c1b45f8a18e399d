/* The events of a session in the journal. */
#ifndef SESSION_HISTORY_EVENT_H
#define SESSION_HISTORY_EVENT_H

#include "base/limits.h"
#include "port/journal.h"
#include "session/advice_record.h"
#include "session/cameras.h"
#include "session/history/correction.h"
#include "session/session.h"

/*
 * The JSON of each kind:
 *
 * snapshot    {"finding":...,"line":"KS,...","camera":"left","frame":7}   (frame: if numbered)
 *             "rates":[1200,3,2,0,90,1],"rated":"left"   (struct camera_rates of that camera)
 *             "typed":true   (by a person)
 * move        {"finding":...}   ("shown":true: it has shown a hidden card of a practice table)
 *             both, after an advice:
 *             "advised":{"table":[0.41,0.38,0.44],"move":[...],"suggested":[...],"made":[...]}
 *             (an unknown value is left out; "made" is [] then)
 * undo        {"steps":2}   (negative: redo)
 * table       {"table":{...}}   (set at any time)
 * correction  {"event":3,"was":"9C","card":"9D"}   ("position", "index": that card alone)
 *             {"position":4,"count":"unseen","value":3}
 *             "anew":[{"event":7,"finding":...}]   (if moves were revised)
 * answer      {"finding":...}   ("from": the true explanation; or a believed card is confirmed,
 *             which "unconfirmed" then lacks)
 * reply       {"finding":...}   (the move of an opponent at a practice table; "shown" as above)
 *             "covered":[...]   (the move itself, if the player does not see all of it)
 * change      {"language":"da","strategy":"classic","name":null}   (the changed properties)
 */
enum event_kind {
	EVENT_SNAPSHOT,
	EVENT_MOVE,
	EVENT_UNDO,
	EVENT_TABLE,
	EVENT_CORRECTION,
	EVENT_ANSWER,
	EVENT_REPLY,
	EVENT_CHANGE
};

enum { EVENT_LINE_SIZE = 256, EVENT_TABLE_SIZE = MAX_TABLE_BYTES + 1 };

struct event {
	enum event_kind kind;
	int steps;
	bool numbered;
	char camera[CAMERA_NAME_SIZE];
	int64_t frame;
	bool rated; /* `rates` are those of `camera` after this picture */
	struct camera_rates rates;
	bool typed;   /* a snapshot that a person typed: what it shows is no misreading */
	bool shown;   /* a move at a practice table that has shown something hidden */
	bool covered; /* of a reply: the player saw only a part; `whole` is the complete move */
	struct mk_move whole;
	char line[EVENT_LINE_SIZE]; /* the snapshot in one line; "" if unknown */
	struct mk_finding finding;
	struct advised advised; /* when it was made */
	struct correction correction;
	const char *status; /* the resulting status of a change, static text; NULL: another kind of
			       change */
	char table[EVENT_TABLE_SIZE]; /* JSON */
};

/* The JSON writer reserves more than it needs: an event of MAX_EVENT_BYTES always fits. */
enum { EVENT_BODY_SIZE = 2 * MAX_EVENT_BYTES };

const char *event_kind_name(enum event_kind kind);

/* The event that leads from `before` to `after`. */
void event_write_body(struct mk_text *out, const struct event *event, const struct session *before,
	const struct session *after);

/*
 * MK_MALFORMED, or an error of the game, if the row was not written by this program; `event` is
 * then undefined.
 */
enum mk_status event_read(const struct journal_event *row, const struct mk_game *game,
	struct event *event, struct mk_error *error);

#endif
