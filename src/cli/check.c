/* makker check: the sessions of a store that no daemon can open. */
#include "cli/cli.h"
#include "cli/offline_store.h"

#include <argp.h>
#include <stdlib.h>

static const struct argp_child children[] = {{&offline_store_argp, 0, NULL, 0}, {0}};

static error_t parse_check_option(int key, char *word, struct argp_state *state)
{
	(void)word;
	if (key != ARGP_KEY_INIT) {
		return ARGP_ERR_UNKNOWN;
	}
	state->child_inputs[0] = state->input;
	return 0;
}

const struct argp check_argp = {
	.parser = parse_check_option,
	.children = children,
	.doc = "Replay all sessions of a store, as a daemon does when it opens them, and list those "
	       "that cannot be read, each with the reason; the exit status is 1 if there are any. A "
	       "daemon answers for them with 500 session_corrupt; they are removed by DELETE. No "
	       "daemon may use a SQLite store meanwhile.",
};

struct checked {
	const char *id;
	enum mk_status status;
	struct mk_error error;
};

static void on_session_loaded(void *context, enum mk_status status,
	const struct journal_session *session, const struct journal_event *events, size_t count)
{
	struct checked *checked = context;
	struct index index;

	checked->status = status;
	if (status != MK_OK) {
		mk_fail(&checked->error, status, "store_unavailable", "",
			status == MK_NOT_FOUND ? "removed meanwhile" : "it cannot be loaded");
	} else if (count != session->version) {
		checked->status = mk_fail(&checked->error, MK_IO, "session_corrupt", "",
			"%zu events are there, not %llu", count,
			(unsigned long long)session->version);
	} else {
		checked->status = session_replay(session, events, &index, &checked->error);
		if (checked->status == MK_OK) {
			index_finish(&index);
		}
	}
}

static enum cli_exit check_store(struct offline_store *store)
{
	struct mk_error error = {.status = MK_OK};
	size_t count, unreadable = 0;
	char(*ids)[SESSION_ID_SIZE] = offline_store_ids(store, &count, &error);

	if (error.status != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	for (size_t i = 0; i < count; i++) {
		struct checked checked = {.id = ids[i]};

		offline_store_load(store, ids[i], on_session_loaded, &checked);
		if (checked.status != MK_OK && checked.status != MK_NOT_FOUND) {
			printf("%s: %s\n", ids[i], checked.error.detail);
			unreadable++;
		}
	}
	free(ids);
	fprintf(stderr, "%zu sessions, %zu cannot be read\n", count, unreadable);
	return unreadable > 0 ? CLI_FAILED : CLI_OK;
}

enum cli_exit check_command(int argc, char **argv)
{
	const char *url = NULL;
	struct offline_store *store;
	struct mk_error error;
	enum cli_exit code;

	command_parse(&check_argp, argc, argv, &url);
	store = offline_store_open(url, true, &error);
	if (!store) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	code = check_store(store);
	offline_store_close(store);
	return code;
}
