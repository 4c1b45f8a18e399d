/* Readers of single members of a table. */
#ifndef GAMES_DOPPELKOPF_TEXT_READ_TABLE_H
#define GAMES_DOPPELKOPF_TEXT_READ_TABLE_H

#include "games/doppelkopf/text/notation.h"

/*
 * Reads the "score_table" of a table into `sheet`, which holds that of a new match. All its members
 * are optional. Pointers of errors begin with "/score_table".
 */
enum mk_status doko_read_sheet(const struct json_t *json, const struct doko_rules *rules,
	struct doko_sheet *sheet, struct mk_error *error);

/* Reads a seat, or null for none; `*seat` is unchanged if it is missing. */
enum mk_status doko_read_seat(
	const struct json_t *json, const char *where, uint8_t *seat, struct mk_error *error);

#endif
