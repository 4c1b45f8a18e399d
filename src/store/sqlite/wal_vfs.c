/*
 * Combines the writes to the write-ahead log.
 *
 * SQLite writes each page of a commit in two calls, header and bytes. A commit of a hundred
 * sessions has hundreds of them at consecutive offsets: half of the writer's system time. This VFS
 * collects them in the copy of the log (wal.h) and writes them from there when SQLite syncs (xSync)
 * or reads the file. Until then a crash loses them, but that holds for unsynced writes, too: a
 * commit counts from its xSync on, and only then readers see it ("WAL-mode File Format" of
 * sqlite.org: frames without their commit are never read).
 *
 * All other files are those of SQLite's default VFS.
 */
#include "store/sqlite/file.h"

#include "store/sqlite/wal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_vfs *below;

static struct sqlite_wal *wal_of(sqlite3_file *file)
{
	return (struct sqlite_wal *)file;
}

static size_t lesser_part(sqlite3_int64 count)
{
	return count < SQLITE_WAL_PART ? (size_t)count : SQLITE_WAL_PART;
}

/* Discards bytes that could not be written: SQLite rolls the commit back. */
static int write_gathered(struct sqlite_wal *log)
{
	sqlite3_int64 at = log->at;
	sqlite3_int64 end = at + (sqlite3_int64)log->length;
	int code = SQLITE_OK;

	log->length = 0;
	while (code == SQLITE_OK && at < end) {
		size_t part = lesser_part(end - at);
		const unsigned char *bytes = mirror_read(&log->mirror, at, &part);

		code = bytes ? log->file->pMethods->xWrite(log->file, bytes, (int)part, at)
			     : SQLITE_NOMEM;
		at += (sqlite3_int64)part;
	}
	return code;
}

/* In the middle of a transaction. */
static int flush(struct sqlite_wal *log)
{
	bool writes = log->length > 0;
	int code = write_gathered(log);

	if (writes && code == SQLITE_OK) {
		sqlite_wal_look_before(log, log->at);
	}
	return code;
}

/* ---- what SQLite does with a log ------------------------------------------------------------ */

static int write_log(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
	struct sqlite_wal *log = wal_of(file);
	size_t length = (size_t)count;
	bool is_kept = at + count <= MIRROR_LIMIT;
	bool follows = log->length > 0 && at == log->at + (sqlite3_int64)log->length;
	int code = follows && is_kept ? SQLITE_OK : flush(log);

	if (code == SQLITE_OK) {
		code = sqlite_wal_note(log, at, bytes, length);
	}
	if (code != SQLITE_OK) {
		return code;
	}
	if (!is_kept) {
		return log->file->pMethods->xWrite(log->file, bytes, count, at);
	}
	if (log->length == 0) {
		log->at = at;
	}
	log->length += length;
	return SQLITE_OK;
}

static int sync_log(sqlite3_file *file, int flags)
{
	struct sqlite_wal *log = wal_of(file);
	sqlite3_int64 written = log->length > 0 ? log->at : log->end;
	int code = write_gathered(log);

	if (code == SQLITE_OK) {
		code = log->file->pMethods->xSync(log->file, flags);
	}
	return code == SQLITE_OK ? sqlite_wal_confirm(log, written) : code;
}

static int read_log(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
	struct sqlite_wal *log = wal_of(file);
	int code = flush(log);

	if (code != SQLITE_OK) {
		return code;
	}
	code = log->file->pMethods->xRead(log->file, bytes, count, at);
	if ((code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ) &&
		sqlite_wal_correct(log, at, bytes, (size_t)count)) {
		return SQLITE_OK;
	}
	return code;
}

static int truncate_log(sqlite3_file *file, sqlite3_int64 size)
{
	struct sqlite_wal *log = wal_of(file);
	int code = flush(log);

	if (code == SQLITE_OK) {
		sqlite_wal_cut(log, size);
		code = log->file->pMethods->xTruncate(log->file, size);
	}
	return code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size)
{
	struct sqlite_wal *log = wal_of(file);
	int code = flush(log);

	if (code == SQLITE_OK) {
		code = log->file->pMethods->xFileSize(log->file, size);
	}
	/* SQLite reads what the file lacks from the copy: see sqlite_wal_correct(). */
	if (code == SQLITE_OK && *size < log->held) {
		*size = log->held;
	}
	return code;
}

