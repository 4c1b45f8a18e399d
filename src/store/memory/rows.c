/* Sessions, simulations and outcome counts in memory. */
#include "store/memory/rows.h"

#include "store/store_base.h"

#include <stdlib.h>
#include <string.h>
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

/* The first bytes of the owner's digest; 0 only without an owner. */
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
	kept->row.token_hashes = session->token_hashes ? copy(session->token_hashes) : NULL;
	kept->row.deal = session->deal ? copy(session->deal) : NULL;
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

static void drop_state(struct kept *kept, uint64_t version)
{
	if (version > 0 && version <= kept->count) {
		free((void *)kept->events[version - 1].state);
		kept->events[version - 1].state = NULL;
	}
}

void memory_add_event(
	struct kept *kept, const struct journal_session *session, const struct journal_event *event)
{
	struct journal_session was = kept->row;

	if (kept->count == kept->capacity) {
		kept->capacity = kept->capacity ? 2 * kept->capacity : 8;
		kept->events = store_realloc(kept->events, kept->capacity * sizeof *kept->events);
	}
	kept->events[kept->count] = *event;
	kept->events[kept->count].body = copy(event->body);
	kept->events[kept->count++].state = event->state ? copy(event->state) : NULL;
	drop_state(kept, event->drops_state_of);
	kept->row = *session;
	memcpy(kept->row.game, was.game, sizeof was.game);
	memcpy(kept->row.preset, was.preset, sizeof was.preset);
	kept->row.rules = was.rules;
	kept->row.token_hashes =
		session->token_hashes ? copy(session->token_hashes) : was.token_hashes;
	if (session->token_hashes) {
		free((void *)was.token_hashes);
	}
	kept->row.deal = was.deal;
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
	free((void *)kept->row.token_hashes);
	free((void *)kept->row.deal);
	free(kept->events);
	free(kept);
}

/* ---- simulations ---------------------------------------------------------------------------- */

struct kept_simulation {
	struct journal_simulation row; /* its texts are copies */
	struct kept_simulation *previous, *next;
};

static struct kept_simulation *find(const struct memory_simulations *simulations, const char *id)
{
	struct kept_simulation *kept = simulations->oldest;

	while (kept && strcmp(kept->row.id, id) != 0) {
		kept = kept->next;
	}
	return kept;
}

static bool is_newer(const struct kept_simulation *one, const struct kept_simulation *other)
{
	if (one->row.created_ms != other->row.created_ms) {
		return one->row.created_ms > other->row.created_ms;
	}
	return strcmp(one->row.id, other->row.id) > 0;
}

static struct kept_simulation *insert_simulation(
	struct memory_simulations *simulations, const struct journal_simulation *simulation)
{
	struct kept_simulation *kept = store_realloc(NULL, sizeof *kept);
	struct kept_simulation *newer = simulations->oldest;

	*kept = (struct kept_simulation){.row = *simulation};
	kept->row.spec = copy(simulation->spec);
	kept->row.statistics = NULL;
	while (newer && !is_newer(newer, kept)) {
		newer = newer->next;
	}
	if (newer) {
		DL_PREPEND_ELEM2(simulations->oldest, newer, kept, previous, next);
	} else {
		DL_APPEND2(simulations->oldest, kept, previous, next);
	}
	return kept;
}

enum mk_status memory_simulations_save(
	struct memory_simulations *simulations, const struct journal_simulation *simulation)
{
	struct kept_simulation *kept = find(simulations, simulation->id);

	if (!kept && !simulation->is_new) {
		return MK_NOT_FOUND;
	}
	if (kept && strcmp(kept->row.status, "running") != 0) {
		return MK_CONFLICT;
	}
	kept = kept ? kept : insert_simulation(simulations, simulation);
	memcpy(kept->row.status, simulation->status, sizeof kept->row.status);
	kept->row.updated_ms = simulation->updated_ms;
	if (simulation->statistics) {
		free((void *)kept->row.statistics);
		kept->row.statistics = copy(simulation->statistics);
	}
	return MK_OK;
}

static void forget(struct memory_simulations *simulations, struct kept_simulation *kept)
{
	DL_DELETE2(simulations->oldest, kept, previous, next);
	free((void *)kept->row.spec);
	free((void *)kept->row.statistics);
	free(kept);
}

bool memory_simulations_remove(struct memory_simulations *simulations, const char *id)
{
	struct kept_simulation *kept = find(simulations, id);

	if (kept) {
		forget(simulations, kept);
	}
	return kept != NULL;
}

size_t memory_simulations_list(const struct memory_simulations *simulations, const char *id,
	struct journal_simulation **rows)
{
	const struct kept_simulation *kept;
	size_t count = 0;

	*rows = NULL;
	DL_FOREACH2(simulations->oldest, kept, next)
	{
		if (!id[0] || strcmp(kept->row.id, id) == 0) {
			*rows = store_realloc(*rows, (count + 1) * sizeof **rows);
			(*rows)[count++] = kept->row;
		}
	}
	return count;
}

void memory_simulations_clear(struct memory_simulations *simulations)
{
	while (simulations->oldest) {
		forget(simulations, simulations->oldest);
	}
}

/* ---- counts --------------------------------------------------------------------------------- */

static struct journal_outcome_count tally_of(const struct journal_session *row)
{
	struct journal_outcome_count tally = {
		.advised = strcmp(row->status, "stopped") != 0 &&
			   journal_followed_advice(row->advised, row->followed),
		.tables = 1};

	memcpy(tally.game, row->game, sizeof tally.game);
	memcpy(tally.status, row->status, sizeof tally.status);
	return tally;
}

static bool is_same_tally(
	const struct journal_outcome_count *one, const struct journal_outcome_count *other)
{
	return one->advised == other->advised && strcmp(one->game, other->game) == 0 &&
	       strcmp(one->status, other->status) == 0;
}

size_t memory_tally_add(
	struct journal_outcome_count **tallies, size_t count, const struct journal_session *row)
{
	struct journal_outcome_count one = tally_of(row);

	if (!journal_has_ended(row->status)) {
		return count;
	}
	for (size_t i = 0; i < count; i++) {
		if (is_same_tally(&(*tallies)[i], &one)) {
			(*tallies)[i].tables++;
			return count;
		}
	}
	*tallies = store_realloc(*tallies, (count + 1) * sizeof **tallies);
	(*tallies)[count] = one;
	return count + 1;
}
