/*
 * Checks and applies events.
 *
 * The checks are in the order in which their errors help players most. The last one finds all other
 * contradictions: after the event, at least one deal of the hidden cards must be consistent.
 */
#include "games/doppelkopf/knowledge/learn.h"

#include "games/doppelkopf/knowledge/refusal.h"
#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/table/table.h"

#include <string.h>

/* ---- Applying ------------------------------------------------------------------------------- */

static void deal(struct doko_view *view, struct mk_move move)
{
	struct doko_rules rules = view->table.rules;

	view->sheet.first = move.from;
	doko_table_begin(&view->table, &rules, move.from);
	doko_sheet_deal(&view->sheet, &view->table);
	view->hand = doko_unpack(move);
	view->dealt = doko_unpack(move);
	view->given = 0;
	view->taken = 0;
	view->party = DOKO_TEAM_UNKNOWN;
	view->events = 1;
	memset(&view->last, 0, sizeof view->last);
}

static void move_own_cards(struct doko_view *view, struct mk_move move)
{
	int kind = doko_kind(move.card);
	bool own = move.from == view->seat;

	if (move.kind == DOKO_TAKE && own) {
		view->hand = doko_join(view->hand, doko_unpack(move));
		view->taken = doko_unpack(move);
	} else if (move.kind == DOKO_RETURN && !own && view->seat == view->table.soloist) {
		view->hand = doko_add(view->hand, kind);
		view->taken = doko_add(view->taken, kind);
	} else if (own && kind != DOKO_NO_KIND) {
		view->hand = doko_remove(view->hand, kind);
		if (move.kind != DOKO_PLAY) {
			view->given = doko_add(view->given, kind);
		}
	}
}

/*
 * A seat knows its team as soon as the game type is known; in a marriage only the bridegroom does,
 * the others when the partner is determined.
 */
static void learn_own_party(struct doko_view *view)
{
	const struct doko_table *table = &view->table;
	bool normal = table->type == DOKO_NORMAL;

	if (table->phase != DOKO_PLAYING && table->phase != DOKO_OVER) {
		return;
	}
	if (normal && table->played == 0) {
		view->party = doko_copies(view->hand, DOKO_CLUB_QUEEN) ? DOKO_RE : DOKO_KONTRA;
	} else if (!normal && (table->re >> view->seat & 1)) {
		view->party = DOKO_RE;
	} else if (!normal && (table->contra >> view->seat & 1)) {
		view->party = DOKO_KONTRA;
	}
}

void doko_event_apply(struct doko_view *view, struct mk_move move)
{
	if (move.kind == DOKO_DEAL) {
		deal(view, move);
		return;
	}
	move_own_cards(view, move);
	doko_table_apply(&view->table, move);
	learn_own_party(view);
	view->last = doko_pack(move, 0);
	view->events++;
	if (view->table.phase == DOKO_OVER) {
		doko_sheet_add(&view->sheet, &view->table, view->table.re);
	}
}

/* ---- Checking ------------------------------------------------------------------------------- */

/*
 * True if at least one deal of the hidden cards is consistent after the move, or if the deal is
 * over.
 */
static bool leaves_a_deal(const struct doko_view *view, struct mk_move move)
{
	struct doko_view after = *view;
	struct doko_constraints facts;
	struct doko_sampler sampler;

	doko_event_apply(&after, move);
	if (after.table.phase == DOKO_OVER) {
		return true;
	}
	doko_constraints(&after, &facts);
	return doko_sampler_init(&sampler, &facts, after.seat);
}

bool doko_can_play(const struct doko_view *view, int kind)
{
	struct mk_move move = doko_card_move(DOKO_PLAY, view->table.turn, kind);
	struct doko_constraints facts;

	doko_constraints(view, &facts);
	return (facts.unseen & facts.can[view->table.turn] & DOKO_ONE(kind)) &&
	       leaves_a_deal(view, move);
}

