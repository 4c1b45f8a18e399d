/* Reasons for moves, as far as the view shows them. */
#include "games/doppelkopf/advice/rank.h"

#include "games/doppelkopf/knowledge/facts.h"
#include "games/doppelkopf/table/table.h"

static uint32_t bit(int reason)
{
	return 1u << reason;
}

/* True if a later seat may hold a card that beats this one, announced swines included. */
static bool can_be_beaten(
	const struct doko_view *view, const struct doko_constraints *facts, int kind)
{
	const struct doko_table *table = &view->table;
	const struct doko_order *order = doko_table_order(table);
	int power = doko_power(table, order, kind), behind = 3 - (table->played & 3);
	/* The second of two equal cards may win, so equal power is enough. */
	int second = kind == DOKO_DULLE && table->rules.of[SECOND_DULLE];

	for (int i = 1; i <= behind; i++) {
		doko_set held = facts->unseen & facts->can[(view->seat + i) & 3];

		for (doko_set left = held & DOKO_ONE_EACH; left; left &= left - 1) {
			int other = doko_first(left), colour = order->colour_of[other];

			if ((colour == DOKO_TRUMP || colour == order->colour_of[kind]) &&
				doko_power(table, order, other) > power - second) {
				return true;
			}
		}
	}
	return false;
}

/* True if the card takes the trick as it lies. */
static bool takes(const struct doko_view *view, int kind)
{
	const struct doko_table *table = &view->table;
	int count = table->played & 3;
	bool last = table->tricks == doko_hand_size(table) - 1;
	uint8_t card[4];

	for (int i = 0; i < count; i++) {
		card[i] = table->card[(table->played & ~3) + i];
	}
	card[count] = (uint8_t)kind;
	return doko_best_card(table, card, count + 1, last) == count;
}

static bool partner_leads(const struct doko_view *view)
{
	const struct doko_table *table = &view->table;
	unsigned own = view->party == DOKO_RE ? table->re : table->contra;
	int count = table->played & 3;
	int best;

	if (count == 0 || view->party == DOKO_TEAM_UNKNOWN) {
		return false;
	}
	best = doko_best_card(table, table->card + (table->played & ~3), count, false);
	return own >> ((table->leader[table->tricks] + best) & 3) & 1;
}

static bool is_cheapest(const struct doko_view *view, int kind)
{
	doko_set left = doko_legal_cards(&view->table, view->hand) & DOKO_ONE_EACH;

	for (; left; left &= left - 1) {
		if (doko_card_points[doko_first(left)] < doko_card_points[kind]) {
			return false;
		}
	}
	return true;
}

static bool no_seat_trumps(const struct doko_view *view, const struct doko_constraints *facts)
{
	const struct doko_table *table = &view->table;
	doko_set trumps = doko_table_order(table)->colour[DOKO_TRUMP];

	for (int i = 1; i <= 3 - (table->played & 3); i++) {
		if (facts->unseen & facts->can[(view->seat + i) & 3] & trumps) {
			return false;
		}
	}
	return (table->played & 3) < 3;
}

/* ---- Cards ---------------------------------------------------------------------------------- */

/* A fox counts for the team that catches it, unless it is a swine or a solo is played. */
static bool counts_foxes(const struct doko_table *table)
{
	return table->rules.of[FOX] && table->swines == DOKO_NO_SEAT &&
	       table->type <= DOKO_POVERTY && !doko_counts_as_solo(table);
}

static bool has_their_fox(const struct doko_view *view)
{
	const struct doko_table *table = &view->table;
	unsigned theirs = view->party == DOKO_RE ? table->contra : table->re;

	if (view->party == DOKO_TEAM_UNKNOWN || !counts_foxes(table)) {
		return false;
	}
	for (int i = table->played & ~3; i < table->played; i++) {
		int seat = (table->leader[table->tricks] + (i & 3)) & 3;

		if (table->card[i] == DOKO_FOX && (theirs >> seat & 1)) {
			return true;
		}
	}
	return false;
}

static int augen_with(const struct doko_table *table, int kind)
{
	int augen = doko_card_points[kind];

	for (int i = table->played & ~3; i < table->played; i++) {
		augen += doko_card_points[table->card[i]];
	}
	return augen;
}

static bool was_led(const struct doko_table *table, int colour)
{
	for (int i = 0; i < table->played; i += 4) {
		if (doko_table_order(table)->colour_of[table->card[i]] == colour) {
			return true;
		}
	}
	return false;
}

