/*
 * The hosts of a connection string, tried one after another.
 *
 * libpq can try a list of hosts itself, but in non-blocking mode without a time limit: a host that
 * drops packets would block the next one. So each attempt has one host.
 */
#ifndef STORE_POSTGRES_HOSTS_H
#define STORE_POSTGRES_HOSTS_H

#include <makker/status.h>
#include <makker/text.h>

enum { POSTGRES_PARAMETERS = 64, POSTGRES_MAX_HOSTS = 16 };

struct postgres_hosts;

/* Parameters for PQconnectStartParams(); borrowed from the hosts. */
struct postgres_parameters {
	const char *keywords[POSTGRES_PARAMETERS];
	const char *values[POSTGRES_PARAMETERS];
	unsigned count;
};

/* Reads "postgresql://..."; NULL with `error`. */
struct postgres_hosts *postgres_hosts_create(const char *url, struct mk_error *error);
/* The same of what follows its "//": the scheme is libpq's. */
struct postgres_hosts *postgres_hosts_read(const char *rest, struct mk_error *error);
void postgres_hosts_destroy(struct postgres_hosts *hosts);

unsigned postgres_hosts_count(const struct postgres_hosts *hosts);

/*
 * Writes how the string names the database, as a URL: user, hosts, ports and database, where they
 * are given. No other parameter, because some are secret.
 */
void postgres_hosts_write(const struct postgres_hosts *hosts, struct mk_text *out);

/* How to connect to one of them; only a server that can be written to is taken. */
void postgres_hosts_parameters(const struct postgres_hosts *hosts, unsigned number,
	struct postgres_parameters *parameters);

/* The name that must be resolved first, or NULL: a socket's folder, or its address is given. */
const char *postgres_hosts_name(const struct postgres_hosts *hosts, unsigned number);

#endif
