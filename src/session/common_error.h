/* The faults that more than one file of this folder answers. */
#ifndef SESSION_FAULT_H
#define SESSION_FAULT_H

#include <makker/status.h>

enum mk_status fault_no_memory(struct mk_error *error);

/* What a journal's failure means to a client. */
enum mk_status fault_journal(enum mk_status status, struct mk_error *error);

/* A session's name that is too long to be kept; NULL is fine. */
enum mk_status fault_name(const char *name, struct mk_error *error);

/* What a game says of a wrong table, as said of the member `table`. Answers its status. */
enum mk_status fault_table(const struct mk_error *cause, struct mk_error *error);

#endif
