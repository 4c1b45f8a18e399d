/* The set of visited positions. */
#include "games/klondike/solver/visited.h"

#include <string.h>
#include <sys/mman.h>

/*
 * The sets of up to 2^KEPT_BITS lines lie one behind another in memory that is kept; the set of 2^n
 * lines begins at line 2^n. Most searches need no more, and then make no memory requests.
 */
enum { FIRST_BITS = 6, KEPT_BITS = 12, FULL_LINE = 4, HUGE_PAGE = 2 << 20 };

/*
 * Allocates empty lines; NULL without memory. Every access to a large set is a cache miss; huge
 * pages at least avoid the TLB misses.
 */
static struct visited_line *make_lines(uint64_t capacity)
{
	size_t bytes = capacity * sizeof(struct visited_line);
	void *lines = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (lines == MAP_FAILED) {
		return NULL;
	}
#ifdef MADV_HUGEPAGE
	if (bytes >= HUGE_PAGE) {
		(void)madvise(lines, bytes, MADV_HUGEPAGE);
	}
#endif
	return lines;
}

static struct visited_line *empty_lines(struct visited *visited, unsigned bits)
{
	struct visited_line *lines;

	if (bits > KEPT_BITS) {
		return make_lines((uint64_t)1 << bits);
	}
	lines = visited->kept + (1 << bits);
	memset(lines, 0, sizeof *lines << bits);
	return lines;
}

static void use_lines(struct visited *visited, struct visited_line *lines, unsigned bits)
{
	visited->lines = lines;
	visited->capacity = (uint64_t)1 << bits;
	visited->shift = 64 - bits;
}

static void drop_lines(struct visited_line *lines, uint64_t capacity)
{
	if (capacity > 1 << KEPT_BITS) {
		munmap(lines, capacity * sizeof *lines);
	}
}

bool visited_init(struct visited *visited, size_t most_bytes)
{
	*visited = (struct visited){.most = most_bytes};
	visited->kept = make_lines(2 << KEPT_BITS);
	return visited->kept != NULL;
}

void visited_finish(struct visited *visited)
{
	if (visited->kept) {
		munmap(visited->kept, sizeof *visited->kept << (KEPT_BITS + 1));
	}
}

void visited_start(struct visited *visited, enum visited_clock clock)
{
	use_lines(visited, empty_lines(visited, FIRST_BITS), FIRST_BITS);
	visited->count = 0;
	visited->clock = clock;
}

void visited_end(struct visited *visited)
{
	drop_lines(visited->lines, visited->capacity);
}

typedef uint64_t pair __attribute__((vector_size(16), may_alias));

/* Marks the places of two keys that equal `key` or are free. */
static inline pair fits(const uint64_t *keys, pair key, pair marks)
{
	pair two = *(const pair *)keys;

	return ((pair)(two == key) | (pair)(two == (pair){0, 0})) & marks;
}

/*
 * The place of `key` in a line, or the first free one; VISITED_KEYS if there is neither.
 * Branch-free after the first place, since branches there are not predictable.
 */
static inline int place_in(const struct visited_line *line, uint64_t key)
{
	pair both = {key, key};
	pair places;

	if (line->keys[0] == 0 || line->keys[0] == key) {
		return 0;
	}
	places = fits(line->keys, both, (pair){1, 2}) | fits(line->keys + 2, both, (pair){4, 8}) |
		 fits(line->keys + 4, both, (pair){16, 32});
	return __builtin_ctzll(places[0] | places[1] | 1 << VISITED_KEYS);
}

/* The line with `key`, or the one where it belongs. */
static struct visited_line *find(const struct visited *visited, uint64_t key, int *at)
{
	for (uint64_t home = visited_home(visited, key);;
		home = (home + 1) & (visited->capacity - 1)) {
		struct visited_line *line = &visited->lines[home];

		*at = place_in(line, key);
		if (*at < VISITED_KEYS) {
			return line;
		}
	}
}

static void move_line(struct visited *visited, const struct visited_line *old)
{
	for (int i = 0; i < VISITED_KEYS && old->keys[i]; i++) {
		int at;
		struct visited_line *line = find(visited, old->keys[i], &at);

		line->keys[at] = old->keys[i];
		line->clocks[at] = old->clocks[i];
	}
}

static bool grow(struct visited *visited)
{
	struct visited old = *visited;
	unsigned bits = 64 - old.shift + 1;
	struct visited_line *lines = NULL;

	if (sizeof *lines << bits <= visited->most) {
		lines = empty_lines(visited, bits);
	}
	if (!lines) {
		return false;
	}
	use_lines(visited, lines, bits);
	for (uint64_t i = 0; i < old.capacity; i++) {
		move_line(visited, &old.lines[i]);
	}
	drop_lines(old.lines, old.capacity);
	return true;
}

/* With draws of three, the earliest clocks of remainders 1 and 2 are stored in one byte each. */
static unsigned byte_of(unsigned clock)
{
	return clock % 3 == 2 ? 8 : 0;
}

static uint16_t with_byte(unsigned clocks, unsigned clock)
{
	unsigned shift = byte_of(clock);

	return (uint16_t)((clocks & (0xff00u >> shift)) | clock << shift);
}

static uint16_t first_clock(const struct visited *visited, unsigned clock)
{
	if (visited->clock != VISITED_THREES) {
		return (uint16_t)clock;
	}
	return clock % 3 == 0 ? 0xffff : with_byte(0xffff, clock);
}

/* Records that a known position was reached at `clock`, or reports that this is not earlier. */
static enum visited_answer meet_again(
	const struct visited *visited, uint16_t *known, unsigned clock)
{
	switch (visited->clock) {
	case VISITED_NO_CLOCK:
		break;
	case VISITED_LEAST:
		if (clock < *known) {
			*known = (uint16_t)clock;
			return VISITED_NEW;
		}
		break;
	case VISITED_THREES:
		if (clock % 3 != 0 && clock < ((unsigned)*known >> byte_of(clock) & 0xffu)) {
			*known = with_byte(*known, clock);
			return VISITED_NEW;
		}
		break;
	}
	return VISITED_BEFORE;
}

enum visited_answer visited_add(struct visited *visited, uint64_t key, unsigned clock)
{
	int at;
	struct visited_line *line = find(visited, key, &at);

	if (line->keys[at]) {
		return meet_again(visited, &line->clocks[at], clock);
	}
	if (visited->count >= visited->capacity * FULL_LINE) {
		if (!grow(visited)) {
			return VISITED_FULL;
		}
		line = find(visited, key, &at);
	}
	line->keys[at] = key;
	line->clocks[at] = first_clock(visited, clock);
	visited->count++;
	return VISITED_NEW;
}
