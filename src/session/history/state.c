/*
 * The text is hexadecimal: a header that names the layout, a checksum, then the blocks, each with
 * its zeros run-length encoded (session/compaction.h).
 */
#include "session/history/state.h"

#include "base/hash.h"
#include "base/id.h"
#include "session/cached_session.h"
#include "session/compaction.h"
#include "session/deal.h"

#include <stdlib.h>
#include <string.h>

/* Incremented when a structure below changes its meaning but not its size. */
enum { STATE_FORMAT = 4 };

/* The layout is that of memory, so it depends on the byte order. */
struct header {
	uint16_t format;
	uint16_t game_format;
	uint32_t view_size, finding_size, cameras_size;
	uint8_t has_before, concluded, assisted, refused;
	uint32_t world_size;   /* 0: no practice table */
	uint32_t tracker_size; /* 0: no tracker */
	uint8_t has_repair;
	uint8_t transient;
	uint8_t sync;
	uint8_t flags; /* enum flag; the last three are 0 in states of earlier versions */
	uint64_t bytes;
	uint64_t checksum; /* of this header with 0 here, the place, and the packed blocks */
};

enum flag { COMPLETE = 1, UNCHANGED = 2 };

enum { MAX_BLOCKS = 9 };

struct block {
	void *bytes;
	size_t size;
};

/* The blocks of a state that are there. */
static size_t list_blocks(struct state *state, const struct mk_game *game,
	const struct header *header, struct block blocks[MAX_BLOCKS])
{
	size_t count = 0;

	blocks[count++] = (struct block){state->view, game->view_size};
	if (header->has_before) {
		blocks[count++] = (struct block){state->before, game->view_size};
	}
	if (header->concluded) {
		blocks[count++] = (struct block){&state->last, sizeof state->last};
	}
	if (header->refused || header->flags & UNCHANGED) {
		blocks[count++] = (struct block){&state->newest, sizeof state->newest};
	}
	if (header->has_repair) {
		blocks[count++] = (struct block){&state->repair, sizeof state->repair};
	}
	if (header->tracker_size) {
		blocks[count++] = (struct block){state->memory, game->tracker_size};
	}
	blocks[count++] = (struct block){&state->cameras, sizeof state->cameras};
	if (header->world_size) {
		blocks[count++] = (struct block){state->world, game->world_size};
		blocks[count++] = (struct block){&state->shown, sizeof state->shown};
	}
	return count;
}

static struct header header_of(const struct state *state, const struct mk_game *game)
{
	return (struct header){
		.format = STATE_FORMAT,
		.game_format = game->view_format,
		.view_size = (uint32_t)game->view_size,
		.finding_size = (uint32_t)sizeof state->last,
		.cameras_size = (uint32_t)sizeof state->cameras,
		.has_before = state->has_before,
		.concluded = state->concluded,
		.assisted = state->world && state->assisted,
		.refused = (uint8_t)state->refused,
		.world_size = state->world ? (uint32_t)game->world_size : 0,
		.has_repair = state->refused && state->repair.event,
		.transient = state->transient,
		.sync = state->complete ? (uint8_t)state->sync : 0,
		.flags = (uint8_t)((state->complete ? COMPLETE : 0) |
				   (state->unchanged ? UNCHANGED : 0)),
		.tracker_size = state->memory ? (uint32_t)game->tracker_size : 0,
		.bytes = state->bytes,
	};
}

static uint64_t checksum(struct header header, const struct state_place *place,
	const unsigned char *packed, size_t size)
{
	uint64_t sum = fnv1a_start;

	header.checksum = 0;
	sum = fnv1a_add(sum, &header, sizeof header);
	sum = fnv1a_add(sum, place->id, strlen(place->id));
	sum = fnv1a_add(sum, &place->version, sizeof place->version);
	sum = fnv1a_add(sum, &place->top, sizeof place->top);
	return fnv1a_add(sum, packed, size);
}

bool state_init(struct state *state, const struct session *session)
{
	const struct mk_game *game = session->game;

	*state = (struct state){.view = calloc(1, game->view_size),
		.before = calloc(1, game->view_size),
		.world = session->deal ? calloc(1, game->world_size) : NULL,
		.buffer = session->deal ? calloc(1, game->view_size) : NULL};
	if (!state->view || !state->before ||
		(session->deal && (!state->world || !state->buffer))) {
		state_finish(state);
		return false;
	}
	return true;
}

void state_finish(struct state *state)
{
	free(state->view);
	free(state->before);
	free(state->world);
	free(state->buffer);
	free(state->memory);
	state->memory = NULL;
	state->view = state->before = state->buffer = NULL;
	state->world = NULL;
}

void state_drop_evidence(struct state *state)
{
	free(state->memory);
	state->memory = NULL;
	state->refused = SESSION_IN_SYNC;
	state->unchanged = false;
	state->complete = false;
	state->transient = 0;
}