static enum mk_status check_deal(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	const struct doko_rules *rules = &view->table.rules;
	int size = rules->of[NINES] ? 12 : 10;

	if (view->table.phase != DOKO_WAITING && view->table.phase != DOKO_OVER) {
		return doko_refuse(error, REFUSED_NOT_OVER, "/hand");
	}
	if (doko_sheet_is_full(&view->sheet, rules)) {
		return doko_refuse_deal(error);
	}
	if (move.from >= DOKO_SEATS) {
		return doko_refuse(error, REFUSED_SEAT, "/dealer");
	}
	if (doko_unpack(move) & ~doko_deck(rules->of[NINES])) {
		return doko_refuse(error, REFUSED_HAND_CARD, "/hand");
	}
	if (doko_count(doko_unpack(move)) != size) {
		return doko_refuse_count(
			error, REFUSED_HAND_COUNT, "/hand", size, doko_count(doko_unpack(move)));
	}
	return MK_OK;
}

static enum mk_status check_own_card(
	const struct doko_view *view, int kind, doko_set allowed, struct mk_error *error)
{
	if (!(view->hand & DOKO_BOTH(kind))) {
		return doko_refuse_card(error, REFUSED_NOT_HELD, "/card", doko_card(kind));
	}
	if (!(allowed & DOKO_BOTH(kind))) {
		return doko_refuse_card(error,
			view->table.phase == DOKO_SHIFTING ? REFUSED_TRUMPS_FIRST
							   : REFUSED_MUST_FOLLOW,
			"/card", doko_card(kind));
	}
	return MK_OK;
}

static enum mk_status check_hidden_card(
	const struct doko_view *view, int seat, int kind, struct mk_error *error)
{
	struct doko_constraints facts;

	doko_constraints(view, &facts);
	if (!(facts.unseen & DOKO_BOTH(kind))) {
		return doko_refuse_card(error, REFUSED_GONE, "/card", doko_card(kind));
	}
	if (!(facts.can[seat] & DOKO_ONE(kind))) {
		return doko_refuse_card(error, REFUSED_EXCLUDED, "/card", doko_card(kind));
	}
	return MK_OK;
}

static enum mk_status check_play(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	int kind = doko_kind(move.card);

	if (view->table.phase != DOKO_PLAYING) {
		return doko_refuse(error, REFUSED_NO_CARD_YET, "");
	}
	if (kind == DOKO_NO_KIND || !(doko_deck(view->table.rules.of[NINES]) & DOKO_ONE(kind))) {
		return doko_refuse_card(error, REFUSED_NOT_IN_DECK, "/card", move.card);
	}
	if (move.from == view->seat) {
		return check_own_card(
			view, kind, doko_legal_cards(&view->table, view->hand), error);
	}
	return check_hidden_card(view, move.from, kind, error);
}

/* Known seats of each team, as bit masks. */
struct parties {
	unsigned re, contra;
};

/*
 * Teams known from public information and the own hand. In a normal game, both queens of clubs in
 * the own hand are a silent solo; with one of them, the only other re player may be known. In both
 * cases the rest is kontra. In other games queens do not reveal teams.
 */
static struct parties parties_of(const struct doko_view *view)
{
	static const unsigned all_seats = (1u << DOKO_SEATS) - 1;
	const struct doko_table *table = &view->table;
	unsigned own = 1u << view->seat;
	struct parties known = {.re = table->re | (view->party == DOKO_RE ? own : 0),
		.contra = table->contra | (view->party == DOKO_KONTRA ? own : 0)};

	if (table->type != DOKO_NORMAL || view->party == DOKO_TEAM_UNKNOWN) {
		return known;
	}
	if (__builtin_popcount(known.re) == 2 || doko_copies(view->dealt, DOKO_CLUB_QUEEN) == 2) {
		known.contra = all_seats & ~known.re;
	} else if (__builtin_popcount(known.contra) == 3) {
		known.re = all_seats & ~known.contra;
	}
	return known;
}

int doko_event_party(const struct doko_view *view, int seat)
{
	struct parties known = parties_of(view);

	if (known.re >> seat & 1) {
		return DOKO_RE;
	}
	return known.contra >> seat & 1 ? DOKO_KONTRA : DOKO_TEAM_UNKNOWN;
}

