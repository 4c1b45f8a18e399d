/* Faults in words. */
#include "session/fault.h"

#include "session/journal.h"

#include <stdio.h>
#include <string.h>

enum mk_status fault_no_memory(struct mk_error *error)
{
	return mk_fail(error, MK_BUSY, "busy", "", "there is not enough memory just now");
}

enum mk_status fault_journal(enum mk_status status, struct mk_error *error)
{
	if (status == MK_NOT_FOUND) {
		return mk_fail(
			error, MK_NOT_FOUND, "unknown_session", "", "there is no such session");
	}
	if (status == MK_OVER) {
		return mk_fail(
			error, MK_OVER, "done_before", "", "this was carried out just before");
	}
	return mk_fail(error, MK_IO, "store_unavailable", "",
		"the journal cannot be used just now; nothing was changed");
}

enum mk_status fault_name(const char *name, struct mk_error *error)
{
	if (name && strlen(name) >= SESSION_NAME_ROOM) {
		return mk_fail(error, MK_MALFORMED, "name_too_long", "/name",
			"a name has at most %d bytes", SESSION_NAME_ROOM - 1);
	}
	return MK_OK;
}

enum mk_status fault_table(const struct mk_error *cause, struct mk_error *error)
{
	char where[sizeof error->where];

	snprintf(where, sizeof where, "/table%.80s", cause->where);
	return mk_fail_at(error, cause, where);
}
