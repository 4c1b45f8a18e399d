/* Views: before anything was seen, what may come, and how the party stands. */
#include "games/doppelkopf/knowledge/event.h"
#include "games/doppelkopf/knowledge/sheet.h"
#include "games/doppelkopf/table/announce.h"
#include "games/doppelkopf/table/reserve.h"

#include <string.h>

void doko_begin(struct mk_view *room, const struct mk_rules *rules)
{
	struct doko_view *view = (struct doko_view *)room;

	memset(view, 0, sizeof *view);
	doko_rules_unpack(rules, &view->table.rules);
	view->table.phase = DOKO_WAITING;
	view->table.turn = DOKO_NOBODY;
	view->party = DOKO_TEAM_UNKNOWN;
	doko_sheet_begin(&view->sheet, &view->table.rules, 0);
}

/* ---- What others may do --------------------------------------------------------------------- */

static size_t possible_cards(const struct doko_view *view, struct mk_move *moves)
{
	size_t count = 0;

	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		if (doko_can_play(view, kind)) {
			moves[count++] = doko_card_move(DOKO_PLAY, view->table.turn, kind);
		}
	}
	return count;
}

/* Keeps those of `moves` that fit what is known. */
static size_t keep_possible(const struct doko_view *view, struct mk_move *moves, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (doko_event_check(view, moves[i], NULL) == MK_OK) {
			moves[kept++] = moves[i];
		}
	}
	return kept;
}

static size_t possible_announcements(const struct doko_view *view, struct mk_move *moves)
{
	int seat = view->table.turn;
	size_t count = 0;

	for (int party = DOKO_RE; party >= DOKO_KONTRA; party--) {
		unsigned levels = doko_allowed_levels(&view->table, seat, party);

		for (; levels; levels &= levels - 1) {
			moves[count++] = doko_announcement(seat, party, __builtin_ctz(levels));
		}
	}
	for (int hyper = 0; hyper <= 1; hyper++) {
		moves[count] = doko_blank_move(DOKO_SWINE, seat);
		moves[count++].to = (uint8_t)hyper;
	}
	return keep_possible(view, moves, count);
}

static size_t possible_reservations(const struct doko_view *view, struct mk_move *moves)
{
	unsigned said = doko_possible_reservations(&view->table, view->table.turn);
	size_t count = 0;

	for (; said; said &= said - 1) {
		int reservation = __builtin_ctz(said);

		moves[count++] = doko_reservation(
			view->table.turn, reservation, reservation == DOKO_RESERVE_POVERTY ? 3 : 0);
	}
	return keep_possible(view, moves, count);
}

/* What a seat passes face down; what it gives back may be a trump. */
static size_t possible_passes(const struct doko_view *view, int kind, struct mk_move *moves)
{
	size_t count = 0;

	if (kind == DOKO_RETURN && view->seat == view->table.soloist) {
		for (int card = 0; card < DOKO_KINDS; card++) {
			moves[count++] = doko_card_move(kind, view->table.turn, card);
		}
		return keep_possible(view, moves, count);
	}
	for (int trump = 0; trump <= (kind == DOKO_RETURN ? 1 : 0); trump++) {
		moves[count] = doko_blank_move(kind, view->table.turn);
		moves[count++].to = (uint8_t)trump;
	}
	return count;
}

static size_t possible_moves(const struct doko_view *view, struct mk_move *moves)
{
	size_t count;

	switch ((enum doko_phase)view->table.phase) {
	case DOKO_RESERVING:
		return possible_reservations(view, moves);
	case DOKO_SHIFTING:
		return possible_passes(view, DOKO_PASS_CARD, moves);
	case DOKO_ASKING:
		return doko_own_moves(&view->table, 0, DOKO_KONTRA, moves);
	case DOKO_RETURNING:
		return possible_passes(view, DOKO_RETURN, moves);
	case DOKO_PLAYING:
		count = possible_cards(view, moves);
		return count + possible_announcements(view, moves + count);
	case DOKO_WAITING:
	case DOKO_OVER:
		break;
	}
	return 0;
}

/* ---- The seam ------------------------------------------------------------------------------- */

size_t doko_legal(const struct mk_view *room, struct mk_move moves[MK_MAX_MOVES])
{
	const struct doko_view *view = view_of(room);

	if (view->table.turn == DOKO_NOBODY) {
		return 0;
	}
	return view->table.turn == view->seat
		       ? doko_own_moves(&view->table, view->hand, view->party, moves)
		       : possible_moves(view, moves);
}

enum mk_outcome doko_outcome(const struct mk_view *room)
{
	const struct doko_view *view = view_of(room);

	if (view->events == 0) {
		return MK_WAITING;
	}
	if (view->table.phase == DOKO_OVER &&
		doko_sheet_is_full(&view->sheet, &view->table.rules)) {
		return doko_sheet_outcome(&view->sheet, view->seat);
	}
	return MK_PLAYING;
}
