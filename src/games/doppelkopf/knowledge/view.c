/* Views: their initial state, possible moves, and the score table. */
#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/table/table.h"

#include <string.h>

void doko_init_view(struct mk_view *opaque, const struct mk_rules *rules)
{
	struct doko_view *view = (struct doko_view *)opaque;

	memset(view, 0, sizeof *view);
	doko_rules_unpack(rules, &view->table.rules);
	view->table.phase = DOKO_WAITING;
	view->table.turn = DOKO_NO_SEAT;
	view->party = DOKO_TEAM_UNKNOWN;
	doko_sheet_begin(&view->sheet, &view->table.rules, 0);
}

/* ---- Possible moves of other seats ---------------------------------------------------------- */

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

/* Keeps the moves that are consistent with the view. */
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

/*
 * Moves that pass a card. The poor player sees returned cards; other cards are hidden, and a
 * returned one is a trump or not.
 */
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

/* ---- Functions of struct mk_game ------------------------------------------------------------ */

size_t doko_view_moves(const struct mk_view *opaque, struct mk_move moves[MK_MAX_MOVES])
{
	const struct doko_view *view = view_of(opaque);

	if (view->table.turn == DOKO_NO_SEAT) {
		return 0;
	}
	return view->table.turn == view->seat
		       ? doko_own_moves(&view->table, view->hand, view->party, moves)
		       : possible_moves(view, moves);
}

enum mk_outcome doko_outcome(const struct mk_view *opaque)
{
	const struct doko_view *view = view_of(opaque);

	if (view->events == 0) {
		return MK_WAITING;
	}
	if (view->table.phase == DOKO_OVER &&
		doko_sheet_is_full(&view->sheet, &view->table.rules)) {
		return doko_sheet_outcome(&view->sheet, view->seat);
	}
	return MK_PLAYING;
}

bool doko_is_own_move(const struct mk_view *opaque, const struct mk_move *move)
{
	const struct doko_view *view = view_of(opaque);

	return view->table.turn == view->seat && move->kind != DOKO_DEAL &&
	       move->from == view->seat;
}

bool doko_points_won(const struct mk_view *opaque, double *points)
{
	const struct doko_view *view = view_of(opaque);

	*points = view->sheet.sum[view->seat];
	return view->events == 0 || view->table.phase == DOKO_OVER;
}

/* ---- The match ------------------------------------------------------------------------------ */

enum { BOCK_GAMES = 4, MAX_BOCK = 64 };

void doko_sheet_begin(struct doko_sheet *sheet, const struct doko_rules *rules, int first)
{
	memset(sheet, 0, sizeof *sheet);
	sheet->first = (uint8_t)first;
	memset(sheet->owes, rules->of[DUTY_SOLI], sizeof sheet->owes);
}

static int soli_owed(const struct doko_sheet *sheet)
{
	return sheet->owes[0] + sheet->owes[1] + sheet->owes[2] + sheet->owes[3];
}

static bool is_pot_empty(const struct doko_sheet *sheet, const struct doko_rules *rules)
{
	return rules->of[POINTS] && sheet->spent >= rules->of[POINTS];
}

/* True if all games that are left must be mandatory solos, or if the pot is empty. */
static bool are_soli_due(const struct doko_sheet *sheet, const struct doko_rules *rules)
{
	int games = rules->of[GAMES];

	return (games && soli_owed(sheet) >= games - sheet->games) || is_pot_empty(sheet, rules);
}

/*
 * If mandatory solos are due, the first seat that owes one, from the leader on; else DOKO_NO_SEAT.
 */
static int forced_seat(const struct doko_sheet *sheet, const struct doko_rules *rules)
{
	if (!are_soli_due(sheet, rules)) {
		return DOKO_NO_SEAT;
	}
	for (int i = 0; i < DOKO_SEATS; i++) {
		int seat = (sheet->first + i) & 3;

		if (sheet->owes[seat]) {
			return seat;
		}
	}
	return DOKO_NO_SEAT;
}

void doko_sheet_deal(const struct doko_sheet *sheet, struct doko_table *table)
{
	int forced = forced_seat(sheet, &table->rules);

	table->bock = sheet->bock[0] ? sheet->bock[0] : 1;
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		table->owed |= (uint8_t)((sheet->owes[seat] > 0) << seat);
	}
	table->forced = (uint8_t)forced;
	if (forced != DOKO_NO_SEAT) {
		table->turn = (uint8_t)forced;
	}
}

