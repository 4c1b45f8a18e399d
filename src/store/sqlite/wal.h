/*
 * The write-ahead log of the writing connection, compared with a copy in memory.
 *
 * Other programs can truncate or overwrite the file (logrotate's copytruncate does), and SQLite
 * would continue behind the hole: the next start would lose the log. So a copy is kept. A commit is
 * acknowledged only if the file agrees with it; otherwise the file is written again.
 *
 * SQLite's index of the log (in -shm) decides which state of the log counts: another program may
 * have added to it by SQLite's rules, or restarted it.
 */
#ifndef STORE_SQLITE_WAL_H
#define STORE_SQLITE_WAL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A copy of the beginning of a file in memory, in pieces that never move: the bytes written to the
 * write-ahead log since its restart. It reveals damage and repairs it.
 */

/*
 * A log restarts at about 16 MB; it grows beyond only while another program reads an old state of
 * the database. Bytes beyond the limit are not kept.
 */
enum {
	MIRROR_PIECE_SIZE = 1024 * 1024, /* few commits end in another piece than they began in */
	MIRROR_MAX_PIECES = 64,
	MIRROR_USUAL_PIECES = 17 /* kept allocated for the next log */
};
#define MIRROR_LIMIT ((int64_t)MIRROR_PIECE_SIZE * MIRROR_MAX_PIECES)

struct sqlite_mirror {
	unsigned char *pieces[MIRROR_MAX_PIECES];
};

/* Keeps bytes of the file, as far as they are below the limit. False without memory. */
bool mirror_write(struct sqlite_mirror *mirror, int64_t at, const void *bytes, size_t count);

/*
 * The kept bytes from `at` on: at most `*count`, which becomes how many there are in one piece.
 * NULL where none are kept.
 */
const unsigned char *mirror_read(const struct sqlite_mirror *mirror, int64_t at, size_t *count);

/* True if these are the kept bytes. Bytes that are not kept are not compared. */
bool mirror_has(
	const struct sqlite_mirror *mirror, int64_t at, const unsigned char *bytes, size_t count);

/* Copies the kept ones over `bytes`; others stay. */
void mirror_copy(
	const struct sqlite_mirror *mirror, int64_t at, unsigned char *bytes, size_t count);

/* The file restarts: frees the memory of an unusually long one. */
void mirror_shrink(struct sqlite_mirror *mirror);
void mirror_finish(struct sqlite_mirror *mirror);

/* Maximum size of a read or write: SQLite's unix VFS masks a length with 0x1ffff. */
enum { SQLITE_WAL_PART = 64 * 1024 };

struct sqlite_wal {
	sqlite3_file base;    /* first: the file for SQLite */
	sqlite3_file *file;   /* the real file, after this struct in memory */
	sqlite3_int64 at;     /* of the first gathered byte, in the file and in the copy */
	size_t length;        /* gathered bytes */
	unsigned char *bytes; /* SQLITE_WAL_PART of them, for what is read */

	struct sqlite_mirror mirror;
	sqlite3_int64 frame; /* size of a page with its header */
	sqlite3_int64 end;   /* end of the known content of the file */
	sqlite3_int64 held;  /* up to here are transactions that counted at the last hold */
	sqlite3_int64 next;  /* the next part to compare, one with each commit */
	uint32_t next_frame; /* whose page in the index is compared next */
	bool is_held;        /* between hold and release: no other process can write */
	bool is_suspect;     /* something was read that was not written */
	unsigned repairs;    /* number of times the log was rewritten */

	/*
	 * Looks at all files once the log is on the disk, and reports its size. False refuses the
	 * commit.
	 */
	bool (*confirm)(void *context, sqlite3_int64 *size);
	void *context;
};

enum sqlite_wal_state {
	SQLITE_WAL_SOUND,
	SQLITE_WAL_UNREADABLE, /* temporarily: a call to the disk failed */
	SQLITE_WAL_LOST        /* transactions of another program cannot be read any more */
};

/* The log of a connection that was opened with sqlite_wal_vfs(); NULL before it has one. */
struct sqlite_wal *sqlite_wal_of(sqlite3 *database);

/*
 * Within a transaction that writes: finds out what the log has to contain. If the file may have
 * been `changed` since the last commit, compares all of it with that, and writes it again where
 * they differ. A change that its size and time do not show is found by sqlite_wal_confirm().
 */
enum sqlite_wal_state sqlite_wal_hold(struct sqlite_wal *log, sqlite3 *database, bool changed);

/*
 * True if the index names the pages of the log. Otherwise it must not be used to restore the log;
 * the next hold drops it and returns SQLITE_WAL_UNREADABLE.
 */
bool sqlite_wal_is_indexed(struct sqlite_wal *log, sqlite3 *database);

/* After the transaction: others may write again. Drops what was gathered and not written. */
void sqlite_wal_release(struct sqlite_wal *log, bool committed);

/*
 * How much of the log a checkpoint has put into the database, as the index has it. A checkpoint
 * changes it before it writes to the database and afterwards; a restart of the log does, too.
 */
struct sqlite_wal_progress {
	uint32_t written, attempted;
	unsigned char salt[8];
};

/* False if the index is just being made. */
bool sqlite_wal_find_progress(sqlite3 *database, struct sqlite_wal_progress *progress);

/* No other process begins a checkpoint until the release. False if one is running. */
bool sqlite_wal_hold_checkpoints(sqlite3 *database);
void sqlite_wal_release_checkpoints(sqlite3 *database);

/* The number of valid pages of the log. */
sqlite3_int64 sqlite_wal_frames(const struct sqlite_wal *log);

/* ---- for the file system (wal_vfs.c) --------------------------------------------------------- */

/* Records bytes that are about to be written. Returns an error code of SQLite. */
int sqlite_wal_note(struct sqlite_wal *log, sqlite3_int64 at, const void *bytes, size_t count);

/* Called before SQLite itself truncates the file to that size. */
void sqlite_wal_cut(struct sqlite_wal *log, sqlite3_int64 size);

/* Compares the bytes before those that were just written at `at`. */
void sqlite_wal_look_before(struct sqlite_wal *log, sqlite3_int64 at);

/* After a read: replaces bytes that differ from the copy. False if the copy does not have them. */
bool sqlite_wal_correct(
	struct sqlite_wal *log, sqlite3_int64 at, unsigned char *bytes, size_t count);

/*
 * After a sync: compares the file with the copy, above all from the frame before `written` on.
 * Returns an error code of SQLite.
 */
int sqlite_wal_confirm(struct sqlite_wal *log, sqlite3_int64 written);

/* ---- rescue --------------------------------------------------------------------------------- */

struct sqlite_wal;

/* From now on, for the log at `path`; one at a time. Sets the handler of SIGBUS. */
void sqlite_rescue_begin(const struct sqlite_wal *log, const char *path);
void sqlite_rescue_end(const struct sqlite_wal *log);

#endif
