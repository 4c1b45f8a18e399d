/* A SQLite VFS that writes what a commit puts into the write-ahead log in one piece. */
#ifndef STORE_SQLITE_GATHER_H
#define STORE_SQLITE_GATHER_H

/*
 * The name of the VFS for sqlite3_open_v2(); NULL, SQLite's default, if it cannot be registered.
 * Only for connections with synchronous = FULL: buffered bytes are written before the sync, and
 * nothing is acknowledged before it. The first call comes from one thread alone.
 */
const char *sqlite_gather(void);

#endif
