/* The table as JSON: the deal as the seat knows it, and the score table. */
#include "base/json.h"
#include "games/doppelkopf/knowledge/facts.h"
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/table/table.h"
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/notation.h"

#include <string.h>

static const char *card_code(int kind)
{
	return mk_card_code(doko_card(kind));
}

static void write_seat(struct mk_text *out, const char *key, int seat)
{
	if (seat == DOKO_NO_SEAT) {
		mk_json_null(out, key);
	} else {
		mk_json_int(out, key, seat);
	}
}

static void write_set(struct mk_text *out, const char *key, doko_set cards)
{
	mk_json_open_array(out, key);
	for (; cards; cards &= cards - 1) {
		mk_json_literal(out, NULL, card_code(doko_first(cards)));
	}
	mk_json_close_array(out);
}

/* ---- Tricks --------------------------------------------------------------------------------- */

static void write_cards(struct mk_text *out, const struct doko_table *table, int first, int count)
{
	mk_json_open_array(out, "cards");
	for (int i = 0; i < count; i++) {
		mk_json_literal(out, NULL, card_code(table->card[first + i]));
	}
	mk_json_close_array(out);
}

static int trick_augen(const struct doko_table *table, int trick)
{
	const uint8_t *card = doko_trick(table, trick);

	return doko_card_points[card[0]] + doko_card_points[card[1]] + doko_card_points[card[2]] +
	       doko_card_points[card[3]];
}

/* True if `re` has two players and contradicts no known team. */
static bool may_be_re(const struct doko_view *view, unsigned re)
{
	if (__builtin_popcount(re) != 2) {
		return false;
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		int party = doko_event_party(view, seat);

		if (party != DOKO_TEAM_UNKNOWN && party != (int)(re >> seat & 1)) {
			return false;
		}
	}
	return true;
}

/* The lowest and highest number of special points of each kind that a trick may count. */
struct special {
	int fewest[DOKO_SPECIALS], most[DOKO_SPECIALS];
};

static void find_special(const struct doko_view *view, int trick, struct special *special)
{
	bool first = true;

	memset(special, 0, sizeof *special);
	for (unsigned re = 0; re < 1U << DOKO_SEATS; re++) {
		struct doko_score score = {0};
		int times[DOKO_SPECIALS] = {0};

		if (!may_be_re(view, re)) {
			continue;
		}
		doko_score_trick(&view->table, re, trick, &score);
		for (int i = 0; i < score.count; i++) {
			times[score.point[i].what]++;
		}
		for (int what = 0; what < DOKO_SPECIALS; what++) {
			special->most[what] = times[what] > special->most[what]
						      ? times[what]
						      : special->most[what];
			special->fewest[what] = first || times[what] < special->fewest[what]
							? times[what]
							: special->fewest[what];
		}
		first = false;
	}
}

/*
 * In a solo a trick counts none. Points of a marriage from before it became a solo are in the
 * score.
 */
static void write_special(struct mk_text *out, const struct doko_view *view, int trick)
{
	struct special special;

	find_special(view, trick, &special);
	mk_json_open_array(out, "special");
	for (int what = 0; what < DOKO_SPECIALS; what++) {
		for (int i = 0; i < special.most[what]; i++) {
			mk_json_open_object(out, NULL);
			mk_json_literal(out, "what", doko_special_codes[what]);
			mk_json_bool(out, "certain", i < special.fewest[what]);
			mk_json_close_object(out);
		}
	}
	mk_json_close_array(out);
}

static void write_tricks(struct mk_text *out, const struct doko_view *view)
{
	const struct doko_table *table = &view->table;

	mk_json_open_object(out, "trick");
	write_seat(out, "leader",
		table->phase == DOKO_PLAYING ? table->leader[table->tricks] : DOKO_NO_SEAT);
	write_cards(out, table, table->played & ~3, table->played & 3);
	mk_json_close_object(out);
	mk_json_open_array(out, "tricks");
	for (int trick = 0; trick < table->tricks; trick++) {
		mk_json_open_object(out, NULL);
		mk_json_int(out, "leader", table->leader[trick]);
		write_cards(out, table, 4 * trick, 4);
		mk_json_int(out, "winner", table->leader[trick + 1]);
		mk_json_int(out, "points", trick_augen(table, trick));
		write_special(out, view, trick);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

/* ---- Seats ---------------------------------------------------------------------------------- */

static const char *team_of(const struct doko_view *view, int seat)
{
	static const char *const teams[] = {
		[DOKO_KONTRA] = "contra", [DOKO_RE] = "re", [DOKO_TEAM_UNKNOWN] = "unknown"};

	return teams[doko_event_party(view, seat)];
}

static void write_voids(struct mk_text *out, const struct doko_view *view)
{
	const struct doko_order *order = doko_table_order(&view->table);
	struct doko_constraints facts;

	doko_constraints(view, &facts);
	mk_json_open_array(out, "voids");
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_json_open_array(out, NULL);
		for (int colour = 0; seat != view->seat && colour < DOKO_SUIT_CLASSES; colour++) {
			if (order->colour[colour] && !(facts.can[seat] & order->colour[colour])) {
				mk_json_literal(out, NULL, doko_colour_codes[colour]);
			}
		}
		mk_json_close_array(out);
	}
	mk_json_close_array(out);
}

static void write_seats(struct mk_text *out, const struct doko_view *view)
{
	const struct doko_table *table = &view->table;

	mk_json_open_array(out, "teams");
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_json_literal(out, NULL, team_of(view, seat));
	}
	mk_json_close_array(out);
	mk_json_open_array(out, "points");
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_json_int(out, NULL, table->augen[seat]);
	}
	mk_json_close_array(out);
	mk_json_open_array(out, "tricks_won");
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_json_int(out, NULL, table->won[seat]);
	}
	mk_json_close_array(out);
	write_voids(out, view);
}

