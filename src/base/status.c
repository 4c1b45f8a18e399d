/* Statuses and how an error is filled in. */
#include <makker/status.h>
#include <stdarg.h>
#include <stdio.h>

enum mk_status(mk_fail)(struct mk_error *error, enum mk_status status, const char *code,
	const char *where, const char *what, ...)
{
	va_list words;

	if (!error) {
		return status;
	}
	error->status = status;
	error->code = code;
	snprintf(error->where, sizeof error->where, "%s", where);
	error->message.phrase = NULL;
	va_start(words, what);
	vsnprintf(error->detail, sizeof error->detail, what, words);
	va_end(words);
	return status;
}

const char *mk_status_name(enum mk_status status)
{
	static const char *const names[] = {
		[MK_OK] = "ok",
		[MK_MALFORMED] = "malformed",
		[MK_IMPOSSIBLE] = "impossible",
		[MK_CONFLICT] = "conflict",
		[MK_NOT_FOUND] = "not_found",
		[MK_OVER] = "over",
		[MK_BUSY] = "busy",
		[MK_FULL] = "full",
		[MK_IO] = "io",
	};

	return names[status];
}
