/* Copies of sessions. */
#include "fuzz/copy.h"

#include <string.h>

void copy_take(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct copy *copy = context;

	(void)error;
	copy->status = status;
	if (status == MK_OK) {
		copy->session = *session;
		memcpy(copy->view, session->view, session->game->view_size);
	}
}

bool copy_same(const struct copy *one, const struct copy *other)
{
	const struct session *now = &one->session, *anew = &other->session;

	if (one->status != MK_OK || other->status != MK_OK) {
		return one->status == MK_NOT_FOUND && other->status == MK_NOT_FOUND;
	}
	return now->version == anew->version && now->outcome == anew->outcome &&
	       now->game == anew->game && now->strategy == anew->strategy &&
	       now->language == anew->language && strcmp(now->name, anew->name) == 0 &&
	       now->advised == anew->advised && now->followed == anew->followed &&
	       now->created_ms == anew->created_ms && now->updated_ms == anew->updated_ms &&
	       memcmp(one->view, other->view, now->game->view_size) == 0;
}
