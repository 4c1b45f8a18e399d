/* Names given by people. */
#include "base/name.h"

#include "base/unicode.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char name_too_long[] = "invalid_name";

static const struct mk_phrase no_utf8 =
	MK_PHRASE("A name is written in UTF-8.", "Et navn skrives i UTF-8.",
		"Ein Name wird in UTF-8 geschrieben.", "Ένα όνομα γράφεται σε UTF-8.");
static const struct mk_phrase has_control =
	MK_PHRASE("A name has no control characters, such as {0}.",
		"Et navn har ingen styretegn som {0}.", "Ein Name hat keine Steuerzeichen wie {0}.",
		"Ένα όνομα δεν έχει χαρακτήρες ελέγχου, όπως {0}.");
static const struct mk_phrase has_private =
	MK_PHRASE("A name has no private-use characters, such as {0}.",
		"Et navn har ingen tegn til privat brug som {0}.",
		"Ein Name hat keine Zeichen für den privaten Gebrauch wie {0}.",
		"Ένα όνομα δεν έχει χαρακτήρες ιδιωτικής χρήσης, όπως {0}.");
static const struct mk_phrase is_blank = MK_PHRASE("A name has at least one visible character.",
	"Et navn har mindst ét synligt tegn.", "Ein Name hat mindestens ein sichtbares Zeichen.",
	"Ένα όνομα έχει τουλάχιστον έναν ορατό χαρακτήρα.");
static const struct mk_phrase begins_combining =
	MK_PHRASE("A name does not begin with a combining mark, such as {0}.",
		"Et navn begynder ikke med et kombinerende tegn som {0}.",
		"Ein Name beginnt nicht mit einem kombinierenden Zeichen wie {0}.",
		"Ένα όνομα δεν αρχίζει με συνδυαστικό σημείο, όπως {0}.");
static const struct mk_phrase has_zero_width = MK_PHRASE("A name has no zero width space, U+200B.",
	"Et navn har intet usynligt mellemrum, U+200B.",
	"Ein Name hat kein unsichtbares Leerzeichen, U+200B.",
	"Ένα όνομα δεν έχει αόρατο κενό, U+200B.");
static const struct mk_phrase is_too_long =
	MK_PHRASE("A name has at most {0} bytes.", "Et navn har højst {0} byte.",
		"Ein Name hat höchstens {0} Byte.", "Ένα όνομα έχει το πολύ {0} byte.");

static enum mk_status refuse(struct mk_error *error, const char *where, const struct mk_phrase *why)
{
	return mk_fail_localized(error, MK_MALFORMED, "invalid_name", where, why, NULL, 0);
}

static enum mk_status refuse_character(
	struct mk_error *error, const char *where, const struct mk_phrase *why, uint32_t point)
{
	struct mk_phrase_arg name = {.kind = MK_ARG_QUOTED};

	snprintf(name.quoted, sizeof name.quoted, "U+%04X", (unsigned)point);
	return mk_fail_localized(error, MK_MALFORMED, "invalid_name", where, why, &name, 1);
}

/* The stored part of a name: from its first to its last character that is not a space. */
struct part {
	size_t from, length;
	bool visible;
};

static struct part find_part(const char *text, size_t length)
{
	struct part part = {.from = length};
	uint32_t point;

	for (size_t at = 0, size; (size = unicode_read(text + at, length - at, &point)) > 0;) {
		at += size;
		if (!unicode_is_space(point)) {
			part.from = part.from < at ? part.from : at - size;
			part.length = at - part.from;
			part.visible = part.visible || !unicode_is_blank(point);
		}
	}
	return part;
}

static const uint32_t zero_width_space = 0x200b;

/* Two names that look alike must not differ by invisible characters, or by private ones. */
static bool is_unfit(uint32_t point)
{
	return unicode_is_control(point) || unicode_is_private(point);
}

static enum mk_status check_characters(
	const char *text, size_t length, const char *where, struct mk_error *error)
{
	uint32_t point;

	for (size_t at = 0, size; at < length; at += size) {
		size = unicode_read(text + at, length - at, &point);
		if (size == 0) {
			return refuse(error, where, &no_utf8);
		}
		if (is_unfit(point)) {
			return refuse_character(error, where,
				unicode_is_private(point) ? &has_private : &has_control, point);
		}
	}
	return MK_OK;
}

/* The stored part; surrounding spaces may be of any kind. */
static enum mk_status check_part(
	const char *text, struct part part, const char *where, struct mk_error *error)
{
	uint32_t point;

	if (!part.visible) {
		return refuse(error, where, &is_blank);
	}
	unicode_read(text + part.from, part.length, &point);
	if (unicode_is_combining(point)) {
		return refuse_character(error, where, &begins_combining, point);
	}
	for (size_t at = part.from, end = part.from + part.length; at < end;) {
		at += unicode_read(text + at, end - at, &point);
		if (point == zero_width_space) {
			return refuse(error, where, &has_zero_width);
		}
	}
	return MK_OK;
}

enum mk_status name_read(char *name, size_t size, const char *text, size_t length,
	const char *where, struct mk_error *error)
{
	enum mk_status status = check_characters(text, length, where, error);
	struct part part;

	if (status != MK_OK) {
		return status;
	}
	part = find_part(text, length);
	status = check_part(text, part, where, error);
	if (status != MK_OK) {
		return status;
	}
	if (part.length >= size) {
		struct mk_phrase_arg most = {.kind = MK_ARG_NUMBER, .number = (long long)size - 1};

		return mk_fail_localized(
			error, MK_MALFORMED, name_too_long, where, &is_too_long, &most, 1);
	}
	memmove(name, text + part.from, part.length);
	name[part.length] = '\0';
	return MK_OK;
}

void name_repair(char *name, size_t size)
{
	static const char replacement[] = "\xef\xbf\xbd";
	size_t length = strnlen(name, size - 1);
	char repaired[256] = "";
	bool begun = false;
	size_t end = 0;
	uint32_t point;

	for (size_t at = 0, read; at < length; at += read ? read : 1) {
		const char *written = name + at;
		size_t count = read = unicode_read(name + at, length - at, &point);

		if (read == 0 || is_unfit(point) || point == zero_width_space ||
			(unicode_is_combining(point) && !begun)) {
			written = replacement;
			count = strlen(replacement);
		}
		if (end + count >= size || end + count >= sizeof repaired) {
			break;
		}
		memcpy(repaired + end, written, count);
		end += count;
		begun = begun || read == 0 || !unicode_is_space(point);
	}
	repaired[end] = '\0';
	if (name_read(name, size, repaired, end, "", NULL) != MK_OK) {
		name[0] = '\0';
	}
}
