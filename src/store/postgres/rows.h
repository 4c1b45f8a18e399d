/* Rows of PostgreSQL's answers as what was read: each in the reading's room for one more. */
#ifndef STORE_POSTGRES_ROWS_H
#define STORE_POSTGRES_ROWS_H

#include "store/read.h"

#include <libpq-fe.h>

/* The reader's statements say which columns. False: there is no room, or no memory. */
bool postgres_take_session(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_event(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_tally(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_simulation(const PGresult *rows, int row, struct store_read *read);

/* A version and its top. MK_FULL; MK_IO where it is not the next version. */
enum mk_status postgres_take_top(const PGresult *rows, int row, struct store_read *read);

/* The first row, as the reading's `once`. False also where it was not written by us. */
bool postgres_take_once(const PGresult *rows, struct store_read *read);

#endif
