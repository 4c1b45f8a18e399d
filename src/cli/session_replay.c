#include "cli/session_replay.h"

#include "session/deal.h"
#include "session/history/row.h"
#include "session/sessions.h"

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
