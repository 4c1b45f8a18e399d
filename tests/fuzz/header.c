/*
 * Anything at all where a client writes text of its own: headers, query parameters, paths, tokens.
 * The first byte selects the reader; NUL cannot stand in any of them.
 */
#include "api/pipeline/admission.h"
#include "api/pipeline/etag.h"
#include "api/pipeline/negotiation.h"
#include "api/pipeline/query.h"
#include "api/pipeline/token.h"
#include "api/service.h"
#include "api/views/session_json.h"
#include "base/clock.h"
#include "base/name.h"
#include "base/unicode.h"
#include "base/unknown.h"
#include "fuzz/target.h"
#include "http/ip.h"
#include "ws/internal.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 4096 };

static void read_accept(const char *text)
{
	static const char *const forms[] = {MEDIA_JSON, MEDIA_TEXT, MEDIA_SSE, NULL};
	int place = media_choose(text, forms);

	require(place >= -1 && place < 3);
	(void)media_takes_gzip(text);
}

static void read_language(const char *text)
{
	enum mk_language language = MK_GREEK;

	require(media_language(text, &language) || language == MK_GREEK);
	require((unsigned)language < MK_LANGUAGES);
}

static void read_type(const char *text)
{
	(void)media_of_body(text, text, strlen(text));
	(void)media_of_body(NULL, text, strlen(text));
	(void)media_is_utf8(text);
	(void)media_is_uncoded(text);
}

/* Text that is no list names nothing; a star names all. */
static void read_condition(const char *text)
{
	char etag[ETAG_SIZE];
	struct mk_error error;

	etag_write(etag, 7);
	if (etag_check(text, &error) != MK_OK) {
		require(error.code[0] && !etag_is_any(text));
		require(!etag_names_version(text, 7) && !etag_is_known(text, etag));
	} else if (etag_is_any(text)) {
		require(etag_names_version(text, 7) && etag_is_known(text, etag));
	}
}

static void read_host(const char *text)
{
	static const char *const list[] = {"kitchen.local", "cards.example", NULL};

	(void)host_is_known(text, list);
	(void)origin_is_own(text, "cards.example:8443");
	(void)origin_is_own("https://cards.example", text);
	(void)origin_is_listed(text, list);
}

static void read_number(const char *text)
{
	static const struct query_range range = {"limit", -3, 100, NULL};
	struct mk_error error;
	int64_t number = 1000;
	enum mk_status status = query_number(&range, text, &number, &error);

	require(status == MK_OK ? number >= -3 && number <= 100 : number == 1000);
}

static void read_words(const char *text)
{
	static const char *const words[] = {"won", "lost", NULL};
	enum mk_language language = MK_ENGLISH;
	const char *word = NULL;
	struct mk_error error;
	uint32_t set = 0;
	bool value = false;

	(void)query_bool("wait", text, &value, &error);
	(void)query_language("language", text, &language, &error);
	(void)query_word("status", text, words, &word, &error);
	(void)query_set("fields", text, session_json_field, &set, &error);
	(void)query_unknown("game", "unknown_game", text, &error);
	require((set & ~(uint32_t)SESSION_ALL_FIELDS) == 0);
}

/* The first word is the method. */
static void read_route(char *text)
{
	char *path = strchr(text, ' ');
	struct route_match match;

	if (!path) {
		return;
	}
	*path++ = '\0';
	route_find(api_routes, api_route_count, text, path, &match);
	require(!match.route || (match.path && match.id_length <= strlen(path)));
}

static void read_token(const char *text)
{
	struct mk_error error;
	char lock[TOKEN_HASH_SIZE];

	(void)token_is_of_session(text, strlen(text));
	if (token_check(text, &error) == MK_OK) {
		token_hash(text, strlen(text), lock);
		require(strlen(lock) == TOKEN_HASH_LENGTH && token_hash_equal(lock, lock));
	}
}

/* A name is read again as it is; what is repaired is a name, or nothing. */
static void read_name(const char *text)
{
	char name[97], again[97];
	struct mk_error error;

	if (name_read(name, sizeof name, text, strlen(text), "/name", &error) == MK_OK) {
		require(name_read(again, sizeof again, name, strlen(name), "", &error) == MK_OK);
		require(strcmp(name, again) == 0);
	}
	strncpy(name, text, sizeof name - 1);
	name[sizeof name - 1] = '\0';
	name_repair(name, sizeof name);
	require(!name[0] ||
		name_read(again, sizeof again, name, strlen(name), "", &error) == MK_OK);
}

/* Printed text has no control characters, whatever it quotes. */
static void read_unknown(const char *text)
{
	struct unknown unknown;
	struct mk_error error;
	uint32_t point;

	unknown_init(&unknown, text, strlen(text));
	unknown_offer(&unknown, "language");
	unknown_offer(&unknown, "max_moves");
	require(unknown_fail(&unknown, MK_MALFORMED, "unknown_member", "", "member", &error) ==
		MK_MALFORMED);
	for (const char *at = error.detail; *at;) {
		size_t length = unicode_read(at, strlen(at), &point);

		require(length > 0 && !unicode_is_control(point));
		at += length;
	}
}

static void read_moment(const char *text)
{
	(void)clock_is_time(text);
}

static void read_key(const char *text)
{
	char accept[WS_ACCEPT_BYTES + 1];

	if (strlen(text) == WS_KEY_BYTES) {
		ws_accept_key(text, accept);
		require(strlen(accept) == WS_ACCEPT_BYTES);
	}
}

/* The forwarded address of a proxy is written in a readable form; it is in its own network. */
static void read_address(const char *text)
{
	struct ip_network network;
	struct ip ip, same;
	char written[IP_SIZE];

	(void)ip_network_read(text, &network);
	if (!ip_read(text, strlen(text), &ip)) {
		return;
	}
	ip_write(&ip, written);
	require(ip_read(written, strlen(written), &same) && ip_client(&ip) == ip_client(&same));
	require(ip_network_read(written, &network) && ip_network_has(&network, &ip));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const struct {
		void (*read)(const char *text);
		void (*cut)(char *text);
	} readers[] = {
		{read_accept, NULL},
		{read_language, NULL},
		{read_type, NULL},
		{read_condition, NULL},
		{read_host, NULL},
		{read_number, NULL},
		{read_words, NULL},
		{NULL, read_route},
		{read_token, NULL},
		{read_moment, NULL},
		{read_key, NULL},
		{read_address, NULL},
		{read_name, NULL},
		{read_unknown, NULL},
	};
	static char text[BUFFER_SIZE];
	size_t reader;

	if (size < 1 || size > BUFFER_SIZE || memchr(bytes, '\0', size)) {
		return 0;
	}
	reader = bytes[0] % (sizeof readers / sizeof readers[0]);
	memcpy(text, bytes + 1, size - 1);
	text[size - 1] = '\0';
	if (readers[reader].read) {
		readers[reader].read(text);
	} else {
		readers[reader].cut(text);
	}
	return 0;
}
