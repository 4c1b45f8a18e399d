/* Connection strings, taken apart by libpq, put together again for one host. */
#include "store/postgres/hosts.h"

#include "store/store_base.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parameters that are lists for libpq, with one item per host. */
enum list { HOST, HOSTADDR, PORT, LISTS };
static const char *const list_keywords[LISTS] = {"host", "hostaddr", "port"};

struct items {
	char *text; /* cut at its commas */
	const char *of[POSTGRES_MAX_HOSTS];
	unsigned count;
};

struct postgres_hosts {
	PQconninfoOption *options;
	struct items items[LISTS];
};

/*
 * Parameters for every server unless the string sets them. A connection to a vanished peer is
 * dropped after some seconds, whether it is idle or not.
 */
static const struct {
	const char *keyword, *value;
} defaults[] = {
	{"target_session_attrs", "read-write"},
	{"fallback_application_name", "makkerd"},
	{"connect_timeout", "5"},
	{"keepalives_idle", "5"},
	{"keepalives_interval", "2"},
	{"keepalives_count", "3"},
	{"tcp_user_timeout", "10000"},
};

/* ---- reading -------------------------------------------------------------------------------- */

static bool cut(struct items *items, const char *list)
{
	char *rest;

	items->text = strdup(list);
	for (rest = items->text; rest; items->count++) {
		if (items->count == POSTGRES_MAX_HOSTS) {
			return false;
		}
		items->of[items->count] = strsep(&rest, ",");
	}
	return items->text != NULL;
}

static bool split_lists(struct postgres_hosts *hosts, struct mk_error *error)
{
	for (const PQconninfoOption *option = hosts->options; option->keyword; option++) {
		for (int list = 0; list < LISTS; list++) {
			if (option->val && strcmp(option->keyword, list_keywords[list]) == 0 &&
				!cut(&hosts->items[list], option->val)) {
				mk_fail(error, MK_MALFORMED, "invalid_store", "",
					"at most %d PostgreSQL servers are taken",
					POSTGRES_MAX_HOSTS);
				return false;
			}
		}
	}
	return true;
}

/* One port is that of all hosts; else lists have an item a host. */
static bool check_lists(const struct postgres_hosts *hosts, struct mk_error *error)
{
	unsigned count = postgres_hosts_count(hosts);

	for (int list = 0; list < LISTS; list++) {
		unsigned items = hosts->items[list].count;

		if (items != 0 && items != count && !(list == PORT && items == 1)) {
			mk_fail(error, MK_MALFORMED, "invalid_store", "",
				"%u PostgreSQL servers, but %u times '%s'", count, items,
				list_keywords[list]);
			return false;
		}
	}
	return true;
}

struct postgres_hosts *postgres_hosts_create(const char *url, struct mk_error *error)
{
	struct postgres_hosts *hosts = store_realloc(NULL, sizeof *hosts);
	char *why = NULL;

	*hosts = (struct postgres_hosts){.options = PQconninfoParse(url, &why)};
	if (!hosts->options) {
		mk_fail(error, MK_MALFORMED, "invalid_store", "", "PostgreSQL: %.*s",
			why ? (int)strcspn(why, "\n") : 9, why ? why : "no memory");
		PQfreemem(why);
	}
	if (!hosts->options || !split_lists(hosts, error) || !check_lists(hosts, error)) {
		postgres_hosts_destroy(hosts);
		return NULL;
	}
	return hosts;
}

void postgres_hosts_destroy(struct postgres_hosts *hosts)
{
	if (!hosts) {
		return;
	}
	PQconninfoFree(hosts->options);
	for (int list = 0; list < LISTS; list++) {
		free(hosts->items[list].text);
	}
	free(hosts);
}

/* ---- one of them ---------------------------------------------------------------------------- */

unsigned postgres_hosts_count(const struct postgres_hosts *hosts)
{
	unsigned hosts_count = hosts->items[HOST].count, addresses = hosts->items[HOSTADDR].count;
	unsigned count = hosts_count > addresses ? hosts_count : addresses;

	return count > 0 ? count : 1;
}

/* NULL where the string has no such list. */
static const char *item(const struct items *items, unsigned number)
{
	if (items->count == 0) {
		return NULL;
	}
	return items->of[number < items->count ? number : items->count - 1];
}

static void put(struct postgres_parameters *parameters, const char *keyword, const char *value)
{
	if (value && value[0] && parameters->count + 1 < POSTGRES_PARAMETERS) {
		parameters->keywords[parameters->count] = keyword;
		parameters->values[parameters->count++] = value;
	}
}

static bool is_list(const char *keyword)
{
	for (int list = 0; list < LISTS; list++) {
		if (strcmp(keyword, list_keywords[list]) == 0) {
			return true;
		}
	}
	return false;
}

void postgres_hosts_parameters(
	const struct postgres_hosts *hosts, unsigned number, struct postgres_parameters *parameters)
{
	*parameters = (struct postgres_parameters){.count = 0};
	/* The later of two with the same keyword counts. */
	for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
		put(parameters, defaults[i].keyword, defaults[i].value);
	}
	for (const PQconninfoOption *option = hosts->options; option->keyword; option++) {
		if (!is_list(option->keyword)) {
			put(parameters, option->keyword, option->val);
		}
	}
	for (int list = 0; list < LISTS; list++) {
		put(parameters, list_keywords[list], item(&hosts->items[list], number));
	}
	put(parameters, "client_encoding", "UTF8");
}

const char *postgres_hosts_name(const struct postgres_hosts *hosts, unsigned number)
{
	const char *host = item(&hosts->items[HOST], number);
	const char *address = item(&hosts->items[HOSTADDR], number);
	bool named = host && host[0] && host[0] != '/' && host[0] != '@';

	return named && !(address && address[0]) ? host : NULL;
}

/* "" where the string does not say. */
static const char *value_of(const struct postgres_hosts *hosts, const char *keyword)
{
	for (const PQconninfoOption *option = hosts->options; option->keyword; option++) {
		if (strcmp(option->keyword, keyword) == 0 && option->val) {
			return option->val;
		}
	}
	return "";
}

/* Lists and folders of sockets stand behind the database's name, where libpq reads them, too. */
void postgres_hosts_write(const struct postgres_hosts *hosts, struct mk_text *out)
{
	const char *user = value_of(hosts, "user"), *host = value_of(hosts, "host");
	const char *address = value_of(hosts, "hostaddr"), *port = value_of(hosts, "port");
	const char *name = host[0] ? host : address;
	bool plain = !strpbrk(name, ",/@:");
	const char *before = "?";

	mk_text_format(out, "postgres://%s%s%s", user, user[0] ? "@" : "", plain ? name : "");
	if (plain && name[0] && port[0]) {
		mk_text_format(out, ":%s", port);
		port = "";
	}
	mk_text_format(out, "/%s", value_of(hosts, "dbname"));
	if (!plain) {
		mk_text_format(out, "?%s=%s", host[0] ? "host" : "hostaddr", name);
		before = "&";
	}
	if (port[0]) {
		mk_text_format(out, "%sport=%s", before, port);
	}
}

struct postgres_hosts *postgres_hosts_read(const char *rest, struct mk_error *error)
{
	char url[2048];

	if (snprintf(url, sizeof url, "postgresql://%s", rest) >= (int)sizeof url) {
		mk_fail(error, MK_MALFORMED, "invalid_store", "", "the store's URL is too long");
		return NULL;
	}
	return postgres_hosts_create(url, error);
}
