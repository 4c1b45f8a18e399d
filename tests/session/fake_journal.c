#include "session/fake_journal.h"

#include "session/history/index.h"
#include "session/history/row.h"
#include "session/sessions.h"
#include "session/toy.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

static struct fake_journal *fake_of(struct journal *journal)
{
	return (struct fake_journal *)(void *)journal;
}

static struct fake_call *add_call(struct journal *journal, const char *what, void *context)
{
	struct fake_journal *fake = fake_of(journal);
	struct fake_call *call = &fake->calls[fake->call_count++];

	assert(fake->call_count < FAKE_CALLS);
	*call = (struct fake_call){.context = context};
	snprintf(call->what, sizeof call->what, "%s", what);
	return call;
}

static void note_once(struct fake_call *call, const struct journal_idempotency *idempotency)
{
	call->has_once = idempotency != NULL;
	if (idempotency) {
		call->idempotency = *idempotency;
	}
}

static char *copy_state(const char *state)
{
	char *copy = state ? strdup(state) : NULL;

	assert(copy || !state);
	return copy;
}

static void fake_create_session(struct journal *journal, const struct journal_session *session,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	struct fake_call *call = add_call(journal, "create", context);

	call->session = *session;
	call->done = done;
	note_once(call, idempotency);
	snprintf(call->rules, sizeof call->rules, "%s", session->rules);
}

static void fake_append(struct journal *journal, const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	struct fake_call *call = add_call(journal, "append", context);

	call->session = *session;
	call->event = *event;
	call->done = done;
	note_once(call, idempotency);
	fake_of(journal)->body_length = strlen(event->body);
	snprintf(call->body, sizeof call->body, "%s", event->body);
	call->event.state = copy_state(event->state);
}

static void fake_load(struct journal *journal, const char *id, uint64_t after, unsigned limit,
	journal_loaded *loaded, void *context)
{
	struct fake_call *call = add_call(journal, "load", context);

	fake_of(journal)->loads++;
	snprintf(call->session.id, sizeof call->session.id, "%s", id);
	call->after = after;
	call->limit = limit;
	call->loaded = loaded;
}

static void fake_load_from_state(struct journal *journal, const char *id, uint64_t upto,
	unsigned limit, journal_loaded *loaded, void *context)
{
	struct fake_call *call = add_call(journal, "from_state", context);

	fake_of(journal)->loads++;
	snprintf(call->session.id, sizeof call->session.id, "%s", id);
	call->upto = upto;
	call->limit = limit;
	call->loaded = loaded;
}

static void fake_load_tops(
	struct journal *journal, const char *id, uint64_t upto, journal_tops *loaded, void *context)
{
	struct fake_call *call = add_call(journal, "tops", context);

	fake_of(journal)->loads++;
	snprintf(call->session.id, sizeof call->session.id, "%s", id);
	call->upto = upto;
	call->tops = loaded;
}

static void fake_index_events(struct journal *journal, const char *id,
	const struct journal_event *events, size_t count, journal_done *done, void *context)
{
	struct fake_call *call = add_call(journal, "index", context);

	assert(count <= FAKE_INDEXED);
	snprintf(call->session.id, sizeof call->session.id, "%s", id);
	for (size_t i = 0; i < count; i++) {
		call->indexed[i] = (struct journal_event){.version = events[i].version,
			.top = events[i].top,
			.state = copy_state(events[i].state)};
	}
	call->indexed_count = count;
	call->done = done;
}

static void fake_list(struct journal *journal, const struct journal_page *page,
	journal_listed *listed, void *context)
{
	struct fake_call *call = add_call(journal, "list", context);

	call->limit = page->limit;
	call->listed = listed;
}

static void fake_remove(struct journal *journal, const char *id, int64_t before_ms,
	journal_done *done, void *context)
{
	struct fake_call *call = add_call(journal, "remove", context);

	(void)before_ms;
	snprintf(call->session.id, sizeof call->session.id, "%s", id);
	call->done = done;
}

