/* A table as JSON. On the path of every answer: what is written is put together directly. */
#include "base/json.h"
#include "games/klondike/notation.h"

static void write_columns(struct mk_text *out, const struct klondike_view *view)
{
	mk_json_open_array(out, "columns");
	for (int column = 0; column < COLUMNS; column++) {
		mk_json_open_object(out, NULL);
		mk_json_int(out, "unseen", view->unseen[column]);
		mk_json_open_array(out, "cards");
		for (int i = 0; i < view->up[column]; i++) {
			mk_json_string_n(out, NULL, mk_card_code(view->column[column][i]), 2);
		}
		mk_json_close_array(out);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_foundations(struct mk_text *out, const struct klondike_view *view)
{
	static const char *const names[MK_SUITS] = {"C", "D", "H", "S"};
	static const char *const empty[MK_SUITS] = {"XC", "XD", "XH", "XS"};

	mk_json_open_object(out, "foundations");
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int rank = view->foundation[suit];

		mk_json_string_n(out, names[suit],
			rank ? mk_card_code(MK_CARD(rank, suit)) : empty[suit], 2);
	}
	mk_json_close_object(out);
}

/* A card of the pile, null where it is not known. */
static void write_known(struct mk_text *out, mk_card card)
{
	if (card == MK_NO_CARD) {
		mk_json_null(out, NULL);
	} else {
		mk_json_string_n(out, NULL, mk_card_code(card), 2);
	}
}

static void write_waste(struct mk_text *out, const struct klondike_view *view)
{
	mk_json_open_array(out, "cards");
	for (int i = 0; i < view->turned; i++) {
		write_known(out, view->pile[i]);
	}
	mk_json_close_array(out);
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

static void write_order(struct mk_text *out, const struct klondike_view *view)
{
	mk_json_open_array(out, "known_order");
	for (int i = knows_order(view) ? view->turned : view->pile_count; i < view->pile_count;
		i++) {
		write_known(out, view->pile[i]);
	}
	mk_json_close_array(out);
}

/* Cards that lie in the pile, nobody knows where: after a real shuffle. */
static void write_loose(struct mk_text *out, const struct klondike_view *view)
{
	if (!view->pile_loose) {
		return;
	}
	mk_json_open_array(out, "somewhere");
	for (mk_cards rest = view->pile_loose; rest; rest &= rest - 1) {
		mk_json_string_n(out, NULL, mk_card_code((mk_card)__builtin_ctzll(rest)), 2);
	}
	mk_json_close_array(out);
}

static void write_draw_pile(struct mk_text *out, const struct klondike_view *view)
{
	mk_json_open_object(out, "draw_pile");
	write_waste(out, view);
	mk_json_int(out, "left", klondike_left(view));
	mk_json_int(out, "removed", PILE - view->pile_count);
	if (view->shuffles == MK_UNLIMITED) {
		mk_json_string_n(out, "shuffles", "unlimited", strlen("unlimited"));
	} else {
		mk_json_int(out, "shuffles", view->shuffles);
	}
	write_order(out, view);
	write_loose(out, view);
	mk_json_close_object(out);
}

static void write_anti_loop(struct mk_text *out, const struct klondike_view *view)
{
	mk_json_open_object(out, "anti_loop");
	mk_json_string_n(out, "just_moved", mk_card_code(view->just_moved), 2);
	mk_json_int(out, "column_to_column", view->column_to_column);
	mk_json_int(out, "max_column_to_column", view->rules.max_column_to_column);
	mk_json_int(out, "idle", view->idle);
	mk_json_close_object(out);
}

void klondike_write_table(struct mk_text *out, const struct mk_view *view)
{
	write_columns(out, view_of(view));
	write_foundations(out, view_of(view));
	write_draw_pile(out, view_of(view));
	write_anti_loop(out, view_of(view));
}
