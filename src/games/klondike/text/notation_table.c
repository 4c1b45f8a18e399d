/* Writes a table as JSON. It is part of every response, so it is composed of prepared fragments. */
#include "games/klondike/text/notation.h"

enum {
	NAMES_SIZE = 512, /* names of members, brackets, numbers: about 400 bytes */
	TABLE_SIZE = (COLUMNS * COLUMN_UP + MK_SUITS + 3 * PILE + 1) * CARD_PIECE + NAMES_SIZE,
};

static char *put_columns(char *at, const struct klondike_view *view)
{
	at = mk_put(at, "\"columns\":[");
	for (int column = 0; column < COLUMNS; column++) {
		at = mk_put(at, "{\"unseen\":");
		at = mk_put_number(at, view->unseen[column]);
		at = mk_put(at, "\"cards\":[");
		for (int i = 0; i < view->up[column]; i++) {
			at = klondike_put_card(at, view->column[column][i]);
		}
		at = mk_put_close(at, "]},");
	}
	return mk_put_close(at, "],");
}

static char *put_foundations(char *at, const struct klondike_view *view)
{
	static const char names[MK_SUITS] = "CDHS";

	at = mk_put(at, "\"foundations\":{");
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int rank = view->foundation[suit];

		*at++ = '"';
		*at++ = names[suit];
		at = mk_put(at, "\":");
		at = rank ? klondike_put_card(at, MK_CARD(rank, suit))
			  : mk_put_literal(at, (const char[]){'X', names[suit]}, 2);
	}
	return mk_put_close(at, "},");
}

/* Cards of the pile between two places; null for unknown ones. */
static char *put_pile(char *at, const struct klondike_view *view, int from, int to)
{
	for (int i = from; i < to; i++) {
		at = klondike_put_known(at, view->pile[i]);
	}
	return mk_put_close(at, "],");
}

static bool knows_order(const struct klondike_view *view)
{
	for (int i = view->turned; i < view->pile_count; i++) {
		if (view->pile[i] != MK_NO_CARD) {
			return true;
		}
	}
	return false;
}

/* Cards at unknown places of the pile, after a real redeal. */
static char *put_loose(char *at, mk_cards loose)
{
	at = mk_put(at, "\"somewhere\":[");
	for (mk_cards rest = loose; rest; rest &= rest - 1) {
		at = klondike_put_card(at, (mk_card)__builtin_ctzll(rest));
	}
	return mk_put_close(at, "],");
}

static char *put_draw_pile(char *at, const struct klondike_view *view)
{
	at = mk_put(at, "\"draw_pile\":{\"cards\":[");
	at = put_pile(at, view, 0, view->turned);
	at = mk_put_key(at, "left");
	at = mk_put_number(at, (unsigned)klondike_left(view));
	at = mk_put_key(at, "removed");
	at = mk_put_number(at, (unsigned)PILE - view->pile_count);
	at = mk_put_key(at, "shuffles");
	at = view->shuffles == MK_UNLIMITED ? mk_put(at, "\"unlimited\",")
					    : mk_put_number(at, (unsigned long long)view->shuffles);
	at = mk_put(at, "\"known_order\":[");
	at = put_pile(
		at, view, knows_order(view) ? view->turned : view->pile_count, view->pile_count);
	if (view->pile_loose) {
		at = put_loose(at, view->pile_loose);
	}
	return mk_put_close(at, "},");
}

static char *put_anti_loop(char *at, const struct klondike_view *view)
{
	at = mk_put(at, "\"anti_loop\":{\"just_moved\":");
	at = klondike_put_card(at, view->just_moved);
	at = mk_put_key(at, "column_to_column");
	at = mk_put_number(at, view->column_to_column);
	at = mk_put_key(at, "max_column_to_column");
	at = mk_put_number(at, view->rules.max_column_to_column);
	at = mk_put_key(at, "idle");
	at = mk_put_number(at, view->idle);
	if (view->idle) {
		at = mk_put_key(at, "turned_from");
		at = mk_put_number(at, view->turned_from);
	}
	if (view->returned) {
		at = mk_put_key(at, "returned");
		at = mk_put_bool(at, true);
	}
	return mk_put_close(at, "},");
}

void klondike_write_table(struct mk_text *out, const struct mk_view *view)
{
	char *at = mk_json_fragments_begin(out, TABLE_SIZE);

	if (at) {
		at = put_columns(at, view_of(view));
		at = put_foundations(at, view_of(view));
		at = put_draw_pile(at, view_of(view));
		at = put_anti_loop(at, view_of(view));
		mk_json_fragments_end(out, at);
	}
}
