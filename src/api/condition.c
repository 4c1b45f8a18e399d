/* Lists of entity tags. */
#include "api/condition.h"

#include <makker/text.h>
#include <string.h>

struct tag {
	const char *text; /* between the quotes */
	size_t length;
	bool weak;
};

enum taken { TAKEN, AT_END, BROKEN };

static enum taken take_tag(const char **list, struct tag *tag)
{
	const char *at = *list + strspn(*list, " \t,");
	const char *end;

	if (!*at) {
		return AT_END;
	}
	tag->weak = strncmp(at, "W/", 2) == 0;
	at += tag->weak ? 2 : 0;
	end = *at == '"' ? strchr(at + 1, '"') : NULL;
	if (!end || !strchr(" \t,", end[1])) {
		return BROKEN;
	}
	tag->text = at + 1;
	tag->length = (size_t)(end - at) - 1;
	*list = end + 1;
	return TAKEN;
}

bool condition_is_any(const char *list)
{
	size_t before = strspn(list, " \t");

	return list[before] == '*' && list[before + 1 + strspn(list + before + 1, " \t")] == '\0';
}

void condition_etag(char etag[ETAG_ROOM], uint64_t version)
{
	struct mk_text text;

	mk_text_fixed(&text, etag, ETAG_ROOM);
	mk_text_char(&text, '"');
	mk_text_int(&text, (long long)version);
	mk_text_char(&text, '"');
}

void condition_shown(char etag[ETAG_ROOM], const struct session *session)
{
	bool draft = session->advice && !session->advice->final;
	struct mk_text text;

	condition_etag(etag, session->version);
	if (!draft && session->edition == 0) {
		return;
	}
	mk_text_fixed(&text, etag, ETAG_ROOM);
	mk_text_char(&text, '"');
	mk_text_int(&text, (long long)session->version);
	mk_text_char(&text, '.');
	mk_text_int(&text, session->edition);
	mk_text_put(&text, draft ? "-draft\"" : "\"");
}

/* "7" and "7.2" are of version 7. */
static bool is_of(const struct tag *tag, const char *version, size_t length)
{
	return !tag->weak && tag->length >= length && memcmp(tag->text, version, length) == 0 &&
	       (tag->length == length || tag->text[length] == '.');
}

bool condition_names(const char *list, uint64_t version)
{
	char etag[ETAG_ROOM];
	struct tag tag;

	condition_etag(etag, version);
	while (!condition_is_any(list) && take_tag(&list, &tag) == TAKEN) {
		if (is_of(&tag, etag + 1, strlen(etag) - 2)) {
			return true;
		}
	}
	return condition_is_any(list);
}

bool condition_knows(const char *list, const char *etag)
{
	size_t length = strlen(etag) - 2;
	struct tag tag;

	if (strchr(etag, '-')) {
		return false;
	}
	while (!condition_is_any(list) && take_tag(&list, &tag) == TAKEN) {
		if (tag.length == length && memcmp(tag.text, etag + 1, length) == 0) {
			return true;
		}
	}
	return condition_is_any(list);
}

enum mk_status condition_check(const char *list, struct mk_error *error)
{
	struct tag tag;
	enum taken taken = TAKEN;

	while (!condition_is_any(list) && taken == TAKEN) {
		taken = take_tag(&list, &tag);
	}
	if (taken == BROKEN) {
		return mk_fail(error, MK_MALFORMED, "bad_if_match", "",
			"If-Match names versions in quotes, like \"7\"");
	}
	return MK_OK;
}
