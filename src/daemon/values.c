/* Checks of text options: addresses, stores, lists of names. */
#include "daemon/values.h"

#include "api/handlers/invitation.h"
#include "api/pipeline/token.h"
#include "daemon/address.h"
#include "store/store.h"

#include <errno.h>
#include <makker/game.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum mk_status bad(struct mk_error *error, const char *option, const char *value,
	size_t length, const char *what)
{
	return mk_fail(error, MK_MALFORMED, "invalid_option", "", "%s: '%.*s' %s", option,
		length < 80 ? (int)length : 80, value, what);
}

enum mk_status value_is_address(const char *value, struct mk_error *error)
{
	struct address address;

	return address_read(value, &address, error);
}

enum mk_status value_is_store(const char *value, struct mk_error *error)
{
	return !value[0] || store_is_url(value, error) ? MK_OK : MK_MALFORMED;
}

enum mk_status value_is_folder(const char *value, struct mk_error *error)
{
	struct stat found;

	if (!value[0]) {
		return MK_OK;
	}
	if (stat(value, &found) != 0) {
		return mk_fail(error, MK_MALFORMED, "invalid_option", "",
			"companion_dir: %.120s: %s", value, strerror(errno));
	}
	return S_ISDIR(found.st_mode) ? MK_OK
				      : mk_fail(error, MK_MALFORMED, "invalid_option", "",
						"companion_dir: %.120s is not a directory", value);
}

enum mk_status value_is_url(const char *value, struct mk_error *error)
{
	return !value[0] || public_address_is_url(value)
		       ? MK_OK
		       : bad(error, "public_url", value, strlen(value),
				 "is not a URL like https://cards.example");
}

/* ---- lists ---------------------------------------------------------------------------------- */

struct list {
	const char *option;
	bool (*fits)(const char *word, size_t length);
	const char *problem;
};

static enum mk_status check_name_list(
	const struct list *list, const char *value, struct mk_error *error)
{
	static const char between[] = " ,\t";
	int count = 0;

	for (value += strspn(value, between); *value; value += strspn(value, between)) {
		size_t length = strcspn(value, between);

		if (!(length == 1 && *value == '*') && !list->fits(value, length)) {
			return bad(error, list->option, value, length, list->problem);
		}
		if (++count > MAX_WORDS) {
			return mk_fail(error, MK_MALFORMED, "invalid_option", "",
				"%s: at most %d entries", list->option, MAX_WORDS);
		}
		value += length;
	}
	return MK_OK;
}

/* The form that browsers send: with a trailing slash it would never match. */
static bool fits_origin(const char *word, size_t length)
{
	const char *colon = memchr(word, ':', length);

	return (length == 4 && memcmp(word, "null", length) == 0) ||
	       (colon && colon > word && (size_t)(colon - word) + 3 < length &&
		       strncmp(colon, "://", 3) == 0 && strcspn(colon + 3, "/ ,\t") > 0 &&
		       !memchr(colon + 3, '/', length - (size_t)(colon + 3 - word)));
}

/* Names only: ports are ignored, and numeric addresses need not be listed. */
static bool fits_host(const char *word, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (strchr(":/*?#@[]", word[i])) {
			return false;
		}
	}
	return length > 0;
}

enum mk_status value_is_origins(const char *value, struct mk_error *error)
{
	static const struct list list = {"allowed_origins", fits_origin,
		"is not an origin like https://cards.example (no trailing slash)"};

	return check_name_list(&list, value, error);
}

enum mk_status value_is_hosts(const char *value, struct mk_error *error)
{
	static const struct list list = {"allowed_hosts", fits_host,
		"is not a host name like cards.example (no scheme, no port)"};

	return check_name_list(&list, value, error);
}

enum mk_status value_is_proxies(const char *value, struct mk_error *error)
{
	struct proxies proxies;

	return proxies_read(value, &proxies, error);
}

/* ---- words ---------------------------------------------------------------------------------- */

enum mk_status value_is_token(const char *value, struct mk_error *error)
{
	return value[0] ? token_check(value, error) : MK_OK;
}

/* A strategy of any game: if a session's game does not have it, the game's first is used. */
enum mk_status value_is_strategy(const char *value, struct mk_error *error)
{
	for (size_t i = 0; i < mk_game_count; i++) {
		if (!value[0] || mk_strategy_find(mk_games[i], value)) {
			return MK_OK;
		}
	}
	return bad(error, "default_strategy", value, strlen(value),
		"is not a strategy of any game; see `makker games'");
}

/* ---- lists of proxies ----------------------------------------------------------------------- */

static enum mk_status bad_network(const char *word, size_t length, struct mk_error *error)
{
	return mk_fail(error, MK_MALFORMED, "invalid_option", "",
		"trusted_proxies: '%.*s' is no address and no network like 10.0.0.0/8",
		length < 80 ? (int)length : 80, word);
}

enum mk_status proxies_read(const char *text, struct proxies *proxies, struct mk_error *error)
{
	static const char between[] = " ,\t";
	struct proxies read = {.count = 0};

	for (text += strspn(text, between); *text; text += strspn(text, between)) {
		size_t length = strcspn(text, between);
		char word[64];

		if (read.count == MAX_PROXIES) {
			return mk_fail(error, MK_MALFORMED, "invalid_option", "",
				"trusted_proxies: %d are the most", MAX_PROXIES);
		}
		snprintf(word, sizeof word, "%.*s", (int)length, text);
		if (length >= sizeof word || !ip_network_read(word, &read.networks[read.count++])) {
			return bad_network(text, length, error);
		}
		text += length;
	}
	*proxies = read;
	return MK_OK;
}
