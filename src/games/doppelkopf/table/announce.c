/*
 * Announcements.
 *
 * A team may announce a higher level as long as the speaker has the cards that an option demands
 * for the next level, or more. If a marriage is decided after the first trick, one card less is
 * enough for each further trick. A seat that is too late for the first announcement of its team may
 * still reply to the other team, with one card less than the last announcement demanded.
 */
#include "games/doppelkopf/table/table.h"

static int deadline(const struct doko_table *table, int level)
{
	return table->rules.of[CARDS_RE + level - DOKO_ANNOUNCED];
}

/*
 * Cards in hand. A card played to the unfinished trick still counts if the rules say so. A late
 * decision of a marriage adds the number of tricks after the first one.
 */
static int cards_that_count(const struct doko_table *table, int seat)
{
	int cards = doko_cards_left(table, seat);

	if (table->rules.of[TILL_FULL_TRICK]) {
		cards = doko_hand_size(table) - table->tricks;
	}
	return cards + (table->clarified ? table->clarified - 1 : 0);
}

static bool is_open(const struct doko_table *table)
{
	return table->phase == DOKO_PLAYING && (table->type != DOKO_MARRIAGE || table->clarified);
}

bool doko_is_reply(const struct doko_table *table, int seat, int party)
{
	int theirs = table->level[!party];
	int cards = cards_that_count(table, seat);

	return is_open(table) && table->rules.of[REPLY] && table->level[party] == DOKO_SILENT &&
	       theirs != DOKO_SILENT && cards < deadline(table, DOKO_ANNOUNCED) &&
	       cards >= deadline(table, theirs) - 1;
}

unsigned doko_allowed_levels(const struct doko_table *table, int seat, int party)
{
	int cards = cards_that_count(table, seat);
	unsigned levels = 0;
	int own;

	if (!is_open(table)) {
		return 0;
	}
	own = table->level[party];
	if (table->late[party] || own == DOKO_BLACK) {
		return 0;
	}
	if (doko_is_reply(table, seat, party)) {
		return 1u << DOKO_ANNOUNCED;
	}
	for (int level = own + 1; level <= DOKO_BLACK && cards >= deadline(table, own + 1);
		level++) {
		levels |= 1u << level;
	}
	return levels;
}

bool doko_is_last_chance(const struct doko_table *table, int seat, int party, int level)
{
	int cards = cards_that_count(table, seat);

	if (doko_is_reply(table, seat, party)) {
		return cards <= deadline(table, table->level[!party]) - 1;
	}
	return level <= DOKO_BLACK && cards <= deadline(table, level);
}

void doko_table_announce(struct doko_table *table, int seat, int party, int level)
{
	struct doko_said *said = &table->said[table->said_count++];

	table->late[party] |= doko_is_reply(table, seat, party);
	table->level[party] = (uint8_t)level;
	*said = (struct doko_said){(uint8_t)seat, (uint8_t)party, (uint8_t)level, table->played};
	if (table->must_announce == seat) {
		table->must_announce = DOKO_NO_SEAT;
	}
	if (table->type == DOKO_NORMAL) {
		doko_know_party(table, seat, party);
	}
}

int doko_obliged(const struct doko_table *table, int seat, int party)
{
	int next;

	/* Before a marriage is decided, the seat has no team for which to announce. */
	if (table->must_announce != seat || !is_open(table)) {
		return DOKO_SILENT;
	}
	next = table->level[party] + 1;
	if ((table->rules.of[THIRTY_ONLY_RE] && next > DOKO_ANNOUNCED) || next > DOKO_BLACK) {
		return DOKO_SILENT;
	}
	return doko_allowed_levels(table, seat, party) & 1u << next ? next : DOKO_SILENT;
}

/* ---- Swines --------------------------------------------------------------------------------- */

/* True except in solos and poverties, where an option decides. */
static bool are_allowed(const struct doko_table *table, int in_solo, int in_poverty)
{
	if (table->type == DOKO_POVERTY) {
		return table->rules.of[in_poverty];
	}
	return !doko_is_solo(table->type) || table->rules.of[in_solo];
}

int doko_swine_kind(const struct doko_table *table)
{
	bool allowed =
		table->rules.of[SWINES] && are_allowed(table, SWINES_IN_SOLO, SWINES_IN_POVERTY);

	return allowed ? doko_table_order(table)->ace : DOKO_NO_KIND;
}

int doko_hyperswine_kind(const struct doko_table *table)
{
	const struct doko_order *order = doko_table_order(table);
	bool allowed = table->rules.of[HYPERSWINES] &&
		       are_allowed(table, HYPERSWINES_IN_SOLO, HYPERSWINES_IN_POVERTY);

	if (!allowed || order->ace == DOKO_NO_KIND) {
		return DOKO_NO_KIND;
	}
	return table->rules.of[NINES] ? order->low : order->ace + DOKO_KING;
}

/*
 * Swines may be announced during the exchange of a poverty, as in FreeDoko 0.7.13
 * (Game::swines_announcement_valid): before the poor player passes cards; by the others until one
 * takes the cards; then by the taker. The poor player must not announce foxes that do not count for
 * the poverty (if more than three cards are passed).
 */
static bool in_time_for_exchange(const struct doko_table *table, int seat)
{
	enum { MAX_POOR_CARDS = 3 };

	switch ((enum doko_phase)table->phase) {
	case DOKO_SHIFTING:
		return table->shifted == 0 &&
		       (seat != table->soloist || table->to_shift <= MAX_POOR_CARDS);
	case DOKO_ASKING:
		return seat != table->soloist;
	case DOKO_RETURNING:
		return seat == table->partner;
	case DOKO_WAITING:
	case DOKO_RESERVING:
	case DOKO_PLAYING:
	case DOKO_OVER:
		break;
	}
	return false;
}

static bool in_time(const struct doko_table *table, int seat)
{
	if (table->phase != DOKO_PLAYING) {
		return in_time_for_exchange(table, seat);
	}
	return !table->rules.of[SWINES_AT_START] ||
	       doko_cards_left(table, seat) == doko_hand_size(table);
}

/* For a hidden seat, `hand` is all that it may hold. */
static bool has_both(const struct doko_table *table, int seat, doko_set hand, int kind)
{
	return kind != DOKO_NO_KIND && doko_copies(hand, kind) == 2 &&
	       doko_copies_played(table, seat, kind) == 0;
}

bool doko_may_announce_swines(const struct doko_table *table, int seat, doko_set hand)
{
	return table->swines == DOKO_NO_SEAT && in_time(table, seat) &&
	       has_both(table, seat, hand, doko_swine_kind(table));
}

bool doko_may_announce_hyperswines(const struct doko_table *table, int seat, doko_set hand)
{
	return table->swines != DOKO_NO_SEAT && table->hyperswines == DOKO_NO_SEAT &&
	       in_time(table, seat) && has_both(table, seat, hand, doko_hyperswine_kind(table)) &&
	       (table->swines != seat || table->rules.of[HYPERSWINES_JOINT]);
}
