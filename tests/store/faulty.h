/*
 * A disk that fails on command: a VFS of SQLite that stands before the real one and counts its
 * calls. Once registered it is the default, so that the journal uses it without knowing.
 */
#ifndef TESTS_STORE_FAULTY_H
#define TESTS_STORE_FAULTY_H

/* Kinds of calls, bits. */
enum faulty_kind {
	FAULTY_OPEN = 1,
	FAULTY_READ = 2,
	FAULTY_WRITE = 4,
	FAULTY_SYNC = 8,
	FAULTY_TRUNCATE = 16,
	FAULTY_LOCK = 32,
	FAULTY_MEMORY = 64, /* of the write-ahead log's index, which all connections share */
	FAULTY_ANY = 127
};

void faulty_register(void);

/*
 * From now on: `skip` calls of `kinds` go well, the next `count` (-1: all) fail with `code`, an
 * error of SQLite's such as SQLITE_IOERR_WRITE.
 */
void faulty_fail(unsigned kinds, int skip, int count, int code);

/* All is well again; says how many calls have failed. */
int faulty_heal(void);

#endif
