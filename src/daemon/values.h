/* What the text options of the configuration may be: looked at where they are set, so that a
 * mistake has its line. */
#ifndef DAEMON_VALUES_H
#define DAEMON_VALUES_H

#include <makker/status.h>

/* In a list that is separated by blanks or commas. */
enum { MOST_WORDS = 32 };

/*
 * Each looks at one option's value: MK_OK, or MK_MALFORMED with what is wanted instead. Where the
 * option may be left empty, "" is fine.
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

#endif