void state_begin(struct state *state, const struct session *session)
{
	session->game->init_view(state->view, &session->rules);
	if (state->world) {
		deal_world(session->deal, session->game, &session->rules, state->world);
		deal_view(session->game, state->world, state->view);
	}
	state->has_before = false;
	state->concluded = false;
	state_drop_evidence(state);
	state->cameras = (struct cameras){0};
	state->bytes = 0;
	state->shown = 0;
	state->assisted = false;
}

void state_note_undo(struct state *to, const struct state *from, const struct mk_game *game)
{
	bool seen = from->shown > to->shown ||
		    (!mk_game_is_open(game) && outcome_is_over(game->outcome(from->view)));

	to->assisted = from->assisted || seen;
}

void state_copy(struct state *to, const struct state *from, const struct mk_game *game)
{
	struct mk_view *view = to->view, *before = to->before, *buffer = to->buffer;
	struct mk_world *world = to->world;

	free(to->memory);
	*to = *from;
	to->memory = NULL;
	to->view = memcpy(view, from->view, game->view_size);
	to->before = memcpy(before, from->before, game->view_size);
	to->world = world;
	to->buffer = buffer;
	if (world) {
		memcpy(world, from->world, game->world_size);
	}
}

/* ---- to text -------------------------------------------------------------------------------- */

static size_t capacity_of(const struct block *blocks, size_t count)
{
	size_t capacity = 0;

	for (size_t i = 0; i < count; i++) {
		capacity += ZERO_RLE_BOUND(blocks[i].size);
	}
	return capacity;
}

bool state_write(const struct state *state, const struct mk_game *game,
	const struct state_place *place, char *text, size_t size)
{
	struct header header = header_of(state, game);
	struct state source = *state;
	struct block blocks[MAX_BLOCKS];
	size_t count = list_blocks(&source, game, &header, blocks), length = 0;
	unsigned char *packed = malloc(capacity_of(blocks, count));

	text[0] = '\0';
	for (size_t i = 0; packed && i < count; i++) {
		length += zero_rle_encode(packed + length, blocks[i].bytes, blocks[i].size);
	}
	if (!packed || 2 * (sizeof header + length) + 1 > size) {
		free(packed);
		return false;
	}
	header.checksum = checksum(header, place, packed, length);
	hex_write(text, &header, sizeof header);
	hex_write(text + 2 * sizeof header, packed, length);
	free(packed);
	return true;
}

/* ---- and back ------------------------------------------------------------------------------- */

static bool is_ours(
	const struct header *header, const struct state *state, const struct mk_game *game)
{
	return header->format == STATE_FORMAT && header->game_format == game->view_format &&
	       header->view_size == game->view_size && header->finding_size == sizeof state->last &&
	       header->cameras_size == sizeof state->cameras && header->has_before <= 1 &&
	       header->concluded <= 1 && header->assisted <= 1 &&
	       header->refused <= SESSION_DESYNCED && header->has_repair <= 1 &&
	       header->sync <= SESSION_DESYNCED && header->flags <= (COMPLETE | UNCHANGED) &&
	       header->world_size == (state->world ? game->world_size : 0) &&
	       (header->tracker_size == 0 || header->tracker_size == game->tracker_size);
}

/* The checksum holds, so these are bytes that zero_rle_encode() wrote. */
static void unpack(const unsigned char *packed, struct state *state, const struct mk_game *game,
	const struct header *header)
{
	struct block blocks[MAX_BLOCKS];
	size_t count = list_blocks(state, game, header, blocks);

	for (size_t i = 0; i < count; i++) {
		packed += zero_rle_decode(packed, blocks[i].bytes, blocks[i].size);
	}
	state->has_before = header->has_before;
	state->concluded = header->concluded;
	state->refused = (enum session_sync)header->refused;
	if (!header->has_repair) {
		state->repair.event = 0;
	}
	state->transient = header->transient;
	state->complete = header->flags & COMPLETE;
	state->unchanged = header->flags & UNCHANGED;
	state->sync = (enum session_sync)header->sync;
	state->assisted = header->assisted;
	state->bytes = header->bytes;
}

bool state_read(struct state *state, const struct mk_game *game, const struct state_place *place,
	const char *text)
{
	size_t length = strlen(text), size;
	struct mk_tracker *memory;
	struct header header;
	unsigned char *packed;
	bool sound;

	if (length % 2 != 0 || length < 2 * sizeof header || length > JOURNAL_MAX_STATE ||
		!hex_read(&header, text, sizeof header) || !is_ours(&header, state, game)) {
		return false;
	}
	size = length / 2 - sizeof header;
	packed = malloc(size + 1);
	memory = header.tracker_size ? malloc(header.tracker_size) : NULL;
	sound = packed && !memory == !header.tracker_size &&
		hex_read(packed, text + 2 * sizeof header, size) &&
		checksum(header, place, packed, size) == header.checksum;
	if (sound) {
		free(state->memory);
		state->memory = memory;
		memory = NULL;
		unpack(packed, state, game, &header);
	}
	free(memory);
	free(packed);
	return sound;
}
