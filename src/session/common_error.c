/* Faults in words. */
#include "session/common_error.h"

#include "port/journal.h"
#include "session/session_error.h"

#include <stdio.h>
#include <string.h>

enum mk_status fault_no_memory(struct mk_error *error)
{
	return refuse(error, REFUSAL_NO_MEMORY, "");
}

enum mk_status fault_journal(enum mk_status status, struct mk_error *error)
{
	if (status == MK_NOT_FOUND) {
		return refuse(error, REFUSAL_UNKNOWN_SESSION, "");
	}
	if (status == MK_OVER) {
		return refuse(error, REFUSAL_DONE_BEFORE, "");
	}
	return refuse(error, REFUSAL_STORE_UNAVAILABLE, "");
}

enum mk_status fault_name(const char *name, struct mk_error *error)
{
	if (name && strlen(name) >= SESSION_NAME_ROOM) {
		return session_fail_with(error, REFUSAL_NAME_TOO_LONG, "/name",
			(struct mk_phrase_arg){
				.kind = MK_ARG_NUMBER, .number = SESSION_NAME_ROOM - 1});
	}
	return MK_OK;
}

enum mk_status fault_table(const struct mk_error *cause, struct mk_error *error)
{
	char where[sizeof error->where];

	snprintf(where, sizeof where, "/table%.80s", cause->where);
	return mk_fail_at(error, cause, where);
}
