/* The rules of a game in words, for people who want to play it. */
#ifndef MAKKER_RULEBOOK_H
#define MAKKER_RULEBOOK_H

#include <makker/phrase.h>
#include <makker/rules.h>
#include <stdbool.h>

/*
 * A paragraph. If a sentence depends on an option, there is one paragraph for each value, and
 * `applies` selects it.
 */
struct mk_rulebook_paragraph {
	bool (*applies)(const struct mk_rules *rules); /* NULL: by all rules */
	struct mk_phrase text;
};

/* A word that the players use, and its meaning. */
struct mk_rulebook_term {
	struct mk_phrase term, meaning;
};

/*
 * The sections of the rules, in the order of this list. None may be missing or empty; each section
 * has at least one applicable paragraph under every preset. The meaning of a preset's options is
 * not repeated here: it is written from the game's table of options.
 *
 * The texts are plain, without the special characters of Markdown: * _ ` < > [ ] # \
 */
struct mk_rulebook {
	const struct mk_rulebook_paragraph *aim;
	const struct mk_rulebook_paragraph *deal;
	const struct mk_rulebook_paragraph *moves;
	const struct mk_rulebook_paragraph *sources; /* where the rules come from */
	const struct mk_rulebook_term *glossary;
	/* The lengths of the lists. */
	unsigned aim_count, deal_count, move_count, source_count, term_count;
};

/* A list of a rulebook and its length: `.aim = aim, .aim_count = MK_RULEBOOK_COUNT(aim)`. */
#define MK_RULEBOOK_COUNT(list) ((unsigned)(sizeof(list) / sizeof *(list)))

enum mk_rulebook_form {
	MK_RULEBOOK_JSON,     /* an object; RuleBook in openapi.yaml */
	MK_RULEBOOK_MARKDOWN, /* headings, paragraphs and lists */
	MK_RULEBOOK_TEXT,     /* each paragraph a line, indented; for a terminal */
};

#endif
