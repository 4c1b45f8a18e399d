/* Rows of results as records, each added to those of the read. */
#ifndef STORE_POSTGRES_ROWS_H
#define STORE_POSTGRES_ROWS_H

#include "store/read.h"

#include <libpq-fe.h>

/* The columns are those of the reader's statements. False: over the limit, or out of memory. */
bool postgres_take_session(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_event(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_tally(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_simulation(const PGresult *rows, int row, struct store_read *read);

/* A version and its top. MK_FULL; MK_IO where it is not the next version. */
enum mk_status postgres_take_top(const PGresult *rows, int row, struct store_read *read);

/* The first row, as the read's `once`. False also for a row that no daemon has written. */
bool postgres_take_once(const PGresult *rows, struct store_read *read);

#endif
