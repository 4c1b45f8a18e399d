/* A store without a daemon: an event loop that runs until all calls have completed. */
#include "cli/offline_store.h"

#include "session/deal.h"
#include "session/history/row.h"
#include "session/sessions.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { PAGE = 256, KEY_STORE = 0x3001 };

static const struct argp_option options[] = {
	{"store", KEY_STORE, "URL", 0, "store, as for makkerd: sqlite:PATH or postgres://...", 0},
	{0},
};

static error_t parse_store_option(int key, char *word, struct argp_state *state)
{
	const char **url = state->input;

	switch (key) {
	case KEY_STORE:
		*url = word;
		return 0;
	case ARGP_KEY_END:
		if (!*url) {
			argp_error(state, "missing --store");
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp offline_store_argp = {.options = options, .parser = parse_store_option};

struct offline_store {
	uv_loop_t loop;
	struct journal *journal;
};

/* A journal without pending calls does not keep the loop alive. */
static void wait_for_all(struct offline_store *store)
{
	uv_run(&store->loop, UV_RUN_DEFAULT);
}

struct offline_store *offline_store_open(const char *url, bool must_exist, struct mk_error *error)
{
	struct offline_store *store = calloc(1, sizeof *store);

	if (!store || uv_loop_init(&store->loop) != 0) {
		free(store);
		mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
		return NULL;
	}
	if (!must_exist || store_exists(url, error)) {
		store->journal = store_open(url, &store->loop, error);
	}
	if (!store->journal) {
		uv_loop_close(&store->loop);
		free(store);
		return NULL;
	}
	return store;
}

static void on_stopped(void *context)
{
	(void)context;
}

void offline_store_close(struct offline_store *store)
{
	if (!store) {
		return;
	}
	store->journal->methods->stop(store->journal, on_stopped, NULL);
	wait_for_all(store);
	store->journal->methods->destroy(store->journal);
	uv_loop_close(&store->loop);
	free(store);
}

/* ---- reading -------------------------------------------------------------------------------- */

struct ids {
	char (*all)[SESSION_ID_SIZE];
	size_t count;
	int64_t last_ms; /* when the last one was created */
	bool more;
	enum mk_status status;
};

static void on_listed(void *context, enum mk_status status, const struct journal_session *sessions,
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
		memcpy(ids->all[ids->count++], sessions[i].id, SESSION_ID_SIZE);
		ids->last_ms = sessions[i].created_ms;
	}
}

char (*offline_store_ids(
	struct offline_store *store, size_t *count, struct mk_error *error))[SESSION_ID_SIZE]
{
	struct ids ids = {.more = true};

	while (ids.more) {
		struct journal_page page = {.after = ids.count ? ids.all[ids.count - 1] : NULL,
			.after_ms = ids.last_ms,
			.limit = PAGE};

		ids.more = false;
		store->journal->methods->list(store->journal, &page, on_listed, &ids);
		wait_for_all(store);
	}
	*count = ids.count;
	if (ids.status != MK_OK) {
		mk_fail(error, ids.status, "store_unavailable", "", "the store cannot be read");
		free(ids.all);
		return NULL;
	}
	return ids.all;
}

void offline_store_load(
	struct offline_store *store, const char *id, journal_loaded *loaded, void *context)
{
	store->journal->methods->load(store->journal, id, 0, 0, loaded, context);
	wait_for_all(store);
}

/* ---- writing -------------------------------------------------------------------------------- */

static void on_session_created(void *context, enum mk_status status)
{
	struct offline_store_entry *entry = context;

	entry->status = status;
}

static void on_appended(void *context, enum mk_status status)
{
	struct offline_store_entry *entry = context;

	entry->refused += status != MK_OK;
}

static void on_removed(void *context, enum mk_status status)
{
	struct offline_store_entry *entry = context;

	entry->partial = status != MK_OK;
}

static void create_entry(struct offline_store *store, struct offline_store_entry *entry)
{
	struct journal_session begun = entry->session;

	begun.version = 0;
	store->journal->methods->create(store->journal, &begun, NULL, on_session_created, entry);
}

static bool is_same(const char *one, const char *other)
{
	return one && other ? strcmp(one, other) == 0 : one == other;
}

/* True if the stored session is the first part of this one. */
static bool is_begun(const struct offline_store_entry *entry, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	bool begun = session->version < entry->session.version &&
		     session->created_ms == entry->session.created_ms &&
		     strcmp(session->game, entry->session.game) == 0 &&
		     strcmp(session->preset, entry->session.preset) == 0 &&
		     is_same(session->rules, entry->session.rules) &&
		     is_same(session->token_hashes, entry->session.token_hashes) &&
		     is_same(session->deal, entry->session.deal);

	for (size_t i = 0; begun && i < count; i++) {
		begun = events[i].at_ms == entry->events[i].at_ms &&
			strcmp(events[i].body, entry->events[i].body) == 0;
	}
	return begun;
}

static void on_existing(void *context, enum mk_status status, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	struct offline_store_entry *entry = context;

	if (status == MK_OK && is_begun(entry, session, events, count)) {
		entry->status = MK_OK;
		entry->begun = true;
		entry->existing = session->version;
	}
}

/* An import that was killed may have left the first events. */
static void find_begun(struct offline_store *store, struct offline_store_entry *entry)
{
	if (entry->status == MK_CONFLICT) {
		store->journal->methods->load(
			store->journal, entry->session.id, 0, 0, on_existing, entry);
	}
}

static void append_all(struct offline_store *store, struct offline_store_entry *entry)
{
	for (uint64_t i = entry->existing; entry->status == MK_OK && i < entry->session.version;
		i++) {
		store->journal->methods->append(store->journal, &entry->session, &entry->events[i],
			NULL, on_appended, entry);
	}
}

/*
 * Removes a session that was added only in part. A part that existed before is kept: it may be all
 * that there is of the session.
 */
static void remove_partial(struct offline_store *store, struct offline_store_entry *entry)
{
	if (entry->status != MK_OK || entry->refused == 0) {
		return;
	}
	entry->status = MK_IO;
	if (!entry->begun) {
		store->journal->methods->remove(
			store->journal, entry->session.id, INT64_MAX, on_removed, entry);
	}
}

/* The maximum number of entries with the same id. */
static size_t count_turns(struct offline_store_entry *entries, size_t count)
{
	size_t turns = 0;

	for (size_t i = 0; i < count; i++) {
		entries[i].turn = 0;
		for (size_t j = 0; j < i; j++) {
			entries[i].turn +=
				strcmp(entries[i].session.id, entries[j].session.id) == 0;
		}
		turns = entries[i].turn >= turns ? entries[i].turn + 1 : turns;
	}
	return turns;
}

/* Each step waits for the one before, because events may follow only if the session is new. */
static void add_turn(
	struct offline_store *store, struct offline_store_entry *entries, size_t count, size_t turn)
{
	static void (*const steps[])(
		struct offline_store * store, struct offline_store_entry * entry) = {
		create_entry, find_begun, append_all, remove_partial};

	for (size_t step = 0; step < sizeof steps / sizeof steps[0]; step++) {
		for (size_t i = 0; i < count; i++) {
			if (entries[i].turn == turn) {
				steps[step](store, &entries[i]);
			}
		}
		wait_for_all(store);
	}
}

void offline_store_add(
	struct offline_store *store, struct offline_store_entry *entries, size_t count)
{
	size_t turns = count_turns(entries, count);

	for (size_t turn = 0; turn < turns; turn++) {
		add_turn(store, entries, count, turn);
	}
}

/* ---- replaying ------------------------------------------------------------------------------ */

enum mk_status session_replay(const struct journal_session *session,
	const struct journal_event *events, struct index *index, struct mk_error *error)
{
	const struct sessions_options plain = {0};
	struct session replayed;
	struct deal deal;
	enum mk_status status = row_read(session, &plain, &replayed, error);

	if (status != MK_OK) {
		return status;
	}
	replayed.deal = NULL;
	if (session->deal) {
		if (!deal_read(session->deal, replayed.game, &deal)) {
			return mk_fail(error, MK_IO, "session_corrupt", "",
				"the deal in the journal cannot be read");
		}
		replayed.deal = &deal;
	}
	return index_build(index, &replayed, events, (size_t)session->version, error);
}
