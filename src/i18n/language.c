/* The languages, and phrases filled with words. */
#include "base/digits.h"

#include <makker/phrase.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *code;
	const char *name;
} languages[MK_LANGUAGES] = {
	[MK_ENGLISH] = {"en", "English"},
	[MK_DANISH] = {"da", "Dansk"},
	[MK_GERMAN] = {"de", "Deutsch"},
	[MK_GREEK] = {"el", "Ελληνικά"},
};

const char *mk_language_code(enum mk_language language)
{
	return languages[language].code;
}

const char *mk_language_name(enum mk_language language)
{
	return languages[language].name;
}

bool mk_language_find(const char *tag, enum mk_language *language)
{
	size_t length = strcspn(tag, "-_.@;,");

	for (int i = 0; i < MK_LANGUAGES; i++) {
		if (length == 2 && strncasecmp(tag, languages[i].code, 2) == 0) {
			*language = (enum mk_language)i;
			return true;
		}
	}
	return false;
}

/* Each answer has several: no printf(). */
static void write_number_arg(struct mk_text *out, long long number)
{
	char digits[20];
	char *end = digits + sizeof digits;
	char *first;

	if (number < 0) {
		mk_text_put(out, "−");
		first = digits_put_before(end, 0 - (unsigned long long)number);
	} else {
		first = digits_put_before(end, (unsigned long long)number);
	}
	mk_text_add(out, first, (size_t)(end - first));
}

static void write_phrase_arg(
	struct mk_text *out, enum mk_language language, const struct mk_phrase_arg *word)
{
	switch (word->kind) {
	case MK_ARG_NUMBER:
		write_number_arg(out, word->number);
		return;
	case MK_ARG_TEXT:
		mk_text_put(out, word->text ? word->text : "");
		return;
	case MK_ARG_CARD:
		mk_text_put(out, mk_card_name(language, word->card));
		return;
	case MK_ARG_OBJECT:
		mk_text_put(out, mk_card_name_accusative(language, word->card));
		return;
	case MK_ARG_QUOTED:
		mk_text_put(out, word->quoted);
		return;
	}
}

const char *mk_phrase_in(const struct mk_phrase *phrase, enum mk_language language)
{
	const char *text;

	if (!phrase) {
		return "";
	}
	text = phrase->in[language];
	if (!text || !*text) {
		text = phrase->in[MK_ENGLISH];
	}
	return text ? text : "";
}

void mk_phrase_write(struct mk_text *out, enum mk_language language, const struct mk_phrase *phrase,
	const struct mk_phrase_arg *words, size_t count)
{
	const char *at = mk_phrase_in(phrase, language);

	for (;;) {
		const char *brace = strchrnul(at, '{');
		size_t place;

		mk_text_add(out, at, (size_t)(brace - at));
		if (!*brace) {
			return;
		}
		place = (size_t)(brace[1] - '0');
		if (place < count && brace[2] == '}') {
			write_phrase_arg(out, language, &words[place]);
			at = brace + 3;
		} else {
			mk_text_char(out, '{');
			at = brace + 1;
		}
	}
}
