/*
 * Compares the write-ahead log with the bytes that were written to it, and rewrites it.
 *
 * All bytes of a commit are compared. Of older ones a few suffice: a file that is truncated while
 * SQLite continues to write has a hole that ends where the next write begins. So the bytes right
 * before each write, and the length of the file, show every truncation. Bytes overwritten elsewhere
 * are found when they are compared in rotation, and when they are read. (Format: "WAL-mode File
 * Format" of sqlite.org.)
 */
#include "store/sqlite/wal.h"

#include "store/sqlite/wal_format.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
	TURN_SIZE = 64 * 1024 /* bytes compared with each commit, in rotation */
};

/* The expected header of the log. */
struct wanted {
	sqlite3_int64 frame; /* size of a frame */
	sqlite3_int64 end;
	uint32_t checksum[2];
	unsigned char salt[WAL_SALT_SIZE];
};

static sqlite3_int64 lesser(sqlite3_int64 one, sqlite3_int64 other)
{
	return one < other ? one : other;
}

static int read_file(struct sqlite_wal *log, sqlite3_int64 at, unsigned char *bytes, size_t count)
{
	return log->file->pMethods->xRead(log->file, bytes, (int)count, at);
}

/* ---- the index ------------------------------------------------------------------------------ */

struct sqlite_wal *sqlite_wal_of(sqlite3 *database)
{
	sqlite3_file *file = NULL;

	/* In WAL mode the journal file is the log. */
	if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) !=
			SQLITE_OK ||
		!file || !file->pMethods) {
		return NULL;
	}
	return (struct sqlite_wal *)(void *)file;
}

/* The index in memory, with one current region. */
struct log_index {
	sqlite3_file *file; /* the database, whose methods map it; NULL if they do not */
	uint32_t region;
	volatile unsigned char *memory; /* NULL if not available */
};

static bool use_region(struct log_index *index, uint32_t region)
{
	enum { REGION_SIZE = 32768 };
	volatile void *memory = NULL;

	if (index->memory && index->region == region) {
		return true;
	}
	if (index->file) {
		index->file->pMethods->xShmMap(index->file, (int)region, REGION_SIZE, 0, &memory);
	}
	index->region = region;
	index->memory = memory;
	return memory != NULL;
}

/* The index with its first region. */
static struct log_index open_index(sqlite3 *database)
{
	struct log_index index = {.file = NULL};
	sqlite3_file *file = NULL;

	sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (file && file->pMethods && file->pMethods->iVersion >= 2) {
		index.file = file;
	}
	use_region(&index, 0);
	return index;
}

static bool read_index(const struct log_index *index, struct wal_index_header *header)
{
	if (!index->memory) {
		return false;
	}
	for (size_t i = 0; i < sizeof *header / sizeof(uint32_t); i++) {
		((uint32_t *)(void *)header)[i] = ((const volatile uint32_t *)index->memory)[i];
	}
	return header->is_init != 0;
}

static struct wanted wanted_of(const struct wal_index_header *header)
{
	struct wanted wanted = {
		.frame = wal_frame_size(header),
		.checksum = {header->frame_checksum[0], header->frame_checksum[1]},
	};

	wanted.end = WAL_HEADER_SIZE + (sqlite3_int64)header->frames * wanted.frame;
	memcpy(wanted.salt, header->salt, WAL_SALT_SIZE);
	return wanted;
}

/* ---- the pages of the index ----------------------------------------------------------------- */

/* The page number of a frame of the log (from 0) in the index; 0: none. */
static uint32_t index_page(struct log_index *index, uint32_t frame)
{
	enum { HEADERS = 136, FIRST_REGION_FRAMES = 4062, REGION_FRAMES = 4096 };
	bool first = frame < FIRST_REGION_FRAMES;
	uint32_t later = first ? 0 : frame - FIRST_REGION_FRAMES;
	uint32_t place = first ? frame : later % REGION_FRAMES;

	if (!use_region(index, first ? 0 : 1 + later / REGION_FRAMES)) {
		return 0;
	}
	return ((const volatile uint32_t *)(index->memory + (first ? HEADERS : 0)))[place];
}

static bool index_has(const struct sqlite_wal *log, struct log_index *index, uint32_t frame)
{
	enum { NUMBER_SIZE = 4 }; /* within one piece of the copy: frames begin at multiples of 8 */
	sqlite3_int64 at = WAL_HEADER_SIZE + (sqlite3_int64)frame * log->frame;
	size_t count = NUMBER_SIZE;
	const unsigned char *page =
		at + NUMBER_SIZE <= log->end ? mirror_read(&log->mirror, at, &count) : NULL;

	return !page || index_page(index, frame) == wal_number(page); /* NULL: not in the copy */
}

