/* Reads files of deals. */
#include "cli/deals.h"

#include <errno.h>
#include <makker/solve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

/* Reading one file. */
struct reader {
	const struct mk_game *game;
	const struct mk_rules *rules;
	struct deals deals;
	size_t room;
};

static enum mk_status fail_memory(struct mk_error *error)
{
	return mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
}

/* Room for one more; NULL without memory. */
static struct mk_world *next_world(struct reader *reader)
{
	struct deals *deals = &reader->deals;

	if (deals->count == reader->room) {
		size_t room = reader->room ? 2 * reader->room : FIRST_ROOM;
		unsigned char *worlds = realloc(deals->worlds, room * deals->world_size);

		if (!worlds) {
			return NULL;
		}
		deals->worlds = worlds;
		reader->room = room;
	}
	return (struct mk_world *)(deals->worlds + deals->count * deals->world_size);
}

static enum mk_status read_line(
	struct reader *reader, const char *line, unsigned long number, struct mk_error *error)
{
	struct mk_world *world = next_world(reader);
	struct mk_error cause;

	if (!world) {
		return fail_memory(error);
	}
	if (reader->game->solver->read_deal(
		    line, strcspn(line, "\t\r\n"), reader->rules, world, &cause) != MK_OK) {
		return mk_fail(error, cause.status, cause.code, "--deals", "line %lu: %s", number,
			cause.detail);
	}
	reader->deals.count++;
	return MK_OK;
}

static enum mk_status read_lines(
	struct reader *reader, FILE *file, const char *name, struct mk_error *error)
{
	char line[1024];
	enum mk_status status = MK_OK;

	for (unsigned long number = 1; status == MK_OK && fgets(line, sizeof line, file);
		number++) {
		if (line[0] != '#' && line[strspn(line, " \t\r\n")] != '\0') {
			status = read_line(reader, line, number, error);
		}
	}
	if (status == MK_OK && ferror(file)) {
		return mk_fail(
			error, MK_IO, "unreadable", "--deals", "%s: %s", name, strerror(errno));
	}
	if (status == MK_OK && reader->deals.count == 0) {
		status = mk_fail(error, MK_MALFORMED, "no_deals", "--deals",
			"%s: there is no deal in it", name);
	}
	return status;
}

enum mk_status deals_read(const char *file, const struct mk_game *game,
	const struct mk_rules *rules, struct deals *deals, struct mk_error *error)
{
	struct reader reader = {
		.game = game, .rules = rules, .deals = {.world_size = game->world_size}};
	FILE *stream;
	enum mk_status status;

	if (!game->solver) {
		return mk_fail(error, MK_IMPOSSIBLE, "no_deals", "--deals",
			"deals of %s cannot be read", game->name);
	}
	stream = fopen(file, "r");
	if (!stream) {
		return mk_fail(
			error, MK_NOT_FOUND, "no_file", "--deals", "%s: %s", file, strerror(errno));
	}
	status = read_lines(&reader, stream, file, error);
	fclose(stream);
	if (status != MK_OK) {
		deals_finish(&reader.deals);
		return status;
	}
	*deals = reader.deals;
	return MK_OK;
}

void deals_finish(struct deals *deals)
{
	free(deals->worlds);
}

void deals_copy(const struct deals *deals, uint64_t number, struct mk_world *world)
{
	memcpy(world, deals->worlds + number * deals->world_size, deals->world_size);
}