static const struct journal_methods methods = {
	.create = fake_create_session,
	.append = fake_append,
	.load = fake_load,
	.load_from_state = fake_load_from_state,
	.load_tops = fake_load_tops,
	.index_events = fake_index_events,
	.list = fake_list,
	.remove = fake_remove,
};

static void fake_confirm(struct journal *journal, const char *id, uint64_t version, int64_t at_ms,
	journal_done *done, void *context)
{
	struct fake_call *call = add_call(journal, "confirm", context);

	snprintf(call->session.id, sizeof call->session.id, "%s", id);
	call->upto = version;
	call->at_ms = at_ms;
	call->done = done;
}

static void fake_follow(struct journal *journal, struct journal_follower *follower)
{
	DL_APPEND2(fake_of(journal)->followers, follower, previous, next);
}

static void fake_unfollow(struct journal *journal, struct journal_follower *follower)
{
	DL_DELETE2(fake_of(journal)->followers, follower, previous, next);
}

struct fake_journal *fake_create_shared(void)
{
	static struct journal_methods shared;
	struct fake_journal *fake = fake_create();

	shared = methods;
	shared.confirm = fake_confirm;
	shared.follow = fake_follow;
	shared.unfollow = fake_unfollow;
	fake->journal.methods = &shared;
	return fake;
}

/* The state that the other daemon stores with its event; none where the events are impossible. */
static void index_last(struct fake_kept *kept)
{
	static const struct sessions_options options = {.find_game = toy_find};
	struct session session;
	struct index index;
	struct mk_error error;

	if (row_read(&kept->session, &options, &session, &error) == MK_OK &&
		index_build(&index, &session, kept->events, kept->count, &error) == MK_OK) {
		const struct journal_event *last = &index.entries[kept->count - 1];

		kept->events[kept->count - 1].top = last->top;
		kept->states[kept->count - 1] = copy_state(last->state);
		kept->events[kept->count - 1].state = kept->states[kept->count - 1];
		index_finish(&index);
	}
}

void fake_write_event(struct fake_journal *fake, const char *id, const char *kind, const char *body)
{
	struct fake_kept *kept = fake_find(fake, id);
	struct journal_event *event = &kept->events[kept->count];

	assert(kept->count < FAKE_EVENTS && strlen(body) < FAKE_BODY);
	snprintf(event->kind, sizeof event->kind, "%s", kind);
	snprintf(kept->bodies[kept->count], FAKE_BODY, "%s", body);
	event->body = kept->bodies[kept->count++];
	event->version = ++kept->session.version;
	event->at_ms = ++kept->session.updated_ms;
	index_last(kept);
}

void fake_write(struct fake_journal *fake, const char *id, int taken)
{
	char body[FAKE_BODY];

	snprintf(body, sizeof body, "{\"finding\":{\"explanation\":3,\"taken\":[%d]}}", taken);
	fake_write_event(fake, id, "move", body);
}

void fake_announce(struct fake_journal *fake, const char *id, uint64_t version)
{
	struct journal_follower *follower = NULL, *next = NULL;

	DL_FOREACH_SAFE2(fake->followers, follower, next, next)
	{
		if (strcmp(follower->id, id) == 0 &&
			(version == 0 || version > follower->version)) {
			follower->on_newer(follower);
		}
	}
}

static bool is_newest(
	const struct fake_journal *fake, const char *id, uint64_t version, int64_t at_ms)
{
	const struct fake_kept *kept = fake_find((struct fake_journal *)fake, id);

	return kept && kept->session.version == version && kept->session.updated_ms == at_ms;
}

void fake_gap(struct fake_journal *fake)
{
	struct journal_follower *follower = NULL, *next = NULL;

	DL_FOREACH_SAFE2(fake->followers, follower, next, next)
	{
		if (!is_newest(fake, follower->id, follower->version, follower->at_ms)) {
			follower->on_newer(follower);
		}
	}
}