/*
 * Compares the first frame, the last one, and some in rotation with the index. If another program
 * overwrote -shm and SQLite then wrote its copy of the header back, the pages of the log are not in
 * the index, and a checkpoint would omit them.
 */
static bool index_is_whole(struct sqlite_wal *log, struct log_index *index, uint32_t frames)
{
	enum { IN_TURN = 16 };

	if (!index_has(log, index, 0) || !index_has(log, index, frames - 1)) {
		return false;
	}
	for (int i = 0; i < IN_TURN; i++) {
		log->next_frame = log->next_frame + 1 < frames ? log->next_frame + 1 : 0;
		if (!index_has(log, index, log->next_frame)) {
			return false;
		}
	}
	return true;
}

/* Invalidates the index: SQLite rebuilds it from the log with the next transaction. */
static void drop_index(struct log_index *index)
{
	bool is_mapped = use_region(index, 0);

	for (size_t i = 0; is_mapped && i < 2 * sizeof(struct wal_index_header); i++) {
		index->memory[i] = 0;
	}
}

bool sqlite_wal_is_indexed(struct sqlite_wal *log, sqlite3 *database)
{
	struct log_index index = open_index(database);
	struct wal_index_header header;

	return read_index(&index, &header) &&
	       (header.frames == 0 || index_is_whole(log, &index, header.frames));
}

/* ---- checkpoints ---------------------------------------------------------------------------- */

enum { CHECKPOINT_LOCK = 1, ONE_LOCK = 1 };

static int lock_checkpoints(sqlite3 *database, int flags)
{
	struct log_index index = open_index(database);

	return index.file && index.memory ? index.file->pMethods->xShmLock(
						    index.file, CHECKPOINT_LOCK, ONE_LOCK, flags)
					  : SQLITE_IOERR;
}

bool sqlite_wal_hold_checkpoints(sqlite3 *database)
{
	return lock_checkpoints(database, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE) == SQLITE_OK;
}

