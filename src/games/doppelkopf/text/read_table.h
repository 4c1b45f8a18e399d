/* The members of a table that are read on their own. */
#ifndef GAMES_DOPPELKOPF_TEXT_READ_TABLE_H
#define GAMES_DOPPELKOPF_TEXT_READ_TABLE_H

#include "games/doppelkopf/text/notation.h"

/*
 * Reads a table's "score_table" over `sheet`, which is that of a party that begins. All its members
 * may be left out. Pointers begin with "/score_table".
 */
enum mk_status doko_read_sheet(const struct json_t *json, const struct doko_rules *rules,
	struct doko_sheet *sheet, struct mk_error *error);

/* A seat, or null for none; a missing one is unchanged. */
enum mk_status doko_read_seat(
	const struct json_t *json, const char *where, uint8_t *seat, struct mk_error *error);

#endif