/* ---- Bock ----------------------------------------------------------------------------------- */

static int triggers(const struct doko_table *table, const struct doko_score *score)
{
	const uint8_t *rule = table->rules.of;
	bool lost_re = table->level[DOKO_RE] && score->winner == DOKO_KONTRA;
	bool lost_contra = table->level[DOKO_KONTRA] && score->winner == DOKO_RE;
	int count = 0;

	count += rule[BOCK_120] && score->augen[DOKO_RE] == 120;
	count += rule[BOCK_LOST_SOLO] && score->solo && score->winner == DOKO_KONTRA;
	count += rule[BOCK_LOST_RE] && (lost_re || lost_contra);
	count += rule[BOCK_BLACK] && (score->tricks[0] == 0 || score->tricks[1] == 0);
	return count + (rule[BOCK_HEART_TRICK] ? score->heart_tricks : 0);
}

static void multiply(uint8_t *bock, int times)
{
	int product = (*bock ? *bock : 1) * times;

	*bock = (uint8_t)(product > MAX_BOCK ? MAX_BOCK : product);
}

static void add_bock(struct doko_sheet *sheet, const uint8_t *rule)
{
	int place = 0, end = DOKO_MAX_ROWS;

	if (rule[GAMES] && rule[GAMES] - sheet->games < end) {
		end = rule[GAMES] - sheet->games;
	}
	while (rule[BOCK_APPEND] && place < end && sheet->bock[place] > 1) {
		place++;
	}
	for (int i = 0; i < BOCK_GAMES && place < end; i++, place++) {
		multiply(&sheet->bock[place], rule[BOCK]);
	}
}

static void follow_bock(
	struct doko_sheet *sheet, const struct doko_table *table, const struct doko_score *score)
{
	memmove(sheet->bock, sheet->bock + 1, sizeof sheet->bock - 1);
	sheet->bock[DOKO_MAX_ROWS - 1] = 0;
	if (table->rules.of[BOCK] > 1) {
		for (int i = triggers(table, score); i > 0; i--) {
			add_bock(sheet, table->rules.of);
		}
	}
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void add_row(struct doko_sheet *sheet, const struct doko_table *table, unsigned re,
	const struct doko_score *score)
{
	struct doko_row *row;

	if (sheet->rows == DOKO_MAX_ROWS) {
		memmove(sheet->row, sheet->row + 1, sizeof sheet->row - sizeof *sheet->row);
		sheet->rows--;
	}
	row = &sheet->row[sheet->rows++];
	row->type = table->type;
	row->soloist = table->soloist;
	row->re = (uint8_t)re;
	row->bock = table->bock;
	row->value = (int16_t)score->value;
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		row->points[seat] = (int16_t)score->seat[seat];
		sheet->sum[seat] += score->seat[seat];
	}
	sheet->spent += score->value > 0 ? score->value : -score->value;
}

void doko_sheet_add(struct doko_sheet *sheet, const struct doko_table *table, unsigned re)
{
	struct doko_score score;

	if (table->type == DOKO_THROWN) {
		return; /* the deal does not count; the same dealer deals again */
	}
	doko_score(table, re, &score);
	add_row(sheet, table, re, &score);
	sheet->games++;
	if (table->duty && sheet->owes[table->soloist]) {
		sheet->owes[table->soloist]--;
	}
	if (!table->duty || table->forced != DOKO_NO_SEAT) {
		sheet->first = (sheet->first + 1) & 3;
	}
	follow_bock(sheet, table, &score);
}

bool doko_sheet_is_full(const struct doko_sheet *sheet, const struct doko_rules *rules)
{
	return (rules->of[GAMES] && sheet->games >= rules->of[GAMES]) ||
	       (is_pot_empty(sheet, rules) && soli_owed(sheet) == 0);
}

enum mk_outcome doko_sheet_outcome(const struct doko_sheet *sheet, int seat)
{
	bool shared = false;

	for (int other = 0; other < DOKO_SEATS; other++) {
		if (sheet->sum[other] > sheet->sum[seat]) {
			return MK_LOST;
		}
		shared |= other != seat && sheet->sum[other] == sheet->sum[seat];
	}
	return shared ? MK_DRAWN : MK_WON;
}
