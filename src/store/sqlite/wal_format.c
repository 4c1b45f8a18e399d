/* The checksums of a write-ahead log and its index. */
#include "store/sqlite/wal_format.h"

#include <string.h>

enum { CHECKSUM_SIZE = 8, FRAME_SALT = 8, FRAME_CHECKSUM = 16 };

static uint32_t little_endian(const unsigned char *bytes)
{
	return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 |
	       bytes[0];
}

uint32_t wal_number(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
	       bytes[3];
}

static uint32_t native(const unsigned char *bytes)
{
	uint32_t word;

	memcpy(&word, bytes, sizeof word);
	return word;
}

long long wal_frame_size(const struct wal_index_header *index)
{
	return WAL_FRAME_HEADER_SIZE + (index->page_size == 1 ? 65536 : index->page_size);
}

static void add(struct wal_checksum *checksum, const unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i += CHECKSUM_SIZE) {
		checksum->sums[0] += checksum->word(bytes + i) + checksum->sums[1];
		checksum->sums[1] += checksum->word(bytes + i + 4) + checksum->sums[0];
	}
}

static bool is_sum(const struct wal_checksum *checksum, const unsigned char *bytes)
{
	return checksum->sums[0] == wal_number(bytes) && checksum->sums[1] == wal_number(bytes + 4);
}

bool wal_index_is_sound(const struct wal_index_header copies[2])
{
	const struct wal_index_header *header = copies;
	struct wal_checksum checksum = {.word = native};

	add(&checksum, (const unsigned char *)header, offsetof(struct wal_index_header, checksum));
	return memcmp(header, copies + 1, sizeof *header) == 0 && header->version == 3007000 &&
	       header->is_init &&
	       memcmp(checksum.sums, header->checksum, sizeof checksum.sums) == 0;
}

bool wal_check_header(const unsigned char header[WAL_HEADER_SIZE], struct wal_checksum *checksum)
{
	*checksum = (struct wal_checksum){.word = header[3] & 1 ? wal_number : little_endian};
	add(checksum, header, WAL_HEADER_SIZE - CHECKSUM_SIZE);
	return wal_number(header) >> 1 == 0x377f0682 >> 1 &&
	       is_sum(checksum, header + WAL_HEADER_SIZE - CHECKSUM_SIZE);
}

bool wal_check_frame(const unsigned char *frame, size_t size,
	const unsigned char salt[WAL_SALT_SIZE], struct wal_checksum *checksum)
{
	add(checksum, frame, FRAME_SALT);
	add(checksum, frame + WAL_FRAME_HEADER_SIZE, size - WAL_FRAME_HEADER_SIZE);
	return memcmp(frame + FRAME_SALT, salt, WAL_SALT_SIZE) == 0 &&
	       is_sum(checksum, frame + FRAME_CHECKSUM);
}
