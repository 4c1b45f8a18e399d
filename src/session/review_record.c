/*
 * The text is hexadecimal: a header that names the layout, with a checksum, then the values of each
 * decision with their zeros run-length encoded (session/compaction.h).
 */
#include "session/review_record.h"

#include "base/hash.h"
#include "base/id.h"
#include "port/journal.h"
#include "session/compaction.h"

#include <stdlib.h>
#include <string.h>

/* Layouts are those of memory, so the byte order counts. */
struct header {
	uint16_t format;
	uint16_t game_format;
	uint32_t value_size;
	uint32_t ms, nodes; /* the budget */
	uint64_t version;
	uint64_t count, valued;
	struct mk_reviewer_progress reviewer;
	int64_t level;
	uint64_t verdict_nodes;
	uint8_t is_known, has_points, is_closed, is_judged;
	uint32_t verdict;
	uint64_t checksum; /* of this header with 0 here, the place, the decisions, and what follows
			    */
};

/* The values of one decision. */
struct value {
	struct mk_review_step step;
	struct mk_move better;
	struct mk_move line[MK_MAX_LINE];
	uint8_t kind, line_length, has_better;
};

static struct header header_of(const struct review_record_place *place, size_t count)
{
	return (struct header){
		.format = MK_REVIEW_FORMAT,
		.game_format = place->game->view_format,
		.value_size = (uint32_t)sizeof(struct value),
		.ms = place->ms,
		.nodes = place->nodes,
		.version = place->version,
		.count = count,
	};
}

/* Of the decisions what is known of them without a review. */
static uint64_t checksum(struct header header, const struct review_record_place *place,
	const struct decisions *decisions, const unsigned char *packed, size_t size)
{
	uint64_t sum = fnv1a_start;

	header.checksum = 0;
	sum = fnv1a_add(sum, &header, sizeof header);
	sum = fnv1a_add(sum, place->id, strlen(place->id));
	sum = fnv1a_add(sum, place->game->name, strlen(place->game->name));
	for (size_t i = 0; i < decisions->count; i++) {
		const struct review_decision *decision = &decisions->list[i];

		sum = fnv1a_add(sum, &decision->version, sizeof decision->version);
		sum = fnv1a_add(sum, &decision->made.move, sizeof decision->made.move);
		sum = fnv1a_add(sum, &decision->came_up, sizeof decision->came_up);
	}
	return fnv1a_add(sum, packed, size);
}

/* ---- to text -------------------------------------------------------------------------------- */

/* Zeros for unknown values, which the encoding compresses. */
static void take_value(struct value *value, const struct review_decision *decision,
	const struct mk_review_step *step)
{
	memset(value, 0, sizeof *value);
	value->step = *step;
	value->kind = decision->kind;
	value->has_better = decision->has_better;
	if (decision->has_better) {
		value->better = decision->better;
		value->line_length = decision->line_length;
		memcpy(value->line, decision->line, decision->line_length * sizeof *value->line);
	}
}

static void set_progress(struct header *header, const struct review_progress *progress)
{
	header->valued = progress->valued;
	header->reviewer = progress->reviewer;
	header->level = progress->account.level;
	header->is_known = progress->account.is_known;
	header->has_points = progress->account.has_points;
	header->is_closed = progress->is_closed;
	header->is_judged = progress->is_judged;
	header->verdict = (uint32_t)progress->verdict.verdict;
	header->verdict_nodes = progress->verdict.nodes;
}

static size_t pack_values(unsigned char *packed, const struct review_progress *progress,
	const struct decisions *decisions, const struct mk_review_step *steps)
{
	size_t length = 0;

	for (size_t i = 0; i < progress->valued; i++) {
		struct value value;

		take_value(&value, &decisions->list[i], &steps[i]);
		length += zero_rle_encode(packed + length, &value, sizeof value);
	}
	return length;
}

static size_t text_size(size_t packed)
{
	return 2 * (sizeof(struct header) + packed) + 1;
}

char *review_record_write(const struct review_record_place *place,
	const struct review_progress *progress, const struct decisions *decisions,
	const struct mk_review_step *steps)
{
	struct header header = header_of(place, decisions->count);
	unsigned char *packed = malloc(progress->valued * ZERO_RLE_BOUND(sizeof(struct value)) + 1);
	size_t length = packed ? pack_values(packed, progress, decisions, steps) : 0;
	char *text = NULL;

	if (packed && text_size(length) <= JOURNAL_MAX_REVIEW) {
		text = malloc(text_size(length));
	}
	if (text) {
		set_progress(&header, progress);
		header.checksum = checksum(header, place, decisions, packed, length);
		hex_write(text, &header, sizeof header);
		hex_write(text + 2 * sizeof header, packed, length);
	}
	free(packed);
	return text;
}

/* ---- and back ------------------------------------------------------------------------------- */

static bool is_of_place(const struct header *header, const struct review_record_place *place,
	const struct decisions *decisions)
{
	struct header ours = header_of(place, decisions->count);

	return header->format == ours.format && header->game_format == ours.game_format &&
	       header->value_size == ours.value_size && header->ms == ours.ms &&
	       header->nodes == ours.nodes && header->version == ours.version &&
	       header->count == ours.count && header->valued <= ours.count;
}

static void give_value(
	const struct value *value, struct review_decision *decision, struct mk_review_step *step)
{
	*step = value->step;
	decision->kind = value->kind;
	decision->has_better = value->has_better;
	decision->better = value->better;
	decision->line_length = value->line_length;
	memcpy(decision->line, value->line, sizeof decision->line);
}

static void get_progress(const struct header *header, struct review_progress *progress)
{
	*progress = (struct review_progress){
		.valued = header->valued,
		.is_closed = header->is_closed,
		.is_judged = header->is_judged,
		.account = {.has_points = header->has_points,
			.is_known = header->is_known,
			.level = header->level},
		.reviewer = header->reviewer,
		.verdict = {.verdict = (enum mk_verdict)header->verdict,
			.nodes = header->verdict_nodes},
	};
}

/* The checksum holds, so these are bytes that zero_rle_encode() wrote. */
static void unpack_values(const unsigned char *packed, size_t valued, struct decisions *decisions,
	struct mk_review_step *steps)
{
	for (size_t i = 0; i < valued; i++) {
		struct value value;

		packed += zero_rle_decode(packed, &value, sizeof value);
		give_value(&value, &decisions->list[i], &steps[i]);
	}
}

bool review_record_read(const struct review_record_place *place, const char *text,
	struct review_progress *progress, struct decisions *decisions, struct mk_review_step *steps)
{
	size_t length = strlen(text), size;
	struct header header;
	unsigned char *packed;
	bool is_sound;

	if (length % 2 != 0 || length < 2 * sizeof header || length > JOURNAL_MAX_REVIEW ||
		!hex_read(&header, text, sizeof header) ||
		!is_of_place(&header, place, decisions)) {
		return false;
	}
	size = length / 2 - sizeof header;
	packed = malloc(size + 1);
	is_sound = packed && hex_read(packed, text + 2 * sizeof header, size) &&
		   checksum(header, place, decisions, packed, size) == header.checksum;
	if (is_sound) {
		get_progress(&header, progress);
		unpack_values(packed, progress->valued, decisions, steps);
	}
	free(packed);
	return is_sound;
}
