/* JSON codes of reservations, game types, phases, events, and special points. */
#ifndef GAMES_DOPPELKOPF_TEXT_CODES_H
#define GAMES_DOPPELKOPF_TEXT_CODES_H

#include "games/doppelkopf/table/table.h"

/* Indexed by enum doko_reservation, doko_type, doko_phase, doko_move_kind, doko_special. */
extern const char *const doko_reservation_codes[DOKO_RESERVATIONS];
extern const char *const doko_type_codes[DOKO_TYPES + 1];
extern const char *const doko_phase_codes[];
extern const char *const doko_kind_codes[DOKO_MOVE_KINDS];
extern const char *const doko_special_codes[];
extern const char *const doko_colour_codes[DOKO_SUIT_CLASSES];

/* "re", "contra", "no_90", ... */
const char *doko_level_code(int level, int party);

/* The index of a code in a list; -1 if it is not there. */
int doko_code_find(const char *const *codes, int count, const char *word);

#endif