struct mk_move doko_event_complete(const struct doko_view *view, struct mk_move move)
{
	if (move.kind == DOKO_DEAL && move.from == DOKO_NO_SEAT) {
		move.from = view->sheet.first;
	}
	if (move.kind == DOKO_ANNOUNCE && move.cut == 0 && move.from < DOKO_SEATS) {
		int party = doko_event_party(view, move.from);

		move.cut = party == DOKO_TEAM_UNKNOWN ? 0 : (uint8_t)(party + 1);
	}
	return move;
}

static enum mk_status check_announcement(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	int known = doko_event_party(view, move.from), party = doko_party_of(move);

	if (party != DOKO_RE && party != DOKO_KONTRA) {
		return doko_refuse(error, REFUSED_WHICH_PARTY, "/team");
	}
	if (known != DOKO_TEAM_UNKNOWN && known != party) {
		return doko_refuse(error, REFUSED_OTHER_PARTY, "/announce");
	}
	if (view->table.phase != DOKO_PLAYING) {
		return doko_refuse(error, REFUSED_BEFORE_RESERVATIONS, "/announce");
	}
	if (view->table.type == DOKO_MARRIAGE && !view->table.clarified) {
		return doko_refuse(error, REFUSED_BEFORE_PARTNER, "/announce");
	}
	if (view->table.said_count == DOKO_MAX_SAID || move.to > DOKO_BLACK ||
		!(doko_allowed_levels(&view->table, move.from, party) & 1u << move.to)) {
		return doko_refuse(error, REFUSED_TOO_LATE, "/announce");
	}
	return MK_OK;
}

/*
 * Checks the number of cards of a reservation: a poverty states how many cards it passes, all
 * others have 0.
 */
static bool has_sound_number(const struct doko_view *view, struct mk_move move)
{
	const struct doko_rules *rules = &view->table.rules;

	if (move.to != DOKO_RESERVE_POVERTY) {
		return move.cut == 0;
	}
	if (move.from == view->seat) {
		return move.cut == doko_cards_to_shift(rules, view->hand);
	}
	return move.cut <= (rules->of[POVERTY_WITHOUT_FOXES] ? 5 : 3) &&
	       (move.cut >= 3 || rules->of[POVERTY_ONLY_TRUMP]);
}

static enum mk_status check_reservation(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	unsigned allowed = move.from == view->seat
				   ? doko_reservations(&view->table, move.from, view->hand)
				   : doko_possible_reservations(&view->table, move.from);

	if (view->table.phase != DOKO_RESERVING) {
		return doko_refuse(error, REFUSED_ROUND_OVER, "/reservation");
	}
	if (doko_has_to_name(&view->table, move.from) &&
		(move.to == DOKO_HEALTHY || move.to == DOKO_RESERVE_SOME)) {
		return doko_refuse(error, REFUSED_UNNAMED, "/reservation");
	}
	if (move.to >= DOKO_RESERVATIONS || !(allowed & 1u << move.to)) {
		return doko_refuse(error, REFUSED_RESERVATION, "/reservation");
	}
	if (!has_sound_number(view, move)) {
		return doko_refuse(error, REFUSED_PASSED_COUNT, "/cards");
	}
	return MK_OK;
}

static enum mk_status check_taken(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	struct doko_constraints facts;

	if (move.kind == DOKO_REFUSE || move.from != view->seat) {
		return MK_OK;
	}
	doko_constraints(view, &facts);
	if (doko_count(doko_unpack(move)) != view->table.to_shift) {
		return doko_refuse_count(error, REFUSED_TAKEN_COUNT, "/cards", view->table.to_shift,
			doko_count(doko_unpack(move)));
	}
	for (doko_set left = doko_unpack(move) & DOKO_ONE_EACH; left; left &= left - 1) {
		int kind = doko_first(left);

		if (doko_copies(doko_unpack(move), kind) > doko_copies(facts.unseen, kind)) {
			return doko_refuse_card(
				error, REFUSED_TAKEN_GONE, "/cards", doko_card(kind));
		}
	}
	return MK_OK;
}

