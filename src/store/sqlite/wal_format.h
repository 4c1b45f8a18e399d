/*
 * The format of a write-ahead log and its index ("The WAL File Format" and "The WAL-Index File
 * Format" of sqlite.org).
 */
#ifndef STORE_SQLITE_WAL_FORMAT_H
#define STORE_SQLITE_WAL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	WAL_HEADER_SIZE = 32,
	WAL_FRAME_HEADER_SIZE = 24,
	WAL_SALT = 16, /* in the header, likewise in the index; a frame has it at 8 */
	WAL_SALT_SIZE = 8
};

/* The beginning of -shm, which has two of them. */
struct wal_index_header {
	uint32_t version, unused, change;
	uint8_t is_init, big_endian;
	uint16_t page_size; /* 1: 65536 */
	uint32_t frames, pages;
	uint32_t frame_checksum[2]; /* of the last frame */
	unsigned char salt[WAL_SALT_SIZE];
	uint32_t checksum[2];
};

/* The fields of the index behind the two headers. */
struct wal_index_progress {
	uint32_t written; /* so many frames are in the database */
	uint32_t marks[5];
	unsigned char locks[8];
	uint32_t attempted; /* the last frame that a running checkpoint copies */
};

uint32_t wal_number(const unsigned char *bytes);

/* The size of a page with its header. */
long long wal_frame_size(const struct wal_index_header *index);

/* True if both copies are equal and their checksum is right. */
bool wal_index_is_sound(const struct wal_index_header copies[2]);

/* Each checksum covers all that comes before it. */
struct wal_checksum {
	uint32_t (*word)(const unsigned char *bytes);
	uint32_t sums[2];
};

/* True if this is the header of a log; begins its checksum. */
bool wal_check_header(const unsigned char header[WAL_HEADER_SIZE], struct wal_checksum *checksum);

/* True if the frame follows those before it. */
bool wal_check_frame(const unsigned char *frame, size_t size,
	const unsigned char salt[WAL_SALT_SIZE], struct wal_checksum *checksum);

#endif
