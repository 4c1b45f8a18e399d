/* Lists of entity tags. */
#include "api/pipeline/etag.h"

#include <makker/text.h>
#include <string.h>

struct tag {
	const char *text; /* between the quotes */
	size_t length;
	bool weak;
};

enum taken { TAKEN, AT_END, BROKEN };

static const char blanks[] = " \t";

/* The quoted part of a tag (RFC 9110, 8.8.3): no controls, blanks or quotes. */
static const char *skip_letters(const char *at)
{
	while ((unsigned char)*at > ' ' && *at != '"' && *at != 0x7f) {
		at++;
	}
	return at;
}

/* After an element of a list: skips a comma, or is at the end. NULL: neither. */
static const char *end_element(const char *at)
{
	at += strspn(at, blanks);
	if (!*at) {
		return at;
	}
	return *at == ',' ? at + 1 : NULL;
}

/* Empty elements are skipped (RFC 9110, 5.6.1). */
static enum taken take_tag(const char **list, struct tag *tag)
{
	const char *at = *list + strspn(*list, " \t,");
	const char *end;

	if (!*at) {
		return AT_END;
	}
	tag->weak = strncmp(at, "W/", 2) == 0;
	at += tag->weak ? 2 : 0;
	if (*at != '"') {
		return BROKEN;
	}
	end = skip_letters(at + 1);
	if (*end != '"') {
		return BROKEN;
	}
	tag->text = at + 1;
	tag->length = (size_t)(end - tag->text);
	*list = end_element(end + 1);
	return *list ? TAKEN : BROKEN;
}

/* One tag or more, and nothing else. */
static bool is_tag_list(const char *list)
{
	enum taken taken = TAKEN;
	struct tag tag;
	size_t tags = 0;

	while (taken == TAKEN) {
		taken = take_tag(&list, &tag);
		tags += taken == TAKEN;
	}
	return taken == AT_END && tags > 0;
}

bool etag_is_any(const char *list)
{
	size_t before = strspn(list, " \t");

	return list[before] == '*' && list[before + 1 + strspn(list + before + 1, " \t")] == '\0';
}

void etag_write(char etag[ETAG_SIZE], uint64_t version)
{
	struct mk_text text;

	mk_text_fixed(&text, etag, ETAG_SIZE);
	mk_text_char(&text, '"');
	mk_text_int(&text, (long long)version);
	mk_text_char(&text, '"');
}

void etag_of_session(char etag[ETAG_SIZE], const struct session *session)
{
	bool draft = session->advice && !session->advice->final;
	struct mk_text text;

	etag_write(etag, session->version);
	if (!draft && session->revision == 0) {
		return;
	}
	mk_text_fixed(&text, etag, ETAG_SIZE);
	mk_text_char(&text, '"');
	mk_text_int(&text, (long long)session->version);
	mk_text_char(&text, '.');
	mk_text_int(&text, session->revision);
	mk_text_put(&text, draft ? "-draft\"" : "\"");
}

/* "7" and "7.2" are of version 7. */
static bool is_of(const struct tag *tag, const char *version, size_t length)
{
	return !tag->weak && tag->length >= length && memcmp(tag->text, version, length) == 0 &&
	       (tag->length == length || tag->text[length] == '.');
}

bool etag_names_version(const char *list, uint64_t version)
{
	char etag[ETAG_SIZE];
	struct tag tag;

	if (!is_tag_list(list)) {
		return etag_is_any(list);
	}
	etag_write(etag, version);
	while (take_tag(&list, &tag) == TAKEN) {
		if (is_of(&tag, etag + 1, strlen(etag) - 2)) {
			return true;
		}
	}
	return false;
}

bool etag_is_known(const char *list, const char *etag)
{
	size_t length = strlen(etag) - 2;
	struct tag tag;

	if (strchr(etag, '-')) {
		return false;
	}
	if (!is_tag_list(list)) {
		return etag_is_any(list);
	}
	while (take_tag(&list, &tag) == TAKEN) {
		if (tag.length == length && memcmp(tag.text, etag + 1, length) == 0) {
			return true;
		}
	}
	return false;
}

enum mk_status etag_check(const char *list, struct mk_error *error)
{
	if (etag_is_any(list) || is_tag_list(list)) {
		return MK_OK;
	}
	return mk_fail(error, MK_MALFORMED, "invalid_if_match", "If-Match",
		"If-Match is * or a list of versions in quotes, like \"7\"");
}