static int control_log(sqlite3_file *file, int what, void *argument)
{
	struct sqlite_wal *log = wal_of(file);

	return log->file->pMethods->xFileControl(log->file, what, argument);
}

static int close_log(sqlite3_file *file)
{
	struct sqlite_wal *log = wal_of(file);
	int flushed = flush(log);
	int code = log->file->pMethods->xClose(log->file);

	mirror_finish(&log->mirror);
	free(log->bytes);
	return flushed == SQLITE_OK ? code : flushed;
}

/* ---- what it never asks of a log: locks are taken on the database --------------------------- */

static int lock_log(sqlite3_file *file, int level)
{
	struct sqlite_wal *log = wal_of(file);

	return log->file->pMethods->xLock(log->file, level);
}

static int unlock_log(sqlite3_file *file, int level)
{
	struct sqlite_wal *log = wal_of(file);

	return log->file->pMethods->xUnlock(log->file, level);
}

static int is_reserved(sqlite3_file *file, int *reserved)
{
	struct sqlite_wal *log = wal_of(file);

	return log->file->pMethods->xCheckReservedLock(log->file, reserved);
}

static int sector_size(sqlite3_file *file)
{
	struct sqlite_wal *log = wal_of(file);

	return log->file->pMethods->xSectorSize(log->file);
}

static int characteristics(sqlite3_file *file)
{
	struct sqlite_wal *log = wal_of(file);

	return log->file->pMethods->xDeviceCharacteristics(log->file);
}

static const sqlite3_io_methods methods = {
	.iVersion = 1, /* no shared memory: that belongs to the database */
	.xClose = close_log,
	.xRead = read_log,
	.xWrite = write_log,
	.xTruncate = truncate_log,
	.xSync = sync_log,
	.xFileSize = log_size,
	.xLock = lock_log,
	.xUnlock = unlock_log,
	.xCheckReservedLock = is_reserved,
	.xFileControl = control_log,
	.xSectorSize = sector_size,
	.xDeviceCharacteristics = characteristics,
};

/* ---- opening -------------------------------------------------------------------------------- */

/* The default VFS's part of a file begins at a multiple of this. */
static size_t head_size(void)
{
	size_t step = _Alignof(max_align_t);

	return (sizeof(struct sqlite_wal) + step - 1) / step * step;
}

static int open_log(const char *name, struct sqlite_wal *log, int flags, int *opened)
{
	int code;

	*log = (struct sqlite_wal){.file = (sqlite3_file *)((unsigned char *)log + head_size())};
	log->file->pMethods = NULL;
	log->bytes = malloc(SQLITE_WAL_PART);
	code = log->bytes ? below->xOpen(below, name, log->file, flags, opened) : SQLITE_NOMEM;
	if (code != SQLITE_OK) {
		if (log->file->pMethods) {
			log->file->pMethods->xClose(log->file);
		}
		free(log->bytes);
		return code;
	}
	log->base.pMethods = &methods;
	return SQLITE_OK;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened)
{
	(void)vfs;
	return flags & SQLITE_OPEN_WAL ? open_log(name, wal_of(file), flags, opened)
				       : below->xOpen(below, name, file, flags, opened);
}

const char *sqlite_wal_vfs(void)
{
	static sqlite3_vfs gathering;
	static const char name[] = "makker";

	if (sqlite3_vfs_find(name)) {
		return name;
	}
	below = sqlite3_vfs_find(NULL);
	if (!below) {
		return NULL;
	}
	gathering = *below;
	gathering.zName = name;
	gathering.szOsFile += (int)head_size();
	gathering.xOpen = open_file;
	return sqlite3_vfs_register(&gathering, 0) == SQLITE_OK ? name : NULL;
}