static uint32_t leading_reasons(
	const struct doko_view *view, const struct doko_constraints *facts, int kind)
{
	const struct doko_order *order = doko_table_order(&view->table);
	doko_set trumps = order->colour[DOKO_TRUMP];
	int colour = order->colour_of[kind];

	if (colour == DOKO_TRUMP) {
		bool most = doko_count(view->hand & trumps) > doko_count(facts->unseen & trumps);

		return most && (facts->unseen & trumps) ? bit(REASON_HAS_TRUMPS) : 0;
	}
	return kind % DOKO_RANKS == DOKO_ACE && !was_led(&view->table, colour)
		       ? bit(REASON_FRESH_ACE)
		       : 0;
}

/* Reasons of a card that takes the trick so far; `safe`: no later seat can beat it. */
static uint32_t taking_reasons(
	const struct doko_view *view, const struct doko_constraints *facts, int kind, bool safe)
{
	const struct doko_table *table = &view->table;
	const struct doko_order *order = doko_table_order(table);
	bool trump = order->colour_of[kind] == DOKO_TRUMP;
	uint32_t reasons = safe ? bit(REASON_WINS_TRICK) : 0;

	if (!(table->played & 3)) {
		return reasons | leading_reasons(view, facts, kind);
	}
	if (trump && order->colour_of[table->card[table->played & ~3]] != DOKO_TRUMP) {
		reasons |= bit(REASON_TRUMPS);
	}
	if (augen_with(table, kind) >= 20) {
		reasons |= bit(REASON_RICH_TRICK);
	}
	if (safe && has_their_fox(view)) {
		reasons |= bit(REASON_CATCHES_FOX);
	}
	return reasons;
}

/*
 * True if the card is the last of its side suit and the hand has trumps, which can take the next
 * trick of it.
 */
static bool gets_void(const struct doko_view *view, int kind)
{
	const struct doko_order *order = doko_table_order(&view->table);
	int colour = order->colour_of[kind];

	return colour != DOKO_TRUMP && doko_count(view->hand & order->colour[colour]) == 1 &&
	       (view->hand & order->colour[DOKO_TRUMP]);
}

static uint32_t card_reasons(const struct doko_view *view, int kind)
{
	const struct doko_order *order = doko_table_order(&view->table);
	bool takes_it = takes(view, kind), safe;
	struct doko_constraints facts;
	uint32_t reasons = gets_void(view, kind) ? bit(REASON_GETS_VOID) : 0;

	doko_constraints(view, &facts);
	safe = takes_it && !can_be_beaten(view, &facts, kind);
	if (safe && kind == DOKO_FOX && counts_foxes(&view->table)) {
		reasons |= bit(REASON_FOX_HOME);
	}
	if (takes_it) {
		reasons |= taking_reasons(view, &facts, kind, safe);
		return order->colour_of[kind] != DOKO_TRUMP && no_seat_trumps(view, &facts)
			       ? reasons | bit(REASON_TRUMPS_IN)
			       : reasons;
	}
	if (partner_leads(view)) {
		return doko_card_points[kind] >= 10 ? reasons | bit(REASON_TO_PARTNER) : reasons;
	}
	return is_cheapest(view, kind) ? reasons | bit(REASON_CHEAP) : reasons;
}

/* ---- Before the first card ------------------------------------------------------------------ */

static doko_set trumps_of(const struct doko_view *view, int type)
{
	return doko_order(type, view->table.rules.of[DULLEN])->colour[DOKO_TRUMP] &
	       doko_deck(view->table.rules.of[NINES]);
}

static bool has_many_trumps(const struct doko_view *view, int type)
{
	doko_set trumps = trumps_of(view, type);

	return 3 * doko_count(view->hand & trumps) > doko_count(trumps);
}

static bool has_top_trumps(const struct doko_view *view, int type)
{
	const struct doko_order *order = doko_order(type, view->table.rules.of[DULLEN]);
	doko_set trumps = trumps_of(view, type) & DOKO_ONE_EACH;
	int top = DOKO_NO_KIND;

	for (; trumps; trumps &= trumps - 1) {
		int kind = doko_first(trumps);

		top = top == DOKO_NO_KIND || order->power[kind] > order->power[top] ? kind : top;
	}
	return top != DOKO_NO_KIND && doko_copies(view->hand, top) == 2;
}

static int side_aces(const struct doko_view *view, int type)
{
	const struct doko_order *order = doko_order(type, view->table.rules.of[DULLEN]);
	int aces = 0;

	for (int suit = 0; suit < DOKO_SUITS; suit++) {
		int ace = DOKO_KIND(suit, DOKO_ACE);

		aces += order->colour_of[ace] == DOKO_TRUMP ? 0 : doko_copies(view->hand, ace);
	}
	return aces;
}

