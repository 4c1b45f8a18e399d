/* Media types: which form an answer takes (Accept), and which one a body has (Content-Type). */
#ifndef API_PIPELINE_MEDIA_H
#define API_PIPELINE_MEDIA_H

#include <makker/phrase.h>
#include <stdbool.h>
#include <stddef.h>

#define MEDIA_JSON "application/json"
#define MEDIA_PROBLEM "application/problem+json"
#define MEDIA_HTML "text/html"
#define MEDIA_SVG "image/svg+xml"
#define MEDIA_TEXT "text/plain"
#define MEDIA_YAML "application/yaml"
#define MEDIA_SSE "text/event-stream"
#define MEDIA_NDJSON "application/x-ndjson"

/*
 * The place in `offers` (ended by NULL) of the form that the client likes best; the first of
 * equals. -1 when it wants none of them. No header at all accepts everything.
 */
int media_choose(const char *accept, const char *const *offers);

/*
 * The language that the client likes best (Accept-Language) among ours. False where it names none
 * of them; `language` is then untouched.
 */
bool media_language(const char *accept_language, enum mk_language *language);

/* Does the client take an answer in gzip (Accept-Encoding)? */
bool media_takes_gzip(const char *accept_encoding);

/* Is Content-Encoding (NULL: there is none) none, or "identity" alone? */
bool media_is_uncoded(const char *content_encoding);

/* Is Content-Type (NULL: there is none) well formed, with UTF-8, or ASCII, if it has a charset? */
bool media_is_utf8(const char *content_type);

enum media_body { MEDIA_BODY_JSON, MEDIA_BODY_LINE, MEDIA_BODY_OTHER };

/*
 * What a body is. One without a type, or with that of a form, which `curl -d` sends by itself, is
 * JSON when it begins with '{' or '[', else a line.
 */
enum media_body media_of_body(const char *content_type, const char *body, size_t length);

#endif
