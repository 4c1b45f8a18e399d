/* Arenas: memory that is freed all at once, for everything that one request or job allocates. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct mk_arena;

/* An arena that never holds more than `limit` bytes. NULL when there is no memory. */
struct mk_arena *mk_arena_create(size_t limit);
/*
 * The same with memory from mmap(), which returns to the system as soon as the arena is reset or
 * destroyed; free() would keep memory below a block that is still used. Two system calls a block:
 * for arenas of which a client can have thousands at a time.
 */
struct mk_arena *mk_arena_create_mapped(size_t limit);
void mk_arena_destroy(struct mk_arena *arena);

/* Frees everything except the first block, which is reused. */
void mk_arena_reset(struct mk_arena *arena);

/* `size` bytes, aligned for anything, not cleared; NULL past the limit or without memory. */
void *mk_arena_alloc(struct mk_arena *arena, size_t size);

/* The same, cleared. */
void *mk_arena_alloc_zeroed(struct mk_arena *arena, size_t size);

/* Grows the last piece in place if possible, else allocates a new one and copies. */
void *mk_arena_grow(struct mk_arena *arena, void *piece, size_t old_size, size_t new_size);

/* True if an allocation within the limit has failed since the last reset. */
bool mk_arena_has_failed(const struct mk_arena *arena);

/* A copy of `length` bytes, ended by a NUL. */
char *mk_arena_copy(struct mk_arena *arena, const char *bytes, size_t length);

#endif