struct fake_journal *fake_create(void)
{
	struct fake_journal *fake = calloc(1, sizeof *fake);

	assert(fake);
	fake->journal.methods = &methods;
	return fake;
}

static void free_call(struct fake_call *call)
{
	free((void *)call->event.state);
	for (size_t i = 0; i < call->indexed_count; i++) {
		free((void *)call->indexed[i].state);
	}
}

static void free_states(struct fake_kept *kept)
{
	for (size_t i = 0; i < kept->count; i++) {
		free(kept->states[i]);
	}
}

void fake_destroy(struct fake_journal *fake)
{
	for (size_t i = 0; i < fake->call_count; i++) {
		free_call(&fake->calls[i]);
	}
	for (size_t i = 0; i < FAKE_SESSIONS; i++) {
		free_states(&fake->kept[i]);
	}
	free(fake);
}

struct fake_kept *fake_find(struct fake_journal *fake, const char *id)
{
	for (size_t i = 0; i < FAKE_SESSIONS; i++) {
		if (strcmp(fake->kept[i].session.id, id) == 0) {
			return &fake->kept[i];
		}
	}
	return NULL;
}

/* ---- answers -------------------------------------------------------------------------------- */

static enum mk_status carry_out_create(struct fake_journal *fake, const struct fake_call *call)
{
	struct fake_kept *kept = fake_find(fake, "");

	assert(kept);
	if (fake_find(fake, call->session.id)) {
		return MK_CONFLICT;
	}
	kept->session = call->session;
	memcpy(kept->rules, call->rules, sizeof kept->rules);
	kept->session.rules = kept->rules;
	kept->count = 0;
	return MK_OK;
}

/* Where a state was kept before it goes; the new one is copied. */
static void set_state(struct fake_kept *kept, size_t place, const char *state)
{
	free(kept->states[place]);
	kept->states[place] = copy_state(state);
	kept->events[place].state = kept->states[place];
}

static enum mk_status carry_out_append(struct fake_journal *fake, const struct fake_call *call)
{
	struct fake_kept *kept = fake_find(fake, call->session.id);

	if (!kept) {
		return MK_NOT_FOUND;
	}
	if (kept->session.version + 1 != call->event.version) {
		return MK_CONFLICT;
	}
	assert(kept->count < FAKE_EVENTS);
	kept->session = call->session;
	kept->session.rules = kept->rules;
	memcpy(kept->bodies[kept->count], call->body, FAKE_BODY);
	kept->events[kept->count] = call->event;
	kept->events[kept->count].body = kept->bodies[kept->count];
	set_state(kept, kept->count, call->event.state);
	kept->count++;
	if (call->event.drops_state_of) {
		set_state(kept, call->event.drops_state_of - 1, NULL);
	}
	return MK_OK;
}

/* Versions count from 1 without a gap. */
static enum mk_status carry_out_index(struct fake_journal *fake, const struct fake_call *call)
{
	struct fake_kept *kept = fake_find(fake, call->session.id);

	for (size_t i = 0; i < call->indexed_count; i++) {
		uint64_t version = call->indexed[i].version;

		if (!kept || version == 0 || version > kept->count) {
			return MK_NOT_FOUND;
		}
	}
	for (size_t i = 0; kept && i < call->indexed_count; i++) {
		kept->events[call->indexed[i].version - 1].top = call->indexed[i].top;
		set_state(kept, call->indexed[i].version - 1, call->indexed[i].state);
	}
	return kept ? MK_OK : MK_NOT_FOUND;
}

static enum mk_status carry_out_remove(struct fake_journal *fake, const struct fake_call *call)
{
	struct fake_kept *kept = fake_find(fake, call->session.id);

	if (!kept) {
		return MK_NOT_FOUND;
	}
	free_states(kept);
	memset(kept, 0, sizeof *kept);
	return MK_OK;
}

