/* Saves the write-ahead log when its index was truncated and the process has to end. */
#ifndef STORE_SQLITE_RESCUE_H
#define STORE_SQLITE_RESCUE_H

struct sqlite_log;

/* From now on, for the log at `path`; one at a time. Sets the handler of SIGBUS. */
void sqlite_rescue_begin(const struct sqlite_log *log, const char *path);
void sqlite_rescue_end(const struct sqlite_log *log);

#endif
