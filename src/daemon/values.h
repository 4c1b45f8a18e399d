/* Checks of the text options, made when a value is set, so that an error has a line number. */
#ifndef DAEMON_VALUES_H
#define DAEMON_VALUES_H

#include "http/ip.h"

#include <makker/status.h>

/* Maximum number of words in a list separated by blanks or commas. */
enum { MAX_WORDS = 32 };

/*
 * Each checks one value: MK_OK, or MK_MALFORMED with the expected form. "" is valid for options
 * that may be empty.
 */
enum mk_status value_is_address(const char *value, struct mk_error *error);
enum mk_status value_is_store(const char *value, struct mk_error *error);
enum mk_status value_is_folder(const char *value, struct mk_error *error);
enum mk_status value_is_url(const char *value, struct mk_error *error);
enum mk_status value_is_origins(const char *value, struct mk_error *error);
enum mk_status value_is_hosts(const char *value, struct mk_error *error);
enum mk_status value_is_proxies(const char *value, struct mk_error *error);
enum mk_status value_is_token(const char *value, struct mk_error *error);
enum mk_status value_is_strategy(const char *value, struct mk_error *error);

/* ---- lists of proxies ----------------------------------------------------------------------- */

/* The configured proxies. */

enum { MAX_PROXIES = 32 };

struct proxies {
	struct ip_network networks[MAX_PROXIES];
	size_t count;
};

/* Addresses and networks, separated by blanks or commas; MK_MALFORMED for anything else. */
enum mk_status proxies_read(const char *text, struct proxies *proxies, struct mk_error *error);

#endif
