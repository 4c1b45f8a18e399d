/* The steps that a session has taken, those that were taken back among them. */
#ifndef SESSION_PATH_H
#define SESSION_PATH_H

#include "session/event.h"

struct path_step {
	uint64_t version; /* of its event */
	struct mk_finding finding;
};

/* The first `taken` steps count; those up to `told` were taken back and can come again. */
struct path {
	struct path_step *steps;
	size_t taken;
	size_t told;
};

/* Room for `count` steps; false without memory. */
bool path_init(struct path *path, size_t count);
void path_finish(struct path *path);

/* Steps back, negative: forth again. False when there are not so many. */
bool path_go(struct path *path, int back);

/* Takes the step of one event, back or forth. */
enum mk_status path_follow(
	struct path *path, uint64_t version, const struct event *event, struct mk_error *error);

/* The table at the end of the path; that before its last step goes to `before` (may be NULL). */
enum mk_status path_walk(const struct path *path, const struct session *session,
	struct mk_view *view, struct mk_view *before, struct mk_error *error);

/* MK_IO "journal_broken": what the journal has of event `version` never happened here. */
enum mk_status path_broken(uint64_t version, const struct mk_error *cause, struct mk_error *error);

#endif
