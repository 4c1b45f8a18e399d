/* The tables of a PostgreSQL journal and their migrations. */
#ifndef STORE_POSTGRES_SCHEMA_H
#define STORE_POSTGRES_SCHEMA_H

#include "store/postgres/hosts.h"

#include <stdbool.h>
#include <stdint.h>

/* The version of the tables that this program writes. */
int postgres_schema_version(void);

/*
 * Brings the tables to the present version, all or nothing; others that start at the same time wait
 * for that. Counts the sessions, and says whether there were no tables before. Blocks. False with
 * `error`: "store_unusable" or "store_newer".
 */
bool postgres_schema_update(const struct postgres_hosts *hosts, uint64_t *sessions, bool *created,
	struct mk_error *error);

/*
 * True if the tables exist. Blocks. False with `error`: MK_NOT_FOUND "no_store", or the reason why
 * that is unknown.
 */
bool postgres_schema_exists(const struct postgres_hosts *hosts, struct mk_error *error);

#endif
