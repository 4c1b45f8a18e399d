#include "games/klondike/position.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The next word of `*text`, or false at the end. */
static bool next_word(const char **text, char word[16])
{
	size_t length;

	*text += strspn(*text, " ");
	length = strcspn(*text, " ;");
	if (length == 0) {
		return false;
	}
	cr_assert_lt(length, 16);
	memcpy(word, *text, length);
	word[length] = '\0';
	*text += length;
	return true;
}

static void place_column(struct klondike_view *view, int *column, const char *word)
{
	if (strcmp(word, "|") == 0) {
		++*column;
	} else if (word[strlen(word) - 1] == '?') {
		view->unseen[*column] = (uint8_t)atoi(word);
	} else if (strcmp(word, "-") != 0) {
		view->column[*column][view->up[*column]++] = card(word);
	}
}

static void place_pile(struct klondike_view *view, const char *word)
{
	if (strcmp(word, "/") == 0) {
		view->turned = view->pile_count;
	} else {
		view->pile[view->pile_count++] = *word == '?' ? MK_NO_CARD : card(word);
	}
}

static void place(struct klondike_view *view, const char *section, int *column, const char *word)
{
	if (strcmp(section, "columns") == 0) {
		place_column(view, column, word);
	} else if (strcmp(section, "pile") == 0) {
		place_pile(view, word);
	} else if (strcmp(section, "loose") == 0) {
		view->pile_loose |= MK_CARD_BIT(card(word));
	} else {
		cr_assert_str_eq(section, "up");
		view->foundation[mk_suit(card(word))] = (uint8_t)mk_rank(card(word));
	}
}

struct klondike_view position(const char *preset, const char *text)
{
	struct klondike_view view = begun(preset);
	char section[16] = "columns";
	char word[16];
	int column = 0;

	view.started = true;
	view.pile_count = 0;
	memset(view.unseen, 0, sizeof view.unseen);
	for (;;) {
		while (next_word(&text, word)) {
			place(&view, section, &column, word);
		}
		if (*text++ != ';' || !next_word(&text, section)) {
			klondike_recount(&view);
			return view;
		}
	}
}

/* "1" to "7", 'p' for the draw pile, 'f' for the card's foundation. */
static int position_of(char letter, mk_card named)
{
	if (letter == 'p') {
		return DRAW_PILE;
	}
	return letter == 'f' ? FIRST_FOUNDATION + (int)mk_suit(named) : letter - '1';
}

static bool is_meant(struct mk_move move, const char *text)
{
	mk_card named;

	if (strcmp(text, "draw") == 0 || strcmp(text, "shuffle") == 0) {
		return move.kind == (*text == 'd' ? DRAW : SHUFFLE);
	}
	named = mk_card_read(text, 2);
	return move.card == named && move.from == position_of(text[3], named) &&
	       move.to == position_of(text[5], named);
}

static bool find_move(const struct klondike_view *view, const char *text, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(view, moves);

	for (size_t i = 0; i < count; i++) {
		if (is_meant(moves[i], text)) {
			*move = moves[i];
			return true;
		}
	}
	return false;
}

struct mk_move move_of(const struct klondike_view *view, const char *text)
{
	struct mk_move move = {0};

	cr_assert(find_move(view, text, &move), "%s is not legal", text);
	return move;
}

bool has_move(const struct klondike_view *view, const char *text)
{
	struct mk_move move;

	return find_move(view, text, &move);
}

void play(struct klondike_view *view, const char *text, const char *revealed)
{
	klondike_play(view, move_of(view, text), revealed ? card(revealed) : MK_NO_CARD);
}

struct mk_rules rules_with(const char *preset, const char *option, int value)
{
	const struct mk_preset *row = klondike_presets;
	struct mk_rules rules;

	while (preset && strcmp(row->name, preset) != 0) {
		row++;
	}
	rules = row->rules;
	for (int i = 0; i < OPTIONS; i++) {
		if (strcmp(klondike_options[i].name, option) == 0) {
			rules.value[i] = value;
			return rules;
		}
	}
	cr_assert_fail("no option %s", option);
	return rules;
}

void set_rules(struct klondike_view *view, const struct mk_rules *rules)
{
	klondike_rules_unpack(rules, &view->rules);
	view->shuffles = view->rules.shuffles;
}
