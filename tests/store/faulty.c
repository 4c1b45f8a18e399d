#include "store/faulty.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct faulty_file {
	sqlite3_file base; /* first: what SQLite sees */
	sqlite3_file *real;
};

static struct {
	pthread_mutex_t lock;
	unsigned kinds;
	int skip, count, code;
	int failed;
} fault = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sqlite3_vfs *real_vfs;

void faulty_fail(unsigned kinds, int skip, int count, int code)
{
	pthread_mutex_lock(&fault.lock);
	fault.kinds = kinds;
	fault.skip = skip;
	fault.count = count;
	fault.code = code;
	fault.failed = 0;
	pthread_mutex_unlock(&fault.lock);
}

int faulty_heal(void)
{
	int failed = fault.failed;

	faulty_fail(0, 0, 0, SQLITE_OK);
	return failed;
}

/* The error of this call, or SQLITE_OK. */
static int meet(enum faulty_kind kind)
{
	int code = SQLITE_OK;

	pthread_mutex_lock(&fault.lock);
	if ((fault.kinds & kind) == 0 || fault.count == 0) {
		code = SQLITE_OK;
	} else if (fault.skip > 0) {
		fault.skip--;
	} else {
		fault.count -= fault.count > 0;
		fault.failed++;
		code = fault.code;
	}
	pthread_mutex_unlock(&fault.lock);
	return code;
}

/* ---- files ---------------------------------------------------------------------------------- */

static sqlite3_file *real_of(sqlite3_file *file)
{
	return ((struct faulty_file *)(void *)file)->real;
}

static int close_file(sqlite3_file *file)
{
	sqlite3_file *real = real_of(file);
	int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;

	free(real);
	return code;
}

static int read_file(sqlite3_file *file, void *bytes, int length, sqlite3_int64 at)
{
	int code = meet(FAULTY_READ);

	return code ? code : real_of(file)->pMethods->xRead(real_of(file), bytes, length, at);
}

/* Half of it is written: a disk does not ask where its power ends. */
static int write_file(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
	int code = meet(FAULTY_WRITE);

	if (code) {
		real_of(file)->pMethods->xWrite(real_of(file), bytes, length / 2, at);
		return code;
	}
	return real_of(file)->pMethods->xWrite(real_of(file), bytes, length, at);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
	int code = meet(FAULTY_TRUNCATE);

	return code ? code : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int sync_file(sqlite3_file *file, int flags)
{
	int code = meet(FAULTY_SYNC);

	return code ? code : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size)
{
	int code = meet(FAULTY_READ);

	return code ? code : real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int lock_file(sqlite3_file *file, int kind)
{
	int code = meet(FAULTY_LOCK);

	return code ? code : real_of(file)->pMethods->xLock(real_of(file), kind);
}

static int unlock_file(sqlite3_file *file, int kind)
{
	return real_of(file)->pMethods->xUnlock(real_of(file), kind);
}

static int check_reserved(sqlite3_file *file, int *reserved)
{
	return real_of(file)->pMethods->xCheckReservedLock(real_of(file), reserved);
}

static int control_file(sqlite3_file *file, int operation, void *argument)
{
	return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int sector_size(sqlite3_file *file)
{
	return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int device_kind(sqlite3_file *file)
{
	return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int map_memory(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
	int code = meet(FAULTY_MEMORY);

	return code ? code
		    : real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int lock_memory(sqlite3_file *file, int offset, int count, int flags)
{
	int code = flags & SQLITE_SHM_LOCK ? meet(FAULTY_LOCK) : SQLITE_OK;

	return code ? code : real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void order_memory(sqlite3_file *file)
{
	real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int unmap_memory(sqlite3_file *file, int remove)
{
	return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = close_file,
	.xRead = read_file,
	.xWrite = write_file,
	.xTruncate = truncate_file,
	.xSync = sync_file,
	.xFileSize = size_of_file,
	.xLock = lock_file,
	.xUnlock = unlock_file,
	.xCheckReservedLock = check_reserved,
	.xFileControl = control_file,
	.xSectorSize = sector_size,
	.xDeviceCharacteristics = device_kind,
	.xShmMap = map_memory,
	.xShmLock = lock_memory,
	.xShmBarrier = order_memory,
	.xShmUnmap = unmap_memory,
};

/* ---- the VFS -------------------------------------------------------------------------------- */

static int open_file(
	sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *opened)
{
	struct faulty_file *faulty = (struct faulty_file *)(void *)file;
	int code = meet(FAULTY_OPEN);

	(void)vfs;
	faulty->base.pMethods = NULL;
	if (code) {
		return code;
	}
	faulty->real = calloc(1, (size_t)real_vfs->szOsFile);
	if (!faulty->real) {
		return SQLITE_NOMEM;
	}
	code = real_vfs->xOpen(real_vfs, name, faulty->real, flags, opened);
	if (code == SQLITE_OK) {
		faulty->base.pMethods = &methods;
	} else {
		free(faulty->real);
	}
	return code;
}

void faulty_register(void)
{
	static sqlite3_vfs vfs;

	if (real_vfs) {
		return;
	}
	real_vfs = sqlite3_vfs_find(NULL);
	vfs = *real_vfs; /* all but opening is the real one's, which finds its own data */
	vfs.pNext = NULL;
	vfs.zName = "faulty";
	vfs.szOsFile = sizeof(struct faulty_file);
	vfs.xOpen = open_file;
	sqlite3_vfs_register(&vfs, 1);
}