void sqlite_wal_release_checkpoints(sqlite3 *database)
{
	lock_checkpoints(database, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
}

bool sqlite_wal_find_progress(sqlite3 *database, struct sqlite_wal_progress *progress)
{
	struct log_index index = open_index(database);
	const volatile struct wal_index_progress *found;
	struct wal_index_header header;

	if (!index.memory || !read_index(&index, &header)) {
		return false;
	}
	found = (const volatile void *)(index.memory + 2 * sizeof header);
	progress->written = found->written;
	progress->attempted = found->attempted;
	memcpy(progress->salt, header.salt, WAL_SALT_SIZE);
	return true;
}

/* ---- the file ------------------------------------------------------------------------------- */

/* SQLITE_CORRUPT if the file differs from the copy or is shorter. */
static int compare(struct sqlite_wal *log, sqlite3_int64 from, sqlite3_int64 to)
{
	unsigned char *bytes = log->bytes;

	while (from < to) {
		size_t part = (size_t)lesser(to - from, SQLITE_WAL_PART);
		int code = read_file(log, from, bytes, part);

		if (code == SQLITE_IOERR_SHORT_READ ||
			(code == SQLITE_OK && !mirror_has(&log->mirror, from, bytes, part))) {
			return SQLITE_CORRUPT;
		}
		if (code != SQLITE_OK) {
			return code;
		}
		from += (sqlite3_int64)part;
	}
	return SQLITE_OK;
}

static int file_size(struct sqlite_wal *log, sqlite3_int64 *size)
{
	return log->file->pMethods->xFileSize(log->file, size);
}

static int compare_next(struct sqlite_wal *log)
{
	sqlite3_int64 from = log->next < log->end ? log->next : 0;

	log->next = from + TURN_SIZE;
	return compare(log, from, lesser(log->next, log->end));
}

/* Compares the whole file, as far as the copy has it. */
static int compare_all(struct sqlite_wal *log)
{
	sqlite3_int64 size;
	int code = file_size(log, &size);

	if (code == SQLITE_OK && size < log->end) {
		return SQLITE_CORRUPT;
	}
	return code == SQLITE_OK ? compare(log, 0, lesser(log->end, MIRROR_LIMIT)) : code;
}

static sqlite3_int64 frame_before(const struct sqlite_wal *log, sqlite3_int64 at)
{
	return at > log->frame ? at - log->frame : 0;
}

/* Compares the header, the last write, and the frame before it. */
static int compare_written(struct sqlite_wal *log, sqlite3_int64 written)
{
	int code = compare(log, 0, lesser(log->end, WAL_HEADER_SIZE));

	return code == SQLITE_OK ? compare(log, frame_before(log, written), log->end) : code;
}

/* True if another program has restarted the log by SQLite's rules. */
static bool was_restarted(struct sqlite_wal *log)
{
	unsigned char header[WAL_HEADER_SIZE];

	return read_file(log, 0, header, sizeof header) == SQLITE_OK &&
	       wal_number(header) >> 1 == 0x377f0682 >> 1 &&
	       !mirror_has(&log->mirror, WAL_SALT, header + WAL_SALT, WAL_SALT_SIZE);
}

/* ---- rewriting ------------------------------------------------------------------------------ */

static int write_kept(struct sqlite_wal *log)
{
	sqlite3_int64 end = lesser(log->end, MIRROR_LIMIT);
	int code = SQLITE_OK;

	for (sqlite3_int64 at = 0; code == SQLITE_OK && at < end;) {
		size_t part = (size_t)lesser(end - at, SQLITE_WAL_PART);
		const unsigned char *bytes = mirror_read(&log->mirror, at, &part);

		code = bytes ? log->file->pMethods->xWrite(log->file, bytes, (int)part, at)
			     : SQLITE_NOMEM;
		at += (sqlite3_int64)part;
	}
	return code == SQLITE_OK ? log->file->pMethods->xSync(log->file, SQLITE_SYNC_FULL) : code;
}

static int repair(struct sqlite_wal *log)
{
	int code = write_kept(log);

	if (code == SQLITE_OK) {
		code = compare_all(log);
	}
	if (code == SQLITE_OK) {
		log->is_suspect = false;
		log->repairs++;
	}
	return code;
}

/* ---- transactions of other programs --------------------------------------------------------- */

static enum sqlite_wal_state index_state_of(int code)
{
	if (code == SQLITE_OK) {
		return SQLITE_WAL_SOUND;
	}
	return code == SQLITE_CORRUPT || code == SQLITE_IOERR_SHORT_READ ? SQLITE_WAL_LOST
									 : SQLITE_WAL_UNREADABLE;
}

/* Reads all frames into the copy, and computes the checksum up to the last one. */
static int read_frames(
	struct sqlite_wal *log, const struct wanted *wanted, struct wal_checksum *checksum)
{
	unsigned char *frame = sqlite3_malloc64((sqlite3_uint64)wanted->frame);
	int code = frame ? SQLITE_OK : SQLITE_NOMEM;

	for (sqlite3_int64 at = WAL_HEADER_SIZE; code == SQLITE_OK && at < wanted->end;
		at += wanted->frame) {
		code = read_file(log, at, frame, (size_t)wanted->frame);
		if (code == SQLITE_OK &&
			!wal_check_frame(frame, (size_t)wanted->frame, wanted->salt, checksum)) {
			code = SQLITE_CORRUPT;
		}
		if (code == SQLITE_OK &&
			!mirror_write(&log->mirror, at, frame, (size_t)wanted->frame)) {
			code = SQLITE_NOMEM;
		}
	}
	sqlite3_free(frame);
	return code;
}

static enum sqlite_wal_state adopt(struct sqlite_wal *log, const struct wanted *wanted)
{
	unsigned char header[WAL_HEADER_SIZE];
	struct wal_checksum checksum;
	int code = read_file(log, 0, header, sizeof header);

	log->end = log->held = log->next = 0;
	if (code == SQLITE_OK &&
		(!wal_check_header(header, &checksum) ||
			memcmp(header + WAL_SALT, wanted->salt, WAL_SALT_SIZE) != 0)) {
		code = SQLITE_CORRUPT;
	}
	if (code == SQLITE_OK && !mirror_write(&log->mirror, 0, header, sizeof header)) {
		code = SQLITE_NOMEM;
	}
	if (code == SQLITE_OK) {
		code = read_frames(log, wanted, &checksum);
	}
	if (code == SQLITE_OK &&
		memcmp(checksum.sums, wanted->checksum, sizeof checksum.sums) != 0) {
		code = SQLITE_CORRUPT;
	}
	return index_state_of(code);
}

/* The checksum of the last frame covers all frames before it. */
static bool is_known_frame(struct sqlite_wal *log, const struct wanted *wanted)
{
	unsigned char header[WAL_FRAME_HEADER_SIZE] = {0};
	sqlite3_int64 last = wanted->end - wanted->frame;

	if (log->end < wanted->end ||
		!mirror_has(&log->mirror, WAL_SALT, wanted->salt, WAL_SALT_SIZE)) {
		return false;
	}
	if (last + WAL_FRAME_HEADER_SIZE > MIRROR_LIMIT) {
		read_file(log, last, header, sizeof header);
	}
	mirror_copy(&log->mirror, last, header, sizeof header);
	return wal_number(header + 16) == wanted->checksum[0] &&
	       wal_number(header + 20) == wanted->checksum[1];
}

/* ---- holding -------------------------------------------------------------------------------- */

static void forget(struct sqlite_wal *log)
{
	log->end = log->held = log->next = 0;
	log->is_suspect = false;
	mirror_shrink(&log->mirror);
}

static enum sqlite_wal_state hold(struct sqlite_wal *log, const struct wanted *wanted, bool changed)
{
	enum sqlite_wal_state state =
		is_known_frame(log, wanted) ? SQLITE_WAL_SOUND : adopt(log, wanted);
	int code;

	if (state != SQLITE_WAL_SOUND) {
		return state;
	}
	log->frame = wanted->frame;
	log->end = log->held = wanted->end;
	code = log->is_suspect ? SQLITE_CORRUPT : changed ? compare_all(log) : SQLITE_OK;
	return index_state_of(code == SQLITE_CORRUPT ? repair(log) : code);
}

enum sqlite_wal_state sqlite_wal_hold(struct sqlite_wal *log, sqlite3 *database, bool changed)
{
	enum sqlite_wal_state state = SQLITE_WAL_SOUND;
	struct log_index index = open_index(database);
	struct wal_index_header header;

	if (!read_index(&index, &header)) {
		return SQLITE_WAL_UNREADABLE;
	}
	if (header.frames == 0) {
		/* The database has all of it; the next write restarts the log. */
		forget(log);
		log->frame = wanted_of(&header).frame;
	} else {
		struct wanted wanted = wanted_of(&header);

		state = hold(log, &wanted, changed);
		if (state == SQLITE_WAL_SOUND && !index_is_whole(log, &index, header.frames)) {
			drop_index(&index);
			state = SQLITE_WAL_UNREADABLE;
		}
	}
	log->is_held = state == SQLITE_WAL_SOUND;
	return state;
}

void sqlite_wal_release(struct sqlite_wal *log, bool committed)
{
	if (committed && log->is_held) {
		log->held = log->end;
	}
	log->is_held = false;
	log->length = 0;
}

sqlite3_int64 sqlite_wal_frames(const struct sqlite_wal *log)
{
	return log->held > WAL_HEADER_SIZE ? (log->held - WAL_HEADER_SIZE) / log->frame : 0;
}

/* ---- for the file system -------------------------------------------------------------------- */

/* Copies the frames that another program has added. */
static int keep_between(struct sqlite_wal *log, sqlite3_int64 from, sqlite3_int64 to)
{
	int code = SQLITE_OK;

	for (to = lesser(to, MIRROR_LIMIT); code == SQLITE_OK && from < to;) {
		size_t part = (size_t)lesser(to - from, SQLITE_WAL_PART);

		code = read_file(log, from, log->bytes, part);
		if (code == SQLITE_OK && !mirror_write(&log->mirror, from, log->bytes, part)) {
			code = SQLITE_NOMEM;
		}
		from += (sqlite3_int64)part;
	}
	return code;
}

int sqlite_wal_note(struct sqlite_wal *log, sqlite3_int64 at, const void *bytes, size_t count)
{
	int code = SQLITE_OK;

	if (at == 0) {
		forget(log);
	} else if (at > log->end) {
		code = keep_between(log, log->end, at);
	}
	if (code != SQLITE_OK) {
		return code;
	}
	if (!mirror_write(&log->mirror, at, bytes, count)) {
		return SQLITE_NOMEM;
	}
	if (at + (sqlite3_int64)count > log->end) {
		log->end = at + (sqlite3_int64)count;
	}
	return SQLITE_OK;
}

void sqlite_wal_cut(struct sqlite_wal *log, sqlite3_int64 size)
{
	log->end = lesser(log->end, size);
	log->held = lesser(log->held, size);
}

void sqlite_wal_look_before(struct sqlite_wal *log, sqlite3_int64 at)
{
	if (log->is_held && compare(log, frame_before(log, at), at) != SQLITE_OK) {
		log->is_suspect = true;
	}
}

bool sqlite_wal_correct(
	struct sqlite_wal *log, sqlite3_int64 at, unsigned char *bytes, size_t count)
{
	if (at + (sqlite3_int64)count > lesser(log->held, MIRROR_LIMIT)) {
		return false;
	}
	if (mirror_has(&log->mirror, at, bytes, count)) {
		return true;
	}
	if (was_restarted(log)) {
		return false;
	}
	mirror_copy(&log->mirror, at, bytes, count);
	log->is_suspect = true;
	return true;
}

int sqlite_wal_confirm(struct sqlite_wal *log, sqlite3_int64 written)
{
	sqlite3_int64 size = 0;
	int code = SQLITE_OK;

	if (!log->is_held) {
		return SQLITE_OK;
	}
	if (!log->confirm) {
		code = file_size(log, &size);
	} else if (!log->confirm(log->context, &size)) {
		return SQLITE_IOERR_FSYNC;
	}
	if (code == SQLITE_OK) {
		code = log->is_suspect || size < log->end ? SQLITE_CORRUPT
							  : compare_written(log, written);
	}
	if (code == SQLITE_OK) {
		code = compare_next(log);
	}
	if (code == SQLITE_CORRUPT) {
		code = repair(log);
	}
	return code == SQLITE_OK ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

/* ---- the copy ------------------------------------------------------------------------------- */

static size_t min_size(size_t one, size_t other)
{
	return one < other ? one : other;
}

/* The piece of the copy that has the byte, and its offset in the piece. */
static size_t piece_of(int64_t at)
{
	return (size_t)((uint64_t)at / MIRROR_PIECE_SIZE);
}

static size_t place_in_piece(int64_t at)
{
	return (size_t)((uint64_t)at % MIRROR_PIECE_SIZE);
}

/* The number of bytes from `at` to the end of its piece. */
static size_t rest_of_piece(int64_t at)
{
	return MIRROR_PIECE_SIZE - place_in_piece(at);
}

/* Mapped with its pages populated: a commit that faulted them in one by one would take longer. */
static unsigned char *map_piece(void)
{
	void *piece = mmap(NULL, MIRROR_PIECE_SIZE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	return piece == MAP_FAILED ? NULL : piece;
}

bool mirror_write(struct sqlite_mirror *mirror, int64_t at, const void *bytes, size_t count)
{
	const unsigned char *from = bytes;

	while (count > 0 && at < MIRROR_LIMIT) {
		unsigned char **piece = &mirror->pieces[piece_of(at)];
		size_t part = min_size(count, rest_of_piece(at));

		if (!*piece) {
			*piece = map_piece();
		}
		if (!*piece) {
			return false;
		}
		memcpy(*piece + place_in_piece(at), from, part);
		at += (int64_t)part;
		from += part;
		count -= part;
	}
	return true;
}

const unsigned char *mirror_read(const struct sqlite_mirror *mirror, int64_t at, size_t *count)
{
	const unsigned char *piece = at < MIRROR_LIMIT ? mirror->pieces[piece_of(at)] : NULL;

	if (!piece) {
		return NULL;
	}
	*count = min_size(*count, rest_of_piece(at));
	return piece + place_in_piece(at);
}

bool mirror_has(
	const struct sqlite_mirror *mirror, int64_t at, const unsigned char *bytes, size_t count)
{
	while (count > 0) {
		size_t part = count;
		const unsigned char *kept = mirror_read(mirror, at, &part);

		if (!kept) {
			return true;
		}
		if (memcmp(kept, bytes, part) != 0) {
			return false;
		}
		at += (int64_t)part;
		bytes += part;
		count -= part;
	}
	return true;
}

void mirror_copy(const struct sqlite_mirror *mirror, int64_t at, unsigned char *bytes, size_t count)
{
	while (count > 0) {
		size_t part = count;
		const unsigned char *kept = mirror_read(mirror, at, &part);

		if (!kept) {
			return;
		}
		memcpy(bytes, kept, part);
		at += (int64_t)part;
		bytes += part;
		count -= part;
	}
}

static void free_from(struct sqlite_mirror *mirror, size_t first)
{
	for (size_t i = first; i < MIRROR_MAX_PIECES && mirror->pieces[i]; i++) {
		munmap(mirror->pieces[i], MIRROR_PIECE_SIZE);
		mirror->pieces[i] = NULL;
	}
}

void mirror_shrink(struct sqlite_mirror *mirror)
{
	free_from(mirror, MIRROR_USUAL_PIECES);
}

void mirror_finish(struct sqlite_mirror *mirror)
{
	free_from(mirror, 0);
}
