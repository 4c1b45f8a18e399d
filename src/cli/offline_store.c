/* Stores without a daemon: a loop that runs until everything asked for is answered. */
#include "cli/offline_store.h"

#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { PAGE = 256 };

struct ledger {
	uv_loop_t loop;
	struct journal *journal;
};

/* A journal lets the loop end when nothing waits any more. */
static void wait_for_all(struct ledger *ledger)
{
	uv_run(&ledger->loop, UV_RUN_DEFAULT);
}

struct ledger *ledger_open(const char *url, bool must_exist, struct mk_error *error)
{
	struct ledger *ledger = calloc(1, sizeof *ledger);

	if (!ledger || uv_loop_init(&ledger->loop) != 0) {
		free(ledger);
		mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
		return NULL;
	}
	if (!must_exist || store_exists(url, error)) {
		ledger->journal = store_open(url, &ledger->loop, error);
	}
	if (!ledger->journal) {
		uv_loop_close(&ledger->loop);
		free(ledger);
		return NULL;
	}
	return ledger;
}

static void on_stopped(void *context)
{
	(void)context;
}

void ledger_close(struct ledger *ledger)
{
	if (!ledger) {
		return;
	}
	ledger->journal->methods->stop(ledger->journal, on_stopped, NULL);
	wait_for_all(ledger);
	ledger->journal->methods->destroy(ledger->journal);
	uv_loop_close(&ledger->loop);
	free(ledger);
}

/* ---- reading -------------------------------------------------------------------------------- */

struct ids {
	char (*all)[SESSION_ID_ROOM];
	size_t count;
	bool more;
	enum mk_status status;
};

static void note_ids(void *context, enum mk_status status, const struct journal_session *sessions,
	size_t count, bool more)
{
	struct ids *ids = context;
	void *larger = realloc(ids->all, (ids->count + count) * sizeof *ids->all + 1);

	ids->more = more;
	ids->status = larger ? status : MK_FULL;
	if (!larger) {
		return;
	}
	ids->all = larger;
	for (size_t i = 0; i < count; i++) {
		memcpy(ids->all[ids->count++], sessions[i].id, SESSION_ID_ROOM);
	}
}

char (*ledger_ids(struct ledger *ledger, size_t *count, struct mk_error *error))[SESSION_ID_ROOM]
{
	struct ids ids = {.more = true};

	while (ids.more) {
		struct journal_page page = {
			.after = ids.count ? ids.all[ids.count - 1] : NULL, .limit = PAGE};

		ids.more = false;
		ledger->journal->methods->list(ledger->journal, &page, note_ids, &ids);
		wait_for_all(ledger);
	}
	*count = ids.count;
	if (ids.status != MK_OK) {
		mk_fail(error, ids.status, "store_unavailable", "", "the store cannot be read");
		free(ids.all);
		return NULL;
	}
	return ids.all;
}

void ledger_load(struct ledger *ledger, const char *id, journal_loaded *loaded, void *context)
{
	ledger->journal->methods->load(ledger->journal, id, 0, 0, loaded, context);
	wait_for_all(ledger);
}

/* ---- writing -------------------------------------------------------------------------------- */

static void on_created(void *context, enum mk_status status)
{
	struct ledger_entry *entry = context;

	entry->status = status;
}

static void on_appended(void *context, enum mk_status status)
{
	struct ledger_entry *entry = context;

	entry->refused += status != MK_OK;
}

static void on_removed(void *context, enum mk_status status)
{
	struct ledger_entry *entry = context;

	entry->remains = status != MK_OK;
}

static void create(struct ledger *ledger, struct ledger_entry *entry)
{
	struct journal_session begun = entry->session;

	begun.version = 0;
	ledger->journal->methods->create(ledger->journal, &begun, NULL, on_created, entry);
}

static bool is_same(const char *one, const char *other)
{
	return one && other ? strcmp(one, other) == 0 : one == other;
}

/* Is it the same session, only with fewer events? */
static bool is_begun(const struct ledger_entry *entry, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	bool begun = session->version < entry->session.version &&
		     session->created_ms == entry->session.created_ms &&
		     strcmp(session->game, entry->session.game) == 0 &&
		     strcmp(session->preset, entry->session.preset) == 0 &&
		     is_same(session->rules, entry->session.rules) &&
		     is_same(session->locks, entry->session.locks);

	for (size_t i = 0; begun && i < count; i++) {
		begun = events[i].at_ms == entry->events[i].at_ms &&
			strcmp(events[i].body, entry->events[i].body) == 0;
	}
	return begun;
}

static void on_there(void *context, enum mk_status status, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	struct ledger_entry *entry = context;

	if (status == MK_OK && is_begun(entry, session, events, count)) {
		entry->status = MK_OK;
		entry->held = session->version;
	}
}

/* Who was killed while writing may have left the first events. */
static void find_begun(struct ledger *ledger, struct ledger_entry *entry)
{
	if (entry->status == MK_CONFLICT) {
		ledger->journal->methods->load(
			ledger->journal, entry->session.id, 0, 0, on_there, entry);
	}
}

static void append_all(struct ledger *ledger, struct ledger_entry *entry)
{
	for (uint64_t i = entry->held; entry->status == MK_OK && i < entry->session.version; i++) {
		ledger->journal->methods->append(ledger->journal, &entry->session,
			&entry->events[i], NULL, on_appended, entry);
	}
}

static void take_back(struct ledger *ledger, struct ledger_entry *entry)
{
	if (entry->status == MK_OK && entry->refused > 0) {
		entry->status = MK_IO;
		ledger->journal->methods->remove(
			ledger->journal, entry->session.id, INT64_MAX, on_removed, entry);
	}
}

/* Events follow only where the session is new: else they would become those of another. */
void ledger_add(struct ledger *ledger, struct ledger_entry *entries, size_t count)
{
	static void (*const steps[])(struct ledger * ledger, struct ledger_entry * entry) = {
		create, find_begun, append_all, take_back};

	for (size_t step = 0; step < sizeof steps / sizeof steps[0]; step++) {
		for (size_t i = 0; i < count; i++) {
			steps[step](ledger, &entries[i]);
		}
		wait_for_all(ledger);
	}
}
