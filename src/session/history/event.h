/* The accepted changes of a session, as the journal keeps them. */
#ifndef SESSION_HISTORY_EVENT_H
#define SESSION_HISTORY_EVENT_H

#include "base/limits.h"
#include "port/journal.h"
#include "session/advice_record.h"
#include "session/cameras.h"
#include "session/history/correction.h"
#include "session/session.h"

/*
 * snapshot  {"finding":...,"line":"KS,...","camera":"left","frame":7}   (the frame where numbered)
 *           "rates":[1200,3,2,0,90,1],"rated":"left"   (struct camera_rates, of the camera of that
 * name) move      {"finding":...} both, where something was advised before:
 *           "advised":{"table":[0.41,0.38,0.44],"move":[...],"suggested":[...],"made":[...]}
 * undo      {"steps":2}                                  (negative: the undoing was undone)
 * table     {"table":{...}}                              (it was taken over as it lay, at any time)
 * correction  {"event":3,"was":"9C","card":"9D"} (with "position" and "index": of that card alone),
 *           {"position":4,"count":"unseen","value":3};
 *           where moves were revised, the correction and "anew":[{"event":7,"finding":...}]
 * answer    {"finding":...}   (which of several explanations is true: "from" of the finding)
 *           (or a correction that confirms a believed card: "unconfirmed" lacks it)
 * change    {"language":"da","strategy":"classic","name":null}   (what was changed)
 */
enum event_kind {
	EVENT_SNAPSHOT,
	EVENT_MOVE,
	EVENT_UNDO,
	EVENT_TABLE,
	EVENT_CORRECTION,
	EVENT_ANSWER,
	EVENT_CHANGE
};

enum { EVENT_LINE_ROOM = 256, EVENT_TABLE_ROOM = MAX_TABLE_BYTES + 1 };

struct event {
	enum event_kind kind;
	int steps;
	bool numbered;
	char camera[CAMERA_ROOM];
	int64_t frame;
	bool rated; /* `rates` are those of `camera` after this picture */
	struct camera_rates rate_limiter;
	char line[EVENT_LINE_ROOM]; /* the snapshot as it was seen; "" if unknown */
	struct mk_finding finding;
	struct advised advised; /* when it was made */
	struct correction correction;
	char table[EVENT_TABLE_ROOM]; /* JSON */
};

/* JSON reserves more than it needs: an event of MAX_EVENT_BYTES has room in any case. */
enum { EVENT_BODY_ROOM = 2 * MAX_EVENT_BYTES };

const char *event_kind_name(enum event_kind kind);

/* The event that leads from `before` to `after`. */
void event_write_body(struct mk_text *out, const struct event *event, const struct session *before,
	const struct session *after);

/* MK_MALFORMED or the game's own refusal when the row is none that was written here. */
enum mk_status event_read(const struct journal_event *row, const struct mk_game *game,
	struct event *event, struct mk_error *error);

#endif
