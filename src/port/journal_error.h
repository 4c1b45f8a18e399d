/* The failures of a journal as errors for clients. */
#ifndef PORT_JOURNAL_ERROR_H
#define PORT_JOURNAL_ERROR_H

#include <makker/status.h>

/*
 * Fills `error` for a journal call that answered `status`: MK_NOT_FOUND "unknown_session", MK_OVER
 * "already_applied", else MK_IO "store_unavailable". Returns its status.
 */
enum mk_status journal_fail(enum mk_status status, struct mk_error *error);

#endif
