/* Content negotiation (RFC 9110, 12.5): the form of a response, its language and its coding; the
 * form of a body. */
#ifndef API_PIPELINE_NEGOTIATION_H
#define API_PIPELINE_NEGOTIATION_H

#include <makker/phrase.h>
#include <stdbool.h>
#include <stddef.h>

#define MEDIA_JSON "application/json"
#define MEDIA_PROBLEM "application/problem+json"
#define MEDIA_HTML "text/html"
#define MEDIA_SVG "image/svg+xml"
#define MEDIA_TEXT "text/plain"
#define MEDIA_MARKDOWN "text/markdown"
#define MEDIA_YAML "application/yaml"
#define MEDIA_SSE "text/event-stream"
#define MEDIA_NDJSON "application/x-ndjson"

/*
 * Returns the index in `offers` (ended by NULL) of the form that the client prefers (Accept; NULL:
 * any), the first one of equals; -1 if it accepts none of them.
 */
int media_choose(const char *accept, const char *const *offers);

/*
 * Finds the language that the client prefers (Accept-Language) among those of the program. False if
 * it names none of them; `language` is then untouched.
 */
bool media_language(const char *accept_language, enum mk_language *language);

/* True if the client accepts a response in gzip (Accept-Encoding). */
bool media_takes_gzip(const char *accept_encoding);

/* True if Content-Encoding (NULL: none) is absent or "identity" alone. */
bool media_is_uncoded(const char *content_encoding);

/* True if Content-Type (NULL: none) is well formed, and its charset, if any, UTF-8 or ASCII. */
bool media_is_utf8(const char *content_type);

enum media_body { MEDIA_BODY_JSON, MEDIA_BODY_LINE, MEDIA_BODY_OTHER };

/*
 * The form of a body. Without a type, or with the type of an HTML form, which `curl -d` sends, it
 * is JSON if it begins with '{' or '[', else a line.
 */
enum media_body media_of_body(const char *content_type, const char *body, size_t length);

struct mk_arena;

struct gzip_bytes {
	const char *bytes; /* NULL: without memory, or not shorter than before */
	size_t length;
};

/* Compresses `bytes` into the arena. */
struct gzip_bytes gzip_pack(struct mk_arena *arena, const char *bytes, size_t length);

#endif
