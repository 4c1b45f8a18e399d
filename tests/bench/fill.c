/*
 * Fills a store with many sessions, so that it can be measured how the daemon fares with them.
 *
 * fill TEMPLATE STORE COUNT EVENTS: copies the sessions of TEMPLATE, a store in which some were
 * played, over and over into STORE until COUNT were written, each with an id of its own and at most
 * EVENTS events, one created every second. Through the port of the store, like all that writes.
 */
#include "cli/offline_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { AT_ONCE = 512 };

struct template
{
	struct journal_session session;
	struct journal_event *events;
	uint64_t most; /* events that are wanted */
};

static void *need(void *memory)
{
	if (!memory) {
		fputs("fill: no memory\n", stderr);
		exit(1);
	}
	return memory;
}

static struct offline_store *open_store(const char *url, bool must_exist)
{
	struct mk_error error;
	struct offline_store *store = offline_store_open(url, must_exist, &error);

	if (!store) {
		fprintf(stderr, "fill: %s\n", error.detail);
		exit(1);
	}
	return store;
}

/* ---- templates ------------------------------------------------------------------------------ */

/* A game that is cut short is still being played. */
static void cut(struct journal_session *session, uint64_t most)
{
	if (session->version > most) {
		session->version = most;
		snprintf(session->status, sizeof session->status, "playing");
	}
}

static void keep(void *context, enum mk_status status, const struct journal_session *session,
	const struct journal_event *events, size_t count)
{
	struct template *template = context;

	if (status != MK_OK) {
		fputs("fill: the template cannot be read\n", stderr);
		exit(1);
	}
	template->session = *session;
	cut(&template->session, template->most);
	template->session.rules = need(strdup(session->rules));
	template->session.token_hashes =
		session->token_hashes ? need(strdup(session->token_hashes)) : NULL;
	template->session.deal = session->deal ? need(strdup(session->deal)) : NULL;
	template->events = need(calloc(count + 1, sizeof *events));
	for (size_t i = 0; i < count; i++) {
		template->events[i] = events[i];
		template->events[i].body = need(strdup(events[i].body));
	}
}

static struct template *read_templates(const char *url, uint64_t most, size_t *count)
{
	struct offline_store *store = open_store(url, true);
	struct mk_error error;
	char(*ids)[SESSION_ID_SIZE] = offline_store_ids(store, count, &error);
	struct template *templates = need(calloc(*count + 1, sizeof *templates));

	for (size_t i = 0; i < *count; i++) {
		templates[i].most = most;
		offline_store_load(store, ids[i], keep, &templates[i]);
	}
	free(ids);
	offline_store_close(store);
	return templates;
}

/* ---- copies --------------------------------------------------------------------------------- */

static void write_id(char id[SESSION_ID_SIZE])
{
	uint64_t chance[2];

	if (getrandom(chance, sizeof chance, 0) != sizeof chance) {
		exit(1);
	}
	snprintf(id, SESSION_ID_SIZE, "%016llx%016llx", (unsigned long long)chance[0],
		(unsigned long long)chance[1]);
}

static void copy(struct offline_store_entry *entry, const struct template *template, int64_t at_ms)
{
	*entry = (struct offline_store_entry){
		.session = template->session, .events = template->events};
	write_id(entry->session.id);
	entry->session.created_ms = at_ms;
	entry->session.updated_ms = at_ms;
}

static void add(struct offline_store *store, struct offline_store_entry *entries, size_t count)
{
	offline_store_add(store, entries, count);
	for (size_t i = 0; i < count; i++) {
		if (entries[i].status != MK_OK) {
			fputs("fill: the store does not take a session\n", stderr);
			exit(1);
		}
	}
}

static void fill(
	struct offline_store *store, const struct template *templates, size_t kinds, size_t count)
{
	static struct offline_store_entry entries[AT_ONCE];
	int64_t now_ms = (int64_t)time(NULL) * 1000;

	for (size_t done = 0; done < count;) {
		size_t some = count - done < AT_ONCE ? count - done : AT_ONCE;

		for (size_t i = 0; i < some; i++, done++) {
			copy(&entries[i], &templates[done % kinds],
				now_ms - (int64_t)(count - done) * 1000);
		}
		add(store, entries, some);
	}
}

int main(int count, char **words)
{
	struct template *templates;
	struct offline_store *store;
	size_t kinds;

	if (count != 5) {
		fputs("usage: fill TEMPLATE STORE COUNT EVENTS\n", stderr);
		return 2;
	}
	templates = read_templates(words[1], strtoull(words[4], NULL, 10), &kinds);
	if (kinds == 0) {
		fputs("fill: the template has no sessions\n", stderr);
		return 1;
	}
	store = open_store(words[2], false);
	fill(store, templates, kinds, strtoull(words[3], NULL, 10));
	offline_store_close(store);
	return 0;
}
