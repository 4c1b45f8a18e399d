/* Shared declarations of the files that read a reported table (read_table.c, read_poverty.c). */
#ifndef GAMES_DOPPELKOPF_TEXT_TABLE_READER_H
#define GAMES_DOPPELKOPF_TEXT_TABLE_READER_H

#include "games/doppelkopf/knowledge/view.h"

struct json_t;

/* The cards in the order of play, and the leaders of the tricks, if given. */
struct course {
	int count;
	uint8_t card[DOKO_CARDS];
	uint8_t leader[DOKO_TRICKS + 1]; /* DOKO_NO_SEAT: not given */
};

/* The exchange of a poverty as far as it went. */
struct exchange {
	int cards, shifted, refused, returned, trumps;
	doko_set given, taken;
};

struct table_reader {
	const struct json_t *json;
	struct mk_error *error;
	struct doko_view view;
	struct doko_sheet sheet; /* as given */
	struct course course;
	struct exchange exchange;
};

/* A member of the table; NULL if it is missing. */
const struct json_t *table_reader_member(const struct table_reader *reader, const char *name);

/* Applies `move`. If it is impossible, the error refers to `where`. */
enum mk_status table_reader_apply(
	struct table_reader *reader, struct mk_move move, const char *where);

/* Reads the member "poverty" into `reader->exchange`. */
enum mk_status table_reader_read_exchange(struct table_reader *reader);

/* Applies the given events of the exchange, from the first passed card to the last returned one. */
enum mk_status table_reader_apply_poverty(struct table_reader *reader);

#endif
