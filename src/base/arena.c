/* Arenas: a list of blocks, the newest first, each twice as large as the one before. */
#include "base/arena.h"

#include "base/sanitizer.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A mapped block occupies memory only where it is used; each further block costs a system call. */
enum { FIRST_BLOCK = 16384, FIRST_MAPPED = 20480, ALIGNMENT = alignof(max_align_t) };

struct block {
	struct block *older;
	size_t size;
	size_t used;
	alignas(max_align_t) unsigned char bytes[];
};

struct mk_arena {
	struct block *newest;
	size_t held; /* bytes of all blocks */
	size_t limit;
	bool is_mapped;
	bool starved;
};

static size_t rounded(size_t size)
{
	return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/* Rounds up to whole pages, the unit of mmap(). */
static size_t pages(size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (size + page - 1) & ~(page - 1);
}

static struct block *take_block(const struct mk_arena *arena, size_t size)
{
	void *memory;

	if (!arena->is_mapped) {
		return malloc(sizeof(struct block) + size);
	}
	memory = mmap(NULL, pages(sizeof(struct block) + size), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

static void return_block(const struct mk_arena *arena, struct block *block)
{
	if (arena->is_mapped) {
		munmap(block, pages(sizeof *block + block->size));
	} else {
		free(block);
	}
}

static bool add_block(struct mk_arena *arena, size_t size)
{
	struct block *block;

	if (size > arena->limit - arena->held) {
		return false;
	}
	block = take_block(arena, size);
	if (!block) {
		arena->starved = true;
		return false;
	}
	block->older = arena->newest;
	block->size = size;
	block->used = 0;
	arena->newest = block;
	arena->held += size;
	return true;
}

static struct mk_arena *create(size_t limit, size_t first, bool is_mapped)
{
	struct mk_arena *arena = malloc(sizeof *arena);

	if (!arena) {
		return NULL;
	}
	*arena = (struct mk_arena){.limit = limit, .is_mapped = is_mapped};
	if (!add_block(arena, limit < first ? rounded(limit) & ~(size_t)(ALIGNMENT - 1) : first)) {
		free(arena);
		return NULL;
	}
	return arena;
}

struct mk_arena *mk_arena_create(size_t limit)
{
	return create(limit, FIRST_BLOCK, false);
}

struct mk_arena *mk_arena_create_mapped(size_t limit)
{
	/* AddressSanitizer detects overflows only of blocks from malloc(). */
	return create(limit, FIRST_MAPPED - sizeof(struct block), KEEPS_SPARE);
}

void mk_arena_reset(struct mk_arena *arena)
{
	while (arena->newest->older) {
		struct block *block = arena->newest;

		arena->newest = block->older;
		arena->held -= block->size;
		return_block(arena, block);
	}
	arena->newest->used = 0;
	arena->starved = false;
}

bool mk_arena_has_failed(const struct mk_arena *arena)
{
	return arena->starved;
}

void mk_arena_destroy(struct mk_arena *arena)
{
	if (!arena) {
		return;
	}
	mk_arena_reset(arena);
	return_block(arena, arena->newest);
	free(arena);
}

static bool make_room(struct mk_arena *arena, size_t size)
{
	size_t wanted = arena->newest->size * 2;
	size_t allowed = arena->limit - arena->held;

	if (wanted > allowed) {
		wanted = allowed & ~(size_t)(ALIGNMENT - 1);
	}
	return add_block(arena, wanted < size ? size : wanted);
}

void *mk_arena_alloc(struct mk_arena *arena, size_t size)
{
	struct block *block = arena->newest;
	void *piece;

	if (size > arena->limit) {
		return NULL;
	}
	size = rounded(size);
	if (size > block->size - block->used) {
		if (!make_room(arena, size)) {
			return NULL;
		}
		block = arena->newest;
	}
	piece = block->bytes + block->used;
	block->used += size;
	return piece;
}

void *mk_arena_alloc_zeroed(struct mk_arena *arena, size_t size)
{
	void *piece = mk_arena_alloc(arena, size);

	return piece ? memset(piece, 0, size) : NULL;
}

void *mk_arena_grow(struct mk_arena *arena, void *piece, size_t old_size, size_t new_size)
{
	struct block *block = arena->newest;
	size_t old_rounded = rounded(old_size);
	void *larger;

	if (new_size > arena->limit) {
		return NULL;
	}
	if (piece && (unsigned char *)piece + old_rounded == block->bytes + block->used &&
		rounded(new_size) - old_rounded <= block->size - block->used) {
		block->used += rounded(new_size) - old_rounded;
		return piece;
	}
	larger = mk_arena_alloc(arena, new_size);
	if (larger && piece) {
		memcpy(larger, piece, old_size);
	}
	return larger;
}

char *mk_arena_copy(struct mk_arena *arena, const char *bytes, size_t length)
{
	char *copy = mk_arena_alloc(arena, length + 1);

	if (copy) {
		memcpy(copy, bytes, length);
		copy[length] = '\0';
	}
	return copy;
}