static uint32_t game_reasons(const struct doko_view *view, int type)
{
	return (has_many_trumps(view, type) ? bit(REASON_MANY_TRUMPS) : 0) |
	       (has_top_trumps(view, type) ? bit(REASON_TOP_TRUMPS) : 0) |
	       (side_aces(view, type) >= 2 ? bit(REASON_SIDE_ACES) : 0);
}

/* True if the rules allow a solo of which the hand has more than a third of the trumps. */
static bool has_solo(const struct doko_view *view)
{
	unsigned allowed = doko_reservations(&view->table, view->seat, view->hand);

	for (int said = DOKO_RESERVE_SOLO; said < DOKO_RESERVE_SOME; said++) {
		if ((allowed >> said & 1) && has_many_trumps(view, doko_solo_type(said))) {
			return true;
		}
	}
	return false;
}

static uint32_t reservation_reasons(const struct doko_view *view, int said)
{
	if (doko_is_solo_reservation(said)) {
		return game_reasons(view, doko_solo_type(said));
	}
	if (doko_is_marriage(said)) {
		return bit(REASON_ALONE);
	}
	if (said == DOKO_RESERVE_POVERTY) {
		return bit(REASON_POOR);
	}
	if (said == DOKO_RESERVE_THROW) {
		return bit(REASON_BAD_HAND);
	}
	return has_solo(view) ? 0 : bit(REASON_NO_SOLO);
}

/* The taker of a poverty's cards plays with the trumps of a normal game. */
static uint32_t answer_reasons(const struct doko_view *view, bool takes_them)
{
	doko_set trumps = trumps_of(view, DOKO_NORMAL);
	bool few = 4 * doko_count(view->hand & trumps) <= doko_count(trumps);

	return takes_them ? game_reasons(view, DOKO_NORMAL) : few ? bit(REASON_FEW_TRUMPS) : 0;
}

static uint32_t return_reasons(const struct doko_view *view, int kind)
{
	bool trump = doko_normal_trumps(&view->table.rules) & DOKO_ONE(kind);

	return (trump ? 0 : bit(REASON_KEEPS_TRUMPS)) |
	       (gets_void(view, kind) ? bit(REASON_GETS_VOID) : 0);
}

/* ---- All moves ------------------------------------------------------------------------------ */

static uint32_t announcement_reasons(const struct doko_view *view, int party, int level)
{
	const struct doko_table *table = &view->table;
	bool last = doko_is_last_chance(table, view->seat, party, level);

	return (last ? bit(REASON_LAST_CHANCE) : 0) |
	       (doko_is_reply(table, view->seat, party) ? bit(REASON_REPLY) : 0);
}

static uint32_t play_reasons(const struct doko_view *view, int kind)
{
	doko_set legal = doko_legal_cards(&view->table, view->hand) & DOKO_ONE_EACH;

	return (legal & (legal - 1) ? 0 : bit(REASON_ONLY_MOVE)) | card_reasons(view, kind);
}

static uint32_t all_reasons(const struct doko_view *view, struct mk_move move)
{
	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		return play_reasons(view, doko_kind(move.card));
	case DOKO_ANNOUNCE:
		return announcement_reasons(view, doko_party_of(move), move.to);
	case DOKO_RESERVE:
		return reservation_reasons(view, move.to);
	case DOKO_TAKE:
	case DOKO_REFUSE:
		return answer_reasons(view, move.kind == DOKO_TAKE);
	case DOKO_RETURN:
		return return_reasons(view, doko_kind(move.card));
	case DOKO_PASS_CARD:
	case DOKO_SWINE:
	case DOKO_DEAL:
	case DOKO_MOVE_KINDS:
		break;
	}
	return 0;
}

enum { MAX_REASONS = 3 };

/* In the order of importance; only the first MAX_REASONS are kept. */
static const uint8_t importance[] = {REASON_ONLY_MOVE, REASON_CATCHES_FOX, REASON_FOX_HOME,
	REASON_WINS_TRICK, REASON_TO_PARTNER, REASON_RICH_TRICK, REASON_TRUMPS, REASON_TRUMPS_IN,
	REASON_FRESH_ACE, REASON_HAS_TRUMPS, REASON_CHEAP, REASON_GETS_VOID};

uint32_t doko_reasons_for(const struct doko_view *view, struct mk_move move)
{
	uint32_t all = all_reasons(view, move), kept = 0;
	size_t places = sizeof importance / sizeof *importance;

	if (move.kind != DOKO_PLAY) {
		return all; /* never more than MAX_REASONS */
	}
	for (size_t i = 0; i < places && __builtin_popcount(kept) < MAX_REASONS; i++) {
		kept |= all & bit(importance[i]);
	}
	return kept;
}
