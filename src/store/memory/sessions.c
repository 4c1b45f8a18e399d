/* Sessions in memory. */
#include "store/memory/sessions.h"

#include "store/opened.h"

#include <stdlib.h>
#include <utlist.h>

static char *copy(const char *string)
{
	size_t size = strlen(string) + 1;

	return memcpy(store_realloc(NULL, size), string, size);
}

struct kept *memory_find(const struct memory_sessions *sessions, const char *id)
{
	struct kept *kept;

	HASH_FIND_STR(sessions->by_id, id, kept);
	return kept;
}

static bool is_newer_session(const struct kept *one, const struct kept *other)
{
	if (one->row.created_ms != other->row.created_ms) {
		return one->row.created_ms > other->row.created_ms;
	}
	return strcmp(one->row.id, other->row.id) > 0;
}

/* The first bytes of a digest differ between owners. 0 only for none. */
static uint64_t owner_key(const struct journal_session *session)
{
	uint64_t key;

	memcpy(&key, session->owner, sizeof key);
	return journal_is_owned(session) ? key | 1 : 0;
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
bool memory_keep(
	struct memory_sessions *sessions, const struct journal_session *session, uint64_t max_owned)
{
	uint64_t owner = owner_key(session);
	struct kept *older = sessions->newest;
	struct kept *kept;

	if (owner && !counts_take(&sessions->owned, owner, 1, max_owned)) {
		return false;
	}
	kept = store_realloc(NULL, sizeof *kept);
	*kept = (struct kept){.row = *session, .owner = owner};
	kept->row.rules = copy(session->rules);
	kept->row.locks = session->locks ? copy(session->locks) : NULL;
	while (older && is_newer_session(older, kept)) {
		older = older->next;
	}
	if (older) {
		DL_PREPEND_ELEM2(sessions->newest, older, kept, previous, next);
	} else {
		DL_APPEND2(sessions->newest, kept, previous, next);
	}
	HASH_ADD_STR(sessions->by_id, row.id, kept);
	return true;
}

uint64_t memory_count(const struct memory_sessions *sessions)
{
	return HASH_COUNT(sessions->by_id);
}

void memory_add_event(
	struct kept *kept, const struct journal_session *session, const struct journal_event *event)
{
	struct journal_session was = kept->row;

	if (kept->count == kept->room) {
		kept->room = kept->room ? 2 * kept->room : 8;
		kept->events = store_realloc(kept->events, kept->room * sizeof *kept->events);
	}
	kept->events[kept->count] = *event;
	kept->events[kept->count].body = copy(event->body);
	kept->events[kept->count++].state = event->state ? copy(event->state) : NULL;
	kept->row = *session;
	memcpy(kept->row.game, was.game, sizeof was.game);
	memcpy(kept->row.preset, was.preset, sizeof was.preset);
	kept->row.rules = was.rules;
	kept->row.locks = was.locks;
	kept->row.created_ms = was.created_ms;
	kept->row.version = event->version;
}

void memory_index_event(struct kept *kept, const struct journal_event *event)
{
	struct journal_event *own = &kept->events[event->version - 1];

	free((void *)own->state);
	own->state = event->state ? copy(event->state) : NULL;
	own->top = event->top;
}

void memory_forget(struct memory_sessions *sessions, struct kept *kept)
{
	if (kept->owner) {
		counts_give(&sessions->owned, kept->owner, 1);
	}
	HASH_DEL(sessions->by_id, kept);
	DL_DELETE2(sessions->newest, kept, previous, next);
	for (size_t i = 0; i < kept->count; i++) {
		free((void *)kept->events[i].body);
		free((void *)kept->events[i].state);
	}
	free((void *)kept->row.rules);
	free((void *)kept->row.locks);
	free(kept->events);
	free(kept);
}
