/* The languages of all texts for players, and the names of cards. */
#ifndef MAKKER_PHRASE_H
#define MAKKER_PHRASE_H

#include <makker/card.h>
#include <makker/text.h>
#include <stdbool.h>

enum mk_language { MK_ENGLISH, MK_DANISH, MK_GERMAN, MK_GREEK, MK_LANGUAGES };

/* gcc rejects initializers without member names (-Wdesignated-init). */
#if defined(__GNUC__) && !defined(__clang__)
#define MK_NAMED_MEMBERS __attribute__((designated_init))
#else
#define MK_NAMED_MEMBERS
#endif

/* One sentence in all languages, written with MK_PHRASE(): a missing one does not compile. */
struct MK_NAMED_MEMBERS mk_phrase {
	const char *in[MK_LANGUAGES];
};

/* A string literal with a text in it: neither NULL nor "" nor a variable compiles. */
#define MK_PHRASE_TEXT(text) \
	(&("" text "")[0 * sizeof(struct { \
		int text_size; \
		_Static_assert(sizeof("" text "") > 1, "a phrase has a text in each language"); \
	})])

/* The initializer of a phrase: string literals in all languages, in the order of mk_language. */
#define MK_PHRASE(english, danish, german, greek) \
	{ \
		.in = { \
			[MK_ENGLISH] = MK_PHRASE_TEXT(english), \
			[MK_DANISH] = MK_PHRASE_TEXT(danish), \
			[MK_GERMAN] = MK_PHRASE_TEXT(german), \
			[MK_GREEK] = MK_PHRASE_TEXT(greek), \
		}, \
	}

_Static_assert(MK_LANGUAGES == 4, "MK_PHRASE has a text for each language");

/*
 * The phrase in `language`; static text, never NULL. If an external game lacks the language, the
 * result is English; if it lacks English, too, or `phrase` is NULL, the result is "".
 */
const char *mk_phrase_in(const struct mk_phrase *phrase, enum mk_language language);

/* "en", "da", "de", "el". Static text. */
const char *mk_language_code(enum mk_language language);

/* The name of the language in itself: "English", "Dansk", "Deutsch", "Ελληνικά". */
const char *mk_language_name(enum mk_language language);

/*
 * Finds a language by the first subtag of its BCP 47 tag ("da-DK" is Danish). False if it is not
 * supported; `language` is then unchanged.
 */
bool mk_language_find(const char *tag, enum mk_language *language);

/*
 * A card in words, standing alone (nominative): "eight of diamonds", "ruder otte", "Karo-Acht",
 * "οκτώ καρό". Static text; "" for MK_NO_CARD.
 */
const char *mk_card_name(enum mk_language language, mk_card card);

/*
 * A card in words as the object of a sentence (accusative with its article where the language has
 * one): "the eight of diamonds", "ruder otte", "die Karo-Acht", "το οκτώ καρό". Static text.
 */
const char *mk_card_name_accusative(enum mk_language language, mk_card card);

/*
 * The corner text of a card of a rank (1 to 13) in the countries of the language: "8", "10", "D"
 * for a queen. Static text.
 */
const char *mk_rank_sign(enum mk_language language, int rank);

enum { MK_QUOTED_SIZE = 16 };

/* Values for {0}, {1}, ... in a phrase; `quoted` is a copy of the user's input. */
struct mk_phrase_arg {
	enum {
		MK_ARG_NUMBER,
		MK_ARG_TEXT,
		MK_ARG_CARD,
		MK_ARG_OBJECT,
		MK_ARG_QUOTED,
	} kind;
	union {
		long long number;
		const char *text;
		mk_card card;
		char quoted[MK_QUOTED_SIZE];
	};
};

/* A word of the user as an argument: plain letters only ('?' for others), long words truncated. */
struct mk_phrase_arg mk_phrase_quote(const char *word, size_t length);

/* Writes `phrase` in the language of mk_phrase_in(), with {0} to {9} replaced by `words`. */
void mk_phrase_write(struct mk_text *out, enum mk_language language, const struct mk_phrase *phrase,
	const struct mk_phrase_arg *words, size_t count);

enum { MK_MAX_PHRASE_ARGS = 2 };

/*
 * A phrase with its arguments, stored until the language is known; `phrase` NULL: none. The phrase
 * and the texts among its words live as long as the program.
 */
struct mk_message {
	const struct mk_phrase *phrase;
	struct mk_phrase_arg args[MK_MAX_PHRASE_ARGS];
	size_t count;
};

#endif
