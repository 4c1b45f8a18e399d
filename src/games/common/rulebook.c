/*
 * The rules of a game as text: one walk over its sections, written as JSON, Markdown or plain text.
 */
#include "base/json.h"

#include <makker/game.h>

struct rulebook_page {
	struct mk_text *out;
	const struct mk_game *game;
	const struct mk_preset *preset;
	enum mk_language language;
	enum mk_rulebook_form form;
};

static const struct mk_phrase yes = MK_PHRASE("yes", "ja", "ja", "ναι");
static const struct mk_phrase no = MK_PHRASE("no", "nej", "nein", "όχι");
static const struct mk_phrase unlimited =
	MK_PHRASE("as often as you like", "så tit man vil", "beliebig oft", "όσες φορές θέλεις");
static const struct mk_phrase unspecified =
	MK_PHRASE("not specified", "ikke angivet", "nicht angegeben", "δεν ορίζεται");

/* ---- Sections, paragraphs and items in each form --------------------------------------------- */

/* A part of a text; in JSON it is between mk_json_open_string() and mk_json_close_string(). */
static void put_part(const struct rulebook_page *page, const char *text, size_t length)
{
	if (page->form == MK_RULEBOOK_JSON) {
		mk_json_escaped(page->out, text, length);
	} else {
		mk_text_add(page->out, text, length);
	}
}

static void put_word(const struct rulebook_page *page, const struct mk_phrase *phrase)
{
	const char *text = mk_phrase_in(phrase, page->language);

	put_part(page, text, strlen(text));
}

/* The marks before and after a text, in the formats other than JSON. */
static void put_mark(const struct rulebook_page *page, const char *markdown, const char *text)
{
	if (page->form == MK_RULEBOOK_MARKDOWN) {
		mk_text_put(page->out, markdown);
	} else if (page->form == MK_RULEBOOK_TEXT) {
		mk_text_put(page->out, text);
	}
}

/* `detail` (NULL: none) follows the title in formats that have no member for it. */
static void open_section(const struct rulebook_page *page, const char *name,
	const struct mk_phrase *title, const char *detail)
{
	if (page->form == MK_RULEBOOK_JSON) {
		mk_json_open_object(page->out, NULL);
		mk_json_literal(page->out, "name", name);
		mk_json_string(page->out, "title", mk_phrase_in(title, page->language));
		mk_json_open_array(page->out, "paragraphs");
		return;
	}
	put_mark(page, "\n## ", "\n");
	put_word(page, title);
	if (detail) {
		mk_text_format(page->out, ": %s", detail);
	}
	mk_text_char(page->out, '\n');
}

static void put_paragraph(const struct rulebook_page *page, const struct mk_phrase *phrase)
{
	if (page->form == MK_RULEBOOK_JSON) {
		mk_json_string(page->out, NULL, mk_phrase_in(phrase, page->language));
		return;
	}
	put_mark(page, "\n", "\n  ");
	put_word(page, phrase);
	mk_text_char(page->out, '\n');
}

/* Ends the paragraphs of a section and begins its items. */
static void begin_items(const struct rulebook_page *page)
{
	if (page->form == MK_RULEBOOK_JSON) {
		mk_json_close_array(page->out);
		mk_json_open_array(page->out, "items");
	}
	put_mark(page, "\n", "\n");
}

static void close_section(const struct rulebook_page *page)
{
	if (page->form == MK_RULEBOOK_JSON) {
		mk_json_close_array(page->out);
		mk_json_close_object(page->out);
	}
}

/* ---- Paragraphs and glossary ---------------------------------------------------------------- */

static void put_paragraphs(const struct rulebook_page *page,
	const struct mk_rulebook_paragraph *paragraphs, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (!paragraphs[i].applies || paragraphs[i].applies(&page->preset->rules)) {
			put_paragraph(page, &paragraphs[i].text);
		}
	}
}

static void put_prose(const struct rulebook_page *page, const char *name,
	const struct mk_phrase *title, const struct mk_rulebook_paragraph *paragraphs,
	unsigned count)
{
	open_section(page, name, title, NULL);
	put_paragraphs(page, paragraphs, count);
	if (page->form == MK_RULEBOOK_JSON) {
		begin_items(page);
	}
	close_section(page);
}

static void put_term(const struct rulebook_page *page, const struct mk_rulebook_term *term)
{
	if (page->form == MK_RULEBOOK_JSON) {
		mk_json_open_object(page->out, NULL);
		mk_json_string(page->out, "term", mk_phrase_in(&term->term, page->language));
		mk_json_string(page->out, "text", mk_phrase_in(&term->meaning, page->language));
		mk_json_close_object(page->out);
		return;
	}
	put_mark(page, "- **", "  - ");
	put_word(page, &term->term);
	put_mark(page, "**: ", ": ");
	put_word(page, &term->meaning);
	mk_text_char(page->out, '\n');
}

