/* A game in progress: the table is taken over as somebody says that it lies. */
#include "session/change.h"
#include "session/fault.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static enum mk_status take_over(struct change *change, struct mk_error *error)
{
	const struct session *session = &change->live->session;
	json_t *json = json_loads(change->event.table, 0, NULL);
	enum mk_status status =
		session->game->notation->read_table(json, &session->rules, change->view, error);

	json_decref(json);
	return status;
}

static void carry_out_adoption(struct change *change)
{
	struct mk_error error;

	if (!change_copy_view(change)) {
		return;
	}
	if (take_over(change, &error) == MK_OK) {
		change_store(change);
	} else {
		change_fail(change, &error);
	}
}

static const struct change_kind adoption = {.carry_out = carry_out_adoption};

void live_adopt(struct live *live, const char *table, sessions_answer *answer, void *context)
{
	const struct session_condition always = {.any_version = true};
	struct change *change =
		change_create(live->sessions, &adoption, &always, answer, context, 0);
	struct mk_error error;

	if (!change) {
		return;
	}
	if (strlen(table) >= sizeof change->event.table) {
		mk_fail(&error, MK_FULL, "table_too_large", "/table", "the table is too large");
		change_decline(change, &error);
		return;
	}
	change->event.kind = EVENT_TABLE;
	change->event.numbered = false;
	strcpy(change->event.table, table);
	change_submit(change, live->sessions, live->session.id);
}
