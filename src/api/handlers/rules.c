/* The rules of a game in words, as JSON or Markdown. */
#include "api/handlers/handlers.h"
#include "api/pipeline/call.h"

#include <jansson.h>
#include <makker/game.h>
#include <sodium.h>
#include <string.h>

enum { RULES_SIZE = 16384, DIGEST_BYTES = 16 };

/* The game in the path "/v1/games/klondike/rules"; NULL: unknown. */
static const struct mk_game *find_game_of_path(const struct call *call)
{
	const char *name = http_request_path(call->request) + strlen("/v1/games/");
	size_t length = strcspn(name, "/");

	for (size_t i = 0; i < mk_game_count; i++) {
		if (strlen(mk_games[i]->name) == length &&
			memcmp(mk_games[i]->name, name, length) == 0) {
			return mk_games[i];
		}
	}
	return NULL;
}

static enum mk_status find_preset(const struct call *call, const struct mk_game *game,
	const struct mk_preset **preset, struct mk_error *error)
{
	const char *name = http_request_query(call->request, "preset");

	*preset = name ? mk_preset_find(game, name) : &game->presets[0];
	return *preset ? MK_OK : query_unknown("preset", "unknown_preset", name, error);
}

/* The preset with the rules of the query, if it has any. */
static enum mk_status read_rules(const struct call *call, const struct mk_game *game,
	struct mk_preset *preset, struct mk_error *error)
{
	const char *text = http_request_query(call->request, "rules");
	json_t *rules = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
	enum mk_status status;

	if (!text) {
		return MK_OK;
	}
	if (!json_is_object(rules)) {
		json_decref(rules);
		return mk_fail(error, MK_MALFORMED, "invalid_query", "?rules",
			"'rules' is an object of JSON, as in a new session");
	}
	status = mk_rules_read(game, rules, "/rules", &preset->rules, error);
	json_decref(rules);
	return status;
}

/* Each coding of the text has different bytes, so it has an entity tag of its own. */
static void add_tag(struct call *call, const struct mk_text *text)
{
	unsigned char digest[crypto_hash_sha256_BYTES];
	char digits[2 * DIGEST_BYTES + 1];
	struct mk_text tag;

	crypto_hash_sha256(digest, (const unsigned char *)text->bytes, text->length);
	sodium_bin2hex(digits, sizeof digits, digest, DIGEST_BYTES);
	mk_text_fixed(&tag, call->etag, sizeof call->etag);
	mk_text_format(&tag, "\"%s%s\"", digits,
		media_takes_gzip(http_request_header(call->request, "Accept-Encoding")) ? ".gz"
											: "");
	call_header(call, "ETag", call->etag);
}

/* Clients cache the text and revalidate it each time, since it changes with the program. */
static void respond_rules(struct call *call, const char *type, const struct mk_text *text)
{
	const char *known = http_request_header(call->request, "If-None-Match");

	add_tag(call, text);
	call_header(call, "Cache-Control", "no-cache");
	call_header(call, "Vary", "Accept, Accept-Language");
	if (known && etag_is_known(known, call->etag)) {
		call_header(call, "Vary", "Accept-Encoding");
		call_respond_empty(call, 304);
	} else {
		call_respond_large(call, 200, type, text);
	}
}

void game_rules_get(struct call *call)
{
	const struct mk_game *game = find_game_of_path(call);
	bool is_markdown = call_wants(call, MEDIA_MARKDOWN);
	const struct mk_preset *preset;
	struct mk_preset own;
	struct mk_error error;
	struct mk_text text;

	if (!game) {
		call_refuse(call, 404, "unknown_game", "there is no such game");
		return;
	}
	if (find_preset(call, game, &preset, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	own = *preset;
	if (read_rules(call, game, &own, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	call_text(call, &text, RULES_SIZE);
	mk_rulebook_write(&text, game, &own, call_language(call),
		is_markdown ? MK_RULEBOOK_MARKDOWN : MK_RULEBOOK_JSON);
	if (text.truncated) {
		call_fail_busy(call);
		return;
	}
	respond_rules(call, is_markdown ? MEDIA_MARKDOWN "; charset=utf-8" : MEDIA_JSON, &text);
}
