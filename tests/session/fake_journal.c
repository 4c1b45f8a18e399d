#include "session/fake_journal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void note_once(struct fake_call *call, const struct journal_once *once)
{
	call->has_once = once != NULL;
	if (once) {
		call->once = *once;
	}
}

static void fake_create_session(struct journal *journal, const struct journal_session *session,
	const struct journal_once *once, journal_done *done, void *context)
{
	struct fake_call *call = add_call(journal, "create", context);

	call->session = *session;
	call->done = done;
	note_once(call, once);
	snprintf(call->rules, sizeof call->rules, "%s", session->rules);
}

static void fake_append(struct journal *journal, const struct journal_session *session,
	const struct journal_event *event, const struct journal_once *once, journal_done *done,
	void *context)
{
	struct fake_call *call = add_call(journal, "append", context);

	call->session = *session;
	call->event = *event;
	call->done = done;
	note_once(call, once);
	assert(strlen(event->body) < FAKE_BODY);
	snprintf(call->body, sizeof call->body, "%s", event->body);
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
	.list = fake_list,
	.remove = fake_remove,
};

static void fake_watch(struct journal *journal, struct journal_watcher *watcher)
{
	fake_of(journal)->watcher = watcher;
}

struct fake_journal *fake_create_shared(void)
{
	static struct journal_methods shared;
	struct fake_journal *fake = fake_create();

	shared = methods;
	shared.watch = fake_watch;
	fake->journal.methods = &shared;
	return fake;
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
}

void fake_write(struct fake_journal *fake, const char *id, int taken)
{
	char body[FAKE_BODY];

	snprintf(body, sizeof body, "{\"finding\":{\"explanation\":3,\"taken\":[%d]}}", taken);
	fake_write_event(fake, id, "move", body);
}

void fake_announce(struct fake_journal *fake, const char *id, uint64_t version)
{
	fake->watcher->changed(fake->watcher, id, version);
}

struct fake_journal *fake_create(void)
{
	struct fake_journal *fake = calloc(1, sizeof *fake);

	assert(fake);
	fake->journal.methods = &methods;
	return fake;
}

void fake_destroy(struct fake_journal *fake)
{
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
	kept->count++;
	return MK_OK;
}

static enum mk_status carry_out_remove(struct fake_journal *fake, const struct fake_call *call)
{
	struct fake_kept *kept = fake_find(fake, call->session.id);

	if (!kept) {
		return MK_NOT_FOUND;
	}
	memset(kept, 0, sizeof *kept);
	return MK_OK;
}

static void answer_load(struct fake_journal *fake, const struct fake_call *call)
{
	const struct fake_kept *kept = fake_find(fake, call->session.id);
	size_t first = 0, count;

	if (kept) {
		while (first < kept->count && kept->events[first].version <= call->after) {
			first++;
		}
		count = kept->count - first;
		call->loaded(call->context, MK_OK, &kept->session, kept->events + first,
			call->limit && call->limit < count ? call->limit : count);
	} else {
		call->loaded(call->context, MK_NOT_FOUND, NULL, NULL, 0);
	}
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
	} else if (call.listed) {
		call.listed(call.context, MK_OK, NULL, 0, false);
	} else if (strcmp(call.what, "create") == 0) {
		call.done(call.context, carry_out_create(fake, &call));
	} else if (strcmp(call.what, "append") == 0) {
		call.done(call.context, carry_out_append(fake, &call));
	} else {
		call.done(call.context, carry_out_remove(fake, &call));
	}
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
	} else if (call.listed) {
		call.listed(call.context, status, NULL, 0, false);
	} else {
		call.done(call.context, status);
	}
}