static void write_announcements(struct mk_text *out, const struct doko_table *table)
{
	mk_json_open_array(out, "announcements");
	for (int i = 0; i < table->said_count; i++) {
		const struct doko_said *said = &table->said[i];

		mk_json_open_object(out, NULL);
		mk_json_int(out, "seat", said->seat);
		mk_json_literal(out, "announce", doko_level_code(said->level, said->party));
		mk_json_literal(out, "team", said->party == DOKO_RE ? "re" : "contra");
		mk_json_int(out, "cards_played", said->played);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

/* The seats that announced swines and hyperswines, and the number of cards played before that. */
static void write_swines(struct mk_text *out, const struct doko_table *table)
{
	write_seat(out, "swines", table->swines);
	write_seat(out, "hyperswines", table->hyperswines);
	if (table->swines != DOKO_NO_SEAT) {
		mk_json_int(out, "swines_after", table->swines_after);
	}
	if (table->hyperswines != DOKO_NO_SEAT) {
		mk_json_int(out, "hyperswines_after", table->hyperswines_after);
	}
}

static void write_reservations(struct mk_text *out, const struct doko_table *table)
{
	bool asking = table->phase == DOKO_RESERVING;

	mk_json_open_array(out, "reservations");
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		int place = (seat - table->first) & 3;

		if (table->phase == DOKO_WAITING || (asking && place >= table->asked)) {
			mk_json_null(out, NULL);
		} else {
			mk_json_literal(
				out, NULL, doko_reservation_codes[table->reservation[seat]]);
		}
	}
	mk_json_close_array(out);
}

/* The number of players who refused the cards. */
static int refusals(const struct doko_table *table)
{
	if (table->type == DOKO_THROWN) {
		return DOKO_SEATS - 1;
	}
	if (table->phase == DOKO_ASKING) {
		return (table->turn - table->soloist - 1) & 3;
	}
	return table->partner == DOKO_NO_SEAT ? 0 : (table->partner - table->soloist - 1) & 3;
}

/* The exchange as far as it went, with the cards that the own seat has seen. */
static void write_poverty(struct mk_text *out, const struct doko_view *view)
{
	const struct doko_table *table = &view->table;
	bool played = table->soloist != DOKO_NO_SEAT &&
		      table->reservation[table->soloist] == DOKO_RESERVE_POVERTY;

	if (!doko_has_poverty(table)) {
		mk_json_null(out, "poverty");
		return;
	}
	mk_json_open_object(out, "poverty");
	mk_json_int(out, "cards", table->to_shift);
	mk_json_int(out, "shifted", table->shifted);
	mk_json_int(out, "refused", played ? refusals(table) : 0);
	mk_json_int(out, "returned", table->returned);
	mk_json_int(out, "trumps", table->returned_trumps);
	write_set(out, "given", view->given);
	write_set(out, "taken", view->taken);
	mk_json_close_object(out);
}

/* ---- The match ------------------------------------------------------------------------------ */

static void write_numbers(struct mk_text *out, const char *key, const int32_t number[DOKO_SEATS])
{
	mk_json_open_array(out, key);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_json_int(out, NULL, number[seat]);
	}
	mk_json_close_array(out);
}