static void put_glossary(const struct rulebook_page *page, const struct mk_phrase *title)
{
	const struct mk_rulebook *book = page->game->rulebook;

	open_section(page, "glossary", title, NULL);
	begin_items(page);
	for (unsigned i = 0; i < book->term_count; i++) {
		put_term(page, &book->glossary[i]);
	}
	close_section(page);
}

/* ---- Options -------------------------------------------------------------------------------- */

static void put_value(
	const struct rulebook_page *page, const struct mk_option *option, int32_t value);

static void put_list(const struct rulebook_page *page, const struct mk_list *list, int32_t length)
{
	const int32_t *values = page->preset->rules.list_values + list->first;

	for (int32_t i = 0; i < length; i++) {
		put_part(page, "; ", i ? 2 : 0);
		put_value(page, list->member, values[i]);
	}
	if (length == 0) {
		put_word(page, &unspecified);
	}
}

static void put_count(const struct rulebook_page *page, int32_t value)
{
	char digits[16];
	struct mk_text text;

	mk_text_fixed(&text, digits, sizeof digits);
	mk_text_int(&text, value);
	put_part(page, digits, text.length);
}

static void put_choice(
	const struct rulebook_page *page, const struct mk_option *option, int32_t value)
{
	if (option->choice_phrases) {
		put_word(page, &option->choice_phrases[value]);
	} else {
		put_part(page, option->choices[value], strlen(option->choices[value]));
	}
}

static void put_card(const struct rulebook_page *page, mk_card card)
{
	const char *name = mk_card_name(page->language, card);

	put_part(page, name, strlen(name));
}

/* The value of an option as text. */
static void put_value(
	const struct rulebook_page *page, const struct mk_option *option, int32_t value)
{
	switch (option->type) {
	case MK_OPTION_BOOL:
		put_word(page, value ? &yes : &no);
		return;
	case MK_OPTION_COUNT:
		if (value == MK_UNLIMITED) {
			put_word(page, &unlimited);
		} else {
			put_count(page, value);
		}
		return;
	case MK_OPTION_CHOICE:
		put_choice(page, option, value);
		return;
	case MK_OPTION_CARD:
		put_card(page, (mk_card)value);
		return;
	case MK_OPTION_LIST:
		put_list(page, option->list, value);
		return;
	}
}

/* The sentence about an option without its full stop, since its value follows. */
static void put_question(const struct rulebook_page *page, const struct mk_option *option)
{
	const char *text = mk_phrase_in(&option->description, page->language);
	size_t length = strlen(text);

	put_part(page, text, length > 0 && text[length - 1] == '.' ? length - 1 : length);
}

/* True if the value differs from that of the preset of this name: a rule of this table. */
static bool is_changed(
	const struct rulebook_page *page, const struct mk_option *option, int32_t value)
{
	const struct mk_rules *own = &page->preset->rules;
	const struct mk_rules *usual = &mk_preset_find(page->game, page->preset->name)->rules;
	size_t size =
		sizeof own->list_values[0] * (option->type == MK_OPTION_LIST ? (size_t)value : 0);

	return value != usual->value[option - page->game->options] ||
	       (size > 0 && memcmp(own->list_values + option->list->first,
				    usual->list_values + option->list->first, size) != 0);
}

static void put_option_json(
	const struct rulebook_page *page, const struct mk_option *option, int32_t value)
{
	mk_json_open_object(page->out, NULL);
	mk_json_open_string(page->out, "term");
	put_question(page, option);
	mk_json_close_string(page->out);
	mk_json_open_string(page->out, "text");
	put_value(page, option, value);
	mk_json_close_string(page->out);
	mk_json_string(page->out, "option", option->name);
	mk_rule_write(page->out, "value", option, &page->preset->rules, value);
	if (is_changed(page, option, value)) {
		mk_json_bool(page->out, "changed", true);
	}
	mk_json_close_object(page->out);
}

static void put_option(
	const struct rulebook_page *page, const struct mk_option *option, int32_t value)
{
	if (page->form == MK_RULEBOOK_JSON) {
		put_option_json(page, option, value);
		return;
	}
	put_mark(page, "- ", "  - ");
	put_question(page, option);
	put_mark(page, ": **", ": ");
	put_value(page, option, value);
	put_mark(page, "**\n", "\n");
}

/* Rules that are off are listed separately: Doppelkopf has many that few tables use. */
static bool is_off(const struct mk_option *option, int32_t value)
{
	return option->type == MK_OPTION_BOOL && !value;
}

