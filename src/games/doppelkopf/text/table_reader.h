/* Shared declarations of the files that read a reported table (read_table.c, read_poverty.c). */
#ifndef GAMES_DOPPELKOPF_TEXT_TABLE_READER_H
#define GAMES_DOPPELKOPF_TEXT_TABLE_READER_H

#include "games/doppelkopf/knowledge/view.h"

struct json_t;

/* The cards in the order of playing; a trick's leader, if given. */
struct course {
	int count;
	uint8_t card[DOKO_CARDS];
	uint8_t leader[DOKO_TRICKS + 1]; /* DOKO_NOBODY: not given */
};

/* A poverty's exchange as far as it went. */
struct exchange {
	int cards, shifted, refused, returned, trumps;
	doko_set given, taken;
};

struct teller {
	const struct json_t *json;
	struct mk_error *error;
	struct doko_view view;
	struct doko_sheet sheet; /* as given */
	struct course course;
	struct exchange exchange;
};

/* A member of the table; NULL where it is left out. */
const struct json_t *teller_member(const struct teller *teller, const char *name);

/* Lets `move` happen; where it cannot, that is the fault of what stands at `where`. */
enum mk_status teller_tell(struct teller *teller, struct mk_move move, const char *where);

/* Reads the member "poverty" into `teller->exchange`. */
enum mk_status teller_read_exchange(struct teller *teller);

/* Applies the given events, from the passing on to the giving back. */
enum mk_status teller_tell_poverty(struct teller *teller);

#endif
