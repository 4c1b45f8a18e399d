/* A simulation as the journal keeps it. */
#ifndef SIMULATION_RECORD_H
#define SIMULATION_RECORD_H

#include "simulation/simulation.h"

#include <makker/text.h>

/* Longer than any: a wish with all rules; all lengths of games that are told apart, with many games
 * of each. */
enum { RECORD_WISH_ROOM = 8 * 1024, RECORD_ROOM = 64 * 1024 };

void record_write_wish(struct mk_text *out, const struct simulation_spec *wish);
void record_write_statistics(struct mk_text *out, const struct mk_statistics *statistics);

/* MK_IO when the row is none that was written here, or names a game that is unknown by now. */
enum mk_status record_read(const struct journal_simulation *row, struct simulation *simulation,
	const struct mk_game *(*find_game)(const char *name), struct mk_error *error);

#endif