static void put_options(const struct rulebook_page *page, bool off)
{
	for (size_t i = 0; i < page->game->option_count; i++) {
		const struct mk_option *option = &page->game->options[i];
		int32_t value = page->preset->rules.value[i];

		if (is_off(option, value) == off) {
			put_option(page, option, value);
		}
	}
}

static bool has_options_off(const struct rulebook_page *page)
{
	for (size_t i = 0; i < page->game->option_count; i++) {
		if (is_off(&page->game->options[i], page->preset->rules.value[i])) {
			return true;
		}
	}
	return false;
}

static bool has_own_rules(const struct rulebook_page *page)
{
	for (size_t i = 0; i < page->game->option_count; i++) {
		if (is_changed(page, &page->game->options[i], page->preset->rules.value[i])) {
			return true;
		}
	}
	return false;
}

/* The description of a preset states its rules, so it would be wrong with other values. */
static void put_variant(
	const struct rulebook_page *page, const struct mk_phrase *on, const struct mk_phrase *off)
{
	open_section(page, "options", on, page->preset->name);
	if (!has_own_rules(page)) {
		put_paragraph(page, &page->preset->description);
	}
	begin_items(page);
	put_options(page, false);
	close_section(page);
	if (has_options_off(page)) {
		open_section(page, "options_off", off, NULL);
		begin_items(page);
		put_options(page, true);
		close_section(page);
	}
}

/* ---- The whole ------------------------------------------------------------------------------ */

enum { TITLE_AIM, TITLE_DEAL, TITLE_MOVES, TITLE_ON, TITLE_OFF, TITLE_GLOSSARY, TITLE_SOURCES };

static const struct mk_phrase titles[] = {
	[TITLE_AIM] = MK_PHRASE("The aim", "Målet", "Ziel", "Σκοπός"),
	[TITLE_DEAL] = MK_PHRASE("How to deal", "Sådan gives kortene", "So wird gegeben",
		"Πώς μοιράζονται τα φύλλα"),
	[TITLE_MOVES] =
		MK_PHRASE("How to play", "Sådan spilles", "So wird gespielt", "Πώς παίζεται"),
	[TITLE_ON] =
		MK_PHRASE("This variant", "Denne variant", "Diese Variante", "Αυτή η παραλλαγή"),
	[TITLE_OFF] = MK_PHRASE("Not in this variant", "Ikke i denne variant",
		"Nicht in dieser Variante", "Όχι σε αυτή την παραλλαγή"),
	[TITLE_GLOSSARY] = MK_PHRASE("Words", "Ord og udtryk", "Begriffe", "Λέξεις και όροι"),
	[TITLE_SOURCES] = MK_PHRASE("Where the rules come from", "Hvor reglerne kommer fra",
		"Woher die Regeln stammen", "Από πού προέρχονται οι κανόνες"),
};

static void put_sections(const struct rulebook_page *page)
{
	const struct mk_rulebook *book = page->game->rulebook;

	if (book) {
		put_prose(page, "aim", &titles[TITLE_AIM], book->aim, book->aim_count);
		put_prose(page, "deal", &titles[TITLE_DEAL], book->deal, book->deal_count);
		put_prose(page, "moves", &titles[TITLE_MOVES], book->moves, book->move_count);
	}
	put_variant(page, &titles[TITLE_ON], &titles[TITLE_OFF]);
	if (book) {
		put_glossary(page, &titles[TITLE_GLOSSARY]);
		put_prose(
			page, "sources", &titles[TITLE_SOURCES], book->sources, book->source_count);
	}
}

static void put_json(const struct rulebook_page *page)
{
	const struct mk_preset *preset = page->preset;

	mk_json_open_object(page->out, NULL);
	mk_json_string(page->out, "game", page->game->name);
	mk_json_string(page->out, "title", mk_phrase_in(&page->game->title, page->language));
	mk_json_string(page->out, "preset", preset->name);
	mk_json_string(page->out, "language", mk_language_code(page->language));
	mk_json_open_array(page->out, "sections");
	put_sections(page);
	mk_json_close_array(page->out);
	mk_json_close_object(page->out);
}

void mk_rulebook_write(struct mk_text *out, const struct mk_game *game,
	const struct mk_preset *preset, enum mk_language language, enum mk_rulebook_form form)
{
	const struct rulebook_page page = {out, game, preset, language, form};

	if (form == MK_RULEBOOK_JSON) {
		put_json(&page);
		return;
	}
	put_mark(&page, "# ", "");
	put_word(&page, &game->title);
	mk_text_char(out, '\n');
	put_sections(&page);
}