/* How many of the events have at most this version. */
static size_t events_up_to(const struct fake_kept *kept, uint64_t version)
{
	size_t count = 0;

	while (count < kept->count && kept->events[count].version <= version) {
		count++;
	}
	return count;
}

/* How many events are before the first one that is loaded. */
static size_t events_before(const struct fake_kept *kept, const struct fake_call *call)
{
	size_t end = events_up_to(kept, call->upto);

	if (strcmp(call->what, "load") == 0) {
		return events_up_to(kept, call->after);
	}
	while (end > 0 && !kept->events[end - 1].state) {
		end--;
	}
	return end > 0 ? end - 1 : 0;
}

static void answer_tops(struct fake_journal *fake, const struct fake_call *call)
{
	const struct fake_kept *kept = fake_find(fake, call->session.id);
	size_t count = kept ? events_up_to(kept, call->upto) : 0;
	uint64_t tops[FAKE_EVENTS];

	for (size_t i = 0; i < count; i++) {
		tops[i] = kept->events[i].top;
	}
	call->tops(call->context, kept ? MK_OK : MK_NOT_FOUND, tops, count);
}

static void answer_load(struct fake_journal *fake, const struct fake_call *call)
{
	const struct fake_kept *kept = fake_find(fake, call->session.id);
	size_t first, count;

	if (kept) {
		first = events_before(kept, call);
		count = kept->count - first;
		call->loaded(call->context, MK_OK, &kept->session, kept->events + first,
			call->limit && call->limit < count ? call->limit : count);
	} else {
		call->loaded(call->context, MK_NOT_FOUND, NULL, NULL, 0);
	}
}

static enum mk_status carry_out_confirm(struct fake_journal *fake, const struct fake_call *call)
{
	if (!fake_find(fake, call->session.id)) {
		return MK_NOT_FOUND;
	}
	return is_newest(fake, call->session.id, call->upto, call->at_ms) ? MK_OK : MK_CONFLICT;
}

static struct fake_call take_call(struct fake_journal *fake)
{
	struct fake_call call = fake->calls[0];

	assert(fake->call_count > 0);
	fake->call_count--;
	memmove(fake->calls, fake->calls + 1, fake->call_count * sizeof call);
	return call;
}

const char *fake_wants(const struct fake_journal *fake)
{
	return fake->call_count ? fake->calls[0].what : "";
}

void fake_answer(struct fake_journal *fake)
{
	struct fake_call call = take_call(fake);

	if (call.loaded) {
		answer_load(fake, &call);
	} else if (call.tops) {
		answer_tops(fake, &call);
	} else if (call.listed) {
		call.listed(call.context, MK_OK, NULL, 0, false);
	} else if (strcmp(call.what, "confirm") == 0) {
		call.done(call.context, carry_out_confirm(fake, &call));
	} else if (strcmp(call.what, "create") == 0) {
		call.done(call.context, carry_out_create(fake, &call));
	} else if (strcmp(call.what, "append") == 0) {
		call.done(call.context, carry_out_append(fake, &call));
	} else if (strcmp(call.what, "index") == 0) {
		call.done(call.context, carry_out_index(fake, &call));
	} else {
		call.done(call.context, carry_out_remove(fake, &call));
	}
	free_call(&call);
}

void fake_answer_all(struct fake_journal *fake)
{
	while (fake->call_count) {
		fake_answer(fake);
	}
}

void fake_refuse(struct fake_journal *fake, enum mk_status status)
{
	struct fake_call call = take_call(fake);

	if (call.loaded) {
		call.loaded(call.context, status, NULL, NULL, 0);
	} else if (call.tops) {
		call.tops(call.context, status, NULL, 0);
	} else if (call.listed) {
		call.listed(call.context, status, NULL, 0, false);
	} else {
		call.done(call.context, status);
	}
	free_call(&call);
}