/*
 * Checks a card that is passed in a poverty. A seat that does not see the card knows at most
 * whether it is a trump, so the move must not name it.
 */
static enum mk_status check_passed(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	int kind = doko_kind(move.card);
	bool seen = move.from == view->seat ||
		    (move.kind == DOKO_RETURN && view->seat == view->table.soloist);

	if (!seen) {
		return kind == DOKO_NO_KIND ? MK_OK
					    : doko_refuse(error, REFUSED_FACE_DOWN, "/card");
	}
	if (kind == DOKO_NO_KIND) {
		return doko_refuse(error, REFUSED_WHICH_CARD, "/card");
	}
	return move.from == view->seat
		       ? check_own_card(view, kind, doko_passable(&view->table, view->hand), error)
		       : check_hidden_card(view, move.from, kind, error);
}

static enum mk_status check_swines(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	int kind = move.to ? doko_hyperswine_kind(&view->table) : doko_swine_kind(&view->table);
	doko_set hand = move.from == view->seat ? view->hand
			: kind == DOKO_NO_KIND  ? 0
						: DOKO_BOTH(kind);

	if (move.to ? doko_may_announce_hyperswines(&view->table, move.from, hand)
		    : doko_may_announce_swines(&view->table, move.from, hand)) {
		return MK_OK;
	}
	return doko_refuse(error, REFUSED_SWINES, "/announce");
}

/*
 * True if the phase allows the kind of move. Only the moves of a poverty's exchange are restricted
 * here.
 */
static bool fits_phase(const struct doko_view *view, int kind)
{
	switch (kind) {
	case DOKO_PASS_CARD:
		return view->table.phase == DOKO_SHIFTING;
	case DOKO_TAKE:
	case DOKO_REFUSE:
		return view->table.phase == DOKO_ASKING;
	case DOKO_RETURN:
		return view->table.phase == DOKO_RETURNING;
	default:
		return true;
	}
}

static enum mk_status check_kind(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		return check_play(view, move, error);
	case DOKO_ANNOUNCE:
		return check_announcement(view, move, error);
	case DOKO_RESERVE:
		return check_reservation(view, move, error);
	case DOKO_PASS_CARD:
	case DOKO_RETURN:
		return check_passed(view, move, error);
	case DOKO_TAKE:
	case DOKO_REFUSE:
		return check_taken(view, move, error);
	case DOKO_SWINE:
		return check_swines(view, move, error);
	case DOKO_DEAL:
	case DOKO_MOVE_KINDS:
		break;
	}
	return doko_refuse(error, REFUSED_MOVE, "");
}

static bool needs_turn(int kind)
{
	return kind != DOKO_ANNOUNCE && kind != DOKO_SWINE;
}

static enum mk_status check_time(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	const struct doko_table *table = &view->table;

	if (table->phase == DOKO_WAITING || table->phase == DOKO_OVER) {
		return doko_refuse(error, REFUSED_NO_HAND, "");
	}
	if (move.from >= DOKO_SEATS) {
		return doko_refuse(error, REFUSED_SEAT, "/seat");
	}
	if (needs_turn(move.kind) && table->turn != move.from && !doko_is_naming(table, move)) {
		return doko_refuse_turn(error, (table->turn - view->seat) & 3);
	}
	if (!fits_phase(view, move.kind)) {
		return doko_refuse(error, REFUSED_PHASE, "");
	}
	return MK_OK;
}

enum mk_status doko_event_check(
	const struct doko_view *view, struct mk_move move, struct mk_error *error)
{
	enum mk_status status;

	if (move.kind == DOKO_DEAL) {
		return check_deal(view, move, error);
	}
	status = check_time(view, move, error);
	if (status == MK_OK) {
		status = check_kind(view, move, error);
	}
	if (status == MK_OK && !leaves_a_deal(view, move)) {
		return doko_refuse_card(error, REFUSED_IMPOSSIBLE, "", move.card);
	}
	return status;
}
