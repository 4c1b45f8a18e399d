/* Events and moves as JSON and in short notation. */
#include "base/json.h"
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/notation.h"

static void write_cards(struct mk_text *out, const char *key, doko_set cards)
{
	mk_json_open_array(out, key);
	for (; cards; cards &= cards - 1) {
		mk_json_literal(out, NULL, mk_card_code(doko_card(doko_first(cards))));
	}
	mk_json_close_array(out);
}

static void write_announcement(struct mk_text *out, struct mk_move move)
{
	mk_json_literal(out, "announce", doko_level_code(move.to, doko_party_of(move)));
	if (move.cut) {
		mk_json_literal(out, "team", doko_party_of(move) == DOKO_RE ? "re" : "contra");
	}
}

/* A passed card: its name, or that it is hidden. */
static void write_passed(struct mk_text *out, const char *key, struct mk_move move)
{
	if (move.card != MK_NO_CARD) {
		write_cards(out, key, DOKO_ONE(doko_kind(move.card)));
		return;
	}
	mk_json_int(out, key, 1);
	if (move.kind == DOKO_RETURN) {
		mk_json_int(out, "trumps", move.to);
	}
}

static void write_deal(struct mk_text *out, struct mk_move move)
{
	if (doko_unpack(move)) {
		write_cards(out, "hand", doko_unpack(move));
	}
	if (move.from < DOKO_SEATS) {
		mk_json_int(out, "dealer", (move.from + 3) & 3);
	}
}

static void write_take(struct mk_text *out, struct mk_move move)
{
	mk_json_bool(out, "take", move.kind == DOKO_TAKE);
	if (doko_unpack(move)) {
		write_cards(out, "cards", doko_unpack(move));
	}
}

static void write_kind(struct mk_text *out, struct mk_move move)
{
	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		mk_json_literal(out, "card", mk_card_code(move.card));
		break;
	case DOKO_ANNOUNCE:
		write_announcement(out, move);
		break;
	case DOKO_RESERVE:
		mk_json_literal(out, "reservation", doko_reservation_codes[move.to]);
		if (move.cut) {
			mk_json_int(out, "cards", move.cut);
		}
		break;
	case DOKO_PASS_CARD:
		write_passed(out, "shift", move);
		break;
	case DOKO_RETURN:
		write_passed(out, "return", move);
		break;
	case DOKO_TAKE:
	case DOKO_REFUSE:
		write_take(out, move);
		break;
	case DOKO_SWINE:
		mk_json_literal(out, "announce", move.to ? "hyperswines" : "swines");
		break;
	case DOKO_DEAL:
		write_deal(out, move);
		break;
	case DOKO_MOVE_KINDS:
		break;
	}
}

void doko_write_event(struct mk_text *out, struct mk_move move)
{
	if (move.kind != DOKO_DEAL) {
		mk_json_int(out, "seat", move.from);
	}
	write_kind(out, move);
}

void doko_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	(void)view;
	mk_json_int(out, "type", move.kind);
	mk_json_literal(out, "kind", doko_kind_codes[move.kind]);
	doko_write_event(out, move);
}

void doko_write_short(struct mk_text *out, struct mk_move move)
{
	mk_text_int(out, move.from);
	mk_text_char(out, ':');
	switch ((enum doko_move_kind)move.kind) {
	case DOKO_ANNOUNCE:
		mk_text_put(out, doko_level_code(move.to, doko_party_of(move)));
		return;
	case DOKO_RESERVE:
		mk_text_put(out, doko_reservation_codes[move.to]);
		return;
	case DOKO_SWINE:
		mk_text_put(out, move.to ? "hyperswines" : "swines");
		return;
	case DOKO_PLAY:
	case DOKO_PASS_CARD:
	case DOKO_RETURN:
	case DOKO_TAKE:
	case DOKO_REFUSE:
	case DOKO_DEAL:
	case DOKO_MOVE_KINDS:
		break;
	}
	mk_text_put(out, move.card ? mk_card_code(move.card) : doko_kind_codes[move.kind]);
}

void doko_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *snapshot)
{
	const struct doko_snapshot *seen = snapshot_of(snapshot);

	mk_json_open_object(out, key);
	if (seen->count) {
		doko_write_event(out, seen->move[seen->count - 1]);
	}
	if (seen->number) {
		mk_json_int(out, "event", seen->number);
	}
	mk_json_close_object(out);
}

void doko_write_place(struct mk_text *out, int position)
{
	static const char *const pointers[DOKO_MOVE_KINDS] = {[DOKO_ANNOUNCE] = "/announce",
		[DOKO_RESERVE] = "/reservation",
		[DOKO_PASS_CARD] = "/shift",
		[DOKO_TAKE] = "/take",
		[DOKO_REFUSE] = "/take",
		[DOKO_RETURN] = "/return",
		[DOKO_SWINE] = "/announce"};
	int kind = position - DOKO_CONFLICT_MOVE;

	if (position < DOKO_SEATS) {
		mk_text_put(out, "/card");
	} else if (kind > 0 && kind < DOKO_MOVE_KINDS && pointers[kind]) {
		mk_text_put(out, pointers[kind]);
	} else {
		mk_text_put(out, "/hand");
	}
}

void doko_write_conflict(struct mk_text *out, const struct mk_conflict *conflict)
{
	bool back = conflict->at >= DOKO_RETURNED_AT;

	if (conflict->at == 0) {
		doko_write_place(out, conflict->position);
		return;
	}
	mk_text_put(out, back ? "/return/" : "/shift/");
	mk_text_int(out, conflict->at - (back ? DOKO_RETURNED_AT : DOKO_SHIFTED_AT));
}