static void write_row(struct mk_text *out, const struct doko_row *row, int32_t sum[DOKO_SEATS])
{
	int32_t points[DOKO_SEATS];

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		points[seat] = row->points[seat];
		sum[seat] += row->points[seat];
	}
	mk_json_open_object(out, NULL);
	mk_json_literal(out, "game", doko_type_codes[row->type]);
	write_seat(out, "soloist", row->soloist);
	mk_json_open_array(out, "re");
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		if (row->re >> seat & 1) {
			mk_json_int(out, NULL, seat);
		}
	}
	mk_json_close_array(out);
	mk_json_int(out, "value", row->value);
	mk_json_int(out, "bock", row->bock);
	write_numbers(out, "points", points);
	write_numbers(out, "sums", sum);
	mk_json_close_object(out);
}

/*
 * Writes the rows with running sums, which begin with the sums of the rows that are no longer kept.
 */
static void write_rows(struct mk_text *out, const struct doko_sheet *sheet)
{
	int32_t sum[DOKO_SEATS];

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		sum[seat] = sheet->sum[seat];
		for (int i = 0; i < sheet->rows; i++) {
			sum[seat] -= sheet->row[i].points[seat];
		}
	}
	mk_json_open_array(out, "rows");
	for (int i = 0; i < sheet->rows; i++) {
		write_row(out, &sheet->row[i], sum);
	}
	mk_json_close_array(out);
}

/* The multipliers of the next games (0: none), up to the last one that is set. */
static void write_bock(struct mk_text *out, const struct doko_sheet *sheet)
{
	int games = DOKO_MAX_ROWS;

	while (games > 0 && sheet->bock[games - 1] == 0) {
		games--;
	}
	mk_json_open_array(out, "bock_games");
	for (int i = 0; i < games; i++) {
		mk_json_int(out, NULL, sheet->bock[i]);
	}
	mk_json_close_array(out);
}

static void write_sheet(struct mk_text *out, const struct doko_view *view)
{
	const struct doko_sheet *sheet = &view->sheet;
	int games = view->table.rules.of[GAMES];

	mk_json_open_object(out, "score_table");
	write_rows(out, sheet);
	write_numbers(out, "sums", sheet->sum);
	mk_json_int(out, "games", sheet->games);
	if (games) {
		mk_json_int(out, "games_left", games - sheet->games);
	} else {
		mk_json_null(out, "games_left");
	}
	mk_json_open_array(out, "mandatory_soli_left");
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_json_int(out, NULL, sheet->owes[seat]);
	}
	mk_json_close_array(out);
	mk_json_int(out, "next_dealer", (sheet->first + 3) & 3);
	mk_json_int(out, "points_played", sheet->spent);
	write_bock(out, sheet);
	mk_json_close_object(out);
}

/* The result of the deal; only after its end. */
static void write_result(struct mk_text *out, const struct doko_view *view)
{
	static const char *const winners[] = {"contra", "re", "nobody"};
	struct doko_score score;

	if (view->table.phase != DOKO_OVER || view->table.type == DOKO_THROWN) {
		mk_json_null(out, "result");
		return;
	}
	doko_score(&view->table, view->table.re, &score);
	mk_json_open_object(out, "result");
	mk_json_literal(out, "winner", winners[score.winner]);
	mk_json_int(out, "value", score.value);
	mk_json_int(out, "re_points", score.augen[DOKO_RE]);
	mk_json_int(out, "contra_points", score.augen[DOKO_KONTRA]);
	mk_json_open_array(out, "counted");
	for (int i = 0; i < score.count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_literal(out, "what", doko_special_codes[score.point[i].what]);
		mk_json_literal(out, "team", score.point[i].party == DOKO_RE ? "re" : "contra");
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

/* ---- The table ------------------------------------------------------------------------------ */

void doko_write_table(struct mk_text *out, const struct mk_view *opaque)
{
	const struct doko_view *view = view_of(opaque);
	const struct doko_table *table = &view->table;
	bool waiting = table->phase == DOKO_WAITING;

	mk_json_literal(out, "phase", doko_phase_codes[table->phase]);
	mk_json_int(out, "seat", view->seat);
	mk_json_int(out, "event", view->events);
	write_seat(out, "seat_to_play", table->turn);
	write_seat(out, "dealer", waiting ? DOKO_NO_SEAT : (table->first + 3) & 3);
	mk_json_literal(out, "game", doko_type_codes[table->type]);
	write_seat(out, "soloist", waiting ? DOKO_NO_SEAT : table->soloist);
	write_seat(out, "partner", waiting ? DOKO_NO_SEAT : table->partner);
	mk_json_bool(out, "mandatory_solo", table->duty);
	mk_json_int(out, "bock", waiting ? 1 : table->bock);
	write_set(out, "hand", view->hand);
	write_tricks(out, view);
	write_seats(out, view);
	write_announcements(out, table);
	write_swines(out, table);
	write_reservations(out, table);
	write_poverty(out, view);
	write_result(out, view);
	write_sheet(out, view);
}
